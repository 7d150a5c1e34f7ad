// Operations on each element for itself, and those that make tensors of numbers: shapes and layouts
// are one, element types are as the operation has them.
#include <algorithm>
#include <array>
#include <limits>

#include "checkers/ttgir/dense_literal.hpp"
#include "checkers/ttgir/element_types.hpp"
#include "checkers/ttgir/index_values.hpp"
#include "checkers/ttgir/module_checker.hpp"

namespace tileproof {

using ttgir::ElementRule;
using ttgir::kNoType;

void ModuleChecker::check_elementwise(const Operation& op) {
  const ElementRule law = op.row->elements;
  std::vector<TypeId> shaped;
  for (std::size_t i = 0; i < op.operand_count; ++i) {
    const TypeId id = operand_type(op, i);
    if (id == kNoType) return add_untyped(op);
    if (type(id).is_shaped()) shaped.push_back(id);
  }
  for (std::size_t i = 0; i < op.result_count; ++i) {
    const TypeId id = result_type(op, i);
    if (id == kNoType) return add_untyped(op);
    if (type(id).is_shaped()) shaped.push_back(id);
  }
  if (shaped.empty()) return add_untyped(op);
  // What is asked of a result, or of a pointer, is asked of all; some may be numbers alone.
  for (const TypeId id : shaped) {
    if (law == ElementRule::kSelect && type(shaped.back()).kind == Type::Kind::kMemDesc) {
      if (!require_met(op, shaped.back(), id, "the memories that are chosen from")) return;
      continue;
    }
    if (!require_types(
            op, type(id).kind == Type::Kind::kTensor, "it takes tensors, no memory: ", type(id))) {
      return;
    }
    if (!require_alike(op, shaped[0], id, "the tensors that meet")) return;
  }
  if (type(shaped.back()).kind == Type::Kind::kMemDesc) {
    for (std::size_t i = 1; i < op.operand_count; ++i) {
      if (!require_memory_met(
              op, module_.operands(op)[i], op.first_result, "the memories that are chosen from")) {
        return;
      }
    }
  }
  const bool may_be_mixed = law == ElementRule::kAny || law == ElementRule::kSelect;
  const std::size_t all = op.operand_count + op.result_count;
  if (!may_be_mixed && shaped.size() != all &&
      !require_types(op, false, "tensors and numbers are mixed")) {
    return;
  }
  if (op.operand_count == 0 || (op.row->results.value_or(0) != 0 && op.result_count == 0)) {
    return add_untyped(op);
  }
  const std::string broken = broken_elements(op);
  if (!require_types(op, broken.empty(), broken)) return;
  const bool is_atomic = law == ElementRule::kAtomic || law == ElementRule::kCompareAndSwap;
  if (is_atomic && !require_atomic(op, type(operand_type(op, 1)))) return;
  // One finding for each layout on which such operations meet.
  const Type& met = type(shaped[0]);
  std::string key = triton::to_string(met.shape) +
                    (met.layout ? placed(shaped[0]).text : std::string(met.encoding));
  if (elementwise_seen_.insert(std::move(key)).second) add_decided(op, Topic::kTypes);
}

// Does global memory change such elements in one step?  Floats are added by `fadd`, all else is of
// integers, and `exch` of both.
bool ModuleChecker::require_atomic(const Operation& op, const Type& value) {
  static constexpr std::array<std::string_view, 11> kWords = {
      "", "and", "or", "xor", "add", "fadd", "max", "min", "umax", "umin", "exch"};
  const bool swaps = op.name.ends_with("cas");
  const std::string_view word = swaps ? "cas" : chosen_word(op, "atomic_rmw_op", kWords);
  const bool is_listed = std::ranges::find(kWords, word) != kWords.end() && !word.empty();
  const bool fits = swaps || (is_listed && (word == "exch" ||
                                            is_float(value.element) == (word == "fadd")));
  const unsigned least = swaps || word == "fadd" ? 16 : 32;
  if (fits && value.element_bits >= least && value.element_bits <= 64) return true;
  add_unknown(op,
              Topic::kTypes,
              "whether '" + std::string(word.substr(0, 40)) + "' is known of " +
                  std::string(value.element));
  return false;
}

// The law that element types break, in words; empty if none.
std::string ModuleChecker::broken_elements(const Operation& op) {
  using enum ElementRule;
  const auto element = [&](std::size_t i) { return type(operand_type(op, i)).element; };
  const auto bits = [&](std::size_t i) { return type(operand_type(op, i)).element_bits; };
  const std::size_t operands = op.operand_count;
  const std::size_t results = op.result_count;
  const auto result = [&] { return type(result_type(op, 0)).element; };
  const auto result_bits = [&] { return type(result_type(op, 0)).element_bits; };
  const std::string name(op.name);
  const auto list = [&] {
    std::string text;
    for (std::size_t i = 0; i < operands; ++i)
      text += (i == 0 ? "" : ", ") + std::string(element(i));
    if (results == 1) text += " -> " + std::string(result());
    return text;
  };
  const auto unless = [&](bool holds, const char* words) {
    return holds ? std::string() : name + " " + words + ", and has " + list();
  };
  const auto all_are = [&](std::string_view wanted, std::size_t first) {
    for (std::size_t i = first; i < operands; ++i) {
      if (element(i) != wanted) return false;
    }
    return results == 0 || result() == wanted;
  };
  const auto casts = [&](bool from, bool to, bool width, const char* words) {
    return unless(operands >= 1 && results == 1 && from && to && width, words);
  };
  switch (op.row->elements) {
    case kAny:
      return {};
    case kSame:
      return unless(operands > 0 && all_are(element(0), 0), "has one element type");
    case kSameInteger:
      return unless(operands > 0 && is_integer(element(0)) && all_are(element(0), 0),
                    "has integers of one type");
    case kSameFloat:
      return unless(operands > 0 && is_float(element(0)) && all_are(element(0), 0),
                    "has floats of one type");
    case kCompareInteger:
      return unless(operands == 2 && element(0) == element(1) && is_integer(element(0)) &&
                        results == 1 && result() == "i1",
                    "compares integers of one type to i1");
    case kCompareFloat:
      return unless(operands == 2 && element(0) == element(1) && is_float(element(0)) &&
                        results == 1 && result() == "i1",
                    "compares floats of one type to i1");
    case kSelect:
      return unless(operands == 3 && element(0) == "i1" && all_are(element(1), 1),
                    "chooses by i1 among values of one type");
    case kWidenInteger:
      return casts(is_integer(element(0)),
                   is_integer(result()),
                   bits(0) < result_bits(),
                   "gives wider integers");
    case kNarrowInteger:
      return casts(is_integer(element(0)),
                   is_integer(result()),
                   bits(0) > result_bits(),
                   "gives narrower integers");
    case kWidenFloat:
      return casts(
          is_float(element(0)), is_float(result()), bits(0) < result_bits(), "gives wider floats");
    case kNarrowFloat:
      return casts(is_float(element(0)),
                   is_float(result()),
                   bits(0) > result_bits(),
                   "gives narrower floats");
    case kFloatToFloat:
      return casts(is_float(element(0)),
                   is_float(result()),
                   bits(0) <= result_bits() || has_flag(op, "rounding"),
                   "gives floats of floats, narrower ones by a rounding");
    case kIntegerToFloat:
      return casts(is_integer(element(0)), is_float(result()), true, "gives floats of integers");
    case kFloatToInteger:
      return casts(is_float(element(0)), is_integer(result()), true, "gives integers of floats");
    case kIndexCast:
      return casts(is_integer(element(0)),
                   is_integer(result()),
                   (element(0) == "index") != (result() == "index"),
                   "gives an index of integers or back");
    case kSameBits:
      return casts(is_pointer(element(0)) == is_pointer(result()),
                   address_space_of(element(0)) == address_space_of(result()),
                   bits(0) == result_bits() && bits(0) != 0,
                   "keeps the number of bits, and pointers");
    case kIntegerToPointer:
      return casts(element(0) == "i64", is_pointer(result()), true, "gives pointers of i64");
    case kPointerToInteger:
      return casts(is_pointer(element(0)), result() == "i64", true, "gives i64 of pointers");
    case kOffsetPointer:
      return unless(operands == 2 && results == 1 && is_pointer(element(0)) &&
                        is_integer(element(1)) && result() == element(0),
                    "adds integers to pointers");
    case kLoad: {
      if (operands == 0 || results != 1) return unless(false, "has a pointer and a result");
      const auto target = pointee_of(element(0));
      bool holds = is_pointer(element(0)) && result() == target;
      if (operands > 1) holds = holds && element(1) == "i1";
      if (operands > 2) holds = holds && element(2) == target;
      return unless(holds, "gives what is pointed to, by a mask of i1");
    }
    case kStore: {
      const bool holds = operands >= 2 && is_pointer(element(0)) &&
                         element(1) == pointee_of(element(0)) &&
                         (operands < 3 || element(2) == "i1");
      return unless(holds, "stores what is pointed to, by a mask of i1");
    }
    case kAtomic: {
      const bool holds = operands >= 2 && operands <= 3 && is_pointer(element(0)) &&
                         element(1) == pointee_of(element(0)) &&
                         (operands < 3 || element(2) == "i1") &&
                         (results == 0 || result() == element(1));
      return unless(holds, "takes and gives what is pointed to, by a mask of i1");
    }
    case kCompareAndSwap: {
      const bool holds = operands == 3 && is_pointer(element(0)) &&
                         element(1) == pointee_of(element(0)) && element(2) == element(1) &&
                         (results == 0 || result() == element(1));
      return unless(holds, "takes and gives what is pointed to");
    }
  }
  return {};
}

void ModuleChecker::check_constant(const Operation& op) {
  const TypeId id = result_type(op);
  if (id == kNoType) return add_untyped(op);
  if (!type(id).is_shaped() || op.row->name == "poison") return add_decided(op, Topic::kTypes);
  const auto value = constant_text(module_, op);
  // In generic form the value has a type of its own.
  const auto given = module_.left(op);
  if (op.generic && !given.empty() && given[0] != kNoType &&
      !require_types(
          op, given[0] == id, "the value is ", type(given[0]), ", the result ", type(id))) {
    return;
  }
  const auto elements = dense_elements(value);
  const bool is_number = !value.starts_with("dense_resource") && !value.starts_with("sparse") &&
                         !value.starts_with("#");
  if (!elements && is_number) {
    require_types(op, false, "one number is no " + to_string(type(id)));
    return;
  }
  const auto why = elements ? why_no_value(*elements, type(id)) : std::nullopt;
  if (!why) return add_unknown(op, Topic::kTypes, "its value is not written as `dense<...>`");
  if (require_types(op, why->empty(), *why)) add_decided(op, Topic::kTypes);
}

void ModuleChecker::check_make_range(const Operation& op) {
  const Type* to = shaped_result(op);
  const auto start = integer_attribute(op, "start");
  const auto end = integer_attribute(op, "end");
  if (to == nullptr || !start || !end) return add_untyped(op);
  using I32 = std::numeric_limits<std::int32_t>;
  const bool holds = to->shape.size() == 1 && *start < *end && *start >= I32::min() &&
                     *end <= I32::max() && to->shape[0] == static_cast<Word>(*end - *start) &&
                     to->element == "i32";
  require_types(op,
                holds,
                "numbers from " + std::to_string(*start) + " to " + std::to_string(*end) +
                    " are no " + to_string(*to));
  add_decided(op, Topic::kTypes);
}

void ModuleChecker::check_splat(const Operation& op) {
  const TypeId from = operand_type(op, 0);
  const Type* to = shaped_result(op);
  if (from == kNoType || to == nullptr) return add_untyped(op);
  const bool is_one = !type(from).is_shaped() || type(from).shape.empty();
  require_types(op,
                is_one && type(from).element == to->element,
                "a tensor of " + std::string(to->element) + " is made of " + to_string(type(from)));
  add_decided(op, Topic::kTypes);
}

void ModuleChecker::check_unsplat(const Operation& op) {
  const Type* from = shaped_operand(op, 0);
  const TypeId to = result_type(op);
  if (from == nullptr || to == kNoType) return add_untyped(op);
  Word elements = 1;
  for (const Word size : from->shape) elements *= size;
  require_types(op,
                elements == 1 && type(to).element == from->element,
                to_string(*from) + " is not one " + std::string(type(to).element));
  add_decided(op, Topic::kTypes);
}

// Its signature says what the operands are; they and the values meet in one shape and one layout.
void ModuleChecker::check_buffer_access(const Operation& op) {
  const bool is_store = op.kind() == ttgir::OpKind::kBufferStore;
  const TypeId value = is_store ? operand_type(op, 0) : result_type(op);
  if (value == kNoType || !type(value).is_shaped()) return add_untyped(op);
  for (std::size_t i = 0; i < op.operand_count; ++i) {
    const TypeId id = operand_type(op, i);
    if (id == kNoType) return add_untyped(op);
    const Type& t = type(id);
    if (t.is_shaped() && !require_alike(op, value, id, "the tensors that meet")) return;
    if (is_pointer(t.element) &&
        !require_types(op,
                       pointee_of(t.element) == type(value).element,
                       "the pointer is ",
                       t,
                       ", the values are ",
                       type(value).element)) {
      return;
    }
  }
  if (op.row->name.starts_with("buffer_atomic") && !require_atomic(op, type(value))) return;
  add_decided(op, Topic::kTypes);
}

}  // namespace tileproof
