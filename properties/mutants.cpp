#include "properties/mutants.hpp"

#include <algorithm>
#include <ranges>

namespace tileproof::laws {
namespace {

using Names = LayoutOperations::Names;
using Dims = LayoutOperations::Dims;
using Words = std::vector<Word>;

Words bases_of(const Layout& l) { return {l.field_bases().begin(), l.field_bases().end()}; }

Layout with_bases(const Layout& l, const Words& bases) {
  return Layout::from_fields(l.in_dims(), l.out_dims(), bases);
}

Word or_of_columns(std::span<const Word> columns, Word x) {
  Word y = 0;
  for (std::size_t i = 0; i < columns.size(); ++i) {
    if ((x >> i & 1) != 0) y |= columns[i];
  }
  return y;
}

Word reversed(Word bits, std::size_t count) {
  Word result = 0;
  for (std::size_t i = 0; i < count; ++i) result |= (bits >> i & 1) << (count - 1 - i);
  return result;
}

// The layout with its flat index counted from the other end: what was chosen first is chosen last.
Layout backwards(const Layout& l) {
  std::vector<InDim> ins(l.in_dims().begin(), l.in_dims().end());
  std::ranges::reverse(ins);
  Words bases = bases_of(l);
  std::ranges::reverse(bases);
  return Layout::from_fields(ins, l.out_dims(), bases);
}

Words columns_with_last_cleared(Words columns) {
  if (!columns.empty()) columns.back() = 0;
  return columns;
}

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

// ---- Wrong products

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

Result<std::optional<Layout>> quotient_unchecked(const Layout& l, Names dims) {
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

// ---- Wrong reshapes

Result<Layout> transpose_ins_without_bases(const Layout& l, Names order) {
  const auto real = transpose_ins(l, order);
  return real ? with_bases(*real, bases_of(l)) : real;
}

Result<Layout> transpose_outs_without_bases(const Layout& l, Names order) {
  const auto real = transpose_outs(l, order);
  return real ? with_bases(*real, bases_of(l)) : real;
}

// Reshapes from major to minor, as NumPy would.
Result<Layout> reshape_ins_major_first(const Layout& l, Dims dims) {
  std::vector<NamedValue> turned(dims.rbegin(), dims.rend());
  const auto real = reshape_ins(l, turned);
  if (!real) return real;
  std::vector<Name> order;
  for (const auto& [name, size] : dims) order.push_back(name);
  return transpose_ins(*real, order);
}

Result<Layout> reshape_outs_major_first(const Layout& l, Dims dims) {
  std::vector<NamedValue> turned(dims.rbegin(), dims.rend());
  const auto real = reshape_outs(l, turned);
  if (!real) return real;
  std::vector<Name> order;
  for (const auto& [name, size] : dims) order.push_back(name);
  return transpose_outs(*real, order);
}

Layout flatten_ins_backwards(const Layout& l) { return flatten_ins(backwards(l)); }

Layout flatten_outs_under_the_last_name(const Layout& l) {
  const Layout flat = flatten_outs(l);
  const OutDim out{l.out_dims().back().name, flat.total_out_size()};
  return Layout::from_fields(l.in_dims(), {&out, 1}, flat.field_bases());
}

Result<Layout> resize_in_keeps_the_high_bits(const Layout& l, Name in, Word size) {
  const auto real = resize_in(l, in, size);
  if (!real) return real;
  Words bases;
  for (std::size_t i = 0; i < l.in_dims().size(); ++i) {
    const auto part = l.field_bases(i).last(real->in_dims()[i].bits);
    bases.insert(bases.end(), part.begin(), part.end());
  }
  return with_bases(*real, bases);
}

Result<Layout> resize_out_wraps(const Layout& l, Name out, Word size) {
  const auto real = resize_out(l, out, size);
  if (!real) return real;
  std::vector<NamedBases> bases;
  for (const InDim& in : l.in_dims()) {
    auto& next = bases.emplace_back(NamedBases{in.name, {}});
    for (unsigned bit = 0; bit < in.bits; ++bit) {
      auto& image = next.bases.emplace_back();
      for (const OutDim& dim : real->out_dims()) {
        image.push_back(l.basis(in.name, bit, dim.name) % dim.size);
      }
    }
  }
  return Layout::make(bases, real->out_dims());
}

Layout remove_zero_bases_everywhere(const Layout& l, Name) {
  Layout rest = l;
  for (const InDim& in : l.in_dims()) rest = remove_zero_bases(rest, in.name);
  return rest;
}

Layout rename_in_to_the_end(const Layout& l, Name from, Name to) {
  const Layout real = rename_in(l, from, to);
  std::vector<Name> order;
  for (const InDim& in : real.in_dims()) {
    if (in.name != to) order.push_back(in.name);
  }
  order.push_back(to);
  return *transpose_ins(real, order);
}

Result<Layout> standard_identity_without_order(Name in,
                                               std::span<const Word> shape,
                                               std::span<const Word>) {
  Words ascending;
  for (Word i = 0; i < shape.size(); ++i) ascending.push_back(i);
  return identity_standard_nd(in, shape, ascending);
}

// ---- Wrong compositions and inverses

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

// ---- Wrong counts, flags and texts

// Counts bases instead of independent bases.
bool surjective_by_counting(const Layout& l) {
  return std::ranges::count_if(l.field_bases(), [](Word basis) { return basis != 0; }) >=
         static_cast<std::ptrdiff_t>(l.total_out_bits());
}

// Compares bases pairwise: 1, 2, 3 pass.
bool injective_by_pairs(const Layout& l) {
  Words bases = bases_of(l);
  std::ranges::sort(bases);
  return std::ranges::find(bases, Word{0}) == bases.end() &&
         std::ranges::adjacent_find(bases) == bases.end();
}

std::vector<NamedValue> free_variables_last_first(const Layout& l) {
  Word free = reversed(f2::Solver(backwards(l).field_bases()).free_columns(), l.total_in_bits());
  std::vector<NamedValue> masks;
  for (const InDim& in : l.in_dims()) {
    masks.emplace_back(in.name, free & low_mask(in.bits));
    free >>= in.bits;
  }
  return masks;
}

Word consecutive_without_the_others(const Layout& l) {
  const auto front = l.field_bases(0);
  unsigned bits = 0;
  while (bits < front.size() && bits < l.out_dims().front().bits() &&
         front[bits] == Word{1} << bits) {
    ++bits;
  }
  return Word{1} << bits;
}

// Looks only where the vector's registers already stand in front.
Word vectorization_without_moving(const Layout& l, Name in, Name out, Word max) {
  const auto registers = l.field_bases(*l.find_in(in));
  const unsigned shift = l.field_shift(*l.find_out(out));
  unsigned bits = 0;
  while (bits < registers.size() && Word{2} << bits <= max &&
         registers[bits] == Word{1} << (shift + bits)) {
    ++bits;
  }
  return Word{1} << bits;
}

Word apply_with_or(const Layout& l, Word x) { return or_of_columns(l.field_bases(), x); }

bool equal_by_dimensions(const Layout& a, const Layout& b) {
  return a.total_in_bits() == b.total_in_bits() && a.total_out_bits() == b.total_out_bits();
}

bool equal_only_in_order(const Layout& a, const Layout& b) { return a == b; }

std::string print_without_last_basis(const Layout& l) {
  std::string text = l.to_string();
  const auto end = text.rfind("\nwhere");
  if (end == std::string::npos) return text;
  return text.erase(text.rfind('\n', end - 1), end - text.rfind('\n', end - 1));
}

Result<Layout> make_without_last_basis(std::span<const NamedBases> ins,
                                       std::span<const OutDim> outs) {
  const auto real = Layout::make(ins, outs);
  return real ? with_bases(*real, columns_with_last_cleared(bases_of(*real))) : real;
}

// A square layout need not be invertible.
bool invertible_by_size(const Layout& l) { return l.total_in_bits() == l.total_out_bits(); }

}  // namespace

std::vector<LayoutMutant> layout_mutants() {
  return {
      {"apply with OR for XOR", {.apply_flat = apply_with_or}, {"L1"}},
      {"make that drops a basis", {.make = make_without_last_basis}, {"L2"}},
      {"printing that drops a basis", {.print = print_without_last_basis}, {"L3"}},
      {"equality of sizes", {.equal_up_to_order = equal_by_dimensions}, {"L4"}},
      {"equality in order", {.equal_up_to_order = equal_only_in_order}, {"L4"}},
      {"surjectivity by counting bases", {.is_surjective = surjective_by_counting}, {"L5"}},
      {"injectivity by pairs of bases", {.is_injective = injective_by_pairs}, {"L6"}},
      {"invertibility by size", {.is_invertible = invertible_by_size}, {"L7"}},
      {"free variables chosen last", {.free_variable_masks = free_variables_last_first}, {"L8"}},
      {"consecutive values without a look at other bases",
       {.num_consecutive_in_out = consecutive_without_the_others},
       {"L9"}},
      {"vectors only of registers in order",
       {.largest_vectorization = vectorization_without_moving},
       {"L10"}},
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
      {"transpose_ins that forgets the bases",
       {.transpose_ins = transpose_ins_without_bases},
       {"L20"}},
      {"transpose_outs that forgets the bases",
       {.transpose_outs = transpose_outs_without_bases},
       {"L20"}},
      {"reshape_ins from the major side", {.reshape_ins = reshape_ins_major_first}, {"L21"}},
      {"reshape_outs from the major side", {.reshape_outs = reshape_outs_major_first}, {"L21"}},
      {"flatten_ins backwards", {.flatten_ins = flatten_ins_backwards}, {"L22"}},
      {"flatten_outs under the last name",
       {.flatten_outs = flatten_outs_under_the_last_name},
       {"L22"}},
      {"resize_in that keeps the high bits", {.resize_in = resize_in_keeps_the_high_bits}, {"L23"}},
      {"resize_out that wraps around", {.resize_out = resize_out_wraps}, {"L24"}},
      {"zero bases removed everywhere",
       {.remove_zero_bases = remove_zero_bases_everywhere},
       {"L25"}},
      {"rename_in that moves the dimension", {.rename_in = rename_in_to_the_end}, {"L26"}},
      {"standard identity without its order",
       {.identity_standard_nd = standard_identity_without_order},
       {"L27"}},
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
