#include "properties/triton_generators.hpp"

#include <algorithm>
#include <vector>

#include "core/check.hpp"
#include "properties/triton_draw.hpp"

namespace tileproof::gen {
namespace {

using namespace triton;

template <typename Encoding>
TritonSubject on_any_shape(Source& source, Encoding encoding, unsigned least_bits = 3) {
  const std::size_t dims = rank(encoding);
  return on(std::move(encoding), draw_shape(source, dims, least_bits));
}

Blocked draw_blocked(Source& source, std::size_t rank) {
  Blocked e;
  e.size_per_thread = draw_spread(source, draw_below(source, 5), rank);
  e.threads_per_warp = draw_spread(source, draw_between(source, 5, 6), rank);
  e.warps_per_cta = draw_spread(source, draw_below(source, 4), rank);
  e.order = draw_dim_order(source, rank);
  e.cga = draw_cga(source, rank);
  return e;
}

NvidiaMma draw_nvidia_mma(Source& source) {
  NvidiaMma e;
  e.version_major = draw_of<Word>(source, {2, 3});
  if (e.is_hopper()) {
    e.warps_per_cta = {4 * draw_power(source, 1), draw_power(source, 1)};
    e.instr_shape = {16, 8 * draw_power(source, 5), draw_of<Word>(source, {8, 16, 32})};
  } else {
    const std::size_t rank = draw_one_in(source, 4) ? 3 : 2;
    e.warps_per_cta = draw_spread(source, draw_below(source, 4), rank);
    e.instr_shape = draw_one_in(source, 4) ? Dims{8, 8} : Dims{16, 8};
    if (rank == 3) e.instr_shape.insert(e.instr_shape.begin(), 1);
  }
  e.version_minor = draw_below(source, 2);
  e.cga = draw_cga(source, e.rank());
  return e;
}

// Neighbouring tiles of a warp, mostly one, and never along a batch.
Dims draw_tiles(Source& source, std::size_t rank) {
  Dims tiles(rank, 1);
  if (!draw_one_in(source, 3)) return tiles;
  tiles[rank - 1] = draw_power(source, 2);
  tiles[rank - 2] = draw_power(source, 2);
  return tiles;
}

AmdMfma draw_amd_mfma(Source& source) {
  const std::size_t rank = draw_one_in(source, 4) ? 3 : 2;
  AmdMfma e;
  e.version = draw_between(source, 1, 4);
  e.warps_per_cta = draw_spread(source, draw_below(source, 4), rank);
  e.instr_shape = draw_of<Dims>(
      source, {{32, 32, 8}, {16, 16, 16}, {16, 16}, {32, 32}, {4, 64, 4}, {64, 4, 4}});
  // The result of a 64x4 instruction is transposed.
  e.is_transposed = draw_one_in(source, 2) || e.instr_m() == 64;
  e.tiles_per_warp = draw_tiles(source, rank);
  e.element_bits = draw_one_in(source, 4) ? 64 : 32;
  e.cga = draw_cga(source, rank);
  return e;
}

// Tiles in any order on registers and warps; some move along two dimensions, some warps hold
// copies.
TileBases draw_tile_bases(Source& source, std::size_t rank) {
  TileBases tiles;
  const auto units = draw_units(source, draw_between(source, 1, 5), rank);
  for (std::size_t i = 0; i < units.size(); ++i) {
    Dims basis = units[i];
    if (i > 0 && draw_one_in(source, 4)) {
      for (std::size_t d = 0; d < rank; ++d) {
        if (basis[d] == 0) basis[d] = units[i - 1][d];
      }
    }
    (draw_one_in(source, 2) ? tiles.warps : tiles.registers).push_back(basis);
  }
  if (draw_one_in(source, 4)) tiles.warps.emplace_back(rank, 0);
  return tiles;
}

AmdWmma draw_amd_wmma(Source& source) {
  const std::size_t rank = draw_one_in(source, 4) ? 3 : 2;
  AmdWmma e;
  e.version = draw_between(source, 1, 3);
  e.is_transposed = draw_one_in(source, 2);
  e.instr_shape = e.version == 1   ? Dims{16, 16, 16}
                  : e.version == 2 ? draw_of<Dims>(source, {{16, 16, 16}, {16, 16, 32}})
                                   : draw_of<Dims>(source,
                                                   {{16, 16, 4},
                                                    {16, 16, 32},
                                                    {16, 16, 64},
                                                    {16, 16, 128},
                                                    {32, 16, 64},
                                                    {32, 16, 128}});
  if (draw_one_in(source, 2)) {
    e.tiles = draw_tile_bases(source, rank);
  } else {
    e.tiles = WarpGrid{draw_spread(source, draw_below(source, 4), rank), draw_tiles(source, rank)};
  }
  e.cga = draw_cga(source, rank);
  return e;
}

DotOperand draw_dot_operand(Source& source) {
  DotOperand e;
  e.op_idx = draw_below(source, 2);
  switch (draw_below(source, 4)) {
    case 0:
      e.parent = draw_blocked(source, draw_between(source, 2, 3));
      break;
    case 1: {
      const NvidiaMma parent = draw_nvidia_mma(source);
      // The second operand of Hopper's instruction is in shared memory.
      if (parent.is_hopper()) e.op_idx = 0;
      e.k_width = draw_power(source, 3);
      e.parent = parent;
      break;
    }
    case 2:
      e.k_width = draw_power(source, 4);
      e.parent = draw_amd_mfma(source);
      break;
    default: {
      const AmdWmma parent = draw_amd_wmma(source);
      const Word least = parent.version == 1 ? 8 : parent.version == 2 ? 4 : 2;
      e.k_width = draw_of(source, {least, Word{8}, Word{16}});
      e.parent = parent;
    }
  }
  return e;
}

// Unit bases spread over registers, lanes, warps and blocks, with copies in all but registers; a
// generic one mixes warps and holds some elements twice.
Linear draw_linear(Source& source, bool is_generic) {
  Linear e;
  e.is_generic = is_generic;
  e.rank = draw_between(source, 1, 3);
  const auto units = draw_units(source, draw_between(source, 5, 10), e.rank);
  std::size_t used = 0;
  const auto deal = [&](std::vector<Dims>& bases, std::size_t count) {
    for (std::size_t i = 0; i < count; ++i) {
      const bool is_copy = used == units.size() || draw_one_in(source, 6);
      bases.push_back(is_copy ? Dims(e.rank, 0) : units[used++]);
    }
  };
  deal(e.lanes, 5);
  deal(e.warps, draw_below(source, 4));
  if (draw_one_in(source, 4)) deal(e.blocks, draw_between(source, 1, 2));
  while (used < units.size()) e.registers.push_back(units[used++]);
  if (!is_generic) return e;
  // With what warps do not move by themselves: two that take on each other's would be one.
  std::vector<Dims> others = e.lanes;
  others.insert(others.end(), e.registers.begin(), e.registers.end());
  for (Dims& warp : e.warps) {
    const Dims& other = others[draw_below(source, static_cast<unsigned>(others.size()))];
    for (std::size_t d = 0; d < e.rank; ++d) {
      if (warp[d] == 0 && draw_one_in(source, 2)) warp[d] = other[d];
    }
  }
  if (draw_one_in(source, 3)) e.warps.push_back(e.lanes.front());
  return e;
}

// The layout's own shape, up to four times as large or as small along each dimension.
Shape draw_shape_near(Source& source, const Shape& own) {
  Shape shape = own;
  unsigned bits = 0;
  for (const Word size : own) bits += log2_exact(size);
  for (Word& size : shape) {
    const unsigned change = draw_below(source, 5);
    if (change >= 3 && bits + 2 <= kMaxElementBits) {
      size <<= change - 2;
      bits += change - 2;
    } else if (change < 3) {
      size = std::max<Word>(1, size >> change);
    }
  }
  return shape;
}

TritonSubject draw_linear_subject(Source& source, bool is_generic) {
  const Linear e = draw_linear(source, is_generic);
  return on(e, draw_shape_near(source, e.own_shape()));
}

// The slice of a parent that takes any shape.
template <typename Encoding>
TritonSubject draw_slice_of(Source& source, Encoding parent) {
  const std::size_t parent_rank = rank(parent);
  Slice e;
  e.dim = draw_below(source, static_cast<unsigned>(parent_rank));
  e.parent = std::make_shared<const Layout>(std::move(parent));
  return on(std::move(e), draw_shape(source, parent_rank - 1, 5));
}

// The slice of a linear layout, of about its own shape.
TritonSubject draw_slice_of_linear(Source& source) {
  Linear parent = draw_linear(source, draw_one_in(source, 2));
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
  e.dim = (largest + 1 + draw_below(source, static_cast<unsigned>(own.size()) - 1)) % own.size();
  Shape shape = draw_shape_near(source, own);
  shape.erase(shape.begin() + static_cast<std::ptrdiff_t>(e.dim));
  e.parent = std::make_shared<const Layout>(std::move(parent));
  return on(std::move(e), shape);
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

TritonSubject blocked(Source& source) {
  return on_any_shape(source, draw_blocked(source, draw_between(source, 1, 4)));
}

TritonSubject nvidia_mma(Source& source) { return on_any_shape(source, draw_nvidia_mma(source)); }

TritonSubject amd_mfma(Source& source) { return on_any_shape(source, draw_amd_mfma(source)); }

TritonSubject amd_wmma(Source& source) { return on_any_shape(source, draw_amd_wmma(source)); }

TritonSubject dot_operand(Source& source) { return on_any_shape(source, draw_dot_operand(source)); }

TritonSubject linear(Source& source) { return draw_linear_subject(source, /*is_generic=*/false); }

TritonSubject generic_linear(Source& source) {
  return draw_linear_subject(source, /*is_generic=*/true);
}

TritonSubject slice(Source& source) {
  switch (draw_below(source, 6)) {
    case 0:
      return draw_slice_of_linear(source);
    case 1:
      return draw_slice_of(source, draw_nvidia_mma(source));
    case 2:
      return draw_slice_of(source, draw_amd_mfma(source));
    case 3:
      return draw_slice_of(source, draw_amd_wmma(source));
    case 4:
      return draw_slice_of(source, draw_dot_operand(source));
    default: {
      const TritonSubject once =
          draw_slice_of(source, draw_blocked(source, draw_between(source, 2, 4)));
      const bool again = once.shape.size() > 1 && draw_one_in(source, 2);
      return again ? draw_slice_of(source, *once.layout->as<Slice>()) : once;
    }
  }
}

std::span<const TritonGenerator> triton_generators() { return kGenerators; }

TritonSubject draw_of_kind(Source& source, const TritonGenerator& generator) {
  source.classify(generator.name);
  return generator.draw(source);
}

TritonSubject any_triton_layout(Source& source) {
  return draw_of_kind(
      source, kGenerators[draw_below(source, static_cast<unsigned>(std::size(kGenerators)))]);
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
