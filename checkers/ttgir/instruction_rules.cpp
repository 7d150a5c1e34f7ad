// Which instruction of the target is a product of matrices, and how do registers fill it?
#include <algorithm>
#include <array>

#include "checkers/ttgir/element_types.hpp"
#include "checkers/ttgir/module_checker.hpp"
#include "core/check.hpp"

namespace tileproof {

std::string ModuleChecker::multiplied_as(const Operation& op, const Type& t) const {
  if (t.element != "f32") return std::string(t.element);
  if (const auto number = integer_attribute(op, "inputPrecision")) {
    return *number == 0 ? "tf32" : "f32";
  }
  return word_behind(op, "inputPrecision") == "tf32" ? "tf32" : "f32";
}

std::optional<MatrixInstruction> ModuleChecker::require_instruction(
    const Operation& op,
    MatrixFamily family,
    unsigned version,
    const std::array<std::string, 3>& elements,
    const triton::Dims& sizes) {
  const auto& [a, b, d] = elements;
  auto found = matrix_instructions(family, version, a, b, d);
  const std::string words = "no instruction multiplies " + a + " by " + b + " and adds up to " + d;
  if (!require(op, Topic::kOperands, !found.empty(), words)) return std::nullopt;
  std::erase_if(found, [&](const MatrixInstruction& row) {
    const std::array<Word, 3> has{row.m, row.n, row.k};
    return !std::equal(sizes.begin(), sizes.end(), has.begin());
  });
  if (!require(op, Topic::kOperands, !found.empty(), words + " in " + triton::to_string(sizes)) ||
      !require(op,
               Topic::kOperands,
               !target_ || has_instruction(*target_, found[0]),
               "the instruction is none of " + (target_ ? target_->name() : ""))) {
    return std::nullopt;
  }
  return found[0];
}

bool ModuleChecker::require_fit(const Operation& op, const std::optional<Misfit>& misfit) {
  if (!misfit) return true;
  if (misfit->is_sure) return refuted(op, Topic::kOperands, misfit->words);
  add_unknown(op, Topic::kOperands, misfit->words);
  return false;
}

bool ModuleChecker::require_forms(const Operation& op, std::initializer_list<const Placed*> list) {
  for (const Placed* placed : list) {
    if (placed->tensor) continue;
    add_unknown(op, Topic::kOperands, placed->why_not.message);
    return false;
  }
  return true;
}

// The layouts of registers meet as the instruction's places do.  Requires: they are known.
bool ModuleChecker::require_meeting(const Operation& op,
                                    const MatrixInstruction& instruction,
                                    bool transposed,
                                    const Type& a,
                                    const Type& b,
                                    const Type& d) {
  const auto tile = matrix_tile(instruction, transposed);
  TP_CHECK(tile.has_value(), "the places of the product are not known");
  const Placed& left = layouts_.of(a.layout, a.shape);
  const Placed& right = layouts_.of(b.layout, b.shape);
  const Placed& sum = layouts_.of(d.layout, d.shape);
  return require_forms(op, {&left, &right, &sum}) &&
         require_fit(op, RegisterProduct(instruction, *tile, {left}, {right}, sum).misfit());
}

// Threads multiply what has the sum's type; AMD's add up two products of f16 to an f32.
bool ModuleChecker::require_product_of_threads(const Operation& op,
                                               const Type& a,
                                               const Type& b,
                                               const Type& d) {
  const bool is_amds = target_ && target_->vendor() == Target::Vendor::kAmd;
  // AMD's threads multiply neither integers nor bf16.
  const bool is_one = a.element == d.element && b.element == d.element &&
                      !(is_amds && (!is_float(a.element) || a.element == "bf16"));
  const bool is_pair = a.element == "f16" && b.element == "f16" && d.element == "f32" && is_amds &&
                       !target_->architecture().starts_with("gfx125");
  if (is_one || is_pair) return true;
  add_unknown(op,
              Topic::kOperands,
              "how threads multiply " + multiplied_as(op, a) + " by " + multiplied_as(op, b) +
                  " and add up " + std::string(d.element));
  return false;
}

bool ModuleChecker::require_register_product(const Operation& op,
                                             const Type& a,
                                             const Type& b,
                                             const Type& d,
                                             const triton::DotOperand& left) {
  if (d.layout->as<triton::Blocked>() != nullptr) return require_product_of_threads(op, a, b, d);
  const auto unknown = [&](std::string why) {
    add_unknown(op, Topic::kOperands, std::move(why));
    return false;
  };
  // Lanes that have copies of others' elements of K multiply them again, unless the compiler knows.
  const Word k = a.shape.back();
  const auto has_once = [&](Word needed) {
    return k % needed == 0 || unknown("K is " + std::to_string(k) + ", and the lanes have " +
                                      std::to_string(needed) + " elements of it, with copies");
  };
  const auto strange_width = [&] {
    return unknown("how an instruction takes kWidth " + std::to_string(left.k_width));
  };
  std::array<std::string, 3> elements{
      multiplied_as(op, a), multiplied_as(op, b), std::string(d.element)};
  const auto is_smaller_than = [&](Word rows, Word columns) {
    return d.shape.rbegin()[1] < rows || d.shape.rbegin()[0] < columns;
  };
  if (const auto* mma = d.layout->as<triton::NvidiaMma>()) {
    if (mma->version_major != 2 || mma->version_minor != 0) {
      return unknown("products of registers by nvidia_mma " + std::to_string(mma->version_major) +
                     "." + std::to_string(mma->version_minor) + " have no rule yet");
    }
    // Compilers make products for cuda:75 of smaller instructions, and have none below 8 bits.
    const bool is_turing = target_ && target_->compute_capability() == 75 &&
                           (elements[0] == "f16" || elements[0] == "i8");
    if (is_turing || a.element_bits < 8) {
      return unknown("whether instructions multiply " + elements[0] + " by " + elements[1] +
                     (is_turing ? " on cuda:75" : ""));
    }
    const triton::Dims size{mma->instr_m(), mma->instr_n()};
    const bool is_f64 = a.element_bits == 64;
    const auto row =
        require_instruction(op, MatrixFamily::kMma, 0, elements, is_f64 ? triton::Dims{} : size);
    if (!row) return false;
    if (is_f64) {
      // Some write one instruction's size, 8x8, and others two's, 16x8; each multiplies the other's
      // otherwise, or crashes.
      const bool is_part = is_smaller_than(size[0], size[1]) || d.shape.size() != 2;
      if (left.k_width != 1) return strange_width();
      return (is_part || require_meeting(op, *row, false, a, b, d)) &&
             unknown("products of f64 in " + triton::to_string(size) +
                     ", which compilers make in one size each");
    }
    return require(op,
                   Topic::kOperands,
                   left.k_width * a.element_bits >= 32,
                   "kWidth is ",
                   left.k_width,
                   ", and a register holds 32 bits") &&
           has_once(8 * left.k_width) && require_meeting(op, *row, false, a, b, d);
  }
  if (const auto* mfma = d.layout->as<triton::AmdMfma>()) {
    for (std::string& element : elements) {
      if (element == "tf32" && mfma->version != 3) element = "f32";
    }
    const auto row = require_instruction(
        op, MatrixFamily::kMfma, static_cast<unsigned>(mfma->version), elements, mfma->instr_shape);
    if (!row) return false;
    if (row->m != row->n) {  // 16 products of 4 by 4 elements at once
      if (mfma->element_bits != 32) return unknown("which sums 'elementBitWidth' 64 puts where");
      if (left.k_width != row->k / 16) return strange_width();
      const bool is_turned = row->m > row->n;
      return require(op,
                     Topic::kOperands,
                     mfma->is_transposed == is_turned,
                     "an instruction gives elements of A to all columns, and not those of B to "
                     "all rows: a sum of 4x64 is not transposed") &&
             has_once(row->k) && require_meeting(op, *row, mfma->is_transposed, a, b, d);
    }
    if (mfma->version == 2 && elements[0] == "bf16" && mfma->instr_shape[2] == 4) {
      return unknown(
          "products of bf16 in 32x32x4, for which compilers take the larger instruction");
    }
    // A lane gives so many elements of K to an instruction, in one run or in two.
    const Word given = row->k * row->m / 64;
    if (left.k_width % given != 0 && 2 * left.k_width != given) return strange_width();
    return has_once(std::max(row->k, 64 / row->m * left.k_width)) &&
           require_meeting(op, *row, mfma->is_transposed, a, b, d);
  }
  if (const auto* wmma = d.layout->as<triton::AmdWmma>()) {
    for (std::string& element : elements) {
      if (element == "tf32") element = "f32";
    }
    const auto row = require_instruction(
        op, MatrixFamily::kWmma, static_cast<unsigned>(wmma->version), elements, wmma->instr_shape);
    if (!row) return false;
    // Compilers put two sums of 16 bits into one register of version 1, and may mix up tiles.
    if (d.element_bits < 32 && (wmma->version != 2 || d.element != "f16")) {
      return unknown("sums of 16 bits, which the hardware has and not all compilers");
    }
    const auto* grid = std::get_if<triton::WarpGrid>(&wmma->tiles);
    const bool has_tiles =
        grid != nullptr && std::ranges::any_of(grid->tiles_per_warp, [](Word n) { return n > 1; });
    if (wmma->version == 1 && has_tiles && k > row->k) {
      return unknown(
          "several tiles of a warp and several products along K, which some compilers "
          "take in another order than their layout");
    }
    if (is_smaller_than(row->m, row->n)) return unknown("products smaller than an instruction");
    // From version 2 on, half of the lanes have other elements of K.
    const Word given =
        wmma->version == 1 ? left.k_width : 2 * left.k_width * wmma->operand_repeats(left.k_width);
    if (given != row->k) return strange_width();
    return has_once(given) && require_meeting(op, *row, wmma->is_transposed, a, b, d);
  }
  return unknown("a layout of which no instruction is known");
}

// Products with scales are instructions of their own, of elements of 4, 6 and 8 bits.
std::optional<MatrixInstruction> ModuleChecker::require_scaled_instruction(
    const Operation& op, const std::array<std::string, 2>& kinds, const Type& d, Word k) {
  const bool is_small = std::ranges::none_of(
      kinds, [](const auto& kind) { return kind == "bf16" || kind == "fp16"; });
  const auto* mfma = d.layout->as<triton::AmdMfma>();
  const auto* wmma = d.layout->as<triton::AmdWmma>();
  const triton::Dims size = mfma != nullptr   ? mfma->instr_shape
                            : wmma != nullptr ? wmma->instr_shape
                                              : triton::Dims{};
  const bool is_one =
      mfma != nullptr ? mfma->version == 4 &&
                            (size == triton::Dims{32, 32, 64} || size == triton::Dims{16, 16, 128})
                      : wmma != nullptr && wmma->version == 3 && size == triton::Dims{16, 16, 128};
  // Of elements that are packed along K, compilers compare the bytes with the instruction's K.
  const bool is_packed = std::ranges::count(kinds, "e2m1") != 0;
  if (is_one && wmma != nullptr && is_packed && k / 2 < size[2]) {
    add_unknown(op,
                Topic::kOperands,
                "elements of 4 bits in one instruction's K, of which some "
                "compilers drop half");
    return std::nullopt;
  }
  const bool is_there = !target_ || target_->architecture().starts_with(mfma ? "gfx950" : "gfx125");
  if (is_small && is_one && is_there && d.element == "f32" && k % size[2] == 0) {
    return MatrixInstruction{mfma != nullptr ? MatrixFamily::kMfma : MatrixFamily::kWmma,
                             mfma != nullptr ? 4U : 3U,
                             kinds[0],
                             kinds[1],
                             "f32",
                             size[0],
                             size[1],
                             size[2]};
  }
  add_unknown(op,
              Topic::kOperands,
              "whether an instruction multiplies " + kinds[0] + " and " + kinds[1] +
                  " with scales in " + triton::to_string(*d.layout));
  return std::nullopt;
}

}  // namespace tileproof
