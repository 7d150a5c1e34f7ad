#include "checkers/ttgir/finding_key.hpp"

#include <map>

#include "checkers/certificates/certifier/certify.hpp"
#include "encodings/characters.hpp"
#include "encodings/mlir/cursor.hpp"
#include "encodings/ttgir/scanner.hpp"

namespace tileproof {
namespace {

std::size_t digits_from(std::string_view text, std::size_t at) {
  while (at < text.size() && ttgir::is_digit(text[at])) ++at;
  return at;
}

// Behind the number that follows this word; `at` if none does.
std::size_t behind_counted(std::string_view text, std::size_t at, std::string_view word) {
  if (!text.substr(at).starts_with(word)) return at;
  const auto number = at + word.size();
  const auto end = digits_from(text, number);
  return end == number ? at : end;
}

// Behind the name that a '%', '#', '!' or '^' begins.  Of `#ttg.blocked` and `!tt.ptr` the dot says
// that a dialect gave the name.
std::size_t behind_counted_name(std::string_view text, std::size_t at) {
  const auto end = mlir::alias_name_end(text, at + 1);
  const auto name = text.substr(at + 1, end - at - 1);
  const bool is_dialects =
      text[at] != '%' && name.find('.') != std::string_view::npos && !name.ends_with('.');
  if (name.empty() || is_dialects) return at;
  return text[at] == '%' ? behind_counted(text, end, "#") : end;
}

FindingIdentity identity_of(const Finding& finding) {
  const bool is_of_layout = finding.question == Topic::kLayout;
  FindingIdentity identity;
  identity.verdict = to_string(finding.verdict);
  identity.question = to_string(finding.question);
  if (!is_of_layout) identity.op = with_valid_characters(finding.op);
  if (!is_of_layout) identity.function = with_valid_characters(finding.subject.function);
  for (const auto& type : finding.subject.types) {
    identity.types.push_back(with_valid_characters(without_counted_names(type)));
  }
  identity.says = with_valid_characters(without_counted_names(says_of(finding.verdict)));
  return identity;
}

}  // namespace

std::string says_of(const Verdict& verdict) {
  if (const auto* refuted = std::get_if<Refuted>(&verdict)) return refuted->counterexample().text;
  return std::get<Unknown>(verdict).reason;
}

std::string without_counted_names(std::string_view text) {
  std::string result;
  for (std::size_t at = 0; at < text.size();) {
    const char c = text[at];
    const bool begins_word = at == 0 || !ttgir::is_word_part(text[at - 1]);
    auto end = at;
    if (c == '%' || c == '#' || c == '!' || (c == '^' && begins_word)) {
      end = behind_counted_name(text, at);
      if (end != at) result += c;
    } else if (c == 'l' && begins_word) {
      end = behind_counted(text, at, "line ");
      if (end != at) result += "line";
      if (end != at) end = behind_counted(text, end, ", column ");
    }
    if (end == at) {
      result += c;
      ++end;
    }
    at = end;
  }
  return result;
}

std::vector<FindingIdentity> identities_of(const FileReport& report) {
  std::vector<FindingIdentity> identities;
  std::map<std::string, std::size_t> alike;  // by the key of the first of them
  for (const Finding& finding : report.findings) {
    if (is_proved(finding.verdict)) continue;
    auto identity = identity_of(finding);
    identity.place = alike[key_of(identity)]++;
    identities.push_back(std::move(identity));
  }
  return identities;
}

std::string key_of(const FindingIdentity& identity) {
  // A byte that no UTF-8 has keeps parts apart.  Types are quoted with the spaces of the file.
  constexpr char kBetween = '\xff';
  std::string text;
  for (const auto* part :
       {&identity.verdict, &identity.question, &identity.op, &identity.function}) {
    text += *part + kBetween;
  }
  for (const auto& type : identity.types) text += type + kBetween;
  text += kBetween + identity.says + kBetween + std::to_string(identity.place);
  std::erase_if(text, [](char c) { return mlir::is_space(c); });
  return digest_line(text).substr(std::string_view("digest ").size());
}

void add_keys(FileReport& report) {
  auto identity = identities_of(report);
  std::size_t next = 0;
  for (Finding& finding : report.findings) {
    if (!is_proved(finding.verdict)) finding.key = key_of(identity[next++]);
  }
}

}  // namespace tileproof
