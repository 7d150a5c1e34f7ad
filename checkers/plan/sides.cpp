#include "checkers/plan/sides.hpp"

namespace tileproof::plan {

Side side_of(const LinearLayout& form, unsigned element_bytes) {
  Side side;
  const unsigned shift = log2_exact(element_bytes);
  for (unsigned bit = 0; bit < shift; ++bit) side.bytes.push_back(Word{1} << bit);
  const auto add = [&](Name name, std::vector<Word>& columns) {
    const auto dim = form.find_in(name);
    if (!dim) return;
    for (const Word basis : form.field_bases(*dim)) columns.push_back(basis << shift);
  };
  add(kRegister, side.bytes);
  add(kLane, side.lanes);
  add(kWarp, side.warps);
  add(kBlock, side.blocks);
  return side;
}

std::optional<BlockNumbers> number_by_blocks(Side& source, std::initializer_list<Side*> others) {
  Span span;
  std::vector<Word> basis;
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

Span span_of(const std::vector<Word>& vectors) {
  Span span;
  for (const Word vector : vectors) span.add(vector);
  return span;
}

std::vector<Word> intersection(const std::vector<Word>& one, const std::vector<Word>& two) {
  const Span other = span_of(two);
  Span found;
  std::vector<Word> basis;
  for (const Word vector : one) {
    if (vector != 0 && other.contains(vector) && found.add(vector)) basis.push_back(vector);
  }
  std::vector<Word> both = one;
  both.insert(both.end(), two.begin(), two.end());
  for (const Word combination : f2::kernel(both)) {
    const Word vector = f2::apply(one, combination & low_mask(static_cast<unsigned>(one.size())));
    if (vector != 0 && found.add(vector)) basis.push_back(vector);
  }
  return basis;
}

}  // namespace tileproof::plan
