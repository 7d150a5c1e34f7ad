#include "tests/checkers/claims/random_claims.hpp"

#include <algorithm>
#include <array>
#include <functional>
#include <map>
#include <set>
#include <tuple>

#include "checkers/claims/vector_access.hpp"
#include "encodings/index_map/index_map.hpp"

namespace tileproof::testing {
namespace {

std::string text_of(Word number) { return std::to_string(number); }

std::string pair_text(Word a, Word b) { return "[" + text_of(a) + ", " + text_of(b) + "]"; }

std::string random_order(Random& random) { return below(random, 2) == 0 ? "[1, 0]" : "[0, 1]"; }

StatedLayout random_shared(Random& random, Word rows, Word cols) {
  return below(random, 2) == 0 ? random_swizzled(random, rows, cols)
                               : random_padded(random, rows, cols);
}

std::string strides_text(Random& random, Word a, Word b) {
  const Word order = below(random, 3);
  const Word first = order == 0 ? 1 : order == 1 ? b + below(random, 3) : 1 + below(random, 12);
  const Word second = order == 0 ? a + below(random, 3) : order == 1 ? 1 : 1 + below(random, 12);
  return text_of(first) + ", " + text_of(second);
}

// An expression, perhaps with a parameter, whose rows overlap or leave gaps.
StatedLayout random_rows(Random& random, bool has_parameter) {
  const Word rows = 2 + below(random, 7);
  const Word cols = 4 + below(random, 7);
  const Word pitch = cols - 4 + below(random, 8);
  const bool has_size = below(random, 4) == 0;
  const Word size = (rows - 1) * pitch + cols + below(random, 3) - 1;
  return {"map",
          {},
          (has_parameter ? "param p in 0..3; " : "") +
              (has_size ? "(x: " + text_of(size) + ")" : std::string("offset")) +
              "(row: " + text_of(rows) + ", col: " + text_of(cols) + ") = row * (" +
              text_of(pitch) + (has_parameter ? " + p" : "") + ") + col"};
}

// Of sizes that need be no powers of two.
StatedLayout random_strided(Random& random) {
  if (below(random, 2) == 0) return random_rows(random, below(random, 2) == 0);
  const Word a = 2 + below(random, 7);
  const Word b = 2 + below(random, 9);
  const std::string shape = "(" + text_of(a) + "," + text_of(b) + ")";
  return {"map", {}, shape + ":(" + strides_text(random, a, b) + ")"};
}

StatedClaim of_map(std::string claim, StatedLayout map) {
  map.role = "map";
  return {std::move(claim), {std::move(map)}, {}};
}

// A memory and an access whose lanes want the same, in pairs or not, or are fewer than a warp's.
std::pair<StatedLayout, StatedLayout> random_lanes(Random& random) {
  const Word lanes = below(random, 3) == 0 ? 1 + below(random, 32) : 32;
  const char* const wanted[] = {
      "lane / 2 % 8 * 4 + lane / 16", "lane / 4 * 4", "lane * 2", "lane * 8", "(lane ^ step) * 4"};
  return {{"memory",
           {},
           "offset(x: 512) = x" + std::string(below(random, 2) == 0 ? "" : " ^ (x / 64)")},
          {"access",
           {},
           "x(lane: " + text_of(lanes) + ", step: 4) = " + wanted[below(random, 5)] +
               (below(random, 3) == 0 ? " + step" : " + step * 4")}};
}

StatedClaim random_conflict_free(Random& random) {
  StatedLayout memory = random_shared(random, 16, 16);
  StatedLayout access = random_blocked(random);
  memory.role = "memory";
  access.role = "access";
  const char* const bits[] = {"1", "8", "16", "32"};
  const char* const instructions[] = {"load",
                                      "store",
                                      "ld.shared.b32",
                                      "st.shared.b64",
                                      "ld.shared.b64",
                                      "ld.shared.b128",
                                      "ldmatrix.x4"};
  Word instruction = below(random, 7);
  if (below(random, 2) == 0) {
    std::tie(memory, access) = random_lanes(random);
    instruction = 2 + below(random, 5);
  }
  return {"conflict-free",
          {memory, access},
          {{"element_bits", bits[below(random, 4)]},
           {"target", "cuda:90"},
           {"instruction", instructions[instruction]}}};
}

StatedClaim random_converts(Random& random) {
  StatedLayout source = random_blocked(random);
  StatedLayout written = random_shared(random, 16, 16);
  StatedLayout read = below(random, 4) == 0 ? random_shared(random, 16, 16) : written;
  StatedLayout destination = random_blocked(random);
  source.role = "source";
  written.role = "written";
  read.role = "read";
  destination.role = "destination";
  return {"converts", {source, written, read, destination}, {}};
}

// Of elements in registers, or of offsets with a codomain that may be too large or too small.
StatedClaim random_onto(Random& random, Word rows, Word cols) {
  StatedClaim claim = of_map("onto", random_blocked(random));
  claim.fields = {{"codomain", below(random, 3) == 0 ? "16 16" : ""}};
  if (below(random, 2) == 0) return claim;
  const bool has_gaps = below(random, 3) == 0;
  claim.layouts[0] = has_gaps ? random_strided(random) : random_swizzled(random, rows, cols);
  const Word size = has_gaps ? 4 * (1 + below(random, 20)) : rows * cols;
  claim.fields[0].second = text_of(below(random, 4) == 0 ? size + 1 - below(random, 3) : size);
  return claim;
}

// ---- Truth

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

StatedLayout random_swizzled(Random& random, Word rows, Word cols) {
  const Word vec = Word{1} << below(random, 4);
  return {"map",
          {rows, cols},
          "#ttg.swizzled_shared<{vec = " + text_of(vec) +
              ", perPhase = " + text_of(Word{1} << below(random, 3)) + ", maxPhase = " +
              text_of(Word{1} << below(random, 4)) + ", order = " + random_order(random) + "}>"};
}

StatedLayout random_padded(Random& random, Word rows, Word cols) {
  const Word interval = Word{2} << below(random, 4);
  std::string pads = text_of(interval) + ":+" + text_of(Word{1} << below(random, 4));
  if (below(random, 2) == 0) {
    pads += ", " + text_of(interval * 4) + ":+" + text_of(Word{1} << below(random, 4));
  }
  return {"map",
          {rows, cols},
          "#ttg.padded_shared<[" + pads + "] {order = " + random_order(random) +
              ", shape = " + pair_text(rows, cols) + "}>"};
}

StatedLayout random_blocked(Random& random) {
  const std::array<std::pair<Word, Word>, 4> lanes = {{{1, 32}, {4, 8}, {8, 4}, {2, 16}}};
  const auto [a, b] = lanes[below(random, 4)];
  return {"map",
          {16, 16},
          "#ttg.blocked<{sizePerThread = [1, " + text_of(Word{1} << below(random, 3)) +
              "], threadsPerWarp = " + pair_text(a, b) +
              ", warpsPerCTA = " + (below(random, 2) == 0 ? "[2, 1]" : "[1, 2]") +
              ", order = " + random_order(random) + "}>"};
}

StatedClaim random_claim(Random& random, std::string_view kind) {
  // Warps and lanes that hold the same elements.
  if (kind == "section") return of_map("surjective", random_blocked(random));
  if (kind == "cases") return of_map("surjective", random_rows(random, true));
  const bool by_search = kind == "drat" || kind == "enumerate";
  const Word rows = Word{2} << below(random, 3);
  const Word cols = Word{4} << below(random, 3);
  const StatedLayout linear = random_swizzled(random, rows, cols);
  const StatedLayout shared = kind == "gf2"           ? linear
                              : below(random, 3) == 0 ? random_strided(random)
                                                      : random_shared(random, rows, cols);
  // Claims of several layouts take long to check by loops.
  const Word claims = kind == "gf2"                        ? 4
                      : kind == "any"                      ? 10
                      : by_search && below(random, 6) == 0 ? 10
                                                           : 8;
  switch (below(random, claims)) {
    case 0:
      return of_map("injective", shared);
    case 1:
      return of_map(kind == "drat" ? "injective" : "surjective", shared);
    case 2:
      return of_map("bijective",
                    kind == "gf2" ? below(random, 2) == 0 ? random_blocked(random) : linear
                    : below(random, 3) == 0 ? shared
                                            : linear);
    case 3: {
      StatedClaim claim = of_map("in-bounds", shared);
      claim.fields = {{"allocation", text_of(rows * cols / 2 + below(random, 2 * rows * cols))}};
      return claim;
    }
    case 4: {
      StatedClaim claim = of_map("no-wrap", shared);
      claim.fields = {{"bits", text_of(8 + below(random, below(random, 2) == 0 ? 2 : 25))},
                      {"signed", text_of(below(random, 2))}};
      return claim;
    }
    case 5: {
      StatedClaim claim = of_map("aligned", shared);
      claim.fields = {{"element_bits", text_of(Word{8} << below(random, 3))},
                      {"bytes", text_of(Word{1} << below(random, 4))},
                      {"vector", text_of(Word{1} << below(random, 3))},
                      {"along", below(random, 4) == 0 ? "row" : "col"}};
      return claim;
    }
    case 6: {
      StatedLayout other = below(random, 3) == 0 ? random_shared(random, rows, cols) : shared;
      StatedClaim claim{"equal", {shared, other}, {}};
      claim.layouts[0].role = "a";
      claim.layouts[1].role = "b";
      return claim;
    }
    case 7:
      return random_onto(random, rows, cols);
    case 8:
      return random_conflict_free(random);
    default:
      return random_converts(random);
  }
}

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

}  // namespace tileproof::testing
