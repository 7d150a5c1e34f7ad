#include "properties/claims/damage.hpp"

#include <vector>

#include "checkers/certificates/certifier/certify.hpp"

namespace tileproof::laws {

std::string with_new_digest(const std::string& text) {
  const std::size_t end = text.rfind("digest ");
  const std::string body = text.substr(0, end == std::string::npos ? text.size() : end);
  return body + digest_line(body) + "\n";
}

void flip_bit(gen::Source& random, std::string& text) {
  char& c = text[random.below(text.size())];
  c = static_cast<char>(c ^ (1 << random.below(8)));
}

void change_digit(gen::Source& random, std::string& text) {
  std::vector<std::size_t> digits;
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (text[i] >= '0' && text[i] <= '9') digits.push_back(i);
  }
  char& c = text[digits[random.below(digits.size())]];
  c = static_cast<char>('0' + (c - '0' + 1 + static_cast<char>(random.below(9))) % 10);
}

void change_lines(gen::Source& random, std::string& text) {
  std::vector<std::string> lines;
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t end = text.find('\n', at);
    lines.push_back(text.substr(at, end + 1 - at));
    at = end + 1;
  }
  const auto at = static_cast<std::ptrdiff_t>(random.below(lines.size()));
  switch (random.below(3)) {
    case 0:
      lines.erase(lines.begin() + at);
      break;
    case 1:
      lines.insert(lines.begin() + at, lines[static_cast<std::size_t>(at)]);
      break;
    default:
      std::swap(lines[static_cast<std::size_t>(at)], lines[random.below(lines.size())]);
  }
  text.clear();
  for (const std::string& line : lines) text += line;
}

}  // namespace tileproof::laws
