// Do all engines that decide a claim say the same, on 10,000 small random layouts of each family?
// Of each, injectivity is asked, and one more claim in turn.  Refutations must show the same,
// smallest counterexample.  Z3 would take ten minutes, some 20 times as long as the others
// together, so it is asked about every 60th layout, and so is `prove`; a SAT solver, which takes
// most of what is left, about every third.
#include <algorithm>
#include <array>
#include <cstdio>
#include <cstdlib>
#include <map>

#include "checkers/engines/engines.hpp"
#include "checkers/engines/search.hpp"
#include "checkers/smt/engine.hpp"
#include "properties/maps/layout_families.hpp"
#include "tests/checkers/claims/claims.hpp"

namespace tileproof {
namespace {

using gen::LayoutFamily;
using testing::claim_of;
using testing::kAllEngines;
using testing::summary;

constexpr int kLayouts = 10'000;
constexpr int kSatEach = 3;
// TILEPROOF_SLOW_EACH=1 asks them about every layout.
const int kSlowEach = [] {
  const char* each = std::getenv("TILEPROOF_SLOW_EACH");
  return each == nullptr ? 60 : std::max(std::atoi(each), 1);
}();
constexpr Word kMostPoints = 1 << 10;
const Limits kLimits{.seconds = 60};

// Z3 in this process: a child for each question would take longer than the question.
Verdict prove_by_smt_here(const Claim& claim) {
  return prove_with(claim, [](const Question& question) -> Decision {
    if (std::holds_alternative<Covers>(question.form)) return decide(question, kLimits);
    smt::Engine engine(kLimits);
    return {answer_of(find_counterexample(engine, question), "smt", kLimits), "smt"};
  });
}

struct Tally {
  std::map<std::string, int> engines;                // how many claims each decided
  std::map<std::string, std::array<int, 2>> claims;  // proved and refuted
};

// Do ranks decide every question of it?
bool is_linear(const Claim& claim) {
  return std::ranges::none_of(questions_of(claim), [](const Question& question) {
    return is_open(decide_linear(question));
  });
}

// The first disagreement in words, or "".  What the claim's questions have as evidence is replayed
// once: where all cases were visited.
std::string compare(const Claim& claim, bool with_slow, Tally& tally, bool with_sat = true) {
  const Verdict truth = prove_by(EngineName::kEnumerate, claim, kLimits);
  if (is_unknown(truth)) return "";
  ++tally.claims[std::string(name(claim))][is_proved(truth) ? 0 : 1];
  const auto differs = [&](std::string_view engine, const Verdict& verdict) -> std::string {
    if (is_unknown(verdict)) return "";
    ++tally.engines[std::string(engine)];
    if (summary(truth) == summary(verdict)) return "";
    return "enumerate " + summary(truth) + ", but " + std::string(engine) + " " + summary(verdict);
  };
  for (const EngineName engine : kAllEngines) {
    if (engine == EngineName::kEnumerate || engine == EngineName::kSmt) continue;
    if (engine == EngineName::kSat && !with_sat) continue;
    const bool by_ranks = engine != EngineName::kF2 || is_linear(claim);
    const auto name = by_ranks ? to_string(engine) : "tangents";
    if (auto text = differs(name, prove_by(engine, claim, kLimits, Replay::kNothing));
        !text.empty()) {
      return text;
    }
  }
  if (!with_slow) return "";
  if (!std::holds_alternative<Surjective>(claim)) {
    if (auto text = differs("smt", prove_by_smt_here(claim)); !text.empty()) return text;
  }
  return differs("prove", prove(claim, kLimits));
}

// A layout of the family; texts that are none are drawn anew.
std::pair<LayoutText, IndexMap> draw(const gen::LayoutFamily& family, gen::Source& random) {
  for (int tries = 0; tries < 1000; ++tries) {
    LayoutText layout = family.draw(random);
    auto map = parse_index_map(layout.text, layout.shape);
    if (map && map->points() * map->parameter_points() <= kMostPoints) {
      return {std::move(layout), *std::move(map)};
    }
  }
  TP_CHECK(false, std::string("a generator draws no layouts: ") + family.name);
}

// The largest offset, of all values of the parameters; offsets below 0 are left out.
Word largest_offset(const IndexMap& map) {
  std::vector<Word> at;
  for (const Axis& axis : map.axes()) at.push_back(axis.first);
  Word largest = 0;
  for (std::size_t i = 0; i < at.size();) {
    const Word offset = value_at(map, at).front();
    if (offset >> 63 == 0) largest = std::max(largest, offset);
    for (i = 0; i < at.size(); ++i) {
      if (++at[i] < map.axes()[i].first + map.axes()[i].size) break;
      at[i] = map.axes()[i].first;
    }
  }
  return largest;
}

Claim any_equal(gen::Source& random, const LayoutText& layout, const IndexMap& map) {
  for (int tries = 0; tries < 4; ++tries) {
    const LayoutText other = gen::neighbour(random, layout);
    const auto parsed = parse_index_map(other.text, other.shape);
    if (!parsed) continue;
    auto claim = make_equal(map, *parsed);
    if (claim) return *std::move(claim);
  }
  return claim_of(make_equal(map, map));
}

Claim another_claim(int turn, gen::Source& random, const LayoutText& layout, const IndexMap& map) {
  const Axis& first = map.axes().empty() ? Axis{} : map.axes().front();
  switch (turn % 5) {
    case 0:
      if (auto claim = make_surjective(map)) return *std::move(claim);
      break;
    case 1:
      if (!map.gives_offset()) break;
      return claim_of(make_in_bounds(map, largest_offset(map) + random.below(3)));
    case 2:
      if (!map.gives_offset() || map.axes().empty() || first.is_parameter) break;
      return claim_of(
          make_aligned(map, random.power(6), random.power(3), first.size % 2 == 0 ? 2 : 1, 0));
    case 3:
      return claim_of(
          make_no_wrap(map, static_cast<unsigned>(random.between(8, 10)), random.one_in(2)));
    default:
      break;
  }
  return any_equal(random, layout, map);
}

// Prints what was decided, so that a look at the log shows what the test is worth.
void expect_both_verdicts(const Tally& tally, int least) {
  std::string counts;
  for (const auto& [engine, count] : tally.engines) {
    counts += " " + engine + " " + std::to_string(count);
  }
  int proved = 0;
  int refuted = 0;
  for (const auto& [claim, count] : tally.claims) {
    counts += "\n  " + claim + ": " + std::to_string(count[0]) + " proved, " +
              std::to_string(count[1]) + " refuted";
    proved += count[0];
    refuted += count[1];
  }
  std::printf("decided:%s\n", counts.c_str());
  EXPECT_GT(proved + refuted, least);
  EXPECT_GT(proved * 10, proved + refuted);
  EXPECT_GT(refuted * 10, proved + refuted);
}

class EnginesAgree : public ::testing::TestWithParam<gen::LayoutFamily> {};

TEST_P(EnginesAgree, On10000LayoutsAndZ3OnEvery60th) {
  gen::Source random = gen::Source::random(20261120);
  Tally tally;
  for (int i = 0; i < kLayouts; ++i) {
    const auto [layout, map] = draw(GetParam(), random);
    const bool with_slow = i % kSlowEach == 0;
    const bool with_sat = i % kSatEach == 0;
    ASSERT_EQ(compare(Injective{map}, with_slow, tally, with_sat), "") << layout.text;
    const Claim other = another_claim(i % 5 + i / kSlowEach, random, layout, map);
    ASSERT_EQ(compare(other, with_slow, tally, with_sat), "")
        << name(other) << " of " << layout.text;
  }
  expect_both_verdicts(tally, kLayouts * 3 / 2);
}

INSTANTIATE_TEST_SUITE_P(Families,
                         EnginesAgree,
                         ::testing::ValuesIn(gen::layout_families()),
                         [](const auto& family) { return family.param.name; });

// A family by name, drawn until the layout has this shape.
LayoutText draw_of_shape(const char* name, const std::vector<Word>& shape, gen::Source& random) {
  for (const gen::LayoutFamily& family : gen::layout_families()) {
    if (std::string_view(family.name) != name) continue;
    while (true) {
      LayoutText layout = draw(family, random).first;
      if (layout.shape == shape) return layout;
    }
  }
  TP_CHECK(false, std::string("no family is called ") + name);
}

TEST(EnginesAgreeOn, Conversions) {
  gen::Source random = gen::Source::random(20261120);
  Tally tally;
  for (int i = 0; i < 1000; ++i) {
    const std::vector<Word> shape = {16 * random.power(1), 8 * random.power(1)};
    const LayoutText source = draw_of_shape("Registers", shape, random);
    const LayoutText destination = draw_of_shape("Registers", shape, random);
    const std::string strides = ":(" + std::to_string(shape[1] + random.below(4) - 1) + ",1)";
    const LayoutText written = {"(" + std::to_string(shape[0]) + "," + std::to_string(shape[1]) +
                                ")" + strides};
    const LayoutText read = random.one_in(2) ? gen::neighbour(random, written) : written;
    const auto claim = [&]() -> Result<Claim> {
      TP_TRY(to, parse_index_map(read.text, {}));
      return make_converts(testing::map_of(source.text, shape),
                           testing::map_of(written.text),
                           to,
                           testing::map_of(destination.text, shape));
    }();
    if (!claim) continue;
    ASSERT_EQ(compare(*claim, i % kSlowEach == 0, tally), "") << source.text << "\n"
                                                              << written.text << "\n"
                                                              << read.text << "\n"
                                                              << destination.text;
  }
  expect_both_verdicts(tally, 500);
}

TEST(EnginesAgreeOn, BankConflicts) {
  const Target target = *Target::parse("cuda:90");
  gen::Source random = gen::Source::random(20261120);
  Tally tally;
  for (int i = 0; i < 1000; ++i) {
    const std::string pitch = random.of({"32", "33", "36", "40", "64", "68", "72", "80"});
    const std::string bits = random.of({"1", "2", "3"});
    const std::string memory = random.one_in(2) ? "(32,64):(" + pitch + ",1)"
                                                : "Sw<" + bits + ",3,3> o 0 o (32,64):(64,1)";
    const std::string element =
        random.of({"(lane, step * 8)",
                   "(lane % 8 + step * 8, lane / 8 * 8)",
                   "(lane / 4, lane % 4 * 8)",
                   "(lane / 8 + step, lane % 8 * 8)",
                   "(lane / 16 * 8 + lane % 8, lane / 8 % 2 * 8 + step * 16)",
                   "(step, lane * 2)",
                   "(lane / 2, lane % 2 * 32 + step * 8)"});
    const std::string access = "(row, col)(lane: 32, step: 2) = " + element;
    const std::string instruction = random.of({"ld.shared.b16",
                                               "ld.shared.b32",
                                               "ld.shared.b64",
                                               "st.shared.b128",
                                               "ldmatrix.x1",
                                               "ldmatrix.x4"});
    const Claim claim = claim_of(make_conflict_free(testing::map_of(memory),
                                                    testing::map_of(access),
                                                    random.of<Word>({8, 16, 32}),
                                                    **target.find_rule(instruction)));
    ASSERT_EQ(compare(claim, i % kSlowEach == 0, tally), "") << memory << "\n"
                                                             << access << "\n"
                                                             << instruction;
  }
  expect_both_verdicts(tally, 900);
}

}  // namespace
}  // namespace tileproof
