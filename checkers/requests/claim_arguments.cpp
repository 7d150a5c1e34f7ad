#include "checkers/requests/claim_arguments.hpp"

#include <algorithm>
#include <utility>

#include "core/check.hpp"
#include "encodings/cute/layout.hpp"
#include "encodings/index_map/index_map.hpp"

namespace tileproof::requests {
namespace {

Error lacks(const std::string& claim, const std::string& what) {
  return {ErrorCode::kUsage, "the claim '" + claim + "' needs " + what};
}

Error has_no(const std::string& claim, const std::string& name) {
  return {ErrorCode::kUsage, "the claim '" + claim + "' has no '" + name + "'"};
}

// The shape of the tensor is for Triton's layouts, and for expressions over its coordinates that do
// not say their sizes themselves.
std::vector<Word> shape_for(const std::string& role,
                            const std::string& text,
                            const ClaimArguments& arguments) {
  const std::vector<Word>& shape = arguments.shape;
  const bool is_triton = text.find_first_not_of(" \t\r\n") == text.find('#');
  if (is_triton || shape.empty()) return shape;
  const bool gives_coordinates = role == "access" || role == "source" || role == "destination";
  return gives_coordinates || read_index_map(text, {}, arguments.families) ? std::vector<Word>()
                                                                           : shape;
}

class Statement {
 public:
  explicit Statement(const ClaimArguments& arguments) : arguments_(arguments) {
    stated_.claim = arguments.claim;
  }

  Result<StatedClaim> state(const ClaimForm& form) {
    if (const auto error = check_given(form)) return *error;
    for (const std::string& role : form.roles) {
      if (const auto error = add_layout(role)) return *error;
    }
    for (const std::string& field : form.fields) {
      TP_TRY(value, field_value(field));
      stated_.fields.emplace_back(field, value);
    }
    return std::move(stated_);
  }

 private:
  [[nodiscard]] std::optional<Error> check_given(const ClaimForm& form) const {
    if (auto error = check_fields(arguments_, form.fields)) return error;
    for (const auto& [role, text] : arguments_.layouts) {
      if (std::ranges::find(form.roles, role) == form.roles.end()) {
        return has_no(arguments_.claim, role == "map" ? "layout" : role);
      }
    }
    return std::nullopt;
  }

  std::optional<Error> add_layout(const std::string& role) {
    auto text = arguments_.layouts.find(role);
    // What is read through is what was written through, unless it is said.
    if (text == arguments_.layouts.end() && role == "read") {
      text = arguments_.layouts.find("written");
    }
    if (text == arguments_.layouts.end()) {
      return lacks(arguments_.claim, role == "map" ? "a layout" : "the layout '" + role + "'");
    }
    stated_.layouts.push_back({role, shape_for(role, text->second, arguments_), text->second});
    return std::nullopt;
  }

  // What is given, or the default.
  Result<std::string> field_value(const std::string& field) {
    const ClaimArguments& given = arguments_;
    if (field == "allocation") return needed(field, given.allocation);
    if (field == "element_bits") return needed(field, given.element_bits);
    if (field == "bytes") return needed(field, given.bytes);
    if (field == "bits") return std::to_string(given.bits.value_or(32));
    if (field == "signed") return std::string(given.is_signed.value_or(true) ? "1" : "0");
    if (field == "vector") return std::to_string(given.vector.value_or(1));
    if (field == "codomain") return joined(given.codomain);
    if (field == "along") return along();
    if (field == "instruction") return instruction();
    TP_CHECK(field == "target", "a field without an option");
    if (!given.target) return lacks(given.claim, "'target'");
    return *given.target;
  }

  [[nodiscard]] Result<std::string> needed(const std::string& field,
                                           std::optional<Word> value) const {
    if (!value) return lacks(arguments_.claim, "'" + field + "'");
    return std::to_string(*value);
  }

  static std::string joined(const std::vector<Word>& sizes) {
    std::string text;
    for (const Word size : sizes) text += (text.empty() ? "" : " ") + std::to_string(size);
    return text;
  }

  // CuTe's first mode is the fastest; elsewhere it is the last coordinate.
  [[nodiscard]] Result<std::string> along() const {
    if (arguments_.along) return *arguments_.along;
    const StatedLayout& layout = stated_.layouts[0];
    TP_TRY(map, read_index_map(layout.text, layout.shape, arguments_.families));
    const auto axes = map.axes();
    if (axes.empty()) return lacks(arguments_.claim, "a layout with inputs");
    const bool is_cute = map.as<cute::Layout>() != nullptr;
    std::size_t along = is_cute ? 0 : axes.size() - 1;
    while (along > 0 && axes[along].is_parameter) --along;
    const std::string& name = axes[along].name;
    return is_cute ? name.substr(0, name.find('.')) : name;
  }

  [[nodiscard]] Result<std::string> instruction() const {
    if (arguments_.instruction) return *arguments_.instruction;
    const std::string direction = arguments_.direction.value_or("load");
    if (direction == "load" || direction == "store") return direction;
    return lacks(arguments_.claim, "'direction' to be 'load' or 'store'");
  }

  const ClaimArguments& arguments_;
  StatedClaim stated_;
};

}  // namespace

std::optional<Error> check_fields(const ClaimArguments& arguments,
                                  const std::vector<std::string>& fields) {
  for (const auto& [field, is_given] :
       {std::pair("allocation", arguments.allocation.has_value()),
        std::pair("bits", arguments.bits.has_value()),
        std::pair("signed", arguments.is_signed.has_value()),
        std::pair("codomain", !arguments.codomain.empty()),
        std::pair("element_bits", arguments.element_bits.has_value()),
        std::pair("bytes", arguments.bytes.has_value()),
        std::pair("vector", arguments.vector.has_value()),
        std::pair("along", arguments.along.has_value()),
        std::pair("target", arguments.target.has_value()),
        std::pair("instruction", arguments.instruction || arguments.direction)}) {
    if (is_given && std::ranges::find(fields, field) == fields.end()) {
      return has_no(arguments.claim, field);
    }
  }
  if (arguments.instruction && arguments.direction) {
    return Error{ErrorCode::kUsage, "a 'direction' stands in the place of an 'instruction'"};
  }
  return std::nullopt;
}

Result<StatedClaim> state_claim(const ClaimArguments& arguments) {
  if (const ClaimForm* form = claim_form(arguments.claim)) {
    return Statement(arguments).state(*form);
  }
  return Error{ErrorCode::kUsage,
               "unknown claim '" + arguments.claim + "'; claims are " + claim_names()};
}

std::string claim_names() {
  std::string names;
  for (const ClaimForm& form : claim_forms()) {
    names += (names.empty() ? "" : ", ") + std::string(form.claim);
  }
  return names;
}

}  // namespace tileproof::requests
