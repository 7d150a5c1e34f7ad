#include "checkers/theorems/theorems.hpp"

#include "checkers/theorems/cute_composition.hpp"
#include "checkers/theorems/cute_swizzle.hpp"
#include "checkers/theorems/fitting_leaf_cases.hpp"
#include "checkers/theorems/nvmma_atoms.hpp"
#include "checkers/theorems/padded_columns.hpp"
#include "checkers/theorems/padding_growth.hpp"
#include "checkers/theorems/shared_swizzle.hpp"

namespace tileproof::theorems {
namespace {

using Statements = std::vector<Statement>;

Statements all_atoms() {
  Statements statements;
  for (const triton::NvmmaShared& encoding : nvmma_atoms()) {
    statements.push_back(nvmma_is_the_cute_atom(encoding));
  }
  return statements;
}

Statements fitting_leaf() {
  return {quotient_is_unique(),
          remainder_is_unique(),
          gaps_grow(),
          leaf_over_rows_composes(),
          leaf_in_row_composes(),
          leaf_through_rows_composes()};
}

Statements other_leaf() {
  return {quotient_is_unique(),
          remainder_is_unique(),
          gaps_grow(),
          other_leaf_over_rows_does_not(),
          other_leaf_within_rows_does_not()};
}

constexpr std::string_view kSwizzleScope =
    "offsets below 2^32; vec and row length any powers of two below 2^32, the phase any function "
    "of the row: every perPhase and maxPhase, rotating or not";
constexpr std::string_view kCuteScope =
    "offsets below 2^32; all B, M and S with B + M + |S| <= 32, S of both signs";
constexpr std::string_view kColumnScope =
    "32 or 64 banks of 4 bytes; accesses of 4, 8 and 16 bytes; row lengths that are powers of two "
    "and multiples of all banks' bytes; addresses below 2^32; every first row and every aligned "
    "column; as many lanes in a group, in consecutive rows, as together ask for all banks' bytes";

constexpr Theorem kTheorems[] = {
    {"swizzle-row-permutation",
     "swizzled_shared and amd_rotating_shared keep each row in its own part of memory and give "
     "each of its columns a place of its own",
     kSwizzleScope,
     Expectation::kHolds,
     [] { return Statements{swizzled_row_is_a_permutation()}; }},
    {"swizzle-decodes",
     "the row of an offset is offset / row length, and its column is offset XOR phase(row) * vec, "
     "modulo the row length",
     kSwizzleScope,
     Expectation::kHolds,
     [] { return Statements{swizzled_offset_decodes()}; }},
    {"swizzle-injective",
     "swizzled_shared and amd_rotating_shared give no two elements of a tensor one offset",
     kSwizzleScope,
     Expectation::kHolds,
     [] { return Statements{swizzle_is_injective()}; }},
    {"cute-swizzle-injective",
     "Swizzle<B,M,S> is injective for every S other than 0, also where |S| < B",
     kCuteScope,
     Expectation::kHolds,
     [] { return Statements{cute_swizzle_is_injective()}; }},
    {"cute-swizzle-zero-shift",
     "Swizzle<B,M,0> is injective",
     kCuteScope,
     Expectation::kFails,
     [] { return Statements{cute_swizzle_is_injective(Distance::kZero)}; }},
    {"cute-swizzle-involution",
     "Swizzle<B,M,S> applied twice gives back the offset if |S| >= B",
     kCuteScope,
     Expectation::kHolds,
     [] { return Statements{cute_swizzle_is_an_involution()}; }},
    {"cute-swizzle-no-involution",
     "Swizzle<B,M,S> applied twice does not give back every offset if |S| < B: not 2^(M+2S), or "
     "2^M for a negative S",
     kCuteScope,
     Expectation::kHolds,
     [] { return Statements{cute_swizzle_is_no_involution()}; }},
    {"cute-swizzle-any-involution",
     "Swizzle<B,M,S> applied twice gives back the offset for every S other than 0",
     kCuteScope,
     Expectation::kFails,
     [] { return Statements{cute_swizzle_is_an_involution(Distance::kNotZero)}; }},
    {"padding-injective",
     "padding keeps the order of offsets, so that no two get one place: if it does with some "
     "pairs (it does with none), it does with one pair more",
     "all integers: every interval of 1 or more, nested or not, every amount of 0 or more, any "
     "number of pairs, in words of any width in which no padded offset wraps",
     Expectation::kHolds,
     [] { return Statements{one_more_pair_grows()}; }},
    {"padding-negative",
     "padding by a negative amount gives no two offsets one place",
     "all integers: one pair, every interval of 1 or more, the amount negative",
     Expectation::kFails,
     [] { return Statements{one_pair_is_injective<NegativePaddingStep>()}; }},
    {"padded-column-conflict-free",
     "with each row padded by one access, lanes that access one column never want different words "
     "of one bank",
     kColumnScope,
     Expectation::kHolds,
     [] { return Statements{column_is_free_of_conflicts()}; }},
    {"unpadded-column-conflict-free",
     "without padding, lanes that access one column never want different words of one bank",
     kColumnScope,
     Expectation::kFails,
     [] { return Statements{column_is_free_of_conflicts<NoPadding>()}; }},
    {"nvmma-is-cute-atom",
     "nvmma_shared with a swizzle of 32, 64 or 128 bytes has the byte offsets of Sw<1,4,3>, "
     "Sw<2,4,3> or Sw<3,4,3> on rows of as many bytes",
     "elements of 8, 16 and 32 bits, transposed or not; all bytes of a tile of 256 rows of one box",
     Expectation::kHolds,
     all_atoms},
    {"composition-of-sum",
     "for A = (n,m):(d0,d1), A(x + y) = A(x) + A(y) for all d0 and d1 just if "
     "x mod n + y mod n < n",
     "all integers x, y >= 0 and n >= 1",
     Expectation::kHolds,
     [] {
       return Statements{sum_composes(false), sum_composes(true)};
     }},
    {"composition-of-leaf",
     "CuTe's (n,m):(d0,d1) o s:r is right for all d0 and d1, and of size s, if n divides r, or "
     "(s - 1) r < n, or r divides n and n / r divides s",
     "all integers n, s, r >= 1",
     Expectation::kHolds,
     fitting_leaf},
    {"composition-of-leaf-needs",
     "CuTe's (n,m):(d0,d1) o s:r is wrong for some d0 and d1, or not of size s, if n does not "
     "divide r, (s - 1) r >= n, and r does not divide n or n / r does not divide s",
     "all integers n, s, r >= 1",
     Expectation::kHolds,
     other_leaf},
    {"composition-cute-checks",
     "CuTe's (n,m):(d0,d1) o s:r is right if it passes CuTe's own checks: n divides r, or r < n "
     "and min(s, ceil(n / r)) divides s",
     "all n, s and r from 1 to 16",
     Expectation::kFails,
     [] { return Statements{fitting_leaf_composes<CuteChecks>(16)}; }},
    {"composition-of-leaves",
     "CuTe's (n,m):(d0,d1) o (s,t):(r,q) is right for all d0 and d1 if both s:r and t:q are and "
     "the largest coordinates that they reach in the mode n add up to less than n",
     "all n, s, r, t and q from 1 to 8",
     Expectation::kHolds,
     [] { return Statements{two_leaves_compose(8)}; }},
    {"composition-of-leaves-needs",
     "CuTe's (n,m):(d0,d1) o (s,t):(r,q) is wrong for some d0 and d1 if both s:r and t:q are right "
     "and the largest coordinates that they reach in the mode n add up to n or more",
     "all n, s, r, t and q from 1 to 8",
     Expectation::kHolds,
     [] { return Statements{carrying_leaves_do_not(8)}; }},
    {"composition-by-mode",
     "CuTe's (n,m):(d0,d1) o (s,t):(r,q) is right for all d0 and d1 if both s:r and t:q are",
     "all n, s, r, t and q from 1 to 8",
     Expectation::kFails,
     [] { return Statements{two_leaves_compose(8, Carry::kAny)}; }},
};

}  // namespace

std::vector<triton::NvmmaShared> nvmma_atoms() {
  std::vector<triton::NvmmaShared> result;
  for (const Word swizzle_bytes : {Word{32}, Word{64}, Word{128}}) {
    for (const Word element_bits : {Word{8}, Word{16}, Word{32}}) {
      for (const bool transposed : {false, true}) {
        triton::NvmmaShared encoding;
        encoding.swizzle_bytes = swizzle_bytes;
        encoding.element_bits = element_bits;
        encoding.transposed = transposed;
        encoding.cga = triton::CgaLayout::single(2);
        result.push_back(encoding);
      }
    }
  }
  return result;
}

std::span<const Theorem> theorems() { return kTheorems; }

Verdict prove(const Theorem& theorem, const Limits& limits) {
  return prove(theorem.statements(), std::string(theorem.scope), limits);
}

bool is_as_expected(const Theorem& theorem, const Verdict& verdict) {
  return theorem.expectation == Expectation::kHolds ? is_proved(verdict) : is_refuted(verdict);
}

}  // namespace tileproof::theorems
