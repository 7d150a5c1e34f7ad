// A result changed at random, judged by the operation's obligations: where all hold, it still is
// what the operation is for; and each obligation fails for some.
#include <gtest/gtest.h>

#include "encodings/cute/coalesce.hpp"
#include "encodings/cute/complement.hpp"
#include "encodings/cute/composition.hpp"
#include "encodings/cute/divide.hpp"
#include "encodings/cute/inverse.hpp"
#include "encodings/cute/offsets.hpp"
#include "encodings/cute/product.hpp"
#include "encodings/cute/recast.hpp"
#include "encodings/cute/tile_order.hpp"
#include "properties/cute/generators.hpp"
#include "properties/cute/naive.hpp"
#include "tests/encodings/cute/reading.hpp"

namespace tileproof::cute {
namespace {

Mode& pick(Source& random, Mode& mode) {
  if (mode.is_leaf() || random.below(4) == 0) return mode;
  return pick(random, mode.modes[random.below(mode.modes.size())]);
}

void mutate(Source& random, Layout& layout) {
  Mode& mode = pick(random, layout.mode);
  const auto change = random.below(8);
  if (change == 0) layout.offset = random.below(8) == 0 ? 1 : 0;
  if (change == 1 && random.below(8) == 0) layout.swizzle = Swizzle{1, 0, 1};
  if (change == 2) mode = tuple({mode});
  if (change == 3) mode = tuple({mode, leaf(1 + draw_below(random, 2), draw_below(random, 9))});
  if (mode.is_leaf()) {
    if (change == 4) mode.stride += draw_below(random, 5) - 2;
    if (change == 5) mode.stride *= draw_below(random, 3);
    if (change == 6) mode.size = std::max(Int{1}, mode.size + draw_below(random, 3) - 1);
  } else {
    auto& modes = mode.modes;
    if (change >= 6) std::swap(modes.front(), modes[random.below(modes.size())]);
    if (change == 5 && modes.size() > 1) modes.pop_back();
    if (change == 4 && modes.size() == 1) mode = Mode(modes.front());
  }
}

// A witness that is wrong, too, now and then.
Mode mutated(Source& random, const Mode& mode) {
  Layout layout = naive::plain(mode);
  if (random.below(2) == 0) mutate(random, layout);
  return check(naive::plain(layout.mode)) ? mode : layout.mode;
}

// Orders are obligations of modes alone.
Obligation plain_obligation(const Layout& r) {
  return holds_if(r.offset == 0 && !r.swizzle, "R is plain");
}

// Up to its numbers and what was found.
std::string kind_of(const std::string& text) {
  return text.substr(0, std::min(text.find_first_of("0123456789"), text.find(": not ")));
}

// `draw_subject` gives a result of CuTe's, with its obligations and property as functions of R.
template <typename DrawSubject>
void try_mutants(const DrawSubject& draw_subject) {
  gen::Source random = gen::Source::random(20261121);
  std::map<std::string, int> failures;
  int survivors = 0;
  for (int draws = 0; draws < 800; ++draws) {
    const auto [answer, obligations_of, has_property] = draw_subject(random);
    if (!answer) continue;
    for (int mutant = 0; mutant < 8; ++mutant) {
      Layout r = *answer;
      for (int i = 0; i < mutant / 3; ++i) mutate(random, r);
      if (check(r)) continue;
      const auto obligations = obligations_of(r);
      bool all = true;
      for (const Obligation& each : obligations) {
        all = all && each.holds == Holds::kYes;
        failures[kind_of(each.text)] += each.holds == Holds::kNo;
      }
      survivors += all;
      ASSERT_TRUE(!all || has_property(r)) << print(*answer) << " became " << print(r);
    }
  }
  EXPECT_GT(survivors, 100);
  for (const auto& [text, count] : failures) EXPECT_GT(count, 0) << text;
}

template <typename Obligations, typename Property>
struct Subject {
  std::optional<Layout> answer;
  Obligations obligations_of;
  Property has_property;
};
template <typename Obligations, typename Property>
Subject(std::optional<Layout>, Obligations, Property) -> Subject<Obligations, Property>;

template <typename Value>
std::optional<Layout> layout_in(const Result<Value>& answer) {
  if (!answer) return std::nullopt;
  if constexpr (std::is_same_v<Value, Answer>) {
    return answer.value().layout;
  } else {
    return answer.value();
  }
}

// An operation on one layout.
template <typename Operation, typename Obligations, typename Property>
void try_mutants_of_one(const Operation& operation,
                        const Obligations& obligations_of,
                        const Property& property) {
  try_mutants([&](Source& random) {
    const Layout a = draw_swizzled(random, 6, /*has_offset=*/false);
    return Subject{check(a) ? std::optional<Layout>() : layout_in(operation(a)),
                   [=](const Layout& r) { return obligations_of(a, r); },
                   [=](const Layout& r) { return property(a, r); }};
  });
}

TEST(CuteMutants, OfCoalesce) {
  try_mutants_of_one(coalesce, coalesce_obligations, naive::is_coalesced);
}

TEST(CuteMutants, OfCoalesceByMode) {
  const auto operation = [](const Layout& a) {
    return a.mode.is_leaf() ? Result<Answer>(Error{ErrorCode::kInvalid, ""}) : coalesce_by_mode(a);
  };
  try_mutants_of_one(operation, coalesce_by_mode_obligations, naive::is_coalesced_by_mode);
}

TEST(CuteMutants, OfFilter) { try_mutants_of_one(filter, filter_obligations, naive::is_filtered); }

TEST(CuteMutants, OfRightInverse) {
  try_mutants_of_one(right_inverse, right_inverse_obligations, naive::is_right_inverse);
}

TEST(CuteMutants, OfLeftInverse) {
  try_mutants_of_one(left_inverse, left_inverse_obligations, naive::is_left_inverse);
}

TEST(CuteMutants, OfWidening) {
  try_mutants_of_one([](const Layout& a) { return recast(a, 8, 16); },
                     [](const Layout& a, const Layout& r) { return widening_obligations(a, 2, r); },
                     [](const Layout& a, const Layout& r) { return naive::is_recast(a, 1, r, 2); });
}

TEST(CuteMutants, OfNarrowing) {
  try_mutants_of_one(
      [](const Layout& a) { return recast(a, 32, 8); },
      [](const Layout& a, const Layout& r) { return narrowing_obligations(a, 4, r); },
      [](const Layout& a, const Layout& r) { return naive::is_recast(a, 4, r, 1); });
}

TEST(CuteMutants, OfComplement) {
  try_mutants([](Source& random) {
    const Layout a = draw_swizzled(random, 4);
    const Int target = 1 + draw_below(random, 40);
    return Subject{check(a) ? std::optional<Layout>() : layout_in(complement(a, target)),
                   [=](const Layout& r) { return complement_obligations(a, target, r.mode); },
                   [=](const Layout& r) { return naive::is_complement(a, target, r.mode); }};
  });
}

TEST(CuteMutants, OfComposition) {
  try_mutants([](Source& random) {
    const Layout a = draw_swizzled(random, 5);
    const Layout b = draw_layout(random, 5, /*negative=*/true);
    return Subject{check(a) ? std::optional<Layout>() : layout_in(composition(a, b)),
                   [=](const Layout& r) { return composition_obligations(a, b, r); },
                   [=](const Layout& r) { return naive::is_composition(a, b, r); }};
  });
}

TEST(CuteMutants, OfDivision) {
  try_mutants([](Source& random) {
    const Layout a = draw_layout(random, 8);
    const Layout tile = draw_layout(random, 4);
    const Int target = size(a.mode);
    const auto tiles = left_out(tile, std::span<const Int>(&target, 1));
    const Mode rest = tiles ? mutated(random, *tiles) : Mode{};
    return Subject{tiles ? layout_in(compose(a, copies_at(tile, rest))) : std::nullopt,
                   [=](const Layout& r) { return division_obligations(a, tile, rest, r); },
                   [=](const Layout& r) { return naive::is_division(a, tile, rest, r); }};
  });
}

TEST(CuteMutants, OfProduct) {
  try_mutants([](Source& random) {
    const Layout a = draw_layout(random, 5);
    const Layout b = draw_layout(random, 4);
    const Int target = size(a.mode) * cosize(b.mode);
    const auto places = left_out(a, std::span<const Int>(&target, 1));
    const Mode rest = places ? mutated(random, *places) : Mode{};
    const auto copies = compose(naive::plain(rest), b);
    return Subject{places && copies ? std::optional(copies_at(a, copies->mode)) : std::nullopt,
                   [=](const Layout& r) { return product_obligations(a, b, rest, r); },
                   [=](const Layout& r) { return naive::is_product(a, b, r); }};
  });
}

TEST(CuteMutants, OfTheOrdersOfTiles) {
  for (const auto order : {TileOrder::kZipped, TileOrder::kTiled, TileOrder::kFlat}) {
    try_mutants([=](Source& random) {
      const Layout a = draw_layout(random, 5);
      const Tiler tiler = draw_tiler(random, a, 4);
      const auto logical = logical_product(a, tiler);
      return Subject{
          logical ? std::optional(reorder(logical.value(), tiler, order).layout) : std::nullopt,
          [=](const Layout& r) {
            return std::vector<Obligation>{
                plain_obligation(r),
                order_obligation(logical.value().layout.mode, tiler, order, r.mode)};
          },
          [=](const Layout& r) {
            return naive::is_reordered(logical.value().layout, tiler, r, order);
          }};
    });
  }
}

void try_paired_products(ProductOrder order) {
  const bool is_blocked = order == ProductOrder::kBlocked;
  try_mutants([=](Source& random) {
    const Layout a = draw_layout(random, 4);
    const Layout b = draw_layout(random, 3);
    const auto product = logical_product(a, {false, {b}});
    const bool is_right = rank(a.mode) == rank(b.mode) && product && all_hold(product.value());
    const auto paired = is_blocked ? blocked_product(a, b) : raked_product(a, b);
    return Subject{is_right ? layout_in(paired) : std::nullopt,
                   [=](const Layout& r) {
                     return std::vector<Obligation>{
                         plain_obligation(r),
                         pairing_obligation(product.value().layout.mode, order, r.mode)};
                   },
                   [=](const Layout& r) { return naive::is_paired_product(a, b, r, is_blocked); }};
  });
}

TEST(CuteMutants, OfBlockedProduct) { try_paired_products(ProductOrder::kBlocked); }
TEST(CuteMutants, OfRakedProduct) { try_paired_products(ProductOrder::kRaked); }

}  // namespace
}  // namespace tileproof::cute
