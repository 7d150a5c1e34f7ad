#include "gpu_oracles/plans/draw_conversion.hpp"

#include "gpu_oracles/plans/draw_layouts.hpp"

namespace tileproof::oracles {
namespace {

constexpr unsigned kMaxBits = 12;
constexpr Word kMaxTensorBytes = 32'768;
constexpr Word kMaxWords = 128;  // registers of a thread that one side takes, of 32 bits

triton::Shape draw_shape(Draws& draws) {
  const Word rank = draws.below(8);
  const auto bits = static_cast<unsigned>(draws.between(5, kMaxBits));
  return draw_box(draws, rank == 0 ? 3 : rank == 1 ? 1 : 2, bits);
}

// Does it hold every element, in as many threads as are asked?
bool fits_registers(const triton::Layout& layout, const triton::Shape& shape, unsigned warp_bits) {
  const auto form = to_linear(layout, shape);
  return form && !broken_bases(layout) && form->is_surjective() && form->in_bits(kLane) == 5 &&
         form->in_bits(kWarp) == warp_bits;
}

bool fits_memory(const triton::Layout& layout, const triton::Shape& shape) {
  const auto form = to_linear(layout, shape);
  return form && !broken_bases(layout) && form->is_surjective();
}

Word tensor_bytes(const Conversion& conversion) {
  Word bytes = conversion.element_bits / 8;
  for (const Word size : conversion.shape) bytes *= size;
  return bytes;
}

bool fits_threads(const ConversionProgram& asked) {
  const Conversion& conversion = asked.conversion;
  const moves::Packing packing(asked.program);
  const auto fits = [&](const triton::LayoutPtr& layout) {
    const auto form = to_linear(*layout, conversion.shape);
    return form && packing.registers(Word{1} << form->in_bits(kRegister)) <= kMaxWords;
  };
  return fits(conversion.source) && fits(conversion.destination);
}

}  // namespace

PlannedConversion draw_conversion(std::uint64_t seed, std::uint64_t index, const Target& target) {
  Draws draws(seed, index);
  while (true) {
    Conversion conversion;
    conversion.shape = draw_shape(draws);
    conversion.element_bits = 8U << draws.below(5);
    const auto warp_bits = static_cast<unsigned>(draws.below(4));
    const Word way = draws.below(10);
    if (way < 2) {
      const LayoutPair pair = draw_neighbours(draws, conversion.shape, warp_bits);
      conversion.source = pair.source;
      conversion.destination = pair.destination;
    } else if (way >= 5 && way < 8 && conversion.shape.size() == 2) {
      const auto pair = draw_across(draws, conversion.shape, warp_bits);
      if (!pair) continue;
      conversion.source = pair->source;
      conversion.destination = pair->destination;
      conversion.element_bits = 16;
    } else {
      conversion.source = draw_register_layout(draws, conversion.shape, warp_bits);
      conversion.destination = draw_register_layout(draws, conversion.shape, warp_bits);
    }
    const Word bytes = tensor_bytes(conversion);
    if (way == 2 || way == 3) {
      conversion.shared = draw_shared_layout(draws, conversion.shape, conversion.element_bits);
    } else if (way == 4) {
      conversion.bytes = bytes >> draws.between(1, 2);
    }
    if (bytes > kMaxTensorBytes ||
        !fits_registers(*conversion.source, conversion.shape, warp_bits) ||
        !fits_registers(*conversion.destination, conversion.shape, warp_bits) ||
        (conversion.shared && !fits_memory(*conversion.shared, conversion.shape))) {
      continue;
    }
    auto plan = planned(conversion, target);
    if (plan && fits_threads(plan->asked)) return *std::move(plan);
  }
}

}  // namespace tileproof::oracles
