#include "gpu_oracles/exhaustive/smaller_questions.hpp"

#include <cctype>
#include <string>

#include "gpu_oracles/exhaustive/exhaustive_replay.hpp"

namespace tileproof::oracles {
namespace {

// Can the device be asked, and the host enumerate it?
bool is_question(const nlohmann::json& in) {
  const auto question = parse_question(in);
  if (!question || question->layout.points() > kMaxEnumerated) return false;
  const auto flattened = flatten(question->layout);
  return flattened && (!question->other || flatten(*question->other, flattened->axis_order));
}

// Where numbers stand in a text: not the digits of a name.
std::vector<std::pair<std::size_t, std::size_t>> numbers_in(const std::string& text) {
  const auto is_digit = [&](std::size_t i) {
    return std::isdigit(static_cast<unsigned char>(text[i])) != 0;
  };
  std::vector<std::pair<std::size_t, std::size_t>> found;
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (!is_digit(i)) continue;
    const bool is_in_name = i > 0 && std::isalpha(static_cast<unsigned char>(text[i - 1])) != 0;
    std::size_t end = i;
    while (end < text.size() && is_digit(end)) ++end;
    if (!is_in_name) found.emplace_back(i, end - i);
    i = end;
  }
  return found;
}

}  // namespace

std::vector<nlohmann::json> smaller_questions(const nlohmann::json& in) {
  std::vector<nlohmann::json> smaller;
  for (const char* field : {"layout", "other"}) {
    if (!in.contains(field)) continue;
    const auto text = in.at(field).get<std::string>();
    for (const auto& [at, length] : numbers_in(text)) {
      const std::uint64_t number = std::stoull(text.substr(at, length));
      for (const std::uint64_t less : {number / 2, number - 1}) {
        if (number == 0) continue;
        nlohmann::json changed = in;
        changed[field] = std::string(text).replace(at, length, std::to_string(less));
        if (is_question(changed)) smaller.push_back(std::move(changed));
      }
    }
  }
  return smaller;
}

}  // namespace tileproof::oracles
