// Has every verdict "proved" a certificate, and none but those?  Random layouts of all families.
#include <gtest/gtest.h>

#include <map>

#include "checkers/certificates/certifier/certify.hpp"
#include "checkers/certificates/write_certificate.hpp"
#include "checkers/claims/build_claim.hpp"
#include "checkers/claims/prove.hpp"
#include "properties/maps/layout_families.hpp"

namespace tileproof::testing {
namespace {

constexpr int kLayouts = 1000;
const Limits kLimits{.seconds = 10};

// Some claim about a layout, in turn.
StatedClaim claim_about(const LayoutText& layout, const IndexMap& map, int turn) {
  StatedClaim claim{"", {{"map", layout.shape, layout.text}}, {}};
  switch (turn % 7) {
    case 0:
      claim.claim = "injective";
      break;
    case 1:
      claim.claim = "surjective";
      break;
    case 2:
      claim.claim = "bijective";
      break;
    case 3:
      claim.claim = "in-bounds";
      claim.fields = {{"allocation", std::to_string(map.points() + map.points() / 4)}};
      break;
    case 4:
      claim.claim = "no-wrap";
      claim.fields = {{"bits", "32"}, {"signed", "1"}};
      break;
    case 5:
      claim.claim = "aligned";
      claim.fields = {{"element_bits", "16"},
                      {"bytes", "2"},
                      {"vector", "1"},
                      {"along", map.axes().empty() ? "" : map.axes()[0].name}};
      break;
    default:
      claim.claim = "equal";
      claim.layouts[0].role = "a";
      claim.layouts.push_back({"b", layout.shape, layout.text});
  }
  return claim;
}

class EveryProof : public ::testing::TestWithParam<gen::LayoutFamily> {};

TEST_P(EveryProof, HasACertificate) {
  gen::Source random = gen::Source::random(20261122);
  std::map<std::string, int> proved;
  for (int i = 0; i < kLayouts;) {
    const LayoutText layout = GetParam().draw(random);
    const auto map = parse_index_map(layout.text, layout.shape);
    if (!map) continue;
    const StatedClaim stated = claim_about(layout, *map, i++);
    const auto claim = build_claim(stated);
    if (!claim) continue;
    const Verdict verdict = prove(*claim, kLimits);
    const auto text = write_certificate(stated, "", kLimits);
    const bool is_refuted = std::holds_alternative<Refuted>(verdict);
    EXPECT_FALSE(is_refuted && text) << *text;
    if (!std::holds_alternative<Proved>(verdict)) continue;
    EXPECT_TRUE(text) << *print(stated) << text.error().message;
    ++proved[stated.claim];
  }
  for (const auto& [claim, count] : proved) RecordProperty(claim, count);
}

INSTANTIATE_TEST_SUITE_P(Families,
                         EveryProof,
                         ::testing::ValuesIn(gen::layout_families()),
                         [](const auto& family) { return std::string(family.param.name); });

}  // namespace
}  // namespace tileproof::testing
