// What can be claimed of a layout, in whatever notation it is written?  docs/claims.md says what
// each claim means; its file in this folder cuts it into questions, replays what breaks it, and
// says so in the user's words.
#pragma once

#include <string_view>
#include <variant>

#include "checkers/questions/question.hpp"
#include "core/machine.hpp"
#include "core/target.hpp"

namespace tileproof {

// The names that inputs of layouts took in place of their own where two met
// (encodings/index_map/join.hpp), by the layouts' roles: {"b", "mode0 as row, mode1 as col"}.
using NamesTaken = std::vector<std::pair<std::string, std::string>>;

struct Injective {
  static constexpr std::string_view kName = "injective";
  IndexMap map;
};

struct Surjective {
  static constexpr std::string_view kName = "surjective";
  IndexMap map;
};

// The codomain is the box of sizes, one for each output.
struct Onto {
  static constexpr std::string_view kName = "onto";
  IndexMap map;
  std::vector<Word> sizes;
};

struct Bijective {
  static constexpr std::string_view kName = "bijective";
  IndexMap map;
};

struct InBounds {
  static constexpr std::string_view kName = "in-bounds";
  IndexMap map;
  Word allocation = 0;  // in the offset's unit
};

struct NoWrap {
  static constexpr std::string_view kName = "no-wrap";
  IndexMap map;
  Machine machine;  // most kernels compute offsets as int
};

struct Aligned {
  static constexpr std::string_view kName = "aligned";
  IndexMap map;
  Word element_bits = 8;
  Word bytes = 1;
  // Elements of one access.  It starts where the coordinate `along` is a multiple of it.
  Word vector = 1;
  std::size_t along = 0;
};

struct Equal {
  static constexpr std::string_view kName = "equal";
  IndexMap a;
  IndexMap b;  // with the same axes
  // The layouts as they were given, where somebody wrote sizes of outputs that must be shown.
  std::vector<IndexMap> sized = {};
  NamesTaken names = {};
};

struct ConflictFree {
  static constexpr std::string_view kName = "conflict-free";
  IndexMap memory;  // its inputs are the outputs of the access
  // From the lane and other indices to elements.
  IndexMap access;
  // For each axis of the access, the bits that are 0 where a vector starts.
  std::vector<Word> zero_bits;
  Word element_bits = 8;  // as stored: 8 for elements of 1 bit
  const AccessRule* rule = nullptr;
  std::vector<IndexMap> sized = {};
  NamesTaken names = {};
};

struct Converts {
  static constexpr std::string_view kName = "converts";
  IndexMap source;       // from places to elements
  IndexMap written;      // from elements to offsets: its inputs are the outputs of the source
  IndexMap read;         // likewise
  IndexMap destination;  // from places to elements, with the outputs of the source
  std::vector<IndexMap> sized = {};
  NamesTaken names = {};
};

using Claim = std::variant<Injective,
                           Surjective,
                           Onto,
                           Bijective,
                           InBounds,
                           NoWrap,
                           Aligned,
                           Equal,
                           ConflictFree,
                           Converts>;

// "injective", "no-wrap", ...
std::string_view name(const Claim& claim);

NamesTaken names_taken(const Claim& claim);

// Is the claim made for each value of some parameters?  Those of several layouts with one name are
// one; those of an access are inputs like others.
bool has_parameters(const Claim& claim);

// Are they fixed one by one, because the claim counts values or because they are a memory's?
bool has_cases_only(const Claim& claim);

// The questions that it means (kinds.hpp).  Requires: it has no parameters, or is made for all of
// them at once.
Questions questions_of(const Claim& claim);

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
Result<Claim> make_injective(IndexMap map);
Result<Claim> make_surjective(IndexMap map);
Result<Claim> make_bijective(IndexMap map);
// Without sizes the codomain is that of the map's outputs.
Result<Claim> make_onto(IndexMap map, std::vector<Word> sizes);
Result<Claim> make_in_bounds(IndexMap map, Word allocation);
Result<Claim> make_no_wrap(IndexMap map, Word bits, bool is_signed);
Result<Claim> make_aligned(
    IndexMap map, Word element_bits, Word bytes, Word vector, std::size_t along);
// By the names of inputs and outputs (encodings/index_map/join.hpp).
Result<Claim> make_equal(IndexMap a, IndexMap b);
Result<Claim> make_conflict_free(IndexMap memory,
                                 IndexMap access,
                                 Word element_bits,
                                 const AccessRule& rule);
Result<Claim> make_converts(IndexMap source, IndexMap written, IndexMap read, IndexMap destination);

}  // namespace tileproof
