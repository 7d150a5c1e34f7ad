#include "core/recorder.hpp"

#include <algorithm>

namespace tileproof {
namespace {

std::uint64_t hash_of(const GraphStep& step) {
  const std::uint64_t first = std::uint64_t{step.operands[0]} << 32 | step.operands[1];
  const std::uint64_t second =
      std::uint64_t{step.operands[2]} << 8 | static_cast<unsigned>(step.op);
  const std::uint64_t hash =
      first * 0x9e3779b97f4a7c15 ^ second * 0xc2b2ae3d27d4eb4f ^ step.constant * 0xd6e8feb86659fd93;
  // A constant that is a multiple of 2^48 changes no other bits than the highest 16.
  return hash ^ hash >> 32 ^ hash >> 48;
}

}  // namespace

Steps::Steps() : table_(kFirstTable) { graph_.steps.reserve(kFirstSteps); }

void Steps::grow() {
  table_.assign(2 * table_.size(), {});
  std::uint32_t numbers = 0;
  std::uint32_t truths = 0;
  for (std::uint32_t i = 0; i < graph_.steps.size(); ++i) {
    std::size_t at = hash_of(graph_.steps[i]) & (table_.size() - 1);
    while (table_[at].step != 0) at = (at + 1) & (table_.size() - 1);
    table_[at] = {i + 1, gives_truth(graph_.steps[i].op) ? truths++ : numbers++};
  }
}

std::uint32_t Steps::place_of(const GraphStep& step) {
  std::size_t at = hash_of(step) & (table_.size() - 1);
  for (; table_[at].step != 0; at = (at + 1) & (table_.size() - 1)) {
    if (graph_.steps[table_[at].step - 1] == step) return table_[at].place;
  }
  graph_.steps.push_back(step);
  graph_.steps.back().origin = origin_;
  const std::uint32_t place = gives_truth(step.op) ? graph_.truths++ : graph_.numbers++;
  table_[at] = {static_cast<std::uint32_t>(graph_.steps.size()), place};
  if (4 * graph_.steps.size() > 3 * table_.size()) grow();
  return place;
}

Recorded Steps::input(std::uint32_t number) {
  graph_.inputs = std::max(graph_.inputs, number + 1);
  Recorded word;
  word.place = place_of({StepOp::kInput, {0, 0, 0}, 0, number});
  return word;
}

std::uint32_t Steps::number(const Recorded& word) {
  if (word.place != Recorded::kFree) return word.place;
  return place_of({StepOp::kConstant, {0, 0, 0}, 0, word.constant});
}

std::uint32_t Steps::truth(const RecordedTruth& value) {
  if (value.place != Recorded::kFree) return value.place;
  return place_of({StepOp::kTruth, {0, 0, 0}, 0, value.constant ? 1U : 0U});
}

Recorded Steps::add_number(StepOp op, std::uint32_t x, std::uint32_t y, std::uint32_t z) {
  Recorded word;
  word.place = place_of({op, {x, y, z}, 0, 0});
  return word;
}

RecordedTruth Steps::add_truth(StepOp op, std::uint32_t x, std::uint32_t y) {
  RecordedTruth value;
  value.place = place_of({op, {x, y, 0}, 0, 0});
  return value;
}

void Steps::come_from(const Origin& origin) {
  if (origin.is_nowhere()) {
    origin_ = 0;
    return;
  }
  if (origin_ == 0 || origin != graph_.origins[origin_ - 1]) {
    graph_.origins.push_back(origin);
    origin_ = static_cast<std::uint32_t>(graph_.origins.size());
  }
}

Graph Steps::graph(std::span<const Recorded> results, std::span<const RecordedTruth> truths) && {
  for (const Recorded& word : results) {
    const std::uint32_t place = number(word);
    graph_.results.push_back(place);
  }
  for (const RecordedTruth& value : truths) {
    const std::uint32_t place = truth(value);
    graph_.truth_results.push_back(place);
  }
  return std::move(graph_);
}

}  // namespace tileproof
