#include "gpu_oracles/plans/plan_model.hpp"

#include "checkers/moves/thread_values.hpp"

namespace tileproof::oracles {
namespace {

// "st.shared.b32, warp 0, lane 3: it is at byte 34, which is no multiple of 4"
std::string text_of(const moves::Fault& fault, const moves::Program& program) {
  const moves::Thread thread = moves::thread_at(program, fault.thread);
  const std::string where =
      "warp " + std::to_string(thread.warp) + ", lane " + std::to_string(thread.lane);
  if (fault.move != nullptr) {
    return mnemonic(*fault.move, program.target) + ", " + where + ": it " + fault.what;
  }
  return "at the end " + where + " has " + (fault.found ? "another byte" : "nothing") +
         " in byte " + std::to_string(*fault.byte) + " of d[" +
         std::to_string(*fault.register_index) + "]";
}

}  // namespace

Result<Prediction> predict(const ConversionProgram& asked) {
  const auto& [conversion, program] = asked;
  TP_TRY(destination, defined_bytes(conversion.destination, conversion.shape, program));
  TP_TRY(source_form, to_linear(*conversion.source, conversion.shape));
  TP_TRY(destination_form, to_linear(*conversion.destination, conversion.shape));
  TP_TRY(from, moves::HeldElements::make(program, source_form));
  TP_TRY(to, moves::HeldElements::make(program, destination_form));
  if (auto error = check_run(program, from, to)) return *std::move(error);
  const moves::Run run = run_program(program, from, to);
  if (run.fault) return Prediction{std::move(destination), text_of(*run.fault, program), {}};
  return Prediction{std::move(destination), std::nullopt, run.cost};
}

}  // namespace tileproof::oracles
