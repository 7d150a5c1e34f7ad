// Do plans through a layout of shared memory that is given put each element where that layout has
// it?
#include <gtest/gtest.h>

#include <algorithm>
#include <random>

#include "checkers/moves/held_elements.hpp"
#include "checkers/moves/thread_values.hpp"
#include "checkers/plan/plan.hpp"
#include "encodings/moves/parse_program.hpp"
#include "encodings/moves/print_program.hpp"
#include "properties/moves/random_pairs.hpp"
#include "tests/support/tensors.hpp"
#include "tests/support/verdicts.hpp"

namespace tileproof::plan {
namespace {

class GivenMemories {
 public:
  explicit GivenMemories(std::uint64_t seed) : random_(seed) {}

  std::string next(const triton::Shape& shape) {
    const std::string order = below(2) == 0 ? "[1, 0]" : "[0, 1]";
    if (below(2) == 0) {
      return "#ttg.swizzled_shared<{vec = " + power(4) + ", perPhase = " + power(3) +
             ", maxPhase = " + power(4) + ", order = " + order + "}>";
    }
    return "#ttg.padded_shared<[" + std::to_string(8U << below(4)) + ":+" + power(4) +
           "] {order = " + order + ", shape = [" + std::to_string(shape[0]) + ", " +
           std::to_string(shape[1]) + "]}>";
  }

 private:
  Word below(Word end) { return random_() % end; }
  std::string power(Word end) { return std::to_string(Word{1} << below(end)); }
  std::mt19937_64 random_;
};

// The byte of memory that the layout's definition gives to a byte of an element.
Word byte_of(const Tensor& shared, const LinearLayout& form, Word held, unsigned element_bytes) {
  std::vector<Word> element;
  for (std::size_t d = 0; d < form.out_dims().size(); ++d) {
    element.push_back(form.field(held / element_bytes, d));
  }
  const Word offset = value_at(shared.map, element)[0];
  const Word padded = triton::padded_offset(U64{}, triton::paddings(shared.layout), offset);
  return padded * element_bytes + held % element_bytes;
}

struct Counted {
  int stores = 0;
  int loads = 0;
};

// Each access of memory by registers of s or d themselves is where the definition has their
// elements.
void expect_places(const moves::Program& program,
                   const Tensor& source,
                   const Tensor& destination,
                   const Tensor& shared,
                   Counted& counted) {
  const auto from = moves::HeldElements::make(program, source.form).value();
  const auto to = moves::HeldElements::make(program, destination.form).value();
  const unsigned bytes = program.element_bits / 8;
  const auto expect = [&](const moves::Move& move, std::span<const Word> rounds) {
    if (move.op != moves::MoveOp::kStore && move.op != moves::MoveOp::kLoad) return;
    const bool is_store = move.op == moves::MoveOp::kStore;
    const auto& registers = is_store ? move.from : move.to;
    const std::uint32_t array = is_store ? moves::kSourceArray : moves::kDestinationArray;
    if (registers[0].array != array) return;
    ++(is_store ? counted.stores : counted.loads);
    const auto at = moves::values_in_threads(program, *move.value, rounds);
    for (unsigned thread = 0; thread < program.threads(); ++thread) {
      for (unsigned byte = 0; byte < move.bits / 8; ++byte) {
        const Word number = moves::value_of_loops(registers[byte / 4].index, rounds);
        const auto& held = is_store ? from : to;
        const auto element = held.at(thread, number, byte % 4);
        ASSERT_TRUE(element.has_value());
        ASSERT_EQ(at[thread] + byte, byte_of(shared, held.form(), *element, bytes));
      }
    }
  };
  for (const moves::Statement& statement : program.statements) {
    if (const auto* loop = std::get_if<moves::Loop>(&statement.what)) {
      for (Word round = loop->first; round < loop->end; ++round) {
        expect(std::get<moves::Move>(loop->body[0].what), std::array{round});
      }
    } else {
      expect(std::get<moves::Move>(statement.what), {});
    }
  }
}

TEST(GivenMemory, HoldsEachElementWhereItsDefinitionHasIt) {
  gen::Source choices = gen::Source::random(20261128);
  gen::RandomPairs pairs(gen::RandomPairs::Of::kUnits, choices);
  GivenMemories memories(20261129);
  Counted counted;
  for (int i = 0; i < 300; ++i) {
    const auto pair = pairs.next();
    const On source(pair.source, pair.shape);
    const On destination(pair.destination, pair.shape);
    const std::string text = memories.next(pair.shape);
    const On shared(text, pair.shape);
    PlanRequest request{pair.bits, pair.target};
    request.shared = shared_form(*shared.layout, pair.shape).value();
    const auto plan = make_plan(source, destination, request);
    ASSERT_TRUE(plan) << plan.error().message << text;
    const std::string program = moves::print_program(plan->chosen.program);
    ASSERT_TRUE(is_proved(plan->answer.verdict))
        << words_of(plan->answer.verdict) << pair.source << text << program;
    EXPECT_EQ(plan->chosen.kind, PlanKind::kShared);
    const auto again = moves::parse_program(program);
    ASSERT_TRUE(again) << again.error().message << program;
    EXPECT_TRUE(is_proved(moves::realises(*again, source, destination)->verdict)) << program;
    expect_places(plan->chosen.program, source, destination, shared, counted);
    ASSERT_FALSE(HasFailure()) << pair.source << " " << pair.destination << " " << text << program;
  }
  EXPECT_GT(counted.stores, 200);
  EXPECT_GT(counted.loads, 200);
}

// 2^6 elements of rows by columns, in any order over 1 register bit and 5 of lanes.
std::string any_layout(std::mt19937_64& random, unsigned row_bits) {
  std::vector<std::string> units;
  for (unsigned bit = 0; bit < 6; ++bit) {
    units.push_back(bit < row_bits ? "[" + std::to_string(1U << bit) + ", 0]"
                                   : "[0, " + std::to_string(1U << (bit - row_bits)) + "]");
  }
  std::shuffle(units.begin(), units.end(), random);
  std::string lanes;
  for (unsigned bit = 1; bit < 6; ++bit) lanes += (bit > 1 ? ", " : "") + units[bit];
  return "#ttg.linear<{register = [" + units[0] + "], lane = [" + lanes +
         "], warp = [], block = []}>";
}

// Two elements of a word in another order than lanes have them, and lanes that have them in
// different orders.
TEST(GivenMemory, OfElementsInAnyOrderWithinAWordIsPlanned) {
  std::mt19937_64 random(20261125);
  for (int i = 0; i < 600; ++i) {
    const unsigned row_bits = 1 + static_cast<unsigned>(random() % 5);
    const triton::Shape shape = {Word{1} << row_bits, Word{64} >> row_bits};
    const On source(any_layout(random, row_bits), shape);
    const On destination(any_layout(random, row_bits), shape);
    const std::string text = "#ttg." +
                             std::string(random() % 2 == 0 ? "swizzled" : "amd_rotating") +
                             "_shared<{vec = " + std::to_string(1U << random() % 2) +
                             ", perPhase = " + std::to_string(1U << random() % 3) +
                             ", maxPhase = " + std::to_string(1U << random() % 4) +
                             ", order = " + (random() % 2 == 0 ? "[1, 0]" : "[0, 1]") + "}>";
    const On shared(text, shape);
    PlanRequest request{random() % 2 == 0 ? 8U : 16U, *Target::parse("cuda:90")};
    request.shared = shared_form(*shared.layout, shape).value();
    const auto plan = make_plan(source, destination, request);
    ASSERT_TRUE(plan) << plan.error().message << text;
    EXPECT_TRUE(is_proved(plan->answer.verdict)) << text;
  }
}

// Lane 1's elements are the other way round within a word, and each is wanted twice: such halves of
// words are not loaded by one access of a word.
TEST(GivenMemory, WithOtherOrdersWithinWordsIsLoadedInHalves) {
  const triton::Shape shape{2, 2};
  const std::string lanes =
      ", lane = [[1, 0], [0, 0], [0, 0], [0, 0], [0, 0]], warp = [], block = []}>";
  const On source("#ttg.linear<{register = [[0, 1]]" + lanes, shape);
  const On destination("#ttg.linear<{register = [[0, 0], [0, 1]]" + lanes, shape);
  const On shared("#ttg.swizzled_shared<{vec = 1, perPhase = 1, maxPhase = 2, order = [1, 0]}>",
                  shape);
  PlanRequest request{16, *Target::parse("cuda:90")};
  request.shared = shared_form(*shared.layout, shape).value();
  const auto plan = make_plan(source, destination, request);
  ASSERT_TRUE(plan) << plan.error().message;
  EXPECT_TRUE(is_proved(plan->answer.verdict)) << words_of(plan->answer.verdict);
}

TEST(GivenMemory, ThatDoesNotDoSaysWhy) {
  const triton::Shape shape{32, 16};
  const On rows(
      "#ttg.blocked<{sizePerThread = [1, 4], threadsPerWarp = [8, 4], warpsPerCTA = [4, 1], order "
      "= [1, 0]}>",
      shape);
  const auto no_memory = shared_form(*rows.layout, shape);
  ASSERT_FALSE(no_memory);
  EXPECT_EQ(no_memory.error().message, "the layout is not one of shared memory");
  const On plain("#ttg.swizzled_shared<{vec = 1, perPhase = 1, maxPhase = 1, order = [1, 0]}>",
                 shape);
  PlanRequest request{32, *Target::parse("cuda:90"), 2047};
  request.shared = shared_form(*plain.layout, shape).value();
  const auto small = make_plan(rows, rows, request);
  ASSERT_FALSE(small);
  EXPECT_EQ(small.error().message,
            "the tensor takes 2048 bytes of shared memory, of which there are 2047");
  request.bytes = 2048;
  const std::string two_blocks =
      "#ttg.linear<{register = [[0, 1]], lane = [[0, 2], [0, 4], [0, 8], [1, 0], [2, 0]], warp = "
      "[[4, 0], [8, 0]], block = [[16, 0]]}>";
  const On blocks(two_blocks, shape);
  const auto several = make_plan(blocks, blocks, request);
  ASSERT_FALSE(several);
  EXPECT_EQ(several.error().message, "a layout of shared memory is given to several blocks");
}

}  // namespace
}  // namespace tileproof::plan
