#include <algorithm>

#include "gpu_oracles/lanes/lanes_replay.hpp"
#include "gpu_oracles/lanes/smaller_cases.hpp"
#include "gpu_oracles/random_draws.hpp"
#include "gpu_oracles/runner/report.hpp"
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
  constexpr ShuffleMode kModes[] = {
      ShuffleMode::kUp, ShuffleMode::kDown, ShuffleMode::kXor, ShuffleMode::kIndex};
  ShuffleCase one;
  one.mode = draws.one_of<ShuffleMode>(kModes);
  if (draws.flip()) {
    one.control = control_of_width(one.mode, 32, 1U << draws.below(6));
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

// The observations are in the order of ask_all.
Result<Observation> shrink(const LaneCases& cases, std::size_t i, const Replay& replay) {
  const auto smallest_of = [&]<typename Case>(std::span<const Case> list) {
    return smallest_difference(
        list,
        [](const Case& one) { return smaller_cases(one); },
        [](const Case& one) { return ask(one); },
        replay);
  };
  if (i < cases.shuffles.size()) return smallest_of(std::span(cases.shuffles).subspan(i, 1));
  i -= cases.shuffles.size();
  if (i < std::size(cases.permutes)) return smallest_of(std::span(cases.permutes[i]));
  i -= std::size(cases.permutes);
  return smallest_of(std::span(cases.clusters).subspan(i, 1));
}

Result<RunReport> run_lanes(const RunRequest& request, const ObservationHeader& header) {
  const LaneCases cases = draw_cases(request);
  TP_TRY(observations, ask_all(cases));
  return report_answers(
      request, header, observations, lane_model_choice(), [&](std::size_t i, const Replay& replay) {
        return shrink(cases, i, replay);
      });
}

}  // namespace

DeviceRun lanes_run() { return {run_lanes}; }

}  // namespace tileproof::oracles
