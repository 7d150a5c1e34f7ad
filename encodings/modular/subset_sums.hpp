// Which elements of a group are sums of some of these columns?  That is what surjective, injective
// and solving mean for a layout; columns are its bases.
//
// In general this is a hard question (subset sum), so there are exact answers for structure and for
// small sizes, and "undecided" beyond:
//
//   a ladder (ladder.hpp)                    any size, one coordinate
//   a table of the group (reach_table.hpp)   groups of up to 22 bits
//   all indices                              up to 24 columns
//   the two halves of the columns            up to 40 columns to find a sum, 26 for repeats
#pragma once

#include <span>
#include <vector>

#include "encodings/modular/decision.hpp"
#include "encodings/modular/group.hpp"

namespace tileproof::modular {

struct Sums {
  Group group;
  std::vector<Word> columns;  // at most 62
};

// Is every element a sum?  "No" names an element that is none, but for a group that is larger than
// the number of indices and both are too large to visit.
Decision<Word> covers(const Sums& sums);
// Have different sets of columns different sums?  "No" names two sets, with the same exception.
Decision<Collision> distinct(const Sums& sums);
// A set of columns with this sum.
Decision<Word> find(const Sums& sums, Word element);

// Calls visit(index, sum) for all indices in order, until it returns false.
template <typename Visit>
void visit_sums(const Group& group, std::span<const Word> columns, Visit visit) {
  // From index to index + 1 the lowest zero bit is set and the ones below it are cleared.
  std::vector<Word> steps;
  Word lower = 0;
  for (const Word column : columns) {
    steps.push_back(group.subtract(column, lower));
    lower = group.add(lower, column);
  }
  const Word count = Word{1} << columns.size();
  Word sum = 0;
  for (Word index = 0; visit(index, sum) && index + 1 < count; ++index) {
    sum = group.add(sum, steps[static_cast<std::size_t>(std::countr_one(index))]);
  }
}

}  // namespace tileproof::modular
