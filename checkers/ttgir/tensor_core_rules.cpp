// Matrix products of warp groups and tensor cores: operands that the instruction can read.
#include <algorithm>
#include <array>

#include "checkers/ttgir/element_types.hpp"
#include "checkers/ttgir/module_checker.hpp"

namespace tileproof {

using ttgir::kNoType;
using ttgir::OpKind;

// A warp multiplies the rows of A that it has with those of D: A is laid out for D's instruction.
bool ModuleChecker::require_operand_of(const Operation& op,
                                       TypeId a,
                                       const triton::NvidiaMma& product) {
  const triton::DotOperand* has = type(a).layout->as<triton::DotOperand>();
  const triton::DotOperand wanted{0, has->k_width, product};
  if (has->parent == wanted.parent) return true;
  const Placed& right = layouts_.of(std::make_shared<const triton::Layout>(wanted), type(a).shape);
  const Comparison& comparison = layouts_.compare(placed(a), right);
  if (comparison.likeness == Likeness::kUnknown) {
    add_unknown(op, Topic::kOperands, comparison.why);
    return false;
  }
  if (comparison.likeness != Likeness::kDifferent) return true;
  add(op, Topic::kOperands, *comparison.verdict, {{"expected", right.text}});
  return false;
}

// An instruction of the group of four warps has 64 rows, 16 for each, and up to 256 columns.
bool ModuleChecker::require_warp_group_tiles(const Operation& op,
                                             const triton::NvidiaMma& mma,
                                             const triton::Shape& per_cta,
                                             const MatrixInstruction& row) {
  const auto need = [&](bool holds, const std::string& words) {
    return require(op, Topic::kOperands, holds, words);
  };
  const Word n = mma.instr_n();
  const bool has_k = mma.instr_shape.size() == 3 && mma.instr_shape[2] == row.k;
  const std::string tile = triton::to_string(mma.instr_shape);
  if (!need(mma.warps_per_cta[0] % 4 == 0,
            std::to_string(mma.warps_per_cta[0]) + " warps along M are no warp groups") ||
      !need(mma.instr_m() == 16 && n % 8 == 0 && n <= 256 && has_k,
            "no instruction is " + tile + " for each warp") ||
      // Further warps along N hold copies.
      !need(n <= per_cta[1],
            "the instruction has more columns than the " + std::to_string(per_cta[1]) + " of D")) {
    return false;
  }
  return need(row.a != "i8" || n <= 32 || n % 16 == 0, "no instruction of i8 is " + tile);
}

// The descriptor's swizzle is one of addresses: the memory begins where it does.  Within a row of
// it whole steps of K may be cut off.
bool ModuleChecker::require_descriptor_alignment(const Operation& op,
                                                 std::size_t operand,
                                                 const triton::NvmmaShared& shared) {
  const TypeId id = operand_type(op, operand);
  const Word phase = 128 * std::max<Word>(1, shared.swizzle_bytes / 16);
  const MemoryView view = views_.of(module_.operands(op)[operand].value, id);
  return require_beginning(
             op, view, phase, ", and its swizzle at one of " + std::to_string(phase)) &&
         require_aligned_slice(op, id, view, phase, shared.swizzle_bytes);
}

bool ModuleChecker::require_descriptor(const Operation& op,
                                       std::size_t operand,
                                       bool is_transposable) {
  const bool is_b = operand == 1;
  const Type& side = *shaped_operand(op, operand);
  const std::string name = is_b ? "B" : "A";
  const auto* shared = side.layout->as<triton::NvmmaShared>();
  std::string why;
  if (side.layout->as<triton::SharedLinear>() != nullptr) {
    why = "whether an instruction's descriptor gives " + name + "'s shared_linear is not decided";
  } else if (shared != nullptr && shared->element_bits != side.element_bits) {
    why = name + " has elements of " + std::to_string(side.element_bits) +
          " bits in a layout for " + std::to_string(shared->element_bits);
  } else if (shared != nullptr && shared->fp4_padded) {
    why = name + " has gaps, which are for packed elements";
  }
  if (!why.empty()) {
    add_unknown(op, Topic::kOperands, std::move(why));
    return false;
  }
  const auto need = [&](bool holds, std::string words) {
    return require(op, Topic::kOperands, holds, std::move(words));
  };
  if (!need(shared != nullptr,
            name + " lies in " + std::string(triton::mnemonic(*side.layout)) +
                ", which no descriptor of the instruction gives") ||
      !need(is_transposable || shared->transposed == is_b,
            name + " is not stored along K, which elements of " +
                std::to_string(side.element_bits) + " bits must be")) {
    return false;
  }
  if (shared->swizzle_bytes == 0) {
    // Without a swizzle the instruction reads blocks of 8 rows of 16 bytes, one behind the other.
    const triton::Shape part = triton::shape_per_cta(shared->cga, side.shape);
    const Word row = part[shared->transposed ? 0 : part.size() - 1] * side.element_bits / 8;
    if (!need(row <= 16,
              name + " has rows of " + std::to_string(row) + " bytes without a swizzle")) {
      return false;
    }
    add_unknown(
        op,
        Topic::kOperands,
        "whether a descriptor gives rows of " + std::to_string(row) + " bytes without a swizzle");
    return false;
  }
  return require_descriptor_alignment(op, operand, *shared);
}

bool ModuleChecker::require_operands_of_cta(const Operation& op,
                                            const triton::CgaLayout& d,
                                            const triton::CgaLayout& a,
                                            const triton::CgaLayout& b) {
  if (module_.num_ctas.value_or(1) <= 1 || (a == d.without(1) && b == d.without(0))) return true;
  add_unknown(op, Topic::kOperands, "whether each CTA has what its part of D needs");
  return false;
}

// An instruction takes 256 bits of K at a time.
bool ModuleChecker::require_whole_steps(const Operation& op, const Type& a) {
  const Word bits = a.shape.back() * a.element_bits;
  return require(op,
                 Topic::kOperands,
                 bits % 256 == 0,
                 "K has ",
                 bits,
                 " bits, no multiple of an instruction's 256");
}

void ModuleChecker::check_warp_group_dot(const Operation& op) {
  const Type* a = shaped_operand(op, 0);
  const Type* b = shaped_operand(op, 1);
  const TypeId sum = operand_type(op, 2);
  const Type* d = shaped_result(op);
  if (a == nullptr || b == nullptr || d == nullptr || sum == kNoType) return add_untyped(op);
  const auto need = [&](bool holds, std::string words) {
    return require(op, Topic::kOperands, holds, std::move(words));
  };
  const std::string shapes = broken_shapes(*a, *b, *d);
  if (!need(shapes.empty(), shapes)) return;
  if (!need(type(sum).shape == d->shape && type(sum).element == d->element,
            "C is " + to_string(type(sum)) + ", D " + to_string(*d)) ||
      !require_one_layout(op, sum, result_type(op), "C and D", Topic::kOperands)) {
    return;
  }
  if (!need(d->shape.size() == 2, "D has not 2 dimensions")) return;
  if (d->layout == nullptr || b->layout == nullptr || a->layout == nullptr) {
    return add_unknown(op, Topic::kOperands, "a layout that tileproof does not know");
  }
  const auto* mma = d->layout->as<triton::NvidiaMma>();
  if (!need(mma != nullptr && mma->version_major == 3, "D has no nvidia_mma of version 3")) return;
  if (!need(op.num_warps % 4 == 0, std::to_string(op.num_warps) + " warps are no warp groups")) {
    return;
  }
  if (!warps_begin_groups()) {
    return add_unknown(op, Topic::kOperands, "partitions begin within a warp group");
  }
  const triton::Shape per_cta = triton::shape_per_cta(mma->cga, d->shape);
  if (!need(per_cta[0] % 64 == 0 && per_cta[1] % 8 == 0,
            "M and N of a CTA are " + triton::to_string(per_cta) + ", no multiples of 64 and 8")) {
    return;
  }
  if (!require_whole_steps(op, *a)) return;
  const auto row =
      require_instruction(op,
                          MatrixFamily::kWgmma,
                          0,
                          {multiplied_as(op, *a), multiplied_as(op, *b), std::string(d->element)},
                          {});
  if (!row || !require_warp_group_tiles(op, *mma, per_cta, *row)) return;
  // The hardware has it, compilers do not.
  if (row->d == "i32" && mma->instr_shape[1] == 256) {
    return add_unknown(op, Topic::kOperands, "products of integers with 256 columns at once");
  }
  // The compiler asks that sums of 8-bit floats be taken out in time, or not at all.
  if (row->k == 32 && row->d == "f32" &&
      integer_attribute(op, "maxNumImpreciseAcc").value_or(0) < 32) {
    return add_unknown(op, Topic::kOperands, "whether sums of 8-bit floats may stay imprecise");
  }
  const auto* rows = a->layout->as<triton::NvmmaShared>();
  const auto* columns = b->layout->as<triton::NvmmaShared>();
  if (columns != nullptr &&
      !require_operands_of_cta(
          op, mma->cga, rows != nullptr ? rows->cga : mma->cga.without(1), columns->cga)) {
    return;
  }
  for (const std::size_t at : {0U, 1U}) {  // both may be of one type
    const Type* side = at == 0 ? a : b;
    if (side->kind == Type::Kind::kTensor) {
      const auto* operand = side->layout->as<triton::DotOperand>();
      if (!need(operand != nullptr && operand->op_idx == 0 &&
                    std::holds_alternative<triton::NvidiaMma>(operand->parent),
                "A in registers is no dot_op 0 of an nvidia_mma") ||
          !need(operand->k_width * side->element_bits == 32,
                "kWidth of A is " + std::to_string(operand->k_width) + ", not 32 bits of " +
                    std::string(side->element)) ||
          !require_operand_of(op, operand_type(op, 0), *mma)) {
        return;
      }
      continue;
    }
    if (!require_descriptor(op, at, side->element_bits == 16)) return;
  }
  add_decided(op, Topic::kOperands);
}

void ModuleChecker::check_warp_group_wait(const Operation& op) {
  if (!require(op,
               Topic::kOperands,
               !target_ || target_->has_warp_group_products(),
               "products of warp groups are none of ",
               target_ ? target_->name() : "")) {
    return;
  }
  check_same_types(op);
  if (worst_ != Worst::kProved) return;
  bool has_tensor = false;
  for (std::size_t i = 0; i < op.operand_count; ++i) {
    const Type& t = type(operand_type(op, i));
    if (t.kind != Type::Kind::kTensor) continue;
    has_tensor = true;
    if (t.element_bits >= 16) continue;
    return add_unknown(
        op, Topic::kOperands, "whether compilers wait for elements of " + std::string(t.element));
  }
  if (!has_tensor) {
    add_unknown(op, Topic::kOperands, "whether compilers wait where no product is handed over");
  }
}

// An instruction reads 256 bits of a row, whose columns lie together.
bool ModuleChecker::require_a_in_tensor_memory(const Operation& op, const Type& a, Word rows_of_d) {
  const auto need = [&](bool holds, std::string words) {
    return require(op, Topic::kOperands, holds, std::move(words));
  };
  const auto* tile = a.layout->as<triton::TensorMemory>();
  if (!need(tile != nullptr && tile->col_stride == 1 && !(tile->unpacked && a.element_bits < 32),
            "A in tensor memory has gaps between its columns")) {
    return false;
  }
  // Compilers have no A whose blocks of 64 rows lie one beside the other.
  if (tile->fp4_padded || tile->block_m != rows_of_d || tile->block_m == 64) {
    add_unknown(op, Topic::kOperands, "A lies in other rows than D, in blocks of 64, or has gaps");
    return false;
  }
  const Word rows = triton::part_shape(*tile, a.shape)[0];
  return need(rows <= tile->block_m || tile->block_n * a.element_bits >= 256,
              "blocks of " + std::to_string(tile->block_n) + " columns of A, between which other " +
                  "rows lie, are narrower than the 256 bits that an instruction reads of a row");
}

// Compilers take the scales of a block of D's columns to begin at a column of their own, and to
// have two or more.
bool ModuleChecker::require_scales_of_blocks(const Operation& op, Word n, Word columns) {
  if (n >= 64 || n == columns) return true;
  add_unknown(op,
              Topic::kOperands,
              "where compilers find the scales of blocks of " + std::to_string(n) +
                  " columns, of which " + std::to_string(columns / n) + " lie beside each other");
  return false;
}

void ModuleChecker::check_tensor_core_dot(const Operation& op) {
  const Type* a = shaped_operand(op, 0);
  const Type* b = shaped_operand(op, 1);
  const Type* d = shaped_operand(op, 2);
  if (a == nullptr || b == nullptr || d == nullptr) return add_untyped(op);
  const auto need = [&](bool holds, std::string words) {
    return require(op, Topic::kOperands, holds, std::move(words));
  };
  const bool is_scaled = op.kind() == OpKind::kTensorCoreDotScaled;
  const TypeId fourth = operand_type(op, 3);
  const bool has_token = fourth != kNoType && type(fourth).kind == Type::Kind::kOther;
  const std::size_t behind_d = has_token ? 4 : 3;
  const auto in = [](const Type& t, ttgir::MemorySpace space) { return t.space == space; };
  using enum ttgir::MemorySpace;
  if (!need(in(*d, kTensorMemory), "D is not in tensor memory") ||
      !need(in(*a, kShared) || in(*a, kTensorMemory), "A is not in shared or tensor memory") ||
      !need(in(*b, kShared), "B is not in shared memory")) {
    return;
  }
  if (!d->is_mutable) {  // compilers do not ask
    return add_unknown(op, Topic::kTypes, "the memory may not be written: " + to_string(*d));
  }
  if (a->layout == nullptr || b->layout == nullptr || d->layout == nullptr) {
    return add_unknown(op, Topic::kOperands, "a layout that tileproof does not know");
  }
  const auto kinds =
      is_scaled ? scaled_kinds(op, "a_type", "b_type") : std::array<std::string, 2>();
  const bool is_below_8_bits = std::ranges::any_of(kinds, [](const std::string& kind) {
    return kind == "e2m1" || kind == "e2m3" || kind == "e3m2";
  });
  if (is_below_8_bits || has_flag(op, "two_ctas") || module_.pairs_ctas) {
    return add_unknown(op,
                       Topic::kOperands,
                       is_below_8_bits ? "scaled products of less than 8 bits have no rule yet"
                                       : "products of two CTAs have no rule yet");
  }
  const std::string shapes = broken_shapes(*a, *b, *d);
  if (!need(shapes.empty(), shapes) || !need(d->shape.size() == 2, "D has not 2 dimensions"))
    return;
  if (is_scaled && !require_kinds(op, kinds, *a, *b)) return;
  const auto multiplied = [&](const Type& t, const std::string& kind) -> std::string {
    if (t.element == "f32") return "tf32";
    // Bytes are multiplied as what they are read as.
    if (kind == "e4m3") return "f8E4M3FN";
    return kind == "e5m2" ? "f8E5M2" : std::string(t.element);
  };
  const std::array<std::string, 3> elements{
      multiplied(*a, kinds[0]), multiplied(*b, kinds[1]), std::string(d->element)};
  const bool mixes = (elements[0] == "f16" && elements[1] == "bf16") ||
                     (elements[0] == "bf16" && elements[1] == "f16");
  if (mixes) return add_unknown(op, Topic::kOperands, "whether f16 and bf16 are multiplied");
  const auto row = require_instruction(op, MatrixFamily::kTcgen05, 0, elements, {});
  if (!row || (is_scaled && !need(row->k == 32 && row->d == "f32",
                                  "scaled products are of 8-bit floats, and add up to f32"))) {
    return;
  }
  if (elements[0] == "i8") {  // up to Triton 3.6
    return add_unknown(op, Topic::kOperands, "products of integers, which some compilers refuse");
  }
  const auto* memory = d->layout->as<triton::TensorMemory>();
  if (!need(memory != nullptr, "D has no tensor_memory_encoding") ||
      !need(memory->unpacked || memory->col_stride * d->element_bits == 32,
            "elements of D take " + std::to_string(memory->col_stride) + " columns, not 32 bits")) {
    return;
  }
  if (memory->fp4_padded)
    return add_unknown(op, Topic::kOperands, "D has gaps between its columns");
  const triton::Shape part = triton::part_shape(*memory, d->shape);
  const Word n = std::min(memory->block_n, part[1]);
  if (!need(n <= 256 && n % 8 == 0,
            "an instruction's N is " + std::to_string(n) + " for " +
                std::to_string(memory->block_m) + " rows") ||
      !require_whole_steps(op, *a)) {
    return;
  }
  // PTX's table of shapes has 128 rows with N in steps of 8, and so have CUTLASS' scaled products
  // (mma_sm100_umma.hpp); others have steps of 16 in some versions of it.
  if (n % 16 != 0 && !is_scaled && memory->block_m != 64) {
    return add_unknown(op,
                       Topic::kOperands,
                       "whether an instruction's N is " + std::to_string(n) + " for " +
                           std::to_string(memory->block_m) + " rows");
  }
  if (is_scaled) {
    if (!need(memory->block_m == 128,
              "blocks of D have " + std::to_string(memory->block_m) + " rows, not 128")) {
      return;
    }
    if (!require_scales_of_blocks(op, n, part[1])) return;
    const Word k = a->shape[1];
    for (const std::size_t side : {std::size_t{0}, std::size_t{1}}) {
      const std::size_t i = behind_d + side;
      const Type* scale = shaped_operand(op, i);
      if (scale == nullptr) return add_untyped(op);
      const Word rows = d->shape[side];
      Word scales = 1;
      for (const Word size : scale->shape) scales *= size;
      // A scale for 32 elements; of more dimensions they are packed for a copy to tensor memory.
      const bool fits =
          scales * 32 == rows * k && (scale->shape.size() != 2 || scale->shape[0] == rows);
      if (!need(scale->element_bits == 8 && fits,
                "a scale " + to_string(*scale) + " for " + std::to_string(rows) + " rows of " +
                    std::to_string(k) + " elements")) {
        return;
      }
      if (scale->element != "i8" && !scale->element.starts_with("f8E8M0")) {
        return add_unknown(op, Topic::kOperands, "scales are " + std::string(scale->element));
      }
      if (scale->space == kShared && !require_blocks_of_scales(op, i, rows, k / 32)) {
        return;
      }
      if (scale->space != kTensorMemory) continue;
      const auto* cells =
          scale->layout == nullptr ? nullptr : scale->layout->as<triton::TensorMemoryScales>();
      if (cells == nullptr || cells->k_before_mn) {
        return add_unknown(
            op, Topic::kOperands, "scales lie in tensor memory that is not laid out for them");
      }
    }
  }
  const auto segments = list_attribute(op, "operandSegmentSizes");
  if (segments.size() > 1 && segments.back() != segments[segments.size() - 2]) {
    return add_unknown(op, Topic::kTypes, "it has not a condition for each barrier");
  }
  for (std::size_t i = is_scaled ? behind_d + 2 : behind_d; i < op.operand_count; ++i) {
    const Type* barrier = shaped_operand(op, i);
    if (barrier == nullptr) continue;
    if (barrier->element == "i64" && barrier->shape == triton::Shape{1, 1}) {
      return add_unknown(
          op, Topic::kTypes, "whether compilers take " + to_string(*barrier) + " as a barrier");
    }
    if (!require_types(op,
                       barrier->element == "i64" && barrier->shape.size() == 1 &&
                           barrier->shape == barrier->alloc_shape && has_flag(op, "is_async") &&
                           (barrier->layout == nullptr ||
                            barrier->layout->as<triton::PaddedShared>() == nullptr),
                       *barrier,
                       " is no mbarrier of an asynchronous product")) {
      return;
    }
    const TypeId next = operand_type(op, i + 1);
    if (!op.generic && (next == kNoType || type(next).element != "i1")) {
      return add_unknown(
          op, Topic::kTypes, "a barrier without a condition, which some compilers ask for");
    }
    if (!require_completion(op, i)) return;
  }
  if (module_.num_ctas.value_or(1) > 1) {
    const auto* shared = a->layout->as<triton::NvmmaShared>();
    const auto* tile = a->layout->as<triton::TensorMemory>();
    const auto* columns = b->layout->as<triton::NvmmaShared>();
    if (!memory->has_block || columns == nullptr || (shared == nullptr && tile == nullptr)) {
      return add_unknown(
          op, Topic::kOperands, "which CTA has which part of A, B and D is not known");
    }
    if (!require_operands_of_cta(
            op, memory->cga, shared != nullptr ? shared->cga : tile->cga, columns->cga)) {
      return;
    }
  }
  for (const std::size_t at : {0U, 1U}) {
    const Type* side = at == 0 ? a : b;
    if (side->space == kTensorMemory) {
      if (!require_a_in_tensor_memory(op, *side, memory->block_m)) return;
      continue;
    }
    if (!require_descriptor(op, at, side->element_bits != 32)) return;
    // Of columns that lie together, each instruction's begin behind those of the one before.
    const bool is_along_n = at == 1 && !side->layout->as<triton::NvmmaShared>()->transposed;
    const Word step = n * side->element_bits / 8;
    if (!need(!is_along_n || n == part[1] || step % 16 == 0,
              "instructions begin with columns of B that lie " + std::to_string(step) +
                  " bytes apart, and a descriptor gives multiples of 16")) {
      return;
    }
  }
  std::vector<std::size_t> read{0};
  if (is_scaled) read.insert(read.end(), {behind_d, behind_d + 1});
  const Word steps = a->shape[1] * a->element_bits / 256 * (part[1] / n) *
                     std::max<Word>(1, part[0] / memory->block_m);
  if (!require_apart_from_sum(op, read, steps)) return;
  add_decided(op, Topic::kOperands);
}

}  // namespace tileproof
