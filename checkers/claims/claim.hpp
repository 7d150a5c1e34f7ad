// What can be claimed of a layout, in whatever notation it is written?
//
//   injective      different points have different values
//   surjective     every value is taken: 0 .. cosize-1 for offsets (cosize = largest + 1), every
//                  element for coordinates
//   bijective      both
//   in-bounds      every offset is below the allocation
//   no-wrap        no step of the layout's formula leaves the integers of the machine
//   aligned        every vector starts at a multiple of so many bytes
//   equal          two layouts are the same function
//   conflict-free  no group of lanes wants two words from one bank
//   converts       what is written through one layout and read through another is the same element
#pragma once

#include <string_view>
#include <variant>

#include "core/target.hpp"
#include "encodings/index_map/index_map.hpp"

namespace tileproof {

struct Injective {
  IndexMap map;
};

struct Surjective {
  IndexMap map;
};

struct Bijective {
  IndexMap map;
};

struct InBounds {
  IndexMap map;
  Word allocation = 0;  // in the offset's unit
};

struct NoWrap {
  IndexMap map;
  unsigned bits = 32;     // 8 to 32
  bool is_signed = true;  // most kernels compute offsets as int
};

struct Aligned {
  IndexMap map;
  Word element_bits = 8;
  Word bytes = 1;
  // Elements of one access.  It starts where the coordinate `along` is a multiple of it.
  Word vector = 1;
  std::size_t along = 0;
};

struct Equal {
  IndexMap a;
  IndexMap b;  // with the same axes
};

struct ConflictFree {
  IndexMap memory;
  // From the lane and other indices to the element at which the lane's vector starts: as many
  // outputs as the memory has inputs.
  IndexMap access;
  std::size_t lane_axis = 0;
  // For each axis of the access, the bits that are 0 where a vector starts.
  std::vector<Word> zero_bits;
  Word element_bits = 8;
  const AccessRule* rule = nullptr;
};

struct Converts {
  IndexMap source;       // from places to elements
  IndexMap written;      // from elements to offsets
  IndexMap read;         // from elements to offsets
  IndexMap destination;  // from places to elements
};

using Claim = std::variant<Injective,
                           Surjective,
                           Bijective,
                           InBounds,
                           NoWrap,
                           Aligned,
                           Equal,
                           ConflictFree,
                           Converts>;

// "injective", "no-wrap", ...
std::string_view name(const Claim& claim);

// Is the claim made for each value of some parameters?  Those of several layouts with one name are
// one; those of an access are inputs like others.
bool has_parameters(const Claim& claim);

// Are they fixed one by one, because the claim counts values or because they are a memory's?
bool has_cases_only(const Claim& claim);

// The number of their values together; 2^64 - 1 if it is more.
Word parameter_points(const Claim& claim);

// The claim for one value of each parameter.
struct Case {
  Claim claim;                                       // has no parameters
  std::vector<std::pair<std::string, Word>> values;  // of the parameters, by their names
};

// All of them, the last parameter slowest.  Fails (kUnsupported) if there are more than 4096.
Result<std::vector<Case>> cases_of(const Claim& claim);
// At most 4096 of them, in the same order.
std::vector<Case> first_cases_of(const Claim& claim);

// The claims whose parts fit each other; Errors name what does not.
Result<Claim> make_in_bounds(IndexMap map, Word allocation);
Result<Claim> make_no_wrap(IndexMap map, unsigned bits, bool is_signed);
Result<Claim> make_aligned(
    IndexMap map, Word element_bits, Word bytes, Word vector, std::size_t along);
// Cuts the axes where one layout has a coordinate in one piece and the other in digits.
Result<Claim> make_equal(IndexMap a, IndexMap b);
Result<Claim> make_conflict_free(IndexMap memory,
                                 IndexMap access,
                                 Word element_bits,
                                 const AccessRule& rule);
Result<Claim> make_converts(IndexMap source, IndexMap written, IndexMap read, IndexMap destination);

}  // namespace tileproof
