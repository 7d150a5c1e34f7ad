// Assembly within a program: as many elements and registers as its tensors have.
#include <algorithm>
#include <optional>
#include <ranges>
#include <set>
#include <utility>

#include "checkers/ttgir/element_types.hpp"
#include "checkers/ttgir/module_checker.hpp"
#include "encodings/ttgir/scanner.hpp"

namespace tileproof {

bool ModuleChecker::require_packs(const Operation& op) {
  const auto packed = integer_attribute(op, "packed_element");
  if (!packed) return true;
  for (std::size_t i = 0; i < op.operand_count; ++i) {
    const Type* tensor = shaped_operand(op, i);
    if (tensor == nullptr) continue;
    const Word elements = elements_of(tensor->shape);
    if (!require_types(op,
                       *packed > 0 && elements % static_cast<Word>(*packed) == 0,
                       "the assembly is for ",
                       *packed,
                       " elements at once, and ",
                       *tensor,
                       " has ",
                       elements)) {
      return false;
    }
  }
  return require_constraints(op, static_cast<Word>(*packed));
}

namespace {

// Registers that assembly gives, and takes; nullopt where its constraints are not first `=r`, or
// another letter, then `r`, or the number of one that is given, each once, then clobbers.
std::optional<std::pair<Word, Word>> asm_registers(std::string_view constraints) {
  constexpr std::string_view kLetters = "bhrlfdcvsa";
  Word given = 0;
  Word taken = 0;
  std::set<Word> tied;
  bool has_clobbers = false;
  for (const auto part : std::views::split(constraints, ',')) {
    std::string_view one(part.begin(), part.end());
    const bool is_clobber = one.starts_with("~{") && one.ends_with('}');
    if (has_clobbers && !is_clobber) return std::nullopt;
    has_clobbers = is_clobber;
    if (is_clobber) continue;
    const bool is_given = one.starts_with('=');
    if (is_given) one.remove_prefix(one.starts_with("=&") ? 2 : 1);
    if (one.size() != 1 || (is_given && taken != 0)) return std::nullopt;
    const bool is_tied = !is_given && ttgir::is_digit(one[0]);
    const auto number = static_cast<Word>(one[0] - '0');
    if (is_tied && (number >= given || !tied.insert(number).second)) return std::nullopt;
    if (!is_tied && kLetters.find(one[0]) == kLetters.npos) return std::nullopt;
    (is_given ? given : taken) += 1;
  }
  return std::pair(given, taken);
}

}  // namespace

// Assembly has a register for each element that it takes or gives at once, and one of 32 bits for
// several that are narrower.
bool ModuleChecker::require_constraints(const Operation& op, Word packed) {
  const auto text = module_.attribute(op, "constraints");
  if (!text || text->size() < 2) return true;
  const auto counts = asm_registers(text->substr(1, text->size() - 2));
  if (!counts) {
    add_unknown(op, Topic::kTypes, "what registers the assembly's constraints name");
    return false;
  }
  const auto [given, taken] = *counts;
  const auto registers = [&](TypeId id) {
    return std::max<Word>(1, packed * std::min(32U, type(id).element_bits) / 32);
  };
  Word results = 0;
  Word operands = 0;
  for (std::size_t i = 0; i < op.result_count; ++i) results += registers(result_type(op, i));
  for (std::size_t i = 0; i < op.operand_count; ++i) operands += registers(operand_type(op, i));
  if (given == results && taken == operands) return true;
  add_unknown(op,
              Topic::kTypes,
              "the assembly gives " + std::to_string(given) + " registers and takes " +
                  std::to_string(taken) + ", where the tensors have " + std::to_string(results) +
                  " and " + std::to_string(operands));
  return false;
}

}  // namespace tileproof
