// Tensor and memory descriptor types, and the rules that they must keep.
#include <gtest/gtest.h>

#include "tests/encodings/ttgir/reading.hpp"

namespace tileproof::ttgir {
namespace {

using test::kAliases;
using test::Reading;

// The type stands on line 5 from column 28 on.
std::string with_type(std::string_view type) {
  return std::string(kAliases) + "tt.func private @f(%a:     " + std::string(type) + ")\n";
}

struct Width {
  const char* element;
  unsigned bits;
};
class TtgirElement : public testing::TestWithParam<Width> {};

TEST_P(TtgirElement, HasItsWidth) {
  const Reading r(with_type("tensor<64x64x" + std::string(GetParam().element) + ", #blocked>"));
  ASSERT_TRUE(r.file.errors.empty()) << r.message();
  EXPECT_EQ(r.type(0).element_bits, GetParam().bits);
  EXPECT_EQ(r.type(0).element, GetParam().element);
}

INSTANTIATE_TEST_SUITE_P(All,
                         TtgirElement,
                         testing::Values(Width{"i1", 1},
                                         Width{"i8", 8},
                                         Width{"i64", 64},
                                         Width{"index", 64},
                                         Width{"f16", 16},
                                         Width{"bf16", 16},
                                         Width{"f32", 32},
                                         Width{"f64", 64},
                                         Width{"tf32", 32},
                                         Width{"f8E4M3FN", 8},
                                         Width{"f8E5M2", 8},
                                         Width{"f8E4M3FNUZ", 8},
                                         Width{"f8E5M2FNUZ", 8},
                                         Width{"f8E4M3B11FNUZ", 8},
                                         Width{"f8E8M0FNU", 8},
                                         Width{"f4E2M1FN", 4},
                                         Width{"f6E2M3FN", 6},
                                         Width{"!tt.ptr<f16>", 64},
                                         Width{"!tt.ptr<f8E5M2, 3>", 64},
                                         Width{"!foo.bar", 0}),
                         [](const auto& param) {
                           std::string name;
                           for (const char* c = param.param.element; *c != '\0'; ++c) {
                             if (std::isalnum(static_cast<unsigned char>(*c)) != 0) name += *c;
                           }
                           return name;
                         });

TEST(TtgirType, TensorHasShapeAndLayout) {
  const Reading r(with_type("tensor<64x128xf16, #blocked>"));
  ASSERT_TRUE(r.file.errors.empty()) << r.message();
  EXPECT_EQ(r.type(0).kind, Type::Kind::kTensor);
  EXPECT_EQ(r.type(0).shape, (triton::Shape{64, 128}));
  EXPECT_NE(r.type(0).layout, nullptr);
  EXPECT_EQ(r.type(0).encoding, "#blocked");
}

TEST(TtgirType, LayoutMayBeWrittenInPlace) {
  const Reading r(with_type("tensor<64xf16, #ttg.slice<{dim = 1, parent = #blocked}>>"));
  ASSERT_TRUE(r.file.errors.empty()) << r.message();
  EXPECT_NE(r.type(0).layout, nullptr);
  EXPECT_EQ(r.type(0).encoding, "#ttg.slice<{dim = 1, parent = #blocked}>");
}

TEST(TtgirType, MemdescHasSpaceMutabilityAndAllocation) {
  const Reading r(with_type("!ttg.memdesc<32x64xf16, #shared, #smem, mutable, 3x64x64>"));
  ASSERT_TRUE(r.file.errors.empty()) << r.message();
  EXPECT_EQ(r.type(0).kind, Type::Kind::kMemDesc);
  EXPECT_EQ(r.type(0).space, MemorySpace::kShared);
  EXPECT_TRUE(r.type(0).is_mutable);
  EXPECT_EQ(r.type(0).alloc_shape, (triton::Shape{3, 64, 64}));
}

TEST(TtgirType, MemdescWithoutAllocationHasThatOfItsShape) {
  const Reading r(with_type("!ttg.memdesc<64x64xf16, #shared, #ttg.shared_memory>"));
  EXPECT_EQ(r.type(0).alloc_shape, (triton::Shape{64, 64}));
  EXPECT_FALSE(r.type(0).is_mutable);
}

TEST(TtgirType, MemdescNamesTensorMemoryAndClusterMemory) {
  const Reading tensor(
      with_type("!ttg.memdesc<64x64xf32, #foo.bar<x = 1>, #ttng.tensor_memory, mutable>"));
  EXPECT_EQ(tensor.type(0).space, MemorySpace::kTensorMemory);
  const Reading cluster(with_type("!ttg.memdesc<64x64xf32, #shared, #ttng.shared_cluster_memory>"));
  EXPECT_EQ(cluster.type(0).space, MemorySpace::kSharedCluster);
}

TEST(TtgirType, SpaceMayStandBeforeTheAngle) {
  const Reading r(
      "#b = #ttg.blocked <{sizePerThread = [1], threadsPerWarp = [32], warpsPerCTA = [4], order = "
      "[0]}>\n"
      "tt.func private @f(%a: tensor <64xf16, #b>, %b: tensor<64xf32, #ttg.blocked <{sizePerThread "
      "= [1], "
      "threadsPerWarp = [32], warpsPerCTA = [4], order = [0]}>>)\n");
  ASSERT_TRUE(r.file.errors.empty()) << r.place() << r.message();
  EXPECT_NE(r.type(0).layout, nullptr);
  EXPECT_NE(r.type(1).layout, nullptr);
}

TEST(TtgirType, OldMemdescSpellingsAreRead) {
  for (const char* type : {"!tt.memdesc<64x64xf16, #shared>",
                           "!tt.memdesc<64x64xf16, #shared, #triton_gpu.shared_memory, mutable>",
                           "!triton_gpu.memdesc<64x64xf16, #shared, #smem>"}) {
    const Reading r(with_type(type));
    ASSERT_TRUE(r.file.errors.empty()) << type << ": " << r.message();
    EXPECT_EQ(r.type(0).kind, Type::Kind::kMemDesc) << type;
  }
}

TEST(TtgirType, UnknownEncodingIsAUseWithoutLayout) {
  const Reading r(with_type("tensor<64x64xf16, #foo.bar<{a = \"<\", b = #blocked}>>"));
  ASSERT_TRUE(r.file.errors.empty()) << r.message();
  EXPECT_EQ(r.type(0).layout, nullptr);
  EXPECT_EQ(r.type(0).encoding, "#foo.bar<{a = \"<\", b = #blocked}>");
  EXPECT_EQ(r.file.modules[0].uses.size(), 1U);
}

TEST(TtgirType, TensorWithoutEncodingIsNoUse) {
  const Reading r(with_type("tensor<3x5xf16>"));
  EXPECT_TRUE(r.file.errors.empty()) << r.message();
  EXPECT_TRUE(r.file.modules.at(0).uses.empty());
}

TEST(TtgirType, TensorsInsidePointersAndDescriptorsAreNotValues) {
  for (const char* type : {"!tt.ptr<tensor<64x64xf16, #blocked>>",
                           "!tt.tensordesc<tensor<64x64xf16, #shared>>",
                           "!tt.tensordesc<64x64xf16, #shared>"}) {
    const Reading r(with_type(type));
    EXPECT_TRUE(r.file.errors.empty()) << r.message();
    for (const Type& read : r.file.modules.at(0).types) EXPECT_FALSE(read.is_shaped()) << type;
    EXPECT_TRUE(r.file.modules.at(0).uses.empty()) << type;
  }
}

TEST(TtgirType, FirstSizeOfAMemdescMayCountBuffers) {
  const Reading r(with_type("!ttg.memdesc<3x64x64xf16, #shared, #smem, mutable>"));
  EXPECT_TRUE(r.file.errors.empty()) << r.message();
}

struct BadType {
  const char* name;
  const char* text;
  ErrorCode code;
  std::size_t column;
  const char* message;
};
class TtgirBadType : public testing::TestWithParam<BadType> {};

TEST_P(TtgirBadType, IsReportedWhereItIsWrong) {
  const Reading r(
      with_type(GetParam().text) +
      "tt.func @g(%a: tensor<64x64xf16, #blocked>) {\n"
      "  %0 = ttg.convert_layout %a : tensor<64x64xf16, #blocked> -> tensor<64x64xf16, #blocked1>\n"
      "  tt.return\n}\n");
  ASSERT_EQ(r.file.errors.size(), 1U);
  EXPECT_EQ(r.file.errors[0].code, GetParam().code);
  EXPECT_EQ(r.place(), "5:" + std::to_string(GetParam().column));
  EXPECT_NE(r.message().find(GetParam().message), std::string::npos) << r.message();
  EXPECT_EQ(r.operation().kind, OpKind::kConvertLayout) << "reading goes on behind the error";
}

INSTANTIATE_TEST_SUITE_P(
    All,
    TtgirBadType,
    testing::Values(
        BadType{"NotAPowerOfTwo",
                "tensor<4x5xf16, #blocked>",
                ErrorCode::kShape,
                37,
                "size 5 of dimension 1"},
        BadType{"Zero", "tensor<4x0xf16, #blocked>", ErrorCode::kShape, 37, "size 0"},
        BadType{"ZeroWithoutLayout", "tensor<0x4xf16>", ErrorCode::kShape, 35, "size 0"},
        BadType{"Negative", "tensor<-4x4xf16, #blocked>", ErrorCode::kShape, 35, "size -4"},
        BadType{"SizeOverflow",
                "tensor<99999999999999999999x4xf16, #blocked>",
                ErrorCode::kOverflow,
                35,
                "2^62"},
        BadType{"ProductOverflow",
                "tensor<4294967296x4294967296xf16, #blocked>",
                ErrorCode::kOverflow,
                35,
                "2^62"},
        BadType{"RankTooSmall",
                "tensor<64xf16, #blocked>",
                ErrorCode::kShape,
                43,
                "rank 2 but the shape has rank 1"},
        BadType{"RankTooLarge",
                "tensor<4x4x4xf16, #blocked>",
                ErrorCode::kShape,
                46,
                "rank 2 but the shape has rank 3"},
        BadType{"MemdescRank",
                "!ttg.memdesc<2x2x64x64xf16, #shared, #smem>",
                ErrorCode::kShape,
                56,
                "rank 4"},
        BadType{"MemdescSize",
                "!ttg.memdesc<2x48x64xf16, #shared, #smem>",
                ErrorCode::kShape,
                43,
                "size 48"},
        BadType{"Allocation",
                "!ttg.memdesc<64x64xf16, #shared, #smem, mutable, 32x64>",
                ErrorCode::kShape,
                41,
                "exceeds the allocated 32"},
        BadType{"MissingAlias",
                "tensor<4x4xf16, #nope>",
                ErrorCode::kInvalid,
                44,
                "'#nope' is not defined"},
        BadType{"MissingSpace",
                "!ttg.memdesc<4x4xf16, #shared, #nope>",
                ErrorCode::kInvalid,
                59,
                "'#nope'"},
        BadType{"MissingTypeAlias", "!nope", ErrorCode::kInvalid, 28, "'!nope' is not defined"},
        BadType{"NoElement", "tensor<4x4, #blocked>", ErrorCode::kSyntax, 38, "expected 'x'"},
        BadType{"MemdescWord",
                "!ttg.memdesc<4x4xf16, #shared, #smem, mutably>",
                ErrorCode::kSyntax,
                66,
                "'mutably'"},
        BadType{"ThirdPart",
                "tensor<4x4xf16, #blocked, #shared>",
                ErrorCode::kSyntax,
                52,
                "expected '>'"}),
    [](const auto& param) { return std::string(param.param.name); });

TEST(TtgirType, WrongLayoutIsReportedOnceWhereItIsDefined) {
  const Reading r(
      "#bad = #ttg.swizzled_shared<{vec = 8, perPhase = 1, bogusKey = 8, order = [1, 0]}>\n"
      "#slice = #ttg.slice<{dim = 0, parent = #bad}>\n"
      "tt.func private @f(%a: tensor<4x4xf16, #bad>, %b: tensor<4xf16, #slice>)\n");
  ASSERT_EQ(r.file.errors.size(), 1U) << r.message(1);
  EXPECT_EQ(r.file.errors[0].code, ErrorCode::kUnknownKey);
  EXPECT_EQ(r.place(), "1:53");
}

TEST(TtgirType, SameWrongTextIsReportedOnce) {
  const Reading r(
      std::string(kAliases) +
      "tt.func private @f(%a: tensor<3x4xf16, #blocked>, %b: tensor<3x4xf16, #blocked>)\n");
  EXPECT_EQ(r.file.errors.size(), 1U);
}

TEST(TtgirType, NoMoreThanAHundredErrorsAreKept) {
  std::string text(kAliases);
  text += "tt.func private @f(";
  for (int i = 0; i < 1000; ++i) {
    text += (i == 0 ? "%a" : ", %a") + std::to_string(i) + ": tensor<" + std::to_string(2 * i + 3) +
            "x4xf16, #blocked>";
  }
  const Reading r(text + ")\n");
  ASSERT_EQ(r.file.errors.size(), 101U);
  EXPECT_EQ(r.message(100), "and 900 more errors");
}

TEST(TtgirType, SameTextIsOneType) {
  const Reading r(std::string(kAliases) +
                  "tt.func private @f(%a: tensor<4x4xf16, #blocked>, %b: tensor<4x4xf16, "
                  "#blocked>, %c: tensor<4x4xf16>)\n");
  EXPECT_EQ(r.file.modules.at(0).types.size(), 2U);
}

}  // namespace
}  // namespace tileproof::ttgir
