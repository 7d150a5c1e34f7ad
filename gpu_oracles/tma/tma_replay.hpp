// Does nvmma_shared say where the copy engine leaves a box in shared memory, and what wgmma reads
// there?
//
//   in   {"kind": "box", "element_bytes", "swizzle_bytes", "box": sides in elements, the contiguous
//         one first, "base": bytes from a multiple of 1024, "looked_at": places in all}
//   out  {"element_at": for each place of an element's size the element of the box, or -1}; nothing
//        was written in the places looked at beyond the list
//
//   in   {"kind": "descriptor", "instruction", "n", "element_bytes", "swizzle_bytes", "filled_by"}
//   out  {"number_of": for each column of B and k (k fastest) the number of the element that was
//         read there: of its place in shared memory if filled by "stores", of its place in the
//         row-major tile in global memory if by "tma"}
//
// nvmma_shared describes boxes that are as wide as their swizzle, of 8 rows or more and of powers
// of two.  All boxes, these too, are held against a second model: rows as far apart as the swizzle
// is wide, or dense without one, under CuTe's Sw<b,4,3>.
#pragma once

#include <functional>
#include <optional>

#include "core/bits.hpp"
#include "gpu_oracles/observation.hpp"

namespace tileproof::oracles {

struct SharedBox {
  Word element_bytes = 0;
  Word swizzle_bytes = 0;
  std::vector<Word> sides;  // in elements, the contiguous one first
  Word base = 0;            // in bytes
};

// For each element of a box, its first side fastest, the byte where it starts, from a multiple of
// 1024; nothing if the model does not describe the box.
using BoxModel = std::function<Result<std::optional<std::vector<Word>>>(const SharedBox&)>;

struct TmaModels {
  BoxModel nvmma_shared;
  BoxModel swizzled_rows;
};

const TmaModels& tma_models();

Result<Difference> replay_tma(const Observation& observation, const TmaModels& models);
Result<Difference> replay_tma(const Observation& observation);

// The box of an observation of that kind, or of the tile that a descriptor names.
Result<SharedBox> parse_box(const nlohmann::json& in);

}  // namespace tileproof::oracles
