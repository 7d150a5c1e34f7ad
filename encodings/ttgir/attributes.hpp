// What is the value of one key of an attribute dictionary?
#pragma once

#include <cstddef>
#include <optional>
#include <string_view>
#include <vector>

namespace tileproof::ttgir {

// The text between the braces of `{a = 1 : i32, "b-c" = [1, 2], d}`, as a range of the file's text.
struct TextRange {
  std::size_t begin = 0;
  std::size_t end = 0;

  [[nodiscard]] bool empty() const { return begin == end; }
};

// Steps through a dictionary: next() sets key (without its quotes) and value (an empty range for
// `{unit}`) of the next entry, and is false at the end.
// Requires: the brackets of the dictionary are balanced.  Cost: one pass over it.
class AttributeWalker {
 public:
  AttributeWalker(std::string_view text, TextRange dictionary)
      : text_(text.substr(0, dictionary.end)), position_(dictionary.begin) {}

  bool next();
  [[nodiscard]] std::string_view key() const { return key_; }
  [[nodiscard]] TextRange value() const { return value_; }

 private:
  void skip_space();

  std::string_view text_;
  std::size_t position_;
  std::string_view key_;
  TextRange value_;
};

// The range of the value of the first key for which `wanted(key)` holds; nullopt if there is none.
template <typename Predicate>
std::optional<TextRange> find_attribute(std::string_view text,
                                        TextRange dictionary,
                                        Predicate wanted) {
  AttributeWalker walker(text, dictionary);
  while (walker.next()) {
    if (wanted(walker.key())) return walker.value();
  }
  return std::nullopt;
}

// The integers of `array<i32: 1, 0>` or `[1 : i32, 0 : i32]`; empty if one is beyond
// 2^31 - 1 on either side of 0.
std::vector<std::int64_t> integers(std::string_view value);

}  // namespace tileproof::ttgir
