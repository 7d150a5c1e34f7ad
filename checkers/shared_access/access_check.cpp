#include "checkers/shared_access/access_check.hpp"

#include <algorithm>

#include "checkers/layout/places.hpp"
#include "checkers/prover/prover.hpp"

namespace tileproof {
namespace {

using Values = std::vector<Word>;
using triton::Padding;

std::optional<Error> check_whole(const Tensor& side) {
  if (const auto broken = broken_bases(side.layout)) return *broken;
  if (side.form.is_surjective()) return std::nullopt;
  return Error{ErrorCode::kInvalid,
               std::string(triton::mnemonic(side.layout)) + " does not hold every element"};
}

std::optional<Error> check_types(const AccessTypes& access) {
  const auto& [tensor, memory, view, is_load, defined] = access;
  if (const auto error = check_whole(tensor)) return error;
  if (const auto error = check_whole(memory)) return error;
  if (view.size() != tensor.shape.size() || memory.shape.size() != tensor.shape.size()) {
    return Error{ErrorCode::kShape,
                 "the memory's shape " + triton::to_string(view) +
                     " has another rank than the tensor's " + triton::to_string(tensor.shape)};
  }
  if (!std::ranges::equal(view, memory.shape, std::less_equal())) {
    return Error{ErrorCode::kShape,
                 "the view " + triton::to_string(view) + " is larger than its memory, " +
                     triton::to_string(memory.shape)};
  }
  return std::nullopt;
}

std::string scope_text(const Tensor& tensor) {
  return "all 2^" + std::to_string(tensor.form.total_in_bits()) + " places";
}

bool is_within(const Values& element, const triton::Shape& shape) {
  return std::ranges::equal(element, shape, std::less());
}

// ---- Data

struct DataCheck {
  const AccessTypes& access;
  const Tensor& defined;  // the memory as it was laid out
  IndexMap used;          // from registers to cells before padding, as the compiler computes them
  IndexMap right;         // from registers to the cells of their elements, by the definition

  [[nodiscard]] bool same_paddings() const {
    return std::ranges::equal(triton::paddings(defined.layout),
                              triton::paddings(access.memory.layout));
  }
};

Result<DataCheck> prepare(const AccessTypes& access) {
  if (const auto error = check_types(access)) return *error;
  const Tensor& defined = access.defined_memory != nullptr ? *access.defined_memory : access.memory;
  if (const auto error = check_whole(defined)) return *error;
  if (defined.shape.size() != access.tensor.shape.size()) {
    return Error{ErrorCode::kShape,
                 "the memory was defined with the shape " + triton::to_string(defined.shape) +
                     ", which has another rank than the tensor's " +
                     triton::to_string(access.tensor.shape)};
  }
  TP_TRY(places, invert_and_compose(access.tensor.form, access.memory.form));
  return DataCheck{
      access, defined, cells_by_bases(places), composed(access.tensor.map, defined.map)};
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
Questions questions_of(const DataCheck& check) {
  const IndexMap& tensor = check.access.tensor.map;
  const triton::Shape& shape = check.defined.shape;
  Questions questions;
  if (check.access.tensor.shape != shape) {
    questions.push_back({"within", Below{tensor, {shape.begin(), shape.end()}}});
  }
  const auto padded = [&](const IndexMap& cells, const Tensor& memory) {
    return check.same_paddings() ? cells : composed(cells, padding_of(memory));
  };
  if (check.defined.form.is_injective()) {
    questions.push_back(
        {"place",
         Same{padded(check.right, check.defined), padded(check.used, check.access.memory)}});
    return questions;
  }
  const IndexMap held = elements_by_bases(check.defined.form);
  Sizes cells;
  for (const Axis& axis : held.axes()) cells.emplace_back(axis.size);
  questions.push_back({"exists", Below{check.used, std::move(cells)}});
  questions.push_back({"copy", Same{tensor, composed(check.used, held)}});
  questions.push_back({"defined", Same{tensor, composed(check.right, held)}});
  if (!check.same_paddings()) {
    questions.push_back({"padding",
                         Same{composed(check.used, padding_of(check.defined)),
                              composed(check.used, padding_of(check.access.memory))}});
  }
  return questions;
}

// The cell before padding that is this one with it; nullopt if there is none, or it is padding.
std::optional<Values> without_padding(const IndexMap& held,
                                      std::span<const Padding> paddings,
                                      Values cell) {
  // Padding grows with the offset.
  Word offset = 0;
  for (Word bit = held.axes()[0].size; (bit /= 2) != 0;) {
    if (triton::padded_offset(U64{}, paddings, offset | bit) <= cell[0]) offset |= bit;
  }
  if (triton::padded_offset(U64{}, paddings, offset) != cell[0]) return std::nullopt;
  cell[0] = offset;
  const bool exists = std::ranges::equal(
      cell, held.axes(), [](Word value, const Axis& axis) { return value < axis.size; });
  return exists ? std::optional(std::move(cell)) : std::nullopt;
}

// What the memory has where a register goes, by the definitions at this register alone.
struct Meeting {
  Values element;  // that the register is to move
  Values used;     // its cell before padding, as the compiler computes it
  bool is_in_memory = false;
  Values right = {};                 // its cell by the memory's definition, before padding
  std::optional<Values> there = {};  // the element that the memory has in the compiler's cell
  bool is_wrong = true;
};

Meeting meeting_at(const DataCheck& check, const Values& at) {
  Meeting meeting{value_at(check.access.tensor.map, at), value_at(check.used, at)};
  const Values cell = value_at(padding_of(check.access.memory), meeting.used);
  const IndexMap held = elements_by_bases(check.defined.form);
  if (const auto place = without_padding(held, triton::paddings(check.defined.layout), cell)) {
    meeting.there = value_at(held, *place);
  }
  meeting.is_in_memory = is_within(meeting.element, check.defined.shape);
  if (!meeting.is_in_memory) return meeting;
  meeting.right = value_at(check.right, at);
  meeting.is_wrong =
      check.defined.form.is_injective()
          ? value_at(padding_of(check.defined), meeting.right) != cell
          : meeting.there != meeting.element || value_at(held, meeting.right) != meeting.element;
  return meeting;
}

Refuted wrong_data(std::string_view engine, const DataCheck& check, const Values& at) {
  const Tensor& tensor = check.access.tensor;
  const LinearLayout& memory = check.access.memory.form;
  const Meeting meeting = meeting_at(check, at);
  const auto used_paddings = triton::paddings(check.access.memory.layout);
  const auto right_paddings = triton::paddings(check.defined.layout);
  const Word index = flat_place(tensor.form, tensor.map.axes(), at);
  const Word used = flat_place(memory, check.used.out_axes(), meeting.used);
  Counterexample example;
  example.text = place_text(tensor.form, index) +
                 (check.access.is_load ? " is to read element " : " writes element ") +
                 element_text(meeting.element) + " at " + place_text(memory, used, used_paddings);
  add_place(example, tensor.form, index);
  add_element(example, meeting.element);
  add_place(example, memory, used, "memory_", used_paddings);
  std::string right;
  if (meeting.is_in_memory) {
    const Word place = flat_place(check.defined.form, check.right.out_axes(), meeting.right);
    right = place_text(check.defined.form, place, right_paddings);
    add_place(example, check.defined.form, place, "defined_", right_paddings);
  }
  // Another layout has another element there; a layout that differs from its linear form has this
  // element elsewhere.
  if (!meeting.there) {
    example.text += ", where the memory was laid out to have nothing";
  } else if (meeting.there != meeting.element) {
    example.text +=
        ", where the memory was laid out to have element " + element_text(*meeting.there);
  } else {
    example.text += ", but its layout's definition has it at " + right;
  }
  return Refuted::replayed(engine, std::move(example), [&] { return meeting.is_wrong; });
}

}  // namespace

Result<Verdict> check_access_data(const AccessTypes& access, const Decider& decide) {
  TP_TRY(check, prepare(access));
  return ask(questions_of(check),
             decide,
             scope_text(access.tensor),
             [&](const Question& question, const Decision& decision) -> Verdict {
               const auto at = point_of(decision);
               if (question.name == "padding" && !meeting_at(check, at).is_wrong) {
                 return Unknown{"a register finds its element in a copy with another padding"};
               }
               return wrong_data(decision.engine, check, at);
             });
}

// ---- Bounds

Result<BoundsAnswer> check_access_bounds(const AccessTypes& access, const Decider& decide) {
  if (const auto error = check_types(access)) return *error;
  const Tensor& tensor = access.tensor;
  const LinearLayout& memory = access.memory.form;
  const Word offsets = Word{1} << bits_of(memory, kOffset);
  const Word allocation =
      triton::padded_offset(U64{}, triton::paddings(access.memory.layout), offsets - 1) + 1;
  Questions questions = {{"within", Below{tensor.map, {access.view.begin(), access.view.end()}}}};
  // Padding grows with the offset, so that offsets below their number stay, padded, below the
  // allocation.  Those of the compiler are XORs of bases of that many bits.
  const auto places = invert_and_compose(tensor.form, memory);
  if (places) {
    questions.push_back({"allocated", Below{cells_by_bases(*places), {offsets, {}, {}}}});
  }
  Verdict verdict = ask(questions,
                        decide,
                        scope_text(tensor),
                        [&](const Question& question, const Decision& decision) {
                          TP_CHECK(question.name == "within", "an offset is too large");
                          const auto at = point_of(decision);
                          const Word index = flat_place(tensor.form, tensor.map.axes(), at);
                          const Values element = value_at(tensor.map, at);
                          Counterexample example;
                          example.text = place_text(tensor.form, index) +
                                         (access.is_load ? " reads" : " writes") + " element " +
                                         element_text(element) + " of a memory of shape " +
                                         triton::to_string(access.view);
                          add_place(example, tensor.form, index);
                          add_element(example, element);
                          return Refuted::replayed(decision.engine, std::move(example), [&] {
                            return !is_within(element, access.view);
                          });
                        });
  if (is_proved(verdict) && !places) return places.error();
  return BoundsAnswer{std::move(verdict), allocation};
}

}  // namespace tileproof
