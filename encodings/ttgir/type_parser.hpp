// What does the text of a tensor or memory descriptor type say, and is it well formed?
#pragma once

#include <cstddef>
#include <optional>
#include <string_view>

#include "encodings/mlir/cursor.hpp"
#include "encodings/ttgir/aliases.hpp"
#include "encodings/ttgir/attributes.hpp"
#include "encodings/ttgir/module.hpp"

namespace tileproof::ttgir {

struct ParsedType {
  std::optional<Type> type;  // empty if the type is wrong
  std::optional<mlir::ParseError>
      error;  // why; empty too if an alias in it is broken, hence reported
};

// Parses `tensor<...>`, `!dialect.memdesc<...>`, or the `<...>` of a memdesc whose prefix the
// printer left out, at `range` of `text`. Rules: sizes are positive, products at most 2^62; with an
// encoding, sizes are powers of two (a memdesc's first one may count buffers and be any) and the
// rank is that of the layout (a memdesc's may be one more); a memdesc's allocation is not smaller
// than its shape.
ParsedType parse_type(std::string_view text,
                      TextRange range,
                      Aliases& aliases,
                      Spellings& spellings);

// The descriptor whose block stands within the angles of `range`: `<tensor<64x64xf16>>`, behind a
// head or without one.  Its text is not set.
ParsedType descriptor_of(std::string_view text,
                         TextRange range,
                         Aliases& aliases,
                         Spellings& spellings);

// A type at `range` that parse_type does not read: a descriptor, a number, a pointer, or another.
ParsedType parse_other_type(std::string_view text,
                            TextRange range,
                            Aliases& aliases,
                            Spellings& spellings);

// Bits of one element: 16 for "f16", 1 for "i1", 64 for "!tt.ptr<f16>" and "index"; 0 if not known.
unsigned element_bits(std::string_view element);

// What a pointer points to: "f16" of "!tt.ptr<f16, 1>"; empty if it is none.
std::string_view pointee_of(std::string_view pointer);

}  // namespace tileproof::ttgir
