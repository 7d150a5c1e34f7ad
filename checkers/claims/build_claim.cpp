#include "checkers/claims/build_claim.hpp"

namespace tileproof {
namespace {

// The parts of a claim whose form was checked: each is there.
class Parts {
 public:
  explicit Parts(const StatedClaim& stated) : stated_(stated) {}

  [[nodiscard]] Result<IndexMap> map(std::string_view role) const {
    for (const StatedLayout& layout : stated_.layouts) {
      if (layout.role != role) continue;
      auto map = parse_index_map(layout.text, layout.shape);
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
};

Result<Claim> build_no_wrap(const Parts& parts) {
  TP_TRY(map, parts.map("map"));
  TP_TRY(bits, parts.number("bits"));
  TP_TRY(is_signed, parts.number("signed"));
  if (is_signed > 1) {
    return Error{ErrorCode::kUsage, "'signed' must be 0 or 1, not " + std::to_string(is_signed)};
  }
  return make_no_wrap(
      std::move(map), static_cast<unsigned>(std::min<Word>(bits, 1000)), is_signed != 0);
}

Result<Claim> build_aligned(const Parts& parts) {
  TP_TRY(map, parts.map("map"));
  TP_TRY(element_bits, parts.number("element_bits"));
  TP_TRY(bytes, parts.number("bytes"));
  TP_TRY(vector, parts.number("vector"));
  TP_TRY(name, parts.text("along"));
  std::size_t along = 0;
  while (along < map.axes().size() && map.axes()[along].name != name) ++along;
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
  TP_TRY(rule, target.find_rule(instruction));
  TP_TRY(zeros, parts.text("zero_bits"));
  const auto zero_bits = parse_numbers(zeros);
  if (!zero_bits || zero_bits->size() != access.axes().size()) {
    return Error{ErrorCode::kUsage,
                 "'zero_bits' must be one number for each of the " +
                     std::to_string(access.axes().size()) + " inputs of the access"};
  }
  TP_TRY(claim, make_conflict_free(std::move(memory), std::move(access), element_bits, *rule));
  auto& conflict_free = std::get<ConflictFree>(claim);
  if ((*zero_bits)[conflict_free.lane_axis] != 0) {
    return Error{ErrorCode::kUsage, "'zero_bits' of 'lane' must be 0: vectors start in all lanes"};
  }
  conflict_free.zero_bits = *zero_bits;
  return std::move(claim);
}

Result<Claim> build_converts(const Parts& parts) {
  TP_TRY(source, parts.map("source"));
  TP_TRY(written, parts.map("written"));
  TP_TRY(read, parts.map("read"));
  TP_TRY(destination, parts.map("destination"));
  return make_converts(
      std::move(source), std::move(written), std::move(read), std::move(destination));
}

}  // namespace

Result<Claim> build_claim(const StatedClaim& stated) {
  if (const auto error = check_form(stated)) return *error;
  const Parts parts(stated);
  if (stated.claim == "no-wrap") return build_no_wrap(parts);
  if (stated.claim == "aligned") return build_aligned(parts);
  if (stated.claim == "conflict-free") return build_conflict_free(parts);
  if (stated.claim == "converts") return build_converts(parts);
  if (stated.claim == "equal") {
    TP_TRY(a, parts.map("a"));
    TP_TRY(b, parts.map("b"));
    return make_equal(std::move(a), std::move(b));
  }
  TP_TRY(map, parts.map("map"));
  if (stated.claim == "in-bounds") {
    TP_TRY(allocation, parts.number("allocation"));
    return make_in_bounds(std::move(map), allocation);
  }
  if (stated.claim == "injective") return Claim(Injective{std::move(map)});
  if (stated.claim == "surjective") return Claim(Surjective{std::move(map)});
  TP_CHECK(stated.claim == "bijective", "a claim whose form holds is not known");
  return Claim(Bijective{std::move(map)});
}

}  // namespace tileproof
