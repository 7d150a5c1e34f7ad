// The rule of core/target.hpp against the counters of an H200, and hand-made cases with known
// answers.
#include "core/wavefronts.hpp"

#include <gtest/gtest.h>

#include <functional>
#include <string>
#include <vector>

#include "tests/support/json_lines.hpp"

namespace tileproof {
namespace {

using Addresses = std::vector<std::optional<Word>>;

AccessRule rule(const char* target, const std::string& instruction) {
  return **Target::parse(target).value().find_rule(instruction);
}

Addresses lanes(unsigned count, const std::function<Word(Word)>& address) {
  Addresses result;
  for (Word lane = 0; lane < count; ++lane) result.emplace_back(address(lane));
  return result;
}

unsigned wavefronts(const AccessRule& row, const std::function<Word(Word)>& address) {
  return count_wavefronts(row, lanes(row.lanes, address)).value().wavefronts;
}

TEST(CountWavefronts, OfAnAtomicCountsTheLanesOfABank) {
  const AccessRule row = rule("cuda:90", "atom.shared.add.u32");
  EXPECT_EQ(wavefronts(row, [](Word lane) { return 4 * lane; }), 1u);
  EXPECT_EQ(wavefronts(row, [](Word) { return 64; }), 32u);
  EXPECT_EQ(wavefronts(row, [](Word lane) { return 4 * (lane / 2); }), 2u);
  EXPECT_EQ(wavefronts(row, [](Word lane) { return 128 * (lane / 8); }), 32u);
}

TEST(CountWavefronts, OfAnAtomicBlamesAllLanesOfTheBank) {
  const AccessRule row = rule("cuda:90", "atom.shared.add.u32");
  const auto blame = find_bank_blame(row, lanes(32, [](Word lane) { return 4 * (lane % 16); }));
  ASSERT_TRUE(blame.has_value() && blame->has_value());
  EXPECT_EQ((*blame)->wavefronts, 2u);
  ASSERT_EQ((*blame)->lanes.size(), 2u);
  EXPECT_EQ((*blame)->lanes[1].lane, 16u);
}

// ---- The recorded H200

struct Pattern {
  std::string instruction;
  Addresses byte_address;
  AccessCost measured;
};

const std::vector<Pattern>& h200_patterns() {
  static const std::vector<Pattern> kPatterns = [] {
    std::vector<Pattern> patterns;
    for (const nlohmann::json& line : read_json_lines("h200/shared_access.jsonl.gz")) {
      Pattern pattern;
      pattern.instruction = line.at("instruction").get<std::string>();
      for (const auto& address : line.at("byte_address")) {
        pattern.byte_address.push_back(
            address.is_null() ? std::nullopt : std::optional<Word>(address.get<Word>()));
      }
      pattern.measured.wavefronts = line.at("wavefronts").get<unsigned>();
      pattern.measured.ideal_wavefronts =
          pattern.measured.wavefronts - line.at("bank_conflicts").get<unsigned>();
      patterns.push_back(std::move(pattern));
    }
    return patterns;
  }();
  return kPatterns;
}

// How many patterns a changed rule gets wrong.
unsigned wrong_patterns(const std::function<void(AccessRule&)>& change) {
  unsigned wrong = 0;
  for (const Pattern& pattern : h200_patterns()) {
    AccessRule changed = rule("cuda:90", pattern.instruction);
    change(changed);
    const auto cost = count_wavefronts(changed, pattern.byte_address);
    wrong += !cost || *cost != pattern.measured ? 1u : 0u;
  }
  return wrong;
}

TEST(H200, EveryPatternIsAsMeasured) {
  ASSERT_EQ(h200_patterns().size(), 1232u);
  for (const Pattern& pattern : h200_patterns()) {
    const auto cost = count_wavefronts(rule("cuda:90", pattern.instruction), pattern.byte_address);
    ASSERT_TRUE(cost.has_value()) << cost.error().message;
    ASSERT_EQ(cost->wavefronts, pattern.measured.wavefronts) << pattern.instruction;
    ASSERT_EQ(cost->conflicts(), pattern.measured.conflicts()) << pattern.instruction;
  }
}

TEST(H200, ContradictsEveryMutantOfTheRule) {
  EXPECT_EQ(wrong_patterns([](AccessRule&) {}), 0u);
  EXPECT_GT(wrong_patterns([](AccessRule& r) { r.banks = 31; }), 0u);
  EXPECT_GT(wrong_patterns([](AccessRule& r) { r.banks = 16; }), 0u);
  EXPECT_GT(wrong_patterns([](AccessRule& r) { r.banks = 64; }), 0u);
  EXPECT_GT(wrong_patterns([](AccessRule& r) { r.merges_equal_pairs = false; }), 0u)
      << "no merging";
  EXPECT_GT(wrong_patterns([](AccessRule& r) {
              r.merges_equal_pairs = r.bytes_per_lane >= 8 && r.matrices == 0;
            }),
            0u)
      << "stores merge";
  for (const unsigned bytes : {1u, 2u, 4u, 8u, 16u}) {
    EXPECT_GT(wrong_patterns([bytes](AccessRule& r) {
                if (r.bytes_per_lane == bytes) r.group_basis.pop_back();
              }),
              0u)
        << "groups of half the size, " << bytes << " bytes";
  }
  for (const unsigned bytes : {8u, 16u}) {
    EXPECT_GT(wrong_patterns([bytes](AccessRule& r) {
                if (r.bytes_per_lane == bytes && r.matrices != 1) {
                  r.group_basis = r.merged_group_basis();
                }
              }),
              0u)
        << "groups of twice the size, " << bytes << " bytes";
    EXPECT_GT(wrong_patterns([bytes](AccessRule& r) {
                if (r.bytes_per_lane == bytes && r.matrices == 0) r.group_basis[0] = 16;
              }),
              0u)
        << "lanes that are not consecutive, " << bytes << " bytes";
  }
  EXPECT_GT(wrong_patterns([](AccessRule& r) {
              if (r.matrices == 1 || r.matrices == 2) r.matrices *= 2;
            }),
            0u)
      << "row addresses from too many lanes";
}

// ---- Cases with known answers

TEST(Wavefronts, ARowOfWordsTakesOne) {
  EXPECT_EQ(wavefronts(rule("cuda:90", "ld.shared.b32"), [](Word l) { return 4 * l; }), 1u);
  EXPECT_EQ(wavefronts(rule("cuda:90", "st.shared.b32"), [](Word l) { return 4 * l; }), 1u);
  EXPECT_EQ(wavefronts(rule("cuda:90", "ld.shared.b16"), [](Word l) { return 2 * l; }), 1u);
  EXPECT_EQ(wavefronts(rule("cuda:90", "ld.shared.b8"), [](Word l) { return l; }), 1u);
}

TEST(Wavefronts, AColumnOf128ByteRowsTakesOneForEachLane) {
  EXPECT_EQ(wavefronts(rule("cuda:90", "ld.shared.b32"), [](Word l) { return 128 * l; }), 32u);
  EXPECT_EQ(wavefronts(rule("cuda:90", "st.shared.b8"), [](Word l) { return 128 * l; }), 32u);
}

TEST(Wavefronts, ABroadcastTakesOne) {
  EXPECT_EQ(wavefronts(rule("cuda:90", "ld.shared.b32"), [](Word) { return 64; }), 1u);
  EXPECT_EQ(wavefronts(rule("cuda:90", "st.shared.b32"), [](Word) { return 64; }), 1u);
  EXPECT_EQ(wavefronts(rule("gfx942", "ds_read_b32"), [](Word) { return 64; }), 2u) << "two groups";
}

TEST(Wavefronts, WideVectorsTakeOneForEachGroup) {
  const auto b64 =
      count_wavefronts(rule("cuda:90", "ld.shared.b64"), lanes(32, [](Word l) { return 8 * l; }));
  EXPECT_EQ(*b64, (AccessCost{2, 2}));
  const auto b128 =
      count_wavefronts(rule("cuda:90", "ld.shared.b128"), lanes(32, [](Word l) { return 16 * l; }));
  EXPECT_EQ(*b128, (AccessCost{4, 4}));
  EXPECT_EQ(b128->conflicts(), 0u);
}

TEST(Wavefronts, EqualPairsMergeTheGroupsOfLoadsButNotOfStores) {
  const auto neighbours = [](Word l) { return 16 * (l / 2); };
  const auto next_but_one = [](Word l) { return 16 * (l % 2 + l / 4 * 2); };
  const auto next_but_three = [](Word l) { return 16 * (l % 4 + l / 8 * 4); };
  EXPECT_EQ(wavefronts(rule("cuda:90", "ld.shared.b128"), neighbours), 2u);
  EXPECT_EQ(wavefronts(rule("cuda:90", "ld.shared.b128"), next_but_one), 2u);
  EXPECT_EQ(wavefronts(rule("cuda:90", "ld.shared.b128"), next_but_three), 4u);
  EXPECT_EQ(wavefronts(rule("cuda:90", "st.shared.b128"), neighbours), 4u);
  EXPECT_EQ(wavefronts(rule("cuda:90", "ld.shared.b64"), [](Word l) { return 8 * (l / 2); }), 1u);
  EXPECT_EQ(wavefronts(rule("cuda:90", "st.shared.b64"), [](Word l) { return 8 * (l / 2); }), 2u);
  // One pair that differs is enough to stop it.
  EXPECT_EQ(wavefronts(rule("cuda:90", "ld.shared.b64"),
                       [](Word l) { return l == 31 ? 128 : 8 * (l / 2); }),
            2u);
}

TEST(Wavefronts, LdmatrixRowsOf128BytesConflictAndPaddedRowsDoNot) {
  const auto rows = [](Word stride) { return [stride](Word l) { return stride * l; }; };
  EXPECT_EQ(wavefronts(rule("cuda:90", "ldmatrix.x4"), rows(128)), 32u);
  EXPECT_EQ(wavefronts(rule("cuda:90", "ldmatrix.x4"), rows(128 + 16)), 4u) << "padding 8 halves";
  EXPECT_EQ(wavefronts(rule("cuda:90", "ldmatrix.x1.trans"), rows(128)), 8u);
  EXPECT_EQ(wavefronts(rule("cuda:90", "stmatrix.x2"), rows(128 + 16)), 2u);
}

TEST(Wavefronts, AmdGroupsOfB128ReadsAreNotConsecutive) {
  // Lanes 0-15 use the banks 0-15, lanes 16-31 the banks 16-31: good for lanes 0-3 with 20-23, bad
  // for lanes 0-7.
  const auto halves = [](Word l) { return 128 * (l / 4) + 64 * (l / 16 % 2) + 16 * (l % 4); };
  EXPECT_EQ(wavefronts(rule("gfx942", "ds_read_b128"), halves), 8u);
  EXPECT_EQ(wavefronts(rule("gfx942", "ds_write_b128"), halves), 16u);
  EXPECT_EQ(wavefronts(rule("gfx1100", "ds_load_b128"), halves), 4u);
  EXPECT_EQ(wavefronts(rule("gfx1201", "ds_load_b128"), halves), 8u);
  EXPECT_EQ(wavefronts(rule("gfx942", "ds_read_b128"), [](Word l) { return 16 * l; }), 8u);
  EXPECT_EQ(wavefronts(rule("gfx950", "ds_read_b128"), [](Word l) { return 16 * l; }), 4u);
  EXPECT_EQ(wavefronts(rule("gfx950", "ds_read_b64"), [](Word l) { return 8 * l; }), 2u);
  EXPECT_EQ(wavefronts(rule("gfx942", "ds_read_b96"), [](Word l) { return 12 * l; }), 8u + 8u);
  EXPECT_EQ(wavefronts(rule("gfx1201", "ds_load_b96"), [](Word l) { return 12 * l; }), 4u);
}

TEST(Wavefronts, InactiveLanesTakeNoPart) {
  Addresses column = lanes(32, [](Word l) { return 128 * l; });
  for (std::size_t lane = 1; lane < 32; lane += 2) column[lane] = std::nullopt;
  EXPECT_EQ(*count_wavefronts(rule("cuda:90", "st.shared.b32"), column), (AccessCost{16, 1}));
  // A group without active lanes costs nothing, and is no conflict.
  Addresses half = lanes(32, [](Word l) { return 8 * l; });
  for (std::size_t lane = 16; lane < 32; ++lane) half[lane] = std::nullopt;
  EXPECT_EQ(*count_wavefronts(rule("cuda:90", "st.shared.b64"), half), (AccessCost{1, 1}));
  EXPECT_EQ(*count_wavefronts(rule("cuda:90", "st.shared.b64"), Addresses(32)), (AccessCost{0, 0}));
}

// ---- Blame

TEST(BankBlame, NamesTheBankAndItsLanes) {
  const auto blame =
      find_bank_blame(rule("cuda:90", "ld.shared.b32"),
                      lanes(32, [](Word l) { return l < 3 ? 128 * l + 20 : 4 * l; }));
  ASSERT_TRUE(blame->has_value());
  EXPECT_EQ((*blame)->bank, 5u);
  EXPECT_EQ((*blame)->wavefronts, 3u);
  ASSERT_EQ((*blame)->lanes.size(), 4u);  // lane 5 wants the word that lane 0 wants
  EXPECT_EQ((*blame)->lanes[1].lane, 1u);
  EXPECT_EQ((*blame)->lanes[1].byte_address, 148u);
  EXPECT_EQ((*blame)->lanes[1].word, 37u);
  EXPECT_EQ((*blame)->lanes[3].lane, 5u);
  EXPECT_EQ((*blame)->lanes[3].word, (*blame)->lanes[0].word);
}

TEST(BankBlame, NobodyIsBlamedWithoutAConflict) {
  const auto blame =
      find_bank_blame(rule("cuda:90", "ld.shared.b128"), lanes(32, [](Word l) { return 16 * l; }));
  EXPECT_FALSE(blame->has_value());
}

TEST(BankBlame, AgreesWithTheMeasuredCountWhereThereIsOneGroup) {
  for (const Pattern& pattern : h200_patterns()) {
    const AccessRule row = rule("cuda:90", pattern.instruction);
    if (row.bytes_per_lane > 4 && row.matrices != 1) continue;
    const auto blame = find_bank_blame(row, pattern.byte_address);
    ASSERT_EQ(*blame ? (*blame)->wavefronts : 1, pattern.measured.wavefronts);
  }
}

// ---- Bad input

TEST(Wavefronts, RefusesMisalignedAddresses) {
  const auto cost = count_wavefronts(rule("cuda:90", "ld.shared.b64"),
                                     lanes(32, [](Word l) { return 8 * l + (l == 7 ? 4 : 0); }));
  ASSERT_FALSE(cost.has_value());
  EXPECT_EQ(cost.error().code, ErrorCode::kInvalid);
  EXPECT_EQ(cost.error().message,
            "ld.shared.b64: lane 7 has byte address 60, which is not a multiple of 8");
}

TEST(Wavefronts, RefusesAWrongNumberOfLanes) {
  const auto cost = count_wavefronts(rule("cuda:90", "ld.shared.b32"), Addresses(64));
  ASSERT_FALSE(cost.has_value());
  EXPECT_EQ(cost.error().message, "ld.shared.b32: 64 lanes where a warp has 32");
  EXPECT_FALSE(count_wavefronts(rule("gfx942", "ds_read_b32"), Addresses(32)).has_value());
  EXPECT_FALSE(count_wavefronts(rule("gfx942", "ds_read_b32"), Addresses()).has_value());
}

TEST(Wavefronts, MatrixRowsMustBeGivenAndOtherLanesAreNotLookedAt) {
  Addresses rows = lanes(32, [](Word l) { return 16 * l; });
  rows[9] = std::nullopt;
  rows[20] = 3;  // misaligned, but no row address of .x1 or .x2
  EXPECT_EQ(count_wavefronts(rule("cuda:90", "ldmatrix.x1"), rows)->wavefronts, 1u);
  const auto cost = count_wavefronts(rule("cuda:90", "ldmatrix.x2"), rows);
  ASSERT_FALSE(cost.has_value());
  EXPECT_EQ(cost.error().message, "ldmatrix.x2: lane 9 gives a row address, so it must be active");
}

}  // namespace
}  // namespace tileproof
