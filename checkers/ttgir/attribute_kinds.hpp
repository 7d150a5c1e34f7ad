// Is the value of an attribute of its kind?  The kinds are those that the table of operations names
// (encodings/ttgir/op_table.hpp).
#pragma once

#include <string>
#include <string_view>

namespace tileproof {

// `value` as it is written: "1 : i32", "array<i32: 1, 0>"; empty for `{unit}`.
//   has_kind("i", "1 : i32"), !has_kind("i", "1 : i64")
bool has_kind(std::string_view kind, std::string_view value);

// "an i32".
std::string kind_in_words(std::string_view kind);

}  // namespace tileproof
