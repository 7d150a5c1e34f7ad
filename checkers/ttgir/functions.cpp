#include "checkers/ttgir/functions.hpp"

#include <algorithm>

namespace tileproof {
namespace {

// The name that stands behind an '@': a word, or anything in quotes, which are no part of it.
std::string_view symbol(std::string_view behind) {
  if (!behind.starts_with('"')) return behind.substr(0, behind.find_first_of("( \t\r\n"));
  auto end = behind.find('"', 1);
  while (end != std::string_view::npos && behind[end - 1] == '\\') end = behind.find('"', end + 1);
  return behind.substr(1, end == std::string_view::npos ? end : end - 1);
}

// `@f` in the text of an operation, up to its operands.
std::optional<std::string_view> first_symbol(const ttgir::Module& module,
                                             const ttgir::Operation& op) {
  const auto head = module.text.substr(op.head.begin, op.head.end - op.head.begin);
  const auto at = head.find('@');
  if (at == std::string_view::npos) return std::nullopt;
  return symbol(head.substr(at + 1));
}

}  // namespace

std::optional<std::string_view> name_of_function(const ttgir::Module& module,
                                                 const ttgir::Operation& function) {
  const auto name = module.attribute(function, "sym_name");
  if (!name) return first_symbol(module, function);
  return name->size() >= 2 ? name->substr(1, name->size() - 2) : *name;
}

std::string_view name_of_callee(const ttgir::Module& module, const ttgir::Operation& call) {
  if (const auto callee = module.attribute(call, "callee")) {
    return symbol(callee->substr(std::min<std::size_t>(1, callee->size())));
  }
  return first_symbol(module, call).value_or("");
}

}  // namespace tileproof
