// Is an element a sum of columns, or are two sums equal, where all sums are too many?  Each sum is
// one of the first half of the columns and one of the second, so the sorted sums of one half are
// searched for what the other half leaves.  Exact; 2^n sums cost 2^(n/2).
#pragma once

#include <optional>
#include <span>

#include "encodings/modular/decision.hpp"
#include "encodings/modular/group.hpp"

namespace tileproof::modular {

// The most columns, for some 25 MB.  A repeat x, y is a sum with the factors 1, 0 and -1, of which
// there are 3^n.
inline constexpr std::size_t kSubsetColumns = 40;
inline constexpr std::size_t kSignedColumns = 26;

// A set of columns with this sum.  Requires: at most kSubsetColumns.
std::optional<Word> sum_by_halves(const Group& group, std::span<const Word> columns, Word element);
// Two sets of columns with the same sum.  Requires: at most kSignedColumns.
std::optional<Collision> collision_by_halves(const Group& group, std::span<const Word> columns);

}  // namespace tileproof::modular
