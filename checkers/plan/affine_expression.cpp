#include "checkers/plan/affine_expression.hpp"

#include <algorithm>
#include <optional>

namespace tileproof::plan {
namespace {

class Writer {
 public:
  explicit Writer(Steps& steps) : a_{steps} {}

  // Runs of bits that move up alike are one term.
  void add(std::uint32_t input, const Vectors& columns, unsigned bits) {
    for (unsigned first = 0; first < columns.size();) {
      unsigned end = first + 1;
      while (end < columns.size() && is_power_of_two(columns[first]) &&
             columns[end] == columns[first] << (end - first)) {
        ++end;
      }
      if (columns[first] != 0) add_term(input, first, end, bits, columns[first]);
      first = end;
    }
  }

  void add(const Recorded& term) { sum_ = sum_ ? a_.bit_xor(*sum_, term) : term; }
  [[nodiscard]] Recorded sum() const { return sum_.value_or(Recorded(0)); }

 private:
  void add_term(std::uint32_t input, unsigned first, unsigned end, unsigned bits, Word factor) {
    Recorded term = a_.steps.input(input);
    if (first > 0) term = a_.lshr(term, first);
    if (end < bits) term = a_.bit_and(term, low_mask(end - first));
    if (factor != 1) term = a_.mul(term, factor);
    add(term);
  }

  Recorder a_;
  std::optional<Recorded> sum_;
};

}  // namespace

bool is_zero(const AffineValue& value) {
  const auto is_none = [](const Vectors& columns) {
    return std::ranges::all_of(columns, [](Word column) { return column == 0; });
  };
  return value.constant == 0 && is_none(value.lane) && is_none(value.warp) &&
         is_none(value.block) && is_none(value.slot);
}

Recorded record(Steps& steps, const AffineValue& value, const VariableBits& bits) {
  Writer writer(steps);
  writer.add(moves::kFirstLoopInput, value.slot, bits.slot);
  writer.add(moves::kLaneInput, value.lane, bits.lane);
  writer.add(moves::kWarpInput, value.warp, bits.warp);
  writer.add(moves::kBlockInput, value.block, bits.block);
  if (value.constant != 0) writer.add(Recorded(value.constant));
  return triton::padded_offset(Recorder{steps}, value.gaps, writer.sum());
}

moves::IndexExpression to_expression(const AffineValue& value, const VariableBits& bits) {
  Steps steps;
  const Recorded result = record(steps, value, bits);
  return std::move(steps).graph({&result, 1});
}

}  // namespace tileproof::plan
