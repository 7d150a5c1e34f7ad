#include "encodings/visible_text.hpp"

#include <string>

#include "encodings/characters.hpp"
#include "encodings/mlir/cursor.hpp"

namespace tileproof {
namespace {

bool is_control(char32_t code) { return code < 0x20 || (code >= 0x7f && code < 0xa0); }

bool turns_direction(char32_t code) {
  return code == 0x061c || code == 0x200e || code == 0x200f || (code >= 0x202a && code <= 0x202e) ||
         (code >= 0x2066 && code <= 0x2069);
}

std::string hex(char32_t value, std::size_t digits) {
  std::string text(digits, '0');
  for (auto digit = text.rbegin(); digit != text.rend(); ++digit, value >>= 4) {
    *digit = "0123456789ABCDEF"[value & 15];
  }
  return text;
}

}  // namespace

std::optional<Error> require_visible(std::string_view text) {
  for (std::size_t at = 0; at < text.size();) {
    const auto [code, length] = first_character(text.substr(at));
    const bool ends_line = code == '\n' || text.substr(at, 2) == "\r\n";
    std::string what;
    if (length == 0) {
      what = "byte 0x" + hex(static_cast<unsigned char>(text[at]), 2) + " is no UTF-8";
    } else if (is_control(code) && code != '\t' && !ends_line) {
      what = "control character U+" + hex(code, 4);
    } else if (turns_direction(code)) {
      what = "bidirectional mark U+" + hex(code, 4);
    }
    if (!what.empty()) {
      const auto [line, column] = mlir::line_column(text, at);
      const std::string place = line == 1 ? "" : "line " + std::to_string(line) + ", ";
      return Error{ErrorCode::kSyntax, place + "column " + std::to_string(column) + ": " + what};
    }
    at += length;
  }
  return std::nullopt;
}

}  // namespace tileproof
