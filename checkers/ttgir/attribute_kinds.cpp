#include "checkers/ttgir/attribute_kinds.hpp"

#include <algorithm>
#include <array>
#include <cstdint>
#include <optional>

#include "checkers/ttgir/index_values.hpp"
#include "core/check.hpp"
#include "encodings/ttgir/scanner.hpp"

namespace tileproof {
namespace {

constexpr std::string_view kSpace = " \t\r\n";

std::string_view behind_space(std::string_view text) {
  text.remove_prefix(std::min(text.find_first_not_of(kSpace), text.size()));
  return text;
}

// Takes the words off the front of `value`, with space between them.
bool begins_with(std::string_view value, std::initializer_list<std::string_view> words) {
  for (const auto word : words) {
    value = behind_space(value);
    if (!value.starts_with(word)) return false;
    value.remove_prefix(word.size());
  }
  return true;
}

// `1 : i32`.
std::optional<std::int64_t> number_of(std::string_view value, std::string_view type) {
  const auto colon = value.find(':');
  if (colon == std::string_view::npos || behind_space(value.substr(colon + 1)) != type) {
    return std::nullopt;
  }
  return integer_of(value.substr(0, colon));
}

struct Kind {
  char letter;
  std::string_view words;
  bool (*has)(std::string_view value);
};

bool is_array(std::string_view value, std::string_view element) {
  return begins_with(value, {"array", "<", element});
}

// `[1 : i32, 0 : i32]`, as old files have it.
bool is_list(std::string_view value, std::string_view element) {
  if (!value.starts_with('[') || !value.ends_with(']')) return false;
  value = value.substr(1, value.size() - 2);
  while (!value.empty()) {
    const auto comma = std::min(value.find(','), value.size());
    if (!number_of(value.substr(0, comma), element)) return false;
    value.remove_prefix(std::min(comma + 1, value.size()));
  }
  return true;
}

// `#arith.fastmath<nnan,ninf>`.
bool is_flags(std::string_view value,
              std::string_view attribute,
              std::initializer_list<std::string_view> names) {
  if (!begins_with(value, {attribute, "<"}) || !value.ends_with('>')) return false;
  auto flags = value.substr(value.find('<') + 1);
  flags.remove_suffix(1);
  while (true) {
    auto flag = behind_space(flags.substr(0, flags.find(',')));
    flag = flag.substr(0, flag.find_last_not_of(kSpace) + 1);
    if (std::ranges::find(names, flag) == names.end()) return false;
    if (flags.find(',') == std::string_view::npos) return true;
    flags.remove_prefix(flags.find(',') + 1);
  }
}

constexpr std::array kKinds{
    Kind{'.', "anything", [](std::string_view /*v*/) { return true; }},
    Kind{'i', "an i32", [](std::string_view v) { return number_of(v, "i32").has_value(); }},
    Kind{'+',
         "an i32 of 1 or more",
         [](std::string_view v) { return number_of(v, "i32").value_or(0) >= 1; }},
    Kind{'I',
         "an i64 from 0 to 9",
         [](std::string_view v) {
           const auto number = number_of(v, "i64").value_or(-1);
           return number >= 0 && number <= 9;
         }},
    Kind{'F',
         "an i64 from 0 to 15",
         [](std::string_view v) {
           const auto number = number_of(v, "i64").value_or(-1);
           return number >= 0 && number <= 15;
         }},
    Kind{'b',
         "true or false",
         [](std::string_view v) {
           return v == "true" || v == "false" || number_of(v, "i1").has_value();
         }},
    Kind{
        'f',
        "a flag",
        [](std::string_view v) { return v.empty() || v == "unit" || v == "true" || v == "false"; }},
    Kind{'s', "a text", [](std::string_view v) { return v.starts_with('"'); }},
    Kind{'y', "a symbol", [](std::string_view v) { return v.starts_with('@'); }},
    Kind{'a',
         "a list of i32",
         [](std::string_view v) { return is_array(v, "i32") || is_list(v, "i32"); }},
    Kind{'A', "a list of i64", [](std::string_view v) { return is_array(v, "i64"); }},
    Kind{'m',
         "flags of floats' arithmetic",
         [](std::string_view v) {
           return is_flags(
               v,
               "#arith.fastmath",
               {"none", "reassoc", "nnan", "ninf", "nsz", "arcp", "contract", "afn", "fast"});
         }},
    Kind{'o',
         "flags of integers' arithmetic",
         [](std::string_view v) {
           return is_flags(v, "#arith.overflow", {"none", "nsw", "nuw"});
         }},
    Kind{'n', "an array, a list of i32", [](std::string_view v) { return is_array(v, "i32"); }},
};

const Kind& kind_of(std::string_view kind) {
  const auto* const found =
      std::ranges::find_if(kKinds, [&](const Kind& k) { return k.letter == kind.front(); });
  TP_CHECK(found != kKinds.end(), "a kind of attributes has a meaning");
  return *found;
}

// "1-3", "0,65535".
bool is_enumeration(std::string_view kind) { return ttgir::is_digit(kind.front()); }

}  // namespace

bool has_kind(std::string_view kind, std::string_view value) {
  if (!is_enumeration(kind)) return kind_of(kind).has(value);
  const auto number = number_of(value, "i32");
  if (!number) return false;
  while (!kind.empty()) {
    const auto range = kind.substr(0, kind.find(','));
    kind.remove_prefix(std::min(range.size() + 1, kind.size()));
    const auto dash = range.find('-');
    const auto least = integer_of(range.substr(0, dash));
    const auto most = dash == std::string_view::npos ? least : integer_of(range.substr(dash + 1));
    if (*least <= *number && *number <= *most) return true;
  }
  return false;
}

std::string kind_in_words(std::string_view kind) {
  if (!is_enumeration(kind)) return std::string(kind_of(kind).words);
  std::string words = "an i32 of ";
  for (const char c : kind) words += c == '-' ? " to " : c == ',' ? " or " : std::string(1, c);
  return words;
}

}  // namespace tileproof
