// What is said of a program, in one line.
#pragma once

#include <string>
#include <vector>

#include "checkers/moves/realises.hpp"
#include "encodings/moves/parse_program.hpp"
#include "tests/support/tensors.hpp"
#include "tests/support/verdicts.hpp"

namespace tileproof::moves {

// Of a tensor of one dimension: what the bits of a register's, lane's, warp's and block's number
// add.
struct Places {
  std::vector<Word> registers = {};
  std::vector<Word> lanes = {1, 2, 4, 8, 16};
  std::vector<Word> warps = {};
  std::vector<Word> blocks = {};
};

inline On on(const Places& places, Word size) {
  const auto list = [](const std::vector<Word>& bases) {
    std::string text;
    for (const Word basis : bases)
      text += (text.empty() ? "[" : ", [") + std::to_string(basis) + "]";
    return "[" + text + "]";
  };
  return {"#ttg.linear<{register = " + list(places.registers) + ", lane = " + list(places.lanes) +
              ", warp = " + list(places.warps) + ", block = " + list(places.blocks) + "}>",
          {size}};
}

// "proved", "2 3:1: shfl.idx, warp 0, lane 4: it takes from lane 32 of 32", or why it is no
// program.
inline std::string judged(const std::string& text,
                          const On& source,
                          const On& destination,
                          const RunOptions& options = {}) {
  const auto program = parse_program(text);
  if (!program) return program.error().message;
  const auto answer = realises(*program, source, destination, options);
  if (!answer) return answer.error().message;
  if (!is_refuted(answer->verdict)) return to_string(answer->verdict);
  return std::to_string(fields_of(answer->verdict).at("rule")) + " " + words_of(answer->verdict);
}

// What is to be said of a program.
struct Judgement {
  std::string text;
  Places source;
  Places destination;
  Word size;
  std::string said;
};

}  // namespace tileproof::moves
