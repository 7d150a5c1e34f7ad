#include "properties/files/rewritten_text.hpp"

#include <array>
#include <sstream>
#include <string_view>

namespace tileproof::laws {
namespace {

// What stands in them means nothing.
constexpr std::array kComments{"// in between",
                               "// was 2, \"ttg.num-warps\" = 8 : i32",
                               "// ttg.target = \"cuda:70\"} {",
                               "// one \" and >) ]}",
                               "// -----, %x -> tensor<4xf16>"};
constexpr std::array kLineComments{
    "// ------- main loop", "// -----+----", "// 4 : i32, %x", "  // }", "//"};

std::string comment(gen::Source& random) { return kComments.at(random.below(kComments.size())); }

// Breaks the line at spaces outside of strings.
std::string broken(const std::string& line, gen::Source& random) {
  std::string text;
  bool in_string = false;
  for (std::size_t i = 0; i < line.size(); ++i) {
    text += line[i];
    if (line[i] == '"' && (i == 0 || line[i - 1] != '\\')) in_string = !in_string;
    if (in_string || line[i] != ' ' || random.below(12) != 0) continue;
    text += random.below(2) == 0 ? "\n      " : comment(random) + "\n  ";
  }
  return text;
}

// With or without a space on either side of punctuation outside of strings.
std::string spaced(const std::string& line, gen::Source& random) {
  constexpr std::string_view kPunctuation = ",<>()[]{}=";
  std::string text;
  bool in_string = false;
  for (std::size_t i = 0; i < line.size(); ++i) {
    const char c = line[i];
    const char last = i == 0 ? '\0' : line[i - 1];
    if (c == '"' && last != '\\') in_string = !in_string;
    const bool is_mark = !in_string && kPunctuation.find(c) != std::string_view::npos;
    const bool is_arrow = c == '>' && last == '-';
    const bool may = is_mark && !is_arrow && random.below(10) == 0;
    if (may && random.below(2) == 0) text += ' ';
    text += c;
    if (may && random.below(2) == 0) text += ' ';
    if (is_mark && line[i + 1 < line.size() ? i + 1 : i] == ' ' && random.below(10) == 0) ++i;
  }
  return text;
}

}  // namespace

std::string rewritten(const std::string& text, gen::Source& random) {
  const std::string end = random.below(3) == 0 ? "\r\n" : "\n";
  std::string other;
  std::istringstream lines(text);
  for (std::string line; std::getline(lines, line);) {
    if (random.below(16) == 0) other += kLineComments.at(random.below(kLineComments.size())) + end;
    if (random.below(16) == 0) other += end;
    if (random.below(8) == 0) other += "\t ";
    const auto way = random.below(8);
    other += way < 2 ? broken(line, random) : way < 4 ? spaced(line, random) : line;
    if (random.below(16) == 0) other += " " + comment(random);
    // A comment ends with its line.
    const bool may_join = !line.empty() && other.find("//", other.rfind('\n') + 1) == other.npos;
    other += may_join && random.below(4) == 0 ? " " : end;
  }
  return other;
}

}  // namespace tileproof::laws
