#include "encodings/ttgir/line_index.hpp"

#include <algorithm>
#include <cstring>

namespace tileproof::ttgir {
namespace {

// A number that compilers know, so that they look at many bytes at once.
constexpr std::size_t kBlockBytes = 256;

unsigned is_control(char c) {
  const auto byte = static_cast<unsigned char>(c);
  const bool is_space = byte == '\n' || byte == '\t' || byte == '\r';
  return (static_cast<unsigned>(byte < 0x20) & static_cast<unsigned>(!is_space)) |
         static_cast<unsigned>(byte == 0x7f);
}

bool has_control(std::string_view block) {
  if (block.size() != kBlockBytes) return std::ranges::any_of(block, is_control);
  unsigned char any = 0;
  for (std::size_t i = 0; i < kBlockBytes; ++i)
    any |= static_cast<unsigned char>(is_control(block[i]));
  return any != 0;
}

}  // namespace

// Lines are looked for block by block, while the block is at hand.
LineIndex::LineIndex(std::string_view text) : size_(text.size()), first_control_byte_(text.size()) {
  starts_.reserve(text.size() / 64 + 1);
  for (std::size_t begin = 0; begin < text.size(); begin += kBlockBytes) {
    const auto block = text.substr(begin, kBlockBytes);
    if (first_control_byte_ == text.size() && has_control(block)) {
      first_control_byte_ =
          begin + static_cast<std::size_t>(std::ranges::find_if(block, is_control) - block.begin());
    }
    for (auto at = block.find('\n'); at != block.npos; at = block.find('\n', at + 1)) {
      starts_.push_back(begin + at + 1);
    }
  }
}

std::size_t LineIndex::line(std::size_t offset) const {
  const auto behind = std::upper_bound(starts_.begin(), starts_.end(), std::min(offset, size_));
  return static_cast<std::size_t>(behind - starts_.begin());
}

mlir::LineColumn LineIndex::line_column(std::size_t offset) const {
  offset = std::min(offset, size_);
  const auto number = line(offset);
  return {number, offset - starts_[number - 1] + 1};
}

}  // namespace tileproof::ttgir
