#include "gpu_oracles/plans/draw_layouts.hpp"

#include <algorithm>

#include "gpu_oracles/plans/as_linear.hpp"

namespace tileproof::oracles {
namespace {

using triton::CgaLayout;
using triton::Dims;
using triton::Layout;
using triton::LayoutPtr;
using triton::Shape;

Dims draw_order(Draws& draws, std::size_t rank) {
  Dims order;
  for (std::size_t d = rank; d-- > 0;) order.push_back(d);
  draws.shuffle(order);
  return order;
}

constexpr unsigned kLaneBits = 5;

triton::Blocked draw_blocked(Draws& draws, std::size_t rank, unsigned warp_bits) {
  return {draw_box(draws, rank, static_cast<unsigned>(draws.below(5))),
          draw_box(draws, rank, kLaneBits),
          draw_box(draws, rank, warp_bits),
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

// linear, or generic_linear if a warp moves along several dimensions.  Of `copies` bits of the
// hardware's index none moves at all.
triton::Linear draw_linear(
    Draws& draws, const Shape& shape, bool mixes, unsigned warp_bits, Word copies) {
  std::vector<Dims> bases = draw_bases(draws, shape);
  if (mixes) mix_bases(draws, pointers_to(bases), false);
  const Dims zero(shape.size(), 0);
  bases.insert(bases.end(), copies, zero);
  draws.shuffle(bases);
  triton::Linear e;
  e.rank = shape.size();
  const auto take = [&](std::vector<Dims>& list, std::size_t count) {
    for (std::size_t i = 0; i < count; ++i) {
      list.push_back(bases.empty() ? zero : bases.back());
      if (!bases.empty()) bases.pop_back();
    }
  };
  take(e.lanes, kLaneBits);
  take(e.warps, warp_bits);
  take(e.registers, bases.size());
  if (!mixes) return e;
  for (Dims& basis : e.warps) {
    const Dims& other = e.lanes[draws.below(e.lanes.size())];
    add_basis(basis, other);
    const auto moved = std::ranges::count_if(basis, [](Word along) { return along != 0; });
    e.is_generic = e.is_generic || moved > 1;
  }
  return e;
}

// Version 3 is of groups of four warps.
triton::NvidiaMma draw_mma(Draws& draws, unsigned warp_bits) {
  triton::NvidiaMma e;
  e.cga = CgaLayout::single(2);
  if (warp_bits < 2 || draws.flip()) {
    e.version_major = 2;
    e.warps_per_cta = draw_box(draws, 2, warp_bits);
    e.instr_shape = {16, 8};
  } else {
    e.version_major = 3;
    e.warps_per_cta = {4, Word{1} << (warp_bits - 2)};
    e.instr_shape = {16, Word{8} << draws.below(4), 16};
  }
  return e;
}

triton::DotOperand draw_operand(Draws& draws, unsigned warp_bits) {
  const Word op_idx = draws.below(2);
  if (draws.below(4) == 0) return {op_idx, 0, draw_blocked(draws, 2, warp_bits)};
  triton::NvidiaMma parent = draw_mma(draws, warp_bits);
  const Word k_width = Word{1} << draws.below(3);
  if (!parent.is_hopper()) return {op_idx, k_width, parent};
  return {0, k_width, parent};
}

// Not of NVIDIA's devices, but a layout of 32 lanes like others.
triton::AmdWmma draw_wmma(Draws& draws, unsigned warp_bits) {
  triton::AmdWmma e;
  e.version = draws.between(1, 2);
  e.is_transposed = e.version == 2 && draws.flip();
  e.tiles = triton::WarpGrid{draw_box(draws, 2, warp_bits), {1, 1}};
  e.instr_shape = {16, 16, 16};
  e.cga = CgaLayout::single(2);
  return e;
}

Layout::Variant draw_slice(Draws& draws, std::size_t rank, unsigned warp_bits) {
  triton::Slice e;
  if (rank == 1 && draws.flip()) {
    e.dim = draws.below(2);
    e.parent = std::make_shared<const Layout>(draw_mma(draws, warp_bits));
  } else {
    e.dim = draws.below(rank + 1);
    e.parent = std::make_shared<const Layout>(draw_blocked(draws, rank + 1, warp_bits));
  }
  return e;
}

Layout::Variant draw_in_registers(Draws& draws, const Shape& shape, unsigned warp_bits) {
  const std::size_t rank = shape.size();
  switch (draws.below(rank == 2 ? 7 : 3)) {
    case 0:
      return draw_blocked(draws, rank, warp_bits);
    case 1:
      return draw_linear(
          draws, shape, draws.below(3) == 0, warp_bits, draws.flip() ? draws.below(3) : 0);
    case 2:
      return draw_slice(draws, rank, warp_bits);
    case 3:
    case 4:
      return draw_mma(draws, warp_bits);
    case 5:
      return draw_operand(draws, warp_bits);
    default:
      return draw_wmma(draws, warp_bits);
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

triton::NvmmaShared draw_nvmma(Draws& draws, unsigned element_bits) {
  triton::NvmmaShared e;
  const Word swizzles[] = {0, 32, 64, 128};
  e.swizzle_bytes = swizzles[draws.below(4)];
  e.transposed = draws.flip();
  e.element_bits = element_bits;
  e.cga = CgaLayout::single(2);
  return e;
}

triton::SharedLinear draw_shared_linear(Draws& draws, const Shape& shape) {
  std::vector<Dims> bases = draw_bases(draws, shape);
  if (draws.flip()) mix_bases(draws, pointers_to(bases), true);
  return {{std::move(bases), {}, shape.size()}, 16};
}

Layout::Variant draw_in_memory(Draws& draws, const Shape& shape, unsigned element_bits) {
  const std::size_t rank = shape.size();
  switch (draws.below(rank == 2 && element_bits <= 32 ? 8 : 6)) {
    case 0:
    case 1:
    case 2:
      return draw_swizzled(draws, rank);
    case 3:
    case 4:
      return draw_padded(draws, shape);
    case 5:
      return draw_shared_linear(draws, shape);
    default:
      return draw_nvmma(draws, element_bits);
  }
}

LayoutPtr pointer_to(Layout::Variant encoding) {
  return std::make_shared<const Layout>(std::move(encoding));
}

}  // namespace

Dims draw_box(Draws& draws, std::size_t rank, unsigned bits) {
  Dims box(rank, 1);
  for (unsigned i = 0; i < bits; ++i) box[draws.below(rank)] *= 2;
  return box;
}

LayoutPtr draw_register_layout(Draws& draws, const Shape& shape, unsigned warp_bits) {
  return pointer_to(draw_in_registers(draws, shape, warp_bits));
}

LayoutPair draw_neighbours(Draws& draws, const Shape& shape, unsigned warp_bits) {
  const triton::Linear source = draw_linear(draws, shape, true, warp_bits, draws.below(2));
  triton::Linear moved = source;
  std::vector<Dims*> bases = pointers_to(moved.registers);
  if (draws.flip()) {
    for (Dims& basis : moved.lanes) bases.push_back(&basis);
  }
  for (std::size_t i = bases.size(); i > 1; --i) std::swap(*bases[i - 1], *bases[draws.below(i)]);
  mix_bases(draws, bases, false);
  return {pointer_to(source), pointer_to(moved)};
}

Result<LayoutPair> draw_across(Draws& draws, const Shape& shape, unsigned warp_bits) {
  TP_CHECK(shape.size() == 2, "rows and columns");
  const auto drawn = [&]() -> Layout::Variant {
    const Word family = draws.below(3);
    if (family == 0) return draw_mma(draws, warp_bits);
    if (family == 1) return draw_operand(draws, warp_bits);
    return triton::Blocked{{1, Word{2} << draws.below(3)},
                           draw_box(draws, 2, kLaneBits),
                           draw_box(draws, 2, warp_bits),
                           {1, 0},
                           CgaLayout::single(2)};
  };
  const auto by_rows = [&](const Shape& of) { return as_linear(drawn(), of); };
  TP_TRY(source, by_rows(shape));
  TP_TRY(destination, by_rows({shape[1], shape[0]}));
  for (auto* bases : {&destination.registers, &destination.lanes, &destination.warps}) {
    for (Dims& basis : *bases) std::swap(basis[0], basis[1]);
  }
  if (draws.flip()) std::swap(source, destination);
  return LayoutPair{pointer_to(source), pointer_to(destination)};
}

LayoutPtr draw_shared_layout(Draws& draws, const Shape& shape, unsigned element_bits) {
  return pointer_to(draw_in_memory(draws, shape, element_bits));
}

}  // namespace tileproof::oracles
