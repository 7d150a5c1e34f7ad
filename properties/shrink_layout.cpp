#include "properties/shrink_layout.hpp"

#include <utility>

namespace tileproof::gen {
namespace {

// The layout without bit `flat` of its index.
LinearLayout without_in_bit(const LinearLayout& layout, std::size_t flat) {
  std::vector<InDim> ins(layout.in_dims().begin(), layout.in_dims().end());
  std::vector<Word> bases(layout.field_bases().begin(), layout.field_bases().end());
  bases.erase(bases.begin() + static_cast<std::ptrdiff_t>(flat));
  for (std::size_t i = 0, end = 0; i < ins.size(); ++i) {
    end += ins[i].bits;
    if (flat >= end) continue;
    --ins[i].bits;
    break;
  }
  return LinearLayout::from_fields(ins, layout.out_dims(), bases);
}

// The layout without bit `flat` of its values.
LinearLayout without_out_bit(const LinearLayout& layout, unsigned flat) {
  std::vector<OutDim> outs(layout.out_dims().begin(), layout.out_dims().end());
  std::vector<Word> bases(layout.field_bases().begin(), layout.field_bases().end());
  for (Word& basis : bases) basis = (basis & low_mask(flat)) | basis >> (flat + 1) << flat;
  for (unsigned i = 0, end = 0; i < outs.size(); ++i) {
    end += outs[i].bits();
    if (flat >= end) continue;
    outs[i].size /= 2;
    break;
  }
  return LinearLayout::from_fields(layout.in_dims(), outs, bases);
}

}  // namespace

std::vector<LinearLayout> smaller_layouts(const LinearLayout& layout) {
  std::vector<LinearLayout> result;
  for (unsigned bit = 0; layout.total_in_bits() > 1 && bit < layout.total_in_bits(); ++bit) {
    result.push_back(without_in_bit(layout, bit));
  }
  for (unsigned bit = 0; layout.total_out_bits() > 1 && bit < layout.total_out_bits(); ++bit) {
    result.push_back(without_out_bit(layout, bit));
  }
  std::vector<Name> ins;
  std::vector<Name> outs;
  for (const InDim& in : layout.in_dims()) ins.push_back(in.name);
  for (const OutDim& out : layout.out_dims()) outs.push_back(out.name);
  for (const OutDim& out : layout.out_dims()) {
    if (out.size > 1 || outs.size() == 1) continue;
    auto rest = outs;
    std::erase(rest, out.name);
    result.push_back(*sublayout(layout, ins, rest));
  }
  for (const InDim& in : layout.in_dims()) {
    if (in.bits > 0 || ins.size() == 1) continue;
    auto rest = ins;
    std::erase(rest, in.name);
    result.push_back(*sublayout(layout, rest, outs));
  }
  std::vector<Word> bases(layout.field_bases().begin(), layout.field_bases().end());
  for (Word& basis : bases) {
    const Word before = std::exchange(basis, 0);
    if (before != 0) {
      result.push_back(LinearLayout::from_fields(layout.in_dims(), layout.out_dims(), bases));
    }
    basis = before;
  }
  return result;
}

}  // namespace tileproof::gen
