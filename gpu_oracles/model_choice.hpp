// What is a device held against?  Our model, or one that is wrong on purpose: an oracle that agrees
// with a planted error has not looked.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "core/result.hpp"
#include "gpu_oracles/observation.hpp"

namespace tileproof::oracles {

// The name of the model that is meant to be right.
inline constexpr std::string_view kOurModel = "model";

struct ModelName {
  std::string_view name;
  std::string_view what;
};

// A model with one mistake.
template <typename Model>
struct PlantedError {
  std::string_view name;     // "phase-error"
  std::string_view mistake;  // "the lanes of a group are not consecutive"
  Model model;
};

template <typename Model>
struct ModelChoice {
  Model ours;
  Result<Difference> (*replay)(const Observation&, const Model&);
  std::vector<PlantedError<Model>> planted;

  // Fails (kUsage) with the names that there are.
  [[nodiscard]] Result<const Model*> find(std::string_view name) const {
    if (name == kOurModel) return &ours;
    std::string known(kOurModel);
    for (const PlantedError<Model>& error : planted) {
      if (error.name == name) return &error.model;
      known += ", " + std::string(error.name);
    }
    return Error{ErrorCode::kUsage, "no model '" + std::string(name) + "'; there are: " + known};
  }

  [[nodiscard]] std::vector<ModelName> names() const {
    std::vector<ModelName> names{{kOurModel, "what tileproof computes with"}};
    for (const PlantedError<Model>& error : planted) names.push_back({error.name, error.mistake});
    return names;
  }
};

// The models of an oracle, whatever their type.
struct OracleModels {
  // Against the model of that name, one of those that a file can be replayed against.
  Result<Difference> (*replay)(const Observation&, std::string_view model);
  // What a run can be held against: our model, and others that must be found out.
  std::vector<ModelName> (*names)();
};

// `choice` is a function that gives a ModelChoice.
template <auto choice>
OracleModels models_of() {
  return {[](const Observation& observation, std::string_view name) -> Result<Difference> {
            TP_TRY(model, choice().find(name));
            return choice().replay(observation, *model);
          },
          [] { return choice().names(); }};
}

}  // namespace tileproof::oracles
