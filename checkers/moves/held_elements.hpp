// Which byte of which element does a place in registers hold, by a layout?
#pragma once

#include <optional>
#include <vector>

#include "core/linear_layout.hpp"
#include "core/moves/program.hpp"
#include "core/result.hpp"

namespace tileproof::moves {

// element * bytes of an element + byte.
using ElementByte = Word;

// The elements of one side of a program; their numbers are the words of a layout's values.
class HeldElements {
 public:
  // Fails (kInvalid) if the layout has other numbers of lanes, warps or blocks than the program.
  static Result<HeldElements> make(const Program& program, const LinearLayout& form);

  // Registers of 32 bits in each thread.
  [[nodiscard]] Word registers() const { return registers_; }
  // What byte 0 to 3 of a thread's register holds; nullopt if nothing.
  [[nodiscard]] std::optional<ElementByte> at(unsigned thread, Word index, unsigned byte) const;
  [[nodiscard]] const LinearLayout& form() const { return form_; }
  // Do several places hold one element?
  [[nodiscard]] bool has_copies() const { return form_.rank() < form_.total_in_bits(); }

 private:
  HeldElements(const Program& program, const LinearLayout& form);

  Packing packing_;
  unsigned element_bytes_;
  LinearLayout form_;
  Word elements_;  // in each thread
  Word registers_;
  std::vector<Word> of_register_;  // the element's number, which that of the thread is XORed to
  std::vector<Word> of_thread_;
};

}  // namespace tileproof::moves
