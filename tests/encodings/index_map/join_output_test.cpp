// Does an access meet its memory by the names of its outputs and the memory's inputs?
#include "encodings/index_map/join.hpp"
#include "tests/encodings/index_map/maps.hpp"

namespace tileproof::testing {
namespace {

Result<JoinedMaps> join(const std::string& access, const std::string& memory) {
  return join_output_to_input(layout(access), layout(memory), "the access", "the memory");
}

std::string refusal(const std::string& access, const std::string& memory) {
  const auto maps = join(access, memory);
  return maps ? "" : maps.error().message;
}

// What the memory gives of what the access gives.
IndexMap through(const std::string& access, const std::string& memory) {
  const auto maps = join(access, memory);
  TP_CHECK(maps.has_value(), access + " and " + memory + (maps ? "" : maps.error().message));
  return composed(maps->from, maps->to);
}

TEST(JoinOutputToInput, MeetsByNames) {
  const std::string memory = "offset(row: 8, col: 4) = 100*row + col";
  const auto expected = [](const Point& at) { return Point{100 * at[0] + at[1]}; };
  expect_values(through("(row, col)(i: 8, j: 4) = (i, j)", memory), expected);
  expect_values(through("(col, row)(i: 8, j: 4) = (j, i)", memory), expected);
  expect_values(through("(dim0, dim1)(i: 8, j: 4) = (i, j)", memory), expected);
  expect_values(through("(dim1, dim0)(i: 8, j: 4) = (j, i)", memory), expected);
  expect_values(
      through("(row: 8, col: 4)(i: 8, j: 4) = (i, j)", "f(dim1: 4, dim0: 8) = 100*dim0 + dim1"),
      expected);
}

TEST(JoinOutputToInput, KeepsTheOrderOfTheOutputs) {
  const auto maps = join("(c, r)(i: 8) = (i, 0)", "offset(r: 4, c: 8) = 8*r + c");
  ASSERT_TRUE(maps);
  EXPECT_EQ(outputs_of(maps->from), "c, r");
  EXPECT_EQ(inputs_of(maps->to), "c 8, r 4");
}

TEST(JoinOutputToInput, MeetsOneOutputWithOneInputWhateverItIsCalled) {
  const auto doubled = [](const Point& at) { return Point{2 * at[0]}; };
  expect_values(through("a(i: 8) = i", "offset(x: 8) = 2*x"), doubled);
  expect_values(through("a(i: 8) = i", "8:2"), doubled);
}

TEST(JoinOutputToInput, GivesModesTheOutputsInOrder) {
  const auto expected = [](const Point& at) { return Point{9 * at[0] + at[1]}; };
  expect_values(through("(r, c)(i: 8, j: 4) = (i, j)", "(8,4):(9,1)"), expected);
  expect_values(through("(c, r)(i: 8, j: 4) = (i, j)", "(8,4):(9,1)"), expected);
  expect_values(through("(r, c)(i: 8, j: 4) = (i, j)", "((2,4),4):((9,18),1)"), expected);
  // One output goes through all modes.
  expect_values(through("a(i: 32) = i", "(8,4):(9,1)"),
                [](const Point& at) { return Point{9 * (at[0] % 8) + at[0] / 8}; });
  EXPECT_EQ(refusal("(r, c, d)(i: 8) = (i, 0, 0)", "(8,4):(9,1)"),
            "the access gives (r, c, d), and the memory has 2 modes");
}

TEST(JoinOutputToInput, LeavesOutWhatHasOneValue) {
  const auto expected = [](const Point& at) { return Point{4 * at[0] + at[1]}; };
  expect_values(through("(r: 8, u: 1, c: 4)(i: 8, j: 4) = (i, 0, j)", "f(r: 8, c: 4) = 4*r + c"),
                expected);
  expect_values(through("(r: 8, c: 4)(i: 8, j: 4) = (i, j)", "f(r: 8, v: 1, c: 4) = 4*r + c"),
                expected);
}

TEST(JoinOutputToInput, CountsWhatHasOneValue) {
  EXPECT_EQ(refusal("a(i: 8) = i", "offset(u: 1, x: 8) = 2*x"),
            "the memory has no input 'a', which the access has");
  EXPECT_EQ(refusal("(r: 8, u: 1, c: 4)(i: 8, j: 4) = (i, 0, j)", "(8,4):(4,1)"),
            "the access gives (r, u, c), and the memory has 2 modes");
  EXPECT_EQ(refusal("(r: 8, c: 4)(i: 8, j: 4) = (i, j)", "(8,1,4):(4,0,1)"),
            "the access gives (r, c), and the memory has 3 modes");
  expect_values(through("(r: 8, u: 1, c: 4)(i: 8, j: 4) = (i, 0, j)", "(8,1,4):(4,9,1)"),
                [](const Point& at) { return Point{4 * at[0] + at[1]}; });
}

TEST(JoinOutputToInput, NamesWhatDoesNotMeet) {
  const std::string memory = "f(row: 8, col: 4) = row*4 + col";
  EXPECT_EQ(refusal("(row, c)(i: 8) = (i, 0)", memory),
            "the memory has no input 'c', which the access has");
  EXPECT_EQ(refusal("(row)(i: 8) = (i)", memory),
            "the access has no output 'col', which the memory has");
  EXPECT_EQ(refusal("(row: 8, col: 8)(i: 8) = (i, i)", memory),
            "'col' of the access has the size 8, 'col' of the memory the size 4");
  EXPECT_EQ(refusal("(dim0: 4, dim1: 8)(i: 4) = (i, i)", memory),
            "'row' of the access has the size 4, 'row' of the memory the size 8");
  EXPECT_EQ(refusal("(a: 7)(i: 7) = (i)", "f(x: 8) = x"),
            "'a' of the access has the size 7, 'x' of the memory the size 8");
  EXPECT_EQ(refusal("(a: 7)(i: 7) = (i)", "(4,2):(1,4)"),
            "'a' of the access has the size 7, 'a' of the memory the size 8");
}

TEST(JoinOutputToInput, KeepsTheMemorysParameters) {
  const IndexMap both = through("param k in 0..1; (r, c)(i: 8) = (i, k)",
                                "param pad in 4..5; f(c: 4, r: 8) = r*pad + c");
  EXPECT_EQ(inputs_of(both), "i 8, k 0..1, pad 4..5");
  expect_values(both, [](const Point& at) { return Point{at[0] * at[2] + at[1]}; });
}

TEST(JoinOutputToInput, SharesParametersOfOneName) {
  const IndexMap both =
      through("param p in 4..5; a(i: 8) = i % p", "param p in 4..5; f(x: 8) = x*p");
  EXPECT_EQ(inputs_of(both), "i 8, p 4..5");
  expect_values(both, [](const Point& at) { return Point{at[0] % at[1] * at[1]}; });
}

// The output 'pad' meets the one input, and is not the parameter.
TEST(JoinOutputToInput, MeetsNoParameterWithAnOutput) {
  const std::string memory = "param pad in 0..3; f(x: 8) = x + 10 * pad";
  for (const char* access : {"pad(i: 8) = i", "x(pad: 8) = pad"}) {
    expect_values(through(access, memory),
                  [](const Point& at) { return Point{at[0] + 10 * at[1]}; });
  }
  EXPECT_EQ(refusal("(pad, x)(i: 8) = (0, i)", "param pad in 0..3; f(x: 8) = x + pad"),
            "the memory has no input 'pad', which the access has");
}

TEST(CheckParameters, ComparesAllLayouts) {
  const IndexMap one = layout("param p in 0..3; f(x: 4) = x + p");
  const IndexMap two = layout("param q in 0..3; f(p: 4) = p + q");
  const IndexMap three = layout("param p in 0..4; f(x: 4) = x + p");
  const auto message = [](std::vector<const IndexMap*> maps) {
    const auto error = check_parameters(maps);
    return error ? error->message : "";
  };
  EXPECT_EQ(message({&one, &two}), "");
  EXPECT_EQ(message({&one, &one, &two}), "");
  EXPECT_EQ(message({&one, &two, &three}),
            "the parameter 'p' is in 0..3 in one layout and in 0..4 in another");
}

TEST(JoinOutputToInput, SaysWhichNamesInputsTook) {
  const auto names = [](const std::string& access, const std::string& memory) {
    return join(access, memory)->names_to;
  };
  const std::string access = "(col, row)(lane: 32) = (lane % 4, lane / 4)";
  EXPECT_EQ(names(access, "(4,8):(8,1)"), "mode0 as col, mode1 as row");
  EXPECT_EQ(names(access, "f(row: 8, col: 4) = row"), "");
  EXPECT_EQ(names("e(lane: 32) = lane", "((4,2),4):((1,4),8)"),
            "mode0.0 + 4*mode0.1 + 8*mode1 as e");
  EXPECT_EQ(names("e(lane: 32) = lane", "f(i: 32) = i"), "i as e");
}

}  // namespace
}  // namespace tileproof::testing
