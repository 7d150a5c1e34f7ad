#include "encodings/ttgir/spellings.hpp"

#include <algorithm>
#include <vector>

#include "encodings/ttgir/aliases.hpp"
#include "encodings/ttgir/scanner.hpp"

namespace tileproof::ttgir {
namespace {

constexpr std::size_t kLongestAlias = 4096;

std::size_t behind_string(std::string_view text, std::size_t at) {
  for (++at; at < text.size(); ++at) {
    if (text[at] == '"') return at + 1;
    if (text[at] == '\\') ++at;
  }
  return text.size();
}

std::string spelled(std::string_view text, const Aliases& aliases) {
  constexpr std::string_view kDefaultSpace = ", 1";
  std::string out;
  std::vector<bool> in_pointer;  // for each '<' that is open
  bool spaced = false;
  for (std::size_t at = 0; at < text.size();) {
    const char c = text[at];
    if (is_space(c)) {
      spaced = true;
      ++at;
      continue;
    }
    if (spaced && !out.empty() && is_word_part(out.back()) && is_word_part(c)) out += ' ';
    spaced = false;
    if (c == '"') {
      const auto end = behind_string(text, at);
      out += text.substr(at, end - at);
      at = end;
      continue;
    }
    if (c == '!') {
      auto end = at + 1;
      while (end < text.size() && is_word_part(text[end])) ++end;
      const auto* alias = aliases.type(text.substr(at + 1, end - at - 1));
      out += alias != nullptr && alias->text.size() <= kLongestAlias ? alias->text
                                                                     : text.substr(at, end - at);
      at = end;
      continue;
    }
    if (c == '=' || text.substr(at).starts_with("->")) {
      out += c == '=' ? " = " : " -> ";
      at += c == '=' ? 1 : 2;
      continue;
    }
    if (c == '<') in_pointer.push_back(out.ends_with(".ptr"));
    if (c == '>' && !in_pointer.empty()) {
      if (in_pointer.back() && out.ends_with(kDefaultSpace))
        out.resize(out.size() - kDefaultSpace.size());
      in_pointer.pop_back();
    }
    out += c;
    if (c == ',') out += ' ';
    ++at;
  }
  return out;
}

}  // namespace

std::string_view Spellings::of(std::string_view text, const Aliases& aliases) {
  if (std::ranges::all_of(text, is_word_part)) return text;
  std::string way = spelled(text, aliases);
  if (way == text) return text;
  return *texts_.insert(std::move(way)).first;
}

std::string_view Spellings::prefixed(std::string_view head,
                                     std::string_view rest,
                                     const Aliases& aliases) {
  return *texts_.insert(spelled(std::string(head) + std::string(rest), aliases)).first;
}

}  // namespace tileproof::ttgir
