// Data and bounds of shared-memory accesses: what holds, what does not, and that both engines
// agree.
#include "checkers/shared_access/access_check.hpp"

#include <gtest/gtest.h>

#include "tests/support/deciders.hpp"
#include "tests/support/json_lines.hpp"

namespace tileproof {
namespace {

using triton::Shape;

triton::LayoutPtr parse(const std::string& text) { return *triton::parse_layout(text); }

const char* const kBlocked =
    "#ttg.blocked<{sizePerThread = [1, 4], threadsPerWarp = [8, 4], warpsPerCTA = [4, 1], "
    "order = [1, 0]}>";

std::string swizzled(int vec, int per_phase, int max_phase) {
  return "#ttg.swizzled_shared<{vec = " + std::to_string(vec) +
         ", perPhase = " + std::to_string(per_phase) + ", maxPhase = " + std::to_string(max_phase) +
         ", order = [1, 0]}>";
}

// An access of a 64x64 memory by blocked registers; the parts live as long as the question.
struct Question {
  explicit Question(const std::string& shared, Shape tensor_shape = {64, 64})
      : registers(parse(kBlocked)), memory(parse(shared)), tensor(std::move(tensor_shape)) {}

  [[nodiscard]] AccessTypes types() const {
    return {{*registers, tensor}, {*memory, shape}, view, true};
  }

  triton::LayoutPtr registers;
  triton::LayoutPtr memory;
  Shape tensor;
  Shape shape{64, 64};
  Shape view{64, 64};
};

Word field(const Verdict& verdict, const std::string& name) {
  for (const auto& [key, value] : std::get<Refuted>(verdict).counterexample().fields) {
    if (key == name) return std::get<Word>(value);
  }
  ADD_FAILURE() << "no field " << name;
  return ~Word{0};
}

TEST(AccessCheck, EnginesProveDataAndBoundsOfTheReferencePairs) {
  std::size_t pairs = 0;
  for (const auto& row : read_json_lines("triton-3.6/triton_bank_formula.jsonl.gz")) {
    Shape shape;
    for (const auto& size : row["shape"]) shape.push_back(size.get<Word>());
    const auto registers = parse(row["register"]);
    const auto memory = parse(row["shared"]);
    if (!to_linear(*memory, shape)) continue;  // Triton's formula is asked of impossible ones too
    if (++pairs % 7 != 0) continue;
    const AccessTypes access{{*registers, shape}, {*memory, shape}, shape, false};
    ASSERT_TRUE(is_proved(*check_access_data(access))) << row.dump();
    ASSERT_TRUE(is_proved(*check_access_data(access, kVisit))) << row.dump();
    const auto bounds = check_access_bounds(access);
    const auto visited = check_access_bounds(access, kVisit);
    ASSERT_TRUE(is_proved(bounds->verdict) && is_proved(visited->verdict)) << row.dump();
    ASSERT_EQ(bounds->allocation, visited->allocation);
  }
  EXPECT_GT(pairs, 1000u);
}

TEST(AccessCheck, ASwizzleWithThreePhasesIsRefutedByBothEngines) {
  const Question question(swizzled(8, 1, 3));
  for (const Decider& decide : {by_all_engines(), kVisit}) {
    const auto verdict = check_access_data(question.types(), decide);
    ASSERT_TRUE(is_refuted(*verdict));
    // Row 33 is the first with a phase that is not the XOR of its bits' phases: 33 % 3 = 0, but
    // (32 % 3) ^ (1 % 3) = 3.
    EXPECT_EQ(field(*verdict, "row"), 33u);
    EXPECT_EQ(field(*verdict, "register"), 16u);
    EXPECT_EQ(field(*verdict, "lane"), 4u);
    EXPECT_EQ(field(*verdict, "warp"), 0u);
  }
}

TEST(AccessCheck, MemoryThatWasDefinedWithOtherPhasesIsRefutedByBothEngines) {
  const Question question(swizzled(8, 1, 4));
  const auto defined = parse(swizzled(8, 1, 8));
  AccessTypes types = question.types();
  types.defined_memory.emplace(TensorLayout{*defined, question.shape});
  for (const Decider& decide : {by_all_engines(), kVisit}) {
    const auto verdict = check_access_data(types, decide);
    ASSERT_TRUE(is_refuted(*verdict));
    EXPECT_EQ(field(*verdict, "row"), 4u);
    EXPECT_EQ(field(*verdict, "lane"), 16u);
    EXPECT_EQ(field(*verdict, "memory_offset"), 256u);
    EXPECT_EQ(field(*verdict, "defined_offset"), 256u + 32u);
  }
}

TEST(AccessCheck, MemoryDefinedWithAnotherSpellingOfTheSameLayoutIsRight) {
  const Question question(swizzled(8, 1, 8));
  const auto defined = parse(
      "#ttg.shared_linear<{offset = [[0, 1], [0, 2], [0, 4], [0, 8], [0, 16], [0, 32], [1, 8], "
      "[2, 16], [4, 32], [8, 0], [16, 0], [32, 0]]}, alignment = 16>");
  AccessTypes types = question.types();
  types.defined_memory.emplace(TensorLayout{*defined, question.shape});
  EXPECT_TRUE(is_proved(*check_access_data(types)));
  EXPECT_TRUE(is_proved(*check_access_data(types, kVisit)));
}

TEST(AccessCheck, ATensorBeyondTheViewIsOutOfBoundsInBothEngines) {
  Question question(swizzled(8, 1, 8));
  question.view = {32, 64};
  for (const Decider& decide : {by_all_engines(), kVisit}) {
    const auto answer = check_access_bounds(question.types(), decide);
    ASSERT_TRUE(is_refuted(answer->verdict));
    EXPECT_GE(field(answer->verdict, "row"), 32u);
  }
}

TEST(AccessCheck, PaddingCountsInTheAllocation) {
  const Question question("#ttg.padded_shared<[64:+8] {order = [1, 0], shape = [64, 64]}>");
  const auto answer = check_access_bounds(question.types());
  ASSERT_TRUE(is_proved(answer->verdict));
  EXPECT_EQ(answer->allocation, 64u * 64 + 63 * 8);  // no gap behind the last row
  EXPECT_EQ(check_access_bounds(question.types(), kVisit)->allocation, answer->allocation);
}

TEST(AccessCheck, PaddingOfAnotherAmountIsRefutedByEveryEngineThatAnswers) {
  const Question question("#ttg.padded_shared<[64:+16] {order = [1, 0], shape = [64, 64]}>");
  const auto defined = parse("#ttg.padded_shared<[64:+8] {order = [1, 0], shape = [64, 64]}>");
  AccessTypes types = question.types();
  types.defined_memory.emplace(TensorLayout{*defined, question.shape});
  for (const Decider& decide : {by_all_engines(), kVisit, by_engine(EngineName::kSat)}) {
    const auto verdict = check_access_data(types, decide);
    ASSERT_TRUE(is_refuted(*verdict));
    EXPECT_EQ(field(*verdict, "register"), 16u);
    EXPECT_EQ(field(*verdict, "row"), 32u);
    EXPECT_EQ(field(*verdict, "memory_offset"), 32u * 80);
    EXPECT_EQ(field(*verdict, "defined_offset"), 32u * 72);
  }
}

TEST(AccessCheck, PaddingThatTheTensorDoesNotReachIsProvedByEveryEngineThatAnswers) {
  Question question("#ttg.padded_shared<[2048:+16] {order = [1, 0], shape = [64, 64]}>", {32, 64});
  const auto defined = parse("#ttg.padded_shared<[2048:+8] {order = [1, 0], shape = [64, 64]}>");
  AccessTypes types = question.types();
  types.defined_memory.emplace(TensorLayout{*defined, question.shape});
  for (const Decider& decide : {by_all_engines(), kVisit, by_engine(EngineName::kSat)}) {
    EXPECT_TRUE(is_proved(*check_access_data(types, decide)));
  }
}

// Both blocks of the registers' kernel have the whole memory: a copy in either will do.
TEST(AccessCheck, AnyCopyOfAnElementInAnotherBlockWillDo) {
  const auto registers = parse(
      "#ttg.blocked<{sizePerThread = [1, 4], threadsPerWarp = [8, 4], warpsPerCTA = [4, 1], "
      "order = [1, 0], CTAsPerCGA = [2, 1], CTASplitNum = [2, 1], CTAOrder = [1, 0]}>");
  const auto memory = parse(
      "#ttg.swizzled_shared<{vec = 8, perPhase = 1, maxPhase = 8, order = [1, 0], "
      "CTAsPerCGA = [2, 1], CTASplitNum = [1, 1], CTAOrder = [1, 0]}>");
  const auto other_phases = parse(
      "#ttg.swizzled_shared<{vec = 8, perPhase = 1, maxPhase = 4, order = [1, 0], "
      "CTAsPerCGA = [2, 1], CTASplitNum = [1, 1], CTAOrder = [1, 0]}>");
  const Shape shape{64, 64};
  AccessTypes types{{*registers, shape}, {*memory, shape}, shape, true};
  for (const Decider& decide : {by_all_engines(), kVisit}) {
    types.defined_memory.reset();
    EXPECT_TRUE(is_proved(*check_access_data(types, decide)));
    types.defined_memory.emplace(TensorLayout{*other_phases, shape});
    const auto verdict = check_access_data(types, decide);
    ASSERT_TRUE(is_refuted(*verdict));
    EXPECT_EQ(field(*verdict, "row"), 4u);
  }
}

TEST(AccessCheck, ATensorTooLargeToVisitIsDecidedByOthersAndUnknownToVisits) {
  Question question(swizzled(8, 1, 3), {1 << 13, 1 << 12});
  question.shape = question.tensor;
  question.view = question.tensor;
  EXPECT_TRUE(is_refuted(*check_access_data(question.types())));
  EXPECT_TRUE(is_unknown(*check_access_data(question.types(), kVisit)));
  EXPECT_TRUE(is_unknown(check_access_bounds(question.types(), kVisit)->verdict));
}

TEST(AccessCheck, ALayoutThatDoesNotHoldEveryElementIsAnError) {
  const Question question("#ttg.shared_linear<{offset = [[0, 1], [0, 4], [1, 0]]}, alignment = 16>",
                          {2, 8});
  EXPECT_EQ(check_access_data(question.types()).error().code, ErrorCode::kInvalid);
}

}  // namespace
}  // namespace tileproof
