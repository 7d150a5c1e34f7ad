// Is a claim read as it was written down?
#include "checkers/claims/stated_claim.hpp"

#include <gtest/gtest.h>

#include "checkers/claims/build_claim.hpp"

namespace tileproof {
namespace {

const StatedClaim kAligned{
    "aligned",
    {{"map", {128, 64}, "param p in 0..1;\nf(row, col) = row*64 + col + p"}},
    {{"element_bits", "16"}, {"bytes", "16"}, {"vector", "8"}, {"along", "col"}}};

TEST(StatedClaim, IsReadAsItIsPrinted) {
  const auto text = print(kAligned);
  ASSERT_TRUE(text);
  EXPECT_EQ(*text,
            "claim aligned\n"
            "layout map [128 64] param p in 0..1;\\nf(row, col) = row*64 + col + p\n"
            "element_bits 16\nbytes 16\nvector 8\nalong col\n");
  const auto read = parse_stated_claim(*text);
  ASSERT_TRUE(read);
  EXPECT_EQ(*read, kAligned);
}

TEST(StatedClaim, HasTheNotationsOwnShape) {
  const StatedClaim claim{"injective", {{"map", {}, "(4,3):(3,1)"}}, {}};
  EXPECT_EQ(*parse_stated_claim(*print(claim)), claim);
}

// What "\n" would be read as is not written.
TEST(StatedClaim, IsNotPrintedWithABackslash) {
  StatedClaim claim = kAligned;
  claim.layouts[0].text += "\\n";
  EXPECT_FALSE(print(claim));
  claim = kAligned;
  claim.fields[3].second = "c\\nol";
  EXPECT_FALSE(print(claim));
}

TEST(StatedClaim, IsRefusedWithTheLine) {
  const auto message = [](const char* text) { return parse_stated_claim(text).error().message; };
  EXPECT_EQ(message("layout map [] 4:1\n"), "line 1: the first line alone names the claim");
  EXPECT_EQ(message("claim injective\nclaim injective\n"),
            "line 2: the first line alone names the claim");
  for (const char* layout : {"map 4:1", "map [4", "map [x] 4:1", "map [4 ] 4:1", "map [-4] 4:1"}) {
    EXPECT_EQ(message(("claim injective\nlayout " + std::string(layout) + "\n").c_str()),
              "line 2: a layout is: role, shape in [], text");
  }
}

TEST(BuildClaim, RefusesAFormThatIsNotTheClaims) {
  const auto message = [](const char* text) {
    return build_claim(*parse_stated_claim(text)).error().message;
  };
  EXPECT_EQ(message(""), "there is no claim ''");
  EXPECT_EQ(message("claim injective\n"), "'injective' needs its layout 'map'");
  EXPECT_EQ(message("claim in-bounds\nlayout map [] 4:1\n"),
            "'in-bounds' needs its field 'allocation'");
  EXPECT_EQ(message("claim injective\nlayout map [] 4:1\nallocation 4\n"),
            "'injective' needs its fields and no others");
  EXPECT_EQ(message("claim no-wrap\nlayout map [] 4:1\nbits 32\nsigned 2\n"),
            "'signed' must be 0 or 1, not 2");
  const auto loads = [&](const std::string& instruction) {
    return message(("claim conflict-free\nlayout memory [] f(r: 32) = r\n"
                    "layout access [] r(lane: 32) = lane\nelement_bits 32\ntarget cuda:90\n"
                    "instruction " +
                    instruction + "\n")
                       .c_str());
  };
  // At which points an access is made follows from the layouts, and is not said.
  EXPECT_EQ(loads("ld.shared.b32\nzero_bits 0"), "'conflict-free' needs its fields and no others");
  EXPECT_EQ(loads("load"),
            "give 'instruction'; it follows from the layouts only where both are Triton's");
  EXPECT_EQ(loads("jump"), "cuda:90 has no shared-memory instruction 'jump'");
}

}  // namespace
}  // namespace tileproof
