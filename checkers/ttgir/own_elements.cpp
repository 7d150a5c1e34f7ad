#include "checkers/ttgir/own_elements.hpp"

#include <algorithm>

namespace tileproof {

bool OwnElements::contain(const OwnElements& other) const {
  if (moved_by.size() != other.moved_by.size()) return false;
  for (const Word element : other.first.basis()) {
    if (!first.contains(element)) return false;
  }
  for (std::size_t bit = 0; bit < moved_by.size(); ++bit) {
    if (!first.contains(moved_by[bit] ^ other.moved_by[bit])) return false;
  }
  return true;
}

bool OwnElements::have_copies() const {
  f2::Subspace all = first;
  return !std::ranges::all_of(moved_by, [&](Word moved) { return all.insert(moved); });
}

OwnElements OwnElements::of_ctas(std::size_t bits) const {
  OwnElements own = *this;
  own.moved_by.resize(std::max(bits, moved_by.size()));
  return own;
}

OwnElements own_elements(const Placed& placed, std::optional<std::size_t> left_out) {
  const LinearLayout& form = placed.tensor->form;
  const auto names = standard_out_dims(placed.shape.size());
  OwnElements own;
  for (const InDim& in : form.in_dims()) {
    for (unsigned bit = 0; bit < in.bits; ++bit) {
      Word element = 0;
      unsigned shift = 0;
      for (std::size_t d = 0; d < placed.shape.size(); ++d) {
        if (d == left_out) continue;
        element |= form.basis(in.name, bit, names[d]) << shift;
        shift += log2_ceil(placed.shape[d]);
      }
      if (in.name == kBlock) {
        own.moved_by.push_back(element);
      } else {
        own.first.insert(element);
      }
    }
  }
  return own;
}

bool hold_all(const OwnElements& whole, const OwnElements& part) {
  const std::size_t bits = std::max(whole.moved_by.size(), part.moved_by.size());
  return whole.of_ctas(bits).contain(part.of_ctas(bits));
}

}  // namespace tileproof
