#include "checkers/shared_access/warp_instructions.hpp"

#include <optional>
#include <string>

namespace tileproof {
namespace {

// Fails if `places` leads out of the block that the thread is in.
std::optional<Error> check_same_block(const LinearLayout& places, const LinearLayout& shared) {
  const auto block = places.find_out(kBlock);
  if (!block || places.out_dims()[*block].size == 1) return std::nullopt;
  const auto block_bases = shared.field_bases(*shared.find_in(kBlock));
  std::size_t flat = 0;
  for (const InDim& dim : places.in_dims()) {
    for (unsigned bit = 0; bit < dim.bits; ++bit, ++flat) {
      const Word own = dim.name == kBlock ? (Word{1} << bit) % places.out_dims()[*block].size : 0;
      const Word other = places.field(places.field_bases()[flat], *block) ^ own;
      // Blocks that hold the same elements are as good as each other.
      if (f2::apply(block_bases, other) == 0) continue;
      return Error{ErrorCode::kUnsupported,
                   std::string(dim.name.text()) + " " + std::to_string(Word{1} << bit) +
                       " accesses the shared memory of another block"};
    }
  }
  return std::nullopt;
}

}  // namespace

Result<WarpInstructions> warp_instructions(const SharedAccess& access) {
  TP_TRY(places, invert_and_compose(access.registers, access.shared));
  TP_TRY(vector, vector_width(places, access.element_bits, access.paddings));
  TP_TRY(element_bits, stored_bits(access.element_bits));
  TP_TRY(rule, access.target.find_rule(access.direction, vector.bits));
  if (const auto error = check_same_block(places, access.shared)) return *error;

  const auto lane_dim = places.find_in(kLane);
  const unsigned lane_bits = lane_dim ? places.in_dims()[*lane_dim].bits : 0;
  if (Word{1} << lane_bits != rule->lanes) {
    return Error{ErrorCode::kShape,
                 "the register layout has " + std::to_string(Word{1} << lane_bits) +
                     " lanes in a warp, and the rules of " + access.target.name() + " are for " +
                     std::to_string(rule->lanes)};
  }

  WarpInstructions result;
  result.rule = rule;
  result.element_bits = element_bits;
  result.lane_bits = lane_bits;
  const std::size_t offset_dim = *places.find_out(kOffset);
  const auto partition_dim = places.find_out(kPartition);
  result.offsets = places.out_dims()[offset_dim].size;
  Word in_vector = 0;
  for (const unsigned bit : vector.register_bits) in_vector |= Word{1} << bit;
  std::size_t flat = 0;
  for (const InDim& dim : places.in_dims()) {
    for (unsigned bit = 0; bit < dim.bits; ++bit, ++flat) {
      const Word basis = places.field_bases()[flat];
      const Word offset = places.field(basis, offset_dim);
      if (dim.name == kLane) {
        if (partition_dim && places.field(basis, *partition_dim) != 0) {
          return Error{ErrorCode::kUnsupported, "the lanes of a warp access different partitions"};
        }
        result.lanes[bit] = offset;
      } else if (dim.name == kRegister) {
        if (basis != 0 && (in_vector >> bit & 1) == 0) result.registers.add(bit, offset);
      } else if (offset != 0) {
        (dim.name == kBlock ? result.blocks : result.warps).add(bit, offset);
      }
    }
  }
  result.vector = std::move(vector);
  return result;
}

}  // namespace tileproof
