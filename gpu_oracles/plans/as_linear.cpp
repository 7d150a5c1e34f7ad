#include "gpu_oracles/plans/as_linear.hpp"

#include <algorithm>

namespace tileproof::oracles {
namespace {

using triton::Dims;

std::vector<Dims> bases_of(const LinearLayout& form, Name in, std::size_t rank) {
  std::vector<Dims> bases;
  const auto dims = standard_out_dims(rank);
  for (unsigned bit = 0; bit < (form.has_in(in) ? form.in_bits(in) : 0); ++bit) {
    bases.emplace_back();
    for (const Name& dim : dims) bases.back().push_back(form.basis(in, bit, dim));
  }
  return bases;
}

}  // namespace

Result<triton::Linear> as_linear(const triton::Layout& layout, const triton::Shape& shape) {
  TP_TRY(form, to_linear(layout, shape));
  triton::Linear linear;
  linear.rank = shape.size();
  linear.registers = bases_of(form, kRegister, shape.size());
  linear.lanes = bases_of(form, kLane, shape.size());
  linear.warps = bases_of(form, kWarp, shape.size());
  linear.is_generic = std::ranges::any_of(linear.warps, [](const Dims& basis) {
    return std::ranges::count_if(basis, [](Word along) { return along != 0; }) > 1;
  });
  return linear;
}

}  // namespace tileproof::oracles
