// What a point breaks by itself, or several that are variables of one question.
#include "checkers/engines/enumerate/parts.hpp"
#include "checkers/engines/enumerate/positions.hpp"
#include "checkers/engines/enumerate/visits.hpp"
#include "core/check.hpp"

namespace tileproof::enumeration {

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
  visit_parts(parts_of(positions), [&](std::size_t /*number*/, const Part& part) {
    BlockProgram program(graph, positions);
    Word blocks = 0;
    for (Word first = part.begin; first < part.end && !broken.is_before(first);) {
      program.run(first);
      const std::size_t lane = program.first_true();
      if (blocks % kBlocksPerLook == 0) {
        const auto values = values_at_position(axes, first);
        TP_CHECK(breaks(U64{}, question, std::span<const Word>(values)) == (lane == 0),
                 "a block says something else of a point than the question");
      }
      if (lane < kBlock) return broken.found(first + lane);
      first += count_of_block(first, part.end);
      if (first < part.end && ++blocks % kBlocksPerLook == 0 && deadline.has_passed()) {
        is_late = true;
        return;
      }
    }
  });
  // What comes after a part that was not visited to its end need not be the smallest.
  if (is_late) return out_of_time(limits);
  if (const auto position = broken.position()) {
    return Broken{values_at_position(axes, *position)};
  }
  return Yes{};
}

}  // namespace tileproof::enumeration
