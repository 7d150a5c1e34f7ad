// Are rows read as they are written, and refused where they are not right?
#include <gtest/gtest.h>

#include <set>

#include "properties/museum/row.hpp"

namespace tileproof::museum {
namespace {

const Json& good_row() {
  static const Json row = Json::parse(R"json({
    "id": "X#1", "title": "a title", "address": "https://example.org", "story": "a story",
    "claim": {"claim": "in-bounds"},
    "buggy": {"op": "prove", "claim": "in-bounds", "layout": "(8,8):(9,1)", "allocation": 64},
    "fixed": {
  "op" : "prove", "claim" : "in-bounds", "layout" : "(8,8):(8,1)", "allocation" : 64
}
})json");
  return row;
}

std::string error_of(const std::string& text) {
  const auto rows = read_rows(text);
  return rows ? "" : rows.error().message;
}

// Of the good row, changed.
template <typename F>
std::string error_with(F change) {
  Json row = good_row();
  change(row);
  return error_of(row.dump());
}

TEST(MuseumRows, ReadsWhatARowSays) {
  Json row = good_row();
  row["claim"] = {{"claim", "conflicts"}, {"of", {"a", "b"}}, {"at_least", 7}};
  row["buggy"]["op"] = row["fixed"]["op"] = "bank_conflicts";
  const auto both = read_rows(
      row.dump() +
      "\n\n{\"id\": \"X#2\", \"title\": \"t\", \"address\": \"a\", \"story\": \"s\", \"not_told\": "
      "\"why\"}\n");
  ASSERT_TRUE(both) << both.error().message;
  ASSERT_EQ(both->size(), 2U);
  const Row& first = both->front();
  EXPECT_EQ(first.id, "X#1");
  EXPECT_EQ(first.title, "a title");
  EXPECT_EQ(first.address, "https://example.org");
  EXPECT_EQ(first.story, "a story");
  ASSERT_TRUE(first.models);
  EXPECT_EQ(first.models->claim.name, "conflicts");
  EXPECT_EQ(first.models->claim.of, (std::vector<std::string>{"a", "b"}));
  EXPECT_EQ(first.models->claim.bound, Claim::Bound::kAtLeast);
  EXPECT_EQ(first.models->claim.limit, 7U);
  EXPECT_EQ(first.models->buggy, row["buggy"]);
  EXPECT_EQ(first.models->fixed, row["fixed"]);
  EXPECT_EQ(first.kind(), "bank_conflicts conflicts");
  EXPECT_FALSE(both->back().models);
  EXPECT_EQ(both->back().not_told, "why");
  EXPECT_EQ(both->back().kind(), "");
}

TEST(MuseumRows, NamesTheLineAndTheRuleOfABadRow) {
  const std::string good = good_row().dump() + "\n";
  EXPECT_EQ(error_of(good), "");
  EXPECT_EQ(error_of("\n" + good + "[]"), "line 3: the line is no JSON object");
  EXPECT_EQ(error_of(good + good), "line 2: there is a row 'X#1' before");
  EXPECT_EQ(error_of(std::string(65, '[')), "line 1: the line nests deeper than 64 levels");
}

TEST(MuseumRows, RefusesFieldsThatAreMissingOrMisspelt) {
  for (const char* field : {"id", "title", "address", "story"}) {
    const std::string said =
        "line 1: '" + std::string(field) + "' must be a text that is not empty";
    EXPECT_EQ(error_with([&](Json& row) { row.erase(field); }), said);
    EXPECT_EQ(error_with([&](Json& row) { row[field] = ""; }), said);
    EXPECT_EQ(error_with([&](Json& row) { row[field] = 3; }), said);
  }
  EXPECT_EQ(error_with([](Json& row) { row["tittle"] = "t"; }),
            "line 1: there is no field 'tittle'");
  EXPECT_EQ(error_with([](Json& row) { row.erase("claim"); }), "line 1: 'claim' is missing");
  for (const char* model : {"buggy", "fixed"}) {
    EXPECT_EQ(
        error_with([&](Json& row) { row.erase(model); }),
        "line 1: '" + std::string(model) + "' must be a request, or there must be 'not_told'");
  }
  EXPECT_EQ(error_with([](Json& row) { row["buggy"].erase("op"); }),
            "line 1: 'op' must be a text that is not empty");
}

TEST(MuseumRows, RefusesClaimsThatSayNothing) {
  const auto error_of_claim = [](const char* claim) {
    return error_with([&](Json& row) { row["claim"] = Json::parse(claim); });
  };
  EXPECT_EQ(error_of_claim(R"("in-bounds")"), "line 1: 'claim' must be an object");
  EXPECT_EQ(error_of_claim(R"({"claim": ""})"), "line 1: 'claim' must be a text that is not empty");
  EXPECT_EQ(error_of_claim(R"({"claim": "within", "off": ["a"]})"),
            "line 1: there is no field 'off'");
  for (const char* of : {"[]", "[1]", "\"a\""}) {
    EXPECT_EQ(error_of_claim((R"({"claim": "within", "of": )" + std::string(of) + "}").c_str()),
              "line 1: 'of' must be a list of names");
  }
  EXPECT_EQ(error_of_claim(R"({"claim": "conflicts", "at_most": -1})"),
            "line 1: 'at_most' must be an integer from 0 on");
  EXPECT_EQ(error_of_claim(R"({"claim": "conflicts", "at_least": "3"})"),
            "line 1: 'at_least' must be an integer from 0 on");
  EXPECT_EQ(error_of_claim(R"({"claim": "conflicts", "at_most": 1, "at_least": 1})"),
            "line 1: a claim has one of 'at_most' and 'at_least'");
}

TEST(MuseumRows, RefusesModelsThatAreAskedDifferentQuestions) {
  EXPECT_EQ(error_with([](Json& row) { row["fixed"] = row["buggy"]; }),
            "line 1: the models are the same");
  EXPECT_EQ(error_with([](Json& row) { row["fixed"]["op"] = "equal"; }),
            "line 1: both models must be of one 'op'");
  EXPECT_EQ(error_with([](Json& row) { row["fixed"]["allocation"] = 80; }),
            "line 1: the claim's 'allocation' must be the same of both models");
  EXPECT_EQ(error_with([](Json& row) { row["fixed"].erase("allocation"); }),
            "line 1: the claim's 'allocation' must be the same of both models");
  EXPECT_EQ(error_with([](Json& row) { row["claim"]["claim"] = "injective"; }),
            "line 1: the models must ask for the claim 'injective'");
  EXPECT_EQ(error_with([](Json& row) { row["buggy"]["claim"] = row["fixed"]["claim"] = 3; }),
            "line 1: the models must ask for the claim 'in-bounds'");
}

// Of `equal`, the first layout is what is specified, and must not be the fix.
TEST(MuseumRows, RefusesASpecificationThatDiffersBetweenTheModels) {
  EXPECT_EQ(error_with([](Json& row) {
              row["claim"]["claim"] = "equal";
              row["buggy"] = {{"op", "prove"}, {"claim", "equal"}, {"a", "4:1"}, {"b", "4:2"}};
              row["fixed"] = {{"op", "prove"}, {"claim", "equal"}, {"a", "4:2"}, {"b", "4:2"}};
            }),
            "line 1: the claim's 'a' must be the same of both models");
  EXPECT_EQ(error_with([](Json& row) {
              const Json program{{"op", "realises"}, {"src", "s"}, {"dst", "d"}, {"program", "p"}};
              row["claim"]["claim"] = "realises";
              row["buggy"] = row["fixed"] = program;
              row["fixed"]["dst"] = "e";
            }),
            "line 1: the claim's 'dst' must be the same of both models");
}

TEST(MuseumRows, RefusesARowThatIsToldApartAndNot) {
  EXPECT_EQ(error_with([](Json& row) { row["not_told"] = "why"; }),
            "line 1: a row that is not told apart has no 'claim'");
  EXPECT_EQ(error_with([](Json& row) {
              for (const char* field : {"claim", "buggy", "fixed"}) row.erase(field);
              row["not_told"] = "";
            }),
            "line 1: 'not_told' must be a text that is not empty");
}

TEST(MuseumRows, HasRowsWithTheProgram) {
  std::set<std::string> ids;
  for (const Row& row : rows()) {
    ids.insert(row.id);
    EXPECT_EQ(row.address.rfind("https://", 0), 0U) << row.id;
  }
  EXPECT_EQ(ids.size(), rows().size());
  for (const char* id : {"T#7207", "T#1910", "T#8683", "T#9185", "T#9661", "T#11169"}) {
    EXPECT_EQ(ids.count(id), 1U) << id;  // of each file of rows
  }
}

}  // namespace
}  // namespace tileproof::museum
