// Injective, surjective, onto, bijective: which values the points of a layout have.
#include "checkers/claims/kinds.hpp"
#include "core/check.hpp"

namespace tileproof::kinds {
namespace {

// Of an offset from 0 up to its largest value, of coordinates all of their sizes.
Questions covers_own(const IndexMap& map) {
  Sizes sizes;
  for (const OutAxis& out : map.out_axes()) sizes.push_back(out.size);
  Questions questions;
  if (!sizes[0] && map.out_axes()[0].is_signed) {
    Sizes naturals(sizes.size());
    naturals[0] = Word{1} << 63;
    questions.push_back({"natural", Below{map, std::move(naturals)}});
  }
  questions.push_back({"covers", Covers{map, std::move(sizes)}});
  return questions;
}

void add_sizes(const IndexMap& map, Questions& questions) {
  if (auto within = stated_sizes(map)) questions.insert(questions.begin(), *std::move(within));
}

bool have_one_value(const Question& question, At at) {
  const auto& asked = std::get<Determines>(question.form);
  const auto [later, earlier] = points_at(asked, at);
  bool is_one_choice = true;  // of parameters, which both points share
  for (std::size_t i = 0; i < later.size(); ++i) {
    is_one_choice = is_one_choice && (!asked.f.axes()[i].is_parameter || later[i] == earlier[i]);
  }
  return is_one_choice && later != earlier &&
         value_at(asked.f, later) == value_at(asked.f, earlier);
}

Counterexample describe_pair(const Question& question, At at) {
  const auto& asked = std::get<Determines>(question.form);
  const auto [later, earlier] = points_at(asked, at);
  const auto value = value_at(asked.f, later);
  Counterexample example;
  example.text = point_text(asked.f, earlier) + " and " + point_text(asked.f, later) +
                 " both have " + value_text(asked.f, value);
  add_point(example, asked.f, later);
  for (std::size_t i = 0; i < earlier.size(); ++i) {
    const Axis& axis = asked.f.axes()[i];
    if (!axis.is_parameter) example.add("other_" + axis.name, earlier[i]);
  }
  add_value(example, asked.f, value);
  return example;
}

bool is_broken(const Question& question, At at) {
  return question.name == "distinct" ? have_one_value(question, at) : is_beyond(question, at);
}

Counterexample describe(const Question& question, At at) {
  return question.name == "distinct" ? describe_pair(question, at) : describe_beyond(question, at);
}

}  // namespace

Questions questions_of(const Injective& claim) {
  Questions questions;
  questions.emplace_back("distinct", Determines{claim.map});
  add_sizes(claim.map, questions);
  return questions;
}
bool is_broken(const Injective& /*claim*/, const Question& question, At at) {
  return is_broken(question, at);
}
Counterexample describe(const Injective& /*claim*/, const Question& question, At at) {
  return describe(question, at);
}

Questions questions_of(const Surjective& claim) {
  Questions questions = covers_own(claim.map);
  add_sizes(claim.map, questions);
  return questions;
}
bool is_broken(const Surjective& /*claim*/, const Question& question, At at) {
  return is_broken(question, at);
}
Counterexample describe(const Surjective& /*claim*/, const Question& question, At at) {
  return describe(question, at);
}

Questions questions_of(const Bijective& claim) {
  Questions questions = covers_own(claim.map);
  questions.insert(questions.begin(), {"distinct", Determines{claim.map}});
  add_sizes(claim.map, questions);
  return questions;
}
bool is_broken(const Bijective& /*claim*/, const Question& question, At at) {
  return is_broken(question, at);
}
Counterexample describe(const Bijective& /*claim*/, const Question& question, At at) {
  return describe(question, at);
}

Questions questions_of(const Onto& claim) {
  const Sizes sizes(claim.sizes.begin(), claim.sizes.end());
  return {{"within", Below{claim.map, sizes}}, {"covers", Covers{claim.map, sizes}}};
}
bool is_broken(const Onto& /*claim*/, const Question& question, At at) {
  return is_broken(question, at);
}
Counterexample describe(const Onto& /*claim*/, const Question& question, At at) {
  return describe(question, at);
}

}  // namespace tileproof::kinds
