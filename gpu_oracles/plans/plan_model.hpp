// What must a device do with a program?  Leave every byte of the destination as the definition of
// its layout says, at the cost that is promised: if the program, run in all threads on names of
// bytes, is found right.
#pragma once

#include <functional>

#include "checkers/moves/run_program.hpp"
#include "gpu_oracles/plans/tensor_bytes.hpp"

namespace tileproof::oracles {

struct Prediction {
  TensorBytes destination;             // by its layout's definition
  std::optional<std::string> refuted;  // why the program does not bring it there
  moves::ProgramCost cost;             // if it does
};
using PlanModel = std::function<Result<Prediction>(const ConversionProgram&)>;

// Fails if the program or a layout is bad input.
Result<Prediction> predict(const ConversionProgram& asked);

}  // namespace tileproof::oracles
