// Claims about maps that are sums of stride * digit: padding over nested powers of two, strides
// that are no powers of two, and XORs below them.  No solver, and one copy of the layout only.
#include <algorithm>

#include "checkers/claims/counterexample.hpp"
#include "checkers/claims/engines.hpp"
#include "checkers/claims/obligation.hpp"
#include "checkers/claims/stride_form.hpp"
#include "checkers/claims/stride_rules.hpp"
#include "checkers/claims/stride_sets.hpp"
#include "core/f2.hpp"

namespace tileproof {
namespace {

const std::string kEngine = "strides";
constexpr Word kLargestSum = Word{1} << 61;

using Terms = AffineWord::Terms;

Unknown not_affine(const std::string& reason) {
  return {"the layout is no sum of strides: " + reason};
}

// The point with these values of atoms (true = 1 or the digit's value), as axes' values.
class PointBuilder {
 public:
  PointBuilder(const IndexMap& map, const StrideForm& form)
      : map_(map), form_(form), digits_(map.axes().size(), 0) {}

  void set(const AffineWord::Term& term, Word value) {
    if (term.parity == 0) {
      digits_[term.digit] = value;
    } else if (value != 0) {
      wanted_.push_back(term.parity);
    } else {
      zero_.push_back(term.parity);
    }
  }

  // The slowest axis first.  Requires: independent parities.
  [[nodiscard]] std::vector<Word> build() const {
    std::vector<Word> rows = wanted_;
    rows.insert(rows.end(), zero_.begin(), zero_.end());
    const f2::Matrix columns = f2::transpose(f2::Matrix{form_.bits, rows});
    const auto bits =
        f2::Solver(columns.columns).solve(low_mask(static_cast<unsigned>(wanted_.size())));
    TP_CHECK(bits.has_value(), "independent parities have no solution");
    std::vector<Word> at;
    const auto axes = map_.axes();
    for (std::size_t i = 0; i < axes.size(); ++i) {
      const unsigned width = form_.bits_of(i);
      const Word in_bits = *bits >> form_.first_bit[i] & low_mask(width);
      at.push_back(axes[i].first + (width > 0 ? in_bits : digits_[i]));
    }
    std::reverse(at.begin(), at.end());
    return at;
  }

 private:
  const IndexMap& map_;
  const StrideForm& form_;
  std::vector<Word> digits_;
  std::vector<Word> wanted_;
  std::vector<Word> zero_;
};

StrideModes modes_of(const Terms& terms) {
  StrideModes modes;
  for (const auto& term : terms) {
    modes.push_back({static_cast<Word>(std::abs(term.coefficient)), term.largest + 1});
  }
  return modes;
}

// Two points whose difference is this; the one that is larger in flat order first.
Verdict collision(const IndexMap& map,
                  const StrideForm& form,
                  const std::vector<std::int64_t>& difference) {
  PointBuilder plus(map, form);
  PointBuilder minus(map, form);
  for (std::size_t i = 0; i < form.sum.terms().size(); ++i) {
    const auto& term = form.sum.terms()[i];
    const std::int64_t d = term.coefficient < 0 ? -difference[i] : difference[i];
    plus.set(term, d > 0 ? static_cast<Word>(d) : 0);
    minus.set(term, d < 0 ? static_cast<Word>(-d) : 0);
  }
  auto x = plus.build();
  auto y = minus.build();
  if (x < y) std::swap(x, y);
  x.insert(x.end(), y.begin(), y.end());
  return refuted(Injective{map}, kEngine, x);
}

// An input that the sum does not depend on, as a pair of points.
std::optional<Verdict> ignored_input(const IndexMap& map, const StrideForm& form) {
  std::vector<Word> parities;
  std::vector<bool> has_digit(map.axes().size(), false);
  for (const auto& term : form.sum.terms()) {
    if (term.parity != 0) parities.push_back(term.parity);
    if (term.parity == 0) has_digit[term.digit] = true;
  }
  std::vector<Word> later(map.axes().size());
  std::vector<Word> earlier(map.axes().size());
  for (std::size_t i = 0; i < later.size(); ++i) later[i] = earlier[i] = map.axes()[i].first;
  const auto report = [&]() -> Verdict {
    std::vector<Word> at(later.rbegin(), later.rend());
    at.insert(at.end(), earlier.rbegin(), earlier.rend());
    return refuted(Injective{map}, kEngine, at);
  };
  for (std::size_t i = 0; i < later.size(); ++i) {
    if (form.bits_of(i) > 0 || map.axes()[i].size == 1 || has_digit[i]) continue;
    ++later[i];
    return report();
  }
  const f2::Matrix columns = f2::transpose(f2::Matrix{form.bits, parities});
  const auto kernel = f2::kernel(columns.columns);
  if (kernel.empty()) return std::nullopt;
  const Word relation = *std::min_element(kernel.begin(), kernel.end());
  const Word top = std::bit_floor(relation);
  for (std::size_t i = 0; i < later.size(); ++i) {
    const unsigned width = form.bits_of(i);
    if (width == 0) continue;
    later[i] += top >> form.first_bit[i] & low_mask(width);
    earlier[i] += (relation ^ top) >> form.first_bit[i] & low_mask(width);
  }
  return report();
}

Verdict injective(const IndexMap& map, const StrideForm& form, const Claim& claim) {
  if (auto ignored = ignored_input(map, form)) return *ignored;
  if (!form.is_independent) return not_affine("its parities depend on each other");
  if (static_cast<Word>(form.sum.largest() - form.sum.smallest()) > kLargestSum) {
    return Unknown{"the offsets exceed 2^61"};
  }
  const StrideAnswer answer = decide_injective(modes_of(form.sum.terms()));
  switch (answer.kind) {
    case StrideAnswer::Kind::kInjective:
      return Proved{kEngine, scope(claim)};
    case StrideAnswer::Kind::kCollides:
      return collision(map, form, answer.difference);
    case StrideAnswer::Kind::kUndecided:
      break;
  }
  return Unknown{"the search over differences of strides was given up"};
}

Verdict surjective(const IndexMap& map, const StrideForm& form, const Claim& claim) {
  if (!form.is_independent) return not_affine("its parities depend on each other");
  if (map.out_axes().size() > 1 || !map.gives_offset()) {
    return Unknown{"strides decides surjectivity for one offset only"};
  }
  std::optional<Word> gap;
  if (form.sum.smallest() != 0) {
    gap = 0;
    if (form.sum.smallest() < 0) return Unknown{"offsets below 0"};
  } else {
    gap = first_gap(modes_of(form.sum.terms()));
  }
  if (!gap) return Proved{kEngine, scope(claim)};
  const auto largest = static_cast<Word>(form.sum.largest());
  // Strides up to the gap cannot sum up to it, and each larger one leads beyond it.
  return refuted_missing(map, kEngine, {*gap}, largest, [&] {
    if (form.sum.smallest() > 0) return true;
    Word below = 0;
    for (const StrideMode& mode : modes_of(form.sum.terms())) {
      if (mode.stride <= *gap) below += mode.stride * (mode.size - 1);
    }
    return below < *gap && *gap < largest;
  });
}

Verdict in_bounds(const InBounds& claim, const StrideForm& form) {
  const auto allocation = static_cast<std::int64_t>(std::min(claim.allocation, kLargestSum));
  if (form.sum.smallest() >= 0 && form.sum.largest() < allocation) {
    return Proved{kEngine, scope(claim)};
  }
  if (!form.is_independent) return not_affine("its parities depend on each other");
  const bool below_zero = form.sum.smallest() < 0;
  PointBuilder extreme(claim.map, form);
  for (const auto& term : form.sum.terms()) {
    extreme.set(term, (term.coefficient > 0) != below_zero ? term.largest : 0);
  }
  return refuted(claim, kEngine, extreme.build());
}

Verdict aligned(const Aligned& claim) {
  const StrideForm form = stride_form(claim.map, claim.vector, claim.along);
  if (!form.sum.is_affine()) return not_affine(form.sum.reason());
  const AffineWord bits = Affine{}.mul(form.sum, claim.element_bits);
  if (!bits.is_affine()) return not_affine(bits.reason());
  const auto unit = static_cast<std::int64_t>(8 * claim.bytes);
  const bool all = std::all_of(bits.terms().begin(), bits.terms().end(), [&](const auto& term) {
    return term.coefficient % unit == 0;
  });
  if (all && bits.constant() % unit == 0) return Proved{kEngine, scope(claim)};
  if (!form.is_independent) return not_affine("its parities depend on each other");
  PointBuilder point(claim.map, form);
  bool chosen = bits.constant() % unit != 0;
  for (std::size_t i = 0; i < bits.terms().size(); ++i) {
    const bool take = !chosen && bits.terms()[i].coefficient % unit != 0;
    point.set(form.sum.terms()[i], take ? 1 : 0);
    chosen = chosen || take;
  }
  return refuted(claim, kEngine, point.build());
}

Verdict equal(const Equal& claim) {
  StrideForm form;
  if (claim.a.has_parameters()) return not_affine("it has parameters");
  const auto inputs = stride_inputs(claim.a, form);
  const std::span<const AffineWord> at(inputs.data(), inputs.size());
  const auto a = evaluate(Affine{}, claim.a, at);
  const auto b = evaluate(Affine{}, claim.b, at);
  for (std::size_t k = 0; k < a.size(); ++k) {
    for (const AffineWord* word : {&a[k], &b[k]}) {
      if (!word->is_affine()) return not_affine(word->reason());
    }
    if (a[k] == b[k]) continue;
    return Unknown{"the sums of strides differ; where the layouts differ is left to others"};
  }
  return Proved{kEngine, scope(claim)};
}

template <typename Decide>
Verdict if_affine(const IndexMap& map, Decide decide) {
  const StrideForm form = stride_form(map);
  if (!form.sum.is_affine()) return not_affine(form.sum.reason());
  return decide(form);
}

struct ByStrides {
  const Claim& whole;

  Verdict operator()(const Injective& claim) const {
    return if_affine(claim.map,
                     [&](const auto& form) { return injective(claim.map, form, whole); });
  }
  Verdict operator()(const Surjective& claim) const {
    return if_affine(claim.map,
                     [&](const auto& form) { return surjective(claim.map, form, whole); });
  }
  Verdict operator()(const Bijective& claim) const {
    return if_affine(claim.map, [&](const auto& form) {
      Verdict first = injective(claim.map, form, whole);
      return is_proved(first) ? surjective(claim.map, form, whole) : first;
    });
  }
  Verdict operator()(const InBounds& claim) const {
    if (claim.map.out_axes().size() > 1) return Unknown{"strides decides one offset only"};
    return if_affine(claim.map, [&](const auto& form) { return in_bounds(claim, form); });
  }
  Verdict operator()(const Aligned& claim) const {
    if (claim.map.out_axes().size() > 1) return Unknown{"strides decides one offset only"};
    return aligned(claim);
  }
  Verdict operator()(const Equal& claim) const { return equal(claim); }
  template <typename T>
  Verdict operator()(const T&) const {
    return Unknown{"strides does not decide '" + std::string(name(whole)) + "'"};
  }
};

}  // namespace

Verdict prove_by_strides(const Claim& claim) {
  if (auto proved = proved_by_stride_rule(claim)) return *std::move(proved);
  return std::visit(ByStrides{claim}, claim);
}

}  // namespace tileproof
