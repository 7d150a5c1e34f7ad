// What does a layout mean, said a second time?  Laws must not judge core/ by core/'s own
// evaluation, so this one is written from the definition alone: coordinates are kept by name, and
// the value at a place is the XOR of the bases that the place selects.  It is slow and knows
// nothing of stored words.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "core/linear_layout.hpp"

namespace tileproof::laws {

// A point of a space with named dimensions; a dimension that is not mentioned is 0.
class Coordinates {
 public:
  Coordinates() = default;
  Coordinates(std::vector<NamedValue> values) : values_(std::move(values)) {}  // NOLINT: implicit

  [[nodiscard]] Word operator[](Name name) const;
  Word& at(Name name);
  [[nodiscard]] const std::vector<NamedValue>& values() const { return values_; }

  // Equal by name; dimensions that are 0 do not count.
  friend bool operator==(const Coordinates& a, const Coordinates& b);

 private:
  std::vector<NamedValue> values_;
};

// "(register=1, lane=0)"
std::string to_string(const Coordinates& coordinates);

class Meaning {
 public:
  explicit Meaning(const LinearLayout& layout);

  // The place with this flat index, the first in-dim lowest; and back.
  [[nodiscard]] Coordinates place(Word flat) const;
  [[nodiscard]] Word flat_index(const Coordinates& place) const;
  // The value at a place.
  [[nodiscard]] Coordinates operator()(const Coordinates& place) const;
  // A value as one number, the first out-dim lowest.
  [[nodiscard]] Word flat_value(const Coordinates& value) const;
  [[nodiscard]] unsigned in_bits() const { return in_bits_; }
  [[nodiscard]] unsigned out_bits() const { return out_bits_; }

 private:
  struct Basis {
    Name in;
    unsigned bit;
    std::vector<Word> image;
  };
  std::vector<InDim> ins_;
  std::vector<OutDim> outs_;
  std::vector<Basis> bases_;
  unsigned in_bits_ = 0;
  unsigned out_bits_ = 0;
};

// Laws that look at every point of a space refuse more bits than this.
inline constexpr unsigned kExhaustiveBits = 12;

// Where laws look: every index below 2^bits up to kExhaustiveBits, else 0, each single bit, all
// ones and 256 fixed pseudo-random indices.
std::vector<Word> sample_points(unsigned bits);

// Where two layouts differ as functions of named coordinates, or "" if they agree on all sample
// points.
std::string difference(const LinearLayout& expected, const LinearLayout& actual);

}  // namespace tileproof::laws
