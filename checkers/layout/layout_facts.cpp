#include "checkers/layout/layout_facts.hpp"

#include <algorithm>

#include "checkers/conversion/conversion_check.hpp"
#include "checkers/layout/cells.hpp"
#include "checkers/layout/definition_proof.hpp"
#include "checkers/layout/places.hpp"
#include "core/check.hpp"
#include "core/f2_algebra.hpp"

namespace tileproof {
namespace {

bool in_shared_memory(const triton::Layout& layout) {
  return triton::storage(layout) == triton::Storage::kSharedMemory;
}

// The linear form, for layouts that hold every element.
Result<LinearLayout> whole_form(const triton::Layout& layout, const triton::Shape& shape) {
  if (const auto broken = broken_bases(layout)) return *broken;
  return to_linear(layout, shape);
}

// The largest member of the span of these vectors.
Word largest_in_span(std::span<const Word> vectors) {
  Word largest = 0;
  const f2::Subspace space(vectors);
  for (const Word element : space.basis()) largest = std::max(largest, largest ^ element);
  return largest;
}

// The elements' coordinates as inputs, dimension after dimension.
triton::Coords<F2Word> symbolic_coordinates(const triton::Shape& shape) {
  triton::Coords<F2Word> coords(shape.size());
  unsigned first = 0;
  for (std::size_t d = 0; d < shape.size(); ++d) {
    const unsigned bits = log2_exact(shape[d]);
    coords[d] = F2Word::inputs(first, bits);
    first += bits;
  }
  return coords;
}

// By visits, where the place of an element is not linear in it: then elements may share a place.
std::optional<Error> visit_offsets(const triton::Layout& layout,
                                   const triton::Shape& shape,
                                   const LinearLayout& form,
                                   LayoutFacts& facts) {
  const unsigned bits = form.total_out_bits();
  if (bits > kMaxVisitedBits) {
    return Error{ErrorCode::kUnsupported,
                 "2^" + std::to_string(bits) +
                     " elements are too many to visit, and the layout is "
                     "not linear: " +
                     facts.why_not};
  }
  std::vector<bool> taken(form.total_in_size(), false);
  std::vector<bool> offset_taken(Word{1} << form.in_bits(kOffset), false);
  Word largest = 0;
  Word offsets = 0;
  facts.injective = true;
  for (Word element = 0; element < Word{1} << bits; ++element) {
    const Word place = defined_place(layout, shape, form, element);
    if (taken[place]) facts.injective = false;
    taken[place] = true;
    const Word offset = place & low_mask(form.in_bits(kOffset));
    if (!offset_taken[offset]) ++offsets;
    offset_taken[offset] = true;
    largest = std::max(largest, offset);
  }
  facts.cosize = triton::padded_offset(U64{}, triton::paddings(layout), largest) + 1;
  facts.surjective = offsets == *facts.cosize;
  return std::nullopt;
}

std::optional<Error> add_offset_facts(const triton::Layout& layout,
                                      const triton::Shape& shape,
                                      const LinearLayout& form,
                                      LayoutFacts& facts) {
  const auto at = place(F2{}, layout, shape, symbolic_coordinates(shape));
  const F2Word padded = triton::padded_offset(F2{}, triton::paddings(layout), at.offset);
  facts.linear = padded.is_linear();
  facts.why_not = padded.reason();
  for (const F2Word* word : {&at.offset, &at.partition, &at.block}) {
    if (!word->is_linear()) return visit_offsets(layout, shape, form, facts);
  }
  // The place is linear in the element, so that the places of its bits say all.
  std::vector<Word> places;
  std::vector<Word> offsets;
  for (unsigned i = 0; i < form.total_out_bits(); ++i) {
    places.push_back(defined_place(layout, shape, form, Word{1} << i));
    offsets.push_back(places.back() & low_mask(form.in_bits(kOffset)));
  }
  const Word largest = largest_in_span(offsets);
  const Word cosize = triton::padded_offset(U64{}, triton::paddings(layout), largest) + 1;
  facts.cosize = cosize;
  facts.surjective = Word{1} << f2::rank(offsets) == cosize;
  facts.injective = f2::rank(places) == places.size();
  return std::nullopt;
}

void add_element_facts(const triton::Layout& layout,
                       const triton::Shape& shape,
                       const LinearLayout& form,
                       LayoutFacts& facts) {
  facts.injective = form.is_injective();
  facts.surjective = form.is_surjective();
  const Agreement agreement = compare_by_f2(layout, shape, form);
  facts.linear = agreement.kind != Agreement::Kind::kNotDecided;
  facts.why_not = agreement.reason;
}

// From elements to their cells with padding.
IndexMap padded_cells(const triton::Layout& layout,
                      const triton::Shape& shape,
                      const LinearLayout& form,
                      Word partitions,
                      Word blocks) {
  auto cells = IndexMap::make(DefinedCells{layout, shape, partitions, blocks});
  auto padding = IndexMap::make(
      PaddedCells{triton::paddings(layout), Word{1} << form.in_bits(kOffset), partitions, blocks});
  TP_CHECK(cells && padding, "a layout's cells exceed 2^62");
  return composed(*cells, *padding);
}

Verdict compare_offsets(const triton::Layout& a,
                        const triton::Layout& b,
                        const triton::Shape& shape,
                        const LinearLayout& form_a,
                        const LinearLayout& form_b,
                        const Decider& decide) {
  const auto most = [&](Name name) {
    Word size = 1;
    for (const LinearLayout* form : {&form_a, &form_b}) {
      if (form->has_in(name)) size = std::max(size, Word{1} << form->in_bits(name));
    }
    return size;
  };
  const IndexMap cells_a = padded_cells(a, shape, form_a, most(kPartition), most(kBlock));
  const IndexMap cells_b = padded_cells(b, shape, form_b, most(kPartition), most(kBlock));
  const Decision decision = decide({"equal", Same{cells_a, cells_b}});
  if (const auto* open = std::get_if<Open>(&decision.answer)) return Unknown{open->reason};
  if (const auto* broken = std::get_if<Broken>(&decision.answer)) {
    const auto element = reversed(broken->at);
    const auto at_a = value_at(cells_a, element);
    const auto at_b = value_at(cells_b, element);
    const bool same_memory = std::equal(at_a.begin() + 1, at_a.end(), at_b.begin() + 1);
    Counterexample example;
    example.text = "element " + element_text(element) + " is at offset " + std::to_string(at_a[0]) +
                   " in the first layout and at " + std::to_string(at_b[0]) + " in the second" +
                   (same_memory ? "" : ", in different CTAs or partitions");
    add_element(example, element);
    example.fields.emplace_back("offset_a", at_a[0]);
    example.fields.emplace_back("offset_b", at_b[0]);
    return Refuted::replayed(decision.engine, std::move(example), [&] { return at_a != at_b; });
  }
  return Proved{decision.engine, "all 2^" + std::to_string(form_a.total_out_bits()) + " elements"};
}

}  // namespace

Result<LayoutFacts> layout_facts(const triton::Layout& layout, const triton::Shape& shape) {
  TP_TRY(form, whole_form(layout, shape));
  LayoutFacts facts;
  facts.copies = free_variable_masks(form);
  if (in_shared_memory(layout)) {
    if (const auto error = add_offset_facts(layout, shape, form, facts)) return *error;
  } else {
    add_element_facts(layout, shape, form, facts);
  }
  return facts;
}

Result<Verdict> check_equal(const triton::Layout& a,
                            const triton::Layout& b,
                            const triton::Shape& shape,
                            const Decider& decide) {
  if (triton::storage(a) != triton::storage(b)) {
    return Error{ErrorCode::kUsage,
                 std::string(triton::mnemonic(a)) + " and " + std::string(triton::mnemonic(b)) +
                     " do not describe the same kind of place"};
  }
  TP_TRY(form_a, whole_form(a, shape));
  TP_TRY(form_b, whole_form(b, shape));
  if (in_shared_memory(a)) return compare_offsets(a, b, shape, form_a, form_b, decide);
  return check_same_layout({a, shape}, {b, shape});
}

Word padded_offset_of(const triton::Layout& layout,
                      const triton::Shape& shape,
                      const std::vector<Word>& coordinates) {
  triton::Coords<Word> coords(shape.size());
  for (std::size_t d = 0; d < shape.size(); ++d) coords[d] = coordinates[d];
  const auto at = place(U64{}, layout, shape, coords);
  return triton::padded_offset(U64{}, triton::paddings(layout), at.offset);
}

}  // namespace tileproof
