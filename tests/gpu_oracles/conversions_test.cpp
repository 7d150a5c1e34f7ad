// Conversions on an H200 against the definitions of the layouts, and wrong definitions that its
// answers refuse.
#include <gtest/gtest.h>

#include <map>
#include <sstream>

#include "encodings/triton/definition.hpp"
#include "gpu_oracles/conversions/choose_in_full.hpp"
#include "gpu_oracles/conversions/conversions_replay.hpp"
#include "gpu_oracles/conversions/draw_conversion.hpp"
#include "gpu_oracles/conversions/plan_moves.hpp"
#include "gpu_oracles/random_draws.hpp"
#include "tests/support/json_lines.hpp"

namespace tileproof::oracles {
namespace {

constexpr const char* kConversionsFile = "h200/conversions.jsonl.gz";

// The observations, of which the first `count` in full and the first batch are enough to
// refuse a wrong model.
std::vector<Observation> conversion_observations(bool batches) {
  std::vector<Observation> list;
  for (auto& line : read_json_lines(kConversionsFile)) {
    if (line.contains("in") && line["in"].contains("seed") == batches) {
      list.push_back({line["in"], line["out"]});
    }
  }
  return list;
}

bool some_conversions_differ(const std::vector<Observation>& list,
                             std::size_t count,
                             const ModelOf& model) {
  for (std::size_t i = 0; i < std::min(count, list.size()); ++i) {
    const auto difference = replay_conversions(list[i], model);
    EXPECT_TRUE(difference.has_value()) << difference.error().message;
    if (difference && *difference) return true;
  }
  return false;
}

TEST(Conversions, EveryOneLeavesWhatTheLayoutsDefine) {
  std::uint64_t conversions = 0;
  const auto summary = replay_file(TILEPROOF_TEST_DATA + std::string("/") + kConversionsFile,
                                   [&](const Observation& observation) {
                                     conversions += observation.in.value("count", std::uint64_t{1});
                                     return replay_conversions(observation);
                                   });
  ASSERT_TRUE(summary.has_value()) << summary.error().message;
  EXPECT_EQ(summary->differences, 0U) << summary->first_differences.front();
  EXPECT_EQ(conversions, 100'337U);
}

TEST(Conversions, PlantedErrorsAreRefusedInFullAndByTheirHashes) {
  for (const auto& planted : conversion_model_choice().planted) {
    EXPECT_TRUE(some_conversions_differ(conversion_observations(false), 300, planted.model))
        << planted.name;
    EXPECT_TRUE(some_conversions_differ(conversion_observations(true), 1, planted.model))
        << planted.name;
  }
}

TEST(Conversions, ThoseInFullUseEveryFormOfMatrixInstruction) {
  std::map<std::string, int> counts;
  for (const Observation& observation : conversion_observations(false)) {
    std::istringstream words(observation.out["instructions"].get<std::string>());
    for (std::string word; words >> word;) ++counts[word];
  }
  for (const char* direction : {"ld", "st"}) {
    for (const char* form : {"x1", "x2", "x4", "x1.trans", "x2.trans", "x4.trans"}) {
      EXPECT_GT(counts[direction + std::string("matrix.") + form], 0) << direction << form;
    }
  }
}

TEST(Conversions, ADifferenceNamesTheRegisterAndBothElements) {
  const ModelOf model = [](const Conversion& conversion) -> Result<ConversionModel> {
    TP_TRY(held, defined_model(conversion));
    std::swap(held.destination.ids[0], held.destination.ids.back());
    return held;
  };
  const auto difference = replay_conversions(conversion_observations(false).front(), model);
  ASSERT_TRUE(difference.has_value() && difference->has_value());
  EXPECT_NE((*difference)->find("register 0 of thread 0 must hold element"), std::string::npos)
      << **difference;
}

TEST(Conversions, AnotherVersionOfTheDrawsIsNotCompared) {
  Observation batch = conversion_observations(true).front();
  batch.in["draw_version"] = kDrawVersion + 1;
  EXPECT_FALSE(replay_conversions(batch).has_value());
  batch = conversion_observations(true).front();
  batch.in["layouts"] = 1;
  EXPECT_FALSE(replay_conversions(batch).has_value());
}

TEST(Conversions, WhatTheTextsSayIsReadBack) {
  for (std::uint64_t i = 0; i < 200; ++i) {
    const Conversion drawn = draw_conversion(3, i);
    const auto read = parse_conversion(to_json(drawn));
    ASSERT_TRUE(read.has_value()) << read.error().message;
    EXPECT_EQ(to_string(*read), to_string(drawn));
  }
}

TEST(Conversions, TheMovesOnTheHostLeaveWhatTheLayoutsDefine) {
  for (std::uint64_t i = 0; i < 400; ++i) {
    const Conversion conversion = draw_conversion(5, i);
    const auto model = defined_model(conversion);
    ASSERT_TRUE(model.has_value()) << model.error().message;
    const auto plan = plan_moves(conversion, *model);
    ASSERT_TRUE(plan.has_value()) << plan.error().message;
    EXPECT_EQ(run_on_host(plan->list), expected_bytes(*model, conversion.element_bytes))
        << to_string(conversion);
  }
}

// What an AMD wave of 64 lanes is asked: within it, shuffles reach all lanes.
TEST(Conversions, TheMovesOfWarpsOf64LanesLeaveWhatTheLayoutsDefine) {
  int beyond_32_lanes = 0;
  for (std::uint64_t i = 0; i < 400; ++i) {
    const Conversion conversion = draw_conversion(6, i, 64);
    EXPECT_EQ(parse_conversion(to_json(conversion))->warp_lanes, 64U);
    const auto model = defined_model(conversion);
    ASSERT_TRUE(model.has_value()) << model.error().message;
    const auto plan = plan_moves(conversion, *model);
    ASSERT_TRUE(plan.has_value()) << to_string(conversion) << ": " << plan.error().message;
    EXPECT_EQ(run_on_host(plan->list), expected_bytes(*model, conversion.element_bytes))
        << to_string(conversion);
    Conversion of_32 = conversion;
    of_32.warp_lanes = 32;
    if (!plan_moves(of_32, *model).has_value()) ++beyond_32_lanes;
  }
  EXPECT_GT(beyond_32_lanes, 5);
}

TEST(Conversions, FitTheSharedMemoryOfEveryDevice) {
  for (std::uint64_t i = 0; i < 3000; ++i) {
    const auto model = defined_model(draw_conversion(1, i, 64));
    ASSERT_TRUE(model.has_value()) << model.error().message;
    EXPECT_LE(model->shared_bytes, 64U * 1024);  // AMD's limit for a workgroup
  }
}

// Of the conversions that the file's batches ask; the plans follow from the draws.
TEST(Conversions, EveryAccessWidthAndMatrixInstructionIsUsed) {
  std::map<std::string, int> counts;
  for (std::uint64_t i = 0; i < 2000; ++i) {
    const Conversion conversion = draw_conversion(1, i);
    std::istringstream words(plan_moves(conversion, *defined_model(conversion))->instructions);
    for (std::string word; words >> word;) ++counts[word];
  }
  for (const char* access : {"st.shared.b", "ld.shared.b"}) {
    for (const int bits : {8, 16, 32, 64, 128}) {
      EXPECT_GT(counts[access + std::to_string(bits)], 20) << access << bits;
    }
  }
  for (const char* instruction : {"ldmatrix.x4",
                                  "ldmatrix.x4.trans",
                                  "ldmatrix.x2",
                                  "stmatrix.x4",
                                  "stmatrix.x4.trans",
                                  "stmatrix.x2.trans",
                                  "shfl.sync.idx.b32",
                                  "mov"}) {
    EXPECT_GT(counts[instruction], 0) << instruction;
  }
}

// The linear table of F2 against the definition at every place.
TEST(Conversions, TheModelIsTheDefinitionAtEveryPlace) {
  for (std::uint64_t i = 0; i < 60; ++i) {
    const Conversion conversion = draw_conversion(7, i);
    const auto model = defined_model(conversion);
    ASSERT_TRUE(model.has_value());
    const HeldElements& held = model->destination;
    const auto form = to_linear(*conversion.destination, conversion.shape);
    const Word lanes = Word{1} << form->in_bits(kLane);
    for (Word place = 0; place < held.ids.size(); ++place) {
      const Word thread = place / held.registers;
      const auto coords = triton::element(
          U64{},
          *conversion.destination,
          conversion.shape,
          triton::RegisterPlace<Word>{place % held.registers, thread % lanes, thread / lanes, 0});
      Word id = 0;
      for (std::size_t d = 0; d < conversion.shape.size(); ++d) {
        id = id * conversion.shape[d] + coords[d];
      }
      ASSERT_EQ(held.ids[place], id) << to_string(conversion);
    }
  }
}

// A list that no layout stands behind: lane i gives register 0 to lane i + 1, and stores what it
// got as one half of a pair.
TEST(MoveList, AnyListRuns) {
  MoveList list;
  list.header.threads = 32;
  list.header.element_bytes = 2;
  list.header.source_threads = 32;
  list.header.source_registers = 1;
  list.header.destination_threads = 32;
  list.header.destination_first = 1;
  list.header.destination_registers = 1;
  list.header.shared_bytes = 128;
  list.header.step_count = 2;
  for (std::uint32_t lane = 0; lane < 32; ++lane) list.source_ids.push_back(100 + lane);
  list.words = {pack({MoveKind::kShuffle, 1, false, 1}), 1};
  for (std::uint32_t lane = 0; lane < 32; ++lane)
    list.words.push_back((lane + 31) % 32 << 8 | 1 << 16);
  list.words.insert(list.words.end(), {pack({MoveKind::kStore, 2, false, 1}), 1});
  for (std::uint32_t lane = 0; lane < 32; ++lane) {
    list.words.insert(list.words.end(), {4 * lane, 0 | 1 << 8});
  }
  const auto result = run_on_host(list);
  ASSERT_EQ(result.size(), result_size(list.header));
  EXPECT_EQ(result[0], 131);           // register 1 of lane 0: what lane 31 gave
  EXPECT_EQ(result[2 * 5], 104);       // register 1 of lane 5
  EXPECT_EQ(result[64 + 4 * 5], 105);  // memory: the pair of lane 5
  EXPECT_EQ(result[64 + 4 * 5 + 2], 104);
}

TEST(Draws, AreTheSameOnEveryMachine) {
  Draws draws(1);
  EXPECT_EQ(draws.next(), 0x910A2DEC89025CC1U);
  Draws again(1, 5);
  Draws other(1, 6);
  EXPECT_NE(again.next(), other.next());
}

TEST(HashBytes, DiffersInEveryBit) {
  std::vector<std::uint8_t> bytes(40, 7);
  const std::uint64_t hash = hash_bytes(bytes);
  for (std::size_t bit = 0; bit < 8 * bytes.size(); ++bit) {
    bytes[bit / 8] = static_cast<std::uint8_t>(bytes[bit / 8] ^ 1U << bit % 8);
    EXPECT_NE(hash_bytes(bytes), hash);
    bytes[bit / 8] = static_cast<std::uint8_t>(bytes[bit / 8] ^ 1U << bit % 8);
  }
}

}  // namespace
}  // namespace tileproof::oracles
