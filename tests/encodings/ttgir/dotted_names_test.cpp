// Both forms of dialects' names are one.
#include "encodings/ttgir/dotted_names.hpp"

#include <gtest/gtest.h>

#include "tests/encodings/ttgir/reading.hpp"

namespace tileproof::ttgir {
namespace {

using test::Reading;

TEST(DottedNames, HaveADotAndASpaceForTheirAngles) {
  EXPECT_EQ(with_dotted_names("#ttg<blocked<{a = 1}>>"), "#ttg.blocked<{a = 1}> ");
  EXPECT_EQ(with_dotted_names("!ttg<async.token>, #triton_gpu<shared_memory>"),
            "!ttg.async.token , #triton_gpu.shared_memory ");
  EXPECT_EQ(with_dotted_names("#ttg<slice<{dim = 0, parent = #ttg<blocked<{}>>}>>"),
            "#ttg.slice<{dim = 0, parent = #ttg.blocked<{}> }> ");
  EXPECT_EQ(with_dotted_names("!x<f<(i32) -> i64>>"), "!x.f<(i32) -> i64> ");
}

TEST(DottedNames, AreLeftWhereTheyAre) {
  for (const char* text : {"tensor<4xf32, #blocked>",
                           "!tt.ptr<f16>",
                           "#ttg.blocked<{}>",
                           "%0#1<a>",
                           "array<i32: 1>",
                           "#llvm<\"text\">",
                           "\"#ttg<blocked<{}>>\"",
                           "#ttg<blocked",
                           "#<a>",
                           "<"}) {
    EXPECT_EQ(with_dotted_names(text), std::nullopt) << text;
  }
  EXPECT_EQ(with_dotted_names("a = \"<#b<c>\", #b<c>"), "a = \"<#b<c>\", #b.c ");
}

TEST(DottedNames, AreReadInBothForms) {
  const Reading both(
      "#s = #ttg<swizzled_shared<{vec = 1, perPhase = 1, maxPhase = 1, order = [1, 0]}>>\n"
      "#smem = #ttg<shared_memory>\n"
      "module attributes {\"ttg.num-warps\" = 4 : i32} {\n"
      "  tt.func @f(%a: !ttg<memdesc<64x64xf16, #s, #smem>>,\n"
      "             %b: !ttg.memdesc<64x64xf16, #ttg.swizzled_shared<{vec = 1, perPhase = 1, "
      "maxPhase = 1, order = [1, 0]}>, #ttg.shared_memory>) {\n"
      "    tt.return\n  }\n}\n");
  ASSERT_TRUE(both.file.errors.empty()) << both.message();
  const Module& module = both.file.modules.front();
  ASSERT_EQ(module.values.size(), 2U);
  EXPECT_EQ(module.values[0].type, module.values[1].type);
  EXPECT_EQ(module.types[module.values[0].type].space, MemorySpace::kShared);
}

}  // namespace
}  // namespace tileproof::ttgir
