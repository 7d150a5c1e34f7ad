// The operations that are known, in all their forms, and the text around them that must not
// confuse.
#include <gtest/gtest.h>

#include "tests/encodings/ttgir/reading.hpp"

namespace tileproof::ttgir {
namespace {

using test::in_function;
using test::Reading;

// One operation in one line, and what is expected of it: "types of its operands -> types of its
// results", where T is the tensor below, M the memdesc and - no type.
struct Form {
  const char* name;
  const char* text;
  OpKind kind;
  const char* types;
};
class TtgirForm : public testing::TestWithParam<Form> {};

std::string expand(std::string text) {
  const std::pair<const char*, const char*> kTypes[] = {
      {"$T", "tensor<64x64xf16, #blocked>"},
      {"$U", "tensor<64x64xf16, #blocked1>"},
      {"$M", "!ttg.memdesc<64x64xf16, #shared, #smem, mutable>"},
      {"$P", "tensor<64x64x!tt.ptr<f16>, #blocked>"},
      {"$E", "<64x64xf16, #shared, #smem, mutable>"},
  };
  for (const auto& [letter, type] : kTypes) {
    for (auto at = text.find(letter); at != std::string::npos; at = text.find(letter)) {
      text.replace(at, 2, type);
    }
  }
  return text;
}

TEST_P(TtgirForm, IsRead) {
  const Reading r(in_function(expand(GetParam().text)));
  ASSERT_TRUE(r.file.errors.empty()) << r.place() << " " << r.message();
  ASSERT_EQ(r.operations().size(), 1U);
  const auto& operation = r.operation();
  EXPECT_EQ(operation.kind, GetParam().kind);
  EXPECT_EQ(operation.line, 7U);
  EXPECT_EQ(r.text.substr(operation.offset, operation.name.size()), operation.name);
  std::string types;
  for (const auto& operand : operation.operands) types += r.text_of(operand.type) + " ";
  types += "->";
  for (const auto type : operation.results) types += " " + r.text_of(type);
  EXPECT_EQ(types, expand(GetParam().types));
}

INSTANTIATE_TEST_SUITE_P(
    All,
    TtgirForm,
    testing::Values(
        Form{"Convert",
             "%0 = ttg.convert_layout %x : $T -> $U loc(#loc3)",
             OpKind::kConvertLayout,
             "$T -> $U"},
        Form{"ConvertWithAttributes",
             "%0 = ttg.convert_layout %x {a.b = {c = \"}\"}, d} : $T -> $U",
             OpKind::kConvertLayout,
             "$T -> $U"},
        Form{"ConvertOld",
             "%0 = triton_gpu.convert_layout %x : $T -> $U",
             OpKind::kConvertLayout,
             "$T -> $U"},
        Form{"ConvertGeneric",
             "%0 = \"ttg.convert_layout\"(%x) <{p = 1 : i32}> {q} : ($T) -> $U",
             OpKind::kConvertLayout,
             "$T -> $U"},
        Form{"ConvertOverLines",
             "%0 = ttg.convert_layout\n %x\n :\n $T\n ->\n $U",
             OpKind::kConvertLayout,
             "$T -> $U"},
        Form{"Load", "%0 = ttg.local_load %m : $M -> $T", OpKind::kLocalLoad, "$M -> $T"},
        Form{"LoadWithToken",
             "%0 = ttg.local_load %m token %t : $M -> $T",
             OpKind::kLocalLoad,
             "$M - -> $T"},
        Form{"LoadOld", "%0 = triton_gpu.local_load %m : $M -> $T", OpKind::kLocalLoad, "$M -> $T"},
        Form{"LoadWithoutResult", "ttg.local_load %m : $M -> $T", OpKind::kLocalLoad, "$M -> $T"},
        Form{"Store", "ttg.local_store %x, %m : $T -> $M", OpKind::kLocalStore, "$T $M ->"},
        Form{"StoreGeneric",
             "\"ttg.local_store\"(%x, %m) : ($T, $M) -> ()",
             OpKind::kLocalStore,
             "$T $M ->"},
        Form{"Alloc", "%0 = ttg.local_alloc : () -> $M", OpKind::kLocalAlloc, "-> $M"},
        Form{"AllocWithAttributes",
             "%0 = ttg.local_alloc {allocation.offset = 0 : i32} : () -> $M",
             OpKind::kLocalAlloc,
             "-> $M"},
        Form{"AllocWithSource",
             "%0 = ttg.local_alloc %x : ($T) -> $M",
             OpKind::kLocalAlloc,
             "$T -> $M"},
        Form{"AllocWithoutParentheses",
             "%0 = triton_gpu.local_alloc %x : $T -> $M",
             OpKind::kLocalAlloc,
             "$T -> $M"},
        Form{"Dealloc", "ttg.local_dealloc %m : $M", OpKind::kLocalDealloc, "$M ->"},
        Form{"Index",
             "%0 = ttg.memdesc_index %m[%i] : $M -> $M",
             OpKind::kMemdescIndex,
             "$M - -> $M"},
        Form{"Subview",
             "%0 = triton_gpu.memdesc_subview %m[%i, %j] : $M -> $M",
             OpKind::kMemdescSubview,
             "$M - - -> $M"},
        Form{"Subslice",
             "%0 = ttg.memdesc_subslice %m [0, 32] : $M -> $M",
             OpKind::kMemdescSubslice,
             "$M -> $M"},
        Form{"Trans",
             "%0 = ttg.memdesc_trans %m {order = array<i32: 1, 0>} : $M -> $M",
             OpKind::kMemdescTrans,
             "$M -> $M"},
        Form{"Reshape",
             "%0 = ttg.memdesc_reshape %m : $M -> $M",
             OpKind::kMemdescReshape,
             "$M -> $M"},
        Form{"Reinterpret",
             "%0 = ttg.memdesc_reinterpret %m : $M -> $M",
             OpKind::kMemdescReinterpret,
             "$M -> $M"},
        Form{"AsyncCopy",
             "%0 = ttg.async_copy_global_to_local %p, %m mask %k other %o {contiguity = 8 : i32} : "
             "$P -> $E",
             OpKind::kAsyncCopyGlobalToLocal,
             "$P $M - - ->"},
        Form{"AsyncCopyQualified",
             "%0 = triton_gpu.async_copy_global_to_local %p, %m : $P -> $M",
             OpKind::kAsyncCopyGlobalToLocal,
             "$P $M ->"},
        Form{"BufferLoad",
             "%0 = amdg.buffer_load_to_local %p[%i] mask = %k into %m : <f16>[$T] -> $E",
             OpKind::kBufferLoadToLocal,
             "!tt.ptr<f16> $T - $M ->"},
        Form{"TmemAlloc",
             "%0, %1 = ttng.tmem_alloc %x : ($T) -> ($M, !ttg.async.token)",
             OpKind::kTmemAlloc,
             "$T -> $M"},
        Form{"TmemLoad",
             "%0, %1 = ttng.tmem_load %m[%t] : $M -> $T",
             OpKind::kTmemLoad,
             "$M - -> $T"},
        Form{"TmemStore",
             "%0 = ttng.tmem_store %x, %m[%t], %true : $T -> $M",
             OpKind::kTmemStore,
             "$T $M - - ->"},
        Form{
            "TmemCopy", "ttng.tmem_copy %m, %n, %b : $M, $M, $M", OpKind::kTmemCopy, "$M $M $M ->"},
        Form{"TmemSubslice",
             "%0 = ttng.tmem_subslice %m {N = 0 : i32} : $M -> $M",
             OpKind::kTmemSubslice,
             "$M -> $M"},
        Form{"TmemOld", "ttng.tmem_copy %m, %n : $M, $M", OpKind::kTmemCopy, "$M $M ->"},
        Form{"Other", "ttng.wait_barrier %m, %i : $M", OpKind::kBarrier, "$M - ->"}),
    [](const auto& param) { return std::string(param.param.name); });

TEST(TtgirOperation, OrderOfTransposeIsRead) {
  const Reading r(in_function(
      expand("%0 = ttg.memdesc_trans %m {order=array<i32: 1,0>} : $M -> $M\n"
             "%1 = ttg.memdesc_trans %m {order = [0 : i32, 1 : i32]} : $M -> $M\n"
             "%2 = \"ttg.memdesc_trans\"(%m) <{order = array<i32: 1, 0>}> : ($M) -> $M")));
  std::vector<std::vector<std::int64_t>> orders;
  const Module& module = r.file.modules.at(0);
  for (const Operation& op : module.operations) {
    if (op.kind() != OpKind::kMemdescTrans) continue;
    orders.push_back(integers(module.attribute(op, "order").value()));
  }
  EXPECT_EQ(orders, (std::vector<std::vector<std::int64_t>>{{1, 0}, {0, 1}, {1, 0}}));
}

TEST(TtgirOperation, OtherOperationsListTheirTypesInOrder) {
  const Reading r(in_function(expand("%0 = ttng.warp_group_dot %x, %m, %y : $T * $M -> $U")));
  std::vector<std::string> types;
  for (const auto type : r.operation().written) types.push_back(r.text_of(type));
  EXPECT_EQ(types, (std::vector<std::string>{expand("$T"), expand("$M"), expand("$U")}));
}

TEST(TtgirOperation, KnownOperationWithoutItsTypesIsAnError) {
  const Reading r(
      in_function("    %0 = ttg.convert_layout %x\n    %1 = ttg.local_load %m : i32 -> i32"));
  ASSERT_EQ(r.file.errors.size(), 2U);
  EXPECT_EQ(r.place(0), "7:10");
  EXPECT_EQ(r.message(0), "ttg.convert_layout: the type of its source is not a tensor");
  EXPECT_EQ(r.place(1), "8:10");
}

TEST(TtgirText, StringsWithBracketsAndTypesAreSkipped) {
  const Reading r(in_function(
      expand("    %0 = tt.elementwise_inline_asm \"{ tensor<3x5xf32, #nope> \\\" } ((\" "
             "{constraints = \"=r,r}\", packed_element = 1 : i32} %x : $T -> $T\n"
             "    tt.print \" x: {tensor<\" {hex = false, isSigned = array<i32: 0>} : %0 : $T\n"
             "    %1 = ttg.convert_layout %0 : $T -> $U")));
  ASSERT_TRUE(r.file.errors.empty()) << r.message();
  EXPECT_EQ(r.operation().kind, OpKind::kConvertLayout);
  EXPECT_EQ(r.operation().line, 9U);
}

TEST(TtgirText, LocationsOfEveryFormAreSkipped) {
  const Reading r(in_function(
      expand("    %0 = ttg.convert_layout %x : $T -> $U loc(\"a)(\"(\"f.py\":3:4 at "
             "callsite(\"g\"(#loc) at unknown)))\n"
             "    %1 = ttg.convert_layout %x : $T -> $U loc(fused<\"p\">[\"a.py\":1:2, #loc1])\n"
             "    %2 = ttg.convert_layout %x : $T -> $U loc(unknown)")));
  ASSERT_TRUE(r.file.errors.empty()) << r.message();
  EXPECT_EQ(r.operations().size(), 3U);
}

TEST(TtgirText, CommentsAreSkipped) {
  const Reading r(
      in_function(expand("    // %9 = ttg.convert_layout ((( \"\n    %0 = ttg.convert_layout %x // "
                         "{ \"\n : $T -> $U // )")));
  ASSERT_TRUE(r.file.errors.empty()) << r.message();
  EXPECT_EQ(r.operation().line, 8U);
}

TEST(TtgirText, OneLineHoldsAWholeFile) {
  auto text =
      in_function(expand("    %0 = ttg.convert_layout %x : $T -> $U loc(#loc1)\n    "
                         "ttg.local_store %x, %m : $T -> $M\n"
                         "    %1:2 = scf.if %c -> (i32, i32) { scf.yield %a, %a : i32, i32 } else "
                         "{ scf.yield %a, %a : i32, i32 }\n"
                         "    %2 = ttg.local_load %m : $M -> $T"));
  for (auto& c : text.replace(0, test::kAliases.size(), "")) {
    if (c == '\n') c = ' ';
  }
  const Reading r(std::string(test::kAliases) + text);
  ASSERT_TRUE(r.file.errors.empty()) << r.place() << r.message();
  EXPECT_EQ(r.operations().size(), 3U);
}

TEST(TtgirText, RegionsOfLoopsReductionsAndGenericOperationsAreRead) {
  const Reading r(in_function(
      expand("    %0:2 = scf.for %i = %lb to %ub step %c iter_args(%a = %x, %n = %k) -> ($T, i32)  "
             ": i32 {\n"
             "      %1 = ttg.convert_layout %a : $T -> $U\n"
             "      scf.yield %a, %n : $T, i32\n"
             "    } {tt.num_stages = 2 : i32} loc(#loc)\n"
             "    %2 = \"tt.reduce\"(%0#0) <{axis = 1 : i32}> ({\n"
             "    ^bb0(%p: f16 loc(callsite(#loc at #loc1)), %q: f16):\n"
             "      %3 = arith.addf %p, %q : f16\n"
             "      tt.reduce.return %3 : f16\n"
             "    }) : ($T) -> tensor<64xf16, #ttg.slice<{dim = 1, parent = #blocked}>>\n"
             "    scf.while (%w = %x) : ($T) -> $T {\n"
             "      scf.condition(%c) %w : $T\n"
             "    } do {\n"
             "    ^bb0(%v: $T):\n"
             "      %4 = ttg.convert_layout %v : $T -> $U\n"
             "      scf.yield %v : $T\n"
             "    }\n"
             "    cf.cond_br %c, ^bb1(%x : $T), ^bb2\n"
             "  ^bb1(%b: $T):  // pred: ^bb0\n"
             "    %5 = ttg.convert_layout %b : $T -> $U\n"
             "    cf.br ^bb2\n"
             "  ^bb2:\n"
             "    %6 = ttg.convert_layout %x : $T -> $U")));
  ASSERT_TRUE(r.file.errors.empty()) << r.place() << r.message();
  ASSERT_EQ(r.operations().size(), 4U);
  for (const auto& operation : r.operations()) {
    EXPECT_EQ(operation.operands.at(0).definition.type, operation.operands[0].type)
        << operation.line;
  }
}

TEST(TtgirText, TypesInAttributesAndConstantsAreUses) {
  const Reading r(
      in_function("    %0 = \"arith.constant\"() <{value = dense<\"0x00FF\"> : tensor<8x8xi8, "
                  "#blocked1>}> : () -> tensor<8x8xi8, #blocked1>\n"
                  "    %1 = arith.constant dense<[[1, -2]]> : tensor<1x2xi8, #blocked>"));
  ASSERT_TRUE(r.file.errors.empty()) << r.message();
  EXPECT_EQ(r.use_texts().back(), "tensor<1x2xi8, #blocked>");
  EXPECT_EQ(r.use_texts().size(), 4U);
}

}  // namespace
}  // namespace tileproof::ttgir
