#include "checkers/claims/build_claim.hpp"

#include <algorithm>
#include <map>

#include "checkers/claims/vector_access.hpp"

namespace tileproof {
namespace {

// The parts of a claim whose form was checked: each is there.
class Parts {
 public:
  Parts(const StatedClaim& stated, std::span<const Family> families)
      : stated_(stated), families_(families) {}

  [[nodiscard]] Result<IndexMap> map(std::string_view role) const {
    for (const StatedLayout& layout : stated_.layouts) {
      if (layout.role != role) continue;
      auto map = read_index_map(layout.text, layout.shape, families_);
      if (map || stated_.layouts.size() == 1) return map;
      return Error{map.error().code, layout.role + ": " + map.error().message};
    }
    return Error{ErrorCode::kUsage, "the claim lacks the layout '" + std::string(role) + "'"};
  }

  [[nodiscard]] Result<std::string> text(std::string_view name) const {
    for (const auto& [field, value] : stated_.fields) {
      if (field == name) return value;
    }
    return Error{ErrorCode::kUsage, "the claim lacks '" + std::string(name) + "'"};
  }

  [[nodiscard]] Result<Word> number(std::string_view name) const {
    TP_TRY(value, text(name));
    if (const auto parsed = parse_number(value)) return *parsed;
    return Error{ErrorCode::kUsage,
                 "'" + std::string(name) + "' must be a number, not '" + value + "'"};
  }

 private:
  const StatedClaim& stated_;
  std::span<const Family> families_;
};

Result<Claim> build_no_wrap(const Parts& parts) {
  TP_TRY(map, parts.map("map"));
  TP_TRY(bits, parts.number("bits"));
  TP_TRY(is_signed, parts.number("signed"));
  if (is_signed > 1) {
    return Error{ErrorCode::kUsage, "'signed' must be 0 or 1, not " + std::to_string(is_signed)};
  }
  return make_no_wrap(std::move(map), bits, is_signed != 0);
}

// A nested mode of CuTe's, "mode1", as one input where its leaves are several.
IndexMap with_joined_mode(IndexMap map, const std::string& name) {
  std::size_t first = map.axes().size();
  std::size_t count = 0;
  for (std::size_t i = 0; i < map.axes().size(); ++i) {
    if (!map.axes()[i].name.starts_with(name + ".")) continue;
    first = std::min(first, i);
    ++count;
  }
  return count == 0 ? map : map.joined(first, count, name);
}

// The place of the input that has this name; of two that are dim0 and dim1, also as row and col.
// The number of inputs if there is none.
std::size_t input_named(const IndexMap& map, std::string_view name) {
  const auto axes = map.axes();
  const auto is_input = [](const Axis& axis) { return !axis.is_parameter; };
  const auto place_of = [&](std::string_view wanted) {
    const auto is_it = [&](const Axis& axis) { return is_input(axis) && axis.name == wanted; };
    return static_cast<std::size_t>(std::ranges::find_if(axes, is_it) - axes.begin());
  };
  if (place_of(name) < axes.size() || (name != "row" && name != "col")) return place_of(name);
  const auto is_dim = [&](const Axis& axis) {
    return is_input(axis) && (axis.name == "dim0" || axis.name == "dim1");
  };
  const bool are_dims =
      std::ranges::count_if(axes, is_input) == 2 && std::ranges::count_if(axes, is_dim) == 2;
  return are_dims ? place_of(name == "row" ? "dim0" : "dim1") : axes.size();
}

Result<Claim> build_aligned(const Parts& parts) {
  TP_TRY(map, parts.map("map"));
  TP_TRY(element_bits, parts.number("element_bits"));
  TP_TRY(bytes, parts.number("bytes"));
  TP_TRY(vector, parts.number("vector"));
  TP_TRY(name, parts.text("along"));
  map = with_joined_mode(std::move(map), name);
  const std::size_t along = input_named(map, name);
  if (along == map.axes().size()) {
    return Error{ErrorCode::kUsage, "the layout has no input named '" + name + "'"};
  }
  return make_aligned(std::move(map), element_bits, bytes, vector, along);
}

Result<Claim> build_conflict_free(const Parts& parts) {
  TP_TRY(memory, parts.map("memory"));
  TP_TRY(access, parts.map("access"));
  TP_TRY(element_bits, parts.number("element_bits"));
  TP_TRY(target_name, parts.text("target"));
  TP_TRY(target, Target::parse(target_name));
  TP_TRY(instruction, parts.text("instruction"));
  VectorAccess vector{instruction, std::vector<Word>(access.axes().size(), 0)};
  if (instruction == "load" || instruction == "store") {
    const Direction direction = instruction == "load" ? Direction::kLoad : Direction::kStore;
    TP_TRY(widest, vector_access(memory, access, element_bits, target, direction));
    vector = widest;
  }
  TP_TRY(rule, target.find_rule(vector.instruction));
  TP_TRY(claim, make_conflict_free(std::move(memory), std::move(access), element_bits, *rule));
  std::get<ConflictFree>(claim).zero_bits = vector.zero_bits;
  return std::move(claim);
}

Result<Claim> build_onto(const Parts& parts) {
  TP_TRY(map, parts.map("map"));
  TP_TRY(codomain, parts.text("codomain"));
  const auto sizes = parse_numbers(codomain);
  if (!sizes) {
    return Error{ErrorCode::kUsage, "'codomain' must be sizes, not '" + codomain + "'"};
  }
  return make_onto(std::move(map), *sizes);
}

Result<Claim> build_converts(const Parts& parts) {
  TP_TRY(source, parts.map("source"));
  TP_TRY(written, parts.map("written"));
  TP_TRY(read, parts.map("read"));
  TP_TRY(destination, parts.map("destination"));
  return make_converts(
      std::move(source), std::move(written), std::move(read), std::move(destination));
}

Result<Claim> build_equal(const Parts& parts) {
  TP_TRY(a, parts.map("a"));
  TP_TRY(b, parts.map("b"));
  return make_equal(std::move(a), std::move(b));
}

Result<Claim> build_in_bounds(const Parts& parts) {
  TP_TRY(map, parts.map("map"));
  TP_TRY(allocation, parts.number("allocation"));
  return make_in_bounds(std::move(map), allocation);
}

// A claim about a map alone.
template <Result<Claim> (*make)(IndexMap)>
Result<Claim> build_of_map(const Parts& parts) {
  TP_TRY(map, parts.map("map"));
  return make(std::move(map));
}

Result<Claim> build(const StatedClaim& stated, std::span<const Family> families) {
  static const std::map<std::string_view, Result<Claim> (*)(const Parts&)> kBuilders = {
      {Injective::kName, build_of_map<make_injective>},
      {Surjective::kName, build_of_map<make_surjective>},
      {Onto::kName, build_onto},
      {Bijective::kName, build_of_map<make_bijective>},
      {InBounds::kName, build_in_bounds},
      {NoWrap::kName, build_no_wrap},
      {Aligned::kName, build_aligned},
      {Equal::kName, build_equal},
      {ConflictFree::kName, build_conflict_free},
      {Converts::kName, build_converts},
  };
  if (const auto error = check_form(stated)) return *error;
  return kBuilders.at(stated.claim)(Parts(stated, families));
}

std::string names_of(const NamesTaken& names, const std::string& role) {
  const auto found = std::ranges::find(names, role, &NamesTaken::value_type::first);
  return found == names.end() ? "" : found->second;
}

// A field as its owner writes it.
Result<std::string> spelled(const Parts& parts,
                            const Claim& claim,
                            const std::string& field,
                            const std::string& value) {
  if (field == "codomain") {
    std::string sizes;
    for (const Word size : std::get<Onto>(claim).sizes) {
      sizes += (sizes.empty() ? "" : " ") + std::to_string(size);
    }
    return sizes;
  }
  if (field == "target" || (field == "instruction" && value != "load" && value != "store")) {
    TP_TRY(name, parts.text("target"));
    TP_TRY(target, Target::parse(name));
    return field == "target" ? target.name() : std::get<ConflictFree>(claim).rule->instruction;
  }
  return value;
}

}  // namespace

Result<Claim> build_claim(const StatedClaim& stated, std::span<const Family> families) {
  TP_TRY(claim, build(stated, families));
  const NamesTaken names = names_taken(claim);
  for (const StatedLayout& layout : stated.layouts) {
    const std::string taken = names_of(names, layout.role);
    if (layout.names.empty() || layout.names == taken) continue;
    return Error{ErrorCode::kUsage,
                 "the inputs of '" + layout.role + "' do not take the names " + layout.names +
                     (taken.empty() ? "" : ", but " + taken)};
  }
  return claim;
}

Result<StatedClaim> restate(const StatedClaim& stated, std::span<const Family> families) {
  TP_TRY(claim, build_claim(stated, families));
  const NamesTaken names = names_taken(claim);
  const Parts parts(stated, families);
  StatedClaim again{stated.claim, {}, {}};
  for (const StatedLayout& layout : stated.layouts) {
    TP_TRY(map, parts.map(layout.role));
    TP_TRY(printed, print_index_map(map));
    again.layouts.push_back(
        {layout.role, printed.shape, printed.text, names_of(names, layout.role)});
  }
  for (const auto& [field, value] : stated.fields) {
    TP_TRY(text, spelled(parts, claim, field, value));
    again.fields.emplace_back(field, text);
  }
  return again;
}

}  // namespace tileproof
