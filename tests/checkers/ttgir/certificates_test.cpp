// Which claims do findings make that certificates can show, and is what is wrong not shown?
#include "checkers/ttgir/certificates.hpp"

#include <gtest/gtest.h>

#include <algorithm>

#include "checkers/claims/build_claim.hpp"
#include "checkers/ttgir/check_file.hpp"
#include "checkers/ttgir/finding_claims.hpp"
#include "core/check.hpp"
#include "tests/checkers/certificates/written.hpp"
#include "tests/support/genuine_files.hpp"
#include "tests/support/temporary_folder.hpp"

namespace tileproof::testing {
namespace {

const triton::Shape kTile = {64, 64};

// A layout that lives as long as its text is looked at.
struct Given {
  explicit Given(const std::string& text) : layout(*triton::parse_layout(text)) {}
  [[nodiscard]] LayoutOn on(const triton::Shape& shape = kTile) const { return {*layout, shape}; }

  triton::LayoutPtr layout;
};

const Given kSwizzled(
    "#ttg.swizzled_shared<{vec = 8, perPhase = 1, maxPhase = 8, order = [1, 0]}>");
const Given kRows("#ttg.swizzled_shared<{vec = 1, perPhase = 1, maxPhase = 1, order = [1, 0]}>");
const Given kPadded("#ttg.padded_shared<[64:+8] {order = [1, 0], shape = [64, 64]}>");
const Given kBlocked(
    "#ttg.blocked<{sizePerThread = [1, 8], threadsPerWarp = [4, 8], warpsPerCTA = [4, 1], order = "
    "[1, 0]}>");

// The lines of each claim, restated.
std::vector<std::string> lines_of(const FindingClaims& claims) {
  std::vector<std::string> lines;
  for (const StatedClaim& claim : claims.list) lines.push_back(*print(restate(claim).value()));
  return lines;
}

std::string text_on(const Given& given) { return "[64 64] " + triton::to_string(*given.layout); }

TEST(FindingClaims, OfALayoutAreThatItHoldsAllElementsAndIsItsForm) {
  const auto registers = layout_claims(kBlocked.on());
  EXPECT_EQ(registers.left_out, "");
  EXPECT_EQ(lines_of(registers),
            (std::vector<std::string>{
                "claim onto\nlayout map " + text_on(kBlocked) + "\ncodomain 64 64\n",
                "claim equal\nlayout a " + text_on(kBlocked) +
                    "\nlayout b [] {register = [[0, 1], [0, 2], [0, 4], [16, 0], [32, 0]], lane = "
                    "[[0, 8], [0, 16], [0, 32], [1, 0], [2, 0]], warp = [[4, 0], [8, 0]], block = "
                    "[]} -> {dim0 = 64, dim1 = 64}\n"}));
  const auto shared = lines_of(layout_claims(kSwizzled.on()));
  ASSERT_EQ(shared.size(), 2U);
  EXPECT_EQ(shared[0], "claim injective\nlayout map " + text_on(kSwizzled) + "\n");
  EXPECT_NE(shared[1].find("with dim0 as row, dim1 as col\n"), std::string::npos) << shared[1];
}

TEST(FindingClaims, OfDataAreWhereTheFormPutsElements) {
  for (const auto& [defined, used, holds] : {std::tuple(&kSwizzled, &kSwizzled, true),
                                             std::tuple(&kPadded, &kPadded, true),
                                             std::tuple(&kSwizzled, &kRows, false),
                                             std::tuple(&kRows, &kPadded, false)}) {
    const auto claims = data_claims(kBlocked.on(), defined->on(), used->on());
    ASSERT_EQ(claims.list.size(), 1U);
    const auto text = write_certificate(restate(claims.list[0]).value(), "", kLimits);
    EXPECT_EQ(text.has_value(), holds);
  }
  const triton::Shape part = {32, 64};
  EXPECT_TRUE(data_claims(kBlocked.on(part), kRows.on(), kRows.on()).list.empty());
  EXPECT_TRUE(data_claims(kBlocked.on(), kRows.on(part), kRows.on()).list.empty());
}

TEST(FindingClaims, OfAConversionAreThatBothHoldAllElements) {
  const auto claims = lines_of(conversion_claims(kBlocked.on(), kBlocked.on()));
  ASSERT_EQ(claims.size(), 2U);
  EXPECT_EQ(claims[0], claims[1]);
  // What both lack is lost by neither.
  const Given even("#ttg.linear<{register = [[0, 2]], lane = [], warp = [], block = []}>");
  const triton::Shape row = {1, 4};
  EXPECT_TRUE(conversion_claims(even.on(row), even.on(row)).list.empty());
}

FileReport report_of(const char* file) {
  CheckOptions options;
  options.states_claims = true;
  return check_ttgir(
      file, file_text(std::string(TILEPROOF_TEST_DATA) + "/planted/" + file), options);
}

TEST(CertificateFolder, HasNoneForWhatIsNotProved) {
  const TemporaryFolder folder;
  auto certificates = CertificateFolder::make(folder.path("new"), kLimits).value();
  FileReport report = report_of("padding_loaded_without.ttgir");
  ASSERT_EQ(certificates.add(report), std::nullopt);
  std::size_t refuted = 0;
  for (const Finding& finding : report.findings) {
    ASSERT_TRUE(finding.certified);
    if (is_proved(finding.verdict)) continue;
    ++refuted;
    EXPECT_TRUE(finding.certified->names.empty());
  }
  EXPECT_GT(refuted, 0U);
}

// Its definition has other banks than the form that is counted.
TEST(CertificateFolder, HasNoneForTheCostOfALayoutThatIsNotProved) {
  const TemporaryFolder folder;
  auto certificates = CertificateFolder::make(folder.path("new"), kLimits).value();
  FileReport report = check_ttgir(
      "three",
      "#s = #ttg.swizzled_shared<{vec = 3, perPhase = 1, maxPhase = 8, order = [1, 0]}>\n"
      "#b = #ttg.blocked<{sizePerThread = [1, 8], threadsPerWarp = [4, 8], warpsPerCTA = [4, 1], "
      "order = [1, 0]}>\n"
      "module attributes {\"ttg.num-warps\" = 4 : i32, ttg.target = \"cuda:90\"} {\n"
      "  tt.func @f(%m: !ttg.memdesc<64x64xf16, #s, #ttg.shared_memory, mutable>) {\n"
      "    %v = ttg.local_load %m : !ttg.memdesc<64x64xf16, #s, #ttg.shared_memory, mutable> -> "
      "tensor<64x64xf16, #b>\n    tt.return\n  }\n}\n",
      [] {
        CheckOptions options;
        options.states_claims = true;
        return options;
      }());
  ASSERT_TRUE(report.errors.empty());
  ASSERT_EQ(certificates.add(report), std::nullopt);
  const auto cost = std::ranges::find(report.findings, Topic::kBankConflicts, &Finding::question);
  ASSERT_NE(cost, report.findings.end());
  EXPECT_TRUE(is_proved(cost->verdict));
  EXPECT_TRUE(cost->certified && cost->certified->names.empty());
}

bool is_bounds_of_an_access(const Finding& finding) {
  return finding.question == Topic::kBounds && finding.op == "ttg.local_load";
}

TEST(CertificateFolder, StopsAtAClaimThatDoesNotHold) {
  const TemporaryFolder folder;
  auto certificates = CertificateFolder::make(folder.path(), kLimits).value();
  FileReport report = report_of("holds_swizzle.ttgir");
  for (Finding& finding : report.findings) {
    if (!is_bounds_of_an_access(finding)) continue;
    finding.claims.list[0].fields[0].second = "1";
  }
  EXPECT_THROW(static_cast<void>(certificates.add(report)), InternalError);
}

TEST(CertificateFolder, SaysForWhatThereIsNoEvidence) {
  const TemporaryFolder folder;
  auto certificates = CertificateFolder::make(folder.path(), kLimits).value();
  FileReport report = report_of("holds_swizzle.ttgir");
  for (Finding& finding : report.findings) {
    if (!is_bounds_of_an_access(finding)) continue;
    // It is not so, and has too many points to see that.
    finding.claims.list = {{"surjective", {{"map", {}, "(4096,4096):(1,4097)"}}, {}}};
  }
  ASSERT_EQ(certificates.add(report), std::nullopt);
  CertifiedCounts counts;
  counts.add(report);
  EXPECT_GT(counts.without_evidence, 0U);
  EXPECT_GT(counts.without_form, 0U);  // the widths of vectors
  EXPECT_GT(counts.certified, 0U);
  for (const Finding& finding : report.findings) {
    EXPECT_EQ(finding.certified->no_evidence.empty(), !is_bounds_of_an_access(finding));
  }
}

}  // namespace
}  // namespace tileproof::testing
