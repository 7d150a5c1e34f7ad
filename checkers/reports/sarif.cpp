#include "checkers/reports/sarif.hpp"

#include <algorithm>
#include <cctype>
#include <filesystem>
#include <string_view>

#include "checkers/reports/topic_help.hpp"
#include "checkers/requests/json.hpp"
#include "checkers/ttgir/finding_key.hpp"
#include "core/check.hpp"
#include "encodings/characters.hpp"

namespace tileproof {
namespace {

using requests::Json;

// In a message `{0}` is a place for an argument and `[text](1)` a link, so that braces are doubled,
// and a bracket is kept from a parenthesis.
Json message(std::string_view text) {
  std::string written;
  char before = '\0';
  for (const char c : with_valid_characters(text)) {
    if (c == '{' || c == '}') written += c;
    if (before == ']' && c == '(') written += ' ';
    written += c;
    before = c;
  }
  return Json{{"text", written}};
}

// A reference as RFC 3986 has it, without `./` before it, which hosts do not take for the same
// file; what is no character of a path is written by its bytes.
std::string uri_of(const std::string& path) {
  const auto file = std::filesystem::path(path).lexically_normal().generic_string();
  constexpr std::string_view kKept = "-._~/@!$&'()*+,;=";
  constexpr char kHex[] = "0123456789ABCDEF";
  std::string uri = file.starts_with("/") ? "file://" : "";
  for (const char c : file) {
    const auto byte = static_cast<unsigned char>(c);
    const bool is_kept = byte < 0x80 && (std::isalnum(byte) != 0 || kKept.find(c) != kKept.npos);
    if (is_kept) {
      uri += c;
    } else {
      uri += {'%', kHex[byte >> 4], kHex[byte & 15]};
    }
  }
  return uri;
}

Json physical_location(const std::string& file, Word line, Word column) {
  Json location{{"artifactLocation", {{"uri", uri_of(file)}}}};
  if (line > 0) location["region"] = {{"startLine", line}};
  if (line > 0 && column > 0) location["region"]["startColumn"] = column;
  return location;
}

std::string role_text(const ttgir::SourceLine& line) {
  const std::string name = line.name.empty() ? "" : " of '" + line.name + "'";
  switch (line.role) {
    case ttgir::SourceLine::Role::kOrigin:
      return "the source" + name;
    case ttgir::SourceLine::Role::kCaller:
      return "called from here";
    case ttgir::SourceLine::Role::kFused:
      return "fused with the source" + name;
  }
  TP_CHECK(false, "unknown role");
}

Json rules() {
  Json list = Json::array();
  for (const Topic topic : kTopics) {
    const std::string help = short_help(topic);
    list.push_back(
        {{"id", to_string(topic)},
         {"shortDescription", {{"text", help}}},
         {"fullDescription", {{"text", help}}},
         {"help",
          {{"text",
            help + " An error is a counterexample that was replayed on the layouts' definitions. A "
                   "warning is a question that could not be decided, for the reason that it "
                   "gives. What each question asks is said in docs/checking.md."}}},
         {"defaultConfiguration", {{"level", "error"}}}});
  }
  return list;
}

Json result_of(const FileReport& report, const Finding& finding) {
  const auto topic = std::ranges::find(kTopics, finding.question);
  TP_CHECK(topic != kTopics.end(), "a question without a rule");
  Json location{{"physicalLocation", physical_location(report.file, finding.line, finding.column)}};
  if (!finding.subject.function.empty()) {
    location["logicalLocations"] = Json::array(
        {{{"name", with_valid_characters(finding.subject.function)}, {"kind", "function"}}});
  }
  Json result{{"ruleId", to_string(finding.question)},
              {"ruleIndex", topic - kTopics.begin()},
              {"level", is_refuted(finding.verdict) ? "error" : "warning"},
              {"message", message(finding.op + ": " + says_of(finding.verdict))},
              {"locations", Json::array({std::move(location)})},
              // A host that knows one of the two takes it instead of a hash of the line.
              {"partialFingerprints",
               {{"tileproofKey/v1", finding.key}, {"primaryLocationLineHash", finding.key}}}};
  Json related = Json::array();
  for (const auto& line : finding.subject.source) {
    related.push_back({{"id", related.size() + 1},
                       {"message", message(role_text(line))},
                       {"physicalLocation", physical_location(line.file, line.line, line.column)}});
  }
  if (!related.empty()) result["relatedLocations"] = std::move(related);
  if (finding.is_new) result["baselineState"] = *finding.is_new ? "new" : "unchanged";
  return result;
}

Json notification(const FileReport& report, const InputError& error) {
  return {{"level", "error"},
          {"message", message(error.message)},
          {"locations",
           Json::array({{{"physicalLocation",
                          physical_location(report.file, error.line, error.column)}}})}};
}

}  // namespace

std::string sarif_text(const std::vector<FileReport>& reports, const std::string& version) {
  Json results = Json::array();
  Json notifications = Json::array();
  for (const FileReport& report : reports) {
    for (const Finding& finding : report.findings) {
      if (!is_proved(finding.verdict)) results.push_back(result_of(report, finding));
    }
    for (const InputError& error : report.errors) {
      notifications.push_back(notification(report, error));
    }
  }
  const bool is_successful = notifications.empty();
  Json invocation{{"executionSuccessful", is_successful}};
  if (!is_successful) invocation["toolExecutionNotifications"] = std::move(notifications);
  const Json driver{{"name", "tileproof"},
                    {"version", version},
                    {"semanticVersion", version},
                    {"rules", rules()}};
  const Json log{{"$schema",
                  "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/"
                  "sarif-schema-2.1.0.json"},
                 {"version", "2.1.0"},
                 {"runs",
                  Json::array({{{"tool", {{"driver", driver}}},
                                {"invocations", Json::array({std::move(invocation)})},
                                {"columnKind", "unicodeCodePoints"},
                                {"results", std::move(results)}}})}};
  return log.dump(1) + "\n";
}

}  // namespace tileproof
