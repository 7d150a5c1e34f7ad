// What does a TTGIR file say?  Its modules, each with the types that occur in it, the operations
// that move data between layouts, and where each (type, number of warps) is used first.
//
// All string_views point into the text that was read, which must outlive these values.
#pragma once

#include <boost/container/small_vector.hpp>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "encodings/mlir/cursor.hpp"
#include "encodings/triton/layout.hpp"
#include "encodings/triton/shape.hpp"
#include "encodings/ttgir/line_index.hpp"
#include "encodings/ttgir/op_table.hpp"

namespace tileproof::ttgir {

enum class MemorySpace { kNone, kShared, kTensorMemory, kSharedCluster, kOther };

// `tensor<128x64xf16, #blocked>` or `!ttg.memdesc<2x64x64xf16, #shared, #smem, mutable>`.
struct Type {
  enum class Kind { kTensor, kMemDesc };

  Kind kind = Kind::kTensor;
  triton::Shape shape;        // elements; rank 0 for tensor<f32>
  std::string_view element;   // "f16", "!tt.ptr<f32>"
  unsigned element_bits = 0;  // 1 for i1, 64 for pointers and index, 0 if the type is not known
  triton::LayoutPtr layout;   // null without an encoding, or where it is none of ours
  std::string_view encoding;  // as written ("#blocked"); empty without an encoding
  triton::Shape alloc_shape;  // memdesc: of the whole allocation; `shape` where it is not written
  MemorySpace space = MemorySpace::kNone;  // memdesc only; kNone where old text leaves it out
  bool is_mutable = false;                 // memdesc only
  std::string_view text;                   // the whole type as written
};

// Index into Module::types.
using TypeId = std::uint32_t;
inline constexpr TypeId kNoType = std::numeric_limits<TypeId>::max();

// What the text says for certain about the definition of a value.
struct Definition {
  TypeId type = kNoType;      // kNoType: the text does not say it for certain
  bool element_known = true;  // false: only shape and layout are certain (arith.cmpi, tt.load)
  std::size_t offset = 0;     // byte of the `%name` that defines it
};

struct Operand {
  std::string_view name;  // "%a", "%a#1"
  std::size_t offset = 0;
  TypeId type =
      kNoType;  // as this operation writes it; kNoType where it writes none (tokens, masks)
  Definition definition;
};

// One operation that the checkers know, or another one that touches memory descriptors (kOther).
//   %2 = ttg.local_load %1 : !ttg.memdesc<...> -> tensor<...>
// has one operand with the memdesc's TypeId and one result with the tensor's.
struct Operation {
  OpKind kind = OpKind::kOther;
  std::string_view name;   // as written, without quotes: "ttg.local_load"
  std::size_t offset = 0;  // byte of the name
  std::size_t line = 1;    // of the name, from 1
  unsigned num_warps = 0;  // in force here; 0 if the text does not say
  boost::container::small_vector<Operand, 2> operands;  // in the order of the text
  boost::container::small_vector<TypeId, 1> results;    // types of its tensors and memdescs
  // kOther in pretty form, whose syntax is not known: its tensors and memdescs in the order of the
  // text, some of operands and some of results.
  boost::container::small_vector<TypeId, 1> unpaired;
  boost::container::small_vector<unsigned, 4> order;  // memdesc_trans: the attribute `order`
  std::string_view attributes;                        // the text within {...}, if any
};

// The first place where a type with an encoding occurs under this number of warps.
struct TypeUse {
  TypeId type = kNoType;
  unsigned num_warps = 0;  // 0 if the text does not say
  std::size_t offset = 0;  // byte of the type
  std::size_t line = 1;    // of the type, from 1
  std::string_view op;     // the operation there ("tt.func" for its arguments)
};

struct Module {
  std::size_t offset = 0;             // byte of `module`, or of the first operation without one
  std::optional<std::string> target;  // "cuda:90", "hip:gfx942"
  std::optional<unsigned> num_warps;
  std::optional<unsigned> threads_per_warp;
  std::optional<unsigned> num_ctas;
  std::vector<Type> types;  // one for each distinct text under the same aliases
  std::vector<Operation> operations;
  std::vector<TypeUse> uses;
};

struct File {
  std::vector<Module> modules;
  // In the order of reading; at most kMaxErrors and one that counts the others.
  std::vector<mlir::ParseError> errors;
  LineIndex lines;
};

inline constexpr std::size_t kMaxErrors = 100;

}  // namespace tileproof::ttgir
