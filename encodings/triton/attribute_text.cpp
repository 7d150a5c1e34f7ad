#include "encodings/triton/attribute_text.hpp"

#include <charconv>
#include <limits>

namespace tileproof::triton {
namespace {

template <typename List>
void append_list(std::string& text, const List& list) {
  text += '[';
  bool is_first = true;
  for (const auto& element : list) {
    if (!is_first) text += ", ";
    is_first = false;
    append_part(text, element);
  }
  text += ']';
}

}  // namespace

void append_part(std::string& text, Word number) {
  char digits[std::numeric_limits<Word>::digits10 + 1];
  text.append(digits, std::to_chars(std::begin(digits), std::end(digits), number).ptr);
}

void append_part(std::string& text, const Dims& list) { append_list(text, list); }

void append_part(std::string& text, const boost::container::small_vector<Dims, 2>& lists) {
  append_list(text, lists);
}

void append_part(std::string& text, const std::vector<Dims>& lists) { append_list(text, lists); }

}  // namespace tileproof::triton
