// What the pairs of slots that meet say about rows, columns and k, and tables of no product.
#include "gpu_oracles/fragments/pair_table.hpp"

#include <gtest/gtest.h>

namespace tileproof::oracles {
namespace {

// A 2 x 3 times B 3 x 2; slot a = (row, k) is at row + 2 k, b = (k, col) at 2 k + col, d = (row,
// col) at 2 row + col.
PairTable product() {
  PairTable table{6, 6, 4, std::vector<std::int32_t>(24, PairTable::kNone)};
  for (int k = 0; k < 3; ++k) {
    for (int row = 0; row < 2; ++row) {
      for (int col = 0; col < 2; ++col) {
        const int a = row + 2 * k;
        table.b_of[static_cast<std::size_t>(a * 4 + 2 * row + col)] = 2 * k + col;
      }
    }
  }
  return table;
}

using Labels = std::vector<std::uint32_t>;

TEST(PairTable, NamesRowsColumnsAndKAsTheyCome) {
  const auto labels = label_slots(product()).value();
  EXPECT_EQ(labels.d_row, (Labels{0, 0, 1, 1}));
  EXPECT_EQ(labels.d_col, (Labels{0, 1, 0, 1}));
  EXPECT_EQ(labels.a_row, (Labels{0, 1, 0, 1, 0, 1}));
  EXPECT_EQ(labels.a_k, (Labels{0, 0, 1, 1, 2, 2}));
  EXPECT_EQ(labels.b_k, (Labels{0, 0, 1, 1, 2, 2}));
  EXPECT_EQ(labels.b_col, (Labels{0, 1, 0, 1, 0, 1}));
}

TEST(PairTable, GivesNoNameToSlotsThatMeetNothing) {
  PairTable table = product();
  table.b_slots = 7;
  const auto labels = label_slots(table).value();
  EXPECT_EQ(labels.b_k.back(), kNoLabel);
  EXPECT_EQ(labels.b_col.back(), kNoLabel);
}

TEST(PairTable, RefusesEveryTableThatDiffersInOnePair) {
  for (std::size_t i = 0; i < product().b_of.size(); ++i) {
    for (std::int32_t wrong = PairTable::kContradiction; wrong < 6; ++wrong) {
      PairTable table = product();
      if (table.b_of[i] == wrong) continue;
      table.b_of[i] = wrong;
      EXPECT_FALSE(label_slots(table).has_value()) << "pair " << i << " is " << wrong;
    }
  }
}

TEST(PairTable, RefusesSlotsOfBThatHoldTheSame) {
  PairTable table = product();
  // Slot 1 of B, which was column 1 at k = 0, is never met: the pair has slot 3, at k = 1.
  for (std::int32_t& b : table.b_of) b = b == 1 ? 3 : b;
  EXPECT_FALSE(label_slots(table).has_value());
}

}  // namespace
}  // namespace tileproof::oracles
