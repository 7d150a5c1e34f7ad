// How is a subject written so that it can be pasted?  A linear layout as `tileproof batch` takes it
// (op algebra), a Triton layout as its attribute's text and a shape, a matrix by its columns.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "core/f2.hpp"
#include "core/linear_layout.hpp"
#include "properties/source.hpp"

namespace tileproof::gen {

std::string text_of(Word value);
std::string text_of(Name name);
std::string text_of(std::span<const Word> values);
std::string text_of(const std::vector<Name>& names);
std::string text_of(const std::vector<NamedValue>& values);
std::string text_of(const f2::Matrix& matrix);
std::string text_of(const f2::Subspace& subspace);
// {"bases": [["lane", [[1], [2]]]], "out_dims": [["dim0", 4]]}
std::string text_of(const LinearLayout& layout);

// Names a part of the source's subject.
template <typename T>
void tell(Source& source, const char* name, const T& value) {
  source.say(name, [&] { return text_of(value); });
}
// Names it, and gives it back.
template <typename T>
T said(Source& source, const char* name, T value) {
  tell(source, name, value);
  return value;
}

}  // namespace tileproof::gen
