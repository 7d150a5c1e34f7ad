#include "checkers/certificates/certifier/evidence.hpp"

#include <set>
#include <unordered_map>

namespace tileproof::certificates {
namespace {

constexpr std::size_t kMaxVisits = 2'000'000'000;

// Calls visit(at) for all assignments.
template <typename Visit>
void for_each_case(std::span<const Axis> axes, Word most, const Visit& visit) {
  std::vector<Word> at;
  for (const Axis& axis : axes) {
    at.push_back(axis.first);
    demand(axis.size <= most, "more cases than are visited");
    most /= axis.size;
  }
  std::size_t i = 0;
  do {
    visit(at);
    for (i = 0; i < at.size() && ++at[i] == axes[i].first + axes[i].size; ++i)
      at[i] = axes[i].first;
  } while (i < at.size());
}

std::vector<Axis> axes_of(const Question& question) {
  demand(!std::holds_alternative<Covers>(question.form), "no single values decide it");
  demand(!std::holds_alternative<OverIntegers>(question.form), "it has no bounds");
  return variables(question);
}

using Row = std::vector<Word>;

// The values of the parameters at a point.
Row parameters_at(const IndexMap& map, const Row& point) {
  Row values;
  for (std::size_t i = 0; i < point.size(); ++i) {
    if (map.axes()[i].is_parameter) values.push_back(point[i]);
  }
  return values;
}

// Of all points with one f, and one choice of parameters, g is the same.
void visit(const Determines& asked, Word most) {
  std::map<Row, std::set<Row>> found;
  const IndexMap& first = asked.other ? asked.other->f : asked.f;
  demand(!asked.other || !(asked.f.has_parameters() || first.has_parameters()),
         "two sides are visited for each value of the parameters");
  for_each_case(first.axes(), most / 32, [&](const Row& at) {
    Row value = value_at(first, at);
    const Row chosen = parameters_at(first, at);
    value.insert(value.end(), chosen.begin(), chosen.end());
    std::set<Row>& others = found[value];
    others.insert(asked.other ? value_at(asked.other->g, at)
                  : asked.g   ? value_at(*asked.g, at)
                              : at);
    demand<ShownFalse>(asked.other || others.size() == 1, "a case breaks it");
  });
  if (!asked.other) return;
  for_each_case(asked.f.axes(), most / 8, [&](const Row& at) {
    const auto same = found.find(value_at(asked.f, at));
    if (same == found.end()) return;
    demand<ShownFalse>(same->second == std::set{value_at(*asked.g, at)}, "a case breaks it");
  });
}

void visit(const Covers& asked, Word most) {
  demand(!asked.map.has_parameters(), "each case has values of its own");
  std::set<Row> taken;
  for_each_case(
      asked.map.axes(), most / 32, [&](const Row& at) { taken.insert(value_at(asked.map, at)); });
  if (asked.image) {
    return for_each_case(asked.image->axes(), most / 8, [&](const Row& at) {
      demand<ShownFalse>(taken.contains(value_at(*asked.image, at)), "a case breaks it");
    });
  }
  Word values = 1;
  for (std::size_t k = 0; k < asked.sizes.size(); ++k) {
    Word largest = 0;
    for (const Row& value : taken) largest = std::max(largest, value[k]);
    const Word size = asked.sizes[k].value_or(largest + 1);
    demand(largest < size && !__builtin_mul_overflow(values, size, &values), "a value is beyond");
  }
  demand<ShownFalse>(taken.size() == values, "too few different values");
}

IndexMap identity(const IndexMap& map) {
  Steps steps;
  std::vector<Recorded> inputs;
  std::vector<OutAxis> outs;
  for (std::uint32_t i = 0; i < map.axes().size(); ++i) {
    inputs.push_back(steps.input(i));
    outs.push_back({map.axes()[i].name, {}});
  }
  return taken(IndexMap::make(
      std::move(steps).graph(inputs), {map.axes().begin(), map.axes().end()}, std::move(outs)));
}

Sizes sizes_of_inputs(const IndexMap& map) {
  Sizes sizes;
  for (const Axis& axis : map.axes()) {
    demand(!axis.is_parameter, "the inputs must be no parameters");
    sizes.emplace_back(axis.size);
  }
  return sizes;
}

// A layout that the file gives, from so many numbers to so many.
IndexMap helper_in(const std::string& kind, Lines& lines, std::size_t inputs, std::size_t outputs) {
  IndexMap helper = taken(parse_index_map(lines.after(kind), {}));
  demand(!helper.has_parameters() && helper.axes().size() == inputs &&
             helper.out_axes().size() == outputs,
         "the layout has other inputs or outputs than are needed");
  return helper;
}

// The number of values of a box.
Word values_of(const Covers& asked) {
  Word values = 1;
  for (const auto& size : asked.sizes) {
    demand(size.has_value() && !__builtin_mul_overflow(values, *size, &values),
           "the values are not counted");
  }
  return values;
}

// Of a box of N values N different ones are all, if none is beyond it.
Questions parts_of_cover(const Covers& asked, const std::string& kind, Lines& lines) {
  demand(!asked.image && !asked.map.has_parameters(), "there is no such evidence");
  if (kind == "values") {
    const auto count = numbers_in(lines.after(kind));
    demand(count.size() == 1 && count[0] > 0 && !asked.sizes[0], "there is one number of offsets");
    Sizes sizes = asked.sizes;
    sizes[0] = static_cast<Word>(count[0]);
    return {{"covers", Covers{asked.map, sizes}}};
  }
  const Word values = values_of(asked);
  const Question within{"within", Below{asked.map, asked.sizes}};
  if (kind == "points") {
    demand(asked.map.points() >= values, "there are fewer points than values");
    return {within, {"distinct", Determines{asked.map}}};
  }
  demand(kind == "section", "there is no such kind of evidence");
  const std::size_t inputs = asked.map.axes().size();
  const IndexMap section = taken(parse_index_map(lines.after(kind), {}));
  demand(!section.has_parameters() && section.out_axes().size() == inputs &&
             section.points() >= values,
         "the section has too few points");
  return {within,
          {"within", Below{section, sizes_of_inputs(asked.map)}},
          {"distinct", Determines{composed(section, asked.map)}}};
}

}  // namespace

std::vector<Sum> inputs_of(const std::vector<Axis>& axes) {
  std::vector<Sum> words;
  unsigned bits = 0;
  for (const Axis& axis : axes) {
    const bool is_whole = !is_power_of_two(axis.size);
    words.emplace_back(axis.first);
    for (unsigned k = 0; k < (is_whole ? 1 : log2_exact(axis.size)); ++k, ++bits) {
      demand(bits < 64, "the inputs have more than 64 bits");
      Sum atom;
      atom.terms[Atom{Word{1} << bits, is_whole ? axis.size - 1 : 1}] = 1;
      words.back() = plus(words.back(), atom, Int128{1} << k);
    }
  }
  return words;
}

void replay_sums(const Question& question) {
  const Sum broken = breaks<Sums>(Sums{}, question, inputs_of(axes_of(question)));
  demand<ShownFalse>(!broken.is(1), "a case breaks it");
  demand(broken.is(0), "the sums leave it open");
}

void visit_cases(const Question& question, std::size_t bytes) {
  // The bytes of formulas bound the steps of a visit.
  const Word most = std::min(Word{1} << 24, (Word{1} << 30) / (bytes + 1));
  if (const auto* points = std::get_if<Determines>(&question.form)) return visit(*points, most);
  if (const auto* covers = std::get_if<Covers>(&question.form)) return visit(*covers, most);
  for_each_case(variables(question), most, [&](const Row& at) {
    demand<ShownFalse>(!breaks<U64>(U64{}, question, at), "a case breaks it");
  });
}

Gates gates_of(const Question& question) {
  Gates gates;
  const Circuit circuit{gates};
  std::vector<Circuit::Word> at;
  for (const Axis& axis : axes_of(question)) {
    at.push_back(circuit.add(circuit.variable(axis.size), axis.first));
  }
  gates.required.push_back(breaks<Circuit>(circuit, question, at));
  return gates;
}

Questions parts_of(const Question& question, const std::string& kind, Lines& lines) {
  if (kind == "stronger") {
    demand(question.stronger != nullptr, "no question is stronger");
    return {*question.stronger};
  }
  if (const auto* covers = std::get_if<Covers>(&question.form)) {
    return parts_of_cover(*covers, kind, lines);
  }
  const auto* asked = std::get_if<Determines>(&question.form);
  demand(asked != nullptr && asked->is_injectivity(),
         "there is no such evidence for '" + std::string(question.name) + "'");
  if (kind == "shift") {
    const auto by = numbers_in(lines.after(kind));
    demand(by.size() == 1 && by[0] > 0, "a shift is one number above 0");
    demand(asked->f.out_axes().size() == 1, "only one offset is shifted");
    const IndexMap shift = taken(parse_index_map("f(v: 1) = v + " + std::to_string(by[0]), {}));
    return {{"distinct", Determines{composed(asked->f, shift)}}};
  }
  demand(kind == "inverse", "there is no such kind of evidence");
  const IndexMap inverse =
      helper_in(kind, lines, asked->f.out_axes().size(), asked->f.axes().size());
  return {{"within", Below{asked->f, sizes_of_inputs(inverse)}},
          {"equal", Same{composed(asked->f, inverse), identity(asked->f)}}};
}

Clauses clauses_of(const Gates& gates) {
  std::unordered_map<Literal, Literal> numbers;
  for (const auto& [name, inputs] : gates.inputs) numbers.emplace(name, 2 * numbers.size());
  const auto numbered = [&](Literal p) { return numbers.at(p & ~Literal{1}) + (p & 1); };
  Clauses clauses{numbers.size(), {}};
  for (const auto& [name, inputs] : gates.inputs) {
    if (inputs.first == 0) continue;
    const Literal gate = numbered(name);
    const Literal p = numbered(inputs.first);
    const Literal q = numbered(inputs.second);
    clauses.list.insert(clauses.list.end(), {{gate ^ 1, p}, {gate ^ 1, q}, {gate, p ^ 1, q ^ 1}});
  }
  for (const Literal required : gates.required) clauses.list.push_back({numbered(required)});
  return clauses;
}

// A line has the literals of a clause, 0, and numbers of clauses before: assuming that its literals
// are false, each of those in turn has one literal left, which becomes true, and the last has none.
void replay_drat(Lines& lines, Clauses clauses) {
  std::vector<bool> is_false(2 * clauses.variables);
  std::size_t visits = 0;
  do {
    const auto numbers = numbers_in(lines.next());
    const auto zero = std::ranges::find(numbers, 0);
    Clause clause;
    for (auto number = numbers.begin(); number != zero; ++number) {
      demand(magnitude(*number) < clauses.variables, "there is no such variable");
      clause.push_back(static_cast<Literal>(*number < 0 ? 1 - 2 * *number : 2 * *number));
    }
    Clause fixed = clause;
    fixed.push_back(0);
    for (const Literal literal : fixed) is_false[literal] = true;
    Literal left = 1;
    for (auto hint = zero; left != 0;) {
      demand(hint != numbers.end() && ++hint != numbers.end(), "the clause does not follow");
      demand(0 < *hint && *hint <= std::ssize(clauses.list), "there is no such clause");
      left = 0;
      for (const Literal literal : clauses.list[static_cast<std::size_t>(*hint) - 1]) {
        demand(++visits < kMaxVisits, "the proof takes too long to replay");
        if (is_false[literal]) continue;
        demand(left == 0, "more than one literal is left of a clause");
        left = literal;
      }
      fixed.push_back(left ^ 1);
      is_false[left ^ 1] = true;
    }
    for (const Literal literal : fixed) is_false[literal] = false;
    clauses.list.push_back(clause);
  } while (!clauses.list.back().empty());
}

}  // namespace tileproof::certificates
