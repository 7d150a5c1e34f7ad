#include "checkers/ttgir/argument_hints.hpp"

#include <optional>

#include "checkers/global_access/global_access.hpp"
#include "checkers/ttgir/dense_literal.hpp"
#include "checkers/ttgir/index_values.hpp"
#include "encodings/ttgir/scanner.hpp"

namespace tileproof {
namespace {

using ttgir::TextRange;

// From a byte on, what stands within the next braces before the text leaves its brackets or comes
// to a comma; empty if there are none.
TextRange next_dictionary(std::string_view text, std::size_t at, std::size_t end) {
  int depth = 0;
  bool in_string = false;
  std::size_t begin = 0;
  for (; at < end; ++at) {
    const char c = text[at];
    if (c == '\\' && in_string) ++at;
    if (c == '"') in_string = !in_string;
    if (in_string) continue;
    if (c == '{' && depth++ == 0) begin = at + 1;
    if (c == '<' || c == '(' || c == '[') ++depth;
    if (c == '}' || c == '>' || c == ')' || c == ']') --depth;
    if (c == '}' && depth == 0) return {begin, at};
    if (depth < 0 || (c == ',' && depth == 0)) break;
  }
  return {};
}

// The k-th dictionary of `[{...}, {}, ...]`.
TextRange dictionary_of_list(std::string_view text, TextRange list, std::uint32_t index) {
  std::size_t at = list.begin + 1;
  for (std::uint32_t i = 0;; ++i) {
    const TextRange found = next_dictionary(text, at, list.end);
    if (i == index) return found;
    at = text.find(',', found.end == 0 ? at : found.end);
    if (at == std::string_view::npos || at >= list.end) return {};
    ++at;
  }
}

// Where the function says it.
TextRange dictionary_of(const ttgir::Module& module,
                        const ttgir::Operation& function,
                        std::uint32_t index) {
  if (function.generic) {
    const auto list = module.attribute(function, "arg_attrs");
    if (!list) return {};
    const auto begin = static_cast<std::size_t>(list->data() - module.text.data());
    return dictionary_of_list(module.text, {begin, begin + list->size()}, index);
  }
  for (const ttgir::Block& block : module.blocks) {
    if (block.parent == ttgir::kNoOp || &module.operations[block.parent] != &function) continue;
    if (index >= block.argument_count) return {};
    const std::size_t at = module.values[block.first_argument + index].offset;
    return next_dictionary(module.text, at, function.head.end);
  }
  return {};
}

}  // namespace

std::vector<Word> hinted_numbers(std::string_view text) {
  std::vector<std::int64_t> numbers;
  if (const auto dense = dense_elements(text)) {
    if (dense->starts_with("[")) {
      const auto end = dense->find(']');
      numbers = ttgir::integers(dense->substr(0, end == std::string_view::npos ? 0 : end + 1));
    } else if (const auto number = integer_of(*dense)) {
      numbers.push_back(*number);
    }
  } else if (const auto number = integer_of(text)) {
    numbers.push_back(*number);
  }
  std::vector<Word> powers;
  for (const std::int64_t number : numbers) {
    if (number <= 0) return {};
    powers.push_back(power_of_two_in(number));
  }
  return powers;
}

ArgumentHints argument_hints(const ttgir::Module& module,
                             const ttgir::Operation& function,
                             std::uint32_t index) {
  const TextRange dictionary = dictionary_of(module, function, index);
  const auto number = [&](std::string_view key) -> Word {
    if (dictionary.empty()) return 1;
    const auto at = ttgir::find_attribute(
        module.text, dictionary, module.attribute_aliases, [&](auto name) { return name == key; });
    if (!at) return 1;
    const auto numbers = hinted_numbers(module.text.substr(at->begin, at->end - at->begin));
    return numbers.empty() ? 1 : numbers[0];
  };
  return {number("tt.contiguity"), number("tt.divisibility"), number("tt.constancy")};
}

}  // namespace tileproof
