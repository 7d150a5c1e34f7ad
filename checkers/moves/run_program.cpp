#include "checkers/moves/run_program.hpp"

#include <algorithm>

#include "checkers/moves/access_order.hpp"
#include "checkers/moves/check_program.hpp"
#include "checkers/moves/thread_values.hpp"
#include "core/wavefronts.hpp"

namespace tileproof::moves {
namespace {

// The bytes of all registers: those of one register of all threads lie together.
class Registers {
 public:
  Registers(const Program& program, const std::vector<Word>& sizes) : threads_(program.threads()) {
    for (const Word size : sizes) arrays_.emplace_back(size * 4 * threads_, kNoToken);
  }
  ByteToken& at(std::uint32_t array, Word index, unsigned byte, unsigned thread) {
    return arrays_[array][(index * 4 + byte) * threads_ + thread];
  }
  [[nodiscard]] Word size(std::uint32_t array) const {
    return arrays_[array].size() / 4 / threads_;
  }

 private:
  unsigned threads_;
  std::vector<std::vector<ByteToken>> arrays_;
};

// How many registers each array has.
std::vector<Word> sizes_of(const Program& program,
                           const HeldElements& source,
                           const HeldElements& destination) {
  std::vector<Word> list;
  for (const Array& array : program.arrays) list.push_back(array.size);
  if (list[kSourceArray] == 0) list[kSourceArray] = source.registers();
  if (list[kDestinationArray] == 0) list[kDestinationArray] = destination.registers();
  return list;
}

class Runner {
 public:
  Runner(const Program& program,
         const HeldElements& source,
         const HeldElements& destination,
         const RunOptions& options)
      : program_(program),
        source_(source),
        destination_(destination),
        options_(options),
        sizes_(sizes_of(program, source, destination)),
        registers_(program, sizes_),
        memory_(program.shared_bytes * program.blocks),
        order_(program, memory_.size()),
        meaning_(1, 0) {
    costs_.resize(program.blocks);
    for (ProgramCost& cost : costs_) {
      cost.bytes = program.shared_bytes;
      for (const Word size : sizes_) cost.registers += size;
    }
  }

  Run run() {
    for (unsigned round = 0; round < (options_.is_repeated ? 2 : 1); ++round) {
      begin();
      if (!run_all(program_.statements)) return Run{std::move(fault_), {}};
      if (round == 0) counts_ = false;
    }
    if (!has_destination()) return Run{std::move(fault_), {}};
    return Run{std::nullopt, largest_cost()};
  }

 private:
  using Lanes = std::vector<bool>;  // of all threads: who takes part

  // All registers and memory are as at first.
  void begin() {
    registers_ = Registers(program_, sizes_);
    std::ranges::fill(memory_, kNoToken);
    order_.begin_run();
    for (Word index = 0; index < source_.registers(); ++index) {
      for (unsigned byte = 0; byte < 4; ++byte) {
        for (unsigned thread = 0; thread < program_.threads(); ++thread) {
          const auto held = source_.at(thread, index, byte);
          if (!held) continue;
          // Copies have one name, unless they are told apart.
          registers_.at(kSourceArray, index, byte, thread) =
              options_.copies_are_equal ? name_of(*held) : new_name(*held);
        }
      }
    }
  }
  ByteToken new_name(ElementByte held) {
    meaning_.push_back(held);
    return static_cast<ByteToken>(meaning_.size() - 1);
  }
  ByteToken name_of(ElementByte held) {
    if (held >= names_.size()) names_.resize(held + 1, kNoToken);
    if (names_[held] == kNoToken) names_[held] = new_name(held);
    return names_[held];
  }

  // False once something is wrong.
  bool run_all(const std::vector<Statement>& statements) {
    for (const Statement& statement : statements) {
      if (const auto* loop = std::get_if<Loop>(&statement.what)) {
        loops_.push_back(0);
        for (Word i = loop->first; i < loop->end; ++i) {
          loops_.back() = i;
          if (!run_all(loop->body)) return false;
        }
        loops_.pop_back();
      } else {
        run_move(std::get<Move>(statement.what));
        if (fault_) return false;
      }
    }
    return true;
  }

  void run_move(const Move& move) {
    if (move.op == MoveOp::kBarrier) {
      if (&move == options_.without) return;
      if (counts_) {
        for (ProgramCost& cost : costs_) {
          ++cost.barriers;
          cost.instructions += program_.warps;
        }
      }
      return order_.barrier(move.scope);
    }
    order_.next_move();
    move_ = &move;
    active_ = Lanes(program_.threads(), true);
    if (move.predicate) {
      const auto values = values_in_threads(program_, *move.predicate, loops_);
      for (unsigned t = 0; t < program_.threads(); ++t) active_[t] = values[t] != 0;
    }
    blocks_ = move.block ? values_in_threads(program_, *move.block, loops_) : std::vector<Word>();
    values_ = move.value ? values_in_threads(program_, *move.value, loops_) : std::vector<Word>();
    to_ = indices(move.to);
    from_ = indices(move.from);
    count_instruction();
    switch (move.op) {
      case MoveOp::kMove:
        return each_byte([&](unsigned t, unsigned byte) { return from(0, byte, t); });
      case MoveOp::kPermute:
        return permute();
      case MoveOp::kSelect:
        return each_byte(
            [&](unsigned t, unsigned byte) { return from(values_[t] != 0 ? 0 : 1, byte, t); });
      case MoveOp::kShuffle:
        return shuffle();
      case MoveOp::kStore:
      case MoveOp::kLoad:
        return access();
      case MoveOp::kStoreMatrices:
      case MoveOp::kLoadMatrices:
        return matrices();
      case MoveOp::kBarrier:
        break;
    }
  }

  std::vector<Word> indices(const std::vector<Register>& list) const {
    std::vector<Word> found;
    for (const Register& reg : list) found.push_back(value_of_loops(reg.index, loops_));
    return found;
  }
  ByteToken& to(std::size_t k, unsigned byte, unsigned thread) {
    return registers_.at(move_->to[k].array, to_[k], byte, thread);
  }
  ByteToken& from(std::size_t k, unsigned byte, unsigned thread) {
    return registers_.at(move_->from[k].array, from_[k], byte, thread);
  }

  // Registers are read in all threads before one is written.
  template <typename Value>
  void each_byte(const Value& value) {
    std::vector<ByteToken> found(std::size_t{4} * program_.threads());
    for (unsigned t = 0; t < program_.threads(); ++t) {
      if (!active_[t]) continue;
      for (unsigned byte = 0; byte < 4; ++byte) {
        found[4 * t + byte] = value(t, byte);
        if (fault_) return;
      }
    }
    for (unsigned t = 0; t < program_.threads(); ++t) {
      if (!active_[t]) continue;
      for (unsigned byte = 0; byte < 4; ++byte) to(0, byte, t) = found[4 * t + byte];
    }
  }

  void permute() {
    each_byte([&](unsigned t, unsigned byte) {
      const auto n = static_cast<unsigned>(values_[t] >> (4 * byte) & 7);
      return from(n / 4, n % 4, t);
    });
  }

  // Of a warp all lanes take part, or none.
  bool takes_warps() {
    for (unsigned warp = 0; warp < program_.threads(); warp += program_.lanes) {
      const auto first = active_.begin() + warp;
      const auto idle = std::find(first, first + program_.lanes, false);
      if (idle == first + program_.lanes ||
          std::find(first, first + program_.lanes, true) == first + program_.lanes) {
        continue;
      }
      fail(2,
           static_cast<unsigned>(idle - active_.begin()),
           "takes no part, and other lanes of its warp do");
      return false;
    }
    return true;
  }

  bool is_empty(unsigned t) {
    for (unsigned byte = 0; byte < 4; ++byte) {
      if (from(0, byte, t) != kNoToken) return false;
    }
    return true;
  }

  std::optional<unsigned> giver(unsigned t) {
    const Word lane = t % program_.lanes;
    const Word lanes = program_.lanes;
    const Word value = values_[t];
    const Word first = t - lane;
    const auto within = [&](Word other) {
      return static_cast<unsigned>(first + (other < lanes ? other : lane));
    };
    switch (move_->shuffle) {
      case ShuffleKind::kIndex:
        if (value < lanes) return static_cast<unsigned>(first + value);
        break;
      case ShuffleKind::kButterfly:
        if (value < lanes) return static_cast<unsigned>(first + (lane ^ value));
        break;
      case ShuffleKind::kUp:
        return within(value <= lane ? lane - value : lanes);
      case ShuffleKind::kDown:
        return within(value < lanes ? lane + value : lanes);
      case ShuffleKind::kBytes:
        return static_cast<unsigned>(first + value / 4 % lanes);
    }
    fail(2, t, "takes from lane " + std::to_string(value) + " of " + std::to_string(lanes));
    return std::nullopt;
  }

  void shuffle() {
    if (!takes_warps()) return;
    each_byte([&](unsigned t, unsigned byte) -> ByteToken {
      const auto other = giver(t);
      if (!other) return kNoToken;
      if (byte == 0 && *other != t && is_empty(*other)) {
        fail(2,
             t,
             "takes a register of lane " + std::to_string(*other % program_.lanes) +
                 " that nothing was put into");
      }
      return from(0, byte, *other);
    });
  }

  // The byte of all memory at which a thread's access begins, if it is aligned and in bounds.
  std::optional<std::size_t> place(unsigned t, unsigned bytes) {
    const Word value = values_[t];
    const unsigned alignment = bytes == 12 ? 4 : bytes;
    std::string what;
    if (value % alignment != 0) {
      what = "is at byte " + std::to_string(value) + ", which is no multiple of " +
             std::to_string(alignment);
    } else if (value > program_.shared_bytes || bytes > program_.shared_bytes - value) {
      what = "is at bytes " + std::to_string(value) + " to " + std::to_string(value + bytes - 1) +
             " of " + std::to_string(program_.shared_bytes);
    }
    const Word block = move_->block ? blocks_[t] : thread_at(program_, t).block;
    if (what.empty() && block >= program_.blocks) {
      what = "is in block " + std::to_string(block) + " of " + std::to_string(program_.blocks);
    }
    if (what.empty()) return static_cast<std::size_t>(block * program_.shared_bytes + value);
    fail(1, t, what);
    return std::nullopt;
  }

  // One byte between a register and memory.
  void transfer(unsigned t, std::size_t byte, ByteToken& in_register) {
    const bool stores = is_store(move_->op);
    const bool is_matrix =
        move_->op == MoveOp::kStoreMatrices || move_->op == MoveOp::kLoadMatrices;
    ByteToken& in_memory = memory_[byte];
    const auto number = [&] { return std::to_string(byte % program_.shared_bytes); };
    if ((stores ? in_register : in_memory) == kNoToken) {
      fail(2,
           t,
           stores ? "stores a byte that nothing was put into"
                  : "reads byte " + number() + ", which was not stored",
           byte);
    }
    if (const auto before = order_.add(byte, t, stores, is_matrix, in_register)) {
      const auto text = [&](unsigned other, bool other_stores) {
        const Thread thread = thread_at(program_, other);
        return std::string(stores ? "stores" : "reads") + " byte " + number() + ", which " +
               (program_.blocks > 1 ? "block " + std::to_string(thread.block) + ", " : "") +
               "warp " + std::to_string(thread.warp) + ", lane " + std::to_string(thread.lane) +
               (other_stores ? " stores" : " reads") + " without a barrier between them";
      };
      fail(3, t, text(before->thread, before->is_store), byte);
      // Of one move both are wrong.
      if (before->is_of_this_move) fail(3, before->thread, text(t, stores), byte);
    }
    if (stores) {
      if (in_register != kNoToken) in_memory = in_register;
    } else {
      in_register = in_memory;
    }
  }

  void access() {
    const unsigned bytes = move_->bits / 8;
    const auto& list = is_store(move_->op) ? move_->from : move_->to;
    const auto& at = is_store(move_->op) ? from_ : to_;
    for (unsigned t = 0; t < program_.threads(); ++t) {
      if (!active_[t]) continue;
      const auto first = place(t, bytes);
      if (!first) continue;
      // The upper bytes of a narrow load hold nothing.
      for (unsigned byte = bytes; !is_store(move_->op) && byte < 4; ++byte) {
        registers_.at(list[0].array, at[0], byte, t) = kNoToken;
      }
      for (unsigned byte = 0; byte < bytes; ++byte) {
        transfer(t, *first + byte, registers_.at(list[byte / 4].array, at[byte / 4], byte % 4, t));
      }
    }
    count_wavefronts();
  }

  void matrices() {
    if (!takes_warps()) return;
    const auto& list = is_store(move_->op) ? move_->from : move_->to;
    const auto& at = is_store(move_->op) ? from_ : to_;
    const auto count = static_cast<unsigned>(list.size());
    for (unsigned warp = 0; warp < program_.threads(); warp += program_.lanes) {
      if (!active_[warp]) continue;
      std::vector<std::optional<std::size_t>> rows;
      for (unsigned lane = 0; lane < 8 * count; ++lane) rows.push_back(place(warp + lane, 16));
      for (unsigned lane = 0; lane < program_.lanes; ++lane) {
        for (unsigned m = 0; m < count; ++m) {
          for (unsigned byte = 0; byte < 4; ++byte) {
            const unsigned row = move_->is_transposed ? lane % 4 * 2 + byte / 2 : lane / 4;
            const unsigned in_row =
                move_->is_transposed ? lane / 4 * 2 + byte % 2 : lane % 4 * 4 + byte;
            if (!rows[8 * m + row]) continue;
            transfer(warp + lane,
                     *rows[8 * m + row] + in_row,
                     registers_.at(list[m].array, at[m], byte, warp + lane));
          }
        }
      }
    }
    count_wavefronts();
  }

  // Of several blocks, each figure is the largest.
  ProgramCost largest_cost() const {
    ProgramCost most = costs_[0];
    for (const ProgramCost& cost : costs_) {
      for (Word ProgramCost::*figure : {&ProgramCost::store_wavefronts,
                                        &ProgramCost::load_wavefronts,
                                        &ProgramCost::shuffles,
                                        &ProgramCost::instructions,
                                        &ProgramCost::permutes,
                                        &ProgramCost::barriers}) {
        most.*figure = std::max(most.*figure, cost.*figure);
      }
    }
    return most;
  }

  void count_instruction() {
    if (!counts_ || move_->op == MoveOp::kMove) return;
    for (unsigned warp = 0; warp < program_.warps * program_.blocks; ++warp) {
      const auto first = active_.begin() + warp * program_.lanes;
      if (std::find(first, first + program_.lanes, true) == first + program_.lanes) continue;
      ProgramCost& cost = costs_[warp / program_.warps];
      ++cost.instructions;
      if (move_->op == MoveOp::kShuffle) ++cost.shuffles;
      if (move_->op == MoveOp::kPermute || move_->op == MoveOp::kSelect) ++cost.permutes;
    }
  }

  void count_wavefronts() {
    if (!counts_ || move_->block || fault_) return;
    const AccessRule* rule = access_rule(*move_, program_.target);
    TP_CHECK(rule != nullptr, "an access that the target does not have");
    // A wave of 64 lanes where rules are of 32 is served as two of them.
    const unsigned lanes = rule->lanes;
    TP_CHECK(program_.lanes % lanes == 0, "a wave that is smaller than the target's");
    std::vector<std::optional<Word>> at(lanes);
    for (unsigned first = 0; first < program_.threads(); first += lanes) {
      bool takes_part = false;
      for (unsigned lane = 0; lane < lanes; ++lane) {
        const unsigned t = first + lane;
        at[lane] = active_[t] ? std::optional(values_[t]) : std::nullopt;
        takes_part = takes_part || active_[t];
      }
      if (!takes_part) continue;
      const auto served = tileproof::count_wavefronts(*rule, at);
      TP_CHECK(served.has_value(), served ? "" : served.error().message);
      ProgramCost& cost = costs_[first / program_.lanes / program_.warps];
      (is_store(move_->op) ? cost.store_wavefronts : cost.load_wavefronts) += served->wavefronts;
    }
  }

  bool has_destination() {
    for (unsigned t = 0; t < program_.threads(); ++t) {
      for (Word index = 0; index < destination_.registers(); ++index) {
        for (unsigned byte = 0; byte < 4; ++byte) {
          const auto wanted = destination_.at(t, index, byte);
          if (!wanted) continue;
          const ByteToken token = registers_.at(kDestinationArray, index, byte, t);
          if (token != kNoToken && meaning_[token] == *wanted) continue;
          move_ = nullptr;
          loops_.clear();
          fail(4, t, "");
          fault_->register_index = index;
          fault_->byte = byte;
          fault_->wanted = wanted;
          if (token != kNoToken) fault_->found = meaning_[token];
          return false;
        }
      }
    }
    return true;
  }

  // Of one move the lowest thread goes wrong first, in it the first byte, and of that what is
  // noticed first.
  void fail(unsigned claim,
            unsigned thread,
            std::string what,
            std::optional<std::size_t> byte = {}) {
    if (fault_ && fault_->thread < thread) return;
    if (fault_ && fault_->thread == thread) {
      const bool is_before = byte && fault_->byte && *byte % program_.shared_bytes < *fault_->byte;
      if (!is_before) return;
    }
    fault_ = Fault{claim, move_, loops_, !counts_, thread, {}, {}, {}, {}, std::move(what)};
    if (byte) fault_->byte = *byte % program_.shared_bytes;
  }

  const Program& program_;
  const HeldElements& source_;
  const HeldElements& destination_;
  const RunOptions& options_;
  std::vector<Word> sizes_;  // of the arrays
  Registers registers_;
  std::vector<ByteToken> memory_;
  AccessOrder order_;
  std::vector<ElementByte> meaning_;  // of each token
  std::vector<ByteToken> names_;      // of each byte of an element
  std::vector<Word> loops_;
  // Of the move that is run.
  const Move* move_ = nullptr;
  Lanes active_;
  std::vector<Word> values_;
  std::vector<Word> blocks_;
  std::vector<Word> to_;
  std::vector<Word> from_;
  bool counts_ = true;
  std::vector<ProgramCost> costs_;  // of each block
  std::optional<Fault> fault_;
};

constexpr unsigned kMostRegisterBits = 24;

}  // namespace

std::optional<Error> check_size(const LinearLayout& form, unsigned element_bits) {
  const unsigned held = form.total_in_bits() + log2_ceil(element_bits);
  const unsigned bits = held > 5 ? held - 5 : 0;
  if (bits <= kMostRegisterBits) return std::nullopt;
  return Error{ErrorCode::kUnsupported,
               "a layout's 2^" + std::to_string(bits) +
                   " registers of all threads are more than 2^24, which are not run"};
}

std::optional<Error> check_run(const Program& program,
                               const HeldElements& source,
                               const HeldElements& destination) {
  if (auto error = check_head(program)) return error;
  const auto registers = sizes_of(program, source, destination);
  for (const auto& [array, side] :
       {std::pair(kSourceArray, &source), {kDestinationArray, &destination}}) {
    if (registers[array] >= side->registers()) continue;
    return Error{ErrorCode::kInvalid,
                 "'" + program.arrays[array].name + "' has " + std::to_string(registers[array]) +
                     " registers, and the layout needs " + std::to_string(side->registers())};
  }
  constexpr Word kMostRegisters = Word{1} << kMostRegisterBits;
  Word all = 0;
  for (const Word size : registers) all += size;
  if (all * program.threads() > kMostRegisters) {
    return Error{ErrorCode::kUnsupported,
                 std::to_string(all) + " registers of " + std::to_string(program.threads()) +
                     " threads are more than 2^24, which are not run"};
  }
  return check_program(program, registers);
}

Run run_program(const Program& program,
                const HeldElements& source,
                const HeldElements& destination,
                const RunOptions& options) {
  return Runner(program, source, destination, options).run();
}

}  // namespace tileproof::moves
