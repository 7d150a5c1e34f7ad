// On which line is byte n?  The beginnings of a text's lines.
#pragma once

#include <cstddef>
#include <string_view>
#include <vector>

#include "encodings/mlir/cursor.hpp"

namespace tileproof::ttgir {

class LineIndex {
 public:
  LineIndex() = default;
  // Cost: one pass.
  explicit LineIndex(std::string_view text);

  // The line of byte `offset`, from 1; behind the text, the last.
  [[nodiscard]] std::size_t line(std::size_t offset) const;
  // Line and column, both from 1; columns count bytes.
  [[nodiscard]] mlir::LineColumn line_column(std::size_t offset) const;

  // The first byte that no text has (below 0x20 but for tab, newline and carriage return, or 0x7f);
  // the size of the text if there is none.
  [[nodiscard]] std::size_t first_control_byte() const { return first_control_byte_; }

 private:
  std::vector<std::size_t> starts_ = {0};
  std::size_t size_ = 0;
  std::size_t first_control_byte_ = 0;
};

}  // namespace tileproof::ttgir
