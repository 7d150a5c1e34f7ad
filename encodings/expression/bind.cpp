// Do all steps of a function stay within 0 .. 2^64 - 1 at all points of its inputs?
#include <algorithm>
#include <numeric>

#include "core/ranges.hpp"
#include "encodings/expression/function.hpp"
#include "encodings/expression/print.hpp"

namespace tileproof::expression {
namespace {

// Ranges may be wider than what occurs, so the error says where its number is from.
Error refuse(const Function& f, const RangeFault& fault) {
  const auto rule = [&] {
    switch (fault.rule) {
      case RangeFault::Rule::kDivisorIs0:
        return "a divisor must not be 0";
      case RangeFault::Rule::kShiftBeyond63:
        return "a shift must be below 64";
      case RangeFault::Rule::kBelow0:
        return "a value must not be below 0";
      case RangeFault::Rule::kBeyond64Bits:
        break;
    }
    return "a value must be below 2^64";
  }();
  const std::string number =
      fault.bound == IntervalWord::kInfinity ? "2^125 or more" : to_string(fault.bound);
  const std::string origin = f.graph.origin_of(f.graph.steps[fault.step]).text();
  return {fault.bound > Int128{~Word{0}} ? ErrorCode::kOverflow : ErrorCode::kInvalid,
          (origin.empty() ? "" : origin + ": ") + print_value(f, {false, fault.number}) +
              " can be " + number + ", by the ranges of its operands: " + rule};
}

// Which size each input takes: that of the tensor's coordinate if all inputs are called as those
// are, else in their order.
std::vector<std::size_t> order_of_sizes(const Function& f) {
  std::vector<std::string> names;
  for (const Input& input : f.inputs) names.push_back(input.name);
  std::vector<std::size_t> order(names.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  return as_coordinates(names).value_or(order);
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
  std::vector<IntervalWord> at;
  for (const Input& input : function.inputs)
    at.push_back(IntervalWord::between(0, *input.size - 1));
  for (const Parameter& parameter : function.parameters) {
    at.push_back(IntervalWord::between(parameter.first, parameter.last));
  }
  const Ranges found = ranges(function.graph, at);
  if (!found.faults.empty()) return refuse(function, found.faults.front());
  Int128 largest = 0;
  for (const IntervalWord& range : found.numbers) largest = std::max(largest, range.high());
  function.largest_value = static_cast<Word>(largest);
  return function;
}

}  // namespace tileproof::expression
