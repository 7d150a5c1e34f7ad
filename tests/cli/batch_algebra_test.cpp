// Every name of the op `algebra` in interface.md, on layouts small enough to be checked by hand.
#include <gtest/gtest.h>

#include "tests/support/batch_lines.hpp"

namespace tileproof {
namespace {

using nlohmann::json;

// (register, lane) -> dim0: 4 lanes hold two registers each.
const json kFour = json::parse(R"({"bases": [["register", [[1]]], ["lane", [[2], [4]]]],
                                   "out_dims": [["dim0", 8]]})");
// A swizzle of four rows and four columns: (row, col) -> (row, row ^ col).
const json kSwizzle =
    json::parse(R"({"bases": [["row", [[1, 1], [2, 2]]], ["col", [[0, 1], [0, 2]]]],
                                      "out_dims": [["dim0", 4], ["dim1", 4]]})");

struct Case {
  const char* name;
  const char* request;  // fields beside op, name and a
  const char* answer;   // fields of the answer
  const json* a = &kFour;
};

void PrintTo(const Case& c, std::ostream* out) { *out << c.name << " " << c.request; }

std::string case_name(const ::testing::TestParamInfo<Case>& c) {
  return std::string(c.param.name) + "_" + std::to_string(c.index);
}

class BatchAlgebra : public ::testing::TestWithParam<Case> {};

TEST_P(BatchAlgebra, GivesTheAnswer) {
  json request = json::parse(GetParam().request);
  request["op"] = "algebra";
  request["name"] = GetParam().name;
  request["a"] = *GetParam().a;
  const auto answer = ask(request);
  ASSERT_EQ(answer.at("ok"), true) << answer;
  const auto expected = json::parse(GetParam().answer);
  for (const auto& [field, value] : expected.items()) {
    EXPECT_EQ(answer.value(field, json("none")), value) << field;
  }
}

#define TP_TWO R"({"bases": [["register", [[1]]]], "out_dims": [["dim0", 2]]})"

INSTANTIATE_TEST_SUITE_P(
    Names,
    BatchAlgebra,
    ::testing::Values(
        Case{"mul",
             R"({"b": )" TP_TWO "}",
             R"({"result": {"bases": [["register", [[1], [8]]], ["lane", [[2], [4]]]],
                            "out_dims": [["dim0", 16]]}})"},
        Case{"compose",
             R"({"b": {"bases": [["dim0", [[4], [2], [1]]]], "out_dims": [["x", 8]]}})",
             R"({"result": {"bases": [["register", [[4]]], ["lane", [[2], [1]]]],
                            "out_dims": [["x", 8]]}})"},
        Case{"invert",
             "{}",
             R"({"result": {"bases": [["dim0", [[1, 0], [0, 1], [0, 2]]]],
                            "out_dims": [["register", 2], ["lane", 4]]}})"},
        Case{"pseudoinvert",
             "{}",
             R"({"result": {"bases": [["dim0", [[1, 0], [0, 1], [0, 2]]]],
                            "out_dims": [["register", 2], ["lane", 4]]}})"},
        Case{"invert_and_compose",
             R"({"b": {"bases": [["offset", [[4], [2], [1]]]], "out_dims": [["dim0", 8]]}})",
             R"({"result": {"bases": [["register", [[4]]], ["lane", [[2], [1]]]],
                            "out_dims": [["offset", 8]]}})"},
        Case{"divide_left",
             R"({"b": )" TP_TWO "}",
             R"({"result": {"bases": [["register", []], ["lane", [[1], [2]]]],
                            "out_dims": [["dim0", 4]]}})"},
        Case{"divide_right",
             R"({"b": {"bases": [["lane", [[1]]]], "out_dims": [["dim0", 2]]}})",
             R"({"result": {"bases": [["register", [[1]]], ["lane", [[2]]]],
                            "out_dims": [["dim0", 4]]}})"},
        Case{
            "flatten_ins",
            "{}",
            R"({"result": {"bases": [["register", [[1], [2], [4]]]], "out_dims": [["dim0", 8]]}})"},
        Case{"flatten_outs",
             "{}",
             R"({"result": {"bases": [["row", [[5], [10]]], ["col", [[4], [8]]]],
                            "out_dims": [["dim0", 16]]}})",
             &kSwizzle},
        Case{
            "reshape_ins",
            R"({"new_in_dims": [["x", 4], ["y", 2]]})",
            R"({"result": {"bases": [["x", [[1], [2]]], ["y", [[4]]]], "out_dims": [["dim0", 8]]}})"},
        Case{"reshape_outs",
             R"({"new_out_dims": [["x", 2], ["y", 4]]})",
             R"({"result": {"bases": [["register", [[1, 0]]], ["lane", [[0, 1], [0, 2]]]],
                            "out_dims": [["x", 2], ["y", 4]]}})"},
        Case{"transpose_ins",
             R"({"dims": ["lane", "register"]})",
             R"({"result": {"bases": [["lane", [[2], [4]]], ["register", [[1]]]],
                            "out_dims": [["dim0", 8]]}})"},
        Case{"transpose_outs",
             R"({"dims": ["dim1", "dim0"]})",
             R"({"result": {"bases": [["row", [[1, 1], [2, 2]]], ["col", [[1, 0], [2, 0]]]],
                            "out_dims": [["dim1", 4], ["dim0", 4]]}})",
             &kSwizzle},
        Case{"sublayout",
             R"({"in_dims": ["row"], "out_dims": ["dim1"]})",
             R"({"result": {"bases": [["row", [[1], [2]]]], "out_dims": [["dim1", 4]]}})",
             &kSwizzle},
        Case{"sublayout_is_zero",
             R"({"in_dims": ["col"], "out_dims": ["dim0"]})",
             R"({"value": true})",
             &kSwizzle},
        Case{"sublayout_is_zero",
             R"({"in_dims": ["row"], "out_dims": ["dim1"]})",
             R"({"value": false})",
             &kSwizzle},
        Case{"free_variable_masks", "{}", R"({"value": [["register", 0], ["lane", 0]]})"},
        Case{"num_consecutive_in_out", "{}", R"({"value": 2})"},
        Case{"apply",
             R"({"ins": [["col", 2], ["row", 3]]})",
             R"({"value": [["dim0", 3], ["dim1", 1]]})",
             &kSwizzle},
        Case{"flags", "{}", R"({"surjective": true, "injective": true, "invertible": true})"}),
    case_name);

// x -> (x, 0) and the identity on `block` beside it.
const json kWithBlock = json::parse(R"({"bases": [["register", [[1, 0]]], ["block", [[0, 1]]]],
                                        "out_dims": [["dim0", 2], ["block", 2]]})");

INSTANTIATE_TEST_SUITE_P(
    TrivialDims,
    BatchAlgebra,
    ::testing::Values(
        Case{"quotient",
             R"({"dims": ["block"]})",
             R"({"result": {"bases": [["register", [[1]]]], "out_dims": [["dim0", 2]]}})",
             &kWithBlock},
        Case{"square_sublayout_is_identity",
             R"({"dims": ["block"]})",
             R"({"value": true})",
             &kWithBlock},
        Case{"square_sublayout_is_identity", R"({"dims": []})", R"({"value": true})", &kWithBlock}),
    case_name);

// The block's index is added to its register, so that the layout is no product with the block.
const json kBlockIsAdded = json::parse(R"({"bases": [["register", [[1, 0]]], ["block", [[1, 1]]]],
                                           "out_dims": [["dim0", 2], ["block", 2]]})");

// null where the operation is defined to have no answer
INSTANTIATE_TEST_SUITE_P(
    NoAnswer,
    BatchAlgebra,
    ::testing::Values(
        Case{"divide_left",
             R"({"b": {"bases": [["lane", [[1]]]], "out_dims": [["dim0", 2]]}})",
             R"({"result": null})"},
        Case{"divide_right", R"({"b": )" TP_TWO "}", R"({"result": null})"},
        Case{"quotient", R"({"dims": ["block"]})", R"({"result": null})", &kBlockIsAdded}),
    case_name);

struct Refused {
  const char* test;
  const char* name;
  const char* request;
  const char* error;
  const json* a = &kFour;
};

void PrintTo(const Refused& c, std::ostream* out) { *out << c.name << " " << c.request; }

class BatchAlgebraError : public ::testing::TestWithParam<Refused> {};

TEST_P(BatchAlgebraError, NamesTheRule) {
  json request = json::parse(GetParam().request);
  request["op"] = "algebra";
  request["name"] = GetParam().name;
  if (!request.contains("a")) request["a"] = *GetParam().a;
  EXPECT_EQ(error_of(ask(request)), GetParam().error);
}

const json kNotInjective = json::parse(R"({"bases": [["x", [[1], [1]]]], "out_dims": [["y", 2]]})");

INSTANTIATE_TEST_SUITE_P(
    Errors,
    BatchAlgebraError,
    ::testing::Values(
        Refused{"UnknownName", "cube", "{}", "usage: unknown operation 'cube' of algebra"},
        Refused{"NoB",
                "mul",
                "{}",
                "usage: field 'b' must be a layout {\"bases\": [..], \"out_dims\": [..]}"},
        Refused{"NoDims", "transpose_ins", "{}", "usage: field 'dims' must be a list of names"},
        Refused{"NameThatIsANumber",
                "transpose_ins",
                R"({"dims": [1, 2]})",
                "usage: field 'dims' must be a name"},
        Refused{
            "LongName",
            "transpose_ins",
            R"({"dims": ["aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa"]})",
            "usage: field 'dims' must be a name of 1 to 64 characters"},
        Refused{"NegativeSize",
                "reshape_ins",
                R"({"new_in_dims": [["x", -4]]})",
                "usage: field 'new_in_dims' must be an integer from 0 to 2^64 - 1"},
        Refused{"Fraction",
                "apply",
                R"({"ins": [["register", 0.5], ["lane", 0]]})",
                "usage: field 'ins' must be an integer from 0 to 2^64 - 1"}),
    [](const auto& refused) { return std::string(refused.param.test); });

TEST(BatchAlgebraErrors, SayThatALayoutHasNoInverse) {
  const auto answer = ask({{"op", "algebra"}, {"name", "invert"}, {"a", kNotInjective}});
  EXPECT_EQ(error_of(answer).rfind("not_solvable: ", 0), 0U) << answer;
}

TEST(BatchAlgebraErrors, SayWhichNamesAreMissing) {
  const auto answer = ask({{"op", "algebra"},
                           {"name", "sublayout"},
                           {"a", kFour},
                           {"in_dims", {"warp"}},
                           {"out_dims", {"dim0"}}});
  EXPECT_EQ(error_of(answer).rfind("dimension: ", 0), 0U) << answer;
  EXPECT_NE(error_of(answer).find("warp"), std::string::npos) << answer;
}

TEST(BatchAlgebraNumbers, BeyondTwoToThe53AreStringsInAndOut) {
  // dim0 has 2^60 values; the lane's basis is its top bit.
  const json large = json::parse(
      R"({"bases": [["lane", [["576460752303423488"]]]], "out_dims": [["dim0", "1152921504606846976"]]})");
  const auto applied = ask(
      {{"op", "algebra"}, {"name", "apply"}, {"a", large}, {"ins", json::array({{"lane", 1}})}});
  EXPECT_EQ(applied.at("value"), json::parse(R"([["dim0", "576460752303423488"]])")) << applied;
  const auto flat = ask({{"op", "algebra"}, {"name", "flatten_ins"}, {"a", large}});
  EXPECT_EQ(flat.at("result"), large);
  // 2^53 itself is a number that every reader keeps.
  const auto edge = ask(
      {{"op", "algebra"},
       {"name", "flatten_ins"},
       {"a",
        json::parse(
            R"({"bases": [["lane", [[4503599627370496]]]], "out_dims": [["dim0", "9007199254740992"]]})")}});
  EXPECT_EQ(edge.at("result").at("out_dims").at(0).at(1), 9007199254740992ULL) << edge;
}

TEST(BatchAlgebraNumbers, BeyondTwoToThe62AreRefused) {
  const auto answer = ask(
      {{"op", "algebra"},
       {"name", "flatten_ins"},
       {"a",
        json::parse(R"({"bases": [["lane", []]], "out_dims": [["x", "9223372036854775808"]]})")}});
  EXPECT_EQ(error_of(answer).rfind("overflow: ", 0), 0U) << answer;
  const auto twice =
      ask({{"op", "algebra"},
           {"name", "mul"},
           {"a", json::parse(R"({"bases": [["lane", []]], "out_dims": [["x", "4294967296"]]})")},
           {"b", json::parse(R"({"bases": [["lane", []]], "out_dims": [["x", "4294967296"]]})")}});
  EXPECT_EQ(error_of(twice).rfind("overflow: ", 0), 0U) << twice;
}

}  // namespace
}  // namespace tileproof
