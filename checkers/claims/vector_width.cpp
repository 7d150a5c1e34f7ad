#include "checkers/claims/vector_width.hpp"

#include <algorithm>
#include <optional>
#include <string>

namespace tileproof {
namespace {

constexpr unsigned kMaxVectorBits = 128;
constexpr Word kMaxEnumeration = Word{1} << 24;

std::optional<Error> check_paddings(std::span<const Padding> paddings) {
  for (std::size_t i = 0; i < paddings.size(); ++i) {
    if (paddings[i].interval == 0 || paddings[i].amount == 0) {
      return Error{ErrorCode::kInvalid,
                   "padding " + std::to_string(paddings[i].interval) + ":" +
                       std::to_string(paddings[i].amount) +
                       ": the interval and the amount must be positive"};
    }
    for (std::size_t j = 0; j < i; ++j) {
      if (paddings[j].interval == paddings[i].interval) {
        return Error{ErrorCode::kInvalid,
                     "padding interval " + std::to_string(paddings[i].interval) + " occurs twice"};
      }
    }
  }
  return std::nullopt;
}

// The parts of the request that both engines read alike.
struct Request {
  std::span<const Word> registers;  // stored words, with the offset's field at `shift`
  unsigned first_register_bit = 0;  // in the flat index
  unsigned shift = 0;
  unsigned element_bits = 0;  // as stored
  unsigned max_log2 = 0;      // of the vector's elements, by the offsets there are and by 128 bits
};

Result<Request> read_request(const LinearLayout& places,
                             unsigned element_bits,
                             std::span<const Padding> paddings) {
  if (const auto error = check_paddings(paddings)) return *error;
  TP_TRY(bits, stored_bits(element_bits));
  const auto offset = places.find_out(kOffset);
  if (!offset) return Error{ErrorCode::kDimension, "the map to memory has no out-dim 'offset'"};
  Request request;
  request.element_bits = bits;
  request.shift = places.field_shift(*offset);
  request.max_log2 = std::min(places.out_dims()[*offset].bits(), log2_exact(kMaxVectorBits / bits));
  if (const auto registers = places.find_in(kRegister)) {
    request.registers = places.field_bases(*registers);
    for (std::size_t d = 0; d < *registers; ++d) {
      request.first_register_bit += places.in_dims()[d].bits;
    }
  }
  return request;
}

Result<VectorWidth> require_whole_bytes(VectorWidth width, const Request& request) {
  if (width.bits < 8) {
    return Error{ErrorCode::kUnsupported,
                 "elements of " + std::to_string(request.element_bits) + " bits of which only " +
                     std::to_string(width.elements) +
                     " lie side by side in a thread: less than a byte is accessed"};
  }
  return width;
}

bool divides_paddings(Word elements, std::span<const Padding> paddings) {
  return std::all_of(paddings.begin(), paddings.end(), [elements](const Padding& padding) {
    return padding.interval % elements == 0 && padding.amount % elements == 0;
  });
}

}  // namespace

Result<unsigned> stored_bits(unsigned element_bits) {
  const unsigned bits = element_bits == 1 ? 8 : element_bits;
  if (!is_power_of_two(bits) || bits > kMaxVectorBits) {
    return Error{ErrorCode::kUnsupported,
                 "elements of " + std::to_string(element_bits) +
                     " bits: shared memory is read in vectors of a power of two of at most " +
                     std::to_string(kMaxVectorBits) + " bits"};
  }
  return bits;
}

Result<VectorWidth> vector_width(const LinearLayout& places,
                                 unsigned element_bits,
                                 std::span<const Padding> paddings) {
  TP_TRY(request, read_request(places, element_bits, paddings));
  // The bits of the stored word that one basis, and those that several, reach.
  Word once = 0;
  Word twice = 0;
  for (const Word basis : places.field_bases()) {
    twice |= once & basis;
    once |= basis;
  }
  VectorWidth width;
  for (unsigned i = 0; i < request.max_log2; ++i) {
    const Word unit = Word{1} << (request.shift + i);
    const auto found = std::find(request.registers.begin(), request.registers.end(), unit);
    if (found == request.registers.end() || (twice & unit) != 0) break;
    if (!divides_paddings(Word{2} << i, paddings)) break;
    width.register_bits.push_back(static_cast<unsigned>(found - request.registers.begin()));
  }
  width.elements = 1u << width.register_bits.size();
  width.bits = width.elements * request.element_bits;
  return require_whole_bytes(std::move(width), request);
}

namespace {

// (1) of the header for the register bits J, given as masks of the flat index.
bool is_vector(const LinearLayout& places, const Request& request, std::span<const Word> j) {
  const Word elements = Word{1} << j.size();
  Word mask = 0;
  for (const Word bit : j) mask |= bit;
  for (Word place = 0; place < places.total_in_size(); ++place) {
    if ((place & mask) != 0) continue;
    const Word start = places.apply_flat(place);
    if ((start >> request.shift) % elements != 0) return false;
    for (Word i = 1; i < elements; ++i) {
      Word member = place;
      for (std::size_t b = 0; b < j.size(); ++b) {
        if ((i >> b & 1) != 0) member |= j[b];
      }
      if (places.apply_flat(member) != start + (i << request.shift)) return false;
    }
  }
  return true;
}

// (2) of the header.
bool is_stored_in_one_piece(Word elements, std::span<const Padding> paddings, Word last) {
  for (Word start = 0; start <= last; start += elements) {
    const Word stored = triton::padded_offset(U64{}, paddings, start);
    if (stored % elements != 0) return false;
    for (Word i = 1; i < elements; ++i) {
      if (triton::padded_offset(U64{}, paddings, start + i) != stored + i) return false;
    }
  }
  return true;
}

}  // namespace

Result<VectorWidth> vector_width_by_enumeration(const LinearLayout& places,
                                                unsigned element_bits,
                                                std::span<const Padding> paddings) {
  TP_TRY(request, read_request(places, element_bits, paddings));
  Word last = 0;
  for (const Padding& padding : paddings) last = std::max(last, padding.interval);
  if (places.total_in_size() > kMaxEnumeration || last > kMaxEnumeration) {
    return Error{ErrorCode::kUnsupported, "more than 2^24 places to enumerate"};
  }
  VectorWidth width;
  boost::container::small_vector<Word, 8> j;
  for (unsigned i = 0; i < request.max_log2; ++i) {
    // By (1) at p = 0, the next bit of J is a register bit with value 2^i.
    bool extended = false;
    for (unsigned r = 0; r < request.registers.size() && !extended; ++r) {
      const Word bit = Word{1} << (request.first_register_bit + r);
      if (places.apply_flat(bit) != Word{1} << (request.shift + i)) continue;
      j.push_back(bit);
      extended = is_vector(places, request, {j.data(), j.size()}) &&
                 is_stored_in_one_piece(Word{2} << i, paddings, last);
      if (extended) {
        width.register_bits.push_back(r);
      } else {
        j.pop_back();
      }
    }
    if (!extended) break;
  }
  width.elements = 1u << width.register_bits.size();
  width.bits = width.elements * request.element_bits;
  return require_whole_bytes(std::move(width), request);
}

}  // namespace tileproof
