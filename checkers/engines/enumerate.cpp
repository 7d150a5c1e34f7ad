// Every point, by the definition on 64-bit integers: the second opinion on all other engines.
#include <algorithm>
#include <unordered_map>

#include "checkers/engines/engines.hpp"
#include "checkers/engines/odometer.hpp"
#include "checkers/engines/point_table.hpp"
#include "checkers/limits/deadline.hpp"

namespace tileproof {
namespace {

// More where a point costs only its own evaluation than where a table of all of them is kept: one
// of 2^21 points takes 50 MB.
constexpr Word kMaxVisits = Word{1} << 24;
constexpr Word kMaxTabled = Word{1} << 21;

Open too_many(const std::string& what, Word limit) {
  return {what + " exceed the " + std::to_string(limit) + " that are visited"};
}

Open out_of_time(const Limits& limits) {
  return {"enumeration ran out of time after " + std::to_string(limits.seconds) + " s"};
}

Open too_wide() { return {"the outputs have more than 64 bits together"}; }

// The values of axes, the first slowest, at a position in their run.
std::vector<Word> values_at_position(std::span<const Axis> axes, Word position) {
  std::vector<Word> values(axes.size());
  for (std::size_t i = axes.size(); i-- > 0;) {
    values[i] = axes[i].first + position % axes[i].size;
    position /= axes[i].size;
  }
  return values;
}

// The value at a point in the order of variables.
std::vector<Word> value_of(const IndexMap& map, std::span<const Word> slowest_first) {
  return value_at(map, reversed(slowest_first));
}

std::vector<Word> joined(std::span<const Word> x, std::span<const Word> y) {
  std::vector<Word> both(x.begin(), x.end());
  both.insert(both.end(), y.begin(), y.end());
  return both;
}

// Parameters first, then the inputs; the values of both in the order of the axes.
class AxisOrder {
 public:
  explicit AxisOrder(const IndexMap& map) : map_(map) {
    for (const Axis& axis : slowest_first(map)) {
      (axis.is_parameter ? parameters : own).push_back(axis);
    }
  }
  [[nodiscard]] std::vector<Word> point(std::span<const Word> fixed,
                                        std::span<const Word> free) const {
    std::vector<Word> values(map_.axes().size());
    std::size_t parameter = 0;
    std::size_t next = 0;
    for (std::size_t i = values.size(); i-- > 0;) {
      values[i] = map_.axes()[i].is_parameter ? fixed[parameter++] : free[next++];
    }
    return values;
  }

  std::vector<Axis> parameters;
  std::vector<Axis> own;

 private:
  const IndexMap& map_;
};

// A value that is visited is compared with the first point that had it: if any two differ in g,
// some point differs from the first.  Of more points than a table keeps, the first may break it.
Answer on_one_side(const Determines& asked, const Limits& limits) {
  const IndexMap& map = asked.f;
  const AxisOrder order(map);
  Deadline deadline(limits);
  Word visited = 0;
  Odometer fixed(order.parameters);
  do {
    PointTable seen(map, std::min(map.points(), kMaxTabled));
    Odometer point(order.own);
    std::uint32_t position = 0;
    do {
      if (position == kMaxTabled) return too_many("the points", kMaxTabled);
      if (++visited > kMaxVisits) return too_many("the points", kMaxVisits);
      const auto at = order.point(fixed.values(), point.values());
      const auto key = seen.key_of(value_at(map, at));
      if (!key) return too_wide();
      if (const auto earlier = seen.insert(*key, position++)) {
        const auto first = values_at_position(order.own, *earlier);
        if (!asked.g ||
            value_at(*asked.g, at) != value_at(*asked.g, order.point(fixed.values(), first))) {
          return Broken{joined(joined(fixed.values(), point.values()), first)};
        }
      }
      if (deadline.is_over()) return out_of_time(limits);
    } while (point.advance());
  } while (fixed.advance());
  return Yes{};
}

// By a table of the second side, then one visit for each point of the first.
Answer on_two_sides(const Determines& asked, const Limits& limits) {
  const auto& [f, g] = *asked.other;
  if (asked.f.has_parameters() || f.has_parameters()) {
    return Open{"two sides are visited for each value of the parameters"};
  }
  if (asked.f.points() > kMaxTabled || f.points() > kMaxTabled) {
    return too_many("the places", kMaxTabled);
  }
  Deadline deadline(limits);
  // Which point has a value first, and which has it first with another g.
  PointTable seen(asked.f, f.points());
  std::unordered_map<std::uint32_t, std::uint32_t> contradictions;
  const auto places = slowest_first(f);
  const auto g_at = [&](std::uint32_t position) {
    return value_of(g, values_at_position(places, position));
  };
  Odometer place(places);
  std::uint32_t position = 0;
  do {
    const auto key = seen.key_of(value_of(f, place.values()));
    if (!key) return too_wide();
    const auto first = seen.insert(*key, position);
    if (first && !contradictions.contains(*first) && g_at(*first) != value_of(g, place.values())) {
      contradictions.emplace(*first, position);
    }
    ++position;
    if (deadline.is_over()) return out_of_time(limits);
  } while (place.advance());
  Odometer point(slowest_first(asked.f));
  do {
    const auto key = seen.key_of(value_of(asked.f, point.values()));
    if (!key) return too_wide();
    const auto first = seen.find(*key);
    if (first) {
      const auto other = contradictions.find(*first);
      if (g_at(*first) != value_of(*asked.g, point.values())) {
        return Broken{joined(point.values(), values_at_position(places, *first))};
      }
      if (other != contradictions.end()) {
        return Broken{joined(point.values(), values_at_position(places, other->second))};
      }
    }
    if (deadline.is_over()) return out_of_time(limits);
  } while (point.advance());
  return Yes{};
}

// The first value of the box that is not taken; an offset is slowest, then comes the last
// coordinate.
Answer first_free(const Covers& asked, const PointTable& taken, Word largest) {
  std::vector<Axis> wanted;
  Word values = 1;
  for (std::size_t k = 0; k < asked.sizes.size(); ++k) {
    wanted.push_back(
        {asked.map.out_axes()[k].name, asked.sizes[k].value_or(std::max(largest, largest + 1))});
    if (__builtin_mul_overflow(values, wanted.back().size, &values)) values = ~Word{0};
  }
  if (values == taken.size()) return Yes{};
  const bool has_offset = !asked.sizes[0];
  const auto turned = [&](auto list) {
    std::reverse(list.begin() + (has_offset ? 1 : 0), list.end());
    return list;
  };
  Odometer odometer(turned(wanted));
  const auto is_taken = [taken](const std::vector<Word>& value) {
    const auto key = taken.key_of(value);
    return key && taken.find(*key);
  };
  const auto value = [&] {
    return turned(std::vector<Word>(odometer.values().begin(), odometer.values().end()));
  };
  while (is_taken(value())) odometer.advance();
  Missing gap{value(), std::nullopt, {}, {}};
  if (has_offset) gap.largest = largest;
  gap.argument = [is_taken, value = gap.value] { return !is_taken(value); };
  return gap;
}

struct ByEnumeration {
  const Question& question;
  const Limits& limits;

  template <typename Pointwise>
  Answer operator()(const Pointwise& /*asked*/) const {
    if (visits(question) > kMaxVisits) return too_many("the cases", kMaxVisits);
    Deadline deadline(limits);
    Odometer at(variables(question));
    do {
      if (breaks(U64{}, question, at.values())) {
        return Broken{{at.values().begin(), at.values().end()}};
      }
      if (deadline.is_over()) return out_of_time(limits);
    } while (at.advance());
    return Yes{};
  }

  Answer operator()(const Determines& asked) const {
    return asked.other ? on_two_sides(asked, limits) : on_one_side(asked, limits);
  }

  Answer operator()(const Covers& asked) const {
    if (asked.map.has_parameters()) return Open{"what is covered is asked for each parameter"};
    if (asked.map.points() > kMaxTabled) return too_many("the points", kMaxTabled);
    Deadline deadline(limits);
    PointTable taken(asked.map, asked.map.points());
    std::uint32_t position = 0;
    Word largest = 0;
    Odometer point(slowest_first(asked.map));
    do {
      const auto value = value_of(asked.map, point.values());
      largest = std::max(largest, value.front());
      const auto key = taken.key_of(value);
      if (!key) return too_wide();
      taken.insert(*key, position++);
      if (deadline.is_over()) return out_of_time(limits);
    } while (point.advance());
    if (!asked.image) return first_free(asked, taken, largest);
    if (asked.image->points() > kMaxVisits) return too_many("the places", kMaxVisits);
    Odometer wanted(slowest_first(*asked.image));
    do {
      const auto value = value_of(*asked.image, wanted.values());
      const auto key = taken.key_of(value);
      if (!key || !taken.find(*key)) {
        Missing gap{value, std::nullopt, {wanted.values().begin(), wanted.values().end()}, {}};
        gap.argument = [taken, key] { return !key || !taken.find(*key); };
        return gap;
      }
      if (deadline.is_over()) return out_of_time(limits);
    } while (wanted.advance());
    return Yes{};
  }
};

}  // namespace

Answer decide_by_enumeration(const Question& question, const Limits& limits) {
  return std::visit(ByEnumeration{question, limits}, question.form);
}

}  // namespace tileproof
