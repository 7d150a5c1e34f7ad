#include "checkers/certificates/program_certifier/moves.hpp"

#include <array>
#include <set>

#include "checkers/certificates/program_certifier/ordered_memory.hpp"
#include "core/int128.hpp"
#include "core/moves/program.hpp"
#include "encodings/index_map/index_map.hpp"
#include "encodings/moves/parse_program.hpp"

namespace tileproof::certificates {
namespace {

using moves::IndexExpression;
using moves::Move;
using moves::MoveOp;
using moves::Program;
using moves::ShuffleKind;

// Exact numbers below 2^64.
struct Exact : U64 {
  static Word sure(Int128 value) {
    demand(value >= 0 && value <= Int128{~Word{0}}, "a number leaves 64 bits");
    return static_cast<Word>(value);
  }
  Word add(Word x, Word y) const { return sure(Int128{x} + y); }
  Word sub(Word x, Word y) const { return sure(Int128{x} - y); }
  Word mul(Word x, Word y) const {
    Word product = 0;
    demand(!__builtin_mul_overflow(x, y, &product), "a number leaves 64 bits");
    return product;
  }
  Word udiv(Word x, Word y) const {
    demand(y != 0, "a division by 0");
    return x / y;
  }
  Word urem(Word x, Word y) const {
    demand(y != 0, "a division by 0");
    return x % y;
  }
  Word shl(Word x, Word y) const {
    demand(y < 64, "a shift by 64 or more");
    return mul(x, Word{1} << y);
  }
  Word lshr(Word x, Word y) const {
    demand(y < 64, "a shift by 64 or more");
    return x >> y;
  }
};

using Bytes = std::array<Held, 4>;  // of a register

class Run {
 public:
  explicit Run(const StatedProgram& claim)
      : claim_(claim),
        program_(taken(moves::parse_program(claim.program))),
        source_(taken(parse_index_map(claim.source.text, claim.source.shape))),
        destination_(taken(parse_index_map(claim.destination.text, claim.destination.shape))),
        threads_(program_.threads()),
        memory_(program_) {}

  void all() {
    demand(claim_.source.shape == claim_.destination.shape, "tensors of two shapes");
    make_registers();
    for (int run = 0; run < (claim_.is_repeated ? 2 : 1); ++run) {
      begin();
      each(program_.statements);
    }
    demand_destination();
  }

 private:
  // Sizes of a layout's inputs by name; 1 where it has none of the name.
  static Word size_of(const IndexMap& map, std::string_view name) {
    for (const Axis& axis : map.axes()) {
      if (axis.name == name) return axis.size;
    }
    return 1;
  }

  // The element, as one number, at a place of a layout.
  Word element_at(const IndexMap& map, Word reg, unsigned thread) const {
    std::vector<Word> at;
    for (const Axis& axis : map.axes()) {
      const Word value = axis.name == "register" ? reg
                         : axis.name == "lane"   ? lane_of(thread)
                         : axis.name == "warp"   ? warp_of(thread)
                         : axis.name == "block"  ? block_of(thread)
                                                 : ~Word{0};
      demand(value < axis.size, "a layout is not in registers");
      at.push_back(value);
    }
    const auto coordinates = evaluate(U64{}, map, std::span<const Word>(at));
    demand(coordinates.size() == claim_.source.shape.size(), "a layout is not in registers");
    Word element = 0;
    for (std::size_t d = 0; d < coordinates.size(); ++d) {
      demand(coordinates[d] < claim_.source.shape[d], "a layout leaves the tensor");
      element = element * claim_.source.shape[d] + coordinates[d];
    }
    return element;
  }

  // Where byte `byte` of element `r` of a thread's is: its register, and the byte of that.
  std::pair<Word, unsigned> place_of(Word r, unsigned byte) const {
    const unsigned bytes = program_.element_bits / 8;
    if (bytes >= 4) return {r * (bytes / 4) + byte / 4, byte % 4};
    const unsigned together = program_.in_a_register;
    return {r / together, static_cast<unsigned>(r % together) * bytes + byte};
  }

  void make_registers() {
    for (const IndexMap* map : {&source_, &destination_}) {
      demand(size_of(*map, "lane") == program_.lanes && size_of(*map, "warp") == program_.warps &&
                 size_of(*map, "block") == program_.blocks,
             "the program has other lanes, warps or blocks than a layout");
    }
    Word all = 0;
    for (const moves::Array& array : program_.arrays) {
      const std::size_t number = registers_.size();
      Word size = array.size;
      if (number < 2) {
        const Word elements = size_of(number == 0 ? source_ : destination_, "register");
        const Word needed = place_of(elements - 1, program_.element_bits / 8 - 1).first + 1;
        demand(size == 0 || size >= needed, "an array has fewer registers than the layout");
        size = std::max(size, needed);
      }
      all += size;
      demand(all * threads_ <= Word{1} << 24, "more than 2^24 registers");
      registers_.emplace_back(size * threads_);
    }
  }

  void begin() {
    for (auto& array : registers_) std::ranges::fill(array, Bytes{});
    memory_.begin_run();
    for (unsigned thread = 0; thread < threads_; ++thread) {
      for (Word r = 0; r < size_of(source_, "register"); ++r) {
        const Word element = element_at(source_, r, thread);
        const Word origin = claim_.copies_are_equal ? 0 : r * threads_ + thread;
        for (unsigned byte = 0; byte < program_.element_bits / 8; ++byte) {
          const auto [reg, part] = place_of(r, byte);
          at(moves::kSourceArray, reg, thread)[part] = Held{element, byte, origin, true};
        }
      }
    }
  }

  void demand_destination() {
    for (unsigned thread = 0; thread < threads_; ++thread) {
      for (Word r = 0; r < size_of(destination_, "register"); ++r) {
        const Word element = element_at(destination_, r, thread);
        for (unsigned byte = 0; byte < program_.element_bits / 8; ++byte) {
          const auto [reg, part] = place_of(r, byte);
          const Held& held = at(moves::kDestinationArray, reg, thread)[part];
          require(held.is_something && held.element == element && held.byte == byte,
                  "the destination has another element than its layout says");
        }
      }
    }
  }

  unsigned lane_of(unsigned thread) const { return thread % program_.lanes; }
  unsigned warp_of(unsigned thread) const { return thread / program_.lanes % program_.warps; }
  unsigned block_of(unsigned thread) const { return thread / program_.lanes / program_.warps; }

  Bytes& at(std::uint32_t array, Word index, unsigned thread) {
    auto& all = registers_[array];
    demand(index < all.size() / threads_, "there is no such register");
    return all[index * threads_ + thread];
  }
  Bytes& at(const moves::Register& reg, unsigned thread) {
    return at(reg.array, value(reg.index, thread), thread);
  }

  Word value(const IndexExpression& expression, unsigned thread) const {
    std::vector<Word> inputs = {lane_of(thread), warp_of(thread), block_of(thread)};
    inputs.insert(inputs.end(), loops_.begin(), loops_.end());
    return results_of(Exact{}, expression, std::span<const Word>(inputs))[0];
  }

  void each(const std::vector<moves::Statement>& statements) {
    for (const moves::Statement& statement : statements) {
      if (const auto* loop = std::get_if<moves::Loop>(&statement.what)) {
        for (Word i = loop->first; i < loop->end; ++i) {
          loops_.push_back(i);
          each(loop->body);
          loops_.pop_back();
        }
      } else {
        one(std::get<Move>(statement.what));
      }
    }
  }

  void one(const Move& move) {
    ++moves_;
    demand(moves_ * threads_ <= Word{1} << 26, "the program takes too long");
    if (move.op == MoveOp::kBarrier) return memory_.barrier(move.scope);
    memory_.begin_move();
    demand_registers(move);
    std::vector<unsigned> active;
    for (unsigned thread = 0; thread < threads_; ++thread) {
      if (!move.predicate || value(*move.predicate, thread) != 0) active.push_back(thread);
    }
    switch (move.op) {
      case MoveOp::kMove:
      case MoveOp::kPermute:
      case MoveOp::kSelect:
      case MoveOp::kShuffle:
        return between_registers(move, active);
      case MoveOp::kStore:
      case MoveOp::kLoad:
        return with_memory(move, active);
      default:
        return with_matrices(move, active);
    }
  }

  // There are all that are named, also where no thread takes part; they are the same in each.
  void demand_registers(const Move& move) {
    for (const auto* list : {&move.to, &move.from}) {
      for (const moves::Register& reg : *list) at(reg, 0);
    }
    std::set<std::pair<std::uint32_t, Word>> written;
    for (const moves::Register& reg : move.to) {
      demand(written.emplace(reg.array, value(reg.index, 0)).second, "a register is written twice");
    }
  }

  // Moves of whole warps: all lanes of one take part, or none.
  void demand_warps(const std::vector<unsigned>& active) const {
    std::vector<unsigned> lanes(threads_ / program_.lanes, 0);
    for (const unsigned thread : active) ++lanes[thread / program_.lanes];
    for (const unsigned count : lanes) {
      require(count == 0 || count == program_.lanes, "some lanes of a warp take no part");
    }
  }

  void between_registers(const Move& move, const std::vector<unsigned>& active) {
    if (move.op == MoveOp::kShuffle) demand_warps(active);
    std::vector<Bytes> found;
    for (const unsigned thread : active) found.push_back(result(move, thread));
    for (std::size_t i = 0; i < active.size(); ++i) at(move.to[0], active[i]) = found[i];
  }

  Bytes result(const Move& move, unsigned thread) {
    const Word number = move.value ? value(*move.value, thread) : 0;
    if (move.op == MoveOp::kMove) return at(move.from[0], thread);
    if (move.op == MoveOp::kSelect) return at(move.from[number != 0 ? 0 : 1], thread);
    if (move.op == MoveOp::kPermute) {
      demand(number < 0x8000, "a selector of more than four digits");
      Bytes bytes;
      for (unsigned k = 0; k < 4; ++k) {
        const Word digit = number >> 4 * k & 15;
        demand(digit < 8, "a selector's digit above 7");
        bytes[k] = at(move.from[digit / 4], thread)[digit % 4];
      }
      return bytes;
    }
    const unsigned giver = giver_of(move.shuffle, number, thread);
    const Bytes bytes = at(move.from[0], giver);
    require(giver == thread || std::ranges::any_of(bytes, &Held::is_something),
            "a lane is given a register that holds nothing");
    return bytes;
  }

  unsigned giver_of(ShuffleKind kind, Word number, unsigned thread) const {
    const Word lane = lane_of(thread);
    Word giver = number;
    if (kind == ShuffleKind::kButterfly) {
      giver = lane ^ number;
    } else if (kind == ShuffleKind::kUp) {
      giver = number <= lane ? lane - number : lane;
    } else if (kind == ShuffleKind::kDown) {
      giver = number < program_.lanes - lane ? lane + number : lane;
    } else if (kind == ShuffleKind::kBytes) {
      giver = number / 4 % program_.lanes;
    }
    require(giver < program_.lanes, "a lane takes from one that there is not");
    return static_cast<unsigned>(thread - lane + giver);
  }

  // The first byte of an access, in the memory of all blocks.
  std::size_t place(const Move& move, unsigned thread, unsigned bytes) const {
    const Word byte = value(*move.value, thread);
    const Word block = move.block ? value(*move.block, thread) : block_of(thread);
    require(byte % (bytes == 12 ? 4 : bytes) == 0, "an access is not aligned");
    require(bytes <= program_.shared_bytes && byte <= program_.shared_bytes - bytes,
            "an access leaves shared memory");
    require(block < program_.blocks, "an access is in a block that there is not");
    return block * program_.shared_bytes + byte;
  }

  void with_memory(const Move& move, const std::vector<unsigned>& active) {
    const unsigned bytes = move.bits / 8;
    for (const unsigned thread : active) {
      const std::size_t first = place(move, thread, bytes);
      for (unsigned byte = 0; byte < std::max(bytes, 4U); ++byte) {
        const auto& reg = (is_store(move.op) ? move.from : move.to)[byte / 4];
        Held& held = at(reg, thread)[byte % 4];
        if (byte < bytes) {
          transfer(move, thread, first + byte, held);
        } else if (!is_store(move.op)) {
          held = Held{};
        }
      }
    }
  }

  void with_matrices(const Move& move, const std::vector<unsigned>& active) {
    demand_warps(active);
    const auto& list = is_store(move.op) ? move.from : move.to;
    for (const unsigned thread : active) {
      const unsigned lane = lane_of(thread);
      for (unsigned matrix = 0; matrix < list.size(); ++matrix) {
        for (unsigned byte = 0; byte < 4; ++byte) {
          const unsigned row = move.is_transposed ? 2 * (lane % 4) + byte / 2 : lane / 4;
          const unsigned in_row =
              move.is_transposed ? 2 * (lane / 4) + byte % 2 : 4 * (lane % 4) + byte;
          const std::size_t first = place(move, thread - lane + 8 * matrix + row, 16);
          transfer(move, thread, first + in_row, at(list[matrix], thread)[byte]);
        }
      }
    }
  }

  // One byte between a register and memory.
  void transfer(const Move& move, unsigned thread, std::size_t byte, Held& in_register) {
    const bool is_matrix = move.op == MoveOp::kStoreMatrices || move.op == MoveOp::kLoadMatrices;
    if (is_store(move.op)) {
      memory_.store(byte, thread, is_matrix, in_register);
    } else {
      in_register = memory_.load(byte, thread, is_matrix);
    }
  }

  const StatedProgram& claim_;
  Program program_;
  IndexMap source_;
  IndexMap destination_;
  unsigned threads_;
  std::vector<std::vector<Bytes>> registers_;  // of each array: register by register, all threads
  OrderedMemory memory_;
  std::vector<Word> loops_;
  Word moves_ = 0;
};

}  // namespace

void replay_moves(const StatedProgram& claim) { Run(claim).all(); }

}  // namespace tileproof::certificates
