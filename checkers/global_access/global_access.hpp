// What does an access of global memory cost a CTA?  Requests, sectors and lines of all its
// instructions, and what no layout goes below; exact, or between two numbers for all values of what
// is not known.  The meaning is that of docs/global-memory.md.
//
// Addresses are given by *rows*: elements whose addresses differ by known numbers of bytes.  Of
// where a row begins only a multiple is known.
//
//   x[i * N + j], N a multiple of 16, f32:  a row for each i, with j at byte 4 j, at a multiple of
//   64
//
// Rows that lie apart touch different sectors, so that the sum over rows is the most; where rows
// may coincide, an instruction touches at least what one of them does.  With a single row both are
// the same.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "core/global_memory.hpp"
#include "core/linear_layout.hpp"
#include "core/result.hpp"
#include "core/target.hpp"

namespace tileproof {

// The largest power of two that divides a number; of 0, a number without a bound.
inline constexpr Word kUnboundedMultiple = Word{1} << 62;
Word power_of_two_in(std::int64_t number);

struct AddressRows {
  struct Row {
    Word multiple = 1;  // bytes, a power of two: its beginning is a multiple of it
  };
  std::vector<Row> rows;
  // By the element's row-major number.
  std::vector<std::uint32_t> row;
  std::vector<std::int64_t> byte;  // from its row's beginning
};

// What a compiler knows of the pointers along the fastest dimension, and of the mask, if there is
// one (checkers/ttgir/axis_facts.hpp).
struct VectorFacts {
  Word contiguity = 1;    // elements
  Word divisibility = 1;  // bytes
  std::optional<Word> mask_constancy = std::nullopt;
};

struct GlobalAccess {
  const LinearLayout& form;  // [register, lane, warp, block] -> [dim0, dim1, ...]
  unsigned element_bits = 0;
  Direction direction = Direction::kLoad;
  VectorFacts facts;
  const GlobalRule& rule;
};

// Bytes of an element in memory: a byte for 1 bit.  Fails (kUnsupported) but for 1, 8, 16, 32, 64.
Result<Word> bytes_of_element(unsigned element_bits);

// Elements of a vector.  Requires: bytes_of_element has an answer.
Word vector_elements(const GlobalAccess& access);

// Of the CTA that takes the most sectors, the first of them.
struct GlobalAccessCost {
  Word vector_bits = 0;
  GlobalCost most;  // rows apart, each where it takes the most sectors, the first of these
  Word sectors_at_least = 0;  // whatever the values are
  Word least_requests = 0;
  Word least_sectors = 0;  // of rows where they take the most
  // Both if each row began at a line.
  Word aligned_sectors = 0;
  Word aligned_least_sectors = 0;
  Word recounted_sectors = 0;  // `most`, instruction by instruction, with rows put apart

  [[nodiscard]] bool is_exact() const { return sectors_at_least == most.sectors; }
};

// Fails as bytes_of_element, and (kUnsupported) beyond 2^22 elements, if lanes are not the 32 of
// the rule's warps, or if an address is 2^39 bytes from its row.
Result<GlobalAccessCost> global_access_cost(const GlobalAccess& access, const AddressRows& rows);

// Rows of a tensor whose element x lies at base + (the sum of x[d] strides[d]) elements, with a
// base that is a multiple of `alignment` bytes; and what a compiler knows of such pointers, along
// `fastest`.
AddressRows strided_rows(std::span<const Word> shape,
                         std::span<const Word> strides,
                         Word element_bytes,
                         Word alignment);
VectorFacts strided_facts(std::span<const Word> shape,
                          std::span<const Word> strides,
                          Word element_bytes,
                          Word alignment,
                          std::size_t fastest);

}  // namespace tileproof
