// Data and bounds of shared-memory accesses: what holds, what does not, and that both engines
// agree.
#include "checkers/shared_access/access_check.hpp"

#include <gtest/gtest.h>

#include "tests/support/deciders.hpp"
#include "tests/support/json_lines.hpp"
#include "tests/support/tensors.hpp"

namespace tileproof {
namespace {

using triton::Shape;

const char* const kBlocked =
    "#ttg.blocked<{sizePerThread = [1, 4], threadsPerWarp = [8, 4], warpsPerCTA = [4, 1], "
    "order = [1, 0]}>";

std::string swizzled(int vec, int per_phase, int max_phase) {
  return "#ttg.swizzled_shared<{vec = " + std::to_string(vec) +
         ", perPhase = " + std::to_string(per_phase) + ", maxPhase = " + std::to_string(max_phase) +
         ", order = [1, 0]}>";
}

// An access of a memory, of 64x64 unless said otherwise, by blocked registers.
struct Question {
  explicit Question(const std::string& shared,
                    const Shape& tensor = {64, 64},
                    const Shape& shape = {64, 64})
      : registers(kBlocked, tensor), memory(shared, shape), view(shape) {}

  [[nodiscard]] AccessTypes types(const Tensor* defined = nullptr) const {
    return {registers, memory, view, true, defined};
  }

  On registers;
  On memory;
  Shape view;
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
    // Triton's formula is asked of impossible ones too.
    if (!to_linear(*layout_from(row["shared"].get<std::string>()), shape)) continue;
    if (++pairs % 7 != 0) continue;
    const On registers(row["register"].get<std::string>(), shape);
    const On memory(row["shared"].get<std::string>(), shape);
    const AccessTypes access{registers, memory, shape, false};
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
  const On defined(swizzled(8, 1, 8), {64, 64});
  const AccessTypes types = question.types(&defined.tensor);
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
  const On defined(
      "#ttg.shared_linear<{offset = [[0, 1], [0, 2], [0, 4], [0, 8], [0, 16], [0, 32], [1, 8], "
      "[2, 16], [4, 32], [8, 0], [16, 0], [32, 0]]}, alignment = 16>",
      {64, 64});
  const AccessTypes types = question.types(&defined.tensor);
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
  const On defined("#ttg.padded_shared<[64:+8] {order = [1, 0], shape = [64, 64]}>", {64, 64});
  const AccessTypes types = question.types(&defined.tensor);
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
  const Question question("#ttg.padded_shared<[2048:+16] {order = [1, 0], shape = [64, 64]}>",
                          {32, 64});
  const On defined("#ttg.padded_shared<[2048:+8] {order = [1, 0], shape = [64, 64]}>", {64, 64});
  const AccessTypes types = question.types(&defined.tensor);
  for (const Decider& decide : {by_all_engines(), kVisit, by_engine(EngineName::kSat)}) {
    EXPECT_TRUE(is_proved(*check_access_data(types, decide)));
  }
}

// Both blocks of the registers' kernel have the whole memory: a copy in either will do.
TEST(AccessCheck, AnyCopyOfAnElementInAnotherBlockWillDo) {
  const Shape shape{64, 64};
  const On registers(
      "#ttg.blocked<{sizePerThread = [1, 4], threadsPerWarp = [8, 4], warpsPerCTA = [4, 1], "
      "order = [1, 0], CTAsPerCGA = [2, 1], CTASplitNum = [2, 1], CTAOrder = [1, 0]}>",
      shape);
  const On memory(
      "#ttg.swizzled_shared<{vec = 8, perPhase = 1, maxPhase = 8, order = [1, 0], "
      "CTAsPerCGA = [2, 1], CTASplitNum = [1, 1], CTAOrder = [1, 0]}>",
      shape);
  const On other_phases(
      "#ttg.swizzled_shared<{vec = 8, perPhase = 1, maxPhase = 4, order = [1, 0], "
      "CTAsPerCGA = [2, 1], CTASplitNum = [1, 1], CTAOrder = [1, 0]}>",
      shape);
  for (const Decider& decide : {by_all_engines(), kVisit}) {
    EXPECT_TRUE(is_proved(*check_access_data({registers, memory, shape, true}, decide)));
    const auto verdict =
        check_access_data({registers, memory, shape, true, &other_phases.tensor}, decide);
    ASSERT_TRUE(is_refuted(*verdict));
    EXPECT_EQ(field(*verdict, "row"), 4u);
  }
}

TEST(AccessCheck, ATensorThatTakesTooLongToVisitIsDecidedByOthersAndUnknownToVisits) {
  const Decider brief_visit = by_engine(EngineName::kEnumerate, {.seconds = 0});
  const Question question(swizzled(8, 1, 3), {1 << 13, 1 << 12}, {1 << 13, 1 << 12});
  EXPECT_TRUE(is_refuted(*check_access_data(question.types())));
  EXPECT_TRUE(is_unknown(check_access_bounds(question.types(), brief_visit)->verdict));
}

TEST(AccessCheck, IsUnknownWhereAnyQuestionOnTheWayIsOpen) {
  const Question question(swizzled(8, 1, 8));
  EXPECT_TRUE(is_unknown(*check_access_data(question.types(), all_but("place"))));
  for (const char* name : {"within", "allocated"}) {
    EXPECT_TRUE(is_unknown(check_access_bounds(question.types(), all_but(name))->verdict)) << name;
  }
}

TEST(AccessCheck, ALayoutThatDoesNotHoldEveryElementIsAnError) {
  const Question question(
      "#ttg.shared_linear<{offset = [[0, 1], [0, 4], [1, 0]]}, alignment = 16>", {2, 8}, {2, 8});
  EXPECT_EQ(check_access_data(question.types()).error().code, ErrorCode::kInvalid);
}

}  // namespace
}  // namespace tileproof
