// The body of evaluate(), for the files that compile it for one algebra each.
#pragma once

#include "encodings/index_map/index_map.hpp"

namespace tileproof {

template <Algebra A>
Words<A> evaluate(const A& a, const IndexMap& map, std::span<const typename A::Word> at) {
  const auto on_source = [&](std::span<const typename A::Word> whole) {
    return std::visit([&](const auto& source) { return evaluate(a, source, whole); }, map.source());
  };
  if (map.is_whole()) return on_source(at);
  Words<A> whole;
  std::size_t next = 0;
  for (std::size_t i = 0; i < map.digits_.size(); ++i) {
    const auto& digits = map.digits_[i];
    typename A::Word axis = digits.empty() ? typename A::Word(map.first_[i]) : at[next++];
    Word weight = 1;
    for (std::size_t digit = 1; digit < digits.size(); ++digit) {
      weight *= digits[digit - 1];
      axis = a.add(axis, a.mul(at[next++], weight));
    }
    whole.push_back(std::move(axis));
  }
  return on_source({whole.data(), whole.size()});
}

}  // namespace tileproof
