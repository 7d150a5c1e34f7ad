#include "examples/add_a_claim/contiguous.hpp"

namespace tileproof::example {

Result<Contiguous> make_contiguous(IndexMap map, std::size_t along, Word vector) {
  if (!map.gives_offset()) return Error{ErrorCode::kUsage, "'contiguous' is about offsets"};
  if (along >= map.axes().size() || vector == 0 || map.axes()[along].size % vector != 0) {
    return Error{ErrorCode::kUsage, "'contiguous' needs an input of whole vectors"};
  }
  return Contiguous{std::move(map), along, vector};
}

// The offset is that of the vector's first element, and the place in the vector.  The variables
// are the inputs, the last first.
template <Algebra A>
typename A::Bool follows(const A& a,
                         const Contiguous& claim,
                         std::span<const typename A::Word> at) {
  Words<A> point(at.rbegin(), at.rend());
  const auto offset = [&] {
    return evaluate(a, claim.map, std::span<const typename A::Word>(point.data(), point.size()))[0];
  };
  const auto own = offset();
  const auto place = a.urem(point[claim.along], claim.vector);
  point[claim.along] = a.sub(point[claim.along], place);
  return a.eq(own, a.add(offset(), place));
}

Questions questions_of(const Contiguous& claim) {
  const auto body = [claim](const auto& a, auto at) { return follows(a, claim, at); };
  return {{"follows", Everywhere{Formula::of(slowest_first(claim.map), body)}}};
}

// In other words than the question: element after element.
bool is_broken(const Contiguous& claim, const Question& /*question*/, kinds::At at) {
  auto point = reversed(at);
  const Word offset = value_at(claim.map, point)[0];
  Word steps = 0;
  while (point[claim.along] % claim.vector != 0) --point[claim.along], ++steps;
  return offset - value_at(claim.map, point)[0] != steps;
}

Counterexample describe(const Contiguous& claim, const Question& /*question*/, kinds::At at) {
  const auto point = reversed(at);
  const auto value = value_at(claim.map, point);
  Counterexample example;
  example.text = kinds::point_text(claim.map, point) + " has " +
                 kinds::value_text(claim.map, value) + ", which does not follow its vector's first";
  kinds::add_point(example, claim.map, point);
  kinds::add_value(example, claim.map, value);
  return example;
}

}  // namespace tileproof::example
