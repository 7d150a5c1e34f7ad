// How is a program of moves written as JSON?  The form is said in docs/programs.md.
#pragma once

#include <nlohmann/json.hpp>

#include "core/moves/program.hpp"
#include "core/result.hpp"

namespace tileproof::moves {

// What program_from_json() reads as a program of the same moves.
nlohmann::ordered_json json_of(const Program& program);

// Errors begin with the place: "/statements/0/operands/1: unknown name 'lan'".
// So do the origins of the moves.
Result<Program> program_from_json(const nlohmann::ordered_json& json);

// In either form: a text that begins with a brace is JSON.
Result<Program> read_program(std::string_view text);

}  // namespace tileproof::moves
