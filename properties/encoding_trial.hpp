// Does an encoding keep a law?  Tried on random layouts of its family, of which sizes at the edges
// are drawn often; what breaks the law is made as small as it can be in each parameter.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "properties/encoding_laws.hpp"

namespace tileproof::laws {

struct TrialOptions {
  std::uint64_t seed = 20261120;
  int cases = 200;  // laws that start solvers take a part of them
  EncodingOperations operations = {};
};

// What broke a law, on the smallest layout that was found.
struct EncodingFailure {
  std::vector<Word> values;  // of the parameters
  std::string layout;        // "skewed<1x2, 1>"
  std::string what_broke;    // "(row 0, col 0) and (row 0, col 1) both have offset 0"
  std::string found_on;      // the first layout that broke it, before it was made smaller
  // The same by the program `tileproof` alone, which does not know the family: a line for a shell,
  // that gives exit code 1.  "" if no claim says what the law says.
  std::string command;
};

struct Trial {
  int tried = 0;      // layouts that keep the rules of their parameters
  int applied = 0;    // of these, about which the law says something
  int discarded = 0;  // draws that keep none
  std::optional<EncodingFailure> failure = std::nullopt;
  // Why nothing was shown: the law says nothing of what was drawn, or too few draws kept the rules;
  // "" otherwise.
  std::string nothing_shown = {};
};

// From the seed alone.  What goes wrong within tileproof is thrown (InternalError).
Trial try_law(const Family& family, const EncodingLaw& law, const TrialOptions& options = {});

// The same on all layouts whose parameters have one of their first `values` values, in this order.
Trial try_small(const Family& family,
                const EncodingLaw& law,
                int values,
                const EncodingOperations& operations = {});

// What a person is told: the law, the smallest layout, what broke, and what to paste.
//
//   skewed<1x2, 2> breaks N4 DifferentPointsHaveDifferentValues
//       If it promises to be injective, no two points have one value.
//       (row 0, col 0) and (row 0, col 1) both have offset 0
//       found on skewed<17x40, 2>, made smaller in rows, columns
//   again, with the program tileproof alone:
//       tileproof prove injective 'offset(row: 1, col: 2) = ...'
std::string explain(const Family& family, const EncodingLaw& law, const EncodingFailure& failure);

}  // namespace tileproof::laws
