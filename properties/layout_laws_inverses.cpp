#include <algorithm>
#include <set>

#include "properties/layout_laws.hpp"
#include "properties/meaning.hpp"

namespace tileproof::laws {
namespace {

// Is second(first(x)) = x at every place of `first`?
LawResult undoes(const char* what, const Layout& first, const Layout& second) {
  const Meaning inner(first);
  const Meaning outer(second);
  if (inner.in_bits() != outer.out_bits() || inner.out_bits() != outer.in_bits()) {
    return LawResult::broken(std::string(what) + ": the sizes differ" + second.to_string());
  }
  for (const Word x : sample_points(inner.in_bits())) {
    const Coordinates place = inner.place(x);
    const Coordinates back = outer(inner(place));
    if (!(back == place)) {
      return LawResult::broken(std::string(what) + ": " + to_string(place) + " comes back as " +
                               to_string(back) + first.to_string() + second.to_string());
    }
  }
  return LawResult::kept();
}

// Is `dim` an in-dim of both layouts, not of size 1, with the same bases?
bool is_equal_in_both(const Layout& a, const Layout& b, const InDim& dim) {
  if (dim.bits == 0 || !b.has_in(dim.name) || b.in_bits(dim.name) != dim.bits) return false;
  for (unsigned bit = 0; bit < dim.bits; ++bit) {
    for (const OutDim& out : a.out_dims()) {
      if (a.basis(dim.name, bit, out.name) != b.basis(dim.name, bit, out.name)) return false;
    }
  }
  return true;
}

std::set<Word> image(const Layout& l) {
  const Meaning meaning(l);
  std::set<Word> values;
  for (const Word x : sample_points(meaning.in_bits())) {
    values.insert(meaning.flat_value(meaning(meaning.place(x))));
  }
  return values;
}

}  // namespace

LawResult compose_is_function_composition(const Layout& f, const Layout& g, const Ops& ops) {
  const auto composed = ops.compose(f, g);
  if (!composed) return LawResult::failed("compose", composed.error());
  const Meaning inner(f);
  const Meaning outer(g);
  const Meaning whole(*composed);
  if (whole.in_bits() != inner.in_bits() || whole.out_bits() != outer.out_bits()) {
    return LawResult::broken("compose has other dimensions" + composed->to_string());
  }
  for (const Word x : sample_points(inner.in_bits())) {
    const Coordinates place = inner.place(x);
    const Coordinates expected = outer(inner(place));
    if (!(whole(place) == expected)) {
      return LawResult::broken("at " + to_string(place) + ": " + to_string(expected) +
                               " expected of" + composed->to_string());
    }
  }
  return LawResult::kept();
}

LawResult compose_is_associative(const Layout& f,
                                 const Layout& g,
                                 const Layout& h,
                                 const Ops& ops) {
  const auto fg = ops.compose(f, g);
  const auto gh = ops.compose(g, h);
  if (!fg) return LawResult::failed("compose(f, g)", fg.error());
  if (!gh) return LawResult::failed("compose(g, h)", gh.error());
  const auto left = ops.compose(*fg, h);
  const auto right = ops.compose(f, *gh);
  if (!left) return LawResult::failed("compose(compose(f, g), h)", left.error());
  if (!right) return LawResult::failed("compose(f, compose(g, h))", right.error());
  if (*left == *right) return LawResult::kept();
  return LawResult::broken("(f g) h" + left->to_string() + "\nf (g h)" + right->to_string());
}

LawResult inverting_twice_gives_back(const Layout& l, const Ops& ops) {
  const auto inverse = ops.invert(l);
  if (inverse.has_value() != l.is_invertible()) {
    return LawResult::broken("invert decides wrongly on" + l.to_string());
  }
  if (!inverse) return LawResult::not_applicable();
  const auto back = ops.invert(*inverse);
  if (!back) return LawResult::failed("invert(invert(l))", back.error());
  if (*back == l) return LawResult::kept();
  return LawResult::broken("inverted twice" + back->to_string() + "\nof" + l.to_string());
}

LawResult a_layout_and_its_inverse_cancel(const Layout& l, const Ops& ops) {
  if (!l.is_invertible()) return LawResult::not_applicable();
  const auto inverse = ops.invert(l);
  if (!inverse) return LawResult::failed("invert", inverse.error());
  const auto forth = undoes("inverse after layout", l, *inverse);
  return forth.holds ? undoes("layout after inverse", *inverse, l) : forth;
}

LawResult pseudoinverse_is_a_right_inverse(const Layout& l, const Ops& ops) {
  const auto inverse = ops.pseudoinvert(l);
  if (inverse.has_value() != l.is_surjective()) {
    return LawResult::broken("pseudoinvert decides wrongly on" + l.to_string());
  }
  return inverse ? undoes("layout after pseudoinverse", *inverse, l) : LawResult::not_applicable();
}

LawResult pseudoinverse_uses_no_free_variable(const Layout& l, const Ops& ops) {
  for (const OutDim& dim : l.out_dims()) {
    if (l.has_in(dim.name)) return LawResult::not_applicable();  // see L35
  }
  if (!l.is_surjective()) return LawResult::not_applicable();
  const auto inverse = ops.pseudoinvert(l);
  if (!inverse) return LawResult::failed("pseudoinvert", inverse.error());
  const Meaning meaning(*inverse);
  const Word free = Meaning(l).flat_index(free_variable_masks(l));
  for (const Word y : sample_points(meaning.in_bits())) {
    const Word used = meaning.flat_value(meaning(meaning.place(y)));
    if ((used & free) != 0) {
      return LawResult::broken("value " + std::to_string(y) + " is taken from index " +
                               std::to_string(used) + ", with free variables " +
                               std::to_string(free) + ", of" + l.to_string());
    }
  }
  return LawResult::kept();
}

LawResult conversion_finds_the_same_values(const Layout& a, const Layout& b, const Ops& ops) {
  const auto conversion = ops.invert_and_compose(a, b);
  if (!conversion) return LawResult::not_applicable();  // see L36
  const Meaning wanted(a);
  const Meaning kept(b);
  const Meaning converted(*conversion);
  if (converted.in_bits() != wanted.in_bits() || converted.out_bits() != kept.in_bits()) {
    return LawResult::broken("the conversion has other dimensions" + conversion->to_string());
  }
  for (const Word x : sample_points(wanted.in_bits())) {
    const Coordinates place = wanted.place(x);
    const Coordinates expected = wanted(place);
    const Coordinates found = kept(converted(place));
    if (!(found == expected)) {
      return LawResult::broken("at " + to_string(place) + ": " + to_string(expected) + " wanted, " +
                               to_string(found) + " found by" + conversion->to_string());
    }
  }
  return LawResult::kept();
}

LawResult conversion_keeps_equal_dims(const Layout& a, const Layout& b, const Ops& ops) {
  const auto conversion = ops.invert_and_compose(a, b);
  if (!conversion) return LawResult::not_applicable();
  bool applied = false;
  const Meaning converted(*conversion);
  for (const InDim& dim : a.in_dims()) {
    if (!is_equal_in_both(a, b, dim)) continue;
    applied = true;
    for (unsigned bit = 0; bit < dim.bits; ++bit) {
      const Coordinates place({{dim.name, Word{1} << bit}});
      if (!(converted(place) == place)) {
        return LawResult::broken(to_string(place) + " goes to " + to_string(converted(place)) +
                                 " by" + conversion->to_string() + "\nof" + a.to_string() +
                                 b.to_string());
      }
    }
  }
  return applied ? LawResult::kept() : LawResult::not_applicable();
}

LawResult conversion_exists_where_values_do(const Layout& a, const Layout& b, const Ops& ops) {
  if (a.total_in_bits() > kExhaustiveBits || b.total_in_bits() > kExhaustiveBits) {
    return LawResult::not_applicable();
  }
  const std::set<Word> kept = image(b);
  const Meaning wanted(a);
  const Meaning fields(b);
  bool all_kept = true;
  for (const Word x : sample_points(wanted.in_bits())) {
    all_kept = all_kept && kept.contains(fields.flat_value(wanted(wanted.place(x))));
  }
  if (ops.invert_and_compose(a, b).has_value() == all_kept) return LawResult::kept();
  return LawResult::broken(
      std::string(all_kept ? "no conversion where one exists" : "a conversion where none exists") +
      ", of" + a.to_string() + b.to_string());
}

LawResult minimal_conversion_leaves_out_identities(const Layout& b,
                                                   const Layout& a,
                                                   const Ops& ops) {
  const auto whole = ops.invert_and_compose(a, b);
  const auto minimal = ops.minimal_conversion(b, a);
  if (whole.has_value() != minimal.has_value()) {
    return LawResult::broken("only one of the two conversions exists");
  }
  if (!whole) return LawResult::not_applicable();
  Layout again = *minimal;
  std::size_t left_out = 0;
  for (const InDim& dim : a.in_dims()) {
    if (minimal->has_in(dim.name)) continue;
    ++left_out;
    const auto next = product(again, *Layout::identity_1d(dim.size(), dim.name, dim.name));
    if (!next) return LawResult::failed("product with the identity", next.error());
    again = *next;
  }
  if (const std::string where = difference(*whole, again); !where.empty()) {
    return LawResult::broken("what was left out is no identity: " + where);
  }
  if (left_out >= std::min(a.in_dims().size(), b.in_dims().size())) return LawResult::kept();
  const Name last = a.in_dims()[a.in_dims().size() - 1 - left_out].name;
  if (b.in_dims()[b.in_dims().size() - 1 - left_out].name != last) return LawResult::kept();
  const auto smaller = quotient(*minimal, {&last, 1});
  if (!smaller || !smaller->has_value()) return LawResult::kept();
  return LawResult::broken(std::string(last.text()) + " could still be left out of" +
                           minimal->to_string());
}

}  // namespace tileproof::laws
