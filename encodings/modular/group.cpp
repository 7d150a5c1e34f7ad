#include "encodings/modular/group.hpp"

#include "core/check.hpp"

namespace tileproof::modular {

Group::Group(std::span<const Word> sizes) {
  for (const Word size : sizes) {
    TP_CHECK(size > 0, "a coordinate without values");
    const unsigned width = log2_ceil(size);
    TP_CHECK(bits_ + width <= kMaxIndexBits, "an element of more than 62 bits");
    if (is_power_of_two(size)) {
      xor_mask_ |= (size - 1) << bits_;
    } else {
      adding_.push_back(fields_.size());
    }
    fields_.push_back({size, low_mask(width), bits_});
    bits_ += width;
    size_ *= size;
  }
}

Word Group::pack(std::span<const Word> coordinates) const {
  TP_CHECK(coordinates.size() == rank(), "a value of another number of coordinates");
  Word element = 0;
  for (std::size_t i = 0; i < rank(); ++i) {
    TP_CHECK(coordinates[i] < fields_[i].size, "a coordinate that is not below its size");
    element |= unit(i, coordinates[i]);
  }
  return element;
}

std::vector<Word> Group::unpack(Word element) const {
  std::vector<Word> coordinates;
  for (std::size_t i = 0; i < rank(); ++i) coordinates.push_back(coordinate(element, i));
  return coordinates;
}

Word Group::number(Word element) const {
  Word number = 0;
  for (std::size_t i = rank(); i > 0; --i) {
    number = number * fields_[i - 1].size + coordinate(element, i - 1);
  }
  return number;
}

Word Group::element(Word number) const {
  Word element = 0;
  for (std::size_t i = 0; i < rank(); ++i) {
    element |= unit(i, number % fields_[i].size);
    number /= fields_[i].size;
  }
  return element;
}

}  // namespace tileproof::modular
