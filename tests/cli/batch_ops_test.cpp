// The ops of `batch` about layouts: their fields, their answers and their errors.
#include <gtest/gtest.h>

#include "tests/support/batch_lines.hpp"

namespace tileproof {
namespace {

using nlohmann::json;

const std::string kRows =
    "#ttg.blocked<{sizePerThread = [1, 4], threadsPerWarp = [8, 4], warpsPerCTA = [4, 1], order = "
    "[1, 0]}>";
const std::string kColumns =
    "#ttg.blocked<{sizePerThread = [4, 1], threadsPerWarp = [8, 4], warpsPerCTA = [4, 1], order = "
    "[0, 1]}>";
const std::string kGap =
    "#ttg.linear<{register = [[0, 1], [0, 4]], lane = [[0, 8], [0, 16], [1, 0], [2, 0], [4, 0]], "
    "warp = [[8, 0], [16, 0]], block = []}>";
const std::string kSwizzleText =
    "#ttg.swizzled_shared<{vec = 8, perPhase = 1, maxPhase = 8, order = [1, 0]}>";
const std::string kPadded = "#ttg.padded_shared<[64:+8] {order = [1, 0], shape = [16, 32]}>";

TEST(Batch, EchoesEveryKindOfId) {
  for (const char* id :
       {R"("a")", "7", "null", "-1.5", R"({"x": [1, 2]})", "[]", "18446744073709551615"}) {
    const auto line = std::string(R"({"op": "nothing", "id": )") + id + "}";
    EXPECT_EQ(ask_line(line).at("id"), json::parse(id));
  }
}

TEST(Batch, HasNoIdWhereNoneIsGiven) {
  EXPECT_FALSE(ask({{"op", "nothing"}}).contains("id"));
  EXPECT_FALSE(ask_line("not JSON").contains("id"));
}

TEST(Batch, EchoesTheIdOfAnsweredQuestionsFirst) {
  const auto answer = cli::answer_batch_line(
      R"({"attr": ")" + kSwizzleText + R"(", "shape": [64, 64], "id": 3, "op": "linear_layout"})");
  EXPECT_EQ(answer.line.rfind(R"({"id":3,"ok":true,"in_dims":[["offset",)", 0), 0U) << answer.line;
}

TEST(Batch, NamesUnknownOps) {
  EXPECT_EQ(error_of(ask({{"op", "prove_it"}})), "usage: unknown op 'prove_it'");
  EXPECT_EQ(error_of(ask({{"id", 1}})), "usage: field 'op' must be a string");
  EXPECT_EQ(error_of(ask({{"op", 3}})), "usage: field 'op' must be a string");
}

TEST(BatchLinearLayoutOp, GivesErrorsWithTheirCode) {
  const auto error = [](const std::string& attr, const json& shape) {
    return error_of(ask({{"op", "linear_layout"}, {"attr", attr}, {"shape", shape}}));
  };
  EXPECT_EQ(error(kRows, {3, 5}), "shape: shape 3x5: size 3 of dimension 0 is no power of two");
  EXPECT_EQ(error(kRows, {64}), "shape: blocked of rank 2 cannot describe the shape 64 of rank 1");
  EXPECT_EQ(error("#ttg.blocked<{lanes = 3}>", {64}).rfind("unknown_key: ", 0), 0U);
  EXPECT_EQ(error("#ttg.blocked<{", {64}).rfind("syntax: ", 0), 0U);
  EXPECT_EQ(error(kGap, {32, 32}),
            "invalid: linear is not surjective: its bases reach 2^9 of 2^10 elements");
  EXPECT_EQ(error(kRows, "64x64"), "usage: field 'shape' must be a list of integers");
  EXPECT_EQ(error(kRows, json::array({json(1), json("x")})),
            "usage: field 'shape' must be an integer from 0 to 2^64 - 1");
  EXPECT_EQ(error(kRows, std::vector<int>(33, 1)),
            "usage: field 'shape' must be a shape of rank 32 or less");
  EXPECT_EQ(error_of(ask({{"op", "linear_layout"}, {"shape", {64, 64}}})),
            "usage: field 'attr' must be a string");
}

TEST(BatchLinearLayoutOp, TakesSizesAsStrings) {
  EXPECT_EQ(
      ask_for({{"op", "linear_layout"}, {"attr", kRows}, {"shape", {"64", "64"}}}, "out_dims"),
      json::parse(R"([["dim0", 64], ["dim1", 64]])"));
  EXPECT_EQ(
      ask_for(
          {{"op", "linear_layout"}, {"attr", kSwizzleText}, {"shape", {"1152921504606846976", 1}}},
          "out_dims"),
      json::parse(R"([["dim0", "1152921504606846976"], ["dim1", 1]])"));
}

TEST(BatchConversion, ProvesAndGivesMovementAndPlan) {
  const auto answer = ask({{"op", "conversion"},
                           {"src", kRows},
                           {"dst", kColumns},
                           {"shape", {128, 16}},
                           {"element_bits", 16},
                           {"target", "cuda:90"}});
  EXPECT_EQ(answer.at("verdict"), "proved");
  EXPECT_EQ(answer.at("moves"), "warps");
  EXPECT_EQ(answer.at("counterexample"), nullptr);
  // Each place of the destination, as a source place.
  EXPECT_EQ(answer.at("plan").at("bases").at(0).at(0), "register");
  EXPECT_EQ(answer.at("plan").at("out_dims").at(1), json::parse(R"(["lane", 32])"));
}

TEST(BatchConversion, MovesNothingBetweenEqualLayouts) {
  EXPECT_EQ(
      ask_for({{"op", "conversion"}, {"src", kRows}, {"dst", kRows}, {"shape", {64, 64}}}, "moves"),
      "none");
}

TEST(BatchConversion, RefutesWithAPlaceAndAnElement) {
  const auto answer =
      ask({{"op", "conversion"}, {"src", kGap}, {"dst", kRows}, {"shape", {32, 32}}});
  EXPECT_EQ(answer.at("verdict"), "refuted");
  EXPECT_EQ(answer.at("moves"), nullptr);
  EXPECT_EQ(answer.at("plan"), nullptr);
  auto example = answer.at("counterexample");
  EXPECT_FALSE(example.at("text").get<std::string>().empty());
  example.erase("text");
  EXPECT_EQ(
      example,
      json::parse(R"({"register": 2, "lane": 0, "warp": 0, "block": 0, "row": 0, "col": 2})"));
}

TEST(BatchConversion, RefusesLayoutsThatAreNotInRegisters) {
  EXPECT_EQ(
      error_of(
          ask({{"op", "conversion"}, {"src", kRows}, {"dst", kSwizzleText}, {"shape", {64, 64}}})),
      "invalid: swizzled_shared is no layout of a tensor in registers");
}

TEST(BatchLayout, SaysWhatAPaddedLayoutIs) {
  const auto answer = ask({{"op", "layout"}, {"layout", kPadded}, {"shape", {16, 32}}});
  EXPECT_EQ(answer, json::parse(R"({"ok": true, "injective": true, "surjective": false,
                                    "copies": [["offset", 0], ["block", 0]], "cosize": 568,
                                    "linear": false, "why_not": "carry at bit 3"})"));
}

TEST(BatchLayout, SaysWhatALayoutInRegistersIs) {
  const auto answer = ask({{"op", "layout"}, {"layout", kRows}, {"shape", {16, 16}}});
  EXPECT_EQ(answer, json::parse(R"({"ok": true, "injective": false, "surjective": true,
                                    "copies": [["register", 0], ["lane", 0], ["warp", 2], ["block", 0]],
                                    "cosize": null, "linear": true, "why_not": null})"));
}

TEST(BatchEqual, ProvesRefutesAndRefuses) {
  const auto equal = [](const std::string& a, const std::string& b) {
    return ask({{"op", "equal"}, {"a", a}, {"b", b}, {"shape", {16, 32}}});
  };
  const auto same = equal(kPadded, kPadded);
  EXPECT_EQ(same.at("verdict"), "proved");
  EXPECT_EQ(same.at("engine"), "strides");
  EXPECT_EQ(same.at("counterexample"), nullptr);
  auto example = equal(kPadded, kSwizzleText).at("counterexample");
  example.erase("text");
  EXPECT_EQ(example, json::parse(R"({"row": 1, "col": 0, "offset_a": 32, "offset_b": 40})"));
  EXPECT_EQ(error_of(equal(kPadded, kRows)),
            "usage: padded_shared and blocked do not describe the same kind of place");
}

TEST(BatchEvaluate, GivesPaddedOffsetsOfElements) {
  EXPECT_EQ(ask_for({{"op", "evaluate"},
                     {"layout", kPadded},
                     {"shape", {16, 32}},
                     {"at", {{0, 0}, {1, 31}, {2, 0}, {15, 31}}}},
                    "values"),
            json::parse("[0, 63, 72, 567]"));
}

TEST(BatchEvaluate, GivesElementsOfPlaces) {
  EXPECT_EQ(ask_for({{"op", "evaluate"},
                     {"layout", kRows},
                     {"shape", {64, 64}},
                     {"at", {{0, 0, 0, 0}, {1, 1, 0, 0}, {16, 28, 3, 0}}}},
                    "values"),
            json::parse("[[0, 0], [0, 5], [63, 0]]"));
}

TEST(BatchEvaluate, RefusesPointsOutside) {
  const auto error = [](const json& at) {
    return error_of(
        ask({{"op", "evaluate"}, {"layout", kPadded}, {"shape", {16, 32}}, {"at", at}}));
  };
  EXPECT_EQ(error(json::array({{0, 32}})),
            "usage: field 'at' must be within the layout: 32 is not below 32");
  EXPECT_EQ(error(json::array({{0}})), "usage: field 'at' must be a list of lists of 2 integers");
  EXPECT_EQ(error(7), "usage: field 'at' must be a list");
  EXPECT_EQ(error(json::array({7})), "usage: field 'at' must be a list of integers");
}

TEST(BatchView, RefusesAnotherView) {
  EXPECT_EQ(error_of(ask({{"op", "view"}, {"attr", kRows}, {"shape", {8, 16}}, {"view", "side"}})),
            "usage: field 'view' must be 'tensor' or 'hw'");
}

json access(const json& changes) {
  json request{{"op", "bank_conflicts"},
               {"register", kRows},
               {"shared", kSwizzleText},
               {"shape", {64, 64}},
               {"element_bits", 16},
               {"target", "cuda:90"},
               {"direction", "store"}};
  request.update(changes);
  return ask(request);
}

// A tensor is stored with gaps, and loaded by `read`.
std::string stored_with_gaps(const std::string& read) {
  return "#b = #ttg.blocked<{sizePerThread = [1, 4], threadsPerWarp = [8, 4], warpsPerCTA = [4, "
         "1], "
         "order = [1, 0]}>\n"
         "#s = #ttg.padded_shared<[64:+8] {order = [1, 0], shape = [64, 64]}>\n"
         "#r = " +
         read +
         "\n"
         "module attributes {\"ttg.num-warps\" = 4 : i32, ttg.target = \"cuda:90\", "
         "\"ttg.threads-per-warp\" = 32 : i32} {\n"
         "  tt.func @f(%a: tensor<64x64xf16, #b>) {\n"
         "    %m = ttg.local_alloc %a : (tensor<64x64xf16, #b>) -> !ttg.memdesc<64x64xf16, #s, "
         "#ttg.shared_memory>\n"
         "    %0 = ttg.local_load %m : !ttg.memdesc<64x64xf16, #r, #ttg.shared_memory> -> "
         "tensor<64x64xf16, #b>\n"
         "    tt.return\n  }\n}\n";
}

TEST(BatchCheck, SaysOfATextWhatIsSaidOfAFile) {
  const std::string gaps = "#ttg.padded_shared<[64:+8] {order = [1, 0], shape = [64, 64]}>";
  const std::string none =
      "#ttg.swizzled_shared<{vec = 1, perPhase = 1, maxPhase = 1, order = [1, 0]}>";
  const auto right = ask({{"op", "check"}, {"text", stored_with_gaps(gaps)}});
  EXPECT_EQ(right.at("verdict"), "proved");
  EXPECT_EQ(right.at("target"), "cuda:90");
  EXPECT_EQ(right.at("counts").at("refuted"), 0);
  EXPECT_FALSE(right.contains("file"));
  const auto wrong = ask({{"op", "check"}, {"text", stored_with_gaps(none)}});
  EXPECT_EQ(wrong.at("verdict"), "refuted");
  for (const json& finding : wrong.at("findings")) {
    if (finding.at("verdict") != "refuted") continue;
    EXPECT_EQ(finding.at("op"), "ttg.local_load");
    EXPECT_EQ(finding.at("line"), 7);
  }
}

TEST(BatchCheck, TakesATargetAndALimitOfConflicts) {
  const std::string text = stored_with_gaps("#s2");  // a name that is not defined
  EXPECT_EQ(error_of(ask({{"op", "check"}, {"text", text}})).rfind("syntax: line 3, column ", 0),
            0U);
  const std::string file = "module {\n}\n";
  EXPECT_EQ(ask({{"op", "check"}, {"text", file}, {"target", "hip:gfx942"}}).at("target"),
            "hip:gfx942");
  EXPECT_EQ(error_of(ask({{"op", "check"}, {"text", file}, {"target", "a"}})).empty(), false);
  EXPECT_EQ(error_of(ask({{"op", "check"}, {"text", file}, {"max_conflicts", "a"}})),
            "usage: field 'max_conflicts' must be an integer from 0 to 2^64 - 1");
  EXPECT_EQ(error_of(ask({{"op", "check"}})), "usage: field 'text' must be a string");
}

TEST(BatchBankConflicts, AnswersWithEveryNumberOfTheInterface) {
  const auto answer = access(json::object());
  for (const char* field : {"vector_bits",
                            "instructions_per_warp",
                            "wavefronts",
                            "ideal_wavefronts",
                            "conflicts",
                            "worst_instruction_wavefronts"}) {
    EXPECT_TRUE(answer.at(field).is_number_unsigned()) << field;
  }
  EXPECT_EQ(answer.at("instruction"), "st.shared.b64");
  EXPECT_EQ(answer.at("wavefronts").get<int>() - answer.at("ideal_wavefronts").get<int>(),
            answer.at("conflicts").get<int>());
}

TEST(BatchBankConflicts, RefusesFieldsThatAreWrong) {
  EXPECT_EQ(error_of(access({{"direction", "both"}})),
            "usage: field 'direction' must be 'load' or 'store'");
  EXPECT_EQ(error_of(access({{"element_bits", 0}})),
            "usage: field 'element_bits' must be an integer from 1 to 128");
  EXPECT_EQ(error_of(access({{"element_bits", 129}})),
            "usage: field 'element_bits' must be an integer from 1 to 128");
  EXPECT_EQ(error_of(access({{"register", kSwizzleText}})),
            "usage: field 'register' must be a layout in registers");
  EXPECT_EQ(error_of(access({{"shared", kRows}})),
            "usage: field 'shared' must be a layout in shared memory");
  EXPECT_FALSE(error_of(access({{"target", "cuda:1"}})).empty());
  EXPECT_FALSE(error_of(access({{"register", kGap}, {"shape", {32, 32}}})).empty());
  EXPECT_FALSE(error_of(access({{"target", "hip:gfx942"}})).empty());  // waves of 64 lanes
}

TEST(BatchSharedAccess, CountsInactiveLanesNotAtAll) {
  json addresses = std::vector<int>(32, 0);
  for (std::size_t lane = 0; lane < 32; ++lane) {
    addresses[lane] = lane % 2 == 0 ? json(lane * 128) : json(nullptr);
  }
  const auto answer = ask({{"op", "shared_access"},
                           {"instruction", "ld.shared.b32"},
                           {"byte_address", addresses},
                           {"target", "sm_90"}});
  EXPECT_EQ(answer.at("wavefronts"), 16);
  EXPECT_EQ(answer.at("bank_conflicts"), 15);
}

TEST(BatchSharedAccess, RefusesWhatNoWarpCanDo) {
  const auto error =
      [](const std::string& instruction, const json& addresses, const std::string& target) {
        return error_of(ask({{"op", "shared_access"},
                             {"instruction", instruction},
                             {"byte_address", addresses},
                             {"target", target}}));
      };
  const json zeros = std::vector<int>(32, 0);
  EXPECT_EQ(error("ld.shared.b32", zeros, "cuda:90"), "");
  EXPECT_FALSE(error("ld.shared.b32", std::vector<int>(31, 0), "cuda:90").empty());
  EXPECT_FALSE(error("ld.shared.b32", std::vector<int>(32, 2), "cuda:90").empty());
  EXPECT_FALSE(error("ld.shared.b256", zeros, "cuda:90").empty());
  EXPECT_FALSE(error("ds_read_b32", zeros, "cuda:90").empty());
  EXPECT_FALSE(error("ld.shared.b32", zeros, "tpu:5").empty());
  EXPECT_EQ(error("ld.shared.b32", 3, "cuda:90"),
            "usage: field 'byte_address' must be a list with one entry for each lane");
  EXPECT_EQ(error("ld.shared.b32", json::array({-4}), "cuda:90"),
            "usage: field 'byte_address' must be an integer from 0 to 2^64 - 1");
}

TEST(BatchSharedAccess, TakesAddressesAsStrings) {
  const json addresses = std::vector<std::string>(32, "18446744073709551612");
  EXPECT_EQ(ask_for({{"op", "shared_access"},
                     {"instruction", "ld.shared.b32"},
                     {"byte_address", addresses},
                     {"target", "cuda:90"}},
                    "wavefronts"),
            1);
}

}  // namespace
}  // namespace tileproof
