// Do the laws of an encoding find what is wrong with one, and what would be wrong with us?  Each is
// kept by an encoding that is right, and broken by a mistake that is planted, in the encoding or in
// an operation.
#include "properties/encoding_laws.hpp"

#include <gtest/gtest-spi.h>
#include <gtest/gtest.h>

#include <algorithm>

#include "properties/encoding_trial.hpp"
#include "properties/law_tests.hpp"

namespace tileproof::laws {
namespace {

enum class Mistake {
  kNone,
  kDividesByTilt,     // which may be 0
  kForgetsTheRow,     // two points with one value
  kAddsOne,           // beyond the allocation, and 0 is not taken
  kOtherOverNumbers,  // the steps are another function than the definition
};

template <Mistake M>
struct Tilted {
  Word rows = 1;
  Word columns = 1;
  Word tilt = 0;
};

template <Algebra A, Mistake M>
Words<A> evaluate(const A& a, const Tilted<M>& e, std::span<const typename A::Word> at) {
  const auto& row = at[0];
  const auto& col = at[1];
  auto start = a.mul(row, e.columns);
  auto shift = a.mul(row, e.tilt);
  if (M == Mistake::kDividesByTilt) shift = a.urem(row, e.tilt);
  if (M == Mistake::kForgetsTheRow) start = a.mul(row, e.tilt);
  if (M == Mistake::kAddsOne) start = a.add(start, 1);
  if (M == Mistake::kOtherOverNumbers && std::is_same_v<A, U64>) shift = a.mul(col, e.tilt);
  return {a.add(start, a.urem(a.add(col, shift), e.columns))};
}
template <Mistake M>
std::vector<Axis> axes(const Tilted<M>& e) {
  return {{"row", e.rows}, {"col", e.columns}};
}
template <Mistake M>
std::vector<OutAxis> out_axes(const Tilted<M>& /*e*/) {
  return {{"offset", {}}};
}
template <Mistake M>
Word allocation(const Tilted<M>& e) {
  return e.rows * e.columns;
}

template <Mistake M = Mistake::kNone>
Result<Family> tilted(Promises promises = {.is_injective = true, .is_surjective = true}) {
  using Layout = Tilted<M>;
  return Family::make<Layout>("tilted<{rows}x{columns}, {tilt}>",
                              {{"rows", &Layout::rows, {1, 16}},
                               {"columns", &Layout::columns, {1, 16}},
                               {"tilt", &Layout::tilt, {0, 8}}},
                              promises);
}

// Written by its rules: columns are a multiple of a power of two.
struct Grouped {
  Word columns = 1;
  Word group = 1;
};
template <Algebra A>
Words<A> evaluate(const A& a, const Grouped& e, std::span<const typename A::Word> at) {
  const auto group = a.udiv(at[1], e.group);
  return {a.urem(at[1], e.group), a.bit_xor(group, a.urem(at[0], 2))};
}
std::vector<Axis> axes(const Grouped& e) { return {{"row", 2}, {"col", e.columns}}; }
std::vector<OutAxis> out_axes(const Grouped& e) {
  return {{"in_group", e.group}, {"group", e.columns / e.group}};
}
std::optional<std::string> broken_rule(const Grouped& e) {
  if (e.columns % (2 * e.group) == 0) return std::nullopt;
  return "columns must be a multiple of " + std::to_string(2 * e.group);
}
Result<Family> grouped() {
  return Family::make<Grouped>(
      "grouped<{group} of {columns}>",
      {{"columns", &Grouped::columns, {1, 32, true}}, {"group", &Grouped::group, {1, 4, true}}},
      {.is_injective = false, .is_surjective = true});
}

const EncodingLaw& law(std::string_view number) {
  return *std::ranges::find(encoding_laws(), number, &EncodingLaw::number);
}

TEST(EncodingLaws, AreKeptByEncodingsThatAreRight) {
  for (const Family& family : {tilted().value(), grouped().value()}) {
    for (const EncodingLaw& each : encoding_laws()) {
      const Trial trial = try_law(family, each, {.cases = 100});
      EXPECT_FALSE(trial.failure) << explain(family, each, *trial.failure);
      const bool has_promise = family.promises().is_injective;
      const bool is_of_offsets = std::string_view(each.number) == "N10";
      EXPECT_EQ(trial.nothing_shown.empty(),
                has_promise || (each.claim != std::string_view("injective") && !is_of_offsets &&
                                each.number != std::string_view("N11")))
          << each.number << " of " << family.name() << ": " << trial.nothing_shown;
    }
  }
}

TEST(EncodingLaws, HaveANumberEach) {
  for (std::size_t i = 0; i < encoding_laws().size(); ++i) {
    EXPECT_EQ(encoding_laws()[i].number, "N" + std::to_string(i + 1));
  }
}

// The smallest layout that breaks the law, by random cases and by small ones.
template <Mistake M>
void expect_smallest(std::string_view number, const std::string& layout, const std::string& why) {
  const Family family = tilted<M>().value();
  for (const Trial& trial : {try_law(family, law(number)), try_small(family, law(number), 3)}) {
    ASSERT_TRUE(trial.failure) << number;
    EXPECT_EQ(trial.failure->layout, layout);
    EXPECT_NE(trial.failure->what_broke.find(why), std::string::npos) << trial.failure->what_broke;
  }
}

TEST(EncodingLaws, FindWhatIsWrongAndMakeItSmall) {
  expect_smallest<Mistake::kDividesByTilt>("N1", "tilted<1x1, 0>", "a divisor can be 0");
  expect_smallest<Mistake::kOtherOverNumbers>("N3", "tilted<1x2, 1>", "by the recorded steps");
  expect_smallest<Mistake::kForgetsTheRow>(
      "N4", "tilted<2x1, 0>", "(row 0, col 0) and (row 1, col 0) both have offset 0");
  expect_smallest<Mistake::kAddsOne>(
      "N5", "tilted<1x1, 0>", "(row 0, col 0) has offset 1, not below 1 in offset");
  expect_smallest<Mistake::kAddsOne>("N6", "tilted<1x1, 0>", "no point has offset 0");
  expect_smallest<Mistake::kOtherOverNumbers>("N8", "tilted<1x2, 1>", "by the index expression");
}

// What engines are asked of is then not what replays their answers.
TEST(EncodingLaws, AskNoEngineOfStepsThatAreAnotherFunction) {
  const Family family = tilted<Mistake::kOtherOverNumbers>().value();
  const EncodingSubject subject(family, {1, 2, 1});
  for (const char* number : {"N9", "N10", "N11"}) {
    EXPECT_FALSE(law(number).check(subject, {}).applied);
  }
}

// Operations that are wrong on every layout.
Verdict proof_of_something_else() {
  return prove(make_injective(parse_index_map("4:1", {}).value()).value(), {});
}

TEST(EncodingLaws, FindWhatIsWrongWithUs) {
  EncodingOperations reads_other;
  reads_other.parse = [](const Family&, std::string_view) {
    return Result<std::vector<Word>>(std::vector<Word>{1, 1, 9});
  };
  EncodingOperations runs_other;
  runs_other.run_steps = [](const IndexMap&, std::span<const Word>) {
    return std::vector<Word>{9};
  };
  EncodingOperations other_matrix;
  other_matrix.linear_form = [](const IndexMap& map, const OutputSlots& slots) {
    LinearForm form = linear_form(map, slots);
    if (form.map) form.map->constant ^= 1;
    return form;
  };
  EncodingOperations other_expression;
  other_expression.read_expression = [](std::string_view text) {
    return parse_index_map(std::string(text) + " + 1", {});
  };
  EncodingOperations proves_all;
  proves_all.prove = [](const Claim&, const Limits&) { return proof_of_something_else(); };
  EncodingOperations one_engine_proves_all;
  one_engine_proves_all.prove_by = [](EngineName engine, const Claim& claim, const Limits& limits) {
    return engine == EngineName::kSmt ? proof_of_something_else() : prove_by(engine, claim, limits);
  };
  EncodingOperations decides_nothing;
  decides_nothing.prove = [](const Claim&, const Limits&) { return Verdict(Unknown{"no time"}); };
  EncodingOperations other_point;
  other_point.prove = [](const Claim&, const Limits&) {
    return Verdict(
        Refuted::replayed("x", {"", {{"row", Word{0}}, {"col", Word{0}}}}, [] { return true; }));
  };
  EncodingOperations other_claim;
  other_claim.write_certificate = [](const StatedClaim&, const Limits& limits) {
    return write_certificate({"injective", {{"map", {}, "4:1"}}, {}}, "", limits);
  };
  EncodingOperations damaged;
  damaged.write_certificate = [](const StatedClaim&, const Limits&) {
    return Result<std::string>(std::string("nothing"));
  };
  const std::pair<const char*, EncodingOperations> mistakes[] = {{"N2", reads_other},
                                                                 {"N3", runs_other},
                                                                 {"N7", other_matrix},
                                                                 {"N8", other_expression},
                                                                 {"N9", proves_all},
                                                                 {"N9", one_engine_proves_all},
                                                                 {"N9", decides_nothing},
                                                                 {"N10", other_point},
                                                                 {"N10", proves_all},
                                                                 {"N11", other_claim},
                                                                 {"N11", damaged}};
  const Family family = tilted().value();
  int place = 0;
  for (const auto& [number, operations] : mistakes) {
    const LawResult kept = law(number).check(EncodingSubject(family, {2, 4, 0}), {});
    const LawResult broken = law(number).check(EncodingSubject(family, {2, 4, 0}), operations);
    EXPECT_TRUE(kept.applied && kept.holds) << number << " " << kept.what_broke;
    EXPECT_FALSE(broken.holds) << number << ", mistake " << place;
    ++place;
  }
}

// Nothing is proved of coordinates that leave the sizes which their encoding gives them.
struct TooWide {
  Word columns = 1;
};
template <Algebra A>
Words<A> evaluate(const A& a, const TooWide& /*e*/, std::span<const typename A::Word> at) {
  return {at[0], a.add(at[1], 1)};
}
std::vector<Axis> axes(const TooWide& e) { return {{"i", 2}, {"j", e.columns}}; }
std::vector<OutAxis> out_axes(const TooWide& e) { return {{"row", 2}, {"col", e.columns}}; }

TEST(EncodingLaws, TakeNoSizeOfAnOutputForGranted) {
  const Family family =
      Family::make<TooWide>("wide<{columns}>", {{"columns", &TooWide::columns, {1, 8}}}).value();
  const Trial trial = try_law(family, law("N5"));
  ASSERT_TRUE(trial.failure);
  EXPECT_EQ(trial.failure->what_broke, "(i 0, j 0) has row 0, col 1, not below 1 in col");
  const IndexMap map = family.map(std::vector<Word>{4}).value();
  EXPECT_TRUE(is_refuted(prove(make_injective(map).value(), {})));
  EXPECT_TRUE(is_refuted(prove(make_surjective(map).value(), {})));
}

TEST(EncodingTrial, ExplainsInWordsWithALineToPaste) {
  const Family family = tilted<Mistake::kForgetsTheRow>().value();
  const Trial trial = try_law(family, law("N4"));
  ASSERT_TRUE(trial.failure);
  const std::string text = explain(family, law("N4"), *trial.failure);
  EXPECT_TRUE(text.starts_with(
      "tilted<2x1, 0> breaks N4 DifferentPointsHaveDifferentValues\n"
      "    If it promises to be injective, no two points have one value.\n"
      "    (row 0, col 0) and (row 1, col 0) both have offset 0\n    found on tilted<"))
      << text;
  EXPECT_NE(text.find("\n    tileproof prove injective 'offset(row: 2, col: 1) = "),
            std::string::npos)
      << text;
}

TEST(EncodingTrial, IsTheSameFromOneSeed) {
  const Family family = tilted<Mistake::kForgetsTheRow>().value();
  const auto first = [&](std::uint64_t seed) {
    return try_law(family, law("N4"), {.seed = seed}).failure->found_on;
  };
  EXPECT_EQ(first(1), first(1));
  EXPECT_NE(first(1) + first(2) + first(3), first(4) + first(5) + first(6));
}

TEST(EncodingTrial, DrawsKeepTheRulesOrAreDiscarded) {
  const Trial trial = try_law(grouped().value(), law("N3"));
  EXPECT_EQ(trial.tried, 200);
  EXPECT_GT(trial.discarded, 0);
  EXPECT_EQ(trial.applied, 200);
}

TEST(EncodingTrial, SaysWhereNothingWasShown) {
  const Trial vacuous = try_law(tilted({.is_injective = false}).value(), law("N4"));
  EXPECT_EQ(vacuous.nothing_shown, "the law says nothing of any layout that was tried");
  const auto never = Family::make<Grouped>(
      "grouped<{columns}, {group}>",
      {{"columns", &Grouped::columns, {1, 1}}, {"group", &Grouped::group, {1, 1}}});
  const Trial refused = try_law(never.value(), law("N3"));
  EXPECT_NE(refused.nothing_shown.find("draws only 0 keep the rules"), std::string::npos)
      << refused.nothing_shown;
}

// ---- The adaptor for GoogleTest

TILEPROOF_LAWS(RegisteredLaws, tilted());

TEST(LawTests, FailWithTheExplanation) {
  static LawTest test(tilted<Mistake::kForgetsTheRow>().value(), law("N4"), {});
  EXPECT_FATAL_FAILURE(test.TestBody(), "tilted<2x1, 0> breaks N4");
}

TEST(LawTests, FailWhereThereIsNoFamily) {
  static NoFamilyTest test("the notation 'x': no");
  EXPECT_FATAL_FAILURE(test.TestBody(), "the notation 'x': no");
}

}  // namespace
}  // namespace tileproof::laws
