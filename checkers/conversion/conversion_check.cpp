#include "checkers/conversion/conversion_check.hpp"

#include <algorithm>

#include "checkers/layout/places.hpp"
#include "core/check.hpp"
#include "encodings/index_map/by_bases.hpp"
#include "encodings/index_map/triton_instance.hpp"

namespace tileproof {
namespace {

constexpr Name kHardwareDims[] = {kRegister, kLane, kWarp, kBlock};

std::optional<Error> check_in_registers(const TensorLayout& tensor) {
  if (triton::storage(tensor.layout) == triton::Storage::kRegisters) return std::nullopt;
  return Error{
      ErrorCode::kInvalid,
      std::string(triton::mnemonic(tensor.layout)) + " is no layout of a tensor in registers"};
}

// A tensor as a function from places to elements, by the definition, and by the bases.
struct Side {
  IndexMap map;
  LinearLayout form;
};

Result<Side> side_of(const TensorLayout& tensor) {
  TP_TRY(instance, triton::Instance::make(triton::borrowed(tensor.layout), tensor.shape));
  LinearLayout form = instance.form();
  TP_TRY(map, IndexMap::make(std::move(instance)));
  return Side{std::move(map), std::move(form)};
}

// The flat index of a place, given by values of these axes, the last first; others are 0.
Word flat_index(const LinearLayout& form, std::span<const Axis> axes, std::span<const Word> at) {
  Word index = 0;
  unsigned shift = 0;
  for (const InDim& dim : form.in_dims()) {
    for (std::size_t i = 0; i < axes.size(); ++i) {
      if (axes[i].name == dim.name.text()) index |= at[axes.size() - 1 - i] << shift;
    }
    shift += dim.bits;
  }
  return index;
}

// A map that gives, besides its values, the inputs from `first` on.
struct WithInputs {
  IndexMap map;
  std::size_t first;
  std::vector<OutAxis> outs;
};
std::vector<Axis> axes(const WithInputs& kept) {
  return {kept.map.axes().begin(), kept.map.axes().end()};
}
std::vector<OutAxis> out_axes(const WithInputs& kept) { return kept.outs; }
template <Algebra A>
Words<A> evaluate(const A& a, const WithInputs& kept, std::span<const typename A::Word> at) {
  Words<A> values = evaluate(a, kept.map, at);
  for (std::size_t i = kept.first; i < at.size(); ++i) values.push_back(at[i]);
  return values;
}

// Does each place of the destination find its element at a place of the source that has the same
// index in the dimensions beyond those of the movement?
Question suffices(const IndexMap& source, const IndexMap& destination, Movement movement) {
  const auto first = static_cast<std::size_t>(movement);
  std::vector<OutAxis> outs(source.out_axes().begin(), source.out_axes().end());
  for (std::size_t i = first; i < source.axes().size(); ++i) {
    outs.push_back(
        {source.axes()[i].name, std::max(source.axes()[i].size, destination.axes()[i].size)});
  }
  Sizes sizes;
  for (const OutAxis& out : outs) sizes.push_back(out.size);
  auto from = IndexMap::make(WithInputs{source, first, outs});
  auto to = IndexMap::make(WithInputs{destination, first, std::move(outs)});
  TP_CHECK(from && to, "a map with its inputs is no larger");
  return {"suffices", Covers{*std::move(from), std::move(sizes), *std::move(to)}};
}

Question finds(const IndexMap& source, const IndexMap& destination) {
  Sizes sizes;
  for (const OutAxis& out : source.out_axes()) sizes.push_back(out.size);
  return {"finds", Covers{source, std::move(sizes), destination}};
}

Refuted not_in_source(const std::string& engine,
                      const Side& destination,
                      std::span<const Word> at,
                      const std::string& why,
                      const std::function<bool(std::span<const Word> element)>& is_missing) {
  const Word place = flat_index(destination.form, destination.map.axes(), at);
  const auto element = value_at(destination.map, reversed(at));
  Counterexample example;
  example.text = "destination " + place_text(destination.form, place) + " must hold element " +
                 element_text(element) + ", which " + why;
  add_place(example, destination.form, place);
  add_element(example, element);
  return Refuted::replayed(engine, std::move(example), [&] { return is_missing(element); });
}

// A source place whose element has no place in the destination.
Refuted lost(const std::string& engine,
             const Side& source,
             const Question& asked,
             const Missing& missing) {
  const Word place = flat_index(source.form, source.map.axes(), missing.image_at);
  const auto element = value_at(source.map, reversed(missing.image_at));
  Counterexample example;
  example.text = "source " + place_text(source.form, place) + " has element " +
                 element_text(element) + ", which no place of the destination holds";
  add_place(example, source.form, place);
  add_element(example, element);
  return Refuted::replayed(engine, std::move(example), [&] {
    return is_missing(std::get<Covers>(asked.form), missing);
  });
}

// A conversion between tensors of different shapes: elements without a source, or left behind.
Verdict shapes_differ(const Decider& decide,
                      const TensorLayout& source,
                      const TensorLayout& destination,
                      const Side& to) {
  const std::string shapes = "the source has the shape " + triton::to_string(source.shape) +
                             ", the destination " + triton::to_string(destination.shape);
  std::string engine = "f2";
  if (source.shape.size() == destination.shape.size()) {
    const Decision decision =
        decide({"within", Below{to.map, {source.shape.begin(), source.shape.end()}}});
    if (const auto* open = std::get_if<Open>(&decision.answer)) return Unknown{open->reason};
    if (const auto* broken = std::get_if<Broken>(&decision.answer)) {
      return not_in_source(decision.engine,
                           to,
                           broken->at,
                           "the source does not have: " + shapes,
                           [&](std::span<const Word> element) {
                             for (std::size_t d = 0; d < source.shape.size(); ++d) {
                               if (element[d] >= source.shape[d]) return true;
                             }
                             return false;
                           });
    }
    engine = decision.engine;
  }
  // Every destination element exists, but the source has more.
  Counterexample example;
  example.text = shapes + ": elements of the source are lost";
  for (std::size_t d = 0; d < source.shape.size(); ++d) {
    example.fields.emplace_back(coordinate_name(d, source.shape.size()), source.shape[d] - 1);
  }
  return Refuted::replayed(
      engine, std::move(example), [&] { return source.shape != destination.shape; });
}

// What the plan reads is what belongs there, and no movement that is less will do.
void check_answer(const Decider& decide,
                  const Side& from,
                  const Side& to,
                  const LinearLayout& plan,
                  Movement movement) {
  auto reads = IndexMap::make(ByBases::of(plan));
  TP_CHECK(reads.has_value(), "a conversion plan is larger than the destination");
  const auto is_broken = [](const Decision& decision) {
    return !is_yes(decision.answer) && !is_open(decision.answer);
  };
  TP_CHECK(!is_broken(decide({"plan", Same{to.map, composed(*reads, from.map)}})),
           "a conversion plan reads a wrong element");
  TP_CHECK(!is_broken(decide(suffices(from.map, to.map, movement))), "a movement does not suffice");
  if (movement == Movement::kNone) return;
  const auto less = static_cast<Movement>(static_cast<int>(movement) - 1);
  TP_CHECK(!is_yes(decide(suffices(from.map, to.map, less)).answer), "a lesser movement suffices");
}

std::string scope_text(const LinearLayout& destination) {
  return "all 2^" + std::to_string(destination.total_in_bits()) + " places of the destination";
}

}  // namespace

const char* to_string(Movement movement) {
  switch (movement) {
    case Movement::kNone:
      return "none";
    case Movement::kRegisters:
      return "registers";
    case Movement::kLanes:
      return "lanes";
    case Movement::kWarps:
      return "warps";
    case Movement::kBlocks:
      return "blocks";
  }
  TP_CHECK(false, "unknown movement");
}

Movement least_movement(const LinearLayout& source, const LinearLayout& destination) {
  // The in-dims from `first` on keep their index.  Then place p of the destination can be served
  // iff dst(p) ^ src(the kept part of p) is in the span of the source's other bases; both sides are
  // linear in p, so that the bits of p decide.
  for (std::size_t first = 0; first < 4; ++first) {
    f2::Subspace nearby;
    for (std::size_t i = 0; i < first; ++i) {
      for (const Word basis : source.field_bases(*source.find_in(kHardwareDims[i]))) {
        nearby.insert(basis);
      }
    }
    bool suffices = true;
    for (std::size_t i = 0; i < 4 && suffices; ++i) {
      const auto wanted = destination.field_bases(*destination.find_in(kHardwareDims[i]));
      const auto kept = source.field_bases(*source.find_in(kHardwareDims[i]));
      for (std::size_t bit = 0; bit < wanted.size() && suffices; ++bit) {
        Word difference = wanted[bit];
        if (i >= first) {
          // A kept index must exist in the source.
          suffices = bit < kept.size();
          if (suffices) difference ^= kept[bit];
        }
        suffices = suffices && nearby.contains(difference);
      }
    }
    if (suffices) return static_cast<Movement>(first);
  }
  return Movement::kBlocks;
}

Result<ConversionAnswer> check_conversion(const TensorLayout& source,
                                          const TensorLayout& destination,
                                          const Decider& decide) {
  for (const TensorLayout* tensor : {&source, &destination}) {
    if (const auto error = check_in_registers(*tensor)) return *error;
  }
  TP_TRY(from, side_of(source));
  TP_TRY(to, side_of(destination));
  if (source.shape != destination.shape) {
    return ConversionAnswer{shapes_differ(decide, source, destination, to), {}, {}};
  }
  const auto refuted_or_unknown = [](Verdict verdict) {
    return ConversionAnswer{std::move(verdict), {}, {}};
  };
  const Question found = finds(from.map, to.map);
  const Decision all_found = decide(found);
  if (const auto* open = std::get_if<Open>(&all_found.answer)) {
    return refuted_or_unknown(Unknown{open->reason});
  }
  if (const auto* missing = std::get_if<Missing>(&all_found.answer)) {
    return refuted_or_unknown(not_in_source(all_found.engine,
                                            to,
                                            missing->image_at,
                                            "no place of the source holds",
                                            [&](std::span<const Word> /*element*/) {
                                              return is_missing(std::get<Covers>(found.form),
                                                                *missing);
                                            }));
  }
  const Question kept = finds(to.map, from.map);
  const Decision all_kept = decide(kept);
  if (const auto* open = std::get_if<Open>(&all_kept.answer)) {
    return refuted_or_unknown(Unknown{open->reason});
  }
  if (const auto* missing = std::get_if<Missing>(&all_kept.answer)) {
    return refuted_or_unknown(lost(all_kept.engine, from, kept, *missing));
  }
  TP_TRY(plan, invert_and_compose(to.form, from.form));
  const Movement movement = least_movement(from.form, to.form);
  check_answer(decide, from, to, plan, movement);
  return ConversionAnswer{Proved{all_found.engine, scope_text(to.form)}, movement, std::move(plan)};
}

Result<Verdict> check_same_layout(const TensorLayout& defined, const TensorLayout& used) {
  const std::string engine = "f2";
  TP_TRY(defined_linear, to_linear(defined.layout, defined.shape));
  TP_TRY(used_linear, to_linear(used.layout, used.shape));
  if (defined_linear == used_linear) {
    return Verdict(
        Proved{engine, "all 2^" + std::to_string(used_linear.total_in_bits()) + " places"});
  }
  // The first place at which they differ: a bit of the hardware index, or an index that one lacks.
  for (const InDim& dim : used_linear.in_dims()) {
    const auto other = defined_linear.find_in(dim.name);
    const unsigned shared_bits =
        other ? std::min(dim.bits, defined_linear.in_dims()[*other].bits) : 0;
    unsigned below = 0;
    for (const InDim& lower : used_linear.in_dims()) {
      if (lower.name == dim.name) break;
      below += lower.bits;
    }
    const unsigned most = std::max(dim.bits, other ? defined_linear.in_dims()[*other].bits : 0);
    for (unsigned bit = 0; bit < most; ++bit) {
      Counterexample example;
      const std::string place = std::string(dim.name.text()) + " " + std::to_string(Word{1} << bit);
      if (bit >= shared_bits) {
        example.text = place + " exists in one of the two layouts only";
        example.fields.emplace_back(std::string(dim.name.text()), Word{1} << bit);
        return Verdict(Refuted::replayed(
            engine, std::move(example), [&] { return !(defined_linear == used_linear); }));
      }
      bool same = defined.shape.size() == used.shape.size();
      const Word was = defined_linear.field_bases(*other)[bit];
      const Word is = used_linear.field_bases(*used_linear.find_in(dim.name))[bit];
      for (std::size_t d = 0; d < used.shape.size() && same; ++d) {
        same = defined_linear.field(was, d) == used_linear.field(is, d);
      }
      if (same) continue;
      const Word index = Word{1} << (below + bit);
      example.text = "at " + place_text(used_linear, index) + " the value has element " +
                     element_text(defined_linear, was) + ", but is used as if it had " +
                     element_text(used_linear, is);
      add_place(example, used_linear, index);
      add_element(example, defined_linear, was);
      add_element(example, used_linear, is, "used_");
      return Verdict(Refuted::replayed(engine, std::move(example), [&] {
        return defined_linear.apply_flat(index) != used_linear.apply_flat(index) ||
               defined.shape != used.shape;
      }));
    }
  }
  Counterexample example;
  example.text = "the value has the shape " + triton::to_string(defined.shape) +
                 ", but is used with the shape " + triton::to_string(used.shape);
  for (std::size_t d = 0; d < used.shape.size(); ++d) {
    example.fields.emplace_back(coordinate_name(d, used.shape.size()), used.shape[d] - 1);
  }
  return Verdict(Refuted::replayed(
      engine, std::move(example), [&] { return !(defined_linear == used_linear); }));
}

}  // namespace tileproof
