#include "gpu_oracles/exhaustive/flat_map.hpp"

#include <algorithm>
#include <numeric>
#include <optional>

#include "core/ranges.hpp"
#include "core/recorder.hpp"
#include "core/simplify.hpp"

namespace tileproof::oracles {
namespace {

std::optional<Error> refuse(const IndexMap& map) {
  if (map.has_parameters()) {
    return Error{ErrorCode::kUnsupported, "a layout with parameters is many functions, not one"};
  }
  if (map.out_axes().size() != 1) {
    return Error{ErrorCode::kUnsupported,
                 "the layout gives " + std::to_string(map.out_axes().size()) +
                     " numbers; only one is enumerated"};
  }
  return std::nullopt;
}

}  // namespace

std::vector<Word> FlatMap::point(Word number) const {
  std::vector<Word> at(axis_order.size());
  for (std::size_t i = 0; i < axis_order.size(); ++i) {
    at[axis_order[i]] = number % axis_sizes[i];
    number /= axis_sizes[i];
  }
  return at;
}

Result<FlatMap> flatten(const IndexMap& map) {
  if (const auto error = refuse(map)) return *error;
  std::vector<Word> at(map.axes().size(), 0);
  const Word origin = value_at(map, at)[0];
  std::vector<Word> steps(at.size(), ~Word{0});
  for (std::size_t i = 0; i < at.size(); ++i) {
    if (map.axes()[i].size == 1) continue;
    ++at[i];
    const Word moved = value_at(map, at)[0];
    --at[i];
    steps[i] = moved > origin ? moved - origin : origin - moved;
  }
  std::vector<std::size_t> order(at.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::stable_sort(order.begin(), order.end(), [&](std::size_t i, std::size_t k) {
    return steps[i] < steps[k];
  });
  return flatten(map, std::move(order));
}

Result<FlatMap> flatten(const IndexMap& map, std::vector<std::size_t> axis_order) {
  if (const auto error = refuse(map)) return *error;
  FlatMap flat;
  flat.points = map.points();
  flat.axis_order = std::move(axis_order);
  for (const std::size_t axis : flat.axis_order) {
    flat.axis_sizes.push_back(map.axes()[axis].size);
  }
  Steps steps;
  const Recorder a{steps};
  std::vector<Recorded> at(map.axes().size());
  Recorded rest = steps.input(0);
  for (std::size_t i = 0; i < at.size(); ++i) {
    const Word size = flat.axis_sizes[i];
    const bool is_last = i + 1 == at.size();
    at[flat.axis_order[i]] = is_last ? rest : a.urem(rest, size);
    if (!is_last) rest = a.udiv(rest, size);
  }
  const auto values = evaluate(a, map, std::span<const Recorded>(at));
  const IntervalWord numbers = flat.numbers();
  flat.graph = simplify(std::move(steps).graph({values.data(), values.size()}), {&numbers, 1});
  const IntervalWord found = ranges(flat.graph, {&numbers, 1}).numbers[flat.graph.results[0]];
  flat.largest = static_cast<Word>(found.high());
  return flat;
}

}  // namespace tileproof::oracles
