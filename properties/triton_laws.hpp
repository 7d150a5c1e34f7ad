// Which laws do Triton's encodings keep?  Each law is one predicate with a number and a sentence,
// about a layout and the shape of a tensor that it describes.  What it judges (the definition, the
// linear form, the printer ...) is a parameter, so that a test can put a wrong one in its place and
// see that the law notices.
//
// The linear form and the definition are two derivations of one meaning.  E1 compares them at
// points, as numbers; E2 compares them as maps over GF(2), which is a proof for every point.
#pragma once

#include <span>
#include <string>
#include <string_view>

#include "core/f2_algebra.hpp"
#include "encodings/triton/definition.hpp"
#include "properties/law.hpp"

namespace tileproof::laws {

// A layout and the shape of a tensor that it describes.
struct TritonSubject {
  triton::LayoutPtr layout;
  triton::Shape shape;
};

// The one definition of every layout, run over one algebra.
template <typename W>
struct TritonDefinition {
  triton::Coords<W> (*in_registers)(const triton::Layout&,
                                    const triton::Shape&,
                                    const triton::RegisterPlace<W>&);
  triton::Coords<W> (*in_tensor_memory)(const triton::Layout&,
                                        const triton::Shape&,
                                        const triton::TensorMemoryPlace<W>&);
  triton::SharedPlace<W> (*place)(const triton::Layout&,
                                  const triton::Shape&,
                                  const triton::Coords<W>&);
};

template <Algebra A>
TritonDefinition<typename A::Word> definition_over() {
  using W = typename A::Word;
  using triton::Layout;
  using triton::Shape;
  return {[](const Layout& layout, const Shape& shape, const triton::RegisterPlace<W>& at) {
            return triton::element(A{}, layout, shape, at);
          },
          [](const Layout& layout, const Shape& shape, const triton::TensorMemoryPlace<W>& at) {
            return triton::element(A{}, layout, shape, at);
          },
          [](const Layout& layout, const Shape& shape, const triton::Coords<W>& coords) {
            return triton::place(A{}, layout, shape, coords);
          }};
}

struct TritonOperations {
  TritonDefinition<Word> definition = definition_over<U64>();
  TritonDefinition<F2Word> definition_over_f2 = definition_over<F2>();
  Result<LinearLayout> (*to_linear)(const triton::Layout&,
                                    const triton::Shape&) = triton::to_linear;
  std::string (*print)(const triton::Layout&) = [](const triton::Layout& layout) {
    return triton::to_string(layout);
  };
  Result<triton::LayoutPtr> (*parse)(std::string_view) = [](std::string_view text) {
    return triton::parse_layout(text);
  };
  Word (*padded_offset)(const triton::PaddedShared&, Word) = [](const triton::PaddedShared& e,
                                                                Word offset) {
    return triton::padded_offset(U64{}, e.paddings, offset);
  };
};

// How many points the laws that enumerate look at: all of up to this many, else as many spread over
// all.
inline constexpr Word kMaxPoints = Word{1} << 12;

// All laws require that the layout is valid and describes the shape: to_linear gives a layout.

// E1: at each point the definition gives what the linear form gives.  For shared memory: the linear
// form has the element at the place that the definition gives it.
LawResult definition_equals_linear_form_at_points(const TritonSubject& subject,
                                                  const TritonOperations& operations = {});
// E2: run over GF(2), the definition is linear, without a constant, and has the linear form's
// bases.
LawResult definition_is_the_linear_form(const TritonSubject& subject,
                                        const TritonOperations& operations = {});
// E3: of all places that hold an element, the definition gives the smallest, the offset counting
// least.
LawResult places_in_memory_are_the_smallest(const TritonSubject& subject,
                                            const TritonOperations& operations = {});
// E4: parsing what was printed gives the same layout, and printing it again the same text.
LawResult parsing_what_was_printed_gives_back(const TritonSubject& subject,
                                              const TritonOperations& operations = {});
// E5: the linear form goes from the storage's own indices onto all elements of the tensor.
LawResult linear_form_reaches_the_whole_tensor(const TritonSubject& subject,
                                               const TritonOperations& operations = {});
// E6: in shared memory, no two places of one CTA hold the same element, but for offset bits that
// move nothing at all.  Not so for amd_rotating_shared on several CTAs: rows wrap around in a CTA.
LawResult a_cta_holds_no_element_twice_in_memory(const TritonSubject& subject,
                                                 const TritonOperations& operations = {});
// E7: for a tensor twice as large along a dimension, a thread has at most one register bit more,
// and lanes and warps stay where they were, up to the part of the tensor that a CTA had.
LawResult a_larger_tensor_leaves_the_lanes_in_place(const TritonSubject& subject,
                                                    const TritonOperations& operations = {});
// E8: a slice has at each lane, warp and block what its parent has on the tensor with size 1 there,
// and of the parent's registers those that move.
LawResult a_slice_is_its_parent_with_size_one(const TritonSubject& subject,
                                              const TritonOperations& operations = {});
// E9: of a dot operand, warps that differ along k alone hold copies; for a blocked parent, lanes as
// well.
LawResult warps_along_k_hold_copies(const TritonSubject& subject,
                                    const TritonOperations& operations = {});
// E10: offsets with gaps start at 0 and grow by 1, and by the padding of each interval that ends
// there.
LawResult padding_follows_each_interval(const TritonSubject& subject,
                                        const TritonOperations& operations = {});
// E11: blocked and swizzled layouts know dimensions by `order` alone: with the dimensions numbered
// the other way round, they hold the transposed tensor.
LawResult reversed_dimensions_hold_the_transposed_tensor(const TritonSubject& subject,
                                                         const TritonOperations& operations = {});

struct TritonLaw {
  const char* number;
  const char* name;
  const char* sentence;
  LawResult (*check)(const TritonSubject& subject, const TritonOperations& operations);
};

// In the order of their numbers: E1, E2 ...
std::span<const TritonLaw> triton_laws();

}  // namespace tileproof::laws
