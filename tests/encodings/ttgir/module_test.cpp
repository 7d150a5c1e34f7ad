// Modules, their attributes, aliases, and the number of warps in force.
#include <gtest/gtest.h>

#include "tests/encodings/ttgir/reading.hpp"

namespace tileproof::ttgir {
namespace {

using test::in_function;
using test::kAliases;
using test::Reading;

std::string module_with(std::string_view attributes) {
  return "module attributes {" + std::string(attributes) + "} {\n}\n";
}

TEST(TtgirModule, AttributesAreRead) {
  const Reading r(module_with(
      R"("ttg.num-ctas" = 2 : i32, "ttg.num-warps" = 8 : i32, ttg.target = "hip:gfx942", "ttg.threads-per-warp" = 64 : i32)"));
  ASSERT_TRUE(r.file.errors.empty()) << r.message();
  const auto& module = r.file.modules.at(0);
  EXPECT_EQ(module.target, "hip:gfx942");
  EXPECT_EQ(module.num_warps, 8U);
  EXPECT_EQ(module.threads_per_warp, 64U);
  EXPECT_EQ(module.num_ctas, 2U);
}

TEST(TtgirModule, OldSpellingsAreRead) {
  const Reading r(module_with(
      R"("triton_gpu.num-ctas" = 1 : i32, "triton_gpu.num-warps" = 2 : i32, triton_gpu.target = "cuda:80", "triton_gpu.threads-per-warp" = 32 : i32)"));
  ASSERT_TRUE(r.file.errors.empty()) << r.message();
  EXPECT_EQ(r.file.modules.at(0).target, "cuda:80");
  EXPECT_EQ(r.file.modules.at(0).num_warps, 2U);
}

TEST(TtgirModule, ComputeCapabilityNamesACudaTarget) {
  const Reading r(module_with(R"("triton_gpu.compute-capability" = 90 : i32)"));
  EXPECT_EQ(r.file.modules.at(0).target, "cuda:90");
}

TEST(TtgirModule, AbsentAttributesAreEmpty) {
  const Reading r("module {\n  tt.func @f() {\n    tt.return\n  }\n}\n");
  ASSERT_TRUE(r.file.errors.empty()) << r.message();
  EXPECT_FALSE(r.file.modules.at(0).target.has_value());
  EXPECT_FALSE(r.file.modules.at(0).num_warps.has_value());
}

TEST(TtgirModule, ZeroWarpsAreAnError) {
  const Reading r(module_with(R"("ttg.num-warps" = 0 : i32)"));
  EXPECT_EQ(r.place(), "1:38");
}

TEST(TtgirModule, GenericFormGivesItsNumberOfWarpsToWhatStandsBeforeIt) {
  const Reading r(std::string(kAliases) +
                  "\"builtin.module\"() ({\n"
                  "  \"tt.func\"() <{sym_name = \"f\"}> ({\n"
                  "  ^bb0(%a: tensor<64x64xf16, #blocked>):\n"
                  "    %0 = \"ttg.convert_layout\"(%a) : (tensor<64x64xf16, #blocked>) -> "
                  "tensor<64x64xf16, #blocked1>\n"
                  "    \"tt.return\"() : () -> ()\n"
                  "  }) : () -> ()\n"
                  "}) {\"ttg.num-warps\" = 4 : i32} : () -> ()\n");
  ASSERT_TRUE(r.file.errors.empty()) << r.message() << " " << r.place();
  ASSERT_EQ(r.file.modules.size(), 1U);
  EXPECT_EQ(r.file.modules[0].num_warps, 4U);
  EXPECT_EQ(r.operation().num_warps, 4U);
  EXPECT_EQ(r.file.modules[0].uses.at(0).num_warps, 4U);
}

TEST(TtgirModule, FunctionsWithoutModuleFormOne) {
  const Reading r(std::string(kAliases) +
                  "tt.func @f(%a: tensor<64x64xf16, #blocked>) {\n  tt.return\n}\n"
                  "tt.func @g(%a: tensor<64x64xf16, #blocked>) {\n  tt.return\n}\n");
  ASSERT_TRUE(r.file.errors.empty()) << r.message();
  ASSERT_EQ(r.file.modules.size(), 1U);
  EXPECT_EQ(r.file.modules[0].uses.size(), 1U);
}

TEST(TtgirModule, DividerSeparatesModulesAndTheirAliases) {
  const Reading r(std::string(kAliases) +
                  "module {\n  tt.func private @f(%a: tensor<64x64xf16, #blocked>)\n}\n" +
                  "// -----\nmodule {\n  tt.func private @f(%a: tensor<64x64xf16, #blocked>)\n}\n");
  ASSERT_EQ(r.file.modules.size(), 2U);
  ASSERT_EQ(r.file.errors.size(), 1U);
  EXPECT_EQ(r.message(), "attribute alias '#blocked' is not defined");
  EXPECT_EQ(r.place(), "10:44");
}

TEST(TtgirModule, PassDumpHeadersSeparateModules) {
  const auto module = in_function("");
  const Reading r("// -----// IR Dump Before A //----- //\n" + module +
                  "\n\n// -----// IR Dump After B //----- //\n" + module);
  ASSERT_TRUE(r.file.errors.empty()) << r.message();
  EXPECT_EQ(r.file.modules.size(), 2U);
}

TEST(TtgirModule, CommentsThatBeginLikeADividerDivideNothing) {
  for (const char* comment :
       {"// ------- main loop", "// ----- x", "// -----+-----", " // -----"}) {
    const Reading r(std::string(kAliases) + "module {\n" + comment +
                    "\n  tt.func private @f(%a: tensor<64x64xf16, #blocked>)\n}\n");
    EXPECT_TRUE(r.file.errors.empty()) << comment << ": " << r.message();
    EXPECT_EQ(r.file.modules.size(), 1U) << comment;
  }
  for (const char* divider : {"// -----", "// -----  ", "// -----\r"}) {
    const Reading r("module {\n}\n" + std::string(divider) + "\nmodule {\n}\n");
    EXPECT_TRUE(r.file.errors.empty()) << divider << ": " << r.message();
    EXPECT_EQ(r.file.modules.size(), 2U) << divider;
  }
}

TEST(TtgirModule, DividersWithinBracketsAreComments) {
  for (const char* divider : {"// -----", "// -----// IR Dump"}) {
    const Reading r(std::string(kAliases) + "module attributes {\"ttg.num-warps\" = 4 // \"{\n" +
                    divider + "\n: i32} {\n" + divider +
                    "\n  tt.func private @f(%a: tensor<64x64xf16, #blocked>)\n" + divider +
                    "\n}\n");
    EXPECT_TRUE(r.file.errors.empty()) << divider << ": " << r.message();
    ASSERT_EQ(r.file.modules.size(), 1U) << divider;
    EXPECT_EQ(r.file.modules[0].num_warps, 4U);
    EXPECT_EQ(r.file.modules[0].uses.size(), 1U);
  }
}

TEST(TtgirModule, BrokenPartLeavesTheNextPartReadable) {
  const Reading r("module {\n  tt.func @f() {\n// -----\n" + in_function(""));
  ASSERT_EQ(r.file.errors.size(), 1U);
  EXPECT_EQ(r.place(), "2:17");
  EXPECT_EQ(r.file.modules.back().target, "cuda:90");
}

TEST(TtgirModule, AttributesMayBeAliases) {
  const Reading r(
      "#four = 0x4 : i32\n#warps = #four\n#gpu = \"cuda:90\"\n#order = array<i32: 1, 0>\n"
      "module attributes {\"ttg.num-warps\" = #warps, ttg.target = #gpu} {\n"
      "  tt.func @f() { \"foo.bar\"() <{order = #order}> : () -> () }\n}\n");
  ASSERT_TRUE(r.file.errors.empty()) << r.message();
  const auto& module = r.file.modules.at(0);
  EXPECT_EQ(module.num_warps, 4U);
  EXPECT_EQ(module.target, "cuda:90");
  EXPECT_EQ(module.attribute(module.operations.back(), "order"), "array<i32: 1, 0>");
}

TEST(TtgirModule, LaterAliasOfTheSameNameReplacesTheEarlierOne) {
  const Reading r(std::string(kAliases) +
                  "module {\n  tt.func private @f(%a: tensor<64x64xf16, #blocked>)\n}\n" +
                  "#blocked = #ttg.blocked<{sizePerThread = [2], threadsPerWarp = [32], "
                  "warpsPerCTA = [4], order = "
                  "[0]}>\nmodule {\n  tt.func private @f(%a: tensor<64xf16, #blocked>)\n}\n");
  ASSERT_TRUE(r.file.errors.empty()) << r.message();
  const auto& first = r.file.modules.at(0).types.at(0);
  const auto& second = r.file.modules.at(1).types.at(0);
  EXPECT_NE(first.layout, second.layout);
}

// Of functions without a module around them.
TEST(TtgirModule, SameTextMeansBehindALaterAliasWhatThatSays) {
  const auto part = [](const std::string& warps) {
    return "#l = #ttg.blocked<{sizePerThread = [1, 1], threadsPerWarp = [1, 32], warpsPerCTA = [" +
           warps + "], order = [1, 0]}>\ntt.func private @f" + warps.substr(0, 1) +
           "(%a: tensor<64x64xf16, #l>, %b: tensor<64x64xf16, #l>)\n";
  };
  const Reading r(part("4, 1") + part("2, 2"));
  ASSERT_TRUE(r.file.errors.empty()) << r.message();
  ASSERT_EQ(r.file.modules.size(), 1U);
  const auto& types = r.file.modules[0].types;
  ASSERT_EQ(types.size(), 2U);
  EXPECT_NE(triton::to_string(*types[0].layout), triton::to_string(*types[1].layout));
}

TEST(TtgirModule, SameTextMeansInEachPartWhatItsAliasesDo) {
  const std::string one =
      "#ttg.blocked<{sizePerThread = [1, 1], threadsPerWarp = [1, 32], warpsPerCTA = [4, 1], "
      "order = [1, 0]}>";
  const std::string other =
      "#ttg.blocked<{sizePerThread = [1, 4], threadsPerWarp = [4, 8], warpsPerCTA = [4, 1], "
      "order = [1, 0]}>";
  const auto slice_of = [](const std::string& parent) {
    return "#ttg.slice<{dim = 0, parent = " + parent + "}>";
  };
  const auto part = [](const std::string& layout, const std::string& space) {
    return "#l = " + layout + "\n#s = #ttg.slice<{dim = 0, parent = #l}>\n#m = " + space +
           "\nmodule {\n  tt.func private @f(%a: tensor<64x64xf16, #l>, "
           "%b: tensor<64xf16, #ttg.slice<{dim = 0, parent = #l}>>, %c: tensor<64xf16, #s>, "
           "%d: !ttg.memdesc<64x64xf16, #ttg.swizzled_shared<{vec = 1, perPhase = 1, maxPhase = 1, "
           "order = [1, 0]}>, #m>)\n}\n// -----\n";
  };
  const std::string shared = "#ttg.shared_memory";
  const Reading r(part(one, shared) + part(other, "#ttng.tensor_memory") + part(one, shared) +
                  part("\"none\"", "{a}"));
  ASSERT_TRUE(r.file.errors.empty()) << r.place() << r.message();
  ASSERT_EQ(r.file.modules.size(), 4U);
  const auto types = [&](std::size_t module) { return r.file.modules[module].types; };
  for (std::size_t module = 0; module < 3; ++module) {
    const std::string& layout = module == 1 ? other : one;
    ASSERT_EQ(types(module).size(), 3U);  // %b and %c have one
    EXPECT_EQ(triton::to_string(*types(module)[0].layout), layout);
    EXPECT_EQ(triton::to_string(*types(module)[1].layout), slice_of(layout));
    EXPECT_EQ(types(module)[2].space,
              module == 1 ? MemorySpace::kTensorMemory : MemorySpace::kShared);
  }
  EXPECT_EQ(types(3)[0].layout, nullptr);
  EXPECT_EQ(types(3)[0].encoding, "#l");
  EXPECT_EQ(types(3).back().space, MemorySpace::kOther);
}

// However an alias may be named or its `#` be written.
TEST(TtgirModule, SameTextMeansInEachPartWhatOddlyNamedAliasesDo) {
  const auto part = [](const std::string& warps) {
    return "#l-1 = #ttg.blocked<{sizePerThread = [1], threadsPerWarp = [32], warpsPerCTA = [" +
           warps + "], order = [0]}>\n" +
           "#k = #ttg.blocked<{sizePerThread = [1, 1], threadsPerWarp = [1, 32], warpsPerCTA = [" +
           warps + ", 1], order = [1, 0]}>\n#k$2 = #k\n#7 = #k\n#k-1 = " +
           "#ttg.blocked<{sizePerThread = [1, 1, 1], threadsPerWarp = [1, 1, 32], warpsPerCTA = [" +
           warps + ", 1, 1], order = [2, 1, 0]}>\nmodule {\n  tt.func private @f(" +
           "%a: tensor<64xf16, #l-1>, %b: tensor<64x64xf16, #k$2>, " +
           "%c: tensor<64xf16, #ttg.slice<{dim = 0, parent = # k}>>, " +
           "%d: tensor<64x!tt.ptr<f16>, #ttg.slice<{dim = 0, parent = #7}>>, " +
           "%e: tensor<1x64xf16, #ttg.slice<{dim = 0, parent = #k-1}>>)\n}\n// -----\n";
  };
  const std::string other = part("8");
  const Reading r(part("4") + other);
  const Reading alone(other);
  ASSERT_EQ(r.file.modules.size(), 2U);
  const auto& types = r.file.modules[1].types;
  const auto& expected = alone.file.modules.at(0).types;
  ASSERT_EQ(expected.size(), 5U) << alone.message();
  ASSERT_EQ(types.size(), 5U) << r.message();
  for (std::size_t i = 0; i < 5; ++i) {
    EXPECT_EQ(triton::to_string(*types[i].layout), triton::to_string(*expected[i].layout));
  }
}

TEST(TtgirModule, AliasThatIsDefinedTwiceBeforeOneModuleIsBadInput) {
  const std::string twice =
      "#t = #ttg.blocked<{sizePerThread = [2], threadsPerWarp = [32], warpsPerCTA = [4], order = "
      "[0]}>\n";
  const Reading attribute(twice + twice + "module {\n}\n");
  ASSERT_EQ(attribute.file.errors.size(), 1U);
  EXPECT_EQ(attribute.message(), "'#t' is defined a second time");
  EXPECT_EQ(attribute.place(), "2:1");
  const Reading type("!t = f16\n!t = f32\nmodule {\n}\n");
  ASSERT_EQ(type.file.errors.size(), 1U);
  EXPECT_EQ(type.message(), "'!t' is defined a second time");
  EXPECT_EQ(type.place(), "2:1");
}

TEST(TtgirModule, AliasWithADotIsBadInput) {
  for (const std::string definition : {"#k.a = #ttg.shared_memory", "!k.a = f16"}) {
    const Reading r(definition + "\nmodule {\n}\n");
    ASSERT_EQ(r.file.errors.size(), 1U) << definition;
    EXPECT_EQ(
        r.message(),
        "'" + definition.substr(0, 4) + "' is no alias: names with '.' are those of dialects");
    EXPECT_EQ(r.place(), "1:1");
  }
}

TEST(TtgirModule, AliasWithinAModuleIsBadInput) {
  const Reading r(std::string(kAliases) + "module {\n  tt.func private @f()\n" +
                  "#blocked = #ttg.blocked<{sizePerThread = [2], threadsPerWarp = [32], "
                  "warpsPerCTA = [4], order = [0]}>\n}\n");
  ASSERT_EQ(r.file.errors.size(), 1U);
  EXPECT_EQ(r.message(), "'#blocked' is defined within an operation, and aliases are before them");
}

TEST(TtgirModule, NestedModulesAreModulesOfTheirOwn) {
  const Reading r(
      "module attributes {\"ttg.num-warps\" = 4 : i32} {\n  module @inner attributes "
      "{\"ttg.num-warps\" = 2 : "
      "i32} {\n    tt.func @f() {\n      tt.return\n    }\n  }\n}\n");
  ASSERT_TRUE(r.file.errors.empty()) << r.message();
  ASSERT_EQ(r.file.modules.size(), 2U);
  EXPECT_EQ(r.file.modules[0].num_warps, 4U);
  EXPECT_EQ(r.file.modules[1].num_warps, 2U);
}

TEST(TtgirModule, TypeAliasesAreResolved) {
  const Reading r(
      std::string(kAliases) +
      "!tile = tensor<64x64xf16, #blocked>\n"
      "tt.func @f(%a: !tile) {\n"
      "  %0 = ttg.convert_layout %a : !tile -> tensor<64x64xf16, #blocked1>\n  tt.return\n}\n");
  ASSERT_TRUE(r.file.errors.empty()) << r.message();
  EXPECT_EQ(r.text_of(r.operation().operands.at(0).type), "tensor<64x64xf16, #blocked>");
  EXPECT_EQ(r.operation().operands[0].definition.type, r.operation().operands[0].type);
}

TEST(TtgirModule, AttributeAliasesThatAreNoLayoutsAreSkipped) {
  const Reading r(
      "#map = affine_map<(d0, d1) -> (d0 + d1)>\n#dict = {a = [1, 2], b = \"}\"}\n#n = 4 : i32\n"
      "#t = dense<[1, 2]> : tensor<2xi32>\n#unit = unit\n#ty = !ttg.async.token\n" +
      in_function("") + "#loc = loc(\"k.py\":1:2)\n#loc1 = loc(callsite(#loc at \"f\"(#loc)))\n");
  EXPECT_TRUE(r.file.errors.empty()) << r.message() << " " << r.place();
}

TEST(TtgirModule, ResourceBlobsAreSkipped) {
  const Reading r(in_function("") +
                  "{-#\n  dialect_resources: { builtin: { a: \"0x}}}((\" } }\n#-}\n");
  EXPECT_TRUE(r.file.errors.empty()) << r.message();
}

TEST(TtgirWarps, PartitionsHaveTheirOwnNumberOfWarps) {
  const Reading r(in_function(
      "    ttg.warp_specialize(%m) attributes {requestedRegisters = array<i32: 32, 24>}\n"
      "    default {\n"
      "      %0 = ttg.local_load %m : !ttg.memdesc<64x64xf16, #shared, #smem, mutable> -> "
      "tensor<64x64xf16, #blocked>\n"
      "      ttg.warp_yield\n"
      "    }\n"
      "    partition0(%p: !ttg.memdesc<64x64xf16, #shared, #smem, mutable>) num_warps(2) {\n"
      "      %0 = ttg.local_load %p : !ttg.memdesc<64x64xf16, #shared, #smem, mutable> -> "
      "tensor<64x64xf16, #blocked>\n"
      "      ttg.warp_return\n"
      "    }\n"
      "    partition1(%p: !ttg.memdesc<64x64xf16, #shared, #smem, mutable>) num_warps(1) {\n"
      "      %0 = ttg.local_load %p : !ttg.memdesc<64x64xf16, #shared, #smem, mutable> -> "
      "tensor<64x64xf16, #blocked>\n"
      "      ttg.warp_return\n"
      "    } : (!ttg.memdesc<64x64xf16, #shared, #smem, mutable>) -> ()\n"
      "    %9 = ttg.convert_layout %x : tensor<64x64xf16, #blocked> -> tensor<64x64xf16, "
      "#blocked1>"));
  ASSERT_TRUE(r.file.errors.empty()) << r.message();
  std::vector<unsigned> warps;
  for (const auto& operation : r.operations()) {
    if (operation.kind != OpKind::kWarpSpecialize) warps.push_back(operation.num_warps);
  }
  EXPECT_EQ(warps, (std::vector<unsigned>{4, 2, 1, 4}));
  EXPECT_EQ(r.operation(1).operands.at(0).definition.type, r.operation(1).operands.at(0).type);
  std::vector<unsigned> warps_of_blocked;
  for (const auto& use : r.file.modules.at(0).uses) {
    if (r.text.substr(use.offset).starts_with("tensor<64x64xf16, #blocked>")) {
      warps_of_blocked.push_back(use.num_warps);
    }
  }
  EXPECT_EQ(warps_of_blocked, (std::vector<unsigned>{4, 2, 1}));
}

TEST(TtgirWarps, GenericPartitionsTakeThemFromTheProperty) {
  const Reading r(
      in_function("    \"ttg.warp_specialize\"(%x) <{partitionNumWarps = array<i32: 1, 2>}> ({\n"
                  "      \"ttg.warp_yield\"() : () -> ()\n"
                  "    }, {\n"
                  "      \"ttg.warp_specialize.partitions\"() ({\n"
                  "      ^bb0(%a: tensor<64x64xf16, #blocked>):\n"
                  "        \"ttg.warp_return\"() : () -> ()\n"
                  "      }, {\n"
                  "      ^bb0(%a: tensor<64x64xf16, #blocked>):\n"
                  "        %0 = \"ttg.convert_layout\"(%a) : (tensor<64x64xf16, #blocked>) -> "
                  "tensor<64x64xf16, #blocked1>\n"
                  "        \"ttg.warp_return\"() : () -> ()\n"
                  "      }) : () -> ()\n"
                  "    }) : (tensor<64x64xf16, #blocked>) -> ()"));
  ASSERT_TRUE(r.file.errors.empty()) << r.message();
  EXPECT_EQ(r.operation().num_warps, 2U);
}

TEST(TtgirWarps, FunctionAttributeOverridesTheModule) {
  const Reading r(std::string(kAliases) +
                  "module attributes {\"ttg.num-warps\" = 4 : i32} {\n"
                  "  tt.func @f(%a: tensor<64x64xf16, #blocked>) attributes {noinline = false, "
                  "\"ttg.num-warps\" = 8 : i32} {\n"
                  "    %0 = ttg.convert_layout %a : tensor<64x64xf16, #blocked> -> "
                  "tensor<64x64xf16, #blocked1>\n"
                  "    tt.return\n  }\n}\n");
  ASSERT_TRUE(r.file.errors.empty()) << r.message();
  EXPECT_EQ(r.operation().num_warps, 8U);
}

TEST(TtgirWarps, FunctionAttributeIsReadBehindResultTypes) {
  const Reading r(
      std::string(kAliases) +
      "tt.func @f(%a: tensor<64x64xf16, #blocked>) -> (tensor<64x64xf16, #blocked>, i32) "
      "attributes "
      "{\"ttg.num-warps\" = 8 : i32} {\n"
      "  %0 = ttg.convert_layout %a : tensor<64x64xf16, #blocked> -> tensor<64x64xf16, #blocked1>\n"
      "  tt.return %a, %c : tensor<64x64xf16, #blocked>, i32\n}\n");
  ASSERT_TRUE(r.file.errors.empty()) << r.place() << r.message();
  EXPECT_EQ(r.operation().num_warps, 8U);
}

TEST(TtgirWarps, EachTypeAndNumberOfWarpsIsOneUse) {
  const Reading r(
      in_function("    %0 = ttg.convert_layout %x : tensor<64x64xf16, #blocked> -> "
                  "tensor<64x64xf16, #blocked1>\n"
                  "    %1 = ttg.convert_layout %x : tensor<64x64xf16, #blocked> -> "
                  "tensor<64x64xf16, #blocked1>"));
  const auto& uses = r.file.modules.at(0).uses;
  ASSERT_EQ(uses.size(), 3U);
  EXPECT_EQ(uses[0].op, "tt.func");
  EXPECT_EQ(uses[0].line, 6U);
  EXPECT_EQ(uses[2].op, "ttg.convert_layout");
  EXPECT_EQ(uses[2].line, 7U);
  EXPECT_EQ(r.text.substr(uses[2].offset, 27), "tensor<64x64xf16, #blocked1");
}

}  // namespace
}  // namespace tileproof::ttgir
