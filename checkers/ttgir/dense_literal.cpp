#include "checkers/ttgir/dense_literal.hpp"

#include <algorithm>
#include <cctype>
#include <vector>

#include "checkers/ttgir/element_types.hpp"

namespace tileproof {
namespace {

using Why = std::optional<std::string>;

const Why kHolds = std::string();

// The number without sign that `digits` write, if it has at most `bits` bits.
std::optional<Word> at_most(std::string_view digits, unsigned base, unsigned bits) {
  Word value = 0;
  for (const char digit : digits) {
    const Word d = digit <= '9' ? static_cast<Word>(digit - '0')
                                : static_cast<Word>((digit | 0x20) - 'a') + 10U;
    if (__builtin_mul_overflow(value, Word{base}, &value) ||
        __builtin_add_overflow(value, d, &value)) {
      return std::nullopt;
    }
  }
  if (bits < 64 && value >> bits != 0) return std::nullopt;
  return value;
}

class Literal {
 public:
  Literal(std::string_view text, const ttgir::Type& type) : rest_(text), type_(type) {}

  Why read_number() {
    const Why why = number();
    skip_space();
    // `false`, whose type is plain, may have a location behind it.
    const bool ends = rest_.empty() || rest_.starts_with(":") || rest_.starts_with("loc(");
    return why != kHolds || ends ? why : std::nullopt;
  }

  Why read() {
    skip_space();
    Why why = rest_.starts_with("\"") ? bytes() : rest_.starts_with("[") ? list(0) : number();
    skip_space();
    return why != kHolds || rest_.starts_with(">") ? why : std::nullopt;
  }

 private:
  void skip_space() {
    const auto begin = rest_.find_first_not_of(" \t\r\n");
    rest_.remove_prefix(std::min(begin, rest_.size()));
  }

  // Elements along a dimension, or what they are made of along the next.
  Why list(std::size_t dim) {
    if (dim == type_.shape.size()) return "lists are nested deeper than the shape has dimensions";
    rest_.remove_prefix(1);
    Word count = 0;
    for (skip_space(); !rest_.starts_with("]"); skip_space()) {
      if (count != 0) {
        if (!rest_.starts_with(",")) return std::nullopt;
        rest_.remove_prefix(1);
        skip_space();
      }
      const bool is_list = rest_.starts_with("[");
      if (!is_list && dim + 1 < type_.shape.size()) {
        return "an element stands where a list of dimension " + std::to_string(dim + 1) +
               " belongs";
      }
      const Why why = is_list ? list(dim + 1) : number();
      if (why != kHolds) return why;
      ++count;
    }
    rest_.remove_prefix(1);
    if (count == type_.shape[dim]) return kHolds;
    return std::to_string(count) + " are listed along dimension " + std::to_string(dim) +
           ", which has " + std::to_string(type_.shape[dim]);
  }

  Why number() {
    const auto length = std::min(rest_.find_first_of(",]>: \t\r\n"), rest_.size());
    const auto word = rest_.substr(0, length);
    rest_.remove_prefix(length);
    if (word.empty()) return std::nullopt;
    const std::string no_value =
        std::string(word) + " is no value of " + std::string(type_.element);
    if (word == "true" || word == "false") return type_.element == "i1" ? kHolds : no_value;
    const bool is_negative = word[0] == '-';
    auto digits = word.substr(is_negative ? 1 : 0);
    const bool is_hex = digits.starts_with("0x");
    if (is_hex) digits.remove_prefix(2);
    const bool is_whole = !digits.empty() && std::ranges::all_of(digits, [&](unsigned char c) {
      return is_hex ? std::isxdigit(c) != 0 : std::isdigit(c) != 0;
    });
    const bool is_fraction = !is_hex && !digits.empty() && std::isdigit(digits[0]) != 0 &&
                             digits.find('.') != std::string_view::npos;
    if (!is_whole && !is_fraction) return std::nullopt;
    const unsigned bits = type_.element == "index" ? 64U : type_.element_bits;
    // Wider types have every number of 64 bits, and more than is counted here.
    const bool is_wide = bits > 64;
    if (is_wide && is_whole && !at_most(digits, is_hex ? 16 : 10, 64)) return std::nullopt;
    if (is_float(type_.element)) {
      const bool holds = is_fraction || (is_hex && !is_negative && at_most(digits, 16, bits));
      return holds ? kHolds : no_value;
    }
    const bool has_sign = type_.element.starts_with("si");
    const bool has_none = type_.element.starts_with("ui");
    const bool is_whole_type = is_integer(type_.element) || has_sign || has_none;
    if (!is_whole_type || !is_whole || bits == 0) return no_value;
    const auto value = at_most(digits, is_hex ? 16 : 10, bits);
    // A negative one has its sign in the topmost bit, which others have not where a sign is kept.
    const Word top = Word{1} << (is_wide ? 63 : bits - 1);
    const bool holds = value && (is_negative ? !has_none && (is_wide || *value <= top)
                                             : !has_sign || is_wide || *value < top);
    return holds ? kHolds : no_value;
  }

  // Hexadecimal, of all elements or of one that stands for all.
  Why bytes() {
    rest_.remove_prefix(1);
    const auto length = rest_.find('"');
    if (length == std::string_view::npos || !rest_.starts_with("0x")) return std::nullopt;
    const bool is_hex = std::ranges::all_of(rest_.substr(2, length - 2),
                                            [](unsigned char c) { return std::isxdigit(c) != 0; });
    if (!is_hex) return "its bytes are not written in hexadecimal digits";
    const Word given = (length - 2) / 2;
    rest_.remove_prefix(length + 1);
    const Word each = (type_.element_bits + 7U) / 8U;
    if (type_.element_bits < 8) return std::nullopt;
    const Word elements = elements_of(type_.shape);
    if (given == each || given == each * elements) return kHolds;
    return std::to_string(given) + " bytes are no " + std::to_string(elements) + " elements of " +
           std::to_string(each);
  }

  std::string_view rest_;
  const ttgir::Type& type_;
};

}  // namespace

std::optional<std::string_view> dense_elements(std::string_view literal) {
  constexpr std::string_view kName = "dense";
  if (!literal.starts_with(kName)) return std::nullopt;
  const auto from = [&](std::size_t at) {
    const auto begin = literal.find_first_not_of(" \t\r\n", at);
    return literal.substr(std::min(begin, literal.size()));
  };
  literal = from(kName.size());
  if (!literal.starts_with("<")) return std::nullopt;
  return from(1);
}

std::optional<std::string> why_no_value(std::string_view text, const ttgir::Type& type) {
  return Literal(text, type).read();
}

std::optional<std::string> why_no_number(std::string_view text, const ttgir::Type& type) {
  return Literal(text, type).read_number();
}

std::string_view type_without_words(std::string_view value) {
  value = value.substr(0, value.find_last_not_of(" \t\r\n") + 1);
  if (value == "true" || value == "false") return "i1";
  const auto digits = value.substr(value.starts_with("-") ? 1 : 0);
  if (digits.empty() || std::isdigit(static_cast<unsigned char>(digits[0])) == 0) return {};
  return digits.find('.') == std::string_view::npos ? "i64" : "f64";
}

}  // namespace tileproof
