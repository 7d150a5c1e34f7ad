#include "encodings/triton/definition.hpp"
#include "gpu_oracles/conversions/conversions_replay.hpp"
#include "gpu_oracles/runner/registry.hpp"

namespace tileproof::oracles {
namespace {

// The model of a conversion whose shared layout was changed.
template <typename Encoding, typename Change>
ModelOf with_changed_shared(Change change) {
  return [=](const Conversion& conversion) {
    Conversion changed = conversion;
    if (changed.shared && changed.shared->template as<Encoding>() != nullptr) {
      Encoding encoding = *changed.shared->template as<Encoding>();
      change(encoding);
      changed.shared = std::make_shared<const triton::Layout>(encoding);
    }
    return defined_model(changed);
  };
}

Result<ConversionModel> with_flipped_fragment_bit(const Conversion& conversion) {
  TP_TRY(held, defined_model(conversion));
  if (conversion.destination->as<triton::NvidiaMma>() != nullptr) {
    for (std::uint32_t& id : held.destination.ids) id ^= 1;
  }
  return std::move(held);
}

}  // namespace

const ModelChoice<ModelOf>& conversion_model_choice() {
  static const ModelChoice<ModelOf> kChoice{
      defined_model,
      replay_conversions,
      {{"phase-error",
        "swizzled_shared has twice the rows of one phase",
        with_changed_shared<triton::SwizzledShared>(
            [](triton::SwizzledShared& e) { e.per_phase *= 2; })},
       {"padding-error",
        "padded_shared has one element of padding too many",
        with_changed_shared<triton::PaddedShared>(
            [](triton::PaddedShared& e) { ++e.paddings.back().amount; })},
       {"fragment-bit",
        "neighbouring elements of nvidia_mma change places",
        with_flipped_fragment_bit}}};
  return kChoice;
}

OracleModels conversions_oracle() { return models_of<conversion_model_choice>(); }

}  // namespace tileproof::oracles
