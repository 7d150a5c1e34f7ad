// Does enumerating a layout on the host, and what the definition says at single points, agree with
// what the device found over all points?
//
//   in   {"question": "injective", "layout": "(8,8):(9,1)", "shape": []}
//   out  {"points": 64, "distinct": 64, "largest": 70, "sum": 2240, "collision": null, ...}
//   in   {"question": "equal", "layout": "...", "other": "...", "shape": [64, 64]}
//   out  {"points": 4096, "sums": [s, t], "difference": {"point": [0, 3], "values": [3, 5]}, ...}
//
// Up to kMaxEnumerated points the host enumerates all; beyond, it looks at the points that the
// device names, and tests/gpu_oracles holds the answer against the provers.
#pragma once

#include <functional>
#include <span>

#include "encodings/index_map/index_map.hpp"
#include "gpu_oracles/exhaustive/exhaustive_device.hpp"
#include "gpu_oracles/exhaustive/flat_map.hpp"
#include "gpu_oracles/model_choice.hpp"
#include "gpu_oracles/observation.hpp"

namespace tileproof::oracles {

inline constexpr Word kMaxEnumerated = 1 << 13;

using OffsetModel = std::function<Word(const IndexMap&, std::span<const Word> at)>;

// value_at.
Word defined_offset(const IndexMap& map, std::span<const Word> at);

// defined_offset and planted errors.
const ModelChoice<OffsetModel>& offset_model_choice();

struct ExhaustiveQuestion {
  IndexMap layout;
  std::optional<IndexMap> other;  // asked whether equal; else whether injective
};
Result<ExhaustiveQuestion> parse_question(const nlohmann::json& in);

// What the device answers, as it is written.
nlohmann::json to_json(const IndexMap& map,
                       const FlatMap& flattened,
                       const ValueCounts& counts,
                       const std::optional<Collision>& collision);
nlohmann::json to_json(const IndexMap& map, const FlatMap& flattened, const Comparison& comparison);

Result<Difference> replay_exhaustive(const Observation& observation, const OffsetModel& model);
Result<Difference> replay_exhaustive(const Observation& observation);

}  // namespace tileproof::oracles
