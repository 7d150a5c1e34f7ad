// Does a product, a quotient or a part of a layout that is done wrong break a law?
#include "properties/layout_mutants_detail.hpp"

namespace tileproof::laws {
namespace {

using Names = LayoutOperations::Names;

Result<Layout> product_swapped(const Layout& a, const Layout& b) { return product(b, a); }

// Forgets to make room for the inner layout by one bit.
Result<Layout> product_off_by_one(const Layout& a, const Layout& b) {
  const auto real = product(a, b);
  if (!real) return real;
  Words bases = bases_of(*real);
  std::size_t i = 0;
  for (const InDim& in : real->in_dims()) {
    const unsigned inner = a.has_in(in.name) ? a.in_bits(in.name) : 0;
    for (unsigned bit = 0; bit < in.bits; ++bit, ++i) {
      if (bit >= inner) bases[i] >>= 1;
    }
  }
  return with_bases(*real, bases);
}

// Starts from a size 1 dimension, so that nothing is neutral.
Result<Layout> product_with_a_dummy(const Layout& a, const Layout& b) {
  const auto start = product(*Layout::identity_1d(1, Name::of("dummy"), Name::of("dummy")), a);
  return start ? product(*start, b) : start;
}

// Puts the smaller factor inside, whatever was asked for.
Result<Layout> product_by_size(const Layout& a, const Layout& b) {
  return a.total_in_bits() > b.total_in_bits() ? product(b, a) : product(a, b);
}

// Looks at the divisor's own bases only, and drops what the others have in its field.
std::optional<Layout> divide_left_unchecked(const Layout& a, const Layout& b) {
  Word divisor_field = 0;
  for (std::size_t d = 0; d < a.out_dims().size(); ++d) {
    const auto in_b = b.find_out(a.out_dims()[d].name);
    if (in_b) divisor_field |= low_mask(b.out_dims()[*in_b].bits()) << a.field_shift(d);
  }
  Words bases = bases_of(a);
  std::size_t i = 0;
  for (const InDim& in : a.in_dims()) {
    for (unsigned bit = 0; bit < in.bits; ++bit, ++i) {
      if (!b.has_in(in.name) || bit >= b.in_bits(in.name)) bases[i] &= ~divisor_field;
    }
  }
  return divide_left(with_bases(a, bases), b);
}

std::optional<Layout> divide_right_from_the_left(const Layout& a, const Layout& b) {
  return divide_left(a, b);
}

// The seeds' class takes `dims` as one flat index, and so misses that two dimensions are exchanged.
Result<std::optional<Layout>> quotient_by_flat_index(const Layout& l, Names dims) {
  const auto flat = square_sublayout_is_identity(l, dims);
  if (!flat) return flat.error();
  const auto rest = *quotient_unchecked(l, dims);
  const auto real = quotient(l, dims);
  return *flat ? Result<std::optional<Layout>>(rest) : real;
}

Result<Layout> sublayout_of_the_first_bases(const Layout& l, Names ins, Names outs) {
  const auto real = sublayout(l, ins, outs);
  if (!real) return real;
  std::vector<Name> all;
  for (const InDim& in : l.in_dims()) all.push_back(in.name);
  Words bases = bases_of(*sublayout(l, all, outs));
  bases.resize(real->total_in_bits());
  return with_bases(*real, bases);
}

Result<Layout> concat_ins_swapped(const Layout& a, const Layout& b) { return concat_ins(b, a); }

Result<Layout> concat_outs_overlapping(const Layout& a, const Layout& b) {
  const auto real = concat_outs(a, b);
  if (!real) return real;
  Words bases = bases_of(a);
  for (std::size_t i = 0; i < bases.size(); ++i) bases[i] |= b.field_bases()[i];
  return with_bases(*real, bases);
}

}  // namespace

Result<std::optional<Layout>> quotient_unchecked(const Layout& l, LayoutOperations::Names dims) {
  std::vector<Name> ins;
  std::vector<Name> outs;
  for (const InDim& in : l.in_dims()) {
    if (std::ranges::find(dims, in.name) == dims.end()) ins.push_back(in.name);
  }
  for (const OutDim& out : l.out_dims()) {
    if (std::ranges::find(dims, out.name) == dims.end()) outs.push_back(out.name);
  }
  return std::optional(*sublayout(l, ins, outs));
}

std::vector<LayoutMutant> product_mutants() {
  return {
      {"product with the factors swapped",
       {.product = product_swapped},
       {"L13", "L14", "L15", "L16"}},
      {"product off by one bit", {.product = product_off_by_one}, {"L13", "L14", "L15"}},
      {"product with a dummy dimension", {.product = product_with_a_dummy}, {"L12"}},
      {"product with the larger factor outside",
       {.product = product_by_size},
       {"L11", "L13", "L14", "L15"}},
      {"left division without a check", {.divide_left = divide_left_unchecked}, {"L16"}},
      {"right division from the left",
       {.divide_right = divide_right_from_the_left},
       {"L15", "L16"}},
      {"quotient without a check", {.quotient = quotient_unchecked}, {"L17"}},
      {"quotient by flat index", {.quotient = quotient_by_flat_index}, {"L17"}},
      {"sublayout of the wrong bases", {.sublayout = sublayout_of_the_first_bases}, {"L18"}},
      {"concatenation in the wrong order", {.concat_ins = concat_ins_swapped}, {"L19"}},
      {"concatenation without a shift", {.concat_outs = concat_outs_overlapping}, {"L19"}},
  };
}

}  // namespace tileproof::laws
