#include "encodings/ttgir/dotted_names.hpp"

#include <vector>

#include "encodings/ttgir/scanner.hpp"

namespace tileproof::ttgir {
namespace {

// Behind the string that starts at `at`.
std::size_t behind_string(std::string_view text, std::size_t at) {
  for (++at; at < text.size() && text[at] != '"' && text[at] != '\n'; ++at) {
    if (text[at] == '\\') ++at;
  }
  return at + 1;
}

// Is the '<' at `angle` behind `#dialect` or `!dialect`, and in front of a name?
bool is_behind_dialect(std::string_view text, std::size_t angle) {
  if (angle + 1 >= text.size() || !is_letter(text[angle + 1])) return false;
  std::size_t at = angle;
  while (at > 0 && is_word_part(text[at - 1]) && text[at - 1] != '.') --at;
  return at > 0 && at < angle && is_letter(text[at]) &&
         (text[at - 1] == '#' || text[at - 1] == '!');
}

// The first that is behind a dialect, also within a string.
std::size_t first_behind_dialect(std::string_view text) {
  auto angle = text.find('<');
  while (angle != std::string_view::npos && !is_behind_dialect(text, angle)) {
    angle = text.find('<', angle + 1);
  }
  return angle;
}

}  // namespace

std::optional<std::string> with_dotted_names(std::string_view text) {
  const auto first = first_behind_dialect(text);
  if (first == std::string_view::npos) return std::nullopt;
  std::optional<std::string> dotted;
  std::vector<std::size_t> open;                 // every '<' that is not closed yet
  const auto newline = text.rfind('\n', first);  // a string begins and ends in one line
  for (auto at = newline == std::string_view::npos ? 0 : newline; at < text.size(); ++at) {
    if (text[at] == '"') {
      at = behind_string(text, at) - 1;
    } else if (text[at] == '<') {
      open.push_back(at);
    } else if (text[at] == '>' && !open.empty() && text[at - 1] != '-') {
      const std::size_t angle = open.back();
      open.pop_back();
      if (!is_behind_dialect(text, angle)) continue;
      if (!dotted) dotted = text;
      (*dotted)[angle] = '.';
      (*dotted)[at] = ' ';
    }
  }
  return dotted;
}

}  // namespace tileproof::ttgir
