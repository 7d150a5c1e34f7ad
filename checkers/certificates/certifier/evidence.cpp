#include "checkers/certificates/certifier/evidence.hpp"

#include <bit>
#include <numeric>

#include "encodings/index_map/evaluate.hpp"

namespace tileproof::certificates {
namespace {

constexpr std::size_t kMaxVisits = 2'000'000'000;

using Term = Packed::Term;

// An input of 2^k values is k bits, another is whole.
struct Inputs {
  std::vector<Sum> words = {};
  unsigned bits = 0;
  Word parameters = 0;

  explicit Inputs(std::span<const Axis> axes) {
    for (const Axis& axis : axes) {
      const bool is_whole = !is_power_of_two(axis.size);
      Sum word = axis.first;
      for (unsigned k = 0; k < (is_whole ? 1 : log2_exact(axis.size)); ++k, ++bits) {
        demand(bits < 64, "the inputs have more than 64 bits");
        Sum atom;
        atom.terms[Atom{Word{1} << bits, is_whole ? axis.size - 1 : 1}] = 1;
        word = plus(word, atom, Int128{1} << k);
        if (axis.is_parameter) parameters |= Word{1} << bits;
      }
      words.push_back(word);
    }
  }
};

// Two points with one value have a difference sum stride * d = 0 with |d| <= largest in each term.
// In the order given each d is 0, since its stride exceeds what the later ones can sum up to, or
// since those sum up to multiples of g, and stride * d is one only from |d| = g / gcd(g, stride)
// on. Each input bit is the XOR of parities, which do not differ; or it stands for a whole input.
void replay_injective(Lines& lines, const Packed& value) {
  const auto order = lines.numbers("order");
  std::vector<std::int64_t> all(value.terms.size());
  std::iota(all.begin(), all.end(), 0);
  demand(std::ranges::is_permutation(order, all), "the order does not have each term once");
  Int128 reach = 0;
  std::int64_t divisor = 0;
  for (auto at = order.rbegin(); at != order.rend(); ++at) {
    const Term& term = value.terms[static_cast<std::size_t>(*at)];
    const auto common = std::gcd(divisor, static_cast<std::int64_t>(term.stride));
    demand(term.stride > reach || Int128{divisor / common} > Int128{term.largest},
           "term " + std::to_string(*at) + " is not determined by the value");
    reach += term.stride * term.largest;
    divisor = common;
  }
  for (Word left = value.inputs; left != 0; left &= left - 1) {
    Word sum = left & -left;
    for (const std::int64_t i : lines.numbers("row")) {
      demand(0 <= i && i < std::ssize(all), "there is no such term");
      sum ^= value.terms[static_cast<std::size_t>(i)].inputs;
    }
    demand(sum == 0, "the row does not give input bit " + std::to_string(std::countr_zero(left)));
  }
}

// Terms of ascending strides, none more than one above the sum of those before, reach all sums if
// there are inputs that change each alone.
void replay_onto(Lines& lines, const Packed& value, const Bounds& bounds) {
  demand(value.sum.smallest() == 0, "the smallest value is not 0");
  Int128 reach = 0;
  for (auto term = value.terms.rbegin(); term != value.terms.rend(); ++term) {
    demand(term->stride <= reach + 1, "no value is " + to_string(reach + 1));
    reach += term->stride * term->largest;
  }
  Int128 values = 1;
  for (const auto& bound : bounds) values *= bound.value_or(1);
  const bool is_all = bounds[0] ? reach + 1 == values : (reach + 1) % values == 0;
  demand(is_all, "the largest value is missed");
  for (const Term& wanted : value.terms) {
    const auto inputs = lines.numbers("preimage");
    demand(inputs.size() == 1, "a preimage is one number");
    for (const Term& term : value.terms) {
      const bool flips = std::popcount(term.inputs & static_cast<Word>(inputs[0])) % 2 != 0;
      demand(flips == (&term == &wanted), "the inputs do not change one term alone");
    }
  }
}

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

}  // namespace

Packed packed(const Question& question, bool is_linear) {
  const Inputs inputs(question.map.axes());
  const auto outputs = evaluate(Sums{}, question.map, std::span<const Sum>(inputs.words));
  Packed value{0, {}, low_mask(inputs.bits) & ~inputs.parameters};
  Int128 weight = 1;
  for (std::size_t k = outputs.size(); k-- > 0;) {  // an offset, which has no bound, comes last
    const auto& bound = question.bounds[k];
    const Int128 low = outputs[k].smallest();
    const Int128 high = outputs[k].largest();
    demand(!bound || (0 <= low && high < *bound), "an output may leave its bounds");
    value.sum = plus(value.sum, outputs[k], weight);
    demand(value.sum.is_known, "the layout is no sum");
    demand(!is_linear || Sums{}.bit_xor(outputs[k], 0).is_known, "the layout is not linear");
    weight *= bound ? *bound : high - low + 1;
  }
  for (const auto& [atom, coefficient] : value.sum.terms) {
    const Word own = atom.inputs & ~inputs.parameters;
    if (own != 0) value.terms.push_back({own, atom.largest, magnitude(coefficient)});
  }
  std::ranges::stable_sort(value.terms, std::greater<>(), &Term::stride);
  return value;
}

void replay_sums(Lines& lines, const Question& question, bool is_linear) {
  if (question.is_about_map()) {
    const Packed value = packed(question, is_linear);
    return question.name == "onto" ? replay_onto(lines, value, question.bounds)
                                   : replay_injective(lines, value);
  }
  const auto& happens = std::get<Happens<Sums>>(question.happens);
  demand(happens(Sums{}, Inputs(question.variables).words).is(0), "the bounds leave it open");
}

void visit_cases(const Question& question, std::size_t claim_bytes) {
  // The bytes of a formula bound the steps of a visit.
  const Word most = std::min(Word{1} << 24, (Word{1} << 30) / (claim_bytes + 1));
  const IndexMap& map = question.map;
  if (!question.is_about_map()) {
    const auto& happens = std::get<Happens<U64>>(question.happens);
    return for_each_case(question.variables, most, [&](const std::vector<Word>& at) {
      demand(!happens(U64{}, at), "a case breaks it");
    });
  }
  std::vector<Words<U64>> values;
  for_each_case(map.axes(), most / 8, [&](const std::vector<Word>& at) {
    values.push_back(evaluate(U64{}, map, std::span<const Word>(at)));
    for (std::size_t i = 0; i < at.size(); ++i) {
      if (map.axes()[i].is_parameter) values.back().push_back(at[i]);
    }
  });
  std::ranges::sort(values);
  const auto repeated = std::ranges::unique(values);
  if (question.name == "injective") return demand(repeated.empty(), "two points have one value");
  values.erase(repeated.begin(), repeated.end());
  Word wanted = 1;
  for (std::size_t k = 0; k < question.bounds.size(); ++k) {
    Word largest = 0;
    for (const auto& value : values) largest = std::max(largest, value[k]);
    const Word size = question.bounds[k].value_or(largest + 1);
    demand(largest < size && !__builtin_mul_overflow(wanted, size, &wanted), "too many values");
  }
  demand(values.size() == wanted, "a value is left out");
}

Clauses clauses_of(const Question& question) {
  const auto& happens = std::get<Happens<Circuit>>(question.happens);
  demand(happens != nullptr, "drat has no clauses for this question");
  Clauses clauses;
  const Circuit circuit{clauses};
  std::vector<Circuit::Word> at;
  for (const Axis& axis : question.variables) {
    at.push_back(circuit.add(circuit.variable(axis.size), axis.first));
  }
  circuit.require(happens(circuit, at));
  number_by_names(clauses);
  return clauses;
}

// A line has the literals of a clause, 0, and numbers of clauses before: assuming that its literals
// are false, each of those in turn has one literal left, which becomes true, and the last has none.
void replay_drat(Lines& lines, const Clauses& given) {
  std::vector<Clause> clauses = given.list;
  std::vector<bool> is_false(2 * given.variables);
  std::size_t visits = 0;
  do {
    const auto numbers = numbers_in(lines.next());
    const auto zero = std::ranges::find(numbers, 0);
    Clause clause;
    for (auto number = numbers.begin(); number != zero; ++number) {
      demand(magnitude(*number) < given.variables, "there is no such variable");
      clause.push_back(static_cast<Literal>(*number < 0 ? -2 * *number + 1 : 2 * *number));
    }
    Clause fixed = clause;
    for (const Literal literal : fixed) is_false[literal] = true;
    Literal left = 1;
    for (auto hint = zero; left != 0;) {
      demand(hint != numbers.end() && ++hint != numbers.end(), "the clause does not follow");
      demand(*hint > 0 && static_cast<std::size_t>(*hint) <= clauses.size(),
             "there is no such clause");
      left = 0;
      for (const Literal literal : clauses[static_cast<std::size_t>(*hint) - 1]) {
        demand(++visits < kMaxVisits, "the proof takes too long to replay");
        if (is_false[literal]) continue;
        demand(left == 0, "more than one literal is left of a clause");
        left = literal;
      }
      fixed.push_back(left ^ 1);
      is_false[left ^ 1] = true;
    }
    for (const Literal literal : fixed) is_false[literal] = false;
    clauses.push_back(clause);
  } while (!clauses.back().empty());
}

}  // namespace tileproof::certificates
