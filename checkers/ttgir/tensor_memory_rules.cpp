// Tensor memory: what a warp's lanes reach of it, and what is copied to it.
#include <algorithm>
#include <array>

#include "checkers/conversion/conversion_check.hpp"
#include "checkers/layout/places.hpp"
#include "checkers/ttgir/element_types.hpp"
#include "checkers/ttgir/module_checker.hpp"

namespace tileproof {

using ttgir::kNoType;
using ttgir::MemorySpace;
using ttgir::OpKind;

// Each warp of a group of four reaches 32 of the 128 rows: what several CTAs, or warps that begin
// elsewhere, leave open.
std::string ModuleChecker::why_not_decided(const Placed& registers,
                                           const Placed& rows,
                                           const Type& memory) const {
  if (module_.num_ctas.value_or(1) > 1) {
    const auto cells = memory.layout->as<triton::TensorMemory>();
    if (cells == nullptr || !cells->has_block)
      return "which CTA a column belongs to has no rule yet";
    if (coordinates_of(registers, kBlock) != coordinates_of(rows, kBlock)) {
      return "CTAs have other elements in " + registers.text + " than in " + rows.text;
    }
  }
  return warps_begin_groups() ? "" : "partitions begin at warps that reach other rows";
}

void ModuleChecker::check_tensor_memory_access(const Operation& op) {
  const bool is_load = op.kind() == OpKind::kTmemLoad;
  const bool is_alloc = op.kind() == OpKind::kTmemAlloc;
  // A store has memory and tensor, in front of a condition; in pretty form tensor and memory.
  const bool memory_first = is_load || op.generic;
  const std::size_t tensor_at = is_alloc || !op.generic ? 0 : op.operand_count - 2;
  const TypeId tensor_id = is_load ? result_type(op) : operand_type(op, tensor_at);
  const TypeId memory_id = is_alloc ? result_type(op) : operand_type(op, memory_first ? 0 : 1);
  if (tensor_id == kNoType || memory_id == kNoType) return add_untyped(op);
  const Type& tensor = type(tensor_id);
  const Type& memory = type(memory_id);
  const std::string both = to_string(tensor) + " and " + to_string(memory);
  if (!require_types(
          op, memory.space == MemorySpace::kTensorMemory, memory, " is not in tensor memory") ||
      !require_types(op, tensor.element == memory.element, "elements change: ", both) ||
      !require_types(op, tensor.shape == memory.shape, "shapes differ: ", both) ||
      !require_types(
          op, is_load || is_alloc || memory.is_mutable, "the memory may not be written: ", both)) {
    return;
  }
  for (const char* reduces : {"redOp", "abs", "NaN"}) {
    if (is_load && module_.attribute(op, reduces)) {
      return add_unknown(op, Topic::kTypes, "loads that reduce have no rule yet");
    }
  }
  const TypeId second = is_load && op.result_count > 1 ? result_type(op, 1) : kNoType;
  const bool has_second = second != kNoType && type(second).is_shaped();
  if (!require_types(op, !has_second, "a second tensor is what a load that reduces gives")) return;
  if (tensor.encoding.empty()) return add_decided(op, Topic::kTypes);
  if (tensor.layout == nullptr || memory.layout == nullptr) {
    return add_unknown(op, Topic::kConversion, "a layout that tileproof does not know");
  }
  const Placed& registers = placed(tensor_id);
  // A slice begins at other columns of the same rows.
  const Placed& rows = layouts_.of(memory.layout, tensor.shape);
  for (const Placed* side : {&registers, &rows}) {
    if (!side->tensor) return add_unknown(op, Topic::kConversion, side->why_not.message);
  }
  if (memory.layout->as<triton::TensorMemoryScales>() != nullptr) {
    return add_unknown(op, Topic::kConversion, "scales in tensor memory have no rule yet");
  }
  const auto places = invert_and_compose(registers.tensor->form, rows.tensor->form);
  if (!places) return add_unknown(op, Topic::kConversion, places.error().message);
  if (const std::string why = why_not_decided(registers, rows, memory); !why.empty()) {
    return add_unknown(op, Topic::kConversion, why);
  }
  const Name row = kRow;
  // Rows 32 and 64 are those of the second and third warp; nothing else goes there.
  for (const InDim& in : places->in_dims()) {
    for (unsigned bit = 0; bit < in.bits; ++bit) {
      const Word at = places->has_out(row) ? places->basis(in.name, bit, row) : 0;
      const Word wanted = in.name == kWarp && bit < 2 ? Word{32} << bit : 0;
      if (!require(op,
                   Topic::kConversion,
                   (at & 96) == wanted,
                   in.name.text(),
                   " ",
                   Word{1} << bit,
                   " moves the row by ",
                   at,
                   ", where a warp reaches 32 rows alone")) {
        return;
      }
    }
  }
  // Which of the instructions' shapes the rest is, is not decided here: it must be one that gives
  // each lane a row, or a part of one.
  bool lane_is_row = true;
  for (unsigned bit = 0; bit < 5 && places->has_in(kLane) && bit < places->in_bits(kLane); ++bit) {
    lane_is_row = lane_is_row && places->basis(kLane, bit, row) == (Word{1} << bit);
  }
  // Lanes give the lowest 5 bits of the row, and registers whole columns of 32 bits.
  const auto* tile = memory.layout->as<triton::TensorMemory>();
  const bool is_packed = tile != nullptr && !tile->unpacked && tile->col_stride == 1;
  if (tile != nullptr && !tile->unpacked && tile->col_stride != 1 &&
      tile->col_stride * memory.element_bits < 32) {
    return add_unknown(
        op,
        Topic::kConversion,
        "which instruction moves several elements of a column, with gaps between them");
  }
  const Word in_column = is_packed ? std::max(1U, 32 / memory.element_bits) : 1;
  for (const InDim& in : places->in_dims()) {
    for (unsigned bit = 0; bit < in.bits; ++bit) {
      const Word low = places->has_out(row) ? places->basis(in.name, bit, row) & 31 : 0;
      lane_is_row = lane_is_row && (in.name == kLane || low == 0);
      const Word part =
          places->has_out(kCol) ? places->basis(in.name, bit, kCol) & (in_column - 1) : 0;
      lane_is_row = lane_is_row && (in.name == kRegister || part == 0);
    }
  }
  // The parts of a column are in neighbouring registers, in their order.
  for (unsigned bit = 0; (Word{1} << bit) < in_column; ++bit) {
    lane_is_row = lane_is_row && places->has_in(kRegister) && bit < places->in_bits(kRegister) &&
                  places->has_out(kCol) && places->basis(kRegister, bit, kCol) == Word{1} << bit;
  }
  // 16 bits that have a column each are moved in pairs of columns.  Of a slice, rows may lie
  // further apart than they would in a memory of its own shape: the pair is one of neighbours in a
  // row.
  if (tile != nullptr && !is_packed && memory.element_bits == 16) {
    const auto moved = coordinates_of(registers, kRegister);
    const Word next = tile->unpacked ? 1 : tile->col_stride;
    lane_is_row = lane_is_row && !moved.empty() && moved.front() == Coordinates{0, 1} &&
                  places->has_out(kCol) && places->basis(kRegister, 0, kCol) == next;
  }
  if (!lane_is_row) {
    return add_unknown(op,
                       Topic::kConversion,
                       "whether an instruction moves " + registers.text + " is not decided");
  }
  add_decided(op, Topic::kConversion);
}

namespace {

// Of 128 by 4 scales: byte 16 r + 4 i + j is that of row 32 i + r and run j.
bool has_scales_in_order(const Placed& memory) {
  std::vector<Coordinates> scales{{0, 1}, {0, 2}, {32, 0}, {64, 0}};
  for (Word row = 1; row < 32; row *= 2) scales.push_back({row, 0});
  return coordinates_of(memory, kOffset) == scales;
}

}  // namespace

// A copy of scales moves blocks of 512 bytes to 32 rows of 16: byte 16 r + 4 i + j of a block is
// the scale of row 32 i + r of its 128 and of run j of its 4.  In which shape blocks lie beside
// each other says which scale an element is; its bytes must follow each other as its elements do.
bool ModuleChecker::require_blocks_of_scales(const Operation& op,
                                             std::size_t at,
                                             Word rows,
                                             Word runs) {
  const auto unknown = [&](std::string why) {
    add_unknown(op, Topic::kConversion, std::move(why));
    return false;
  };
  const TypeId id = operand_type(op, at);
  const Type& memory = type(id);
  constexpr Word kBlockBytes = 512;
  const Word down = rows / 128;
  const Word along = runs / 4;
  const std::array<triton::Shape, 4> shapes{{{down, along, 32, 4, 4},
                                             {down, along, 32, 16},
                                             {down, along * kBlockBytes},
                                             {1, down, along, 2, kBlockBytes / 2}}};
  // One block may have the shape of its scales, if it has them where a copy takes them.
  const bool is_of_scales = memory.shape == triton::Shape{128, 4} && rows == 128 && runs == 4 &&
                            memory.layout != nullptr && placed(id).tensor &&
                            has_scales_in_order(placed(id));
  const bool is_whole = rows % 128 == 0 && runs % 4 == 0;
  if (!is_of_scales && (!is_whole || std::ranges::find(shapes, memory.shape) == shapes.end())) {
    return unknown("which element of " + to_string(memory) + " is which of " +
                   std::to_string(rows) + " by " + std::to_string(runs) + " scales");
  }
  if (memory.layout == nullptr || memory.layout->as<triton::PaddedShared>() != nullptr) {
    return unknown("where the scales of " + to_string(memory) + " lie");
  }
  const Placed& source = placed(id);
  if (!source.tensor) return unknown(source.why_not.message);
  if (source.shape != memory.shape || module_.num_ctas.value_or(1) > 1) {
    return unknown("where a part of a memory of scales, or that of several CTAs, begins");
  }
  const auto bytes = is_of_scales ? std::vector<Coordinates>{} : coordinates_of(source, kOffset);
  for (std::size_t bit = 0; bit < bytes.size(); ++bit) {
    Word element = 0;  // row-major
    for (std::size_t d = 0; d < bytes[bit].size(); ++d) {
      element = element * source.shape[d] + bytes[bit][d];
    }
    const Word byte = Word{1} << bit;
    const bool holds = byte < kBlockBytes ? element == byte : element % kBlockBytes == 0;
    if (!require(op,
                 Topic::kConversion,
                 holds,
                 "byte ",
                 byte,
                 " of the memory is element ",
                 element,
                 ", and a copy of scales takes blocks of 512 elements, one byte after the other")) {
      return false;
    }
  }
  return require_beginning(op,
                           views_.of(module_.operands(op)[at].value, id),
                           16,
                           ", and a row of a block of scales has 16");
}

void ModuleChecker::check_tensor_memory_copy(const Operation& op) {
  const Type* from = shaped_operand(op, 0);
  const Type* to = shaped_operand(op, 1);
  if (from == nullptr || to == nullptr) return add_untyped(op);
  const std::string both = to_string(*from) + " and " + to_string(*to);
  if (op.operand_count > 2 && !require_completion(op, 2)) return;
  if (!require_types(op,
                     from->space == MemorySpace::kShared && to->space == MemorySpace::kTensorMemory,
                     "it copies from shared to tensor memory: ",
                     both) ||
      !require_types(op, to->is_mutable, "the memory may not be written: ", both)) {
    return;
  }
  if (from->layout == nullptr || to->layout == nullptr) {
    return add_unknown(op, Topic::kTypes, "a layout that tileproof does not know");
  }
  const auto* scales = to->layout->as<triton::TensorMemoryScales>();
  const auto* nvmma = from->layout->as<triton::NvmmaShared>();
  if (scales != nullptr) {
    if (!require_types(op,
                       elements_of(from->shape) == elements_of(to->shape) &&
                           from->element_bits == 8 && to->element_bits == 8,
                       "it copies as many scales as there are: ",
                       both) ||
        !require(op,
                 Topic::kOperands,
                 nvmma == nullptr || nvmma->swizzle_bytes == 0,
                 "scales are copied without a swizzle: ",
                 both)) {
      return;
    }
    if (to->shape.size() != 2 || to->shape != to->alloc_shape) {
      return add_unknown(op, Topic::kConversion, "which part of the scales it copies");
    }
    // Blocks follow each other along the rows first.
    if (scales->k_before_mn && to->shape[0] > 128 && to->shape[1] > 4) {
      return add_unknown(op, Topic::kConversion, "in which order blocks of scales are copied");
    }
    if (!require_blocks_of_scales(op, 0, to->shape[0], to->shape[1])) return;
    add_decided(op, Topic::kTypes);
    return add_decided(op, Topic::kConversion);
  }
  if (!require_types(op,
                     from->shape == to->shape && from->element == to->element,
                     "it copies what is there: ",
                     both)) {
    return;
  }
  if (!require(op,
               Topic::kOperands,
               nvmma == nullptr || (!nvmma->transposed && !nvmma->fp4_padded),
               "the source is transposed or padded: ",
               both)) {
    return;
  }
  if (module_.num_ctas.value_or(1) > 1) {
    return add_unknown(op, Topic::kConversion, "whether each CTA copies what it holds");
  }
  const auto* memory = to->layout->as<triton::TensorMemory>();
  if (memory == nullptr || memory->block_m != 128 || to->shape.size() != 2 || nvmma == nullptr ||
      nvmma->swizzle_bytes == 0 || from->element_bits != 32) {
    return add_unknown(
        op, Topic::kOperands, "the compiler copies 32-bit elements to blocks of 128 rows");
  }
  if (nvmma->element_bits != from->element_bits) {
    return add_unknown(
        op,
        Topic::kOperands,
        "elements of 32 bits in a layout for " + std::to_string(nvmma->element_bits));
  }
  // A copy's unit is 16 bytes of a row, which lie in columns beside each other.
  constexpr Word kUnit = 4;
  const bool has_rows_between = to->shape[0] > memory->block_m && memory->block_n < to->shape[1];
  if (!require(op,
               Topic::kOperands,
               !has_rows_between || memory->block_n >= kUnit,
               "blocks of ",
               memory->block_n,
               " columns, between which other rows lie, are narrower than 16 bytes")) {
    return;
  }
  // The compiler copies what a row of the swizzle has at once.
  if (has_rows_between && memory->block_n * 4 < nvmma->swizzle_bytes) {
    return add_unknown(op,
                       Topic::kOperands,
                       "whether the compiler copies blocks of " + std::to_string(memory->block_n) +
                           " columns, which are narrower than the swizzle of " +
                           std::to_string(nvmma->swizzle_bytes) + " bytes");
  }
  if (from->shape.back() * 4 < nvmma->swizzle_bytes) {
    return add_unknown(op,
                       Topic::kOperands,
                       "whether the compiler copies a part of " +
                           std::to_string(from->shape.back()) +
                           " columns, which are narrower than the swizzle of " +
                           std::to_string(nvmma->swizzle_bytes) + " bytes");
  }
  // Some compilers write as many columns as the allocation has, from there on.
  if (KnownLayouts::layout_shape(*to) != to->shape) {
    return add_unknown(
        op, Topic::kConversion, "how many columns a copy to a part of tensor memory writes");
  }
  if (!require_descriptor_alignment(op, 0, *nvmma)) return;
  add_decided(op, Topic::kTypes);
}

}  // namespace tileproof
