// Which piece may stand behind which, in operations whose syntax is known.  A text that MLIR's
// parser refuses should not be read as one that it takes.
#include "encodings/ttgir/piece_order.hpp"

#include <algorithm>
#include <array>

#include "encodings/ttgir/text_reader.hpp"

namespace tileproof::ttgir {
namespace {

using Part = Statement::Part;
using Piece = Statement::Piece;

// `: !tt.ptr<f16>[tensor<...>] tensor<...> -> ...`
bool has_types_side_by_side(OpKind kind) {
  return kind == OpKind::kBufferLoad || kind == OpKind::kBufferStore ||
         kind == OpKind::kBufferLoadToLocal || kind == OpKind::kMakeDescriptor;
}

// `: !tt.ptr<f16>, i32 -> <64xf16, #shared>`, without the name of the last type.
bool has_short_types(OpKind kind) {
  return kind == OpKind::kAsyncCopyGlobalToLocal || kind == OpKind::kAsyncCopyLocalToGlobal ||
         kind == OpKind::kBufferLoadToLocal || kind == OpKind::kMakeDescriptor;
}

// Words stand between or behind the types: `else`, `do`, `case 3`, `attributes`.
bool has_words_behind_types(OpKind kind) {
  return kind == OpKind::kFor || kind == OpKind::kIf || kind == OpKind::kWhile ||
         kind == OpKind::kRegion || kind == OpKind::kWarpSpecialize;
}

// Operands stand behind types, or types behind single operands: `tt.print "x" : %a : tensor<...>`,
// `descPtr = %p : !tt.ptr<i8> : ...`, `rbits = %r : tensor<...>, rounding = rs : ...`.
bool mixes_types(const Statement& statement) {
  const auto name = statement.row->name;
  return !statement.generic && (name == "print" || statement.row->kind == OpKind::kMakeDescriptor ||
                                (name == "fp_to_fp" && statement.operands.size() > 1));
}

// Operations that have values, attributes and types, and nothing else: `tt.splat %a : f32 -> ...`.
constexpr auto kIsPlain = [] {
  using enum OpKind;
  std::array<bool, static_cast<std::size_t>(kWarpReturn) + 1> is_plain{};
  for (const OpKind kind : {kMakeRange,
                            kSplat,
                            kUnsplat,
                            kBroadcast,
                            kExpandDims,
                            kTrans,
                            kJoin,
                            kSplit,
                            kCat,
                            kHistogram,
                            kConvertLayout,
                            kFp4ToFp,
                            kLocalAlloc,
                            kLocalStore,
                            kLocalDealloc,
                            kMemdescTrans,
                            kMemdescReshape,
                            kMemdescReinterpret,
                            kReturn,
                            kYield,
                            kReduceReturn,
                            kWarpGroupDot,
                            kWarpGroupDotWait,
                            kWarpReturn}) {
    is_plain[static_cast<std::size_t>(kind)] = true;
  }
  return is_plain;
}();

bool is_plain(const OpRow& row) { return kIsPlain[static_cast<std::size_t>(row.kind)]; }

// Do regions stand in braces, beside the attributes?
bool has_regions(const OpRow& row) {
  using enum OpKind;
  return row.kind == kFunction || row.kind == kReduce || row.kind == kScan ||
         row.kind == kMapElementwise || row.kind == kWarpSpecialize ||
         row.kind == kWarpSpecializePartitions || has_words_behind_types(row.kind);
}

bool is_of_numbers(const Statement& statement) {
  return statement.row->kind == OpKind::kElementwise &&
         (statement.name.starts_with("arith.") || statement.name.starts_with("math."));
}

bool is_comparison(const OpRow& row) {
  return row.elements == ElementRule::kCompareInteger || row.elements == ElementRule::kCompareFloat;
}

bool takes_word(const Statement& statement, std::string_view word) {
  constexpr std::array kArithmetic{"fastmath",
                                   "overflow",
                                   "exact",
                                   "nneg",
                                   "to_nearest_even",
                                   "to_nearest_away",
                                   "toward_zero",
                                   "downward",
                                   "upward"};
  constexpr std::array kOfLoops{"to", "step", "iter_args", "unsigned"};
  if (is_plain(*statement.row)) return false;
  // Of waits and fences, `barrier local` and `async_commit_group tokens %a` alone have words.
  const std::string_view types = statement.row->signature.types;
  if (statement.row->kind == OpKind::kWait && statement.row->name != "barrier") {
    if (types == "->") return false;
    if (types.starts_with("t*")) return word == "tokens";
  }
  if (statement.row->kind == OpKind::kFor) {
    return std::ranges::find(kOfLoops, word) != kOfLoops.end();
  }
  if (!is_of_numbers(statement)) return true;
  const bool is_predicate = is_comparison(*statement.row) && statement.before == Piece::kNone;
  return is_predicate || std::ranges::find(kArithmetic, word) != kArithmetic.end();
}

// Strings and symbols: the name of a function, what is printed, assembly.
bool takes_text(const OpRow& row) {
  return row.kind == OpKind::kCall || row.kind == OpKind::kFunction ||
         row.kind == OpKind::kConstant || row.kind == OpKind::kNoClaim || is_comparison(row) ||
         (row.kind == OpKind::kElementwise && row.elements == ElementRule::kAny);
}

bool takes_number(const Statement& statement) {
  const Piece before = statement.before;
  return statement.row->kind == OpKind::kConstant || before == Piece::kEquals ||
         before == Piece::kComma || before == Piece::kSign;
}

bool takes_brackets(const OpRow& row) {
  return !is_plain(row) && row.kind != OpKind::kElementwise && row.kind != OpKind::kConstant &&
         row.kind != OpKind::kDot;
}

// Behind a comma that stands for it: `tt.load %p, : ...`
bool may_lack_last(const OpRow& row) {
  return row.elements == ElementRule::kLoad || row.elements == ElementRule::kStore;
}

// `ttng.init_barrier %b, 1 : !ttg.memdesc<...>`; what a load writes beyond its pointer's type is
// asked with its types.
bool writes_no_results(const OpRow& row) {
  return row.types.right.empty() && row.kind != OpKind::kFunction &&
         row.elements != ElementRule::kLoad && !has_types_side_by_side(row.kind);
}

// `: (i32) -> i32`
bool has_list_of_types(const OpRow& row) {
  return row.kind == OpKind::kCall || row.kind == OpKind::kBufferOverlap ||
         row.kind == OpKind::kReuseGroup || row.kind == OpKind::kLocalAlloc ||
         row.kind == OpKind::kTmemAlloc;
}

}  // namespace

bool announces_values(const Statement& statement) {
  using namespace std::string_view_literals;
  constexpr std::array kAnnouncing{
      "tokens"sv, "token"sv, "deps"sv, "descs"sv, "into"sv, "mask"sv, "other"sv};
  return !statement.generic && statement.row->kind != OpKind::kUnknown &&
         std::ranges::find(kAnnouncing, statement.word) != kAnnouncing.end();
}

bool is_builtin_type(std::string_view word) {
  return word == "none" || word == "vector" || word == "memref" || word == "tuple" ||
         word == "complex" || element_bits(word) != 0;
}

bool TextReader::in_types(const Statement& statement, std::size_t base) const {
  return statement.part != Part::kOperands &&
         (scanner_.depth() == base ||
          (scanner_.depth() == base + 1 && scanner_.innermost_closer() == ')'));
}

Piece TextReader::next_piece(const Statement& statement, std::size_t base) const {
  const char c = scanner_.peek();
  const bool is_type = in_types(statement, base);
  if (is_digit(c)) return Piece::kNumber;
  if (is_letter(c)) {
    if (at_location()) return Piece::kOther;
    if (statement.word == "tensor") return Piece::kType;
    if (is_type && statement.word == "to" && scanner_.depth() == base) return Piece::kArrow;
    return is_type && is_builtin_type(statement.word) ? Piece::kType : Piece::kWord;
  }
  switch (c) {
    case '%':
      return Piece::kValue;
    case '"':
    case '@':
    case '#':
      return Piece::kText;
    case '!':
      return Piece::kType;
    case '<':
      return is_type ? Piece::kType : Piece::kOther;
    case '{':
      return Piece::kBraces;
    case '(':
      return is_type && scanner_.depth() == base + 1 ? Piece::kType : Piece::kOpen;
    case '[':
      return Piece::kOpen;
    case ')':
    case ']':
    case '>':
      return Piece::kClose;
    case ':':
      return Piece::kColon;
    case ',':
      return Piece::kComma;
    case '=':
      return Piece::kEquals;
    case '*':
      return Piece::kStar;
    case '+':
    case '?':
    case '/':
    case '|':
    case '&':
    case '$':
    case '.':
      return Piece::kMark;
    case '-':
      return scanner_.peek(1) == '>' ? Piece::kArrow : Piece::kSign;
    default:
      return Piece::kOther;
  }
}

bool TextReader::stop_unexpected(std::string_view expected) {
  // Of a word that the text ends in, more may be missing.
  const auto rest = scanner_.between(scanner_.position(), scanner_.end());
  if (std::ranges::all_of(rest, is_word_part)) {
    scanner_.move_to(scanner_.end());
    return scanner_.stop_at_end();
  }
  return scanner_.stop(ErrorCode::kSyntax,
                       scanner_.position(),
                       "expected " + std::string(expected) + " but found " + scanner_.found());
}

bool TextReader::may_follow(const Statement& statement, Piece piece, std::size_t base) {
  using enum Statement::Piece;
  const Piece before = statement.before;
  // `@"name"` is one name.
  const auto at = scanner_.position();
  const bool is_text = piece == kText && scanner_.peek() == '"';
  if (is_text && at != 0 && scanner_.text()[at - 1] == '@') return true;
  if (statement.is_module && !statement.generic && piece == kWord) {
    const bool is_known = statement.word == "attributes" && before != kWord;
    return is_known || stop_unexpected("'attributes' or '{'");
  }
  if (statement.row->kind == OpKind::kUnknown) return true;
  if (statement.is_function && !statement.generic && !may_follow_in_function(statement, piece)) {
    return false;
  }
  if (before == kSign && piece != kNumber) return stop_unexpected("a number behind '-'");
  if (statement.awaits_value && piece != kValue && piece != kEquals) {
    return stop_unexpected("a value");
  }
  const bool is_branch = statement.row->kind == OpKind::kBranch;
  if (in_types(statement, base) && !is_branch && !may_follow_in_types(statement, piece, base)) {
    return false;
  }
  const bool separates = goes_on(piece) && piece != kSign;
  const bool is_missing =
      (separates && (goes_on(before) || before == kOpen)) || (piece == kClose && goes_on(before));
  if (is_missing && !(piece == kColon && before == kComma && may_lack_last(*statement.row))) {
    return stop_unexpected("a value");
  }
  const bool is_single = piece == kValue || piece == kNumber || piece == kText;
  if (is_single && before == piece) return stop_unexpected("',' or the end of the operation");
  // `allow_reorder efficient_layout`
  const bool is_entry = statement.ends_entry || statement.row->kind == OpKind::kReshape;
  if (piece == kWord && before == kWord && !is_entry)
    return stop_unexpected("':' or the end of the operation");
  if (is_branch || statement.part != Part::kOperands || scanner_.depth() != base) return true;
  return may_follow_in_operands(statement, piece);
}

bool TextReader::may_follow_in_operands(const Statement& statement, Piece piece) {
  using enum Statement::Piece;
  const OpRow& row = *statement.row;
  if (piece == kType) return stop_unexpected("':' in front of the types");
  if (statement.generic) {
    const bool is_type = piece == kArrow || piece == kWord;
    const bool is_name = piece == kValue || piece == kText || piece == kNumber;
    return !(is_type || is_name) || stop_unexpected("'(', a dictionary or ':'");
  }
  if (piece == kArrow) {
    if (writes_no_results(row)) return stop_unexpected("the end of the operation");
    // Assembly without operands writes no types of them.
    const bool may_lack_left = row.types.left.empty() || row.name == "elementwise_inline_asm";
    if (!may_lack_left) return stop_unexpected("':' in front of the types");
  }
  if (piece == kComma && statement.before == kNone) {
    return stop_unexpected("the end of the operation");
  }
  // `cmpi slt, %a, %b`
  const bool is_run_on = statement.before == kWord && piece == kValue;
  bool is_taken = !(is_run_on && is_comparison(row));
  if (piece == kWord) {
    const bool is_type = statement.before != kEquals && element_bits(statement.word) != 0;
    is_taken = !is_type && takes_word(statement, statement.word);
  }
  if (piece == kText) is_taken = takes_text(row) || statement.before == kEquals;
  if (piece == kNumber) is_taken = takes_number(statement);
  if (piece == kOpen) is_taken = takes_brackets(row);
  if (piece == kBraces && !has_regions(row)) {
    // `ttg.barrier local` is all that is written of it.
    is_taken = statement.before != kBraces && !(row.name == "barrier" && statement.before == kWord);
  }
  if (piece == kMark) is_taken = row.kind == OpKind::kWait;  // `ttg.barrier local|global_read`
  return is_taken || stop_unexpected("a value, an attribute or ':'");
}

// `tt.func public @name(...) -> (...) attributes {...} {...}`
bool TextReader::may_follow_in_function(const Statement& statement, Piece piece) {
  using enum Statement::Piece;
  constexpr std::array kVisibilities{"public", "private", "nested"};
  const Piece before = statement.before;
  if (statement.has_arguments) {
    const bool is_word = piece == kWord && statement.word != "attributes";
    return !is_word || stop_unexpected("'attributes'");
  }
  const bool is_visibility =
      piece == kWord && before == kNone &&
      std::ranges::find(kVisibilities, statement.word) != kVisibilities.end();
  const bool is_name = scanner_.peek() == '@' && (before == kNone || before == kWord);
  if (is_visibility || is_name || (piece == kOpen && before == kText)) return true;
  return stop_unexpected(before == kText ? "'('" : "the function's name");
}

// `: i32 -> ()`; a list of operands' types stands in parentheses: `: (i32) -> ()`.
bool TextReader::arrow_to_nothing(const Statement& statement) const {
  const bool is_arrow = scanner_.peek() == '-' && scanner_.peek(1) == '>';
  if (!is_arrow || statement.before == Piece::kClose || has_regions(*statement.row)) return false;
  const auto behind = scanner_.between(scanner_.position() + 2, scanner_.end());
  const auto open = behind.find_first_not_of(" \t\r\n");
  if (open == std::string_view::npos || behind[open] != '(') return false;
  const auto close = behind.find_first_not_of(" \t\r\n", open + 1);
  return close != std::string_view::npos && behind[close] == ')';
}

bool TextReader::may_follow_in_types(const Statement& statement, Piece piece, std::size_t base) {
  using enum Statement::Piece;
  const Piece before = statement.before;
  const OpKind kind = statement.row->kind;
  const bool begins = before == kColon || before == kArrow || before == kComma || before == kStar;
  const bool is_types = piece == kType || piece == kOpen;
  if (piece != kType && mixes_types(statement)) {
    // `%a, rbits = %r : tensor<...>, rounding = rs : tensor<...> -> ...`
    const bool may_go_on = statement.row->name == "fp_to_fp" ||
                           (piece != kWord && piece != kBraces && piece != kArrow);
    return may_go_on || stop_unexpected("the end of the types");
  }
  const bool is_short = piece == kType && scanner_.peek() == '<';
  if ((begins && !is_types) || (is_short && !has_short_types(kind))) {
    return stop_unexpected("a type");
  }
  if (is_types && !begins && before != kOpen && !has_types_side_by_side(kind)) {
    return stop_unexpected("',' or the end of the types");
  }
  if (piece == kColon && kind != OpKind::kFor) return stop_unexpected("the end of the types");
  const auto has_no_right = [&] {
    return statement.part == Part::kRight ||
           (!statement.generic &&
            (writes_no_results(*statement.row) || arrow_to_nothing(statement)));
  };
  if (piece == kArrow && has_no_right()) return stop_unexpected("the end of the types");
  // `: (i32), (i32) -> ...`, and a dictionary behind the types.
  const bool is_list = before == kClose && piece == kComma && !has_types_side_by_side(kind);
  const bool is_late = piece == kBraces && !has_regions(*statement.row);
  if ((is_list || is_late) && !statement.generic && scanner_.depth() == base) {
    return stop_unexpected("the end of the types");
  }
  // Conversions of numbers and slices of registers are written `x to y`, all else `x -> y`.
  if (piece == kArrow && !statement.generic) {
    const bool has_to = statement.name.starts_with("arith.") || kind == OpKind::kExtractSlice;
    if (has_to != (scanner_.peek() == 't')) return stop_unexpected(has_to ? "'to'" : "'->'");
  }
  const bool is_word =
      piece == kWord && (scanner_.depth() != base || !has_words_behind_types(kind));
  if (is_word && !(statement.is_function && scanner_.depth() == base)) {
    return stop_unexpected("a type");
  }
  if (piece == kValue || piece == kNumber || piece == kText) return stop_unexpected("a type");
  return true;
}

bool TextReader::may_end(const Statement& statement) {
  if (statement.row->kind == OpKind::kUnknown) return true;
  // `: (i32)`, without an arrow behind it.
  const bool lacks_arrow = statement.before == Piece::kClose && statement.part == Part::kLeft &&
                           !statement.generic && has_list_of_types(*statement.row);
  if (lacks_arrow && !scanner_.at_end()) return stop_unexpected("'->'");
  if (!goes_on(statement.before) && !statement.awaits_value && !lacks_arrow) return true;
  if (scanner_.at_end()) return scanner_.stop_at_end();
  return stop_unexpected(statement.part == Part::kOperands ? "something more" : "a type");
}

}  // namespace tileproof::ttgir
