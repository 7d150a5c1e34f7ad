#include "encodings/modular/ladder.hpp"

#include <algorithm>
#include <numeric>
#include <utility>

#include "encodings/modular/group.hpp"

namespace tileproof::modular {
namespace {

// The x with x * value = 1 modulo the modulus, by Euclid's algorithm; nullopt if value is no unit.
std::optional<Word> inverse_modulo(Word value, Word modulus) {
  std::int64_t before = 0;
  std::int64_t now = 1;
  Word remainder_before = modulus;
  Word remainder = value;
  while (remainder != 0) {
    const Word quotient = remainder_before / remainder;
    remainder_before = std::exchange(remainder, remainder_before % remainder);
    before = std::exchange(now, before - static_cast<std::int64_t>(quotient) * now);
  }
  if (remainder_before != 1) return std::nullopt;
  return before < 0 ? modulus - static_cast<Word>(-before) : static_cast<Word>(before);
}

}  // namespace

Ladder::Ladder(Word modulus, Word factor, std::span<const Word> bases)
    : modulus_(modulus), factor_(factor) {
  const Group residues(std::span<const Word>(&modulus, 1));
  for (unsigned i = 0; i < bases.size(); ++i) {
    Word height = factor == 1 ? bases[i] : residues.times(factor, bases[i]);
    if (height > modulus - height) {
      height = modulus - height;
      reversed_ |= Word{1} << i;
      moved_ = (moved_ + height) % modulus;
    }
    rungs_.push_back({height, 0, i});
  }
  std::stable_sort(rungs_.begin(), rungs_.end(), [](const Rung& a, const Rung& b) {
    return a.height < b.height;
  });
}

bool Ladder::climb_without_gaps() {
  for (std::size_t i = 0; i < rungs_.size(); ++i) {
    if (height_ >= modulus_ - 1) {
      rungs_.resize(i);
      break;
    }
    if (rungs_[i].height > height_ + 1) return false;
    rungs_[i].below = height_;
    height_ += rungs_[i].height;
  }
  return height_ >= modulus_ - 1;
}

bool Ladder::climb_without_repeats() {
  for (Rung& rung : rungs_) {
    if (rung.height <= height_) return false;
    rung.below = height_;
    height_ += rung.height;
  }
  return true;  // twice the last rung, which is at most the modulus, is more than their sum
}

template <typename Climb>
std::optional<Ladder> Ladder::first(Word modulus, std::span<const Word> bases, Climb climb) {
  Ladder as_it_is(modulus, 1, bases);
  if (climb(as_it_is)) return as_it_is;
  for (const Word basis : bases) {
    const auto factor = inverse_modulo(basis, modulus);
    if (!factor || *factor == 1) continue;
    Ladder scaled(modulus, *factor, bases);
    if (climb(scaled)) return scaled;
  }
  return std::nullopt;
}

std::optional<Ladder> Ladder::covering(Word modulus, std::span<const Word> bases) {
  return first(modulus, bases, [](Ladder& ladder) { return ladder.climb_without_gaps(); });
}

std::optional<Ladder> Ladder::distinct(Word modulus, std::span<const Word> bases) {
  return first(modulus, bases, [](Ladder& ladder) { return ladder.climb_without_repeats(); });
}

std::optional<Word> Ladder::find(Word residue) const {
  const Group residues(std::span<const Word>(&modulus_, 1));
  Word rest = residues.add(residues.times(factor_, residue), moved_);
  if (rest > height_) return std::nullopt;
  Word set = 0;
  for (std::size_t i = rungs_.size(); i > 0; --i) {
    const Rung& rung = rungs_[i - 1];
    // What the rungs below reach together, they reach without this one: in a ladder without gaps
    // always, in one without repeats this rung is too high.
    if (rest <= rung.below) continue;
    if (rest < rung.height) return std::nullopt;
    rest -= rung.height;
    set |= Word{1} << rung.basis;
  }
  return set ^ reversed_;
}

std::optional<Word> first_gap(Word modulus, std::span<const Word> bases) {
  std::vector<Word> sorted(bases.begin(), bases.end());
  std::sort(sorted.begin(), sorted.end());
  std::optional<Word> gap;
  Word sum = 0;
  for (const Word basis : sorted) {
    if (!gap && basis > sum + 1) gap = sum + 1;
    sum += basis;
    if (sum >= modulus) return std::nullopt;
  }
  if (!gap && sum + 1 < modulus) gap = sum + 1;
  return gap;
}

std::optional<Word> wrapping_set(Word modulus, std::span<const Word> bases) {
  std::vector<unsigned> order(bases.size());
  std::iota(order.begin(), order.end(), 0u);
  std::sort(
      order.begin(), order.end(), [&](unsigned i, unsigned j) { return bases[i] < bases[j]; });
  std::vector<Word> below;  // the sum of the bases before each
  Word sum = 0;
  for (std::size_t i = 0; i < order.size() && sum < modulus; ++i) {
    if (bases[order[i]] > sum + 1) return std::nullopt;
    below.push_back(sum);
    sum += bases[order[i]];
  }
  if (sum < modulus) return std::nullopt;
  Word rest = modulus;
  Word set = 0;
  for (std::size_t i = below.size(); i > 0; --i) {
    if (rest <= below[i - 1]) continue;
    rest -= bases[order[i - 1]];
    set |= Word{1} << order[i - 1];
  }
  return set;
}

}  // namespace tileproof::modular
