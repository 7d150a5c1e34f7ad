// Which laws does the algebra of linear layouts keep?  Each law is one predicate with a number and
// a sentence.  The operations that it uses are a parameter, so that a test can put a wrong one in
// their place and see that the law notices (mutants.hpp).  Values are compared by name through
// meaning.hpp, a second evaluation that shares no code with core/.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "core/linear_layout.hpp"
#include "properties/law.hpp"

namespace tileproof::laws {

struct LayoutOperations {
  using Names = std::span<const Name>;
  using Dims = std::span<const NamedValue>;

  Word (*apply_flat)(const LinearLayout&, Word) = [](const LinearLayout& layout, Word index) {
    return layout.apply_flat(index);
  };
  bool (*is_surjective)(const LinearLayout&) = [](const LinearLayout& layout) {
    return layout.is_surjective();
  };
  bool (*is_injective)(const LinearLayout&) = [](const LinearLayout& layout) {
    return layout.is_injective();
  };
  bool (*is_invertible)(const LinearLayout&) = [](const LinearLayout& layout) {
    return layout.is_invertible();
  };
  std::string (*print)(const LinearLayout&) = [](const LinearLayout& layout) {
    return layout.to_string();
  };
  Result<LinearLayout> (*make)(std::span<const NamedBases>,
                               std::span<const OutDim>) = LinearLayout::make;
  bool (*equal_up_to_order)(const LinearLayout&,
                            const LinearLayout&) = tileproof::equal_up_to_order;

  Result<LinearLayout> (*product)(const LinearLayout&, const LinearLayout&) = tileproof::product;
  std::optional<LinearLayout> (*divide_left)(const LinearLayout&,
                                             const LinearLayout&) = tileproof::divide_left;
  std::optional<LinearLayout> (*divide_right)(const LinearLayout&,
                                              const LinearLayout&) = tileproof::divide_right;
  Result<std::optional<LinearLayout>> (*quotient)(const LinearLayout&, Names) = tileproof::quotient;
  Result<LinearLayout> (*sublayout)(const LinearLayout&, Names, Names) = tileproof::sublayout;

  Result<LinearLayout> (*transpose_ins)(const LinearLayout&, Names) = tileproof::transpose_ins;
  Result<LinearLayout> (*transpose_outs)(const LinearLayout&, Names) = tileproof::transpose_outs;
  LinearLayout (*flatten_ins)(const LinearLayout&) = tileproof::flatten_ins;
  LinearLayout (*flatten_outs)(const LinearLayout&) = tileproof::flatten_outs;
  Result<LinearLayout> (*reshape_ins)(const LinearLayout&, Dims) = tileproof::reshape_ins;
  Result<LinearLayout> (*reshape_outs)(const LinearLayout&, Dims) = tileproof::reshape_outs;
  Result<LinearLayout> (*resize_in)(const LinearLayout&, Name, Word) = tileproof::resize_in;
  Result<LinearLayout> (*resize_out)(const LinearLayout&, Name, Word) = tileproof::resize_out;
  Result<LinearLayout> (*concat_ins)(const LinearLayout&,
                                     const LinearLayout&) = tileproof::concat_ins;
  Result<LinearLayout> (*concat_outs)(const LinearLayout&,
                                      const LinearLayout&) = tileproof::concat_outs;
  LinearLayout (*remove_zero_bases)(const LinearLayout&, Name) = tileproof::remove_zero_bases;
  LinearLayout (*rename_in)(const LinearLayout&, Name, Name) = tileproof::rename_in;
  LinearLayout (*rename_out)(const LinearLayout&, Name, Name) = tileproof::rename_out;
  Result<LinearLayout> (*identity_standard_nd)(Name, std::span<const Word>, std::span<const Word>) =
      tileproof::identity_standard_nd;

  Result<LinearLayout> (*compose)(const LinearLayout&, const LinearLayout&) = tileproof::compose;
  Result<LinearLayout> (*invert)(const LinearLayout&) = tileproof::invert;
  Result<LinearLayout> (*pseudoinvert)(const LinearLayout&) = tileproof::pseudoinvert;
  Result<LinearLayout> (*invert_and_compose)(const LinearLayout&,
                                             const LinearLayout&) = tileproof::invert_and_compose;
  Result<LinearLayout> (*minimal_conversion)(const LinearLayout&,
                                             const LinearLayout&) = tileproof::minimal_conversion;
  std::vector<NamedValue> (*free_variable_masks)(const LinearLayout&) =
      tileproof::free_variable_masks;
  Word (*num_consecutive_in_out)(const LinearLayout&) = tileproof::num_consecutive_in_out;
  Word (*largest_vectorization)(const LinearLayout&,
                                Name,
                                Name,
                                Word) = tileproof::largest_vectorization;
};

using Layout = LinearLayout;
using Ops = LayoutOperations;

// ---- Values and flags (layout_laws_values.cpp)

// L1. The value at a place is the XOR of the bases that the place selects.
LawResult value_is_the_xor_of_bases(const Layout& l, const Ops& ops = {});
// L2. A layout made again from its bases is the same layout.
LawResult rebuilding_from_bases_gives_back(const Layout& l, const Ops& ops = {});
// L3. What is printed can be read back: each basis, each size, each name.
LawResult printing_shows_each_basis(const Layout& l, const Ops& ops = {});
// L4. Two layouts are equal up to order iff they are the same function of named coordinates.
LawResult equality_up_to_order_is_equality_of_functions(const Layout& a,
                                                        const Layout& b,
                                                        const Ops& ops = {});
// L5. A layout is surjective iff each value is reached.  (Exhaustive.)
LawResult surjective_means_each_value_is_reached(const Layout& l, const Ops& ops = {});
// L6. A layout is injective iff no two places have one value.  (Exhaustive.)
LawResult injective_means_no_two_places_collide(const Layout& l, const Ops& ops = {});
// L7. A layout is invertible iff it is injective and surjective.
LawResult invertible_means_injective_and_surjective(const Layout& l, const Ops& ops = {});
// L8. The free variables are zero iff the layout is injective; an index without them reaches each
// value
//     just once; and each depends on earlier bits only.  (Exhaustive.)
LawResult free_variables_are_the_redundant_bits(const Layout& l, const Ops& ops = {});
// L9. n = num_consecutive_in_out is the largest power of two such that adding k < n to a multiple
// of n in
//     the first in-dim adds k in the first out-dim and nothing elsewhere.  (Exhaustive.)
LawResult consecutive_values_are_counted(const Layout& l, const Ops& ops = {});
// L10. v = largest_vectorization is the largest power of two <= max such that some log2(v) bits of
// `in`,
//      taken as a number k, add k to offsets that are multiples of v.  (Exhaustive.)
LawResult vectors_are_the_widest(const Layout& l, Name in, Name out, Word max, const Ops& ops = {});

// ---- Products, quotients, parts (layout_laws_products.cpp)

// L11. product(product(a, b), c) = product(a, product(b, c)), where dimension orders allow both.
LawResult product_is_associative(const Layout& a,
                                 const Layout& b,
                                 const Layout& c,
                                 const Ops& ops = {});
// L12. The layout of no dimensions is neutral for product, on both sides.
LawResult product_has_a_neutral_layout(const Layout& a, const Ops& ops = {});
// L13. product(a, b) at x + |a| y is a(x) + |a| b(y), in each dimension.
LawResult product_acts_on_low_and_high_parts(const Layout& a, const Layout& b, const Ops& ops = {});
// L14. divide_left(product(a, b), a) is b.
LawResult left_division_undoes_product(const Layout& a, const Layout& b, const Ops& ops = {});
// L15. divide_right(product(a, b), b) is a.
LawResult right_division_undoes_product(const Layout& a, const Layout& b, const Ops& ops = {});
// L16. What a division gives is a factor: product(b, divide_left(a, b)) = a, and so on the right.
LawResult a_quotient_is_a_factor(const Layout& a, const Layout& b, const Ops& ops = {});
// L17. quotient(l, dims) exists iff l keeps the coordinates `dims` and uses them for nothing else;
// then
//      its product with their identities is l.
LawResult quotient_leaves_out_identities(const Layout& l,
                                         std::span<const Name> dims,
                                         const Ops& ops = {});
// L18. The sublayout is the layout where the other in-dims are 0 and the other out-dims are
// ignored.
LawResult sublayout_is_the_restriction(const Layout& l,
                                       std::span<const Name> ins,
                                       std::span<const Name> outs,
                                       const Ops& ops = {});
// L19. Cut after the first `ins` in-dims (or `outs` out-dims), the parts concatenate to the whole.
LawResult parts_concatenate_to_the_whole(const Layout& l,
                                         std::size_t ins,
                                         std::size_t outs,
                                         const Ops& ops = {});

// ---- Reshapes (layout_laws_reshapes.cpp)

// L20. Transposing changes the order of dimensions and no value, and can be undone.
LawResult transposing_changes_no_value(const Layout& l,
                                       std::span<const Name> ins,
                                       std::span<const Name> outs,
                                       const Ops& ops = {});
// L21. Reshaping keeps the map from flat index to flat value, and can be undone.
LawResult reshaping_keeps_the_flat_map(const Layout& l,
                                       std::span<const NamedValue> ins,
                                       std::span<const NamedValue> outs,
                                       const Ops& ops = {});
// L22. Flattening is reshaping to one dimension under the first name.
LawResult flattening_is_reshaping_to_one_dim(const Layout& l, const Ops& ops = {});
// L23. resize_in restricts the layout to indices below the size.
LawResult resize_in_restricts(const Layout& l, Name in, Word size, const Ops& ops = {});
// L24. resize_out keeps the bases' coordinates below the size, and makes the others 0.
LawResult resize_out_clears_large_coordinates(const Layout& l,
                                              Name out,
                                              Word size,
                                              const Ops& ops = {});
// L25. remove_zero_bases leaves the other bases in their order, and none that is zero.
LawResult remove_zero_bases_keeps_the_others(const Layout& l, Name in, const Ops& ops = {});
// L26. Renaming a dimension changes its name and nothing else.
LawResult renaming_only_renames(const Layout& l, Name in, Name out, const Ops& ops = {});
// L27. identity_standard_nd counts through the shape, order[0] fastest.
LawResult standard_identity_counts_in_order(std::span<const Word> shape,
                                            std::span<const Word> order,
                                            const Ops& ops = {});

// ---- Composition and inverses (layout_laws_inverses.cpp)

// L28. compose(f, g)(x) = g(f(x)).
LawResult compose_is_function_composition(const Layout& f, const Layout& g, const Ops& ops = {});
// L29. compose is associative.
LawResult compose_is_associative(const Layout& f,
                                 const Layout& g,
                                 const Layout& h,
                                 const Ops& ops = {});
// L30. invert exists iff the layout is invertible, and invert(invert(l)) = l.
LawResult inverting_twice_gives_back(const Layout& l, const Ops& ops = {});
// L31. invert(l)(l(x)) = x and l(invert(l)(y)) = y.
LawResult a_layout_and_its_inverse_cancel(const Layout& l, const Ops& ops = {});
// L32. l(pseudoinvert(l)(y)) = y; it exists iff l is surjective.
LawResult pseudoinverse_is_a_right_inverse(const Layout& l, const Ops& ops = {});
// L33. pseudoinvert uses no free variable.
LawResult pseudoinverse_uses_no_free_variable(const Layout& l, const Ops& ops = {});
// L34. b(invert_and_compose(a, b)(x)) = a(x).
LawResult conversion_finds_the_same_values(const Layout& a, const Layout& b, const Ops& ops = {});
// L35. invert_and_compose(a, b) maps an in-dim with the same bases in both to itself alone.
LawResult conversion_keeps_equal_dims(const Layout& a, const Layout& b, const Ops& ops = {});
// L36. invert_and_compose(a, b) fails only where b lacks a value of a.
LawResult conversion_exists_where_values_do(const Layout& a, const Layout& b, const Ops& ops = {});
// L37. minimal_conversion(b, a), with the identities that it left out, is invert_and_compose(a, b);
// and
//      the last shared in-dims that could still be left out are none.
LawResult minimal_conversion_leaves_out_identities(const Layout& b,
                                                   const Layout& a,
                                                   const Ops& ops = {});

}  // namespace tileproof::laws
