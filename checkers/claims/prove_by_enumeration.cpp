// Every point, by the definition on 64-bit integers: the second opinion on all other engines.
#include <chrono>
#include <unordered_map>

#include "checkers/claims/counterexample.hpp"
#include "checkers/claims/engines.hpp"
#include "checkers/claims/obligation.hpp"
#include "checkers/claims/odometer.hpp"
#include "checkers/claims/point_table.hpp"
#include "checkers/layout/places.hpp"

namespace tileproof {
namespace {

constexpr Word kMaxVisits = Word{1} << kMaxVisitedBits;
// A table of so many points takes 50 MB.
constexpr Word kMaxTabled = Word{1} << 21;

Unknown too_many(const std::string& what, Word limit) {
  return {what + " exceed the " + std::to_string(limit) + " that are visited"};
}

class Deadline {
 public:
  explicit Deadline(const Limits& limits)
      : end_(std::chrono::steady_clock::now() +
             std::chrono::duration_cast<std::chrono::steady_clock::duration>(
                 std::chrono::duration<double>(limits.seconds))) {}
  // Asks the clock now and then.
  bool is_over() { return (++calls_ & 0xfff) == 0 && std::chrono::steady_clock::now() > end_; }

 private:
  std::chrono::steady_clock::time_point end_;
  unsigned calls_ = 0;
};

Unknown out_of_time(const Limits& limits) {
  return {"enumeration ran out of time after " + std::to_string(limits.seconds) + " s"};
}

// The number of assignments, or nullopt beyond 2^64.
std::optional<Word> product_of_sizes(std::span<const Axis> axes) {
  Word product = 1;
  for (const Axis& axis : axes) {
    if (__builtin_mul_overflow(product, axis.size, &product)) return std::nullopt;
  }
  return product;
}

// The values of axes, the first slowest, at a position in their run.
std::vector<Word> values_at_position(std::span<const Axis> axes, Word position) {
  std::vector<Word> values(axes.size());
  for (std::size_t i = axes.size(); i-- > 0;) {
    values[i] = axes[i].first + position % axes[i].size;
    position /= axes[i].size;
  }
  return values;
}

Unknown too_wide() { return {"the outputs have more than 64 bits together"}; }

struct Enumeration {
  const Claim& whole;
  const Limits& limits;

  // One visit for each assignment of the variables.
  template <typename T>
  Verdict operator()(const T&) const {
    const auto axes = variables(whole);
    const auto visits = product_of_sizes(axes);
    if (!visits || *visits > kMaxVisits) return too_many("the cases", kMaxVisits);
    Deadline deadline(limits);
    Odometer at(axes);
    do {
      if (fails_at(U64{}, whole, at.values())) return refuted(whole, "enumerate", at.values());
      if (deadline.is_over()) return out_of_time(limits);
    } while (at.advance());
    return Proved{"enumerate", scope(whole)};
  }

  // The first point that has the value of an earlier one, for the smallest parameters.
  Verdict operator()(const Injective& claim) const {
    const IndexMap& map = claim.map;
    if (map.points() > kMaxTabled || map.parameter_points() > kMaxVisits / map.points()) {
      return too_many("the points", map.has_parameters() ? kMaxVisits : kMaxTabled);
    }
    std::vector<Axis> parameters;
    std::vector<Axis> own;
    for (const Axis& axis : slowest_first(map)) {
      (axis.is_parameter ? parameters : own).push_back(axis);
    }
    Deadline deadline(limits);
    Odometer fixed(parameters);
    do {
      PointTable seen(map, map.points());
      Odometer point(own);
      std::uint32_t position = 0;
      do {
        const auto key = seen.key_of(value_at(map, joined(map, fixed.values(), point.values())));
        if (!key) return too_wide();
        if (const auto earlier = seen.insert(*key, position++)) {
          std::vector<Word> at(fixed.values().begin(), fixed.values().end());
          at.insert(at.end(), point.values().begin(), point.values().end());
          const auto first = values_at_position(own, *earlier);
          at.insert(at.end(), first.begin(), first.end());
          return refuted(whole, "enumerate", at);
        }
        if (deadline.is_over()) return out_of_time(limits);
      } while (point.advance());
    } while (fixed.advance());
    return Proved{"enumerate", scope(whole)};
  }

  Verdict operator()(const Surjective& claim) const { return surjective(claim.map); }

  Verdict operator()(const Bijective& claim) const {
    const Claim injective = Injective{claim.map};
    Verdict first = Enumeration{injective, limits}(std::get<Injective>(injective));
    if (!is_proved(first)) return first;
    return surjective(claim.map);
  }

  // By a table of what is written where, then one visit for each reader.
  Verdict operator()(const Converts& claim) const {
    if (claim.source.points() > kMaxTabled || claim.destination.points() > kMaxTabled) {
      return too_many("the places", kMaxTabled);
    }
    Deadline deadline(limits);
    // Who wrote a cell first, and who wrote another element there first.
    PointTable cells(claim.written, claim.source.points());
    PointTable held(claim.source, claim.source.points());
    std::unordered_map<std::uint32_t, std::uint32_t> contradictions;
    const auto places = slowest_first(claim.source);
    const auto element_at = [&](std::uint32_t position) {
      return value_at(claim.source, reversed(values_at_position(places, position)));
    };
    Odometer place(places);
    std::uint32_t position = 0;
    do {
      const auto element = value_at(claim.source, reversed(place.values()));
      const auto element_key = held.key_of(element);
      const auto cell_key = cells.key_of(value_at(claim.written, element));
      if (!element_key || !cell_key) return too_wide();
      held.insert(*element_key, position);
      const auto first = cells.insert(*cell_key, position);
      if (first && element_at(*first) != element) contradictions.emplace(*first, position);
      ++position;
      if (deadline.is_over()) return out_of_time(limits);
    } while (place.advance());
    Odometer reader(slowest_first(claim.destination));
    do {
      const auto wanted = value_at(claim.destination, reversed(reader.values()));
      const auto address = value_at(claim.read, wanted);
      const auto wanted_key = held.key_of(wanted);
      const auto address_key = cells.key_of(address);
      if (!wanted_key || !address_key) return too_wide();
      const auto writer = cells.find(*address_key);
      std::optional<std::uint32_t> wrong;
      if (value_at(claim.written, wanted) != address) {
        wrong = 0;  // whoever writes
      } else if (writer && element_at(*writer) != wanted) {
        wrong = *writer;
      } else if (const auto other = contradictions.find(writer.value_or(~std::uint32_t{0}));
                 other != contradictions.end()) {
        wrong = other->second;
      }
      std::vector<Word> at(reader.values().begin(), reader.values().end());
      if (wrong) {
        const auto who = values_at_position(places, *wrong);
        at.insert(at.end(), who.begin(), who.end());
        return refuted(whole, "enumerate", at);
      }
      if (!held.find(*wanted_key)) return never_written(claim, at);
      if (deadline.is_over()) return out_of_time(limits);
    } while (reader.advance());
    return Proved{"enumerate", scope(whole)};
  }

 private:
  static std::vector<Word> joined(const IndexMap& map,
                                  std::span<const Word> parameters,
                                  std::span<const Word> own) {
    std::vector<Word> point(map.axes().size());
    std::size_t parameter = 0;
    std::size_t next = 0;
    for (std::size_t i = point.size(); i-- > 0;) {
      point[i] = map.axes()[i].is_parameter ? parameters[parameter++] : own[next++];
    }
    return point;
  }

  static Verdict never_written(const Converts& claim, std::span<const Word> reader) {
    const auto place = reversed(reader);
    const auto element = value_at(claim.destination, place);
    Counterexample example;
    example.text = "no place of the source holds the element that is read:";
    for (std::size_t i = 0; i < place.size(); ++i) {
      example.fields.emplace_back(claim.destination.axes()[i].name, place[i]);
      example.text += " " + claim.destination.axes()[i].name + " " + std::to_string(place[i]);
    }
    return Refuted::replayed("enumerate", std::move(example), [&] {
      Odometer writer(claim.source.axes());
      do {
        if (value_at(claim.source, writer.values()) == element) return false;
      } while (writer.advance());
      return true;
    });
  }

  Verdict surjective(const IndexMap& map) const {
    if (map.has_parameters()) {
      return Unknown{"surjectivity is decided for each value of the parameters"};
    }
    if (map.gives_unsized_coordinates()) return Unknown{"the coordinates have no sizes"};
    if (map.points() > kMaxTabled) return too_many("the points", kMaxTabled);
    Deadline deadline(limits);
    std::vector<OutAxis> outs(map.out_axes().begin(), map.out_axes().end());
    PointTable taken(map, map.points());
    std::uint32_t position = 0;
    Word largest = 0;
    Odometer point(slowest_first(map));
    do {
      const auto value = value_at(map, reversed(point.values()));
      if (map.gives_offset() && value.front() >> 63 != 0) return Unknown{"an offset is below 0"};
      largest = std::max(largest, value.front());
      const auto key = taken.key_of(value);
      if (!key) return too_wide();
      taken.insert(*key, position++);
      if (deadline.is_over()) return out_of_time(limits);
    } while (point.advance());
    std::vector<Axis> wanted;
    for (const OutAxis& out : outs) wanted.push_back({out.name, out.size.value_or(largest + 1)});
    const auto values = product_of_sizes(wanted);
    if (values && *values == taken.size()) return Proved{"enumerate", scope(whole)};
    // An offset is slowest, then comes the last coordinate.
    const auto turned = [&](auto list) {
      std::reverse(list.begin() + (map.gives_offset() ? 1 : 0), list.end());
      return list;
    };
    Odometer odometer(turned(wanted));
    const auto value = [&] {
      return turned(std::vector<Word>(odometer.values().begin(), odometer.values().end()));
    };
    const auto is_taken = [&](const std::vector<Word>& wanted_value) {
      const auto key = taken.key_of(wanted_value);
      return key && taken.find(*key);
    };
    while (is_taken(value())) odometer.advance();
    const auto largest_of_all = map.gives_offset() ? std::optional(largest) : std::nullopt;
    return refuted_missing(
        map, "enumerate", value(), largest_of_all, [&] { return !is_taken(value()); });
  }
};

}  // namespace

Verdict prove_by_enumeration(const Claim& claim, const Limits& limits) {
  return std::visit(Enumeration{claim, limits}, claim);
}

}  // namespace tileproof
