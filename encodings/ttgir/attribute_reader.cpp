// How is an attribute written?  Its text is stepped over, and nothing is kept of it.
#include <algorithm>
#include <array>
#include <string_view>

#include "encodings/ttgir/piece_order.hpp"
#include "encodings/ttgir/text_reader.hpp"

namespace tileproof::ttgir {
namespace {

// Words of MLIR's own that have something in brackets behind them.
constexpr std::array<std::string_view, 11> kWithBody{"affine_map",
                                                     "affine_set",
                                                     "array",
                                                     "dense",
                                                     "dense_resource",
                                                     "distinct",
                                                     "loc",
                                                     "opaque",
                                                     "sparse",
                                                     "strided",
                                                     "tensor"};

}  // namespace

bool TextReader::check_entries(TextRange dictionary) {
  const auto behind = scanner_.position();
  scanner_.move_to(dictionary.begin);
  for (scanner_.skip_space(); scanner_.position() < dictionary.end; scanner_.skip_space()) {
    if (scanner_.peek() == '"') {
      if (!scanner_.skip_string()) return false;
    } else if (scanner_.word().empty()) {
      return stop_unexpected("the name of an attribute");
    }
    scanner_.skip_space();
    if (scanner_.peek() == '=') {
      scanner_.advance();
      if (!skip_attribute_value()) return false;
      scanner_.skip_space();
    }
    if (scanner_.position() >= dictionary.end) break;
    if (scanner_.peek() != ',') return stop_unexpected("',' or '}' behind the attribute");
    scanner_.advance();
    scanner_.skip_space();
    if (scanner_.position() >= dictionary.end) return stop_unexpected("an attribute behind ','");
  }
  scanner_.move_to(behind);
  return true;
}

// `1 : i32`, `"text"`, `(i32) -> i32`
bool TextReader::skip_attribute_value() {
  if (!skip_untyped_attribute()) return false;
  const auto end = scanner_.position();
  scanner_.skip_space();
  if (scanner_.peek() == ':') {
    scanner_.advance();
    return skip_untyped_attribute();
  }
  scanner_.move_to(end);
  return true;
}

bool TextReader::skip_untyped_attribute() {
  scanner_.skip_space();
  if (scanner_.at_end()) return scanner_.stop_at_end();
  const char c = scanner_.peek();
  if (is_letter(c)) return skip_attribute_word();
  switch (c) {
    case '#':
    case '!':
    case '@':
      skip_attribute_name();
      return scanner_.peek() != '<' || scanner_.skip_balanced();
    case '"':
      return scanner_.skip_string();
    case '[':
      return skip_attribute_list();
    case '{':
      return scanner_.skip_balanced();
    case '(':
      if (!scanner_.skip_balanced()) return false;
      scanner_.skip_space();
      if (scanner_.peek() != '-' || scanner_.peek(1) != '>') return stop_unexpected("'->'");
      scanner_.advance(2);
      scanner_.skip_space();
      return scanner_.peek() == '(' ? scanner_.skip_balanced() : skip_untyped_attribute();
    case '-':
      scanner_.advance();
      scanner_.skip_space();
      break;
    default:
      break;
  }
  if (is_digit(scanner_.peek())) return skip_number();
  return stop_unexpected(c == '-' ? "a number behind '-'" : "an attribute");
}

// `#name`, `!name<...>`, `@a::@b`, before its brackets.
void TextReader::skip_attribute_name() {
  const bool is_symbol = scanner_.peek() == '@';
  scanner_.sigil_name();
  while (is_symbol && scanner_.peek() == ':' && scanner_.peek(1) == ':') {
    scanner_.advance(2);
    scanner_.sigil_name();
  }
  scanner_.find_angle();
}

bool TextReader::skip_attribute_word() {
  const auto start = scanner_.position();
  const auto word = scanner_.word();
  if (word == "true" || word == "false" || word == "unit") return true;
  const bool has_body = std::ranges::find(kWithBody, word) != kWithBody.end();
  if (has_body || is_builtin_type(word)) {
    const auto behind = scanner_.position();
    scanner_.skip_space();
    const char next = scanner_.peek();
    const bool opens = next == '<' || (has_body && (next == '(' || next == '['));
    if (opens) return word == "array" ? skip_attribute_array() : scanner_.skip_balanced();
    scanner_.move_to(behind);
    if (!has_body) return true;
    if (scanner_.at_end()) return scanner_.stop_at_end();
  }
  scanner_.move_to(start);
  return stop_unexpected("an attribute");
}

bool TextReader::skip_attribute_list() {
  if (!scanner_.open()) return false;
  scanner_.skip_space();
  return scanner_.peek() == ']' ? scanner_.close() : skip_attributes_to(']');
}

// `array<i32>`, `array<i32: 1, 2>`
bool TextReader::skip_attribute_array() {
  if (!scanner_.open()) return false;
  scanner_.skip_space();
  if (scanner_.word().empty()) return stop_unexpected("a type");
  scanner_.skip_space();
  if (scanner_.peek() == '>') return scanner_.close();
  if (scanner_.peek() != ':') return stop_unexpected("':' behind the type of an array");
  scanner_.advance();
  return skip_attributes_to('>');
}

bool TextReader::skip_attributes_to(char closer) {
  for (;;) {
    if (!skip_attribute_value()) return false;
    scanner_.skip_space();
    if (scanner_.peek() == closer) return scanner_.close();
    if (scanner_.peek() != ',') return stop_unexpected("',' or the end of the list");
    scanner_.advance();
  }
}

}  // namespace tileproof::ttgir
