// How is a certificate read?  Line by line; the first thing that is not as it must be ends it.
#pragma once

#include <algorithm>
#include <charconv>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "encodings/visible_text.hpp"

namespace tileproof::certificates {

// Why a certificate is refused: thrown wherever that is found, caught by certify().
struct Refused {
  std::string reason;
};
struct ShownFalse : Refused {};  // a case breaks what is to be shown

template <typename Why = Refused>
void demand(bool holds, std::string_view reason) {
  if (!holds) throw Why{{std::string(reason)}};
}

template <typename T>
T taken(const Result<T>& result) {
  demand(result.has_value(), result ? "" : result.error().message);
  return *result;
}

// "3 -5 0", as to_string writes numbers.
inline std::vector<std::int64_t> numbers_in(std::string_view text) {
  std::vector<std::int64_t> numbers;
  while (!text.empty()) {
    const std::string_view word = text.substr(0, text.find(' '));
    std::from_chars(word.data(), word.data() + word.size(), numbers.emplace_back());
    demand(std::to_string(numbers.back()) == word, "not a list of numbers");
    text.remove_prefix(std::min(text.size(), word.size() + 1));
  }
  return numbers;
}

struct Lines {
  std::string_view rest;
  std::size_t number = 0;  // of the line that was read last, from 1

  std::string_view next() {
    demand(!rest.empty(), "the certificate ends early");
    ++number;
    const std::string_view line = rest.substr(0, rest.find('\n'));
    rest.remove_prefix(std::min(rest.size(), line.size() + 1));
    if (const auto error = require_visible(line)) throw Refused{error->message};
    return line;
  }
  // What the next line has after this text and a space.
  std::string_view after(const std::string& text) {
    const std::string_view line = next();
    demand(line.starts_with(text + " "), "no '" + text + "'");
    return line.substr(text.size() + 1);
  }
};

}  // namespace tileproof::certificates
