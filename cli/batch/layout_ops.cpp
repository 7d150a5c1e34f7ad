// The ops about one or two layouts in Triton's notation.
#include "checkers/conversion/conversion_check.hpp"
#include "checkers/layout/layout_facts.hpp"
#include "checkers/layout/places.hpp"
#include "cli/batch/ops.hpp"
#include "encodings/triton/view.hpp"

namespace tileproof::cli {
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
  TP_TRY(answer, check_conversion({*source, shape}, {*destination, shape}));
  Json json = to_json(answer.verdict);
  json["moves"] = answer.movement ? Json(to_string(*answer.movement)) : Json(nullptr);
  json["plan"] = answer.plan ? to_json(*answer.plan) : Json(nullptr);
  return json;
}

Result<Json> layout(const Request& request) {
  if (request.has_other_notation("layout")) return layout_of_any_notation(request);
  TP_TRY(attribute, request.layout("layout"));
  TP_TRY(shape, request.shape());
  TP_TRY(facts, layout_facts(*attribute, shape));
  return Json{{"injective", facts.injective},
              {"surjective", facts.surjective},
              {"copies", to_json(facts.copies)},
              {"cosize", facts.cosize ? to_json(*facts.cosize) : Json(nullptr)},
              {"linear", facts.linear},
              {"why_not", facts.linear ? Json(nullptr) : Json(facts.why_not)}};
}

Result<Json> equal(const Request& request) {
  if (request.has_other_notation("a") || request.has_other_notation("b")) {
    return equal_in_any_notation(request);
  }
  TP_TRY(a, request.layout("a"));
  TP_TRY(b, request.layout("b"));
  TP_TRY(shape, request.shape());
  TP_TRY(verdict, check_equal(*a, *b, shape));
  return to_json(verdict);
}

Result<Json> evaluate(const Request& request) {
  if (request.has_other_notation("layout")) return evaluate_any_notation(request);
  TP_TRY(attribute, request.layout("layout"));
  TP_TRY(shape, request.shape());
  if (const auto broken = broken_bases(*attribute)) return *broken;
  TP_TRY(form, to_linear(*attribute, shape));
  const Json& points = request.raw("at");
  if (!points.is_array()) return wrong_field("at", "a list");
  Json values = Json::array();
  if (triton::storage(*attribute) == triton::Storage::kSharedMemory) {
    const std::vector<Word> limits(shape.begin(), shape.end());
    for (const Json& entry : points) {
      TP_TRY(coordinates, point(entry, limits));
      values.push_back(to_json(padded_offset_of(*attribute, shape, coordinates)));
    }
    return Json{{"values", std::move(values)}};
  }
  std::vector<Word> limits;
  for (const InDim& dim : form.in_dims()) limits.push_back(dim.size());
  for (const Json& entry : points) {
    TP_TRY(indices, point(entry, limits));
    Word index = 0;
    unsigned shift = 0;
    for (std::size_t i = 0; i < indices.size(); ++i) {
      index |= indices[i] << shift;
      shift += form.in_dims()[i].bits;
    }
    const Word element = defined_element(*attribute, shape, form, index);
    Json coordinates = Json::array();
    for (std::size_t d = 0; d < shape.size(); ++d) {
      coordinates.push_back(to_json(form.field(element, d)));
    }
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

}  // namespace tileproof::cli
