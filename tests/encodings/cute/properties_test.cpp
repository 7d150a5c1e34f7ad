// Where all obligations of an operation hold, its result is what the operation is for: shown on
// random layouts by trying all elements, in code that shares nothing with the operations.
#include <gtest/gtest.h>

#include "encodings/cute/coalesce.hpp"
#include "encodings/cute/complement.hpp"
#include "encodings/cute/composition.hpp"
#include "encodings/cute/divide.hpp"
#include "encodings/cute/inverse.hpp"
#include "encodings/cute/product.hpp"
#include "encodings/cute/recast.hpp"
#include "encodings/cute/tile_order.hpp"
#include "properties/cute/generators.hpp"
#include "properties/cute/naive.hpp"
#include "tests/encodings/cute/reading.hpp"

namespace tileproof::cute {
namespace {

constexpr int kAnswers = 500;

struct Tally {
  int right = 0;
  int wrong = 0;
  int false_alarms = 0;  // right, and an obligation fails
};

// Draws until CuTe has answered kAnswers times.  `operation` draws its operands and returns its
// answer, and `has_property` says of the same operands whether a layout is right.
template <typename Case>
Tally tally(const Case& draw_case) {
  gen::Source random = gen::Source::random(20261120);
  Tally counts;
  for (int draws = 0; counts.right + counts.wrong < kAnswers; ++draws) {
    if (draws > 200 * kAnswers) throw std::runtime_error("CuTe refuses nearly all operands");
    const auto [answer, text, has_property] = draw_case(random);
    if (!answer) continue;
    const bool is_right = has_property(answer.value().layout);
    const bool holds = all_hold(answer.value());
    if (holds && !is_right) ADD_FAILURE() << text << " -> " << show(answer) << ", which is wrong";
    ++(is_right ? counts.right : counts.wrong);
    counts.false_alarms += is_right && !holds;
  }
  // Of what is drawn less than a fifth is trivial, and of the rest some is right by luck.
  EXPECT_LT(counts.false_alarms, kAnswers * 3 / 100);
  return counts;
}

template <typename Property>
struct Case {
  Result<Answer> answer;
  std::string text;
  Property has_property;
};
template <typename Property>
Case(Result<Answer>, std::string, Property) -> Case<Property>;

std::string text_of(const Layout& a, const std::string& b) { return print(a) + " and " + b; }

// An operation on one layout.
template <typename Draw, typename Operation, typename Property>
Tally tally_of_one(const Draw& draw, const Operation& operation, const Property& property) {
  return tally([&](Source& random) {
    const Layout a = draw(random);
    return Case{check(a) ? Result<Answer>(*check(a)) : operation(a),
                print(a),
                [a, &property](const Layout& r) { return property(a, r); }};
  });
}

Layout with_swizzle(Source& random) { return draw_swizzled(random, 6); }
Layout without_offset(Source& random) { return draw_swizzled(random, 6, /*has_offset=*/false); }

TEST(CuteProperties, Coalesce) {
  EXPECT_EQ(tally_of_one(with_swizzle, coalesce, naive::is_coalesced).right, kAnswers);
}

TEST(CuteProperties, CoalesceByMode) {
  const auto property = [](const Layout& a, const Layout& r) {
    return a.mode.is_leaf() ? naive::is_coalesced(a, r) : naive::is_coalesced_by_mode(a, r);
  };
  EXPECT_EQ(tally_of_one(with_swizzle, coalesce_by_mode, property).right, kAnswers);
}

TEST(CuteProperties, Filter) {
  EXPECT_EQ(tally_of_one(with_swizzle, filter, naive::is_filtered).right, kAnswers);
}

TEST(CuteProperties, RightInverse) {
  const auto counts = tally_of_one(without_offset, right_inverse, naive::is_right_inverse);
  EXPECT_GT(counts.right, kAnswers / 2);
}

TEST(CuteProperties, LeftInverse) {
  const auto counts = tally_of_one(without_offset, left_inverse, naive::is_left_inverse);
  EXPECT_GT(counts.right, kAnswers / 2);
  EXPECT_GT(counts.wrong, kAnswers / 50);
}

TEST(CuteProperties, Recast) {
  const auto counts = tally([](Source& random) {
    static constexpr Int kWidths[] = {8, 16, 32, 24, 12};
    const Layout a = draw_swizzled(random, 6);
    const Int old_bits = kWidths[random.below(5)];
    const Int new_bits = kWidths[random.below(5)];
    const Int common = std::gcd(old_bits, new_bits);
    return Case{check(a) ? Result<Answer>(*check(a)) : recast(a, old_bits, new_bits),
                text_of(a, std::to_string(old_bits) + " to " + std::to_string(new_bits)),
                [=](const Layout& r) {
                  return naive::is_recast(a, old_bits / common, r, new_bits / common);
                }};
  });
  EXPECT_GT(counts.right, kAnswers / 10);
  EXPECT_GT(counts.wrong, kAnswers / 50);
}

TEST(CuteProperties, Complement) {
  const auto counts = tally([](Source& random) {
    const Layout a = draw_swizzled(random, 4);
    std::vector<Int> cotarget(1 + random.below(2));
    Int target = 1;
    for (Int& each : cotarget) target *= each = 1 + draw_below(random, 30);
    return Case{check(a) ? Result<Answer>(*check(a)) : complement(a, cotarget),
                text_of(a, "up to " + std::to_string(target)),
                [=](const Layout& r) { return naive::is_complement(a, target, r.mode); }};
  });
  EXPECT_GT(counts.right, kAnswers / 10);
  EXPECT_GT(counts.wrong, kAnswers / 50);
}

TEST(CuteProperties, Composition) {
  const auto counts = tally([](Source& random) {
    const Layout a = draw_swizzled(random, 5);
    Layout b = draw_layout(random, 5, /*negative=*/true);
    if (random.below(4) == 0) b = draw_swizzled(random, 5, /*has_offset=*/false);
    return Case{
        check(a) || check(b) ? Result<Answer>(Error{ErrorCode::kInvalid, ""}) : composition(a, b),
        text_of(a, print(b)),
        [=](const Layout& r) { return naive::is_composition(a, b, r); }};
  });
  EXPECT_GT(counts.right, kAnswers / 10);
  EXPECT_GT(counts.wrong, kAnswers / 50);
}

// The tiler's layout for mode i, and A's mode i.
struct TiledMode {
  Layout a;
  Layout tile;
};
std::vector<TiledMode> tiled_modes(const Layout& a, const Tiler& tiler) {
  if (!tiler.by_mode) return {{a, tiler.layouts[0]}};
  std::vector<TiledMode> modes;
  for (std::size_t i = 0; i < tiler.layouts.size(); ++i) {
    modes.push_back({naive::plain(naive::modes_of(a.mode)[i]), tiler.layouts[i]});
  }
  return modes;
}

// Does R's mode i have the property of A's mode i and its tile, and is the rest of A as it was?
template <typename Property>
bool has_by_mode(const Layout& a,
                 const Tiler& tiler,
                 const Layout& r,
                 bool keeps_rest,
                 const Property& property) {
  if (!tiler.by_mode) return property(a, tiler.layouts[0], r);
  const auto tiled = tiled_modes(a, tiler);
  std::vector<Mode> rest = naive::modes_of(a.mode);
  rest.erase(rest.begin(), rest.begin() + static_cast<std::ptrdiff_t>(tiled.size()));
  if (!keeps_rest) rest.clear();
  const auto& modes = r.mode.modes;
  if (!naive::starts_alike(a, r) || modes.size() != tiled.size() + rest.size()) return false;
  for (std::size_t i = 0; i < modes.size(); ++i) {
    const bool fits = i < tiled.size() ? property(tiled[i].a, tiled[i].tile, naive::plain(modes[i]))
                                       : modes[i] == rest[i - tiled.size()];
    if (!fits) return false;
  }
  return true;
}

bool is_division(const Layout& a, const Tiler& tiler, const Layout& r) {
  return has_by_mode(
      a, tiler, r, /*keeps_rest=*/true, [](const Layout& x, const Layout& tile, const Layout& y) {
        std::vector<Int> shape;
        for (const FlatMode& mode : coalesced(flatten(x.mode))) shape.push_back(mode.size);
        if (shape.empty()) shape.push_back(1);
        const auto tiles = left_out(tile, shape);  // a witness, which is_division examines
        return tiles.has_value() && naive::is_division(x, tile, *tiles, y);
      });
}

// With a tiler by mode, the copies of all of A are apart, too.
bool is_product(const Layout& a, const Tiler& tiler, const Layout& r) {
  if (!has_by_mode(a, tiler, r, /*keeps_rest=*/true, naive::is_product)) return false;
  if (!tiler.by_mode) return true;
  std::vector<Int> block = {0};
  std::vector<std::pair<std::vector<Int>, Int>> copies = {{{}, 0}};  // by B's offsets
  for (std::size_t i = 0; i < r.mode.modes.size(); ++i) {
    const bool is_tiled = i < tiler.layouts.size();
    const Mode& mode = r.mode.modes[i];
    std::vector<Int> more;
    for (const Int x : naive::list_of(naive::plain(is_tiled ? mode.modes[0] : mode))) {
      for (const Int y : block) more.push_back(x + y);
    }
    block = std::move(more);
    if (!is_tiled) continue;
    std::vector<std::pair<std::vector<Int>, Int>> longer;
    for (Int j = 0; j < naive::size_of(tiler.layouts[i].mode); ++j) {
      for (auto [key, place] : copies) {
        key.push_back(naive::at(tiler.layouts[i], j));
        longer.emplace_back(key, place + naive::sum_at(mode.modes[1], j));
      }
    }
    copies = std::move(longer);
  }
  std::map<Int, std::vector<Int>> copy_of;
  for (const auto& [key, place] : copies) {
    for (const Int offset : block) {
      if (copy_of.emplace(offset + place, key).first->second != key) return false;
    }
  }
  return true;
}

// Draws until CuTe answers.
template <typename Operation, typename Property>
Tally tally_of_tilers(Int max_size, const Operation& operation, const Property& property) {
  return tally([&](Source& random) {
    const Layout a = draw_swizzled(random, max_size);
    const Tiler tiler = draw_tiler(random, a, 4);
    return Case{check(a) ? Result<Answer>(*check(a)) : operation(a, tiler),
                text_of(a, print(tiler)),
                [=, &property](const Layout& r) { return property(a, tiler, r); }};
  });
}

TEST(CuteProperties, CompositionByMode) {
  const auto property = [](const Layout& a, const Tiler& tiler, const Layout& r) {
    return has_by_mode(a, tiler, r, /*keeps_rest=*/false, naive::is_composition);
  };
  const auto counts = tally_of_tilers(
      6, [](const Layout& a, const Tiler& b) { return composition(a, b); }, property);
  EXPECT_GT(counts.right, kAnswers / 10);
}

TEST(CuteProperties, LogicalDivide) {
  const auto counts = tally_of_tilers(8, logical_divide, is_division);
  EXPECT_GT(counts.right, kAnswers / 10);
  EXPECT_GT(counts.wrong, kAnswers / 50);
}

TEST(CuteProperties, LogicalProduct) {
  const auto counts = tally_of_tilers(5, logical_product, is_product);
  EXPECT_GT(counts.right, kAnswers / 10);
  EXPECT_GT(counts.wrong, kAnswers / 50);
}

template <typename Operation, typename Logical, typename Property>
void check_order(Int max_size,
                 const Operation& operation,
                 const Logical& logical,
                 const Property& property,
                 TileOrder order) {
  const auto counts = tally_of_tilers(
      max_size, operation, [&](const Layout& a, const Tiler& tiler, const Layout& r) {
        const auto answer = logical(a, tiler);
        return property(a, tiler, answer.value().layout) &&
               naive::is_reordered(answer.value().layout, tiler, r, order);
      });
  EXPECT_GT(counts.right, kAnswers / 10);
}

TEST(CuteProperties, ZippedDivide) {
  check_order(8, zipped_divide, logical_divide, is_division, TileOrder::kZipped);
}
TEST(CuteProperties, TiledDivide) {
  check_order(8, tiled_divide, logical_divide, is_division, TileOrder::kTiled);
}
TEST(CuteProperties, FlatDivide) {
  check_order(8, flat_divide, logical_divide, is_division, TileOrder::kFlat);
}
TEST(CuteProperties, ZippedProduct) {
  check_order(5, zipped_product, logical_product, is_product, TileOrder::kZipped);
}
TEST(CuteProperties, TiledProduct) {
  check_order(5, tiled_product, logical_product, is_product, TileOrder::kTiled);
}
TEST(CuteProperties, FlatProduct) {
  check_order(5, flat_product, logical_product, is_product, TileOrder::kFlat);
}

template <typename Operation>
Tally tally_of_pairs(const Operation& operation, bool is_blocked) {
  return tally([&](Source& random) {
    const Layout a = draw_swizzled(random, 5);
    const Layout b = draw_layout(random, 4);
    return Case{check(a) ? Result<Answer>(*check(a)) : operation(a, b),
                text_of(a, print(b)),
                [=](const Layout& r) { return naive::is_paired_product(a, b, r, is_blocked); }};
  });
}

TEST(CuteProperties, BlockedProduct) {
  EXPECT_GT(tally_of_pairs(blocked_product, true).right, kAnswers / 10);
}

TEST(CuteProperties, RakedProduct) {
  EXPECT_GT(tally_of_pairs(raked_product, false).right, kAnswers / 10);
}

}  // namespace
}  // namespace tileproof::cute
