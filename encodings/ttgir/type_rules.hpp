// Which rules must a tensor or memory descriptor type keep beside its syntax?
#pragma once

#include <cstddef>
#include <optional>
#include <string_view>

#include "core/bits.hpp"
#include "encodings/mlir/cursor.hpp"
#include "encodings/ttgir/module.hpp"

namespace tileproof::ttgir {

inline constexpr Word kMaxElements = Word{1} << kMaxIndexBits;

// Where the parts of a type begin in a text, for messages.
struct TypePlaces {
  std::string_view text;
  std::size_t shape = 0;
  std::size_t alloc_shape = 0;
  std::size_t encoding = 0;
};

// The first rule that the type breaks, or nullopt:
//   sizes and their product are at most 2^62;
//   with an encoding, sizes are powers of two, except a memdesc's first one, which may count
//   buffers; the rank is that of the layout, and a memdesc's may be one more; the allocation of a
//   memdesc is not smaller than its shape.
std::optional<mlir::ParseError> broken_rule(const Type& type, const TypePlaces& places);

}  // namespace tileproof::ttgir
