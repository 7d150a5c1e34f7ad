// Does a transposition, a reshape or a resize that is done wrong break a law?
#include "properties/layout_mutants_detail.hpp"

namespace tileproof::laws {
namespace {

using Names = LayoutOperations::Names;
using Dims = LayoutOperations::Dims;

Result<Layout> transpose_ins_without_bases(const Layout& l, Names order) {
  const auto real = transpose_ins(l, order);
  return real ? with_bases(*real, bases_of(l)) : real;
}

Result<Layout> transpose_outs_without_bases(const Layout& l, Names order) {
  const auto real = transpose_outs(l, order);
  return real ? with_bases(*real, bases_of(l)) : real;
}

// Reshapes from major to minor, as NumPy would.
Result<Layout> reshape_ins_major_first(const Layout& l, Dims dims) {
  std::vector<NamedValue> turned(dims.rbegin(), dims.rend());
  const auto real = reshape_ins(l, turned);
  if (!real) return real;
  std::vector<Name> order;
  for (const auto& [name, size] : dims) order.push_back(name);
  return transpose_ins(*real, order);
}

Result<Layout> reshape_outs_major_first(const Layout& l, Dims dims) {
  std::vector<NamedValue> turned(dims.rbegin(), dims.rend());
  const auto real = reshape_outs(l, turned);
  if (!real) return real;
  std::vector<Name> order;
  for (const auto& [name, size] : dims) order.push_back(name);
  return transpose_outs(*real, order);
}

Layout flatten_ins_backwards(const Layout& l) { return flatten_ins(backwards(l)); }

Layout flatten_outs_under_the_last_name(const Layout& l) {
  const Layout flat = flatten_outs(l);
  const OutDim out{l.out_dims().back().name, flat.total_out_size()};
  return Layout::from_fields(l.in_dims(), {&out, 1}, flat.field_bases());
}

Result<Layout> resize_in_keeps_the_high_bits(const Layout& l, Name in, Word size) {
  const auto real = resize_in(l, in, size);
  if (!real) return real;
  Words bases;
  for (std::size_t i = 0; i < l.in_dims().size(); ++i) {
    const auto part = l.field_bases(i).last(real->in_dims()[i].bits);
    bases.insert(bases.end(), part.begin(), part.end());
  }
  return with_bases(*real, bases);
}

Result<Layout> resize_out_wraps(const Layout& l, Name out, Word size) {
  const auto real = resize_out(l, out, size);
  if (!real) return real;
  std::vector<NamedBases> bases;
  for (const InDim& in : l.in_dims()) {
    auto& next = bases.emplace_back(NamedBases{in.name, {}});
    for (unsigned bit = 0; bit < in.bits; ++bit) {
      auto& image = next.bases.emplace_back();
      for (const OutDim& dim : real->out_dims()) {
        image.push_back(l.basis(in.name, bit, dim.name) % dim.size);
      }
    }
  }
  return Layout::make(bases, real->out_dims());
}

Layout remove_zero_bases_everywhere(const Layout& l, Name) {
  Layout rest = l;
  for (const InDim& in : l.in_dims()) rest = remove_zero_bases(rest, in.name);
  return rest;
}

Layout rename_in_to_the_end(const Layout& l, Name from, Name to) {
  const Layout real = rename_in(l, from, to);
  std::vector<Name> order;
  for (const InDim& in : real.in_dims()) {
    if (in.name != to) order.push_back(in.name);
  }
  order.push_back(to);
  return *transpose_ins(real, order);
}

Result<Layout> standard_identity_without_order(Name in,
                                               std::span<const Word> shape,
                                               std::span<const Word>) {
  Words ascending;
  for (Word i = 0; i < shape.size(); ++i) ascending.push_back(i);
  return identity_standard_nd(in, shape, ascending);
}

}  // namespace

std::vector<LayoutMutant> reshape_mutants() {
  return {
      {"transpose_ins that forgets the bases",
       {.transpose_ins = transpose_ins_without_bases},
       {"L20"}},
      {"transpose_outs that forgets the bases",
       {.transpose_outs = transpose_outs_without_bases},
       {"L20"}},
      {"reshape_ins from the major side", {.reshape_ins = reshape_ins_major_first}, {"L21"}},
      {"reshape_outs from the major side", {.reshape_outs = reshape_outs_major_first}, {"L21"}},
      {"flatten_ins backwards", {.flatten_ins = flatten_ins_backwards}, {"L22"}},
      {"flatten_outs under the last name",
       {.flatten_outs = flatten_outs_under_the_last_name},
       {"L22"}},
      {"resize_in that keeps the high bits", {.resize_in = resize_in_keeps_the_high_bits}, {"L23"}},
      {"resize_out that wraps around", {.resize_out = resize_out_wraps}, {"L24"}},
      {"zero bases removed everywhere",
       {.remove_zero_bases = remove_zero_bases_everywhere},
       {"L25"}},
      {"rename_in that moves the dimension", {.rename_in = rename_in_to_the_end}, {"L26"}},
      {"standard identity without its order",
       {.identity_standard_nd = standard_identity_without_order},
       {"L27"}},
  };
}

}  // namespace tileproof::laws
