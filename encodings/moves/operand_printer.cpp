#include "encodings/moves/operand_printer.hpp"

#include "encodings/expression/print.hpp"
#include "encodings/moves/move_forms.hpp"

namespace tileproof::moves {

OperandPrinter::OperandPrinter(const Program& program) : program_(program) {
  names_.inputs = {{"lane", {}}, {"warp", {}}, {"block", {}}};
}

std::vector<std::string> OperandPrinter::operands(const Move& move) {
  std::vector<std::string> texts;
  std::size_t from = 0;
  for (const char operand : operands_of(move)) {
    switch (operand) {
      case 't':
      case 'T':
        for (const Register& reg : move.to) texts.push_back(register_text(reg));
        break;
      case 'f':
      case 'g':
        texts.push_back(register_text(move.from[from++]));
        break;
      case 'F':
        for (const Register& reg : move.from) texts.push_back(register_text(reg));
        break;
      case 'x':
        texts.push_back(number(*move.value));
        break;
      default:
        texts.push_back("[" + number(*move.value) + (move.block ? ", " + number(*move.block) : "") +
                        "]");
    }
  }
  return texts;
}

std::string OperandPrinter::register_text(const Register& reg) {
  return program_.arrays[reg.array].name + "[" + number(reg.index) + "]";
}

std::string OperandPrinter::number(const IndexExpression& value) {
  names_.graph = value;
  return print_in_full(names_);
}

}  // namespace tileproof::moves
