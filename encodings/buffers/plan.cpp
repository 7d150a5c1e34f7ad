#include "encodings/buffers/plan.hpp"

#include <algorithm>

#include "core/int128.hpp"

namespace tileproof::buffers {

const char* to_string(Memory memory) { return memory == Memory::kShared ? "smem" : "tmem"; }
const char* unit_of(Memory memory) { return memory == Memory::kShared ? "byte" : "column"; }

Result<Word> natural_size(Memory memory, Word element_bytes, const std::vector<Word>& shape) {
  UInt128 size = 1;
  const auto times = [&size](Word number) { size = size > kMostUnits ? size : size * number; };
  const std::size_t plain = memory == Memory::kShared ? shape.size() : shape.size() - 2;
  for (std::size_t d = 0; d < plain; ++d) times(shape[d]);
  if (memory == Memory::kShared) {
    times(element_bytes);
  } else {
    times((shape[plain] + kTensorMemoryLanes - 1) / kTensorMemoryLanes);
    const UInt128 row_bytes = UInt128{shape[plain + 1]} * element_bytes;
    times(static_cast<Word>(std::min<UInt128>((row_bytes + 3) / 4, kMostUnits + 1)));
  }
  if (size > kMostUnits) {
    return Error{ErrorCode::kOverflow,
                 std::string("a buffer of more than 2^30 ") + unit_of(memory) + "s"};
  }
  return static_cast<Word>(size);
}

Word most_indices(const Group& group) {
  Word most = 1;
  for (const Group& member : group.members) most = std::max(most, most_indices(member));
  return std::min(most * group.size, kMostBuffers + 1);
}

std::vector<std::size_t> leaves(const Group& group) {
  if (group.allocation) return {*group.allocation};
  std::vector<std::size_t> list;
  for (const Group& member : group.members) {
    for (const std::size_t leaf : leaves(member)) list.push_back(leaf);
  }
  return list;
}

}  // namespace tileproof::buffers
