#include "checkers/claims/stated_claim.hpp"

#include <algorithm>
#include <charconv>

namespace tileproof {
namespace {

// "[128 64] #ttg..." after the role
std::optional<StatedLayout> parse_layout(std::string_view role, std::string_view text) {
  const std::size_t end = text.find("] ");
  if (!text.starts_with('[') || end == std::string_view::npos) return std::nullopt;
  const auto shape = parse_numbers(text.substr(1, end - 1));
  if (!shape) return std::nullopt;
  return StatedLayout{std::string(role), *shape, std::string(text.substr(end + 2))};
}

// What a line has before the first space, and after it.
std::pair<std::string_view, std::string_view> split(std::string_view line) {
  const std::size_t at = std::min(line.find(' '), line.size());
  return {line.substr(0, at), line.substr(std::min(line.size(), at + 1))};
}

}  // namespace

std::optional<Word> parse_number(std::string_view text) {
  Word value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (text.empty() || error != std::errc() || end != text.data() + text.size()) return std::nullopt;
  if (text.size() > 1 && text[0] == '0') return std::nullopt;
  return value;
}

std::optional<std::vector<Word>> parse_numbers(std::string_view text) {
  std::vector<Word> numbers;
  while (!text.empty()) {
    const std::size_t size = std::min(text.find(' '), text.size());
    const auto number = parse_number(text.substr(0, size));
    if (!number || size + 1 == text.size()) return std::nullopt;
    numbers.push_back(*number);
    text.remove_prefix(std::min(text.size(), size + 1));
  }
  return numbers;
}

const std::vector<ClaimForm>& claim_forms() {
  static const std::vector<ClaimForm> kForms = {
      {"injective", {"map"}, {}},
      {"surjective", {"map"}, {}},
      {"onto", {"map"}, {"codomain"}},
      {"bijective", {"map"}, {}},
      {"in-bounds", {"map"}, {"allocation"}},
      {"no-wrap", {"map"}, {"bits", "signed"}},
      {"aligned", {"map"}, {"element_bits", "bytes", "vector", "along"}},
      {"equal", {"a", "b"}, {}},
      {"conflict-free", {"memory", "access"}, {"element_bits", "target", "instruction"}},
      {"converts", {"source", "written", "read", "destination"}, {}},
  };
  return kForms;
}

const ClaimForm* claim_form(std::string_view claim) {
  const auto form = std::ranges::find(claim_forms(), claim, &ClaimForm::claim);
  return form == claim_forms().end() ? nullptr : &*form;
}

std::optional<Error> check_form(const StatedClaim& claim) {
  const ClaimForm* form = claim_form(claim.claim);
  if (form == nullptr) {
    return Error{ErrorCode::kUsage, "there is no claim '" + claim.claim + "'"};
  }
  const auto fail = [&](std::string_view what, std::string_view name) {
    return Error{ErrorCode::kUsage,
                 "'" + claim.claim + "' needs its " + std::string(what) +
                     (name.empty() ? " and no others" : " '" + std::string(name) + "'")};
  };
  for (std::size_t i = 0; i < form->roles.size(); ++i) {
    if (i >= claim.layouts.size() || claim.layouts[i].role != form->roles[i]) {
      return fail("layout", form->roles[i]);
    }
  }
  if (claim.layouts.size() != form->roles.size()) return fail("layouts", "");
  for (std::size_t i = 0; i < form->fields.size(); ++i) {
    if (i >= claim.fields.size() || claim.fields[i].first != form->fields[i]) {
      return fail("field", form->fields[i]);
    }
  }
  if (claim.fields.size() != form->fields.size()) return fail("fields", "");
  return std::nullopt;
}

Result<std::string> print(const StatedClaim& claim) {
  std::vector<std::string_view> lines = {claim.claim};
  std::string text = "claim " + claim.claim + "\n";
  for (const StatedLayout& layout : claim.layouts) {
    lines.insert(lines.end(), {layout.role, layout.text, layout.names});
    text += "layout " + layout.role + " [";
    for (std::size_t i = 0; i < layout.shape.size(); ++i) {
      text += (i > 0 ? " " : "") + std::to_string(layout.shape[i]);
    }
    text += "] " + layout.text + "\n";
    if (!layout.names.empty()) text += "with " + layout.names + "\n";
  }
  for (const auto& [name, value] : claim.fields) {
    lines.insert(lines.end(), {name, value});
    text += name + " " + value + "\n";
  }
  for (const std::string_view line : lines) {
    if (line.find('\n') == std::string_view::npos) continue;
    return Error{ErrorCode::kUnsupported, "what has several lines is not written down"};
  }
  return text;
}

Result<StatedClaim> parse_stated_claim(std::string_view text) {
  StatedClaim claim;
  for (std::size_t number = 1; !text.empty(); ++number) {
    const std::string_view line = text.substr(0, text.find('\n'));
    text.remove_prefix(std::min(text.size(), line.size() + 1));
    const auto [key, rest] = split(line);
    if ((key == "claim") != (number == 1)) {
      return Error{ErrorCode::kSyntax,
                   "line " + std::to_string(number) + ": the first line alone names the claim"};
    }
    if (key == "claim") {
      claim.claim = rest;
    } else if (key == "layout") {
      const auto [role, layout] = split(rest);
      const auto parsed = parse_layout(role, layout);
      if (!parsed) {
        return Error{ErrorCode::kSyntax,
                     "line " + std::to_string(number) + ": a layout is: role, shape in [], text"};
      }
      claim.layouts.push_back(*parsed);
    } else if (key == "with") {
      if (claim.layouts.empty() || !claim.fields.empty() || !claim.layouts.back().names.empty()) {
        return Error{ErrorCode::kSyntax,
                     "line " + std::to_string(number) + ": the names of inputs follow a layout"};
      }
      claim.layouts.back().names = rest;
    } else {
      claim.fields.emplace_back(key, rest);
    }
  }
  return claim;
}

}  // namespace tileproof
