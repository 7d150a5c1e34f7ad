#include <algorithm>
#include <functional>

#include "properties/encoding_laws_detail.hpp"

namespace tileproof::laws::detail {

Word Table::largest() const {
  Word most = 0;
  for (const auto& value : values) most = std::max(most, value[0]);
  return most;
}

std::optional<Table> table_of(const IndexMap& map, Word most_points) {
  if (map.points() > most_points || map.has_parameters()) return std::nullopt;
  Table table;
  std::vector<Word> at(map.axes().size(), 0);
  for (Word i = 0; i < map.points(); ++i) {
    table.points.push_back(at);
    table.values.push_back(value_at(map, at));
    for (std::size_t k = 0; k < at.size() && ++at[k] == map.axes()[k].size; ++k) at[k] = 0;
  }
  return table;
}

bool has_several_unsized_outputs(const IndexMap& map) {
  return std::ranges::any_of(map.out_axes().subspan(1),
                             [](const OutAxis& out) { return !out.size; });
}

std::optional<std::vector<Word>> first_gap(const IndexMap& map, const Table& table) {
  std::vector<Word> sizes;
  for (const OutAxis& out : map.out_axes()) sizes.push_back(out.size.value_or(table.largest() + 1));
  std::vector<std::vector<Word>> taken = table.values;
  std::ranges::sort(taken);
  std::vector<Word> next(sizes.size(), 0);
  for (const auto& value : taken) {
    if (value < next) continue;
    if (value != next) return next;
    std::size_t k = next.size();
    while (k > 0 && ++next[k - 1] == sizes[k - 1]) next[--k] = 0;
    if (k == 0) return std::nullopt;
  }
  return next;
}

}  // namespace tileproof::laws::detail
