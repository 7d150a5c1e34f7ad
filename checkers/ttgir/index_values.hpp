// What does an operation on integers give?  Of one value each, in two's complement of a width; the
// operations that the file's own arithmetic of indices is made of.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string_view>

#include "encodings/ttgir/module.hpp"

namespace tileproof {

// The arithmetic of `arith`, by names without their dialect; kNone for other operations.
enum class IndexOp {
  kNone,
  kAdd,
  kSub,
  kMul,
  kDivS,
  kDivU,
  kRemS,
  kRemU,
  kCeilDivS,
  kFloorDivS,
  kMinS,
  kMaxS,
  kMinU,
  kMaxU,
  kAnd,
  kOr,
  kXor,
  kShl,
  kShrS,
  kShrU,
  kSelect,
  kCompare,
  kExtendS,
  kExtendU,
  kTruncate,
  kIndexCast,
};
IndexOp index_op(std::string_view name);

enum class Predicate { kEq, kNe, kSlt, kSle, kSgt, kSge, kUlt, kUle, kUgt, kUge };
// Of `arith.cmpi slt, %a, %b`, in either form; nullopt where it is not found.
std::optional<Predicate> predicate_of(const ttgir::Module& module, const ttgir::Operation& op);
Predicate negated(Predicate predicate);
// That of (b, a) where `predicate` is that of (a, b).
Predicate swapped(Predicate predicate);

// Of a constant, where its value is written: "7 : i32", "dense<0> : tensor<...>".
std::string_view constant_text(const ttgir::Module& module, const ttgir::Operation& op);
// Of a constant that is one number of its type: `arith.constant 7 : i32`, `dense<3>`, `true`.
std::optional<std::int64_t> constant_of(const ttgir::Module& module, const ttgir::Operation& op);

// Does a loop compare its bounds as unsigned numbers: `scf.for unsigned %i = ...`?
bool compares_unsigned(const ttgir::Module& module, const ttgir::Operation& loop);

// Does it take indices, or sizes and strides, behind its first operand?
bool takes_indices(ttgir::OpKind kind);

// The integer at the beginning of an attribute's value, `3 : i32`; `4294967295 : i32` is -1.
std::optional<std::int64_t> integer_of(std::optional<std::string_view> text);

// In place of the bits of `index`, which has 32 in Triton's lowering and 64 in other compilers: the
// functions below answer where both give one number, of numbers that 32 bits have.
inline constexpr unsigned kIndexBits = 65;
bool is_certain_index(std::int64_t value);

// Bits of the integers of a type; 0 if its elements are none.  i1 counts 0 and 1.
unsigned integer_bits(const ttgir::Module& module, ttgir::TypeId type);

// The number of these low bits: signed, but for one bit; itself where they are not known (0).
std::int64_t wrapped(std::int64_t value, unsigned bits);
// Nullopt where the operation gives none: a division by 0, a shift by the width or more.
//   value_of(kAdd, 2^31 - 1, 1, 32) == -2^31,  (.., 64) == 2^31,  (.., kIndexBits) == nullopt
std::optional<std::int64_t> value_of(IndexOp op, std::int64_t a, std::int64_t b, unsigned bits);
// What extsi, extui, trunci or index_cast make of a number of so many bits; nullopt where the
// result has no place in 63 bits.
std::optional<std::int64_t> cast_value(IndexOp op, std::int64_t a, unsigned from, unsigned to);
bool compares(Predicate predicate, std::int64_t a, std::int64_t b, unsigned bits);

}  // namespace tileproof
