// Do the elements of each vector lie one after the other?  A vector starts where the input `along`
// is a multiple of `vector`, and element k of it lies k offsets behind its first.
#pragma once

#include "checkers/claims/kinds.hpp"

namespace tileproof::example {

struct Contiguous {
  IndexMap map;  // gives an offset
  std::size_t along = 0;
  Word vector = 1;
};

// Fails if there are no offsets, or `vector` does not divide the input.
Result<Contiguous> make_contiguous(IndexMap map, std::size_t along, Word vector);

// The three functions of every claim (checkers/claims/kinds.hpp).
Questions questions_of(const Contiguous& claim);
bool is_broken(const Contiguous& claim, const Question& question, kinds::At at);
Counterexample describe(const Contiguous& claim, const Question& question, kinds::At at);

}  // namespace tileproof::example
