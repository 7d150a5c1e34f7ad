#include "core/recorder.hpp"

#include <algorithm>

namespace tileproof {
namespace {

constexpr std::size_t kFirstTable = 256;

std::uint64_t hash_of(const GraphStep& step) {
  std::uint64_t hash = static_cast<std::uint64_t>(step.op) + 1;
  for (const std::uint64_t part : {std::uint64_t{step.operands[0]} << 32 | step.operands[1],
                                   std::uint64_t{step.operands[2]},
                                   step.constant}) {
    hash = (hash ^ part) * 0x9e3779b97f4a7c15;
    hash ^= hash >> 29;
  }
  return hash;
}

}  // namespace

Steps::Steps() : table_(kFirstTable, 0) {
  graph_.steps.reserve(kFirstTable / 2);
  results_.reserve(kFirstTable / 2);
}

void Steps::grow() {
  table_.assign(2 * table_.size(), 0);
  for (std::uint32_t i = 0; i < graph_.steps.size(); ++i) {
    std::size_t at = hash_of(graph_.steps[i]) & (table_.size() - 1);
    while (table_[at] != 0) at = (at + 1) & (table_.size() - 1);
    table_[at] = i + 1;
  }
}

std::uint32_t Steps::place_of(const GraphStep& step) {
  std::size_t at = hash_of(step) & (table_.size() - 1);
  for (; table_[at] != 0; at = (at + 1) & (table_.size() - 1)) {
    if (graph_.steps[table_[at] - 1] == step) return results_[table_[at] - 1];
  }
  graph_.steps.push_back(step);
  graph_.steps.back().origin = origin_;
  results_.push_back(gives_truth(step.op) ? graph_.truths++ : graph_.numbers++);
  table_[at] = static_cast<std::uint32_t>(graph_.steps.size());
  const std::uint32_t place = results_.back();
  if (2 * graph_.steps.size() > table_.size()) grow();
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

void Steps::come_from(std::string_view origin) {
  if (origin == graph_.origins[origin_]) return;
  if (origin.empty()) {
    origin_ = 0;
    return;
  }
  graph_.origins.emplace_back(origin);
  origin_ = static_cast<std::uint32_t>(graph_.origins.size() - 1);
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
