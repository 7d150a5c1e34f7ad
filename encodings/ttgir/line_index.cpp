#include "encodings/ttgir/line_index.hpp"

#include <algorithm>
#include <cstring>

namespace tileproof::ttgir {
namespace {

// A number that compilers know, so that they look at many bytes at once.
constexpr std::size_t kBlockBytes = 256;

bool is_control(char c) {
  const auto byte = static_cast<unsigned char>(c);
  return (byte < 0x20 && !mlir::is_space(c)) || byte == 0x7f;
}

// Most texts have newlines and no other byte that might be one.
bool may_have_control(std::string_view block) {
  if (block.size() != kBlockBytes) return true;
  unsigned char any = 0;
  for (std::size_t i = 0; i < kBlockBytes; ++i) {
    const auto byte = static_cast<unsigned char>(block[i]);
    const auto is_low = static_cast<unsigned char>(byte < 0x20);
    const auto is_other = static_cast<unsigned char>(byte != '\n');
    any |= static_cast<unsigned char>(is_low & is_other);
    any |= static_cast<unsigned char>(byte == 0x7f);
  }
  return any != 0;
}

}  // namespace

// Lines are looked for block by block, while the block is at hand.
LineIndex::LineIndex(std::string_view text) : size_(text.size()), first_control_byte_(text.size()) {
  starts_.reserve(text.size() / 48 + 1);
  for (std::size_t begin = 0; begin < text.size(); begin += kBlockBytes) {
    const auto block = text.substr(begin, kBlockBytes);
    if (first_control_byte_ == text.size() && may_have_control(block)) {
      const auto control = std::ranges::find_if(block, is_control);
      if (control != block.end()) {
        first_control_byte_ = begin + static_cast<std::size_t>(control - block.begin());
      }
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
