#include "core/target.hpp"

#include <gtest/gtest.h>

#include <set>
#include <string>

#include "core/bits.hpp"
#include "core/f2.hpp"

namespace tileproof {
namespace {

Target target(const char* text) { return Target::parse(text).value(); }

const AccessRule& rule(const char* target_text, const char* instruction) {
  return *target(target_text).find_rule(instruction).value();
}

TEST(Target, SpellingsOfOneTargetAreEqual) {
  EXPECT_EQ(target("cuda:90").name(), "cuda:90");
  EXPECT_EQ(target("sm_90"), target("cuda:90"));
  EXPECT_EQ(target("sm_90a"), target("cuda:90"));
  EXPECT_EQ(target("cuda:100").name(), "cuda:100");
  EXPECT_EQ(target("sm_100f"), target("cuda:100"));
  EXPECT_EQ(target("gfx942"), target("hip:gfx942"));
  EXPECT_EQ(target("gfx942").name(), "hip:gfx942");
  EXPECT_EQ(target("hip:gfx90a").architecture(), "gfx90a");
  EXPECT_EQ(target("cuda:80").architecture(), "80");
}

TEST(Target, VendorAndWarpSize) {
  for (const char* text : {"cuda:70", "cuda:75", "cuda:80", "cuda:90", "cuda:100", "cuda:120"}) {
    EXPECT_EQ(target(text).vendor(), Target::Vendor::kNvidia) << text;
    EXPECT_EQ(target(text).warp_size(), 32u) << text;
  }
  for (const char* text : {"gfx908", "gfx90a", "gfx942", "gfx950"}) {
    EXPECT_EQ(target(text).vendor(), Target::Vendor::kAmd) << text;
    EXPECT_EQ(target(text).warp_size(), 64u) << text;
  }
  for (const char* text : {"gfx1030", "gfx1100", "gfx1151", "gfx1200", "gfx1201", "gfx1250"}) {
    EXPECT_EQ(target(text).warp_size(), 32u) << text;
  }
}

TEST(Target, OnlyLaterAmdTargetsHaveWideWarps) {
  for (const char* text : {"cuda:90", "gfx90a", "gfx942", "gfx950"}) {
    EXPECT_FALSE(target(text).has_wide_warps()) << text;
  }
  for (const char* text : {"gfx1030", "gfx1100", "gfx1201"}) {
    EXPECT_TRUE(target(text).has_wide_warps()) << text;
  }
}

TEST(Target, HasSoManyBlocksInACluster) {
  for (const char* text : {"cuda:70", "cuda:80", "cuda:89", "gfx90a", "gfx942", "gfx1201"}) {
    EXPECT_EQ(target(text).cluster_ctas(), 1U) << text;
  }
  for (const char* text : {"cuda:90", "cuda:100", "cuda:120", "gfx1250"}) {
    EXPECT_EQ(target(text).cluster_ctas(), 16U) << text;
  }
  EXPECT_EQ(target("cuda:90").cluster_ctas_evidence().level, Evidence::Level::kDocumented);
  EXPECT_EQ(target("gfx1250").cluster_ctas_evidence().level, Evidence::Level::kCompilerSource);
}

TEST(Target, HasBarriersInSharedMemoryFromAmpereOn) {
  EXPECT_FALSE(target("cuda:75").has_mbarriers());
  EXPECT_TRUE(target("cuda:80").has_mbarriers());
  EXPECT_FALSE(target("cuda:89").has_counting_mbarriers());
  EXPECT_TRUE(target("cuda:90").has_counting_mbarriers());
}

TEST(Target, HasSoMuchSharedMemoryForABlock) {
  EXPECT_EQ(target("cuda:70").shared_bytes(), 98304U);
  EXPECT_EQ(target("cuda:75").shared_bytes(), 65536U);
  EXPECT_EQ(target("cuda:80").shared_bytes(), 166912U);
  EXPECT_EQ(target("cuda:86").shared_bytes(), 101376U);
  EXPECT_EQ(target("cuda:90").shared_bytes(), 232448U);
  EXPECT_EQ(target("cuda:103").shared_bytes(), 232448U);
  EXPECT_EQ(target("cuda:121").shared_bytes(), 101376U);
  EXPECT_EQ(target("gfx90a").shared_bytes(), 65536U);
  EXPECT_EQ(target("gfx950").shared_bytes(), 163840U);
  EXPECT_EQ(target("gfx1201").shared_bytes(), 65536U);
  EXPECT_EQ(target("gfx1250").shared_bytes(), 327680U);
  EXPECT_EQ(target("cuda:90").shared_bytes_evidence().level, Evidence::Level::kDocumented);
  EXPECT_EQ(target("cuda:88").shared_bytes(), 101376U);
  for (const char* text : {"gfx90a", "gfx950", "gfx1250"}) {
    EXPECT_EQ(target(text).shared_bytes_evidence().level, Evidence::Level::kCompilerSource) << text;
  }
}

TEST(Target, RefusesWhatIsNoTarget) {
  for (const char* text :
       {"",        "cuda",        "cuda:",     "cuda:60",       "cuda:91", "cuda:999", "cuda:090",
        "cuda:9x", "cuda:a",      "cuda:1000", "sm_",           "90",      "hip:",     "hip:90",
        "gfx",     "gfx9",        "gfx803",    "gfx90",         "gfx11",   "gfx1300",  "gfx11000",
        "gfx94Z",  "cuda:gfx942", "hip:sm_90", "hip:hip:gfx942"}) {
    const auto result = Target::parse(text);
    ASSERT_FALSE(result.has_value()) << text;
    EXPECT_EQ(result.error().code, ErrorCode::kUnsupported);
    EXPECT_NE(result.error().message.find("'" + std::string(text) + "'"), std::string::npos);
  }
}

TEST(Target, OnlyTheMeasuredGpuIsCalledMeasured) {
  EXPECT_EQ(rule("cuda:90", "ld.shared.b64").evidence.to_string(),
            "measured: NVIDIA H200, tests/data/h200/wavefronts.jsonl.gz (7,000 patterns)");
  for (const char* text :
       {"cuda:80", "cuda:100", "gfx90a", "gfx942", "gfx950", "gfx1100", "gfx1201", "gfx1250"}) {
    for (const AccessRule& row : target(text).access_rules()) {
      EXPECT_NE(row.evidence.level, Evidence::Level::kMeasured) << text << " " << row.instruction;
      EXPECT_FALSE(row.evidence.source.empty()) << text << " " << row.instruction;
    }
  }
  EXPECT_EQ(rule("cuda:80", "ld.shared.b64").evidence.level, Evidence::Level::kAssumed);
}

TEST(Target, AnArchitectureWithoutARowOfItsOwnIsAssumedToBeAlike) {
  EXPECT_EQ(rule("gfx942", "ds_read_b128").evidence.level, Evidence::Level::kDocumented);
  EXPECT_EQ(rule("gfx90a", "ds_read_b128").evidence.to_string(),
            "assumed: as on gfx942 (documented: measured by nod-ai on MI300X; Triton PR 11365)");
  EXPECT_EQ(rule("gfx1100", "ds_load_b64").evidence.level, Evidence::Level::kDocumented);
  EXPECT_EQ(rule("gfx1151", "ds_load_b64").evidence.level, Evidence::Level::kAssumed);
  EXPECT_EQ(rule("gfx1201", "ds_load_b128").evidence.level, Evidence::Level::kDocumented);
  EXPECT_EQ(rule("gfx1200", "ds_load_b128").evidence.level, Evidence::Level::kAssumed);
}

TEST(Target, InstructionNamesHaveTheirSynonyms) {
  EXPECT_EQ(rule("gfx942", "ds_read_b8").instruction, "ds_read_u8");
  EXPECT_EQ(rule("gfx942", "ds_read_u16").instruction, "ds_read_u16");
  EXPECT_EQ(rule("gfx942", "ds_write_b8").instruction, "ds_write_b8");
  EXPECT_EQ(rule("gfx1100", "ds_read_b128").instruction, "ds_load_b128");
  EXPECT_EQ(rule("gfx1100", "ds_write_b32").instruction, "ds_store_b32");
  EXPECT_EQ(rule("gfx1030", "ds_read_b32").instruction, "ds_read_b32");
  EXPECT_FALSE(target("gfx942").find_rule("ds_load_b32").has_value());
  EXPECT_FALSE(target("gfx1030").find_rule("ds_store_b32").has_value());
  EXPECT_FALSE(target("gfx942").find_rule("ld.shared.b32").has_value());
  EXPECT_FALSE(target("cuda:90").find_rule("ds_read_b32").has_value());
  EXPECT_FALSE(target("cuda:90").find_rule("ld.shared.b24").has_value());
  EXPECT_FALSE(target("cuda:90").find_rule("ldmatrix.x3").has_value());
}

TEST(Target, MatrixInstructionsExistFromTheirGenerationOn) {
  EXPECT_EQ(rule("cuda:90", "stmatrix.x4.trans").matrices, 4u);
  EXPECT_TRUE(target("cuda:80").find_rule("ldmatrix.x4").has_value());
  EXPECT_FALSE(target("cuda:80").find_rule("stmatrix.x4").has_value());
  EXPECT_FALSE(target("cuda:70").find_rule("ldmatrix.x1").has_value());
  EXPECT_EQ(target("cuda:70").find_rule("ldmatrix.x1").error().code, ErrorCode::kUnsupported);
}

TEST(Target, ChoosesThePlainInstructionOfAVector) {
  const Target hopper = target("cuda:90");
  EXPECT_EQ((*hopper.find_rule(Direction::kLoad, 128))->instruction, "ld.shared.b128");
  EXPECT_EQ((*hopper.find_rule(Direction::kStore, 8))->instruction, "st.shared.b8");
  EXPECT_FALSE(hopper.find_rule(Direction::kLoad, 96).has_value());
  EXPECT_FALSE(hopper.find_rule(Direction::kLoad, 256).has_value());
  EXPECT_EQ((*target("gfx942").find_rule(Direction::kLoad, 8))->instruction, "ds_read_u8");
  EXPECT_EQ((*target("gfx942").find_rule(Direction::kStore, 96))->instruction, "ds_write_b96");
  EXPECT_EQ((*target("gfx1100").find_rule(Direction::kStore, 64))->instruction, "ds_store_b64");
}

TEST(Target, EveryRuleIsWellFormed) {
  for (const char* text : {"cuda:70",
                           "cuda:80",
                           "cuda:90",
                           "cuda:120",
                           "gfx908",
                           "gfx942",
                           "gfx950",
                           "gfx1030",
                           "gfx1100",
                           "gfx1200",
                           "gfx1201",
                           "gfx1250"}) {
    const Target subject = target(text);
    std::set<std::string> names;
    for (const AccessRule& row : subject.access_rules()) {
      SCOPED_TRACE(std::string(text) + " " + row.instruction);
      EXPECT_TRUE(names.insert(row.instruction).second) << "twice";
      EXPECT_EQ(*subject.find_rule(row.instruction), &row) << "not found by its own name";
      EXPECT_EQ(row.lanes, subject.warp_size());
      EXPECT_TRUE(is_power_of_two(row.banks));
      f2::Subspace group;
      for (const unsigned lane : row.group_basis) {
        EXPECT_LT(lane, row.lanes);
        EXPECT_TRUE(group.insert(lane)) << "dependent basis";
      }
      // A group without conflicts takes one wavefront: its words fit the banks.
      const unsigned words = row.words() << row.group_basis.size();
      EXPECT_LE(words, row.banks);
    }
  }
}

TEST(Target, OnlyAtomicsCountEachLaneAndAreNoPlainStores) {
  for (const AccessRule& row : target("cuda:90").access_rules()) {
    EXPECT_EQ(row.counts_each_lane, row.instruction.starts_with("atom.")) << row.instruction;
  }
  EXPECT_EQ((*target("cuda:90").find_rule(Direction::kStore, 32))->instruction, "st.shared.b32");
}

TEST(Target, MergedGroupsAreTwiceAsLarge) {
  EXPECT_EQ(rule("cuda:90", "ld.shared.b64").merged_group_basis(),
            (AccessRule::Basis{1, 2, 4, 8, 16}));
  EXPECT_EQ(rule("cuda:90", "ld.shared.b128").merged_group_basis(),
            (AccessRule::Basis{1, 2, 4, 8}));
  EXPECT_EQ(rule("gfx942", "ds_read_b128").merged_group_basis(), (AccessRule::Basis{1, 2, 20, 4}));
}

}  // namespace
}  // namespace tileproof
