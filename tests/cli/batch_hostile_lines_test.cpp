// Lines that no script should write: each gets one answer, and none ends the run.
#include <gtest/gtest.h>

#include <random>

#include "tests/support/batch_lines.hpp"

namespace tileproof {
namespace {

using nlohmann::json;

TEST(BatchHostileLines, ThatAreNoJsonObjectAreSyntaxErrors) {
  for (const char* line : {"",
                           " ",
                           "null",
                           "7",
                           "\"op\"",
                           "[]",
                           "[{\"op\": \"view\"}]",
                           "{",
                           "}",
                           "{\"op\"}",
                           "{\"op\": \"view\"} trailing",
                           "{\"op\": NaN}",
                           "{\"op\": Infinity}",
                           "{'op': 1}",
                           "not JSON",
                           "{\"op\": \"\xff\xfe\"}",
                           "\xef\xbb\xbf",
                           "{\"op\": \"a\tb\"}",
                           "{\"n\": 1e999}",
                           "{\"n\": 0123}"}) {
    EXPECT_EQ(error_of(ask_line(line)), "syntax: the line is no JSON object") << line;
  }
  EXPECT_EQ(error_of(ask_line(std::string("{\"op\": \"\0\"}", 11))),
            "syntax: the line is no JSON object");
}

TEST(BatchHostileLines, ThatSayOneThingTwiceAreRefused) {
  EXPECT_EQ(error_of(ask_line(R"({"op": "prove", "claim": "onto", "claim": "injective"})")),
            "invalid: the line has 'claim' twice in an object");
  EXPECT_EQ(error_of(ask_line(R"({"op": "algebra", "a": {"bases": [], "bases": []}})")),
            "invalid: the line has 'bases' twice in an object");
  // Of two objects each has its own.
  EXPECT_EQ(error_of(ask_line(R"({"op": "x", "a": {"b": 1}, "c": {"b": 1}})")),
            "usage: unknown op 'x'");
}

TEST(BatchHostileLines, OfLayoutsWithTooManyRegistersAreAnswered) {
  const std::string layout =
      "#ttg.blocked<{sizePerThread = [1048576, 1048576], threadsPerWarp = "
      "[4, 8], warpsPerCTA = [1, 1], order = [1, 0]}>";
  const json plan = {{"op", "plan"},
                     {"src", layout},
                     {"dst", layout},
                     {"shape", {16, 16}},
                     {"element_bits", 16},
                     {"target", "cuda:90"}};
  const json judged = {{"op", "realises"},
                       {"program", "program cuda:90, 16 bits; mov d[0], s[0];"},
                       {"src", layout},
                       {"dst", layout},
                       {"shape", {16, 16}}};
  for (const json& question : {plan, judged}) {
    EXPECT_EQ(error_of(ask(question)),
              "unsupported: a layout's 2^44 registers of all threads are more than 2^24, which are "
              "not run");
  }
}

TEST(BatchRealises, IsAskedForTheElementsAndTheTargetOfTheProgram) {
  const std::string layout =
      "#ttg.linear<{register = [], lane = [[1], [2], [4], [8], [16]], warp = [], block = []}>";
  json question = {{"op", "realises"},
                   {"program", "program cuda:90, 16 bits; mov d[0], s[0];"},
                   {"src", layout},
                   {"dst", layout},
                   {"shape", {32}},
                   {"element_bits", 16},
                   {"target", "sm_90"}};
  EXPECT_EQ(ask(question).at("verdict"), "proved");
  question["element_bits"] = 32;
  EXPECT_EQ(error_of(ask(question)), "usage: field 'element_bits' must be the program's 16");
  question["element_bits"] = 16;
  question["target"] = "cuda:80";
  EXPECT_EQ(error_of(ask(question)), "usage: field 'target' must be the program's cuda:90");
}

TEST(BatchProve, WritesNoCertificateOfATranslationAndSaysSo) {
  const json answer = ask({{"op", "prove"},
                           {"claim", "translates"},
                           {"layout", "(8):(1)"},
                           {"to", "triton"},
                           {"certificate", true}});
  EXPECT_EQ(answer.at("verdict"), "proved");
  EXPECT_EQ(answer.at("certificate"), nullptr);
  EXPECT_NE(answer.at("no_certificate"), nullptr);
  EXPECT_EQ(error_of(ask({{"op", "prove"},
                          {"claim", "injective"},
                          {"layout", "(8):(1)"},
                          {"certificate", "yes"}})),
            "usage: field 'certificate' must be true or false");
}

TEST(BatchHostileLines, ThatHaveManyNamesAreRefused) {
  const auto with_names = [](int count) {
    std::string line = "{\"op\": \"version\"";
    for (int i = 1; i < count; ++i) line += ",\"" + std::to_string(i) + "\":0";
    return line + "}";
  };
  EXPECT_EQ(error_of(ask_line(with_names(10'001))),
            "invalid: the line has more than 10000 names in an object");
  EXPECT_EQ(error_of(ask_line(with_names(10'000))).find("names in an object"), std::string::npos);
}

TEST(BatchHostileLines, ThatNestDeeplyAreRefusedBeforeTheyAreParsed) {
  const std::string deep(100000, '[');
  EXPECT_EQ(error_of(ask_line(deep)), "syntax: the line nests deeper than 64 levels");
  EXPECT_EQ(error_of(ask_line("{\"op\": " + deep + std::string(100000, ']') + "}")),
            "syntax: the line nests deeper than 64 levels");
  std::string objects;
  for (int i = 0; i < 100000; ++i) objects += "{\"a\":";
  EXPECT_EQ(error_of(ask_line(objects)), "syntax: the line nests deeper than 64 levels");
  // Brackets in a string nest nothing, quotes behind a backslash end none.
  EXPECT_EQ(error_of(ask({{"op", deep}})).rfind("usage: unknown op '[[[", 0), 0U);
  EXPECT_EQ(error_of(ask({{"op", "\"" + deep}})).rfind("usage: unknown op '\"[[[", 0), 0U);
}

TEST(BatchHostileLines, WithHostileLayoutsAreErrors) {
  std::string slices;
  for (int i = 0; i < 3000; ++i) slices += "#ttg.slice<{dim = 0, parent = ";
  for (const std::string& attr :
       {slices,
        std::string(100000, '<'),
        std::string(100000, '['),
        std::string("#"),
        std::string(""),
        std::string(
            "#ttg.blocked<{sizePerThread = [99999999999999999999999], threadsPerWarp = [32], "
            "warpsPerCTA = [4], order = [0]}>"),
        std::string("#ttg.blocked<{sizePerThread = [4611686018427387904], threadsPerWarp = [32], "
                    "warpsPerCTA = [4], order = [0]}>"),
        std::string(
            "#ttg.linear<{register = [[9223372036854775808]], lane = [], warp = [], block = []}>"),
        std::string("#ttg.swizzled_shared<{vec = 0, perPhase = 0, maxPhase = 0, order = [0]}>"),
        std::string("#ttg.swizzled_shared<{vec = 1, perPhase = 1, maxPhase = 1, order = [7]}>")}) {
    for (const char* op : {"linear_layout", "view", "layout", "evaluate"}) {
      json request{{"op", op},
                   {"attr", attr},
                   {"layout", attr},
                   {"shape", {16}},
                   {"view", "hw"},
                   {"at", json::array()}};
      EXPECT_FALSE(error_of(ask(request)).empty()) << op << " " << attr.substr(0, 200);
    }
  }
}

TEST(BatchHostileLines, WithHostileShapesAreErrors) {
  const std::string swizzle =
      "#ttg.swizzled_shared<{vec = 1, perPhase = 1, maxPhase = 3, order = [1, 0]}>";
  for (const json& shape : {json::array(),
                            json{0, 0},
                            json{0, 64},
                            json{"9223372036854775808", "9223372036854775808"},
                            json{"18446744073709551616", 1},
                            json{1.5, 2},
                            json{-1, 2},
                            json{nullptr, 2},
                            json{1e300, 2}}) {
    for (const char* op : {"linear_layout", "layout", "view", "equal"}) {
      json request{{"op", op},
                   {"attr", swizzle},
                   {"layout", swizzle},
                   {"a", swizzle},
                   {"b", swizzle},
                   {"shape", shape},
                   {"view", "tensor"}};
      EXPECT_FALSE(error_of(ask(request)).empty()) << op << " " << shape;
    }
  }
}

TEST(BatchHostileLines, WithALayoutTooLargeToPrintOrVisitAreAnsweredAtOnce) {
  const std::string blocked =
      "#ttg.blocked<{sizePerThread = [1, 4], threadsPerWarp = [8, 4], warpsPerCTA = [4, 1], order "
      "= [1, 0]}>";
  const json shape{1 << 30, 1 << 30};
  EXPECT_FALSE(
      error_of(ask({{"op", "view"}, {"attr", blocked}, {"shape", shape}, {"view", "hw"}})).empty());
  const auto facts = ask(
      {{"op", "layout"},
       {"layout", "#ttg.swizzled_shared<{vec = 1, perPhase = 1, maxPhase = 3, order = [1, 0]}>"},
       {"shape", shape}});
  EXPECT_EQ(facts.at("injective"), true);
  EXPECT_EQ(facts.at("cosize"), "1152921504606846976");
}

TEST(BatchHostileLines, EchoNoBytesThatAreNoText) {
  // Escapes of half a character are refused with the line; others come back as they went in.
  EXPECT_EQ(ask_line("{\"op\": \"x\", \"id\": \"\\u0000\\n\"}").at("id"), std::string("\0\n", 2));
  EXPECT_EQ(error_of(ask_line("{\"op\": \"x\", \"id\": \"\\ud800\"}")),
            "syntax: the line is no JSON object");
}

TEST(BatchHostileLines, RandomChangesOfGoodLinesNeverEndTheRun) {
  std::mt19937_64 random(20260404);  // NOLINT: a fixed seed
  const std::string good[] = {
      R"({"op": "linear_layout", "attr": "#ttg.swizzled_shared<{vec = 8, perPhase = 1, maxPhase = 8, order = [1, 0]}>", "shape": [64, 64], "id": 1})",
      R"({"op": "algebra", "name": "compose", "a": {"bases": [["x", [[1], [2]]]], "out_dims": [["y", 4]]}, "b": {"bases": [["y", [[2], [1]]]], "out_dims": [["z", 4]]}})",
      R"({"op": "bank_conflicts", "register": "#ttg.blocked<{sizePerThread = [1, 1], threadsPerWarp = [32, 1], warpsPerCTA = [1, 4], order = [1, 0]}>", "shared": "#ttg.padded_shared<[64:+8] {order = [1, 0], shape = [32, 64]}>", "shape": [32, 64], "element_bits": 16, "target": "cuda:90", "direction": "store"})",
      R"({"op": "evaluate", "layout": "#ttg.shared_linear<{offset = [[0, 1], [1, 0]], block = [[0, 2]]}, alignment = 16>", "shape": [2, 4], "at": [[1, 3]]})"};
  const std::string characters = "[]{}\",:0123456789-.eE#<>=abx \\";
  std::size_t answered = 0;
  for (int round = 0; round < 20000; ++round) {
    std::string line = good[random() % std::size(good)];
    for (auto changes = 1 + random() % 3; changes > 0; --changes) {
      const auto at = random() % line.size();
      switch (random() % 3) {
        case 0:
          line[at] = characters[random() % characters.size()];
          break;
        case 1:
          line.erase(at, 1 + random() % 5);
          break;
        default:
          line.insert(at, 1, characters[random() % characters.size()]);
          break;
      }
    }
    answered += ask_line(line).at("ok") == true ? 1U : 0U;
    ASSERT_FALSE(HasFailure()) << line;
  }
  EXPECT_GT(answered, 100U);  // some changes are harmless
}

}  // namespace
}  // namespace tileproof
