// Is `dense<...>` a value of a tensor's type?  One number for all elements, `dense<0>`, their
// nested list, `dense<[[1, 2], [3, 4]]>`, or their bytes, `dense<"0x0100">`.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "encodings/ttgir/module.hpp"

namespace tileproof {

// What stands behind the bracket of `dense<...>`; nullopt of another text.
std::optional<std::string_view> dense_elements(std::string_view literal);

// Why the literal that begins at `text`, behind `dense<`, is none of this type: an empty text if it
// is one.  Nullopt where it is not written in one of these ways.
std::optional<std::string> why_no_value(std::string_view text, const ttgir::Type& type);

}  // namespace tileproof
