#include "encodings/index_map/join.hpp"

#include <algorithm>
#include <numeric>

#include "encodings/cute/layout.hpp"

namespace tileproof {
namespace {

// A coordinate of a layout: some axes that follow each other, the first being the lowest digit.
struct Coordinate {
  std::string name;
  std::size_t first = 0;
  std::size_t count = 1;
  Word size = 1;
};
using Coordinates = std::vector<Coordinate>;

// Is it CuTe's, and was not given names yet?
bool has_modes(const IndexMap& map) {
  return map.as<cute::Layout>() != nullptr && std::ranges::all_of(map.axes(), [](const Axis& axis) {
           return axis.name.starts_with("mode");
         });
}

// At rank 2 compilers also write dim0 and dim1.
template <typename List, typename Name>
void use_row_and_col(List& list, const Name& name) {
  if (list.size() != 2) return;
  for (const std::size_t first : {std::size_t{0}, std::size_t{1}}) {
    if (name(list[first]) != "dim0" || name(list[1 - first]) != "dim1") continue;
    name(list[first]) = "row";
    name(list[1 - first]) = "col";
  }
}

// The inputs that are no parameters.  Of CuTe's layouts mode1.0 and mode1.1 are both in mode1.
Coordinates coordinates_of(const IndexMap& map) {
  Coordinates list;
  for (std::size_t i = 0; i < map.axes().size(); ++i) {
    const Axis& axis = map.axes()[i];
    if (axis.is_parameter) continue;
    const std::string name = has_modes(map) ? axis.name.substr(0, axis.name.find('.')) : axis.name;
    if (list.empty() || !has_modes(map) || name != list.back().name) list.push_back({name, i, 0});
    ++list.back().count;
    list.back().size *= axis.size;
  }
  use_row_and_col(list, [](Coordinate& each) -> std::string& { return each.name; });
  return list;
}

std::vector<OutAxis> outputs_of(const IndexMap& map) {
  std::vector<OutAxis> outs(map.out_axes().begin(), map.out_axes().end());
  use_row_and_col(outs, [](OutAxis& each) -> std::string& { return each.name; });
  return outs;
}

// All of them as one, the first being the lowest.
Coordinates as_one(const Coordinates& list, const std::string& name) {
  Coordinate whole{name, list.front().first, 0, 1};
  for (const Coordinate& each : list) {
    whole.count += each.count;
    whole.size *= each.size;
  }
  return {whole};
}

std::string quoted(const std::string& name) { return "'" + name + "'"; }

template <typename List>
std::string names_text(const List& list) {
  std::string text;
  for (const auto& each : list) text += (text.empty() ? "" : ", ") + each.name;
  return "(" + text + ")";
}

std::string sizes_text(const Coordinates& list) {
  std::string text;
  for (const Coordinate& each : list) {
    text += (text.empty() ? "" : " x ") + std::to_string(each.size);
  }
  return text;
}

Coordinates without_units(const Coordinates& list) {
  Coordinates kept;
  std::ranges::copy_if(
      list, std::back_inserter(kept), [](const auto& each) { return each.size != 1; });
  return kept;
}

template <typename List>
const auto* named(const List& list, const std::string& name) {
  const auto found =
      std::ranges::find_if(list, [&](const auto& each) { return each.name == name; });
  return found == list.end() ? nullptr : &*found;
}

Error size_differs(const std::string& what_a,
                   const std::string& a,
                   Word size_a,
                   const std::string& what_b,
                   const std::string& b,
                   Word size_b) {
  return {ErrorCode::kShape,
          quoted(a) + " of " + what_a + " has the size " + std::to_string(size_a) + ", " +
              quoted(b) + " of " + what_b + " the size " + std::to_string(size_b)};
}

Error lacks(const std::string& what,
            const std::string& kind,
            const std::string& name,
            const std::string& other) {
  return {ErrorCode::kUsage,
          what + " has no " + kind + " " + quoted(name) + ", which " + other + " has"};
}

// The inputs that meet under other names than theirs; a mode's own leaves do not.
std::string names_taken(const IndexMap& map, const Coordinates& met) {
  std::string text;
  for (const Coordinate& each : met) {
    std::string digits;
    Word weight = 1;
    bool is_own = true;
    for (const Axis& axis : map.axes().subspan(each.first, each.count)) {
      digits += digits.empty() ? "" : " + ";
      digits += (weight == 1 ? "" : std::to_string(weight) + "*") + axis.name;
      weight *= axis.size;
      is_own = is_own && (axis.name == each.name || axis.name.starts_with(each.name + "."));
    }
    if (!is_own) text += (text.empty() ? "" : ", ") + digits + " as " + each.name;
  }
  return text;
}

// ---- Two functions of the same inputs

struct Pairing {
  Coordinates a;
  Coordinates b;  // as many, each meets the one at its place
};

// CuTe's modes take the names of the coordinates.
Result<Pairing> by_modes(const Coordinates& given, const Coordinates& modes) {
  const Coordinates& names = given;
  Coordinates places = modes;
  if (names.size() != places.size() && names.size() == 1) places = as_one(modes, names[0].name);
  if (names.size() != places.size()) {
    return Error{ErrorCode::kShape,
                 "a layout of " + std::to_string(modes.size()) + " modes meets the inputs " +
                     names_text(given)};
  }
  for (std::size_t i = 0; i < names.size(); ++i) {
    if (names[i].size != places[i].size) {
      return size_differs(
          "one layout", names[i].name, names[i].size, "the other", places[i].name, places[i].size);
    }
    places[i].name = names[i].name;
  }
  return Pairing{names, std::move(places)};
}

Result<Pairing> modes_with_modes(const Coordinates& a, const Coordinates& b) {
  Coordinates one = a;
  Coordinates two = b;
  if (one.size() != two.size()) one = as_one(a, "mode0"), two = as_one(b, "mode0");
  for (std::size_t i = 0; i < one.size(); ++i) {
    if (one[i].size == two[i].size) continue;
    return Error{
        ErrorCode::kShape,
        "the layouts do not have the same inputs: " + sizes_text(a) + " and " + sizes_text(b)};
  }
  return Pairing{std::move(one), std::move(two)};
}

Result<Pairing> by_names(const Coordinates& a, const Coordinates& b) {
  for (const Coordinate& each : a) {
    const Coordinate* same = named(b, each.name);
    if (same == nullptr || same->size == each.size) continue;
    return size_differs(
        "the first layout", each.name, each.size, "the second", same->name, same->size);
  }
  if (a.size() == 1 && b.size() == 1) {
    Pairing pairs{a, b};
    if (pairs.a[0].size != pairs.b[0].size) {
      return size_differs("the first layout",
                          pairs.a[0].name,
                          pairs.a[0].size,
                          "the second",
                          pairs.b[0].name,
                          pairs.b[0].size);
    }
    pairs.b[0].name = pairs.a[0].name;
    return pairs;
  }
  Pairing pairs{without_units(a), without_units(b)};
  Coordinates ordered;
  for (const Coordinate& each : pairs.a) {
    const Coordinate* same = named(pairs.b, each.name);
    if (same == nullptr) return lacks("the second layout", "input", each.name, "the first");
    ordered.push_back(*same);
  }
  for (const Coordinate& each : pairs.b) {
    if (named(pairs.a, each.name) == nullptr) {
      return lacks("the first layout", "input", each.name, "the second");
    }
  }
  pairs.b = std::move(ordered);
  return pairs;
}

Result<Pairing> pair_up(const IndexMap& a, const IndexMap& b) {
  const Coordinates of_a = coordinates_of(a);
  const Coordinates of_b = coordinates_of(b);
  if (has_modes(a) && has_modes(b)) return modes_with_modes(of_a, of_b);
  if (has_modes(b)) return by_modes(of_a, of_b);
  if (!has_modes(a)) return by_names(of_a, of_b);
  TP_TRY(pairs, by_modes(of_b, of_a));
  return Pairing{std::move(pairs.b), std::move(pairs.a)};
}

// The sizes into which both must be cut; nullopt if the ends of their digits do not fit.
std::optional<std::vector<Word>> common_digits(std::span<const Axis> a, std::span<const Axis> b) {
  std::vector<Word> digits;
  Word left_a = 1;
  Word left_b = 1;
  std::size_t i = 0;
  std::size_t j = 0;
  while (true) {
    while (left_a == 1 && i < a.size()) left_a = a[i++].size;
    while (left_b == 1 && j < b.size()) left_b = b[j++].size;
    if (left_a == 1 || left_b == 1) return digits;
    const Word digit = std::min(left_a, left_b);
    if (left_a % digit != 0 || left_b % digit != 0) return std::nullopt;
    digits.push_back(digit);
    left_a /= digit;
    left_b /= digit;
  }
}

// The map with the axes of a coordinate cut into these digits, and named after it.
IndexMap in_digits(IndexMap map, const Coordinate& at, const std::vector<Word>& digits) {
  std::size_t axis = at.first;
  std::size_t next = 0;
  for (std::size_t k = 0; k < at.count; ++k) {
    std::vector<Word> radices;
    for (Word rest = map.axes()[axis].size; rest > 1; rest /= radices.back()) {
      radices.push_back(digits[next++]);
    }
    if (radices.empty()) {
      map = map.fixed(axis, 0);
      continue;
    }
    if (radices.size() > 1) map = map.cut(axis, radices);
    axis += radices.size();
  }
  std::vector<std::string> names;
  for (std::size_t i = 0; i < map.axes().size(); ++i) {
    const bool is_own = i >= at.first && i < at.first + digits.size();
    const std::string digit = digits.size() > 1 ? "." + std::to_string(i - at.first) : "";
    names.push_back(is_own ? at.name + digit : map.axes()[i].name);
  }
  std::vector<std::string> outs;
  for (const OutAxis& out : map.out_axes()) outs.push_back(out.name);
  return map.with_names(std::move(names), std::move(outs));
}

// Inputs that meet have one name and the same digits.
void cut_alike(IndexMap& a, IndexMap& b, const Pairing& pairs) {
  std::vector<std::size_t> order(pairs.a.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  // From the last axis on, so that the places of those before stay.
  const auto work = [&](IndexMap& map, const Coordinates& own, const auto& digits) {
    std::ranges::sort(order, std::greater<>(), [&](std::size_t i) { return own[i].first; });
    for (const std::size_t i : order) {
      map = digits[i] ? in_digits(map, own[i], *digits[i])
                      : map.joined(own[i].first, own[i].count, own[i].name);
    }
  };
  std::vector<std::optional<std::vector<Word>>> digits;
  for (std::size_t i = 0; i < pairs.a.size(); ++i) {
    digits.push_back(common_digits(a.axes().subspan(pairs.a[i].first, pairs.a[i].count),
                                   b.axes().subspan(pairs.b[i].first, pairs.b[i].count)));
  }
  work(a, pairs.a, digits);
  work(b, pairs.b, digits);
}

// Inputs of one value that do not meet are left out.
IndexMap without_unmet(IndexMap map, const Coordinates& met) {
  for (std::size_t i = map.axes().size(); i-- > 0;) {
    const Axis& axis = map.axes()[i];
    const bool meets = std::ranges::any_of(met, [&](const Coordinate& each) {
      return each.first <= i && i < each.first + each.count;
    });
    if (!axis.is_parameter && !meets) map = map.fixed(i, 0);
  }
  return map;
}

// After axes were left out: where the coordinates are now.
Coordinates moved(const Coordinates& met, const IndexMap& before) {
  Coordinates now = met;
  for (Coordinate& each : now) {
    const std::size_t first = each.first;
    for (std::size_t i = 0; i < first; ++i) {
      const bool is_kept =
          before.axes()[i].is_parameter || std::ranges::any_of(met, [&](const Coordinate& other) {
            return other.first <= i && i < other.first + other.count;
          });
      each.first -= is_kept ? 0 : 1;
    }
  }
  return now;
}

}  // namespace

std::optional<Error> check_parameters(std::span<const IndexMap* const> maps) {
  std::vector<Axis> known;
  const auto range = [](const Axis& axis) {
    return std::to_string(axis.first) + ".." + std::to_string(axis.first + axis.size - 1);
  };
  for (const IndexMap* map : maps) {
    for (const Axis& axis : map->axes()) {
      if (!axis.is_parameter) continue;
      const Axis* same = named(known, axis.name);
      if (same != nullptr && *same != axis) {
        return Error{ErrorCode::kUsage,
                     "the parameter " + quoted(axis.name) + " is in " + range(*same) +
                         " in one layout and in " + range(axis) + " in another"};
      }
      if (same == nullptr) known.push_back(axis);
    }
  }
  return std::nullopt;
}

Result<std::pair<IndexMap, IndexMap>> join_outputs(const IndexMap& a, const IndexMap& b) {
  const auto outs_a = outputs_of(a);
  const auto outs_b = outputs_of(b);
  const auto differ = [](const OutAxis& x, const OutAxis& y) {
    return x.size && y.size && *x.size != *y.size;
  };
  const auto mismatch = [](const OutAxis& x, const OutAxis& y) {
    return size_differs(
        "the first layout", x.name, *x.size, "the second", y.name, y.size.value_or(0));
  };
  if (outs_a.size() == 1 && outs_b.size() == 1) {
    if (differ(outs_a[0], outs_b[0])) return mismatch(outs_a[0], outs_b[0]);
    return std::pair(a, b);
  }
  std::vector<std::size_t> places_a;
  std::vector<std::size_t> places_b;
  for (std::size_t k = 0; k < outs_a.size(); ++k) {
    const OutAxis* same = named(outs_b, outs_a[k].name);
    if (same == nullptr && outs_a[k].size == Word{1}) continue;
    if (same == nullptr) return lacks("the second layout", "output", outs_a[k].name, "the first");
    if (differ(outs_a[k], *same)) return mismatch(outs_a[k], *same);
    places_a.push_back(k);
    places_b.push_back(static_cast<std::size_t>(same - outs_b.data()));
  }
  for (const OutAxis& out : outs_b) {
    if (named(outs_a, out.name) == nullptr && out.size != Word{1}) {
      return lacks("the first layout", "output", out.name, "the second");
    }
  }
  if (places_a.empty()) {
    // There is one value, which any output gives.
    places_a.push_back(0);
    places_b.push_back(0);
  }
  return std::pair(a.with_outputs(places_a), b.with_outputs(places_b));
}

Result<JoinedFunctions> join_functions(const IndexMap& a, const IndexMap& b) {
  const IndexMap* const maps[] = {&a, &b};
  if (const auto error = check_parameters(maps)) return *error;
  TP_TRY(pairs, pair_up(a, b));
  TP_TRY(both, join_outputs(without_unmet(a, pairs.a), without_unmet(b, pairs.b)));
  Pairing kept{moved(pairs.a, a), moved(pairs.b, b)};
  cut_alike(both.first, both.second, kept);
  std::vector<Axis> axes(both.first.axes().begin(), both.first.axes().end());
  for (const Axis& axis : both.second.axes()) {
    if (std::ranges::count(axes, axis) == 0) axes.push_back(axis);
  }
  return JoinedFunctions{both.first.over(axes),
                         both.second.over(axes),
                         names_taken(a, pairs.a),
                         names_taken(b, pairs.b)};
}

Result<JoinedMaps> join_output_to_input(const IndexMap& from,
                                        const IndexMap& to,
                                        const std::string& what_from,
                                        const std::string& what_to) {
  const auto outs = outputs_of(from);
  Coordinates ins = coordinates_of(to);
  std::vector<std::size_t> kept(outs.size());
  std::iota(kept.begin(), kept.end(), std::size_t{0});
  std::vector<Coordinate> met;  // for each output that is kept
  if (has_modes(to)) {
    if (outs.size() == 1 && ins.size() != 1) ins = as_one(ins, outs[0].name);
    if (ins.size() != outs.size()) {
      return Error{ErrorCode::kShape,
                   what_from + " gives " + names_text(outs) + ", and " + what_to + " has " +
                       std::to_string(ins.size()) + " modes"};
    }
    met = ins;
  } else if (outs.size() == 1 && ins.size() == 1) {
    met = ins;
  } else {
    kept.clear();
    for (std::size_t k = 0; k < outs.size(); ++k) {
      const Coordinate* same = named(ins, outs[k].name);
      if (same == nullptr && outs[k].size == Word{1}) continue;
      if (same == nullptr) return lacks(what_to, "input", outs[k].name, what_from);
      met.push_back(*same);
      kept.push_back(k);
    }
    for (const Coordinate& each : without_units(ins)) {
      if (named(outs, each.name) == nullptr) {
        return lacks(what_from, "output", each.name, what_to);
      }
    }
  }
  for (std::size_t k = 0; k < kept.size(); ++k) {
    const OutAxis& out = outs[kept[k]];
    if (out.size && *out.size != met[k].size) {
      return size_differs(what_from, out.name, *out.size, what_to, met[k].name, met[k].size);
    }
    met[k].name = out.name;
  }
  std::string names = names_taken(to, met);
  IndexMap memory = without_unmet(to, met);
  met = moved(met, to);
  std::vector<std::size_t> order(met.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::ranges::sort(order, std::greater<>(), [&](std::size_t i) { return met[i].first; });
  for (const std::size_t i : order) {
    memory = memory.joined(met[i].first, met[i].count, met[i].name);
  }
  std::vector<Axis> axes;
  for (const Coordinate& each : met) axes.push_back({each.name, each.size});
  for (const Axis& axis : memory.axes()) {
    if (axis.is_parameter) axes.push_back(axis);
  }
  return JoinedMaps{from.with_outputs(kept), memory.over(axes), std::move(names)};
}

}  // namespace tileproof
