#include "checkers/conversion/conversion_check.hpp"

#include <algorithm>

#include "checkers/layout/places.hpp"
#include "checkers/prover/prover.hpp"
#include "core/check.hpp"

namespace tileproof {
namespace {

std::optional<Error> check_in_registers(const Tensor& tensor) {
  if (triton::storage(tensor.layout) == triton::Storage::kRegisters) return std::nullopt;
  return Error{
      ErrorCode::kInvalid,
      std::string(triton::mnemonic(tensor.layout)) + " is no layout of a tensor in registers"};
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
  const IndexMap from = map_of(WithInputs{source, first, outs});
  const IndexMap to = map_of(WithInputs{destination, first, std::move(outs)});
  return {"suffices", Covers{from, box_of(from), to}};
}

Question finds(const std::string& name, const IndexMap& source, const IndexMap& destination) {
  return {name, Covers{source, box_of(source), destination}};
}

// "lane 7 must hold element (row 3, col 5)" of one side, and its numbers.
Counterexample at_place(const Tensor& side,
                        const std::string& who,
                        const std::string& has,
                        std::span<const Word> at) {
  const Word place = flat_place(side.form, side.map.axes(), at);
  const auto element = value_at(side.map, at);
  Counterexample example;
  example.text = who + " " + place_text(side.form, place) + " " + has + " element " +
                 element_text(element) + ", which ";
  add_place(example, side.form, place);
  add_element(example, element);
  return example;
}

// A conversion between tensors of different shapes: elements without a source, or left behind.
Verdict shapes_differ(const Tensor& from, const Tensor& to, const Decider& decide) {
  const std::string shapes = "the source has the shape " + triton::to_string(from.shape) +
                             ", the destination " + triton::to_string(to.shape);
  std::string engine = "f2";
  if (from.shape.size() == to.shape.size()) {
    const auto outside = [&](const Question& /*question*/, const Decision& decision) {
      const auto at = point_of(decision);
      Counterexample example = at_place(to, "destination", "must hold", at);
      example.text += "the source does not have: " + shapes;
      return Refuted::replayed(decision.engine, std::move(example), [&] {
        return !std::ranges::equal(value_at(to.map, at), from.shape, std::less());
      });
    };
    const Sizes sizes(from.shape.begin(), from.shape.end());
    Verdict within = ask({{"within", Below{to.map, sizes}}}, decide, "", outside);
    if (!is_proved(within)) return within;
    engine = std::get<Proved>(within).engine();
  }
  // Every destination element exists, but the source has more.
  Counterexample example;
  example.text = shapes + ": elements of the source are lost";
  for (std::size_t d = 0; d < from.shape.size(); ++d) {
    example.fields.emplace_back(coordinate_name(d, from.shape.size()), from.shape[d] - 1);
  }
  return Refuted::replayed(engine, std::move(example), [&] { return from.shape != to.shape; });
}

// Every element of the destination has a place in the source, and none of the source is lost.
Verdict keeps_elements(const Tensor& from, const Tensor& to, const Decider& decide) {
  const auto lost = [&](const Question& question, const Decision& decision) {
    const auto& missing = std::get<Missing>(decision.answer);
    const auto at = reversed(missing.image_at);
    Counterexample example = question.name == "found" ? at_place(to, "destination", "must hold", at)
                                                      : at_place(from, "source", "has", at);
    example.text += question.name == "found" ? "no place of the source holds"
                                             : "no place of the destination holds";
    return Refuted::replayed(decision.engine, std::move(example), [&] {
      return is_missing(std::get<Covers>(question.form), missing);
    });
  };
  return ask({finds("found", from.map, to.map), finds("kept", to.map, from.map)},
             decide,
             "all 2^" + std::to_string(to.form.total_in_bits()) + " places of the destination",
             lost);
}

// "destination register 1, lane 0 must hold element (row 0, col 1), which no register of that
// thread has in the source"
std::string why_too_little(const Tensor& to, Movement movement, const Decision& decision) {
  const char* nearby = movement == Movement::kNone        ? "that register"
                       : movement == Movement::kRegisters ? "no register of that thread"
                       : movement == Movement::kLanes     ? "no lane of that warp"
                                                          : "no warp of that CTA";
  const auto at = reversed(std::get<Missing>(decision.answer).image_at);
  const bool is_not_there = movement == Movement::kNone;
  return at_place(to, "destination", "must hold", at).text + nearby +
         (is_not_there ? " does not have in the source" : " has in the source");
}

// The least that does, given that an element is somewhere in the source; Open if that is not
// decided.  What is less goes to `less`.
std::variant<Movement, Open> least_movement(const Tensor& from,
                                            const Tensor& to,
                                            const Decider& decide,
                                            std::vector<Shortfall>& less) {
  for (const Movement movement :
       {Movement::kNone, Movement::kRegisters, Movement::kLanes, Movement::kWarps}) {
    const Decision decision = decide(suffices(from.map, to.map, movement));
    if (const auto* open = std::get_if<Open>(&decision.answer)) return *open;
    if (is_yes(decision.answer)) return movement;
    less.push_back({movement, why_too_little(to, movement, decision)});
  }
  return Movement::kBlocks;
}

}  // namespace

Verdict check_in_threads(const Tensor& from,
                         const Tensor& to,
                         const IndexMap& wanted,
                         const Decider& decide) {
  const auto elsewhere = [&](const Question& question, const Decision& decision) {
    const auto& missing = std::get<Missing>(decision.answer);
    const auto at = reversed(missing.image_at);
    Counterexample example = at_place(to, "destination", "must hold", at);
    example.text += "is element " + element_text(value_at(wanted, at)) +
                    " of the source, and in no register of that thread there";
    return Refuted::replayed(decision.engine, std::move(example), [&] {
      return is_missing(std::get<Covers>(question.form), missing);
    });
  };
  return ask({suffices(from.map, wanted, Movement::kRegisters)},
             decide,
             "all 2^" + std::to_string(to.form.total_in_bits()) + " places of the destination",
             elsewhere);
}

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

Result<ConversionAnswer> check_conversion(const Tensor& from,
                                          const Tensor& to,
                                          const Decider& decide) {
  for (const Tensor* tensor : {&from, &to}) {
    if (const auto error = check_in_registers(*tensor)) return *error;
  }
  const auto without_plan = [](Verdict verdict) {
    return ConversionAnswer{std::move(verdict), {}, {}, {}};
  };
  if (from.shape != to.shape) {
    return without_plan(shapes_differ(from, to, decide));
  }
  Verdict verdict = keeps_elements(from, to, decide);
  if (!is_proved(verdict)) return without_plan(std::move(verdict));
  TP_TRY(plan, invert_and_compose(to.form, from.form));
  const IndexMap read = composed(map_of(ByBases::of(plan)), from.map);
  const Decision reads = decide({"plan", Same{to.map, read}});
  if (const auto* open = std::get_if<Open>(&reads.answer)) {
    return without_plan(Unknown{"what the plan reads: " + open->reason});
  }
  TP_CHECK(is_yes(reads.answer), "a conversion plan reads a wrong element");
  std::vector<Shortfall> less;
  const auto movement = least_movement(from, to, decide, less);
  if (const auto* open = std::get_if<Open>(&movement)) {
    return without_plan(Unknown{"how far data must move: " + open->reason});
  }
  return ConversionAnswer{
      std::move(verdict), std::get<Movement>(movement), std::move(less), std::move(plan)};
}

}  // namespace tileproof
