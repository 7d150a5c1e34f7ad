// Does every engine answer every form of question as plain loops do?  Random maps: linear over
// GF(2), nearly so, and any others, with and without parameters.
#include <algorithm>
#include <array>
#include <cstdio>
#include <map>

#include "checkers/engines/decide.hpp"
#include "checkers/engines/search.hpp"
#include "properties/maps/layout_families.hpp"
#include "tests/checkers/claims/claims.hpp"
#include "tests/checkers/engines/naive_questions.hpp"

namespace tileproof::testing {
namespace {

const Limits kLimits{.seconds = 60};

// ---- Random maps

struct Inputs {
  std::vector<std::string> names;
  std::string text;        // "(x: 4, y: 8)"
  std::string parameters;  // "param p in 1..3; "
};

// Few points, since all pairs of them are compared.
Inputs draw_inputs(gen::Source& random, bool is_binary, const std::vector<std::string>& names) {
  Inputs inputs;
  Word points = 1;
  for (const std::string& name : names) {
    Word size = is_binary ? random.power(3) : random.between(1, 6);
    if (size * points > 32) size = 1;
    points *= size;
    inputs.names.push_back(name);
    inputs.text += (inputs.text.empty() ? "(" : ", ") + name + ": " + std::to_string(size);
  }
  inputs.text += ")";
  return inputs;
}

void add_parameter(gen::Source& random, Inputs& inputs) {
  const Word first = random.below(3);
  inputs.parameters =
      "param p in " + std::to_string(first) + ".." + std::to_string(first + random.below(3)) + "; ";
  inputs.names.emplace_back("p");
}

std::string linear_value(gen::Source& random, const std::vector<std::string>& names) {
  std::string text = random.one_in(3) ? std::to_string(random.below(8)) : "0";
  for (Word terms = random.between(1, 4); terms > 0; --terms) {
    text += " ^ ((" + names[random.below(names.size())] + " >> " + std::to_string(random.below(3)) +
            " & " + std::to_string(random.between(1, 7)) + ") << " +
            std::to_string(random.below(3)) + ")";
  }
  return "(" + text + ")";
}

std::string any_value(gen::Source& random, unsigned depth, const std::vector<std::string>& names) {
  if (depth == 0) {
    return random.one_in(4) ? std::to_string(random.below(9)) : names[random.below(names.size())];
  }
  const std::string x = any_value(random, depth - 1, names);
  const std::string y = any_value(random, random.one_in(2) ? depth - 1 : 0, names);
  switch (random.below(5)) {
    case 0:
      return "(" + x + random.of({" / ", " % "}) + std::to_string(random.between(1, 7)) + ")";
    case 1:
      return "(" + x + " < " + y + " ? " + y + " : " + x + ")";
    default:
      return "(" + x + random.of({" + ", " + ", " * ", " ^ ", " | ", " & "}) + y + ")";
  }
}

enum class Kind { kLinear, kNearlyLinear, kAny };

std::string value_text(gen::Source& random, Kind kind, const Inputs& inputs) {
  if (kind == Kind::kAny) return any_value(random, 3, inputs.names);
  std::string text = linear_value(random, inputs.names);
  if (kind == Kind::kLinear || random.one_in(2)) return text;
  // One step that is not linear.
  const std::string other = linear_value(random, inputs.names);
  return "(" + text + random.of({" + ", " | ", " & ", " * "}) + other + ")";
}

// Some of the outputs have sizes, to which all values keep.
IndexMap draw_map(gen::Source& random, Kind kind, const Inputs& inputs, std::size_t outputs) {
  std::string outs;
  std::string values;
  for (std::size_t k = 0; k < outputs; ++k) {
    const Word size = random.power(4);
    const bool is_sized = random.one_in(3);
    outs +=
        (k > 0 ? ", o" : "(o") + std::to_string(k) + (is_sized ? ": " + std::to_string(size) : "");
    values += (k > 0 ? ", " : "(") + value_text(random, kind, inputs) +
              (is_sized ? " & " + std::to_string(size - 1) : "");
  }
  return map_of(inputs.parameters + outs + ")" + inputs.text + " = " + values + ")");
}

// A function of the outputs of others.
IndexMap draw_after(gen::Source& random, Kind kind, std::size_t inputs) {
  Inputs after;
  for (std::size_t k = 0; k < inputs; ++k) {
    after.names.push_back("v" + std::to_string(k));
    after.text += (k > 0 ? ", " : "(") + after.names.back() + ": 64";
  }
  after.text += ")";
  return draw_map(random, kind, after, random.between(1, 2));
}

// ---- Random questions

class DrawQuestion {
 public:
  DrawQuestion(gen::Source& random, Kind kind) : random_(random), kind_(kind) {}

  Question draw() {
    const bool has_parameter = kind_ == Kind::kAny && random_.one_in(4);
    ins_ = draw_inputs(random_, kind_ != Kind::kAny, {"x", "y"});
    if (has_parameter) add_parameter(random_, ins_);
    switch (random_.below(9)) {
      case 0:
        return {"below", draw_below()};
      case 1:
        return {"same", draw_same()};
      case 2:
        return {"multiple", Multiple{draw_map(random_, kind_, ins_, 1), random_.between(1, 8)}};
      case 3:
        return {"everywhere", draw_everywhere()};
      case 4:
        return {"distinct", Determines{draw_map(random_, kind_, ins_, random_.between(1, 2))}};
      case 5:
        return {"determines", draw_determines()};
      case 6:
        return {"two sides", draw_two_sides()};
      case 7:
        return {"covers", draw_covers()};
      default:
        return {"image", draw_image()};
    }
  }

 private:
  Below draw_below() {
    IndexMap map = draw_map(random_, kind_, ins_, random_.between(1, 2));
    Sizes bounds;
    for (std::size_t k = 0; k < map.out_axes().size(); ++k) {
      bounds.push_back(random_.one_in(3) ? std::nullopt : std::optional(1 + random_.below(16)));
    }
    return {std::move(map), std::move(bounds)};
  }

  // Both write the same differently, or differ somewhere.
  Same draw_same() {
    const std::string value = value_text(random_, kind_, ins_);
    const std::string other =
        random_.of<std::string>({"0 ^ " + value,
                                 "(" + value + ") + 0",
                                 value + " ^ (" + ins_.names[0] + " == 2 ? 1 : 0)",
                                 value + " ^ (" + ins_.names[0] + " >> 1 & 1)"});
    return {map_of(ins_.parameters + "f" + ins_.text + " = " + value),
            map_of(ins_.parameters + "f" + ins_.text + " = " + other)};
  }

  Everywhere draw_everywhere() {
    const IndexMap map = draw_map(random_, kind_, ins_, 1);
    const Word bound = 1 + random_.below(24);
    return {Formula::of(slowest_first(map), [=](const auto& a, auto at) {
      using W = typename std::decay_t<decltype(a)>::Word;
      const std::vector<W> point(at.rbegin(), at.rend());
      return a.ult(evaluate(a, map, std::span<const W>(point))[0], bound);
    })};
  }

  // The second is a function of the first, or nearly.
  Determines draw_determines() {
    const IndexMap f = draw_map(random_, kind_, ins_, random_.between(1, 2));
    if (random_.one_in(2)) return {f, draw_map(random_, kind_, ins_, random_.between(1, 2))};
    return {f, composed(f, draw_after(random_, kind_, f.out_axes().size()))};
  }

  Determines draw_two_sides() {
    const IndexMap f = draw_map(random_, kind_, ins_, random_.between(1, 2));
    Inputs others = draw_inputs(random_, kind_ != Kind::kAny, {"u", "v"});
    if (!ins_.parameters.empty() && random_.one_in(2)) {
      others.parameters = ins_.parameters;
      others.names.emplace_back("p");
    }
    const IndexMap other = draw_map(random_, kind_, others, f.out_axes().size());
    const IndexMap after = draw_after(random_, kind_, f.out_axes().size());
    if (random_.one_in(2)) return {f, composed(f, after), {{other, composed(other, after)}}};
    const std::size_t outputs = random_.between(1, 2);
    return {f,
            draw_map(random_, kind_, ins_, outputs),
            {{other, draw_map(random_, kind_, others, outputs)}}};
  }

  // Of boxes in which the values are.
  Covers draw_covers() {
    IndexMap map = draw_map(random_, kind_, ins_, random_.between(1, 2));
    Sizes sizes;
    for (std::size_t k = 0; k < map.out_axes().size(); ++k) {
      Word largest = 0;
      naive::for_each_point(map.axes(), [&](const naive::Point& at) {
        largest = std::max(largest, value_at(map, at)[k]);
        return true;
      });
      const auto& own = map.out_axes()[k].size;
      const Word box =
          random_.one_in(2) ? std::bit_ceil(largest + 1) : largest + 1 + random_.below(2);
      sizes.push_back(own ? own : std::optional(box));
    }
    if (!map.out_axes()[0].size && random_.one_in(2)) sizes[0] = std::nullopt;
    return {std::move(map), std::move(sizes)};
  }

  Covers draw_image() {
    const IndexMap map = draw_map(random_, kind_, ins_, random_.between(1, 2));
    Inputs others = draw_inputs(random_, kind_ != Kind::kAny, {"u", "v"});
    Covers asked{map, Sizes(map.out_axes().size())};
    if (random_.one_in(2)) {
      asked.image = draw_map(random_, kind_, others, map.out_axes().size());
      return asked;
    }
    // Its values are among the map's.
    std::string parts;
    for (const Axis& axis : map.axes()) {
      if (axis.is_parameter) continue;
      parts += (parts.empty() ? "(" : ", ") + value_text(random_, kind_, others) + " % " +
               std::to_string(axis.size);
    }
    const IndexMap choice = map_of("(a, b)" + others.text + " = " + parts + ")");
    asked.image = composed(choice, map);
    return asked;
  }

  gen::Source& random_;
  Kind kind_;
  Inputs ins_;
};

// ---- Answers

// The first that breaks the question, the first variable slowest.
std::vector<Word> first_broken(const Question& question) {
  const auto axes = variables(question);
  const std::vector<Axis> fastest_first(axes.rbegin(), axes.rend());
  std::vector<Word> found;
  naive::for_each_point(fastest_first, [&](const naive::Point& at) {
    const auto values = reversed(at);
    if (breaks(U64{}, question, std::span<const Word>(values))) found = values;
    return found.empty();
  });
  return found;
}

std::string wrong_with(const Question& question, const Missing& missing) {
  const auto& asked = std::get<Covers>(question.form);
  if (!missing.argument()) return "its argument fails";
  if (!naive::is_missing(asked, missing.value)) return "the value is taken, or not wanted";
  if (asked.image) {
    const bool is_there = value_at(*asked.image, reversed(missing.image_at)) == missing.value;
    return is_there ? "" : "the point of the image has another value";
  }
  if (missing.largest.has_value() == asked.sizes[0].has_value()) return "the largest value";
  Word largest = 0;
  naive::for_each_point(asked.map.axes(), [&](const naive::Point& at) {
    largest = std::max(largest, value_at(asked.map, at)[0]);
    return true;
  });
  return missing.largest.value_or(largest) == largest ? "" : "another value is the largest";
}

// "" if the answer is right, or open.
std::string wrong_with(const Question& question, const Answer& answer, bool is_broken) {
  if (is_open(answer)) return "";
  if (is_yes(answer)) return is_broken ? "yes" : "";
  if (!is_broken) return "no";
  if (const auto* missing = std::get_if<Missing>(&answer)) return wrong_with(question, *missing);
  const auto& broken = std::get<Broken>(answer);
  const auto axes = variables(question);
  if (broken.at.size() != axes.size()) return "another number of values";
  for (std::size_t i = 0; i < axes.size(); ++i) {
    if (broken.at[i] - axes[i].first >= axes[i].size) return "a value beyond its variable";
  }
  if (!breaks(U64{}, question, std::span<const Word>(broken.at)))
    return "values that break nothing";
  if (broken.is_smallest && broken.at != first_broken(question)) return "not the smallest";
  return "";
}

// The values of a map, for messages.
std::string table_of(const IndexMap& map) {
  std::string text;
  for (const OutAxis& out : map.out_axes()) {
    text += out.name + (out.size ? ": " + std::to_string(*out.size) : "") + " ";
  }
  naive::for_each_point(map.axes(), [&](const naive::Point& at) {
    text += ::testing::PrintToString(value_at(map, at));
    return true;
  });
  return text + "\n";
}

std::string text_of(const Question& question) {
  std::string text = std::string(question.name) + "\n";
  if (const auto* covers = std::get_if<Covers>(&question.form)) {
    for (const auto& size : covers->sizes) text += size ? std::to_string(*size) + " " : "any ";
    text += table_of(covers->map) + (covers->image ? table_of(*covers->image) : "");
  } else if (const auto* points = std::get_if<Determines>(&question.form)) {
    text += table_of(points->f) + (points->g ? table_of(*points->g) : "");
    if (points->other) text += table_of(points->other->f) + table_of(points->other->g);
  }
  return text;
}

// How often each engine said yes and no of each form.
using Tally = std::map<std::pair<std::string, std::string>, std::array<int, 2>>;

void ask_all(const Question& question, bool with_smt, Tally& tally) {
  if (has_parameters(question) && std::holds_alternative<Covers>(question.form)) return;
  const bool is_broken = naive::is_broken(question);
  const auto check = [&](const std::string& name, const Decision& decision) {
    EXPECT_EQ(wrong_with(question, decision.answer, is_broken), "") << name;
    if (!is_open(decision.answer)) ++tally[{std::string(question.name), name}][is_broken ? 0 : 1];
  };
  for (const EngineName engine : kAllEngines) {
    if (engine == EngineName::kSmt && !with_smt) continue;
    const Decision decision = decide_by(engine, question, kLimits);
    check(std::string(to_string(engine)), decision);
    if (!with_smt) continue;
    const Decision smallest = with_smallest(question, decision, kLimits);
    check("smallest", smallest);
    if (const auto* broken = std::get_if<Broken>(&smallest.answer)) {
      EXPECT_EQ(broken->at, first_broken(question));
    }
  }
  check("structure", decide_by_structure(question, kLimits));
  check("decide", decide(question, kLimits));
}

Tally ask_random(Kind kind, int count) {
  gen::Source random = gen::Source::random(20261122);
  Tally tally;
  std::map<std::string, int> asked;
  for (int i = 0; i < count; ++i) {
    const Question question = DrawQuestion(random, kind).draw();
    ask_all(question, i % 20 == 0, tally);
    ++asked[std::string(question.name)];
    if (::testing::Test::HasFailure()) {
      std::printf("question %d: %s\n", i, text_of(question).c_str());
      break;
    }
  }
  // Of maps with parameters, what is covered is asked case by case.
  for (const auto& [form, times] : asked) {
    const auto decided = tally[{form, "decide"}];
    EXPECT_TRUE(kind == Kind::kAny || decided[0] + decided[1] == times) << form;
  }
  return tally;
}

const std::vector<std::string> kForms = {"below",
                                         "same",
                                         "multiple",
                                         "everywhere",
                                         "distinct",
                                         "determines",
                                         "two sides",
                                         "covers",
                                         "image"};

// Together the outputs have more than 64 bits: what is kept of them must not overlap.
TEST(Forms, OfWideOutputsAreAnsweredAsByLoops) {
  const std::vector<std::string> sizes = {"(a: 18446744073709551615, b: 4)",
                                          "(b: 4, a: 18446744073709551615)",
                                          "(a: 9223372036854775808, b: 4)",
                                          "(a, b: 18446744073709551615)",
                                          "(a: 18446744073709551615, b)"};
  const std::vector<std::string> values = {
      "(x, y)", "(y, x)", "(x ^ y, y)", "(x, 0)", "(x ^ y, x ^ y)"};
  Tally tally;
  for (const std::string& outs : sizes) {
    for (const std::string& value : values) {
      const IndexMap map = map_of(outs + "(x: 4, y: 4) = " + value);
      ask_all({"distinct", Determines{map}}, false, tally);
      const Word most = ~Word{0};
      ask_all({"below", Below{map, {most, 3}}}, false, tally);
      for (const std::string& other : values) {
        const IndexMap two = map_of(outs + "(x: 4, y: 4) = " + other);
        ask_all({"same", Same{map, two}}, false, tally);
        ask_all({"determines", Determines{map, two}}, false, tally);
        ask_all({"two sides", Determines{map, two, {{two, map}}}}, false, tally);
        ask_all({"image", Covers{map, Sizes(2), two}}, false, tally);
      }
    }
  }
}

TEST(Forms, OfLinearMapsAreAnsweredAsByLoops) {
  Tally tally = ask_random(Kind::kLinear, 3000);
  for (const std::string& form : kForms) {
    if (form == "everywhere") continue;
    // Ranks decide what is linear, where outputs that meet have as many bits, and units and boxes
    // are powers of two.
    const auto by_f2 = tally[{form, "f2"}];
    const auto all = tally[{form, "enumerate"}];
    for (const std::size_t k : {0U, 1U}) {
      EXPECT_GT(by_f2[k], 20) << form;
      EXPECT_GT(3 * by_f2[k], all[k]) << form;
    }
  }
}

TEST(Forms, OfNearlyLinearMapsAreAnsweredAsByLoops) {
  Tally tally = ask_random(Kind::kNearlyLinear, 2000);
  for (const std::string& form : kForms) {
    for (const int count : tally[{form, "enumerate"}]) EXPECT_GT(count, 20) << form;
  }
}

TEST(Forms, OfAnyMapsAreAnsweredAsByLoops) {
  Tally tally = ask_random(Kind::kAny, 2000);
  for (const std::string& form : kForms) {
    for (const int count : tally[{form, "decide"}]) EXPECT_GT(count, 20) << form;
    const bool is_covered = form == "covers" || form == "image";
    for (const int count : tally[{form, "sat"}]) {
      EXPECT_TRUE(is_covered ? count == 0 : count > 20) << form;
    }
  }
}

// Others would take steps that wrap around for those that do not.
// A smaller point is looked for in the time that is left, and not in all of it once more.
TEST(Forms, HaveOneLimitForAPointAndForTheSmallest) {
  const Question question{
      "distinct",
      Determines{
          *parse_index_map("offset(row: 1048576, col: 1048576) = row % 1024 * 1048576 + col", {})}};
  const std::vector<Word> some = {5, 4096, 5, 1024};
  const Decision found{Broken{some, /*is_smallest=*/false}, "sat"};
  Decision late = found;
  late.seconds = kLimits.seconds;
  EXPECT_EQ(std::get<Broken>(with_smallest(question, late, kLimits).answer).at, some);
  EXPECT_EQ(std::get<Broken>(with_smallest(question, found, kLimits).answer).at,
            (std::vector<Word>{0, 1024, 0, 0}));
}

TEST(Forms, AreOpenWhereTheProcessGetsNoMoreMemoryOrThreads) {
  const auto no_memory = []() -> Answer { throw std::bad_alloc(); };
  EXPECT_EQ(std::get<Open>(or_exhausted("enumerate", no_memory)).reason,
            "enumerate: the process gets no more memory");
  const auto no_thread = []() -> Answer {
    throw std::system_error(std::make_error_code(std::errc::resource_unavailable_try_again));
  };
  EXPECT_EQ(std::get<Open>(or_exhausted("enumerate", no_thread))
                .reason.find("enumerate: the process gets no more threads: "),
            0U);
}

TEST(Forms, OverIntegersAreLeftToIntegersAlone) {
  const Formula formula =
      Formula::of({{"x", 4}}, [](const auto& a, auto at) { return a.ult(at[0], a.add(at[0], 1)); });
  const Question question{"over integers", OverIntegers{formula}};
  for (const EngineName engine : kAllEngines) {
    EXPECT_TRUE(is_open(decide_by(engine, question, {}).answer)) << to_string(engine);
  }
  EXPECT_TRUE(is_yes(decide_by(EngineName::kIntegers, question, {}).answer));
  EXPECT_TRUE(is_yes(decide(question, {}).answer));
  EXPECT_TRUE(is_open(decide_by_structure(question, {}).answer));
  const Question of_words{"everywhere", Everywhere{formula}};
  EXPECT_TRUE(is_open(decide_by(EngineName::kIntegers, of_words, {}).answer));
}

TEST(Searches, ThatStoppedHaveShownNothing) {
  using Outcome = SolverOutcome::Kind;
  EXPECT_TRUE(is_yes(answer_of({.kind = Outcome::kNone}, "sat", {})));
  EXPECT_TRUE(
      std::holds_alternative<Broken>(answer_of({.kind = Outcome::kFound, .at = {3}}, "sat", {})));
  const Answer stopped = answer_of({.kind = Outcome::kStopped}, "sat", {.seconds = 2});
  ASSERT_TRUE(is_open(stopped));
  EXPECT_EQ(std::get<Open>(stopped).reason, "sat: time limit of 2 s");
}

}  // namespace
}  // namespace tileproof::testing
