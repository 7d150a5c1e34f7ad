// Does TLX's compiler put allocations where its own tests say?  The numbers of each plan are those
// that test/TLX/buffer-offset-*.mlir of facebookexperimental/triton expect: the bytes of the
// storage, and of each allocation how many buffers its alias has, which ends with the last one.
#include "encodings/buffers/tlx_offsets.hpp"

#include <gtest/gtest.h>

#include "encodings/buffers/parse_buffers.hpp"

namespace tileproof::buffers {
namespace {

struct Assigned {
  Word storage_size;
  std::vector<Word> aliases;
};

Assigned assigned(const std::string& statements) {
  const auto plan = parse_buffers("buffers cuda:100;\n" + statements).value();
  const auto offsets = tlx_offsets(plan, plan.storages.front()).value();
  Assigned result{offsets.storage_size, {}};
  for (const TlxPlace& p : offsets.places) {
    const Word last = plan.allocations[p.allocation].buffers - 1;
    result.aliases.push_back(p.scale * last + p.slots + last % p.step + 1);
  }
  return result;
}

std::string refusal(const std::string& statements) {
  const auto plan = parse_buffers("buffers cuda:100;\n" + statements).value();
  const auto offsets = tlx_offsets(plan, plan.storages.front());
  return offsets ? "" : offsets.error().message;
}

using Aliases = std::vector<Word>;

TEST(TlxOffsets, OfASharedGroupScaleTheSmallerOnes) {
  const auto two = assigned(R"(spec s: smem; smem a[2]: f32[64, 64] in s;
    smem b[2]: f16[64, 64] in s; overlap s = shared(a, b);)");
  EXPECT_EQ(two.storage_size, 32768U);
  EXPECT_EQ(two.aliases, (Aliases{2, 3}));
  const auto three = assigned(R"(spec s: smem; smem a[2]: f32[64, 64] in s;
    smem b[2]: f32[32, 32] in s; smem c[2]: f32[16, 16] in s; overlap s = shared(a, b, c);)");
  EXPECT_EQ(three.storage_size, 32768U);
  EXPECT_EQ(three.aliases, (Aliases{2, 5, 17}));
}

TEST(TlxOffsets, OfADistinctGroupFollowEachOther) {
  const auto two = assigned(R"(spec s: smem; smem a[2]: f32[64, 64] in s;
    smem b[2]: f32[64, 64] in s; overlap s = distinct(a, b);)");
  EXPECT_EQ(two.storage_size, 65536U);
  EXPECT_EQ(two.aliases, (Aliases{3, 4}));
  const auto three = assigned(R"(spec s: smem; smem a[2]: f32[64, 64] in s;
    smem b[2]: f32[64, 64] in s; smem c[2]: f32[64, 64] in s; overlap s = distinct(a, b, c);)");
  EXPECT_EQ(three.storage_size, 98304U);
  EXPECT_EQ(three.aliases, (Aliases{4, 5, 6}));
}

TEST(TlxOffsets, OfNestedGroups) {
  const auto shared = assigned(R"(spec s: smem; smem qk[2]: f32[64, 64] in s;
    smem p[2]: f16[64, 64] in s; smem alpha[2]: f32[64] in s;
    overlap s = shared(qk, distinct(p, alpha));)");
  EXPECT_EQ(shared.storage_size, 32768U);
  EXPECT_EQ(shared.aliases, (Aliases{2, 3, 97}));
  const auto distinct = assigned(R"(spec s: smem; smem a[2]: f32[32, 32] in s;
    smem b[2]: f32[32, 32] in s; smem c[2]: f16[32, 32] in s;
    overlap s = distinct(a, shared(b, c));)");
  EXPECT_EQ(distinct.storage_size, 16384U);
  EXPECT_EQ(distinct.aliases, (Aliases{3, 4, 7}));
}

TEST(TlxOffsets, AreAlignedTo128BytesOfSharedMemory) {
  const auto found = assigned(R"(spec s: smem; smem a[4]: f32[2] in s; smem b[4]: f32[2] in s;
    smem c[1]: bf16[1] in s; smem d[4]: f32[2] in s;
    overlap s = distinct(shared(a, distinct(b, c)), d);)");
  EXPECT_EQ(found.storage_size, 1536U);
  EXPECT_EQ(found.aliases, (Aliases{145, 145, 65, 177}));
}

TEST(TlxOffsets, AreAlignedToABuffersOwnColumnsOfTensorMemory) {
  const auto found = assigned(R"(spec s: tmem; tmem a[4]: f32[32, 8] in s of 2 columns;
    tmem b[4]: f32[32, 8] in s of 2 columns; tmem c[1]: bf16[32, 4] in s of 1 columns;
    tmem d[4]: f32[32, 8] in s of 2 columns;
    overlap s = distinct(shared(a, distinct(b, c)), d);)");
  EXPECT_EQ(found.aliases, (Aliases{10, 10, 3, 12}));
  const auto other = assigned(R"(spec s: tmem; tmem a[4]: f32[32, 8] in s of 2 columns;
    tmem b[4]: i8[32, 4] in s of 1 columns; overlap s = distinct(a, b);)");
  EXPECT_EQ(other.aliases, (Aliases{7, 15}));
}

TEST(TlxOffsets, LeaveIndicesAsTheyAreWhereNothingMoves) {
  const auto found = assigned(R"(spec s: smem; smem qk[2]: f32[64, 64] in s;
    smem p[4]: f16[64, 64] in s; overlap s = shared(qk, shared(p, size 2));)");
  EXPECT_EQ(found.aliases, (Aliases{2, 4}));
  EXPECT_EQ(found.storage_size, 32768U);
}

TEST(TlxOffsets, AreRefusedWhereABufferDoesNotDivideThem) {
  const std::string plan = R"(spec s: smem; smem a[2]: f32[64, 64] in s; smem b[2]: f16[48] in s;
    overlap s = shared(a, b);)";
  EXPECT_EQ(refusal(plan),
            "the compiler refuses: 'b' has buffers of 96 bytes, of which the stride 16384 is no "
            "multiple");
  EXPECT_EQ(
      refusal(R"(spec s: smem, 100 bytes; smem a[2]: f32[64, 64] in s; overlap s = shared(a);)"),
      "the compiler refuses: 's' has 100 bytes and needs 32768");
}

TEST(TlxOffsets, LeaveRoomForWhatIsStatedBesideTheGroup) {
  const auto found = assigned(R"(spec s: smem; smem a[1]: f32[8, 8] in s;
    smem b[2]: i8[64, 5] in s of 1024 bytes at i * 1024 + 2048; overlap s = shared(a);)");
  EXPECT_EQ(found.storage_size, 4096U);
}

TEST(TlxOffsets, AreAssignedWhereNothingIsStatedAlone) {
  const auto is_it = [](const std::string& statements) {
    const auto plan = parse_buffers("buffers cuda:100;\n" + statements).value();
    return is_assigned(plan, plan.storages.front());
  };
  EXPECT_TRUE(is_it("spec s: smem; smem a[2]: f32[8] in s; overlap s = shared(a);"));
  EXPECT_FALSE(is_it("spec s: smem; smem a[2]: f32[8] in s at i * 32; overlap s = shared(a);"));
  EXPECT_FALSE(is_it("spec s: smem; smem a[2]: f32[8] in s;"));
  EXPECT_FALSE(is_it("smem a[2]: f32[8]; overlap a = shared(a);"));
}

}  // namespace
}  // namespace tileproof::buffers
