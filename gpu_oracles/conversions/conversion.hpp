// What is a conversion, and what must it leave behind?  A tensor in registers by one layout is
// brought into registers by another: within each thread, between the lanes of warps, or through
// shared memory by a third layout.
//
// The model evaluates the definitions of the layouts and nothing else: no list of moves takes part.
#pragma once

#include <cstdint>
#include <functional>
#include <span>
#include <vector>

#include "encodings/triton/layout.hpp"

namespace tileproof::oracles {

enum class Route : std::uint8_t { kRegisters, kLanes, kShared };
const char* to_string(Route route);  // "registers", "lanes", "shared"

struct Conversion {
  Route route = Route::kShared;
  triton::Shape shape;
  unsigned element_bytes = 4;  // 1, 2, 4 or 8
  triton::LayoutPtr source;
  triton::LayoutPtr destination;
  triton::LayoutPtr shared;  // null unless the route is shared
  // The widest accesses that may be used, in bytes: 1 to 16.
  unsigned store_bytes = 16;
  unsigned load_bytes = 16;
  // stmatrix and ldmatrix where the layouts fit them.
  bool uses_matrices = false;
  // Lanes of a warp, among which the route of lanes stays: 32 or 64.
  unsigned warp_lanes = 32;
};

// Which elements the threads hold, by their row-major number: ids[thread * registers + register].
struct HeldElements {
  unsigned threads = 0;
  unsigned registers = 0;
  std::vector<std::uint32_t> ids;
};

struct ConversionModel {
  HeldElements source;
  HeldElements destination;
  std::vector<std::uint32_t> byte_of;  // in shared memory, by element; empty for other routes
  unsigned shared_bytes = 0;           // a multiple of 16
};
using ModelOf = std::function<Result<ConversionModel>(const Conversion&)>;

// By the definitions: F2 evaluates what is linear, once for the layout, U64 the gaps of each
// element.  Fails for layouts that do not describe the shape.
Result<ConversionModel> defined_model(const Conversion& conversion);

// An element's number does not fit one byte: the conversion is then done twice, with the low and
// the high bytes of the numbers.
inline unsigned planes(unsigned element_bytes) { return element_bytes == 1 ? 2 : 1; }
// What memory holds where nothing was written, by plane.
inline std::uint8_t poison(unsigned plane) { return plane == 0 ? 0xA5 : 0x5A; }

// What the threads and shared memory hold at the end: for each plane, the registers of the
// destination thread by thread, then the bytes of shared memory.
std::vector<std::uint8_t> expected_bytes(const ConversionModel& model, unsigned element_bytes);
std::size_t result_size(const ConversionModel& model, unsigned element_bytes);

// One word for all bytes: those that differ in one bit have different words.
std::uint64_t hash_bytes(std::span<const std::uint8_t> bytes);

// The layouts as their attributes, with the rest: "shared 32x64 2B ...".
std::string to_string(const Conversion& conversion);

}  // namespace tileproof::oracles
