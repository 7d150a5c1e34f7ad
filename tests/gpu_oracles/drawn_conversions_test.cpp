// Which conversions are drawn, and how their bytes are named and they become smaller.
#include "tests/gpu_oracles/drawn_conversions.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <set>

#include "checkers/moves/linear_run.hpp"
#include "encodings/moves/print_program.hpp"
#include "encodings/triton/definition.hpp"
#include "gpu_oracles/plans/plan_model.hpp"
#include "gpu_oracles/plans/smaller_conversions.hpp"
#include "gpu_oracles/random_draws.hpp"
#include "gpu_oracles/shrink_case.hpp"

namespace tileproof::oracles {
namespace {

TEST(DrawnConversions, AreTheSameForASeed) {
  std::set<std::string> texts;
  for (std::uint64_t i = 0; i < 50; ++i) {
    const std::string text = to_json(draw_conversion(7, i, hopper()).asked).dump();
    EXPECT_EQ(text, to_json(draw_conversion(7, i, hopper()).asked).dump());
    texts.insert(text);
  }
  EXPECT_GT(texts.size(), 48U);
}

TEST(DrawnConversions, AreOfEveryClass) {
  std::map<std::string, int> counts;
  constexpr std::size_t kDrawn = 1000;
  for (std::size_t i = 0; i < kDrawn; ++i) {
    const PlannedConversion& one = drawn(kDrawn)[i];
    const Conversion& conversion = one.asked.conversion;
    ++counts[to_string(one.kind)];
    ++counts[std::to_string(conversion.element_bits) + " bits"];
    ++counts[std::to_string(one.asked.program.warps) + " warps"];
    ++counts[std::to_string(conversion.shape.size()) + " dimensions"];
    for (const auto& [layout, side] :
         {std::pair(conversion.source, "from "), {conversion.destination, "to "}}) {
      ++counts[side + std::string(mnemonic(*layout))];
      if (!to_linear(*layout, conversion.shape)->is_injective()) {
        ++counts[side + std::string("copies")];
      }
    }
    if (conversion.shared) ++counts["by " + std::string(mnemonic(*conversion.shared))];
    if (conversion.bytes) ++counts["few bytes"];
    const std::string program = moves::print_program(one.asked.program);
    for (const char* move : {"shfl",
                             "prmt",
                             "selp",
                             "st.shared.b8 ",
                             "st.shared.b16 ",
                             "st.shared.b32",
                             "st.shared.b64",
                             "st.shared.b128",
                             "ld.shared.b8 ",
                             "ld.shared.b16 ",
                             "ld.shared.b32",
                             "ld.shared.b64",
                             "ld.shared.b128",
                             "stmatrix",
                             "ldmatrix",
                             "barrier.warp",
                             "barrier.cta"}) {
      if (program.find(move) != std::string::npos) ++counts[move];
    }
  }
  const std::map<std::string, int> least = {{"none", 20},
                                            {"registers", 20},
                                            {"shuffles", 20},
                                            {"shared", 400},
                                            {"8 bits", 100},
                                            {"16 bits", 100},
                                            {"32 bits", 100},
                                            {"64 bits", 100},
                                            {"128 bits", 100},
                                            {"1 warps", 100},
                                            {"2 warps", 100},
                                            {"4 warps", 100},
                                            {"8 warps", 100},
                                            {"1 dimensions", 30},
                                            {"2 dimensions", 300},
                                            {"3 dimensions", 30},
                                            {"from copies", 100},
                                            {"to copies", 100},
                                            {"from blocked", 50},
                                            {"to nvidia_mma", 50},
                                            {"to dot_op", 20},
                                            {"to slice", 50},
                                            {"from amd_wmma", 10},
                                            {"to linear", 100},
                                            {"to generic_linear", 3},
                                            {"by swizzled_shared", 20},
                                            {"by padded_shared", 20},
                                            {"by shared_linear", 10},
                                            {"by nvmma_shared", 3},
                                            {"few bytes", 30},
                                            {"prmt", 50},
                                            {"selp", 20},
                                            {"shfl", 20},
                                            {"st.shared.b8 ", 5},
                                            {"st.shared.b16 ", 5},
                                            {"st.shared.b32", 50},
                                            {"st.shared.b64", 20},
                                            {"st.shared.b128", 50},
                                            {"ld.shared.b8 ", 5},
                                            {"ld.shared.b16 ", 5},
                                            {"ld.shared.b32", 50},
                                            {"ld.shared.b64", 20},
                                            {"ld.shared.b128", 50},
                                            {"stmatrix", 5},
                                            {"ldmatrix", 5},
                                            {"barrier.warp", 50},
                                            {"barrier.cta", 100}};
  for (const auto& [what, count] : least) EXPECT_GE(counts[what], count) << what;
}

TEST(DrawnConversions, AreReadBackFromTheirText) {
  for (std::size_t i = 0; i < 200; ++i) {
    const nlohmann::json text = to_json(drawn(200)[i].asked);
    const auto read = parse_conversion_program(text);
    ASSERT_TRUE(read.has_value()) << read.error().message;
    EXPECT_EQ(to_json(*read), text);
  }
}

TEST(DrawnConversions, HaveProgramsThatAreRightAndCostTheSameByBothWaysToRunThem) {
  int shown = 0;
  for (std::size_t i = 0; i < 300; ++i) {
    const auto& [conversion, program] = drawn(300)[i].asked;
    const Prediction prediction = predict({conversion, program}).value();
    ASSERT_EQ(prediction.refuted, std::nullopt) << moves::print_program(program);
    const auto held = [&](const triton::Layout& layout) {
      return moves::HeldElements::make(program, to_linear(layout, conversion.shape).value())
          .value();
    };
    const auto cost = linear_run(program, held(*conversion.source), held(*conversion.destination));
    if (!cost) continue;
    ++shown;
    EXPECT_EQ(*cost, prediction.cost) << moves::print_program(program);
  }
  EXPECT_GT(shown, 200);
}

// The linear table of F2 against the definition at every place.
TEST(TensorBytes, AreTheDefinitionAtEveryPlace) {
  for (std::size_t i = 0; i < 60; ++i) {
    const auto& [conversion, program] = drawn(60)[i].asked;
    const auto side = defined_bytes(conversion.destination, conversion.shape, program).value();
    const moves::Packing packing(program);
    const Word elements =
        Word{1} << to_linear(*conversion.destination, conversion.shape)->in_bits(kRegister);
    for (std::size_t at = 0; at < side.bytes.size(); ++at) {
      const auto held = packing.held(side.register_of(at), static_cast<unsigned>(at % 4));
      if (!held || held->element >= elements) {
        ASSERT_EQ(side.bytes[at], kNoByte);
        continue;
      }
      const Word thread = side.thread_of(at);
      const auto coords =
          triton::element(U64{},
                          *conversion.destination,
                          conversion.shape,
                          triton::RegisterPlace<Word>{held->element, thread % 32, thread / 32, 0});
      Word element = 0;
      for (std::size_t d = 0; d < conversion.shape.size(); ++d) {
        element = element * conversion.shape[d] + coords[d];
      }
      ASSERT_EQ(side.bytes[at], element * (program.element_bits / 8) + held->byte);
    }
  }
}

TEST(TensorBytes, AreToldByTheirPlanes) {
  std::set<unsigned> planes_met;
  for (std::size_t i = 0; i < 60; ++i) {
    const auto& [conversion, program] = drawn(60)[i].asked;
    const auto side = defined_bytes(conversion.source, conversion.shape, program).value();
    const Word registers = side.registers + 3;  // as of a program that declares more
    std::vector<std::vector<std::uint32_t>> planes;
    for (unsigned plane = 0; plane < planes_of(conversion); ++plane) {
      planes.push_back(plane_words(side, registers, plane));
    }
    planes_met.insert(planes_of(conversion));
    EXPECT_EQ(found_bytes(side, registers, planes), wanted_bytes(side));
    // Registers that no kernel wrote have no byte of the tensor.
    for (auto& plane : planes) std::ranges::fill(plane, kNoByte);
    const std::uint32_t none = found_bytes(side, registers, planes)[0];
    EXPECT_EQ(std::ranges::count(side.bytes, none), 0);
  }
  EXPECT_EQ(planes_met, (std::set<unsigned>{1, 2}));
}

TEST(TensorBytes, AreOfAsManyThreadsAsTheProgramHas) {
  ConversionProgram asked = drawn(1)[0].asked;
  asked.program.warps *= 2;
  EXPECT_FALSE(
      defined_bytes(asked.conversion.source, asked.conversion.shape, asked.program).has_value());
  EXPECT_FALSE(predict(asked).has_value());
}

TEST(SmallerConversions, AreOfTheSameTensorOrOfAPartOfItAndHavePlans) {
  std::size_t count = 0;
  for (std::size_t i = 0; i < 40; ++i) {
    const Conversion& larger = drawn(40)[i].asked.conversion;
    for (const PlannedConversion& one : smaller_conversions(larger, hopper())) {
      ++count;
      Word before = larger.element_bits;
      Word after = one.asked.conversion.element_bits;
      for (const Word size : larger.shape) before *= size;
      for (const Word size : one.asked.conversion.shape) after *= size;
      EXPECT_LE(after, before);
      EXPECT_EQ(predict(one.asked)->refuted, std::nullopt);
    }
  }
  EXPECT_GT(count, 40U);
}

// As of an error of gaps in memory, which a tile of 16 elements shows: what is left of it has few
// threads, whose registers are all that a reproducer lists.
TEST(SmallerConversions, OfAMistakeInPaddingFitAScreen) {
  const auto shows = [](const PlannedConversion& one) {
    const Conversion& conversion = one.asked.conversion;
    Word elements = 1;
    for (const Word size : conversion.shape) elements *= size;
    return conversion.shared && conversion.shared->as<triton::PaddedShared>() != nullptr &&
           elements >= 16;
  };
  std::size_t shrunk = 0;
  for (const PlannedConversion& larger : drawn(1000)) {
    if (!shows(larger)) continue;
    ++shrunk;
    const auto smallest = shrink_case(
        larger,
        [](const PlannedConversion& one) {
          return smaller_conversions(one.asked.conversion, hopper());
        },
        one_by_one([&](const PlannedConversion& one) -> Result<bool> { return shows(one); }));
    ASSERT_TRUE(smallest);
    const moves::Program& program = smallest->asked.program;
    EXPECT_LE(program.warps, 4U) << to_json(smallest->asked).dump();
    // The bytes of d that are listed, whole registers of all threads.
    const Conversion& conversion = smallest->asked.conversion;
    const auto form = to_linear(*conversion.destination, conversion.shape);
    const Word of_a_thread = (conversion.element_bits / 8) << form->in_bits(kRegister);
    EXPECT_LE(program.threads() * std::max<Word>(of_a_thread, 4), 1024U)
        << to_json(smallest->asked).dump();
  }
  EXPECT_GT(shrunk, 20U);
}

TEST(Draws, AreTheSameOnEveryMachine) {
  Draws draws(1);
  EXPECT_EQ(draws.next(), 0x910A2DEC89025CC1U);
  Draws again(1, 5);
  Draws other(1, 6);
  EXPECT_NE(again.next(), other.next());
}

}  // namespace
}  // namespace tileproof::oracles
