#include "encodings/ttgir/plain_strings.hpp"

#include <algorithm>

#include "encodings/ttgir/scanner.hpp"

namespace tileproof::ttgir {
namespace {

// The value of a hexadecimal digit; 16 if it is none.
unsigned hex_digit(char c) {
  if (is_digit(c)) return static_cast<unsigned>(c - '0');
  if (c >= 'a' && c <= 'f') return static_cast<unsigned>(c - 'a') + 10;
  if (c >= 'A' && c <= 'F') return static_cast<unsigned>(c - 'A') + 10;
  return 16;
}

// The inside of a string with the escapes that need not be.
std::string unescaped(std::string_view inside) {
  std::string plain;
  for (std::size_t at = 0; at < inside.size(); ++at) {
    if (inside[at] == '\\' && at + 2 < inside.size() && hex_digit(inside[at + 1]) < 16 &&
        hex_digit(inside[at + 2]) < 16) {
      const auto c = static_cast<char>(16 * hex_digit(inside[at + 1]) + hex_digit(inside[at + 2]));
      if (c >= ' ' && c <= '~' && c != '"' && c != '\\') {
        plain += c;
        at += 2;
        continue;
      }
    }
    plain += inside[at];
    if (inside[at] == '\\' && at + 1 < inside.size()) plain += inside[++at];
  }
  return plain;
}

bool is_word(std::string_view text) {
  return !text.empty() && is_letter(text[0]) && std::ranges::all_of(text, is_word_part);
}

}  // namespace

std::optional<std::string> with_plain_strings(std::string_view text) {
  const auto first = std::min(text.find('\\'), text.find("@\""));
  if (first == std::string_view::npos) return std::nullopt;
  std::string plain(text);
  const auto newline = text.rfind('\n', first);  // a string begins and ends in one line
  for (auto at = newline == std::string_view::npos ? 0 : newline; at < text.size(); ++at) {
    if (text[at] != '"') continue;
    auto end = at + 1;
    while (end < text.size() && text[end] != '"' && text[end] != '\n') {
      end += text[end] == '\\' ? 2U : 1U;
    }
    if (end >= text.size() || text[end] == '\n') {
      at = end;
      continue;
    }
    const std::string inside = unescaped(text.substr(at + 1, end - at - 1));
    const bool is_symbol = at > 0 && text[at - 1] == '@' && is_word(inside);
    std::string written = is_symbol ? inside : '"' + inside + '"';
    written.resize(end + 1 - at, ' ');
    plain.replace(at, written.size(), written);
    at = end;
  }
  return plain;
}

}  // namespace tileproof::ttgir
