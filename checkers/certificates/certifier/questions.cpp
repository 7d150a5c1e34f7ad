#include "checkers/certificates/certifier/questions.hpp"

#include <set>

#include "encodings/index_map/evaluate.hpp"

namespace tileproof::certificates {
namespace {

using Bounds = std::vector<std::optional<Word>>;  // what each output is below

std::vector<Axis> axes_of(const IndexMap& map) { return {map.axes().begin(), map.axes().end()}; }

Bounds sizes_of_inputs(const IndexMap& map) {
  Bounds sizes;
  for (const Axis& axis : map.axes()) {
    demand(axis.first == 0 && !axis.is_parameter, "inputs must start at 0 and be no parameters");
    sizes.emplace_back(axis.size);
  }
  return sizes;
}

template <Algebra A>
typename A::Bool differ(const A& a, At<A> x, At<A> y) {
  typename A::Bool any(x.size() != y.size());
  for (std::size_t i = 0; i < std::min(x.size(), y.size()); ++i) {
    any = a.bool_or(any, a.bool_not(a.eq(x[i], y[i])));
  }
  return any;
}

Question within(const Maps& maps, const Bounds& bounds) {
  demand(bounds.size() == maps.back().out_axes().size(), "a layout does not give another's inputs");
  const auto happens = [=]<Algebra A>(const A& a, At<A> at) {
    typename A::Bool beyond(false);
    const auto value = values(a, maps, at);
    for (std::size_t k = 0; k < value.size(); ++k) {
      if (bounds[k]) beyond = a.bool_or(beyond, a.bool_not(a.ult(value[k], *bounds[k])));
    }
    return beyond;
  };
  return {"within", axes_of(maps[0]), {happens, happens, happens}};
}

Question equal(const Maps& one, const Maps& two) {
  const auto happens = [=]<Algebra A>(const A& a, At<A> at) {
    return differ<A>(a, values(a, one, at), values(a, two, at));
  };
  return {"equal", axes_of(one[0]), {happens, happens, happens}};
}

// Of two points with one value, one is before the other in the order of the last input that
// differs.  A parameter is one number for both.  Where some points may have one value, nothing is
// shown.
Question distinct(const Maps& maps, Word count) {
  const auto axes = axes_of(maps[0]);
  const bool may_be_same = count != maps[0].points();
  const auto happens = [=]<Algebra A>(const A& a, At<A> at) {
    const At<A> one = at.first(axes.size());
    std::vector two(one.begin(), one.end());
    auto other = at.begin() + std::ssize(axes);
    typename A::Bool before(false);
    for (std::size_t i = 0; i < axes.size(); ++i) {
      if (!axes[i].is_parameter) two[i] = *other++;
      before = a.bool_or(a.ult(one[i], two[i]), a.bool_and(a.eq(one[i], two[i]), before));
    }
    const auto same = a.bool_not(differ<A>(a, values(a, maps, one), values<A>(a, maps, two)));
    return a.bool_or(may_be_same, a.bool_and(before, same));
  };
  auto variables = axes;
  std::ranges::remove_copy_if(axes, std::back_inserter(variables), &Axis::is_parameter);
  return {"distinct", variables, {happens, happens, happens}, maps, count};
}

// So many values are taken, and no others.  An offset has no size of its own: it takes what the
// others leave.
Questions onto(const IndexMap& map, Word count) {
  Bounds sizes;
  Word rest = count;
  for (const OutAxis& out : map.out_axes()) {
    demand(out.size || sizes.empty(), "the coordinates have no sizes");
    sizes.push_back(out.size);
    rest /= out.size.value_or(1);
  }
  if (!sizes[0]) sizes[0] = std::exchange(rest, 1);
  demand(rest == 1, "there are not as many points as values");
  return {within({map}, sizes), distinct({map}, count)};
}

// The algebra A with a note of numbers that are none of the machine's.  A computes modulo 2^64,
// which is exact for the first: it comes from numbers of at most 32 bits.  Masks may be wider.
// Compilers evaluate arguments in different orders: the notes are a set.
template <Algebra A>
struct Machine : A {
  using W = typename A::Word;
  Word numbers;
  Word negative;  // so many of them
  std::set<typename A::Bool>& left;

  W seen(const W& x) const {
    left.insert(A::bool_not(A::ult(A::add(x, negative), numbers)));
    return x;
  }
  W add(const W& x, const W& y) const { return seen(A::add(seen(x), seen(y))); }
  W sub(const W& x, const W& y) const { return seen(A::sub(seen(x), seen(y))); }
  W mul(const W& x, const W& y) const { return seen(A::mul(seen(x), seen(y))); }
  W udiv(const W& x, const W& y) const { return A::udiv(seen(x), seen(y)); }
  W urem(const W& x, const W& y) const { return A::urem(seen(x), seen(y)); }
  W shl(const W& x, const W& y) const { return mul(x, A::shl(1, y)); }
};

struct Ask {
  Lines& lines;

  Questions operator()(const Injective& claim) const {
    return {distinct({claim.map}, claim.map.points())};
  }
  Questions operator()(const Bijective& claim) const { return onto(claim.map, claim.map.points()); }
  Questions operator()(const Surjective& claim) const {
    const auto count = numbers_in(lines.after("prove surjective by values"));
    demand(count.size() == 1, "the number of values is one number");
    return onto(claim.map, static_cast<Word>(count[0]));
  }
  Questions operator()(const InBounds& claim) const {
    Bounds bounds(claim.map.out_axes().size());
    bounds[0] = claim.allocation;
    return {within({claim.map}, bounds)};
  }
  Questions operator()(const Equal& claim) const { return {equal({claim.a}, {claim.b})}; }
  // A place reads its element, and it alone: somebody writes it, where it is read (equal), and
  // nobody writes another there (the last).
  Questions operator()(const Converts& claim) const {
    const Bounds sizes = sizes_of_inputs(claim.written);
    demand(sizes == sizes_of_inputs(claim.read), "the memories are of different sizes");
    const Word elements = claim.written.points();
    return {within({claim.source}, sizes),
            distinct({claim.source}, elements),
            within({claim.destination}, sizes),
            equal({claim.destination, claim.written}, {claim.destination, claim.read}),
            distinct({claim.written}, elements)};
  }

  Questions operator()(const NoWrap& claim) const {
    const Word numbers = Word{1} << claim.bits;
    const auto happens = [=]<Algebra A>(const A& a, At<A> at) {
      std::set<typename A::Bool> left;
      const Machine<A> machine{a, numbers, claim.is_signed ? numbers / 2 : 0, left};
      for (const auto& input : at) machine.seen(input);
      for (const auto& output : evaluate(machine, claim.map, at)) machine.seen(output);
      typename A::Bool any(false);
      for (const auto& number : left) any = a.bool_or(any, number);
      return any;
    };
    return {{"no-wrap", axes_of(claim.map), {happens, happens, happens}}};
  }

  // The variable of the axis along which vectors lie counts them.
  Questions operator()(const Aligned& claim) const {
    demand(is_power_of_two(claim.bytes), "the bytes must be a power of two");
    auto variables = axes_of(claim.map);
    variables[claim.along].size /= claim.vector;
    const auto happens = [=]<Algebra A>(const A& a, At<A> at) {
      std::vector start(at.begin(), at.end());
      start[claim.along] = a.mul(start[claim.along], claim.vector);
      const auto bits = a.mul(evaluate(a, claim.map, At<A>(start))[0], claim.element_bits);
      return a.bool_not(a.eq(a.urem(bits, 8 * claim.bytes), 0));
    };
    return {{"aligned", variables, {happens, happens, happens}}};
  }

  // Two lanes of one group want two words of one bank, or one is not aligned.  The other lane is
  // the lane XOR a member of the group's space.  Vectors start where certain bits of the inputs are
  // 0.  Addresses have less than 2^64 bits.
  Questions operator()(const ConflictFree& claim) const {
    const AccessRule& rule = *claim.rule;
    // Lanes of one word conflict in an atomic, which is not asked.
    demand(!rule.counts_each_lane, "an atomic is no load or store");
    const std::size_t lane = claim.lane_axis;
    demand(claim.zero_bits[lane] == 0, "vectors must start in all lanes");
    auto variables = axes_of(claim.access);
    const std::size_t inputs = variables.size();
    variables[lane].size = rule.addresses();
    for (const unsigned size : {1u << rule.group_basis.size(), rule.words(), rule.words()}) {
      variables.push_back({"", size});
    }
    const auto happens = [=, &rule, maps = Maps{claim.access, claim.memory}]<Algebra A>(const A& a,
                                                                                        At<A> at) {
      std::vector one(at.begin(), at.begin() + static_cast<std::ptrdiff_t>(inputs));
      for (std::size_t i = 0; i < inputs; ++i) {
        if (claim.zero_bits[i] != 0) one[i] = a.bit_and(one[i], ~claim.zero_bits[i]);
      }
      std::vector two = one;
      for (std::size_t i = 0; i < rule.group_basis.size(); ++i) {
        const auto is_in = a.bit_and(a.lshr(at[inputs], i), 1);
        two[lane] = a.bit_xor(two[lane], a.mul(is_in, rule.group_basis[i]));
      }
      const auto byte = [&](At<A> place) {
        return a.udiv(a.mul(values(a, maps, place)[0], claim.element_bits), 8);
      };
      const auto word = a.add(a.udiv(byte(one), 4), at[inputs + 1]);
      const auto other = a.add(a.udiv(byte(two), 4), at[inputs + 2]);
      const auto one_bank = a.eq(a.urem(word, rule.banks), a.urem(other, rule.banks));
      const auto is_aligned = a.eq(a.urem(byte(one), rule.alignment()), 0);
      const auto clash = a.bool_and(one_bank, a.bool_not(a.eq(word, other)));
      return a.bool_or(clash, a.bool_not(is_aligned));
    };
    return {within({claim.access}, sizes_of_inputs(claim.memory)),
            within({claim.memory}, {Word{1} << 50}),
            {"conflict-free", variables, {happens, happens, happens}}};
  }
};

}  // namespace

Questions questions_of(const Claim& claim, Lines& lines) { return std::visit(Ask{lines}, claim); }

// A section chooses points of which there are enough; an inverse finds each point from its value.
Questions parts_of(const Question& question, const std::string& kind, Lines& lines) {
  demand(!question.maps.empty(), "there is no such evidence for '" + question.name + "'");
  const IndexMap helper = taken(parse_index_map(lines.after(kind), {}));
  const Bounds points = sizes_of_inputs(question.maps[0]);
  const Bounds values = sizes_of_inputs(helper);
  Maps maps = question.maps;
  if (kind == "section") {
    demand(helper.points() >= question.count, "the section has too few points");
    maps.insert(maps.begin(), helper);
    return {within({helper}, points), distinct(maps, helper.points())};
  }
  demand(kind == "inverse", "there is no such kind of evidence");
  demand(question.count == maps[0].points(), "the points need not differ");
  maps.push_back(helper);
  return {within(question.maps, values), equal(maps, {})};
}

}  // namespace tileproof::certificates
