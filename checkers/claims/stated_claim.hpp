// How is a claim written down so that others can rebuild it?  By its name, its layouts in their own
// notation, and its numbers; nothing that an engine made of them is part of it.
//
//   claim in-bounds
//   layout map [128 64] #ttg.padded_shared<[64:+8] {order = [1, 0], shape = [128, 64]}>
//   allocation 9216
//
// After a layout may stand the names that its inputs take in place of their own, which follow from
// the layouts and are checked (build_claim.hpp):
//
//   layout b [] Sw<3,3,3> o 0 o (8,64):(64,1)
//   with mode0 as row, mode1 as col
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/bits.hpp"
#include "core/result.hpp"

namespace tileproof {

struct StatedLayout {
  std::string role;
  std::vector<Word> shape;  // [] where the notation has its own
  std::string text;
  std::string names = {};  // that its inputs take, or "" where it is not said

  friend bool operator==(const StatedLayout&, const StatedLayout&) = default;
};

// The layouts of a claim by their roles, and its numbers, in the order in which they are written.
// `signed` is 0 or 1, `along` the name of an input.  The codomain has no sizes where they are the
// outputs' own.  An instruction is "ld.shared.b128", which accesses memory from every point on, or
// "load" or "store": the widest that two of Triton's layouts permit, from where its vectors start.
struct ClaimForm {
  std::string_view claim;
  std::vector<std::string> roles;
  std::vector<std::string> fields;
};

// Of all claims that there are.
const std::vector<ClaimForm>& claim_forms();
// Null if there is no such claim.
const ClaimForm* claim_form(std::string_view claim);

struct StatedClaim {
  std::string claim;
  std::vector<StatedLayout> layouts;
  std::vector<std::pair<std::string, std::string>> fields;

  friend bool operator==(const StatedClaim&, const StatedClaim&) = default;
};

// Fails if the roles and fields are not those of the claim.
std::optional<Error> check_form(const StatedClaim& claim);

// The lines above.  Fails (kUnsupported) if one of the parts has several lines; restated layouts
// have one (build_claim.hpp).
Result<std::string> print(const StatedClaim& claim);

// What such lines say.  Fails (kSyntax) if one of them is none of these; their form is not checked.
Result<StatedClaim> parse_stated_claim(std::string_view text);

// A decimal number below 2^64 as to_string writes it.
std::optional<Word> parse_number(std::string_view text);
// "3 0 7"
std::optional<std::vector<Word>> parse_numbers(std::string_view text);

}  // namespace tileproof
