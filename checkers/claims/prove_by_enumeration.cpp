// Every point, by the definition on 64-bit integers: the second opinion on all other engines.
#include <chrono>
#include <map>
#include <unordered_map>

#include "checkers/claims/engines.hpp"
#include "checkers/claims/obligation.hpp"
#include "checkers/layout/places.hpp"

namespace tileproof {
namespace {

constexpr Word kMaxVisits = Word{1} << kMaxVisitedBits;
constexpr Word kMaxTabled = Word{1} << kMaxTabledBits;

Unknown too_many(const std::string& what, Word limit) {
  return {what + " exceed the " + std::to_string(limit) + " that are visited"};
}

// Runs through all values of axes, the first slowest.
class Odometer {
 public:
  explicit Odometer(std::span<const Axis> axes) : axes_(axes.begin(), axes.end()) {
    for (const Axis& axis : axes_) values_.push_back(axis.first);
  }
  [[nodiscard]] std::span<const Word> values() const { return values_; }
  // False when all values have been seen.
  bool advance() {
    for (std::size_t i = axes_.size(); i-- > 0;) {
      if (++values_[i] < axes_[i].first + axes_[i].size) return true;
      values_[i] = axes_[i].first;
    }
    return false;
  }

 private:
  std::vector<Axis> axes_;
  std::vector<Word> values_;
};

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

struct HashValues {
  std::size_t operator()(const std::vector<Word>& values) const {
    std::size_t hash = 0;
    for (const Word value : values) hash = (hash ^ value) * 0x9e3779b97f4a7c15 + (hash >> 29);
    return hash;
  }
};

template <typename T>
using ByValue = std::unordered_map<std::vector<Word>, T, HashValues>;

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
      ByValue<std::vector<Word>> seen;
      Odometer point(own);
      do {
        const auto [earlier, is_new] =
            seen.emplace(value_at(map, joined(map, fixed.values(), point.values())),
                         std::vector<Word>(point.values().begin(), point.values().end()));
        if (!is_new) {
          std::vector<Word> at(fixed.values().begin(), fixed.values().end());
          at.insert(at.end(), point.values().begin(), point.values().end());
          at.insert(at.end(), earlier->second.begin(), earlier->second.end());
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
    // What the cell holds, who wrote it first, and who wrote something else first.
    struct Cell {
      std::vector<Word> element;
      std::vector<Word> writer;
      std::vector<Word> other_writer;
    };
    ByValue<Cell> cells;
    ByValue<bool> held;
    Odometer place(slowest_first(claim.source));
    do {
      const auto element = value_at(claim.source, reversed(place.values()));
      held.emplace(element, true);
      const std::vector<Word> writer(place.values().begin(), place.values().end());
      const auto [cell, is_new] =
          cells.emplace(value_at(claim.written, element), Cell{element, writer, {}});
      if (!is_new && cell->second.other_writer.empty() && cell->second.element != element) {
        cell->second.other_writer = writer;
      }
      if (deadline.is_over()) return out_of_time(limits);
    } while (place.advance());
    Odometer reader(slowest_first(claim.destination));
    do {
      const auto wanted = value_at(claim.destination, reversed(reader.values()));
      const auto address = value_at(claim.read, wanted);
      const auto cell = cells.find(address);
      std::vector<Word> at(reader.values().begin(), reader.values().end());
      const std::vector<Word>* wrong = nullptr;
      const std::vector<Word> anyone(claim.source.axes().size(), 0);
      if (value_at(claim.written, wanted) != address) wrong = &anyone;
      if (wrong == nullptr && cell != cells.end()) {
        if (cell->second.element != wanted) {
          wrong = &cell->second.writer;
        } else if (!cell->second.other_writer.empty()) {
          wrong = &cell->second.other_writer;
        }
      }
      if (wrong != nullptr) {
        at.insert(at.end(), wrong->begin(), wrong->end());
        return refuted(whole, "enumerate", at);
      }
      if (!held.contains(wanted)) return never_written(claim, at, held);
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

  static Verdict never_written(const Converts& claim,
                               std::span<const Word> reader,
                               const ByValue<bool>& held) {
    const auto place = reversed(reader);
    const auto element = value_at(claim.destination, place);
    Counterexample example;
    example.text = "no place of the source holds the element that is read:";
    for (std::size_t i = 0; i < place.size(); ++i) {
      example.fields.emplace_back(claim.destination.axes()[i].name, place[i]);
      example.text += " " + claim.destination.axes()[i].name + " " + std::to_string(place[i]);
    }
    return Refuted::replayed("enumerate", std::move(example), [&] {
      return !held.contains(value_at(claim.destination, place));
    });
  }

  Verdict surjective(const IndexMap& map) const {
    if (map.has_parameters()) {
      return Unknown{"surjectivity is not decided for layouts with parameters"};
    }
    if (map.gives_unsized_coordinates()) return Unknown{"the coordinates have no sizes"};
    if (map.points() > kMaxTabled) return too_many("the points", kMaxTabled);
    Deadline deadline(limits);
    std::vector<OutAxis> outs(map.out_axes().begin(), map.out_axes().end());
    ByValue<bool> taken;
    Word largest = 0;
    std::vector<Word> at_largest;
    Odometer point(slowest_first(map));
    do {
      const auto place = reversed(point.values());
      auto value = value_at(map, place);
      if (map.gives_offset() && value.front() >> 63 != 0) return Unknown{"an offset is below 0"};
      if (map.gives_offset() && (at_largest.empty() || value.front() > largest)) {
        largest = value.front();
        at_largest = place;
      }
      taken.emplace(std::move(value), true);
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
    while (taken.contains(value())) odometer.advance();
    return missing(map, value(), taken, at_largest);
  }

  Verdict missing(const IndexMap& map,
                  const std::vector<Word>& value,
                  const ByValue<bool>& taken,
                  const std::vector<Word>& at_largest) const {
    Counterexample example;
    example.text = "no point has";
    for (std::size_t i = 0; i < value.size(); ++i) {
      example.text += " " + map.out_axes()[i].name + " " + std::to_string(value[i]);
      example.fields.emplace_back(map.out_axes()[i].name, value[i]);
    }
    if (!at_largest.empty()) {
      const Word largest = value_at(map, at_largest).front();
      example.text += "; the largest is " + std::to_string(largest);
      example.fields.emplace_back("largest", largest);
    }
    return Refuted::replayed(
        "enumerate", std::move(example), [&] { return !taken.contains(value); });
  }
};

}  // namespace

Verdict prove_by_enumeration(const Claim& claim, const Limits& limits) {
  return std::visit(Enumeration{claim, limits}, claim);
}

}  // namespace tileproof
