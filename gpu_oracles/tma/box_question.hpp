// Which box is the copy engine asked for?  A part of a tensor in global memory, which may hang over
// the tensor's edges, and the place in shared memory that it goes to.
#pragma once

#include <cstdint>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <vector>

#include "core/bits.hpp"
#include "core/result.hpp"

namespace tileproof::oracles {

// A box in shared memory.
struct SharedBox {
  Word element_bytes = 0;
  Word swizzle_bytes = 0;
  std::vector<Word> sides;  // in elements, the contiguous one first
  Word base = 0;            // in bytes

  [[nodiscard]] Word elements() const;
  // "box 64 8 of 2 bytes, swizzle 128, base 0"
  [[nodiscard]] std::string to_string() const;
  friend bool operator==(const SharedBox&, const SharedBox&) = default;
};

// The dimensions' order is that of the box's sides.
struct BoxQuestion {
  SharedBox box;
  std::string type;                 // "u16", "bf16": kBoxTypes
  std::vector<Word> tensor;         // its sizes in elements
  std::vector<Word> byte_strides;   // of all dimensions but the first
  std::vector<std::int64_t> start;  // of the box, in elements
  bool fills_nan = false;           // what is outside the tensor comes as NaN, else as 0

  // From the tensor's first byte to the end of its last element.
  [[nodiscard]] Word tensor_bytes() const;
  [[nodiscard]] std::string to_string() const;
  friend bool operator==(const BoxQuestion&, const BoxQuestion&) = default;
};

struct BoxType {
  const char* name;
  Word bytes;
  unsigned mantissa_bits;  // 0: an integer
};
inline constexpr BoxType kBoxTypes[] = {{"u8", 1, 0},
                                        {"u16", 2, 0},
                                        {"u32", 4, 0},
                                        {"u64", 8, 0},
                                        {"f16", 2, 10},
                                        {"bf16", 2, 7},
                                        {"f32", 4, 23},
                                        {"f64", 8, 52}};
// Null for a name that is not there.
const BoxType* find_box_type(const std::string& name);

// An Error unless the engine takes such a box: the limits of cuTensorMapEncodeTiled without
// interleave, and a start that is a multiple of 16 bytes along the contiguous dimension.
std::optional<Error> check(const BoxQuestion& question);

// The box of an observation of that kind, or of the tile that a descriptor names.  Fails (kSyntax,
// kInvalid) with the field.
Result<SharedBox> parse_box(const nlohmann::json& in);

// {"kind": "box", ...}.  Earlier files have no tensor: the box is all of it.
nlohmann::json to_json(const BoxQuestion& question);
Result<BoxQuestion> parse_box_question(const nlohmann::json& in);

// Calls visit with the coordinates of each element of the box, the first side fastest.
template <typename Visit>
void for_each_element(const SharedBox& box, Visit visit) {
  std::vector<Word> at(box.sides.size(), 0);
  const Word elements = box.elements();
  for (Word element = 0; element < elements; ++element) {
    visit(at);
    for (std::size_t d = 0; d < at.size() && ++at[d] == box.sides[d]; ++d) at[d] = 0;
  }
}

}  // namespace tileproof::oracles
