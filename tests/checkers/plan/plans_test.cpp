// Are plans proved, also after they were written and read again, and do they cost what the planner
// counted?
#include <gtest/gtest.h>

#include <map>

#include "checkers/plan/plan.hpp"
#include "checkers/plan/shared_plan.hpp"
#include "encodings/moves/parse_program.hpp"
#include "encodings/moves/print_program.hpp"
#include "properties/moves/random_pairs.hpp"
#include "tests/support/json_lines.hpp"
#include "tests/support/tensors.hpp"
#include "tests/support/verdicts.hpp"

namespace tileproof::plan {
namespace {

// A plan that is proved, and proved again as it is printed.
Plan proved_plan(const Tensor& source, const Tensor& destination, const PlanRequest& request) {
  auto plan = make_plan(source, destination, request);
  EXPECT_TRUE(plan) << plan.error().message;
  EXPECT_TRUE(is_proved(plan->answer.verdict)) << words_of(plan->answer.verdict);
  const std::string text = moves::print_program(plan->chosen.program);
  const auto program = moves::parse_program(text);
  EXPECT_TRUE(program) << program.error().message << "\n" << text;
  if (!program) return *std::move(plan);
  const auto again = moves::realises(*program, source, destination);
  EXPECT_TRUE(again) << again.error().message;
  EXPECT_TRUE(is_proved(again->verdict)) << words_of(again->verdict) << "\n" << text;
  EXPECT_EQ(again->cost, plan->answer.cost) << text;
  auto remarks = again->remarks;
  std::erase_if(remarks, [](const std::string& remark) { return remark.starts_with("barrier"); });
  EXPECT_EQ(remarks, plan->answer.remarks) << text;
  EXPECT_EQ(moves::print_program(*program), text);
  return *std::move(plan);
}

TEST(Plans, OfRandomPairsAreProvedAndProvedAgainAsTheyArePrinted) {
  gen::Source choices = gen::Source::random(20261125);
  gen::RandomPairs pairs(gen::RandomPairs::Of::kSums, choices);
  std::map<std::string, int> kinds;
  std::map<std::string, int> targets;
  std::map<unsigned, int> bits;
  for (int i = 0; i < 600; ++i) {
    const auto pair = pairs.next();
    const On source(pair.source, pair.shape);
    const On destination(pair.destination, pair.shape);
    const auto plan = proved_plan(source, destination, {pair.bits, pair.target});
    ASSERT_FALSE(HasFailure()) << i << ": " << pair.source << " " << pair.destination << " "
                               << pair.bits << " " << pair.target.name();
    ++kinds[std::string(pair.target.vendor() == Target::Vendor::kAmd ? "amd " : "nvidia ") +
            to_string(plan.chosen.kind)];
    ++targets[pair.target.name()];
    ++bits[pair.bits];
  }
  EXPECT_EQ(bits.size(), 6U);
  EXPECT_EQ(targets.size(), 5U);
  for (const char* vendor : {"nvidia ", "amd "}) {
    for (const auto kind : {PlanKind::kShuffles, PlanKind::kShared}) {
      EXPECT_GE(kinds[vendor + std::string(to_string(kind))], 10) << vendor << to_string(kind);
    }
  }
}

// Blocked, linear, sliced, of matrix instructions and of their operands, with waves of both sizes.
TEST(Plans, OfAllFamiliesOfLayoutsAreProvedAndProvedAgainAsTheyArePrinted) {
  const auto rows = read_json_lines("triton-3.6/conversions.jsonl.gz");
  constexpr unsigned kBits[] = {4, 8, 16, 32, 64, 128};
  int planned = 0;
  for (std::size_t i = 0; i < rows.size(); ++i) {
    const auto& row = rows[i];
    triton::Shape shape;
    for (const auto& size : row.at("shape")) shape.push_back(size.get<Word>());
    const On source(row.at("src").get<std::string>(), shape);
    const On destination(row.at("dst").get<std::string>(), shape);
    const LinearLayout& form = source.tensor.form;
    if (form.has_in(kBlock) && form.in_bits(kBlock) > 0) continue;
    if (form.in_bits(kLane) + form.in_bits(kWarp) > 10 || form.total_in_bits() > 14) continue;
    const bool is_wave64 = form.in_bits(kLane) == 6;
    const char* target = is_wave64 ? (i % 2 == 0 ? "hip:gfx942" : "hip:gfx950")
                                   : (i % 3 == 0 ? "hip:gfx1100" : "cuda:90");
    const auto plan = proved_plan(source, destination, {kBits[i % 6], *Target::parse(target)});
    ASSERT_FALSE(HasFailure()) << row.dump() << " " << kBits[i % 6] << " " << target;
    ++planned;
  }
  EXPECT_GT(planned, 200);
}

TEST(Plans, AcrossBlocksWithCopiesAreProvedAndProvedAgainAsTheyArePrinted) {
  gen::Source choices = gen::Source::random(20261127);
  gen::RandomPairs pairs(gen::RandomPairs::Of::kBlocks, choices);
  std::map<PlanKind, int> kinds;
  for (int i = 0; i < 300; ++i) {
    const auto pair = pairs.next();
    const On source(pair.source, pair.shape);
    const On destination(pair.destination, pair.shape);
    const auto plan = proved_plan(source, destination, {pair.bits, pair.target});
    ASSERT_FALSE(HasFailure()) << i << ": " << pair.source << " " << pair.destination << " "
                               << pair.bits;
    ++kinds[plan.chosen.kind];
  }
  EXPECT_GE(kinds[PlanKind::kShared], 30);
  EXPECT_GE(kinds[PlanKind::kCluster], 30);
}

// Its own bytes are rows of matrices, but for a block that moves each by two bytes.
TEST(Plans, WhoseBlocksMoveWithinRowsOfMatricesHaveNone) {
  const On source(
      "#ttg.linear<{register = [[1], [34]], lane = [[4], [8], [16], [32], [0]], warp = [[0]], "
      "block = [[0]]}>",
      {128});
  const On destination(
      "#ttg.linear<{register = [[1], [16]], lane = [[0], [0], [34], [4], [8]], warp = [[64]], "
      "block = [[2]]}>",
      {128});
  const Plan plan = proved_plan(source, destination, {8, *Target::parse("cuda:90")});
  const std::string text = moves::print_program(plan.chosen.program);
  EXPECT_EQ(text.find("matrix"), std::string::npos) << text;
}

// A tensor that exceeds the memory goes through it in parts.
TEST(Plans, OfLargeTensorsGoThroughLittleMemoryInThousandsOfRounds) {
  const On source(
      "#ttg.blocked<{sizePerThread = [1, 2, 1], threadsPerWarp = [4, 4, 2], warpsPerCTA = [1, 1, "
      "1], order = [1, 0, 2]}>",
      {16, 64, 64});
  const On destination(
      "#ttg.blocked<{sizePerThread = [4, 1, 4], threadsPerWarp = [8, 4, 1], warpsPerCTA = [1, 1, "
      "1], order = [1, 2, 0]}>",
      {16, 64, 64});
  for (const Word bytes : {Word{2048}, Word{128}}) {
    PlanRequest request{64, *Target::parse("cuda:90")};
    request.bytes = bytes;
    const auto plan = make_plan(source, destination, request);
    ASSERT_TRUE(plan) << plan.error().message;
    EXPECT_TRUE(is_proved(plan->answer.verdict));
    EXPECT_EQ(plan->answer.cost->bytes, bytes);
    EXPECT_EQ(plan->answer.cost->barriers, 2 * (16 * 64 * 64 * 8 / bytes) - 1);
  }
}

TEST(Plans, InRoundsAreProvedAndTakeNoMoreMemoryThanThereIs) {
  using Of = gen::RandomPairs::Of;
  std::map<Word, int> rounds;
  for (const Of of : {Of::kUnits, Of::kSums, Of::kBlocks}) {
    gen::Source choices = gen::Source::random(20261130);
    gen::RandomPairs pairs(of, choices);
    for (int i = 0; i < 120; ++i) {
      const auto pair = pairs.next();
      const On source(pair.source, pair.shape);
      const On destination(pair.destination, pair.shape);
      PlanRequest request{pair.bits, pair.target};
      const auto whole = make_plan(source, destination, request);
      ASSERT_TRUE(whole);
      const Word bytes = whole->answer.cost->bytes;
      const Word parts = Word{1} << (1U + static_cast<unsigned>(i) % 3);
      if (bytes / parts < 32) continue;
      request.bytes = i % 2 == 0 ? bytes / parts : 2 * (bytes / parts) - 1;
      const auto plan = proved_plan(source, destination, request);
      ASSERT_FALSE(HasFailure()) << i << ": " << pair.source << " " << pair.destination << " "
                                 << pair.bits << " " << pair.target.name();
      const auto& cost = *plan.answer.cost;
      EXPECT_LE(cost.bytes, *request.bytes);
      if (plan.chosen.kind == PlanKind::kShuffles) continue;
      // A wave that loads what it has stored needs none.
      const bool is_free = pair.target.vendor() == Target::Vendor::kAmd && cost.barriers == 0;
      EXPECT_TRUE(is_free || cost.barriers == 2 * parts - 1) << cost.barriers;
      ++rounds[parts];
    }
  }
  for (const Word parts : {Word{2}, Word{4}, Word{8}}) EXPECT_GE(rounds[parts], 50) << parts;
}

// Lanes that hold copies store parts of the registers each: which round a register belongs to is
// then a matter of lanes, and of registers side by side not the same.
TEST(Plans, InRoundsGoWithCopiesThatAreShared) {
  struct Case {
    std::string source;
    std::string destination;
    Word size;
    unsigned bits;
    const char* target;
    Word bytes;
  };
  const std::string odd_lanes = "[[0], [35], [18], [17], [20]]";
  const std::string odd = linear("[[16], [106], [64]]", odd_lanes, "[[0]]");
  for (const Case& one :
       {Case{linear("[[8], [32]]", "[[4], [1], [2], [64], [0]]", "[[16]]"),
             odd,
             128,
             32,
             "cuda:90",
             200},
        Case{linear("[[8], [32], [1]]", "[[4], [0], [2], [64], [0]]", "[[16]]"),
             odd,
             128,
             32,
             "cuda:90",
             128},
        Case{linear("[[128], [32], [2], [16]]", "[[1], [256], [8], [4], [64]]", "[[0]]"),
             linear("[[4], [64], [209]]", "[[262], [11], [18], [32], [8]]", "[[2]]"),
             512,
             7,
             "cuda:80",
             64},
        Case{linear("[[19], [1], [64]]", "[[104], [4], [128], [96], [128]]", "[[120]]", "[[0]]"),
             linear("[[0], [2], [8]]", "[[32], [64], [16], [0], [1]]", "[[128]]", "[[4]]"),
             256,
             3,
             "cuda:100",
             32}}) {
    PlanRequest request{one.bits, *Target::parse(one.target)};
    request.bytes = one.bytes;
    const auto plan =
        proved_plan(On(one.source, {one.size}), On(one.destination, {one.size}), request);
    ASSERT_FALSE(HasFailure()) << one.source;
    EXPECT_LE(plan.answer.cost->bytes, one.bytes) << one.source;
  }
}

TEST(Plans, SayOfEachKindThatIsLessWhyItDoesNotDo) {
  using Of = gen::RandomPairs::Of;
  std::map<PlanKind, int> kinds;
  for (const Of of : {Of::kUnits, Of::kSums, Of::kBlocks}) {
    gen::Source choices = gen::Source::random(20261201);
    gen::RandomPairs pairs(of, choices);
    for (int i = 0; i < 60; ++i) {
      const auto pair = pairs.next();
      const On source(pair.source, pair.shape);
      const On destination(pair.destination, pair.shape);
      const auto plan = make_plan(source, destination, {pair.bits, pair.target});
      ASSERT_TRUE(plan);
      const auto lesser = explain(source, destination, *plan);
      ASSERT_TRUE(lesser) << lesser.error().message;
      ASSERT_EQ(lesser->size(), static_cast<std::size_t>(plan->chosen.kind));
      for (std::size_t kind = 0; kind < lesser->size(); ++kind) {
        EXPECT_EQ(lesser->at(kind).kind, static_cast<PlanKind>(kind));
        EXPECT_NE(lesser->at(kind).why, "");
      }
      ++kinds[plan->chosen.kind];
    }
  }
  EXPECT_GE(kinds.size(), 4U);
}

TEST(Plans, NeedNoMoreMemoryThanTheTargetHas) {
  const triton::Shape shape{256, 256};
  const On rows(blocked("[1, 4]", "[8, 4]", "[4, 1]"), shape);
  const On columns(blocked("[4, 1]", "[4, 8]", "[1, 4]"), shape);
  for (const char* text : {"cuda:75", "cuda:86", "cuda:90", "hip:gfx1100"}) {
    const Target target = *Target::parse(text);
    const auto plan = proved_plan(rows, columns, {32, target});  // of 262,144 bytes
    EXPECT_LE(plan.answer.cost->bytes, target.shared_bytes()) << text;
    EXPECT_GT(plan.answer.cost->barriers, 1U) << text;
  }
}

TEST(Plans, CostTheWavefrontsThatThePlannerCounted) {
  gen::Source choices = gen::Source::random(20261126);
  gen::RandomPairs pairs(gen::RandomPairs::Of::kUnits, choices);
  std::map<unsigned, int> compared;  // by the lanes of AMD's RDNA, whose wide waves are two halves
  for (int i = 0; i < 300; ++i) {
    const auto pair = pairs.next();
    const On source(pair.source, pair.shape);
    const On destination(pair.destination, pair.shape);
    moves::Program empty(pair.target);
    empty.lanes = 1U << source.tensor.form.in_bits(kLane);
    empty.warps = 1U << source.tensor.form.in_bits(kWarp);
    empty.element_bits = std::max(pair.bits, 8U);
    empty.in_a_register = empty.element_bits < 32 ? 32 / empty.element_bits : 1;
    Side from = side_of(source.tensor.form, empty.element_bits / 8);
    Side to = side_of(destination.tensor.form, empty.element_bits / 8);
    const auto blocks = number_by_blocks(from, {&to});
    ASSERT_TRUE(blocks.has_value());
    const auto plan = shared_plan(empty, from, to, *blocks, Word{1} << 20);
    ASSERT_TRUE(plan.has_value());
    const auto answer = moves::realises(plan->program, source, destination).value();
    ASSERT_TRUE(is_proved(answer.verdict))
        << words_of(answer.verdict) << moves::print_program(plan->program);
    ASSERT_EQ(answer.cost->store_wavefronts + answer.cost->load_wavefronts, plan->wavefronts)
        << moves::print_program(plan->program);
    if (pair.target.name() == "hip:gfx1100") ++compared[empty.lanes];
  }
  EXPECT_GT(compared[32], 20);
  EXPECT_GT(compared[64], 20);
}

// Warps that load what they have stored themselves wait for no others, and one wave of AMD's for
// none.
TEST(Plans, OrderNoMoreThreadsThanTheyMust) {
  const auto columns = [](const std::string& warps) { return blocked("[4, 1]", "[4, 8]", warps); };
  const triton::Shape shape{64, 8};
  const On source(blocked("[1, 4]", "[16, 2]", "[4, 1]"), shape);
  const On own(columns("[4, 1]"), shape);
  const On others(columns("[1, 4]"), shape);
  const auto program = [&](const Tensor& destination, const char* target) {
    return moves::print_program(
        proved_plan(source, destination, {32, *Target::parse(target)}).chosen.program);
  };
  EXPECT_NE(program(own, "cuda:90").find("barrier.warp"), std::string::npos);
  EXPECT_NE(program(others, "cuda:90").find("barrier.cta"), std::string::npos);
  EXPECT_EQ(program(own, "hip:gfx1100").find("barrier"), std::string::npos);
  EXPECT_NE(program(others, "hip:gfx1100").find("barrier.cta"), std::string::npos);
}

TEST(Plans, ThatCannotBeMadeSayWhy) {
  const On rows(blocked("[1, 4]", "[8, 4]", "[4, 1]"), {32, 16});
  const On columns(blocked("[4, 1]", "[4, 8]", "[1, 4]"), {32, 16});
  const On few(blocked("[4, 1]", "[4, 8]", "[1, 2]"), {32, 16});
  const auto message =
      [](const Tensor& source, const Tensor& destination, const PlanRequest& request) {
        const auto plan = make_plan(source, destination, request);
        return plan ? "a plan" : plan.error().message;
      };
  const Target target = *Target::parse("cuda:90");
  EXPECT_EQ(message(rows, columns, {32, target, 2048}), "a plan");
  EXPECT_EQ(message(rows, columns, {32, target, 2047}), "a plan");
  EXPECT_EQ(message(rows, columns, {32, target, 3}),
            "the tensor takes 2048 bytes of shared memory, of which there are 3");
  EXPECT_EQ(message(rows, few, {32, target}),
            "the layouts have different numbers of lanes, warps or blocks");
  for (const unsigned bits : {0U, 12U, 24U, 256U}) {
    EXPECT_EQ(message(rows, columns, {bits, target}),
              "elements have 1 to 8, 16, 32, 64 or 128 bits, not " + std::to_string(bits));
  }
  // Of what no text of a program may say, no plan is proved.
  const On waves(blocked("[1, 4]", "[16, 4]", "[4, 1]"), {64, 16});
  EXPECT_EQ(message(waves, waves, {32, target}), "a warp of cuda:90 has 32 lanes");
  EXPECT_EQ(message(waves, waves, {32, *Target::parse("hip:gfx942")}), "a plan");
  const On many(blocked("[1, 1]", "[8, 4]", "[64, 1]"), {512, 4});
  EXPECT_EQ(message(many, many, {32, target}), "64 warps are more than 1024 threads");
}

}  // namespace
}  // namespace tileproof::plan
