#include "encodings/triton/view.hpp"

#include <algorithm>
#include <vector>

namespace tileproof::triton {
namespace {

constexpr unsigned kMaxBits = 24;

std::size_t digits(Word value) { return std::to_string(value).size(); }

// The value, right-aligned to the width of `largest`.
std::string padded(Word value, Word largest) {
  const std::string text = std::to_string(value);
  return std::string(digits(largest) - text.size(), ' ') + text;
}

// The nested brackets of a tensor's elements in row-major order, one line for each row.
std::string bracketed(const std::vector<std::string>& elements,
                      const Shape& shape,
                      const std::string& separator) {
  const std::size_t rank = shape.size();
  // How many of the last dimensions are at their first index at this element.
  const auto starts = [&](Word index) {
    std::size_t count = 0;
    while (count < rank && index % shape[rank - 1 - count] == 0) {
      index /= shape[rank - 1 - count];
      ++count;
    }
    return count;
  };
  std::string text;
  bool new_line = true;
  for (Word i = 0; i < elements.size(); ++i) {
    const std::size_t open = starts(i);
    text.append(open, '[');
    if (new_line) text.append(rank - open, ' ');
    new_line = false;
    text += elements[i];
    const std::size_t close = starts(i + 1);
    text.append(close, ']');
    if (close > 0) {
      text += "\n";
      new_line = true;
    } else {
      text += separator;
    }
  }
  return text;
}

Word row_major_index(const LinearLayout& linear, const Shape& shape, Word element) {
  Word index = 0;
  for (std::size_t d = 0; d < shape.size(); ++d)
    index = index * shape[d] + linear.field(element, d);
  return index;
}

std::string coordinates(const LinearLayout& linear,
                        const Shape& shape,
                        Word element,
                        const char* separator) {
  std::string text = "(";
  for (std::size_t d = 0; d < shape.size(); ++d) {
    if (d > 0) text += separator;
    text += padded(linear.field(element, d), shape[d]);
  }
  return text + ")";
}

std::string register_view(const LinearLayout& linear, const Shape& shape, View which) {
  const unsigned register_bits = linear.in_bits(kRegister);
  const unsigned lane_bits = linear.in_bits(kLane);
  const unsigned warp_bits = linear.in_bits(kWarp);
  const Word registers = Word{1} << register_bits;
  const Word lanes = Word{1} << lane_bits;
  const Word warps = Word{1} << warp_bits;
  const Word blocks = Word{1} << linear.in_bits(kBlock);
  const auto element_at = [&](Word block, Word warp, Word lane, Word reg) {
    return linear.apply_flat(reg | (lane | (warp | block << warp_bits) << lane_bits)
                                       << register_bits);
  };
  if (which == View::kHardware) {
    std::string text;
    for (Word block = 0; block < blocks; ++block) {
      if (blocks > 1) text += "Block" + std::to_string(block) + ":\n";
      for (Word warp = 0; warp < warps; ++warp) {
        text += "Warp" + std::to_string(warp) + ":\n";
        for (Word reg = 0; reg < registers; ++reg) {
          for (Word lane = 0; lane < lanes; ++lane) {
            if (lane > 0) text += ", ";
            text += coordinates(linear, shape, element_at(block, warp, lane, reg), ",");
          }
          text += "\n";
        }
      }
    }
    return text;
  }
  std::vector<std::string> elements(linear.total_out_size());
  for (Word block = 0; block < blocks; ++block) {
    for (Word thread = 0; thread < warps * lanes; ++thread) {
      for (Word reg = 0; reg < registers; ++reg) {
        const Word element = element_at(block, thread / lanes, thread % lanes, reg);
        std::string& text = elements[row_major_index(linear, shape, element)];
        if (!text.empty()) text += "|";
        const std::size_t padding = digits(blocks) - digits(block) + digits(warps * lanes) -
                                    digits(thread) + digits(registers) - digits(reg);
        text.append(padding, ' ');
        if (blocks > 1) text += "B" + std::to_string(block) + ":";
        text += "T" + std::to_string(thread) + ":" + std::to_string(reg);
      }
    }
  }
  return bracketed(elements, shape, ", ");
}

// The tool lists offsets in order, as many in each CTA as elements fall to it, and puts them into
// the tensor's brackets as they come.
std::string shared_view(const LinearLayout& linear, const Shape& shape, View which) {
  const Word blocks = Word{1} << linear.in_bits(kBlock);
  const unsigned offset_bits = linear.in_bits(kOffset);
  const Word offsets = linear.total_out_size() / blocks;
  std::vector<std::string> elements;
  std::string text;
  for (Word block = 0; block < blocks; ++block) {
    if (which == View::kHardware) text += "Block: " + std::to_string(block) + ":\n";
    for (Word offset = 0; offset < offsets; ++offset) {
      const Word element = linear.apply_flat(offset | block << offset_bits);
      if (which == View::kHardware) {
        text += "Offset: " + std::to_string(offset) + " -> " +
                coordinates(linear, shape, element, ",") + "\n";
      } else {
        elements.push_back(coordinates(linear, shape, element, ":"));
      }
    }
  }
  return which == View::kHardware ? text : bracketed(elements, shape, ",");
}

}  // namespace

Result<std::string> view(const Layout& layout, const Shape& shape, View which) {
  TP_TRY(linear, to_linear(layout, shape));
  if (std::max(linear.total_in_bits(), linear.total_out_bits()) > kMaxBits) {
    return Error{ErrorCode::kUnsupported, "a layout of more than 2^24 points is not shown"};
  }
  switch (storage(layout)) {
    case Storage::kRegisters:
      return register_view(linear, shape, which);
    case Storage::kSharedMemory:
      if (linear.has_in(kPartition)) break;
      return shared_view(linear, shape, which);
    case Storage::kTensorMemory:
      break;
  }
  return Error{ErrorCode::kUnsupported,
               "Unsupported tensor layout attribute: " + to_string(layout)};
}

}  // namespace tileproof::triton
