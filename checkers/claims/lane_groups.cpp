#include "checkers/claims/lane_groups.hpp"

#include <algorithm>

namespace tileproof {

LaneGroups::LaneGroups(const AccessRule& rule) : unmerged_(Word{1} << rule.group_basis.size()) {
  const auto basis = rule.merges_equal_pairs ? rule.merged_group_basis() : rule.group_basis;
  members_.assign(basis.begin(), basis.end());
  std::sort(members_.begin(), members_.begin() + std::ssize(rule.group_basis));
  f2::Subspace space{std::span<const Word>(members_)};
  for (Word bit = 1; bit < rule.lanes; bit *= 2) {
    if (space.insert(bit)) first_lanes_.push_back(bit);
  }
  // Of a matrix instruction, only the lanes that give row addresses take part.
  groups_ = rule.matrices != 0 ? rule.matrices : Word{1} << first_lanes_.size();
}

}  // namespace tileproof
