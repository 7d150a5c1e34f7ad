#include "encodings/triton/dot_operand.hpp"

#include "encodings/triton/attribute_text.hpp"
#include "encodings/triton/layout.hpp"

namespace tileproof::triton {
namespace {

Error broken(std::string message) { return {ErrorCode::kInvalid, "ttg.dot_op " + message}; }

std::optional<Error> check_k_width(const Blocked& parent, const DotOperand& e) {
  if (parent.order.size() < 2) return broken("parent layout must have at least rank >= 2");
  if (e.k_width == 0) return std::nullopt;
  return broken("kWidth parameter is not supported when the parent is a blocked layout");
}

std::optional<Error> check_k_width(const NvidiaMma& parent, const DotOperand& e) {
  if (e.k_width == 0) {
    return broken("kWidth parameter is mandatory for Ampere or Hopper MMA parent");
  }
  if (e.op_idx != 0 && parent.is_hopper()) {
    return broken(
        "opIdx parameter must be 0 for Hopper MMA parent, since Hopper WGMMA only allows first "
        "operand to be in registers");
  }
  return std::nullopt;
}

std::optional<Error> check_k_width(const AmdMfma&, const DotOperand& e) {
  if (e.k_width != 0) return std::nullopt;
  return broken("kWidth parameter is mandatory for MFMA parent");
}

std::optional<Error> check_k_width(const AmdWmma& parent, const DotOperand& e) {
  const Word k = e.k_width;
  if (parent.version == 1 && k != 8 && k != 16) {
    return broken(
        "kWidth parameter must be 8/16 for WMMA v1 (including packed cases for `scaled_dot`)");
  }
  if (parent.version == 2 && k != 4 && k != 8 && k != 16) {
    return broken(
        "kWidth parameter must be 4/8/16 for WMMA v2 (including packed cases for `scaled_dot`)");
  }
  // Triton 3.6, which writes warps as a grid, had this list; since 3.7 any width goes.
  const bool listed = k == 2 || k == 8 || k == 16;
  if (parent.version == 3 && std::holds_alternative<WarpGrid>(parent.tiles) && !listed) {
    return broken("kWidth parameter must be 2/8/16 for WMMA v3");
  }
  if (k == 0) return broken("kWidth parameter is mandatory for WMMA v3");
  return std::nullopt;
}

}  // namespace

std::optional<Error> check(const DotOperand& e) {
  if (e.op_idx > 1) {
    return broken("opIdx parameter can be 0 or 1, got: " + std::to_string(e.op_idx));
  }
  const auto error =
      std::visit([&](const auto& parent) { return check_k_width(parent, e); }, e.parent);
  if (error) return error;
  if (e.k_width != 0 && !is_power_of_two(e.k_width)) {
    return broken("kWidth = " + std::to_string(e.k_width) + " is no power of two");
  }
  return std::nullopt;
}

Result<LinearLayout> to_linear(const DotOperand& e, const Shape& shape) {
  const auto op_idx = static_cast<unsigned>(e.op_idx);
  return std::visit(
      [&](const auto& parent) {
        if constexpr (std::is_same_v<decltype(parent), const Blocked&>) {
          return operand_to_linear(parent, op_idx, shape);
        } else {
          return operand_to_linear(parent, op_idx, e.k_width, shape);
        }
      },
      e.parent);
}

void print(std::string& text, const DotOperand& e) {
  append(text, "<{opIdx = ", e.op_idx, ", parent = ");
  std::visit([&](const auto& parent) { print(text, Layout(parent)); }, e.parent);
  if (e.k_width != 0) append(text, ", kWidth = ", e.k_width);
  text += "}>";
}

std::size_t rank(const DotOperand& e) {
  return std::visit([](const auto& parent) { return rank(parent); }, e.parent);
}

}  // namespace tileproof::triton
