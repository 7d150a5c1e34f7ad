// Does a value, a count, a flag or a text that is wrong break a law?
#include "properties/layout_mutants_detail.hpp"

namespace tileproof::laws {
namespace {

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

std::vector<LayoutMutant> value_mutants() {
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
  };
}

}  // namespace tileproof::laws
