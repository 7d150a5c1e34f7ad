// Which attribute is it, and what does it say?  Attributes that contain others are read here, since
// their parents may be aliases; the others in the files of their families.
#include <algorithm>
#include <array>

#include "encodings/triton/dictionary.hpp"
#include "encodings/triton/layout.hpp"

namespace tileproof::triton {
namespace {

constexpr std::array<std::string_view, 16> kMnemonics = {"blocked",
                                                         "slice",
                                                         "dot_op",
                                                         "nvidia_mma",
                                                         "amd_mfma",
                                                         "amd_wmma",
                                                         "linear",
                                                         "generic_linear",
                                                         "shared",
                                                         "swizzled_shared",
                                                         "amd_rotating_shared",
                                                         "nvmma_shared",
                                                         "padded_shared",
                                                         "shared_linear",
                                                         "partitioned_shared",
                                                         "tensor_memory_encoding"};
constexpr std::string_view kScales = "tensor_memory_scales_encoding";

// Where an attribute's own text starts, for errors about the whole of it.
struct Reader {
  mlir::Cursor& cursor;
  const AliasTable& aliases;
  std::size_t start;

  LayoutPtr checked(Layout::Variant encoding) {
    if (cursor.failed()) return nullptr;
    const auto error = std::visit([](const auto& e) { return check(e); }, encoding);
    if (error) {
      cursor.fail_at(start, error->code, error->message);
      return nullptr;
    }
    if (const auto rank_error = check_rank(encoding)) {
      cursor.fail_at(start, rank_error->code, rank_error->message);
      return nullptr;
    }
    return std::make_shared<const Layout>(std::move(encoding));
  }

  static std::optional<Error> check_rank(const Layout::Variant& encoding) {
    const std::size_t found = std::visit([](const auto& e) { return rank(e); }, encoding);
    if (found <= kMaxRank) return std::nullopt;
    return Error{ErrorCode::kInvalid,
                 "layouts of rank " + std::to_string(found) + " are not supported; the most is " +
                     std::to_string(kMaxRank)};
  }

  template <typename T>
  LayoutPtr family(T encoding = {}) {
    if (!parse(cursor, encoding)) return nullptr;
    return checked(std::move(encoding));
  }

  LayoutPtr slice() {
    Slice e;
    if (!cursor.expect('<')) return nullptr;
    Dictionary dictionary(cursor, "slice");
    auto read_parent = [&](mlir::Cursor& in) { e.parent = parse_layout(in, aliases); };
    const Key keys[] = {{"dim", &e.dim, kRequired}, {"parent", &read_parent, kRequired}};
    if (!dictionary.read(keys) || !cursor.expect('>')) return nullptr;
    return checked(std::move(e));
  }

  LayoutPtr dot_operand() {
    DotOperand e;
    LayoutPtr parent;
    if (!cursor.expect('<')) return nullptr;
    Dictionary dictionary(cursor, "dot_op");
    auto read_parent = [&](mlir::Cursor& in) { parent = parse_layout(in, aliases); };
    const Key keys[] = {{"opIdx", &e.op_idx, kRequired},
                        {"kWidth", &e.k_width},
                        {"parent", &read_parent, kRequired}};
    if (!dictionary.read(keys) || !cursor.expect('>')) return nullptr;
    if (const auto* blocked = parent->as<Blocked>()) {
      e.parent = *blocked;
    } else if (const auto* mma = parent->as<NvidiaMma>()) {
      e.parent = *mma;
    } else if (const auto* mfma = parent->as<AmdMfma>()) {
      e.parent = *mfma;
    } else if (const auto* wmma = parent->as<AmdWmma>()) {
      e.parent = *wmma;
    } else {
      cursor.fail_at(start,
                     ErrorCode::kInvalid,
                     "ttg.dot_op unexpected parent layout: " + std::string(mnemonic(*parent)));
      return nullptr;
    }
    return checked(std::move(e));
  }

  LayoutPtr partitioned() {
    PartitionedShared e;
    LayoutPtr inner;
    if (!cursor.expect('<')) return nullptr;
    Dictionary dictionary(cursor, "partitioned_shared");
    auto read_inner = [&](mlir::Cursor& in) { inner = parse_layout(in, aliases); };
    const Key keys[] = {{"numPartitions", &e.partitions, kRequired},
                        {"numGroups", &e.groups, kRequired},
                        {"partitionDim", &e.dim, kRequired},
                        {"partitionLayout", &read_inner, kRequired}};
    if (!dictionary.read(keys) || !cursor.expect('>')) return nullptr;
    if (const auto* swizzled = inner->as<SwizzledShared>()) {
      e.inner = *swizzled;
    } else if (const auto* nvmma = inner->as<NvmmaShared>()) {
      e.inner = *nvmma;
    } else if (const auto* padded = inner->as<PaddedShared>()) {
      e.inner = *padded;
    } else if (const auto* linear = inner->as<SharedLinear>()) {
      e.inner = *linear;
    } else {
      cursor.fail_at(start,
                     ErrorCode::kInvalid,
                     "partitionLayout must be a shared layout that is not partitioned itself, "
                     "not " +
                         std::string(mnemonic(*inner)));
      return nullptr;
    }
    return checked(std::move(e));
  }

  // `shared` of Triton 3.0 to 3.2, which became swizzled_shared, or nvmma_shared if it has a
  // leading offset: vec is then a 16-byte group and tells the element's width.
  LayoutPtr old_shared() {
    SwizzledShared e;
    bool has_leading_offset = false;
    if (!parse(cursor, e, &has_leading_offset)) return nullptr;
    if (!has_leading_offset) return checked(std::move(e));
    if (const auto error = check(e)) {
      cursor.fail_at(start, error->code, error->message);
      return nullptr;
    }
    if (e.per_phase * e.max_phase != 8 || 128 % e.vec != 0) {
      cursor.fail_at(start,
                     ErrorCode::kInvalid,
                     "shared with a leading offset needs perPhase * maxPhase = 8 and a vec of 16 "
                     "bytes");
      return nullptr;
    }
    NvmmaShared nvmma;
    nvmma.swizzle_bytes = 128 / e.per_phase;
    nvmma.transposed = e.order[0] == 0 && e.order.size() > 1;
    nvmma.element_bits = 128 / e.vec;
    nvmma.cga = e.cga;
    return checked(std::move(nvmma));
  }

  LayoutPtr named(std::string_view name) {
    if (name == "blocked") return family<Blocked>();
    if (name == "slice") return slice();
    if (name == "dot_op") return dot_operand();
    if (name == "nvidia_mma") return family<NvidiaMma>();
    if (name == "amd_mfma") return family<AmdMfma>();
    if (name == "amd_wmma") return family<AmdWmma>();
    if (name == "linear" || name == "generic_linear") {
      Linear e;
      e.is_generic = name == "generic_linear";
      return family(std::move(e));
    }
    if (name == "swizzled_shared" || name == "amd_rotating_shared") {
      SwizzledShared e;
      e.is_rotating = name == "amd_rotating_shared";
      return family(std::move(e));
    }
    if (name == "shared") return old_shared();
    if (name == "nvmma_shared") return family<NvmmaShared>();
    if (name == "padded_shared") return family<PaddedShared>();
    if (name == "shared_linear") return family<SharedLinear>();
    if (name == "partitioned_shared") return partitioned();
    if (name == "tensor_memory_encoding") return family<TensorMemory>();
    if (name == kScales) return family<TensorMemoryScales>();
    cursor.fail_at(
        start, ErrorCode::kUnsupported, "'" + std::string(name) + "' is no layout of Triton");
    return nullptr;
  }
};

}  // namespace

bool is_layout_mnemonic(std::string_view name) {
  return name == kScales ||
         std::find(kMnemonics.begin(), kMnemonics.end(), name) != kMnemonics.end();
}

LayoutPtr parse_layout(mlir::Cursor& cursor, const AliasTable& aliases) {
  cursor.skip_space();
  const auto start = cursor.offset();
  if (!cursor.expect('#')) return nullptr;
  const auto name = cursor.alias_name();
  const auto dot = name.rfind('.');
  if (dot == std::string_view::npos || cursor.peek() != '<') {
    const auto alias = aliases.find(name);
    if (alias != aliases.end()) return alias->second;
    cursor.fail_at(
        start, ErrorCode::kSyntax, "attribute alias '#" + std::string(name) + "' is not defined");
    return nullptr;
  }
  const auto dialect = name.substr(0, dot);
  const bool is_tensor_memory = name.substr(dot + 1).starts_with("tensor_memory");
  if (is_tensor_memory ? dialect != "ttng" && dialect != "triton_nvidia_gpu"
                       : dialect != "ttg" && dialect != "triton_gpu") {
    cursor.fail_at(
        start, ErrorCode::kUnsupported, "'#" + std::string(name) + "' is no layout of Triton");
    return nullptr;
  }
  if (!cursor.enter()) return nullptr;
  LayoutPtr layout = Reader{cursor, aliases, start}.named(name.substr(dot + 1));
  cursor.leave();
  return layout;
}

Result<LayoutPtr> parse_layout(std::string_view text) {
  mlir::Cursor cursor(text);
  LayoutPtr layout = parse_layout(cursor, {});
  if (!cursor.failed() && !cursor.at_end()) {
    cursor.fail(ErrorCode::kSyntax, "text after the attribute: " + cursor.found());
  }
  if (!cursor.failed()) return layout;
  const auto at = mlir::line_column(text, cursor.error().offset);
  return Error{cursor.error().code,
               (at.line > 1 ? "line " + std::to_string(at.line) + ", " : "") + "column " +
                   std::to_string(at.column) + ": " + cursor.error().message};
}

}  // namespace tileproof::triton
