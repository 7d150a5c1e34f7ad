#include "checkers/moves/check_program.hpp"

#include <algorithm>
#include <boost/container/small_vector.hpp>

#include "checkers/moves/thread_values.hpp"
#include "core/f2_algebra.hpp"
#include "core/ranges.hpp"

namespace tileproof::moves {
namespace {

constexpr Word kMostSelector = 0x7777;

// The value at a point, unless a step leaves 64 bits, divides by 0 or shifts by 64 or more.
struct CheckedWord {
  CheckedWord(std::uint64_t number = 0, bool right = true)  // NOLINT: implicit
      : value(number), is_right(right) {}
  std::uint64_t value;
  bool is_right;
};
struct CheckedBool {
  CheckedBool(bool truth = false, bool right = true)  // NOLINT: implicit
      : value(truth), is_right(right) {}
  bool value;
  bool is_right;
};
struct Checked {
  using Word = CheckedWord;
  using Bool = CheckedBool;
  static Word joined(const Word& x, const Word& y, std::uint64_t value, bool is_right = true) {
    return {value, x.is_right && y.is_right && is_right};
  }
  Word add(const Word& x, const Word& y) const {
    std::uint64_t sum = 0;
    const bool wraps = __builtin_add_overflow(x.value, y.value, &sum);
    return joined(x, y, sum, !wraps);
  }
  Word sub(const Word& x, const Word& y) const {
    return joined(x, y, x.value - y.value, x.value >= y.value);
  }
  Word mul(const Word& x, const Word& y) const {
    std::uint64_t product = 0;
    const bool wraps = __builtin_mul_overflow(x.value, y.value, &product);
    return joined(x, y, product, !wraps);
  }
  Word udiv(const Word& x, const Word& y) const {
    return joined(x, y, y.value == 0 ? 0 : x.value / y.value, y.value != 0);
  }
  Word urem(const Word& x, const Word& y) const {
    return joined(x, y, y.value == 0 ? 0 : x.value % y.value, y.value != 0);
  }
  Word bit_and(const Word& x, const Word& y) const { return joined(x, y, x.value & y.value); }
  Word bit_or(const Word& x, const Word& y) const { return joined(x, y, x.value | y.value); }
  Word bit_xor(const Word& x, const Word& y) const { return joined(x, y, x.value ^ y.value); }
  Word shl(const Word& x, const Word& y) const {
    const bool fits = y.value < 64 && (x.value << y.value) >> y.value == x.value;
    return joined(x, y, fits ? x.value << y.value : 0, fits);
  }
  Word lshr(const Word& x, const Word& y) const {
    return joined(x, y, y.value < 64 ? x.value >> y.value : 0, y.value < 64);
  }
  Bool eq(const Word& x, const Word& y) const {
    return {x.value == y.value, x.is_right && y.is_right};
  }
  Bool ult(const Word& x, const Word& y) const {
    return {x.value < y.value, x.is_right && y.is_right};
  }
  Bool bool_and(const Bool& p, const Bool& q) const {
    return {p.value && q.value, p.is_right && q.is_right};
  }
  Bool bool_or(const Bool& p, const Bool& q) const {
    return {p.value || q.value, p.is_right && q.is_right};
  }
  Bool bool_not(const Bool& p) const { return {!p.value, p.is_right}; }
  Word ite(const Bool& p, const Word& x, const Word& y) const {
    return {p.value ? x.value : y.value, p.is_right && x.is_right && y.is_right};
  }
};

class Checker {
 public:
  Checker(const Program& program, const std::vector<Word>& registers)
      : program_(program),
        registers_(registers),
        ranges_({IntervalWord::between(0, program.lanes - 1),
                 IntervalWord::between(0, program.warps - 1),
                 IntervalWord::between(0, program.blocks - 1)}) {}

  std::optional<Error> check(const std::vector<Statement>& statements) {
    for (const Statement& statement : statements) {
      if (const auto* loop = std::get_if<Loop>(&statement.what)) {
        if (loop->first == loop->end) continue;
        loops_.push_back(loop);
        ranges_.push_back(IntervalWord::between(loop->first, loop->end - 1));
        auto error = check(loop->body);
        loops_.pop_back();
        ranges_.pop_back();
        if (error) return error;
      } else if (auto error = check(std::get<Move>(statement.what))) {
        return error;
      }
    }
    return std::nullopt;
  }

 private:
  std::optional<Error> check(const Move& move) {
    move_ = &move;
    asks_threads_ = (move.op == MoveOp::kPermute && !has_digits_of_a_selector(*move.value)) ||
                    !is_in_range(move.predicate, ~Word{0}) ||
                    !is_in_range(move.value, low_mask(63)) ||
                    !is_in_range(move.block, low_mask(63));
    asks_registers_ = !has_registers();
    if (!asks_threads_ && !asks_registers_) return std::nullopt;
    at_.assign(kFirstLoopInput, 0);
    note_uses();
    return each_round(0);
  }

  // Which inputs matter to what is asked: along the others one point stands for all.
  void note_uses() {
    uses_.assign(kFirstLoopInput + loops_.size(), false);
    const auto note = [&](const IndexExpression& expression) {
      for (const GraphStep& step : expression.steps) {
        if (step.op == StepOp::kInput) uses_[step.constant] = true;
      }
    };
    if (asks_threads_) {
      for (const auto* value : {&move_->predicate, &move_->value, &move_->block}) {
        if (*value) note(**value);
      }
    }
    if (asks_registers_) {
      for (const auto* list : {&move_->to, &move_->from}) {
        for (const Register& reg : *list) note(reg.index);
      }
    }
  }

  // Do ranges show that all steps are right and the value is no more than this?
  bool is_in_range(const std::optional<IndexExpression>& value, Word most) const {
    if (!value) return true;
    const Ranges found = ranges(*value, ranges_);
    return found.faults.empty() && found.numbers[value->results[0]].high() <= Int128{most};
  }
  bool has_registers() const {
    for (const auto* list : {&move_->to, &move_->from}) {
      for (const Register& reg : *list) {
        if (!is_in_range(reg.index, registers_[reg.array] - 1)) return false;
      }
    }
    return are_apart(move_->to);
  }
  // Is it shown that a selector has no digit above 7, and four at most?
  bool has_digits_of_a_selector(const IndexExpression& value) const {
    const std::vector<F2Word> at = any_round();
    const F2Word selector = results_of(F2{}, value, std::span<const F2Word>(at))[0];
    return selector.is_linear() && (selector.possible() & ~kMostSelector) == 0;
  }
  // All inputs as their bits; what has too many has no number.
  std::vector<F2Word> any_round() const {
    std::vector<F2Word> at;
    at.reserve(kFirstLoopInput + loops_.size());
    unsigned bits = 0;
    const auto add = [&](Word size) {
      const unsigned more = log2_ceil(size);
      at.push_back(bits + more > 64 ? F2Word::poison("too many bits") : F2Word::inputs(bits, more));
      bits += more;
    };
    for (const Word size : {program_.lanes, program_.warps, program_.blocks}) add(size);
    for (const Loop* loop : loops_) add(loop->end);
    return at;
  }
  // Are they shown to be different registers in every round?  They are where their numbers differ
  // by constants alone.
  bool are_apart(const std::vector<Register>& list) const {
    if (list.size() < 2) return true;
    const std::vector<F2Word> at = any_round();
    std::vector<F2Word> numbers;
    numbers.reserve(list.size());
    for (const Register& reg : list) {
      numbers.push_back(results_of(F2{}, reg.index, std::span<const F2Word>(at))[0]);
      for (std::size_t k = 0; k + 1 < numbers.size(); ++k) {
        if (list[k].array == reg.array && !numbers[k].never_equals(numbers.back())) return false;
      }
    }
    return true;
  }

  std::optional<Error> each_round(std::size_t depth) {
    if (depth == loops_.size()) {
      auto error = asks_registers_ ? check_registers() : std::nullopt;
      return error || !asks_threads_ ? error : check_threads();
    }
    for (Word i = loops_[depth]->first; i < loops_[depth]->end; ++i) {
      at_.resize(kFirstLoopInput + depth);
      at_.push_back(i);
      if (auto error = each_round(depth + 1)) return error;
      if (!uses_[kFirstLoopInput + depth]) break;
    }
    return std::nullopt;
  }

  std::optional<Error> check_registers() {
    boost::container::small_vector<std::pair<std::uint32_t, Word>, 8> written;
    for (const auto* list : {&move_->to, &move_->from}) {
      for (const Register& reg : *list) {
        const auto index = value_of(reg.index);
        if (!index.is_right) return wrong_step();
        if (index.value >= registers_[reg.array]) return no_register(reg, index.value);
        if (list == &move_->from) continue;
        const std::pair place(reg.array, index.value);
        if (std::ranges::find(written, place) != written.end()) {
          return refuse("register " + std::to_string(index.value) + " of '" +
                        program_.arrays[reg.array].name + "' is written twice");
        }
        written.push_back(place);
      }
    }
    return std::nullopt;
  }

  std::optional<Error> check_threads() {
    const bool is_matrices =
        move_->op == MoveOp::kStoreMatrices || move_->op == MoveOp::kLoadMatrices;
    const std::size_t rows = 8 * (move_->to.size() + move_->from.size());
    for (unsigned number = 0; number < program_.threads(); ++number) {
      const Thread thread = thread_at(program_, number);
      const bool is_like_another = (thread.lane != 0 && !uses_[kLaneInput]) ||
                                   (thread.warp != 0 && !uses_[kWarpInput]) ||
                                   (thread.block != 0 && !uses_[kBlockInput]);
      if (is_like_another) continue;
      at_[kLaneInput] = thread.lane;
      at_[kWarpInput] = thread.warp;
      at_[kBlockInput] = thread.block;
      if (move_->predicate) {
        const auto takes_part = value_of(*move_->predicate);
        if (!takes_part.is_right) return wrong_step();
        if (takes_part.value == 0) continue;
      }
      if (is_matrices && thread.lane >= rows) continue;
      for (const auto* value : {&move_->value, &move_->block}) {
        if (!*value) continue;
        const auto found = value_of(**value);
        if (!found.is_right) return wrong_step();
        if (touches_memory(move_->op) && found.value > low_mask(63)) {
          return refuse("an address or block of 2^63 or more");
        }
        if (move_->op == MoveOp::kPermute && (found.value & ~kMostSelector) != 0) {
          return refuse("the selector " + std::to_string(found.value) +
                        " has a digit above 7, or more than four");
        }
      }
    }
    return std::nullopt;
  }

  [[nodiscard]] CheckedWord value_of(const IndexExpression& expression) const {
    return results_of(Checked{}, expression, std::span<const CheckedWord>(at_))[0];
  }

  [[nodiscard]] Error refuse(const std::string& what) const {
    return {ErrorCode::kInvalid, (move_->origin.empty() ? "" : move_->origin + ": ") + what};
  }
  [[nodiscard]] Error wrong_step() const {
    return refuse("a value leaves 0 to 2^64 - 1, divides by 0 or shifts by 64 or more");
  }
  [[nodiscard]] Error no_register(const Register& reg, Word index) const {
    return refuse("'" + program_.arrays[reg.array].name + "' has " +
                  std::to_string(registers_[reg.array]) + " registers, and the number is " +
                  std::to_string(index));
  }

  const Program& program_;
  const std::vector<Word>& registers_;
  std::vector<IntervalWord> ranges_;  // of inputs
  std::vector<const Loop*> loops_;
  std::vector<CheckedWord> at_;
  std::vector<bool> uses_;  // by input
  const Move* move_ = nullptr;
  // What ranges do not show to be right.
  bool asks_threads_ = false;
  bool asks_registers_ = false;
};

}  // namespace

std::optional<Error> check_program(const Program& program, const std::vector<Word>& registers) {
  return Checker(program, registers).check(program.statements);
}

}  // namespace tileproof::moves
