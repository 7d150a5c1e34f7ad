// Does the algebra agree with the class that it reproduces?  3,000 answers of Triton 3.6.0's
// LinearLayout, each compared exactly: dimensions, order, sizes, bases, and the printed form.
#include <gtest/gtest.h>

#include <map>
#include <nlohmann/json.hpp>
#include <string>

#include "core/linear_layout.hpp"
#include "tests/support/json_lines.hpp"

namespace tileproof {
namespace {

LinearLayout read_layout(const nlohmann::json& json) {
  std::vector<NamedBases> ins;
  std::vector<OutDim> outs;
  for (const auto& in : json.at("bases")) {
    ins.push_back(
        {Name::of(in.at(0).get<std::string>()), in.at(1).get<std::vector<std::vector<Word>>>()});
  }
  for (const auto& out : json.at("out_dims")) {
    outs.push_back({Name::of(out.at(0).get<std::string>()), out.at(1).get<Word>()});
  }
  return LinearLayout::make(ins, outs).value();
}

Result<LinearLayout> answer(const std::string& operation, const nlohmann::json& row) {
  const LinearLayout a = read_layout(row.at("a"));
  if (operation == "invert") return invert(a);
  if (operation == "pseudoinvert") return pseudoinvert(a);
  const LinearLayout b = read_layout(row.at("b"));
  if (operation == "mul") return product(a, b);
  if (operation == "compose") return compose(a, b);
  if (operation == "invert_and_compose") return invert_and_compose(a, b);
  return Error{ErrorCode::kUnsupported, "an operation that this test does not know: " + operation};
}

void check_flags(const nlohmann::json& row) {
  const LinearLayout a = read_layout(row.at("a"));
  const auto& expect = row.at("expect");
  ASSERT_EQ(a.is_surjective(), expect.at("sur").get<bool>()) << row;
  ASSERT_EQ(a.is_injective(), expect.at("inj").get<bool>()) << row;
  ASSERT_EQ(a.is_invertible(), expect.at("inv").get<bool>()) << row;
  ASSERT_EQ(a.to_string(), expect.at("s").get<std::string>()) << row;
}

TEST(ReferenceAlgebra, AgreesWithTritonOn3000Of3000Rows) {
  std::map<std::string, int> agreed;
  for (const auto& row : read_json_lines("triton-3.6/algebra.jsonl.gz")) {
    const auto operation = row.at("op").get<std::string>();
    if (operation == "flags") {
      ASSERT_NO_FATAL_FAILURE(check_flags(row));
    } else {
      const auto found = answer(operation, row);
      ASSERT_TRUE(found) << found.error().message << "\n" << row;
      const LinearLayout expected = read_layout(row.at("expect"));
      ASSERT_EQ(*found, expected) << row << "\nexpected" << expected.to_string() << "\nfound"
                                  << found->to_string();
    }
    ++agreed[operation];
  }
  const std::map<std::string, int> expected = {{"compose", 551},
                                               {"flags", 495},
                                               {"invert", 500},
                                               {"invert_and_compose", 480},
                                               {"mul", 475},
                                               {"pseudoinvert", 499}};
  EXPECT_EQ(agreed, expected);  // 3,000 in all
}

}  // namespace
}  // namespace tileproof
