// Two buffers, of which control flow gives one, and an access of 16 bytes: as a TTGIR module, and
// whether both buffers begin where such an access may.
#pragma once

#include <string>

#include "core/bits.hpp"
#include "properties/source.hpp"

namespace tileproof::laws {

struct ChosenBuffer {
  enum class Way { kIf, kLoop, kBranch };

  Word first = 16;  // of what each begins at a multiple, in bytes: powers of two
  Word second = 16;
  Way way = Way::kIf;

  [[nodiscard]] std::string module() const;
  [[nodiscard]] bool is_aligned() const;
};

ChosenBuffer draw_chosen_buffer(gen::Source& source);

}  // namespace tileproof::laws
