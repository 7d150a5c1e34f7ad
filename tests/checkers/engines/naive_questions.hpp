// Is a question broken?  By plain loops over all points, for tests: in other words than the
// questions' own definition, and than every engine.
#pragma once

#include <functional>
#include <vector>

#include "checkers/questions/question.hpp"

namespace tileproof::testing::naive {

using Point = std::vector<Word>;

// Calls visit(at) for all values of the axes, the first fastest, as long as it returns true.
void for_each_point(std::span<const Axis> axes, const std::function<bool(const Point&)>& visit);

bool is_broken(const Question& question);

// Is a value of `covers`, one that must be taken, taken by no point?
bool is_missing(const Covers& asked, const Point& value);

}  // namespace tileproof::testing::naive
