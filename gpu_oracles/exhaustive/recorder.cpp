#include "gpu_oracles/exhaustive/recorder.hpp"

namespace tileproof::oracles {

std::uint64_t moved_by(std::uint64_t bits, int shift) {
  if (shift <= -64 || shift >= 64) return 0;
  return shift >= 0 ? bits << shift : bits >> -shift;
}

Recorded masked(Recorded word, std::uint64_t bits) {
  word.constant &= bits;
  for (Diagonal& d : word.diagonals) d.mask &= moved_by(bits, -d.shift);
  std::erase_if(word.diagonals, [](const Diagonal& d) { return d.mask == 0; });
  return word;
}

Recorded moved(Recorded word, int shift) {
  word.constant = moved_by(word.constant, shift);
  for (Diagonal& d : word.diagonals) {
    // The bits that stay within 64 bits.
    d.mask = moved_by(moved_by(moved_by(d.mask, d.shift), shift), -(d.shift + shift)) & d.mask;
    d.shift += shift;
  }
  std::erase_if(word.diagonals, [](const Diagonal& d) { return d.mask == 0; });
  return word;
}

Recorded exclusive_or(Recorded x, const Recorded& y) {
  x.constant ^= y.constant;
  for (const Diagonal& d : y.diagonals) {
    const auto same = std::find_if(x.diagonals.begin(), x.diagonals.end(), [&](const Diagonal& e) {
      return e.shift == d.shift;
    });
    if (same == x.diagonals.end()) {
      x.diagonals.push_back(d);
    } else {
      same->mask ^= d.mask;
    }
  }
  std::erase_if(x.diagonals, [](const Diagonal& d) { return d.mask == 0; });
  return x;
}

LooseOperand Steps::operand(const Recorded& word) {
  if (!word.is_moved()) return {false, word.step};
  if (word.is_constant()) return {true, word.constant};
  std::optional<LooseOperand> sum;
  for (const Diagonal& d : word.diagonals) {
    const LooseOperand bits = diagonal(d);
    sum = sum ? add(TapeOp::kXor, *sum, bits) : bits;
  }
  return word.constant == 0 ? *sum : add(TapeOp::kXor, *sum, {true, word.constant});
}

LooseOperand Steps::add(TapeOp op, LooseOperand x, LooseOperand y, LooseOperand z) {
  const auto [found, is_new] =
      known_.try_emplace(std::tuple(op, x, y, z), std::uint64_t{steps_.size() + 1});
  if (is_new) steps_.push_back({op, {x, y, z}});
  return {false, found->second};
}
LooseOperand Steps::diagonal(const Diagonal& d) {
  LooseOperand bits{false, 0};
  // Bits that a shift to the right drops need no mask.
  const std::uint64_t arriving =
      d.shift < 0 ? input_bits_ & ~low_mask(static_cast<unsigned>(-d.shift)) : input_bits_;
  if (d.mask != arriving) bits = add(TapeOp::kAnd, bits, {true, d.mask});
  if (d.shift > 0) bits = add(TapeOp::kShl, bits, {true, static_cast<std::uint64_t>(d.shift)});
  if (d.shift < 0) bits = add(TapeOp::kShr, bits, {true, static_cast<std::uint64_t>(-d.shift)});
  return bits;
}

}  // namespace tileproof::oracles
