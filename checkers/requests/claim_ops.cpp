// The ops about layouts of any notation: claims, translation, `layout`, and what `equal` and
// `evaluate` say of notations other than Triton's.
#include "checkers/certificates/write_certificate.hpp"
#include "checkers/claims/build_claim.hpp"
#include "checkers/claims/prove.hpp"
#include "checkers/layout/layout_facts.hpp"
#include "checkers/limits/time_limit.hpp"
#include "checkers/requests/claim_arguments.hpp"
#include "checkers/requests/ops.hpp"
#include "checkers/translation/translate.hpp"
#include "encodings/cute/coordinates.hpp"
#include "encodings/index_map/triton_instance.hpp"

namespace tileproof::requests {
namespace {

constexpr unsigned kMaxNesting = 64;

Result<std::vector<Word>> optional_shape(const Request& request) {
  if (!request.has("shape")) return std::vector<Word>();
  TP_TRY(shape, request.shape());
  return std::vector<Word>(shape.begin(), shape.end());
}

Result<Limits> limits_of(const Request& request) {
  Limits limits;
  if (request.has("time_limit")) {
    const Json& seconds = request.raw("time_limit");
    if (!seconds.is_number() || !is_time_limit(seconds.get<double>())) {
      return wrong_field("time_limit", kSecondsRule);
    }
    limits.seconds = seconds.get<double>();
  }
  if (request.has("memory_limit")) {
    TP_TRY(megabytes, request.number("memory_limit"));
    if (megabytes == 0 || megabytes > kMostMegabytes) {
      return wrong_field("memory_limit", "megabytes, from 1 to 2^30");
    }
    limits.memory_bytes = static_cast<std::size_t>(megabytes) << 20;
  }
  return limits;
}

std::optional<Error> read(const Request& request, const char* field, std::optional<Word>& to) {
  if (!request.has(field)) return std::nullopt;
  const auto number = request.number(field);
  if (!number) return number.error();
  to = *number;
  return std::nullopt;
}

std::optional<Error> read(const Request& request,
                          const char* field,
                          std::optional<std::string>& to) {
  if (!request.has(field)) return std::nullopt;
  const auto text = request.text(field);
  if (!text) return text.error();
  to = *text;
  return std::nullopt;
}

Result<ClaimArguments> claim_arguments(const Request& request) {
  ClaimArguments arguments;
  TP_TRY(claim, request.text("claim"));
  arguments.claim = claim;
  if (claim_form(claim) == nullptr) return arguments;  // which state_claim() says
  for (const ClaimForm& form : claim_forms()) {
    for (const std::string& role : form.roles) {
      const std::string field = role == "map" ? "layout" : role;
      if (!request.has(field.c_str())) continue;
      TP_TRY(text, request.text(field.c_str()));
      arguments.layouts[role] = text;
    }
  }
  TP_TRY(shape, optional_shape(request));
  arguments.shape = shape;
  if (request.has("codomain")) {
    TP_TRY(codomain, request.numbers("codomain"));
    arguments.codomain.assign(codomain.begin(), codomain.end());
  }
  for (const auto& [field, to] : {std::pair("allocation", &arguments.allocation),
                                  std::pair("bits", &arguments.bits),
                                  std::pair("element_bits", &arguments.element_bits),
                                  std::pair("bytes", &arguments.bytes),
                                  std::pair("vector", &arguments.vector)}) {
    if (const auto error = read(request, field, *to)) return *error;
  }
  for (const auto& [field, to] : {std::pair("along", &arguments.along),
                                  std::pair("target", &arguments.target),
                                  std::pair("instruction", &arguments.instruction),
                                  std::pair("direction", &arguments.direction)}) {
    if (const auto error = read(request, field, *to)) return *error;
  }
  const Json& is_signed = request.raw("signed");
  if (!is_signed.is_null() && !is_signed.is_boolean()) {
    return wrong_field("signed", "true or false");
  }
  if (is_signed.is_boolean()) arguments.is_signed = is_signed.get<bool>();
  return arguments;
}

// 3, or [1, [2, 0]]
Result<cute::Coordinate> coordinate_from(const Json& value, unsigned nesting) {
  if (nesting > kMaxNesting) return wrong_field("at", "nested at most 64 deep");
  cute::Coordinate coordinate;
  if (!value.is_array()) {
    TP_TRY(index, number_from(value, "at"));
    coordinate.index = index;
    return coordinate;
  }
  if (value.empty()) return wrong_field("at", "coordinates that are not empty");
  for (const Json& item : value) {
    TP_TRY(inner, coordinate_from(item, nesting + 1));
    coordinate.items.push_back(inner);
  }
  return coordinate;
}

Result<std::vector<Word>> point_from(const Json& entry, const IndexMap& map) {
  if (const auto* layout = map.as<cute::Layout>()) {
    TP_TRY(coordinate, coordinate_from(entry, 0));
    return cute::leaf_coordinates(layout->mode, coordinate);
  }
  TP_TRY(values, numbers_from(entry, "at"));
  if (values.size() != map.axes().size()) {
    return wrong_field("at",
                       "a list of lists of " + std::to_string(map.axes().size()) + " integers");
  }
  for (std::size_t i = 0; i < values.size(); ++i) {
    const Axis& axis = map.axes()[i];
    if (values[i] < axis.first || values[i] - axis.first >= axis.size) {
      return wrong_field("at",
                         "within the layout: " + axis.name + " " + std::to_string(values[i]) +
                             " is not from " + std::to_string(axis.first) + " to " +
                             std::to_string(axis.first + axis.size - 1));
    }
  }
  return std::move(values);
}

Result<IndexMap> map_from(const Request& request, const char* field) {
  TP_TRY(text, request.text(field));
  TP_TRY(shape, optional_shape(request));
  return parse_index_map(text, shape);
}

}  // namespace

Result<Json> prove_op(const Request& request) {
  TP_TRY(wants_certificate, request.flag("certificate"));
  if (request.raw("claim") == Json("translates")) {
    TP_TRY(answer, translate_op(request));
    if (wants_certificate) {
      answer["certificate"] = nullptr;
      answer["no_certificate"] = "translations have none; 'equal' of both layouts has";
    }
    return answer;
  }
  TP_TRY(arguments, claim_arguments(request));
  TP_TRY(limits, limits_of(request));
  TP_TRY(stated, state_claim(arguments));
  TP_TRY(claim, build_claim(stated));
  Verdict verdict = Unknown{};
  std::string name;
  if (request.has("engine")) {
    TP_TRY(asked, request.text("engine"));
    name = asked;
    const auto engine = engine_named(name);
    if (!engine) return wrong_field("engine", "the name of an engine");
    verdict = prove_by(*engine, claim, limits);
  } else {
    verdict = prove(claim, limits);
  }
  Json answer = to_json(verdict);
  answer["names"] = names_json(claim);
  if (wants_certificate) {
    answer["certificate"] = nullptr;
    if (std::holds_alternative<Proved>(verdict)) {
      TP_TRY(restated, restate(stated));
      const auto text = write_certificate(restated, name, limits);
      check_that_it_holds(text);
      answer["certificate"] = text ? Json(*text) : Json(nullptr);
      if (!text) answer["no_certificate"] = text.error().message;
    }
  }
  return answer;
}

Result<Json> translate_op(const Request& request) {
  TP_TRY(map, map_from(request, "layout"));
  TP_TRY(limits, limits_of(request));
  TP_TRY(to, request.text("to"));
  if (to != "cute" && to != "triton") return wrong_field("to", "'cute' or 'triton'");
  TP_TRY(answer, translate(map, to == "cute" ? Notation::kCute : Notation::kTriton, limits));
  Json json = to_json(answer.verdict);
  json["result"] = answer.text.empty() ? Json(nullptr) : Json(answer.text);
  return json;
}

Result<Json> layout(const Request& request) {
  TP_TRY(map, map_from(request, "layout"));
  TP_TRY(limits, limits_of(request));
  Json copies = nullptr;
  if (const auto* instance = map.as<triton::Instance>()) {
    if (const auto broken = broken_bases(instance->layout())) return *broken;
    copies = to_json(free_variable_masks(instance->form()));
  }
  TP_TRY(facts, layout_facts(map, limits));
  return Json{{"injective", facts.injective},
              {"surjective", facts.surjective},
              {"copies", std::move(copies)},
              {"cosize", facts.cosize ? to_json(*facts.cosize) : Json(nullptr)},
              {"linear", facts.linear},
              {"why_not", facts.linear ? Json(nullptr) : Json(facts.why_not)}};
}

Result<Json> equal_in_any_notation(const Request& request) {
  TP_TRY(a, map_from(request, "a"));
  TP_TRY(b, map_from(request, "b"));
  TP_TRY(limits, limits_of(request));
  TP_TRY(claim, make_equal(std::move(a), std::move(b)));
  return to_json(prove(claim, limits));
}

Result<Json> evaluate_any_notation(const Request& request) {
  TP_TRY(map, map_from(request, "layout"));
  const Json& points = request.raw("at");
  if (!points.is_array()) return wrong_field("at", "a list");
  Json values = Json::array();
  for (const Json& entry : points) {
    TP_TRY(point, point_from(entry, map));
    const auto value = value_at(map, point);
    if (value.size() == 1) {
      const bool is_signed = map.out_axes()[0].is_signed;
      values.push_back(is_signed ? signed_json(static_cast<std::int64_t>(value.front()))
                                 : to_json(value.front()));
      continue;
    }
    Json several = Json::array();
    for (const Word output : value) several.push_back(to_json(output));
    values.push_back(std::move(several));
  }
  return Json{{"values", std::move(values)}};
}

}  // namespace tileproof::requests
