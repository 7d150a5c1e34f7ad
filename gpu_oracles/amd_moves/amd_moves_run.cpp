#include "core/target.hpp"
#include "gpu_oracles/amd_moves/amd_moves_replay.hpp"
#include "gpu_oracles/amd_moves/draw_amd_moves.hpp"
#include "gpu_oracles/runner/report.hpp"

namespace tileproof::oracles {
namespace {

constexpr std::uint64_t kMoves = 200;

// Draws that many cases, asks them, and adds the answers.
template <typename Draw, typename Ask>
std::optional<Error> ask_drawn(std::uint64_t count,
                               const Draw& draw,
                               const Ask& ask,
                               std::vector<Observation>& observations) {
  std::vector<decltype(draw())> cases;
  for (std::uint64_t i = 0; i < count; ++i) cases.push_back(draw());
  const auto answers = ask(cases);
  if (!answers) return answers.error();
  for (std::size_t i = 0; i < cases.size(); ++i) {
    observations.push_back(to_observation(cases[i], (*answers)[i]));
  }
  return std::nullopt;
}

// 200 moves of the request's seed, or as many as are asked for, of each kind that the architecture
// has.
Result<RunReport> run_amd_moves(const RunRequest& request, const ObservationHeader& header) {
  TP_TRY(target, Target::parse(header.compute_capability));
  const std::uint64_t count = request.cases.value_or(kMoves);
  Draws draws(request.seed);
  std::vector<Observation> observations;
  if (const auto error = ask_drawn(
          count,
          [&] { return draw_lds_round_trip(draws, target.warp_size()); },
          ask_lds_round_trips,
          observations)) {
    return *error;
  }
  if (has_transposing_loads(target.architecture())) {
    if (const auto error = ask_drawn(
            count,
            [&] { return draw_transposing_load(draws); },
            ask_transposing_loads,
            observations))
      return *error;
  }
  if (has_global_to_lds(target.architecture())) {
    if (const auto error = ask_drawn(
            count, [&] { return draw_global_to_lds(draws); }, ask_global_to_lds, observations))
      return *error;
  }
  return report_answers(request, header, observations, amd_move_model_choice());
}

}  // namespace

DeviceRun amd_moves_run() { return {run_amd_moves}; }

}  // namespace tileproof::oracles
