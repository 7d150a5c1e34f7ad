#include "cli/claim_arguments.hpp"

#include "encodings/index_map/index_map.hpp"
#include "encodings/cute/layout.hpp"

namespace tileproof::cli {
namespace {

Error lacks(const std::string& claim, const std::string& what) {
  return {ErrorCode::kUsage, "the claim '" + claim + "' needs " + what};
}

// The shape of the tensor is for Triton's layouts, and for expressions over its coordinates that do
// not say their sizes themselves.
std::vector<Word> shape_for(const std::string& role,
                            const std::string& text,
                            const std::vector<Word>& shape) {
  const bool is_triton = text.find_first_not_of(" \t\r\n") == text.find('#');
  if (is_triton || shape.empty()) return shape;
  const bool gives_coordinates = role == "access" || role == "source" || role == "destination";
  return gives_coordinates || parse_index_map(text, {}) ? std::vector<Word>() : shape;
}

class Statement {
 public:
  explicit Statement(const ClaimArguments& arguments) : arguments_(arguments) {
    stated_.claim = arguments.claim;
  }

  Result<StatedClaim> state() {
    for (const std::string& role : roles_of(arguments_.claim)) {
      if (const auto error = add_layout(role)) return *error;
    }
    if (arguments_.claim == "in-bounds") {
      if (!arguments_.allocation) return lacks(arguments_.claim, "'allocation'");
      add("allocation", *arguments_.allocation);
    } else if (arguments_.claim == "no-wrap") {
      add("bits", arguments_.bits.value_or(32));
      add("signed", arguments_.is_unsigned ? 0 : 1);
    } else if (arguments_.claim == "aligned") {
      if (const auto error = add_alignment()) return *error;
    } else if (arguments_.claim == "conflict-free") {
      if (const auto error = add_access()) return *error;
    } else if (arguments_.claim == "onto") {
      std::string sizes;
      for (const Word size : arguments_.codomain) {
        sizes += (sizes.empty() ? "" : " ") + std::to_string(size);
      }
      add("codomain", sizes);
    }
    return std::move(stated_);
  }

 private:
  void add(const std::string& field, const std::string& value) {
    stated_.fields.emplace_back(field, value);
  }
  void add(const std::string& field, Word value) { add(field, std::to_string(value)); }

  std::optional<Error> add_layout(const std::string& role) {
    auto text = arguments_.layouts.find(role);
    // What is read through is what was written through, unless it is said.
    if (text == arguments_.layouts.end() && role == "read") {
      text = arguments_.layouts.find("written");
    }
    if (text == arguments_.layouts.end()) {
      return lacks(arguments_.claim, role == "map" ? "a layout" : "the layout '" + role + "'");
    }
    stated_.layouts.push_back(
        {role, shape_for(role, text->second, arguments_.shape), text->second});
    return std::nullopt;
  }

  [[nodiscard]] Result<IndexMap> map(std::size_t layout) const {
    return parse_index_map(stated_.layouts[layout].text, stated_.layouts[layout].shape);
  }

  std::optional<Error> add_alignment() {
    if (!arguments_.element_bits) return lacks(arguments_.claim, "'element_bits'");
    if (!arguments_.bytes) return lacks(arguments_.claim, "'bytes'");
    add("element_bits", *arguments_.element_bits);
    add("bytes", *arguments_.bytes);
    add("vector", arguments_.vector.value_or(1));
    if (arguments_.along) {
      add("along", *arguments_.along);
      return std::nullopt;
    }
    const auto parsed = map(0);
    if (!parsed) return parsed.error();
    // CuTe's first mode is the fastest; elsewhere it is the last coordinate.
    const auto axes = parsed->axes();
    const bool is_cute = parsed->as<cute::Layout>() != nullptr;
    std::size_t along = is_cute ? 0 : axes.size() - 1;
    while (along > 0 && axes[along].is_parameter) --along;
    if (axes.empty()) return lacks(arguments_.claim, "a layout with inputs");
    const std::string& name = axes[along].name;
    add("along", is_cute ? name.substr(0, name.find('.')) : name);
    return std::nullopt;
  }

  std::optional<Error> add_access() {
    if (!arguments_.element_bits) return lacks(arguments_.claim, "'element_bits'");
    if (!arguments_.target) return lacks(arguments_.claim, "'target'");
    add("element_bits", *arguments_.element_bits);
    add("target", *arguments_.target);
    if (arguments_.instruction) {
      add("instruction", *arguments_.instruction);
      return std::nullopt;
    }
    const std::string direction = arguments_.direction.value_or("load");
    if (direction != "load" && direction != "store") {
      return lacks(arguments_.claim, "'direction' to be 'load' or 'store'");
    }
    add("instruction", direction);
    return std::nullopt;
  }

  const ClaimArguments& arguments_;
  StatedClaim stated_;
};

}  // namespace

std::vector<std::string> roles_of(const std::string& claim) {
  if (claim == "equal") return {"a", "b"};
  if (claim == "conflict-free") return {"memory", "access"};
  if (claim == "converts") return {"source", "written", "read", "destination"};
  for (const char* with_one :
       {"injective", "surjective", "onto", "bijective", "in-bounds", "no-wrap", "aligned"}) {
    if (claim == with_one) return {"map"};
  }
  return {};
}

Result<StatedClaim> state_claim(const ClaimArguments& arguments) {
  if (roles_of(arguments.claim).empty()) {
    return Error{ErrorCode::kUsage,
                 "unknown claim '" + arguments.claim +
                     "'; claims are injective, surjective, onto, bijective, in-bounds, no-wrap, aligned, "
                     "equal, conflict-free and converts"};
  }
  return Statement(arguments).state();
}

}  // namespace tileproof::cli
