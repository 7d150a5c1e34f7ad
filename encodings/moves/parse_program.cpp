// By recursive descent; values are read by expression/value_reader.hpp, each with steps of its own.
#include "encodings/moves/parse_program.hpp"

#include <algorithm>
#include <set>

#include "encodings/expression/value_reader.hpp"
#include "encodings/moves/move_forms.hpp"

namespace tileproof::moves {
namespace {

using expression::Position;
using expression::quoted;
using expression::Token;
using expression::TokenReader;

// The symbols besides those of expressions.
constexpr std::string_view kSymbols = "[]{}.";

class Parser {
 public:
  Parser(std::vector<Token> tokens, Program program)
      : tokens_(std::move(tokens)), program_(std::move(program)) {}

  Result<Program> parse() {
    parse_head();
    while (!tokens_.error() && tokens_.accept_word("registers")) parse_arrays();
    while (!at_end()) program_.statements.push_back(parse_statement());
    if (tokens_.error()) return *tokens_.error();
    return std::move(program_);
  }

 private:
  [[nodiscard]] bool at_end() const { return tokens_.peek().kind == Token::Kind::kEnd; }
  void refuse(Position at, const std::string& what) { tokens_.fail(at, ErrorCode::kInvalid, what); }

  Token name(const char* what) {
    if (tokens_.peek().kind != Token::Kind::kName) tokens_.fail_expected(what);
    return tokens_.take();
  }
  Token number(const char* what) {
    if (tokens_.peek().kind != Token::Kind::kNumber) tokens_.fail_expected(what);
    return tokens_.take();
  }
  unsigned number_to(const char* what, Word most) {
    const Token token = number(what);
    if (token.number == 0 || token.number > most) {
      refuse(token.position,
             std::string(what) + " is " + std::to_string(token.number) + ", not from 1 to " +
                 std::to_string(most));
      return 1;
    }
    return static_cast<unsigned>(token.number);
  }

  // program cuda:90, 4 warps, 16 bits, shared 2048 bytes;   The target was read before.
  void parse_head() {
    const Position start = tokens_.peek().position;
    std::optional<unsigned> in_a_register;
    std::set<std::string_view> seen;
    while (tokens_.accept(",")) {
      const Token part = tokens_.peek();
      if (tokens_.accept_word("shared")) {
        program_.shared_bytes = number("the bytes of shared memory").number;
        if (!tokens_.accept_word("bytes")) tokens_.fail_expected("'bytes'");
      } else {
        const unsigned value = number_to("a number of the program's head", kMaxThreadsOfBlock);
        const Token what = name("'warps', 'lanes', 'blocks', 'bits' or 'in a register'");
        if (tokens_.error()) return;
        unsigned* const field = what.text == "warps"    ? &program_.warps
                                : what.text == "lanes"  ? &program_.lanes
                                : what.text == "blocks" ? &program_.blocks
                                                        : &program_.element_bits;
        if (what.text == "in") {
          if (!tokens_.accept_word("a") || !tokens_.accept_word("register")) {
            tokens_.fail_expected("'in a register'");
          }
          in_a_register = value;
        } else if (field != &program_.element_bits || what.text == "bits") {
          *field = value;
        } else {
          refuse(what.position,
                 quoted(what.text) +
                     " is none of 'warps', 'lanes', 'blocks', 'bits' and 'in a register'");
        }
        if (!seen.insert(what.text).second) {
          refuse(part.position, quoted(what.text == "in" ? "in a register" : what.text) + " twice");
        }
        continue;
      }
      if (!seen.insert(part.text).second) refuse(part.position, quoted(part.text) + " twice");
    }
    tokens_.expect(";");
    if (!seen.contains("bits")) refuse(start, "the bits of an element are not said");
    check_head(start, in_a_register);
  }

  void check_head(Position at, std::optional<unsigned> in_a_register) {
    const unsigned bits = program_.element_bits;
    program_.in_a_register = in_a_register.value_or(bits < 32 ? 32 / bits : 1);
    if (const auto error = moves::check_head(program_)) refuse(at, error->message);
  }

  void parse_arrays() {
    do {
      const Token token = name("an array's name");
      const auto known = std::ranges::find(program_.arrays, token.text, &Array::name);
      if (known != program_.arrays.end() && known->size > 0) fail_twice(tokens_, token);
      if (token.text == "lane" || token.text == "warp" || token.text == "block") {
        refuse(token.position, quoted(token.text) + " is no name of registers");
      }
      tokens_.expect("[");
      const unsigned size = number_to("an array's size", kMaxArraySize);
      tokens_.expect("]");
      if (known == program_.arrays.end()) {
        program_.arrays.push_back({std::string(token.text), size});
      } else {
        known->size = size;
      }
    } while (tokens_.accept(","));
    tokens_.expect(";");
  }

  Statement parse_statement() {
    if (tokens_.accept_word("for")) return {parse_loop()};
    return {parse_move()};
  }

  Loop parse_loop() {
    Loop loop;
    const Token token = name("the loop's name");
    loop.name = token.text;
    if (is_known(token.text)) fail_twice(tokens_, token);
    if (!tokens_.accept_word("in")) tokens_.fail_expected("'in'");
    loop.first = number("the loop's first number").number;
    tokens_.expect("..");
    const Token end = number("the number at which the loop ends");
    loop.end = end.number;
    if (loop.end < loop.first) refuse(end.position, "a loop that ends before it begins");
    // The body of a loop without a round is read like that of one.
    const Word rounds = std::max<Word>(loop.end - loop.first, 1);
    if (rounds > kMaxMovesWritten / written_)
      refuse(end.position, "more than 2^20 moves, written out");
    if (tokens_.error()) return loop;
    written_ *= rounds;
    loops_.push_back({token, loop.first, loop.end});
    tokens_.expect("{");
    if (loops_.size() > kMaxLoops) refuse(token.position, "loops in more than 8 loops");
    while (!at_end() && !tokens_.is_next("}")) loop.body.push_back(parse_statement());
    tokens_.expect("}");
    loops_.pop_back();
    written_ /= rounds;
    return loop;
  }

  [[nodiscard]] bool is_known(std::string_view text) const {
    return text == "lane" || text == "warp" || text == "block" ||
           std::ranges::any_of(loops_, [&](const OpenLoop& l) { return l.name.text == text; }) ||
           std::ranges::any_of(program_.arrays, [&](const Array& a) { return a.name == text; });
  }

  // st.shared::cluster.b64: names, points and colons that follow each other.
  std::string parse_mnemonic() {
    std::string text(name("a move").text);
    while (tokens_.is_next(".") || tokens_.is_next(":")) {
      text += tokens_.take().text;
      if (tokens_.peek().kind == Token::Kind::kName) text += tokens_.take().text;
    }
    return text;
  }

  Move parse_move() {
    const Position at = tokens_.peek().position;
    const std::string text = parse_mnemonic();
    if (tokens_.error()) return {};
    auto form = move_form(text, program_.target);
    if (!form) {
      tokens_.fail(at, form.error().code, form.error().message);
      return {};
    }
    Move move = std::move(form->move);
    move.origin = place_text(at);
    if (moves_ > kMaxMovesWritten - written_) refuse(at, "more than 2^20 moves, written out");
    moves_ += written_;
    for (const char operand : form->operands) {
      if (operand != form->operands.front()) tokens_.expect(",");
      parse_operand(operand, move, form->registers);
      if (tokens_.error()) return move;
    }
    if (tokens_.accept_word("if")) {
      if (move.op == MoveOp::kBarrier) refuse(at, "a barrier has no condition");
      move.predicate = parse_value(true);
    }
    tokens_.expect(";");
    return move;
  }

  // The letters are those of move_forms.hpp, each once in a form.
  void parse_operand(char operand, Move& move, unsigned registers) {
    switch (operand) {
      case 't':
      case 'T':
        parse_registers(move.to, operand == 'T' ? registers : 1);
        break;
      case 'f':
      case 'g':
      case 'F':
        parse_registers(move.from, operand == 'F' ? registers : 1);
        break;
      case 'x':
        move.value = parse_value(true);
        break;
      case 'a':
        tokens_.expect("[");
        move.value = parse_value(true);
        if (move.block) {
          tokens_.expect(",");
          move.block = parse_value(true);
        }
        tokens_.expect("]");
        break;
      default:
        TP_CHECK(false, "unknown operand");
    }
  }

  void parse_registers(std::vector<Register>& list, unsigned count) {
    for (unsigned i = 0; i < count; ++i) {
      if (i > 0) tokens_.expect(",");
      const Token token = name("a register");
      const auto found = std::ranges::find(program_.arrays, token.text, &Array::name);
      if (found == program_.arrays.end()) {
        refuse(token.position, "no registers are called " + quoted(token.text));
        return;
      }
      tokens_.expect("[");
      Register reg;
      reg.array = static_cast<std::uint32_t>(found - program_.arrays.begin());
      reg.index = parse_value(false);
      tokens_.expect("]");
      list.push_back(std::move(reg));
    }
  }

  // An expression of the loops, and of lane, warp and block if it may differ by thread.
  IndexExpression parse_value(bool by_thread) {
    const Position at = tokens_.peek().position;
    Steps steps;
    expression::ValueReader values(tokens_, steps);
    const auto define = [&](const Token& token, std::uint32_t input) {
      values.define(token, steps.input(input));
    };
    if (by_thread) {
      define({Token::Kind::kName, "lane", 0, at}, kLaneInput);
      define({Token::Kind::kName, "warp", 0, at}, kWarpInput);
      define({Token::Kind::kName, "block", 0, at}, kBlockInput);
    }
    for (std::size_t i = 0; i < loops_.size(); ++i) {
      define(loops_[i].name, kFirstLoopInput + static_cast<std::uint32_t>(i));
    }
    const Recorded result = values.read_number();
    if (tokens_.error()) return {};
    return std::move(steps).graph({&result, 1});
  }

  struct OpenLoop {
    Token name;
    Word first;
    Word end;
  };

  TokenReader tokens_;
  Program program_;
  std::vector<OpenLoop> loops_;
  Word written_ = 1;  // how often the body of the innermost loop is run
  Word moves_ = 0;
};

}  // namespace

Result<Program> parse_program(std::string_view text) {
  if (text.size() > kMaxProgramLength) {
    return Error{ErrorCode::kUnsupported, "1:1: a program of more than 2^20 bytes"};
  }
  TP_TRY(tokens, expression::read_tokens(text, kSymbols));
  TokenReader head(tokens);
  if (!head.accept_word("program")) head.fail_expected("'program'");
  // A target is one word to its own reader: cuda:90, gfx942.
  std::string name;
  const Position at = head.peek().position;
  std::size_t taken = 1;
  while (!head.error() && !head.is_next(",") && !head.is_next(";") &&
         head.peek().kind != Token::Kind::kEnd) {
    name += head.take().text;
    ++taken;
  }
  if (head.error()) return *head.error();
  const auto target = Target::parse(name);
  if (!target) return error_at(at, target.error().code, target.error().message);
  Program program(*target);
  tokens.erase(tokens.begin(), tokens.begin() + static_cast<std::ptrdiff_t>(taken));
  return Parser(std::move(tokens), std::move(program)).parse();
}

}  // namespace tileproof::moves
