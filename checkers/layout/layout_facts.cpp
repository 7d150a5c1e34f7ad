#include "checkers/layout/layout_facts.hpp"

#include "checkers/claims/prove.hpp"
#include "encodings/index_map/linear_form.hpp"

namespace tileproof {
namespace {

Result<bool> decided(const Claim& claim, const Limits& limits) {
  const Verdict verdict = prove(claim, limits);
  if (const auto* unknown = std::get_if<Unknown>(&verdict)) {
    return Error{ErrorCode::kUnsupported, unknown->reason};
  }
  return is_proved(verdict);
}

// By bisection over what is in bounds.
Result<Word> largest_offset(const IndexMap& map, const Limits& limits) {
  Word high = 1;
  for (;;) {
    TP_TRY(reached, decided(InBounds{map, high}, limits));
    if (reached) break;
    if (high >> 62 != 0) {
      return Error{ErrorCode::kUnsupported, "an offset is below 0 or beyond 2^62"};
    }
    high *= 2;
  }
  Word low = high / 2;  // not below
  while (high - low > 1) {
    const Word middle = low + (high - low) / 2;
    TP_TRY(is_enough, decided(InBounds{map, middle}, limits));
    (is_enough ? high : low) = middle;
  }
  return high - 1;
}

}  // namespace

Result<LayoutFacts> layout_facts(const IndexMap& map, const Limits& limits) {
  if (map.has_parameters()) {
    return Error{ErrorCode::kUnsupported, "'layout' takes no parameters; use 'prove'"};
  }
  LayoutFacts facts;
  // Which CTA and partition an offset is in is no part of it.
  const IndexMap values = map.gives_offset() ? map.with_outputs({0}) : map;
  TP_TRY(surjective, make_surjective(values));
  TP_TRY(is_surjective, decided(surjective, limits));
  TP_TRY(is_injective, decided(Injective{map}, limits));
  facts.surjective = is_surjective;
  facts.injective = is_injective;
  if (map.gives_offset()) {
    TP_TRY(largest, largest_offset(values, limits));
    facts.cosize = largest + 1;
  }
  const LinearForm form = linear_form(map);
  facts.why_not = form.reason;
  if (form.map && form.map->constant != 0) facts.why_not = "the first element is not at 0";
  facts.linear = facts.why_not.empty();
  return facts;
}

}  // namespace tileproof
