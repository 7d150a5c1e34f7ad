// What is a layout as weighted sums of its input bits?  Read off the certifier's own view of it
// (certifier/sums.hpp), so that evidence that is made from it is evidence there.
#pragma once

#include "checkers/certificates/certifier/evidence.hpp"

namespace tileproof::certificates {

// The inputs as the certifier's atoms: a bit, or one that stands for a whole input.
struct Input {
  Word size;
  unsigned first_bit;

  [[nodiscard]] bool is_whole() const { return !is_power_of_two(size); }
  [[nodiscard]] unsigned bits() const { return is_whole() ? 1 : log2_exact(size); }
};

// stride * number in one output, where the number has the parities of these input bits as its bits,
// or is a whole input.
struct Term {
  std::vector<Word> bits;
  Word largest;
  Int128 stride;    // positive
  bool is_falling;  // stride * (largest - number)
  std::size_t output;
};

struct Form {
  std::vector<Input> inputs;
  std::vector<Sum> outputs;
  std::vector<Term> terms;  // output by output
};

// What must be added to one offset so that none is below 0.  Throws Refused if none is, or if the
// map is no sum.
std::int64_t find_shift(const IndexMap& map);

// With `joined` bits, 1 * b0 + 2 * b1 + ... is one term.  Throws Refused if the map is no sums
// from 0 on, or have no inputs.
Form form_of(const IndexMap& map, bool joined);

}  // namespace tileproof::certificates
