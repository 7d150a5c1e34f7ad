// In which group do a layout's values add up?  In a product of cyclic groups, one for each out-dim:
// a coordinate of power-of-two size is added by XOR, any other modulo its size.
//
// An element is one word with a field for each coordinate, the first lowest:
//
//   sizes {4, 6}:   0b 000 00     residue modulo 6, XOR field of two bits
//                      ^^^ ^^
//   (3, 5) + (1, 2) = (3 ^ 1, (5 + 2) % 6) = (2, 1)
#pragma once

#include <boost/container/small_vector.hpp>
#include <span>
#include <vector>

#include "core/bits.hpp"

namespace tileproof::modular {

class Group {
 public:
  Group() = default;
  // Requires: sizes of at least 1, whose fields take at most 62 bits together.
  explicit Group(std::span<const Word> sizes);

  [[nodiscard]] std::size_t rank() const { return fields_.size(); }
  [[nodiscard]] Word modulus(std::size_t i) const { return fields_[i].size; }
  // How many elements there are: at most 2^62.
  [[nodiscard]] Word size() const { return size_; }
  // The bits of all fields together.
  [[nodiscard]] unsigned bits() const { return bits_; }
  // The bits of the coordinates that XOR.
  [[nodiscard]] Word xor_mask() const { return xor_mask_; }

  [[nodiscard]] Word coordinate(Word element, std::size_t i) const {
    return element >> fields_[i].shift & fields_[i].mask;
  }
  // The element with one coordinate that is not 0.
  [[nodiscard]] Word unit(std::size_t i, Word value) const { return value << fields_[i].shift; }
  [[nodiscard]] Word pack(std::span<const Word> coordinates) const;
  [[nodiscard]] std::vector<Word> unpack(Word element) const;
  // The place of an element in the order of packed elements, and back: (3, 5) of sizes {4, 6} is
  // number 3 + 4 * 5.
  [[nodiscard]] Word number(Word element) const;
  [[nodiscard]] Word element(Word number) const;

  [[nodiscard]] Word add(Word x, Word y) const {
    Word sum = (x ^ y) & xor_mask_;
    for (const std::size_t i : adding_) {
      const Field& field = fields_[i];
      Word value = (x >> field.shift & field.mask) + (y >> field.shift & field.mask);
      if (value >= field.size) value -= field.size;
      sum |= value << field.shift;
    }
    return sum;
  }
  friend bool operator==(const Group&, const Group&) = default;

 private:
  struct Field {
    Word size;
    Word mask;
    unsigned shift;
    friend bool operator==(const Field&, const Field&) = default;
  };
  boost::container::small_vector<Field, 4> fields_;
  boost::container::small_vector<std::size_t, 4> adding_;  // the coordinates that do not XOR
  Word xor_mask_ = 0;
  Word size_ = 1;
  unsigned bits_ = 0;
};

}  // namespace tileproof::modular
