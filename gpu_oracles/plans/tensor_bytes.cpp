#include "gpu_oracles/plans/tensor_bytes.hpp"

#include "core/f2_algebra.hpp"
#include "encodings/index_map/triton_instance.hpp"

namespace tileproof::oracles {
namespace {

// Larger tensors fit no CTA.
constexpr unsigned kMaxPlaceBits = 20;

// The row-major numbers of the elements at all places, the register fastest, then lane and warp.
Result<std::vector<std::uint32_t>> element_numbers(const triton::Instance& instance) {
  const LinearLayout& form = instance.form();
  const unsigned bits = form.total_in_bits();
  if (bits > kMaxPlaceBits) {
    return Error{ErrorCode::kUnsupported,
                 "a layout of 2^" + std::to_string(bits) + " places; at most 2^20 are asked"};
  }
  std::vector<F2Word> at;
  for (unsigned first = 0; const InDim& dim : form.in_dims()) {
    at.push_back(F2Word::inputs(first, dim.bits));
    first += dim.bits;
  }
  const auto coordinates = evaluate(F2{}, instance, std::span<const F2Word>(at));
  AffineMap numbers{std::vector<Word>(bits)};
  const triton::Shape& shape = instance.shape();
  for (std::size_t d = shape.size(), shift = 0; d-- > 0;) {
    if (!coordinates[d].is_linear()) {
      return Error{ErrorCode::kUnsupported,
                   std::string(triton::mnemonic(instance.layout())) +
                       " is not linear: " + coordinates[d].reason()};
    }
    numbers.add(coordinates[d], static_cast<unsigned>(shift));
    shift += log2_exact(shape[d]);
  }
  // Each bit of a place doubles the list.
  std::vector<std::uint32_t> list = {static_cast<std::uint32_t>(numbers.constant)};
  for (const Word column : numbers.columns) {
    const std::size_t half = list.size();
    for (std::size_t i = 0; i < half; ++i) {
      list.push_back(list[i] ^ static_cast<std::uint32_t>(column));
    }
  }
  return list;
}

}  // namespace

Result<TensorBytes> defined_bytes(const triton::LayoutPtr& layout,
                                  const triton::Shape& shape,
                                  const moves::Program& program) {
  TP_TRY(instance, triton::Instance::make(layout, shape));
  TP_TRY(numbers, element_numbers(instance));
  const Word elements = Word{1} << instance.form().in_bits(kRegister);
  if (numbers.size() != elements * program.threads()) {
    return Error{ErrorCode::kInvalid,
                 "the layout has " + std::to_string(numbers.size() / elements) +
                     " threads, and the program " + std::to_string(program.threads())};
  }
  const moves::Packing packing(program);
  const unsigned element_bytes = program.element_bits / 8;
  TensorBytes side{program.threads(), packing.registers(elements), {}};
  side.bytes.reserve(side.threads * side.registers * 4);
  for (unsigned thread = 0; thread < side.threads; ++thread) {
    for (Word index = 0; index < side.registers; ++index) {
      for (unsigned byte = 0; byte < 4; ++byte) {
        const auto held = packing.held(index, byte);
        const bool is_element = held && held->element < elements;
        side.bytes.push_back(
            is_element ? numbers[thread * elements + held->element] * element_bytes + held->byte
                       : kNoByte);
      }
    }
  }
  return side;
}

unsigned planes_of(const Conversion& conversion) {
  Word bytes = conversion.element_bits / 8;
  for (const Word size : conversion.shape) bytes *= size;
  unsigned planes = 1;
  while (Word{1} << (8 * planes) <= bytes) ++planes;
  return planes;
}

std::vector<std::uint32_t> plane_words(const TensorBytes& source, Word registers, unsigned plane) {
  std::vector<std::uint32_t> words(source.threads * registers, kNoByte);
  for (std::size_t at = 0; at < source.bytes.size(); ++at) {
    const std::uint32_t value = source.bytes[at] >> (8 * plane) & 0xFF;
    std::uint32_t& word = words[source.thread_of(at) * registers + source.register_of(at)];
    const unsigned shift = 8 * (at % 4);
    word = (word & ~(0xFFU << shift)) | value << shift;
  }
  return words;
}

std::vector<std::uint32_t> found_bytes(const TensorBytes& destination,
                                       Word registers,
                                       std::span<const std::vector<std::uint32_t>> planes) {
  std::vector<std::uint32_t> found;
  for (std::size_t at = 0; at < destination.bytes.size(); ++at) {
    if (destination.bytes[at] == kNoByte) continue;
    std::uint32_t number = 0;
    for (std::size_t plane = planes.size(); plane-- > 0;) {
      const std::uint32_t word =
          planes[plane][destination.thread_of(at) * registers + destination.register_of(at)];
      number = number << 8 | (word >> (8 * (at % 4)) & 0xFF);
    }
    found.push_back(number);
  }
  return found;
}

std::vector<std::uint32_t> wanted_bytes(const TensorBytes& destination) {
  std::vector<std::uint32_t> wanted;
  for (const std::uint32_t number : destination.bytes) {
    if (number != kNoByte) wanted.push_back(number);
  }
  return wanted;
}

}  // namespace tileproof::oracles
