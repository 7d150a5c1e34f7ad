// What does a claim say of its layouts?  One or more questions, rebuilt from what is stated alone,
// so that an engine's wrong question is not asked again:
//
//   injective   do two points of a map have one value?  The same for each value of parameters.
//   onto        is a value within the bounds that no point has?
//   others      is there an assignment of variables at which it happens that ...?
#pragma once

#include <functional>
#include <optional>
#include <span>
#include <tuple>

#include "checkers/certificates/certifier/circuit.hpp"
#include "checkers/certificates/certifier/sums.hpp"
#include "encodings/index_map/index_map.hpp"

namespace tileproof::certificates {

// What each output is below.  Only the first may have no bound: an offset, to the largest there is.
using Bounds = std::vector<std::optional<Word>>;

template <typename A>
using Happens = std::function<typename A::Bool(const A&, std::span<const typename A::Word>)>;

struct Question {
  std::string name;
  IndexMap map;
  Bounds bounds = {};
  // "injective" is asked of two points, too; "onto" has no variables and nothing that happens.
  std::vector<Axis> variables = {};
  std::tuple<Happens<U64>, Happens<Sums>, Happens<Circuit>> happens = {};

  bool is_about_map() const { return name == "injective" || name == "onto"; }
};

// The questions that together are the claim stated in the next lines.
std::vector<Question> read_claim(Lines& lines);

// The questions that "onto" follows from.
std::vector<Question> parts_of_onto(const Question& onto);

}  // namespace tileproof::certificates
