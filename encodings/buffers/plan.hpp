// Which buffers does a kernel have in shared and tensor memory, where do they lie, and what is
// promised of those that share a storage?  docs/buffers.md.
//
//   spec s: tmem;                                a storage
//   tmem qk[2]: f32[64, 128] in s;               an allocation of two buffers of 128 columns
//   tmem p[4]:  f16[64, 64]  in s;
//   overlap s = shared(qk, shared(p, size 2));   a group, of two members
#pragma once

#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "core/graph.hpp"
#include "core/target.hpp"

namespace tileproof::buffers {

enum class Memory { kShared, kTensor };
const char* to_string(Memory memory);  // "smem" or "tmem"
const char* unit_of(Memory memory);    // "byte" or "column"

struct Allocation {
  std::string name;
  Memory memory = Memory::kShared;
  Word buffers = 1;
  Word element_bytes = 1;
  std::vector<Word> shape;  // of one buffer
  Word size = 0;            // of one buffer, in bytes or columns
  Word first_lane = 0;
  Word end_lane = kTensorMemoryLanes;
  std::size_t storage = 0;  // among the plan's
  // Where buffer i begins, of the input i, if that is stated.
  std::optional<Graph> at = {};
};

// An allocation, or a group with its members.
struct Group {
  std::optional<std::size_t> allocation = {};
  bool is_distinct = false;  // else shared
  Word size = 1;             // indices for each of the group around it
  std::vector<Group> members = {};
};

struct Storage {
  std::string name;
  Memory memory = Memory::kShared;
  bool is_spec = false;
  std::optional<Word> stated_size = {};
  std::optional<Group> overlap = {};
  std::vector<std::size_t> members = {};  // allocations, in their order
};

struct Slice {
  std::vector<Graph> offsets;  // for each dimension
  std::vector<Word> sizes;
  std::vector<Word> dims;  // of what it is a part of
};
struct Remote {
  Graph block;
};

// What permutes dimensions has no step: nothing is claimed of it.
struct View {
  std::size_t allocation = 0;
  // A graph's inputs are how far the names behind `for` are above their first values; the last name
  // comes first, so that the first is slowest.
  struct Name {
    std::string name;
    Word first;
    Word size;
  };
  std::vector<Name> names = {};
  std::optional<Graph> index = {};
  std::vector<std::variant<Slice, Remote>> steps = {};
};

struct Plan {
  Target target;
  Word blocks = 1;
  std::vector<Storage> storages = {};
  std::vector<Allocation> allocations = {};
  std::vector<View> views = {};
};

// What a buffer of this shape takes unless somebody says otherwise.  Requires: in tensor memory two
// dimensions.  Fails (kOverflow) above kMostUnits.
Result<Word> natural_size(Memory memory, Word element_bytes, const std::vector<Word>& shape);

// Indices that the innermost groups have for one of what is around this one, at most; kMostBuffers
// + 1 if there are more.
Word most_indices(const Group& group);

// The allocations of a group in their order.
std::vector<std::size_t> leaves(const Group& group);

// Limits, which parse_buffers() names.
inline constexpr Word kMostUnits = Word{1} << 30;      // bytes or columns of a size
inline constexpr Word kMostBeginning = Word{1} << 40;  // of a buffer that states where it begins
inline constexpr Word kMostBuffers = 4096;  // of an allocation, and of one index of a group
inline constexpr std::size_t kMostAllocations = 256;
inline constexpr unsigned kMostNesting = 16;  // of groups

}  // namespace tileproof::buffers
