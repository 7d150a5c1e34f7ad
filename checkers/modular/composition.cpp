#include "checkers/modular/composition.hpp"

#include "checkers/engines/decide.hpp"

namespace tileproof {
namespace {

// For each in-dim of outer, its place among inner's out-dims.
Result<std::vector<std::size_t>> places_of_inputs(const modular::Layout& inner,
                                                  const modular::Layout& outer) {
  if (inner.out_dims().size() != outer.in_dims().size()) {
    return Error::dimension(std::to_string(inner.out_dims().size()) +
                            " out-dims of the inner layout for " +
                            std::to_string(outer.in_dims().size()) + " in-dims of the outer one");
  }
  std::vector<std::size_t> places;
  for (const InDim& in : outer.in_dims()) {
    const auto at = inner.find_out(in.name);
    if (!at) return Error::dimension("the inner layout lacks the out-dim " + in.name.quoted());
    const Word size = inner.out_dims()[*at].size;
    if (size > in.size()) {
      return Error::dimension("out-dim " + in.name.quoted() + " of size " + std::to_string(size) +
                              " feeds an in-dim of size " + std::to_string(in.size()));
    }
    places.push_back(*at);
  }
  return places;
}

// With the values at single bits as its bases: no other layout can be the function.
Result<modular::Layout> sums_of(const IndexMap& function,
                                const modular::Layout& inner,
                                const modular::Layout& outer) {
  std::vector<NamedBases> ins;
  Word index = 1;
  for (const InDim& in : inner.in_dims()) {
    ins.push_back({in.name, {}});
    for (unsigned bit = 0; bit < in.bits; ++bit, index *= 2) {
      ins.back().bases.push_back(value_at(function, inner.split(index)));
    }
  }
  return modular::Layout::make(ins, outer.out_dims());
}

}  // namespace

Result<modular::Layout> compose(const modular::Layout& inner,
                                const modular::Layout& outer,
                                const Limits& limits) {
  TP_TRY(places, places_of_inputs(inner, outer));
  TP_TRY(first, IndexMap::make(inner));
  TP_TRY(second, IndexMap::make(outer));
  const IndexMap function = composed(first.with_outputs(places), second);
  TP_TRY(sums, sums_of(function, inner, outer));
  TP_TRY(candidate, IndexMap::make(sums));
  const Question question{"composition", Same{function, candidate}};
  const Decision decision = with_smallest(question, decide(question, limits), limits);
  if (const auto* broken = std::get_if<Broken>(&decision.answer)) {
    std::string text;
    for (const Word value : reversed(broken->at)) {
      text += (text.empty() ? "" : ", ") + std::to_string(value);
    }
    return Error{ErrorCode::kNotSolvable,
                 "the composition is no modular layout: at (" + text +
                     ") the value is not the sum of the values at single bits"};
  }
  if (const auto* open = std::get_if<Open>(&decision.answer)) {
    return Error{ErrorCode::kUnsupported, open->reason};
  }
  return sums;
}

}  // namespace tileproof
