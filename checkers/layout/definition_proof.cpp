#include "checkers/layout/definition_proof.hpp"

#include "checkers/layout/places.hpp"
#include "core/f2_algebra.hpp"

namespace tileproof {
namespace {

// The word whose bits are the input bits of one in-dim of the linear form.
F2Word inputs_of(const LinearLayout& linear, Name name) {
  unsigned first = 0;
  for (const InDim& dim : linear.in_dims()) {
    if (dim.name == name) return F2Word::inputs(first, dim.bits);
    first += dim.bits;
  }
  return 0;
}

// The value of the affine form where just this input bit is set.
Word at_bit(const F2Word& word, unsigned input) {
  Word value = word.constant();
  for (unsigned bit = 0; bit < 64; ++bit) value ^= (word.inputs_of(bit) >> input & 1) << bit;
  return value;
}

bool is_shared(const triton::Layout& layout) {
  return triton::storage(layout) == triton::Storage::kSharedMemory;
}

// Checks one point; in shared memory the point is an element.
std::optional<Difference> difference_at(const triton::Layout& layout,
                                        const triton::Shape& shape,
                                        const LinearLayout& linear,
                                        Word at) {
  if (is_shared(layout)) {
    const Word place = defined_place(layout, shape, linear, at);
    const Word there = linear.apply_flat(place);
    if (there != at) return Difference{at, place, there};
  } else {
    const Word defined = defined_element(layout, shape, linear, at);
    const Word by_bases = linear.apply_flat(at);
    if (defined != by_bases) return Difference{at, defined, by_bases};
  }
  return std::nullopt;
}

// Given that both are linear: the first basis (or 0) at which they differ.
Agreement compare_on_bases(const triton::Layout& layout,
                           const triton::Shape& shape,
                           const LinearLayout& linear,
                           unsigned bits) {
  for (unsigned i = 0; i <= bits; ++i) {
    const Word at = i == 0 ? 0 : Word{1} << (i - 1);
    if (const auto difference = difference_at(layout, shape, linear, at)) {
      return {Agreement::Kind::kDiffers, difference, ""};
    }
  }
  return {Agreement::Kind::kAgrees, std::nullopt, ""};
}

Agreement compare_elements(const triton::Layout& layout,
                           const triton::Shape& shape,
                           const LinearLayout& linear) {
  const F2 f2;
  const auto coords = triton::storage(layout) == triton::Storage::kRegisters
                          ? element(f2,
                                    layout,
                                    shape,
                                    triton::RegisterPlace<F2Word>{inputs_of(linear, kRegister),
                                                                  inputs_of(linear, kLane),
                                                                  inputs_of(linear, kWarp),
                                                                  inputs_of(linear, kBlock)})
                          : element(f2,
                                    layout,
                                    shape,
                                    triton::TensorMemoryPlace<F2Word>{inputs_of(linear, kRow),
                                                                      inputs_of(linear, kCol),
                                                                      inputs_of(linear, kBlock)});
  for (std::size_t d = 0; d < shape.size(); ++d) {
    if (!coords[d].is_linear()) return {Agreement::Kind::kNotDecided, {}, coords[d].reason()};
  }
  bool agrees = true;
  for (std::size_t d = 0; d < shape.size() && agrees; ++d) {
    agrees = coords[d].constant() == 0;
    for (unsigned i = 0; i < linear.total_in_bits() && agrees; ++i) {
      agrees = at_bit(coords[d], i) == linear.field(linear.field_bases()[i], d);
    }
  }
  if (agrees) return {Agreement::Kind::kAgrees, std::nullopt, ""};
  return compare_on_bases(layout, shape, linear, linear.total_in_bits());
}

Agreement compare_places(const triton::Layout& layout,
                         const triton::Shape& shape,
                         const LinearLayout& linear) {
  triton::Coords<F2Word> coords(shape.size());
  unsigned first = 0;
  for (std::size_t d = 0; d < shape.size(); ++d) {
    const unsigned bits = log2_exact(shape[d]);
    coords[d] = F2Word::inputs(first, bits);
    first += bits;
  }
  const auto at = place(F2{}, layout, shape, coords);
  for (const F2Word* word : {&at.offset, &at.partition, &at.block}) {
    if (!word->is_linear()) return {Agreement::Kind::kNotDecided, {}, word->reason()};
  }
  return compare_on_bases(layout, shape, linear, first);
}

}  // namespace

Agreement compare_by_f2(const triton::Layout& layout,
                        const triton::Shape& shape,
                        const LinearLayout& linear) {
  Agreement agreement = is_shared(layout) ? compare_places(layout, shape, linear)
                                          : compare_elements(layout, shape, linear);
  agreement.engine = "f2";
  return agreement;
}

Agreement compare_by_enumeration(const triton::Layout& layout,
                                 const triton::Shape& shape,
                                 const LinearLayout& linear) {
  const unsigned bits = is_shared(layout) ? linear.total_out_bits() : linear.total_in_bits();
  if (bits > kMaxVisitedBits) {
    return {Agreement::Kind::kNotDecided,
            {},
            "2^" + std::to_string(bits) + " points are too many to visit",
            "enumerate"};
  }
  for (Word at = 0; at < Word{1} << bits; ++at) {
    if (const auto difference = difference_at(layout, shape, linear, at)) {
      return {Agreement::Kind::kDiffers, difference, "", "enumerate"};
    }
  }
  return {Agreement::Kind::kAgrees, std::nullopt, "", "enumerate"};
}

}  // namespace tileproof
