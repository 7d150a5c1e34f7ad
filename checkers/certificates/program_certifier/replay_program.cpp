#include "checkers/certificates/program_certifier/replay_program.hpp"

#include "checkers/certificates/program_certifier/moves.hpp"

namespace tileproof::certificates {

bool is_of_program(const Lines& lines) { return lines.rest.starts_with("claim realises\n"); }

std::string replay_program(Lines& lines) {
  lines.next();
  const StatedProgram claim = read_stated_program(lines);
  demand(lines.next() == "prove moves by run", "no 'prove moves by run'");
  demand(lines.rest.empty(), "lines after the proof");
  replay_moves(claim);
  return taken(restated(claim));
}

}  // namespace tileproof::certificates
