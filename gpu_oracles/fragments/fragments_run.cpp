#include <algorithm>

#include "gpu_oracles/fragments/fragments_device.hpp"
#include "gpu_oracles/fragments/fragments_replay.hpp"
#include "gpu_oracles/random_draws.hpp"
#include "gpu_oracles/runner/reproducer.hpp"

namespace tileproof::oracles {
namespace {

// An error says which instruction.
Result<Observation> ask(const FragmentQuestion& question) {
  auto observation = question.ask();
  if (observation) return observation;
  return Error{observation.error().code,
               std::string(question.instruction) + ": " + observation.error().message};
}

std::vector<FragmentQuestion> all_questions() {
  std::vector<FragmentQuestion> all;
  for (const auto list : {
         mma_questions(), sparse_mma_questions(),
#if TILEPROOF_CUDA_ARCHITECTURE >= 90
             wgmma_questions(), sparse_wgmma_questions(),
#endif
             matrix_move_questions()
       }) {
    all.insert(all.end(), list.begin(), list.end());
  }
  return all;
}

// An answer that contradicts itself is a difference too, and not the end of a run.
Result<RunReport> write_observations(const RunRequest& request, const ObservationHeader& header) {
  RunReport report;
  report.files.push_back(request.folder + "/fragments.jsonl");
  TP_TRY(writer, ObservationWriter::create(report.files[0], header));
  for (const FragmentQuestion& question : all_questions()) {
    const auto observation = ask(question);
    if (!observation) {
      report.differences.push_back(observation.error().message);
      continue;
    }
    writer.write(*observation);
    const auto difference = replay_fragments(*observation);
    if (!difference) {
      report.differences.push_back("cannot be replayed: " + difference.error().message);
    } else if (*difference) {
      report.differences.push_back(**difference);
    }
  }
  TP_TRY(written, writer.finish());
  report.observations = written;
  return report;
}

Result<RunReport> run_against_model(const RunRequest& request, const ObservationHeader& header) {
  TP_TRY(models, fragment_model_choice().find(request.against));
  auto questions = all_questions();
  auto by_size = questions;
  std::stable_sort(
      by_size.begin(), by_size.end(), [](const auto& a, const auto& b) { return a.size < b.size; });
  Draws draws(request.seed);
  draws.shuffle(questions);
  questions.resize(
      std::min<std::size_t>(questions.size(), request.cases.value_or(questions.size())));

  RunReport report;
  const auto difference_of = [&](const FragmentQuestion& question,
                                 Observation& observation) -> Result<Difference> {
    TP_TRY(answer, ask(question));
    ++report.observations;
    observation = answer;
    return replay_fragments(observation, *models);
  };
  for (const FragmentQuestion& question : questions) {
    Observation observation;
    TP_TRY(difference, difference_of(question, observation));
    if (!difference) continue;
    for (const FragmentQuestion& smaller : by_size) {
      if (smaller.size >= question.size) break;
      Observation of_smaller;
      TP_TRY(of_smaller_difference, difference_of(smaller, of_smaller));
      if (!of_smaller_difference) continue;
      observation = of_smaller;
      difference = of_smaller_difference;
      break;
    }
    if (const auto error = add_reproducer(observation, *difference, request, header, report)) {
      return *error;
    }
    break;
  }
  return report;
}

// Against nothing: all instructions, to fragments.jsonl.  Against a model: as many as asked for
// (all), drawn by the seed, in an order of its own; the smallest instruction that differs goes to
// fragments_reproducer.jsonl.
Result<RunReport> run_fragments(const RunRequest& request, const ObservationHeader& header) {
  return request.against.empty() ? write_observations(request, header)
                                 : run_against_model(request, header);
}

}  // namespace

DeviceRun fragments_run() { return {run_fragments}; }

}  // namespace tileproof::oracles
