#include "checkers/shared_access/access_check.hpp"

#include <algorithm>

#include "checkers/layout/definition_proof.hpp"
#include "checkers/layout/places.hpp"

namespace tileproof {
namespace {

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

// An element of the tensor as a stored word of a memory's form; nullopt if it has no such element.
std::optional<Word> in_memory(const Forms& forms, const LinearLayout& memory, Word element) {
  Word fields = 0;
  for (std::size_t d = 0; d < forms.tensor.out_dims().size(); ++d) {
    const Word coordinate = forms.tensor.field(element, d);
    if (coordinate >= memory.out_dims()[d].size) return std::nullopt;
    fields |= coordinate << memory.field_shift(d);
  }
  return fields;
}

const TensorLayout& truth_of(const AccessTypes& access) {
  return access.defined_memory ? *access.defined_memory : access.memory;
}

std::string scope_text(const Forms& forms) {
  return "all 2^" + std::to_string(forms.tensor.total_in_bits()) + " places";
}

// The element that a layout has at a place of another one; nullopt if it has no such place.
std::optional<Word> element_at(const LinearLayout& truth, Word place) {
  if (place >= truth.total_in_size()) return std::nullopt;
  return truth.apply_flat(place);
}

// What the memory has where a register goes.
struct Meeting {
  Word index;    // of the register place
  Word element;  // that it is to move, in the tensor
  Word place;    // in memory, as the compiler computes it
};

Refuted wrong_data(const std::string& engine,
                   const AccessTypes& access,
                   const Forms& forms,
                   const LinearLayout& truth,
                   const Meeting& meeting) {
  const TensorLayout& defined = truth_of(access);
  const auto wanted = in_memory(forms, truth, meeting.element);
  std::optional<Word> right_place;
  if (wanted) right_place = defined_place(defined.layout, defined.shape, truth, *wanted);
  const auto there = element_at(truth, meeting.place);
  Counterexample example;
  example.text = place_text(forms.tensor, meeting.index) +
                 (access.is_load ? " is to read element " : " writes element ") +
                 element_text(forms.tensor, meeting.element) + " at " +
                 place_text(forms.memory, meeting.place);
  // Another layout has another element there; a layout that differs from its linear form has this
  // element elsewhere.
  if (!there) {
    example.text += ", where the memory was laid out to have nothing";
  } else if (there != wanted) {
    example.text +=
        ", where the memory was laid out to have element " + element_text(truth, *there);
  } else {
    example.text += ", but its layout's definition has it at " + place_text(truth, *right_place);
  }
  add_place(example, forms.tensor, meeting.index);
  add_element(example, forms.tensor, meeting.element);
  add_place(example, forms.memory, meeting.place, "memory_");
  if (right_place) add_place(example, truth, *right_place, "defined_");
  return Refuted::replayed(engine, std::move(example), [&] {
    return !wanted ||
           defined_place(defined.layout, defined.shape, truth, *wanted) != meeting.place ||
           element_at(truth, meeting.place) != wanted;
  });
}

// Is the place one of those that hold the element, by the definition?  For layouts with copies any
// will do: the linear form says which there are, and the definition agrees with it on one.
bool holds(const AccessTypes& access,
           const LinearLayout& truth,
           std::optional<Word> wanted,
           Word place) {
  const TensorLayout& defined = truth_of(access);
  if (!wanted || element_at(truth, place) != wanted) return false;
  const Word right_place = defined_place(defined.layout, defined.shape, truth, *wanted);
  return right_place == place || truth.apply_flat(right_place) == wanted;
}

struct Prepared {
  Forms forms;
  LinearLayout truth;
  LinearLayout places;  // of the tensor's registers in memory
};

Result<Prepared> prepare(const AccessTypes& access) {
  TP_TRY(forms, forms_of(access));
  TP_TRY(truth, whole_form(truth_of(access)));
  if (truth.out_dims().size() != forms.tensor.out_dims().size()) {
    return Error{
        ErrorCode::kShape,
        "the memory was defined with the shape " + triton::to_string(truth_of(access).shape) +
            ", which has another rank than the tensor's " + triton::to_string(access.tensor.shape)};
  }
  TP_TRY(places, invert_and_compose(forms.tensor, forms.memory));
  return Prepared{std::move(forms), std::move(truth), std::move(places)};
}

// The first place of those given at which the memory has another element.
template <typename Indices>
std::optional<Meeting> first_wrong(const AccessTypes& access,
                                   const Prepared& prepared,
                                   const Indices& indices) {
  const auto& [forms, truth, places] = prepared;
  for (const Word index : indices) {
    const Word element =
        defined_element(access.tensor.layout, access.tensor.shape, forms.tensor, index);
    const Meeting meeting{index, element, places.apply_flat(index)};
    if (!holds(access, truth, in_memory(forms, truth, element), meeting.place)) return meeting;
  }
  return std::nullopt;
}

// The indices 0, 1, 2, 4 ...: where both sides are linear, they decide.
std::vector<Word> basis_indices(const LinearLayout& layout) {
  std::vector<Word> indices{0};
  for (unsigned i = 0; i < layout.total_in_bits(); ++i) indices.push_back(Word{1} << i);
  return indices;
}

class AllIndices {
 public:
  explicit AllIndices(Word end) : end_(end) {}
  struct Iterator {
    Word at;
    Word operator*() const { return at; }
    Iterator& operator++() {
      ++at;
      return *this;
    }
    bool operator!=(const Iterator& other) const { return at != other.at; }
  };
  [[nodiscard]] Iterator begin() const { return {0}; }
  [[nodiscard]] Iterator end() const { return {end_}; }

 private:
  Word end_;
};

std::optional<Error> too_large(const Forms& forms) {
  if (forms.tensor.total_in_bits() <= kMaxTabledBits) return std::nullopt;
  return Error{ErrorCode::kUnsupported, "more than 2^22 registers cannot be enumerated"};
}

Result<Verdict> data_by_enumeration(const AccessTypes& access, const Prepared& prepared) {
  if (const auto error = too_large(prepared.forms)) return *error;
  const AllIndices all(prepared.forms.tensor.total_in_size());
  if (const auto wrong = first_wrong(access, prepared, all)) {
    return Verdict(wrong_data("enumerate", access, prepared.forms, prepared.truth, *wrong));
  }
  return Verdict(Proved{"enumerate", scope_text(prepared.forms)});
}

}  // namespace

Result<Verdict> check_access_data(const AccessTypes& access) {
  TP_TRY(prepared, prepare(access));
  const TensorLayout& defined = truth_of(access);
  const Agreement memory = compare_by_f2(defined.layout, defined.shape, prepared.truth);
  const Agreement tensor =
      compare_by_f2(access.tensor.layout, access.tensor.shape, prepared.forms.tensor);
  if (memory.kind != Agreement::Kind::kAgrees || tensor.kind != Agreement::Kind::kAgrees) {
    // The definitions are not shown to be the linear forms, so that bases decide nothing.
    auto visited = data_by_enumeration(access, prepared);
    if (visited) return visited;
    return Verdict(Unknown{"a definition differs from its linear form or is not linear, and " +
                           visited.error().message});
  }
  const auto bases = basis_indices(prepared.forms.tensor);
  if (const auto wrong = first_wrong(access, prepared, bases)) {
    return Verdict(wrong_data("f2", access, prepared.forms, prepared.truth, *wrong));
  }
  return Verdict(Proved{"f2", scope_text(prepared.forms)});
}

Result<Verdict> check_access_data_by_enumeration(const AccessTypes& access) {
  TP_TRY(prepared, prepare(access));
  return data_by_enumeration(access, prepared);
}

namespace {

Word allocation_of(const AccessTypes& access, const Forms& forms) {
  const Word offsets = Word{1} << forms.memory.in_bits(kOffset);
  return triton::padded_offset(U64{}, triton::paddings(access.memory.layout), offsets - 1) + 1;
}

Refuted outside(const std::string& engine,
                const AccessTypes& access,
                const Forms& forms,
                Word index,
                std::size_t dim) {
  const Word element = forms.tensor.apply_flat(index);
  Counterexample example;
  example.text = place_text(forms.tensor, index) + (access.is_load ? " reads" : " writes") +
                 " element " + element_text(forms.tensor, element) + " of a memory of shape " +
                 triton::to_string(access.view);
  add_place(example, forms.tensor, index);
  add_element(example, forms.tensor, element);
  return Refuted::replayed(engine, std::move(example), [&] {
    const Word defined =
        defined_element(access.tensor.layout, access.tensor.shape, forms.tensor, index);
    return forms.tensor.field(defined, dim) >= access.view[dim];
  });
}

}  // namespace

Result<BoundsAnswer> check_access_bounds(const AccessTypes& access) {
  TP_TRY(forms, forms_of(access));
  const Word allocation = allocation_of(access, forms);
  for (std::size_t d = 0; d < access.view.size(); ++d) {
    for (unsigned i = 0; i < forms.tensor.total_in_bits(); ++i) {
      // Sizes are powers of two but for a view's, so that a sum of coordinates below a power of two
      // stays below it; a view of another size is decided by its largest coordinate.
      if (forms.tensor.field(forms.tensor.field_bases()[i], d) >= access.view[d]) {
        return BoundsAnswer{outside("f2", access, forms, Word{1} << i, d), allocation};
      }
    }
    if (access.tensor.shape[d] > access.view[d]) {
      const auto last = f2::Solver(forms.tensor.field_bases())
                            .solve((access.tensor.shape[d] - 1) << forms.tensor.field_shift(d));
      return BoundsAnswer{outside("f2", access, forms, *last, d), allocation};
    }
  }
  // The compiler's offsets are XORs of the places' bases, all below the power of two of offsets;
  // padding grows with the offset, so that none passes the padded last one.
  TP_TRY(places, invert_and_compose(forms.tensor, forms.memory));
  const Word offsets = Word{1} << forms.memory.in_bits(kOffset);
  for (const Word basis : places.field_bases()) {
    TP_CHECK((basis & low_mask(places.out_dims()[0].bits())) < offsets, "an offset is too large");
  }
  return BoundsAnswer{Proved{"f2", scope_text(forms)}, allocation};
}

Result<BoundsAnswer> check_access_bounds_by_enumeration(const AccessTypes& access) {
  TP_TRY(forms, forms_of(access));
  if (const auto error = too_large(forms)) return *error;
  const Word allocation = allocation_of(access, forms);
  const unsigned offset_bits = forms.memory.in_bits(kOffset);
  for (Word index = 0; index < forms.tensor.total_in_size(); ++index) {
    const Word element =
        defined_element(access.tensor.layout, access.tensor.shape, forms.tensor, index);
    for (std::size_t d = 0; d < access.view.size(); ++d) {
      if (forms.tensor.field(element, d) >= access.view[d]) {
        return BoundsAnswer{outside("enumerate", access, forms, index, d), allocation};
      }
    }
    const Word place = defined_place(access.memory.layout,
                                     access.memory.shape,
                                     forms.memory,
                                     *in_memory(forms, forms.memory, element));
    const Word padded = triton::padded_offset(
        U64{}, triton::paddings(access.memory.layout), place & low_mask(offset_bits));
    TP_CHECK(padded < allocation, "a definition's offset is outside the allocation");
  }
  return BoundsAnswer{Proved{"enumerate", scope_text(forms)}, allocation};
}

}  // namespace tileproof
