#include <algorithm>

#include "core/check.hpp"
#include "core/linear_layout.hpp"

namespace tileproof {
namespace {

template <typename T>
std::span<const T> as_span(const std::vector<T>& values) {
  return {values.data(), values.size()};
}

bool has_name_twice(std::span<const Name> names) {
  for (std::size_t i = 0; i < names.size(); ++i) {
    if (std::find(names.begin(), names.begin() + static_cast<std::ptrdiff_t>(i), names[i]) !=
        names.begin() + static_cast<std::ptrdiff_t>(i)) {
      return true;
    }
  }
  return false;
}

LinearLayout copy_with_ins(const LinearLayout& layout, std::span<const InDim> ins) {
  return LinearLayout::from_fields(ins, layout.out_dims(), layout.field_bases());
}

// Checks new sizes for a reshape of `total_bits` and gives their bits.
Result<std::vector<unsigned>> split_bits(std::span<const NamedValue> dims, unsigned total_bits) {
  std::vector<unsigned> bits;
  unsigned sum = 0;
  for (std::size_t i = 0; i < dims.size(); ++i) {
    const auto& [name, size] = dims[i];
    if (!is_power_of_two(size)) {
      return Error{
          ErrorCode::kInvalid,
          "reshape: size " + std::to_string(size) + " of " + name.quoted() + " is no power of two"};
    }
    for (std::size_t j = 0; j < i; ++j) {
      if (dims[j].first == name) return Error::dimension("reshape: " + name.quoted() + " twice");
    }
    bits.push_back(log2_exact(size));
    sum += bits.back();
  }
  if (sum != total_bits) {
    return Error{ErrorCode::kShape,
                 "reshape: the new sizes multiply to 2^" + std::to_string(sum) + ", not to 2^" +
                     std::to_string(total_bits)};
  }
  return bits;
}

}  // namespace

Result<LinearLayout> transpose_ins(const LinearLayout& layout, std::span<const Name> order) {
  if (order.size() != layout.in_dims().size()) {
    return Error::dimension("transpose_ins: " + std::to_string(order.size()) + " names for " +
                            std::to_string(layout.in_dims().size()) + " in-dims");
  }
  if (has_name_twice(order)) return Error::dimension("transpose_ins: a name twice");
  std::vector<InDim> ins;
  std::vector<Word> bases;
  for (const Name name : order) {
    const auto at = layout.find_in(name);
    if (!at) return Error::dimension("transpose_ins: layout has no in-dim " + name.quoted());
    ins.push_back(layout.in_dims()[*at]);
    const auto part = layout.field_bases(*at);
    bases.insert(bases.end(), part.begin(), part.end());
  }
  return LinearLayout::from_fields(as_span(ins), layout.out_dims(), as_span(bases));
}

Result<LinearLayout> transpose_outs(const LinearLayout& layout, std::span<const Name> order) {
  if (order.size() != layout.out_dims().size()) {
    return Error::dimension("transpose_outs: " + std::to_string(order.size()) + " names for " +
                            std::to_string(layout.out_dims().size()) + " out-dims");
  }
  if (has_name_twice(order)) return Error::dimension("transpose_outs: a name twice");
  std::vector<OutDim> outs;
  std::vector<unsigned> shifts;
  for (const Name name : order) {
    const auto at = layout.find_out(name);
    if (!at) return Error::dimension("transpose_outs: layout has no out-dim " + name.quoted());
    outs.push_back(layout.out_dims()[*at]);
    shifts.push_back(layout.field_shift(*at));
  }
  std::vector<Word> bases;
  for (const Word basis : layout.field_bases()) {
    Word fields = 0;
    unsigned to = 0;
    for (std::size_t d = 0; d < outs.size(); ++d) {
      fields |= (basis >> shifts[d] & low_mask(outs[d].bits())) << to;
      to += outs[d].bits();
    }
    bases.push_back(fields);
  }
  return LinearLayout::from_fields(layout.in_dims(), as_span(outs), as_span(bases));
}

LinearLayout flatten_ins(const LinearLayout& layout) {
  if (layout.in_dims().empty()) return layout;
  const InDim flat{layout.in_dims().front().name, layout.total_in_bits()};
  return copy_with_ins(layout, {&flat, 1});
}

LinearLayout flatten_outs(const LinearLayout& layout) {
  if (layout.out_dims().empty()) return layout;
  const OutDim flat{layout.out_dims().front().name, layout.total_out_size()};
  return LinearLayout::from_fields(layout.in_dims(), {&flat, 1}, layout.field_bases());
}

Result<LinearLayout> reshape_ins(const LinearLayout& layout, std::span<const NamedValue> dims) {
  TP_TRY(bits, split_bits(dims, layout.total_in_bits()));
  std::vector<InDim> ins;
  for (std::size_t i = 0; i < dims.size(); ++i) ins.push_back({dims[i].first, bits[i]});
  return copy_with_ins(layout, as_span(ins));
}

Result<LinearLayout> reshape_outs(const LinearLayout& layout, std::span<const NamedValue> dims) {
  TP_TRY(bits, split_bits(dims, layout.total_out_bits()));
  std::vector<OutDim> outs;
  for (std::size_t i = 0; i < dims.size(); ++i) outs.push_back({dims[i].first, Word{1} << bits[i]});
  return LinearLayout::from_fields(layout.in_dims(), as_span(outs), layout.field_bases());
}

Result<LinearLayout> resize_in(const LinearLayout& layout, Name in, Word size) {
  const auto at = layout.find_in(in);
  if (!at) return Error::dimension("resize_in: layout has no in-dim " + in.quoted());
  if (!is_power_of_two(size) || size > layout.in_dims()[*at].size()) {
    return Error{ErrorCode::kInvalid,
                 "resize_in: " + std::to_string(size) + " is no power of two up to the size of " +
                     in.quoted()};
  }
  std::vector<InDim> ins(layout.in_dims().begin(), layout.in_dims().end());
  ins[*at].bits = log2_exact(size);
  std::vector<Word> bases;
  for (std::size_t i = 0; i < ins.size(); ++i) {
    const auto part = layout.field_bases(i).first(ins[i].bits);
    bases.insert(bases.end(), part.begin(), part.end());
  }
  return LinearLayout::from_fields(as_span(ins), layout.out_dims(), as_span(bases));
}

Result<LinearLayout> resize_out(const LinearLayout& layout, Name out, Word size) {
  const auto at = layout.find_out(out);
  if (!at) return Error::dimension("resize_out: layout has no out-dim " + out.quoted());
  if (!is_power_of_two(size) || size > layout.out_dims()[*at].size) {
    return Error{ErrorCode::kInvalid,
                 "resize_out: " + std::to_string(size) + " is no power of two up to the size of " +
                     out.quoted()};
  }
  std::vector<OutDim> outs(layout.out_dims().begin(), layout.out_dims().end());
  const unsigned shift = layout.field_shift(*at);
  const unsigned old_bits = outs[*at].bits();
  const unsigned new_bits = log2_exact(size);
  outs[*at].size = size;
  std::vector<Word> bases;
  for (const Word basis : layout.field_bases()) {
    const Word coordinate = layout.field(basis, *at);
    bases.push_back((basis & low_mask(shift)) | (coordinate < size ? coordinate : 0) << shift |
                    basis >> (shift + old_bits) << (shift + new_bits));
  }
  return LinearLayout::from_fields(layout.in_dims(), as_span(outs), as_span(bases));
}

Result<LinearLayout> concat_ins(const LinearLayout& a, const LinearLayout& b) {
  if (!std::ranges::equal(a.out_dims(), b.out_dims())) {
    return Error::dimension("concat_ins: the out-dims differ");
  }
  if (a.total_in_bits() + b.total_in_bits() > kMaxIndexBits) {
    return Error{ErrorCode::kOverflow, "concat_ins: the size exceeds 2^62"};
  }
  std::vector<InDim> ins(a.in_dims().begin(), a.in_dims().end());
  for (const InDim& dim : b.in_dims()) {
    if (a.has_in(dim.name)) return Error::dimension("concat_ins: both have " + dim.name.quoted());
    ins.push_back(dim);
  }
  std::vector<Word> bases(a.field_bases().begin(), a.field_bases().end());
  bases.insert(bases.end(), b.field_bases().begin(), b.field_bases().end());
  return LinearLayout::from_fields(as_span(ins), a.out_dims(), as_span(bases));
}

Result<LinearLayout> concat_outs(const LinearLayout& a, const LinearLayout& b) {
  if (!std::ranges::equal(a.in_dims(), b.in_dims())) {
    return Error::dimension("concat_outs: the in-dims differ");
  }
  if (a.total_out_bits() + b.total_out_bits() > kMaxIndexBits) {
    return Error{ErrorCode::kOverflow, "concat_outs: the size exceeds 2^62"};
  }
  std::vector<OutDim> outs(a.out_dims().begin(), a.out_dims().end());
  for (const OutDim& dim : b.out_dims()) {
    if (a.has_out(dim.name)) return Error::dimension("concat_outs: both have " + dim.name.quoted());
    outs.push_back(dim);
  }
  std::vector<Word> bases(a.field_bases().begin(), a.field_bases().end());
  for (std::size_t i = 0; i < bases.size(); ++i) {
    bases[i] |= b.field_bases()[i] << a.total_out_bits();
  }
  return LinearLayout::from_fields(a.in_dims(), as_span(outs), as_span(bases));
}

LinearLayout remove_zero_bases(const LinearLayout& layout, Name in) {
  const auto at = layout.find_in(in);
  TP_CHECK(at.has_value(), "remove_zero_bases: no such in-dim");
  std::vector<InDim> ins(layout.in_dims().begin(), layout.in_dims().end());
  std::vector<Word> bases;
  for (std::size_t i = 0; i < ins.size(); ++i) {
    for (const Word basis : layout.field_bases(i)) {
      if (i == *at && basis == 0) {
        --ins[i].bits;
      } else {
        bases.push_back(basis);
      }
    }
  }
  return LinearLayout::from_fields(as_span(ins), layout.out_dims(), as_span(bases));
}

LinearLayout rename_in(const LinearLayout& layout, Name from, Name to) {
  const auto at = layout.find_in(from);
  TP_CHECK(at.has_value() && !layout.has_in(to), "rename_in: wrong names");
  std::vector<InDim> ins(layout.in_dims().begin(), layout.in_dims().end());
  ins[*at].name = to;
  return copy_with_ins(layout, as_span(ins));
}

LinearLayout rename_out(const LinearLayout& layout, Name from, Name to) {
  const auto at = layout.find_out(from);
  TP_CHECK(at.has_value() && !layout.has_out(to), "rename_out: wrong names");
  std::vector<OutDim> outs(layout.out_dims().begin(), layout.out_dims().end());
  outs[*at].name = to;
  return LinearLayout::from_fields(layout.in_dims(), as_span(outs), layout.field_bases());
}

std::vector<Name> standard_out_dims(std::size_t rank) {
  std::vector<Name> names;
  names.reserve(rank);
  for (std::size_t i = 0; i < rank; ++i) names.push_back(Name::dim(static_cast<unsigned>(i)));
  return names;
}

Result<LinearLayout> identity_standard_nd(Name in,
                                          std::span<const Word> shape,
                                          std::span<const Word> order) {
  if (shape.size() != order.size()) {
    return Error{ErrorCode::kShape, "identity_standard_nd: shape and order differ in rank"};
  }
  LinearLayout result;
  std::vector<bool> seen(shape.size(), false);
  for (const Word dim : order) {
    if (dim >= shape.size() || seen[dim]) {
      return Error{ErrorCode::kInvalid, "identity_standard_nd: order is no permutation"};
    }
    seen[dim] = true;
    TP_TRY(line, LinearLayout::identity_1d(shape[dim], in, Name::dim(static_cast<unsigned>(dim))));
    TP_TRY(next, product(result, line));
    result = std::move(next);
  }
  return result;
}

}  // namespace tileproof
