// The ops of `batch` about claims, translation and CuTe's algebra, and about layouts in notations
// other than Triton's.
#include <gtest/gtest.h>

#include "checkers/certificates/certifier/certify.hpp"
#include "tests/support/batch_lines.hpp"

namespace tileproof {
namespace {

using nlohmann::json;

const std::string kExpression = "offset(row, col) = row*72 + (col ^ ((row & 7) << 3))";

TEST(BatchProveOp, GivesVerdictEngineScopeAndCertificate) {
  const auto answer = ask(
      {{"op", "prove"}, {"claim", "injective"}, {"layout", "(8,8):(9,1)"}, {"certificate", true}});
  EXPECT_EQ(answer.at("verdict"), "proved");
  EXPECT_EQ(answer.at("engine"), "strides");
  EXPECT_EQ(answer.at("scope"), "all 2^6 points");
  EXPECT_TRUE(answer.at("counterexample").is_null());
  const auto certified = certify(answer.at("certificate").get<std::string>());
  EXPECT_TRUE(std::holds_alternative<Certified>(certified));
}

TEST(BatchProveOp, GivesTheCounterexampleInTheUsersWords) {
  const auto answer = ask({{"op", "prove"},
                           {"claim", "in-bounds"},
                           {"layout", kExpression},
                           {"shape", {64, 64}},
                           {"allocation", 4599}});
  EXPECT_EQ(answer.at("verdict"), "refuted");
  EXPECT_EQ(answer.at("counterexample").at("row"), 63);
  EXPECT_EQ(answer.at("counterexample").at("col"), 7);
  EXPECT_EQ(answer.at("counterexample").at("offset"), 4599);
}

TEST(BatchProveOp, ListsFieldsThatItDidNotRead) {
  json request = {{"id", 7},
                  {"op", "prove"},
                  {"claim", "no-wrap"},
                  {"layout", "offset(x: 256) = x * 200"},
                  {"bits", 16}};
  EXPECT_FALSE(ask(request).contains("ignored"));
  request["unsigned"] = true;
  request["byte"] = 4;
  EXPECT_EQ(ask(request).at("ignored"), (json{"byte", "unsigned"}));
}

TEST(BatchProveOp, KeepsTheSentenceWhereAnInputIsCalledText) {
  const auto answer = ask({{"op", "prove"},
                           {"claim", "in-bounds"},
                           {"layout", "text(text: 4) = text"},
                           {"allocation", 3}});
  EXPECT_EQ(answer.at("counterexample"),
            (json{{"text", "(text 3) has text 3, not below 3"}, {"text_", 3}, {"text__", 3}}));
}

// Row and col are other names of dim0 and dim1 for who asks; the answer has those of the layout.
TEST(BatchProveOp, LooksForTheInputAlongWhichVectorsLie) {
  const auto aligned = [](const char* layout, const char* along) {
    return ask({{"op", "prove"},
                {"claim", "aligned"},
                {"layout", layout},
                {"element_bits", 12},
                {"bytes", 1},
                {"vector", 2},
                {"along", along}});
  };
  const char* dims = "row(dim0: 4, dim1: 2) = dim0 * 4 + dim1";
  for (const char* along : {"row", "dim0"}) {
    EXPECT_EQ(aligned(dims, along).at("counterexample"),
              (json{{"text",
                     "the vector at (dim0 0, dim1 1) starts at row 1 of 12-bit elements, not at a "
                     "multiple of 1 bytes"},
                    {"dim0", 0},
                    {"dim1", 1},
                    {"row", 1}}));
  }
  EXPECT_EQ(aligned(dims, "col").at("verdict"), "proved");
  EXPECT_EQ(error_of(aligned("offset(dim0: 4, x: 2) = dim0 * 4 + x", "row")),
            "usage: the layout has no input named 'row'");
}

TEST(BatchProveOp, AsksOneEngineWithinItsTime) {
  const auto answer = ask({{"op", "prove"},
                           {"claim", "injective"},
                           {"layout", "offset(i: 1048576, j: 1048576) = i*i*7 + j*j*5 + (i ^ j)"},
                           {"engine", "smt"},
                           {"time_limit", 0.01}});
  EXPECT_EQ(answer.at("verdict"), "unknown");
  EXPECT_EQ(answer.at("reason").get<std::string>().rfind("smt: ", 0), 0U) << answer;
}

TEST(BatchProveOp, NamesBadFields) {
  EXPECT_EQ(error_of(ask({{"op", "prove"}, {"claim", "injective"}})),
            "usage: the claim 'injective' needs a layout");
  EXPECT_EQ(
      error_of(
          ask({{"op", "prove"}, {"claim", "injective"}, {"layout", "(8,8)"}, {"engine", "luck"}})),
      "usage: field 'engine' must be the name of an engine");
  EXPECT_EQ(error_of(ask({{"op", "prove"}, {"claim", "no-wrap"}, {"layout", "8:1"}, {"bits", 65}})),
            "usage: 'bits' of 'no-wrap' must be from 8 to 64, not 65");
}

TEST(BatchTranslateOp, GivesTheOtherNotationOrTheReason) {
  EXPECT_EQ(ask({{"op", "translate"},
                 {"layout", "#ttg.padded_shared<[64:+8] {order = [1, 0], shape = [8, 64]}>"},
                 {"shape", {8, 64}},
                 {"to", "cute"}})
                .at("result"),
            "(8,64):(72,1)");
  const auto none = ask({{"op", "translate"}, {"layout", "(6,4):(1,6)"}, {"to", "triton"}});
  EXPECT_EQ(none.at("verdict"), "refuted");
  EXPECT_TRUE(none.at("result").is_null());
  EXPECT_EQ(ask({{"op", "translate"}, {"layout", "1:2"}, {"to", "triton"}}).at("verdict"),
            "unknown");
}

TEST(BatchProveOp, TranslatesAsTheOpTranslateDoes) {
  for (const char* layout : {"(8,64):(72,1)", "1:2", "(8,8"}) {
    EXPECT_EQ(ask({{"op", "prove"}, {"claim", "translates"}, {"layout", layout}, {"to", "triton"}}),
              ask({{"op", "translate"}, {"layout", layout}, {"to", "triton"}}));
  }
}

TEST(BatchLayoutOp, AnswersForEveryNotation) {
  const auto cute = ask({{"op", "layout"}, {"layout", "(8,(2,4)):(1,(8,16))"}});
  EXPECT_EQ(cute.at("injective"), true);
  EXPECT_EQ(cute.at("surjective"), true);
  EXPECT_EQ(cute.at("cosize"), 64);
  EXPECT_EQ(cute.at("linear"), true);
  const auto padded = ask({{"op", "layout"}, {"layout", kExpression}, {"shape", {64, 64}}});
  EXPECT_EQ(padded.at("injective"), true);
  EXPECT_EQ(padded.at("surjective"), false);
  EXPECT_EQ(padded.at("cosize"), 4600);
  EXPECT_EQ(padded.at("linear"), false);
  EXPECT_EQ(padded.at("why_not"), "times 72");
}

TEST(BatchEqualOp, ComparesAcrossNotations) {
  const auto equal = [](const char* a, const char* b) {
    return ask({{"op", "equal"}, {"a", a}, {"b", b}, {"shape", {8, 64}}}).at("verdict");
  };
  EXPECT_EQ(equal("offset(row, col) = row*72 + col", "(8,64):(72,1)"), "proved");
  EXPECT_EQ(equal("offset(row, col) = row*72 + col", "(8,64):(71,1)"), "refuted");
}

TEST(BatchEvaluateOp, TakesCutesCoordinatesAndIntegers) {
  EXPECT_EQ(ask({{"op", "evaluate"},
                 {"layout", "(8,(2,4)):(1,(8,16))"},
                 {"at", {27, {3, 3}, {3, {1, 1}}}}})
                .at("values"),
            (json{27, 27, 27}));
  EXPECT_EQ(ask({{"op", "evaluate"}, {"layout", "8:-2"}, {"at", {3}}}).at("values"), json{-6});
  EXPECT_EQ(
      ask({{"op", "evaluate"}, {"layout", kExpression}, {"shape", {64, 64}}, {"at", {{1, 2}}}})
          .at("values"),
      json{82});
  EXPECT_EQ(
      error_of(ask(
          {{"op", "evaluate"}, {"layout", kExpression}, {"shape", {64, 64}}, {"at", {{1, 64}}}})),
      "usage: field 'at' must be within the layout: col 64 is not from 0 to 63");
}

// register 1 -> 1, register 2 -> 2, register 4 -> 4, added modulo 6.
const json kSix =
    json::parse(R"({"bases": [["register", [[1], [2], [4]]]], "out_dims": [["x", 6]]})");

TEST(BatchEvaluateOp, GivesNumbersBelow0WhereALayoutHasThem) {
  const auto value_at = [](const std::string& layout, const json& point) {
    const auto points = json::array({point});
    return ask({{"op", "evaluate"}, {"layout", layout}, {"at", points}}).at("values").at(0);
  };
  EXPECT_EQ(value_at("2:-1", 1), -1);
  EXPECT_EQ(value_at("o(x: 2) = ~x", json::array({0})), "18446744073709551615");
}

TEST(BatchAlgebraOp, AddsWhereASizeIsNoPowerOfTwo) {
  const json line{{"op", "algebra"},
                  {"name", "apply"},
                  {"a", kSix},
                  {"ins", json::array({json::array({"register", 7})})}};
  EXPECT_EQ(ask(line).at("value"), json::array({json::array({"x", 1})}));
  const auto flags = ask({{"op", "algebra"}, {"name", "flags"}, {"a", kSix}});
  EXPECT_EQ(flags.at("surjective"), true);
  EXPECT_EQ(flags.at("injective"), false);
}

TEST(BatchAlgebraOp, TellsNoSolutionFromNotSupported) {
  const auto error = [](const char* name) {
    return error_of(ask({{"op", "algebra"}, {"name", name}, {"a", kSix}}));
  };
  EXPECT_EQ(error("invert").rfind("not_solvable: ", 0), 0U) << error("invert");
  EXPECT_EQ(error("flatten_outs"),
            "unsupported: 'flatten_outs' is defined for out-dims whose sizes are powers of two");
}

TEST(BatchCuteOp, GivesTheResultWithItsObligations) {
  const auto wrong =
      ask({{"op", "cute"}, {"name", "composition"}, {"a", "(6,2):(1,7)"}, {"b", "(3,2):(2,3)"}});
  EXPECT_EQ(wrong.at("result"), "(3,2):(2,3)");
  EXPECT_TRUE(std::any_of(wrong.at("obligations").begin(),
                          wrong.at("obligations").end(),
                          [](const json& one) { return one.at("holds") == false; }))
      << wrong;
  const auto right =
      ask({{"op", "cute"}, {"name", "composition"}, {"a", "(10,2):(16,4)"}, {"b", "(3,4):(1,5)"}});
  EXPECT_EQ(right.at("result"), "(3,(2,2)):(16,(80,4))");
  for (const auto& one : right.at("obligations")) EXPECT_EQ(one.at("holds"), true) << right;
}

TEST(BatchCuteOp, HasTheOperationsOfTheInterface) {
  const auto result = [](const char* name, const json& b) {
    json line{{"op", "cute"}, {"name", name}, {"a", "(4,2):(1,4)"}};
    if (!b.is_null()) line["b"] = b;
    return ask(line).value("result", "none");
  };
  EXPECT_EQ(result("coalesce", nullptr), "8:1");
  EXPECT_EQ(result("complement", 24), "3:8");
  EXPECT_EQ(result("right_inverse", nullptr), "8:1");
  EXPECT_EQ(result("left_inverse", nullptr), "8:1");
  EXPECT_EQ(result("logical_divide", "2:1"), "(2,4):(1,2)");
  EXPECT_EQ(result("logical_product", "3:1"), "((4,2),3):((1,4),8)");
  EXPECT_EQ(
      ask({{"op", "cute"}, {"name", "recast"}, {"a", "8:1"}, {"old_bits", 16}, {"new_bits", 32}})
          .at("result"),
      "4:1");
  EXPECT_EQ(error_of(ask({{"op", "cute"}, {"name", "magic"}, {"a", "8:1"}})),
            "usage: unknown operation 'magic' of cute");
}

// As CuTe, which asserts that the ranks are equal.
TEST(BatchCuteOp, RefusesProductsThatCannotBePaired) {
  for (const char* name : {"blocked_product", "raked_product"}) {
    const auto answer = ask({{"op", "cute"}, {"name", name}, {"a", "(2):(2)"}, {"b", "4:1"}});
    EXPECT_EQ(error_of(answer).rfind("unsupported: product of (2):(2) and 4:1: ", 0), 0U) << answer;
  }
}

TEST(BatchCuteOp, FailsWhereATileLosesAnElement) {
  const auto fails = [](const json& line) {
    const json answer = ask(line);
    const auto& all = answer.at("obligations");
    return std::any_of(
        all.begin(), all.end(), [](const json& one) { return one.at("holds") == false; });
  };
  json line{{"op", "cute"}, {"name", "logical_divide"}, {"a", "5:1"}, {"b", "(2,2):(1,3)"}};
  EXPECT_TRUE(fails(line));
  line["a"] = "8:1";
  line["b"] = "(2,2):(1,4)";
  EXPECT_FALSE(fails(line));
}

TEST(Batch, RefusesTextThatATerminalWouldNotShow) {
  EXPECT_EQ(error_of(ask({{"op", "cute"}, {"name", "coalesce"}, {"a", "8:1 // \x1b[2K\r4:1"}})),
            "syntax: field 'a': column 8: control character U+001B");
  EXPECT_EQ(error_of(ask({{"op", "layout"}, {"layout", "8:1\xe2\x80\xae"}})),
            "syntax: field 'layout': column 4: bidirectional mark U+202E");
}

}  // namespace
}  // namespace tileproof
