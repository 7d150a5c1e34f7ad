// What is the value of one key of an attribute dictionary?
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace tileproof::ttgir {

// The text between the braces of `{a = 1 : i32, "b-c" = [1, 2], d}`, as a range of the file's text.
struct TextRange {
  std::size_t begin = 0;
  std::size_t end = 0;

  [[nodiscard]] bool empty() const { return begin == end; }
};

// What `#name` stands for, where that is no location: 4 : i32, "cuda:90", a layout ...; and what
// `!name` does, by its name with the '!'.
using AttributeTexts = std::unordered_map<std::string_view, TextRange>;

// Steps through a dictionary: next() sets key (without its quotes) and value (an empty range for
// `{unit}`; what an alias stands for) of the next entry, and is false at the end.
// Requires: the brackets of the dictionary are balanced.  Cost: one pass over it.
class AttributeWalker {
 public:
  AttributeWalker(std::string_view text, TextRange dictionary, const AttributeTexts& aliases)
      : text_(text.substr(0, dictionary.end)), position_(dictionary.begin), aliases_(aliases) {}

  bool next();
  [[nodiscard]] std::string_view key() const { return key_; }
  [[nodiscard]] TextRange value() const { return value_; }

 private:
  void skip_space();

  std::string_view text_;
  std::size_t position_;
  std::string_view key_;
  TextRange value_;
  const AttributeTexts& aliases_;
};

// The range of the value of the first key for which `wanted(key)` holds; nullopt if there is none.
template <typename Predicate>
std::optional<TextRange> find_attribute(std::string_view text,
                                        TextRange dictionary,
                                        const AttributeTexts& aliases,
                                        Predicate wanted) {
  AttributeWalker walker(text, dictionary, aliases);
  while (walker.next()) {
    if (wanted(walker.key())) return walker.value();
  }
  return std::nullopt;
}

// The integers of `array<i32: 1, 0>` or `[1 : i32, 0 : i32]`; empty if one is beyond
// 2^31 - 1 on either side of 0.
std::vector<std::int64_t> integers(std::string_view value);

}  // namespace tileproof::ttgir
