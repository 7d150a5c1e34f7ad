// A loop that computes the index of a buffer, as a TTGIR module, and whether the index stays within
// the buffers: by running it, on numbers of 32 bits.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "properties/source.hpp"

namespace tileproof::laws {

struct IndexProgram {
  // x = a op b; values are counted: the loop's own, the carried one, constants, then results.
  struct Step {
    const char* op;
    std::size_t a;
    std::size_t b;
  };

  std::int32_t lower = 0;
  std::int32_t upper = 1;
  std::int32_t step = 1;
  std::int32_t initial = 0;
  std::int32_t buffers = 2;
  std::vector<Step> steps;
  std::size_t index = 0;  // the value that chooses a buffer
  std::size_t next = 0;   // and that which is carried on

  [[nodiscard]] std::string module() const;
  // Of all rounds; nothing where one divides by 0 or shifts by 32 or more.
  [[nodiscard]] std::optional<bool> stays_within() const;
};

IndexProgram draw_index_program(gen::Source& source);

}  // namespace tileproof::laws
