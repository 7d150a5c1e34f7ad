#include "checkers/layout/same_layout.hpp"

#include <algorithm>

#include "checkers/layout/places.hpp"
#include "checkers/prover/prover.hpp"

namespace tileproof {
namespace {

bool have_other_places(const Tensor& a, const Tensor& b) {
  return triton::storage(a.layout) != triton::storage(b.layout);
}

Error other_places(const Tensor& a, const Tensor& b) {
  return {ErrorCode::kUsage,
          std::string(triton::mnemonic(a.layout)) + " and " +
              std::string(triton::mnemonic(b.layout)) + " do not describe the same kind of place"};
}

Verdict compare_offsets(const Tensor& a, const Tensor& b, const Decider& decide) {
  const IndexMap cells_a = composed(a.map, padding_of(a));
  const IndexMap cells_b = composed(b.map, padding_of(b));
  const auto differ = [&](const Question& /*question*/, const Decision& decision) {
    const auto element = point_of(decision);
    const auto at_a = value_at(cells_a, element);
    const auto at_b = value_at(cells_b, element);
    const bool same_memory = std::equal(at_a.begin() + 1, at_a.end(), at_b.begin() + 1);
    Counterexample example;
    example.text = "element " + element_text(element) + " is at offset " + std::to_string(at_a[0]) +
                   " in the first layout and at " + std::to_string(at_b[0]) + " in the second" +
                   (same_memory ? "" : ", in different CTAs or partitions");
    add_element(example, element);
    example.fields.emplace_back("offset_a", at_a[0]);
    example.fields.emplace_back("offset_b", at_b[0]);
    return Refuted::replayed(decision.engine, std::move(example), [&] { return at_a != at_b; });
  };
  return ask({{"equal", Same{cells_a, cells_b}}},
             decide,
             "all 2^" + std::to_string(a.form.total_out_bits()) + " elements",
             differ);
}

// The first dimension in which one layout has more places, and how many both have.
struct Lacking {
  std::size_t axis;
  Word size;
};

// A dimension that a layout does not have has one place.
Word places(const IndexMap& map, std::size_t axis) {
  return axis < map.axes().size() ? map.axes()[axis].size : 1;
}

std::optional<Lacking> lacking(const IndexMap& a, const IndexMap& b) {
  for (std::size_t i = 0; i < std::max(a.axes().size(), b.axes().size()); ++i) {
    if (places(a, i) != places(b, i)) return Lacking{i, std::min(places(a, i), places(b, i))};
  }
  return std::nullopt;
}

// At the places that both have, of the first in dimensions behind the one in which they differ.
IndexMap at_common(IndexMap map, const std::optional<Lacking>& lacks) {
  if (!lacks) return map;
  if (lacks->axis < map.axes().size()) map = map.first_of(lacks->axis, lacks->size);
  for (std::size_t i = lacks->axis + 1; i < map.axes().size(); ++i) map = map.first_of(i, 1);
  return map;
}

// At 0 in all axes but so many.
IndexMap first_axes(IndexMap map, std::size_t count) {
  while (map.axes().size() > count) map = map.fixed(map.axes().size() - 1, 0);
  return map;
}

}  // namespace

Result<Verdict> check_equal(const Tensor& a, const Tensor& b, const Decider& decide) {
  if (have_other_places(a, b)) return other_places(a, b);
  for (const Tensor* side : {&a, &b}) {
    if (const auto broken = broken_bases(side->layout)) return *broken;
  }
  if (a.is_shared() && a.shape != b.shape) {
    return Error{ErrorCode::kShape,
                 "the layouts describe other shapes: " + triton::to_string(a.shape) + " and " +
                     triton::to_string(b.shape)};
  }
  if (a.is_shared()) return compare_offsets(a, b, decide);
  return check_same_layout(a, b, decide);
}

Result<Verdict> check_same_layout(const Tensor& was, const Tensor& is, const Decider& decide) {
  if (have_other_places(was, is)) return other_places(was, is);
  if (was.is_shared()) {
    return Error{ErrorCode::kUsage, "layouts of shared memory have no places with elements"};
  }
  const auto shapes_differ = [&](std::string_view engine) {
    Counterexample example;
    example.text = "the value has the shape " + triton::to_string(was.shape) +
                   ", but is used with the shape " + triton::to_string(is.shape);
    for (std::size_t d = 0; d < is.shape.size(); ++d) {
      example.fields.emplace_back(coordinate_name(d, is.shape.size()), is.shape[d] - 1);
    }
    return Refuted::replayed(engine, std::move(example), [&] { return was.shape != is.shape; });
  };
  if (was.shape.size() != is.shape.size()) return Verdict(shapes_differ("f2"));
  const auto lacks = lacking(was.map, is.map);
  const std::size_t count = std::min(was.map.axes().size(), is.map.axes().size());
  const IndexMap was_common = first_axes(at_common(was.map, lacks), count);
  const IndexMap is_common = first_axes(at_common(is.map, lacks), count);
  const auto differ = [&](const Question& /*question*/, const Decision& decision) {
    auto at = point_of(decision);
    at.resize(was.map.axes().size(), 0);
    const auto element = value_at(was.map, at);
    at.resize(count);
    at.resize(is.map.axes().size(), 0);
    const Word place = flat_place(is.form, is.map.axes(), at);
    const auto other = value_at(is.map, at);
    Counterexample example;
    example.text = "at " + place_text(is.form, place) + " the value has element " +
                   element_text(element) + ", but is used as if it had " + element_text(other);
    add_place(example, is.form, place);
    add_element(example, element);
    add_element(example, other, "used_");
    return Refuted::replayed(decision.engine, std::move(example), [&] { return element != other; });
  };
  Verdict verdict = ask({{"same", Same{was_common, is_common}}},
                        decide,
                        "all 2^" + std::to_string(is.form.total_in_bits()) + " places",
                        differ);
  const auto* same = std::get_if<Proved>(&verdict);
  if (same == nullptr) return verdict;
  if (lacks) {
    const IndexMap& longer = is.map.axes().size() > lacks->axis ? is.map : was.map;
    const std::string& name = longer.axes()[lacks->axis].name;
    Counterexample example;
    example.text =
        name + " " + std::to_string(lacks->size) + " exists in one of the two layouts only";
    example.fields.emplace_back(name, lacks->size);
    return Verdict(Refuted::replayed(same->engine(), std::move(example), [&] {
      return places(was.map, lacks->axis) != places(is.map, lacks->axis);
    }));
  }
  if (was.shape != is.shape) return Verdict(shapes_differ(same->engine()));
  return verdict;
}

}  // namespace tileproof
