#include "encodings/triton/tensor_memory.hpp"

#include <algorithm>

#include "encodings/triton/attribute_text.hpp"
#include "encodings/triton/dictionary.hpp"

namespace tileproof::triton {
namespace {

const Name kDim0 = Name::dim(0);
const Name kDim1 = Name::dim(1);

// A product of one-dimensional pieces; the first that fails is the product's error.
class Product {
 public:
  Product& identity(Word count, Name in, Name out) {
    return times(LinearLayout::identity_1d(count, in, out));
  }
  Product& zeros(Word count, Name in, Name out) {
    return times(LinearLayout::zeros_1d(count, in, out));
  }
  Product& times(const Result<LinearLayout>& factor) {
    if (!result_) return *this;
    if (!factor) {
      result_ = factor.error();
    } else {
      result_ = product(*result_, *factor);
    }
    return *this;
  }
  [[nodiscard]] const Result<LinearLayout>& result() const { return result_; }
  [[nodiscard]] Word covered(Name out) const {
    return result_ && result_->has_out(out) ? result_->out_size(out) : 1;
  }

 private:
  Result<LinearLayout> result_ = LinearLayout();
};

Result<LinearLayout> cga_layout(const CgaLayout& cga) {
  NamedBases block{kBlock, {}};
  for (const Dims& basis : cga.bases) block.bases.emplace_back(basis.begin(), basis.end());
  const OutDim outs[] = {{kDim0, cga.split(0)}, {kDim1, cga.split(1)}};
  return LinearLayout::make(std::span<const NamedBases>(&block, 1), outs);
}

// Row and column bases as they stand in the layout, to be put together anew.
Result<LinearLayout> with_bases(const std::vector<std::vector<Word>>& rows,
                                const std::vector<std::vector<Word>>& cols,
                                const std::vector<OutDim>& outs) {
  const std::vector<NamedBases> ins{{kRow, rows}, {kCol, cols}};
  return LinearLayout::make(ins, outs);
}

std::vector<std::vector<Word>> bases_of(const LinearLayout& layout, Name in) {
  std::vector<std::vector<Word>> bases;
  for (unsigned bit = 0; bit < layout.in_bits(in); ++bit) {
    bases.push_back({layout.basis(in, bit, kDim0), layout.basis(in, bit, kDim1)});
  }
  return bases;
}

// One CTA's blocks, for the tensor part that it holds.
Result<LinearLayout> blocks(const TensorMemory& e, Word block_m, const Shape& shape) {
  const Word block_n = std::min(e.block_n, shape[1]);
  Product tile;
  if (e.cta_mode == CtaMode::kTwoCtaRhs) {
    tile.identity(block_m, kRow, kDim0).identity(block_n / 2, kCol, kDim1);
    tile.identity(2, kRow, kDim1);
  } else {
    tile.zeros(e.col_stride, kCol, kDim1);
    if (e.fp4_padded) tile.zeros(2, kCol, kDim1);
    const bool interleaved =
        block_m == 64 && !e.halves_columns() && e.cta_mode == CtaMode::kDefault;
    tile.identity(interleaved ? 16 : block_m, kRow, kDim0).identity(block_n, kCol, kDim1);
    if (!tile.result()) return tile.result();
    auto rows = bases_of(*tile.result(), kRow);
    auto cols = bases_of(*tile.result(), kCol);
    std::vector<OutDim> outs{{kDim0, block_m}, {kDim1, block_n}};
    if (interleaved) {
      std::vector<Word> beside{0, 0};
      if (shape[0] > block_m) {
        beside[0] = 64;
        outs[0].size = 128;
      } else if (shape[1] > block_n) {
        beside[1] = block_n;
        outs[1].size = 2 * block_n;
      }
      rows.push_back(beside);
      rows.push_back({16, 0});
      rows.push_back({32, 0});
    } else if (e.cta_mode == CtaMode::kTwoCtaLhs) {
      rows.push_back({0, 0});
    } else if (e.halves_columns()) {
      rows.push_back(cols.back());
      cols.pop_back();
    }
    tile = Product().times(with_bases(rows, cols, outs));
  }
  const Word more_m = shape[0] / tile.covered(kDim0);
  const Word more_n = shape[1] / tile.covered(kDim1);
  return tile.identity(more_m, kCol, kDim0).identity(more_n, kCol, kDim1).result();
}

std::optional<Error> check_splits(Word split_m,
                                  Word split_n,
                                  const CgaLayout& cga,
                                  bool has_block) {
  if (!is_power_of_two(split_m) || !is_power_of_two(split_n)) {
    return Error{ErrorCode::kInvalid, "CTASplitM and CTASplitN must be powers of two"};
  }
  if (cga.rank != 2) return Error{ErrorCode::kInvalid, "CGALayout must have rank 2"};
  if (has_block && (split_m != 1 || split_n != 1)) {
    return Error{ErrorCode::kInvalid, "CGALayout and CTASplitM/N exclude each other"};
  }
  return std::nullopt;
}

Shape part_of(const CgaLayout& cga, Word split_m, Word split_n, const Shape& shape) {
  Shape part = shape_per_cta(cga, shape);
  part[0] = std::max<Word>(1, part[0] / split_m);
  part[1] = std::max<Word>(1, part[1] / split_n);
  return part;
}

// An Error if there are more CTAs along a dimension than elements.
std::optional<Error> check_cut(const CgaLayout& cga,
                               Word split_m,
                               Word split_n,
                               const Shape& shape) {
  const Word splits[] = {split_m * cga.split(0), split_n * cga.split(1)};
  for (std::size_t d = 0; d < 2; ++d) {
    if (splits[d] <= shape[d]) continue;
    return Error{ErrorCode::kShape,
                 "CTAs cut dimension " + std::to_string(d) + " of size " +
                     std::to_string(shape[d]) + " into " + std::to_string(splits[d]) + " parts"};
  }
  return std::nullopt;
}

Error does_not_fit(const std::string& what, const Shape& part) {
  return {ErrorCode::kShape,
          what + " does not fit the " + to_string(part) + " elements that one CTA holds"};
}

}  // namespace

Shape part_shape(const TensorMemory& e, const Shape& shape) {
  return part_of(e.cga, e.cta_split_m, e.cta_split_n, shape);
}

Shape part_shape(const TensorMemoryScales& e, const Shape& shape) {
  return part_of(e.cga, e.cta_split_m, e.cta_split_n, shape);
}

Word TensorMemory::columns_of_pairs(const Shape& shape) const {
  const Shape part = part_shape(*this, shape);
  return col_stride * (part[0] * cta_split_m / 128) * part[1];
}

std::optional<Error> check(const TensorMemory& e) {
  if (const auto error = check_splits(e.cta_split_m, e.cta_split_n, e.cga, e.has_block))
    return error;
  if (e.two_ctas && !e.cga.bases.empty() && e.cga.bases[0] != Dims{1, 0}) {
    return Error{ErrorCode::kInvalid,
                 "twoCTAs layout with a CTA shard requires the first CGALayout block basis to be "
                 "[1, 0]"};
  }
  if (e.block_m != 64 && e.block_m != 128) {
    return Error{ErrorCode::kInvalid,
                 "blockM must be 64 or 128 but got " + std::to_string(e.block_m)};
  }
  if (!is_power_of_two(e.block_n)) {
    return Error{ErrorCode::kInvalid,
                 "blockN must be a power of 2 but got " + std::to_string(e.block_n)};
  }
  if (e.block_n > 512) {
    return Error{ErrorCode::kInvalid,
                 "blockN must be less than or equal to 512 but got " + std::to_string(e.block_n)};
  }
  if (e.col_stride != 1 && e.col_stride != 2 && e.col_stride != 4) {
    return Error{ErrorCode::kInvalid,
                 "colStride must be 1, 2, or 4 but got " + std::to_string(e.col_stride)};
  }
  if (e.fp4_padded && e.col_stride != 1) {
    return Error{ErrorCode::kInvalid,
                 "fp4Padded tensor memory layout requires colStride 1 but got " +
                     std::to_string(e.col_stride)};
  }
  if (e.cta_mode != CtaMode::kDefault && e.block_m != 64) {
    return Error{ErrorCode::kInvalid, "ctaMode of two CTAs requires blockM 64"};
  }
  return std::nullopt;
}

std::optional<Error> check(const TensorMemoryScales& e) {
  return check_splits(e.cta_split_m, e.cta_split_n, e.cga, e.has_block);
}

Result<LinearLayout> to_linear(const TensorMemory& e, const Shape& shape) {
  if (const auto error = check_cut(e.cga, e.cta_split_m, e.cta_split_n, shape)) return *error;
  const Shape part = part_shape(e, shape);
  if (part[0] < e.block_m) {
    return does_not_fit("blockM = " + std::to_string(e.block_m), part);
  }
  if (e.halves_columns() && std::min(e.block_n, part[1]) < 2) {
    return does_not_fit("a block of one column, cut into halves,", part);
  }
  Product all;
  if (e.block_m == 64 && e.two_ctas && e.cta_split_m > 1) {
    Shape pair = part;
    pair[0] *= 2;
    TP_TRY(tile, blocks(e, 128, pair));
    Product whole;
    whole.times(tile).identity(e.cta_split_m / 2, kCol, kDim0);
    TP_TRY(unswapped, whole.result());
    auto rows = bases_of(unswapped, kRow);
    auto cols = bases_of(unswapped, kCol);
    if (cols.empty()) return does_not_fit("a pair of CTAs", part);
    std::swap(rows.back(), cols.back());
    const auto outs = unswapped.out_dims();
    all.times(with_bases(rows, cols, {outs.begin(), outs.end()}));
  } else {
    all.times(blocks(e, e.block_m, part)).identity(e.cta_split_m, kCol, kDim0);
  }
  all.identity(e.cta_split_n, kCol, kDim1);
  if (e.has_block) all.times(cga_layout(e.cga));
  return all.result();
}

Result<LinearLayout> to_linear(const TensorMemoryScales& e, const Shape& shape) {
  if (const auto error = check_cut(e.cga, e.cta_split_m, e.cta_split_n, shape)) return *error;
  const Shape part = part_shape(e, shape);
  Product tile;
  tile.identity(32, kRow, kDim0).zeros(4, kRow, kDim0);
  tile.identity(4, kCol, kDim1).identity(2, kCol, kDim0);
  Word more_m = std::max<Word>(1, part[0] / 64);
  const Word more_k = std::max<Word>(1, part[1] / 4);
  if (e.k_before_mn) {
    if (more_m > 1) {
      tile.identity(2, kCol, kDim0);
      more_m /= 2;
    }
    tile.identity(more_k, kCol, kDim1).identity(more_m, kCol, kDim0);
  } else {
    tile.identity(more_m, kCol, kDim0).identity(more_k, kCol, kDim1);
  }
  TP_TRY(whole, tile.result());
  // A tensor smaller than 64 x 4 leaves rows and columns that hold copies.
  TP_TRY(cut_m, resize_out(whole, kDim0, std::min(part[0], whole.out_size(kDim0))));
  TP_TRY(cut, resize_out(cut_m, kDim1, std::min(part[1], cut_m.out_size(kDim1))));
  Product all;
  all.times(cut).identity(e.cta_split_m, kCol, kDim0).identity(e.cta_split_n, kCol, kDim1);
  if (e.has_block) all.times(cga_layout(e.cga));
  return all.result();
}

namespace {

bool read_cta_mode(mlir::Cursor& cursor, CtaMode& mode) {
  const auto word = cursor.identifier();
  if (word == "default") {
    mode = CtaMode::kDefault;
  } else if (word == "twocta_lhs") {
    mode = CtaMode::kTwoCtaLhs;
  } else if (word == "twocta_rhs") {
    mode = CtaMode::kTwoCtaRhs;
  } else {
    return cursor.fail(
        ErrorCode::kInvalid,
        "ctaMode must be default, twocta_lhs or twocta_rhs, not '" + std::string(word) + "'");
  }
  return true;
}

}  // namespace

bool parse(mlir::Cursor& cursor, TensorMemory& e) {
  Dictionary dictionary(cursor, "tensor_memory_encoding", '<', '>');
  CgaReader cga;
  auto read_mode = [&e](mlir::Cursor& in) { read_cta_mode(in, e.cta_mode); };
  const Key keys[] = {{"blockM", &e.block_m, kRequired},
                      {"blockN", &e.block_n, kRequired},
                      {"colStride", &e.col_stride},
                      {"unpacked", &e.unpacked},
                      {"twoCTAs", &e.two_ctas},
                      {"ctaMode", &read_mode},
                      {"fp4Padded", &e.fp4_padded},
                      {"CTASplitM", &e.cta_split_m},
                      {"CTASplitN", &e.cta_split_n}};
  if (!dictionary.read(keys, &cga)) return false;
  e.has_block = dictionary.has("ctaMode") || dictionary.has("fp4Padded") || cga.has_keys();
  if (!dictionary.has("unpacked") && !dictionary.require("colStride")) return false;
  return cga.finish(cursor, 2, e.cga);
}

bool parse(mlir::Cursor& cursor, TensorMemoryScales& e) {
  Dictionary dictionary(cursor, "tensor_memory_scales_encoding", '<', '>');
  CgaReader cga;
  auto read_order = [&e](mlir::Cursor& in) {
    const bool in_brackets = in.accept('<');
    const auto word = in.identifier();
    if (word != "mnThenK" && word != "kThenMn") {
      in.fail(ErrorCode::kInvalid,
              "blockRepOrder must be mnThenK or kThenMn, not '" + std::string(word) + "'");
    }
    e.k_before_mn = word == "kThenMn";
    if (in_brackets) in.expect('>');
  };
  const Key keys[] = {
      {"blockRepOrder", &read_order}, {"CTASplitM", &e.cta_split_m}, {"CTASplitN", &e.cta_split_n}};
  if (!dictionary.read(keys, &cga)) return false;
  e.has_block = dictionary.has("blockRepOrder") || cga.has_keys();
  return cga.finish(cursor, 2, e.cga);
}

namespace {

// The fields of a `<key = value, ...>` text.
class Fields {
 public:
  explicit Fields(std::string& text) : text_(text) {}

  template <typename Value>
  void add(std::string_view key, const Value& value) {
    append(text_, before_, key, " = ", value);
    before_ = ", ";
  }
  // `needs_cga`: no other key shows that the CTAs are an index of their own.
  void add_splits(Word split_m, Word split_n, const CgaLayout& cga, bool needs_cga) {
    if (split_m != 1) add("CTASplitM", split_m);
    if (split_n != 1) add("CTASplitN", split_n);
    if (!cga.is_single() || needs_cga) add("CGALayout", cga.bases);
  }
  void close() { text_ += before_ == ", " ? ">" : "<>"; }

 private:
  std::string& text_;
  std::string_view before_ = "<";
};

}  // namespace

void print(std::string& text, const TensorMemory& e) {
  Fields fields(text);
  fields.add("blockM", e.block_m);
  fields.add("blockN", e.block_n);
  if (e.unpacked) {
    fields.add("unpacked", "true");
  } else {
    fields.add("colStride", e.col_stride);
  }
  fields.add_splits(e.cta_split_m,
                    e.cta_split_n,
                    e.cga,
                    e.has_block && e.cta_mode == CtaMode::kDefault && !e.fp4_padded);
  if (e.two_ctas) fields.add("twoCTAs", "true");
  if (e.cta_mode == CtaMode::kTwoCtaLhs) fields.add("ctaMode", "twocta_lhs");
  if (e.cta_mode == CtaMode::kTwoCtaRhs) fields.add("ctaMode", "twocta_rhs");
  if (e.fp4_padded) fields.add("fp4Padded", "true");
  fields.close();
}

void print(std::string& text, const TensorMemoryScales& e) {
  Fields fields(text);
  fields.add_splits(e.cta_split_m, e.cta_split_n, e.cga, e.has_block && !e.k_before_mn);
  if (e.k_before_mn) fields.add("blockRepOrder", "<kThenMn>");
  fields.close();
}

}  // namespace tileproof::triton
