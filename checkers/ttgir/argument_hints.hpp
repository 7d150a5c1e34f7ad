// What does a file promise of a function's arguments, and of values?  `tt.divisibility = 16 : i32`
// and its like: the caller sees to it.
#pragma once

#include <string_view>
#include <vector>

#include "core/bits.hpp"
#include "encodings/ttgir/module.hpp"

namespace tileproof {

struct ArgumentHints {
  Word contiguity = 1;
  Word divisibility = 1;
  Word constancy = 1;
};

// Of an argument of a function, by its number, in either form; ones where nothing is promised.
ArgumentHints argument_hints(const ttgir::Module& module,
                             const ttgir::Operation& function,
                             std::uint32_t index);

// "16 : i32", "dense<[1, 64]> : tensor<2xi32>", "dense<64> : tensor<1xi32>": the numbers above 0,
// as the powers of two that divide them; empty where it is none of these.
std::vector<Word> hinted_numbers(std::string_view text);

}  // namespace tileproof
