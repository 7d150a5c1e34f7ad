#include <algorithm>

#include "properties/layout_laws.hpp"
#include "properties/meaning.hpp"

namespace tileproof::laws {
namespace {

LawResult identical(const char* what, const Layout& expected, const Layout& actual) {
  if (actual == expected) return LawResult::kept();
  return LawResult::broken(std::string(what) + ": expected" + expected.to_string() + "\nfound" +
                           actual.to_string());
}

std::vector<Name> in_names(const Layout& l) {
  std::vector<Name> names;
  for (const InDim& dim : l.in_dims()) names.push_back(dim.name);
  return names;
}

std::vector<Name> out_names(const Layout& l) {
  std::vector<Name> names;
  for (const OutDim& dim : l.out_dims()) names.push_back(dim.name);
  return names;
}

std::vector<NamedValue> in_sizes(const Layout& l) {
  std::vector<NamedValue> sizes;
  for (const InDim& dim : l.in_dims()) sizes.emplace_back(dim.name, dim.size());
  return sizes;
}

std::vector<NamedValue> out_sizes(const Layout& l) {
  std::vector<NamedValue> sizes;
  for (const OutDim& dim : l.out_dims()) sizes.emplace_back(dim.name, dim.size);
  return sizes;
}

// A name that the layout does not use.
const Name kFresh = Name::of("fresh");

}  // namespace

LawResult transposing_changes_no_value(const Layout& l,
                                       std::span<const Name> ins,
                                       std::span<const Name> outs,
                                       const Ops& ops) {
  const auto by_ins = ops.transpose_ins(l, ins);
  if (!by_ins) return LawResult::failed("transpose_ins", by_ins.error());
  const auto transposed = ops.transpose_outs(*by_ins, outs);
  if (!transposed) return LawResult::failed("transpose_outs", transposed.error());
  if (!std::ranges::equal(in_names(*transposed), ins) ||
      !std::ranges::equal(out_names(*transposed), outs)) {
    return LawResult::broken("the order is not the one asked for:" + transposed->to_string());
  }
  const std::string where = difference(l, *transposed);
  if (!where.empty()) return LawResult::broken("transposed: " + where);
  const auto half = ops.transpose_ins(*transposed, in_names(l));
  if (!half) return LawResult::failed("transpose_ins", half.error());
  const auto back = ops.transpose_outs(*half, out_names(l));
  if (!back) return LawResult::failed("transpose_outs", back.error());
  return identical("transposed back", l, *back);
}

LawResult reshaping_keeps_the_flat_map(const Layout& l,
                                       std::span<const NamedValue> ins,
                                       std::span<const NamedValue> outs,
                                       const Ops& ops) {
  const auto by_ins = ops.reshape_ins(l, ins);
  if (!by_ins) return LawResult::failed("reshape_ins", by_ins.error());
  const auto reshaped = ops.reshape_outs(*by_ins, outs);
  if (!reshaped) return LawResult::failed("reshape_outs", reshaped.error());
  if (!std::ranges::equal(in_sizes(*reshaped), ins) ||
      !std::ranges::equal(out_sizes(*reshaped), outs)) {
    return LawResult::broken("the sizes are not those asked for:" + reshaped->to_string());
  }
  const Meaning before(l);
  const Meaning after(*reshaped);
  for (const Word x : sample_points(before.in_bits())) {
    const Word expected = before.flat_value(before(before.place(x)));
    const Word found = after.flat_value(after(after.place(x)));
    if (found != expected) {
      return LawResult::broken("flat index " + std::to_string(x) + " has value " +
                               std::to_string(found) + ", not " + std::to_string(expected) +
                               ", in" + reshaped->to_string() + "\nof" + l.to_string());
    }
  }
  const auto half = ops.reshape_ins(*reshaped, in_sizes(l));
  if (!half) return LawResult::failed("reshape_ins", half.error());
  const auto back = ops.reshape_outs(*half, out_sizes(l));
  if (!back) return LawResult::failed("reshape_outs", back.error());
  return identical("reshaped back", l, *back);
}

LawResult flattening_is_reshaping_to_one_dim(const Layout& l, const Ops& ops) {
  if (l.in_dims().empty() || l.out_dims().empty()) return LawResult::not_applicable();
  const NamedValue in{l.in_dims().front().name, l.total_in_size()};
  const NamedValue out{l.out_dims().front().name, l.total_out_size()};
  const auto expected = reshape_ins(l, {&in, 1});
  if (!expected) return LawResult::failed("reshape_ins", expected.error());
  const auto ins = identical("flatten_ins", *expected, ops.flatten_ins(l));
  if (!ins.holds) return ins;
  const auto expected_outs = reshape_outs(l, {&out, 1});
  if (!expected_outs) return LawResult::failed("reshape_outs", expected_outs.error());
  return identical("flatten_outs", *expected_outs, ops.flatten_outs(l));
}

LawResult resize_in_restricts(const Layout& l, Name in, Word size, const Ops& ops) {
  const auto resized = ops.resize_in(l, in, size);
  if (!resized) return LawResult::failed("resize_in", resized.error());
  if (Word{1} << resized->in_bits(in) != size || in_names(*resized) != in_names(l)) {
    return LawResult::broken("resized to another size:" + resized->to_string());
  }
  const Meaning whole(l);
  const Meaning part(*resized);
  for (const Word x : sample_points(part.in_bits())) {
    const Coordinates place = part.place(x);
    if (!(part(place) == whole(place))) {
      return LawResult::broken("at " + to_string(place) + ": " + to_string(whole(place)) +
                               " expected of" + resized->to_string() + "\nof" + l.to_string());
    }
  }
  return LawResult::kept();
}

LawResult resize_out_clears_large_coordinates(const Layout& l,
                                              Name out,
                                              Word size,
                                              const Ops& ops) {
  const auto resized = ops.resize_out(l, out, size);
  if (!resized) return LawResult::failed("resize_out", resized.error());
  if (resized->out_size(out) != size || in_sizes(*resized) != in_sizes(l) ||
      out_names(*resized) != out_names(l)) {
    return LawResult::broken("resized to another size:" + resized->to_string());
  }
  for (const InDim& in : l.in_dims()) {
    for (unsigned bit = 0; bit < in.bits; ++bit) {
      for (const OutDim& dim : l.out_dims()) {
        const Word before = l.basis(in.name, bit, dim.name);
        const Word expected = dim.name == out && before >= size ? 0 : before;
        if (resized->basis(in.name, bit, dim.name) != expected) {
          return LawResult::broken("a coordinate " + std::to_string(expected) + " expected of" +
                                   resized->to_string() + "\nof" + l.to_string());
        }
      }
    }
  }
  return LawResult::kept();
}

LawResult remove_zero_bases_keeps_the_others(const Layout& l, Name in, const Ops& ops) {
  const Layout rest = ops.remove_zero_bases(l, in);
  const auto broken = [&](const std::string& what) {
    return LawResult::broken(what + rest.to_string() + "\nof" + l.to_string());
  };
  if (in_names(rest) != in_names(l) || out_sizes(rest) != out_sizes(l)) {
    return broken("other dimensions in");
  }
  for (std::size_t i = 0; i < l.in_dims().size(); ++i) {
    std::vector<Word> expected(l.field_bases(i).begin(), l.field_bases(i).end());
    if (l.in_dims()[i].name == in) std::erase(expected, Word{0});
    if (!std::ranges::equal(rest.field_bases(i), expected)) return broken("other bases in");
  }
  return LawResult::kept();
}

LawResult renaming_only_renames(const Layout& l, Name in, Name out, const Ops& ops) {
  const Layout renamed = ops.rename_out(ops.rename_in(l, in, kFresh), out, kFresh);
  auto ins = in_sizes(l);
  auto outs = out_sizes(l);
  for (auto& [name, size] : ins) {
    if (name == in) name = kFresh;
  }
  for (auto& [name, size] : outs) {
    if (name == out) name = kFresh;
  }
  if (in_sizes(renamed) == ins && out_sizes(renamed) == outs &&
      std::ranges::equal(renamed.field_bases(), l.field_bases())) {
    return LawResult::kept();
  }
  return LawResult::broken("renamed" + renamed.to_string() + "\nof" + l.to_string());
}

LawResult standard_identity_counts_in_order(std::span<const Word> shape,
                                            std::span<const Word> order,
                                            const Ops& ops) {
  const auto layout = ops.identity_standard_nd(kRegister, shape, order);
  if (!layout) return LawResult::failed("identity_standard_nd", layout.error());
  const Meaning meaning(*layout);
  for (const Word x : sample_points(layout->total_in_bits())) {
    Coordinates expected;
    Word rest = x;
    for (const Word dim : order) {
      expected.at(Name::dim(static_cast<unsigned>(dim))) = rest % shape[dim];
      rest /= shape[dim];
    }
    const Coordinates found = meaning(meaning.place(x));
    if (rest != 0 || !(found == expected)) {
      return LawResult::broken("register " + std::to_string(x) + ": " + to_string(expected) +
                               " expected, " + to_string(found) + " found");
    }
  }
  return LawResult::kept();
}

}  // namespace tileproof::laws
