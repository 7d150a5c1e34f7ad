#include "checkers/engines/enumerate/map_visit.hpp"

#include <algorithm>

#include "core/check.hpp"

namespace tileproof {
namespace {

// A definition is asked at the first point of every so many blocks.
constexpr Word kBlocksPerCheck = 64;

// The axes by their places, the first slowest.
std::vector<std::size_t> visiting_order(std::span<const Axis> axes) {
  std::vector<std::size_t> order;
  for (const bool is_parameter : {true, false}) {
    for (std::size_t i = axes.size(); i-- > 0;) {
      if (axes[i].is_parameter == is_parameter) order.push_back(i);
    }
  }
  return order;
}

std::vector<Axis> axes_at(std::span<const Axis> axes, const std::vector<std::size_t>& order) {
  std::vector<Axis> list;
  for (const std::size_t i : order) list.push_back(axes[i]);
  return list;
}

std::vector<std::size_t> inverse(const std::vector<std::size_t>& order) {
  std::vector<std::size_t> places(order.size());
  for (std::size_t i = 0; i < order.size(); ++i) places[order[i]] = i;
  return places;
}

}  // namespace

MapVisit::MapVisit(std::vector<IndexMap> maps)
    : maps_(std::move(maps)),
      order_(axes_at(maps_[0].axes(), visiting_order(maps_[0].axes()))),
      places_(inverse(visiting_order(maps_[0].axes()))),
      parameters_(static_cast<std::size_t>(
          std::ranges::count_if(order_, [](const Axis& axis) { return axis.is_parameter; }))),
      positions_(positions_of(order_)),
      program_(program()) {}

BlockProgram MapVisit::program() const {
  return {graph_of_positions(order_,
                             [&](const Recorder& a,
                                 std::span<const Recorded> values,
                                 std::vector<Recorded>& results,
                                 std::vector<RecordedTruth>& /*truths*/) {
                               Words<Recorder> at;
                               for (const std::size_t place : places_) at.push_back(values[place]);
                               for (const IndexMap& map : maps_) {
                                 const std::span<const Recorded> point(at.data(), at.size());
                                 for (const Recorded& word : evaluate(a, map, point)) {
                                   results.push_back(word);
                                 }
                               }
                             }),
          positions_};
}

void MapVisit::run(Word first) {
  program_.run(first);
  if (runs_++ % kBlocksPerCheck == 0) compare(first);
}

void MapVisit::compare(Word position) const {
  const auto values = values_at(position);
  std::vector<Word> at;
  for (const std::size_t place : places_) at.push_back(values[place]);
  std::size_t k = 0;
  for (const IndexMap& map : maps_) {
    for (const Word value : value_at(map, at)) {
      TP_CHECK(value == program_.numbers(k++)[0], "a block has another value than the definition");
    }
  }
}

std::vector<IntervalWord> MapVisit::ranges_of(std::size_t first, std::size_t count) const {
  std::vector<IntervalWord> list;
  for (std::size_t k = first; k < first + count; ++k) list.push_back(program_.range(k));
  return list;
}

}  // namespace tileproof
