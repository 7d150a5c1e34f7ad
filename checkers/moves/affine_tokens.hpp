// Which byte of which element is it, as an XOR of bits of slots and threads?
#pragma once

#include <array>
#include <boost/container/small_vector.hpp>
#include <optional>
#include <vector>

#include "core/f2.hpp"

namespace tileproof::moves {

// A number as constant ^ XOR of columns, one for each bit of the variables: those of slots first,
// then those of threads.
struct Affine {
  // A program of a block has few slots, and 10 bits of threads.
  using Columns = boost::container::small_vector<Word, 20>;

  Word constant = 0;
  Columns columns;

  // The value at these variables.
  [[nodiscard]] Word at(Word variables) const { return constant ^ f2::apply(span(), variables); }
  [[nodiscard]] std::span<const Word> span() const { return {columns.data(), columns.size()}; }
  friend bool operator==(const Affine&, const Affine&) = default;
};

// What the four bytes of a register hold; nullopt: nothing.
using Bytes = std::array<std::optional<Affine>, 4>;

// The largest value.
Word largest(const Affine& value);
// Have both a value in common?  Where they do, values of the variables of both that meet: a
// particular pair, and a basis of the differences; the variables of the second come after those of
// the first.
struct Meeting {
  Word at;
  std::vector<Word> differences;
};
std::optional<Meeting> meeting(const Affine& one, const Affine& two);

// The first where the bit is 1, else the second; nullopt if that is not affine.  The bit is `bit`
// of the constant and of the columns.
std::optional<Affine> chosen(const Affine& condition,
                             unsigned bit,
                             const Affine& first,
                             const Affine& second);

}  // namespace tileproof::moves
