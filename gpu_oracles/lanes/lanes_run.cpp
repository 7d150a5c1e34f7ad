#include "gpu_oracles/lanes/lanes_run.hpp"

#include <algorithm>

#include "gpu_oracles/lanes/lanes_replay.hpp"
#include "gpu_oracles/random_draws.hpp"

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

Result<std::vector<Observation>> ask_all(Draws& draws,
                                         std::uint64_t shuffles,
                                         std::uint64_t permutes,
                                         std::uint64_t clusters) {
  std::vector<Observation> observations;
  std::vector<ShuffleCase> cases;
  for (std::uint64_t i = 0; i < shuffles; ++i) cases.push_back(draw_shuffle(draws));
  TP_TRY(shuffle_answers, run_shuffles(cases));
  for (std::size_t i = 0; i < cases.size(); ++i) {
    observations.push_back(to_observation(cases[i], shuffle_answers[i]));
  }
  for (unsigned mode = 0; mode < std::size(kPermuteModes); ++mode) {
    std::vector<PermuteCase> list;
    for (std::uint64_t i = 0; i < permutes; ++i) {
      list.push_back(draw_permute(draws, static_cast<PermuteMode>(mode)));
    }
    TP_TRY(answers, run_permutes(list));
    observations.push_back(to_observation(list, answers));
  }
  for (std::uint64_t i = 0; i < clusters; ++i) {
    const ClusterCase one = draw_cluster(draws);
    TP_TRY(answer, run_cluster(one));
    observations.push_back(to_observation(one, answer));
  }
  return observations;
}

}  // namespace

Result<RunReport> run_lanes(const RunRequest& request, const ObservationHeader& header) {
  RunReport report;
  Draws draws(request.seed);
  const std::uint64_t cases = request.cases.value_or(kShuffles);
  const std::uint64_t clusters = std::max<std::uint64_t>(cases * kClusters / kShuffles, 1);
  TP_TRY(observations, ask_all(draws, cases, kPermutes, clusters));
  for (const Observation& observation : observations) {
    TP_TRY(difference, replay_lanes(observation));
    if (difference) report.differences.push_back(*difference + " " + observation.in.dump());
  }
  report.observations = observations.size();
  if (!request.against.empty()) return report;
  const std::string path = request.folder + "/lanes.jsonl";
  TP_TRY(writer, ObservationWriter::create(path, header));
  for (const Observation& observation : observations) writer.write(observation);
  TP_TRY(written, writer.finish());
  report.observations = written;
  report.files.push_back(path);
  return report;
}

}  // namespace tileproof::oracles
