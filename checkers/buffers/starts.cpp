#include <algorithm>

#include "checkers/buffers/claims.hpp"

namespace tileproof::buffers {
namespace {

// The lowest beginning of a member's buffers of an index.
template <Algebra A>
typename A::Word lowest(const A& a,
                        const std::vector<Buffers>& member,
                        const typename A::Word& index) {
  typename A::Word least(0);
  bool is_first = true;
  for (const Buffers& buffers : member) {
    for (Word k = 0; k < buffers.per_index; ++k) {
      auto buffer = buffers.per_index == 1 ? index : a.mul(index, buffers.per_index);
      if (k != 0) buffer = a.add(buffer, k);
      const auto begin =
          evaluate(a, buffers.begin, std::span<const typename A::Word>(&buffer, 1))[0];
      least = is_first ? begin : a.ite(a.ult(begin, least), begin, least);
      is_first = false;
    }
  }
  return least;
}

struct First {
  std::string buffer;
  Word begin;
};

// In other words: of all buffers that have the index, where the one begins behind which no other
// does.
First first_of(const std::vector<Buffers>& member, Word index) {
  std::vector<First> list;
  for (const Buffers& buffers : member) {
    for (Word i = 0; i < buffers.begin.axes()[0].size; ++i) {
      if (i / buffers.per_index != index) continue;
      list.push_back(
          {buffers.name + "[" + std::to_string(i) + "]", value_at(buffers.begin, {&i, 1})[0]});
    }
  }
  return *std::ranges::min_element(list, {}, &First::begin);
}

}  // namespace

Questions questions_of(const Starts& claim) {
  const auto body = [claim](const auto& a, auto at) {
    return a.eq(lowest(a, claim.one, at[0]), lowest(a, claim.other, at[0]));
  };
  return {{"starts", Everywhere{Formula::of({{"index", claim.indices}}, body)}}};
}

bool is_broken(const Starts& claim, const Question& /*question*/, At at) {
  return first_of(claim.one, at[0]).begin != first_of(claim.other, at[0]).begin;
}

Counterexample describe(const Starts& claim, const Question& /*question*/, At at) {
  const First one = first_of(claim.one, at[0]);
  const First other = first_of(claim.other, at[0]);
  Counterexample example;
  example.text = "at index " + std::to_string(at[0]) + " " + one.buffer + " begins at " +
                 unit_of(claim.memory) + " " + std::to_string(one.begin) + ", and " + other.buffer +
                 " at " + std::to_string(other.begin);
  example.add("index", at[0]);
  example.add("begin", one.begin);
  example.add("other_begin", other.begin);
  return example;
}

}  // namespace tileproof::buffers
