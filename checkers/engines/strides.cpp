// Questions about maps that are sums of stride * digit: padding over nested powers of two, strides
// that are no powers of two, and XORs below them.  No solver, and one copy of the layout only.
#include <algorithm>

#include "checkers/engines/engines.hpp"
#include "checkers/engines/parametric_strides.hpp"
#include "checkers/engines/stride_form.hpp"
#include "checkers/engines/stride_rules.hpp"
#include "checkers/engines/stride_sets.hpp"
#include "core/f2.hpp"

namespace tileproof {
namespace {

constexpr Word kLargestSum = Word{1} << 61;

using Terms = AffineWord::Terms;

Open not_affine(const std::string& reason) {
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
Answer collision(const IndexMap& map,
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
  return Broken{std::move(x), false};
}

// An input that the sum does not depend on, as a pair of points.
std::optional<Answer> ignored_input(const IndexMap& map, const StrideForm& form) {
  std::vector<Word> parities;
  std::vector<bool> has_digit(map.axes().size(), false);
  for (const auto& term : form.sum.terms()) {
    if (term.parity != 0) parities.push_back(term.parity);
    if (term.parity == 0) has_digit[term.digit] = true;
  }
  std::vector<Word> later(map.axes().size());
  std::vector<Word> earlier(map.axes().size());
  for (std::size_t i = 0; i < later.size(); ++i) later[i] = earlier[i] = map.axes()[i].first;
  const auto report = [&]() -> Answer {
    std::vector<Word> at(later.rbegin(), later.rend());
    at.insert(at.end(), earlier.rbegin(), earlier.rend());
    return Broken{std::move(at), false};
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

Answer injective(const IndexMap& map, const StrideForm& form) {
  if (auto ignored = ignored_input(map, form)) return *ignored;
  if (!form.is_independent) return not_affine("its parities depend on each other");
  if (static_cast<Word>(form.sum.largest() - form.sum.smallest()) > kLargestSum) {
    return Open{"the offsets exceed 2^61"};
  }
  const StrideAnswer answer = decide_injective(modes_of(form.sum.terms()));
  switch (answer.kind) {
    case StrideAnswer::Kind::kInjective:
      return Yes{};
    case StrideAnswer::Kind::kCollides:
      return collision(map, form, answer.difference);
    case StrideAnswer::Kind::kUndecided:
      break;
  }
  return Open{"the search over differences of strides was given up"};
}

// Of one offset, up to its largest value or below a size that the values keep to.
Answer covers(const Covers& asked, const StrideForm& form) {
  if (!form.is_independent) return not_affine("its parities depend on each other");
  if (asked.image || asked.map.out_axes().size() > 1) {
    return Open{"strides decides what is covered for one output only"};
  }
  if (form.sum.smallest() < 0) return Open{"offsets below 0"};
  const auto largest = static_cast<Word>(form.sum.largest());
  std::optional<Word> gap;
  if (form.sum.smallest() != 0) {
    gap = 0;
  } else {
    gap = first_gap(modes_of(form.sum.terms()));
    if (!gap && asked.sizes[0] && largest + 1 < *asked.sizes[0]) gap = largest + 1;
  }
  if (!gap) return Yes{};
  Missing missing{{*gap}, std::nullopt, {}, {}};
  if (!asked.sizes[0]) missing.largest = largest;
  // Strides up to the gap cannot sum up to it, and each larger one leads beyond it.
  missing.argument = [form, gap = *gap, largest] {
    if (form.sum.smallest() > 0 || gap > largest) return true;
    Word below = 0;
    for (const StrideMode& mode : modes_of(form.sum.terms())) {
      if (mode.stride <= gap) below += mode.stride * (mode.size - 1);
    }
    return below < gap && gap < largest;
  };
  return missing;
}

Answer below(const Below& asked, const StrideForm& form) {
  if (!asked.bounds[0]) return Yes{};
  // No sum reaches 2^62.
  const auto bound = static_cast<std::int64_t>(std::min(*asked.bounds[0], Word{1} << 62));
  if (form.sum.smallest() >= 0 && form.sum.largest() < bound) return Yes{};
  if (!form.is_independent) return not_affine("its parities depend on each other");
  const bool below_zero = form.sum.smallest() < 0;
  PointBuilder extreme(asked.map, form);
  for (const auto& term : form.sum.terms()) {
    extreme.set(term, (term.coefficient > 0) != below_zero ? term.largest : 0);
  }
  return Broken{extreme.build(), false};
}

Answer multiple(const Multiple& asked, const StrideForm& form) {
  if (asked.unit > kLargestSum) return Open{"the unit exceeds 2^61"};
  const auto unit = static_cast<std::int64_t>(asked.unit);
  const auto& terms = form.sum.terms();
  const bool all =
      std::ranges::all_of(terms, [&](const auto& term) { return term.coefficient % unit == 0; });
  if (all && form.sum.constant() % unit == 0) return Yes{};
  if (!form.is_independent) return not_affine("its parities depend on each other");
  PointBuilder point(asked.map, form);
  bool chosen = form.sum.constant() % unit != 0;
  for (const auto& term : terms) {
    const bool take = !chosen && term.coefficient % unit != 0;
    point.set(term, take ? 1 : 0);
    chosen = chosen || take;
  }
  return Broken{point.build(), false};
}

Answer same(const Same& asked) {
  StrideForm form;
  if (asked.one.has_parameters()) return not_affine("it has parameters");
  const auto inputs = stride_inputs(asked.one, form);
  const std::span<const AffineWord> at(inputs.data(), inputs.size());
  const auto a = evaluate(Affine{}, asked.one, at);
  const auto b = evaluate(Affine{}, asked.two, at);
  for (std::size_t k = 0; k < a.size(); ++k) {
    for (const AffineWord* word : {&a[k], &b[k]}) {
      if (!word->is_affine()) return not_affine(word->reason());
    }
    if (a[k] == b[k]) continue;
    return Open{"the sums of strides differ; where the layouts differ is left to others"};
  }
  return Yes{};
}

template <typename Decide>
Answer if_affine(const IndexMap& map, const Decide& decide) {
  const StrideForm form = stride_form(map);
  if (!form.sum.is_affine()) return not_affine(form.sum.reason());
  return decide(form);
}

struct ByStrides {
  Answer operator()(const Determines& asked) const {
    if (!asked.is_injectivity()) return Open{"strides decides injectivity only"};
    if (asked.f.has_parameters()) return decide_by_parametric_strides(asked.f);
    return if_affine(asked.f, [&](const auto& form) { return injective(asked.f, form); });
  }
  Answer operator()(const Covers& asked) const {
    return if_affine(asked.map, [&](const auto& form) { return covers(asked, form); });
  }
  Answer operator()(const Below& asked) const {
    if (asked.map.out_axes().size() > 1) return Open{"strides decides one offset only"};
    return if_affine(asked.map, [&](const auto& form) { return below(asked, form); });
  }
  Answer operator()(const Multiple& asked) const {
    if (asked.map.out_axes().size() > 1) return Open{"strides decides one offset only"};
    return if_affine(asked.map, [&](const auto& form) { return multiple(asked, form); });
  }
  Answer operator()(const Same& asked) const { return same(asked); }
  template <typename Formulas>
  Answer operator()(const Formulas& /*asked*/) const {
    return Open{"strides does not decide formulas"};
  }
};

}  // namespace

Answer decide_by_strides(const Question& question) {
  if (follows_by_stride_rule(question)) return Yes{};
  return std::visit(ByStrides{}, question.form);
}

}  // namespace tileproof
