#include "properties/claims/plain_truth.hpp"

#include <algorithm>
#include <functional>
#include <map>
#include <set>

#include "checkers/claims/vector_access.hpp"
#include "encodings/index_map/index_map.hpp"

namespace tileproof::laws {
namespace {

using Point = std::vector<Word>;

void for_each_point(std::span<const Axis> axes, const std::function<void(const Point&)>& visit) {
  Point at;
  for (const Axis& axis : axes) at.push_back(axis.first);
  while (true) {
    visit(at);
    std::size_t i = 0;
    while (i < axes.size() && ++at[i] == axes[i].first + axes[i].size) at[i] = axes[i].first, ++i;
    if (i == axes.size()) return;
  }
}

bool all_points(const IndexMap& map, const std::function<bool(const Point&)>& holds) {
  bool all = true;
  for_each_point(map.axes(), [&](const Point& at) { all = all && holds(at); });
  return all;
}

// The values of all points, for each value of the parameters.
std::map<Point, std::multiset<Point>> values_of(const IndexMap& map) {
  std::map<Point, std::multiset<Point>> values;
  for_each_point(map.axes(), [&](const Point& at) {
    Point parameters;
    for (std::size_t i = 0; i < at.size(); ++i) {
      if (map.axes()[i].is_parameter) parameters.push_back(at[i]);
    }
    values[parameters].insert(value_at(map, at));
  });
  return values;
}

bool is_injective(const IndexMap& map) {
  return std::ranges::all_of(values_of(map), [](const auto& found) {
    return std::set(found.second.begin(), found.second.end()).size() == found.second.size();
  });
}

bool is_surjective(const IndexMap& map) {
  return std::ranges::all_of(values_of(map), [&](const auto& found) {
    const std::set taken(found.second.begin(), found.second.end());
    Word wanted = map.gives_offset() ? (*taken.rbegin())[0] + 1 : 1;
    for (const OutAxis& out : map.out_axes()) wanted *= out.size.value_or(1);
    return taken.size() == wanted;
  });
}

// Are all values below the sizes that somebody wrote?
bool keeps_sizes(const IndexMap& map) {
  return all_points(map, [&](const Point& at) {
    const auto value = value_at(map, at);
    bool holds = true;
    for (std::size_t k = 0; k < value.size(); ++k) {
      const OutAxis& out = map.out_axes()[k];
      holds = holds && (!out.is_stated || value[k] < *out.size);
    }
    return holds;
  });
}

// Is each element of the box taken, and no other?
bool is_onto(const IndexMap& map, const std::vector<Word>& sizes) {
  return std::ranges::all_of(values_of(map), [&](const auto& found) {
    const std::set taken(found.second.begin(), found.second.end());
    Word elements = 1;
    for (const Word size : sizes) elements *= size;
    return taken.size() == elements && std::ranges::all_of(taken, [&](const Point& value) {
             return std::ranges::equal(value, sizes, std::less<>());
           });
  });
}

// All lanes that are sums of these, lane by lane.
std::vector<std::set<Word>> groups_of(const AccessRule::Basis& basis, Word lanes) {
  std::vector<std::set<Word>> groups;
  for (Word first = 0; first < lanes; ++first) {
    std::set<Word> group = {first};
    for (const Word vector : basis) {
      for (const Word lane : std::set<Word>(group)) group.insert(lane ^ vector);
    }
    groups.push_back(std::move(group));
  }
  return groups;
}

// One instruction: where the lanes start, in bits.
bool is_served_at_once(const AccessRule& rule, const std::map<Word, Word>& bits) {
  for (const auto& [lane, bit] : bits) {
    if (bit % (8 * rule.alignment()) != 0) return false;
  }
  const auto all_equal = [&](Word distance) {
    return std::ranges::all_of(bits, [&](const auto& lane) {
      const auto other = bits.find(lane.first ^ distance);
      return other == bits.end() || other->second == lane.second;
    });
  };
  const bool is_merged = rule.merges_equal_pairs && (all_equal(1) || all_equal(2));
  for (const auto& group :
       groups_of(is_merged ? rule.merged_group_basis() : rule.group_basis, rule.addresses())) {
    std::map<Word, std::set<Word>> words;
    for (const Word lane : group) {
      const auto found = bits.find(lane);
      if (found == bits.end()) continue;
      for (Word w = 0; w < rule.words(); ++w) {
        const Word word = found->second / 32 + w;
        words[word % rule.banks].insert(word);
      }
    }
    for (const auto& [bank, list] : words) {
      if (list.size() > 1) return false;
    }
  }
  return true;
}

bool is_conflict_free(const IndexMap& memory, const IndexMap& access, const StatedClaim& claim) {
  const Word element_bits = *parse_number(claim.fields[0].second);
  const Target target = *Target::parse(claim.fields[1].second);
  VectorAccess vector{claim.fields[2].second, std::vector<Word>(access.axes().size(), 0)};
  if (vector.instruction == "load" || vector.instruction == "store") {
    const Direction direction = vector.instruction == "load" ? Direction::kLoad : Direction::kStore;
    vector = *vector_access(memory, access, element_bits, target, direction);
  }
  const AccessRule& rule = **target.find_rule(vector.instruction);
  const auto lane = static_cast<std::size_t>(std::ranges::find(access.axes(), "lane", &Axis::name) -
                                             access.axes().begin());
  return all_points(access, [&](const Point& at) {
    for (std::size_t i = 0; i < at.size(); ++i) {
      if ((at[i] & vector.zero_bits[i]) != 0) return true;
    }
    if (at[lane] != 0) return true;  // all lanes are visited from here
    std::map<Word, Word> bits;
    Point one = at;
    for (; one[lane] < std::min<Word>(access.axes()[lane].size, rule.addresses()); ++one[lane]) {
      const auto element = value_at(access, one);
      for (std::size_t d = 0; d < element.size(); ++d) {
        if (element[d] >= memory.axes()[d].size) return false;
      }
      bits[one[lane]] = value_at(memory, element)[0] * (element_bits == 1 ? 8 : element_bits);
    }
    return is_served_at_once(rule, bits);
  });
}

bool is_conversion(const std::vector<IndexMap>& maps) {
  std::map<Point, std::set<Point>> memory;
  for_each_point(maps[0].axes(), [&](const Point& at) {
    const auto element = value_at(maps[0], at);
    memory[value_at(maps[1], element)].insert(element);
  });
  return all_points(maps[3], [&](const Point& at) {
    const auto element = value_at(maps[3], at);
    return memory[value_at(maps[2], element)] == std::set<Point>{element};
  });
}

}  // namespace

bool is_true(const StatedClaim& claim) {
  std::vector<IndexMap> maps;
  for (const StatedLayout& layout : claim.layouts) {
    maps.push_back(*parse_index_map(layout.text, layout.shape));
  }
  const IndexMap& map = maps[0];
  const auto number = [&](std::size_t i) { return *parse_number(claim.fields[i].second); };
  if (claim.claim == "onto") {
    std::vector<Word> sizes = *parse_numbers(claim.fields[0].second);
    for (const OutAxis& out : map.out_axes()) {
      if (sizes.size() < map.out_axes().size()) sizes.push_back(*out.size);
    }
    return is_onto(map, sizes);
  }
  if (!std::ranges::all_of(maps, keeps_sizes)) return false;
  if (claim.claim == "injective") return is_injective(map);
  if (claim.claim == "surjective") return is_surjective(map);
  if (claim.claim == "bijective") return is_injective(map) && is_surjective(map);
  if (claim.claim == "in-bounds") {
    return all_points(map, [&](const Point& at) { return value_at(map, at)[0] < number(0); });
  }
  if (claim.claim == "no-wrap") {
    // The offset is the largest step of these layouts, and no number in them exceeds 16 where it
    // is no offset.
    const Word limit = Word{1} << (number(0) - number(1));
    return all_points(map, [&](const Point& at) { return value_at(map, at)[0] < limit; });
  }
  if (claim.claim == "aligned") {
    std::size_t along = 0;
    while (map.axes()[along].name != claim.fields[3].second) ++along;
    return all_points(map, [&](const Point& at) {
      return at[along] % number(2) != 0 || value_at(map, at)[0] * number(0) % (8 * number(1)) == 0;
    });
  }
  if (claim.claim == "equal") {
    return all_points(map,
                      [&](const Point& at) { return value_at(map, at) == value_at(maps[1], at); });
  }
  if (claim.claim == "conflict-free") return is_conflict_free(map, maps[1], claim);
  return is_conversion(maps);
}

}  // namespace tileproof::laws
