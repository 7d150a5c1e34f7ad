// How are attributes printed?  Part by part at the end of one text: each layout of a file is
// printed, to tell it from the others.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "encodings/triton/shape.hpp"

namespace tileproof::triton {

inline void append_part(std::string& text, std::string_view part) { text += part; }
void append_part(std::string& text, Word number);
// "[1, 0]"
void append_part(std::string& text, const Dims& list);
// "[[1, 0], [0, 1]]"
void append_part(std::string& text, const boost::container::small_vector<Dims, 2>& lists);
void append_part(std::string& text, const std::vector<Dims>& lists);

//   append(text, "<{vec = ", e.vec, ", order = ", e.order, "}>")
template <typename... Parts>
void append(std::string& text, const Parts&... parts) {
  (append_part(text, parts), ...);
}

}  // namespace tileproof::triton
