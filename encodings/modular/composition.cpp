#include "encodings/modular/composition.hpp"

#include <algorithm>

#include "encodings/modular/subset_sums.hpp"

namespace tileproof::modular {
namespace {

constexpr unsigned kSmallestCompositionBits = 16;
constexpr unsigned kVisitedInputs = 20;

// Two layouts as sums: the bits of an element of inner's group select outer's columns.
struct Chain {
  const Group& inner_group;
  const Group& outer_group;
  std::span<const Word> inner;  // inner's columns
  std::vector<Word> fed;        // for each bit of an element of inner's group, outer's column
  std::vector<Word> composed;   // the values of the composition at single bits

  [[nodiscard]] Word value(Word index) const {
    return outer_group.sum(fed, inner_group.sum(inner, index));
  }
  [[nodiscard]] bool deviates(Word index) const {
    return value(index) != outer_group.sum(composed, index);
  }
};

Result<Chain> connect(const Layout& inner, const Layout& outer) {
  if (inner.out_dims().size() != outer.in_dims().size()) {
    return Error::dimension(std::to_string(inner.out_dims().size()) +
                            " out-dims of the inner layout for " +
                            std::to_string(outer.in_dims().size()) + " in-dims of the outer one");
  }
  std::vector<std::size_t> starts;  // of the columns of each in-dim of outer
  std::size_t start = 0;
  for (const InDim& in : outer.in_dims()) {
    starts.push_back(start);
    start += in.bits;
  }
  Chain chain{inner.group(), outer.group(), inner.columns(), {}, {}};
  for (const OutDim& out : inner.out_dims()) {
    const auto at = outer.find_in(out.name);
    if (!at) {
      return Error::dimension("the outer layout lacks the in-dim " + out.name.quoted());
    }
    const InDim& in = outer.in_dims()[*at];
    if (out.size > in.size()) {
      return Error::dimension("out-dim " + out.name.quoted() + " of size " +
                              std::to_string(out.size) + " feeds an in-dim of size " +
                              std::to_string(in.size()));
    }
    for (unsigned bit = 0; bit < log2_ceil(out.size); ++bit) {
      chain.fed.push_back(outer.columns()[starts[*at] + bit]);
    }
  }
  for (const Word column : chain.inner)
    chain.composed.push_back(chain.outer_group.sum(chain.fed, column));
  return chain;
}

// An out-dim of inner that adds: its field in an element and which bits of the index reach it.
struct AddingDim {
  Word modulus;
  std::span<const Word> fed;
  std::vector<Word> bases;
};

// Is the sum taken apart such that nothing is lost: by multiples of one element whose order divides
// the modulus, or without any carry or wrap?
bool keeps_sums(const AddingDim& dim, const Group& outer) {
  bool is_multiple = outer.times(dim.modulus, dim.fed[0]) == 0;
  for (std::size_t bit = 0; bit < dim.fed.size(); ++bit) {
    is_multiple = is_multiple && dim.fed[bit] == outer.times(Word{1} << bit, dim.fed[0]);
  }
  if (is_multiple) return true;
  Word sum = 0;
  for (const Word basis : dim.bases) {
    if ((sum & basis) != 0) return false;
    sum += basis;
  }
  return sum < dim.modulus;
}

// Sets of index bits such that the composition is a sum of single bits iff it is so within each
// set.  What deviates is an XOR of several bits or a sum modulo a size, fed into outer: each is a
// polynomial in the bits of its set.  So a product of bits with a coefficient that is not 0 lies in
// one of the sets, and is seen there, with all that cancels it.
std::vector<Word> suspicious_bits(const Layout& inner, const Chain& chain) {
  std::vector<Word> sets;
  std::size_t position = 0;
  for (std::size_t out = 0; out < inner.out_dims().size(); ++out) {
    const Word size = inner.out_dims()[out].size;
    const unsigned width = log2_ceil(size);
    const std::span<const Word> fed(chain.fed.data() + position, width);
    position += width;
    if (is_power_of_two(size)) {
      for (unsigned bit = 0; bit < width; ++bit) {
        Word inputs = 0;
        for (unsigned i = 0; i < inner.total_in_bits(); ++i) {
          inputs |= (inner.basis(i, out) >> bit & 1) << i;
        }
        // Modulo 2 an XOR is a sum.
        if (chain.outer_group.times(2, fed[bit]) != 0) sets.push_back(inputs);
      }
      continue;
    }
    AddingDim dim{size, fed, {}};
    Word inputs = 0;
    for (unsigned i = 0; i < inner.total_in_bits(); ++i) {
      dim.bases.push_back(inner.basis(i, out));
      if (dim.bases.back() != 0) inputs |= Word{1} << i;
    }
    if (!keeps_sums(dim, chain.outer_group)) sets.push_back(inputs);
  }
  std::erase_if(sets, [](Word set) { return std::popcount(set) < 2; });
  std::sort(sets.begin(), sets.end());
  sets.erase(std::unique(sets.begin(), sets.end()), sets.end());
  return sets;
}

// An index within a set of bits where the composition deviates: first of two bits, then of the
// first bits of the set, then any.
Decision<Word> deviation_within(const Chain& chain, Word set) {
  using D = Decision<Word>;
  std::vector<Word> bits;
  for (Word rest = set; rest != 0; rest &= rest - 1) bits.push_back(rest & (~rest + 1));
  const auto how = "the value is not the sum of the values at single bits";
  Word prefix = 0;
  for (std::size_t i = 0; i < bits.size(); ++i) {
    prefix |= bits[i];
    if (chain.deviates(prefix)) return D::no(how, prefix);
    for (std::size_t j = 0; j < i; ++j) {
      if (chain.deviates(bits[i] | bits[j])) return D::no(how, bits[i] | bits[j]);
    }
  }
  if (bits.size() > kVisitedInputs) {
    return D::undecided(std::to_string(bits.size()) +
                        " bits of the index meet in a sum that is taken apart: more than " +
                        std::to_string(kVisitedInputs));
  }
  // All subsets of the set, in ascending order.
  for (Word index = 0; index != set;) {
    index = (index - set) & set;
    if (chain.deviates(index)) return D::no(how, index);
  }
  return D::yes("all indices whose bits meet");
}

Decision<Word> decide(const Layout& inner, const Chain& chain) {
  using D = Decision<Word>;
  std::optional<D> open;
  auto yes = D::yes("no sum is taken apart");
  for (const Word set : suspicious_bits(inner, chain)) {
    auto within = deviation_within(chain, set);
    if (within.is_no()) {
      TP_CHECK(chain.deviates(*within.witness), "no deviation");
      if (inner.total_in_bits() <= kSmallestCompositionBits) {
        Word index = 0;
        while (!chain.deviates(index)) ++index;
        within.witness = index;
      }
      return within;
    }
    (within.is_yes() ? yes : open.emplace()) = within;
  }
  return open ? *open : yes;
}

}  // namespace

Result<Decision<Word>> is_layout_after(const Layout& inner, const Layout& outer) {
  TP_TRY(chain, connect(inner, outer));
  return decide(inner, chain);
}

Result<Layout> compose(const Layout& inner, const Layout& outer) {
  TP_TRY(chain, connect(inner, outer));
  const auto decision = decide(inner, chain);
  if (decision.is_no()) {
    return Error{ErrorCode::kNotSolvable,
                 "the composition is no modular layout: at index " +
                     std::to_string(*decision.witness) + " " + decision.reason};
  }
  if (!decision.is_yes()) return Error{ErrorCode::kUnsupported, decision.reason};
  std::vector<NamedBases> ins;
  std::size_t bit = 0;
  for (const InDim& in : inner.in_dims()) {
    ins.push_back({in.name, {}});
    for (unsigned k = 0; k < in.bits; ++k) {
      ins.back().bases.push_back(outer.group().unpack(chain.composed[bit++]));
    }
  }
  return Layout::make(ins, outer.out_dims());
}

}  // namespace tileproof::modular
