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

Error malformed(std::string message) { return {ErrorCode::kSyntax, std::move(message)}; }

std::string escaped(std::string_view text) {
  std::string line;
  for (const char c : text) {
    if (c == '\n') {
      line += "\\n";
    } else if (c == '\\') {
      line += "\\\\";
    } else {
      line += c;
    }
  }
  return line;
}

std::optional<std::string> unescaped(std::string_view line) {
  std::string text;
  for (std::size_t i = 0; i < line.size(); ++i) {
    if (line[i] != '\\') {
      text += line[i];
    } else if (++i < line.size() && (line[i] == 'n' || line[i] == '\\')) {
      text += line[i] == 'n' ? '\n' : '\\';
    } else {
      return std::nullopt;
    }
  }
  return text;
}

// The text up to the first space; the rest remains in `line`.
std::string_view take_word(std::string_view& line) {
  const std::string_view word = line.substr(0, line.find(' '));
  line.remove_prefix(std::min(line.size(), word.size() + 1));
  return word;
}

// "map [128 64] #ttg..."
std::optional<StatedLayout> parse_layout_line(std::string_view line) {
  StatedLayout layout;
  layout.role = take_word(line);
  const std::size_t end = line.find("] ");
  if (end == std::string_view::npos || line[0] != '[') return std::nullopt;
  const auto shape = parse_numbers(line.substr(1, end - 1));
  const auto text = unescaped(line.substr(end + 2));
  if (!shape || !text) return std::nullopt;
  layout.shape = *shape;
  layout.text = *text;
  return layout;
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

std::string print(const StatedClaim& claim) {
  std::string text = "claim " + claim.claim + "\n";
  for (const StatedLayout& layout : claim.layouts) {
    text += "layout " + layout.role + " [";
    for (std::size_t i = 0; i < layout.shape.size(); ++i) {
      text += (i > 0 ? " " : "") + std::to_string(layout.shape[i]);
    }
    text += "] " + escaped(layout.text) + "\n";
  }
  for (const auto& [name, value] : claim.fields) text += name + " " + escaped(value) + "\n";
  return text;
}

Result<StatedClaim> parse_stated_claim(const std::vector<std::string_view>& lines) {
  StatedClaim claim;
  for (std::string_view line : lines) {
    const std::string_view key = take_word(line);
    if (key == "claim" && claim.claim.empty()) {
      claim.claim = line;
    } else if (key == "layout" && claim.fields.empty()) {
      auto layout = parse_layout_line(line);
      if (!layout) return malformed("a layout is: its role, its shape in [], its text");
      claim.layouts.push_back(std::move(*layout));
    } else {
      auto value = unescaped(line);
      if (!value) return malformed("a backslash is followed by n or a backslash");
      claim.fields.emplace_back(key, std::move(*value));
    }
  }
  if (const auto error = check_form(claim)) return *error;
  return claim;
}

}  // namespace tileproof
