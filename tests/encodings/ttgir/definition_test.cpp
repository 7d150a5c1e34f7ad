// What is recorded about the definition of a value: what the text says for certain.
#include <gtest/gtest.h>

#include "tests/encodings/ttgir/reading.hpp"

namespace tileproof::ttgir {
namespace {

using test::in_function;
using test::Reading;

// The definition of the source of the last operation of the body, a local_store of %v to %m.
struct Known {
  std::string type;
};
Known definition_after(const std::string& body, std::string_view value = "%v") {
  const Reading r(in_function(
      body + "\n    ttg.local_store " + std::string(value) +
      ", %m : tensor<64x64xf16, #blocked> -> !ttg.memdesc<64x64xf16, #shared, #smem, mutable>"));
  EXPECT_TRUE(r.file.errors.empty()) << r.place() << " " << r.message();
  const auto definition = r.operations().back().operands.at(0).definition;
  if (definition.type != kNoType) {
    EXPECT_EQ(r.text[definition.offset], '%');
  }
  const auto& types = r.file.modules.at(0).types;
  return {definition.type == kNoType ? "-" : to_string(types.at(definition.type))};
}

TEST(TtgirDefinition, FunctionArgumentHasItsWrittenType) {
  EXPECT_EQ(definition_after("", "%x").type, "tensor<64x64xf16, #blocked>");
}

TEST(TtgirDefinition, NamesItsPlace) {
  const Reading r(
      in_function("    ttg.local_store %x, %m : tensor<64x64xf16, #blocked> -> "
                  "!ttg.memdesc<64x64xf16, #shared, #smem, mutable>"));
  const auto at = r.file.lines.line_column(r.operation().operands.at(1).definition.offset);
  EXPECT_EQ(at.line, 6U);
  EXPECT_EQ(at.column, 59U);
}

TEST(TtgirDefinition, CastHasTheTypeBehindTo) {
  EXPECT_EQ(
      definition_after(
          "    %v = arith.truncf %a : tensor<64x64xf32, #blocked1> to tensor<64x64xf16, #blocked1>")
          .type,
      "tensor<64x64xf16, #blocked1>");
}

TEST(TtgirDefinition, ArrowGivesTheResult) {
  EXPECT_EQ(definition_after("    %v = tt.fp_to_fp %a, rounding = rtne : tensor<64x64xf32, "
                             "#blocked> -> tensor<64x64xf16, #blocked1>")
                .type,
            "tensor<64x64xf16, #blocked1>");
}

TEST(TtgirDefinition, ConstantAndElementwiseHaveTheirOneType) {
  EXPECT_EQ(
      definition_after("    %v = arith.constant dense<0.0> : tensor<64x64xf16, #blocked1>").type,
      "tensor<64x64xf16, #blocked1>");
  EXPECT_EQ(
      definition_after("    %v = arith.addf %a, %b fastmath<fast> : tensor<64x64xf16, #blocked1>")
          .type,
      "tensor<64x64xf16, #blocked1>");
  EXPECT_EQ(definition_after("    %v = math.exp2 %a : tensor<64x64xf16, #blocked1>").type,
            "tensor<64x64xf16, #blocked1>");
}

TEST(TtgirDefinition, ComparisonAndLoadHaveOtherElements) {
  const auto compared =
      definition_after("    %v = arith.cmpi slt, %a, %b : tensor<64x64xi32, #blocked>");
  EXPECT_EQ(compared.type, "tensor<64x64xi1, #blocked>");
  const auto loaded =
      definition_after("    %v = tt.load %p, %k, %o : tensor<64x64x!tt.ptr<f16>, #blocked>");
  EXPECT_EQ(loaded.type, "tensor<64x64xf16, #blocked>");
}

TEST(TtgirDefinition, SelectHasItsLastType) {
  EXPECT_EQ(definition_after("    %v = arith.select %c, %a, %b : tensor<64x64xi1, #blocked>, "
                             "tensor<64x64xf16, #blocked>")
                .type,
            "tensor<64x64xf16, #blocked>");
}

TEST(TtgirDefinition, PointerSumHasItsFirstType) {
  EXPECT_EQ(definition_after("    %v = tt.addptr %p, %i : tensor<64x64x!tt.ptr<f16>, #blocked>, "
                             "tensor<64x64xi32, #blocked>")
                .type,
            "tensor<64x64x!tt.ptr<f16>, #blocked>");
}

TEST(TtgirDefinition, ResultsOfManyAreToldApart) {
  const std::string body =
      "    %v:2 = scf.if %c -> (tensor<4x4xf16, #blocked>, tensor<8x8xf16, #blocked1>) {\n    }";
  EXPECT_EQ(definition_after(body, "%v#0").type, "tensor<4x4xf16, #blocked>");
  EXPECT_EQ(definition_after(body, "%v#1").type, "tensor<8x8xf16, #blocked1>");
  EXPECT_EQ(definition_after(body, "%v#2").type, "-");
}

TEST(TtgirDefinition, BothHalvesOfASplitHaveTheOneType) {
  EXPECT_EQ(definition_after("    %u, %v = tt.split %a : tensor<64x64x2xf16, #foo.bar> -> "
                             "tensor<64x64xf16, #blocked1>")
                .type,
            "tensor<64x64xf16, #blocked1>");
}

TEST(TtgirDefinition, UnknownOperationHasTheTypeBehindItsArrow) {
  EXPECT_EQ(definition_after(
                "    %v = foo.bar %a : tensor<64x64xf16, #blocked> -> tensor<64x64xf16, #blocked1>")
                .type,
            "tensor<64x64xf16, #blocked1>");
}

TEST(TtgirDefinition, TokenHasItsTypeThoughNoneIsWritten) {
  const Reading r(
      in_function("    %v = ttg.async_copy_global_to_local %p, %m : tensor<64x64x!tt.ptr<f16>, "
                  "#blocked> -> <64x64xf16, #shared, #smem, mutable>\n"
                  "    %w = ttg.local_load %m token %v : !ttg.memdesc<64x64xf16, #shared, #smem, "
                  "mutable> -> tensor<64x64xf16, #blocked>"));
  const auto definition = r.operations().back().operands.at(1).definition;
  EXPECT_EQ(to_string(r.file.modules.at(0).types.at(definition.type)), "!ttg.async.token");
}

TEST(TtgirDefinition, CountsThatDoNotMatchRecordNothing) {
  EXPECT_EQ(definition_after("    %u, %v = tt.splat %a : i32 -> tensor<64x64xf16, #blocked1>").type,
            "-");
  EXPECT_EQ(
      definition_after(
          "    %v = arith.addf %a, %b : tensor<64x64xf16, #blocked>, tensor<64x64xf16, #blocked>")
          .type,
      "-");
}

TEST(TtgirDefinition, GenericFormIsAlwaysCertain) {
  EXPECT_EQ(
      definition_after("    %v = \"foo.bar\"(%a) : (i32) -> tensor<64x64xf16, #blocked1>").type,
      "tensor<64x64xf16, #blocked1>");
}

TEST(TtgirDefinition, NameOfARegionEndsWithIt) {
  EXPECT_EQ(definition_after("    scf.if %c {\n      %v = arith.constant dense<0.0> : "
                             "tensor<64x64xf16, #blocked1>\n    }")
                .type,
            "-");
}

TEST(TtgirDefinition, OnlyAnIsolatedRegionMayHideAnOuterName) {
  const auto body = [](const std::string& around) {
    return "    %v = arith.constant dense<0.0> : tensor<64x64xf16, #blocked1>\n    " + around +
           " {\n      %v = foo.unknown : i32\n    }\n";
  };
  EXPECT_EQ(definition_after(body("foo.isolated %c")).type, "tensor<64x64xf16, #blocked1>");
  const Reading r(in_function(body("scf.if %c")));
  EXPECT_EQ(r.message(), "'%v' is defined a second time");
}

TEST(TtgirDefinition, ABlockHasItsLabelAlone) {
  const Reading r(in_function("    cf.br ^a\n  ^a:\n    cf.br ^a\n  ^a:\n    tt.return\n"));
  EXPECT_EQ(r.message(), "'^a' is defined a second time");
}

TEST(TtgirDefinition, AFunctionHasTheArgumentsOfItsType) {
  const auto generic = [](const std::string& type) {
    return std::string(test::kAliases) + "\"tt.func\"() <{function_type = (" + type +
           ") -> (), sym_name = \"f\"}> ({\n^bb0(%a: tensor<64x64xf16, #blocked>):\n"
           "  \"tt.return\"() : () -> ()\n}) {\"ttg.num-warps\" = 2 : i32} : () -> ()\n";
  };
  const Reading right(generic("tensor<64x64xf16,#blocked>"));
  EXPECT_TRUE(right.file.errors.empty()) << right.message();
  for (const auto& use : right.file.modules.at(0).uses) EXPECT_EQ(use.num_warps, 2U);
  EXPECT_EQ(right.file.modules.at(0).uses.size(), 1U);
  for (const char* type : {"tensor<64x64xf32, #blocked>", "", "i32, tensor<64x64xf16, #blocked>"}) {
    EXPECT_EQ(Reading(generic(type)).message(),
              "the function's type and its first block have other arguments");
  }
}

TEST(TtgirDefinition, FunctionsDoNotShareNames) {
  const Reading r(std::string(test::kAliases) +
                  "tt.func @f(%a: tensor<4x4xf16, #blocked>) {\n  tt.return\n}\n"
                  "tt.func @g() {\n  %0 = ttg.convert_layout %a : tensor<4x4xf16, #blocked> -> "
                  "tensor<4x4xf16, #blocked1>\n  tt.return\n}\n");
  EXPECT_EQ(r.operation().operands.at(0).definition.type, kNoType);
}

TEST(TtgirDefinition, DiffersFromTheUseWhereTheTextDoes) {
  const auto known =
      definition_after("    %v = arith.constant dense<0.0> : tensor<64x32xf16, #blocked>");
  EXPECT_EQ(known.type, "tensor<64x32xf16, #blocked>");
}

}  // namespace
}  // namespace tileproof::ttgir
