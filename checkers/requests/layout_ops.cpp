// The ops about one or two layouts in Triton's notation.
#include "checkers/conversion/conversion_check.hpp"
#include "checkers/layout/same_layout.hpp"
#include "checkers/requests/ops.hpp"
#include "encodings/index_map/triton_instance.hpp"
#include "encodings/triton/view.hpp"

namespace tileproof::requests {
namespace {

// One entry of `at`: as many numbers as `limits`, each below its limit.
Result<std::vector<Word>> point(const Json& entry, const std::vector<Word>& limits) {
  TP_TRY(numbers, numbers_from(entry, "at"));
  if (numbers.size() != limits.size()) {
    return wrong_field("at", "a list of lists of " + std::to_string(limits.size()) + " integers");
  }
  for (std::size_t i = 0; i < limits.size(); ++i) {
    if (numbers[i] >= limits[i]) {
      return wrong_field("at",
                         "within the layout: " + std::to_string(numbers[i]) + " is not below " +
                             std::to_string(limits[i]));
    }
  }
  return std::move(numbers);
}

}  // namespace

Result<Json> linear_layout(const Request& request) {
  TP_TRY(attribute, request.layout("attr"));
  TP_TRY(shape, request.shape());
  if (const auto broken = broken_bases(*attribute)) return *broken;
  TP_TRY(form, to_linear(*attribute, shape));
  return Json{{"in_dims", in_dims_json(form)}, {"out_dims", out_dims_json(form)}};
}

Result<Json> conversion(const Request& request) {
  TP_TRY(source, request.layout("src"));
  TP_TRY(destination, request.layout("dst"));
  TP_TRY(shape, request.shape());
  TP_TRY(from, tensor_of(*source, shape));
  TP_TRY(to, tensor_of(*destination, shape));
  TP_TRY(answer, check_conversion(from, to));
  Json json = to_json(answer.verdict);
  json["moves"] = answer.movement ? Json(to_string(*answer.movement)) : Json(nullptr);
  json["plan"] = answer.plan ? to_json(*answer.plan) : Json(nullptr);
  return json;
}

Result<Json> equal(const Request& request) {
  if (request.has_other_notation("a") || request.has_other_notation("b")) {
    return equal_in_any_notation(request);
  }
  TP_TRY(a, request.layout("a"));
  TP_TRY(b, request.layout("b"));
  TP_TRY(shape, request.shape());
  TP_TRY(one, tensor_of(*a, shape));
  TP_TRY(two, tensor_of(*b, shape));
  TP_TRY(verdict, check_equal(one, two));
  return to_json(verdict);
}

Result<Json> evaluate(const Request& request) {
  if (request.has_other_notation("layout")) return evaluate_any_notation(request);
  TP_TRY(attribute, request.layout("layout"));
  TP_TRY(shape, request.shape());
  if (const auto broken = broken_bases(*attribute)) return *broken;
  TP_TRY(instance, triton::Instance::make(attribute, shape));
  TP_TRY(map, IndexMap::make(std::move(instance)));
  const Json& points = request.raw("at");
  if (!points.is_array()) return wrong_field("at", "a list");
  std::vector<Word> limits;
  for (const Axis& axis : map.axes()) limits.push_back(axis.size);
  Json values = Json::array();
  for (const Json& entry : points) {
    TP_TRY(inputs, point(entry, limits));
    const auto outputs = value_at(map, inputs);
    if (map.gives_offset()) {
      values.push_back(to_json(outputs.front()));
      continue;
    }
    Json coordinates = Json::array();
    for (const Word coordinate : outputs) coordinates.push_back(to_json(coordinate));
    values.push_back(std::move(coordinates));
  }
  return Json{{"values", std::move(values)}};
}

Result<Json> view(const Request& request) {
  TP_TRY(attribute, request.layout("attr"));
  TP_TRY(shape, request.shape());
  TP_TRY(which, request.text("view"));
  if (which != "tensor" && which != "hw") return wrong_field("view", "'tensor' or 'hw'");
  if (const auto broken = broken_bases(*attribute)) return *broken;
  TP_TRY(text,
         triton::view(
             *attribute, shape, which == "hw" ? triton::View::kHardware : triton::View::kTensor));
  return Json{{"text", text}};
}

}  // namespace tileproof::requests
