#include "properties/triton_laws.hpp"

#include <algorithm>
#include <vector>

#include "properties/triton_laws_detail.hpp"

namespace tileproof::laws {

LawResult broken_at(const std::string& where, const std::string& found, const std::string& wanted) {
  return LawResult::broken(where + ": " + found + " but " + wanted);
}

std::vector<triton::Dims> bases_of(const LinearLayout& form, Name in) {
  std::vector<triton::Dims> bases;
  if (!form.has_in(in)) return bases;
  for (const Word fields : form.field_bases(*form.find_in(in))) {
    triton::Dims basis;
    for (std::size_t d = 0; d < form.out_dims().size(); ++d) basis.push_back(form.field(fields, d));
    bases.push_back(basis);
  }
  return bases;
}

namespace {

using triton::Coords;
using triton::Dims;
using triton::Layout;
using triton::RegisterPlace;
using triton::Shape;
using triton::SharedPlace;
using triton::Storage;
using triton::TensorMemoryPlace;

// Where the bits of an in-dim stand in a flat index: [first, first + bits).
struct BitRange {
  unsigned first = 0;
  unsigned bits = 0;

  [[nodiscard]] Word of(Word index) const { return index >> first & low_mask(bits); }
};

BitRange range_of(const LinearLayout& form, Name name) {
  BitRange range;
  for (const InDim& in : form.in_dims()) {
    range.bits = in.bits;
    if (in.name == name) return range;
    range.first += in.bits;
  }
  return {range.first, 0};
}

// A flat index of the linear form as a place.
template <typename W, typename PartOf>
RegisterPlace<W> register_place(PartOf part_of) {
  return {part_of(kRegister), part_of(kLane), part_of(kWarp), part_of(kBlock)};
}
template <typename W, typename PartOf>
TensorMemoryPlace<W> memory_place(PartOf part_of) {
  return {part_of(kRow), part_of(kCol), part_of(kBlock)};
}

template <typename W, typename PartOf>
Coords<W> element_at(const TritonDefinition<W>& definition,
                     const TritonSubject& subject,
                     PartOf part_of) {
  const Layout& layout = *subject.layout;
  if (storage(layout) == Storage::kRegisters) {
    return definition.in_registers(layout, subject.shape, register_place<W>(part_of));
  }
  return definition.in_tensor_memory(layout, subject.shape, memory_place<W>(part_of));
}

bool is_in_shared_memory(const TritonSubject& subject) {
  return storage(*subject.layout) == Storage::kSharedMemory;
}

// The i-th of `count` points among 2^bits: all of them if they are as few, else spread by a fixed
// hash.
Word point(Word i, unsigned bits, Word count) {
  if (bits < 63 && (Word{1} << bits) <= count) return i;
  Word x = i * 0x9e3779b97f4a7c15u;
  x = (x ^ x >> 30) * 0xbf58476d1ce4e5b9u;
  x = (x ^ x >> 27) * 0x94d049bb133111ebu;
  return (x ^ x >> 31) & low_mask(bits);
}

Word points_of(unsigned bits) {
  return bits < 63 ? std::min(kMaxPoints, Word{1} << bits) : kMaxPoints;
}

unsigned bits_of(const Shape& shape) {
  unsigned bits = 0;
  for (const Word size : shape) bits += log2_exact(size);
  return bits;
}

Coords<Word> coords_of(Word flat, const Shape& shape) {
  Coords<Word> coords(shape.size());
  for (std::size_t d = 0; d < shape.size(); ++d) {
    coords[d] = flat % shape[d];
    flat /= shape[d];
  }
  return coords;
}

// The coordinates as a stored word of the linear form, whose out-dims are dim0, dim1 ...
Word fields_of(const Coords<Word>& coords, const Shape& shape) {
  Word fields = 0;
  unsigned shift = 0;
  for (std::size_t d = 0; d < shape.size(); ++d) {
    fields |= coords[d] << shift;
    shift += log2_exact(shape[d]);
  }
  return fields;
}

bool has_standard_outs(const LinearLayout& form, const Shape& shape) {
  if (form.out_dims().size() != shape.size()) return false;
  for (std::size_t d = 0; d < shape.size(); ++d) {
    if (form.out_dims()[d] != OutDim{Name::dim(static_cast<unsigned>(d)), shape[d]}) return false;
  }
  return true;
}

std::string text(const Coords<Word>& coords) {
  std::string result = "(";
  for (std::size_t d = 0; d < coords.rank(); ++d) {
    result += (d > 0 ? ", " : "") + std::to_string(coords[d]);
  }
  return result + ")";
}

std::string text(const LinearLayout& form, Word index) {
  std::string result;
  for (const InDim& in : form.in_dims()) {
    result += std::string(result.empty() ? "" : ", ") + std::string(in.name.text()) + " " +
              std::to_string(range_of(form, in.name).of(index));
  }
  return result;
}

// A place as a flat index of the linear form.
Word flat_place(const LinearLayout& form, const SharedPlace<Word>& at) {
  return at.offset << range_of(form, kOffset).first | at.block << range_of(form, kBlock).first |
         at.partition << range_of(form, kPartition).first;
}

bool is_place_of(const LinearLayout& form, const SharedPlace<Word>& at) {
  return at.offset >> range_of(form, kOffset).bits == 0 &&
         at.block >> range_of(form, kBlock).bits == 0 &&
         at.partition >> range_of(form, kPartition).bits == 0;
}

// The word whose bit j is 1 where input `input` reaches bit j.
Word image_of(const F2Word& word, unsigned input) {
  Word image = 0;
  for (unsigned bit = 0; bit < 64; ++bit) image |= (word.inputs_of(bit) >> input & 1) << bit;
  return image;
}

// Why the word is no linear map of its inputs, or empty.
std::string not_linear(const F2Word& word) {
  if (!word.is_linear()) return word.reason();
  if (word.constant() != 0) return "constant " + std::to_string(word.constant());
  return "";
}

SharedPlace<F2Word> places_over_f2(const TritonSubject& subject, const TritonOperations& ops) {
  Coords<F2Word> coords(subject.shape.size());
  unsigned first = 0;
  for (std::size_t d = 0; d < subject.shape.size(); ++d) {
    const unsigned bits = log2_exact(subject.shape[d]);
    coords[d] = F2Word::inputs(first, bits);
    first += bits;
  }
  return ops.definition_over_f2.place(*subject.layout, subject.shape, coords);
}

LawResult elements_over_f2(const TritonSubject& subject,
                           const LinearLayout& form,
                           const TritonOperations& ops) {
  const auto coords = element_at(ops.definition_over_f2, subject, [&](Name name) {
    const BitRange range = range_of(form, name);
    return F2Word::inputs(range.first, range.bits);
  });
  for (std::size_t d = 0; d < subject.shape.size(); ++d) {
    const std::string dim = "dim" + std::to_string(d);
    if (const auto why = not_linear(coords[d]); !why.empty())
      return LawResult::broken(dim + ": " + why);
    for (unsigned i = 0; i < form.total_in_bits(); ++i) {
      const Word wanted = form.field(form.field_bases()[i], d);
      const Word found = image_of(coords[d], i);
      if (found != wanted) {
        return broken_at(dim + " at " + text(form, Word{1} << i),
                         std::to_string(found),
                         "the basis has " + std::to_string(wanted));
      }
    }
  }
  return LawResult::kept();
}

// place is a linear right inverse of the linear form: so form(place(x)) = x for every x.
LawResult places_are_a_right_inverse(const TritonSubject& subject,
                                     const LinearLayout& form,
                                     const TritonOperations& ops) {
  const auto place = places_over_f2(subject, ops);
  for (const F2Word* word : {&place.offset, &place.partition, &place.block}) {
    if (const auto why = not_linear(*word); !why.empty()) return LawResult::broken(why);
  }
  unsigned input = 0;
  for (std::size_t d = 0; d < subject.shape.size(); ++d) {
    for (unsigned bit = 0; bit < log2_exact(subject.shape[d]); ++bit, ++input) {
      const SharedPlace<Word> at{image_of(place.offset, input),
                                 image_of(place.partition, input),
                                 image_of(place.block, input)};
      Coords<Word> wanted(subject.shape.size());
      wanted[d] = Word{1} << bit;
      const std::string where = "element " + text(wanted);
      if (!is_place_of(form, at)) return LawResult::broken(where + " lies outside of memory");
      const Word index = flat_place(form, at);
      if (form.apply_flat(index) != fields_of(wanted, subject.shape)) {
        return broken_at(where, "lies at " + text(form, index), "another element is there");
      }
    }
  }
  return LawResult::kept();
}

bool rows_wrap_around(const triton::SwizzledShared& e) {
  return e.is_rotating && !e.cga.is_single();
}

bool rows_wrap_around(const Layout& layout) {
  if (const auto* swizzled = layout.as<triton::SwizzledShared>())
    return rows_wrap_around(*swizzled);
  const auto* partitioned = layout.as<triton::PartitionedShared>();
  if (partitioned == nullptr) return false;
  const auto* inner = std::get_if<triton::SwizzledShared>(&partitioned->inner);
  return inner != nullptr && rows_wrap_around(*inner);
}

}  // namespace

LawResult definition_equals_linear_form_at_points(const TritonSubject& subject,
                                                  const TritonOperations& ops) {
  const auto form = ops.to_linear(*subject.layout, subject.shape);
  if (!form) return LawResult::not_applicable();
  if (is_in_shared_memory(subject)) {
    const unsigned bits = bits_of(subject.shape);
    const Word count = points_of(bits);
    for (Word i = 0; i < count; ++i) {
      const auto coords = coords_of(point(i, bits, count), subject.shape);
      const auto at = ops.definition.place(*subject.layout, subject.shape, coords);
      if (!is_place_of(*form, at)) {
        return LawResult::broken("element " + text(coords) + " lies outside of memory");
      }
      const Word index = flat_place(*form, at);
      if (form->apply_flat(index) != fields_of(coords, subject.shape)) {
        return broken_at(
            "element " + text(coords), "lies at " + text(*form, index), "another element is there");
      }
    }
    return LawResult::kept();
  }
  const unsigned bits = form->total_in_bits();
  const Word count = points_of(bits);
  for (Word i = 0; i < count; ++i) {
    const Word index = point(i, bits, count);
    const auto coords = element_at(
        ops.definition, subject, [&](Name name) { return range_of(*form, name).of(index); });
    for (std::size_t d = 0; d < subject.shape.size(); ++d) {
      const Word wanted = form->field(form->apply_flat(index), d);
      if (coords[d] != wanted) {
        return broken_at(
            text(*form, index),
            "the definition has " + text(coords),
            "the linear form has dim" + std::to_string(d) + " = " + std::to_string(wanted));
      }
    }
  }
  return LawResult::kept();
}

LawResult definition_is_the_linear_form(const TritonSubject& subject, const TritonOperations& ops) {
  const auto form = ops.to_linear(*subject.layout, subject.shape);
  if (!form) return LawResult::not_applicable();
  return is_in_shared_memory(subject) ? places_are_a_right_inverse(subject, *form, ops)
                                      : elements_over_f2(subject, *form, ops);
}

LawResult places_in_memory_are_the_smallest(const TritonSubject& subject,
                                            const TritonOperations& ops) {
  if (!is_in_shared_memory(subject)) return LawResult::not_applicable();
  const auto form = ops.to_linear(*subject.layout, subject.shape);
  if (!form) return LawResult::not_applicable();
  // Two places hold the same element if they differ by a vector of the kernel.  Each of its basis
  // vectors has its largest bit in no other, so a place is the smallest if it has none of those
  // bits.
  Word larger = 0;
  for (const Word vector : f2::kernel(form->field_bases())) larger |= std::bit_floor(vector);
  const unsigned bits = bits_of(subject.shape);
  for (unsigned bit = 0; bit < bits; ++bit) {
    const auto coords = coords_of(Word{1} << bit, subject.shape);
    const auto at = ops.definition.place(*subject.layout, subject.shape, coords);
    const Word index = flat_place(*form, at);
    if ((index & larger) != 0) {
      return broken_at(
          "element " + text(coords), "lies at " + text(*form, index), "a smaller place has it too");
    }
  }
  return LawResult::kept();
}

LawResult linear_form_reaches_the_whole_tensor(const TritonSubject& subject,
                                               const TritonOperations& ops) {
  const auto form = ops.to_linear(*subject.layout, subject.shape);
  if (!form) return LawResult::not_applicable();
  if (!has_standard_outs(*form, subject.shape)) {
    return broken_at("shape " + triton::to_string(subject.shape),
                     form->to_string(),
                     "the out-dims must be the tensor's");
  }
  const auto has_ins = [&](std::initializer_list<Name> wanted) {
    return std::all_of(wanted.begin(), wanted.end(), [&](Name name) { return form->has_in(name); });
  };
  const bool ins_fit = storage(*subject.layout) == Storage::kRegisters
                           ? has_ins({kRegister, kLane, kWarp, kBlock})
                       : is_in_shared_memory(subject) ? has_ins({kOffset, kBlock})
                                                      : has_ins({kRow, kCol});
  if (!ins_fit)
    return LawResult::broken("a dimension of the storage is missing: " + form->to_string());
  if (!form->is_surjective()) {
    return LawResult::broken("some element is nowhere: rank " + std::to_string(form->rank()) +
                             form->to_string());
  }
  return LawResult::kept();
}

LawResult a_cta_holds_no_element_twice_in_memory(const TritonSubject& subject,
                                                 const TritonOperations& ops) {
  if (!is_in_shared_memory(subject)) return LawResult::not_applicable();
  if (rows_wrap_around(*subject.layout)) return LawResult::not_applicable();
  const auto form = ops.to_linear(*subject.layout, subject.shape);
  if (!form) return LawResult::not_applicable();
  std::vector<Word> moving;
  for (const Name in : {kOffset, kPartition}) {
    if (!form->has_in(in)) continue;
    for (const Word basis : form->field_bases(*form->find_in(in))) {
      if (basis != 0) moving.push_back(basis);
    }
  }
  if (f2::rank(moving) == moving.size()) return LawResult::kept();
  return broken_at("rank " + std::to_string(f2::rank(moving)),
                   std::to_string(moving.size()) + " bits of the offset move",
                   form->to_string());
}

namespace {

constexpr TritonLaw kLaws[] = {
    {"E1",
     "DefinitionEqualsLinearFormAtPoints",
     "At each point the definition gives what the linear form gives. For shared memory: "
     "the linear form has the element at the place that the definition gives it",
     definition_equals_linear_form_at_points},
    {"E2",
     "DefinitionIsTheLinearForm",
     "Run over GF(2), the definition is linear, without a constant, and has the linear "
     "form's bases",
     definition_is_the_linear_form},
    {"E3",
     "PlacesInMemoryAreTheSmallest",
     "Of all places that hold an element, the definition gives the smallest, the offset "
     "counting least",
     places_in_memory_are_the_smallest},
    {"E4",
     "ParsingWhatWasPrintedGivesBack",
     "Parsing what was printed gives the same layout, and printing it again the same text",
     parsing_what_was_printed_gives_back},
    {"E5",
     "LinearFormReachesTheWholeTensor",
     "The linear form goes from the storage's own indices onto all elements of the tensor",
     linear_form_reaches_the_whole_tensor},
    {"E6",
     "ACtaHoldsNoElementTwiceInMemory",
     "In shared memory, no two places of one CTA hold the same element, but for offset "
     "bits that move nothing at all. Not so for amd_rotating_shared on several CTAs: rows "
     "wrap around in a CTA",
     a_cta_holds_no_element_twice_in_memory},
    {"E7",
     "ALargerTensorLeavesTheLanesInPlace",
     "For a tensor twice as large along a dimension, a thread has at most one register bit "
     "more, and lanes and warps stay where they were, up to the part of the tensor that a "
     "CTA had",
     a_larger_tensor_leaves_the_lanes_in_place},
    {"E8",
     "ASliceIsItsParentWithSizeOne",
     "A slice has at each lane, warp and block what its parent has on the tensor with size "
     "1 there, and of the parent's registers those that move",
     a_slice_is_its_parent_with_size_one},
    {"E9",
     "WarpsAlongKHoldCopies",
     "Of a dot operand, warps that differ along k alone hold copies; for a blocked parent, "
     "lanes as well",
     warps_along_k_hold_copies},
    {"E10",
     "PaddingFollowsEachInterval",
     "Offsets with gaps start at 0 and grow by 1, and by the padding of each interval that "
     "ends there",
     padding_follows_each_interval},
    {"E11",
     "ReversedDimensionsHoldTheTransposedTensor",
     "Blocked and swizzled layouts know dimensions by `order` alone: with the dimensions "
     "numbered the other way round, they hold the transposed tensor",
     reversed_dimensions_hold_the_transposed_tensor},
};

}  // namespace

std::span<const TritonLaw> triton_laws() { return kLaws; }

}  // namespace tileproof::laws
