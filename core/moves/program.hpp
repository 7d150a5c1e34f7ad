// What does a GPU do to bring a tensor from registers to registers?  A program of moves: what each
// means, and its text, is said in docs/programs.md.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "core/graph.hpp"
#include "core/target.hpp"

namespace tileproof::moves {

// The inputs of an index expression's graph; the loops around a move follow, the outermost first.
inline constexpr std::uint32_t kLaneInput = 0;
inline constexpr std::uint32_t kWarpInput = 1;
inline constexpr std::uint32_t kBlockInput = 2;
inline constexpr std::uint32_t kFirstLoopInput = 3;

// One number.
using IndexExpression = Graph;

// The arrays that every program has.
inline constexpr std::uint32_t kSourceArray = 0;       // s
inline constexpr std::uint32_t kDestinationArray = 1;  // d

// A register of 32 bits; the index uses loops alone.
struct Register {
  std::uint32_t array = 0;
  IndexExpression index;
};

enum class MoveOp : std::uint8_t {
  kMove,
  kPermute,
  kSelect,
  kShuffle,
  kStore,
  kLoad,
  kStoreMatrices,
  kLoadMatrices,
  kBarrier,
};

// How the lane is found that gives: its number, what its number differs in, how far below or above
// it is, or AMD's number of a byte, four of which a lane has.
enum class ShuffleKind : std::uint8_t { kIndex, kButterfly, kUp, kDown, kBytes };

// Which threads a barrier orders.
enum class Scope : std::uint8_t { kWarp, kBlock, kCluster };

struct Move {
  MoveOp op = MoveOp::kBarrier;
  std::vector<Register> to;
  std::vector<Register> from;
  // A selector, the lane that gives, or a byte of shared memory.
  std::optional<IndexExpression> value;
  // The block whose memory it is, if that is said.
  std::optional<IndexExpression> block;
  // Who takes part; all, if it is not said.
  std::optional<IndexExpression> predicate;
  unsigned bits = 32;          // of an access of one thread
  bool is_transposed = false;  // of matrices, of which there are as many as registers
  ShuffleKind shuffle = ShuffleKind::kIndex;
  Scope scope = Scope::kBlock;
  std::string origin;  // "3:5", the line and column; empty if it was not read
};

struct Statement;

// From first to end - 1.
struct Loop {
  std::string name;
  Word first = 0;
  Word end = 0;
  std::vector<Statement> body;
};

struct Statement {
  std::variant<Move, Loop> what;
};

struct Array {
  std::string name;
  Word size = 0;  // of s and d: what the layouts need
};

struct Program {
  explicit Program(Target on) : target(std::move(on)), lanes(target.warp_size()) {}

  Target target;
  unsigned warps = 1;
  unsigned lanes = 32;
  unsigned blocks = 1;
  unsigned element_bits = 32;                        // 8, 16, 32, 64 or 128
  unsigned in_a_register = 1;                        // elements, where they have fewer than 32 bits
  Word shared_bytes = 0;                             // of each block
  std::vector<Array> arrays = {{"s", 0}, {"d", 0}};  // these two first
  std::vector<Statement> statements;

  [[nodiscard]] unsigned threads() const { return blocks * warps * lanes; }
};

inline constexpr unsigned kMaxThreadsOfBlock = 1024;
inline constexpr unsigned kMaxBlocks = 16;
inline constexpr Word kMaxSharedBytes = Word{1} << 20;

// What is wrong with the numbers of a program's first line (kInvalid): elements that registers do
// not hold so, lanes, threads, blocks or memory that the target does not have.
std::optional<Error> check_head(const Program& program);

// A byte of an element in a thread's registers: which element of the layout's registers, which byte
// of it.
struct HeldByte {
  Word element;
  unsigned byte;
};

// How a layout's elements lie in registers of 32 bits.
class Packing {
 public:
  Packing(unsigned element_bits, unsigned in_a_register)
      : bytes_(element_bits / 8), in_a_register_(in_a_register) {}
  explicit Packing(const Program& program) : Packing(program.element_bits, program.in_a_register) {}

  // Registers that so many elements take.
  [[nodiscard]] Word registers(Word elements) const;
  // What byte 0 to 3 of a register holds; nullopt if nothing.
  [[nodiscard]] std::optional<HeldByte> held(Word index, unsigned byte) const;

 private:
  unsigned bytes_;
  unsigned in_a_register_;
};

// "st.shared.b64", "shfl.idx", "barrier.cta": as the target spells it.
std::string mnemonic(const Move& move, const Target& target);

// Bytes that a thread's access has: of matrices those of a row.
inline unsigned access_bytes(const Move& move) {
  const bool is_matrices = move.op == MoveOp::kStoreMatrices || move.op == MoveOp::kLoadMatrices;
  return is_matrices ? 16 : move.bits / 8;
}
inline bool touches_memory(MoveOp op) {
  return op == MoveOp::kStore || op == MoveOp::kLoad || op == MoveOp::kStoreMatrices ||
         op == MoveOp::kLoadMatrices;
}
inline bool is_store(MoveOp op) { return op == MoveOp::kStore || op == MoveOp::kStoreMatrices; }

// The rule by which the target serves an access; null if it has none.
const AccessRule* access_rule(const Move& move, const Target& target);

}  // namespace tileproof::moves
