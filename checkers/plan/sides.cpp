#include "checkers/plan/sides.hpp"

#include <algorithm>

namespace tileproof::plan {

Side side_of(const LinearLayout& form, unsigned element_bytes) {
  Side side;
  const unsigned shift = log2_exact(element_bytes);
  for (unsigned bit = 0; bit < shift; ++bit) side.bytes.push_back(Word{1} << bit);
  const auto add = [&](Name name, Vectors& columns) {
    const auto dim = form.find_in(name);
    if (!dim) return;
    const auto bases = form.field_bases(*dim);
    columns.reserve(columns.size() + bases.size());
    for (const Word basis : bases) columns.push_back(basis << shift);
  };
  add(kRegister, side.bytes);
  add(kLane, side.lanes);
  add(kWarp, side.warps);
  add(kBlock, side.blocks);
  return side;
}

std::optional<BlockNumbers> number_by_blocks(Side& source, std::initializer_list<Side*> others) {
  Span span;
  Vectors basis;
  basis.reserve(64);
  for (const auto* list : {&source.bytes, &source.lanes, &source.warps}) {
    for (const Word vector : *list) {
      if (span.add(vector)) basis.push_back(vector);
    }
  }
  BlockNumbers numbers{static_cast<unsigned>(basis.size()), {}};
  for (std::size_t bit = 0; bit < source.blocks.size(); ++bit) {
    if (!span.add(source.blocks[bit])) continue;
    basis.push_back(source.blocks[bit]);
    numbers.owners.push_back(Word{1} << bit);
  }
  const f2::Solver solver(basis);
  std::vector<Side*> sides(others);
  sides.push_back(&source);
  for (Side* side : sides) {
    for (auto* list : {&side->bytes, &side->lanes, &side->warps, &side->blocks}) {
      for (Word& vector : *list) {
        const auto number = solver.solve(vector);
        if (!number) return std::nullopt;
        vector = *number;
      }
    }
  }
  return numbers;
}

namespace {

// How rounds by this bit of a basis go on one side: by registers, by warps or blocks, or by lanes,
// in the order of what they cost; nothing where threads have their own parts of registers.
std::optional<unsigned> cost_of_turns(const Side& side, const f2::Solver& basis, std::size_t bit) {
  const auto depend = [&](const Vectors& list) {
    return std::ranges::any_of(list,
                               [&](Word vector) { return (*basis.solve(vector) >> bit & 1) != 0; });
  };
  const bool by_warps = depend(side.warps) || depend(side.blocks);
  const bool by_lanes = depend(side.lanes);
  if (depend(side.bytes)) return by_lanes || by_warps ? std::nullopt : std::optional(0U);
  return by_lanes ? 2 : 1;
}

}  // namespace

std::vector<RoundNumbers> number_by_rounds(const Side& source,
                                           const Side& destination,
                                           const BlockNumbers& blocks,
                                           unsigned rounds) {
  // What both sides have in registers is kept together, as far as it may be within an access.
  const auto common = intersection(source.bytes, destination.bytes);
  const std::size_t kept = std::min<std::size_t>(common.size(), 4);
  struct Choice {
    Vectors basis;
    std::vector<std::size_t> bits;
    unsigned cost = 0;
  };
  std::vector<Choice> choices;
  for (const auto& [first, second] : {std::pair(&destination, &source), {&source, &destination}}) {
    Choice choice;
    Span span;
    const auto add = [&](Word vector) {
      if (span.add(vector)) choice.basis.push_back(vector);
    };
    for (const Word vector : common) add(vector);
    for (const Side* side : {first, second}) {
      for (const auto* list : {&side->bytes, &side->warps, &side->lanes, &side->blocks}) {
        for (const Word vector : *list) add(vector & low_mask(blocks.bits));
      }
    }
    for (unsigned bit = 0; bit < blocks.bits + blocks.owners.size(); ++bit) add(Word{1} << bit);
    const f2::Solver solver(choice.basis);
    std::vector<std::pair<unsigned, std::size_t>> costs;
    for (std::size_t bit = kept; bit < blocks.bits; ++bit) {
      const auto from = cost_of_turns(source, solver, bit);
      const auto to = cost_of_turns(destination, solver, bit);
      if (from && to) costs.emplace_back(*from + *to, bit);
    }
    if (costs.size() < rounds) continue;
    std::ranges::sort(costs);
    for (unsigned i = 0; i < rounds; ++i) {
      choice.cost += costs[i].first;
      choice.bits.push_back(costs[i].second);
    }
    choices.push_back(std::move(choice));
  }
  std::ranges::stable_sort(choices, {}, &Choice::cost);
  std::vector<RoundNumbers> numbers;
  for (const Choice& choice : choices) {
    // Those of a round first, then the rounds, then the blocks.
    Vectors basis;
    const auto is_round = [&](std::size_t bit) {
      return std::ranges::find(choice.bits, bit) != choice.bits.end();
    };
    for (std::size_t bit = 0; bit < blocks.bits; ++bit) {
      if (!is_round(bit)) basis.push_back(choice.basis[bit]);
    }
    for (const std::size_t bit : choice.bits) basis.push_back(choice.basis[bit]);
    for (std::size_t bit = 0; bit < blocks.owners.size(); ++bit) {
      basis.push_back(Word{1} << (blocks.bits + bit));
    }
    const f2::Solver solver(basis);
    RoundNumbers& added = numbers.emplace_back(
        RoundNumbers{source, destination, {blocks.bits - rounds, blocks.owners, rounds}});
    for (Side* side : {&added.source, &added.destination}) {
      for (auto* list : {&side->bytes, &side->lanes, &side->warps, &side->blocks}) {
        for (Word& vector : *list) vector = solver.solve(vector).value();
      }
    }
  }
  return numbers;
}

Word Span::rest(Word vector) const {
  for (Word left = vector; left != 0;) {
    const unsigned high = 63 - static_cast<unsigned>(std::countl_zero(left));
    if (pivots_[high] != 0) vector ^= pivots_[high];
    left = vector & low_mask(high);
  }
  return vector;
}

bool Span::add(Word vector) {
  vector = rest(vector);
  if (vector == 0) return false;
  pivots_[63 - static_cast<unsigned>(std::countl_zero(vector))] = vector;
  ++rank_;
  return true;
}

Span span_of(const Vectors& vectors) {
  Span span;
  for (const Word vector : vectors) span.add(vector);
  return span;
}

Vectors intersection(const Vectors& one, const Vectors& two) {
  const Span other = span_of(two);
  Span found;
  Vectors basis;
  for (const Word vector : one) {
    if (vector != 0 && other.contains(vector) && found.add(vector)) basis.push_back(vector);
  }
  Vectors both = one;
  both.insert(both.end(), two.begin(), two.end());
  for (const Word combination : f2::kernel(both)) {
    const Word vector = f2::apply(one, combination & low_mask(static_cast<unsigned>(one.size())));
    if (vector != 0 && found.add(vector)) basis.push_back(vector);
  }
  return basis;
}

}  // namespace tileproof::plan
