#include "encodings/ttgir/comments.hpp"

#include <algorithm>

namespace tileproof::ttgir {

std::optional<std::string> without_comments(std::string_view text) {
  std::optional<std::string> blank;
  std::size_t scanned = 0;  // quotes before this are counted
  bool in_string = false;
  auto at = text.find("//");
  while (at != std::string_view::npos) {
    if (at > scanned) {
      const auto newline = text.substr(scanned, at - scanned).rfind('\n');
      if (newline != std::string_view::npos) {
        scanned += newline + 1;
        in_string = false;
      }
    }
    for (; scanned < at; ++scanned) {
      if (text[scanned] == '"') in_string = !in_string;
      if (text[scanned] == '\\' && in_string) ++scanned;
    }
    if (in_string) {
      at = text.find("//", at + 1);
      continue;
    }
    const auto end = std::min(text.find_first_of("\n\r", at), text.size());
    if (!blank) blank = text;
    std::fill(blank->begin() + static_cast<std::ptrdiff_t>(at),
              blank->begin() + static_cast<std::ptrdiff_t>(end),
              ' ');
    scanned = end;
    at = text.find("//", end);
  }
  return blank;
}

}  // namespace tileproof::ttgir
