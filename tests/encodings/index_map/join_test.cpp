// Do two layouts meet by the names of their inputs and outputs, without becoming other functions?
#include "encodings/index_map/join.hpp"

#include "tests/encodings/index_map/maps.hpp"

namespace tileproof::testing {
namespace {

std::pair<IndexMap, IndexMap> joined(const std::string& a, const std::string& b) {
  auto both = join_functions(layout(a), layout(b));
  TP_CHECK(both.has_value(), a + " and " + b + ": " + (both ? "" : both.error().message));
  EXPECT_TRUE(std::ranges::equal(both->a.axes(), both->b.axes()));
  return {both->a, both->b};
}

std::string mismatch(const std::string& a, const std::string& b) {
  const auto both = join_functions(layout(a), layout(b));
  return both ? "" : both.error().message;
}

ErrorCode code(const std::string& a, const std::string& b) {
  return join_functions(layout(a), layout(b)).error().code;
}

TEST(JoinFunctions, MeetsInputsOfOneName) {
  const auto [a, b] =
      joined("f(row: 4, col: 8) = row * 8 + col", "f(col: 8, row: 4) = col * 4 + row");
  EXPECT_EQ(inputs_of(a), "row 4, col 8");
  expect_values(a, [](const Point& at) { return Point{at[0] * 8 + at[1]}; });
  expect_values(b, [](const Point& at) { return Point{at[1] * 4 + at[0]}; });
}

TEST(JoinFunctions, MeetsThreeInputsInAnyOrder) {
  const auto [a, b] =
      joined("f(x: 2, y: 3, z: 5) = x + 10*y + 100*z", "f(z: 5, x: 2, y: 3) = x + 10*y + 100*z");
  EXPECT_EQ(inputs_of(b), "x 2, y 3, z 5");
  const auto expected = [](const Point& at) { return Point{at[0] + 10 * at[1] + 100 * at[2]}; };
  expect_values(a, expected);
  expect_values(b, expected);
}

TEST(JoinFunctions, TakesRowAndColForDim0AndDim1) {
  for (const char* b : {"f(row: 4, col: 8) = row*9 + col", "f(col: 8, row: 4) = row*9 + col"}) {
    const auto [one, two] = joined("f(dim1: 8, dim0: 4) = dim0 * 9 + dim1", b);
    EXPECT_EQ(inputs_of(one), "col 8, row 4");
    const auto expected = [](const Point& at) { return Point{at[1] * 9 + at[0]}; };
    expect_values(one, expected);
    expect_values(two, expected);
  }
  // Of three inputs, dim0 is no row.
  EXPECT_EQ(mismatch("f(dim0: 4, dim1: 4, dim2: 4) = dim0", "f(row: 4, col: 4, dim2: 4) = row"),
            "the second layout has no input 'dim0', which the first has");
}

TEST(JoinFunctions, MeetsOneInputWithOneWhateverItIsCalled) {
  const auto [a, b] = joined("f(x: 6) = 2 * x", "g(y: 6) = 3 * y");
  EXPECT_EQ(inputs_of(a), "x 6");
  expect_values(a, [](const Point& at) { return Point{2 * at[0]}; });
  expect_values(b, [](const Point& at) { return Point{3 * at[0]}; });
  EXPECT_EQ(mismatch("f(x: 6) = x", "f(y: 5) = y"),
            "'x' of the first layout has the size 6, 'y' of the second the size 5");
}

TEST(JoinFunctions, LeavesOutInputsOfOneValue) {
  const auto [a, b] = joined("f(u: 1, x: 4, v: 1) = 2 * x + u + v", "f(x: 4) = 3 * x");
  EXPECT_EQ(inputs_of(a), "x 4");
  expect_values(a, [](const Point& at) { return Point{2 * at[0]}; });
  expect_values(b, [](const Point& at) { return Point{3 * at[0]}; });
  // On both sides, and between others.
  const auto [c, d] = joined("f(u: 1, x: 4, y: 2) = x + 4*y", "f(y: 2, v: 1, x: 4) = 2*x + y");
  EXPECT_EQ(inputs_of(c), "x 4, y 2");
  expect_values(c, [](const Point& at) { return Point{at[0] + 4 * at[1]}; });
  expect_values(d, [](const Point& at) { return Point{2 * at[0] + at[1]}; });
  // Names are counted as they are written.
  EXPECT_EQ(mismatch("f(u: 1, x: 4) = x", "f(y: 4, v: 1) = y"),
            "the second layout has no input 'x', which the first has");
  EXPECT_EQ(inputs_of(joined("f(u: 1) = 5", "f() = 5").first), "");
}

TEST(JoinFunctions, NamesTheInputThatIsMissing) {
  EXPECT_EQ(mismatch("f(x: 4, y: 4) = x", "f(x: 4, z: 4) = x"),
            "the second layout has no input 'y', which the first has");
  EXPECT_EQ(mismatch("f(x: 4) = x", "f(x: 4, z: 4) = x"),
            "the first layout has no input 'z', which the second has");
  EXPECT_EQ(code("f(x: 4) = x", "f(x: 4, z: 4) = x"), ErrorCode::kUsage);
}

TEST(JoinFunctions, NamesSizesThatDiffer) {
  EXPECT_EQ(mismatch("f(x: 4, y: 8) = x", "f(y: 6, x: 4) = x"),
            "'y' of the first layout has the size 8, 'y' of the second the size 6");
  EXPECT_EQ(code("f(x: 4, y: 8) = x", "f(y: 6, x: 4) = x"), ErrorCode::kShape);
  // Also of an input of one value, which could be left out if the other had none.
  EXPECT_EQ(mismatch("f(x: 4, y: 1) = x", "f(y: 4) = y"),
            "'y' of the first layout has the size 1, 'y' of the second the size 4");
  EXPECT_EQ(mismatch("f(dim0: 4, dim1: 8) = dim0", "f(row: 8, col: 4) = row"),
            "'row' of the first layout has the size 4, 'row' of the second the size 8");
}

// ---- CuTe's modes

TEST(JoinFunctions, GivesModesTheOthersNamesInOrder) {
  const char* const expression = "f(y: 8, x: 4) = 4*y + x";
  const auto expect_both = [](const IndexMap& modes, const IndexMap& other) {
    EXPECT_EQ(inputs_of(modes), "y 8, x 4");
    expect_values(modes, [](const Point& at) { return Point{at[0] + 9 * at[1]}; });
    expect_values(other, [](const Point& at) { return Point{4 * at[0] + at[1]}; });
  };
  const auto [a, b] = joined("(8,4):(1,9)", expression);
  expect_both(a, b);
  const auto [c, d] = joined(expression, "(8,4):(1,9)");
  expect_both(d, c);
  // By order alone: names of inputs that are called after modes are like others.
  EXPECT_EQ(mismatch("(4,8):(1,9)", expression),
            "'y' of one layout has the size 8, 'mode0' of the other the size 4");
}

TEST(JoinFunctions, CutsWhereTheOtherHasDigits) {
  for (const char* whole : {"(16,6):(6,1)", "f(row: 16, col: 6) = 6*row + col"}) {
    const auto [a, b] = joined(whole, "((2,8),(3,2)):((6,12),(1,3))");
    const auto expected = [](const Point& at) {
      return Point{6 * (at[0] + 2 * at[1]) + at[2] + 3 * at[3]};
    };
    expect_values(a, expected);
    expect_values(b, expected);
  }
  EXPECT_EQ(
      inputs_of(joined("f(row: 16, col: 6) = 6*row + col", "((2,8),(3,2)):((6,12),(1,3))").first),
      "row.0 2, row.1 8, col.0 3, col.1 2");
  EXPECT_EQ(inputs_of(joined("(16,6):(6,1)", "((2,8),(3,2)):((6,12),(1,3))").first),
            "mode0.0 2, mode0.1 8, mode1.0 3, mode1.1 2");
}

TEST(JoinFunctions, CutsEitherLayout) {
  const auto [a, b] = joined("((2,4),9):((1,2),8)", "(8,(3,3)):(1,(8,24))");
  EXPECT_EQ(inputs_of(a), "mode0.0 2, mode0.1 4, mode1.0 3, mode1.1 3");
  const auto expected = [](const Point& at) {
    return Point{at[0] + 2 * at[1] + 8 * (at[2] + 3 * at[3])};
  };
  expect_values(a, expected);
  expect_values(b, expected);
}

TEST(JoinFunctions, LeavesDigitsWholeThatEndElsewhere) {
  // 6 and 4: neither's first digit is a part of the other's.
  const auto [a, b] = joined("((6,2)):((1,10))", "((4,3)):((1,5))");
  EXPECT_EQ(inputs_of(a), "mode0 12");
  expect_values(a, [](const Point& at) { return Point{at[0] % 6 + at[0] / 6 * 10}; });
  expect_values(b, [](const Point& at) { return Point{at[0] % 4 + at[0] / 4 * 5}; });
  // Beside a coordinate whose digits fit.
  const auto [c, d] = joined("((6,2),8):((1,10),20)", "((4,3),(2,4)):((1,5),(40,20))");
  EXPECT_EQ(inputs_of(c), "mode0 12, mode1.0 2, mode1.1 4");
  expect_values(c, [](const Point& at) {
    return Point{at[0] % 6 + at[0] / 6 * 10 + 20 * (at[1] + 2 * at[2])};
  });
  expect_values(d, [](const Point& at) {
    return Point{at[0] % 4 + at[0] / 4 * 5 + 40 * at[1] + 20 * at[2]};
  });
}

TEST(JoinFunctions, TakesOtherRanksAtOneCoordinate) {
  const auto [a, b] = joined("(4,6):(1,4)", "24:1");
  EXPECT_EQ(inputs_of(b), "mode0.0 4, mode0.1 6");
  expect_values(a, [](const Point& at) { return Point{at[0] + 4 * at[1]}; });
  expect_values(b, [](const Point& at) { return Point{at[0] + 4 * at[1]}; });
  const auto [c, d] = joined("f(i: 24) = i ^ 1", "(4,(2,3)):(6,(1,2))");
  EXPECT_EQ(inputs_of(c), "i.0 4, i.1 2, i.2 3");
  expect_values(c, [](const Point& at) { return Point{(at[0] + 4 * at[1] + 8 * at[2]) ^ 1}; });
  expect_values(d, [](const Point& at) { return Point{6 * at[0] + at[1] + 2 * at[2]}; });
}

TEST(JoinFunctions, CountsModesOfOneValue) {
  const auto [a, b] = joined("(1,4,1):(7,2,3)", "f(x: 4) = 3 * x");
  EXPECT_EQ(inputs_of(a), "x 4");
  expect_values(a, [](const Point& at) { return Point{2 * at[0]}; });
  expect_values(b, [](const Point& at) { return Point{3 * at[0]}; });
  const auto [c, d] = joined("(8,1,(1,4)):(4,0,(7,1))", "f(x: 8, u: 1, y: 4) = x * 4 + y");
  EXPECT_EQ(inputs_of(c), "x 8, y 4");
  expect_values(c, [](const Point& at) { return Point{4 * at[0] + at[1]}; });
  expect_values(d, [](const Point& at) { return Point{4 * at[0] + at[1]}; });
  EXPECT_EQ(mismatch("(8,4,1):(4,1,0)", "f(x: 8, u: 1, y: 4) = x*4 + y"),
            "'u' of one layout has the size 1, 'mode1' of the other the size 4");
  EXPECT_EQ(mismatch("(1,8,4):(0,4,1)", "f(x: 8, y: 4) = x*4 + y"),
            "a layout of 3 modes meets the inputs (x, y)");
  EXPECT_EQ(mismatch("(8,4):(4,1)", "f(x: 8, u: 1, y: 4) = x*4 + y"),
            "a layout of 2 modes meets the inputs (x, u, y)");
  EXPECT_EQ(mismatch("1:0", "f() = 0"), "a layout of 1 modes meets the inputs ()");
}

TEST(JoinFunctions, NamesModesThatDoNotFit) {
  EXPECT_EQ(mismatch("(8,8):(8,1)", "(4,16):(1,4)"),
            "the layouts do not have the same inputs: 8 x 8 and 4 x 16");
  EXPECT_EQ(mismatch("(8,8):(8,1)", "(8):(1)"),
            "the layouts do not have the same inputs: 8 x 8 and 8");
  EXPECT_EQ(mismatch("(12):(1)", "(8,2):(1,8)"),
            "the layouts do not have the same inputs: 12 and 8 x 2");
  EXPECT_EQ(mismatch("(4,4,4):(1,4,16)", "f(x: 8, y: 8) = x"),
            "a layout of 3 modes meets the inputs (x, y)");
  EXPECT_EQ(mismatch("f(x: 8) = x", "(4,4):(1,4)"),
            "'x' of one layout has the size 8, 'x' of the other the size 16");
  EXPECT_EQ(code("(8,8):(8,1)", "(4,16):(1,4)"), ErrorCode::kShape);
}

// ---- Parameters

TEST(JoinFunctions, SharesParametersOfOneName) {
  const auto [a, b] = joined("param p in 0..3; param q in 2..3; f(x: 4) = x + 4*p + 100*q",
                             "param q in 2..3; param p in 0..3; f(x: 4) = x + 4*p + 100*q");
  EXPECT_EQ(inputs_of(a), "x 4, p 0..3, q 2..3");
  const auto expected = [](const Point& at) { return Point{at[0] + 4 * at[1] + 100 * at[2]}; };
  expect_values(a, expected);
  expect_values(b, expected);
}

TEST(JoinFunctions, TakesParametersOfOneSide) {
  const auto [a, b] =
      joined("param p in 1..3; f(x: 4) = x * p", "param q in 0..1; f(y: 4) = y + q");
  EXPECT_EQ(inputs_of(a), "x 4, p 1..3, q 0..1");
  expect_values(a, [](const Point& at) { return Point{at[0] * at[1]}; });
  expect_values(b, [](const Point& at) { return Point{at[0] + at[2]}; });
}

TEST(JoinFunctions, ComparesTheRangesOfParameters) {
  const std::string of_three = "param p in 0..3; f(x: 4) = x + p";
  EXPECT_EQ(mismatch(of_three, "param p in 1..4; f(x: 4) = x + p"),
            "the parameter 'p' is in 0..3 in one layout and in 1..4 in another");
  EXPECT_EQ(mismatch(of_three, "param p in 0..4; f(x: 4) = x + p"),
            "the parameter 'p' is in 0..3 in one layout and in 0..4 in another");
  EXPECT_EQ(mismatch(of_three, of_three), "");
}

TEST(JoinFunctions, MeetsNoParameterWithAnInput) {
  const std::string parameter = "param p in 0..3; f(x: 4) = x + p";
  EXPECT_EQ(mismatch(parameter, "f(p: 4, x: 4) = x + p"),
            "the first layout has no input 'p', which the second has");
  EXPECT_EQ(mismatch("f(p: 4, x: 4) = x + p", parameter),
            "the second layout has no input 'p', which the first has");
  const auto [a, b] = joined("f(p: 4) = 2 * p", parameter);
  EXPECT_EQ(inputs_of(b), "p 4, p 0..3");
  expect_values(a, [](const Point& at) { return Point{2 * at[0]}; });
  expect_values(b, [](const Point& at) { return Point{at[0] + at[1]}; });
  // Also of one layout, whose inputs are renamed.
  const auto [c, d] = joined("param col in 5..6; f(dim0: 4, dim1: 2) = dim0 * col + dim1",
                             "f(col: 2, row: 4) = row * 2 + col");
  EXPECT_EQ(inputs_of(d), "row 4, col 2, col 5..6");
  expect_values(c, [](const Point& at) { return Point{at[0] * at[2] + at[1]}; });
  expect_values(d, [](const Point& at) { return Point{at[0] * 2 + at[1]}; });
}

TEST(JoinFunctions, CutsBesideParameters) {
  const auto [a, b] = joined("param p in 2..3; f(x: 8, y: 4) = x*p + y", "((2,4),4):((2,4),1)");
  EXPECT_EQ(inputs_of(a), "x.0 2, x.1 4, y 4, p 2..3");
  expect_values(a, [](const Point& at) { return Point{(at[0] + 2 * at[1]) * at[3] + at[2]}; });
  expect_values(b, [](const Point& at) { return Point{2 * at[0] + 4 * at[1] + at[2]}; });
}

// ---- Outputs

TEST(JoinOutputs, MeetsOutputsOfOneName) {
  const auto [a, b] =
      joined("(r, c)(x: 4, y: 8) = (x, y + 10)", "(c, r)(x: 4, y: 8) = (y + 20, x + 30)");
  EXPECT_EQ(outputs_of(a), "r, c");
  EXPECT_EQ(outputs_of(b), "r, c");
  expect_values(a, [](const Point& at) { return Point{at[0], at[1] + 10}; });
  expect_values(b, [](const Point& at) { return Point{at[0] + 30, at[1] + 20}; });
}

TEST(JoinOutputs, MeetsOneOutputWithOneWhateverItIsCalled) {
  EXPECT_EQ(mismatch("offset(x: 4) = x", "place(x: 4) = x"), "");
  EXPECT_EQ(mismatch("(a: 4)(x: 4) = (x)", "f(x: 4) = x"), "");
  EXPECT_EQ(mismatch("(a: 4)(x: 4) = (x)", "(b: 5)(x: 4) = (x)"),
            "'a' of the first layout has the size 4, 'b' of the second the size 5");
}

TEST(JoinOutputs, TakesRowAndColForDim0AndDim1) {
  const auto [a, b] = joined("(dim1, dim0)(x: 4) = (x, 2*x)", "(row, col)(x: 4) = (2*x, x)");
  expect_values(a, [](const Point& at) { return Point{at[0], 2 * at[0]}; });
  expect_values(b, [](const Point& at) { return Point{at[0], 2 * at[0]}; });
}

TEST(JoinOutputs, LeavesOutSizedOnesOfOneValue) {
  const auto [a, b] = joined("(r: 4, u: 1, c: 8)(x: 4, y: 8) = (x, 0, y)",
                             "(c: 8, r: 4, v: 1)(x: 4, y: 8) = (y, x, 0)");
  EXPECT_EQ(outputs_of(a), "r, c");
  expect_values(a, [](const Point& at) { return Point{at[0], at[1]}; });
  expect_values(b, [](const Point& at) { return Point{at[0], at[1]}; });
  EXPECT_EQ(mismatch("(r, u)(x: 4) = (x, 0)", "(r, v)(x: 4) = (x, 0)"),
            "the second layout has no output 'u', which the first has");
}

TEST(JoinOutputs, NamesWhatDoesNotMeet) {
  EXPECT_EQ(mismatch("f(x: 4) = x", "(r, c)(x: 4) = (x, x)"),
            "the second layout has no output 'f', which the first has");
  EXPECT_EQ(mismatch("(r, c)(x: 4) = (x, x)", "(r, c, d)(x: 4) = (x, x, x)"),
            "the first layout has no output 'd', which the second has");
  EXPECT_EQ(mismatch("(r: 4, c: 8)(x: 4) = (x, x)", "(c: 9, r: 4)(x: 4) = (x, x)"),
            "'c' of the first layout has the size 8, 'c' of the second the size 9");
  // A size that one side leaves open.
  EXPECT_EQ(mismatch("(r: 4, c: 8)(x: 4) = (x, x)", "(c, r)(x: 4) = (x, x)"), "");
}

TEST(JoinFunctions, SaysWhichNamesInputsTook) {
  const auto names = [](const std::string& a, const std::string& b) {
    const auto both = join_functions(layout(a), layout(b));
    TP_CHECK(both.has_value(), a + " and " + b + (both ? "" : ": " + both.error().message));
    return std::pair(both->names_a, both->names_b);
  };
  using Names = std::pair<std::string, std::string>;
  const std::string tile = "f(row: 8, col: 16) = row*16 + col";
  EXPECT_EQ(names(tile, "(8,16):(16,1)"), Names("", "mode0 as row, mode1 as col"));
  EXPECT_EQ(names("(8,16):(16,1)", tile), Names("mode0 as row, mode1 as col", ""));
  EXPECT_EQ(names("f(col: 8, row: 16) = row", "(8,16):(16,1)"),
            Names("", "mode0 as col, mode1 as row"));
  EXPECT_EQ(names(tile, "(8,(4,(2,2))):(16,(1,(4,8)))"),
            Names("", "mode0 as row, mode1.0 + 4*mode1.1.0 + 8*mode1.1.1 as col"));
  EXPECT_EQ(names("f(i: 128) = i", "(8,16):(1,8)"), Names("", "mode0 + 8*mode1 as i"));
  EXPECT_EQ(names("f(i: 6) = i", "f(j: 6) = j"), Names("", "j as i"));
  EXPECT_EQ(names("f(dim1: 8, dim0: 4) = dim0", "f(row: 4, col: 8) = row"),
            Names("dim1 as col, dim0 as row", ""));
  EXPECT_EQ(names(tile, "f(col: 16, row: 8) = row"), Names("", ""));
  EXPECT_EQ(names("((2,4),16):((1,2),8)", "(8,16):(1,8)"), Names("", ""));
  EXPECT_EQ(names("(8,16):(1,8)", "128:1"), Names("mode0 + 8*mode1 as mode0", ""));
}

}  // namespace
}  // namespace tileproof::testing
