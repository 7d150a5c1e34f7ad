// Do the answers of `batch` agree with all of what Triton 3.6 and an H200 said?  The files are
// driven through the lines that scripts write.
#include <gtest/gtest.h>

#include <map>

#include "tests/support/batch_lines.hpp"
#include "tests/support/json_lines.hpp"

namespace tileproof {
namespace {

using nlohmann::json;

// The form of the answer, from a row; distributed.jsonl has a key for each in-dim and `out_shape`.
json expected_in_dims(const json& row) {
  if (row.contains("in_dims")) return row.at("in_dims");
  auto ins = json::array();
  for (const char* name : {"register", "lane", "warp", "block"})
    ins.push_back({name, row.at(name)});
  return ins;
}

json expected_out_dims(const json& row) {
  if (row.contains("out_dims")) return row.at("out_dims");
  auto outs = json::array();
  for (const auto& size : row.at("out_shape")) {
    outs.push_back({"dim" + std::to_string(outs.size()), size});
  }
  return outs;
}

struct LayoutFile {
  const char* name;
  std::size_t rows;
};

void PrintTo(const LayoutFile& file, std::ostream* out) { *out << file.name; }

class BatchLinearLayout : public ::testing::TestWithParam<LayoutFile> {};

TEST_P(BatchLinearLayout, IsTritonsForEveryRow) {
  const auto rows = read_json_lines(std::string("triton-3.6/") + GetParam().name + ".jsonl.gz");
  for (const auto& row : rows) {
    const auto answer =
        ask({{"op", "linear_layout"}, {"attr", row.at("attr")}, {"shape", row.at("shape")}});
    ASSERT_EQ(answer.at("ok"), true) << row.at("attr") << answer;
    ASSERT_EQ(answer.at("in_dims"), expected_in_dims(row)) << row.at("attr");
    ASSERT_EQ(answer.at("out_dims"), expected_out_dims(row)) << row.at("attr");
  }
  EXPECT_EQ(rows.size(), GetParam().rows);
}

INSTANTIATE_TEST_SUITE_P(Files,
                         BatchLinearLayout,
                         ::testing::Values(LayoutFile{"distributed", 5369},
                                           LayoutFile{"shared", 1858},
                                           LayoutFile{"linear", 838},
                                           LayoutFile{"tmem", 1590}),
                         [](const auto& file) { return std::string(file.param.name); });

TEST(BatchReference, Refuses76Of76RejectedLayouts) {
  const auto rows = read_json_lines("triton-3.6/rejected.jsonl.gz");
  for (const auto& row : rows) {
    const auto answer =
        ask({{"op", "linear_layout"}, {"attr", row.at("attr")}, {"shape", row.at("shape")}});
    EXPECT_EQ(answer.at("ok"), false) << row.at("attr");
    EXPECT_FALSE(error_of(answer).empty());
  }
  EXPECT_EQ(rows.size(), 76U);
}

TEST(BatchReference, Agrees3000Of3000TimesOnTheAlgebra) {
  std::map<std::string, std::size_t> agreed;
  for (const auto& row : read_json_lines("triton-3.6/algebra.jsonl.gz")) {
    json request{{"op", "algebra"}, {"name", row.at("op")}, {"a", row.at("a")}};
    if (row.contains("b")) request["b"] = row.at("b");
    const auto answer = ask(request);
    ASSERT_EQ(answer.at("ok"), true) << row << answer;
    const auto& expect = row.at("expect");
    if (row.at("op") == "flags") {
      ASSERT_EQ(answer.at("surjective"), expect.at("sur"));
      ASSERT_EQ(answer.at("injective"), expect.at("inj"));
      ASSERT_EQ(answer.at("invertible"), expect.at("inv"));
      ASSERT_EQ(answer.at("text"), expect.at("s"));
    } else {
      ASSERT_EQ(answer.at("result"), expect) << row;
    }
    ++agreed[row.at("op").get<std::string>()];
  }
  EXPECT_EQ(agreed,
            (std::map<std::string, std::size_t>{{"compose", 551},
                                                {"flags", 495},
                                                {"invert", 500},
                                                {"invert_and_compose", 480},
                                                {"mul", 475},
                                                {"pseudoinvert", 499}}));  // 3,000
}

TEST(BatchReference, Prints320Of320ViewsByteForByte) {
  std::size_t views = 0;
  for (const auto& row : read_json_lines("triton-3.6/views.jsonl.gz")) {
    for (const char* view : {"tensor", "hw"}) {
      const auto text = ask_for(
          {{"op", "view"}, {"attr", row.at("attr")}, {"shape", row.at("shape")}, {"view", view}},
          "text");
      ASSERT_EQ(text, row.at(std::string(view) + "_view")) << row.at("attr") << view;
      ++views;
    }
  }
  EXPECT_EQ(views, 320U);
}

TEST(BatchReference, Counts1232Of1232AccessesAsAnH200Does) {
  const auto rows = read_json_lines("h200/shared_access.jsonl.gz");
  for (const auto& row : rows) {
    const auto answer = ask({{"op", "shared_access"},
                             {"instruction", row.at("instruction")},
                             {"byte_address", row.at("byte_address")},
                             {"target", "cuda:90"}});
    ASSERT_EQ(answer.at("ok"), true) << row << answer;
    ASSERT_EQ(answer.at("wavefronts"), row.at("wavefronts")) << row;
    ASSERT_EQ(answer.at("bank_conflicts"), row.at("bank_conflicts")) << row;
    ASSERT_EQ(answer.at("evidence").get<std::string>().rfind("measured", 0), 0U);
  }
  EXPECT_EQ(rows.size(), 1232U);
}

}  // namespace
}  // namespace tileproof
