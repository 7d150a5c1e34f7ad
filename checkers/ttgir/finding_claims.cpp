#include "checkers/ttgir/finding_claims.hpp"

#include "encodings/expression/print_graph.hpp"
#include "encodings/index_map/by_bases.hpp"
#include "encodings/index_map/index_map.hpp"

namespace tileproof {
namespace {

StatedLayout stated(const std::string& role, const LayoutOn& on) {
  return {role, {on.shape.begin(), on.shape.end()}, triton::to_string(on.layout)};
}

bool is_shared(const LayoutOn& on) {
  return triton::storage(on.layout) == triton::Storage::kSharedMemory;
}

// From elements to the cells before padding, as a compiler computes them, and then padded.
struct PaddedBases {
  ByBases cells;
  std::span<const triton::Padding> paddings;
};
std::vector<Axis> axes(const PaddedBases& map) { return axes(map.cells); }
std::vector<OutAxis> out_axes(const PaddedBases& map) {
  std::vector<OutAxis> outs = out_axes(map.cells);
  for (OutAxis& out : outs) {
    if (out.name == kOffset.text()) out.size.reset();
  }
  return outs;
}
template <Algebra A>
Words<A> evaluate(const A& a, const PaddedBases& map, std::span<const typename A::Word> at) {
  Words<A> values = evaluate(a, map.cells, at);
  for (std::size_t k = 0; k < values.size(); ++k) {
    if (map.cells.outs[k] == kOffset) {
      values[k] = triton::padded_offset(a, map.paddings, values[k]);
    }
  }
  return values;
}

// The linear form as a function of the same inputs as the layout.  Fails if it is none.
Result<StatedLayout> form_of(const std::string& role, const LayoutOn& on) {
  TP_TRY(form, triton::to_linear(on.layout, on.shape));
  if (!is_shared(on)) return StatedLayout{role, {}, form.to_string()};
  TP_TRY(cells, invert(form));
  const auto paddings = triton::paddings(on.layout);
  if (paddings.empty()) return StatedLayout{role, {}, cells.to_string()};
  TP_TRY(map, IndexMap::make(PaddedBases{ByBases::of(std::move(cells)), paddings}));
  TP_TRY(text, expression::print_graph(map.graph(), map.axes(), map.out_axes()));
  return StatedLayout{role, {}, std::move(text)};
}

StatedClaim onto(const LayoutOn& layout) {
  std::string sizes;
  for (const Word size : layout.shape) {
    sizes += (sizes.empty() ? "" : " ") + std::to_string(size);
  }
  return {"onto", {stated("map", layout)}, {{"codomain", sizes}}};
}

}  // namespace

FindingClaims layout_claims(const LayoutOn& layout) {
  FindingClaims claims;
  if (is_shared(layout)) {
    claims.list.push_back({"injective", {stated("map", layout)}, {}});
  } else {
    claims.list.push_back(onto(layout));
  }
  auto form = form_of("b", layout);
  if (form) claims.list.push_back({"equal", {stated("a", layout), *std::move(form)}, {}});
  if (!form) claims.left_out = "that it is its linear form: " + form.error().message;
  return claims;
}

FindingClaims conversion_claims(const LayoutOn& source, const LayoutOn& destination) {
  for (const LayoutOn* side : {&source, &destination}) {
    const auto form = triton::to_linear(side->layout, side->shape);
    if (!form || !form->is_surjective()) return {{}, "the layouts do not hold every element"};
  }
  return {{onto(source), onto(destination)}};
}

FindingClaims data_claims(const LayoutOn& registers,
                          const LayoutOn& defined,
                          const LayoutOn& used) {
  // Of a part of the memory less is proved.
  if (registers.shape != used.shape) return {{}, "a part of the memory is accessed"};
  if (defined.shape != used.shape) return {{}, "the memory was defined with another shape"};
  auto form = form_of("b", used);
  if (!form) return {{}, "where the linear form has an element: " + form.error().message};
  return {{{"equal", {stated("a", defined), *std::move(form)}, {}}}};
}

StatedClaim same_claim(const LayoutOn& defined, const LayoutOn& used) {
  return {"equal", {stated("a", defined), stated("b", used)}, {}};
}

FindingClaims bounds_claims(const LayoutOn& memory, Word allocation) {
  return {{{"in-bounds", {stated("map", memory)}, {{"allocation", std::to_string(allocation)}}}}};
}

FindingClaims conflict_claims(const LayoutOn& memory,
                              const LayoutOn& registers,
                              unsigned element_bits,
                              const Target& target,
                              Direction direction) {
  if (memory.shape != registers.shape) return {{}, "a part of the memory is accessed"};
  return {{{"conflict-free",
            {stated("memory", memory), stated("access", registers)},
            {{"element_bits", std::to_string(element_bits)},
             {"target", target.name()},
             {"instruction", to_string(direction)}}}}};
}

}  // namespace tileproof
