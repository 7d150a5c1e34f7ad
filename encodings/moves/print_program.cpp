#include "encodings/moves/print_program.hpp"

#include "encodings/moves/operand_printer.hpp"

namespace tileproof::moves {
namespace {

class Printer {
 public:
  explicit Printer(const Program& program) : program_(program), printer_(program) {}

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
      printer_.enter(*loop);
      for (const Statement& inner : loop->body) write(inner);
      printer_.leave();
      line("}");
    } else {
      line(move_text(std::get<Move>(statement.what)));
    }
  }

  void line(const std::string& text) {
    text_.append(2 * printer_.loops(), ' ');
    text_ += text + "\n";
  }

  std::string move_text(const Move& move) {
    std::string text = mnemonic(move, program_.target);
    const char* between = " ";
    for (const std::string& operand : printer_.operands(move)) {
      text += between + operand;
      between = ", ";
    }
    if (move.predicate) text += " if " + printer_.number(*move.predicate);
    return text + ";";
  }

  const Program& program_;
  OperandPrinter printer_;
  std::string text_;
};

}  // namespace

std::string print_program(const Program& program) { return Printer(program).text(); }

}  // namespace tileproof::moves
