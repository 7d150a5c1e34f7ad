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

// The same of one number, `1 : i32`, which a type or nothing follows.
std::optional<std::string> why_no_number(std::string_view text, const ttgir::Type& type);

// Of a number that is written alone: "i1" of `true`, "i64" of `1`, "f64" of `1.0`; empty of what is
// no number.
std::string_view type_without_words(std::string_view value);

}  // namespace tileproof
