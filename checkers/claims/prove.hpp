// Is a claim true?  Asks the engines in the order of what the claim's structure calls for.
#pragma once

#include <optional>
#include <string_view>

#include "checkers/claims/engines.hpp"

namespace tileproof {

enum class EngineName { kF2, kStrides, kResidues, kRanges, kSat, kSmt, kEnumerate };

// "f2", "strides", "residues", "ranges", "sat", "smt", "enumerate"
std::string_view to_string(EngineName engine);
std::optional<EngineName> engine_named(std::string_view name);

// By one engine alone.
Verdict prove_by(EngineName engine, const Claim& claim, const Limits& limits);

// By the first engine that decides it; counterexamples are the smallest.
Verdict prove(const Claim& claim, const Limits& limits);

}  // namespace tileproof
