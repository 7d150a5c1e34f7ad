// A claim as a user gives it: what is left out gets its default, and becomes part of the statement.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "checkers/claims/stated_claim.hpp"
#include "encodings/index_map/family.hpp"

namespace tileproof::requests {

struct ClaimArguments {
  std::string claim;
  // By role: "map"; "a", "b"; "memory", "access"; "source", "written", "read", "destination".
  std::map<std::string, std::string> layouts;
  std::vector<Word> shape;
  std::vector<Word> codomain;        // onto: a size for each output, or none
  std::optional<Word> allocation;    // in-bounds: in offsets
  std::optional<Word> bits;          // no-wrap; 32 by default
  std::optional<bool> is_signed;     // no-wrap; true by default
  std::optional<Word> element_bits;  // aligned, conflict-free
  std::optional<Word> bytes;         // aligned
  std::optional<Word> vector;        // aligned: elements; 1 by default
  std::optional<std::string> along;  // aligned; the contiguous coordinate by default
  std::optional<std::string> target;
  std::optional<std::string> instruction;  // conflict-free
  std::optional<std::string> direction;    // conflict-free, in place of the instruction
  // Whose notations the layouts may be in, besides the project's own.
  std::vector<Family> families = {};
};

// Who gives a claim what it does not have means another claim: an error (kUsage) where a field is
// given that is none of these.
std::optional<Error> check_fields(const ClaimArguments& arguments,
                                  const std::vector<std::string>& fields);

// Fails as check_fields(), for layouts too, and (kUsage) where the claim lacks a part.
Result<StatedClaim> state_claim(const ClaimArguments& arguments);

// "injective, surjective, ..."
std::string claim_names();

}  // namespace tileproof::requests
