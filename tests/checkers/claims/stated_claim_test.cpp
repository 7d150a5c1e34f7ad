// Is a claim read as it was written down?
#include "checkers/claims/stated_claim.hpp"

#include <gtest/gtest.h>

#include "checkers/claims/build_claim.hpp"
#include "core/check.hpp"

namespace tileproof {
namespace {

const StatedClaim kAligned{
    "aligned",
    {{"map", {128, 64}, "param p in 0..1; f(row, col) = row*64 + col + p"}},
    {{"element_bits", "16"}, {"bytes", "16"}, {"vector", "8"}, {"along", "col"}}};

TEST(StatedClaim, IsReadAsItIsPrinted) {
  const auto text = print(kAligned);
  ASSERT_TRUE(text);
  EXPECT_EQ(*text,
            "claim aligned\n"
            "layout map [128 64] param p in 0..1; f(row, col) = row*64 + col + p\n"
            "element_bits 16\nbytes 16\nvector 8\nalong col\n");
  const auto read = parse_stated_claim(*text);
  ASSERT_TRUE(read);
  EXPECT_EQ(*read, kAligned);
}

TEST(StatedClaim, HasTheNotationsOwnShape) {
  const StatedClaim claim{"injective", {{"map", {}, "(4,3):(3,1)"}}, {}};
  EXPECT_EQ(*parse_stated_claim(*print(claim)), claim);
}

// A line says one thing.
TEST(StatedClaim, IsNotPrintedWithPartsOfSeveralLines) {
  StatedClaim claim = kAligned;
  claim.layouts[0].text += "\nallocation 4";
  EXPECT_EQ(print(claim).error().code, ErrorCode::kUnsupported);
  claim = kAligned;
  claim.fields[3].second = "col\nalong row";
  EXPECT_EQ(print(claim).error().code, ErrorCode::kUnsupported);
}

TEST(StatedClaim, HasTheNamesThatInputsTakeAfterTheirLayout) {
  const StatedClaim claim{"equal",
                          {{"a", {}, "f(row: 4, col: 8) = row*8 + col"},
                           {"b", {}, "(4,8):(8,1)", "mode0 as row, mode1 as col"}},
                          {}};
  const std::string text =
      "claim equal\nlayout a [] f(row: 4, col: 8) = row*8 + col\n"
      "layout b [] (4,8):(8,1)\nwith mode0 as row, mode1 as col\n";
  EXPECT_EQ(*print(claim), text);
  EXPECT_EQ(*parse_stated_claim(text), claim);
  for (const std::string& wrong :
       {std::string("claim equal\nwith mode0 as row\n"), text + "with mode0 as row\n"}) {
    EXPECT_FALSE(parse_stated_claim(wrong)) << wrong;
  }
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
  EXPECT_EQ(loads("jump").find("cuda:90 has no shared-memory instruction 'jump'; it has ld."), 0U);
}

// The assignment follows from the layouts.
TEST(BuildClaim, TakesNoNamesButThoseThatTheInputsTake) {
  const auto message = [](const std::string& names) {
    const auto claim = build_claim(
        {"equal",
         {{"a", {}, "f(row: 8, col: 8) = row*8 + col"}, {"b", {}, "(8,8):(8,1)", names}},
         {}});
    return claim ? "" : claim.error().message;
  };
  EXPECT_EQ(message(""), "");
  EXPECT_EQ(message("mode0 as row, mode1 as col"), "");
  EXPECT_EQ(message("mode0 as col, mode1 as row"),
            "the inputs of 'b' do not take the names mode0 as col, mode1 as row, but mode0 as row, "
            "mode1 as col");
  EXPECT_EQ(build_claim({"injective", {{"map", {}, "8:1", "mode0 as row"}}, {}}).error().message,
            "the inputs of 'map' do not take the names mode0 as row");
}

std::string restated(const StatedClaim& claim) {
  const auto again = restate(claim);
  TP_CHECK(again.has_value(), again ? "" : again.error().message);
  EXPECT_EQ(*restate(*again), *again);
  return *print(*again);
}

// What is computed in vain keeps its steps, and what these share has one name.
TEST(RestatedClaim, OfWhatNoResultNeedsIsRestatedAlike) {
  EXPECT_EQ(
      restated({"injective",
                {{"map", {}, "o(j: 5, a: 2) = let t = (a != 0) && (a != 0); a*5 + j"}},
                {}}),
      "claim injective\nlayout map [] o(j: 5, a: 2) = let t0 = a != 0; let unused0 = t0 && t0; "
      "a * 5 + j\n");
  EXPECT_EQ(restated({"injective",
                      {{"map", {}, "o(j: 5, a: 2) = let t = a + 7; let u = t * t; a*5 + j"}},
                      {}}),
            "claim injective\nlayout map [] o(j: 5, a: 2) = let t0 = a + 7; let unused0 = t0 * t0; "
            "a * 5 + j\n");
}

TEST(RestatedClaim, HasWhatWasReadAndNothingElse) {
  EXPECT_EQ(restated({"aligned",
                      {{"map", {128, 64}, "param p in 0..1;\n f(row, col) = row*64 + col + p # 9"}},
                      kAligned.fields}),
            "claim aligned\n"
            "layout map [] param p in 0..1; f(row: 128, col: 64) = row * 64 + col + p\n"
            "element_bits 16\nbytes 16\nvector 8\nalong col\n");
  // CuTe's layouts have a shape of their own.
  EXPECT_EQ(restated({"injective", {{"map", {2, 2}, "(8,8):(9,1) // (8,8):(8,1)"}}, {}}),
            "claim injective\nlayout map [] (8,8):(9,1)\n");
  const std::string swizzle =
      "#ttg.swizzled_shared<{vec = 8, perPhase = 1, maxPhase = 8, order = [1, 0]}>";
  EXPECT_EQ(
      restated(
          {"equal", {{"a", {8, 64}, swizzle}, {"b", {8, 64}, "S<3,3,3> o (8,64):(64,1)"}}, {}}),
      "claim equal\nlayout a [8 64] " + swizzle +
          "\nlayout b [] Sw<3,3,3> o 0 o (8,64):(64,1)\nwith mode0 as row, mode1 as col\n");
}

TEST(RestatedClaim, HasNumbersThatWereLeftOut) {
  const StatedLayout lanes{"map", {}, "(row: 4, col: 8)(lane: 32) = (lane / 8, lane % 8)"};
  const std::string text = restated({"onto", {lanes}, {{"codomain", ""}}});
  EXPECT_EQ(text,
            "claim onto\nlayout map [] (row: 4, col: 8)(lane: 32) = (lane / 8, lane % 8)\n"
            "codomain 4 8\n");
  EXPECT_EQ(restated({"onto", {lanes}, {{"codomain", "4 8"}}}), text);
}

TEST(RestatedClaim, NamesTargetsAndInstructionsInOneSpelling) {
  const auto loads = [](const std::string& lanes, const char* target, const char* instruction) {
    const std::string text =
        restated({"conflict-free",
                  {{"memory", {}, "64:1"}, {"access", {}, "i(lane: " + lanes + ") = lane"}},
                  {{"element_bits", "32"}, {"target", target}, {"instruction", instruction}}});
    return text.substr(text.find("target "));
  };
  for (const char* instruction : {"ds_read_b32", "ds_load_b32"}) {
    EXPECT_EQ(loads("32", "gfx1100", instruction), "target hip:gfx1100\ninstruction ds_load_b32\n");
  }
  EXPECT_EQ(loads("32", "sm_90a", "ld.shared.b32"), "target cuda:90\ninstruction ld.shared.b32\n");
}

}  // namespace
}  // namespace tileproof
