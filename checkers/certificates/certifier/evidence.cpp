#include "checkers/certificates/certifier/evidence.hpp"

#include <set>
#include <unordered_map>

#include "checkers/claims/meaning_body.hpp"

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
    for (i = 0; i < at.size() && ++at[i] == axes[i].first + axes[i].size; ++i) {
      at[i] = axes[i].first;
    }
  } while (i < at.size());
}

template <Algebra A>
typename A::Bool is_broken(const A& a, const Question& question, meaning::At<A> at) {
  demand(question.is_pointwise(), "no single values decide it");
  return meaning::breaks(a, question, at);
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
  const auto at = inputs_of(question.variables);
  demand(is_broken<Sums>(Sums{}, question, at).is(0), "the sums leave it open");
}

void visit_cases(const Question& question, std::size_t bytes) {
  // The bytes of formulas bound the steps of a visit.
  const Word most = std::min(Word{1} << 24, (Word{1} << 30) / (bytes + 1));
  using Row = std::vector<Word>;
  if (const auto* moved = std::get_if<Converts>(&question.statement)) {
    std::map<Row, std::set<Row>> memory;
    for_each_case(moved->source.axes(), most / 32, [&](const Row& at) {
      const Row element = value_at(moved->source, at);
      memory[value_at(moved->written, element)].insert(element);
    });
    return for_each_case(moved->destination.axes(), most / 8, [&](const Row& at) {
      const Row element = value_at(moved->destination, at);
      const auto cell = memory.find(value_at(moved->read, element));
      demand(cell != memory.end() && cell->second == std::set{element}, "a case breaks it");
    });
  }
  const auto* values = std::get_if<meaning::Distinct>(&question.statement);
  if (values == nullptr) {
    return for_each_case(question.variables, most, [&](const Row& at) {
      demand(!is_broken<U64>(U64{}, question, at), "a case breaks it");
    });
  }
  const IndexMap& first = values->maps[0];
  demand(question.is_pointwise() || !first.has_parameters(), "each case has values of its own");
  std::vector<Row> found;
  for_each_case(first.axes(), most / 8, [&](const Row& at) {
    found.push_back(meaning::values<U64>(U64{}, values->maps, at));
    for (std::size_t i = 0; i < at.size(); ++i) {
      if (first.axes()[i].is_parameter) found.back().push_back(at[i]);
    }
  });
  std::ranges::sort(found);
  found.erase(std::unique(found.begin(), found.end()), found.end());
  demand(found.size() >= values->count * first.parameter_points(), "too few different values");
}

Gates gates_of(const Question& question) {
  Gates gates;
  const Circuit circuit{gates};
  std::vector<Circuit::Word> at;
  for (const Axis& axis : question.variables) {
    at.push_back(circuit.add(circuit.variable(axis.size), axis.first));
  }
  gates.required.push_back(is_broken<Circuit>(circuit, question, at));
  return gates;
}

// Of all elements: somebody writes each, where it is read (equal), and nobody another there (the
// last).  Offsets that differ after a shift differ before.  A section chooses points of which there
// are enough; an inverse finds each point from its value.
Questions parts_of(const Question& question, const std::string& kind, Lines& lines) {
  if (const auto* moved = std::get_if<Converts>(&question.statement); moved && kind == "all") {
    const auto sizes = taken(meaning::sizes_of_inputs(moved->written));
    return {taken(meaning::within({moved->source}, sizes)),
            meaning::distinct({moved->source}, moved->written.points()),
            taken(meaning::within({moved->destination}, sizes)),
            meaning::equal({moved->destination, moved->written}, {moved->destination, moved->read}),
            meaning::distinct({moved->written}, moved->written.points())};
  }
  const auto* asked = std::get_if<meaning::Distinct>(&question.statement);
  demand(asked != nullptr, "there is no such evidence for '" + question.name + "'");
  if (kind == "shift") {
    const auto by = numbers_in(lines.after(kind));
    demand(by.size() == 1 && by[0] > 0, "a shift is one number above 0");
    meaning::Maps shifted = asked->maps;
    demand(shifted.back().out_axes().size() == 1, "only one offset is shifted");
    shifted.push_back(taken(parse_index_map("f(v: 1) = v + " + std::to_string(by[0]), {})));
    return {meaning::distinct(shifted, asked->count)};
  }
  const IndexMap helper = taken(parse_index_map(lines.after(kind), {}));
  const auto points = taken(meaning::sizes_of_inputs(asked->maps[0]));
  const auto values = taken(meaning::sizes_of_inputs(helper));
  meaning::Maps maps = asked->maps;
  if (kind == "section") {
    demand(helper.points() >= asked->count, "the section has too few points");
    maps.insert(maps.begin(), helper);
    return {taken(meaning::within({helper}, points)), meaning::distinct(maps, helper.points())};
  }
  demand(kind == "inverse", "there is no such kind of evidence");
  demand(question.is_pointwise(), "the points need not differ");
  maps.push_back(helper);
  return {taken(meaning::within(asked->maps, values)), meaning::equal(maps, {})};
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
