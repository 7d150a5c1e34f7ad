// How does a plan become a program?  Words in registers, by the vectors of the tensor's bytes that
// they hold, and the moves between them.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <vector>

#include "checkers/plan/affine_expression.hpp"
#include "checkers/plan/sides.hpp"
#include "core/moves/program.hpp"

namespace tileproof::plan {

// Words of an array: the one with the sum of some of the vectors is in the register whose number is
// the XOR of their columns.  A word holds the bytes of the sum plus each combination of `inside`,
// the first bit of its own number first; of fewer than two the upper bytes are not asked for.
struct WordArray {
  std::uint32_t array = 0;
  Vectors inside;
  Vectors vectors = {};
  Vectors columns = {};
  Word constant = 0;  // which all numbers are XORed to

  // The register with this vector, apart from what is inside of words.  Requires: there is one.
  [[nodiscard]] Word index_of(Word vector) const;
  // The vector without what is inside of its word.
  [[nodiscard]] Word word_of(Word vector) const;
  // The number of a byte, 4 * register + byte in it.
  [[nodiscard]] Word byte_of(Word vector) const;
  [[nodiscard]] Vectors bytes_of(std::span<const Word> asked) const;
};

// By how many bytes within a register those of a lane, warp or block are off, by its bits.
struct Shifts {
  Vectors lanes = {};
  Vectors warps = {};
  Vectors blocks = {};

  [[nodiscard]] bool is_none() const;
};

// Threads of which one of these bits is 1, or this number is not 0.
struct Inactive {
  Word lanes = 0;
  Word warps = 0;
  AffineValue turn = {};
};

class MoveWriter {
 public:
  explicit MoveWriter(moves::Program program);

  [[nodiscard]] const moves::Program& program() const { return program_; }
  moves::Program take() && { return std::move(program_); }
  void set_shared_bytes(Word bytes) { program_.shared_bytes = bytes; }

  // Registers of an array that the plan has for itself.
  std::uint32_t new_array(Word size);

  // to[i] for all i of so many bits: its byte k holds what byte bytes[0] * k0 + bytes[1] * k1 +
  // slots * i of `from` holds, by the numbers of bytes there (XORs of columns).
  void gather(std::uint32_t to,
              const Vectors& to_columns,
              std::uint32_t from,
              const Vectors& bytes,
              const Vectors& slots,
              const Shifts& shifts = {});

  // Words of these vectors, where in lanes, warps and blocks of which a bit is 1 its vector is
  // added: chosen among those of `from`, which has all of them.
  WordArray select(const WordArray& from,
                   const Vectors& vectors,
                   const Vectors& lanes,
                   const Vectors& warps,
                   const Vectors& blocks = {});

  // An access of `bytes` bytes in each thread, at the addresses of `at`, in the memory of another
  // block if that is said, for all slots; the first
  // vectors of `words` are within an access.
  void access(moves::MoveOp op,
              const WordArray& words,
              unsigned bytes,
              const AffineValue& at,
              const Inactive& inactive = {},
              const std::optional<AffineValue>& block = {});
  // Matrices: those of `words`, as many of them at a time as the target can; rows of matrix m of a
  // slot are at at(slot, m), in the lanes 8 * m and after it.
  void matrices(moves::MoveOp op,
                const WordArray& words,
                bool is_transposed,
                const AffineValue& at);
  void shuffle(std::uint32_t to, std::uint32_t from, unsigned slot_bits, const AffineValue& lane);
  // Of one wave on AMD there is none: its moves are in order.
  void barrier(moves::Scope scope);

 private:
  [[nodiscard]] moves::IndexExpression predicate(const Inactive& inactive) const;
  // for i in 0..2^bits { moves }
  void loop(unsigned bits, moves::Move move);
  void loop(unsigned bits, std::vector<moves::Move> body);
  [[nodiscard]] moves::Register reg(std::uint32_t array,
                                    const Vectors& columns,
                                    Word constant = 0) const;
  [[nodiscard]] VariableBits bits() const;
  [[nodiscard]] moves::IndexExpression value(const AffineValue& value) const;

  moves::Program program_;
  unsigned slot_bits_ = 0;
};

}  // namespace tileproof::plan
