#include "gpu_oracles/runner/reproducer.hpp"
#include "gpu_oracles/shrink_case.hpp"
#include "gpu_oracles/tma/draw_boxes.hpp"
#include "gpu_oracles/tma/tma_device.hpp"
#include "gpu_oracles/tma/tma_replay.hpp"

namespace tileproof::oracles {
namespace {

constexpr std::uint64_t kBoxes = 1000;

// An error says what was asked.
Result<Observation> named(Result<Observation> observation, const std::string& question) {
  if (observation) return observation;
  return Error{observation.error().code, question + ": " + observation.error().message};
}
Result<Observation> ask_named(const BoxQuestion& question) {
  return named(ask_box(question), question.to_string());
}
Result<Observation> ask_named(const TileQuestion& tile) {
  return named(tile.ask(), tile.instruction);
}

// What fails is a difference too, and not the end of a run.
Result<RunReport> write_observations(const RunRequest& request, const ObservationHeader& header) {
  RunReport report;
  report.files.push_back(request.folder + "/tma.jsonl");
  TP_TRY(writer, ObservationWriter::create(report.files[0], header));
  const auto add = [&](const Result<Observation>& observation) {
    if (!observation) {
      report.differences.push_back(observation.error().message);
      return;
    }
    writer.write(*observation);
    const auto difference = replay_tma(*observation);
    if (!difference) {
      report.differences.push_back("cannot be replayed: " + difference.error().message);
    } else if (*difference) {
      report.differences.push_back(**difference);
    }
  };
  for (const BoxQuestion& question : listed_boxes()) add(ask_named(question));
  for (const auto tiles : {descriptor_questions(), mn_descriptor_questions()}) {
    for (const TileQuestion& tile : tiles) add(ask_named(tile));
  }
  TP_TRY(written, writer.finish());
  report.observations = written;
  return report;
}

// The first random box that differs, shrunk.
std::optional<Error> run_boxes(const TmaModels& models,
                               const RunRequest& request,
                               const ObservationHeader& header,
                               RunReport& report) {
  const auto differs = [&](const BoxQuestion& question) -> Result<bool> {
    TP_TRY(observation, ask_named(question));
    TP_TRY(difference, replay_tma(observation, models));
    ++report.observations;
    return difference.has_value();
  };
  for (std::uint64_t i = 0; i < request.cases.value_or(kBoxes); ++i) {
    const BoxQuestion question = draw_box(request.seed, i);
    const auto is_different = differs(question);
    if (!is_different) return is_different.error();
    if (!*is_different) continue;
    const auto smallest = shrink_case(question, smaller_boxes, one_by_one(differs));
    if (!smallest) return smallest.error();
    const auto observation = ask_named(*smallest);
    if (!observation) return observation.error();
    const auto difference = replay_tma(*observation, models);
    if (!difference) return difference.error();
    return add_reproducer(
        *observation, difference->value_or("gone when asked again"), request, header, report);
  }
  return std::nullopt;
}

// Of the tiles that differ the smallest.
std::optional<Error> run_tiles(const TmaModels& models,
                               const RunRequest& request,
                               const ObservationHeader& header,
                               RunReport& report) {
  std::optional<Observation> smallest;
  std::string text;
  for (const auto tiles : {descriptor_questions(), mn_descriptor_questions()}) {
    for (const TileQuestion& tile : tiles) {
      const auto observation = ask_named(tile);
      if (!observation) return observation.error();
      const auto difference = replay_tma(*observation, models);
      if (!difference) return difference.error();
      ++report.observations;
      const std::size_t size = observation->out["number_of"].size();
      if (!*difference || (smallest && size >= smallest->out["number_of"].size())) continue;
      smallest = *observation;
      text = **difference;
    }
  }
  if (!smallest) return std::nullopt;
  return add_reproducer(*smallest, text, request, header, report);
}

// Against nothing: all listed boxes and all tiles, to tma.jsonl.  Against a model: random boxes
// (1,000), and the first that differs shrunk to tma_reproducer.jsonl; if none does, all tiles.
Result<RunReport> run_tma(const RunRequest& request, const ObservationHeader& header) {
  if (request.against.empty()) return write_observations(request, header);
  TP_TRY(models, tma_model_choice().find(request.against));
  RunReport report;
  if (const auto error = run_boxes(*models, request, header, report)) return *error;
  // One reproducer is enough, and its file is there.
  if (!report.differences.empty()) return report;
  if (const auto error = run_tiles(*models, request, header, report)) return *error;
  return report;
}

}  // namespace

DeviceRun tma_run() { return {run_tma}; }

}  // namespace tileproof::oracles
