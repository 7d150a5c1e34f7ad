// Attributes that the pretty form writes as words: `arith.cmpi slt, %a, %b`, `tt.load %p
// cacheModifier = cg`.  Is each a word of its enumeration?
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <string_view>

namespace tileproof {

// The text behind a word of an operation; nullopt if it has none.
using BehindWord = std::function<std::optional<std::string_view>(std::string_view word)>;

// The word for `attribute`, if it is none of its enumeration.  `kind` is that of the signature
// (encodings/ttgir/op_table.hpp), `name` the operation's, and `place` counts the words at its front
// that stand for attributes before.
std::optional<std::string> wrong_word(std::string_view attribute,
                                      std::string_view kind,
                                      std::string_view name,
                                      std::size_t place,
                                      const BehindWord& behind);

// Is the attribute written as `name = word`?
bool is_keyword(std::string_view attribute, std::string_view kind);

// Does the attribute stand at the operation's front, as `slt` of `arith.cmpi slt, %a, %b`?
bool is_front_word(std::string_view attribute, std::string_view kind);

}  // namespace tileproof
