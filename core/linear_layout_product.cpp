#include <algorithm>

#include "core/linear_layout.hpp"

namespace tileproof {
namespace {

bool contains(std::span<const Name> names, Name name) {
  return std::find(names.begin(), names.end(), name) != names.end();
}

// The merge of two lists that keeps the order of both, taking from `first` where both are possible;
// nullopt if they disagree ([a, b] and [b, a]).
std::optional<Names> merge(const Names& first, const Names& second) {
  Names result;
  std::size_t j = 0;
  for (const Name name : first) {
    const auto in_second = std::find(second.begin(), second.end(), name);
    if (in_second == second.end()) {
      result.push_back(name);
      continue;
    }
    const auto position = static_cast<std::size_t>(in_second - second.begin());
    if (position < j) return std::nullopt;
    for (; j < position; ++j) {
      if (contains({first.data(), first.size()}, second[j])) return std::nullopt;
      result.push_back(second[j]);
    }
    result.push_back(name);
    j = position + 1;
  }
  for (; j < second.size(); ++j) result.push_back(second[j]);
  return result;
}

template <typename Dims>
Names names_of(const Dims& dims) {
  Names names;
  for (const auto& dim : dims) names.push_back(dim.name);
  return names;
}

// Rewrites a stored word of `from` into fields at the given shifts, one for each of its out-dims.
Word move_fields(const LinearLayout& from, Word fields, std::span<const unsigned> shifts) {
  Word result = 0;
  for (std::size_t d = 0; d < shifts.size(); ++d) {
    const unsigned bits = from.out_dims()[d].bits();
    result |= (fields & low_mask(bits)) << shifts[d];
    fields >>= bits;
  }
  return result;
}

std::optional<Error> check_dims(const LinearLayout& layout,
                                std::span<const Name> ins,
                                std::span<const Name> outs) {
  for (const Name name : ins) {
    if (!layout.has_in(name)) {
      return Error{ErrorCode::kDimension, "layout has no in-dim " + name.quoted()};
    }
  }
  for (const Name name : outs) {
    if (!layout.has_out(name)) {
      return Error{ErrorCode::kDimension, "layout has no out-dim " + name.quoted()};
    }
  }
  return std::nullopt;
}

Names others(const Names& all, std::span<const Name> without) {
  Names rest;
  for (const Name name : all) {
    if (!contains(without, name)) rest.push_back(name);
  }
  return rest;
}

}  // namespace

Result<LinearLayout> product(const LinearLayout& inner, const LinearLayout& outer) {
  const auto ins = merge(names_of(inner.in_dims()), names_of(outer.in_dims()));
  const auto outs = merge(names_of(inner.out_dims()), names_of(outer.out_dims()));
  if (!ins || !outs) {
    return Error{ErrorCode::kDimension,
                 "product: the two layouts have shared dimensions in different orders"};
  }
  if (inner.total_in_bits() + outer.total_in_bits() > kMaxIndexBits ||
      inner.total_out_bits() + outer.total_out_bits() > kMaxIndexBits) {
    return Error{ErrorCode::kOverflow, "product: the size exceeds 2^62"};
  }
  boost::container::small_vector<OutDim, 8> out_dims;
  boost::container::small_vector<unsigned, 8> inner_shifts(inner.out_dims().size());
  boost::container::small_vector<unsigned, 8> outer_shifts(outer.out_dims().size());
  unsigned shift = 0;
  for (const Name name : *outs) {
    Word size = 1;
    unsigned inner_bits = 0;
    if (const auto at = inner.find_out(name)) {
      inner_shifts[*at] = shift;
      size = inner.out_dims()[*at].size;
      inner_bits = inner.out_dims()[*at].bits();
    }
    if (const auto at = outer.find_out(name)) {
      outer_shifts[*at] = shift + inner_bits;
      size *= outer.out_dims()[*at].size;
    }
    out_dims.push_back({name, size});
    shift += log2_ceil(size);
  }
  boost::container::small_vector<InDim, 8> in_dims;
  boost::container::small_vector<Word, 24> bases;
  for (const Name name : *ins) {
    const auto before = bases.size();
    if (const auto at = inner.find_in(name)) {
      for (const Word basis : inner.field_bases(*at)) {
        bases.push_back(move_fields(inner, basis, {inner_shifts.data(), inner_shifts.size()}));
      }
    }
    if (const auto at = outer.find_in(name)) {
      for (const Word basis : outer.field_bases(*at)) {
        bases.push_back(move_fields(outer, basis, {outer_shifts.data(), outer_shifts.size()}));
      }
    }
    in_dims.push_back({name, static_cast<unsigned>(bases.size() - before)});
  }
  return LinearLayout::from_fields({in_dims.data(), in_dims.size()},
                                   {out_dims.data(), out_dims.size()},
                                   {bases.data(), bases.size()});
}

namespace {

enum class Side { kLeft, kRight };

// a = b * c (left) or a = c * b (right) holds iff, in a, b's bits of each in-dim map to b's bits of
// each out-dim as in b, and the others to the others.  Left takes b's bits at the low end of each
// dimension.
std::optional<LinearLayout> divide(const LinearLayout& a, const LinearLayout& b, Side side) {
  for (const InDim& dim : b.in_dims()) {
    if (!a.has_in(dim.name) || a.in_bits(dim.name) < dim.bits) return std::nullopt;
  }
  for (const OutDim& dim : b.out_dims()) {
    if (!a.has_out(dim.name) || a.out_size(dim.name) < dim.size) return std::nullopt;
  }
  // Where b orders dimensions otherwise than a, no product with b has a's order.
  if (!merge(names_of(b.in_dims()), names_of(a.in_dims())) ||
      !merge(names_of(b.out_dims()), names_of(a.out_dims()))) {
    return std::nullopt;
  }
  boost::container::small_vector<OutDim, 8> c_outs;
  // In a's stored words: the bits that belong to b, and where each field of b and of c starts.
  Word b_mask = 0;
  boost::container::small_vector<unsigned, 8> b_shifts(b.out_dims().size());
  boost::container::small_vector<unsigned, 8> c_shifts;
  unsigned shift = 0;
  for (const OutDim& dim : a.out_dims()) {
    const auto in_b = b.find_out(dim.name);
    const unsigned b_bits = in_b ? b.out_dims()[*in_b].bits() : 0;
    const unsigned c_bits = dim.bits() - b_bits;
    const unsigned b_shift = side == Side::kLeft ? shift : shift + c_bits;
    c_shifts.push_back(side == Side::kLeft ? shift + b_bits : shift);
    if (in_b) b_shifts[*in_b] = b_shift;
    b_mask |= low_mask(b_bits) << b_shift;
    c_outs.push_back({dim.name, Word{1} << c_bits});
    shift += dim.bits();
  }
  boost::container::small_vector<InDim, 8> c_ins;
  boost::container::small_vector<Word, 24> c_bases;
  for (std::size_t i = 0; i < a.in_dims().size(); ++i) {
    const auto a_bases = a.field_bases(i);
    const auto in_b = b.find_in(a.in_dims()[i].name);
    const auto b_bases = in_b ? b.field_bases(*in_b) : std::span<const Word>();
    const std::size_t c_count = a_bases.size() - b_bases.size();
    const std::size_t b_first = side == Side::kLeft ? 0 : c_count;
    const std::size_t c_first = side == Side::kLeft ? b_bases.size() : 0;
    for (std::size_t k = 0; k < b_bases.size(); ++k) {
      if (a_bases[b_first + k] != move_fields(b, b_bases[k], {b_shifts.data(), b_shifts.size()})) {
        return std::nullopt;
      }
    }
    for (std::size_t k = 0; k < c_count; ++k) {
      const Word basis = a_bases[c_first + k];
      if ((basis & b_mask) != 0) return std::nullopt;
      Word fields = 0;
      unsigned c_shift = 0;
      for (std::size_t d = 0; d < c_outs.size(); ++d) {
        fields |= (basis >> c_shifts[d] & low_mask(c_outs[d].bits())) << c_shift;
        c_shift += c_outs[d].bits();
      }
      c_bases.push_back(fields);
    }
    c_ins.push_back({a.in_dims()[i].name, static_cast<unsigned>(c_count)});
  }
  return LinearLayout::from_fields({c_ins.data(), c_ins.size()},
                                   {c_outs.data(), c_outs.size()},
                                   {c_bases.data(), c_bases.size()});
}

}  // namespace

std::optional<LinearLayout> divide_left(const LinearLayout& a, const LinearLayout& b) {
  return divide(a, b, Side::kLeft);
}

std::optional<LinearLayout> divide_right(const LinearLayout& a, const LinearLayout& b) {
  return divide(a, b, Side::kRight);
}

Result<LinearLayout> sublayout(const LinearLayout& layout,
                               std::span<const Name> ins,
                               std::span<const Name> outs) {
  if (const auto error = check_dims(layout, ins, outs)) return *error;
  boost::container::small_vector<OutDim, 8> out_dims;
  for (const OutDim& dim : layout.out_dims()) {
    if (contains(outs, dim.name)) out_dims.push_back(dim);
  }
  boost::container::small_vector<InDim, 8> in_dims;
  boost::container::small_vector<Word, 24> bases;
  for (std::size_t i = 0; i < layout.in_dims().size(); ++i) {
    if (!contains(ins, layout.in_dims()[i].name)) continue;
    in_dims.push_back(layout.in_dims()[i]);
    for (const Word basis : layout.field_bases(i)) {
      Word fields = 0;
      unsigned from = 0;
      unsigned to = 0;
      for (const OutDim& dim : layout.out_dims()) {
        if (contains(outs, dim.name)) {
          fields |= (basis >> from & low_mask(dim.bits())) << to;
          to += dim.bits();
        }
        from += dim.bits();
      }
      bases.push_back(fields);
    }
  }
  return LinearLayout::from_fields({in_dims.data(), in_dims.size()},
                                   {out_dims.data(), out_dims.size()},
                                   {bases.data(), bases.size()});
}

Result<bool> sublayout_is_zero(const LinearLayout& layout,
                               std::span<const Name> ins,
                               std::span<const Name> outs) {
  TP_TRY(part, sublayout(layout, ins, outs));
  return std::all_of(
      part.field_bases().begin(), part.field_bases().end(), [](Word basis) { return basis == 0; });
}

Result<bool> square_sublayout_is_identity(const LinearLayout& layout, std::span<const Name> dims) {
  TP_TRY(part, sublayout(layout, dims, dims));
  for (const Name dim : dims) {
    if (Word{1} << layout.in_bits(dim) != layout.out_size(dim)) return false;
  }
  const auto bases = part.field_bases();
  for (std::size_t i = 0; i < bases.size(); ++i) {
    if (bases[i] != Word{1} << i) return false;
  }
  return true;
}

Result<bool> is_trivial_over(const LinearLayout& layout, std::span<const Name> dims) {
  TP_TRY(part, sublayout(layout, dims, dims));
  // By name, not as one flat index: in- and out-dims may stand in different orders.
  bool identity = true;
  for (const InDim& in : part.in_dims()) {
    identity = identity && in.size() == layout.out_size(in.name);
    for (unsigned bit = 0; bit < in.bits; ++bit) {
      for (const OutDim& out : part.out_dims()) {
        const Word expected = in.name == out.name ? Word{1} << bit : 0;
        identity = identity && part.basis(in.name, bit, out.name) == expected;
      }
    }
  }
  const Names other_ins = others(names_of(layout.in_dims()), dims);
  const Names other_outs = others(names_of(layout.out_dims()), dims);
  TP_TRY(nothing_enters, sublayout_is_zero(layout, {other_ins.data(), other_ins.size()}, dims));
  TP_TRY(nothing_leaves, sublayout_is_zero(layout, dims, {other_outs.data(), other_outs.size()}));
  return identity && nothing_enters && nothing_leaves;
}

Result<std::optional<LinearLayout>> quotient(const LinearLayout& layout,
                                             std::span<const Name> dims) {
  for (const Name dim : dims) {
    if (!layout.has_in(dim)) return std::optional<LinearLayout>();
  }
  TP_TRY(trivial, is_trivial_over(layout, dims));
  if (!trivial) return std::optional<LinearLayout>();
  const Names ins = others(names_of(layout.in_dims()), dims);
  const Names outs = others(names_of(layout.out_dims()), dims);
  TP_TRY(rest, sublayout(layout, {ins.data(), ins.size()}, {outs.data(), outs.size()}));
  return std::optional<LinearLayout>(std::move(rest));
}

}  // namespace tileproof
