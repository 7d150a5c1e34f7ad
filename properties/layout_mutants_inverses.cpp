// Does a composition or an inverse that is done wrong break a law?
#include "properties/layout_mutants_detail.hpp"

namespace tileproof::laws {
namespace {

// invert_and_compose(a, b) by solving for each basis, whatever the in-dims' names are.
Result<Layout> solve_everything(const Layout& a, const Layout& b) {
  std::vector<InDim> ins;
  for (std::size_t i = 0; i < b.in_dims().size(); ++i) {
    ins.push_back({Name::of("hidden" + std::to_string(i)), b.in_dims()[i].bits});
  }
  const auto hidden = Layout::from_fields(ins, b.out_dims(), b.field_bases());
  const auto found = invert_and_compose(a, hidden);
  if (!found) return found.error();
  std::vector<OutDim> outs;
  for (const InDim& in : b.in_dims()) outs.push_back({in.name, in.size()});
  return Layout::from_fields(a.in_dims(), outs, found->field_bases());
}

Result<Layout> compose_with_or(const Layout& f, const Layout& g) {
  const auto real = compose(f, g);
  if (!real) return real;
  std::vector<Name> order;
  for (const InDim& in : g.in_dims()) order.push_back(in.name);
  const auto ordered = *transpose_outs(f, order);
  if (ordered.total_out_bits() != g.total_in_bits()) return real;
  Words bases;
  for (const Word basis : ordered.field_bases()) {
    bases.push_back(or_of_columns(g.field_bases(), basis));
  }
  return with_bases(*real, bases);
}

// Takes dimensions by position instead of by name.
Result<Layout> compose_by_position(const Layout& f, const Layout& g) {
  if (f.out_dims().size() != g.in_dims().size()) return compose(f, g);
  std::vector<OutDim> outs;
  for (std::size_t i = 0; i < f.out_dims().size(); ++i) {
    outs.push_back({g.in_dims()[i].name, f.out_dims()[i].size});
    if (outs.back().size > g.in_dims()[i].size()) return compose(f, g);
  }
  return compose(Layout::from_fields(f.in_dims(), outs, f.field_bases()), g);
}

// Looks at how the inner layout is written, not only at what it means.
Result<Layout> compose_that_adds_a_bit(const Layout& f, const Layout& g) {
  const auto real = compose(f, g);
  if (!real || f.total_in_bits() == 0 || g.total_out_bits() == 0) return real;
  Words bases = bases_of(*real);
  if (f.field_bases()[0] == 1) bases[0] ^= 1;
  return with_bases(*real, bases);
}

Result<Layout> invert_without_a_column(const Layout& l) {
  const auto real = invert(l);
  return real ? with_bases(*real, columns_with_last_cleared(bases_of(*real))) : real;
}

// The transpose inverts orthogonal matrices, permutations among them, and no others.
Result<Layout> invert_by_transposing(const Layout& l) {
  const auto real = invert(l);
  if (!real) return real;
  return with_bases(*real, f2::transpose({l.total_out_bits(), bases_of(l)}).columns);
}

Result<Layout> pseudoinvert_without_a_column(const Layout& l) {
  const auto real = pseudoinvert(l);
  return real ? with_bases(*real, columns_with_last_cleared(bases_of(*real))) : real;
}

// Chooses the last possible bits instead of the first.
Result<Layout> pseudoinvert_last_first(const Layout& l) {
  const auto found = pseudoinvert(backwards(l));
  if (!found) return found;
  std::vector<Name> order;
  for (const InDim& in : l.in_dims()) order.push_back(in.name);
  Words bases;
  std::vector<OutDim> outs;
  for (const InDim& in : l.in_dims()) outs.push_back({in.name, in.size()});
  for (const Word basis : found->field_bases()) bases.push_back(reversed(basis, l.total_in_bits()));
  return Layout::from_fields(found->in_dims(), outs, bases);
}

Result<Layout> conversion_the_other_way(const Layout& a, const Layout& b) {
  return invert_and_compose(b, a);
}

Result<Layout> conversion_without_a_column(const Layout& a, const Layout& b) {
  const auto real = invert_and_compose(a, b);
  return real ? with_bases(*real, columns_with_last_cleared(bases_of(*real))) : real;
}

Result<Layout> conversion_only_if_surjective(const Layout& a, const Layout& b) {
  if (!b.is_surjective()) return Error{ErrorCode::kNotSolvable, "b is not surjective"};
  return invert_and_compose(a, b);
}

// Leaves out the last in-dim without a look at it.
Result<Layout> minimal_conversion_unchecked(const Layout& src, const Layout& dst) {
  const auto real = minimal_conversion(src, dst);
  if (!real || real->in_dims().empty()) return real;
  const Name last = real->in_dims().back().name;
  return real->has_out(last) ? Result<Layout>(**quotient_unchecked(*real, {&last, 1})) : real;
}

Result<Layout> minimal_conversion_of_nothing(const Layout& src, const Layout& dst) {
  return invert_and_compose(dst, src);
}

}  // namespace

std::vector<LayoutMutant> inverse_mutants() {
  return {
      {"compose with OR for XOR", {.compose = compose_with_or}, {"L28", "L29"}},
      {"compose by position", {.compose = compose_by_position}, {"L28"}},
      {"compose that adds a bit", {.compose = compose_that_adds_a_bit}, {"L28", "L29"}},
      {"inverse without a column", {.invert = invert_without_a_column}, {"L30", "L31"}},
      {"inverse by transposing", {.invert = invert_by_transposing}, {"L31"}},
      {"pseudoinverse without a column", {.pseudoinvert = pseudoinvert_without_a_column}, {"L32"}},
      {"pseudoinverse of the last bits", {.pseudoinvert = pseudoinvert_last_first}, {"L33"}},
      {"conversion the other way",
       {.invert_and_compose = conversion_the_other_way},
       {"L34", "L36"}},
      {"conversion without a column",
       {.invert_and_compose = conversion_without_a_column},
       {"L34", "L35"}},
      {"conversion blind to equal in-dims", {.invert_and_compose = solve_everything}, {"L35"}},
      {"conversion of surjective layouts only",
       {.invert_and_compose = conversion_only_if_surjective},
       {"L36"}},
      {"minimal conversion without a check",
       {.minimal_conversion = minimal_conversion_unchecked},
       {"L37"}},
      {"minimal conversion that leaves out nothing",
       {.minimal_conversion = minimal_conversion_of_nothing},
       {"L37"}},
  };
}

}  // namespace tileproof::laws
