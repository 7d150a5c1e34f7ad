// On which line is byte n?  An index of the newlines of a text that answers in constant time: it
// keeps one entry for each block of 512 bytes and counts within the block.
#pragma once

#include <cstddef>
#include <string_view>
#include <vector>

#include "encodings/mlir/cursor.hpp"

namespace tileproof::ttgir {

class LineIndex {
 public:
  LineIndex() = default;
  // Cost: one pass.  The text must outlive the index.
  explicit LineIndex(std::string_view text);

  // The line of byte `offset`, from 1.
  [[nodiscard]] std::size_t line(std::size_t offset) const;
  // Line and column, both from 1; columns count bytes.
  [[nodiscard]] mlir::LineColumn line_column(std::size_t offset) const;

  // The first byte that no text has (below 0x20 but for tab, newline and carriage return, or 0x7f);
  // the size of the text if there is none.
  [[nodiscard]] std::size_t first_control_byte() const { return first_control_byte_; }

 private:
  struct Block {
    std::size_t newlines_before = 0;
    std::size_t line_start = 0;  // of the line in which the block begins
  };

  std::string_view text_;
  std::vector<Block> blocks_;
  std::size_t first_control_byte_ = 0;
};

}  // namespace tileproof::ttgir
