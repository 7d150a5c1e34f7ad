#include "encodings/modular/parts.hpp"

#include <algorithm>
#include <numeric>

#include "core/check.hpp"

namespace tileproof::modular {
namespace {

bool parity(Word bits) { return (std::popcount(bits) & 1) != 0; }

template <typename Visit>
void for_each_bit(Word bits, Visit visit) {
  for (; bits != 0; bits &= bits - 1) visit(static_cast<unsigned>(std::countr_zero(bits)));
}

}  // namespace

Parts::Parts(const Group& group, std::span<const Word> columns)
    : group_(group), columns_(columns.begin(), columns.end()) {
  Word free_bits = 0;
  std::vector<Word> generators;
  for (unsigned bit = 0; bit < columns_.size(); ++bit) {
    if ((columns_[bit] & ~group_.xor_mask()) == 0) {
      spanning_.push_back(bit);
      generators.push_back(columns_[bit]);
    } else {
      free_bits |= Word{1} << bit;
    }
  }
  span_ = f2::Subspace(generators);
  make_rows(free_bits);
  for (std::size_t row = 0; row < rows_.size(); ++row) {
    if (!std::has_single_bit(rows_[row].bits)) continue;
    peeled_.push_back({row, static_cast<unsigned>(std::countr_zero(rows_[row].bits))});
    free_bits &= ~rows_[row].bits;
  }
  make_parts(free_bits);
}

void Parts::make_rows(Word free_bits) {
  Word leading = 0;  // of W: an element modulo W is 0 there
  for (const Word vector : span_.basis()) leading |= std::bit_floor(vector);
  for_each_bit(group_.xor_mask() & ~leading, [&](unsigned position) {
    Row row{0, Word{1} << position};
    for_each_bit(free_bits,
                 [&](unsigned bit) { row.bits |= row_value(row, columns_[bit]) << bit; });
    rows_.push_back(row);
  });
  for (std::size_t i = 0; i < rows_.size(); ++i) {
    const Word pivot = rows_[i].bits & (~rows_[i].bits + 1);
    for (std::size_t j = 0; j < rows_.size(); ++j) {
      if (i == j || (rows_[j].bits & pivot) == 0) continue;
      rows_[j].bits ^= rows_[i].bits;
      rows_[j].combination ^= rows_[i].combination;
    }
  }
}

void Parts::make_parts(Word free_bits) {
  // What belongs together: sets of bits, and for each coordinate that is asked, its set.
  struct Asked {
    Word bits;
    bool is_row;
    std::size_t place;
  };
  std::vector<Asked> all;
  for (std::size_t row = 0; row < rows_.size(); ++row) {
    if (!std::has_single_bit(rows_[row].bits)) all.push_back({rows_[row].bits, true, row});
  }
  for (std::size_t i = 0; i < group_.rank(); ++i) {
    if (is_power_of_two(group_.modulus(i))) continue;
    Asked asked{0, false, i};
    for_each_bit(free_bits, [&](unsigned bit) {
      if (group_.coordinate(columns_[bit], i) != 0) asked.bits |= Word{1} << bit;
    });
    all.push_back(asked);
  }
  while (!all.empty()) {
    std::vector<Asked> together = {all.back()};
    all.pop_back();
    Word bits = together[0].bits;
    for (bool grew = true; grew;) {
      const auto rest = std::stable_partition(
          all.begin(), all.end(), [&](const Asked& a) { return (a.bits & bits) == 0; });
      grew = rest != all.end();
      for (auto at = rest; at != all.end(); ++at) bits |= at->bits;
      together.insert(together.end(), rest, all.end());
      all.erase(rest, all.end());
    }
    Part part;
    for (const Asked& asked : together) {
      (asked.is_row ? part.rows : part.coordinates).push_back(asked.place);
    }
    std::vector<Word> sizes = {Word{1} << part.rows.size()};
    for (const std::size_t i : part.coordinates) sizes.push_back(group_.modulus(i));
    if (part.rows.empty()) sizes.erase(sizes.begin());
    part.sums.group = Group(sizes);
    for_each_bit(bits, [&](unsigned bit) {
      part.bits.push_back(bit);
      part.sums.columns.push_back(project(part, columns_[bit]));
    });
    parts_.push_back(std::move(part));
  }
}

Word Parts::row_value(const Row& row, Word element) const {
  return parity(span_.reduce(element & group_.xor_mask()) & row.combination) ? 1 : 0;
}

Word Parts::project(const Part& part, Word element) const {
  std::vector<Word> values;
  Word rows = 0;
  for (std::size_t i = 0; i < part.rows.size(); ++i) {
    rows |= row_value(rows_[part.rows[i]], element) << i;
  }
  if (!part.rows.empty()) values.push_back(rows);
  for (const std::size_t i : part.coordinates) values.push_back(group_.coordinate(element, i));
  return part.sums.group.pack(values);
}

Word Parts::lift(const Part& part, Word part_element) const {
  const bool has_rows = !part.rows.empty();
  Word wanted = 0;
  for (std::size_t i = 0; i < part.rows.size(); ++i) {
    wanted |= (part.sums.group.coordinate(part_element, 0) >> i & 1) << part.rows[i];
  }
  // Rows are parities of the positions that W does not lead; as many rows as positions, and
  // independent.
  Word positions = 0;
  for (const Row& row : rows_) positions |= row.combination;
  std::vector<Word> places;
  std::vector<Word> rows_of;
  for_each_bit(positions, [&](unsigned position) {
    Word rows = 0;
    for (std::size_t r = 0; r < rows_.size(); ++r)
      rows |= (rows_[r].combination >> position & 1) << r;
    places.push_back(Word{1} << position);
    rows_of.push_back(rows);
  });
  const auto chosen = f2::Solver(rows_of).solve(wanted);
  TP_CHECK(chosen.has_value(), "rows that are not independent");
  Word element = f2::apply(places, *chosen);
  for (std::size_t i = 0; i < part.coordinates.size(); ++i) {
    const Word value = part.sums.group.coordinate(part_element, i + (has_rows ? 1 : 0));
    element |= group_.unit(part.coordinates[i], value);
  }
  return element;
}

Word Parts::spread(const Part& part, Word part_index) {
  Word index = 0;
  for_each_bit(part_index, [&](unsigned i) { index |= Word{1} << part.bits[i]; });
  return index;
}

std::optional<Word> Parts::span_index(Word element) const {
  std::vector<Word> generators;
  for (const unsigned bit : spanning_) generators.push_back(columns_[bit]);
  const auto chosen = f2::Solver(generators).solve(element);
  if (!chosen) return std::nullopt;
  Word index = 0;
  for_each_bit(*chosen, [&](unsigned i) { index |= Word{1} << spanning_[i]; });
  return index;
}

std::optional<Collision> Parts::spanning_collision() const {
  if (span_.dimension() == spanning_.size()) return std::nullopt;
  std::vector<Word> generators;
  for (const unsigned bit : spanning_) generators.push_back(columns_[bit]);
  Word index = 0;
  for_each_bit(f2::kernel(generators).front(),
               [&](unsigned i) { index |= Word{1} << spanning_[i]; });
  return Collision{0, index};
}

Collision Parts::complete(const Collision& in_part) const {
  const Word difference =
      group_.subtract(group_.sum(columns_, in_part.second), group_.sum(columns_, in_part.first));
  const auto moved = span_index(difference);
  TP_CHECK(moved.has_value(), "values that differ outside the span");
  const Word first = in_part.first | *moved;
  return {std::min(first, in_part.second), std::max(first, in_part.second)};
}

Decision<Word> Parts::find(Word element) const {
  using D = Decision<Word>;
  Word index = 0;
  Word rest = element;
  for (const Peeled& peeled : peeled_) {
    if (row_value(rows_[peeled.row], element) == 0) continue;
    index |= Word{1} << peeled.bit;
    rest = group_.subtract(rest, columns_[peeled.bit]);
  }
  std::optional<D> open;
  std::string how = "the XOR coordinates alone";
  for (const Part& part : parts_) {
    const auto in_part = modular::find(part.sums, project(part, rest));
    how = in_part.reason;
    if (in_part.is_no()) return D::no(in_part.reason);
    if (in_part.is_yes()) {
      index |= spread(part, *in_part.witness);
    } else if (!open) {
      open = in_part;
    }
  }
  if (open) return *open;
  const auto moved = span_index(group_.subtract(element, group_.sum(columns_, index)));
  TP_CHECK(moved.has_value(), "values that differ outside the span");
  return D::yes(how, index | *moved);
}

}  // namespace tileproof::modular
