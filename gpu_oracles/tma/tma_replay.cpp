#include "gpu_oracles/tma/tma_replay.hpp"

#include <algorithm>

#include "gpu_oracles/observation_fields.hpp"

namespace tileproof::oracles {
namespace {

using nlohmann::json;

// What lies in each place, given where the model says each element starts.
Difference compare_box(const BoxQuestion& question,
                       const TmaModels& models,
                       const char* model,
                       const std::vector<Word>& starts,
                       const std::vector<std::int64_t>& element_at) {
  const Word bytes = question.box.element_bytes;
  std::vector<std::int64_t> expected;
  std::int64_t element = 0;
  bool cuts_elements = false;
  for_each_element(question.box, [&](const std::vector<Word>& at) {
    const Word start = starts[static_cast<std::size_t>(element)];
    cuts_elements = cuts_elements || start % bytes != 0;
    if (start / bytes >= expected.size()) expected.resize(start / bytes + 1, kNothing);
    expected[start / bytes] = models.is_outside(question, at) ? kFill : element;
    ++element;
  });
  if (cuts_elements) return "the model cuts elements";
  for (std::size_t place = 0; place < std::max(expected.size(), element_at.size()); ++place) {
    const std::int64_t of_model = place < expected.size() ? expected[place] : kNothing;
    const std::int64_t of_device = place < element_at.size() ? element_at[place] : kNothing;
    if (of_model == of_device) continue;
    return question.box.to_string() + ": at byte " + std::to_string(place * bytes) + " " + model +
           " has element " + std::to_string(of_model) + ", the device " +
           std::to_string(of_device) + " (-1: none, -2: the fill)";
  }
  return std::nullopt;
}

// Elements outside the tensor are zeros, or all NaN.
Result<Difference> compare_fill(const BoxQuestion& question, const Observation& observation) {
  if (!observation.out.contains("fill_values")) return Difference{};
  TP_TRY(values, naturals_field(observation.out, "fill_values"));
  const BoxType* const type = find_box_type(question.type);
  if (type == nullptr) return Error{ErrorCode::kSyntax, "a fill of elements without a type"};
  const unsigned exponent_bits = 8 * static_cast<unsigned>(type->bytes) - 1 - type->mantissa_bits;
  for (const Word value : values) {
    const Word mantissa = value & low_mask(type->mantissa_bits);
    const Word exponent = value >> type->mantissa_bits & low_mask(exponent_bits);
    const bool is_nan =
        type->mantissa_bits != 0 && exponent == low_mask(exponent_bits) && mantissa != 0;
    if (question.fills_nan ? is_nan : value == 0) continue;
    return Difference{question.box.to_string() + ": outside the tensor the model has " +
                      (question.fills_nan ? "NaN" : "0") + ", the device the bits " +
                      std::to_string(value) + " of " + question.type};
  }
  return Difference{};
}

Result<Difference> replay_box(const Observation& observation, const TmaModels& models) {
  TP_TRY(question, parse_box_question(observation.in));
  TP_TRY(element_at, integers_field(observation.out, "element_at"));
  TP_TRY(looked_at, natural_field(observation.in, "looked_at"));
  const SharedBox& box = question.box;
  if (looked_at < box.elements() || element_at.size() > looked_at) {
    return Error{ErrorCode::kInvalid, box.to_string() + ": a list has a wrong length"};
  }
  TP_TRY(rows, models.swizzled_rows(box));
  if (auto difference =
          compare_box(question, models, "the box of swizzled rows", *rows, element_at)) {
    return difference;
  }
  TP_TRY(nvmma, models.nvmma_shared(box));
  if (nvmma) {
    if (auto difference = compare_box(question, models, "nvmma_shared", *nvmma, element_at)) {
      return difference;
    }
  }
  return compare_fill(question, observation);
}

// The tile of B that a descriptor without swizzle names: columns of cores, which nvmma_shared does
// not describe.
Word place_in_cores(Word column, Word k, Word columns, Word in_core) {
  return (k / in_core * columns + column) * in_core + k % in_core;
}

Result<std::string> filled_by_field(const Observation& observation) {
  const auto filled_by = observation.in.find("filled_by");
  if (filled_by == observation.in.end() || (*filled_by != "stores" && *filled_by != "tma")) {
    return Error{ErrorCode::kSyntax, "filled by neither stores nor tma"};
  }
  return filled_by->get<std::string>();
}

std::string descriptor_text(const SharedBox& tile,
                            const std::string& filled_by,
                            const std::string& place,
                            Word of_model,
                            std::int64_t of_device) {
  return "descriptor of a " + tile.to_string() + ", filled by " + filled_by + ": " + place +
         " is element " + std::to_string(of_model) + " in the model, but the device read " +
         std::to_string(of_device);
}

Result<Difference> replay_descriptor(const Observation& observation, const TmaModels& models) {
  TP_TRY(box, parse_box(observation.in));
  TP_TRY(number_of, integers_field(observation.out, "number_of"));
  TP_TRY(filled_by, filled_by_field(observation));
  if (number_of.size() != box.elements()) {
    return Error{ErrorCode::kInvalid, box.to_string() + ": a list has a wrong length"};
  }
  TP_TRY(nvmma, models.nvmma_shared(box));
  if (!nvmma) {
    return Error{ErrorCode::kInvalid, box.to_string() + ": nvmma_shared describes no such tile"};
  }
  for (Word i = 0; i < number_of.size(); ++i) {
    const Word column = i / box.sides[0];
    const Word k = i % box.sides[0];
    Word expected = i;
    if (filled_by == "stores") {
      expected = box.swizzle_bytes == 0
                     ? place_in_cores(column, k, box.sides[1], 16 / box.element_bytes)
                     : (*nvmma)[i] / box.element_bytes;
    }
    if (static_cast<std::int64_t>(expected) == number_of[i]) continue;
    const std::string place = "column " + std::to_string(column) + ", k " + std::to_string(k);
    return Difference{descriptor_text(box, filled_by, place, expected, number_of[i])};
  }
  return Difference{};
}

Result<Difference> replay_mn_descriptor(const Observation& observation, const TmaModels& models) {
  json as_box = observation.in;
  TP_TRY(operand, text_field(observation.in, "operand"));
  TP_TRY(side, natural_field(observation.in, "side"));
  TP_TRY(along_k, natural_field(observation.in, "along_k"));
  as_box["box"] = {side, along_k};
  as_box["base"] = 0;
  TP_TRY(tile, parse_box(as_box));
  TP_TRY(number_of, integers_field(observation.out, "number_of"));
  TP_TRY(filled_by, filled_by_field(observation));
  if (number_of.size() != tile.elements() || (operand != "a" && operand != "b")) {
    return Error{ErrorCode::kInvalid, tile.to_string() + ": a list has a wrong length"};
  }
  TP_TRY(starts, models.mn_tile(tile));
  if (!starts) {
    return Error{ErrorCode::kInvalid, tile.to_string() + ": the model describes no such tile"};
  }
  for (Word i = 0; i < number_of.size(); ++i) {
    const Word expected = filled_by == "stores" ? (*starts)[i] / tile.element_bytes : i;
    if (static_cast<std::int64_t>(expected) == number_of[i]) continue;
    const std::string place = (operand == "a" ? "row " : "column ") + std::to_string(i % side) +
                              ", k " + std::to_string(i / side);
    return Difference{descriptor_text(tile, filled_by, place, expected, number_of[i])};
  }
  return Difference{};
}

}  // namespace

Result<Difference> replay_tma(const Observation& observation, const TmaModels& models) {
  TP_TRY(kind, text_field(observation.in, "kind"));
  if (kind == "box") return replay_box(observation, models);
  if (kind == "descriptor") return replay_descriptor(observation, models);
  if (kind == "mn_descriptor") return replay_mn_descriptor(observation, models);
  return Error{ErrorCode::kSyntax, "neither a box nor a descriptor"};
}

}  // namespace tileproof::oracles
