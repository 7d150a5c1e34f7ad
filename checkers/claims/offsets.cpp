// In-bounds, aligned, equal: what the offsets of a layout are.
#include <numeric>

#include "checkers/claims/kinds.hpp"

namespace tileproof::kinds {

// ---- In-bounds

Questions questions_of(const InBounds& claim) {
  Sizes bounds(claim.map.out_axes().size());
  bounds[0] = claim.allocation;
  for (std::size_t k = 1; k < bounds.size(); ++k) {
    const OutAxis& out = claim.map.out_axes()[k];
    if (out.is_stated) bounds[k] = out.size;
  }
  return {{"within", Below{claim.map, std::move(bounds)}}};
}

// An offset below 0 is a number from 2^63 on, and an allocation is at most 2^63.
bool is_broken(const InBounds& claim, const Question& question, At at) {
  return value_at(claim.map, reversed(at))[0] >= claim.allocation || is_beyond(question, at);
}

Counterexample describe(const InBounds& /*claim*/, const Question& question, At at) {
  return describe_beyond(question, at);
}

// ---- Aligned

// bits * offset is a multiple of 8 * bytes just if the offset is one of this.
Questions questions_of(const Aligned& claim) {
  const Word unit = 8 * claim.bytes / std::gcd(8 * claim.bytes, claim.element_bits);
  Questions questions;
  if (auto within = stated_sizes(claim.map)) questions.push_back(*std::move(within));
  questions.push_back(
      {"aligned", Multiple{claim.map.at_multiples(claim.along, claim.vector), unit}});
  return questions;
}

namespace {

std::vector<Word> vector_at(const Aligned& claim, At at) {
  auto point = reversed(at);
  point[claim.along] *= claim.vector;
  return point;
}

}  // namespace

bool is_broken(const Aligned& claim, const Question& question, At at) {
  if (question.name == "within") return is_beyond(question, at);
  // Offsets are integers modulo 2^64, of which 8 * bytes, a power of two, is a divisor.
  return value_at(claim.map, vector_at(claim, at))[0] * claim.element_bits % (8 * claim.bytes) != 0;
}

Counterexample describe(const Aligned& claim, const Question& question, At at) {
  if (question.name == "within") return describe_beyond(question, at);
  const auto point = vector_at(claim, at);
  const auto value = value_at(claim.map, point);
  Counterexample example;
  example.text = "the vector at " + point_text(claim.map, point) + " starts at " +
                 value_text(claim.map, value) + " of " + std::to_string(claim.element_bits) +
                 "-bit elements, not at a multiple of " + std::to_string(claim.bytes) + " bytes";
  add_point(example, claim.map, point);
  add_value(example, claim.map, value);
  return example;
}

// ---- Equal

Questions questions_of(const Equal& claim) {
  Questions questions;
  for (const IndexMap& map : claim.sized) questions.push_back(*stated_sizes(map));
  questions.push_back({"equal", Same{claim.a, claim.b}});
  if (auto signs = same_signs(claim.a, claim.b)) questions.push_back(*std::move(signs));
  return questions;
}

bool is_broken(const Equal& claim, const Question& question, At at) {
  if (question.name == "within") return is_beyond(question, at);
  const auto point = reversed(at);
  return differ(claim.a, value_at(claim.a, point), claim.b, value_at(claim.b, point));
}

Counterexample describe(const Equal& claim, const Question& question, At at) {
  if (question.name == "within") return describe_beyond(question, at);
  const auto point = reversed(at);
  const auto value_a = value_at(claim.a, point);
  const auto value_b = value_at(claim.b, point);
  Counterexample example;
  example.text = point_text(claim.a, point) + " has " + value_text(claim.a, value_a) +
                 " in the first layout and " + value_text(claim.b, value_b) + " in the second";
  add_point(example, claim.a, point);
  add_value(example, claim.a, value_a, "a_");
  add_value(example, claim.b, value_b, "b_");
  return example;
}

}  // namespace tileproof::kinds
