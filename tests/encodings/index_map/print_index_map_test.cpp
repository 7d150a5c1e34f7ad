// Is a layout printed as what it is, in one spelling?
#include "encodings/index_map/triton_instance.hpp"
#include "encodings/modular/notation.hpp"
#include "properties/triton_generators.hpp"
#include "tests/encodings/index_map/points.hpp"
#include "tests/properties/random_check.hpp"

namespace tileproof::testing {
namespace {

std::string printed(const std::string& text, const Point& shape = {}) {
  const auto again = print_index_map(layout(text, shape));
  return again ? again->text : again.error().message;
}

// What is wrong with what is printed, or "".
std::string mistake(const IndexMap& map, gen::Source& random) {
  const auto first = print_index_map(map);
  if (!first) return first.error().message;
  const auto again = parse_index_map(first->text, first->shape);
  if (!again) return first->text + " is refused: " + again.error().message;
  const auto second = print_index_map(*again);
  if (second->text != first->text || second->shape != first->shape) {
    return first->text + " is printed as " + second->text;
  }
  if (!std::ranges::equal(again->axes(), map.axes()) ||
      !std::ranges::equal(again->out_axes(), map.out_axes())) {
    return first->text + " has other inputs or outputs";
  }
  std::string found;
  for_some_points(map, random, [&](std::span<const Word> at) {
    if (value_at(*again, at) != value_at(map, at)) found = first->text + " has other values";
  });
  return found;
}

class PrintedIndexMapOf : public ::testing::TestWithParam<gen::LayoutFamily> {};

TEST_P(PrintedIndexMapOf, IsReadAndPrintedAsTheSameOn1000Layouts) {
  gen::Source random = gen::Source::random(20261122);
  for (int i = 0; i < 1000; ++i) {
    const auto [text, map] = draw_map(GetParam(), random);
    ASSERT_EQ(mistake(map, random), "") << text.text;
  }
}

INSTANTIATE_TEST_SUITE_P(Families,
                         PrintedIndexMapOf,
                         ::testing::ValuesIn(gen::layout_families()),
                         [](const auto& family) { return family.param.name; });

TEST(PrintedIndexMap, IsReadAndPrintedAsTheSameOnTritonsLayouts) {
  gen::Source random = gen::Source::random(20261122);
  const auto outcome = check_randomly(
      [&](gen::Source& source) {
        const auto subject = gen::any_triton_layout(source);
        auto instance = triton::Instance::make(subject.layout, subject.shape);
        if (!instance) return laws::LawResult::not_applicable();
        const auto text = mistake(*IndexMap::make(*std::move(instance)), random);
        return text.empty() ? laws::LawResult::kept() : laws::LawResult::broken(text);
      },
      400);
  EXPECT_FALSE(outcome.failed) << outcome.message;
  EXPECT_GT(outcome.applied, 300);
}

TEST(PrintedIndexMap, IsOneForAllSpellings) {
  const Point tile = {8, 64};
  const std::string swizzle =
      "#ttg.swizzled_shared<{vec = 8, perPhase = 1, maxPhase = 8, order = [1, 0]}>";
  for (const char* text :
       {"#ttg.swizzled_shared<{order=[1,0],maxPhase=8,perPhase=1,vec=8}>",
        "#triton_gpu.shared<{vec = 8, perPhase = 1, maxPhase = 8, order = [1, 0]}>",
        " \n#ttg.swizzled_shared<{vec = 8, // 4\n perPhase = 1, maxPhase = 8, order = [1, 0]}>"}) {
    EXPECT_EQ(printed(text, tile), swizzle);
  }
  for (const char* text : {"Swizzle<3,3,3> o (8,64):(64,1)", "S<3,3,3>o 0 o(8,64):(_64,_1) // 9"}) {
    EXPECT_EQ(printed(text), "Sw<3,3,3> o 0 o (8,64):(64,1)");
  }
  EXPECT_EQ(printed("(8,64)", {2, 2}), "(8,64):(1,8)");
  const std::string bases = "{a = [[1, 0]], b = [[0, 2]]} -> {x = 2, y = 4}";
  for (const std::string& text : {std::string("{ a=[[1,0]],b=[[0,2]]}->{x=2,\"y\"=4}"),
                                  modular::to_list(*modular::parse(bases))}) {
    EXPECT_EQ(printed(text), bases);
  }
  for (const char* text :
       {"f(row, col) = row*0x40 + (col ^ (row&7)) # col",
        "f(row: 8, col: 64) = ((row * 64) + (col ^ (row & 7)));",
        "f(row, col) = let col_ = row & 7; let up = row*64; up + (col ^ col_)"}) {
    EXPECT_EQ(printed(text, tile), "f(row: 8, col: 64) = row * 64 + (col ^ row & 7)");
  }
  EXPECT_EQ(printed("f(x: 4) = let y = x * x; y + y"), "f(x: 4) = let t0 = x * x; t0 + t0");
  EXPECT_EQ(printed("f(x: 4) = (x, 1)"), printed("(f0, f1)(x: 4) = (x, 1)"));
}

// A machine computes them, too.
TEST(PrintedIndexMap, KeepsStepsThatNoResultNeeds) {
  const std::string text = "f(x: 4) = let unused0 = x * x * 3; let unused1 = 7; x";
  EXPECT_EQ(printed("f(x: 4) = let a = x; let c = a * a * 3; let b = 7; let d = c; x"), text);
  EXPECT_EQ(printed(text), text);
  EXPECT_EQ(printed("f(unused0: 4) = let a = unused0 < 3; unused0"),
            "f(unused0: 4) = let unused1 = unused0 < 3; unused0");
}

TEST(PrintedIndexMap, IsAnIndexExpressionWhereNoNotationIsKnown) {
  const IndexMap padded = layout("(8,8):(9,1)");
  const auto graph = IndexMap::make(padded.graph(),
                                    {padded.axes().begin(), padded.axes().end()},
                                    {padded.out_axes().begin(), padded.out_axes().end()});
  EXPECT_EQ(print_index_map(*graph)->text,
            "offset(mode0: 8, mode1: 8) = 0 + mode0 * 9 + mode1 * 1");
  EXPECT_EQ(print_index_map(padded.fixed(0, 3)).error().code, ErrorCode::kUnsupported);
}

}  // namespace
}  // namespace tileproof::testing
