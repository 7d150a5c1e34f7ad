#include "cli/claim_arguments.hpp"

#include "checkers/claims/vector_access.hpp"
#include "encodings/cute/layout.hpp"

namespace tileproof::cli {
namespace {

Error lacks(const std::string& claim, const std::string& what) {
  return {ErrorCode::kUsage, "the claim '" + claim + "' needs " + what};
}

// The shape of the tensor is for Triton's layouts, and for expressions over its coordinates.
std::vector<Word> shape_for(const std::string& role,
                            const std::string& text,
                            const std::vector<Word>& shape) {
  const bool is_triton = text.find_first_not_of(" \t\r\n") == text.find('#');
  const bool gives_coordinates = role == "access" || role == "source" || role == "destination";
  return is_triton || !gives_coordinates ? shape : std::vector<Word>();
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
    std::size_t along = parsed->as<cute::Layout>() != nullptr ? 0 : axes.size() - 1;
    while (along > 0 && axes[along].is_parameter) --along;
    if (axes.empty()) return lacks(arguments_.claim, "a layout with inputs");
    add("along", axes[along].name);
    return std::nullopt;
  }

  std::optional<Error> add_access() {
    if (!arguments_.element_bits) return lacks(arguments_.claim, "'element_bits'");
    if (!arguments_.target) return lacks(arguments_.claim, "'target'");
    add("element_bits", *arguments_.element_bits);
    add("target", *arguments_.target);
    const auto memory = map(0);
    if (!memory) return Error{memory.error().code, "memory: " + memory.error().message};
    const auto access = map(1);
    if (!access) return Error{access.error().code, "access: " + access.error().message};
    VectorAccess vector{arguments_.instruction.value_or(""),
                        std::vector<Word>(access->axes().size(), 0)};
    if (!arguments_.instruction) {
      const std::string direction = arguments_.direction.value_or("load");
      if (direction != "load" && direction != "store") {
        return lacks(arguments_.claim, "'direction' to be 'load' or 'store'");
      }
      const auto target = Target::parse(*arguments_.target);
      if (!target) return target.error();
      auto found = vector_access(*memory,
                                 *access,
                                 *arguments_.element_bits,
                                 *target,
                                 direction == "load" ? Direction::kLoad : Direction::kStore);
      if (!found) return found.error();
      vector = *std::move(found);
    }
    add("instruction", vector.instruction);
    std::string zeros;
    for (const Word bits : vector.zero_bits)
      zeros += (zeros.empty() ? "" : " ") + std::to_string(bits);
    add("zero_bits", zeros);
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
       {"injective", "surjective", "bijective", "in-bounds", "no-wrap", "aligned"}) {
    if (claim == with_one) return {"map"};
  }
  return {};
}

Result<StatedClaim> state_claim(const ClaimArguments& arguments) {
  if (roles_of(arguments.claim).empty()) {
    return Error{ErrorCode::kUsage,
                 "unknown claim '" + arguments.claim +
                     "'; claims are injective, surjective, bijective, in-bounds, no-wrap, aligned, "
                     "equal, conflict-free and converts"};
  }
  return Statement(arguments).state();
}

}  // namespace tileproof::cli
