// Types are one if they say the same, however they are written.
#include "encodings/ttgir/spellings.hpp"

#include <gtest/gtest.h>

#include "encodings/ttgir/aliases.hpp"
#include "encodings/ttgir/reader.hpp"

namespace tileproof {
namespace {

using ttgir::Aliases;
using ttgir::Spellings;

TEST(Spellings, OfWhatIsSpelledSoIsTheTextItself) {
  Spellings spellings;
  const std::string_view text = "(i32, !foo.bar<{a = \"x  y\"}>) -> !tt.ptr<f16, 3>";
  EXPECT_EQ(spellings.of(text, {}).data(), text.data());
}

TEST(Spellings, LeaveOutWhatMeansNothing) {
  Spellings spellings;
  EXPECT_EQ(spellings.of("!tt.ptr< f16,1>", {}), "!tt.ptr<f16>");
  EXPECT_EQ(spellings.of("!tt.ptr <!tt.ptr<f16\n, 1 > , 1>", {}), "!tt.ptr<!tt.ptr<f16>>");
  EXPECT_EQ(spellings.of("( i32 ,i32)->\t(f16 )", {}), "(i32, i32) -> (f16)");
  EXPECT_EQ(spellings.of("!foo.bar<{a=\"x  y\"}, b  c>", {}), "!foo.bar<{a = \"x  y\"}, b c>");
}

TEST(Spellings, KeepWhatMeansSomething) {
  Spellings spellings;
  EXPECT_NE(spellings.of("!foo.bar<b c>", {}), spellings.of("!foo.bar<bc>", {}));
  EXPECT_NE(spellings.of("!foo.bar<f16, 1>", {}), spellings.of("!foo.bar<f16>", {}));
  EXPECT_NE(spellings.of("!tt.ptr<f16, 3>", {}), spellings.of("!tt.ptr<f16>", {}));
  EXPECT_NE(spellings.of("!foo.bar<\"a b\">", {}), spellings.of("!foo.bar<\"ab\">", {}));
}

TEST(Spellings, WriteAliasesOut) {
  Aliases aliases;
  aliases.define_type("half", {false, {}, "f16"});
  Spellings spellings;
  EXPECT_EQ(spellings.of("!tt.ptr<!half>", aliases), "!tt.ptr<f16>");
  EXPECT_EQ(spellings.of("!tt.ptr<!half.x>", aliases), "!tt.ptr<!half.x>");
}

TEST(Spellings, OutliveTheirMove) {
  Spellings spellings;
  const auto spelled = spellings.of("! tt.ptr", {});
  const Spellings moved = std::move(spellings);
  EXPECT_EQ(spelled, "!tt.ptr");
}

// How many types have parameters with these types?
std::size_t types_of(const std::string& one, const std::string& other) {
  const std::string text =
      "!half = f16\n!p = !tt.ptr<f16>\n"
      "#blocked = #ttg.blocked<{sizePerThread = [1], threadsPerWarp = [32], warpsPerCTA = [4], "
      "order = [0]}>\n"
      "#again = #ttg.blocked<{sizePerThread = [1], threadsPerWarp = [32], warpsPerCTA = [4], "
      "order = [0]}>\n"
      "#shared = #ttg.swizzled_shared<{vec = 1, perPhase = 1, maxPhase = 1, order = [0]}>\n"
      "#smem = #ttg.shared_memory\n"
      "module attributes {\"ttg.num-warps\" = 4 : i32, ttg.target = \"cuda:90\"} {\n"
      "tt.func @f(%a: " +
      one + ", %b: " + other + ") { tt.return }\n}\n";
  const auto file = ttgir::read(text);
  EXPECT_TRUE(file.errors.empty()) << file.errors.front().message;
  EXPECT_EQ(file.modules.size(), 1U);
  const auto& module = file.modules.at(0);
  EXPECT_GE(module.values.size(), 2U);
  EXPECT_EQ(module.values[0].type == module.values[1].type, module.types.size() == 1);
  return module.types.size();
}

TEST(TtgirTypes, ThatSayTheSameAreOne) {
  EXPECT_EQ(types_of("!tt.ptr<f16>", "!tt.ptr< f16, 1>"), 1U);
  EXPECT_EQ(types_of("!tt.ptr<f16>", "!p"), 1U);
  EXPECT_EQ(types_of("!tt.ptr<!half>", "!p"), 1U);
  EXPECT_EQ(types_of("tensor<128xf16, #blocked>", "tensor < 128 x f16,#again>"), 1U);
  EXPECT_EQ(types_of("tensor<128x!p, #blocked>", "tensor<128x!tt.ptr<f16 >, #blocked>"), 1U);
  EXPECT_EQ(types_of("!ttg.memdesc<128xf16, #shared, #smem>",
                     "!ttg.memdesc<128x!half, #shared,#ttg.shared_memory, 128>"),
            1U);
  EXPECT_EQ(
      types_of("!tt.tensordesc<tensor<128xf16, #shared>>", "!tt.tensordesc< 128xf16,#shared>"), 1U);
}

TEST(TtgirTypes, ThatSayOtherThingsAreTwo) {
  EXPECT_EQ(types_of("!tt.ptr<f16>", "!tt.ptr<f16, 3>"), 2U);
  EXPECT_EQ(types_of("!tt.ptr<f16>", "!tt.ptr<bf16>"), 2U);
  EXPECT_EQ(types_of("tensor<128xf16, #blocked>", "tensor<128xf16>"), 2U);
  EXPECT_EQ(types_of("tensor<128xf16, #blocked>", "tensor<128xi16, #blocked>"), 2U);
  EXPECT_EQ(types_of("tensor<128xf16, #blocked>", "tensor<64xf16, #blocked>"), 2U);
  EXPECT_EQ(types_of("!ttg.memdesc<128xf16, #shared, #smem>",
                     "!ttg.memdesc<128xf16, #shared, #smem, mutable>"),
            2U);
  EXPECT_EQ(types_of("!ttg.memdesc<128xf16, #shared, #smem>",
                     "!ttg.memdesc<128xf16, #shared, #smem, 256>"),
            2U);
  EXPECT_EQ(types_of("!tt.tensordesc<tensor<128xf16>>", "!ttng.tensordesc_im2col<tensor<128xf16>>"),
            2U);
}

}  // namespace
}  // namespace tileproof
