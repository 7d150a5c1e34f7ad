#include "encodings/ttgir/line_index.hpp"

#include <algorithm>

namespace tileproof::ttgir {
namespace {

constexpr std::size_t kBlockBytes = 512;

bool is_control(char c) {
  const auto byte = static_cast<unsigned char>(c);
  return (byte < 0x20 && byte != '\n' && byte != '\t' && byte != '\r') || byte == 0x7f;
}

std::size_t count_newlines(std::string_view text) {
  return static_cast<std::size_t>(std::count(text.begin(), text.end(), '\n'));
}

}  // namespace

LineIndex::LineIndex(std::string_view text) : text_(text), first_control_byte_(text.size()) {
  blocks_.reserve(text.size() / kBlockBytes + 1);
  Block block;
  for (std::size_t begin = 0; begin <= text.size(); begin += kBlockBytes) {
    blocks_.push_back(block);
    const auto piece = text.substr(begin, kBlockBytes);
    block.newlines_before += count_newlines(piece);
    const auto newline = piece.rfind('\n');
    if (newline != std::string_view::npos) block.line_start = begin + newline + 1;

    unsigned controls = 0;
    for (const char c : piece) controls |= static_cast<unsigned>(is_control(c));
    if (controls != 0 && first_control_byte_ == text.size()) {
      const auto found = std::find_if(piece.begin(), piece.end(), is_control);
      first_control_byte_ = begin + static_cast<std::size_t>(found - piece.begin());
    }
  }
}

std::size_t LineIndex::line(std::size_t offset) const {
  if (blocks_.empty()) return 1;
  offset = std::min(offset, text_.size());
  const auto block = offset / kBlockBytes;
  const auto begin = block * kBlockBytes;
  return blocks_[block].newlines_before + count_newlines(text_.substr(begin, offset - begin)) + 1;
}

mlir::LineColumn LineIndex::line_column(std::size_t offset) const {
  if (blocks_.empty()) return {};
  offset = std::min(offset, text_.size());
  const auto block = offset / kBlockBytes;
  const auto begin = block * kBlockBytes;
  const auto newline = text_.substr(begin, offset - begin).rfind('\n');
  const auto line_start =
      newline == std::string_view::npos ? blocks_[block].line_start : begin + newline + 1;
  return {line(offset), offset - line_start + 1};
}

}  // namespace tileproof::ttgir
