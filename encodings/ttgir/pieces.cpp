// The pieces that operations are made of: types, brackets, arguments, regions, and the question
// where one operation ends and the next one begins.
#include <cctype>

#include "encodings/ttgir/piece_order.hpp"
#include "encodings/ttgir/text_reader.hpp"

namespace tileproof::ttgir {

TypeId TextReader::read_type(unsigned num_warps, std::string_view op) {
  const auto start = scanner_.position();
  const char c = scanner_.peek();
  const UsePlace place{start, num_warps, op};
  if (c == 't' || c == '!') {
    const auto* again =
        builder(start).recent(lines_, scanner_.between(start, scanner_.end()), place);
    if (again != nullptr) {
      scanner_.advance(again->text.size());
      return again->type;
    }
  }
  bool is_ours = c == '<';
  if (c == '(') {
    if (!skip_function_type()) return kBadType;
  } else if (c == '!') {
    const auto name = scanner_.sigil_name().substr(1);
    if (scanner_.find_angle()) {
      is_ours = name.ends_with(".memdesc");
    } else if (name.find('.') == std::string_view::npos) {
      const auto* alias = aliases_.type(name);
      if (alias != nullptr) return builder(start).intern_alias(lines_, *alias, place);
      scanner_.fail(ErrorCode::kInvalid,
                    start,
                    "type alias '!" + std::string(name.substr(0, 40)) + "' is not defined");
      return kBadType;
    }
  } else if (is_letter(c)) {
    const auto word = scanner_.word();
    const bool is_tensor = word == "tensor";
    is_ours = is_tensor && scanner_.find_angle();
    if (!is_tensor && !is_builtin_type(word)) {
      scanner_.move_to(start);
      stop_unexpected("a type");
      return kBadType;
    }
  } else if (c != '<') {
    stop_unexpected("a type");
    return kBadType;
  }
  if (scanner_.peek() == '<' && !scanner_.skip_balanced()) return kBadType;
  if (!is_ours)
    return builder(start).intern_other(
        scanner_, aliases_, spellings_, {start, scanner_.position()});
  return builder(start).intern(
      scanner_, lines_, aliases_, spellings_, {start, scanner_.position()}, place);
}

// `(i32, tensor<...>) -> ()`, `(i32) -> i64`.
bool TextReader::skip_function_type() {
  if (!scanner_.skip_balanced()) return false;
  scanner_.skip_space();
  if (scanner_.peek() != '-' || scanner_.peek(1) != '>') return true;
  scanner_.advance(2);
  scanner_.skip_space();
  if (scanner_.at_end()) return scanner_.stop_at_end();
  if (scanner_.peek() == '(') return scanner_.skip_balanced();
  scanner_.sigil_name();
  return !scanner_.find_angle() || scanner_.skip_balanced();
}

bool TextReader::at_location_word() const {
  if (scanner_.peek(1) != 'o' || scanner_.peek(2) != 'c') return false;
  std::size_t ahead = 3;
  while (is_space(scanner_.peek(ahead))) ++ahead;
  return scanner_.peek(ahead) == '(';
}

bool TextReader::read_location(TextRange& within) {
  scanner_.skip_space();
  const auto begin = scanner_.position() + 1;
  if (!scanner_.skip_location()) return false;
  within = {begin, scanner_.position() - 1};
  return true;
}

bool TextReader::at_elided_memdesc(std::string_view op) const {
  auto before = scanner_.text().substr(0, scanner_.position());
  while (!before.empty() && is_space(before.back())) before.remove_suffix(1);
  if (before.empty() || is_word_part(before.back())) return false;
  if (before.back() == '>' && !before.ends_with("->")) return false;
  std::size_t ahead = 1;
  while (is_space(scanner_.peek(ahead))) ++ahead;
  if (!is_digit(scanner_.peek(ahead))) return false;
  const std::size_t longest = ahead + 24;
  while (ahead < longest && is_digit(scanner_.peek(ahead))) ++ahead;
  return scanner_.peek(ahead) == 'x' && op.find("descriptor") == std::string_view::npos;
}

bool TextReader::skip_piece(unsigned num_warps, std::string_view op) {
  const char c = scanner_.peek();
  if (is_letter(c)) {
    if (at_location()) {
      scanner_.advance(3);
      return scanner_.skip_location();
    }
    const auto start = scanner_.position();
    if (scanner_.word() == "tensor") {
      scanner_.move_to(start);
      read_type(num_warps, op);
    }
    return !scanner_.stopped();
  }
  if (is_digit(c)) return skip_number();
  switch (c) {
    case '"':
      return scanner_.skip_string();
    case '!':
      read_type(num_warps, op);
      return !scanner_.stopped();
    case '#':
    case '@':
    case '%':
    case '^':
      scanner_.sigil_name();
      return true;
    case '<':
      if (scanner_.peek(1) == '=') {
        scanner_.advance(2);
        return true;
      }
      if (!at_elided_memdesc(op)) return scanner_.open();
      read_type(num_warps, op);
      return !scanner_.stopped();
    case '(':
    case '[':
    case '{':
      return scanner_.open();
    case '>':
      if (scanner_.innermost_closer() == '>' || scanner_.peek(1) != '=') return scanner_.close();
      scanner_.advance(2);
      return true;
    case ')':
    case ']':
    case '}':
      return scanner_.close();
    case '-':
      scanner_.advance(scanner_.peek(1) == '>' ? 2 : 1);
      return true;
    case ':':
    case ',':
    case '=':
    case '*':
    case '+':
    case '?':
    case '/':
    case '|':
    case '&':
    case '$':
    case '.':
      scanner_.advance();
      return true;
    default:
      return scanner_.stop(
          ErrorCode::kSyntax, scanner_.position(), "unexpected " + scanner_.found());
  }
}

// `12`, `0xFF`, `1.5e-3`; within <...> also a shape, `4x8xf32`.
bool TextReader::skip_number() {
  const auto start = scanner_.position();
  const auto skip_digits = [this] {
    const auto first = scanner_.position();
    while (is_digit(scanner_.peek())) scanner_.advance();
    return scanner_.position() != first;
  };
  const auto is_hex = [](char c) { return std::isxdigit(static_cast<unsigned char>(c)) != 0; };
  if (scanner_.peek() == '0' && scanner_.peek(1) == 'x' && is_hex(scanner_.peek(2))) {
    scanner_.advance(2);
    while (is_hex(scanner_.peek())) scanner_.advance();
  } else {
    skip_digits();
    if (scanner_.peek() == '.') {
      scanner_.advance();
      skip_digits();
      const auto whole = scanner_.position();
      if (scanner_.peek() == 'e' || scanner_.peek() == 'E') {
        scanner_.advance(scanner_.peek(1) == '+' || scanner_.peek(1) == '-' ? 2 : 1);
        if (!skip_digits()) scanner_.move_to(whole);
      }
    }
  }
  if (!is_word_part(scanner_.peek())) return true;
  const bool is_shape = scanner_.innermost_closer() == '>' &&
                        scanner_.between(start, scanner_.end()).find_first_not_of("0123456789") ==
                            scanner_.between(start, scanner_.end()).find('x');
  while (is_word_part(scanner_.peek())) scanner_.advance();
  if (is_shape) return true;
  const auto text = scanner_.between(start, scanner_.position()).substr(0, 40);
  return scanner_.stop(
      ErrorCode::kSyntax, start, "expected a number but found '" + std::string(text) + "'");
}

bool TextReader::skip_nested(unsigned num_warps, std::string_view op) {
  const auto base = scanner_.depth();
  if (!scanner_.open()) return false;
  while (scanner_.depth() > base) {
    scanner_.skip_space();
    if (scanner_.at_end()) return scanner_.stop_at_end();
    if (!skip_piece(num_warps, op)) return false;
  }
  return true;
}

bool TextReader::read_arguments(unsigned num_warps, std::string_view op, Arguments& arguments) {
  if (!scanner_.open()) return false;
  scanner_.skip_space();
  if (scanner_.peek() == ')') return scanner_.close();
  for (bool is_first = true;; is_first = false) {
    scanner_.skip_space();
    const bool is_named = scanner_.peek() == '%';
    if (!is_first && is_named == arguments.empty()) return stop_unexpected("another argument");
    if (is_named ? !read_argument(num_warps, op, arguments) : !skip_unnamed(num_warps, op)) {
      return false;
    }
    scanner_.skip_space();
    if (scanner_.peek() == '{') {
      const auto open = scanner_.position();
      if (!skip_nested(num_warps, op)) return false;
      if (!check_entries({open + 1, scanner_.position() - 1})) return false;
      scanner_.skip_space();
    }
    if (at_location()) {
      scanner_.advance(3);
      scanner_.skip_space();
      if (!scanner_.skip_location()) return false;
      scanner_.skip_space();
    }
    if (scanner_.at_end()) return scanner_.stop_at_end();
    if (scanner_.peek() == ')') return scanner_.close();
    if (scanner_.peek() != ',') return stop_unexpected("',' or ')' behind the argument");
    scanner_.advance();
  }
}

// `%a: i32`
bool TextReader::read_argument(unsigned num_warps, std::string_view op, Arguments& arguments) {
  Statement::Argument argument;
  argument.offset = scanner_.position();
  argument.name = scanner_.sigil_name();
  if (scanner_.peek() == '#') {  // a value of its own
    scanner_.sigil_name();
    argument.name = scanner_.between(argument.offset, scanner_.position());
  }
  scanner_.skip_space();
  if (scanner_.at_end()) return scanner_.stop_at_end();
  if (scanner_.peek() != ':') return stop_unexpected("':' and a type behind the argument");
  scanner_.advance();
  scanner_.skip_space();
  if (scanner_.at_end()) return scanner_.stop_at_end();
  argument.type = read_type(num_warps, op);
  arguments.push_back(argument);
  return !scanner_.stopped();
}

// Of a function that is defined elsewhere: a type, or `...`.
bool TextReader::skip_unnamed(unsigned num_warps, std::string_view op) {
  if (scanner_.at_end()) return scanner_.stop_at_end();
  if (scanner_.peek() == '.' && scanner_.peek(1) == '.' && scanner_.peek(2) == '.') {
    scanner_.advance(3);
    return true;
  }
  read_type(num_warps, op);
  return !scanner_.stopped();
}

bool TextReader::starts_operation(std::string_view word, bool newline) {
  const char c = scanner_.peek();
  if (is_letter(c)) {
    return word.find('.') != std::string_view::npos ||
           (newline && (word == "module" || word == "return" || word == "func" || word == "call"));
  }
  const auto start = scanner_.position();
  bool starts = false;
  if (c == '%') {
    // `%a, %b:2 = ...`
    for (;;) {
      scanner_.sigil_name();
      scanner_.skip_space();
      if (scanner_.peek() == ':') {
        scanner_.advance();
        scanner_.skip_space();
        while (is_digit(scanner_.peek())) scanner_.advance();
        scanner_.skip_space();
      }
      if (scanner_.peek() != ',') break;
      scanner_.advance();
      scanner_.skip_space();
      if (scanner_.peek() != '%') break;
    }
    starts = scanner_.peek() == '=' && scanner_.peek(1) != '=';
  } else if (c == '"') {
    starts = behind_string() == '(';
  } else if (c == '^') {
    starts = newline || labels_block();
  } else if (newline && (c == '#' || c == '!')) {
    scanner_.sigil_name();
    scanner_.skip_space();
    starts = scanner_.peek() == '=';
  } else if (newline && c == '{') {
    starts = scanner_.peek(1) == '-' && scanner_.peek(2) == '#';
  }
  scanner_.move_to(start);
  return starts;
}

bool TextReader::labels_block() {
  const auto start = scanner_.position();
  scanner_.sigil_name();
  scanner_.skip_space();
  if (scanner_.peek() == '(' && !scanner_.skip_balanced()) return false;
  scanner_.skip_space();
  const bool labels = scanner_.peek() == ':';
  scanner_.move_to(start);
  return labels;
}

bool TextReader::gives_value() {
  const auto start = scanner_.position();
  bool gives = starts_operation(/*word=*/{}, /*newline=*/false);
  if (gives) {
    scanner_.move_to(scanner_.text().find('=', start) + 1);
    scanner_.skip_space();
    gives = scanner_.peek() == '"' || scanner_.word().find('.') != std::string_view::npos;
  }
  scanner_.move_to(start);
  return gives;
}

char TextReader::behind_string() {
  for (scanner_.advance(); !scanner_.at_end() && scanner_.peek() != '\n'; scanner_.advance()) {
    if (scanner_.peek() == '"') {
      scanner_.advance();
      scanner_.skip_space();
      return scanner_.peek();
    }
    if (scanner_.peek() == '\\') scanner_.advance();
  }
  return '\0';
}

// A dictionary has `key =`, `key,` or `key}` behind its brace; a region has a value, a label, an
// operation with something behind its name or that is a yield, or nothing at all, which is the same
// to us.
bool TextReader::starts_region() {
  const auto start = scanner_.position();
  scanner_.advance();
  scanner_.skip_space();
  const char c = scanner_.peek();
  bool starts = c == '%' || c == '^';
  if (c == '"') {
    starts = behind_string() == '(';
  } else if (is_letter(c)) {
    const auto word = scanner_.word();
    scanner_.skip_space();
    const char next = scanner_.peek();
    starts = next == '}' ? op_row(word).kind == OpKind::kYield
                         : next != '=' && next != ',' && next != '\0';
  }
  scanner_.move_to(start);
  return starts;
}

}  // namespace tileproof::ttgir
