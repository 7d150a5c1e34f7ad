// The generators of layouts in shared memory and in tensor memory.
#include <algorithm>
#include <vector>

#include "properties/generators.hpp"
#include "properties/triton_draw.hpp"
#include "properties/triton_generators.hpp"

namespace tileproof::gen {
namespace {

using namespace triton;

SwizzledShared draw_swizzled(Source& source, bool is_rotating) {
  const std::size_t rank = draw_one_in(source, 32) ? 1 : draw_between(source, 2, 4);
  SwizzledShared e;
  e.is_rotating = is_rotating;
  e.vec = draw_power(source, 4);
  e.per_phase = draw_power(source, 3);
  e.max_phase = draw_one_in(source, 32) ? 1 : 2 * draw_power(source, 3);
  e.order = draw_dim_order(source, rank);
  e.cga = draw_cga(source, rank, 2);
  return e;
}

// Mostly with a column of at least two groups and a row of at least two phases, so that it
// swizzles.
TritonSubject draw_swizzled_subject(Source& source,
                                    bool is_rotating,
                                    unsigned max_bits = kMaxElementBits) {
  const SwizzledShared e = draw_swizzled(source, is_rotating);
  const std::size_t rank = e.order.size();
  const Word least[] = {2 * e.vec * e.cga.split(e.order[0]),
                        rank == 1 ? 1 : 2 * e.per_phase * e.cga.split(e.order[1])};
  Shape shape(rank, 1);
  unsigned rest = max_bits;
  for (std::size_t i = 0; i < rank; ++i) {
    const unsigned low = i < 2 && !draw_one_in(source, 32) ? log2_exact(least[i]) : 0;
    const unsigned bits = std::min(rest, low + draw_below(source, 3));
    shape[e.order[i]] = Word{1} << bits;
    rest -= bits;
  }
  return on(e, shape);
}

// With a shape for which each CTA has boxes of at least eight rows.
TritonSubject draw_nvmma(Source& source, bool may_have_buffers) {
  NvmmaShared e;
  e.swizzle_bytes = draw_one_in(source, 10) ? 0 : draw_of<Word>(source, {32, 64, 128});
  e.element_bits = draw_of<Word>(source, {8, 16, 32});
  e.fp4_padded = e.element_bits == 8 && draw_one_in(source, 2);
  e.transposed = draw_one_in(source, 2);
  const std::size_t rank = e.swizzle_bytes == 0 && draw_one_in(source, 3) ? 1
                           : draw_one_in(source, 3)                       ? 3
                                                                          : 2;
  e.cga = draw_cga(source, rank, 1);
  Shape shape = draw_spread(source, draw_below(source, 3), rank);
  if (rank > 1) {
    const std::size_t contiguous = e.transposed ? 0 : rank - 1;
    const std::size_t rows =
        e.transposed ? rank - 1 : draw_below(source, static_cast<unsigned>(rank) - 1);
    if (e.swizzle_bytes != 0) shape[contiguous] *= e.row_elements();
    shape[rows] *= 8;
  }
  for (std::size_t d = 0; d < rank; ++d) shape[d] *= e.cga.split(d);
  if (may_have_buffers && !e.transposed && draw_one_in(source, 6)) {
    shape.insert(shape.begin(), draw_power(source, 2));
  }
  return on(e, shape);
}

TritonSubject draw_padded(Source& source) {
  PaddedShared e;
  const std::size_t rank = draw_between(source, 1, 3);
  const Shape shape = draw_spread(source, draw_between(source, 4, 11), rank);
  for (const unsigned i : subset(source, 4)) {
    e.paddings.push_back({Word{1} << (1 + 2 * i), draw_power(source, 3)});
  }
  if (e.paddings.empty()) e.paddings.push_back({4, 4});
  const Dims order = draw_dim_order(source, rank);
  if (draw_one_in(source, 4)) {
    e.order_of_any_shape = order;
    return on(e, shape);
  }
  e.bases.rank = rank;
  for (const Word d : order) {
    for (Word value = 1; value < shape[d]; value *= 2) {
      Dims basis(rank, 0);
      basis[d] = value;
      e.bases.offsets.push_back(basis);
    }
  }
  if (draw_one_in(source, 2)) return on(e, shape);
  // Bases in another order, the last perhaps of a CTA.
  const auto in_order = e.bases.offsets;
  e.bases.offsets.clear();
  for (const unsigned i : permutation(source, static_cast<unsigned>(in_order.size()))) {
    e.bases.offsets.push_back(in_order[i]);
  }
  if (draw_one_in(source, 3)) {
    e.bases.blocks.push_back(e.bases.offsets.back());
    e.bases.offsets.pop_back();
  }
  if (draw_one_in(source, 4)) e.bases.blocks.emplace_back(rank, 0);
  return on(e, shape);
}

TritonSubject draw_shared_linear(Source& source) {
  SharedLinear e;
  const std::size_t rank = draw_between(source, 1, 3);
  const unsigned bits = draw_between(source, 3, 10);
  const Shape shape = draw_spread(source, bits, rank);
  e.bases.rank = rank;
  e.alignment = draw_power(source, 7);
  const unsigned blocks = draw_one_in(source, 3) ? draw_between(source, 1, 2) : 0;
  for (const Word column : (invertible_matrix(source, bits)).columns) {
    Dims basis;
    unsigned shift = 0;
    for (const Word size : shape) {
      basis.push_back(column >> shift & (size - 1));
      shift += log2_exact(size);
    }
    e.bases.offsets.push_back(basis);
  }
  for (unsigned i = 0; i < blocks; ++i) {
    e.bases.blocks.push_back(e.bases.offsets.back());
    e.bases.offsets.pop_back();
  }
  if (draw_one_in(source, 4)) {
    const auto at = draw_below(source, static_cast<unsigned>(e.bases.offsets.size()) + 1);
    e.bases.offsets.insert(e.bases.offsets.begin() + at, Dims(rank, 0));
  }
  return on(e, shape);
}

TritonSubject draw_partitioned(Source& source) {
  TritonSubject piece = [&source] {
    switch (draw_below(source, 5)) {
      case 0:
        return draw_swizzled_subject(source, false, kMaxElementBits - 1);
      case 1:
        return draw_nvmma(source, /*may_have_buffers=*/false);
      case 2:
        return draw_padded(source);
      case 3:
        return draw_shared_linear(source);
      default:
        return draw_swizzled_subject(source, true, kMaxElementBits - 1);
    }
  }();
  unsigned piece_bits = 0;
  for (const Word size : piece.shape) piece_bits += log2_exact(size);
  // At least two pieces; more as long as the tensor does not grow too large.
  const unsigned more = kMaxElementBits - std::min(piece_bits, kMaxElementBits);
  PartitionedShared e;
  e.partitions = more > 2 ? 2 * draw_power(source, 1) : 2;
  e.groups = draw_power(source, more > 4 ? 2 : 0);
  e.dim = draw_below(source, static_cast<unsigned>(piece.shape.size()));
  std::visit(
      [&](const auto& inner) {
        if constexpr (std::is_constructible_v<PartitionedShared::Inner, decltype(inner)>) {
          e.inner = inner;
        }
      },
      piece.layout->encoding());
  Shape shape = piece.shape;
  shape[e.dim] *= e.partitions * e.groups;
  return on(std::move(e), shape);
}

// The CTAs of a tensor in tensor memory: a split that follows in the columns, or an index of their
// own.
template <typename Encoding>
void draw_ctas(Source& source, Encoding& e) {
  e.has_block = draw_one_in(source, 2);
  if (e.has_block) {
    e.cga = draw_cga(source, 2, 2);
  } else {
    e.cta_split_m = draw_power(source, 1);
    e.cta_split_n = draw_power(source, 1);
  }
}

// The tensor of which each CTA has such a part.
template <typename Encoding>
Shape whole_shape(const Encoding& e, const Shape& part) {
  return {part[0] * e.cta_split_m * e.cga.split(0), part[1] * e.cta_split_n * e.cga.split(1)};
}

TritonSubject draw_tensor_memory(Source& source) {
  TensorMemory e;
  e.block_m = draw_of<Word>(source, {64, 128});
  e.block_n = 8 * draw_power(source, 2);
  e.col_stride = draw_of<Word>(source, {1, 2, 4});
  draw_ctas(source, e);
  e.two_ctas = draw_one_in(source, 2);
  // The first CTA of a pair is above the other.
  if (e.two_ctas && !e.cga.is_single() && e.cga.bases[0] != Dims{1, 0}) e.cga.bases = {Dims{1, 0}};
  if (!e.has_block) {
    e.unpacked = e.col_stride == 1 && draw_one_in(source, 4);
  } else {
    if (e.block_m == 64 && draw_one_in(source, 2)) {
      e.cta_mode = draw_of(source, {CtaMode::kTwoCtaLhs, CtaMode::kTwoCtaRhs});
    }
    e.fp4_padded = e.col_stride == 1 && draw_one_in(source, 2);
  }
  return on(e, whole_shape(e, {e.block_m * draw_power(source, 1), 4 * draw_power(source, 2)}));
}

TritonSubject draw_scales(Source& source) {
  TensorMemoryScales e;
  draw_ctas(source, e);
  e.k_before_mn = e.has_block && draw_one_in(source, 2);
  return on(e, whole_shape(e, {4 * draw_power(source, 6), draw_power(source, 4)}));
}

}  // namespace

TritonSubject swizzled_shared(Source& source) {
  return draw_swizzled_subject(source, /*is_rotating=*/false);
}

TritonSubject amd_rotating_shared(Source& source) {
  return draw_swizzled_subject(source, /*is_rotating=*/true);
}

TritonSubject nvmma_shared(Source& source) { return draw_nvmma(source, /*may_have_buffers=*/true); }

TritonSubject padded_shared(Source& source) { return draw_padded(source); }
TritonSubject shared_linear(Source& source) { return draw_shared_linear(source); }
TritonSubject partitioned_shared(Source& source) { return draw_partitioned(source); }
TritonSubject tensor_memory(Source& source) { return draw_tensor_memory(source); }
TritonSubject tensor_memory_scales(Source& source) { return draw_scales(source); }

}  // namespace tileproof::gen
