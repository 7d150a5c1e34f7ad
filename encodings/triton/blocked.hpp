// Blocked: each thread has a box of elements, the lanes of a warp a box of such boxes, the warps a
// box of those; the result repeats over the tensor, or wraps around where the tensor is smaller.
//
//   sizePerThread = [1, 4], threadsPerWarp = [8, 4], warpsPerCTA = [4, 1], order = [1, 0]:
//   element (row, col) of a 32x16 tensor is in lane 4*(row % 8) + col / 4 of warp row / 8.
#pragma once

#include "core/linear_layout.hpp"
#include "encodings/triton/place_digits.hpp"

namespace tileproof::triton {

struct Blocked {
  Dims size_per_thread;
  Dims threads_per_warp;
  Dims warps_per_cta;
  Dims order;  // the dimension that varies fastest comes first
  CgaLayout cga;

  friend bool operator==(const Blocked&, const Blocked&) = default;
};

// The definition: which element is at a place.
template <Algebra A>
Coords<typename A::Word> element(const A& a,
                                 const Blocked& e,
                                 const Shape& shape,
                                 const RegisterPlace<typename A::Word>& at) {
  PlaceDigits<A> digits(a, at, shape.size());
  for (const Word d : e.order) digits.registers(e.size_per_thread[d], d);
  for (const Word d : e.order) {
    digits.lanes(e.threads_per_warp[d], d);
    digits.warps(e.warps_per_cta[d], d);
  }
  return digits.finish(e.order, e.cga, shape);
}

// As an operand of a dot product without tensor cores: each thread has all of its elements along
// the contraction dimension k, and the lanes and warps along k hold copies.
template <Algebra A>
Coords<typename A::Word> operand_element(const A& a,
                                         const Blocked& e,
                                         unsigned op_idx,
                                         const Shape& shape,
                                         const RegisterPlace<typename A::Word>& at) {
  const std::size_t k = op_idx == 0 ? shape.size() - 1 : shape.size() - 2;
  PlaceDigits<A> digits(a, at, shape.size());
  for (const Word d : e.order) digits.registers(d == k ? shape[k] : e.size_per_thread[d], d);
  for (const Word d : e.order) {
    if (d == k) {
      digits.skip_lanes(e.threads_per_warp[d]);
      digits.skip_warps(e.warps_per_cta[d]);
    } else {
      digits.lanes(e.threads_per_warp[d], d);
      digits.warps(e.warps_per_cta[d], d);
    }
  }
  return digits.finish(e.order, e.cga.without(k), shape);
}

std::optional<Error> check(const Blocked& e);
Result<LinearLayout> to_linear(const Blocked& e, const Shape& shape);
Result<LinearLayout> operand_to_linear(const Blocked& e, unsigned op_idx, const Shape& shape);
// Reads `<{...}>` after the attribute's name.
bool parse(mlir::Cursor& cursor, Blocked& e);
void print(std::string& text, const Blocked& e);
inline std::size_t rank(const Blocked& e) { return e.order.size(); }

}  // namespace tileproof::triton
