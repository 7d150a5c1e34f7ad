#include "gpu_oracles/lanes/lanes_replay.hpp"

#include <algorithm>

namespace tileproof::oracles {
namespace {

using Json = nlohmann::json;
using LaneWords = std::array<std::uint32_t, 32>;

constexpr const char* kShufflePrefix = "shfl.sync.";
constexpr const char* kPermutePrefix = "prmt.b32";

Error no_lanes_answer(const std::string& why) {
  return {ErrorCode::kSyntax, "not an observation of lanes: " + why};
}

std::string models_differ(const std::string& where, std::uint64_t model, std::uint64_t device) {
  return where + ": the model gives " + std::to_string(model) + ", the device " +
         std::to_string(device);
}

std::string permute_name(PermuteMode mode) {
  const std::string name = kPermuteModes[static_cast<unsigned>(mode)];
  return name.empty() ? kPermutePrefix : kPermutePrefix + ("." + name);
}

Result<Difference> replay_shuffle(const Observation& observation,
                                  const std::string& mode,
                                  const LaneModels& models) {
  const Json& in = observation.in;
  const auto known = std::find(std::begin(kShuffleModes), std::end(kShuffleModes), mode);
  if (known == std::end(kShuffleModes)) return no_lanes_answer("the shuffle '" + mode + "'");
  ShuffleCase one;
  one.mode = static_cast<ShuffleMode>(known - std::begin(kShuffleModes));
  one.control = in.at("control");
  one.members = in.at("members");
  in.at("value").get_to(one.value);
  in.at("lane").get_to(one.lane);
  const auto value = observation.out.at("value").get<LaneWords>();
  const auto predicate = observation.out.at("predicate").get<LaneWords>();
  for (unsigned lane = 0; lane < 32; ++lane) {
    const auto model = models.shuffle(one, lane);
    if (!model) continue;
    const std::string where = "lane " + std::to_string(lane) + " of shfl.sync." + mode;
    const std::uint32_t modelled = one.value[model->lane];
    if (modelled != value[lane]) return Difference(models_differ(where, modelled, value[lane]));
    if (model->is_in_segment != (predicate[lane] == 1)) {
      return Difference(
          models_differ(where + ", predicate", model->is_in_segment ? 1 : 0, predicate[lane]));
    }
  }
  return Difference();
}

Result<Difference> replay_permutes(const Observation& observation,
                                   const std::string& instruction,
                                   const LaneModels& models) {
  PermuteCase one;
  for (unsigned mode = 0; mode < std::size(kPermuteModes); ++mode) {
    if (permute_name(static_cast<PermuteMode>(mode)) == instruction) {
      one.mode = static_cast<PermuteMode>(mode);
    }
  }
  if (permute_name(one.mode) != instruction)
    return no_lanes_answer("the permute '" + instruction + "'");
  const auto a = observation.in.at("a").get<std::vector<std::uint32_t>>();
  const auto b = observation.in.at("b").get<std::vector<std::uint32_t>>();
  const auto selector = observation.in.at("selector").get<std::vector<std::uint32_t>>();
  const auto d = observation.out.at("d").get<std::vector<std::uint32_t>>();
  if (b.size() != a.size() || selector.size() != a.size() || d.size() != a.size() || a.empty()) {
    return no_lanes_answer("the lists of a permute have different lengths");
  }
  for (std::size_t i = 0; i < a.size(); ++i) {
    one.a = a[i];
    one.b = b[i];
    one.selector = selector[i];
    const std::uint32_t model = models.permute(one);
    if (model == d[i]) continue;
    return Difference(models_differ(instruction + " of " + std::to_string(a[i]) + ", " +
                                        std::to_string(b[i]) + ", " + std::to_string(selector[i]),
                                    model,
                                    d[i]));
  }
  return Difference();
}

Difference first_unequal_word(const char* what,
                              const std::vector<std::uint32_t>& model,
                              const std::vector<std::uint32_t>& device) {
  if (model.size() != device.size()) {
    return models_differ(std::string("the length of ") + what, model.size(), device.size());
  }
  const auto [m, d] = std::mismatch(model.begin(), model.end(), device.begin());
  if (m == model.end()) return std::nullopt;
  return models_differ(std::string(what) + "[" + std::to_string(m - model.begin()) + "]", *m, *d);
}

Result<Difference> replay_cluster(const Observation& observation, const LaneModels& models) {
  const Json& in = observation.in;
  ClusterCase one;
  in.at("size").get_to(one.size);
  one.width_words = in.at("width_words");
  in.at("rank").get_to(one.rank);
  in.at("word").get_to(one.word);
  in.at("store_rank").get_to(one.store_rank);
  const auto fits = [&](std::span<const std::uint32_t> list, std::uint32_t limit) {
    return std::all_of(list.begin(), list.end(), [&](std::uint32_t x) { return x < limit; });
  };
  if (one.width_words > 4 ||
      std::any_of(std::begin(one.size),
                  std::end(one.size),
                  [](auto n) { return n - 1 >= kMaxClusterSize; }) ||
      one.ctas() > kMaxClusterSize || !fits(one.rank, one.ctas()) ||
      !fits(one.store_rank, one.ctas()) || !fits(one.word, kOwnWords)) {
    return no_lanes_answer("a cluster, width or rank that was not asked");
  }
  const ClusterAnswer model = models.cluster(one);
  const Json& out = observation.out;
  if (auto text = first_unequal_word("rank", model.rank, out.at("rank"))) return text;
  if (auto text = first_unequal_word("read", model.read, out.at("read"))) return text;
  return first_unequal_word("memory", model.memory, out.at("memory"));
}

}  // namespace

Observation to_observation(const ShuffleCase& one, const ShuffleAnswer& answer) {
  const std::string mode = kShuffleModes[static_cast<unsigned>(one.mode)];
  return {{{"instruction", kShufflePrefix + mode + ".b32"},
           {"control", one.control},
           {"members", one.members},
           {"value", one.value},
           {"lane", one.lane}},
          {{"value", answer.value}, {"predicate", answer.predicate}}};
}

Observation to_observation(std::span<const PermuteCase> cases,
                           std::span<const std::uint32_t> answers) {
  Observation observation;
  observation.in["instruction"] = permute_name(cases.front().mode);
  for (const PermuteCase& one : cases) {
    observation.in["a"].push_back(one.a);
    observation.in["b"].push_back(one.b);
    observation.in["selector"].push_back(one.selector);
  }
  observation.out["d"] = std::vector<std::uint32_t>(answers.begin(), answers.end());
  return observation;
}

Observation to_observation(const ClusterCase& one, const ClusterAnswer& answer) {
  return {{{"instruction", "shared::cluster"},
           {"size", one.size},
           {"width_words", one.width_words},
           {"rank", one.rank},
           {"word", one.word},
           {"store_rank", one.store_rank}},
          {{"rank", answer.rank}, {"read", answer.read}, {"memory", answer.memory}}};
}

Result<Difference> replay_lanes(const Observation& observation, const LaneModels& models) {
  try {
    const auto instruction = observation.in.at("instruction").get<std::string>();
    if (instruction == "shared::cluster") return replay_cluster(observation, models);
    const std::string prefix = kShufflePrefix;
    if (instruction.rfind(prefix, 0) != 0) {
      return replay_permutes(observation, instruction, models);
    }
    const std::string rest = instruction.substr(prefix.size());
    return replay_shuffle(observation, rest.substr(0, rest.find('.')), models);
  } catch (const Json::exception& error) {
    return no_lanes_answer(error.what());
  }
}

}  // namespace tileproof::oracles
