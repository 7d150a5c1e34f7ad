// Two buffers of padded memory, of which control flow gives one, and an access of 16 bytes: as a
// TTGIR module, and whether both buffers begin where such an access may, by counting bytes.
#pragma once

#include <string>

#include "core/bits.hpp"
#include "properties/source.hpp"

namespace tileproof::laws {

struct ChosenBuffer {
  enum class Way { kIf, kLoop, kBranch };

  Word interval = 16;  // elements of f32 before each gap
  Word amount = 1;     // elements of a gap
  Word first = 0;      // buffers of four elements
  Word second = 0;
  Way way = Way::kIf;

  [[nodiscard]] std::string module() const;
  [[nodiscard]] bool is_aligned() const;
};

ChosenBuffer draw_chosen_buffer(gen::Source& source);

}  // namespace tileproof::laws
