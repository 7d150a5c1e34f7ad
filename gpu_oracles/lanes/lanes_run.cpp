#include "gpu_oracles/lanes/lanes_run.hpp"

#include <algorithm>

#include "gpu_oracles/lanes/lanes_replay.hpp"
#include "gpu_oracles/lanes/smaller_cases.hpp"
#include "gpu_oracles/random_draws.hpp"
#include "gpu_oracles/runner/reproducer.hpp"
#include "gpu_oracles/shrink_case.hpp"

namespace tileproof::oracles {
namespace {

constexpr std::uint64_t kShuffles = 600;
constexpr std::uint64_t kPermutes = 400;  // of each mode
constexpr std::uint64_t kClusters = 24;

std::uint32_t word_of(Draws& draws) { return static_cast<std::uint32_t>(draws.next() >> 32); }

// Half of them as compilers write them: a width of a power of two and all lanes; the others with
// any operands.
ShuffleCase draw_shuffle(Draws& draws) {
  ShuffleCase one;
  one.mode = static_cast<ShuffleMode>(draws.below(4));
  const bool is_up = one.mode == ShuffleMode::kUp;
  if (draws.flip()) {
    const auto width = 1U << draws.below(6);
    one.control = (32 - width) << 8 | (is_up ? 0U : 31U);
  } else {
    one.control = static_cast<std::uint32_t>(draws.below(32) << 8 | draws.below(32));
    if (draws.flip()) one.members = word_of(draws);
    if (one.members == 0) one.members = 1;
  }
  const bool is_uniform = draws.flip();
  const auto distance = static_cast<std::uint32_t>(draws.below(34));
  for (unsigned lane = 0; lane < 32; ++lane) {
    one.value[lane] = word_of(draws);
    one.lane[lane] = is_uniform ? distance : static_cast<std::uint32_t>(draws.below(64));
  }
  return one;
}

PermuteCase draw_permute(Draws& draws, PermuteMode mode) {
  PermuteCase one;
  one.mode = mode;
  one.a = word_of(draws);
  one.b = word_of(draws);
  one.selector = word_of(draws);
  return one;
}

ClusterCase draw_cluster(Draws& draws) {
  constexpr std::uint32_t kSizes[][3] = {
      {1, 1, 1},
      {2, 1, 1},
      {1, 2, 1},
      {1, 1, 2},
      {4, 1, 1},
      {2, 2, 1},
      {1, 2, 2},
      {8, 1, 1},
      {1, 8, 1},
      {2, 4, 1},
      {4, 1, 2},
      {2, 2, 2},
      {3, 1, 1},
      {3, 2, 1},
  };
  ClusterCase one;
  const auto& size = kSizes[draws.below(std::size(kSizes))];
  std::copy(std::begin(size), std::end(size), one.size);
  one.width_words = 1U << draws.below(3);
  for (unsigned lane = 0; lane < 32; ++lane) {
    one.rank[lane] = static_cast<std::uint32_t>(draws.below(one.ctas()));
    const std::uint64_t groups = kOwnWords / one.width_words;
    one.word[lane] = static_cast<std::uint32_t>(draws.below(groups)) * one.width_words;
    one.store_rank[lane] = static_cast<std::uint32_t>(draws.below(one.ctas()));
  }
  return one;
}

Result<Observation> ask(const ShuffleCase& one) {
  TP_TRY(answers, run_shuffles({&one, 1}));
  return to_observation(one, answers[0]);
}

Result<Observation> ask(const PermuteCase& one) {
  TP_TRY(answers, run_permutes({&one, 1}));
  return to_observation({&one, 1}, answers);
}

Result<Observation> ask(const ClusterCase& one) {
  TP_TRY(answer, run_cluster(one));
  return to_observation(one, answer);
}

struct LaneCases {
  std::vector<ShuffleCase> shuffles;
  std::vector<PermuteCase> permutes[std::size(kPermuteModes)];
  std::vector<ClusterCase> clusters;
};

LaneCases draw_cases(const RunRequest& request) {
  LaneCases cases;
  Draws draws(request.seed);
  const std::uint64_t shuffles = request.cases.value_or(kShuffles);
  const std::uint64_t clusters = std::max<std::uint64_t>(shuffles * kClusters / kShuffles, 1);
  for (std::uint64_t i = 0; i < shuffles; ++i) cases.shuffles.push_back(draw_shuffle(draws));
  for (unsigned mode = 0; mode < std::size(kPermuteModes); ++mode) {
    for (std::uint64_t i = 0; i < kPermutes; ++i) {
      cases.permutes[mode].push_back(draw_permute(draws, static_cast<PermuteMode>(mode)));
    }
  }
  for (std::uint64_t i = 0; i < clusters; ++i) cases.clusters.push_back(draw_cluster(draws));
  return cases;
}

Result<std::vector<Observation>> ask_all(const LaneCases& cases) {
  std::vector<Observation> observations;
  TP_TRY(shuffle_answers, run_shuffles(cases.shuffles));
  for (std::size_t i = 0; i < cases.shuffles.size(); ++i) {
    observations.push_back(to_observation(cases.shuffles[i], shuffle_answers[i]));
  }
  for (const auto& list : cases.permutes) {
    TP_TRY(answers, run_permutes(list));
    observations.push_back(to_observation(list, answers));
  }
  for (const ClusterCase& one : cases.clusters) {
    TP_TRY(observation, ask(one));
    observations.push_back(observation);
  }
  return observations;
}

// Of the cases that differ the first, shrunk; nothing if all agree.
template <typename Case>
Result<std::optional<Observation>> smallest_difference(const std::vector<Case>& cases,
                                                       const LaneModels& models,
                                                       RunReport& report) {
  const auto first_shown = one_by_one([&](const Case& one) -> Result<bool> {
    TP_TRY(observation, ask(one));
    TP_TRY(difference, replay_lanes(observation, models));
    ++report.observations;
    return difference.has_value();
  });
  TP_TRY(first, first_shown(cases));
  if (!first) return std::optional<Observation>();
  const auto smaller = [](const Case& one) { return smaller_cases(one); };
  TP_TRY(smallest, shrink_case(cases[*first], smaller, first_shown));
  TP_TRY(observation, ask(smallest));
  return std::optional(observation);
}

Result<RunReport> run_against_model(const RunRequest& request, const ObservationHeader& header) {
  TP_TRY(models, lane_model_choice().find(request.against));
  RunReport report;
  const LaneCases cases = draw_cases(request);
  TP_TRY(found, smallest_difference(cases.shuffles, *models, report));
  for (const auto& list : cases.permutes) {
    if (found) break;
    TP_TRY(of_permutes, smallest_difference(list, *models, report));
    found = of_permutes;
  }
  if (!found) {
    TP_TRY(of_clusters, smallest_difference(cases.clusters, *models, report));
    found = of_clusters;
  }
  if (!found) return report;
  TP_TRY(difference, replay_lanes(*found, *models));
  const std::string text = difference.value_or("gone when asked again");
  if (const auto error = add_reproducer(*found, text, request, header, report)) return *error;
  return report;
}

}  // namespace

Result<RunReport> run_lanes(const RunRequest& request, const ObservationHeader& header) {
  if (!request.against.empty()) return run_against_model(request, header);
  RunReport report;
  TP_TRY(observations, ask_all(draw_cases(request)));
  report.files.push_back(request.folder + "/lanes.jsonl");
  TP_TRY(writer, ObservationWriter::create(report.files[0], header));
  for (const Observation& observation : observations) {
    writer.write(observation);
    TP_TRY(difference, replay_lanes(observation));
    if (difference) report.differences.push_back(*difference + " " + observation.in.dump());
  }
  TP_TRY(written, writer.finish());
  report.observations = written;
  return report;
}

}  // namespace tileproof::oracles
