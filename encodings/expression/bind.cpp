// Do all steps of a function stay within 0 .. 2^64 - 1 at all points of its inputs?  The one
// definition runs over ranges, step by step.
#include <algorithm>
#include <array>
#include <map>
#include <numeric>
#include <utility>

#include "core/interval_algebra.hpp"
#include "encodings/expression/evaluate.hpp"
#include "encodings/expression/function.hpp"
#include "encodings/expression/lexer.hpp"

namespace tileproof::expression {
namespace {

constexpr Int128 kLargest = ~Word{0};

// Which values are surely equal?  Values with one number are.
class Numbering {
 public:
  explicit Numbering(const Function& f) {
    for (std::size_t i = 0; i < f.first_constant(); ++i) words_.push_back(next_++);
    for (const Word constant : f.constants) words_.push_back(number({kConstant, constant, 0, 0}));
  }

  void add(const Step& step) {
    std::array<Word, 4> key = {static_cast<Word>(step.op), 0, 0, 0};
    for (unsigned k = 0; k < arity(step.op); ++k) {
      key[k + 1] = (takes_truth(step.op, k) ? truths_ : words_)[step.operands[k]];
    }
    (gives_truth(step.op) ? truths_ : words_).push_back(number(key));
  }

  [[nodiscard]] bool equal(std::uint32_t x, std::uint32_t y) const {
    return words_[x] == words_[y];
  }

 private:
  static constexpr Word kConstant = 255;  // no operation has this number

  Word number(const std::array<Word, 4>& key) {
    const auto [place, is_new] = numbers_.emplace(key, next_);
    if (is_new) ++next_;
    return place->second;
  }

  Word next_ = 0;
  std::map<std::array<Word, 4>, Word> numbers_;
  std::vector<Word> words_;
  std::vector<Word> truths_;
};

class RangeCheck {
 public:
  explicit RangeCheck(const Function& f) : f_(f), numbering_(f) {}

  // The largest value of any step, or the first step that does not stay in its bounds.
  Result<Word> run() {
    std::vector<IntervalWord> at;
    for (const Input& input : f_.inputs) at.push_back(IntervalWord::between(0, *input.size - 1));
    for (const Parameter& parameter : f_.parameters) {
      at.push_back(IntervalWord::between(parameter.first, parameter.last));
    }
    begin<Interval>(f_, at, frame_);
    Int128 largest = 0;
    for (const IntervalWord& word : frame_.words) largest = std::max(largest, word.high());
    for (const Step& step : f_.steps) {
      if (auto error = check_operands(step)) return *error;
      expression::run(Interval{}, step, frame_);
      numbering_.add(step);
      if (gives_truth(step.op)) continue;
      steps_of_words_.push_back(&step);
      IntervalWord& range = frame_.words.back();
      range = narrowed(step, range);
      if (auto error = check_result(step, range)) return *error;
      largest = std::max(largest, range.high());
    }
    return static_cast<Word>(largest);
  }

 private:
  [[nodiscard]] const IntervalWord& operand(const Step& step, unsigned k) const {
    return frame_.words[step.operands[k]];
  }

  [[nodiscard]] std::optional<Error> check_operands(const Step& step) const {
    const bool divides = step.op == Op::kDiv || step.op == Op::kRem;
    if (divides && operand(step, 1).low() == 0) {
      return refuse(step, step.operands[1], 0, "a divisor must not be 0");
    }
    const bool shifts = step.op == Op::kShl || step.op == Op::kShr;
    if (shifts && operand(step, 1).high() > 63) {
      return refuse(step, step.operands[1], operand(step, 1).high(), "a shift must be below 64");
    }
    return std::nullopt;
  }

  [[nodiscard]] std::optional<Error> check_result(const Step& step,
                                                  const IntervalWord& range) const {
    const auto place = static_cast<std::uint32_t>(frame_.words.size() - 1);
    if (range.low() < 0) return refuse(step, place, range.low(), "a value must not be below 0");
    if (range.high() <= kLargest) return std::nullopt;
    return refuse(step, place, range.high(), "a value must be below 2^64");
  }

  // Ranges may be wider than what occurs, so the error says where its number is from.
  [[nodiscard]] Error refuse(const Step& step,
                             std::uint32_t word,
                             Int128 bound,
                             const char* rule) const {
    const std::string number =
        bound == IntervalWord::kInfinity ? "2^125 or more" : to_string(bound);
    return error_at(step.position,
                    bound > kLargest ? ErrorCode::kOverflow : ErrorCode::kInvalid,
                    print_value(f_, {false, word}) + " can be " + number +
                        ", by the ranges of its operands: " + rule);
  }

  // What ranges alone do not show: a minimum is no more than either of its operands, and x less
  // what is at most x is not below 0.
  [[nodiscard]] IntervalWord narrowed(const Step& step, const IntervalWord& range) const {
    if (step.op == Op::kMin || step.op == Op::kMax) {
      const auto& x = operand(step, 0);
      const auto& y = operand(step, 1);
      return step.op == Op::kMin
                 ? IntervalWord::between(std::min(x.low(), y.low()), std::min(x.high(), y.high()))
                 : IntervalWord::between(std::max(x.low(), y.low()), std::max(x.high(), y.high()));
    }
    if (step.op == Op::kSub && is_at_most(step.operands[1], step.operands[0])) {
      return IntervalWord::between(std::max<Int128>(range.low(), 0),
                                   std::max<Int128>(range.high(), 0));
    }
    return range;
  }

  // Is y <= x at every point because of how y is made: x, x % z, x / z, x >> z, x & z, min(x, z)?
  [[nodiscard]] bool is_at_most(std::uint32_t y, std::uint32_t x) const {
    if (numbering_.equal(y, x)) return true;
    if (y < f_.first_step()) return false;
    const Step& made = *steps_of_words_[y - f_.first_step()];
    const bool by_first = made.op == Op::kRem || made.op == Op::kDiv || made.op == Op::kShr;
    const bool by_either = made.op == Op::kBitAnd || made.op == Op::kMin;
    return ((by_first || by_either) && numbering_.equal(made.operands[0], x)) ||
           (by_either && numbering_.equal(made.operands[1], x));
  }

  const Function& f_;
  Numbering numbering_;
  Frame<Interval> frame_;
  std::vector<const Step*> steps_of_words_;
};

// Which size each input takes: that of the tensor's coordinate if all inputs are called as those
// are, else in their order.
std::vector<std::size_t> order_of_sizes(const Function& f) {
  const std::size_t rank = f.inputs.size();
  std::vector<std::size_t> order(rank);
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::vector<std::size_t> named;
  for (const Input& input : f.inputs) {
    for (std::size_t d = 0; d < rank; ++d) {
      if (input.name == coordinate_name(d, rank) || input.name == "dim" + std::to_string(d)) {
        named.push_back(d);
      }
    }
  }
  auto sorted = named;
  std::ranges::sort(sorted);
  return sorted == order ? named : order;
}

std::optional<Error> take_sizes(Function& f, std::span<const Word> sizes) {
  if (!sizes.empty() && sizes.size() != f.inputs.size()) {
    std::string names;
    for (const Input& input : f.inputs) names += (names.empty() ? "" : ", ") + input.name;
    return Error{ErrorCode::kShape,
                 "the inputs (" + names + ") are " + std::to_string(f.inputs.size()) +
                     ", but the sizes are " + std::to_string(sizes.size())};
  }
  const auto order = order_of_sizes(f);
  Word points = 1;
  for (std::size_t i = 0; i < f.inputs.size(); ++i) {
    Input& input = f.inputs[i];
    const auto refuse = [&input](ErrorCode code, const std::string& what) {
      return Error{code, "the size of '" + input.name + "' " + what};
    };
    if (sizes.empty() && !input.size) return refuse(ErrorCode::kShape, "is not given");
    const Word size = sizes.empty() ? *input.size : sizes[order[i]];
    if (size == 0) return refuse(ErrorCode::kShape, "is 0");
    if (input.size && *input.size != size) {
      return refuse(ErrorCode::kShape,
                    "is " + std::to_string(*input.size) + " in the text, but " +
                        std::to_string(size) + " is given");
    }
    if (size > (Word{1} << kMaxIndexBits) / points) {
      return Error{ErrorCode::kOverflow,
                   "the inputs have more than 2^" + std::to_string(kMaxIndexBits) + " points"};
    }
    points *= size;
    input.size = size;
  }
  return std::nullopt;
}

}  // namespace

Result<Function> bind(Function function, std::span<const Word> sizes) {
  if (auto error = take_sizes(function, sizes)) return *error;
  TP_TRY(largest, RangeCheck(function).run());
  function.largest_value = largest;
  return function;
}

}  // namespace tileproof::expression
