// Do threads and shared memory hold, after a conversion on the device, what the layouts define?
//
// A few hundred conversions are written in full:
//
//   in   {"route": "shared", "shape": [32, 64], "element_bytes": 2, "source": "#ttg.blocked<...>",
//         "shared": "#ttg.padded_shared<...>", "destination": "...", "store_bytes": 8, ...}
//   out  {"instructions": "st.shared.b64 x4, bar.sync 0, ldmatrix.x4 x2",
//         "registers": [element of thread 0, register 0, ...], "memory": ["a5a50001...", ...]}
//
// The others as batches that can be drawn again, with 32 bits of the hash of what each left behind
// and the hash of all whole hashes:
//
//   in   {"seed": 1, "first": 0, "count": 1000, "draw_version": 1, "layouts": 1234567}
//   out  {"hashes": "0a1b2c3d...", "hash": 7654321}
//
// "warp_lanes" is there where it is not 32.
#pragma once

#include "gpu_oracles/conversions/conversion.hpp"
#include "gpu_oracles/model_choice.hpp"
#include "gpu_oracles/observation.hpp"

namespace tileproof::oracles {

// defined_model and planted errors.
const ModelChoice<ModelOf>& conversion_model_choice();

struct ConversionBatch {
  std::uint64_t seed = 0;
  std::uint64_t first = 0;
  std::uint64_t count = 0;
  unsigned warp_lanes = 32;
};

// The hashes of a batch's results.
class BatchHashes {
 public:
  void add(std::uint64_t hash) { hashes_.push_back(hash); }
  [[nodiscard]] const std::vector<std::uint64_t>& all() const { return hashes_; }
  // {"hashes": ..., "hash": ...}
  [[nodiscard]] nlohmann::json to_json() const;

 private:
  std::vector<std::uint64_t> hashes_;
};

// `layouts` is a hash of the texts of the drawn conversions, in their order.
nlohmann::json to_json(const ConversionBatch& batch, std::uint64_t layouts);
std::uint64_t hash_of_texts(std::uint64_t before, const std::string& text);

nlohmann::json to_json(const Conversion& conversion);
Result<Conversion> parse_conversion(const nlohmann::json& in);

// What a conversion left behind, as it is written.
nlohmann::json result_json(const ConversionModel& model,
                           unsigned element_bytes,
                           std::span<const std::uint8_t> bytes);

Result<Difference> replay_conversions(const Observation& observation,
                                      const ModelOf& model = defined_model);

}  // namespace tileproof::oracles
