// evaluate() over the algebras of core/.
#include "core/affine_algebra.hpp"
#include "core/checked_algebra.hpp"
#include "core/exact_algebra.hpp"
#include "core/f2_algebra.hpp"
#include "core/interval_algebra.hpp"
#include "encodings/index_map/evaluate.hpp"

namespace tileproof {

template Words<F2> evaluate(const F2&, const IndexMap&, std::span<const F2Word>);
template Words<Affine> evaluate(const Affine&, const IndexMap&, std::span<const AffineWord>);
template Words<Interval> evaluate(const Interval&, const IndexMap&, std::span<const IntervalWord>);
template Words<Checked> evaluate(const Checked&, const IndexMap&, std::span<const CheckedWord>);
template Words<Exact> evaluate(const Exact&, const IndexMap&, std::span<const Exact::Word>);

}  // namespace tileproof
