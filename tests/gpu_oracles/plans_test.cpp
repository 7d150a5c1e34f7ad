// Conversions that are drawn, what is predicted of their programs, and what of a device's answers
// is refused: all that the oracle of plans does without the device.
#include <gtest/gtest.h>

#include "gpu_oracles/plans/plan_kernel.hpp"
#include "gpu_oracles/plans/plans_replay.hpp"
#include "gpu_oracles/plans/smaller_conversions.hpp"
#include "gpu_oracles/shrink_case.hpp"
#include "tests/gpu_oracles/drawn_conversions.hpp"

namespace tileproof::oracles {
namespace {

// What a device answers of which our model is right.
Observation right_answer(const ConversionProgram& asked) {
  const Prediction prediction = predict(asked).value();
  EXPECT_EQ(prediction.refuted, std::nullopt) << to_json(asked).dump();
  const auto wanted = wanted_bytes(prediction.destination);
  const Wavefronts counted{prediction.cost.store_wavefronts, prediction.cost.load_wavefronts};
  return {to_json(asked), to_json(PlanAnswer{wanted, counted}, wanted)};
}

// The first drawn one whose answer has its bytes in full.
Observation small_answer() {
  for (std::size_t i = 0;; ++i) {
    Observation answer = right_answer(drawn(i + 1)[i].asked);
    if (answer.out.contains("bytes")) return answer;
  }
}

std::string difference_of(const Observation& observation) {
  const auto difference = replay_plans(observation);
  if (!difference) return "error: " + difference.error().message;
  return difference->value_or("");
}

TEST(Plans, ARightDeviceAgrees) {
  int hashes = 0;
  for (std::size_t i = 0; i < 200; ++i) {
    const Observation answer = right_answer(drawn(200)[i].asked);
    EXPECT_EQ(difference_of(answer), "");
    hashes += answer.out.contains("hash") ? 1 : 0;
  }
  EXPECT_GT(hashes, 50);
  EXPECT_LT(hashes, 200);
}

TEST(Plans, AByteAtAnotherPlaceIsNamed) {
  Observation answer = small_answer();
  auto& pairs = answer.out["bytes"];
  const auto first = pairs[0][0].get<std::uint32_t>();
  if (pairs[0][1] == first) {
    pairs[0] = {first + 1, first + 1};
  } else {
    pairs.insert(pairs.begin(), nlohmann::json{first + 1, first + 1});
    pairs[1][0] = first + 1;
  }
  EXPECT_NE(difference_of(answer).find("byte 0 of d[0] in warp 0, lane 0 must be byte "),
            std::string::npos)
      << difference_of(answer);
}

TEST(Plans, AHashOfOtherBytesDiffers) {
  for (std::size_t i = 0;; ++i) {
    Observation answer = right_answer(drawn(i + 1)[i].asked);
    if (!answer.out.contains("hash")) continue;
    answer.out["hash"] = answer.out["hash"].get<std::uint64_t>() ^ 1;
    EXPECT_EQ(difference_of(answer).find("the bytes that the layouts define have the hash "), 0U);
    break;
  }
}

TEST(Plans, AnotherCostDiffersAndNoneIsNotCompared) {
  Observation answer = small_answer();
  const auto stores = answer.out["store_wavefronts"].get<Word>();
  for (const char* counter : {"store_wavefronts", "load_wavefronts"}) {
    Observation other = answer;
    other.out[counter] = other.out[counter].get<Word>() + 1;
    EXPECT_NE(difference_of(other).find("are promised, the device counts"), std::string::npos);
  }
  EXPECT_EQ(answer.out["store_wavefronts"], stores);
  answer.out.erase("store_wavefronts");
  answer.out.erase("load_wavefronts");
  EXPECT_EQ(difference_of(answer), "");
}

TEST(Plans, WhatIsNoAnswerIsRefused) {
  const Observation answer = small_answer();
  using Edit = void (*)(Observation&);
  for (const Edit edit : {Edit{[](Observation& o) { o.out.erase("bytes"); }},
                          Edit{[](Observation& o) { o.out["bytes"] = 7; }},
                          Edit{[](Observation& o) {
                            o.out["bytes"] = {{3U, 2U}};
                          }},
                          Edit{[](Observation& o) {
                            o.out["bytes"] = {{0U, 1ULL << 40}};
                          }},
                          Edit{[](Observation& o) {
                            o.out["bytes"] = {{0, 0}};
                          }},
                          Edit{[](Observation& o) { o.out.erase("load_wavefronts"); }},
                          Edit{[](Observation& o) { o.in.erase("program"); }},
                          Edit{[](Observation& o) { o.in["program"] = "program"; }},
                          Edit{[](Observation& o) { o.in["source"] = "#ttg.none"; }},
                          Edit{[](Observation& o) {
                            o.in["shape"] = {3, 5};
                          }},
                          Edit{[](Observation& o) { o.in["element_bits"] = 7; }}}) {
    Observation other = answer;
    edit(other);
    EXPECT_EQ(difference_of(other).find("error: "), 0U) << other.in << other.out;
  }
}

// A program of two lanes' exchange that leaves lanes as they are.
TEST(Plans, AProgramThatIsRefutedAgreesWithADeviceThatLeavesBytesElsewhere) {
  const std::string layout =
      "#ttg.linear<{register = [], lane = [[1], [2], [4], [8], [16]], warp = [], block = []}>";
  const std::string moved =
      "#ttg.linear<{register = [], lane = [[2], [1], [4], [8], [16]], warp = [], block = []}>";
  Observation answer{{{"source", layout},
                      {"destination", moved},
                      {"shape", {32}},
                      {"element_bits", 8},
                      {"program", "program cuda:90, 8 bits;\nmov d[0], s[0];\n"}},
                     {{"bytes", {{0U, 31U}}}}};
  EXPECT_EQ(difference_of(answer), "");
  answer.out["bytes"] = nlohmann::json::array();
  for (unsigned lane = 0; lane < 32; ++lane) {
    const unsigned number = (lane & ~3U) | (lane & 1U) << 1 | (lane >> 1 & 1U);
    answer.out["bytes"].push_back({number, number});
  }
  EXPECT_NE(difference_of(answer).find("the model refutes the program"), std::string::npos);
  EXPECT_NE(difference_of(answer).find("has another byte in byte 0 of d[0]"), std::string::npos);
}

TEST(PlantedPlans, AreFoundAgainstARightDeviceAndShrinkToAScreen) {
  for (const auto& planted : plan_model_choice().planted) {
    const auto differs = [&](const PlannedConversion& one) {
      const auto difference = replay_plans(right_answer(one.asked), planted.model);
      EXPECT_TRUE(difference.has_value()) << difference.error().message;
      return difference && difference->has_value();
    };
    std::size_t at = 0;
    while (at < 200 && !differs(drawn(200)[at])) ++at;
    ASSERT_LT(at, 200U) << planted.name;
    const auto smaller = [](const PlannedConversion& one) {
      return smaller_conversions(one.asked.conversion, hopper());
    };
    const auto least = shrink_case(
        drawn(200)[at], smaller, one_by_one([&](const PlannedConversion& one) -> Result<bool> {
          return differs(one);
        }));
    ASSERT_TRUE(least.has_value());
    const Observation shown = right_answer(least->asked);
    EXPECT_LT(observation_line(shown).size(), 1600U) << planted.name << "\n"
                                                     << observation_line(shown);
    EXPECT_TRUE(differs(*least)) << planted.name;
  }
}

TEST(PlanKernels, AreReadBackFromTheirText) {
  const std::vector<PlanKernel> kernels = {{std::string("\x7f"
                                                        "ELF\0\xff",
                                                        6),
                                            64,
                                            512,
                                            3,
                                            4},
                                           {"", 32, 0, 1, 1}};
  EXPECT_EQ(parse_kernels(kernels_text(kernels)).value(), kernels);
  for (const char* text : {"{}\n", "no kernel\n", R"({"code": "0g", "threads": 32})"}) {
    EXPECT_FALSE(parse_kernels(text).has_value()) << text;
  }
}

TEST(PlanKernels, OfEveryDrawnProgramAreCompiled) {
  const auto compiler = RuntimeCompiler::find(DevicePlatform::kNvidia);
  if (!compiler) GTEST_SKIP() << compiler.error().message;
  for (std::size_t i = 0; i < 20; ++i) {
    const auto& [conversion, program] = drawn(20)[i].asked;
    const auto side = [&](const triton::LayoutPtr& layout) {
      return defined_bytes(layout, conversion.shape, program).value();
    };
    for (const auto accesses : {moves::Accesses::kTogether, moves::Accesses::kEachAlone}) {
      const auto kernel = compile_kernel(program,
                                         side(conversion.source),
                                         side(conversion.destination),
                                         accesses,
                                         *compiler,
                                         "sm_90");
      ASSERT_TRUE(kernel.has_value()) << kernel.error().message;
      EXPECT_EQ(kernel->threads, 32 * program.warps);
      EXPECT_EQ(kernel->code.substr(1, 3), "ELF");
    }
  }
}

}  // namespace
}  // namespace tileproof::oracles
