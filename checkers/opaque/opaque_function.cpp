#include "checkers/opaque/opaque_function.hpp"

#include <algorithm>
#include <optional>
#include <random>
#include <unordered_map>

#include "checkers/prover/prover.hpp"

namespace tileproof {
namespace {

constexpr Word kMostPoints = Word{1} << kMaxIndexBits;
constexpr std::string_view kEngine = "enumerate";
constexpr std::string_view kSampler = "samples";

using Point = std::vector<Word>;

std::optional<Word> points_of(const std::vector<Axis>& axes) {
  Word points = 1;
  for (const Axis& axis : axes) {
    if (__builtin_mul_overflow(points, axis.size, &points) || points > kMostPoints) return {};
  }
  return points;
}

// The last input is the fastest.
Point point_at(const std::vector<Axis>& axes, Word index) {
  Point at(axes.size());
  for (std::size_t k = axes.size(); k > 0; --k) {
    at[k - 1] = index % axes[k - 1].size;
    index /= axes[k - 1].size;
  }
  return at;
}

// Edges and powers of two, and any number.
Word draw(std::mt19937_64& random, Word size) {
  switch (random() % 4) {
    case 0:
      return random() % 2 == 0 ? 0 : size - 1;
    case 1:
      return std::min((Word{1} << random() % (log2_ceil(size) + 1)) - random() % 2, size - 1);
    default:
      return random() % size;
  }
}

std::string point_text(const OpaqueFunction& function, std::span<const Word> at) {
  std::string text;
  for (std::size_t i = 0; i < at.size(); ++i) {
    text += (i > 0 ? ", " : "") + function.axes[i].name + " " + std::to_string(at[i]);
  }
  return "(" + text + ")";
}

// A walk over all points, or over some; and what is said at its end.
class Walk {
 public:
  Walk(const OpaqueFunction& function, const Visits& visits)
      : function_(function), visits_(visits), points_(points_of(function.axes).value()) {}

  [[nodiscard]] bool is_whole() const { return points_ <= visits_.most_enumerated; }
  [[nodiscard]] std::string_view engine() const { return is_whole() ? kEngine : kSampler; }

  // Until visit(point, value) gives false.
  template <typename Visit>
  void each(const Visit& visit) const {
    std::mt19937_64 random(visits_.seed);
    const Word count = is_whole() ? points_ : visits_.samples;
    for (Word i = 0; i < count; ++i) {
      Point at = is_whole() ? point_at(function_.axes, i) : Point{};
      if (!is_whole()) {
        for (const Axis& axis : function_.axes) at.push_back(draw(random, axis.size));
      }
      const std::int64_t value = function_.call(at);
      if (!visit(std::move(at), value)) return;
    }
  }

  // Where nothing is broken.
  [[nodiscard]] Verdict held(std::string_view question) const {
    if (!is_whole()) {
      return Unknown{"it holds on " + std::to_string(visits_.samples) + " of " +
                     std::to_string(points_) + " points, which is no proof"};
    }
    Prover prover;
    prover.ask(Read{question, true, kEngine, ""});
    return prover.proved("all " + std::to_string(points_) + " points, each called once");
  }

  // `is_broken` calls the function at points, one behind the other in one list, and says whether
  // they break the claim; `describe` words it.  The smallest that single steps lead to is shown.
  template <typename IsBroken, typename Describe>
  [[nodiscard]] Verdict broken(Point points,
                               const IsBroken& is_broken,
                               const Describe& describe) const {
    if (!is_broken(points)) {
      return Unknown{"the function does not depend on its inputs alone: at " +
                     point_text(function_, std::span(points).first(function_.axes.size())) +
                     " it gave another value when it was called again"};
    }
    if (!is_whole()) make_smaller(points, is_broken);
    return Refuted::replayed(engine(), describe(points), [&] { return is_broken(points); });
  }

 private:
  template <typename IsBroken>
  static void make_smaller(Point& points, const IsBroken& is_broken) {
    for (bool any = true; any;) {
      any = false;
      for (std::size_t i = 0; i < points.size(); ++i) {
        for (Word step = points[i]; step > 0; step /= 2) {
          Point next = points;
          next[i] -= step;
          if (!is_broken(next)) continue;
          points = std::move(next);
          any = true;
          break;
        }
      }
    }
  }

  const OpaqueFunction& function_;
  const Visits& visits_;
  Word points_;
};

void add_point(Counterexample& to,
               const OpaqueFunction& function,
               std::span<const Word> at,
               const std::string& prefix = "") {
  for (std::size_t i = 0; i < at.size(); ++i) to.add(prefix + function.axes[i].name, at[i]);
}

// The places of the function's inputs among those of the layout.
std::optional<std::vector<std::size_t>> places_in(const IndexMap& layout,
                                                  const std::vector<Axis>& axes) {
  std::vector<std::size_t> places;
  for (const Axis& axis : layout.axes()) {
    const auto same = std::ranges::find(axes, axis.name, &Axis::name);
    if (same == axes.end() || same->size != axis.size || axis.is_parameter) return std::nullopt;
    places.push_back(static_cast<std::size_t>(same - axes.begin()));
  }
  if (places.size() != axes.size()) return std::nullopt;
  return places;
}

}  // namespace

std::optional<Error> check_inputs(const std::vector<Axis>& axes, const std::vector<Word>& most) {
  if (axes.size() != most.size()) {
    return Error{ErrorCode::kUsage,
                 "the function has " + std::to_string(most.size()) + " inputs, not " +
                     std::to_string(axes.size())};
  }
  for (std::size_t i = 0; i < axes.size(); ++i) {
    if (axes[i].size == 0 || axes[i].first != 0) {
      return Error{ErrorCode::kUsage, "'" + axes[i].name + "' is to have values from 0 on"};
    }
    if (axes[i].size - 1 > most[i]) {
      return Error{ErrorCode::kOverflow,
                   "'" + axes[i].name + "' goes up to " + std::to_string(axes[i].size - 1) +
                       ", and the function takes at most " + std::to_string(most[i])};
    }
  }
  if (!points_of(axes)) return Error{ErrorCode::kOverflow, "there are more than 2^62 points"};
  return std::nullopt;
}

Verdict check_injective(const OpaqueFunction& function, const Visits& visits) {
  const Walk walk(function, visits);
  const std::size_t inputs = function.axes.size();
  std::unordered_map<std::int64_t, Point> first;
  Point pair;
  walk.each([&](Point at, std::int64_t value) {
    const auto [found, is_new] = first.try_emplace(value, at);
    if (is_new || found->second == at) return true;
    pair = found->second;
    pair.insert(pair.end(), at.begin(), at.end());
    return false;
  });
  if (pair.empty()) return walk.held("distinct");
  const auto halves = [inputs](const Point& points) {
    return std::pair(std::span(points).first(inputs), std::span(points).subspan(inputs));
  };
  return walk.broken(
      std::move(pair),
      [&](const Point& points) {
        const auto [one, other] = halves(points);
        return !std::ranges::equal(one, other) && function.call(one) == function.call(other);
      },
      [&](const Point& points) {
        const auto [one, other] = halves(points);
        const std::int64_t value = function.call(one);
        Counterexample example;
        example.text = point_text(function, one) + " and " + point_text(function, other) +
                       " both have " + function.output + " " + std::to_string(value);
        add_point(example, function, other);
        add_point(example, function, one, "other_");
        example.add(function.output, value);
        return example;
      });
}

Verdict check_in_bounds(const OpaqueFunction& function, Word allocation, const Visits& visits) {
  const Walk walk(function, visits);
  const auto is_beyond = [&](std::int64_t value) {
    return value < 0 || static_cast<Word>(value) >= allocation;
  };
  std::optional<Point> beyond;
  walk.each([&](Point at, std::int64_t value) {
    if (is_beyond(value)) beyond = std::move(at);
    return !beyond;
  });
  if (!beyond) return walk.held("within");
  return walk.broken(
      *std::move(beyond),
      [&](const Point& at) { return is_beyond(function.call(at)); },
      [&](const Point& at) {
        const std::int64_t value = function.call(at);
        Counterexample example;
        example.text = point_text(function, at) + " has " + function.output + " " +
                       std::to_string(value) +
                       (value < 0 ? ", below 0" : ", not below " + std::to_string(allocation));
        add_point(example, function, at);
        example.add(function.output, value);
        return example;
      });
}

Result<Verdict> check_equal(const OpaqueFunction& function,
                            const IndexMap& layout,
                            const Visits& visits) {
  if (layout.out_axes().size() != 1) {
    return Error{ErrorCode::kUnsupported, "the layout gives several values, and the function one"};
  }
  const auto places = places_in(layout, function.axes);
  if (!places) {
    return Error{ErrorCode::kDimension,
                 "the layout's inputs do not have the names and sizes of the function's"};
  }
  const auto layout_value = [&](const Point& at) {
    Point point;
    for (const std::size_t place : *places) point.push_back(at[place]);
    return value_at(layout, point)[0];
  };
  // As numbers: what a layout has from 2^63 on is below 0 where it can be.
  const bool is_signed = layout.out_axes()[0].is_signed;
  const auto differs = [&](const Point& at, std::int64_t value) {
    return layout_value(at) != static_cast<Word>(value) || (value < 0 && !is_signed);
  };
  const Walk walk(function, visits);
  std::optional<Point> different;
  walk.each([&](Point at, std::int64_t value) {
    if (differs(at, value)) different = std::move(at);
    return !different;
  });
  if (!different) return walk.held("same");
  return walk.broken(
      *std::move(different),
      [&](const Point& at) { return differs(at, function.call(at)); },
      [&](const Point& at) {
        const std::int64_t value = function.call(at);
        const Word other = layout_value(at);
        const std::string other_text =
            is_signed ? std::to_string(static_cast<std::int64_t>(other)) : std::to_string(other);
        Counterexample example;
        example.text = point_text(function, at) + " has " + function.output + " " +
                       std::to_string(value) + ", and " + other_text + " in the layout";
        add_point(example, function, at);
        example.add("function", value);
        example.add("layout",
                    is_signed ? Counterexample::Value(static_cast<std::int64_t>(other))
                              : Counterexample::Value(other));
        return example;
      });
}

}  // namespace tileproof
