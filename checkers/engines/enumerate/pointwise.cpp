// What a point breaks by itself, or several that are variables of one question.
#include "checkers/engines/enumerate/pieces.hpp"
#include "checkers/engines/enumerate/positions.hpp"
#include "checkers/engines/enumerate/visits.hpp"
#include "core/check.hpp"

namespace tileproof::enumeration {

std::size_t pointwise_threads(const Question& question, const Limits& limits) {
  return threads_for(positions_of(variables(question)), limits);
}

Answer decide_pointwise(const Question& question, const Limits& limits) {
  const auto axes = variables(question);
  const Word positions = positions_of(axes);
  const Graph graph = graph_of_positions(
      axes,
      [&](const Recorder& a,
          std::span<const Recorded> values,
          std::vector<Recorded>& /*results*/,
          std::vector<RecordedTruth>& truths) { truths.push_back(breaks(a, question, values)); });
  const Deadline deadline(limits);
  LeastBroken broken;
  std::atomic<bool> is_late = false;
  const std::size_t threads = pointwise_threads(question, limits);
  Pieces pieces(positions, threads);
  visit_side_by_side(threads, [&](std::size_t /*number*/) {
    BlockProgram program(graph, positions);
    while (const auto piece = pieces.next()) {
      Word blocks = 0;
      for (Word first = piece->begin; first < piece->end && !broken.is_before(first);) {
        program.run(first);
        const std::size_t lane = program.first_true();
        if (blocks % kBlocksPerLook == 0) {
          const auto values = values_at_position(axes, first);
          TP_CHECK(breaks(U64{}, question, std::span<const Word>(values)) == (lane == 0),
                   "a block says something else of a point than the question");
        }
        if (lane < kBlock) return broken.found(first + lane);
        first += count_of_block(first, piece->end);
        if (first < piece->end && is_time_to_look(++blocks, piece->end - piece->begin) &&
            deadline.has_passed()) {
          is_late = true;
          return;
        }
      }
      if (broken.is_before(piece->end)) return;
    }
  });
  // What comes after a piece that was not visited to its end need not be the smallest.
  if (is_late) return out_of_time(limits);
  if (const auto position = broken.position()) {
    return Broken{values_at_position(axes, *position)};
  }
  return Yes{};
}

}  // namespace tileproof::enumeration
