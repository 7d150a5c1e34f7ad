// Which index has a buffer in each group around it?  Buffer i of an allocation has index i / n,
// where n is the product of the sizes of all smaller groups around it.
//
//   shared(a, shared(p, size 2), size 3)      p[5] has index 2 in the larger group: 5 / 2
#pragma once

#include <vector>

#include "encodings/buffers/plan.hpp"

namespace tileproof::buffers {

// An allocation, and how many of its buffers one index has in the group in which it is looked at.
struct Leaf {
  std::size_t allocation;
  Word per_index;
};

// Of a member of a group.
std::vector<Leaf> leaves_of(const Group& member);

// Requires: the allocation is in the group.
Word per_index(const Group& group, std::size_t allocation);

// The smallest group that holds both.  Requires: the group does.
const Group& meeting_of(const Group& group, std::size_t one, std::size_t other);

}  // namespace tileproof::buffers
