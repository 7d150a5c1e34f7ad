#include "checkers/shared_access/bank_conflicts.hpp"

#include <gtest/gtest.h>

#include <array>
#include <set>
#include <string>
#include <vector>

#include "tests/checkers/shared_access/both_engines.hpp"

namespace tileproof {
namespace {

const Target& hopper() {
  static const Target kTarget = Target::parse("cuda:90").value();
  return kTarget;
}

// ---- Layouts by hand: an element (row, col) of a tile is the flat index row * columns + col.

struct Tile {
  unsigned row_bits;
  unsigned col_bits;

  [[nodiscard]] std::array<OutDim, 2> outs() const {
    return {{{Name::dim(1), Word{1} << col_bits}, {Name::dim(0), Word{1} << row_bits}}};
  }
  [[nodiscard]] Word row(Word index) const { return index << col_bits; }

  [[nodiscard]] LinearLayout registers(const std::vector<Word>& regs,
                                       const std::vector<Word>& lanes,
                                       const std::vector<Word>& warps) const {
    const InDim ins[] = {{kRegister, static_cast<unsigned>(regs.size())},
                         {kLane, static_cast<unsigned>(lanes.size())},
                         {kWarp, static_cast<unsigned>(warps.size())},
                         {kBlock, 0}};
    std::vector<Word> bases = regs;
    bases.insert(bases.end(), lanes.begin(), lanes.end());
    bases.insert(bases.end(), warps.begin(), warps.end());
    return LinearLayout::from_fields(ins, outs(), bases);
  }

  // swizzled_shared with order [1, 0]: the column groups of `vec` elements XOR row / per_phase %
  // max_phase.
  [[nodiscard]] LinearLayout swizzled(Word vec, Word per_phase, Word max_phase) const {
    const InDim ins[] = {{kOffset, row_bits + col_bits}, {kBlock, 0}};
    std::vector<Word> bases;
    for (unsigned i = 0; i < col_bits; ++i) bases.push_back(Word{1} << i);
    for (unsigned i = 0; i < row_bits; ++i) {
      const Word index = Word{1} << i;
      bases.push_back(row(index) ^ (index / per_phase % max_phase * vec) % (Word{1} << col_bits));
    }
    return LinearLayout::from_fields(ins, outs(), bases);
  }
};

// The access of design.md, section 6, that a compiler's formula gets wrong.
struct ReferenceExample {
  Tile tile{5, 6};
  LinearLayout registers = tile.registers(
      {4, 8, 16, 32}, {tile.row(1), tile.row(2), tile.row(4), tile.row(8), tile.row(16)}, {1, 2});
  LinearLayout shared = tile.swizzled(1, 1, 8);
  SharedAccess access{registers, shared, 16, hopper(), Direction::kStore};
};

TEST(BankConflicts, ReferenceExampleTakes8Wavefronts) {
  const ReferenceExample example;
  const BankConflicts cost = conflicts(example.access);
  EXPECT_EQ(cost.engine, "f2");
  EXPECT_EQ(cost.rule->instruction, "st.shared.b16");
  EXPECT_EQ(cost.vector_bits, 16u);
  EXPECT_EQ(cost.instructions_per_warp, 16u);
  EXPECT_EQ(cost.worst_instruction_wavefronts, 8u);
  EXPECT_EQ(cost.wavefronts, 8u * 16);
  EXPECT_EQ(cost.conflicts(), 7u * 16);
}

TEST(BankConflicts, ReferenceExampleIsBlamedOnBank0) {
  const ReferenceExample example;
  const auto blame = explained_bank_conflicts(example.access)->blame;
  ASSERT_TRUE(blame.has_value());
  EXPECT_EQ(blame->bank, 0u);
  EXPECT_EQ(blame->wavefronts, 8u);
  ASSERT_EQ(blame->lanes.size(), 8u);
  std::set<Word> words;
  for (const ConflictBlame::Lane& lane : blame->lanes) {
    EXPECT_TRUE(words.insert(lane.word).second);
    EXPECT_EQ(lane.word % 32, 0u);
    EXPECT_EQ(lane.element,
              (std::vector<NamedValue>{{Name::dim(1), 0}, {Name::dim(0), lane.lane}}));
  }
  EXPECT_TRUE(blame->to_string().starts_with(
      "register 0 of warp 0: bank 0 is asked for 8 words: lane 0 (col 0, row 0) at byte 0, "
      "lane 1 (col 0, row 1) at byte 130, lane 8 (col 0, row 8) at byte 1024"))
      << blame->to_string();
}

// 64x64 f16, eight columns in a thread, eight threads in a row, loaded in vectors of 128 bits.
struct RowsOf64Halves {
  Tile tile{6, 6};
  LinearLayout registers = tile.registers({1, 2, 4, tile.row(16), tile.row(32)},
                                          {8, 16, 32, tile.row(1), tile.row(2)},
                                          {tile.row(4), tile.row(8)});
  // The same tile read along its columns: a lane holds 8 columns of its own row.
  LinearLayout columns =
      tile.registers({1, 2, 4, 8, 16},
                     {tile.row(1), tile.row(2), tile.row(4), tile.row(8), tile.row(16)},
                     {32, tile.row(32)});
};

TEST(BankConflicts, RowsInWideVectorsAreIdeal) {
  const RowsOf64Halves t;
  const LinearLayout shared = t.tile.swizzled(1, 1, 1);
  const BankConflicts cost = conflicts({t.registers, shared, 16, hopper(), Direction::kLoad});
  EXPECT_EQ(cost.rule->instruction, "ld.shared.b128");
  EXPECT_EQ(cost.instructions_per_warp, 4u);
  EXPECT_EQ(cost.wavefronts, 16u);
  EXPECT_EQ(cost.conflicts(), 0u);
  const auto blame =
      explained_bank_conflicts({t.registers, shared, 16, hopper(), Direction::kLoad})->blame;
  EXPECT_FALSE(blame.has_value());
}

TEST(BankConflicts, ColumnsNeedASwizzleOrAPadding) {
  const RowsOf64Halves t;
  const LinearLayout plain = t.tile.swizzled(1, 1, 1);
  const LinearLayout swizzled = t.tile.swizzled(8, 1, 8);
  const std::vector<Padding> padding = {{64, 8}};
  EXPECT_EQ(conflicts({t.columns, plain, 16, hopper(), Direction::kLoad}).conflicts(),
            4u * (32 - 4));
  EXPECT_EQ(conflicts({t.columns, swizzled, 16, hopper(), Direction::kLoad}).conflicts(), 0u);
  const BankConflicts padded =
      conflicts({t.columns, plain, 16, hopper(), Direction::kLoad, padding});
  EXPECT_EQ(padded.engine, "shift");
  EXPECT_EQ(padded.vector_bits, 128u);
  EXPECT_EQ(padded.conflicts(), 0u);
}

TEST(BankConflicts, APaddingThatBreaksVectorsMakesThemNarrower) {
  const RowsOf64Halves t;
  const LinearLayout plain = t.tile.swizzled(1, 1, 1);
  const std::vector<Padding> padding = {{64, 2}};
  const BankConflicts cost =
      conflicts({t.columns, plain, 16, hopper(), Direction::kStore, padding});
  EXPECT_EQ(cost.rule->instruction, "st.shared.b32");
  EXPECT_EQ(cost.instructions_per_warp, 16u);
  EXPECT_EQ(cost.conflicts(), 0u);
}

TEST(BankConflicts, APaddingBeyondTheTileStillLimitsTheVector) {
  const RowsOf64Halves t;
  const LinearLayout plain = t.tile.swizzled(1, 1, 1);
  const std::vector<Padding> padding = {{4096, 2}};
  const BankConflicts cost =
      conflicts({t.columns, plain, 16, hopper(), Direction::kStore, padding});
  EXPECT_EQ(cost.engine, "f2");
  EXPECT_EQ(cost.rule->instruction, "st.shared.b32");
}

TEST(BankConflicts, EqualPairsOfLanesMergeForLoadsOnly) {
  const Tile tile{0, 8};
  const LinearLayout registers = tile.registers({1, 2, 4}, {0, 8, 16, 32, 64}, {128});
  const LinearLayout shared = tile.swizzled(1, 1, 1);
  const BankConflicts load = conflicts({registers, shared, 16, hopper(), Direction::kLoad});
  const BankConflicts store = conflicts({registers, shared, 16, hopper(), Direction::kStore});
  EXPECT_EQ(load.wavefronts, 2u);
  EXPECT_EQ(store.wavefronts, 4u);
}

TEST(BankConflicts, ZeroRegisterBasesAreAccessedOnce) {
  const Tile tile{0, 6};
  const LinearLayout registers = tile.registers({0, 32, 0}, {1, 2, 4, 8, 16}, {0});
  const BankConflicts cost =
      conflicts({registers, tile.swizzled(1, 1, 1), 32, hopper(), Direction::kLoad});
  EXPECT_EQ(cost.instructions_per_warp, 2u);
  EXPECT_EQ(cost.wavefronts, 2u);
}

TEST(BankConflicts, WithPaddingTheWorstWarpCounts) {
  // Warp 0 reads 32 words in a row; warp 1 reads 32 words across the padding.
  const Tile tile{0, 7};
  const LinearLayout registers = tile.registers({}, {1, 2, 4, 8, 16}, {32, 64});
  const std::vector<Padding> padding = {{48, 16}};
  const BankConflicts cost =
      conflicts({registers, tile.swizzled(1, 1, 1), 32, hopper(), Direction::kLoad, padding});
  EXPECT_EQ(cost.wavefronts, 2u);
  EXPECT_EQ(cost.ideal_wavefronts, 1u);
  const LinearLayout shared = tile.swizzled(1, 1, 1);
  const auto blame =
      explained_bank_conflicts({registers, shared, 32, hopper(), Direction::kLoad, padding})->blame;
  ASSERT_TRUE(blame.has_value());
  EXPECT_EQ(blame->warp, 1u);
  ASSERT_EQ(blame->lanes.size(), 2u);
  EXPECT_EQ(blame->lanes[0].element,
            (std::vector<NamedValue>{{Name::dim(1), 32}, {Name::dim(0), 0}}));
}

// ---- Bad input

TEST(BankConflicts, RefusesLanesThatAreNoWarpOfTheTarget) {
  const Tile tile{0, 7};
  const LinearLayout registers = tile.registers({}, {1, 2, 4, 8, 16, 32}, {64});
  const LinearLayout shared = tile.swizzled(1, 1, 1);
  const Target mi300 = Target::parse("gfx942").value();
  const auto on_cuda = bank_conflicts({registers, shared, 32, hopper(), Direction::kLoad});
  ASSERT_FALSE(on_cuda.has_value());
  EXPECT_EQ(on_cuda.error().code, ErrorCode::kShape);
  EXPECT_EQ(on_cuda.error().message,
            "the register layout has 64 lanes in a warp, and the rules of cuda:90 are for 32");
  EXPECT_TRUE(bank_conflicts({registers, shared, 32, mi300, Direction::kLoad}).has_value());
}

TEST(BankConflicts, RefusesAccessesOutsideTheOwnBlock) {
  // Element bit 5 is the block's in shared memory, and a register's in the register layout.
  const Tile tile{0, 6};
  const InDim shared_ins[] = {{kOffset, 5}, {kBlock, 1}};
  const InDim register_ins[] = {{kRegister, 1}, {kLane, 5}, {kBlock, 1}};
  const std::vector<Word> bases = {1, 2, 4, 8, 16, 32};
  const auto shared = LinearLayout::from_fields(shared_ins, tile.outs(), bases);
  const auto registers = LinearLayout::from_fields(
      register_ins, tile.outs(), std::vector<Word>{32, 1, 2, 4, 8, 16, 0});
  const auto cost = bank_conflicts({registers, shared, 32, hopper(), Direction::kLoad});
  ASSERT_FALSE(cost.has_value());
  EXPECT_EQ(cost.error().code, ErrorCode::kUnsupported);
  EXPECT_EQ(cost.error().message, "register 1 accesses the shared memory of another block");
}

TEST(BankConflicts, PartitionsMayDifferBetweenInstructionsButNotBetweenLanes) {
  const Tile tile{0, 6};
  const InDim shared_ins[] = {{kOffset, 5}, {kPartition, 1}, {kBlock, 0}};
  const auto shared =
      LinearLayout::from_fields(shared_ins, tile.outs(), std::vector<Word>{1, 2, 4, 8, 16, 32});
  const auto by_register = tile.registers({32}, {1, 2, 4, 8, 16}, {});
  const auto by_lane = tile.registers({16}, {1, 2, 4, 8, 32}, {});
  EXPECT_EQ(conflicts({by_register, shared, 32, hopper(), Direction::kLoad}).wavefronts, 2u);
  EXPECT_EQ(bank_conflicts({by_lane, shared, 32, hopper(), Direction::kLoad}).error().code,
            ErrorCode::kUnsupported);
}

TEST(BankConflicts, RefusesWhatItsPartsRefuse) {
  const Tile tile{0, 6};
  const Tile larger{0, 7};
  const LinearLayout registers = tile.registers({1}, {2, 4, 8, 16, 32}, {});
  const LinearLayout shared = tile.swizzled(1, 1, 1);
  const LinearLayout too_large = larger.registers({1, 64}, {2, 4, 8, 16, 32}, {});
  EXPECT_FALSE(bank_conflicts({too_large, shared, 32, hopper(), Direction::kLoad}).has_value());
  EXPECT_FALSE(bank_conflicts({registers, shared, 256, hopper(), Direction::kLoad}).has_value());
}

}  // namespace
}  // namespace tileproof
