// Have two layouts the same value at each index?  Each out-dim is compared alone: the bases must
// agree, and where the sizes differ, so must all sums.
#include <algorithm>

#include "encodings/modular/decisions.hpp"
#include "encodings/modular/subset_sums.hpp"

namespace tileproof::modular {
namespace {

constexpr unsigned kSmallestEqualBits = 16;
constexpr std::size_t kVisitedSums = 20;

// b with its dimensions in the order of a's.
Result<Layout> aligned(const Layout& b, const Layout& a) {
  if (a.in_dims().size() != b.in_dims().size() || a.out_dims().size() != b.out_dims().size()) {
    return Error::dimension("the layouts differ in the number of dimensions");
  }
  const auto bases = b.bases();
  std::vector<OutDim> outs;
  std::vector<std::size_t> places;
  for (const OutDim& out : a.out_dims()) {
    const auto at = b.find_out(out.name);
    if (!at) return Error::dimension("one layout lacks the out-dim " + out.name.quoted());
    outs.push_back(b.out_dims()[*at]);
    places.push_back(*at);
  }
  std::vector<NamedBases> ins;
  for (const InDim& in : a.in_dims()) {
    const auto at = b.find_in(in.name);
    if (!at) return Error::dimension("one layout lacks the in-dim " + in.name.quoted());
    if (b.in_dims()[*at].bits != in.bits) {
      return Error::dimension("in-dim " + in.name.quoted() + " has the size " +
                              std::to_string(in.size()) + " in one layout and " +
                              std::to_string(b.in_dims()[*at].size()) + " in the other");
    }
    ins.push_back({in.name, {}});
    for (const auto& basis : bases[*at].bases) {
      auto& ordered = ins.back().bases.emplace_back();
      for (const std::size_t place : places) ordered.push_back(basis[place]);
    }
  }
  return Layout::make(ins, outs);
}

// The bases of one out-dim, which two layouts share, summed in two ways.
struct TwoSums {
  Group a;
  Group b;
  std::vector<Word> bases;

  [[nodiscard]] bool differ(Word index) const { return a.sum(bases, index) != b.sum(bases, index); }

  // Neither sum wraps, and if one XORs, nothing is carried.
  [[nodiscard]] bool are_plain() const {
    const bool is_carry_free = a.xor_mask() != 0 || b.xor_mask() != 0;
    Word sum = 0;
    for (const Word basis : bases) {
      if (is_carry_free && (sum & basis) != 0) return false;
      sum += basis;
      for (const Group* group : {&a, &b}) {
        if (group->xor_mask() == 0 && sum >= group->size()) return false;
      }
    }
    return true;
  }

  // An index of few bits, or of the first ones, where the sums differ.
  [[nodiscard]] std::optional<Word> simple_difference() const {
    for (std::size_t i = 0; i < bases.size(); ++i) {
      const Word prefix = low_mask(static_cast<unsigned>(i) + 1);
      if (differ(prefix)) return prefix;
      for (std::size_t j = 0; j < i; ++j) {
        const Word pair = Word{1} << i | Word{1} << j;
        if (differ(pair)) return pair;
      }
    }
    return std::nullopt;
  }
};

Decision<Word> equal_in(const Layout& a, const Layout& b, std::size_t out) {
  using D = Decision<Word>;
  const auto name = "out-dim " + a.out_dims()[out].name.quoted();
  TwoSums sums;
  std::vector<unsigned> bits;
  for (unsigned bit = 0; bit < a.total_in_bits(); ++bit) {
    const Word basis = a.basis(bit, out);
    if (basis != b.basis(bit, out)) return D::no("bases of " + name, Word{1} << bit);
    if (basis == 0) continue;
    sums.bases.push_back(basis);
    bits.push_back(bit);
  }
  const Word size_a = a.out_dims()[out].size;
  const Word size_b = b.out_dims()[out].size;
  const bool both_xor = is_power_of_two(size_a) && is_power_of_two(size_b);
  if (size_a == size_b || both_xor) return D::yes("the bases are equal");
  sums.a = Group(std::span<const Word>(&size_a, 1));
  sums.b = Group(std::span<const Word>(&size_b, 1));
  if (sums.are_plain()) return D::yes("the bases are equal and their sums do not wrap");
  auto difference = sums.simple_difference();
  if (!difference && sums.bases.size() > kVisitedSums) {
    return D::undecided(name + " has " + std::to_string(sums.bases.size()) +
                        " bases whose sums wrap: more than 20");
  }
  const Word count = Word{1} << sums.bases.size();
  for (Word index = 0; !difference && index < count; ++index) {
    if (sums.differ(index)) difference = index;
  }
  if (!difference) return D::yes("all sums of the bases are equal");
  Word spread = 0;
  for (std::size_t i = 0; i < bits.size(); ++i) spread |= (*difference >> i & 1) << bits[i];
  return D::no("sums of " + name, spread);
}

Word smallest_difference(const Layout& a, const Layout& b) {
  Word index = 0;
  while (a.value_at(index) == b.value_at(index)) ++index;
  return index;
}

}  // namespace

Result<Decision<Word>> equal(const Layout& a, const Layout& b) {
  using D = Decision<Word>;
  TP_TRY(other, aligned(b, a));
  std::optional<D> open;
  auto yes = D::yes("there are no out-dims");
  for (std::size_t out = 0; out < a.out_dims().size(); ++out) {
    auto one = equal_in(a, other, out);
    if (one.is_no()) {
      TP_CHECK(a.value_at(*one.witness) != other.value_at(*one.witness), "values that are equal");
      if (a.total_in_bits() <= kSmallestEqualBits) one.witness = smallest_difference(a, other);
      return one;
    }
    (one.is_yes() ? yes : open.emplace()) = one;
  }
  return open ? *open : yes;
}

}  // namespace tileproof::modular
