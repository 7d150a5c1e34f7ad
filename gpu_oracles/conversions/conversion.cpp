#include "gpu_oracles/conversions/conversion.hpp"

#include <algorithm>
#include <cstring>

#include "core/f2_algebra.hpp"
#include "encodings/index_map/triton_instance.hpp"

namespace tileproof::oracles {
namespace {

// The values at 0, 1, 2, ...: each bit doubles the list.
std::vector<std::uint32_t> all_values(const AffineMap& map) {
  std::vector<std::uint32_t> values = {static_cast<std::uint32_t>(map.constant)};
  values.reserve(std::size_t{1} << map.columns.size());
  for (const Word column : map.columns) {
    const std::size_t half = values.size();
    for (std::size_t i = 0; i < half; ++i) {
      values.push_back(values[i] ^ static_cast<std::uint32_t>(column));
    }
  }
  return values;
}

// Larger tensors fit no CTA.
constexpr unsigned kMaxTableBits = 20;
constexpr Word kMaxSharedBytes = Word{1} << 20;

std::optional<Error> check_table(unsigned bits) {
  if (bits <= kMaxTableBits) return std::nullopt;
  return Error{ErrorCode::kUnsupported,
               "a conversion of 2^" + std::to_string(bits) + " places; at most 2^20 are asked"};
}

Error not_linear(const triton::Layout& layout, const F2Word& word) {
  return {ErrorCode::kUnsupported,
          std::string(triton::mnemonic(layout)) + " is not linear: " + word.reason()};
}

Result<HeldElements> held_elements(const triton::LayoutPtr& layout, const triton::Shape& shape) {
  TP_TRY(instance, triton::Instance::make(layout, shape));
  const LinearLayout& form = instance.form();
  if (const auto error = check_table(form.total_in_bits())) return *error;
  std::vector<F2Word> at;
  for (unsigned first = 0; const InDim& dim : form.in_dims()) {
    at.push_back(F2Word::inputs(first, dim.bits));
    first += dim.bits;
  }
  const auto coordinates = evaluate(F2{}, instance, std::span<const F2Word>(at));
  AffineMap table{std::vector<Word>(form.total_in_bits())};
  unsigned shift = 0;
  for (std::size_t d = shape.size(); d-- > 0;) {
    if (!coordinates[d].is_linear()) return not_linear(*layout, coordinates[d]);
    table.add(coordinates[d], shift);
    shift += log2_exact(shape[d]);
  }
  HeldElements held;
  held.registers = 1U << form.in_bits(kRegister);
  held.threads = 1U << (form.in_bits(kLane) + form.in_bits(kWarp));
  held.ids = all_values(table);
  if (held.ids.size() != std::size_t{held.registers} * held.threads) {
    return Error{ErrorCode::kUnsupported, "the conversions of a cluster are not asked"};
  }
  return held;
}

Result<AffineMap> offsets_without_gaps(const triton::LayoutPtr& layout,
                                       const triton::Shape& shape,
                                       AffineMap& partitions) {
  if (const auto instance = triton::Instance::make(layout, shape); !instance) {
    return instance.error();
  }
  triton::Coords<F2Word> coords(shape.size());
  unsigned bits = 0;
  for (std::size_t d = shape.size(); d-- > 0;) {
    coords[d] = F2Word::inputs(bits, log2_exact(shape[d]));
    bits += log2_exact(shape[d]);
  }
  if (const auto error = check_table(bits)) return *error;
  const auto place = triton::place(F2{}, *layout, shape, coords);
  if (!place.offset.is_linear()) return not_linear(*layout, place.offset);
  if (!place.partition.is_linear()) return not_linear(*layout, place.partition);
  AffineMap offsets{std::vector<Word>(bits)};
  offsets.add(place.offset, 0);
  partitions.columns.resize(bits);
  partitions.add(place.partition, 0);
  return offsets;
}

unsigned round_up_to_16(std::uint32_t bytes) { return (bytes + 15) / 16 * 16; }

// The partitions follow each other, each at a multiple of 16 bytes.
std::optional<Error> place_in_memory(const Conversion& conversion, ConversionModel& model) {
  AffineMap partition_table;
  auto table = offsets_without_gaps(conversion.shared, conversion.shape, partition_table);
  if (!table) return table.error();
  const auto partitions = all_values(partition_table);
  const auto gaps = triton::paddings(*conversion.shared);
  model.byte_of = all_values(*table);
  std::uint32_t end = 0;
  for (std::uint32_t& byte : model.byte_of) {
    const Word offset = gaps.empty() ? byte : triton::padded_offset(U64{}, gaps, Word{byte});
    if (offset >= kMaxSharedBytes / 8) {
      return Error{ErrorCode::kUnsupported,
                   "an offset of " + std::to_string(offset) + " elements is in no shared memory"};
    }
    byte = static_cast<std::uint32_t>(offset) * conversion.element_bytes;
    end = std::max(end, byte + conversion.element_bytes);
  }
  const std::uint32_t partition_bytes = round_up_to_16(end);
  const std::uint32_t last = *std::max_element(partitions.begin(), partitions.end());
  for (std::size_t i = 0; i < partitions.size(); ++i) {
    model.byte_of[i] += partitions[i] * partition_bytes;
  }
  model.shared_bytes = partition_bytes * (last + 1);
  return std::nullopt;
}

template <typename Element>
void fill(const ConversionModel& model, unsigned plane, std::uint8_t* out) {
  const unsigned shift = 8 * plane;
  auto* registers = out;
  for (const std::uint32_t id : model.destination.ids) {
    const auto value = static_cast<Element>(id >> shift);
    std::memcpy(registers, &value, sizeof(Element));
    registers += sizeof(Element);
  }
  std::memset(registers, poison(plane), model.shared_bytes);
  for (std::size_t id = 0; id < model.byte_of.size(); ++id) {
    const auto value = static_cast<Element>(id >> shift);
    std::memcpy(registers + model.byte_of[id], &value, sizeof(Element));
  }
}

}  // namespace

const char* to_string(Route route) {
  switch (route) {
    case Route::kRegisters:
      return "registers";
    case Route::kLanes:
      return "lanes";
    case Route::kShared:
      return "shared";
  }
  TP_CHECK(false, "unknown route");
}

Result<ConversionModel> defined_model(const Conversion& conversion) {
  ConversionModel model;
  TP_TRY(source, held_elements(conversion.source, conversion.shape));
  TP_TRY(destination, held_elements(conversion.destination, conversion.shape));
  model.source = std::move(source);
  model.destination = std::move(destination);
  if (conversion.route == Route::kShared) {
    if (const auto error = place_in_memory(conversion, model)) return *error;
  }
  return model;
}

std::size_t result_size(const ConversionModel& model, unsigned element_bytes) {
  return planes(element_bytes) *
         (model.destination.ids.size() * element_bytes + model.shared_bytes);
}

std::vector<std::uint8_t> expected_bytes(const ConversionModel& model, unsigned element_bytes) {
  std::vector<std::uint8_t> bytes(result_size(model, element_bytes));
  const std::size_t plane_bytes = bytes.size() / planes(element_bytes);
  for (unsigned plane = 0; plane < planes(element_bytes); ++plane) {
    std::uint8_t* out = bytes.data() + plane * plane_bytes;
    switch (element_bytes) {
      case 1:
        fill<std::uint8_t>(model, plane, out);
        break;
      case 2:
        fill<std::uint16_t>(model, plane, out);
        break;
      case 4:
        fill<std::uint32_t>(model, plane, out);
        break;
      default:
        TP_CHECK(element_bytes == 8, "elements have 1, 2, 4 or 8 bytes");
        fill<std::uint64_t>(model, plane, out);
    }
  }
  return bytes;
}

std::uint64_t hash_bytes(std::span<const std::uint8_t> bytes) {
  // A multiplication by an odd number and a shift that is XORed are both one-to-one.
  std::uint64_t hash = bytes.size();
  for (std::size_t i = 0; i < bytes.size(); i += 8) {
    std::uint64_t word = 0;
    std::memcpy(&word, bytes.data() + i, std::min<std::size_t>(8, bytes.size() - i));
    hash = (hash ^ word) * 0x9FB21C651E98DF25U;
    hash ^= hash >> 32;
  }
  return hash;
}

std::string to_string(const Conversion& conversion) {
  std::string text = to_string(conversion.route);
  text += " " + triton::to_string(conversion.shape) + " of " +
          std::to_string(conversion.element_bytes) + " bytes, stores up to " +
          std::to_string(conversion.store_bytes) + ", loads up to " +
          std::to_string(conversion.load_bytes) +
          (conversion.uses_matrices ? ", matrices: " : ": ") +
          triton::to_string(*conversion.source);
  if (conversion.warp_lanes != 32) {
    text = "warps of " + std::to_string(conversion.warp_lanes) + ", " + text;
  }
  if (conversion.shared) text += " through " + triton::to_string(*conversion.shared);
  return text + " to " + triton::to_string(*conversion.destination);
}

}  // namespace tileproof::oracles
