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

bool has_control(const char* block) {
  unsigned char any = 0;
  for (std::size_t i = 0; i < kBlockBytes; ++i)
    any |= static_cast<unsigned char>(is_control(block[i]));
  return any != 0;
}

}  // namespace

LineIndex::LineIndex(std::string_view text) : size_(text.size()) {
  starts_.reserve(text.size() / 64 + 1);
  for (std::size_t at = text.find('\n'); at != std::string_view::npos;
       at = text.find('\n', at + 1)) {
    starts_.push_back(at + 1);
  }
  while (first_control_byte_ + kBlockBytes <= text.size() &&
         !has_control(text.data() + first_control_byte_)) {
    first_control_byte_ += kBlockBytes;
  }
  while (first_control_byte_ < text.size() && is_control(text[first_control_byte_]) == 0) {
    ++first_control_byte_;
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
