#include "checkers/reports/junit.hpp"

#include <map>
#include <string_view>

#include "checkers/ttgir/finding_key.hpp"
#include "encodings/characters.hpp"

namespace tileproof {
namespace {

// XML 1.0 has no other control characters, and no code that is no character.
bool is_in_xml(char32_t code) {
  return (code >= 0x20 || code == '\t' || code == '\n' || code == '\r') && code != 0xfffe &&
         code != 0xffff;
}

// As an attribute's value or as text; ends of lines and tabs as numbers, since readers make spaces
// of them in attributes.
std::string escaped(std::string_view text) {
  std::string result;
  while (!text.empty()) {
    const auto [code, length] = first_character(text);
    if (length == 0 || !is_in_xml(code)) {
      result += "\xef\xbf\xbd";
    } else if (code == '&') {
      result += "&amp;";
    } else if (code == '<') {
      result += "&lt;";
    } else if (code == '>') {
      result += "&gt;";
    } else if (code == '"') {
      result += "&quot;";
    } else if (code < 0x20) {
      result += "&#" + std::to_string(static_cast<unsigned>(code)) + ";";
    } else {
      result += text.substr(0, length);
    }
    text.remove_prefix(length == 0 ? 1 : length);
  }
  return result;
}

std::string attribute(std::string_view name, std::string_view value) {
  return " " + std::string(name) + "=\"" + escaped(value) + "\"";
}

struct Suite {
  std::string cases;
  std::size_t tests = 0;
  std::size_t failures = 0;
  std::size_t errors = 0;
  std::size_t skipped = 0;

  void add(const FileReport& report, std::string_view name, const std::string& outcome) {
    ++tests;
    cases += "    <testcase" + attribute("name", name) + attribute("classname", report.file);
    cases += outcome.empty() ? "/>\n" : ">\n      " + outcome + "\n    </testcase>\n";
  }
};

std::string counted(const Suite& suite) {
  return attribute("tests", std::to_string(suite.tests)) +
         attribute("failures", std::to_string(suite.failures)) +
         attribute("errors", std::to_string(suite.errors));
}

std::string element(std::string_view tag,
                    std::string_view type,
                    const std::string& says,
                    const std::string& body) {
  const std::string name(tag);
  return "<" + name + attribute("message", says) + attribute("type", type) + ">" + escaped(body) +
         "</" + name + ">";
}

std::string place_text(const FileReport& report, const Finding& finding) {
  std::string text = report.file + ":" + std::to_string(finding.line) + ":" +
                     std::to_string(finding.column) + ": " + finding.op;
  for (const auto& [file, line, column, name, role] : finding.subject.source) {
    text += "\n" + file + ":" + std::to_string(line) + ":" + std::to_string(column) + ": " +
            to_string(role);
    if (!name.empty()) text += " of '" + name + "'";
  }
  for (const auto& type : finding.subject.types) text += "\n" + type;
  return text;
}

std::string outcome_of(const FileReport& report, const Finding& finding, Suite& suite) {
  if (is_proved(finding.verdict)) return "";
  const std::string says = says_of(finding.verdict);
  const std::string verdict = to_string(finding.verdict);
  if (finding.is_new == false) {
    ++suite.skipped;
    return "<skipped" + attribute("message", "in the baseline, " + verdict + ": " + says) + "/>";
  }
  const bool fails = is_refuted(finding.verdict);
  ++(fails ? suite.failures : suite.errors);
  return element(fails ? "failure" : "error", verdict, says, place_text(report, finding));
}

Suite suite_of(const FileReport& report) {
  Suite suite;
  std::map<std::string, std::size_t> alike;
  for (const Finding& finding : report.findings) {
    std::string name = finding.subject.function.empty() ? "" : finding.subject.function + ": ";
    name += finding.op + " " + to_string(finding.question);
    const auto number = ++alike[name];
    if (number > 1) name += " " + std::to_string(number);
    suite.add(report, name, outcome_of(report, finding, suite));
  }
  std::size_t number = 0;
  for (const InputError& error : report.errors) {
    ++suite.errors;
    const auto place =
        report.file + ":" + std::to_string(error.line) + ":" + std::to_string(error.column);
    suite.add(report,
              "input error " + std::to_string(++number),
              element("error", "input", error.message, place));
  }
  if (suite.tests == 0) suite.add(report, "no layouts in this file", "");
  return suite;
}

}  // namespace

std::string junit_text(const std::vector<FileReport>& reports) {
  Suite all;
  std::string suites;
  for (const FileReport& report : reports) {
    const Suite suite = suite_of(report);
    suites += "  <testsuite" + attribute("name", report.file) + counted(suite) +
              attribute("skipped", std::to_string(suite.skipped)) + ">\n" + suite.cases +
              "  </testsuite>\n";
    all.tests += suite.tests;
    all.failures += suite.failures;
    all.errors += suite.errors;
  }
  return "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites" +
         attribute("name", "tileproof") + counted(all) + ">\n" + suites + "</testsuites>\n";
}

}  // namespace tileproof
