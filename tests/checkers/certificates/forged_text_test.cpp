// Does the certifier say what is shown, whatever else the file says?
#include "checkers/claims/build_claim.hpp"
#include "tests/checkers/certificates/forgery.hpp"
#include "tests/checkers/certificates/written.hpp"

namespace tileproof::testing {
namespace {

// The claim that is said to be shown; or why it is not.
std::string shown(const std::string& lines) {
  const auto result = certify(signed_text(lines));
  if (const auto* refused = std::get_if<RefusedCertificate>(&result)) return refused->reason;
  return std::get<Certified>(result).claim;
}

std::string shown_of(const std::string& layout) {
  return shown("claim injective\nlayout map " + layout + "\nprove distinct by enumerate\n");
}

TEST(CertifiedText, HasNothingThatTheLayoutDoesNotMean) {
  const auto injective = [](const std::string& layout) {
    return "claim injective\nlayout map " + layout + "\n";
  };
  EXPECT_EQ(shown_of("[] f(x: 8) = x * 2 # layout map [] f(x: 16777216) = x"),
            injective("[] f(x: 8) = x * 2"));
  EXPECT_EQ(shown_of("[] (2,2):(1,2) // (8,8):(1,8)"), injective("[] (2,2):(1,2)"));
  EXPECT_EQ(shown_of("[1024 1024] (2,2):(1,2)"), injective("[] (2,2):(1,2)"));
  EXPECT_EQ(shown_of("[8] f(x) = let x_= 3 ;let O = x*x_; O"), injective("[] f(x: 8) = x * 3"));
  EXPECT_EQ(shown_of("[]                                      4:1"), injective("[] 4:1"));
  EXPECT_EQ(shown_of("[4 8] #triton_gpu.shared<{order=[1,0],maxPhase=1,perPhase=1,vec=1}>"),
            injective("[4 8] #ttg.swizzled_shared<{vec = 1, perPhase = 1, maxPhase = 1, order = "
                      "[1, 0]}>"));
  EXPECT_EQ(shown_of("[] {\"a\"=[[1]]}->{b=2}"), injective("[] {a = [[1]]} -> {b = 2}"));
}

TEST(CertifiedText, ShowsWhichNamesModesTake) {
  const std::string claim =
      "claim equal\nlayout a [] f(row: 4, col: 2) = row * 2 + col\nlayout b [] (4,2):(2,1)\n";
  const std::string proof = "prove equal by sums\n";
  const std::string names = "with mode0 as row, mode1 as col\n";
  EXPECT_EQ(shown(claim + proof), claim + names);
  EXPECT_EQ(shown(claim + names + proof), claim + names);
  EXPECT_EQ(shown(claim + "with mode0 as col, mode1 as row\n" + proof),
            "the inputs of 'b' do not take the names mode0 as col, mode1 as row, but mode0 as row, "
            "mode1 as col");
  EXPECT_EQ(shown(claim + names + names + proof), "line 5: the names of inputs follow a layout");
}

TEST(CertifiedText, RefusesWhatATerminalDoesNotShow) {
  for (const char* hidden : {"\x1b[2K", "\r", "\x07", "\xe2\x80\xae", "\xe2\x81\xa6", "\xff"}) {
    const std::string text = hidden;
    for (const std::string& lines :
         {"claim injective" + text + "\nlayout map [] 4:1\nprove distinct by enumerate\n",
          "claim injective\nlayout map [] 4:1 //" + text + "4:1\nprove distinct by enumerate\n",
          "claim injective\nlayout map" + text + " [] 4:1\nprove distinct by enumerate\n",
          "claim in-bounds\nlayout map [] 4:1\nallocation 4" + text + "\nprove within by sums\n",
          "claim injective\nlayout map [] 4:1\nprove distinct by " + text + "\n"}) {
      const std::string reason = shown(lines);
      EXPECT_NE(reason.find("column "), std::string::npos) << reason;
      EXPECT_EQ(reason.find(text), std::string::npos);
    }
  }
}

// A line of the file is one line of what is shown.
TEST(CertifiedText, ReadsNoEndsOfLinesWithinALine) {
  for (const std::string layout : {"[] 4:1\\nallocation 4",
                                   "[] f(x: 4) = x\\n",
                                   "[] {\"a\\nclaim equal\" = [[1]]} -> {b = 2}"}) {
    EXPECT_NE(shown_of(layout), "");
    EXPECT_EQ(shown_of(layout).find('\n'), std::string::npos) << shown_of(layout);
  }
  const std::string aligned =
      "claim aligned\nlayout map [] 4:1\nelement_bits 8\nbytes 1\nvector 1\nalong mode0\\nVALID\n";
  EXPECT_EQ(shown(aligned + "prove aligned by sums\n"),
            "the layout has no input named 'mode0\\nVALID'");
}

TEST(CertifiedText, RefusesPartsThatAClaimDoesNotHave) {
  const std::string map = "layout map [] 4:1\n";
  const std::string proof = "prove within by sums\n";
  const auto in_bounds = [&](const std::string& parts) {
    return shown("claim in-bounds\n" + parts + proof);
  };
  EXPECT_EQ(in_bounds(map + "allocation 4\n"), "claim in-bounds\n" + map + "allocation 4\n");
  EXPECT_EQ(in_bounds(map + map + "allocation 4\n"), "'in-bounds' needs its layouts and no others");
  EXPECT_EQ(in_bounds("layout map [] 9:1\n" + map + "allocation 4\n"),
            "'in-bounds' needs its layouts and no others");
  EXPECT_EQ(in_bounds(map + "allocation 4\nallocation 2\n"),
            "'in-bounds' needs its fields and no others");
  EXPECT_EQ(in_bounds(map + "allocation 4\nbits 32\n"),
            "'in-bounds' needs its fields and no others");
  EXPECT_EQ(in_bounds("layout a [] 4:1\nallocation 4\n"), "'in-bounds' needs its layout 'map'");
  EXPECT_EQ(in_bounds(map + "allocation 4 \n"), "'allocation' must be a number, not '4 '");
  EXPECT_EQ(in_bounds(map + "allocation 04\n"), "'allocation' must be a number, not '04'");
  EXPECT_EQ(in_bounds(map + "allocation 18446744073709551620\n"),
            "'allocation' must be a number, not '18446744073709551620'");
  const std::string equal = "claim equal\nlayout a [] 4:1\n";
  EXPECT_EQ(shown(equal + "layout a [] 4:1\nprove equal by sums\n"),
            "'equal' needs its layout 'b'");
  EXPECT_EQ(shown("claim injective in-bounds\n" + map + "prove distinct by sums\n"),
            "there is no claim 'injective in-bounds'");
}

TEST(CertifiedText, RefusesTheProofOfAnotherClaim) {
  const StatedLayout rows{"map", {}, "f(x: 8, y: 8) = x * 9 + y"};
  const std::string in_bounds =
      written(*restate({"in-bounds", {rows}, {{"allocation", "71"}}}), "");
  EXPECT_EQ(refusal(forged(in_bounds, "allocation 71", "allocation 70")), "the sums leave it open");
  EXPECT_NE(refusal(forged(in_bounds, "x * 9 + y", "x * 10 + y")), "");
  EXPECT_NE(refusal(forged(in_bounds, "y: 8", "y: 9")), "");
  EXPECT_NE(refusal(forged(in_bounds, "in-bounds", "surjective")), "");
  const std::string injective = written({"injective", {rows}, {}}, "");
  EXPECT_NE(refusal(forged(injective, "x * 9 + y", "x * 7 + y")), "");
  EXPECT_NE(refusal(forged(injective, "injective", "bijective")), "");
}

TEST(CertifiedText, RefusesClaimsThatAreTooLong) {
  const auto sum = [](std::size_t terms) {
    std::string text = "[] f(x: 8) = x";
    for (std::size_t i = 0; i < terms; ++i) text += "+0";
    return text;
  };
  EXPECT_EQ(shown_of(sum(100)).substr(0, 16), "claim injective\n");
  EXPECT_EQ(shown_of(sum(40'000)), "1:1: the text has 80011 bytes, more than 65536");
  EXPECT_EQ(shown_of(sum(150'000)), "the claim is too long");
}

}  // namespace
}  // namespace tileproof::testing
