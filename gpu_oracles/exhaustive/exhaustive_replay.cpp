#include "gpu_oracles/exhaustive/exhaustive_replay.hpp"

#include <algorithm>
#include <unordered_map>

namespace tileproof::oracles {
namespace {

using Json = nlohmann::json;

// The first field in which the answers differ; the time is not compared.
Difference first_unequal_field(const Json& model, const Json& device) {
  for (const auto& [key, value] : model.items()) {
    const auto found = device.find(key);
    if (found == device.end()) return "the device's answer has no '" + key + "'";
    if (*found != value) {
      return key + ": the model gives " + value.dump() + ", the device " + found->dump();
    }
  }
  return std::nullopt;
}

Json enumerate_values(const IndexMap& map, const FlatMap& flattened, const OffsetModel& model) {
  ValueCounts counts;
  std::optional<Collision> collision;
  std::unordered_map<Word, Word> first_point;
  std::unordered_map<Word, Word> second_point;
  for (Word flat = 0; flat < map.points(); ++flat) {
    const Word value = model(map, flattened.point(flat));
    counts.largest = std::max(counts.largest, value);
    counts.sum += value;
    if (first_point.try_emplace(value, flat).second) continue;
    second_point.try_emplace(value, flat);
    if (!collision || value < collision->value) collision = Collision{value, 0, 0};
  }
  counts.distinct = first_point.size();
  if (collision) {
    collision->first = first_point.at(collision->value);
    collision->second = second_point.at(collision->value);
  }
  return to_json(map, flattened, counts, collision);
}

// What can be said of too many points to enumerate: the two that the device names must collide.
Difference replay_collision(const IndexMap& map, const Json& out, const OffsetModel& model) {
  const Word points = out.at("points").get<Word>();
  const Word distinct = out.at("distinct").get<Word>();
  const Json& collision = out.at("collision");
  if (points != map.points()) {
    return "points: the model has " + std::to_string(map.points()) + ", the device counted " +
           std::to_string(points);
  }
  if (collision.is_null()) {
    if (distinct == points) return std::nullopt;
    return "the device counted " + std::to_string(distinct) + " values of " +
           std::to_string(points) + " points and names no collision";
  }
  const auto first = collision.at("points").at(0).get<std::vector<Word>>();
  const auto second = collision.at("points").at(1).get<std::vector<Word>>();
  const Word value = collision.at("value").get<Word>();
  const Word at_first = model(map, first);
  const Word at_second = model(map, second);
  if (first != second && at_first == value && at_second == value && distinct < points) {
    return std::nullopt;
  }
  return "collision: the model gives " + std::to_string(at_first) + " and " +
         std::to_string(at_second) + ", the device " + std::to_string(value) + " at both of " +
         collision.at("points").dump();
}

Json enumerate_difference(const IndexMap& map,
                          const IndexMap& other,
                          const FlatMap& flattened,
                          const OffsetModel& model) {
  Comparison comparison;
  std::vector<Word> point;
  for (Word flat = 0; flat < map.points(); ++flat) {
    point = flattened.point(flat);
    const Word x = model(map, point);
    const Word y = model(other, point);
    comparison.sums[0] += x;
    comparison.sums[1] += y;
    if (x == y || comparison.first_difference) continue;
    comparison.first_difference = flat;
    comparison.values[0] = x;
    comparison.values[1] = y;
  }
  return to_json(map, flattened, comparison);
}

Difference replay_difference(const IndexMap& map,
                             const IndexMap& other,
                             const Json& out,
                             const OffsetModel& model) {
  const Json& difference = out.at("difference");
  if (difference.is_null()) {
    if (out.at("sums").at(0) == out.at("sums").at(1)) return std::nullopt;
    return "the device's sums " + out.at("sums").dump() + " differ, and it names no point";
  }
  const auto point = difference.at("point").get<std::vector<Word>>();
  const Json values = {model(map, point), model(other, point)};
  if (values == difference.at("values") && values[0] != values[1]) return std::nullopt;
  return "values at " + Json(point).dump() + ": the model gives " + values.dump() +
         ", the device " + difference.at("values").dump();
}

Result<Difference> replay_question(const ExhaustiveQuestion& question,
                                   const Json& out,
                                   const OffsetModel& model) {
  const IndexMap& map = question.layout;
  if (map.points() > kMaxEnumerated) {
    return question.other ? replay_difference(map, *question.other, out, model)
                          : replay_collision(map, out, model);
  }
  TP_TRY(flattened, flatten(map));
  const Json expected = question.other
                            ? enumerate_difference(map, *question.other, flattened, model)
                            : enumerate_values(map, flattened, model);
  Json compared = expected;
  compared.erase("milliseconds");
  return first_unequal_field(compared, out);
}

Error no_exhaustive_answer(const std::string& why) {
  return {ErrorCode::kSyntax, "not an observation of exhaustive: " + why};
}

}  // namespace

Word defined_offset(const IndexMap& map, std::span<const Word> at) { return value_at(map, at)[0]; }

Result<ExhaustiveQuestion> parse_question(const Json& in) {
  try {
    const auto shape = in.at("shape").get<std::vector<Word>>();
    TP_TRY(layout, parse_index_map(in.at("layout").get<std::string>(), shape));
    const auto question = in.at("question").get<std::string>();
    if (question == "injective") return ExhaustiveQuestion{layout, std::nullopt};
    if (question != "equal") return no_exhaustive_answer("question '" + question + "'");
    TP_TRY(other, parse_index_map(in.at("other").get<std::string>(), shape));
    const auto same_axis = [](const Axis& a, const Axis& b) {
      return a.size == b.size && a.first == b.first;
    };
    if (!std::ranges::equal(layout.axes(), other.axes(), same_axis)) {
      return no_exhaustive_answer("the two layouts have different inputs");
    }
    return ExhaustiveQuestion{layout, other};
  } catch (const Json::exception& error) {
    return no_exhaustive_answer(error.what());
  }
}

Json to_json(const IndexMap& map,
             const FlatMap& flattened,
             const ValueCounts& counts,
             const std::optional<Collision>& collision) {
  Json out = {{"points", map.points()},
              {"distinct", counts.distinct},
              {"largest", counts.largest},
              {"sum", counts.sum},
              {"collision", nullptr},
              {"milliseconds", counts.milliseconds()}};
  if (collision) {
    out["collision"] = {
        {"value", collision->value},
        {"points", {flattened.point(collision->first), flattened.point(collision->second)}}};
  }
  return out;
}

Json to_json(const IndexMap& map, const FlatMap& flattened, const Comparison& comparison) {
  Json out = {{"points", map.points()},
              {"sums", comparison.sums},
              {"difference", nullptr},
              {"milliseconds", comparison.milliseconds}};
  if (comparison.first_difference) {
    out["difference"] = {{"point", flattened.point(*comparison.first_difference)},
                         {"values", comparison.values}};
  }
  return out;
}

Result<Difference> replay_exhaustive(const Observation& observation, const OffsetModel& model) {
  TP_TRY(question, parse_question(observation.in));
  try {
    return replay_question(question, observation.out, model);
  } catch (const Json::exception& error) {
    return no_exhaustive_answer(error.what());
  }
}

Result<Difference> replay_exhaustive(const Observation& observation) {
  return replay_exhaustive(observation, defined_offset);
}

}  // namespace tileproof::oracles
