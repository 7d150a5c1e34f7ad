// Into what is every claim cut?  Questions of a few forms, which are all that engines, evidence and
// the certifier know.
//
//   holds         Below, Same, Multiple, Everywhere, OverIntegers: something is true at every point
//   determines    f(x) = f(y) implies g(x) = g(y)
//   covers        each value of a codomain, or of another map, is taken
//
// Maps of a question have one list of axes.  Those that are parameters are one number for both
// points of `determines`.  What a claim means is said in claims/, one file for each.
#pragma once

#include <boost/container/small_vector.hpp>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

#include "checkers/questions/formula.hpp"
#include "encodings/index_map/index_map.hpp"

namespace tileproof {

using Sizes = std::vector<std::optional<Word>>;

// Every output is below its bound, if it has one.
struct Below {
  IndexMap map;
  Sizes bounds;
};

// Both have the same values at every point.
struct Same {
  IndexMap one;
  IndexMap two;
};

// The first output is a multiple of `unit` everywhere.
struct Multiple {
  IndexMap map;
  Word unit;
};

struct Everywhere {
  Formula formula;
};

// True of all natural numbers from the first of each variable on, whatever its size: steps are
// numbers without bounds.
struct OverIntegers {
  Formula formula;
};

// Points x and y with f(x) = f'(y) have g(x) = g'(y).  Without g it is the point itself; without
// `other`, f' and g' are f and g.
struct Determines {
  IndexMap f;
  std::optional<IndexMap> g = {};
  struct Side {
    IndexMap f;
    IndexMap g;  // its parameters are among those of the first side
  };
  std::optional<Side> other = {};

  [[nodiscard]] bool is_injectivity() const { return !g && !other; }
};

// Each value is taken: of the box of sizes, where an output without one is an offset, of which
// those up to its largest value are meant; or each value of another map.  Asked only of maps whose
// values are in the box, and without parameters.
struct Covers {
  IndexMap map;
  Sizes sizes = {};
  std::optional<IndexMap> image = {};
};

using Form = std::variant<Below, Same, Multiple, Everywhere, OverIntegers, Determines, Covers>;

struct Question {
  // Of any form, which is made in place.
  template <typename Asked>
  Question(std::string_view called,
           Asked&& asked,
           std::shared_ptr<const Question> follows_from = nullptr)
      : name(called), form(std::forward<Asked>(asked)), stronger(std::move(follows_from)) {}

  // What a claim calls it, by a name that lives on: "within", "distinct", ...
  std::string_view name;
  Form form;
  // A question from which this one follows; asked where that takes no search.
  std::shared_ptr<const Question> stronger;
};
using Questions = boost::container::small_vector<Question, 1>;  // most claims mean one

// What the point has that breaks a question, the most significant first: of a map's axes the last.
// Of `determines` these are the parameters, the later point and the earlier one, or one of each
// side.  Requires: the question is not Covers.
std::vector<Axis> variables(const Question& question);

// A map's axes in the order of variables.
std::vector<Axis> slowest_first(const IndexMap& map, const std::string& prefix = "");
// A point from the order of variables to that of the axes, or back.
std::vector<Word> reversed(std::span<const Word> values);

// The points of `determines` in the order of the axes of each side.
struct TwoPoints {
  std::vector<Word> one;  // the later one
  std::vector<Word> two;
};
TwoPoints points_at(const Determines& question, std::span<const Word> at);

// Do these values of the variables break it?  Requires: the question is not Covers.
template <Algebra A>
typename A::Bool breaks(const A& a, const Question& question, std::span<const typename A::Word> at);

// The cases that a visit of all takes; 2^64 - 1 if there are more.
Word visits(const Question& question);

// The steps of what is asked, of all its maps together.
std::size_t steps_of(const Question& question);

// Is what is asked written in few steps, so that its circuit or term is built in no time?
bool is_small(const Question& question);

bool has_parameters(const Question& question);

// Are two unknowns multiplied, or divided by each other, or one by a number of many bits?  Circuits
// of that are hard for SAT, and some of the terms are equal by rules of Z3's.
bool has_hard_products(const Question& question);

}  // namespace tileproof

#include "checkers/questions/question_impl.hpp"
