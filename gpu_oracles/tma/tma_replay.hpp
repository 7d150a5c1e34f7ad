// Does nvmma_shared say where the copy engine leaves a box in shared memory, and what wgmma reads
// there?
//
//   in   {"kind": "box", ...}: box_question.hpp; "looked_at": places in all
//   out  {"element_at": for each place of an element's size the element of the box, or kNothing,
//         kFill, kSomethingElse; nothing was written in the places looked at beyond the list,
//         "fill_values": the different bits of elements that lie outside the tensor}
//
//   in   {"kind": "descriptor", "instruction", "n", "element_bytes", "swizzle_bytes", "filled_by"}
//   out  {"number_of": for each column of B and k (k fastest) the number of the element that was
//         read there: of its place in shared memory if filled by "stores", of its place in the
//         row-major tile in global memory if by "tma"}
//
//   in   {"kind": "mn_descriptor", "instruction", "operand": "a" or "b", "side": rows of A or
//         columns of B, "along_k", "element_bytes", "swizzle_bytes", "filled_by"}
//   out  {"number_of": the same of a tile whose rows or columns are contiguous: for each k and row
//         or column (these fastest)}
//
// nvmma_shared describes boxes that are as wide as their swizzle, of 8 rows or more and of powers
// of two.  All boxes, these too, are held against a second model: rows as far apart as the swizzle
// is wide, or dense without one, under CuTe's Sw<b,4,3>.
#pragma once

#include <functional>
#include <optional>

#include "gpu_oracles/model_choice.hpp"
#include "gpu_oracles/observation.hpp"
#include "gpu_oracles/tma/box_question.hpp"

namespace tileproof::oracles {

// What a place holds instead of an element of the box.
inline constexpr std::int64_t kNothing = -1;
inline constexpr std::int64_t kFill = -2;           // what stands for elements outside the tensor
inline constexpr std::int64_t kSomethingElse = -3;  // bytes that no element of the box has

// For each element of a box, its first side fastest, the byte where it starts, from a multiple of
// 1024; nothing if the model does not describe the box.
using BoxModel = std::function<Result<std::optional<std::vector<Word>>>(const SharedBox&)>;

struct TmaModels {
  BoxModel nvmma_shared;
  BoxModel swizzled_rows;
  // The byte of each element of a tile of `side` x `along_k` that wgmma reads with its side
  // contiguous; the side fastest.
  BoxModel mn_tile;
  // Does the element at these coordinates of the box come as the fill?
  std::function<bool(const BoxQuestion&, const std::vector<Word>& at)> is_outside;
};

const TmaModels& tma_models();
// The models and planted errors.
const ModelChoice<TmaModels>& tma_model_choice();

Result<Difference> replay_tma(const Observation& observation,
                              const TmaModels& models = tma_models());

}  // namespace tileproof::oracles
