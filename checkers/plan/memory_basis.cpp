#include "checkers/plan/memory_basis.hpp"

#include <algorithm>
#include <optional>

#include "core/check.hpp"

namespace tileproof::plan {
namespace {

constexpr unsigned kWordBits = 2;

Vectors completed(const Vectors& first, const Vectors& others, unsigned bits) {
  Vectors basis;
  basis.reserve(bits);
  Span span;
  const auto add = [&](Word vector) {
    if (span.add(vector)) basis.push_back(vector);
  };
  for (const Word vector : first) add(vector);
  for (const Word vector : others) add(vector);
  for (unsigned bit = 0; bit < bits; ++bit) add(Word{1} << bit);
  return basis;
}

}  // namespace

Chain::Chain(Vectors vectors, const Vectors& others, unsigned bits)
    : vectors_(std::move(vectors)), bits_(bits), all_(completed(vectors_, others, bits)) {}

Word Chain::low_bits(Word vector) const {
  const auto found = all_.solve(vector & low_mask(bits_));
  TP_CHECK(found.has_value(), "a byte outside of memory");
  return *found & low_mask(size());
}

Word Chain::without(Word vector, unsigned size) const {
  return vector ^ f2::apply(vectors_, low_bits(vector) & low_mask(size));
}

Vectors memory_basis(const Chain& chain,
                     const Demand& one,
                     const Demand& two,
                     unsigned bank_bits,
                     const Vectors& preferred) {
  // What the chain's bits do not tell apart, without them.
  const auto not_told_apart = [&](const Demand& demand) {
    Vectors bits;
    bits.reserve(demand.size());
    for (const Word vector : demand) bits.push_back(chain.low_bits(vector) >> kWordBits);
    Span span;
    Vectors list;
    for (const Word combination : f2::kernel(bits)) {
      const Word vector =
          chain.without(f2::apply(demand, combination), chain.size()) & low_mask(chain.bits());
      if (span.add(vector)) list.push_back(vector);
    }
    return list;
  };
  const auto first = not_told_apart(one);
  const auto second = not_told_apart(two);
  Vectors banks = intersection(first, second);
  Vectors above;
  const auto others = [&](const Vectors& demand) {
    Span span = span_of(banks);
    Vectors list;
    for (const Word vector : demand) {
      if (span.add(vector)) list.push_back(vector);
    }
    return list;
  };
  const auto alone = others(first);
  const auto other = others(second);
  // Two that no demand has both of share a bank: their sum goes above.
  for (std::size_t i = 0; i < std::max(alone.size(), other.size()); ++i) {
    if (i < alone.size() && i < other.size()) above.push_back(alone[i] ^ other[i]);
    banks.push_back(i < alone.size() ? alone[i] : other[i]);
  }
  Vectors free;
  free.reserve(preferred.size() + chain.bits());
  for (const Word vector : preferred) {
    free.push_back(chain.without(vector, chain.size()) & low_mask(chain.bits()));
  }
  for (unsigned bit = 0; bit < chain.bits(); ++bit) {
    free.push_back(chain.without(Word{1} << bit, chain.size()));
  }
  // Banks that nobody asked for are filled by what is free before what is above.
  Vectors basis;
  basis.reserve(chain.bits());
  basis = chain.vectors();
  Span span = span_of(basis);
  const auto add = [&](const Vectors& list, std::size_t most) {
    for (const Word vector : list) {
      if (basis.size() < most && span.add(vector)) basis.push_back(vector);
    }
  };
  add(banks, kWordBits + bank_bits);
  Span with_above = span;
  for (const Word vector : above) with_above.add(vector);
  for (const Word vector : free) {
    if (basis.size() < kWordBits + bank_bits && with_above.add(vector)) {
      span.add(vector);
      basis.push_back(vector);
    }
  }
  add(above, chain.bits());
  add(banks, chain.bits());
  add(free, chain.bits());
  TP_CHECK(basis.size() == chain.bits(), "a basis of another size");
  return basis;
}

}  // namespace tileproof::plan
