// Which slot of a lane's registers holds which element, for the matrix instructions of the device's
// architecture?
#pragma once

#include <functional>
#include <optional>

#include "gpu_oracles/amd_fragments/amd_matrix_instruction.hpp"
#include "gpu_oracles/fragments/pair_table.hpp"

namespace tileproof::oracles {

using AmdFragmentSink = std::function<void(
    const AmdMatrixInstruction&, const SlotLabels&, const std::vector<std::int32_t>& c_of_d)>;

// The instructions that the architecture has; none is no error.
std::optional<Error> ask_mfma(const std::string& architecture, const AmdFragmentSink& sink);
std::optional<Error> ask_wmma(const std::string& architecture, const AmdFragmentSink& sink);

}  // namespace tileproof::oracles
