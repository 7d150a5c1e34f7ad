// Which operations on tensors do compilers have instructions for?  Their verifiers take more.
//
// Source: what Triton 3.6 compiles of each of them, for each element type, on targets of both
// vendors.
#include <algorithm>
#include <array>
#include <optional>
#include <vector>

#include "checkers/ttgir/element_types.hpp"
#include "checkers/ttgir/module_checker.hpp"
#include "checkers/ttgir/target_instructions.hpp"

namespace tileproof {

using ttgir::ElementRule;
using ttgir::OpKind;

namespace {

// Of arithmetic and `math`, on numbers alone.
constexpr std::array<std::string_view, 23> kOfNumbers{
    "acos",  "asin",  "atan",      "atan2", "cbrt",  "copysign", "cosh",  "ctlz",
    "ctpop", "cttz",  "erfc",      "expm1", "ipowi", "log10",    "log1p", "negf",
    "powf",  "round", "roundeven", "sinh",  "tan",   "tanh",     "trunc"};

// On AMD's targets the same.
constexpr std::array<std::string_view, 3> kOfNumbersOnAmd{"ceildivsi", "ceildivui", "floordivsi"};

enum class Where { kAll, kAmd, kAmdOfFloat8, kAmdAndNvidiaFrom80, kAmdAndNvidiaFrom89 };

// `*` stands for f16, bf16 and f32.
struct FloatConversion {
  std::string_view from;
  std::string_view to;
  std::string_view roundings;  // z: rtz, n: rtne, -: none
  Where where;
};

constexpr std::array<FloatConversion, 18> kConversions{{
    {"f16", "f32", "-zn", Where::kAll},
    {"bf16", "f32", "-zn", Where::kAmd},
    {"f32", "f16", "zn", Where::kAll},
    {"f32", "bf16", "zn", Where::kAmdAndNvidiaFrom80},
    {"f32", "f8E5M2", "z", Where::kAmdAndNvidiaFrom80},
    {"f16", "f8E5M2", "z", Where::kAmd},
    {"*", "f8E5M2", "n", Where::kAmdAndNvidiaFrom80},
    {"*", "f8E4M3FN", "n", Where::kAmdAndNvidiaFrom89},
    {"*", "f8E4M3FNUZ", "n", Where::kAmd},
    {"*", "f8E5M2FNUZ", "n", Where::kAmd},
    {"f8E5M2", "*", "-", Where::kAll},
    {"f8E4M3FN", "*", "-", Where::kAmdAndNvidiaFrom89},
    {"f8E4M3FNUZ", "f16", "-", Where::kAmd},
    {"f8E4M3FNUZ", "bf16", "-", Where::kAmdOfFloat8},
    {"f8E4M3FNUZ", "f32", "-", Where::kAmd},
    {"f8E5M2FNUZ", "f16", "-", Where::kAmd},
    {"f8E5M2FNUZ", "bf16", "-", Where::kAmdOfFloat8},
    {"f8E5M2FNUZ", "f32", "-", Where::kAmd},
}};

bool is_there(Where where, const std::optional<Target>& target) {
  if (!target || where == Where::kAll) return true;
  if (target->vendor() == Target::Vendor::kAmd) {
    const std::string_view name = target->architecture();
    return where != Where::kAmdOfFloat8 || name.starts_with("gfx94") || name.starts_with("gfx95") ||
           name.starts_with("gfx12");
  }
  const unsigned capability = target->compute_capability();
  return (where == Where::kAmdAndNvidiaFrom80 && capability >= 80) ||
         (where == Where::kAmdAndNvidiaFrom89 && capability >= 89);
}

bool converts(std::string_view from,
              std::string_view to,
              char rounding,
              const std::optional<Target>& target) {
  if (from == to) return rounding == '-';
  const auto is_one = [](std::string_view row, std::string_view element) {
    return row == element ||
           (row == "*" && (element == "f16" || element == "bf16" || element == "f32"));
  };
  return std::ranges::any_of(kConversions, [&](const FloatConversion& row) {
    return is_one(row.from, from) && is_one(row.to, to) &&
           row.roundings.find(rounding) != std::string_view::npos && is_there(row.where, target);
  });
}

}  // namespace

char ModuleChecker::rounding_of(const Operation& op) const {
  constexpr std::string_view kNumbers = "zns";
  if (const auto number = integer_attribute(op, "rounding")) {
    const bool is_one = *number >= 0 && static_cast<std::size_t>(*number) < kNumbers.size();
    return is_one ? kNumbers[static_cast<std::size_t>(*number)] : '?';
  }
  const auto word = word_behind(op, "rounding");
  if (!word) return '-';
  return word == "rtz" ? 'z' : word == "rtne" ? 'n' : word == "rs" ? 's' : '?';
}

std::string ModuleChecker::why_not_lowered(const Operation& op) const {
  const std::string_view name = op.row->name;
  const Type& taken = type(operand_type(op, 0));
  const bool is_amd = target_ && target_->vendor() == Target::Vendor::kAmd;
  const bool is_nvidia = target_ && !is_amd;
  const bool is_precise = name == "precise_sqrt" || name == "precise_divf";
  const bool is_of_numbers =
      std::ranges::find(kOfNumbers, name) != kOfNumbers.end() ||
      (is_amd && std::ranges::find(kOfNumbersOnAmd, name) != kOfNumbersOnAmd.end());
  if (is_of_numbers) return "whether a compiler has '" + std::string(name) + "' on tensors";
  const bool is_of_others = (name == "mulhiui" && taken.element_bits < 32) ||
                            (is_precise && !is_amd && taken.element != "f32") ||
                            (name == "divf" && is_nvidia && taken.element_bits < 32) ||
                            (name == "extf" && is_amd && taken.element == "bf16" &&
                             type(result_type(op)).element == "f64");
  if (is_of_others) {
    return "whether a compiler has '" + std::string(name) + "' of " + std::string(taken.element);
  }
  if (op.row->elements != ElementRule::kFloatToFloat) return {};
  // Random bits are for what some targets have.
  const char rounding = rounding_of(op);
  const std::string_view given = type(result_type(op)).element;
  if (rounding == 's' || converts(taken.element, given, rounding, target_)) return {};
  return "whether a compiler converts " + std::string(taken.element) + " to " + std::string(given) +
         (rounding == '-' ? "" : " by this rounding");
}

// Floats of 8 bits and fewer are kept and converted, and one of them is bits: a sign goes off.
bool ModuleChecker::require_arithmetic(const Operation& op) {
  using enum ElementRule;
  const ElementRule law = op.row->elements;
  const bool calculates = law == kSameFloat || law == kCompareFloat || law == kWidenFloat ||
                          law == kNarrowFloat || law == kIntegerToFloat || law == kFloatToInteger;
  if (!calculates || op.row->name == "absf" || op.operand_count == 0) return true;
  for (const TypeId id : {operand_type(op, 0), result_type(op)}) {
    const std::string_view element = id == ttgir::kNoType ? "" : type(id).element;
    if (!is_float(element) || has_arithmetic(element)) continue;
    add_unknown(
        op,
        Topic::kTypes,
        "whether a compiler has '" + std::string(op.row->name) + "' of " + std::string(element));
    return false;
  }
  return true;
}

bool ModuleChecker::require_lowering(const Operation& op) {
  std::string why = why_not_lowered(op);
  if (why.empty()) return true;
  add_unknown(op, Topic::kTypes, std::move(why));
  return false;
}

bool ModuleChecker::require_target_instructions(const Operation& op) {
  if (!target_ || !lacks_instructions(*target_, op.row->name)) return true;
  add_unknown(op,
              Topic::kTypes,
              "whether a compiler has '" + std::string(op.row->name) + "' on " + target_->name());
  return false;
}

// Scans are made of `blocked` layouts that hold each element once in a thread.  Of several
// dimensions, compilers count lanes as if none had copies:
//
//   2x1 elements, threadsPerWarp = [8, 4], order = [1, 0], axis 0: lane 1, and not 4, is the next
//
// and mistake the order of registers where they begin at the end.
bool ModuleChecker::require_scanned_layout(const Operation& op, TypeId id) {
  const auto& layout = type(id).layout;
  if (layout != nullptr && layout->as<triton::Blocked>() == nullptr) {
    add_unknown(op, Topic::kTypes, "some compilers scan `blocked` layouts alone");
    return false;
  }
  if (!require_each_once(op, id)) return false;
  if (type(id).shape.size() < 2 || layout == nullptr || !placed(id).tensor) return true;
  const auto is_zero = [](const auto& moved) {
    return std::ranges::all_of(moved, [](Word by) { return by == 0; });
  };
  const bool has_copies = std::ranges::any_of(coordinates_of(placed(id), kLane), is_zero);
  const bool is_reverse = module_.attribute(op, "reverse").value_or("false") != "false";
  if (!has_copies && !is_reverse) return true;
  add_unknown(op,
              Topic::kTypes,
              std::string(has_copies ? "lanes have copies" : "it begins at the end") +
                  ": compilers look for the next element elsewhere in several dimensions");
  return false;
}

// Within a warp, some compilers shuffle four elements of a byte at once, where one bit of the lane
// becomes one of eight registers or more; the first two bits of the register they permute twice if
// these change places, at once or by way of the lane.
bool ModuleChecker::require_bytes_in_order(const Operation& op,
                                           const Placed& source,
                                           const Placed& destination,
                                           unsigned element_bits) {
  if (element_bits > 8) return true;
  const LinearLayout from = remove_zero_bases(source.tensor->form, kRegister);
  const LinearLayout to = remove_zero_bases(destination.tensor->form, kRegister);
  const auto moved = invert_and_compose(from, to);
  if (!moved) return true;  // said where the data was asked
  const auto is_kept = [&](Name dim) {
    if (!moved->has_in(dim) || !moved->has_out(dim)) return true;
    for (unsigned bit = 0; bit < moved->in_bits(dim); ++bit) {
      if (moved->basis(dim, bit, dim) != Word{1} << bit) return false;
    }
    return true;
  };
  const bool is_of_a_warp = is_kept(kWarp) && is_kept(kBlock);
  if (!is_of_a_warp || std::max(from.in_bits(kRegister), to.in_bits(kRegister)) < 3) return true;
  unsigned leave = 0;
  for (unsigned bit = 0; bit < from.in_bits(kRegister); ++bit) {
    leave += moved->basis(kRegister, bit, kLane) != 0;
  }
  unsigned arrive = 0;
  Word arrives = 0;
  for (unsigned bit = 0; bit < from.in_bits(kLane); ++bit) {
    const Word there = moved->basis(kLane, bit, kRegister);
    arrive += there != 0;
    arrives |= there;
  }
  const unsigned crossed = std::max(leave, arrive);
  if (crossed > 1 || (crossed == 0 && is_kept(kLane))) return true;  // none is shuffled
  // What becomes of a bit; 0 where copies leave that open.
  const auto becomes = [&](unsigned bit) {
    const bool is_there = bit < from.in_bits(kRegister);
    const Word there = is_there ? moved->basis(kRegister, bit, kRegister) : 0;
    return there != 0 ? there : arrives;
  };
  const Word first = becomes(0);
  const Word second = becomes(1);
  if ((first != 0 && first != 2) || (second != 0 && second != 1)) return true;
  add_unknown(op,
              Topic::kConversion,
              "whether the compiler keeps the order of four bytes that it shuffles at once");
  return false;
}

// Whether a value has a sign is said of each.
bool ModuleChecker::require_signs(const Operation& op) {
  const auto signs = module_.attribute(op, "isSigned");
  const std::size_t count = signs ? ttgir::integers(*signs).size() : op.operand_count;
  return require_types(op,
                       count == op.operand_count,
                       count,
                       " signs are said of ",
                       op.operand_count,
                       op.operand_count == 1 ? " value" : " values");
}

// What is done to two numbers in any order is done to numbers.
bool ModuleChecker::require_no_tensors_within(const Operation& op) {
  for (auto inner = id_of(op) + 1; inner < op.end; ++inner) {
    const Operation& within = module_.operations[inner];
    if (!require_types(
            op, !concerns_data(within), "its region has tensors, in '", within.name, "'")) {
      return false;
    }
  }
  return true;
}

}  // namespace tileproof
