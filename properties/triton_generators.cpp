#include "properties/triton_generators.hpp"

#include <algorithm>
#include <ostream>
#include <vector>

#include "core/check.hpp"
#include "properties/draw.hpp"
#include "properties/generators.hpp"

namespace tileproof::laws {

void showValue(const TritonSubject& subject, std::ostream& out) {
  out << triton::to_string(*subject.layout) << " on " << triton::to_string(subject.shape);
}

}  // namespace tileproof::laws

namespace tileproof::gen {
namespace {

using namespace triton;

constexpr unsigned kMaxElementBits = 14;

unsigned draw_between(unsigned low, unsigned high) { return low + draw_below(high - low + 1); }
// 1, 2, 4 ... 2^max_bits
Word draw_power(unsigned max_bits) { return Word{1} << draw_below(max_bits + 1); }

template <typename T>
T draw_of(std::initializer_list<T> values) {
  return values.begin()[draw_below(static_cast<unsigned>(values.size()))];
}

// Powers of two whose product is 2^bits.  By cuts, not bit by bit: as many draws for any number of bits,
// so that shrinking it leaves what is drawn later as it was.
Dims draw_spread(unsigned bits, std::size_t rank) {
  std::vector<unsigned> cuts = {0, bits};
  for (std::size_t i = 1; i < rank; ++i) cuts.push_back(draw_below(bits + 1));
  std::ranges::sort(cuts);
  Dims dims;
  for (std::size_t i = 0; i < rank; ++i) dims.push_back(Word{1} << (cuts[i + 1] - cuts[i]));
  return dims;
}

Dims draw_dim_order(std::size_t rank) {
  Dims order;
  for (const unsigned d : *permutation(static_cast<unsigned>(rank))) order.push_back(d);
  return order;
}

Shape draw_shape(std::size_t rank, unsigned least_bits) {
  return draw_spread(draw_between(least_bits, kMaxElementBits), rank);
}

// `bits` unit bases of a tensor (or of its CTAs, or tiles): those of a dimension are 1, 2, 4 ..., in any
// order.
std::vector<Dims> draw_units(unsigned bits, std::size_t rank) {
  std::vector<Dims> units;
  const Dims sizes = draw_spread(bits, rank);
  for (std::size_t d = 0; d < rank; ++d) {
    for (Word value = 1; value < sizes[d]; value *= 2) {
      Dims unit(rank, 0);
      unit[d] = value;
      units.push_back(unit);
    }
  }
  std::vector<Dims> shuffled;
  for (const unsigned i : *permutation(bits)) shuffled.push_back(units[i]);
  return shuffled;
}

CgaLayout draw_cga(std::size_t rank, unsigned max_bits = 3) {
  CgaLayout cga = CgaLayout::single(rank);
  if (!draw_one_in(3)) return cga;
  for (const Dims& basis : draw_units(draw_below(max_bits) + 1, rank)) cga.bases.push_back(basis);
  // A CTA with copies, somewhere among the others.
  if (draw_one_in(3)) {
    const auto at = draw_below(static_cast<unsigned>(cga.bases.size()) + 1);
    cga.bases.insert(cga.bases.begin() + at, Dims(rank, 0));
  }
  return cga;
}

template <typename Encoding>
TritonSubject on(Encoding encoding, const Shape& shape) {
  return {std::make_shared<const Layout>(std::move(encoding)), shape};
}

template <typename Encoding>
TritonSubject on_any_shape(Encoding encoding, unsigned least_bits = 3) {
  const std::size_t dims = rank(encoding);
  return on(std::move(encoding), draw_shape(dims, least_bits));
}

Blocked draw_blocked(std::size_t rank) {
  Blocked e;
  e.size_per_thread = draw_spread(draw_below(5), rank);
  e.threads_per_warp = draw_spread(draw_between(5, 6), rank);
  e.warps_per_cta = draw_spread(draw_below(4), rank);
  e.order = draw_dim_order(rank);
  e.cga = draw_cga(rank);
  return e;
}

NvidiaMma draw_nvidia_mma() {
  NvidiaMma e;
  e.version_major = draw_of<Word>({2, 3});
  if (e.is_hopper()) {
    e.warps_per_cta = {4 * draw_power(1), draw_power(1)};
    e.instr_shape = {16, 8 * draw_power(5), draw_of<Word>({8, 16, 32})};
  } else {
    const std::size_t rank = draw_one_in(4) ? 3 : 2;
    e.warps_per_cta = draw_spread(draw_below(4), rank);
    e.instr_shape = draw_one_in(4) ? Dims{8, 8} : Dims{16, 8};
    if (rank == 3) e.instr_shape.insert(e.instr_shape.begin(), 1);
  }
  e.version_minor = draw_below(2);
  e.cga = draw_cga(e.rank());
  return e;
}

// Neighbouring tiles of a warp, mostly one, and never along a batch.
Dims draw_tiles(std::size_t rank) {
  Dims tiles(rank, 1);
  if (!draw_one_in(3)) return tiles;
  tiles[rank - 1] = draw_power(2);
  tiles[rank - 2] = draw_power(2);
  return tiles;
}

AmdMfma draw_amd_mfma() {
  const std::size_t rank = draw_one_in(4) ? 3 : 2;
  AmdMfma e;
  e.version = draw_between(1, 4);
  e.warps_per_cta = draw_spread(draw_below(4), rank);
  e.instr_shape = draw_of<Dims>({{32, 32, 8}, {16, 16, 16}, {16, 16}, {32, 32}, {4, 64, 4}, {64, 4, 4}});
  // The result of a 64x4 instruction is transposed.
  e.is_transposed = draw_one_in(2) || e.instr_m() == 64;
  e.tiles_per_warp = draw_tiles(rank);
  e.element_bits = draw_one_in(4) ? 64 : 32;
  e.cga = draw_cga(rank);
  return e;
}

// Tiles in any order on registers and warps; some move along two dimensions, some warps hold copies.
TileBases draw_tile_bases(std::size_t rank) {
  TileBases tiles;
  const auto units = draw_units(draw_between(1, 5), rank);
  for (std::size_t i = 0; i < units.size(); ++i) {
    Dims basis = units[i];
    if (i > 0 && draw_one_in(4)) {
      for (std::size_t d = 0; d < rank; ++d) {
        if (basis[d] == 0) basis[d] = units[i - 1][d];
      }
    }
    (draw_one_in(2) ? tiles.warps : tiles.registers).push_back(basis);
  }
  if (draw_one_in(4)) tiles.warps.emplace_back(rank, 0);
  return tiles;
}

AmdWmma draw_amd_wmma() {
  const std::size_t rank = draw_one_in(4) ? 3 : 2;
  AmdWmma e;
  e.version = draw_between(1, 3);
  e.is_transposed = draw_one_in(2);
  e.instr_shape = e.version == 1   ? Dims{16, 16, 16}
                  : e.version == 2 ? draw_of<Dims>({{16, 16, 16}, {16, 16, 32}})
                                   : draw_of<Dims>({{16, 16, 4}, {16, 16, 32}, {16, 16, 64},
                                                    {16, 16, 128}, {32, 16, 64}, {32, 16, 128}});
  if (draw_one_in(2)) {
    e.tiles = draw_tile_bases(rank);
  } else {
    e.tiles = WarpGrid{draw_spread(draw_below(4), rank), draw_tiles(rank)};
  }
  e.cga = draw_cga(rank);
  return e;
}

DotOperand draw_dot_operand() {
  DotOperand e;
  e.op_idx = draw_below(2);
  switch (draw_below(4)) {
    case 0:
      e.parent = draw_blocked(draw_between(2, 3));
      break;
    case 1: {
      const NvidiaMma parent = draw_nvidia_mma();
      // The second operand of Hopper's instruction is in shared memory.
      if (parent.is_hopper()) e.op_idx = 0;
      e.k_width = draw_power(3);
      e.parent = parent;
      break;
    }
    case 2:
      e.k_width = draw_power(4);
      e.parent = draw_amd_mfma();
      break;
    default: {
      const AmdWmma parent = draw_amd_wmma();
      const Word least = parent.version == 1 ? 8 : parent.version == 2 ? 4 : 2;
      e.k_width = draw_of({least, Word{8}, Word{16}});
      e.parent = parent;
    }
  }
  return e;
}

// Unit bases spread over registers, lanes, warps and blocks, with copies in all but registers; a generic
// one mixes warps and holds some elements twice.
Linear draw_linear(bool is_generic) {
  Linear e;
  e.is_generic = is_generic;
  e.rank = draw_between(1, 3);
  const auto units = draw_units(draw_between(5, 10), e.rank);
  std::size_t used = 0;
  const auto deal = [&](std::vector<Dims>& bases, std::size_t count) {
    for (std::size_t i = 0; i < count; ++i) {
      const bool is_copy = used == units.size() || draw_one_in(6);
      bases.push_back(is_copy ? Dims(e.rank, 0) : units[used++]);
    }
  };
  deal(e.lanes, 5);
  deal(e.warps, draw_below(4));
  if (draw_one_in(4)) deal(e.blocks, draw_between(1, 2));
  while (used < units.size()) e.registers.push_back(units[used++]);
  if (!is_generic) return e;
  for (Dims& warp : e.warps) {
    const Dims& other = units[draw_below(static_cast<unsigned>(units.size()))];
    for (std::size_t d = 0; d < e.rank; ++d) {
      if (warp[d] == 0 && draw_one_in(2)) warp[d] = other[d];
    }
  }
  if (draw_one_in(3)) e.warps.push_back(e.lanes.front());
  return e;
}

// The layout's own shape, up to four times as large or as small along each dimension.
Shape draw_shape_near(const Shape& own) {
  Shape shape = own;
  unsigned bits = 0;
  for (const Word size : own) bits += log2_exact(size);
  for (Word& size : shape) {
    const unsigned change = draw_below(5);
    if (change >= 3 && bits + 2 <= kMaxElementBits) {
      size <<= change - 2;
      bits += change - 2;
    } else if (change < 3) {
      size = std::max<Word>(1, size >> change);
    }
  }
  return shape;
}

TritonSubject draw_linear_subject(bool is_generic) {
  const Linear e = draw_linear(is_generic);
  return on(e, draw_shape_near(e.own_shape()));
}

// The slice of a parent that takes any shape.
template <typename Encoding>
TritonSubject draw_slice_of(Encoding parent) {
  const std::size_t parent_rank = rank(parent);
  Slice e;
  e.dim = draw_below(static_cast<unsigned>(parent_rank));
  e.parent = std::make_shared<const Layout>(std::move(parent));
  return on(std::move(e), draw_shape(parent_rank - 1, 5));
}

// The slice of a linear layout, of about its own shape.
TritonSubject draw_slice_of_linear() {
  Linear parent = draw_linear(draw_one_in(2));
  if (parent.rank == 1) {
    // With a dimension along which nothing moves.
    for (auto* bases : {&parent.registers, &parent.lanes, &parent.warps, &parent.blocks}) {
      for (Dims& basis : *bases) basis.push_back(0);
    }
    parent.rank = 2;
  }
  Slice e;
  const Shape own = parent.own_shape();
  // Not the largest dimension, of which the slice would lose most.
  const auto largest = static_cast<Word>(std::ranges::max_element(own) - own.begin());
  e.dim = (largest + 1 + draw_below(static_cast<unsigned>(own.size()) - 1)) % own.size();
  Shape shape = draw_shape_near(own);
  shape.erase(shape.begin() + static_cast<std::ptrdiff_t>(e.dim));
  e.parent = std::make_shared<const Layout>(std::move(parent));
  return on(std::move(e), shape);
}

SwizzledShared draw_swizzled(bool is_rotating) {
  const std::size_t rank = draw_one_in(32) ? 1 : draw_between(2, 4);
  SwizzledShared e;
  e.is_rotating = is_rotating;
  e.vec = draw_power(4);
  e.per_phase = draw_power(3);
  e.max_phase = draw_one_in(32) ? 1 : 2 * draw_power(3);
  e.order = draw_dim_order(rank);
  e.cga = draw_cga(rank, 2);
  return e;
}

// Mostly with a column of at least two groups and a row of at least two phases, so that it swizzles.
TritonSubject draw_swizzled_subject(bool is_rotating, unsigned max_bits = kMaxElementBits) {
  const SwizzledShared e = draw_swizzled(is_rotating);
  const std::size_t rank = e.order.size();
  const Word least[] = {2 * e.vec * e.cga.split(e.order[0]),
                        rank == 1 ? 1 : 2 * e.per_phase * e.cga.split(e.order[1])};
  Shape shape(rank, 1);
  unsigned rest = max_bits;
  for (std::size_t i = 0; i < rank; ++i) {
    const unsigned low = i < 2 && !draw_one_in(32) ? log2_exact(least[i]) : 0;
    const unsigned bits = std::min(rest, low + draw_below(3));
    shape[e.order[i]] = Word{1} << bits;
    rest -= bits;
  }
  return on(e, shape);
}

// With a shape for which each CTA has boxes of at least eight rows.
TritonSubject draw_nvmma(bool may_have_buffers) {
  NvmmaShared e;
  e.swizzle_bytes = draw_one_in(10) ? 0 : draw_of<Word>({32, 64, 128});
  e.element_bits = draw_of<Word>({8, 16, 32});
  e.fp4_padded = e.element_bits == 8 && draw_one_in(2);
  e.transposed = draw_one_in(2);
  const std::size_t rank = e.swizzle_bytes == 0 && draw_one_in(3) ? 1 : draw_one_in(3) ? 3 : 2;
  e.cga = draw_cga(rank, 1);
  Shape shape = draw_spread(draw_below(3), rank);
  if (rank > 1) {
    const std::size_t contiguous = e.transposed ? 0 : rank - 1;
    const std::size_t rows = e.transposed ? rank - 1 : draw_below(static_cast<unsigned>(rank) - 1);
    if (e.swizzle_bytes != 0) shape[contiguous] *= e.row_elements();
    shape[rows] *= 8;
  }
  for (std::size_t d = 0; d < rank; ++d) shape[d] *= e.cga.split(d);
  if (may_have_buffers && !e.transposed && draw_one_in(6)) {
    shape.insert(shape.begin(), draw_power(2));
  }
  return on(e, shape);
}

TritonSubject draw_padded() {
  PaddedShared e;
  const std::size_t rank = draw_between(1, 3);
  const Shape shape = draw_spread(draw_between(4, 11), rank);
  for (const unsigned i : *subset(4)) {
    e.paddings.push_back({Word{1} << (1 + 2 * i), draw_power(3)});
  }
  if (e.paddings.empty()) e.paddings.push_back({4, 4});
  const Dims order = draw_dim_order(rank);
  if (draw_one_in(4)) {
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
  if (draw_one_in(2)) return on(e, shape);
  // Bases in another order, the last perhaps of a CTA.
  const auto in_order = e.bases.offsets;
  e.bases.offsets.clear();
  for (const unsigned i : *permutation(static_cast<unsigned>(in_order.size()))) {
    e.bases.offsets.push_back(in_order[i]);
  }
  if (draw_one_in(3)) {
    e.bases.blocks.push_back(e.bases.offsets.back());
    e.bases.offsets.pop_back();
  }
  if (draw_one_in(4)) e.bases.blocks.emplace_back(rank, 0);
  return on(e, shape);
}

TritonSubject draw_shared_linear() {
  SharedLinear e;
  const std::size_t rank = draw_between(1, 3);
  const unsigned bits = draw_between(3, 10);
  const Shape shape = draw_spread(bits, rank);
  e.bases.rank = rank;
  e.alignment = draw_power(7);
  const unsigned blocks = draw_one_in(3) ? draw_between(1, 2) : 0;
  for (const Word column : (*invertible_matrix(bits)).columns) {
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
  if (draw_one_in(4)) {
    const auto at = draw_below(static_cast<unsigned>(e.bases.offsets.size()) + 1);
    e.bases.offsets.insert(e.bases.offsets.begin() + at, Dims(rank, 0));
  }
  return on(e, shape);
}

TritonSubject draw_partitioned() {
  TritonSubject piece = [] {
    switch (draw_below(5)) {
      case 0:
        return draw_swizzled_subject(false, kMaxElementBits - 1);
      case 1:
        return draw_nvmma(/*may_have_buffers=*/false);
      case 2:
        return draw_padded();
      case 3:
        return draw_shared_linear();
      default:
        return draw_swizzled_subject(true, kMaxElementBits - 1);
    }
  }();
  unsigned piece_bits = 0;
  for (const Word size : piece.shape) piece_bits += log2_exact(size);
  // At least two pieces; more as long as the tensor does not grow too large.
  const unsigned more = kMaxElementBits - std::min(piece_bits, kMaxElementBits);
  PartitionedShared e;
  e.partitions = more > 2 ? 2 * draw_power(1) : 2;
  e.groups = draw_power(more > 4 ? 2 : 0);
  e.dim = draw_below(static_cast<unsigned>(piece.shape.size()));
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

// The CTAs of a tensor in tensor memory: a split that follows in the columns, or an index of their own.
template <typename Encoding>
void draw_ctas(Encoding& e) {
  e.has_block = draw_one_in(2);
  if (e.has_block) {
    e.cga = draw_cga(2, 2);
  } else {
    e.cta_split_m = draw_power(1);
    e.cta_split_n = draw_power(1);
  }
}

// The tensor of which each CTA has such a part.
template <typename Encoding>
Shape whole_shape(const Encoding& e, const Shape& part) {
  return {part[0] * e.cta_split_m * e.cga.split(0), part[1] * e.cta_split_n * e.cga.split(1)};
}

TritonSubject draw_tensor_memory() {
  TensorMemory e;
  e.block_m = draw_of<Word>({64, 128});
  e.block_n = 8 * draw_power(2);
  e.col_stride = draw_of<Word>({1, 2, 4});
  draw_ctas(e);
  e.two_ctas = draw_one_in(2);
  // The first CTA of a pair is above the other.
  if (e.two_ctas && !e.cga.is_single() && e.cga.bases[0] != Dims{1, 0}) e.cga.bases = {Dims{1, 0}};
  if (!e.has_block) {
    e.unpacked = e.col_stride == 1 && draw_one_in(4);
  } else {
    if (e.block_m == 64 && draw_one_in(2)) {
      e.cta_mode = draw_of({CtaMode::kTwoCtaLhs, CtaMode::kTwoCtaRhs});
    }
    e.fp4_padded = e.col_stride == 1 && draw_one_in(2);
  }
  return on(e, whole_shape(e, {e.block_m * draw_power(1), 4 * draw_power(2)}));
}

TritonSubject draw_scales() {
  TensorMemoryScales e;
  draw_ctas(e);
  e.k_before_mn = e.has_block && draw_one_in(2);
  return on(e, whole_shape(e, {4 * draw_power(6), draw_power(4)}));
}

constexpr TritonGenerator kGenerators[] = {
    {"Blocked", blocked},
    {"NvidiaMma", nvidia_mma},
    {"AmdMfma", amd_mfma},
    {"AmdWmma", amd_wmma},
    {"DotOperand", dot_operand},
    {"Linear", linear},
    {"GenericLinear", generic_linear},
    {"Slice", slice},
    {"SwizzledShared", swizzled_shared},
    {"AmdRotatingShared", amd_rotating_shared},
    {"NvmmaShared", nvmma_shared},
    {"PaddedShared", padded_shared},
    {"SharedLinear", shared_linear},
    {"PartitionedShared", partitioned_shared},
    {"TensorMemory", tensor_memory},
    {"TensorMemoryScales", tensor_memory_scales},
};

bool moves_something(const LinearLayout& form, Name in) {
  if (!form.has_in(in)) return false;
  return std::ranges::any_of(form.field_bases(*form.find_in(in)), [](Word b) { return b != 0; });
}

}  // namespace

rc::Gen<TritonSubject> blocked() {
  return rc::gen::exec([] { return on_any_shape(draw_blocked(draw_between(1, 4))); });
}

rc::Gen<TritonSubject> nvidia_mma() {
  return rc::gen::exec([] { return on_any_shape(draw_nvidia_mma()); });
}

rc::Gen<TritonSubject> amd_mfma() {
  return rc::gen::exec([] { return on_any_shape(draw_amd_mfma()); });
}

rc::Gen<TritonSubject> amd_wmma() {
  return rc::gen::exec([] { return on_any_shape(draw_amd_wmma()); });
}

rc::Gen<TritonSubject> dot_operand() {
  return rc::gen::exec([] { return on_any_shape(draw_dot_operand()); });
}

rc::Gen<TritonSubject> linear() {
  return rc::gen::exec([] { return draw_linear_subject(/*is_generic=*/false); });
}

rc::Gen<TritonSubject> generic_linear() {
  return rc::gen::exec([] { return draw_linear_subject(/*is_generic=*/true); });
}

rc::Gen<TritonSubject> slice() {
  return rc::gen::exec([] {
    switch (draw_below(6)) {
      case 0:
        return draw_slice_of_linear();
      case 1:
        return draw_slice_of(draw_nvidia_mma());
      case 2:
        return draw_slice_of(draw_amd_mfma());
      case 3:
        return draw_slice_of(draw_amd_wmma());
      case 4:
        return draw_slice_of(draw_dot_operand());
      default: {
        const TritonSubject once = draw_slice_of(draw_blocked(draw_between(2, 4)));
        const bool again = once.shape.size() > 1 && draw_one_in(2);
        return again ? draw_slice_of(*once.layout->as<Slice>()) : once;
      }
    }
  });
}

rc::Gen<TritonSubject> swizzled_shared() {
  return rc::gen::exec([] { return draw_swizzled_subject(/*is_rotating=*/false); });
}

rc::Gen<TritonSubject> amd_rotating_shared() {
  return rc::gen::exec([] { return draw_swizzled_subject(/*is_rotating=*/true); });
}

rc::Gen<TritonSubject> nvmma_shared() {
  return rc::gen::exec([] { return draw_nvmma(/*may_have_buffers=*/true); });
}

rc::Gen<TritonSubject> padded_shared() { return rc::gen::exec(draw_padded); }
rc::Gen<TritonSubject> shared_linear() { return rc::gen::exec(draw_shared_linear); }
rc::Gen<TritonSubject> partitioned_shared() { return rc::gen::exec(draw_partitioned); }
rc::Gen<TritonSubject> tensor_memory() { return rc::gen::exec(draw_tensor_memory); }
rc::Gen<TritonSubject> tensor_memory_scales() { return rc::gen::exec(draw_scales); }

std::span<const TritonGenerator> triton_generators() { return kGenerators; }

rc::Gen<TritonSubject> any_triton_layout() {
  return rc::gen::exec([] {
    return *kGenerators[draw_below(static_cast<unsigned>(std::size(kGenerators)))].make();
  });
}

const char* degeneracy(const TritonSubject& subject) {
  const auto form = to_linear(*subject.layout, subject.shape);
  TP_CHECK(form.has_value(), "a generated layout has no linear form");
  if (storage(*subject.layout) != Storage::kSharedMemory) {
    int moving = 0;
    for (const InDim& in : form->in_dims()) moving += moves_something(*form, in.name) ? 1 : 0;
    return moving < 2 ? "all in one index" : nullptr;
  }
  if (const auto* swizzled = subject.layout->as<SwizzledShared>()) {
    SwizzledShared plain = *swizzled;
    plain.max_phase = 1;
    return to_linear(plain, subject.shape).value() == *form ? "no swizzle" : nullptr;
  }
  if (const auto* nvmma = subject.layout->as<NvmmaShared>()) {
    return nvmma->swizzle_bytes == 0 ? "no swizzle" : nullptr;
  }
  if (const auto* padded = subject.layout->as<PaddedShared>()) {
    const Word elements = form->total_out_size();
    return padded->padded_size(elements) == elements ? "no padding" : nullptr;
  }
  for (std::size_t i = 0; i < form->field_bases().size(); ++i) {
    if (form->field_bases()[i] != Word{1} << i) return nullptr;
  }
  return "identity";
}

}  // namespace tileproof::gen
