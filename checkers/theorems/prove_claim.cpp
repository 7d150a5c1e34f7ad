#include "checkers/theorems/prove_claim.hpp"

namespace tileproof::theorems {

Counterexample counterexample_of(std::span<const Input> inputs,
                                 std::span<const Word> values,
                                 bool is_smallest) {
  Counterexample result;
  for (std::size_t i = 0; i < inputs.size(); ++i) {
    if (i != 0) result.text += ", ";
    result.text += inputs[i].name + " = " + std::to_string(values[i]);
    result.fields.emplace_back(inputs[i].name, values[i]);
  }
  if (is_smallest) result.text += " (the smallest numbers)";
  return result;
}

}  // namespace tileproof::theorems
