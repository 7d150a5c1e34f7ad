#include "checkers/buffers/indices.hpp"

#include <algorithm>

#include "core/check.hpp"

namespace tileproof::buffers {

std::vector<Leaf> leaves_of(const Group& member) {
  if (member.allocation) return {{*member.allocation, 1}};
  std::vector<Leaf> list;
  for (const Group& inner : member.members) {
    for (const Leaf& leaf : leaves_of(inner)) {
      list.push_back({leaf.allocation, leaf.per_index * member.size});
    }
  }
  return list;
}

Word per_index(const Group& group, std::size_t allocation) {
  for (const Group& member : group.members) {
    for (const Leaf& leaf : leaves_of(member)) {
      if (leaf.allocation == allocation) return leaf.per_index;
    }
  }
  TP_CHECK(false, "an allocation that is not in the group");
}

const Group& meeting_of(const Group& group, std::size_t one, std::size_t other) {
  for (const Group& member : group.members) {
    const auto list = leaves(member);
    if (std::ranges::count(list, one) != 0 && std::ranges::count(list, other) != 0) {
      return meeting_of(member, one, other);
    }
  }
  return group;
}

}  // namespace tileproof::buffers
