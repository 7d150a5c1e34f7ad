#include "gpu_oracles/observation_fields.hpp"

#include <algorithm>

namespace tileproof::oracles {
namespace {

using nlohmann::json;

bool is_natural(const json& value) {
  return value.is_number_integer() &&
         (value.is_number_unsigned() || value.get<std::int64_t>() >= 0);
}

bool is_integer(const json& value) { return value.is_number_integer(); }

Error lacks(const std::string& what, const char* name) {
  return {ErrorCode::kSyntax, "no " + what + " '" + name + "'"};
}

template <typename Number>
Result<std::vector<Number>> list_field(const json& object,
                                       const char* name,
                                       bool (*is_one)(const json&),
                                       const std::string& what) {
  const auto field = object.find(name);
  if (field == object.end() || !field->is_array() ||
      !std::all_of(field->begin(), field->end(), is_one)) {
    return lacks("list of " + what, name);
  }
  return field->get<std::vector<Number>>();
}

}  // namespace

Result<Word> natural_field(const json& object, const char* name) {
  const auto field = object.find(name);
  if (field == object.end() || !is_natural(*field)) return lacks("natural number", name);
  return field->get<Word>();
}

Result<std::string> text_field(const json& object, const char* name) {
  const auto field = object.find(name);
  if (field == object.end() || !field->is_string()) return lacks("text", name);
  return field->get<std::string>();
}

Result<std::vector<std::int64_t>> integers_field(const json& object, const char* name) {
  return list_field<std::int64_t>(object, name, is_integer, "integers");
}

Result<std::vector<Word>> naturals_field(const json& object, const char* name) {
  return list_field<Word>(object, name, is_natural, "natural numbers");
}

}  // namespace tileproof::oracles
