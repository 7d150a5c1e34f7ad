#include "encodings/moves/print_program.hpp"

#include "encodings/expression/function.hpp"
#include "encodings/expression/print.hpp"
#include "encodings/moves/move_forms.hpp"

namespace tileproof::moves {
namespace {

class Printer {
 public:
  explicit Printer(const Program& program) : program_(program) {
    names_.inputs = {{"lane", {}}, {"warp", {}}, {"block", {}}};
  }

  std::string text() {
    head();
    for (const Statement& statement : program_.statements) write(statement);
    return std::move(text_);
  }

 private:
  void head() {
    const auto part = [&](Word number, const char* what) {
      text_ += ", " + std::to_string(number) + " " + what;
    };
    text_ = "program " + program_.target.name();
    part(program_.warps, "warps");
    if (program_.lanes != program_.target.warp_size()) part(program_.lanes, "lanes");
    if (program_.blocks > 1) part(program_.blocks, "blocks");
    part(program_.element_bits, "bits");
    const unsigned most = program_.element_bits < 32 ? 32 / program_.element_bits : 1;
    if (program_.in_a_register != most) part(program_.in_a_register, "in a register");
    if (program_.shared_bytes > 0) {
      text_ += ", shared " + std::to_string(program_.shared_bytes) + " bytes";
    }
    text_ += ";\n";
    for (const Array& array : program_.arrays) {
      if (array.size == 0) continue;
      text_ += "registers " + array.name + "[" + std::to_string(array.size) + "];\n";
    }
  }

  void write(const Statement& statement) {
    if (const auto* loop = std::get_if<Loop>(&statement.what)) {
      line("for " + loop->name + " in " + std::to_string(loop->first) + ".." +
           std::to_string(loop->end) + " {");
      names_.inputs.push_back({loop->name, {}});
      for (const Statement& inner : loop->body) write(inner);
      names_.inputs.pop_back();
      line("}");
    } else {
      line(move_text(std::get<Move>(statement.what)));
    }
  }

  void line(const std::string& text) {
    text_.append(2 * (names_.inputs.size() - kFirstLoopInput), ' ');
    text_ += text + "\n";
  }

  std::string move_text(const Move& move) {
    std::string text = mnemonic(move, program_.target);
    const char* between = " ";
    std::size_t from = 0;
    const auto write_operand = [&](const std::string& operand) {
      text += between + operand;
      between = ", ";
    };
    for (const char operand : operands_of(move)) {
      switch (operand) {
        case 't':
        case 'T':
          for (const Register& reg : move.to) write_operand(register_text(reg));
          break;
        case 'f':
        case 'g':
          write_operand(register_text(move.from[from++]));
          break;
        case 'F':
          for (const Register& reg : move.from) write_operand(register_text(reg));
          break;
        case 'x':
          write_operand(value_text(*move.value));
          break;
        default:
          write_operand("[" + value_text(*move.value) +
                        (move.block ? ", " + value_text(*move.block) : "") + "]");
      }
    }
    if (move.predicate) text += " if " + value_text(*move.predicate);
    return text + ";";
  }

  std::string register_text(const Register& reg) {
    return program_.arrays[reg.array].name + "[" + value_text(reg.index) + "]";
  }

  std::string value_text(const IndexExpression& value) {
    names_.graph = value;
    return print_in_full(names_);
  }

  const Program& program_;
  expression::Function names_;  // of inputs, at the place where the program is
  std::string text_;
};

}  // namespace

std::string print_program(const Program& program) { return Printer(program).text(); }

}  // namespace tileproof::moves
