#include "core/simplify.hpp"

#include <algorithm>
#include <optional>

#include "core/bits.hpp"
#include "core/ranges.hpp"
#include "core/recorder.hpp"

namespace tileproof {
namespace {

using Bits = std::uint64_t;

// A number of more diagonals becomes a step, so that a long sum takes time in proportion to its
// length.
constexpr std::size_t kMostDiagonals = 16;

Bits moved_bits(Bits bits, int shift) {
  if (shift <= -64 || shift >= 64) return 0;
  return shift >= 0 ? bits << shift : bits >> -shift;
}

struct Diagonal {
  std::uint32_t place = 0;  // of a number of the new graph
  int shift = 0;            // negative: to the right
  Bits mask = 0;
};

struct Folded {
  Folded(Bits value = 0) : constant(value) {}  // NOLINT: implicit
  [[nodiscard]] bool is_constant() const { return diagonals.empty(); }
  [[nodiscard]] bool is(Bits value) const { return is_constant() && constant == value; }
  [[nodiscard]] bool is_power() const { return is_constant() && is_power_of_two(constant); }
  // The bits that can be 1.
  [[nodiscard]] Bits possible() const {
    Bits bits = constant;
    for (const Diagonal& d : diagonals) bits |= moved_bits(d.mask, d.shift);
    return bits;
  }
  void drop_empty() {
    std::erase_if(diagonals, [](const Diagonal& d) { return d.mask == 0; });
  }

  Bits constant;
  // One for each place and shift, none without bits.
  std::vector<Diagonal> diagonals;
};

Folded masked(Folded word, Bits bits) {
  word.constant &= bits;
  for (Diagonal& d : word.diagonals) d.mask &= moved_bits(bits, -d.shift);
  word.drop_empty();
  return word;
}

// Up, or down for a negative shift.
Folded moved(Folded word, int shift) {
  word.constant = moved_bits(word.constant, shift);
  for (Diagonal& d : word.diagonals) d.shift += shift;
  return word;
}

Folded exclusive_or(Folded x, const Folded& y) {
  x.constant ^= y.constant;
  for (const Diagonal& d : y.diagonals) {
    const auto same = std::ranges::find_if(
        x.diagonals, [&](const Diagonal& e) { return e.place == d.place && e.shift == d.shift; });
    if (same == x.diagonals.end()) {
      x.diagonals.push_back(d);
    } else {
      same->mask ^= d.mask;
    }
  }
  x.drop_empty();
  return x;
}

bool are_disjoint(const Folded& x, const Folded& y) { return (x.possible() & y.possible()) == 0; }

// The steps of the new graph.
class Written {
 public:
  Steps steps;

  [[nodiscard]] Recorder recorder() { return Recorder{steps}; }

  // A number of which no other bits are 1 at any point.
  Folded word_of(const Recorded& number, Bits bits) {
    Bits& known = possible(number.place);
    known &= bits;
    Folded word;
    word.diagonals.push_back({number.place, 0, known});
    word.drop_empty();
    return word;
  }

  // Writes the steps of a number.
  Recorded number(const Folded& word) {
    if (word.is_constant()) return word.constant;
    std::optional<Recorded> sum;
    for (const Diagonal& d : word.diagonals) {
      const Recorded bits = bits_of(d);
      sum = sum ? recorder().bit_xor(*sum, bits) : bits;
    }
    if (word.constant != 0) sum = recorder().bit_xor(*sum, word.constant);
    return *sum;
  }

 private:
  Bits& possible(std::uint32_t place) {
    if (place >= possible_.size()) possible_.resize(place + 1, ~Bits{0});
    return possible_[place];
  }

  Recorded bits_of(const Diagonal& d) {
    Recorded bits;
    bits.place = d.place;
    const Bits arriving = moved_bits(moved_bits(possible(d.place), d.shift), -d.shift);
    const auto distance = static_cast<Bits>(std::abs(d.shift));
    if ((d.mask & arriving) != arriving) bits = recorder().bit_and(bits, d.mask);
    if (d.shift > 0) bits = recorder().shl(bits, distance);
    if (d.shift < 0) bits = recorder().lshr(bits, distance);
    return bits;
  }

  std::vector<Bits> possible_;  // by place
};

// Constants need no care here: ranges show them.
struct Folding {
  using Word = Folded;
  using Bool = RecordedTruth;

  Written& written;
  Bits bits = 0;  // that the number can have which the next step gives

  void come_from(const Origin& origin) const { written.steps.come_from(origin); }
  [[nodiscard]] Word add(const Word& x, const Word& y) const {
    return are_disjoint(x, y) ? exclusive_or(x, y) : step(StepOp::kAdd, x, y);
  }
  [[nodiscard]] Word sub(const Word& x, const Word& y) const {
    return y.is(0) ? x : step(StepOp::kSub, x, y);
  }
  [[nodiscard]] Word mul(const Word& x, const Word& y) const {
    if (x.is_power()) return shl(y, log2_exact(x.constant));
    return y.is_power() ? shl(x, log2_exact(y.constant)) : step(StepOp::kMul, x, y);
  }
  [[nodiscard]] Word udiv(const Word& x, const Word& y) const {
    return y.is_power() ? lshr(x, log2_exact(y.constant)) : step(StepOp::kDiv, x, y);
  }
  [[nodiscard]] Word urem(const Word& x, const Word& y) const {
    return y.is_power() ? masked(x, y.constant - 1) : step(StepOp::kRem, x, y);
  }
  [[nodiscard]] Word bit_and(const Word& x, const Word& y) const {
    if (x.is_constant()) return masked(y, x.constant);
    return y.is_constant() ? masked(x, y.constant) : step(StepOp::kAnd, x, y);
  }
  [[nodiscard]] Word bit_or(const Word& x, const Word& y) const {
    return are_disjoint(x, y) ? exclusive_or(x, y) : step(StepOp::kOr, x, y);
  }
  [[nodiscard]] Word bit_xor(const Word& x, const Word& y) const { return exclusive_or(x, y); }
  [[nodiscard]] Word shl(const Word& x, const Word& y) const {
    return y.is_constant() ? moved(x, distance(y)) : step(StepOp::kShl, x, y);
  }
  [[nodiscard]] Word lshr(const Word& x, const Word& y) const {
    return y.is_constant() ? moved(x, -distance(y)) : step(StepOp::kShr, x, y);
  }
  [[nodiscard]] Bool eq(const Word& x, const Word& y) const {
    const Recorded p = written.number(x);
    return written.recorder().eq(p, written.number(y));
  }
  [[nodiscard]] Bool ult(const Word& x, const Word& y) const {
    const Recorded p = written.number(x);
    return written.recorder().ult(p, written.number(y));
  }
  [[nodiscard]] Bool bool_and(const Bool& p, const Bool& q) const {
    if (is_constant(p)) return p.constant ? q : p;
    if (is_constant(q)) return q.constant ? p : q;
    return written.recorder().bool_and(p, q);
  }
  [[nodiscard]] Bool bool_or(const Bool& p, const Bool& q) const {
    if (is_constant(p)) return p.constant ? p : q;
    if (is_constant(q)) return q.constant ? q : p;
    return written.recorder().bool_or(p, q);
  }
  [[nodiscard]] Bool bool_not(const Bool& p) const { return written.recorder().bool_not(p); }
  [[nodiscard]] Word ite(const Bool& p, const Word& x, const Word& y) const {
    if (is_constant(p)) return p.constant ? x : y;
    const Recorded first = written.number(x);
    return written.word_of(written.recorder().ite(p, first, written.number(y)), bits);
  }

 private:
  static bool is_constant(const Bool& p) { return p.place == Recorded::kFree; }
  static int distance(const Word& y) { return static_cast<int>(std::min<Bits>(y.constant, 64)); }
  [[nodiscard]] Word step(StepOp op, const Word& x, const Word& y) const {
    const Recorded first = written.number(x);
    return written.word_of(written.recorder().number(op, first, written.number(y)), bits);
  }
};

class Simplifier {
 public:
  Simplifier(const Graph& graph, std::span<const IntervalWord> inputs)
      : graph_(graph), ranges_(ranges(graph, inputs)) {
    for (std::uint32_t i = 0; i < graph.inputs; ++i) {
      at_.push_back(written_.word_of(written_.steps.input(i), bits_of(inputs[i])));
    }
  }

  Graph run() {
    for (const GraphStep& step : graph_.steps) {
      a_.come_from(graph_.origin_of(step));
      gives_truth(step.op) ? run_truth(step) : run_number(step);
    }
    a_.come_from({});
    std::vector<Recorded> results;
    for (const auto place : graph_.results) {
      results.push_back(written_.number(frame_.numbers[place]));
    }
    std::vector<RecordedTruth> truths;
    for (const auto place : graph_.truth_results) truths.push_back(frame_.truths[place]);
    return std::move(written_.steps).graph(results, truths);
  }

 private:
  static Bits bits_of(const IntervalWord& range) {
    return low_mask(static_cast<unsigned>(std::bit_width(static_cast<Bits>(range.high()))));
  }

  void run_truth(const GraphStep& step) {
    const IntervalBool& known = ranges_.truths[frame_.truths.size()];
    run_step(a_, step, at_, frame_);
    if (known.is_known()) frame_.truths.back() = known.can_be(true);
  }

  void run_number(const GraphStep& step) {
    const IntervalWord& range = ranges_.numbers[frame_.numbers.size()];
    a_.bits = bits_of(range);
    if (range.is_constant()) {
      frame_.numbers.emplace_back(static_cast<Bits>(range.low()));
      return;
    }
    if (step.op == StepOp::kRem &&
        ranges_.numbers[step.operands[0]].high() < ranges_.numbers[step.operands[1]].low()) {
      frame_.numbers.push_back(Folded(frame_.numbers[step.operands[0]]));
      return;
    }
    run_step(a_, step, at_, frame_);
    Folded& word = frame_.numbers.back();
    // This drops also what was moved out of 64 bits.
    word = masked(std::move(word), a_.bits);
    if (word.diagonals.size() > kMostDiagonals) {
      word = written_.word_of(written_.number(word), word.possible());
    }
  }

  const Graph& graph_;
  const Ranges ranges_;
  Written written_;
  Folding a_{written_};
  std::vector<Folded> at_;
  Frame<Folding> frame_;
};

}  // namespace

std::vector<bool> needed_steps(const Graph& graph) {
  std::vector<std::size_t> number_steps;
  std::vector<std::size_t> truth_steps;
  for (std::size_t i = 0; i < graph.steps.size(); ++i) {
    (gives_truth(graph.steps[i].op) ? truth_steps : number_steps).push_back(i);
  }
  std::vector<bool> needed(graph.steps.size(), false);
  for (const auto place : graph.results) needed[number_steps[place]] = true;
  for (const auto place : graph.truth_results) needed[truth_steps[place]] = true;
  for (std::size_t i = graph.steps.size(); i-- > 0;) {
    const GraphStep& step = graph.steps[i];
    for (unsigned k = 0; needed[i] && k < arity(step.op); ++k) {
      needed[(takes_truth(step.op, k) ? truth_steps : number_steps)[step.operands[k]]] = true;
    }
  }
  return needed;
}

namespace {

std::size_t needed_operations(const Graph& graph) {
  const std::vector<bool> needed = needed_steps(graph);
  std::size_t count = 0;
  for (std::size_t i = 0; i < needed.size(); ++i) {
    if (needed[i] && arity(graph.steps[i].op) != 0) ++count;
  }
  return count;
}

}  // namespace

Graph without_dead_steps(const Graph& graph) {
  const std::vector<bool> needed = needed_steps(graph);
  Steps steps;
  const Recorder a{steps};
  std::vector<Recorded> at(graph.inputs);
  Frame<Recorder> frame;
  for (std::size_t i = 0; i < graph.steps.size(); ++i) {
    const GraphStep& step = graph.steps[i];
    a.come_from(graph.origin_of(step));
    if (!needed[i]) {
      if (gives_truth(step.op)) frame.truths.emplace_back();
      if (!gives_truth(step.op)) frame.numbers.emplace_back();
      continue;
    }
    if (step.op == StepOp::kInput) {
      at[step.constant] = steps.input(static_cast<std::uint32_t>(step.constant));
    }
    run_step(a, step, at, frame);
  }
  a.come_from({});
  std::vector<Recorded> results;
  for (const auto place : graph.results) results.push_back(frame.numbers[place]);
  std::vector<RecordedTruth> truths;
  for (const auto place : graph.truth_results) truths.push_back(frame.truths[place]);
  Graph shorter = std::move(steps).graph(results, truths);
  shorter.inputs = graph.inputs;
  return shorter;
}

Graph simplify(const Graph& graph, std::span<const IntervalWord> inputs) {
  const Graph folded = Simplifier(graph, inputs).run();
  return without_dead_steps(needed_operations(folded) <= needed_operations(graph) ? folded : graph);
}

}  // namespace tileproof
