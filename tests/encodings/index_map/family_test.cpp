// Is an encoding of another project read as it is printed, and refused where it breaks a rule?
#include "encodings/index_map/family.hpp"

#include <gtest/gtest.h>

#include "encodings/cute/from_tuples.hpp"

namespace tileproof {
namespace {

struct Padded {
  Word rows = 1;
  Word columns = 1;
  Word pad = 0;
};
template <Algebra A>
Words<A> evaluate(const A& a, const Padded& e, std::span<const typename A::Word> at) {
  return {a.add(a.mul(at[0], e.columns + e.pad), a.urem(at[1], e.columns))};
}
std::vector<Axis> axes(const Padded& e) { return {{"row", e.rows}, {"col", e.columns}}; }
std::vector<OutAxis> out_axes(const Padded& /*e*/) { return {{"offset", {}}}; }
std::optional<std::string> broken_rule(const Padded& e) {
  if (e.pad <= e.columns) return std::nullopt;
  return "pad " + std::to_string(e.pad) + " exceeds the " + std::to_string(e.columns) + " columns";
}
Word allocation(const Padded& e) { return e.rows * (e.columns + e.pad); }

std::vector<Family::Field<Padded>> fields() {
  return {{"rows", &Padded::rows, {1, 8}},
          {"columns", &Padded::columns, {2, 64, true}},
          {"pad", &Padded::pad, {0, 8}}};
}
Result<Family> padded(std::string_view notation = "padded<{rows}x{columns}, pad = {pad}>") {
  return Family::make<Padded>(notation, fields());
}
std::string refusal(std::string_view notation) {
  const auto family = padded(notation);
  return family ? "none" : family.error().message;
}

TEST(Family, IsReadBackAsItIsPrinted) {
  const Family family = padded().value();
  const std::vector<Word> values = {3, 16, 8};
  EXPECT_EQ(family.print(values), "padded<3x16, pad = 8>");
  EXPECT_EQ(family.parse("padded<3x16, pad = 8>").value(), values);
  EXPECT_EQ(family.parse(" padded < 3x16,pad=8 > // with its padding\n").value(), values);
  // In whatever order they are written.
  const Family other = padded("padded<{pad}+{columns} by {rows}>").value();
  EXPECT_EQ(other.print(values), "padded<8+16 by 3>");
  EXPECT_EQ(other.parse("padded<8+16 by 3>").value(), values);
}

TEST(Family, SaysWhereATextIsNotInTheNotation) {
  const Family family = padded().value();
  const auto message = [&](std::string_view text) { return family.parse(text).error().message; };
  EXPECT_TRUE(message("padded<3x16>").starts_with("column 12: expected ', pad = '"))
      << message("padded<3x16>");
  EXPECT_TRUE(message("padded<3x16, p ad = 8>").starts_with("column 15: "))
      << message("padded<3x16, p ad = 8>");
  EXPECT_TRUE(message("padded<x16, pad = 8>").starts_with("column 8: expected the number rows"));
  EXPECT_TRUE(message("padded<3x16, pad = 8>8").starts_with("column 22: expected nothing more"));
  EXPECT_TRUE(message("padded<3x16, pad = 99999999999999999999>").starts_with("column 20: "));
  EXPECT_FALSE(family.parse("padded<3x16, pad = -1>"));
  EXPECT_FALSE(family.parse("pad ded<3x16, pad = 8>"));
  EXPECT_FALSE(family.parse("padded<3x16, pad = 8\x1b[2K>"));
}

TEST(Family, RefusesWhatBreaksARule) {
  const Family family = padded().value();
  const auto message = [&](std::vector<Word> values) { return family.map(values).error().message; };
  EXPECT_EQ(message({0, 16, 8}),
            "padded<0x16, pad = 8>: rows must be at least 1 and at most 2147483647, not 0");
  EXPECT_EQ(message({3, 12, 8}),
            "padded<3x12, pad = 8>: columns must be a power of two from 2 and at most 2147483647, "
            "not 12");
  EXPECT_EQ(message({3, 4, 8}), "padded<3x4, pad = 8>: pad 8 exceeds the 4 columns");
  // What random cases do not draw, texts may have.
  EXPECT_TRUE(family.map(std::vector<Word>{4096, 4096, 8}));
  EXPECT_EQ(family.allocation(std::vector<Word>{3, 16, 8}), 72);
}

TEST(Family, IsReadBesidesTheNotationsOfTheProject) {
  const Family families[] = {padded().value()};
  const auto value = [&](const char* text) {
    return value_at(read_index_map(text, {}, families).value(), std::vector<Word>{2, 5});
  };
  EXPECT_EQ(value("padded<3x16, pad = 8>"), std::vector<Word>{53});
  EXPECT_EQ(value("offset(row: 3, col: 16) = row*24 + col"), std::vector<Word>{53});
  EXPECT_FALSE(read_index_map("padded<3x16, pad = 8>", {}, {}));
  EXPECT_FALSE(read_index_map("padding<3x16, pad = 8>", {}, families));
  const Family twice[] = {families[0], families[0]};
  EXPECT_EQ(read_index_map("padded<3x16, pad = 8>", {}, twice).error().message,
            "two encodings are called 'padded'");
}

TEST(Family, RefusesANotationThatCannotBeRead) {
  const auto says = [](std::string_view notation, std::string_view what) {
    return refusal(notation).find(what) != std::string::npos;
  };
  EXPECT_TRUE(says("{rows}x{columns}, {pad}", "a name, '<', parameters and '>'"));
  EXPECT_TRUE(says("8padded<{rows}x{columns}, {pad}>", "a name, '<'"));
  EXPECT_TRUE(says("Sw<{rows},{columns},{pad}>", "CuTe's swizzles begin so"));
  EXPECT_TRUE(says("padded<{rows}x{columns}>", "it lacks {pad}"));
  EXPECT_TRUE(says("padded<{rows}x{columns}, {skew}>", "{skew} is none of the parameters"));
  EXPECT_TRUE(says("padded<{rows}x{rows}x{columns}x{pad}>", "{rows} stands twice"));
  EXPECT_TRUE(says("padded<{rows} {columns}, {pad}>", "runs into it"));
  EXPECT_TRUE(says("padded<{rows}x8{columns}, {pad}>", "runs into it"));
  EXPECT_TRUE(says("padded<{rows}8x{columns}, {pad}>", "a digit stands behind {rows}"));
  EXPECT_TRUE(says("padded<{rows}x{columns}, {pad>", "is none of the parameters"));
  EXPECT_TRUE(says("padded<{rows}x{columns} // {pad}>", "'//' begins a comment"));
  EXPECT_EQ(refusal("padded<{rows}x{columns}, {pad}>"), "none");
}

TEST(Family, RefusesARangeWithoutNumbers) {
  auto few = fields();
  few[0].range = {9, 8};
  EXPECT_EQ(Family::make<Padded>("p<{rows}x{columns}, {pad}>", few).error().message,
            "the parameter 'rows' of p is tried from 9 to 8: that is no range");
  few[0].range = {3, 8, true};
  EXPECT_FALSE(Family::make<Padded>("p<{rows}x{columns}, {pad}>", few));
}

// ---- What the definition itself must keep to

enum class Fault { kNoValue, kTwoNames, kTwoValues, kDividesBy0 };
template <Fault F>
struct Faulty {
  Word size = 1;
};
template <Algebra A, Fault F>
Words<A> evaluate(const A& a, const Faulty<F>& e, std::span<const typename A::Word> at) {
  if (F == Fault::kTwoValues) return {at[0], at[0]};
  return {F == Fault::kDividesBy0 ? a.udiv(e.size, at[0]) : at[0]};
}
template <Fault F>
std::vector<Axis> axes(const Faulty<F>& e) {
  if (F == Fault::kTwoNames) return {{"i", e.size}, {"i", e.size}};
  return {{"i", F == Fault::kNoValue ? e.size - 1 : e.size}};
}
template <Fault F>
std::vector<OutAxis> out_axes(const Faulty<F>& /*e*/) {
  return {{"offset", {}}};
}
template <Fault F>
std::string fault() {
  const auto family = Family::make<Faulty<F>>("faulty<{size}>", {{"size", &Faulty<F>::size}});
  const auto map = family.value().map(std::vector<Word>{1});
  return map ? "none" : map.error().message;
}

TEST(Family, RefusesADefinitionThatCannotBeRun) {
  EXPECT_EQ(fault<Fault::kNoValue>(), "faulty<1>: the input 'i' has no value");
  EXPECT_EQ(fault<Fault::kTwoNames>(), "faulty<1>: two inputs are called 'i'");
  EXPECT_EQ(fault<Fault::kTwoValues>(),
            "faulty<1>: the definition gives 2 values, and out_axes() names 1");
  EXPECT_EQ(fault<Fault::kDividesBy0>(),
            "faulty<1>: a divisor can be 0, by the ranges of its operands");
}

// ---- CuTe's tuples

struct TupleLayout {
  [[nodiscard]] auto shape() const {
    return std::make_tuple(8, std::make_tuple(std::integral_constant<int, 2>(), 4L));
  }
  [[nodiscard]] auto stride() const {
    return std::make_tuple(std::integral_constant<int, 1>(), std::make_tuple(8, -16));
  }
};
struct Sw323 {
  static constexpr int num_bits = 3;
  static constexpr int num_base = 2;
  static constexpr int num_shft = 3;
};
struct SwizzledLayout {
  [[nodiscard]] Sw323 layout_a() const { return {}; }
  [[nodiscard]] int offset() const { return 5; }
  [[nodiscard]] TupleLayout layout_b() const { return {}; }
};

TEST(CuteTuples, AreWrittenInCutesNotation) {
  EXPECT_EQ(cute::notation_of(TupleLayout{}), "(8,(2,4)):(1,(8,-16))");
  EXPECT_EQ(cute::notation_of(SwizzledLayout{}), "Sw<3,2,3> o 5 o (8,(2,4)):(1,(8,-16))");
  const auto map = cute::index_map_of(TupleLayout{}).value();
  EXPECT_EQ(value_at(map, std::vector<Word>{7, 1, 1})[0], static_cast<Word>(7 + 8 - 16));
}

}  // namespace
}  // namespace tileproof
