// Which laws does CuTe's algebra of layouts keep?  Each is one predicate; its sentence stands in
// its row (law_rows.cpp).  What an operation is for is said on all elements by naive.hpp, which
// shares no code with the operations.  The operations are a parameter, so that a test can put a
// wrong one in their place and see that the law notices.
//
// An operation may refuse its operands, and it may say of its own answer, by an obligation that
// does not hold, that CuTe's answer is wrong.  Then the law does not apply.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "encodings/cute/coalesce.hpp"
#include "encodings/cute/complement.hpp"
#include "encodings/cute/composition.hpp"
#include "encodings/cute/coordinates.hpp"
#include "encodings/cute/divide.hpp"
#include "encodings/cute/flat.hpp"
#include "encodings/cute/inverse.hpp"
#include "encodings/cute/offsets.hpp"
#include "encodings/cute/product.hpp"
#include "encodings/cute/recast.hpp"
#include "encodings/cute/tile_order.hpp"
#include "properties/family.hpp"

namespace tileproof::laws {

struct CuteOperations {
  using Layout = cute::Layout;
  using Tiler = cute::Tiler;
  using Answer = Result<cute::Answer>;

  std::string (*print)(const Layout&) = [](const Layout& a) { return cute::print(a); };
  Result<Layout> (*parse)(std::string_view) = cute::parse_layout;
  Word (*definition)(const Layout&, std::span<const Word>) =
      [](const Layout& a, std::span<const Word> at) { return cute::evaluate(U64{}, a, at)[0]; };
  cute::Int (*at_index)(const Layout&, cute::Int) = [](const Layout& a, cute::Int index) {
    return cute::IndexFunction(a)(index);
  };
  Result<std::vector<Word>> (*leaf_coordinates)(const cute::Mode&,
                                                const cute::Coordinate&) = cute::leaf_coordinates;
  cute::Int (*cosize)(const cute::Mode&) = cute::cosize;
  std::optional<cute::TakenOffsets> (*taken_offsets)(const Layout&) = cute::taken_offsets;
  Answer (*coalesce)(const Layout&) = cute::coalesce;
  Answer (*coalesce_by_mode)(const Layout&) = cute::coalesce_by_mode;
  Answer (*filter)(const Layout&) = cute::filter;
  Answer (*composition)(const Layout&, const Layout&) = [](const Layout& a, const Layout& b) {
    return cute::composition(a, b);
  };
  Answer (*complement)(const Layout&, cute::Int) = [](const Layout& a, cute::Int cotarget) {
    return cute::complement(a, cotarget);
  };
  Answer (*right_inverse)(const Layout&) = cute::right_inverse;
  Answer (*left_inverse)(const Layout&) = cute::left_inverse;
  Answer (*logical_divide)(const Layout&, const Tiler&) = cute::logical_divide;
  Answer (*logical_product)(const Layout&, const Tiler&) = cute::logical_product;
  Answer (*blocked_product)(const Layout&, const Layout&) = cute::blocked_product;
  Answer (*raked_product)(const Layout&, const Layout&) = cute::raked_product;
  cute::Answer (*reorder)(cute::Answer, const Tiler&, cute::TileOrder) = cute::reorder;
  Answer (*recast)(const Layout&, cute::Int, cute::Int) = cute::recast;
};

using Cute = cute::Layout;

LawResult cute_text_gives_back(const Cute& a, const CuteOperations& ops = {});
LawResult cute_definition_sums_products(const Cute& a, const CuteOperations& ops = {});
LawResult cute_index_counts_the_first_leaf_fastest(const Cute& a, const CuteOperations& ops = {});
LawResult cute_coordinates_mean_their_index(const Cute& a, const CuteOperations& ops = {});
LawResult cute_cosize_ends_the_offsets(const Cute& a, const CuteOperations& ops = {});
LawResult cute_taken_offsets_are_counted(const Cute& a, const CuteOperations& ops = {});
LawResult cute_coalescing_keeps_the_function(const Cute& a, const CuteOperations& ops = {});
LawResult cute_coalescing_keeps_the_modes(const Cute& a, const CuteOperations& ops = {});
LawResult cute_filtering_drops_copies(const Cute& a, const CuteOperations& ops = {});
LawResult cute_right_inverse_undoes(const Cute& a, const CuteOperations& ops = {});
LawResult cute_left_inverse_undoes(const Cute& a, const CuteOperations& ops = {});
LawResult cute_composition_is_one_after_the_other(const Cute& a,
                                                  const Cute& b,
                                                  const CuteOperations& ops = {});
LawResult cute_composition_is_associative(const Cute& a,
                                          const Cute& b,
                                          const Cute& c,
                                          const CuteOperations& ops = {});
// Requires: target > 0.
LawResult cute_complement_fills_the_rest(const Cute& a,
                                         cute::Int target,
                                         const CuteOperations& ops = {});
LawResult cute_division_cuts_into_tiles(const Cute& a,
                                        const Cute& tile,
                                        const CuteOperations& ops = {});
LawResult cute_product_repeats_the_block(const Cute& block,
                                         const Cute& tiler,
                                         const CuteOperations& ops = {});
LawResult cute_products_pair_their_modes(const Cute& block,
                                         const Cute& tiler,
                                         const CuteOperations& ops = {});
LawResult cute_orders_only_move_modes(const Cute& a,
                                      const cute::Tiler& tiler,
                                      const CuteOperations& ops = {});
LawResult cute_recasting_keeps_the_bytes(const Cute& a,
                                         cute::Int old_bits,
                                         cute::Int new_bits,
                                         const CuteOperations& ops = {});

// In the order of their numbers: C1, C2 ...
std::span<const FamilyLaw<CuteOperations>> cute_laws();
std::vector<FamilyMutant<CuteOperations>> cute_mutants();
std::vector<Generator> cute_generators();

}  // namespace tileproof::laws
