#include "checkers/conversion/conversion_check.hpp"

#include <algorithm>

#include "checkers/layout/places.hpp"
#include "checkers/prover/prover.hpp"
#include "core/check.hpp"
#include "encodings/index_map/with_inputs.hpp"

namespace tileproof {
namespace {

std::optional<Error> check_in_registers(const Tensor& tensor) {
  if (triton::storage(tensor.layout) == triton::Storage::kRegisters) return std::nullopt;
  return Error{
      ErrorCode::kInvalid,
      std::string(triton::mnemonic(tensor.layout)) + " is no layout of a tensor in registers"};
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

// The least that does, given that an element is somewhere in the source; Open if that is not
// decided.  What is more than one that does does as well.
std::variant<Movement, Open> least_movement(const IndexMap& source,
                                            const IndexMap& destination,
                                            const Decider& decide) {
  auto least = static_cast<unsigned>(Movement::kNone);
  auto does = static_cast<unsigned>(Movement::kBlocks);
  while (least < does) {
    const unsigned middle = (least + does) / 2;
    const auto movement = static_cast<Movement>(middle);
    const Answer answer = decide(suffices(source, destination, movement)).answer;
    if (const auto* open = std::get_if<Open>(&answer)) return *open;
    (is_yes(answer) ? does : least) = is_yes(answer) ? middle : middle + 1;
  }
  return static_cast<Movement>(does);
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
    return ConversionAnswer{std::move(verdict), {}, {}};
  };
  if (from.shape != to.shape) {
    return without_plan(shapes_differ(from, to, decide));
  }
  Verdict verdict = keeps_elements(from, to, decide);
  if (!is_proved(verdict)) return without_plan(std::move(verdict));
  const IndexMap source = map_of(ByBases::of(from.form));
  const IndexMap destination = map_of(ByBases::of(to.form));
  for (const auto& [tensor, bases] : {std::pair(&from, &source), {&to, &destination}}) {
    const Answer same = decide({"bases", Same{tensor->map, *bases}}).answer;
    if (const auto* open = std::get_if<Open>(&same)) {
      return without_plan(Unknown{"whether bases are what a layout says: " + open->reason});
    }
    if (!is_yes(same)) return without_plan(Unknown{"the bases of a layout are not what it says"});
  }
  TP_TRY(plan, invert_and_compose(to.form, from.form));
  TP_TRY(read, compose(plan, from.form));
  const Answer reads =
      decide({"plan", Same{destination, map_of(ByBases::of(std::move(read)))}}).answer;
  if (const auto* open = std::get_if<Open>(&reads)) {
    return without_plan(Unknown{"what the plan reads: " + open->reason});
  }
  TP_CHECK(is_yes(reads), "a conversion plan reads a wrong element");
  const auto movement = least_movement(source, destination, decide);
  if (const auto* open = std::get_if<Open>(&movement)) {
    return without_plan(Unknown{"how far data must move: " + open->reason});
  }
  return ConversionAnswer{std::move(verdict), std::get<Movement>(movement), std::move(plan)};
}

Result<std::string> why_too_little(const Tensor& from,
                                   const Tensor& to,
                                   Movement movement,
                                   const Decider& decide) {
  const char* nearby = movement == Movement::kNone        ? "that register"
                       : movement == Movement::kRegisters ? "no register of that thread"
                       : movement == Movement::kLanes     ? "no lane of that warp"
                                                          : "no warp of that CTA";
  const Answer answer = decide(suffices(from.map, to.map, movement)).answer;
  if (const auto* open = std::get_if<Open>(&answer)) {
    return Error{ErrorCode::kUnsupported, "how far data must move: " + open->reason};
  }
  TP_CHECK(!is_yes(answer), "a movement that does");
  const auto at = reversed(std::get<Missing>(answer).image_at);
  const bool is_not_there = movement == Movement::kNone;
  return at_place(to, "destination", "must hold", at).text + nearby +
         (is_not_there ? " does not have in the source" : " has in the source");
}

}  // namespace tileproof
