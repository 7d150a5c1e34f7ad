#include "gpu_oracles/conversions/draw_conversion.hpp"

#include <algorithm>

#include "gpu_oracles/random_draws.hpp"

namespace tileproof::oracles {
namespace {

using triton::CgaLayout;
using triton::Dims;
using triton::Layout;
using triton::LayoutPtr;
using triton::Shape;

constexpr unsigned kMaxBits = 12;
constexpr unsigned kMaxThreadBits = 8;
constexpr unsigned kMaxRegisterBits = 6;
// Of the elements alone; with the widest gaps, four times as much.
constexpr Word kMaxTensorBytes = 16'384;

// A box of 2^bits places.
Dims draw_box(Draws& draws, std::size_t rank, unsigned bits) {
  Dims box(rank, 1);
  for (unsigned i = 0; i < bits; ++i) box[draws.below(rank)] *= 2;
  return box;
}

Dims draw_order(Draws& draws, std::size_t rank) {
  Dims order;
  for (std::size_t d = rank; d-- > 0;) order.push_back(d);
  draws.shuffle(order);
  return order;
}

triton::Blocked draw_blocked(Draws& draws, std::size_t rank) {
  return {draw_box(draws, rank, static_cast<unsigned>(draws.below(5))),
          draw_box(draws, rank, 5),
          draw_box(draws, rank, static_cast<unsigned>(draws.below(3))),
          draw_order(draws, rank),
          CgaLayout::single(rank)};
}

// Do two bases move along one dimension, the same?
bool move_alike(const Dims& a, const Dims& b) {
  std::size_t dims = 0;
  for (std::size_t d = 0; d < a.size(); ++d) dims += (a[d] | b[d]) != 0 ? 1U : 0U;
  return dims == 1;
}

void add_basis(Dims& basis, const Dims& other) {
  for (std::size_t d = 0; d < basis.size(); ++d) basis[d] ^= other[d];
}

// Adds some bases to others, which leaves what they reach as it is.  Unless `freely`, no basis
// comes to move along several dimensions.
void mix_bases(Draws& draws, const std::vector<Dims*>& bases, bool freely) {
  for (std::size_t i = 0; i < bases.size(); ++i) {
    const std::size_t other = draws.below(bases.size());
    if (other == i || (!freely && !move_alike(*bases[i], *bases[other]))) continue;
    add_basis(*bases[i], *bases[other]);
  }
}

std::vector<Dims*> pointers_to(std::vector<Dims>& bases) {
  std::vector<Dims*> pointers;
  for (Dims& basis : bases) pointers.push_back(&basis);
  return pointers;
}

// The unit bases of a shape in random order.
std::vector<Dims> draw_bases(Draws& draws, const Shape& shape) {
  std::vector<Dims> bases;
  for (std::size_t d = 0; d < shape.size(); ++d) {
    for (Word unit = 1; unit < shape[d]; unit *= 2) {
      bases.emplace_back(shape.size(), 0);
      bases.back()[d] = unit;
    }
  }
  draws.shuffle(bases);
  return bases;
}

// linear, or generic_linear if a warp moves along several dimensions.
triton::Linear draw_linear(Draws& draws, const Shape& shape, bool mixes, std::size_t lane_bits) {
  std::vector<Dims> bases = draw_bases(draws, shape);
  if (mixes) mix_bases(draws, pointers_to(bases), false);
  triton::Linear e;
  e.rank = shape.size();
  const Dims zero(shape.size(), 0);
  const auto take = [&](std::vector<Dims>& list, std::size_t count) {
    for (std::size_t i = 0; i < count; ++i) {
      list.push_back(bases.empty() ? zero : bases.back());
      if (!bases.empty()) bases.pop_back();
    }
  };
  take(e.lanes, lane_bits);
  take(e.warps, draws.below(3));
  take(e.registers, bases.size());
  if (!mixes) return e;
  for (Dims& basis : e.warps) {
    const Dims& other = e.lanes[draws.below(e.lanes.size())];
    e.is_generic = e.is_generic || !move_alike(basis, other);
    add_basis(basis, other);
  }
  return e;
}

triton::NvidiaMma draw_mma(Draws& draws) {
  triton::NvidiaMma e;
  e.cga = CgaLayout::single(2);
  if (draws.flip()) {
    e.version_major = 2;
    e.warps_per_cta = draw_box(draws, 2, static_cast<unsigned>(draws.below(3)));
    e.instr_shape = {16, 8};
  } else {
    e.version_major = 3;
    e.warps_per_cta = {4, 1 + draws.below(2)};
    e.instr_shape = {16, Word{8} << draws.below(4), 16};
  }
  return e;
}

triton::DotOperand draw_operand(Draws& draws) {
  const Word op_idx = draws.below(2);
  if (draws.below(4) == 0) return {op_idx, 0, draw_blocked(draws, 2)};
  triton::NvidiaMma parent = draw_mma(draws);
  const Word k_width = Word{1} << draws.below(3);
  if (!parent.is_hopper()) return {op_idx, k_width, parent};
  return {0, k_width, parent};
}

triton::AmdMfma draw_mfma(Draws& draws) {
  triton::AmdMfma e;
  e.version = draws.between(1, 4);
  e.warps_per_cta = draw_box(draws, 2, static_cast<unsigned>(draws.below(3)));
  e.instr_shape = draws.flip() ? Dims{32, 32, 8} : Dims{16, 16, 16};
  e.is_transposed = draws.flip();
  e.tiles_per_warp = {1, 1};
  e.cga = CgaLayout::single(2);
  return e;
}

triton::AmdWmma draw_wmma(Draws& draws) {
  triton::AmdWmma e;
  e.version = draws.between(1, 2);
  e.is_transposed = e.version == 2 && draws.flip();
  e.tiles = triton::WarpGrid{draw_box(draws, 2, static_cast<unsigned>(draws.below(3))), {1, 1}};
  e.instr_shape = {16, 16, 16};
  e.cga = CgaLayout::single(2);
  return e;
}

Layout::Variant draw_slice(Draws& draws, std::size_t rank) {
  triton::Slice e;
  if (rank == 1 && draws.flip()) {
    e.dim = draws.below(2);
    e.parent = std::make_shared<const Layout>(draw_mma(draws));
  } else {
    e.dim = draws.below(rank + 1);
    e.parent = std::make_shared<const Layout>(draw_blocked(draws, rank + 1));
  }
  return e;
}

Layout::Variant draw_register_layout(Draws& draws, const Shape& shape) {
  const std::size_t rank = shape.size();
  switch (draws.below(rank == 2 ? 8 : 3)) {
    case 0:
      return draw_blocked(draws, rank);
    case 1:
      return draw_linear(draws, shape, draws.below(3) == 0, 5);
    case 2:
      return draw_slice(draws, rank);
    case 3:
    case 4:
      return draw_mma(draws);
    case 5:
      return draw_operand(draws);
    case 6:
      return draw_mfma(draws);
    default:
      return draw_wmma(draws);
  }
}

triton::SwizzledShared draw_swizzled(Draws& draws, std::size_t rank) {
  triton::SwizzledShared e;
  e.is_rotating = draws.below(6) == 0;
  e.vec = Word{1} << draws.below(5);
  e.per_phase = Word{1} << draws.below(4);
  e.max_phase = Word{1} << draws.below(5);
  e.order = draw_order(draws, rank);
  e.cga = CgaLayout::single(rank);
  return e;
}

triton::PaddedShared draw_padded(Draws& draws, const Shape& shape) {
  triton::PaddedShared e;
  Word interval = Word{1} << draws.between(2, 6);
  const Word pairs = draws.between(1, 3);
  for (Word i = 0; i < pairs; ++i) {
    e.paddings.push_back({interval, std::min(interval, Word{1} << draws.below(5))});
    interval <<= draws.between(1, 3);
  }
  draws.shuffle(e.paddings);
  if (draws.flip()) {
    e.order_of_any_shape = draw_order(draws, shape.size());
  } else {
    e.bases = {draw_bases(draws, shape), {}, shape.size()};
  }
  return e;
}

triton::NvmmaShared draw_nvmma(Draws& draws, unsigned element_bytes) {
  triton::NvmmaShared e;
  const Word swizzles[] = {0, 32, 64, 128};
  e.swizzle_bytes = swizzles[draws.below(4)];
  e.transposed = draws.flip();
  e.element_bits = 8 * element_bytes;
  e.cga = CgaLayout::single(2);
  return e;
}

triton::SharedLinear draw_shared_linear(Draws& draws, const Shape& shape) {
  std::vector<Dims> bases = draw_bases(draws, shape);
  if (draws.flip()) mix_bases(draws, pointers_to(bases), true);
  return {{std::move(bases), {}, shape.size()}, 16};
}

triton::PartitionedShared draw_partitioned(Draws& draws, std::size_t rank) {
  triton::PartitionedShared e;
  e.partitions = Word{2} << draws.below(2);
  e.groups = Word{1} << draws.below(2);
  e.dim = draws.below(rank);
  e.inner = draw_swizzled(draws, rank);
  return e;
}

Layout::Variant draw_shared_layout(Draws& draws, const Shape& shape, unsigned element_bytes) {
  switch (draws.below(shape.size() == 2 ? 8 : 6)) {
    case 0:
    case 1:
      return draw_swizzled(draws, shape.size());
    case 2:
    case 3:
      return draw_padded(draws, shape);
    case 4:
      return draw_shared_linear(draws, shape);
    case 5:
      return draw_partitioned(draws, shape.size());
    default:
      return draw_nvmma(draws, element_bytes);
  }
}

// Does a layout describe the shape within the limits, with every element in some place?
bool fits_registers(const Layout& layout, const Shape& shape) {
  const auto form = to_linear(layout, shape);
  return form && !broken_bases(layout) && form->is_surjective() &&
         form->in_bits(kRegister) <= kMaxRegisterBits &&
         form->in_bits(kLane) + form->in_bits(kWarp) <= kMaxThreadBits;
}

bool fits_shared(const Layout& layout, const Shape& shape) {
  const auto form = to_linear(layout, shape);
  return form && form->is_surjective() && !broken_bases(layout);
}

// A layout in registers that holds what `source` does in each thread or in each warp, elsewhere:
// the bases of the registers (and of the lanes) change places and are mixed among themselves.
triton::Linear draw_neighbour(Draws& draws, triton::Linear source, bool across_lanes) {
  std::vector<Dims*> bases = pointers_to(source.registers);
  if (across_lanes) {
    for (Dims& basis : source.lanes) bases.push_back(&basis);
  }
  for (std::size_t i = bases.size(); i > 1; --i) std::swap(*bases[i - 1], *bases[draws.below(i)]);
  mix_bases(draws, bases, false);
  return source;
}

LayoutPtr shared_ptr_of(Layout::Variant encoding) {
  return std::make_shared<const Layout>(std::move(encoding));
}

void draw_near(Draws& draws, Conversion& conversion) {
  conversion.route = draws.flip() ? Route::kRegisters : Route::kLanes;
  const auto source = draw_linear(draws, conversion.shape, true, log2_exact(conversion.warp_lanes));
  conversion.source = shared_ptr_of(source);
  conversion.destination =
      shared_ptr_of(draw_neighbour(draws, source, conversion.route == Route::kLanes));
}

void draw_through_shared(Draws& draws, Conversion& conversion) {
  conversion.route = Route::kShared;
  conversion.source = shared_ptr_of(draw_register_layout(draws, conversion.shape));
  conversion.destination = shared_ptr_of(draw_register_layout(draws, conversion.shape));
  conversion.shared =
      shared_ptr_of(draw_shared_layout(draws, conversion.shape, conversion.element_bytes));
  conversion.store_bytes = 1U << draws.below(5);
  conversion.load_bytes = 1U << draws.below(5);
  conversion.uses_matrices = draws.flip();
}

// Layouts as matrix instructions want them: rows of eight 16-bit elements that stay together.
void draw_for_matrices(Draws& draws, Conversion& conversion) {
  conversion.route = Route::kShared;
  conversion.element_bytes = 2;
  conversion.uses_matrices = true;
  conversion.source = shared_ptr_of(draw_mma(draws));
  conversion.destination =
      draws.flip() ? shared_ptr_of(draw_mma(draws)) : shared_ptr_of(draw_operand(draws));
  switch (draws.below(3)) {
    case 0: {
      triton::SwizzledShared e = draw_swizzled(draws, 2);
      e.vec = std::max<Word>(e.vec, 8);
      conversion.shared = shared_ptr_of(e);
      break;
    }
    case 1: {
      triton::PaddedShared e;
      e.paddings.push_back({Word{8} << draws.below(5), 8});
      e.order_of_any_shape = draw_order(draws, 2);
      conversion.shared = shared_ptr_of(e);
      break;
    }
    default:
      conversion.shared = shared_ptr_of(draw_nvmma(draws, 2));
  }
}

Shape draw_shape(Draws& draws) {
  const Word rank = draws.below(8);
  const auto bits = static_cast<unsigned>(draws.between(5, kMaxBits));
  return draw_box(draws, rank == 0 ? 3 : rank == 1 ? 1 : 2, bits);
}

}  // namespace

Conversion draw_conversion(std::uint64_t seed, std::uint64_t index, unsigned warp_lanes) {
  Draws draws(seed, index);
  while (true) {
    Conversion conversion;
    conversion.warp_lanes = warp_lanes;
    conversion.shape = draw_shape(draws);
    constexpr unsigned kBytes[] = {1, 2, 2, 2, 4, 4, 8};
    conversion.element_bytes = kBytes[draws.below(std::size(kBytes))];
    const Word kind = draws.below(8);
    if (kind == 0) {
      draw_near(draws, conversion);
    } else if (kind == 1 && conversion.shape.size() == 2) {
      draw_for_matrices(draws, conversion);
    } else {
      draw_through_shared(draws, conversion);
    }
    Word bytes = conversion.element_bytes;
    for (const Word size : conversion.shape) bytes *= size;
    if (bytes > kMaxTensorBytes) continue;
    const bool fits = fits_registers(*conversion.source, conversion.shape) &&
                      fits_registers(*conversion.destination, conversion.shape) &&
                      (!conversion.shared || fits_shared(*conversion.shared, conversion.shape));
    if (fits) return conversion;
  }
}

}  // namespace tileproof::oracles
