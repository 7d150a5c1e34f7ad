// What does a TTGIR file say?  Its modules, each with its types, operations, blocks and values, and
// where each (type, number of warps) is used first.
//
// All string_views point into the text that was read or into what the File owns, which must outlive
// these values.
#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "encodings/mlir/cursor.hpp"
#include "encodings/triton/layout.hpp"
#include "encodings/triton/shape.hpp"
#include "encodings/ttgir/attributes.hpp"
#include "encodings/ttgir/line_index.hpp"
#include "encodings/ttgir/op_table.hpp"
#include "encodings/ttgir/spellings.hpp"

namespace tileproof::ttgir {

enum class MemorySpace { kNone, kShared, kTensorMemory, kSharedCluster, kOther };

// `tensor<128x64xf16, #blocked>`, `!ttg.memdesc<2x64x64xf16, #shared, #smem, mutable>`, `i32`.
struct Type {
  enum class Kind {
    kTensor,
    kMemDesc,
    kDescriptor,  // !tt.tensordesc<...>: shape, element and layout are those of its blocks
    kScalar,      // a number or a pointer
    kOther,       // tokens, function types, tensors of sizes that are not known ...
  };

  Kind kind = Kind::kTensor;
  triton::Shape shape;        // elements; rank 0 for tensor<f32>
  std::string_view element;   // "f16", "!tt.ptr<f32>", in one spelling; of a scalar, itself
  unsigned element_bits = 0;  // 1 for i1, 64 for pointers and index, 0 if the type is not known
  triton::LayoutPtr layout;   // null without an encoding, or where it is none of ours
  std::string_view encoding;  // "#blocked"; empty without an encoding
  triton::Shape alloc_shape;  // memdesc: of the whole allocation; `shape` where it is not written
  MemorySpace space = MemorySpace::kNone;  // memdesc only; kNone where it is left out
  bool is_mutable = false;                 // memdesc only
  std::string_view text;                   // as it is written first; see `is_derived`
  // No text has this type: it is that of `text` with another element (of a comparison, a load).
  bool is_derived = false;

  // Elements with a shape: tensors and memory.
  [[nodiscard]] bool is_shaped() const { return kind == Kind::kTensor || kind == Kind::kMemDesc; }
  // `tensor<*xf32>`, `tensor<?xf32>`: Triton has none.
  [[nodiscard]] bool is_unsized() const {
    return kind == Kind::kOther && element.starts_with("tensor<");
  }
};

// As written, or, of a derived type, as it would be.
std::string to_string(const Type& type);

// Indices into the lists of a module.
using TypeId = std::uint32_t;
using ValueId = std::uint32_t;
using OpId = std::uint32_t;
using BlockId = std::uint32_t;
inline constexpr TypeId kNoType = std::numeric_limits<TypeId>::max();
inline constexpr ValueId kNoValue = std::numeric_limits<ValueId>::max();
inline constexpr OpId kNoOp = std::numeric_limits<OpId>::max();
inline constexpr BlockId kNoBlock = std::numeric_limits<BlockId>::max();

// What an operation or a block defines.
struct Value {
  TypeId type = kNoType;     // kNoType: the text does not say it for certain
  OpId op = kNoOp;           // that gives it; kNoOp for a block's argument
  BlockId block = kNoBlock;  // whose argument it is
  std::uint32_t index = 0;   // among the results or arguments
  std::size_t offset = 0;    // byte of the `%name` that defines it
};

struct Operand {
  std::string_view name;  // "%a", "%a#1"
  std::size_t offset = 0;
  TypeId written = kNoType;  // as this operation writes it; kNoType where it writes none
  ValueId value = kNoValue;  // kNoValue: no definition before this place
};

// A branch to a block: `^bb1(%a, %b : i32, i32)`.
struct Successor {
  std::string_view label;
  std::uint32_t first_operand = 0;  // among the operation's
  std::uint32_t operand_count = 0;
};

// Are the types that an operation writes those of its operands and results, as its form has them?
enum class Pairing : std::uint8_t {
  kWhole,
  kTypeTooMany,  // one is of nothing that is there
  kTypeTooFew,   // one is missing
  kNameTooMany,  // more results are named than it can have with these types
};

//   %2 = ttg.local_load %1 : !ttg.memdesc<...> -> tensor<...>
// In pre-order: those within an operation stand behind it, up to its `end`.
struct Operation {
  const OpRow* row = nullptr;
  std::string_view name;   // as written, without quotes: "ttg.local_load"
  std::size_t offset = 0;  // byte of the name
  unsigned num_warps = 0;  // in force here; 0 if the text does not say
  bool generic = false;    // written as `"name"(...)`
  bool is_broken = false;  // an error was reported of it
  Pairing pairing = Pairing::kWhole;
  OpId parent = kNoOp;
  OpId end = 0;
  BlockId block = kNoBlock;  // that it stands in
  std::uint32_t regions = 0;
  std::uint32_t first_operand = 0;
  std::uint32_t operand_count = 0;
  ValueId first_result = 0;
  std::uint32_t result_count = 0;
  std::uint32_t first_type = 0;  // of the written ones
  std::uint32_t left_count = 0;
  std::uint32_t right_count = 0;
  std::uint32_t first_successor = 0;
  std::uint32_t successor_count = 0;
  TextRange head;        // from its name to its first region or its end
  TextRange attributes;  // within {...}, if any
  TextRange properties;  // within <{...}>
  TextRange location;    // within loc(...), that ends it; empty without one

  [[nodiscard]] OpKind kind() const { return row->kind; }
};

// A straight run of operations in a region.
struct Block {
  OpId parent = kNoOp;       // kNoOp for the module's own
  std::uint32_t region = 0;  // of the parent
  std::string_view label;    // "^bb1"; empty where none is written
  ValueId first_argument = 0;
  std::uint32_t argument_count = 0;
};

// The first place where a type with an encoding occurs under this number of warps.
struct TypeUse {
  TypeId type = kNoType;
  unsigned num_warps = 0;  // 0 if the text does not say
  std::size_t offset = 0;  // byte of the type
  std::size_t line = 1;    // of the type, from 1
  std::string_view op;     // the operation there ("tt.func" for its arguments)
};

// `#loc1 = loc(...)`
struct LocationAlias {
  std::string_view name;  // "loc1"
  TextRange value;        // within loc(...)
};

struct Module {
  std::size_t offset = 0;             // byte of `module`, or of the first operation without one
  std::optional<std::string> target;  // "cuda:90", "hip:gfx942"
  std::optional<unsigned> num_warps;
  std::optional<unsigned> total_num_warps;  // with those of partitions
  std::optional<unsigned> max_registers;    // of a thread, as the kernel starts
  std::optional<unsigned> shared_bytes;     // of a CTA, which the kernel is launched with
  std::optional<unsigned> threads_per_warp;
  std::optional<unsigned> num_ctas;
  bool pairs_ctas = false;  // all products are of two CTAs each, whatever they say themselves
  std::string_view text;    // of the whole file
  std::vector<Type> types;  // each once, however often and in however many ways it is written
  std::vector<Operation> operations;
  std::vector<Block> blocks;
  std::vector<Value> values;
  std::vector<TypeUse> uses;
  AttributeTexts attribute_aliases;
  // Of its part of the text, which may stand before or behind it.
  std::span<const LocationAlias> location_aliases;

  [[nodiscard]] std::span<const Operand> operands(const Operation& op) const {
    return {operand_pool.data() + op.first_operand, op.operand_count};
  }
  // The values that it gives; the k-th is number op.first_result + k.
  [[nodiscard]] std::span<const Value> results(const Operation& op) const {
    return {values.data() + op.first_result, op.result_count};
  }
  // The types behind ':' and behind '->' or `to`, as written.
  [[nodiscard]] std::span<const TypeId> left(const Operation& op) const {
    return {type_pool.data() + op.first_type, op.left_count};
  }
  [[nodiscard]] std::span<const TypeId> right(const Operation& op) const {
    return {type_pool.data() + op.first_type + op.left_count, op.right_count};
  }
  [[nodiscard]] std::span<const Successor> successors(const Operation& op) const {
    return {successor_pool.data() + op.first_successor, op.successor_count};
  }
  [[nodiscard]] const Value* definition(const Operand& operand) const {
    return operand.value == kNoValue ? nullptr : &values[operand.value];
  }
  // The type of an operand by its definition or, without one, as it is written.
  [[nodiscard]] TypeId type_of(const Operand& operand) const {
    const Value* value = definition(operand);
    return value != nullptr && value->type != kNoType ? value->type : operand.written;
  }
  // The text of an attribute's value, in braces of either kind; nullopt if there is none.
  [[nodiscard]] std::optional<std::string_view> attribute(const Operation& op,
                                                          std::string_view key) const;

  std::vector<Operand> operand_pool;
  std::vector<TypeId> type_pool;
  std::vector<Successor> successor_pool;
};

struct File {
  // The text without its comments and with its names dotted, if that differs; then the modules'
  // views point into it.
  std::unique_ptr<const std::string> plain;
  Spellings spellings;
  std::vector<LocationAlias> location_aliases;  // of all parts
  std::vector<Module> modules;
  // In the order of reading; at most kMaxErrors and one that counts the others.
  std::vector<mlir::ParseError> errors;
  LineIndex lines;
};

inline constexpr std::size_t kMaxErrors = 100;

}  // namespace tileproof::ttgir
