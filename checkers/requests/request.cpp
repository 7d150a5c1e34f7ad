#include "checkers/requests/request.hpp"

#include <algorithm>
#include <charconv>

#include "encodings/visible_text.hpp"

namespace tileproof::requests {
namespace {

// Names of dimensions come from users; a bound keeps the table of names small.
constexpr std::size_t kMaxNameLength = 64;

Result<Name> name_from(const Json& value, const std::string& what) {
  if (!value.is_string()) return wrong_field(what, "a name");
  const auto text = value.get<std::string>();
  if (text.empty() || text.size() > kMaxNameLength) {
    return wrong_field(what, "a name of 1 to 64 characters");
  }
  return Name::of(text);
}

}  // namespace

Error wrong_field(const std::string& field, const std::string& rule) {
  return {ErrorCode::kUsage, "field '" + field + "' must be " + rule};
}

Result<Word> number_from(const Json& value, const std::string& what) {
  if (value.is_number_unsigned()) return value.get<Word>();
  if (value.is_string()) {
    const auto& text = value.get_ref<const std::string&>();
    Word number = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
    if (error == std::errc() && end == text.data() + text.size() && !text.empty()) return number;
  }
  return wrong_field(what, "an integer from 0 to 2^64 - 1");
}

Result<std::vector<Word>> numbers_from(const Json& value, const std::string& what) {
  if (!value.is_array()) return wrong_field(what, "a list of integers");
  std::vector<Word> numbers;
  for (const Json& element : value) {
    TP_TRY(number, number_from(element, what));
    numbers.push_back(number);
  }
  return numbers;
}

Json::const_iterator Request::asked(const char* field) const {
  asked_.insert(field);
  return object_.find(field);
}

std::vector<std::string> Request::unasked() const {
  std::vector<std::string> fields;
  for (const auto& [field, value] : object_.items()) {
    if (!asked_.contains(field)) fields.push_back(field);
  }
  return fields;
}

const Json& Request::raw(const char* field) const {
  static const Json null = nullptr;
  const auto at = asked(field);
  return at == object_.end() ? null : *at;
}

Result<std::string> Request::text(const char* field) const {
  const Json& value = raw(field);
  if (!value.is_string()) return wrong_field(field, "a string");
  auto text = value.get<std::string>();
  if (const auto error = require_visible(text)) {
    return Error{error->code, "field '" + std::string(field) + "': " + error->message};
  }
  return text;
}

Result<bool> Request::flag(const char* field) const {
  if (!has(field)) return false;
  const Json& value = raw(field);
  if (!value.is_boolean()) return wrong_field(field, "true or false");
  return value.get<bool>();
}

Result<Word> Request::number(const char* field) const { return number_from(raw(field), field); }

Result<std::vector<Word>> Request::numbers(const char* field) const {
  return numbers_from(raw(field), field);
}

Result<triton::Shape> Request::shape() const {
  TP_TRY(sizes, numbers("shape"));
  if (sizes.size() > triton::kMaxRank) return wrong_field("shape", "a shape of rank 32 or less");
  return triton::Shape(sizes.begin(), sizes.end());
}

bool Request::has_other_notation(const char* field) const {
  const Json& value = raw(field);
  if (!value.is_string()) return false;
  const auto& text = value.get_ref<const std::string&>();
  const std::size_t start = text.find_first_not_of(" \t\r\n");
  return start != std::string::npos && text[start] != '#';
}

Result<triton::LayoutPtr> Request::layout(const char* field) const {
  TP_TRY(attribute, text(field));
  return triton::parse_layout(attribute);
}

Result<Target> Request::target() const {
  TP_TRY(name, text("target"));
  return Target::parse(name);
}

Result<Direction> Request::direction() const {
  TP_TRY(name, text("direction"));
  if (name == "load") return Direction::kLoad;
  if (name == "store") return Direction::kStore;
  return wrong_field("direction", "'load' or 'store'");
}

Result<Request::Bases> Request::bases(const char* field) const {
  const Json& value = raw(field);
  const std::string name(field);
  if (!value.is_object() || !value.contains("bases") || !value.contains("out_dims")) {
    return wrong_field(name, "a layout {\"bases\": [..], \"out_dims\": [..]}");
  }
  const Json& bases = value["bases"];
  const Json& out_dims = value["out_dims"];
  if (!bases.is_array() || !out_dims.is_array()) return wrong_field(name, "lists of dimensions");
  Bases result;
  for (const Json& dim : bases) {
    if (!dim.is_array() || dim.size() != 2 || !dim[1].is_array()) {
      return wrong_field(name + ".bases", "a list of [name, [[..], ..]]");
    }
    TP_TRY(in, name_from(dim[0], name + ".bases"));
    NamedBases entry{in, {}};
    for (const Json& basis : dim[1]) {
      TP_TRY(coordinates, numbers_from(basis, name + ".bases"));
      entry.bases.push_back(coordinates);
    }
    result.ins.push_back(std::move(entry));
  }
  for (const Json& dim : out_dims) {
    if (!dim.is_array() || dim.size() != 2) {
      return wrong_field(name + ".out_dims", "a list of [name, size]");
    }
    TP_TRY(out, name_from(dim[0], name + ".out_dims"));
    TP_TRY(size, number_from(dim[1], name + ".out_dims"));
    result.outs.emplace_back(out, size);
  }
  return result;
}

Result<LinearLayout> Request::linear(const char* field) const {
  TP_TRY(given, bases(field));
  std::vector<OutDim> outs;
  for (const auto& [name, size] : given.outs) outs.push_back({name, size});
  return LinearLayout::make(given.ins, outs);
}

Result<modular::Layout> Request::modular(const char* field) const {
  TP_TRY(given, bases(field));
  std::vector<modular::OutDim> outs;
  for (const auto& [name, size] : given.outs) outs.push_back({name, size});
  return modular::Layout::make(given.ins, outs);
}

bool Request::has_other_sizes(const char* field) const {
  if (!has(field)) return false;
  const auto given = bases(field);
  return given && std::any_of(given->outs.begin(), given->outs.end(), [](const NamedValue& out) {
           return !is_power_of_two(out.second);
         });
}

Result<std::vector<Name>> Request::names(const char* field) const {
  const Json& value = raw(field);
  if (!value.is_array()) return wrong_field(field, "a list of names");
  std::vector<Name> names;
  for (const Json& element : value) {
    TP_TRY(name, name_from(element, field));
    names.push_back(name);
  }
  return names;
}

Result<std::vector<NamedValue>> Request::named_values(const char* field) const {
  const Json& value = raw(field);
  if (!value.is_array()) return wrong_field(field, "a list of [name, number]");
  std::vector<NamedValue> values;
  for (const Json& element : value) {
    if (!element.is_array() || element.size() != 2) {
      return wrong_field(field, "a list of [name, number]");
    }
    TP_TRY(name, name_from(element[0], field));
    TP_TRY(number, number_from(element[1], field));
    values.emplace_back(name, number);
  }
  return values;
}

}  // namespace tileproof::requests
