#include "checkers/shared_access/access_check.hpp"

#include "checkers/layout/places.hpp"
#include "checkers/layout/cells.hpp"
#include "encodings/index_map/by_bases.hpp"
#include "encodings/index_map/triton_instance.hpp"

namespace tileproof {
namespace {

using Cell = triton::SharedPlace<Word>;
using triton::Padding;

struct Forms {
  LinearLayout tensor;
  LinearLayout memory;
};

Result<LinearLayout> whole_form(const TensorLayout& side) {
  if (const auto broken = broken_bases(side.layout)) return *broken;
  TP_TRY(form, to_linear(side.layout, side.shape));
  if (!form.is_surjective()) {
    return Error{ErrorCode::kInvalid,
                 std::string(triton::mnemonic(side.layout)) + " does not hold every element"};
  }
  return std::move(form);
}

Result<Forms> forms_of(const AccessTypes& access) {
  TP_TRY(tensor, whole_form(access.tensor));
  TP_TRY(memory, whole_form(access.memory));
  if (access.view.size() != access.tensor.shape.size() ||
      access.memory.shape.size() != access.tensor.shape.size()) {
    return Error{ErrorCode::kShape,
                 "the memory's shape " + triton::to_string(access.view) +
                     " has another rank than the tensor's " +
                     triton::to_string(access.tensor.shape)};
  }
  for (std::size_t d = 0; d < access.view.size(); ++d) {
    if (access.view[d] <= access.memory.shape[d]) continue;
    return Error{ErrorCode::kShape,
                 "the view " + triton::to_string(access.view) + " is larger than its memory, " +
                     triton::to_string(access.memory.shape)};
  }
  return Forms{std::move(tensor), std::move(memory)};
}

// The bits of a hardware index: 0 if the layout has none of that name.
unsigned bits_of(const LinearLayout& form, Name name) {
  const auto dim = form.find_in(name);
  return dim ? form.in_dims()[*dim].bits : 0;
}

// Whose layouts and shapes have been seen to fit: what is left are sizes beyond 2^62.
template <typename Layout>
IndexMap map_of(Layout layout) {
  auto map = IndexMap::make(std::move(layout));
  TP_CHECK(map.has_value(), map ? "" : map.error().message);
  return *std::move(map);
}

// From registers to elements, by the definition.
Result<IndexMap> elements_of(const TensorLayout& tensor) {
  TP_TRY(instance, triton::Instance::make(triton::borrowed(tensor.layout), tensor.shape));
  return IndexMap::make(std::move(instance));
}

// From registers to cells before padding, as the compiler computes them.
IndexMap used_cells(const LinearLayout& places) {
  return map_of(ByBases{places, {kRegister, kLane, kWarp, kBlock}, {kOffset, kPartition, kBlock}});
}

IndexMap padding_of(const TensorLayout& memory, const LinearLayout& form) {
  return map_of(PaddedCells{triton::paddings(memory.layout),
                            Word{1} << bits_of(form, kOffset),
                            Word{1} << bits_of(form, kPartition),
                            Word{1} << bits_of(form, kBlock)});
}

std::string scope_text(const Forms& forms) {
  return "all 2^" + std::to_string(forms.tensor.total_in_bits()) + " places";
}

// A register's flat index from the values of a question's variables, the slowest axis first.
Word flat_index(const LinearLayout& tensor, std::span<const Word> at) {
  Word index = 0;
  for (std::size_t i = tensor.in_dims().size(); i-- > 0;) {
    index = index << tensor.in_dims()[i].bits | at[tensor.in_dims().size() - 1 - i];
  }
  return index;
}

// ---- Data

struct DataCheck {
  const AccessTypes& access;
  const TensorLayout& defined;  // the layout of the memory
  Forms forms;
  LinearLayout truth;   // the linear form of that
  LinearLayout places;  // of the tensor's registers in memory
};

Result<DataCheck> prepare(const AccessTypes& access) {
  TP_TRY(forms, forms_of(access));
  const TensorLayout& defined = access.defined_memory ? *access.defined_memory : access.memory;
  TP_TRY(truth, whole_form(defined));
  if (truth.out_dims().size() != forms.tensor.out_dims().size()) {
    return Error{ErrorCode::kShape,
                 "the memory was defined with the shape " + triton::to_string(defined.shape) +
                     ", which has another rank than the tensor's " +
                     triton::to_string(access.tensor.shape)};
  }
  TP_TRY(places, invert_and_compose(forms.tensor, forms.memory));
  return DataCheck{access, defined, std::move(forms), std::move(truth), std::move(places)};
}

bool same_paddings(const DataCheck& check) {
  return std::ranges::equal(triton::paddings(check.defined.layout),
                            triton::paddings(check.access.memory.layout));
}

// The memory has every element (`within`), and every register's where the register goes.
//
// Where the memory has no copies, the compiler's cell is the definition's (`place`).  Cells of
// different elements are different then, too: the compiler's are, since a linear form takes them
// back to the elements.  One padding on both sides keeps cells apart and equal ones equal, so that
// it is left out.
//
// Where it has copies, in several blocks or at offsets with zero bases, the definition names one of
// them and the compiler may take another: any will do.  The linear form of the memory says which
// there are (`copy`), the definition agrees with it on its own (`defined`), and both layouts put
// the same padding before the cell (`padding`).
Result<Questions> questions_of(const DataCheck& check) {
  TP_TRY(tensor, elements_of(check.access.tensor));
  const auto& [access, defined, forms, truth, places] = check;
  Questions questions;
  if (access.tensor.shape != defined.shape) {
    questions.push_back({"within", Below{tensor, {defined.shape.begin(), defined.shape.end()}}});
  }
  const Word partitions = Word{1} << bits_of(truth, kPartition);
  const Word blocks = Word{1} << bits_of(truth, kBlock);
  const IndexMap used = used_cells(places);
  const IndexMap right =
      composed(tensor, map_of(DefinedCells{defined.layout, defined.shape, partitions, blocks}));
  const IndexMap used_padding = padding_of(access.memory, forms.memory);
  const IndexMap right_padding = padding_of(defined, truth);
  if (truth.is_injective()) {
    questions.push_back({"place",
                         same_paddings(check)
                             ? Same{right, used}
                             : Same{composed(right, right_padding), composed(used, used_padding)}});
    return questions;
  }
  ByBases bases = ByBases::of(truth);
  bases.ins = {kOffset, kPartition, kBlock};
  const IndexMap element = map_of(std::move(bases));
  questions.push_back(
      {"exists", Below{used, {Word{1} << bits_of(truth, kOffset), partitions, blocks}}});
  questions.push_back({"copy", Same{tensor, composed(used, element)}});
  questions.push_back({"defined", Same{tensor, composed(right, element)}});
  if (!same_paddings(check)) {
    questions.push_back(
        {"padding", Same{composed(used, right_padding), composed(used, used_padding)}});
  }
  return questions;
}

// An element of the tensor as a stored word of a memory's form; nullopt if it has no such element.
std::optional<Word> in_memory(const LinearLayout& tensor,
                              const LinearLayout& memory,
                              Word element) {
  Word fields = 0;
  for (std::size_t d = 0; d < tensor.out_dims().size(); ++d) {
    const Word coordinate = tensor.field(element, d);
    if (coordinate >= memory.out_dims()[d].size) return std::nullopt;
    fields |= coordinate << memory.field_shift(d);
  }
  return fields;
}

// The cell, with padding, of a flat index of a memory's places.
Cell cell_of(const LinearLayout& form, std::span<const Padding> paddings, Word place) {
  Cell cell{0, 0, 0};
  for (const InDim& dim : form.in_dims()) {
    const Word value = place & low_mask(dim.bits);
    if (dim.name == kOffset) cell.offset = triton::padded_offset(U64{}, paddings, value);
    if (dim.name == kPartition) cell.partition = value;
    if (dim.name == kBlock) cell.block = value;
    place >>= dim.bits;
  }
  return cell;
}

bool is_same_cell(const Cell& a, const Cell& b) {
  return a.offset == b.offset && a.partition == b.partition && a.block == b.block;
}

// The flat index of the place with this cell; nullopt if there is none, or it is padding.
std::optional<Word> place_at(const LinearLayout& form,
                             std::span<const Padding> paddings,
                             const Cell& cell) {
  // Padding grows with the offset.
  Word offset = 0;
  for (unsigned bit = bits_of(form, kOffset); bit-- > 0;) {
    const Word more = offset | Word{1} << bit;
    if (triton::padded_offset(U64{}, paddings, more) <= cell.offset) offset = more;
  }
  if (triton::padded_offset(U64{}, paddings, offset) != cell.offset) return std::nullopt;
  if (cell.partition >> bits_of(form, kPartition) != 0 ||
      cell.block >> bits_of(form, kBlock) != 0) {
    return std::nullopt;
  }
  Word place = 0;
  unsigned shift = 0;
  for (const InDim& dim : form.in_dims()) {
    place |= (dim.name == kOffset  ? offset
              : dim.name == kBlock ? cell.block
                                   : cell.partition)
             << shift;
    shift += dim.bits;
  }
  return place;
}

// What the memory has where a register goes, by the definitions at this register alone.
struct Meeting {
  Word index;                  // of the register
  Word element;                // that it is to move, in the tensor
  Word place;                  // in memory, as the compiler computes it, before padding
  Cell cell;                   // of that place
  std::optional<Word> wanted;  // the element in the memory
  std::optional<Word> right;   // its place by the memory's definition, before padding
  std::optional<Word> there;   // the element that the memory has in the cell
};

Meeting meeting_at(const DataCheck& check, Word index) {
  const auto& [access, defined, forms, truth, places] = check;
  Meeting meeting{index, 0, places.apply_flat(index), {}, {}, {}, {}};
  meeting.element = defined_element(access.tensor.layout, access.tensor.shape, forms.tensor, index);
  meeting.cell = cell_of(forms.memory, triton::paddings(access.memory.layout), meeting.place);
  meeting.wanted = in_memory(forms.tensor, truth, meeting.element);
  if (meeting.wanted) {
    meeting.right = defined_place(defined.layout, defined.shape, truth, *meeting.wanted);
  }
  if (const auto at = place_at(truth, triton::paddings(defined.layout), meeting.cell)) {
    meeting.there = truth.apply_flat(*at);
  }
  return meeting;
}

bool is_wrong(const DataCheck& check, const Meeting& meeting) {
  if (!meeting.wanted) return true;
  if (check.truth.is_injective()) {
    const auto right = cell_of(check.truth, triton::paddings(check.defined.layout), *meeting.right);
    return !is_same_cell(right, meeting.cell);
  }
  return meeting.there != meeting.wanted ||
         check.truth.apply_flat(*meeting.right) != meeting.wanted;
}

Refuted wrong_data(const std::string& engine, const DataCheck& check, const Meeting& meeting) {
  const auto& [access, defined, forms, truth, places] = check;
  const auto used_paddings = triton::paddings(access.memory.layout);
  const auto right_paddings = triton::paddings(defined.layout);
  Counterexample example;
  example.text = place_text(forms.tensor, meeting.index) +
                 (access.is_load ? " is to read element " : " writes element ") +
                 element_text(forms.tensor, meeting.element) + " at " +
                 place_text(forms.memory, meeting.place, used_paddings);
  // Another layout has another element there; a layout that differs from its linear form has this
  // element elsewhere.
  if (!meeting.there) {
    example.text += ", where the memory was laid out to have nothing";
  } else if (meeting.there != meeting.wanted) {
    example.text +=
        ", where the memory was laid out to have element " + element_text(truth, *meeting.there);
  } else {
    example.text += ", but its layout's definition has it at " +
                    place_text(truth, *meeting.right, right_paddings);
  }
  add_place(example, forms.tensor, meeting.index);
  add_element(example, forms.tensor, meeting.element);
  add_place(example, forms.memory, meeting.place, "memory_", used_paddings);
  if (meeting.right) add_place(example, truth, *meeting.right, "defined_", right_paddings);
  return Refuted::replayed(engine, std::move(example), [&] { return is_wrong(check, meeting); });
}

}  // namespace

Result<Verdict> check_access_data(const AccessTypes& access, const Decider& decide) {
  TP_TRY(check, prepare(access));
  TP_TRY(questions, questions_of(check));
  std::string engine;
  for (const Question& question : questions) {
    const Decision decision = decide(question);
    if (const auto* open = std::get_if<Open>(&decision.answer)) {
      return Verdict(Unknown{open->reason});
    }
    if (const auto* broken = std::get_if<Broken>(&decision.answer)) {
      const Meeting meeting = meeting_at(check, flat_index(check.forms.tensor, broken->at));
      if (question.name == "padding" && !is_wrong(check, meeting)) {
        return Verdict(Unknown{"a register finds its element in a copy with another padding"});
      }
      return Verdict(wrong_data(decision.engine, check, meeting));
    }
    engine = decision.engine;
  }
  return Verdict(Proved{std::move(engine), scope_text(check.forms)});
}

// ---- Bounds

namespace {

Refuted outside(const std::string& engine,
                const AccessTypes& access,
                const Forms& forms,
                Word index) {
  const Word element =
      defined_element(access.tensor.layout, access.tensor.shape, forms.tensor, index);
  Counterexample example;
  example.text = place_text(forms.tensor, index) + (access.is_load ? " reads" : " writes") +
                 " element " + element_text(forms.tensor, element) + " of a memory of shape " +
                 triton::to_string(access.view);
  add_place(example, forms.tensor, index);
  add_element(example, forms.tensor, element);
  return Refuted::replayed(engine, std::move(example), [&] {
    for (std::size_t d = 0; d < access.view.size(); ++d) {
      if (forms.tensor.field(element, d) >= access.view[d]) return true;
    }
    return false;
  });
}

}  // namespace

Result<BoundsAnswer> check_access_bounds(const AccessTypes& access, const Decider& decide) {
  TP_TRY(forms, forms_of(access));
  TP_TRY(tensor, elements_of(access.tensor));
  const Word offsets = Word{1} << bits_of(forms.memory, kOffset);
  const Word allocation =
      triton::padded_offset(U64{}, triton::paddings(access.memory.layout), offsets - 1) + 1;
  const Question seen{"within", Below{tensor, {access.view.begin(), access.view.end()}}};
  const Decision within = decide(seen);
  if (const auto* open = std::get_if<Open>(&within.answer)) {
    return BoundsAnswer{Unknown{open->reason}, allocation};
  }
  if (const auto* broken = std::get_if<Broken>(&within.answer)) {
    const Word index = flat_index(forms.tensor, broken->at);
    return BoundsAnswer{outside(within.engine, access, forms, index), allocation};
  }
  // Padding grows with the offset, so that offsets below their number stay, padded, below the
  // allocation.  Those of the compiler are XORs of bases of that many bits.
  TP_TRY(places, invert_and_compose(forms.tensor, forms.memory));
  const Question stays{"allocated", Below{used_cells(places), {offsets, {}, {}}}};
  const Decision allocated = decide(stays);
  if (const auto* open = std::get_if<Open>(&allocated.answer)) {
    return BoundsAnswer{Unknown{open->reason}, allocation};
  }
  TP_CHECK(is_yes(allocated.answer), "an offset is too large");
  return BoundsAnswer{Proved{within.engine, scope_text(forms)}, allocation};
}

}  // namespace tileproof
