#include "examples/add_an_encoding/skewed.hpp"

#include <array>
#include <charconv>

namespace tileproof::example {

Result<Skewed> parse_skewed(std::string_view text) {
  Skewed e;
  const std::array<std::pair<std::string_view, Word*>, 3> parts = {
      {{"skewed<", &e.rows}, {"x", &e.columns}, {", ", &e.skew}}};
  std::string_view rest = text;
  for (const auto& [before, number] : parts) {
    const bool is_there = rest.starts_with(before);
    if (is_there) rest.remove_prefix(before.size());
    const auto [end, error] = std::from_chars(rest.data(), rest.data() + rest.size(), *number);
    if (!is_there || error != std::errc()) {
      return Error{ErrorCode::kSyntax, "a skewed layout is skewed<rows x columns, skew>"};
    }
    rest.remove_prefix(static_cast<std::size_t>(end - rest.data()));
  }
  if (rest != ">") return Error{ErrorCode::kSyntax, "a skewed layout ends with '>'"};
  for (const auto& [before, number] : parts) {
    if (*number >> 31 != 0) return Error{ErrorCode::kOverflow, "a number exceeds 31 bits"};
  }
  if (e.rows == 0 || e.columns == 0) return Error{ErrorCode::kInvalid, "a tile has no element"};
  return e;
}

std::string print(const Skewed& e) {
  return "skewed<" + std::to_string(e.rows) + "x" + std::to_string(e.columns) + ", " +
         std::to_string(e.skew) + ">";
}

}  // namespace tileproof::example
