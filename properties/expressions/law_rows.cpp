#include <array>

#include "properties/expressions/laws.hpp"
#include "properties/expressions/random_text.hpp"

namespace tileproof::laws {
namespace {

using gen::Source;
using Ops = ExpressionOperations;

// A text and a point of it.
struct Subject {
  std::string text;
  Point at;
  Machine machine;
};

// Half of the coordinates are at an end of their range.
Subject with_point(Source& source, std::string text) {
  Subject subject{std::move(text), {}, {}};
  const auto parsed = expression::parse(subject.text);
  if (!parsed) return subject;
  const auto draw = [&](Word first, Word size) {
    const Word kind = source.below(4);
    subject.at.push_back(first + (kind == 0 ? 0 : kind == 1 ? size - 1 : source.below(size)));
  };
  for (const auto& input : parsed->inputs) draw(0, *input.size);
  for (const auto& parameter : parsed->parameters) {
    draw(parameter.first, parameter.last - parameter.first + 1);
  }
  return subject;
}

Subject any(Source& source) { return with_point(source, gen::draw_function_text(source)); }

// XORs, shifts and masks of inputs, of which most are linear.
std::string draw_linear_value(Source& source, unsigned depth) {
  if (depth == 0) return source.of({"row", "col", "row", "col", "5", "16"});
  const std::string x = draw_linear_value(source, depth - 1);
  const std::string number = std::to_string(source.below(4));
  switch (source.below(5)) {
    case 0:
      return "(" + x + " ^ " + draw_linear_value(source, depth - 1) + ")";
    case 1:
      return "(" + x + " << " + number + ")";
    case 2:
      return "(" + x + " >> " + number + ")";
    case 3:
      return "(" + x + " & " + std::to_string(source.below(64)) + ")";
    default: {
      const std::string op = source.of({" * ", " / ", " % ", " + 32 * "});
      return "(" + x + op + std::to_string(source.power(4)) + ")";
    }
  }
}
Subject linear(Source& source) {
  const std::string x = draw_linear_value(source, 3);
  const std::string y = draw_linear_value(source, 2);
  return with_point(source, "offset(row: 16, col: 32) = " + x + " ^ " + y);
}

Subject on_a_machine(Source& source) {
  Subject subject = any(source);
  subject.machine.bits = source.of({8u, 9u, 12u, 16u, 32u, 64u});
  subject.machine.is_signed = source.one_in(2);
  return subject;
}

std::string draw_sum(Source& source, unsigned depth) {
  if (depth == 0) return source.of({"row", "col", "3", "row", "col", "7"});
  const std::string x = draw_sum(source, depth - 1);
  const std::string op = source.of({" + ", " * "});
  return "(" + x + op + draw_sum(source, depth - 1) + ")";
}
Subject sum_on_a_machine(Source& source) {
  Subject subject = with_point(source, "offset(row: 16, col: 32) = " + draw_sum(source, 2));
  subject.machine.bits = source.of({8u, 9u, 10u, 11u, 12u, 16u});
  subject.machine.is_signed = source.one_in(2);
  return subject;
}

void say(Source& source, const Subject& subject) {
  source.say("function", [&] { return subject.text; });
  source.say("at", [&] {
    std::string text;
    for (const Word value : subject.at) text += (text.empty() ? "" : " ") + std::to_string(value);
    return text;
  });
}

template <auto Law, Subject (*Draw)(Source&)>
LawResult of(Source& source, const Ops& ops) {
  const Subject subject = Draw(source);
  say(source, subject);
  return Law(subject.text, subject.at, ops);
}

template <auto Law, Subject (*Draw)(Source&)>
LawResult of_machine(Source& source, const Ops& ops) {
  const Subject subject = Draw(source);
  say(source, subject);
  source.say("machine", [&] {
    return std::to_string(subject.machine.bits) +
           (subject.machine.is_signed ? " bits, signed" : " bits, unsigned");
  });
  return Law(subject.text, subject.at, subject.machine, ops);
}

constexpr FamilyLaw<Ops> kLaws[] = {
    {"I1",
     "ExpressionTextGivesBack",
     "What is printed of a function is read as the same function, and printed alike.",
     of<expression_text_gives_back, any>},
    {"I2",
     "ExpressionMeansWhatCSays",
     "A function's value is what reading its text by C's rules gives, and no value of a bound "
     "function needs more than 64 bits.",
     of<expression_means_what_c_says, any>},
    {"I3",
     "ExpressionIsItsSteps",
     "The steps that are recorded of a function give its values.",
     of<expression_is_its_steps, any>},
    {"I4",
     "RangesHoldEachValue",
     "Each number and truth value lies in the range that is found of its step.",
     of<ranges_hold_each_value, any>},
    {"I5",
     "SimplifiedStepsGiveTheSame",
     "Simplified steps give the same values, with no more operations.",
     of<simplified_steps_give_the_same, any>},
    {"I6",
     "StepsAsTextGiveTheSame",
     "The text that is printed of a graph of steps is read as the same function.",
     of<steps_as_text_give_the_same, any>},
    {"I7",
     "LinearFormGivesTheSame",
     "Where a function is found to be linear over GF(2), the matrix gives its values.",
     of<linear_form_gives_the_same, linear>},
    {"I8",
     "RightStepsAreAMachines",
     "Where all steps are right on a machine, what it computes in its bits is the value.",
     of_machine<right_steps_are_a_machines, on_a_machine>},
    {"I9",
     "WrongStepsAreNotAMachines",
     "Sums and products are right on a machine just where each step fits its bits.",
     of_machine<wrong_steps_are_not_a_machines, sum_on_a_machine>},
};

// Refused, or of one value at the corners of its inputs.
const char* degeneracy(const std::string& text) {
  const auto parsed = expression::parse(text);
  if (!parsed) return "refused";
  const auto f = expression::bind(*parsed);
  if (!f) return "out of bounds";
  // The corners, and as many points within.
  std::vector<Words<U64>> values;
  for (Word corner = 0; corner < 16; ++corner) {
    Point at;
    Word bit = 0;
    for (const Axis& axis : expression::axes(*f)) {
      const bool is_end = (corner >> bit++ & 1) != 0;
      at.push_back(axis.first + (corner < 8 ? (is_end ? axis.size - 1 : 0)
                                            : (corner * 5 + 3 * bit) % axis.size));
    }
    values.push_back(evaluate(U64{}, *f, at));
  }
  for (const auto& value : values) {
    if (value != values[0]) return nullptr;
  }
  return "constant";
}

template <Subject (*Draw)(Source&)>
Drawn drawn(Source& source) {
  const std::string text = Draw(source).text;
  return {text, degeneracy(text)};
}

}  // namespace

std::span<const FamilyLaw<Ops>> expression_laws() { return kLaws; }

std::vector<Generator> expression_generators() {
  return {{"Functions", drawn<any>},
          {"LinearFunctions", drawn<linear>},
          {"SumsOnAMachine", drawn<sum_on_a_machine>}};
}

}  // namespace tileproof::laws
