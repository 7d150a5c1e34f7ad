// One operation: results, name, and a body whose pieces are taken in any syntax.
#include <algorithm>
#include <charconv>

#include "encodings/ttgir/piece_order.hpp"
#include "encodings/ttgir/text_reader.hpp"
#include "encodings/ttgir/type_parser.hpp"

namespace tileproof::ttgir {
namespace {

using Part = Statement::Part;
using Piece = Statement::Piece;

// Does the operation go on, whatever the next line begins with?
bool continues(const Statement& statement, char next) {
  if (goes_on(statement.before)) return true;
  if (statement.generic) return false;
  const OpKind kind = statement.row->kind;
  return (kind == OpKind::kFor && statement.induction.name.empty()) ||
         (kind == OpKind::kBranch && statement.branches.empty() && next == '^');
}

void append(Statement& statement, TypeId type) {
  // Of an unknown operation's types it is not known where they stand.
  const bool is_somewhere =
      statement.part == Part::kOperands && statement.row->kind == OpKind::kUnknown;
  // `^bb1(%a : i32)`: behind each of the values that are passed on.
  const bool is_passed = statement.part == Part::kOperands &&
                         statement.row->kind == OpKind::kBranch && !statement.generic;
  if (statement.part == Part::kLeft || is_somewhere || is_passed) statement.left.push_back(type);
  if (statement.part == Part::kRight) statement.right.push_back(type);
}

}  // namespace

TypeId TextReader::read_builtin_type(std::size_t start) {
  if (scanner_.peek() == '<' && !scanner_.skip_balanced()) return kBadType;
  return builder(start).intern_other(scanner_, aliases_, spellings_, {start, scanner_.position()});
}

// Of a pointer or descriptor whose prefix the printer left out, as in `: <f16>[tensor<...>]` and
// `: <f16>, <tensor<64x64xf16>>`.
TypeId TextReader::elided_type(const Statement& statement, TextRange range) {
  const auto text = scanner_.between(range.begin, range.end);
  const auto inner = text.find_first_not_of(" \t\r\n<");
  const bool makes_descriptor = statement.name.ends_with(".make_tensor_descriptor");
  if (makes_descriptor && inner != std::string_view::npos &&
      (text.substr(inner).starts_with("tensor") || is_digit(text[inner]))) {
    return builder(0).elided_descriptor(scanner_.text(), range, aliases_, spellings_);
  }
  if (text.find("tensor") != std::string_view::npos) return kNoType;
  return builder(0).number(spellings_.prefixed("!tt.ptr", text, aliases_), 64);
}

TypeId TextReader::read_any_type(const Statement& statement) {
  const auto start = scanner_.position();
  if (is_letter(scanner_.peek())) {
    if (scanner_.word() != "tensor") {
      scanner_.find_angle();
      return read_builtin_type(start);
    }
    scanner_.move_to(start);
  }
  return read_type(statement.num_warps, statement.name);
}

Statement& TextReader::acquire() {
  if (live_statements_ == statements_.size()) statements_.emplace_back();
  auto& statement = statements_[live_statements_++];
  statement.reset();
  return statement;
}

bool TextReader::read_operation(unsigned num_warps) {
  auto& statement = acquire();
  statement.num_warps = num_warps;
  statement.region_num_warps = num_warps;
  const bool read = read_results(statement) && read_name(statement) && read_body(statement);
  if (read) record(statement);
  release();
  return read;
}

bool TextReader::read_results(Statement& statement) {
  if (scanner_.peek() != '%') return true;
  while (scanner_.peek() == '%') {
    Statement::Result result;
    result.offset = scanner_.position();
    result.name = scanner_.sigil_name();
    scanner_.skip_space();
    if (scanner_.peek() == ':') {
      scanner_.advance();
      scanner_.skip_space();
      result.count = 0;
      for (; is_digit(scanner_.peek()); scanner_.advance()) {
        result.count = std::min<std::size_t>(
            result.count * 10 + static_cast<std::size_t>(scanner_.peek() - '0'), 1'000'000);
      }
      if (result.count == 0) {
        return scanner_.stop(
            ErrorCode::kSyntax,
            result.offset,
            std::string(result.name) + " names no result, and should name 1 or more");
      }
      scanner_.skip_space();
    }
    statement.results.push_back(result);
    if (scanner_.peek() != ',') break;
    scanner_.advance();
    scanner_.skip_space();
  }
  if (scanner_.at_end()) return scanner_.stop_at_end();
  if (scanner_.peek() != '=') {
    return scanner_.stop(ErrorCode::kSyntax,
                         scanner_.position(),
                         "expected '=' behind the results but found " + scanner_.found());
  }
  scanner_.advance();
  scanner_.skip_space();
  return true;
}

bool TextReader::read_name(Statement& statement) {
  const auto start = scanner_.position();
  statement.offset = start;
  if (scanner_.peek() == '"') {
    if (!scanner_.skip_string()) return false;
    statement.generic = true;
    statement.name = scanner_.between(start + 1, scanner_.position() - 1);
  } else {
    statement.name = scanner_.word();
  }
  if (statement.name.empty()) {
    if (scanner_.at_end()) return scanner_.stop_at_end();
    return scanner_.stop(ErrorCode::kSyntax,
                         start,
                         "expected the name of an operation but found " + scanner_.found());
  }
  statement.row = &op_row(statement.name);
  statement.is_module = is_module_op(statement.name);
  statement.is_function = is_function_op(statement.name);
  const bool is_whole = statement.generic || statement.row->kind != OpKind::kUnknown ||
                        statement.name.find('.') != std::string_view::npos || statement.is_module ||
                        statement.is_function;
  if (!is_whole) {
    if (scanner_.at_end()) return scanner_.stop_at_end();
    scanner_.move_to(start);
    return stop_unexpected("an operation");
  }
  statement.is_warp_specialize = statement.row->kind == OpKind::kWarpSpecialize;
  if (statement.is_warp_specialize) partition_warps_.clear();
  has_operation_ = true;
  if (!new_aliases_.empty()) new_aliases_.clear();
  has_content_ = has_content_ || statement.is_module || statement.is_function;
  if (!statement.is_module) statement.op = builder(start).add_operation();
  return true;
}

bool TextReader::read_body(Statement& statement) {
  const auto base = scanner_.depth();
  for (;;) {
    const bool newline = scanner_.skip_space();
    if (scanner_.at_end()) {
      if (scanner_.depth() != 0) return scanner_.stop_at_end();
      break;
    }
    const char next = scanner_.peek();
    const bool is_nested = scanner_.depth() != base;
    if (!is_nested && next == '}') break;
    if (!is_nested && at_location()) {  // always the last piece
      scanner_.advance(3);
      if (!read_location(statement.location)) return false;
      break;
    }
    if (is_letter(next)) statement.word = scanner_.word_here();
    if (!is_nested) {
      // Of an unknown operation's syntax it is not known where in a line it ends, unless another
      // operation gives a value there; and a name may be a string: `tt.call @"f"(...)`.
      const bool is_known = statement.row->kind != OpKind::kUnknown && next != '"';
      const bool may_end = newline || statement.part != Part::kOperands || is_known ||
                           (next == '%' && gives_value());
      if (may_end && !continues(statement, next) && starts_operation(statement.word, newline)) {
        break;
      }
      // Nothing but a location stands behind the body of a function or module.
      const bool has_body =
          (statement.is_module || statement.is_function) && statement.regions != 0;
      if (has_body && !statement.generic) break;
    }
    const Piece piece = next_piece(statement, base);
    if (!may_follow(statement, piece, base) || !read_piece(statement, piece, base)) return false;
    // What stands in parentheses was read with what is in front: `partition0(...)`.
    const bool is_closed = (piece == Piece::kOpen || piece == Piece::kWord) &&
                           scanner_.text()[scanner_.position() - 1] == ')';
    statement.ends_entry = statement.before == Piece::kEquals;
    statement.awaits_value = piece == Piece::kWord && announces_values(statement);
    statement.before = is_closed ? Piece::kClose : piece;
  }
  if (!may_end(statement)) return false;
  const bool lacks_region = statement.is_module && statement.regions == 0;
  const bool lacks_arguments =
      statement.is_function && !statement.generic && !statement.has_arguments;
  if (!lacks_region && !lacks_arguments) return true;
  if (scanner_.at_end()) return scanner_.stop_at_end();
  return scanner_.stop(
      ErrorCode::kSyntax,
      scanner_.position(),
      std::string("expected ") + (lacks_region ? "'{'" : "'('") + " but found " + scanner_.found());
}

// `<#d>`, where `#d = {value = 1 : i32}`.
void TextReader::read_named_properties(Statement& statement, std::size_t name) {
  const auto end = mlir::alias_name_end(scanner_.text(), name);
  const auto& known = aliases_.attribute_texts();
  const auto found = known.find(scanner_.between(name, end));
  if (found == known.end() || scanner_.text()[found->second.begin] != '{') return;
  statement.properties = {found->second.begin + 1, found->second.end - 1};
  read_attributes(statement, statement.properties);
}

bool TextReader::read_piece(Statement& statement, Piece piece, std::size_t base) {
  const char c = scanner_.peek();
  if (is_letter(c)) return read_word(statement, piece, base);
  switch (c) {
    case '%':
      return read_value(statement, base);
    case '{':
      // Of a function's result: `-> (i32 {tt.divisibility = 16 : i32})`.
      if (scanner_.depth() != base && !statement.generic) {
        return skip_nested(statement.num_warps, statement.name);
      }
      return read_brace(statement);
    case '!':
      return read_type_name(statement, base);
    case '<': {
      if (at_elided_memdesc(statement.name)) {
        append(statement, read_type(statement.num_warps, statement.name));
        return !scanner_.stopped();
      }
      if (scanner_.peek(1) == '=') break;
      const auto start = scanner_.position();
      std::size_t inner = 1;
      while (is_space(scanner_.peek(inner))) ++inner;
      const bool is_properties = scanner_.peek(inner) == '{';
      const bool is_type = !is_properties && scanner_.text()[start - 1] == ' ';
      if (!skip_nested(statement.num_warps, statement.name)) return false;
      if (is_type) {
        append(statement, elided_type(statement, {start, scanner_.position()}));
      }
      if (is_properties) {
        const auto close = scanner_.text().rfind('}', scanner_.position());
        statement.properties = {start + inner + 1, close};
        read_attributes(statement, statement.properties);
      } else if (statement.generic && scanner_.text()[start + inner] == '#') {
        read_named_properties(statement, start + inner + 1);
      }
      return true;
    }
    case '^':
      statement.branches.push_back({scanner_.sigil_name(), statement.operands.size()});
      return true;
    case '(':
      if (statement.is_function && !statement.generic && !statement.has_arguments) {
        statement.has_arguments = true;
        return read_arguments(statement.num_warps, statement.name, statement.arguments);
      }
      // In the parentheses around types, others are those of a function's.
      if (statement.part != Part::kOperands && scanner_.depth() == base + 1 &&
          scanner_.innermost_closer() == ')') {
        append(statement, read_type(statement.num_warps, statement.name));
        return !scanner_.stopped();
      }
      return scanner_.open();
    case '[':
      return scanner_.open();
    case ',':
    case '=':
      scanner_.advance();
      return true;
    case ':':
      if (scanner_.peek(1) == ':') break;
      scanner_.advance();
      if (scanner_.depth() == base) statement.part = Part::kLeft;
      return true;
    case '-':
      if (scanner_.peek(1) == '>' && scanner_.depth() == base) statement.part = Part::kRight;
      break;
    default:
      break;
  }
  return skip_piece(statement.num_warps, statement.name);
}

// Of `!f = (A) -> B` the types stand where that is defined.
bool TextReader::read_type_name(Statement& statement, std::size_t base) {
  const bool takes_all = statement.generic || statement.row->types.left == "*";
  const bool is_first =
      statement.part == Part::kLeft && scanner_.depth() == base && statement.left.empty();
  const auto start = scanner_.position();
  const auto* alias = aliases_.type(scanner_.sigil_name().substr(1));
  const auto behind = scanner_.position();
  if (!takes_all || !is_first || alias == nullptr || !alias->text.starts_with("(")) {
    scanner_.move_to(start);
    append(statement, read_type(statement.num_warps, statement.name));
    return !scanner_.stopped();
  }
  const TextRange types = alias->written;
  scanner_.move_to(types.begin);
  while (scanner_.position() < types.end) {
    scanner_.skip_space();
    if (scanner_.position() >= types.end) break;
    statement.word = scanner_.word_here();
    if (!read_piece(statement, next_piece(statement, base), base)) return false;
  }
  scanner_.move_to(behind);
  return true;
}

// `case 3 {`, of which there may be one.
bool TextReader::read_case(Statement& statement) {
  scanner_.skip_space();
  const auto start = scanner_.position();
  if (scanner_.peek() == '-') scanner_.advance();
  while (is_digit(scanner_.peek())) scanner_.advance();
  const auto text = scanner_.between(start, scanner_.position());
  std::int64_t number = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (error != std::errc{} || end != text.data() + text.size()) {
    return scanner_.stop(ErrorCode::kSyntax, start, "expected the number of a case");
  }
  if (std::ranges::find(statement.cases, number) != statement.cases.end()) {
    return scanner_.stop(
        ErrorCode::kInvalid, start, "case " + std::string(text) + " is there a second time");
  }
  statement.cases.push_back(number);
  statement.region_next = true;
  return true;
}

bool TextReader::read_word(Statement& statement, Piece piece, std::size_t base) {
  if (at_location()) return skip_piece(statement.num_warps, statement.name);
  const auto start = scanner_.position();
  const auto word = statement.word;
  if (word == "tensor") {
    append(statement, read_type(statement.num_warps, statement.name));
    return !scanner_.stopped();
  }
  scanner_.advance(word.size());
  const OpKind kind = statement.row->kind;
  if (word == "attributes") {
    statement.attributes_next = true;
  } else if (kind == OpKind::kRegion && word == "case") {
    if (!read_case(statement)) return false;
  } else if (word == "else" || word == "do" || (kind == OpKind::kRegion && word == "default")) {
    statement.region_next = true;
  } else if (statement.part != Part::kOperands || kind == OpKind::kBranch) {
    if (word == "to" && scanner_.depth() == base) {
      statement.part = Part::kRight;
    } else if (piece == Piece::kType || is_builtin_type(word)) {
      append(statement, read_builtin_type(start));
    }
  } else if (word == "into") {
    statement.into = statement.operands.size();
  } else if (word == "other") {
    statement.other = statement.operands.size();
  }
  if (!statement.is_warp_specialize || scanner_.depth() != base) return true;
  if (word == "default") statement.region_num_warps = statement.num_warps;
  if (word == "num_warps" && scanner_.peek() == '(') {
    const auto open = scanner_.position();
    if (!scanner_.skip_balanced()) return false;
    const auto count = read_count(scanner_, {open + 1, scanner_.position() - 1}, word);
    statement.region_num_warps = count.value_or(0);
    statement.lacks_warps = false;
  } else if (word.starts_with("partition") && scanner_.peek() == '(') {
    const std::string next = "partition" + std::to_string(statement.regions - 1);
    if (statement.regions == 0 || word != next) {
      return scanner_.stop(ErrorCode::kSyntax,
                           start,
                           "expected '" + (statement.regions == 0 ? "default" : next) +
                               "' but found '" + std::string(word.substr(0, 40)) + "'");
    }
    statement.lacks_warps = true;
    return read_arguments(statement.num_warps, statement.name, statement.arguments);
  }
  return true;
}

bool TextReader::read_value(Statement& statement, std::size_t base) {
  const auto start = scanner_.position();
  scanner_.sigil_name();
  if (scanner_.peek() == '#') scanner_.sigil_name();
  const auto end = scanner_.position();
  const Statement::Name name{scanner_.between(start, end), start};
  if (scanner_.depth() != base) {
    scanner_.skip_space();
    const bool initialised = scanner_.peek() == '=' && scanner_.peek(1) != '=';
    scanner_.move_to(end);
    if (initialised) {
      statement.initialised.push_back(name);
      return true;
    }
  } else if (statement.row->kind == OpKind::kFor && statement.operands.empty() &&
             statement.induction.name.empty() && !statement.generic) {
    statement.induction = name;
    return true;
  }
  statement.operands.push_back(name);
  return true;
}

}  // namespace tileproof::ttgir
