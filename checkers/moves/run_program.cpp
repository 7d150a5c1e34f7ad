#include "checkers/moves/run_program.hpp"

#include <algorithm>

#include "checkers/moves/access_order.hpp"
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
  [[nodiscard]] Word size(std::uint32_t array) const { return arrays_[array].size() / 4 / threads_; }

 private:
  unsigned threads_;
  std::vector<std::vector<ByteToken>> arrays_;
};

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
        registers_(program, sizes()),
        memory_(program.shared_bytes * program.blocks),
        order_(program, memory_.size()),
        meaning_(1, 0) {
    cost_.bytes = program.shared_bytes;
    for (const Word size : sizes()) cost_.registers += size;
  }

  Result<Run> run() {
    if (auto error = check_arrays(program_.statements)) return *error;
    for (unsigned round = 0; round < (options_.is_repeated ? 2 : 1); ++round) {
      begin();
      if (!run_all(program_.statements)) return Run{std::move(fault_), {}};
      if (round == 0) counts_ = false;
    }
    if (!has_destination()) return Run{std::move(fault_), {}};
    return Run{std::nullopt, cost_};
  }

 private:
  using Lanes = std::vector<bool>;  // of all threads: who takes part

  [[nodiscard]] std::vector<Word> sizes() const {
    std::vector<Word> list;
    for (const Array& array : program_.arrays) list.push_back(array.size);
    list[kSourceArray] = source_.registers();
    list[kDestinationArray] = destination_.registers();
    return list;
  }

  // Of s and d the parser does not know how many there are.
  std::optional<Error> check_arrays(const std::vector<Statement>& statements) {
    for (const Statement& statement : statements) {
      if (const auto* loop = std::get_if<Loop>(&statement.what)) {
        loops_.push_back(0);
        for (loops_.back() = loop->first; loops_.back() < loop->end; ++loops_.back()) {
          if (auto error = check_arrays(loop->body)) return error;
        }
        loops_.pop_back();
        continue;
      }
      const Move& move = std::get<Move>(statement.what);
      for (const auto* list : {&move.to, &move.from}) {
        for (const Register& reg : *list) {
          const Word index = value_of_loops(reg.index, loops_);
          const Word size = registers_.size(reg.array);
          if (index < size) continue;
          return Error{ErrorCode::kInvalid,
                       (move.origin.empty() ? "" : move.origin + ": ") + "'" +
                           program_.arrays[reg.array].name + "' has " + std::to_string(size) +
                           " registers, and the number is " + std::to_string(index)};
        }
      }
    }
    return std::nullopt;
  }

  // All registers and memory are as at first.
  void begin() {
    registers_ = Registers(program_, sizes());
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
        ++cost_.barriers;
        cost_.instructions += program_.warps;
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
    for (unsigned t = 0; t < program_.threads(); ++t) {
      if (active_[t] && (values_[t] & ~Word{0x7777}) != 0) {
        return fail(2, t, "has the selector " + std::to_string(values_[t]) +
                              ", of which a digit is above 7, or which is above 0x7777");
      }
    }
    each_byte([&](unsigned t, unsigned byte) {
      const auto n = static_cast<unsigned>(values_[t] >> (4 * byte) & 7);
      return from(n / 4, n % 4, t);
    });
  }

  // Of a warp all lanes take part, or none.
  bool takes_warps() {
    for (unsigned t = 0; t < program_.threads(); ++t) {
      if (active_[t] == active_[t / program_.lanes * program_.lanes]) continue;
      fail(2, t, "is run by a part of the warp's lanes");
      return false;
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
      return other ? from(0, byte, *other) : kNoToken;
    });
  }

  // The byte of all memory at which a thread's access begins, if it is aligned and in bounds.
  std::optional<std::size_t> place(unsigned t, Word value, unsigned bytes) {
    const unsigned alignment = bytes == 12 ? 4 : bytes;
    if (value % alignment != 0) {
      fail(1, t, "is at byte " + std::to_string(value) + ", which is no multiple of " +
                     std::to_string(alignment));
      return std::nullopt;
    }
    if (value > program_.shared_bytes || bytes > program_.shared_bytes - value) {
      fail(1, t, "is at bytes " + std::to_string(value) + " to " +
                     std::to_string(value + bytes - 1) + " of " +
                     std::to_string(program_.shared_bytes));
      return std::nullopt;
    }
    Word block = thread_at(program_, t).block;
    if (move_->block) {
      block = values_in_threads(program_, *move_->block, loops_)[t];
      if (block >= program_.blocks) {
        fail(1, t, "is in block " + std::to_string(block) + " of " +
                       std::to_string(program_.blocks));
        return std::nullopt;
      }
    }
    return static_cast<std::size_t>(block * program_.shared_bytes + value);
  }

  // One byte between a register and memory; false once something is wrong.
  bool transfer(unsigned t, std::size_t byte, ByteToken& in_register) {
    const bool stores = is_store(move_->op);
    ByteToken& in_memory = memory_[byte];
    if ((stores ? in_register : in_memory) == kNoToken) {
      fail(2, t, stores ? "stores a byte that nothing was put into" : "reads byte " +
                     std::to_string(byte % program_.shared_bytes) + ", which was not stored",
           byte);
      return false;
    }
    if (const auto before = order_.add(byte, t, stores, in_register)) {
      const Thread other = thread_at(program_, before->thread);
      fail(3, t, std::string(stores ? "stores" : "reads") + " byte " +
                     std::to_string(byte % program_.shared_bytes) + ", which warp " +
                     std::to_string(other.warp) + ", lane " + std::to_string(other.lane) +
                     (before->is_store ? " stores" : " reads") + " without a barrier between them",
           byte);
      return false;
    }
    if (stores) {
      in_memory = in_register;
    } else {
      in_register = in_memory;
    }
    return true;
  }

  void access() {
    const unsigned bytes = move_->bits / 8;
    const auto& list = is_store(move_->op) ? move_->from : move_->to;
    const auto& at = is_store(move_->op) ? from_ : to_;
    for (unsigned t = 0; t < program_.threads(); ++t) {
      if (!active_[t]) continue;
      const auto first = place(t, values_[t], bytes);
      if (!first) return;
      // The upper bytes of a narrow load hold nothing.
      for (unsigned byte = bytes; !is_store(move_->op) && byte < 4; ++byte) {
        registers_.at(list[0].array, at[0], byte, t) = kNoToken;
      }
      for (unsigned byte = 0; byte < bytes; ++byte) {
        ByteToken& token =
            registers_.at(list[byte / 4].array, at[byte / 4], byte % 4, t);
        if (!transfer(t, *first + byte, token)) return;
      }
    }
    count_wavefronts(bytes);
  }

  void matrices() {
    if (!takes_warps()) return;
    const auto& list = is_store(move_->op) ? move_->from : move_->to;
    const auto& at = is_store(move_->op) ? from_ : to_;
    const auto count = static_cast<unsigned>(list.size());
    for (unsigned warp = 0; warp < program_.threads(); warp += program_.lanes) {
      if (!active_[warp]) continue;
      std::vector<std::size_t> rows;
      for (unsigned lane = 0; lane < 8 * count; ++lane) {
        const auto row = place(warp + lane, values_[warp + lane], 16);
        if (!row) return;
        rows.push_back(*row);
      }
      for (unsigned lane = 0; lane < program_.lanes; ++lane) {
        for (unsigned m = 0; m < count; ++m) {
          for (unsigned byte = 0; byte < 4; ++byte) {
            const unsigned row = move_->is_transposed ? lane % 4 * 2 + byte / 2 : lane / 4;
            const unsigned in_row =
                move_->is_transposed ? lane / 4 * 2 + byte % 2 : lane % 4 * 4 + byte;
            ByteToken& token = registers_.at(list[m].array, at[m], byte, warp + lane);
            if (!transfer(warp + lane, rows[8 * m + row] + in_row, token)) return;
          }
        }
      }
    }
    count_wavefronts(16);
  }

  void count_instruction() {
    if (!counts_ || move_->op == MoveOp::kMove) return;
    for (unsigned warp = 0; warp < program_.warps; ++warp) {
      const auto first = active_.begin() + warp * program_.lanes;
      if (std::find(first, first + program_.lanes, true) == first + program_.lanes) continue;
      ++cost_.instructions;
      if (move_->op == MoveOp::kShuffle) ++cost_.shuffles;
      if (move_->op == MoveOp::kPermute || move_->op == MoveOp::kSelect) ++cost_.permutes;
    }
  }

  void count_wavefronts(unsigned bytes) {
    if (!counts_) return;
    const AccessRule* rule = access_rule(*move_, program_.target);
    TP_CHECK(rule != nullptr, "an access that the target does not have");
    // A wave of another size is served by as many lanes as it has.
    const unsigned lanes = std::min(program_.lanes, rule->lanes);
    std::vector<std::optional<Word>> at(rule->lanes);
    for (unsigned warp = 0; warp < program_.warps; ++warp) {
      bool takes_part = false;
      for (unsigned lane = 0; lane < lanes; ++lane) {
        const unsigned t = warp * program_.lanes + lane;
        at[lane] = active_[t] ? std::optional(values_[t]) : std::nullopt;
        takes_part = takes_part || active_[t];
      }
      if (!takes_part) continue;
      const auto cost = tileproof::count_wavefronts(*rule, at);
      TP_CHECK(cost.has_value(), cost ? "" : cost.error().message);
      (is_store(move_->op) ? cost_.store_wavefronts : cost_.load_wavefronts) += cost->wavefronts;
    }
    static_cast<void>(bytes);
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

  void fail(unsigned claim, unsigned thread, std::string what, std::optional<std::size_t> byte = {}) {
    fault_ = Fault{claim, move_, loops_, thread, {}, {}, {}, {}, std::move(what)};
    if (byte) fault_->byte = *byte % program_.shared_bytes;
  }

  const Program& program_;
  const HeldElements& source_;
  const HeldElements& destination_;
  const RunOptions& options_;
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
  std::vector<Word> to_;
  std::vector<Word> from_;
  bool counts_ = true;
  ProgramCost cost_;
  std::optional<Fault> fault_;
};

}  // namespace

Result<Run> run_program(const Program& program,
                        const HeldElements& source,
                        const HeldElements& destination,
                        const RunOptions& options) {
  return Runner(program, source, destination, options).run();
}

}  // namespace tileproof::moves
