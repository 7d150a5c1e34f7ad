// Is what a plan says read, and what is wrong of it named by its place, rule and numbers?
#include "encodings/buffers/parse_buffers.hpp"

#include <gtest/gtest.h>

namespace tileproof::buffers {
namespace {

std::string error_of(const std::string& statements, const std::string& head = "buffers cuda:100;") {
  const auto plan = parse_buffers(head + "\n" + statements);
  return plan ? "" : plan.error().message;
}

TEST(BuffersText, SaysAllocationsWithTheirStorages) {
  const auto plan = parse_buffers(R"(buffers sm_100, 2 blocks;  # a comment
    spec s: tmem, 128 columns;
    tmem a[2]: f32[128, 64] in s;
    tmem b[4]: f16[2, 256, 33] in s of 70 columns lanes 32..64;
    smem c[3]: i1[7]; // of bytes
    smem d[1]: f8E5M2[3, 5] in c at 4 * i + 1;)")
                        .value();
  EXPECT_EQ(plan.target.name(), "cuda:100");
  EXPECT_EQ(plan.blocks, 2U);
  ASSERT_EQ(plan.storages.size(), 2U);
  EXPECT_EQ(plan.storages[0].stated_size, 128U);
  EXPECT_EQ(plan.storages[1].name, "c");
  ASSERT_EQ(plan.allocations.size(), 4U);
  EXPECT_EQ(plan.allocations[0].size, 64U);
  EXPECT_EQ(plan.allocations[1].size, 70U);
  EXPECT_EQ(plan.allocations[1].first_lane, 32U);
  EXPECT_EQ(plan.allocations[1].end_lane, 64U);
  EXPECT_EQ(plan.allocations[2].size, 7U);
  EXPECT_EQ(plan.allocations[3].size, 15U);
  EXPECT_EQ(plan.allocations[3].storage, 1U);
  EXPECT_TRUE(plan.allocations[3].at.has_value());
}

TEST(BuffersText, CountsColumnsBy128Rows) {
  EXPECT_EQ(natural_size(Memory::kTensor, 2, {3, 129, 33}).value(), 3U * 2 * 17);
  EXPECT_EQ(natural_size(Memory::kTensor, 4, {64, 128}).value(), 128U);
  EXPECT_EQ(natural_size(Memory::kShared, 2, {3, 129}).value(), 774U);
  EXPECT_FALSE(natural_size(Memory::kShared, 8, {Word{1} << 30, Word{1} << 30, Word{1} << 30}));
}

TEST(BuffersText, NestsGroups) {
  const auto plan = parse_buffers(R"(buffers cuda:90; spec s: smem; smem a[2]: f32[8] in s;
    smem b[4]: f32[4] in s; smem c[4]: f32[4] in s;
    overlap s = shared(a, distinct(shared(b, size 2), c, size 2), size 1);)")
                        .value();
  const Group& whole = *plan.storages[0].overlap;
  EXPECT_FALSE(whole.is_distinct);
  EXPECT_EQ(leaves(whole), (std::vector<std::size_t>{0, 1, 2}));
  EXPECT_TRUE(whole.members[1].is_distinct);
  EXPECT_EQ(whole.members[1].size, 2U);
  EXPECT_EQ(most_indices(whole), 4U);
}

TEST(BuffersText, TakesAnotherTarget) {
  const auto target = Target::parse("cuda:90").value();
  EXPECT_EQ(parse_buffers("buffers cuda:100; smem a[1]: f32[8];", target)->target.name(),
            "cuda:90");
  EXPECT_EQ(parse_buffers("buffers cuda:100; tmem a[1]: f32[8, 8];", target).error().message,
            "cuda:90 has no tensor memory");
}

TEST(BuffersText, NamesThePlaceOfWhatIsWrong) {
  EXPECT_EQ(error_of("", "buffer cuda:100;"), "1:1: expected 'buffers', found 'buffer'");
  EXPECT_EQ(error_of("smem a[1]: f32[8]"), "2:18: expected ';', found the end of the text");
  EXPECT_EQ(error_of("smem a[0]: f32[8];"), "2:8: the number of buffers is 0, not from 1 to 4096");
  EXPECT_EQ(error_of("smem a[1]: x32[8];"), "2:12: 'x32' is no element type of known width");
  EXPECT_EQ(error_of("tmem a[1]: f32[8];"),
            "2:6: a buffer in tensor memory has two dimensions at least");
  EXPECT_EQ(error_of("smem a[1]: f32[8] lanes 0..4;"),
            "2:19: 'lanes' is no clause of such an allocation");
  EXPECT_EQ(error_of("tmem a[1]: f32[8, 8] lanes 4..4;"),
            "2:31: the end of the lanes is 4, not from 5 to 128");
  EXPECT_EQ(error_of("smem a[1]: f32[8] in t;"), "2:22: no storage is called 't'");
  EXPECT_EQ(error_of("spec t: tmem;\nsmem a[1]: f32[8] in t;"), "3:22: 't' is not in smem");
  EXPECT_EQ(error_of("smem size[1]: f32[8];"), "2:6: 'size' is a word of the grammar");
  EXPECT_EQ(error_of("smem a[1]: f32[8];\nsmem a[1]: f32[8];"), "3:6: the name 'a' is given twice");
  EXPECT_EQ(error_of("smem a[1]: f32[8] of 4 bytes of 5 bytes;"),
            "2:30: the name 'of' is given twice");
  EXPECT_EQ(
      error_of("smem a[2]: f32[8] at 1 - i * 2;"),
      "2:22: the operator at 2:24 may leave 0 to 2^64 - 1, divide by 0 or shift by 64 or more");
  EXPECT_EQ(error_of("smem a[2]: f32[8] at i << 40;"),
            "2:22: a buffer may begin at 2^40 or behind it");
}

TEST(BuffersText, NamesWhatIsWrongOfGroups) {
  const std::string two =
      "spec s: smem; smem a[2]: f32[8] in s; smem b[2]: f32[8] in s at i * 64;\n";
  EXPECT_EQ(error_of(two + "overlap s = shared(a, c);"), "3:23: 'c' is no allocation in 's'");
  EXPECT_EQ(error_of(two + "overlap s = shared(a, a);"), "3:23: the name 'a' is given twice");
  EXPECT_EQ(error_of(two + "overlap s = shared(a);\noverlap s = shared(a);"),
            "4:9: 's' has an overlap already");
  EXPECT_EQ(
      error_of(two + "overlap s = shared(a, b);"),
      "3:9: some allocations of the group state with 'at' where they begin, and others do not");
  EXPECT_EQ(error_of(two + "overlap s = both(a);"),
            "3:13: expected 'shared' or 'distinct', found 'both'");
  EXPECT_EQ(error_of(two + "overlap s = shared(shared(a, size 65), size 65);"),
            "3:9: sizes of groups that multiply to more than 4096");
}

TEST(BuffersText, NamesWhatIsWrongOfViews) {
  const std::string one = "smem a[2]: f32[8, 4];\n";
  EXPECT_EQ(error_of(one + "view b[0];"), "3:6: no allocation is called 'b'");
  EXPECT_EQ(error_of(one + "view a.slice([0, 0], [1, 1]);"),
            "3:8: a part of all buffers: one is to be chosen first");
  EXPECT_EQ(error_of(one + "view a[0].slice([0], [1, 1]);"),
            "3:11: a slice of 2 dimensions has so many offsets and sizes");
  EXPECT_EQ(error_of(one + "view a[0].trans(0, 0);"), "3:11: no permutation of the dimensions");
  EXPECT_EQ(error_of(one + "view a[k];"), "3:8: unknown name 'k'");
  EXPECT_EQ(error_of(one + "view a[k] for k in 4..4;"),
            "3:23: the end of the values is 4, not from 5 to 1099511627777");
  EXPECT_EQ(error_of(one + "view a[k] for k in 0..4, k in 0..2;"),
            "3:26: the name 'k' is given twice");
  EXPECT_EQ(error_of(one + "view a[0].flip(0);"),
            "3:11: 'flip' is none of 'slice', 'trans' and 'remote'");
}

}  // namespace
}  // namespace tileproof::buffers
