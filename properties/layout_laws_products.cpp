#include <algorithm>

#include "core/check.hpp"
#include "properties/layout_laws.hpp"
#include "properties/meaning.hpp"

namespace tileproof::laws {
namespace {

LawResult same(const char* what, const Layout& expected, const Layout& actual) {
  const std::string where = difference(expected, actual);
  return where.empty() ? LawResult::kept() : LawResult::broken(std::string(what) + ": " + where);
}

bool contains(std::span<const Name> names, Name name) {
  return std::ranges::find(names, name) != names.end();
}

// The layout with dimensions of size 1 for those of `wider` that it lacks.
Layout with_dims_of(const Layout& l, const Layout& wider) {
  std::vector<InDim> ins;
  std::vector<OutDim> outs;
  for (const InDim& dim : wider.in_dims()) {
    ins.push_back({dim.name, l.has_in(dim.name) ? l.in_bits(dim.name) : 0});
  }
  for (const OutDim& dim : wider.out_dims()) {
    outs.push_back({dim.name, l.has_out(dim.name) ? l.out_size(dim.name) : 1});
  }
  std::vector<NamedBases> bases;
  for (const InDim& in : ins) {
    auto& next = bases.emplace_back(NamedBases{in.name, {}});
    for (unsigned bit = 0; bit < in.bits; ++bit) {
      auto& image = next.bases.emplace_back();
      for (const OutDim& out : outs) {
        image.push_back(l.has_out(out.name) ? l.basis(in.name, bit, out.name) : 0);
      }
    }
  }
  return *Layout::make(bases, outs);
}

LawResult check_factor(const char* what, const Layout& whole, const Result<Layout>& product) {
  if (!product) return LawResult::failed(what, product.error());
  return *product == whole
             ? LawResult::kept()
             : LawResult::broken(std::string(what) + ": expected" + whole.to_string() + "\nfound" +
                                 product->to_string());
}

// Does l keep the coordinates `dims` and use them for nothing else?
bool keeps_apart(const Layout& l, std::span<const Name> dims) {
  const Meaning meaning(l);
  for (const Word x : sample_points(meaning.in_bits())) {
    const Coordinates place = meaning.place(x);
    const Coordinates value = meaning(place);
    Coordinates rest = place;
    for (const Name dim : dims) {
      if (value[dim] != place[dim]) return false;
      rest.at(dim) = 0;
    }
    const Coordinates rest_value = meaning(rest);
    for (const OutDim& out : l.out_dims()) {
      if (!contains(dims, out.name) && value[out.name] != rest_value[out.name]) return false;
    }
  }
  return std::ranges::all_of(
      dims, [&](Name dim) { return Word{1} << l.in_bits(dim) == l.out_size(dim); });
}

}  // namespace

LawResult product_is_associative(const Layout& a,
                                 const Layout& b,
                                 const Layout& c,
                                 const Ops& ops) {
  const auto ab = ops.product(a, b);
  const auto bc = ops.product(b, c);
  if (!ab || !bc) return LawResult::not_applicable();
  const auto left = ops.product(*ab, c);
  const auto right = ops.product(a, *bc);
  if (!left || !right) return LawResult::not_applicable();
  return same("(a b) c against a (b c)", *left, *right);
}

LawResult product_has_a_neutral_layout(const Layout& a, const Ops& ops) {
  const auto left = ops.product(Layout(), a);
  const auto right = ops.product(a, Layout());
  if (!left) return LawResult::failed("product with the empty layout", left.error());
  if (!right) return LawResult::failed("product with the empty layout", right.error());
  if (*left == a && *right == a) return LawResult::kept();
  return LawResult::broken("neutral" + left->to_string() + right->to_string() + "\nof" +
                           a.to_string());
}

LawResult product_acts_on_low_and_high_parts(const Layout& a, const Layout& b, const Ops& ops) {
  const auto product = ops.product(a, b);
  if (!product) return LawResult::not_applicable();
  const Meaning low(a);
  const Meaning high(b);
  const Meaning whole(*product);
  if (whole.in_bits() != low.in_bits() + high.in_bits() ||
      whole.out_bits() != low.out_bits() + high.out_bits()) {
    return LawResult::broken("the product has another size:" + product->to_string());
  }
  for (const Word index : sample_points(whole.in_bits())) {
    const Coordinates place = whole.place(index);
    std::vector<NamedValue> x;
    std::vector<NamedValue> y;
    for (const auto& [name, value] : place.values()) {
      const Word size = a.has_in(name) ? Word{1} << a.in_bits(name) : 1;
      x.emplace_back(name, value % size);
      y.emplace_back(name, value / size);
    }
    Coordinates expected = low(x);
    const Coordinates high_value = high(y);
    for (const auto& [name, value] : high_value.values()) {
      expected.at(name) += value * (a.has_out(name) ? a.out_size(name) : 1);
    }
    if (!(whole(place) == expected)) {
      return LawResult::broken("at " + to_string(place) + ": " + to_string(expected) +
                               " expected of" + product->to_string());
    }
  }
  return LawResult::kept();
}

LawResult left_division_undoes_product(const Layout& a, const Layout& b, const Ops& ops) {
  const auto whole = ops.product(a, b);
  if (!whole) return LawResult::not_applicable();
  const auto quotient = ops.divide_left(*whole, a);
  if (!quotient) return LawResult::broken("no quotient of" + whole->to_string());
  return same("left quotient", with_dims_of(b, *whole), *quotient);
}

LawResult right_division_undoes_product(const Layout& a, const Layout& b, const Ops& ops) {
  const auto whole = ops.product(a, b);
  if (!whole) return LawResult::not_applicable();
  const auto quotient = ops.divide_right(*whole, b);
  if (!quotient) return LawResult::broken("no quotient of" + whole->to_string());
  return same("right quotient", with_dims_of(a, *whole), *quotient);
}

LawResult a_quotient_is_a_factor(const Layout& a, const Layout& b, const Ops& ops) {
  const auto left = ops.divide_left(a, b);
  const auto right = ops.divide_right(a, b);
  if (!left && !right) return LawResult::not_applicable();
  if (left) {
    const auto result = check_factor("product(b, a / b)", a, ops.product(b, *left));
    if (!result.holds) return result;
  }
  return right ? check_factor("product(a / b, b)", a, ops.product(*right, b)) : LawResult::kept();
}

LawResult quotient_leaves_out_identities(const Layout& l,
                                         std::span<const Name> dims,
                                         const Ops& ops) {
  for (const Name dim : dims) {
    if (!l.has_in(dim) || !l.has_out(dim)) return LawResult::not_applicable();
  }
  const auto quotient = ops.quotient(l, dims);
  if (!quotient) return LawResult::failed("quotient", quotient.error());
  const bool apart = keeps_apart(l, dims);
  if (quotient->has_value() != apart) {
    return LawResult::broken(std::string(apart ? "no quotient" : "a quotient that is none") +
                             " of" + l.to_string());
  }
  if (!apart) return LawResult::kept();
  Layout again = **quotient;
  for (const Name dim : dims) {
    if (again.has_in(dim) || again.has_out(dim)) {
      return LawResult::broken("the quotient has the dimension still" + again.to_string());
    }
    const auto next = ops.product(again, *Layout::identity_1d(l.out_size(dim), dim, dim));
    if (!next) return LawResult::failed("product with the identity", next.error());
    again = *next;
  }
  return same("quotient times identities", l, again);
}

LawResult sublayout_is_the_restriction(const Layout& l,
                                       std::span<const Name> ins,
                                       std::span<const Name> outs,
                                       const Ops& ops) {
  const auto part = ops.sublayout(l, ins, outs);
  if (!part) return LawResult::failed("sublayout", part.error());
  if (part->in_dims().size() != ins.size() || part->out_dims().size() != outs.size()) {
    return LawResult::broken("sublayout has other dimensions:" + part->to_string());
  }
  for (const Name in : ins) {
    if (!part->has_in(in) || part->in_bits(in) != l.in_bits(in)) {
      return LawResult::broken("an in-dim differs in" + part->to_string());
    }
  }
  for (const Name out : outs) {
    if (!part->has_out(out) || part->out_size(out) != l.out_size(out)) {
      return LawResult::broken("an out-dim differs in" + part->to_string());
    }
  }
  const Meaning whole(l);
  const Meaning meaning(*part);
  for (const Word x : sample_points(meaning.in_bits())) {
    const Coordinates place = meaning.place(x);
    const Coordinates expected = whole(place);
    const Coordinates found = meaning(place);
    for (const Name out : outs) {
      if (found[out] != expected[out]) {
        return LawResult::broken("at " + to_string(place) + ": " + to_string(expected) +
                                 " expected of the part" + part->to_string() + "\nof" +
                                 l.to_string());
      }
    }
  }
  return LawResult::kept();
}

LawResult parts_concatenate_to_the_whole(const Layout& l,
                                         std::size_t ins,
                                         std::size_t outs,
                                         const Ops& ops) {
  TP_CHECK(ins <= l.in_dims().size() && outs <= l.out_dims().size(), "cut beyond the dimensions");
  std::vector<Name> in_names;
  std::vector<Name> out_names;
  for (const InDim& dim : l.in_dims()) in_names.push_back(dim.name);
  for (const OutDim& dim : l.out_dims()) out_names.push_back(dim.name);
  const std::span<const Name> all_ins(in_names);
  const std::span<const Name> all_outs(out_names);
  const auto from_ins = ops.concat_ins(*sublayout(l, all_ins.first(ins), all_outs),
                                       *sublayout(l, all_ins.subspan(ins), all_outs));
  if (!from_ins) return LawResult::failed("concat_ins", from_ins.error());
  const auto from_outs = ops.concat_outs(*sublayout(l, all_ins, all_outs.first(outs)),
                                         *sublayout(l, all_ins, all_outs.subspan(outs)));
  if (!from_outs) return LawResult::failed("concat_outs", from_outs.error());
  if (*from_ins == l && *from_outs == l) return LawResult::kept();
  return LawResult::broken("expected" + l.to_string() + "\nof ins" + from_ins->to_string() +
                           "\nof outs" + from_outs->to_string());
}

}  // namespace tileproof::laws
