// nvmma_shared against the boxes that an H200's copy engine left in shared memory and that wgmma
// read there, and wrong models that its answers refuse.
#include <gtest/gtest.h>

#include <set>

#include "gpu_oracles/shrink_case.hpp"
#include "gpu_oracles/tma/draw_boxes.hpp"
#include "gpu_oracles/tma/tma_replay.hpp"
#include "tests/support/json_lines.hpp"

namespace tileproof::oracles {
namespace {

const std::vector<Observation>& tma_observations() {
  static const auto kAll = [] {
    std::vector<Observation> all;
    const auto lines = read_json_lines("h200/tma.jsonl.gz");
    for (std::size_t i = 1; i < lines.size(); ++i) all.push_back({lines[i]["in"], lines[i]["out"]});
    return all;
  }();
  return kAll;
}

bool tma_agrees(const Observation& observation, const TmaModels& models) {
  const auto difference = replay_tma(observation, models);
  EXPECT_TRUE(difference.has_value()) << difference.error().message;
  return difference.has_value() && !difference->has_value();
}

Word swizzle_of(const Observation& observation) {
  return observation.in["swizzle_bytes"].get<Word>();
}

bool is_described(const Observation& observation) {
  return tma_models().nvmma_shared(parse_box(observation.in).value())->has_value();
}

// Of a box that lies outside the tensor all is the fill.
bool shows_elements(const Observation& observation) {
  if (observation.in["kind"] != "box") return true;
  const auto& places = observation.out["element_at"];
  return std::any_of(places.begin(), places.end(), [](const auto& at) { return at >= 0; });
}

TEST(Tma, EveryObservationIsAsTheModelsSay) {
  for (const Observation& observation : tma_observations()) {
    const auto difference = replay_tma(observation);
    ASSERT_TRUE(difference.has_value()) << difference.error().message;
    EXPECT_EQ(*difference, std::nullopt);
  }
}

TEST(Tma, ObservationsCoverEverySwizzleSizeAndRank) {
  std::set<std::tuple<Word, Word, std::size_t>> boxes;
  std::set<std::tuple<Word, Word, bool>> described;
  std::set<std::tuple<Word, Word, std::string>> tiles;
  std::set<std::tuple<Word, std::string>> contiguous_rows;  // of A, or columns of B
  for (const Observation& observation : tma_observations()) {
    const auto bytes = observation.in["element_bytes"].get<Word>();
    if (observation.in["kind"] == "mn_descriptor") {
      contiguous_rows.insert({swizzle_of(observation), observation.in["operand"]});
    } else if (observation.in["kind"] == "box") {
      boxes.insert({swizzle_of(observation), bytes, observation.in["box"].size()});
      if (is_described(observation)) described.insert({swizzle_of(observation), bytes, true});
    } else {
      tiles.insert(
          {swizzle_of(observation), bytes, observation.in["filled_by"].get<std::string>()});
    }
  }
  EXPECT_EQ(boxes.size(), 4u * 4u * 5u);
  EXPECT_EQ(described.size(), 4u * 4u);
  EXPECT_EQ(tiles.size(), 4u * 3u * 2u);
  EXPECT_EQ(contiguous_rows.size(), 4u * 2u);
}

TEST(Tma, OneWrongSwizzleBitIsRefusedByEveryBoxAndTileThatHasIt) {
  const TmaModels& wrong = **tma_model_choice().find("swizzle-bit");
  std::size_t refused = 0;
  for (const Observation& observation : tma_observations()) {
    if (observation.in["kind"] == "mn_descriptor") continue;
    // With 8 rows or more of 128 bytes or twice as many of 64, some row has the phase's second bit.
    const bool has_the_bit = is_described(observation) && swizzle_of(observation) >= 64 &&
                             observation.in.value("filled_by", "") != "tma" &&
                             shows_elements(observation);
    if (has_the_bit || swizzle_of(observation) < 64) {
      EXPECT_EQ(tma_agrees(observation, wrong), !has_the_bit) << observation.in;
    }
    if (has_the_bit) ++refused;
  }
  EXPECT_GE(refused, 40u);
}

// The second model with another swizzle, for the boxes that nvmma_shared does not describe.
TEST(Tma, ABoxOfRowsWithoutItsSwizzleIsRefusedWhereRowsHaveAPhase) {
  TmaModels wrong = tma_models();
  wrong.swizzled_rows = [](const SharedBox& box) {
    SharedBox without = box;
    without.swizzle_bytes = 0;
    return tma_models().swizzled_rows(without);
  };
  std::size_t refused = 0;
  for (const Observation& observation : tma_observations()) {
    if (observation.in["kind"] != "box") continue;
    const bool is_agreed = tma_agrees(observation, wrong);
    if (swizzle_of(observation) == 0) {
      EXPECT_TRUE(is_agreed);
    }
    if (!is_agreed) ++refused;
  }
  EXPECT_GE(refused, 140u);
}

TEST(Tma, OneElementInAWrongPlaceIsADifference) {
  Observation observation = tma_observations().front();
  auto& element_at = observation.out["element_at"];
  std::swap(element_at[3], element_at[4]);
  EXPECT_EQ(
      **replay_tma(observation),
      "box 64 of 1 bytes, swizzle 0, base 0: at byte 3 the box of swizzled rows has element 3, the "
      "device 4 (-1: none, -2: the fill)");
}

TEST(Tma, ObservationsThatLackAnAnswerAreRefused) {
  Observation observation = tma_observations().front();
  observation.out.erase("element_at");
  EXPECT_EQ(replay_tma(observation).error().message, "no list of integers 'element_at'");
  observation.in["swizzle_bytes"] = 16;
  EXPECT_EQ(replay_tma(observation).error().message,
            "no box has elements of 1 bytes and a swizzle of 16");
  observation.in["kind"] = "im2col";
  EXPECT_EQ(replay_tma(observation).error().message, "neither a box nor a descriptor");
}

// What a device of which the models are right would answer.
Observation answer_of(const BoxQuestion& question, const TmaModels& models) {
  const auto starts = models.swizzled_rows(question.box).value();
  Observation observation{to_json(question), {{"fill_values", nlohmann::json::array()}}};
  std::vector<std::int64_t> element_at;
  std::size_t element = 0;
  for_each_element(question.box, [&](const std::vector<Word>& at) {
    const Word place = (*starts)[element] / question.box.element_bytes;
    if (place >= element_at.size()) element_at.resize(place + 1, kNothing);
    const bool is_outside = models.is_outside(question, at);
    element_at[place] = is_outside ? kFill : static_cast<std::int64_t>(element);
    ++element;
  });
  observation.in["looked_at"] = element_at.size();
  observation.out["element_at"] = element_at;
  return observation;
}

TEST(Boxes, AreTheSameForASeedLegalAndReadBack) {
  std::set<std::size_t> ranks;
  std::size_t with_fill = 0;
  for (std::uint64_t i = 0; i < 500; ++i) {
    const BoxQuestion question = draw_box(3, i);
    EXPECT_EQ(question, draw_box(3, i));
    EXPECT_EQ(check(question), std::nullopt) << question.to_string();
    EXPECT_EQ(parse_box_question(to_json(question)).value(), question);
    ranks.insert(question.box.sides.size());
    const auto answer = answer_of(question, tma_models());
    EXPECT_EQ(replay_tma(answer).value(), std::nullopt) << question.to_string();
    const auto& places = answer.out["element_at"];
    if (std::find(places.begin(), places.end(), kFill) != places.end()) ++with_fill;
  }
  EXPECT_EQ(ranks.size(), 5u);
  EXPECT_GE(with_fill, 150u);
  EXPECT_LE(with_fill, 450u);
}

TEST(Boxes, ThatAreListedHangOverEveryEdge) {
  const auto boxes = listed_boxes();
  EXPECT_GE(boxes.size(), 400u);
  std::set<std::tuple<std::size_t, std::size_t, bool, bool>> edges;  // rank, dim, lower, NaN
  for (const BoxQuestion& question : boxes) {
    const std::size_t rank = question.box.sides.size();
    for (std::size_t d = 0; d < rank; ++d) {
      const auto end = question.start[d] + static_cast<std::int64_t>(question.box.sides[d]);
      if (question.start[d] < 0) edges.insert({rank, d, true, question.fills_nan});
      if (end > static_cast<std::int64_t>(question.tensor[d])) {
        edges.insert({rank, d, false, question.fills_nan});
      }
    }
  }
  EXPECT_EQ(edges.size(), (1u + 2u + 3u + 4u + 5u) * 2u * 2u);
}

// The models stand for the device, and one with a planted error for a wrong model.
TEST(Boxes, ADisagreementShrinksToABoxThatTells) {
  for (const char* planted : {"swizzle-bit", "edge-error"}) {
    const TmaModels& wrong = **tma_model_choice().find(planted);
    const auto differs = [&](const BoxQuestion& question) -> Result<bool> {
      TP_TRY(difference, replay_tma(answer_of(question, tma_models()), wrong));
      return difference.has_value();
    };
    std::uint64_t i = 0;
    while (!*differs(draw_box(1, i))) ++i;
    const auto smallest = shrink_case(draw_box(1, i), smaller_boxes, one_by_one(differs));
    ASSERT_TRUE(smallest.has_value());
    EXPECT_TRUE(*differs(*smallest));
    EXPECT_LE(smallest->box.elements(), 48u) << smallest->to_string();
    EXPECT_LE(smallest->box.sides.size(), 2u);
    EXPECT_EQ(smallest->box.base, 0u);
  }
}

TEST(Boxes, ThatTheEngineDoesNotTakeAreRefused) {
  BoxQuestion question = listed_boxes().front();
  const auto refused_if = [&](const auto& change) {
    BoxQuestion changed = question;
    change(changed);
    return check(changed).has_value();
  };
  EXPECT_TRUE(refused_if([](BoxQuestion& q) { q.box.sides[0] = 8; }));
  EXPECT_TRUE(refused_if([](BoxQuestion& q) { q.box.sides[0] = 512; }));
  EXPECT_TRUE(refused_if([](BoxQuestion& q) { q.box.base = 64; }));
  EXPECT_TRUE(refused_if([](BoxQuestion& q) { q.start[0] = 1; }));
  EXPECT_TRUE(refused_if([](BoxQuestion& q) { q.fills_nan = true; }));
  EXPECT_TRUE(refused_if([](BoxQuestion& q) { q.type = "u16"; }));
  EXPECT_TRUE(refused_if([](BoxQuestion& q) { q.tensor.push_back(3); }));
}

// A box of f16 that lies wholly outside its tensor.
TEST(Tma, TheFillIsZeroOrAnyNaNAsAsked) {
  BoxQuestion question;
  question.box = {2, 0, {8}, 0};
  question.type = "f16";
  question.tensor = {8};
  question.start = {8};
  const auto agrees_with = [&](bool fills_nan, Word value) {
    question.fills_nan = fills_nan;
    Observation answer = answer_of(question, tma_models());
    answer.out["fill_values"] = {value};
    return !replay_tma(answer).value().has_value();
  };
  EXPECT_TRUE(agrees_with(false, 0));
  EXPECT_FALSE(agrees_with(false, 0x7FFF));
  EXPECT_TRUE(agrees_with(true, 0x7FFF));
  EXPECT_TRUE(agrees_with(true, 0xFE00));
  EXPECT_FALSE(agrees_with(true, 0x7C00));  // infinity
  EXPECT_FALSE(agrees_with(true, 0));
}

Observation tile_answer(Word side, Word swizzle_bytes, const TmaModels& models) {
  const SharedBox tile{2, swizzle_bytes, {side, 32}, 0};
  Observation answer{{{"kind", "mn_descriptor"},
                      {"operand", "b"},
                      {"side", side},
                      {"along_k", 32},
                      {"element_bytes", 2},
                      {"swizzle_bytes", swizzle_bytes},
                      {"filled_by", "stores"}},
                     {}};
  const auto starts = models.mn_tile(tile).value();
  for (const Word start : *starts) answer.out["number_of"].push_back(start / 2);
  return answer;
}

TEST(Tma, TilesWithContiguousColumnsRefuseOtherModels) {
  for (const Word swizzle_bytes : {0u, 32u, 64u, 128u}) {
    const Observation answer = tile_answer(128, swizzle_bytes, tma_models());
    EXPECT_EQ(replay_tma(answer).value(), std::nullopt);
    EXPECT_FALSE(tma_agrees(answer, **tma_model_choice().find("transposition")));
    if (swizzle_bytes >= 64) {
      EXPECT_FALSE(tma_agrees(answer, **tma_model_choice().find("swizzle-bit")));
    }
  }
}

}  // namespace
}  // namespace tileproof::oracles
