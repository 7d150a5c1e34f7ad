// Does a device bring tensors from layout to layout as our models say of a program, and at the cost
// that they promise?
//
//   in   a conversion and its program (conversion.hpp)
//   out  {"bytes": [[0, 3], [8, 11], ...], "store_wavefronts": 4, "load_wavefronts": 4}
//
// "bytes" are the numbers of the tensor's bytes that were found where the destination has bytes, in
// the order of threads, registers and bytes in them: each pair is the first and last of successive
// ones.  Of more than kInFull bytes that are all where they must be there is their hash instead:
// {"hash": 7654321, ...}.  Wavefronts are those of the device's counters; they are there unless the
// device was only asked for bytes.
#pragma once

#include <span>

#include "gpu_oracles/model_choice.hpp"
#include "gpu_oracles/plans/plan_model.hpp"

namespace tileproof::oracles {

inline constexpr std::size_t kInFull = 256;

struct Wavefronts {
  std::uint64_t stores = 0;
  std::uint64_t loads = 0;

  friend bool operator==(const Wavefronts&, const Wavefronts&) = default;
};

struct PlanAnswer {
  std::vector<std::uint32_t> bytes;  // found_bytes()
  std::optional<Wavefronts> wavefronts;
};

// In the form of "out"; `wanted` decides about the hash.
nlohmann::json to_json(const PlanAnswer& answer, const std::vector<std::uint32_t>& wanted);

// predict() and planted errors.
const ModelChoice<PlanModel>& plan_model_choice();

Result<Difference> replay_plans(const Observation& observation, const PlanModel& model = predict);

}  // namespace tileproof::oracles
