#include "checkers/certificates/stated_claim.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <span>

namespace tileproof {
namespace {

using Texts = std::vector<std::string_view>;

struct Form {
  std::string_view claim;
  Texts roles;
  Texts fields;
};

const std::array<Form, 9>& forms() {
  static const std::array<Form, 9> kForms = {{
      {"injective", {"map"}, {}},
      {"surjective", {"map"}, {}},
      {"bijective", {"map"}, {}},
      {"in-bounds", {"map"}, {"allocation"}},
      {"no-wrap", {"map"}, {"bits", "signed"}},
      {"aligned", {"map"}, {"element_bits", "bytes", "vector", "along"}},
      {"equal", {"a", "b"}, {}},
      {"conflict-free",
       {"memory", "access"},
       {"element_bits", "target", "instruction", "zero_bits"}},
      {"converts", {"source", "written", "read", "destination"}, {}},
  }};
  return kForms;
}

// On one line.
std::string escaped(std::string text) {
  for (std::size_t at = 0; (at = text.find('\n', at)) != std::string::npos;) {
    text.replace(at, 1, "\\n");
  }
  return text;
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

std::optional<Error> check_form(const StatedClaim& claim) {
  const auto form = std::ranges::find(forms(), claim.claim, &Form::claim);
  if (form == forms().end()) {
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
  std::string text = "claim " + claim.claim + "\n";
  for (const StatedLayout& layout : claim.layouts) {
    if (layout.text.find('\\') != std::string::npos) {
      return Error{ErrorCode::kUnsupported, "a layout with a backslash is not written down"};
    }
    text += "layout " + layout.role + " [";
    for (std::size_t i = 0; i < layout.shape.size(); ++i) {
      text += (i > 0 ? " " : "") + std::to_string(layout.shape[i]);
    }
    text += "] " + escaped(layout.text) + "\n";
  }
  for (const auto& [name, value] : claim.fields) text += name + " " + escaped(value) + "\n";
  return text;
}

}  // namespace tileproof
