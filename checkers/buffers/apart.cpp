#include <algorithm>

#include "checkers/buffers/claims.hpp"

namespace tileproof::buffers {
namespace {

Word begin_of(const Buffers& buffers, Word i) { return value_at(buffers.begin, {&i, 1})[0]; }

// What buffers i and j have in common: from `first` to before `end`.
struct Common {
  Word first;
  Word end;
};
Common common(const Apart& claim, At at) {
  const Word begin = begin_of(claim.one, at[0]);
  const Word other = begin_of(claim.other, at[1]);
  return {std::max(begin, other), std::min(begin + claim.one.size, other + claim.other.size)};
}

std::string element_of(const Buffers& buffers, Word i) {
  return buffers.name + "[" + std::to_string(i) + "]";
}

// "bytes 144 to 159"
std::string span_text(const char* unit, Word first, Word last) {
  if (first == last) return std::string(unit) + " " + std::to_string(first);
  return std::string(unit) + "s " + std::to_string(first) + " to " + std::to_string(last);
}

}  // namespace

Questions questions_of(const Apart& claim) {
  const auto body = [claim](const auto& a, auto at) {
    using A = std::remove_cvref_t<decltype(a)>;
    using Words1 = std::span<const typename A::Word>;
    if (claim.first_lane >= claim.end_lane) return typename A::Bool(true);
    const auto one = evaluate(a, claim.one.begin, Words1(at.data(), 1))[0];
    const auto other = evaluate(a, claim.other.begin, Words1(at.data() + 1, 1))[0];
    const auto meets = a.bool_and(a.ult(one, a.add(other, claim.other.size)),
                                  a.ult(other, a.add(one, claim.one.size)));
    auto holds = a.bool_not(meets);
    if (claim.index_counts) {
      const auto index = [&a](const auto& i, Word per) { return per == 1 ? i : a.udiv(i, per); };
      holds = a.bool_or(
          holds, a.eq(index(at[0], claim.one.per_index), index(at[1], claim.other.per_index)));
    }
    return holds;
  };
  std::vector<Axis> variables{{"buffer", claim.one.begin.axes()[0].size},
                              {"other_buffer", claim.other.begin.axes()[0].size}};
  return {{"apart", Everywhere{Formula::of(std::move(variables), body)}}};
}

// There is a byte, or a column and a lane, of both.
bool is_broken(const Apart& claim, const Question& /*question*/, At at) {
  const Common both = common(claim, at);
  const bool is_allowed =
      claim.index_counts && at[0] / claim.one.per_index == at[1] / claim.other.per_index;
  return both.first < both.end && claim.first_lane < claim.end_lane && !is_allowed;
}

Counterexample describe(const Apart& claim, const Question& /*question*/, At at) {
  const Common both = common(claim, at);
  const bool is_tensor = claim.memory == Memory::kTensor;
  Counterexample example;
  example.text = element_of(claim.one, at[0]) + " and " + element_of(claim.other, at[1]) +
                 " have " + span_text(unit_of(claim.memory), both.first, both.end - 1);
  if (is_tensor) {
    example.text += " in " + span_text("lane", claim.first_lane, claim.end_lane - 1);
  }
  example.text += " in common";
  example.add("buffer", at[0]);
  example.add("other_buffer", at[1]);
  example.add("first", both.first);
  example.add("last", both.end - 1);
  if (is_tensor) {
    example.add("first_lane", claim.first_lane);
    example.add("last_lane", claim.end_lane - 1);
  }
  if (claim.index_counts && claim.one.name != claim.other.name) {
    const Word index = at[0] / claim.one.per_index;
    const Word other = at[1] / claim.other.per_index;
    example.text += ", and are of index " + std::to_string(index) + " and " + std::to_string(other);
    example.add("index", index);
    example.add("other_index", other);
  }
  return example;
}

}  // namespace tileproof::buffers
