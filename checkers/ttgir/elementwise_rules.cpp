// Operations on each element for itself, and those that make tensors of numbers: shapes and layouts
// are one, element types are as the operation has them.
#include <algorithm>
#include <array>
#include <bit>
#include <boost/container/small_vector.hpp>
#include <limits>

#include "checkers/ttgir/dense_literal.hpp"
#include "checkers/ttgir/element_types.hpp"
#include "checkers/ttgir/index_values.hpp"
#include "checkers/ttgir/module_checker.hpp"

namespace tileproof {

using ttgir::ElementRule;
using ttgir::kNoType;

namespace {

// Of an atomic operation.
constexpr std::string_view kResultOfOne = "of which one gets the result with some compilers";

}  // namespace

void ModuleChecker::check_elementwise(const Operation& op) {
  const ElementRule law = op.row->elements;
  boost::container::small_vector<TypeId, 4> taken;
  boost::container::small_vector<TypeId, 4> given;
  for (std::size_t i = 0; i < op.operand_count; ++i) taken.push_back(operand_type(op, i));
  for (std::size_t i = 0; i < op.result_count; ++i) given.push_back(result_type(op, i));
  const auto is_unknown = [](TypeId id) { return id == kNoType; };
  if (std::ranges::any_of(taken, is_unknown) || std::ranges::any_of(given, is_unknown)) {
    return add_untyped(op);
  }
  const bool gives_one = law != ElementRule::kStore && law != ElementRule::kAny;
  if (gives_one && given.empty()) return add_untyped(op);  // unnamed, in pretty form
  if (law == ElementRule::kSelect) return check_select(op);
  const auto is_tensor = [&](TypeId id) { return type(id).is_shaped(); };
  const bool has_tensor = std::ranges::any_of(taken, is_tensor);
  const bool gives_tensors = std::ranges::all_of(given, is_tensor);
  if (!has_tensor && std::ranges::none_of(given, is_tensor)) return add_untyped(op);
  // Numbers among tensors are of each element; what is done to elements gives tensors.
  const bool is_mixed = !has_tensor || !gives_tensors ||
                        (law != ElementRule::kAny && !std::ranges::all_of(taken, is_tensor));
  if (!require_types(op, !is_mixed, "tensors and numbers are mixed")) return;
  const TypeId met = *std::ranges::find_if(taken, is_tensor);
  for (const auto* list : {&taken, &given}) {
    for (const TypeId id : *list) {
      if (is_tensor(id) && !require_alike(op, met, id, "the tensors that meet")) return;
    }
  }
  const std::string broken = broken_elements(op);
  if (!require_types(op, broken.empty(), broken)) return;
  if (!require_packs(op) || !require_arithmetic(op) || !require_lowering(op) ||
      !require_whole_bytes(op)) {
    return;
  }
  const bool is_atomic = law == ElementRule::kAtomic || law == ElementRule::kCompareAndSwap;
  if (is_atomic && !require_atomic(op, operand_type(op, 1))) return;
  add_elementwise(op, met);
}

// The region has `pack` numbers of each operand at once, and returns as many for each result.
void ModuleChecker::check_map_elementwise(const Operation& op) {
  const auto pack = integer_attribute(op, "pack");
  if (!pack) return add_untyped(op);
  if (!require_types(op,
                     std::has_single_bit(static_cast<std::uint64_t>(*pack)),
                     *pack,
                     " elements at once are no power of two")) {
    return;
  }
  if (!require_returned_as_held(op)) return;
  const bool has_as_many = *pack <= static_cast<std::int64_t>(module_.values.size());
  if (!require_types(op, has_as_many, "its region has fewer than ", *pack, " arguments")) return;
  for (std::size_t i = 0; i < op.operand_count; ++i) {
    if (shaped_operand(op, i) != nullptr &&
        !require_packs_in_threads(op, operand_type(op, i), *pack)) {
      return;
    }
  }
  std::vector<std::string_view> taken;
  for (std::size_t i = 0; i < op.operand_count; ++i) {
    taken.insert(taken.end(), static_cast<Word>(*pack), type(operand_type(op, i)).element);
  }
  std::vector<std::string_view> returned;
  for (std::size_t i = 0; i < op.result_count; ++i) {
    returned.insert(returned.end(), static_cast<Word>(*pack), type(result_type(op, i)).element);
  }
  if (require_region(op, taken, returned) && require_no_writes_within(op)) check_elementwise(op);
}

// A thread hands over its elements in packs.
bool ModuleChecker::require_packs_in_threads(const Operation& op, TypeId id, std::int64_t pack) {
  if (type(id).layout == nullptr) return true;
  const Placed& tensor = placed(id);
  if (!tensor.tensor) return true;  // said where its layout is asked
  const std::size_t bits = coordinates_of(tensor, kRegister).size();
  if (!require_types(op,
                     pack <= std::int64_t{1} << bits,
                     "a thread has ",
                     Word{1} << bits,
                     " elements of ",
                     type(id),
                     ", and the region takes ",
                     pack,
                     " at once")) {
    return false;
  }
  if (static_cast<Word>(pack) <= distinct_registers(tensor)) return true;
  add_unknown(op,
              Topic::kTypes,
              "registers that repeat elements fill the packs, and some compilers leave them out");
  return false;
}

// What is done to elements in any order leaves all else as it is.
bool ModuleChecker::require_no_writes_within(const Operation& op) {
  using enum ElementRule;
  for (auto inner = id_of(op) + 1; inner < op.end; ++inner) {
    const Operation& within = module_.operations[inner];
    const ElementRule law = within.row->elements;
    const std::string_view name = within.row->name;
    const bool writes = law == kStore || law == kAtomic || law == kCompareAndSwap ||
                        name == "print" || name == "assert" ||
                        module_.attribute(within, "pure") == "false";
    if (!require_types(
            op, !writes, "its region has ", within.name, ", which does more than give")) {
      return false;
    }
  }
  return true;
}

bool ModuleChecker::require_numbers(const Operation& op) {
  const auto is_number = [&](TypeId id) {
    return id != kNoType && type(id).kind == Type::Kind::kScalar;
  };
  for (std::size_t i = 0; i < op.operand_count; ++i) {
    if (!is_number(operand_type(op, i))) return true;
  }
  const bool gives_one = op.row->elements != ElementRule::kStore;
  const bool loads = op.operand_count != 0 && op.row->elements == ElementRule::kLoad;
  if (loads && !require_types(op,
                              is_pointer(type(operand_type(op, 0)).element),
                              "what is loaded from is ",
                              type(operand_type(op, 0)))) {
    return false;
  }
  if (op.operand_count == 0 || (gives_one && !is_number(result_type(op)))) return true;
  if (op.row->elements == ElementRule::kSelect) {
    return require_met(op, operand_type(op, 1), operand_type(op, 2), "what is chosen from") &&
           require_met(op, operand_type(op, 1), result_type(op), "what is chosen from");
  }
  const std::string broken = broken_elements(op);
  if (!require_types(op, broken.empty(), broken) || !require_arithmetic(op) ||
      !require_whole_bytes(op)) {
    return false;
  }
  const bool is_atomic =
      op.row->elements == ElementRule::kAtomic || op.row->elements == ElementRule::kCompareAndSwap;
  return !is_atomic || require_atomic(op, operand_type(op, 1));
}

// What is chosen from may be anything, of one type; a tensor of i1 chooses among its elements.
void ModuleChecker::check_select(const Operation& op) {
  const TypeId by = operand_type(op, 0);
  const TypeId chosen = operand_type(op, 1);
  constexpr std::string_view kWhat = "what is chosen from";
  if (!require_met(op, chosen, operand_type(op, 2), kWhat) ||
      !require_met(op, chosen, result_type(op), kWhat)) {
    return;
  }
  if (!require_types(op,
                     op.generic || op.left_count != 1 || !type(by).is_shaped(),
                     "one type is written, so that an i1 chooses, and it is given ",
                     type(by))) {
    return;
  }
  if (type(by).is_shaped() && (!require_types(op,
                                              type(chosen).kind == Type::Kind::kTensor,
                                              "elements are chosen from ",
                                              type(chosen)) ||
                               !require_alike(op, by, chosen, "the tensors that meet"))) {
    return;
  }
  if (type(chosen).kind == Type::Kind::kMemDesc) {
    for (std::size_t i = 1; i < op.operand_count; ++i) {
      if (!require_memory_met(op, module_.operands(op)[i], op.first_result, kWhat)) return;
    }
    return add_unknown(op, Topic::kTypes, "some compilers do not follow memory through a choice");
  }
  add_elementwise(op, chosen);
}

// One finding for each layout on which such operations meet.
void ModuleChecker::add_elementwise(const Operation& op, TypeId met) {
  const Type& t = type(met);
  const bool is_first =
      t.layout != nullptr
          ? elementwise_seen_.insert(&placed(met)).second
          : unplaced_seen_.insert(triton::to_string(t.shape) + std::string(t.encoding)).second;
  if (is_first) add_decided(op, Topic::kTypes);
}

bool ModuleChecker::require_no_block(const Operation& op) {
  const ElementRule law = op.row->elements;
  const auto types = module_.left(op);
  const bool accesses = law == ElementRule::kLoad || law == ElementRule::kStore;
  if (!accesses || types.empty() || types[0] == kNoType ||
      !pointee_of(type(types[0]).element).starts_with("tensor")) {
    return true;
  }
  add_unknown(op, Topic::kTypes, "pointers to blocks have no rule yet");
  return false;
}

// Does global memory change such elements in one step?  Floats are added by `fadd`, all else is of
// integers, and `exch` of both.
bool ModuleChecker::require_whole_bytes(const Operation& op) {
  using enum ttgir::OpKind;
  const ElementRule law = op.row->elements;
  const bool loads = law == ElementRule::kLoad || op.kind() == kBufferLoad;
  const bool stores = law == ElementRule::kStore || op.kind() == kBufferStore;
  if (!loads && !stores) return true;
  const std::size_t stored = op.kind() == kBufferStore ? 0 : 1;
  const TypeId id = loads ? result_type(op) : operand_type(op, stored);
  if (id != kNoType && is_pointer(type(id).element)) {
    add_unknown(op, Topic::kTypes, "how compilers keep pointers in memory");
    return false;
  }
  if (id == kNoType || type(id).element_bits == 0 || type(id).element_bits >= 8) return true;
  const Type& moved = type(id);
  add_unknown(
      op, Topic::kTypes, "how compilers keep elements of less than a byte: " + to_string(moved));
  return false;
}

// Does Triton 3.6 make instructions of it?  Of some it makes none, at others it crashes.
bool ModuleChecker::is_lowered_atomic(const Operation& op,
                                      std::string_view word,
                                      std::string_view element) const {
  const bool is_amd = target_ && target_->vendor() == Target::Vendor::kAmd;
  if (!op.row->name.starts_with("buffer_")) {
    // A pair of bf16 is added by a mask; in shared memory each is by itself.
    const bool is_shared = op.kind() == ttgir::OpKind::kLocalAtomicScatter;
    const bool lacks_mask = word == "fadd" && element == "bf16" &&
                            (is_shared || op.operand_count < 3) && concerns_data(op) && target_ &&
                            !is_amd && target_->compute_capability() < 90;
    return !lacks_mask && !is_pointer(element) && !(is_amd && word == "cas" && is_float(element));
  }
  if (word == "cas") return element == "i32" || element == "i64";
  // Two are added at once of 16 bits; 64 bits have the larger of AMD's targets.
  if (word == "fadd") {
    const std::string_view name = target_ ? target_->architecture() : "";
    const bool adds_64 =
        name == "gfx90a" || name == "gfx942" || name == "gfx950" || name == "gfx1250";
    return (element == "f32" && !name.starts_with("gfx10")) || (element == "f64" && adds_64);
  }
  // AMD's instructions have other names for these, for which compilers look in vain.
  return word != "exch" && word != "max" && word != "min";
}

bool ModuleChecker::require_atomic(const Operation& op, TypeId id) {
  const Type& value = type(id);
  static constexpr std::array<std::string_view, 11> kWords = {
      "", "and", "or", "xor", "add", "fadd", "max", "min", "umax", "umin", "exch"};
  const bool swaps = op.name.ends_with("cas");
  const std::string_view word = swaps ? "cas" : chosen_word(op, "atomic_rmw_op", kWords);
  const bool is_listed = std::ranges::find(kWords, word) != kWords.end() && !word.empty();
  const bool fits =
      swaps || (is_listed && (word == "exch" || is_float(value.element) == (word == "fadd")));
  const unsigned least = swaps || word == "fadd" ? 16 : 32;
  if (fits && is_lowered_atomic(op, word, value.element) && value.element_bits >= least &&
      value.element_bits <= 64) {
    const bool is_used = gives_what_is_used(op);
    return require_each_once(op, id) &&
           (!is_used || require_no_copies_in_ctas(op, id, kResultOfOne));
  }
  add_unknown(op,
              Topic::kTypes,
              "whether '" + std::string(word.substr(0, 40)) + "' is known of " +
                  std::string(value.element));
  return false;
}

// The law that element types break, in words; empty if none.  Its signature says how many there
// are.
std::string ModuleChecker::broken_elements(const Operation& op) {
  using enum ElementRule;
  const std::size_t operands = op.operand_count;
  const std::size_t results = op.result_count;
  const auto element = [&](std::size_t i) { return type(operand_type(op, i)).element; };
  const auto result = [&] { return type(result_type(op)).element; };
  const unsigned from_bits = type(operand_type(op, 0)).element_bits;
  const unsigned to_bits = results == 0 ? 0 : type(result_type(op)).element_bits;
  const auto unless = [&](bool holds, const char* words) {
    if (holds) return std::string();
    std::string text = std::string(op.name) + " " + words + ", and has ";
    for (std::size_t i = 0; i < operands; ++i) {
      text += (i == 0 ? "" : ", ") + std::string(element(i));
    }
    return results == 0 ? text : text + " -> " + std::string(result());
  };
  const auto all_are = [&](std::string_view wanted) {
    for (std::size_t i = 0; i < operands; ++i) {
      if (element(i) != wanted) return false;
    }
    return result() == wanted;
  };
  const auto points = [&](std::string_view values) {
    return is_pointer(element(0)) && values == pointee_of(element(0));
  };
  const auto casts = [&](bool (*from)(std::string_view), bool (*to)(std::string_view)) {
    return from(element(0)) && to(result());
  };
  constexpr std::string_view kRoundings = "zns";
  switch (op.row->elements) {
    case kAny:
    case kSelect:
      return {};
    case kSameInteger:
      return unless(is_integer(element(0)) && all_are(element(0)), "has integers of one type");
    case kSameFloat:
      return unless(is_float(element(0)) && all_are(element(0)), "has floats of one type");
    case kCompareInteger:
      return unless(is_integer(element(0)) && element(0) == element(1),
                    "compares integers of one type to i1");
    case kCompareFloat:
      return unless(is_float(element(0)) && element(0) == element(1),
                    "compares floats of one type to i1");
    case kWidenInteger:
      return unless(casts(is_sized_integer, is_sized_integer) && from_bits < to_bits,
                    "gives wider integers");
    case kNarrowInteger:
      return unless(casts(is_sized_integer, is_sized_integer) && from_bits > to_bits,
                    "gives narrower integers");
    case kWidenFloat:
      return unless(casts(is_float, is_float) && from_bits < to_bits, "gives wider floats");
    case kNarrowFloat:
      return unless(casts(is_float, is_float) && from_bits > to_bits, "gives narrower floats");
    case kFloatToFloat:
      return unless(
          casts(is_float, is_float) &&
              (from_bits <= to_bits || kRoundings.find(rounding_of(op)) != kRoundings.npos),
          "gives floats of floats, narrower ones by a rounding");
    case kIntegerToFloat:
      return unless(casts(is_sized_integer, is_float), "gives floats of integers");
    case kFloatToInteger:
      return unless(casts(is_float, is_sized_integer), "gives integers of floats");
    case kIndexCast:
      return unless(
          casts(is_integer, is_integer) && (element(0) == "index") != (result() == "index"),
          "gives an index of integers or back");
    case kSameBits:
      return unless(is_pointer(element(0)) == is_pointer(result()) &&
                        address_space_of(element(0)) == address_space_of(result()) &&
                        from_bits == to_bits && from_bits != 0,
                    "keeps the number of bits, and pointers");
    case kIntegerToPointer:
      return unless(element(0) == "i64" && is_pointer(result()), "gives pointers of i64");
    case kPointerToInteger:
      return unless(is_pointer(element(0)) && result() == "i64", "gives i64 of pointers");
    case kOffsetPointer:
      return unless(
          is_pointer(element(0)) && is_sized_integer(element(1)) && result() == element(0),
          "adds integers to pointers");
    case kLoad:
      return unless(points(result()) && (operands < 2 || element(1) == "i1") &&
                        (operands < 3 || points(element(2))),
                    "gives what is pointed to, by a mask of i1");
    case kStore:
      return unless(points(element(1)), "stores what is pointed to, by a mask of i1");
    case kAtomic:
      return unless(points(element(1)) && points(result()),
                    "takes and gives what is pointed to, by a mask of i1");
    case kCompareAndSwap:
      return unless(points(element(1)) && points(element(2)) && points(result()),
                    "takes and gives what is pointed to");
  }
  return {};
}

void ModuleChecker::check_constant(const Operation& op) {
  if (require_constant(op)) add_decided(op, Topic::kTypes);
}

bool ModuleChecker::require_constant(const Operation& op) {
  const TypeId id = result_type(op);
  if (id == kNoType) {
    add_untyped(op);
    return false;
  }
  const Type& result = type(id);
  if (op.row->name == "poison") return true;
  const auto value = constant_text(module_, op);
  const auto elements = dense_elements(value);
  if (op.generic) {
    // The value has a type of its own, which it has without words, too.
    const auto given = module_.left(op);
    const std::string_view own = given.empty() ? type_without_words(value) : std::string_view();
    const bool is_one = given.empty() ? result.kind == Type::Kind::kScalar && own == result.element
                                      : given[0] == kNoType || given[0] == id;
    const std::string is = !given.empty() && given[0] != kNoType ? to_string(type(given[0]))
                           : own.empty()                         ? "no number"
                                                                 : std::string(own);
    if (!require_types(op, is_one, "the value is ", is, ", the result ", result)) return false;
  }
  if (result.kind == Type::Kind::kOther) return true;
  const bool is_named =
      value.starts_with("dense_resource") || value.starts_with("sparse") || value.starts_with("#");
  const bool is_tensor = result.kind == Type::Kind::kTensor;
  const bool is_integer_of_sign = !is_tensor && is_signed_or_unsigned(result.element);
  if (!require_types(
          op, !is_integer_of_sign, "a number is ", result, ", which has a sign of its own")) {
    return false;
  }
  if (!require_types(op,
                     is_named || is_tensor == elements.has_value(),
                     is_tensor ? "one number is no " : "several numbers are no ",
                     result)) {
    return false;
  }
  const auto why = is_named   ? std::nullopt
                   : elements ? why_no_value(*elements, result)
                              : why_no_number(value, result);
  if (!why) {
    add_unknown(op,
                Topic::kTypes,
                "its value is not written as a number of 64 bits at most or `dense<...>`");
  }
  return why && require_types(op, why->empty(), *why);
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
  require_types(op, holds, "numbers from ", *start, " to ", *end, " are no ", *to);
  add_decided(op, Topic::kTypes);
}

void ModuleChecker::check_splat(const Operation& op) {
  const TypeId from = operand_type(op, 0);
  const Type* to = shaped_result(op);
  if (from == kNoType || to == nullptr) return add_untyped(op);
  const bool is_one = !type(from).is_shaped() || type(from).shape.empty();
  require_types(op,
                is_one && type(from).element == to->element,
                "a tensor of ",
                to->element,
                " is made of ",
                type(from));
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
                *from,
                " is not one ",
                type(to).element);
  add_decided(op, Topic::kTypes);
}

// `cacheModifier = wb`; none without one.
std::string_view ModuleChecker::cache_modifier_of(const Operation& op) const {
  static constexpr std::array<std::string_view, 8> kWords{
      "", "none", "ca", "cg", "wb", "cs", "wt", "cv"};
  if (const auto number = integer_attribute(op, "cache")) {
    const bool is_one = *number >= 0 && static_cast<std::size_t>(*number) < kWords.size();
    return is_one ? kWords[static_cast<std::size_t>(*number)] : "";
  }
  return word_behind(op, "cacheModifier").value_or("none");
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
    if (is_pointer(t.element) && !require_types(op,
                                                pointee_of(t.element) == type(value).element,
                                                "the pointer is ",
                                                t,
                                                ", the values are ",
                                                type(value).element)) {
      return;
    }
  }
  if (!require_whole_bytes(op)) return;
  const std::string_view cached = cache_modifier_of(op);
  if (is_store ? cached == "cv" : cached == "wb" || cached == "wt") {
    return add_unknown(op,
                       Topic::kTypes,
                       "whether compilers " + std::string(is_store ? "store" : "load") + " by '" +
                           std::string(cached) + "'");
  }
  const bool is_atomic = op.row->name.starts_with("buffer_atomic");
  if (is_atomic && (!require_atomic(op, value) || !require_no_copies_in_warps(op, value))) return;
  add_decided(op, Topic::kTypes);
}

}  // namespace tileproof
