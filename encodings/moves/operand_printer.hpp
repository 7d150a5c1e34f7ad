// How are the operands of a move written?
#pragma once

#include <string>
#include <vector>

#include "core/moves/program.hpp"
#include "encodings/expression/function.hpp"

namespace tileproof::moves {

// At a place of a program: within the loops that were entered and not left.
class OperandPrinter {
 public:
  explicit OperandPrinter(const Program& program);

  void enter(const Loop& loop) { names_.inputs.push_back({loop.name, {}}); }
  void leave() { names_.inputs.pop_back(); }
  [[nodiscard]] std::size_t loops() const { return names_.inputs.size() - kFirstLoopInput; }

  // {"[warp*512]", "s[2*i]"}, in the order of the text.
  std::vector<std::string> operands(const Move& move);
  // "s[2*i]"
  std::string register_text(const Register& reg);
  // "lane & 3"
  std::string number(const IndexExpression& value);

 private:
  const Program& program_;
  expression::Function names_;  // of inputs, at the place where the program is
};

}  // namespace tileproof::moves
