#include <algorithm>
#include <array>

#include "encodings/ttgir/scanner.hpp"
#include "encodings/ttgir/type_parser.hpp"

namespace tileproof::ttgir {
namespace {

// `E4M3FN`, of f8E4M3FN.
bool is_format(std::string_view tail) {
  constexpr std::array<std::string_view, 5> kVariants{"", "FN", "FNU", "FNUZ", "B11FNUZ"};
  return tail.size() >= 4 && tail[0] == 'E' && is_digit(tail[1]) && tail[2] == 'M' &&
         is_digit(tail[3]) && std::ranges::count(kVariants, tail.substr(4)) != 0;
}

}  // namespace

unsigned element_bits(std::string_view element) {
  if (element.empty()) return 0;
  if (element.front() == '!') return element.find("ptr<") != std::string_view::npos ? 64 : 0;
  if (element == "index") return 64;
  if (element == "bf16") return 16;
  if (element == "tf32") return 32;
  const auto digits_at =
      static_cast<std::size_t>(std::ranges::find_if(element, is_digit) - element.begin());
  const auto prefix = element.substr(0, digits_at);
  if (prefix != "i" && prefix != "f" && prefix != "si" && prefix != "ui") return 0;
  unsigned bits = 0;
  for (std::size_t at = digits_at; at < element.size(); ++at) {
    const char c = element[at];
    if (!is_digit(c)) return prefix == "f" && is_format(element.substr(at)) ? bits : 0;
    if (bits > 1'000'000) return 0;
    bits = bits * 10 + static_cast<unsigned>(c - '0');
  }
  return bits;
}

std::string_view pointee_of(std::string_view pointer) {
  const auto open = pointer.find("ptr<");
  if (open == std::string_view::npos) return {};
  const auto inner = pointer.substr(open + 4);
  std::size_t depth = 0;
  for (std::size_t i = 0; i < inner.size(); ++i) {
    if (depth == 0 && (inner[i] == ',' || inner[i] == '>')) return inner.substr(0, i);
    if (inner[i] == '<') ++depth;
    if (inner[i] == '>') --depth;
  }
  return {};
}

}  // namespace tileproof::ttgir
