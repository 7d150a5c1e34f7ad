// The engines that decide claims.  Each gives a verdict, or Unknown with the reason why it does not
// apply; which of them is asked, and in which order, is said in prove.cpp.
#pragma once

#include "checkers/claims/claim.hpp"
#include "checkers/limits/limits.hpp"
#include "core/verdict.hpp"

namespace tileproof {

// The definition over GF(2), and ranks.  For maps that are linear.
Verdict decide_linear(const Claim& claim);
// The same; other maps it can only refute, on their tangents, and then the counterexample need not
// be the smallest.
Verdict prove_by_f2(const Claim& claim);

// The definition as a sum of stride * digit, and the difference form.  For affine maps: padding
// over nested powers of two, CuTe's strides.
Verdict prove_by_strides(const Claim& claim);

// Sums of residues, for modular linear layouts (encodings/modular/decisions.hpp).
Verdict prove_by_residues(const Claim& claim, const Limits& limits);

// Ranges of all steps of the formula.  For in-bounds and no-wrap.
Verdict prove_by_ranges(const Claim& claim);

// The definition as a circuit, and SAT by CaDiCaL.  For all but surjectivity.
Verdict prove_by_sat(const Claim& claim, const Limits& limits);

// The definition as a bit-vector term of Z3, in a child process.  For all but surjectivity.
Verdict prove_by_smt(const Claim& claim, const Limits& limits);

// Every case, by the definition on 64-bit integers.  Up to 2^24, or 2^21 points where their values
// are kept.
Verdict prove_by_enumeration(const Claim& claim, const Limits& limits);

}  // namespace tileproof
