// By recursive descent; values are read by expression/value_reader.hpp, each with steps of its own.
#include "encodings/moves/parse_program.hpp"

#include <algorithm>
#include <charconv>

#include "core/ranges.hpp"
#include "encodings/expression/function.hpp"
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
    while (tokens_.accept(",")) {
      if (tokens_.accept_word("shared")) {
        program_.shared_bytes = number("the bytes of shared memory").number;
        if (!tokens_.accept_word("bytes")) tokens_.fail_expected("'bytes'");
        continue;
      }
      const Token count = tokens_.peek();
      const unsigned value = number_to("a number of the program's head", kMaxThreadsOfBlock);
      if (tokens_.accept_word("warps")) {
        program_.warps = value;
      } else if (tokens_.accept_word("lanes")) {
        program_.lanes = value;
      } else if (tokens_.accept_word("blocks")) {
        program_.blocks = value;
      } else if (tokens_.accept_word("bits")) {
        program_.element_bits = value;
      } else if (tokens_.accept_word("in")) {
        if (!tokens_.accept_word("a") || !tokens_.accept_word("register")) {
          tokens_.fail_expected("'in a register'");
        }
        in_a_register = static_cast<unsigned>(count.number);
      } else {
        tokens_.fail_expected("'warps', 'lanes', 'blocks', 'bits' or 'in a register'");
        return;
      }
    }
    tokens_.expect(";");
    check_head(start, in_a_register);
  }

  void check_head(Position at, std::optional<unsigned> in_a_register) {
    const unsigned bits = program_.element_bits;
    if (bits != 8 && bits != 16 && bits != 32 && bits != 64 && bits != 128) {
      refuse(at, "elements have 8, 16, 32, 64 or 128 bits, not " + std::to_string(bits));
      return;
    }
    const unsigned most = bits < 32 ? 32 / bits : 1;
    program_.in_a_register = in_a_register.value_or(most);
    if (program_.in_a_register > most || (program_.in_a_register & (program_.in_a_register - 1)) != 0) {
      refuse(at,
             "a register holds 1 to " + std::to_string(most) + " elements of " +
                 std::to_string(bits) + " bits, not " + std::to_string(program_.in_a_register));
    }
    const unsigned usual = program_.target.warp_size();
    const bool is_amd = program_.target.vendor() == Target::Vendor::kAmd;
    if (program_.lanes != usual && !(is_amd && (program_.lanes == 32 || program_.lanes == 64))) {
      refuse(at, "a warp of " + program_.target.name() + " has " + std::to_string(usual) + " lanes");
    }
    if (program_.warps * program_.lanes > kMaxThreadsOfBlock) {
      refuse(at,
             std::to_string(program_.warps) + " warps are more than " +
                 std::to_string(kMaxThreadsOfBlock) + " threads");
    }
    if (program_.blocks > kMaxBlocks || (program_.blocks & (program_.blocks - 1)) != 0) {
      refuse(at, "blocks are a power of two up to " + std::to_string(kMaxBlocks));
    }
    if (program_.blocks > 1 && program_.target.compute_capability() < 90) {
      refuse(at, program_.target.name() + " has no clusters of blocks");
    }
  }

  void parse_arrays() {
    do {
      const Token token = name("an array's name");
      const bool is_taken =
          std::ranges::any_of(program_.arrays, [&](const Array& a) { return a.name == token.text; });
      if (is_taken) fail_twice(tokens_, token);
      tokens_.expect("[");
      const unsigned size = number_to("an array's size", kMaxArraySize);
      tokens_.expect("]");
      program_.arrays.push_back({std::string(token.text), size});
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
    const Word rounds = loop.end - loop.first;
    if (loop.end <= loop.first || rounds > kMaxMovesWritten / written_) {
      refuse(end.position,
             loop.end <= loop.first ? "a loop without a round"
                                    : "more than 2^20 moves, written out");
      return loop;
    }
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
    if (++moves_ > kMaxMovesWritten / written_) refuse(at, "more than 2^20 moves, written out");
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
      const Position at = tokens_.peek().position;
      reg.index = parse_value(false);
      tokens_.expect("]");
      if (tokens_.error()) return;
      if (found->size > 0 && largest_ >= found->size) {
        refuse(at,
               quoted(token.text) + " has " + std::to_string(found->size) +
                   " registers, and the number can be " + std::to_string(largest_));
      }
      list.push_back(std::move(reg));
    }
  }

  // An expression of the loops, and of lane, warp and block if it may differ by thread.
  IndexExpression parse_value(bool by_thread) {
    const Position at = tokens_.peek().position;
    Steps steps;
    expression::ValueReader values(tokens_, steps);
    expression::Function function;
    function.name = "value";
    const auto define = [&](const Token& token, std::uint32_t input) {
      values.define(token, steps.input(input));
    };
    const std::pair<const char*, unsigned> threads[] = {
        {"lane", program_.lanes}, {"warp", program_.warps}, {"block", program_.blocks}};
    for (const auto& [text, size] : threads) {
      const auto input = static_cast<std::uint32_t>(function.inputs.size());
      if (by_thread) define({Token::Kind::kName, text, 0, at}, input);
      function.inputs.push_back({text, size});
    }
    for (std::size_t i = 0; i < loops_.size(); ++i) {
      define(loops_[i].name, kFirstLoopInput + static_cast<std::uint32_t>(i));
      function.parameters.push_back(
          {std::string(loops_[i].name.text), loops_[i].first, loops_[i].end - 1});
    }
    const Recorded result = values.read_number();
    if (tokens_.error()) return {};
    function.graph = std::move(steps).graph({&result, 1});
    auto bound = bind(std::move(function));
    if (!bound) {
      tokens_.fail_with(bound.error());
      return {};
    }
    largest_ = largest_result(bound->graph);
    return std::move(bound->graph);
  }

  // Of the value that was read last, by ranges.
  Word largest_result(const Graph& graph) const {
    std::vector<IntervalWord> at = {IntervalWord::between(0, program_.lanes - 1),
                                    IntervalWord::between(0, program_.warps - 1),
                                    IntervalWord::between(0, program_.blocks - 1)};
    for (const OpenLoop& loop : loops_) at.push_back(IntervalWord::between(loop.first, loop.end - 1));
    return static_cast<Word>(ranges(graph, at).numbers[graph.results[0]].high());
  }

  struct OpenLoop {
    Token name;
    Word first;
    Word end;
  };
  static constexpr std::size_t kMaxLoops = 8;

  TokenReader tokens_;
  Program program_;
  std::vector<OpenLoop> loops_;
  Word written_ = 1;  // how often the body of the innermost loop is run
  Word moves_ = 0;
  Word largest_ = 0;
};

}  // namespace

Result<Program> parse_program(std::string_view text) {
  if (text.size() > kMaxProgramLength) {
    return Error{ErrorCode::kUnsupported, "a program of more than 2^20 bytes"};
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
