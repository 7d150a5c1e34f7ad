#include "cli/museum_text.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <sstream>

namespace tileproof::cli {
namespace {

using museum::Judgement;
using museum::Said;
using requests::Json;

constexpr std::size_t kLineLength = 100;

// The columns are padded before they are coloured: colours have bytes, and no width.
std::string painted(Said said, Said expected, std::size_t width, const Painter& paint) {
  const std::string text = fmt::format("{:<{}}", museum::to_string(said), width);
  return said == expected ? paint.good(text) : paint.bad(text);
}

std::string wrapped(const std::string& text, const std::string& indent) {
  std::istringstream words(text);
  std::string lines;
  std::string line;
  for (std::string word; words >> word;) {
    if (!line.empty() && indent.size() + line.size() + 1 + word.size() > kLineLength) {
      lines += indent + line + "\n";
      line.clear();
    }
    line += (line.empty() ? "" : " ") + word;
  }
  return lines + indent + line + "\n";
}

std::string claim_text(const museum::Claim& claim) {
  std::string text = claim.name;
  for (const std::string& name : claim.of) text += (&name == &claim.of[0] ? " of " : ", ") + name;
  if (claim.bound == museum::Claim::Bound::kNone) return text;
  const bool is_most = claim.bound == museum::Claim::Bound::kAtMost;
  return text + (is_most ? " at most " : " at least ") + std::to_string(claim.limit);
}

// A field on a line of its own, a text of several lines below its name.
std::string request_text(const Json& request) {
  std::string text;
  for (const auto& [name, value] : request.items()) {
    const std::string shown = value.is_string() ? value.get<std::string>() : value.dump();
    if (shown.find('\n') == std::string::npos) {
      text += fmt::format("    {}: {}\n", name, shown);
      continue;
    }
    text += fmt::format("    {}:\n", name);
    std::istringstream lines(shown);
    for (std::string line; std::getline(lines, line);) text += "      " + line + "\n";
  }
  return text;
}

std::string judgement_text(const Judgement& judgement, Said expected, const Painter& paint) {
  std::string head = "  " + painted(judgement.said, expected, 0, paint);
  if (!judgement.engine.empty()) head += " by " + judgement.engine;
  return head + "\n" + (judgement.text.empty() ? "" : wrapped(judgement.text, "    "));
}

// What was said of models of which the wrong thing was, or nothing.
std::string why_not_told_apart(const Exhibit& exhibit) {
  if (!exhibit.comparison) return "";
  const auto& [buggy, fixed, seconds] = *exhibit.comparison;
  const auto line = [&](const char* which, const Judgement& judgement, Said expected) {
    if (judgement.said == expected) return std::string();
    const char* said = museum::to_string(judgement.said);
    return wrapped(fmt::format("{}, {}: {}  {}", exhibit.row.id, which, said, judgement.text),
                   "  ");
  };
  return line("buggy", buggy, Said::kRefuted) + line("fixed", fixed, Said::kProved);
}

}  // namespace

std::size_t count_told_apart(const std::vector<Exhibit>& exhibits) {
  const auto count = std::count_if(exhibits.begin(), exhibits.end(), [](const Exhibit& exhibit) {
    return exhibit.comparison && exhibit.comparison->is_told_apart();
  });
  return static_cast<std::size_t>(count);
}

std::string table_text(const std::vector<Exhibit>& exhibits, const Painter& paint) {
  std::size_t id_width = 3;
  std::size_t kind_width = 5;
  for (const Exhibit& exhibit : exhibits) {
    id_width = std::max(id_width, exhibit.row.id.size());
    kind_width = std::max(kind_width, exhibit.row.kind().size());
  }
  std::string text = fmt::format("{:<{}}  {:<{}}  {:<9} {:<9} {:>7}  {}\n",
                                 "bug",
                                 id_width,
                                 "check",
                                 kind_width,
                                 "buggy",
                                 "fixed",
                                 "seconds",
                                 "title");
  for (const auto& [row, comparison] : exhibits) {
    text += fmt::format("{:<{}}  {:<{}}  ", row.id, id_width, row.kind(), kind_width);
    if (comparison) {
      text += fmt::format("{} {} {:>7.3f}  {}\n",
                          painted(comparison->buggy.said, Said::kRefuted, 9, paint),
                          painted(comparison->fixed.said, Said::kProved, 9, paint),
                          comparison->seconds,
                          row.title);
    } else {
      text += fmt::format("{:<27}  {}\n", "not told apart", row.title);
    }
  }
  for (const Exhibit& exhibit : exhibits) text += why_not_told_apart(exhibit);
  return text + fmt::format("{} of {} bugs told apart from what is right\n",
                            count_told_apart(exhibits),
                            exhibits.size());
}

std::string exhibit_text(const Exhibit& exhibit, const Painter& paint) {
  const auto& [row, comparison] = exhibit;
  std::string text =
      fmt::format("{}  {}\n{}\n\n{}\n", row.id, row.title, row.address, wrapped(row.story, ""));
  if (!comparison) return text + "not told apart\n" + wrapped(row.not_told, "  ");
  const museum::Models& models = *row.models;
  text += fmt::format("claim  {}\n", claim_text(models.claim));
  text += "buggy\n" + request_text(models.buggy);
  text += judgement_text(comparison->buggy, Said::kRefuted, paint);
  text += "fixed\n" + request_text(models.fixed);
  return text + judgement_text(comparison->fixed, Said::kProved, paint);
}

}  // namespace tileproof::cli
