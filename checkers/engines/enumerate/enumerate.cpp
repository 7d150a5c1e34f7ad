// Every case, a block at a time: the second opinion on all other engines.
#include "checkers/engines/engines.hpp"
#include "checkers/engines/enumerate/visits.hpp"

namespace tileproof {
namespace {

struct ByEnumeration {
  const Question& question;
  const Limits& limits;

  template <typename Pointwise>
  Answer operator()(const Pointwise& /*asked*/) const {
    return enumeration::decide_pointwise(question, limits);
  }

  Answer operator()(const Determines& asked) const {
    return asked.other ? enumeration::decide_two_sides(asked, limits)
                       : enumeration::decide_one_side(asked, limits);
  }

  Answer operator()(const Covers& asked) const {
    return enumeration::decide_coverage(asked, limits);
  }
};

struct Threads {
  const Question& question;
  const Limits& limits;

  template <typename Pointwise>
  std::size_t operator()(const Pointwise& /*asked*/) const {
    return enumeration::pointwise_threads(question, limits);
  }
  std::size_t operator()(const Determines& asked) const {
    return asked.other ? 1 : enumeration::one_side_threads(asked, limits);
  }
  std::size_t operator()(const Covers& /*asked*/) const { return 1; }
};

}  // namespace

double enumeration_seconds(const Question& question) {
  // Of a processor of today, as measured on one: a step of a point, what is kept of it where points
  // are compared with each other, and the preparation.
  constexpr double kStep = 0.1e-9;
  constexpr double kKept = 1.5e-9;
  constexpr double kStart = 50e-6;
  const bool keeps_points = std::holds_alternative<Determines>(question.form) ||
                            std::holds_alternative<Covers>(question.form);
  const auto points = static_cast<double>(visits(question));
  const auto steps = static_cast<double>(steps_of(question));
  return kStart + points * ((keeps_points ? kKept : 0) + kStep * steps);
}

std::size_t enumeration_threads(const Question& question, const Limits& limits) {
  return std::visit(Threads{question, limits}, question.form);
}

Answer decide_by_enumeration(const Question& question, const Limits& limits) {
  return std::visit(ByEnumeration{question, limits}, question.form);
}

}  // namespace tileproof
