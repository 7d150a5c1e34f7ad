// Where is each byte of a tensor in the shared memory of a block?
#pragma once

#include <vector>

#include "checkers/plan/vectors.hpp"
#include "core/f2.hpp"
#include "encodings/triton/padding.hpp"

namespace tileproof::plan {

// The byte with the sum of some vectors of the basis is at the address with those bits, and behind
// the gaps of the paddings, which are in bytes.
class SharedMemory {
 public:
  explicit SharedMemory(const Vectors& basis, std::vector<triton::Padding> gaps = {})
      : solver_(basis), bits_(static_cast<unsigned>(basis.size())), gaps_(std::move(gaps)) {}

  // Without gaps.  Requires: the memory has the byte; what is above its bits is another block's.
  [[nodiscard]] Word address_of(Word vector) const;
  [[nodiscard]] Vectors addresses_of(const Vectors& vectors) const;

  [[nodiscard]] const std::vector<triton::Padding>& gaps() const { return gaps_; }
  // The address with gaps.
  [[nodiscard]] Word with_gaps(Word address) const;
  // Of all bytes, up to the last.
  [[nodiscard]] Word bytes() const { return with_gaps(low_mask(bits_)) + 1; }

 private:
  f2::Solver solver_;
  unsigned bits_;
  std::vector<triton::Padding> gaps_;
};

}  // namespace tileproof::plan
