#include "checkers/certificates/certifier/questions.hpp"

#include "core/target.hpp"
#include "encodings/index_map/evaluate.hpp"
#include "encodings/index_map/match_axes.hpp"

namespace tileproof::certificates {
namespace {

using Axes = std::vector<Axis>;
template <typename A>
using At = std::span<const typename A::Word>;

// The outputs at a point; what follows the inputs in `at` is left alone.
template <Algebra A>
std::vector<typename A::Word> values(const A& a, const IndexMap& map, At<A> at) {
  const Words<A> outputs = evaluate(a, map, at.first(map.axes().size()));
  return {outputs.begin(), outputs.end()};
}

template <Algebra A>
typename A::Bool same(const A& a, At<A> x, At<A> y) {
  typename A::Bool all(true);
  for (std::size_t i = 0; i < x.size(); ++i) all = a.bool_and(all, a.eq(x[i], y[i]));
  return all;
}

Axes axes_of(const IndexMap& map) { return {map.axes().begin(), map.axes().end()}; }

// "layout map [128 64] #ttg..."; a newline of the layout's text is "\n".
IndexMap read_layout(Lines& lines, const std::string& role) {
  const std::string_view line = lines.after("layout " + role);
  const std::size_t end = line.find("] ");
  demand(line.starts_with('[') && end != line.npos, "a layout is: role, shape in [], text");
  demand(line.size() < 65536, "the layout is too long");
  const auto sizes = numbers_in(line.substr(1, end - 1));
  std::string text(line.substr(end + 2));
  for (std::size_t at; (at = text.find("\\n")) != text.npos;) text.replace(at, 2, "\n");
  const auto map = parse_index_map(text, std::vector<Word>(sizes.begin(), sizes.end()));
  demand(map.has_value(), map ? "" : map.error().message);
  return *map;
}

Bounds sizes_of_outputs(const IndexMap& map) {
  Bounds sizes;
  for (const OutAxis& out : map.out_axes()) sizes.push_back(out.size);
  return sizes;
}

Bounds sizes_of_inputs(const IndexMap& map) {
  Bounds sizes;
  for (const Axis& axis : map.axes()) {
    demand(axis.first == 0 && !axis.is_parameter, "inputs must start at 0 and be no parameters");
    sizes.emplace_back(axis.size);
  }
  return sizes;
}

// Of two points with one value, one is before the other in the order of the last axis that differs.
// A parameter is one number for both.
Question injective(const IndexMap& map) {
  const auto happens = [map]<Algebra A>(const A& a, At<A> at) {
    std::vector other(at.begin(), at.end());
    std::size_t next = map.axes().size();
    typename A::Bool before(false);
    for (std::size_t i = 0; i < map.axes().size(); ++i) {
      if (map.axes()[i].is_parameter) continue;
      other[i] = at[next++];
      before = a.bool_or(a.ult(at[i], other[i]), a.bool_and(a.eq(at[i], other[i]), before));
    }
    return a.bool_and(before, same<A>(a, values(a, map, at), values<A>(a, map, other)));
  };
  Axes variables = axes_of(map);
  std::ranges::remove_copy_if(map.axes(), std::back_inserter(variables), &Axis::is_parameter);
  return {"injective", map, sizes_of_outputs(map), variables, {happens, happens, happens}};
}

Question onto(const IndexMap& map, const Bounds& bounds) {
  demand(!map.has_parameters(), "'onto' is not about parameters");
  const auto unknown = std::count(bounds.begin() + 1, bounds.end(), std::nullopt);
  demand(unknown == 0, "the coordinates have no sizes");
  return {"onto", map, bounds};
}

Question within(const IndexMap& map, const Bounds& bounds) {
  demand(bounds.size() == map.out_axes().size(), "one layout does not give the other's inputs");
  const auto happens = [map, bounds]<Algebra A>(const A& a, At<A> at) {
    typename A::Bool beyond(false);
    const auto value = values(a, map, at);
    for (std::size_t k = 0; k < value.size(); ++k) {
      if (bounds[k]) beyond = a.bool_or(beyond, a.bool_not(a.ult(value[k], *bounds[k])));
    }
    return beyond;
  };
  return {"within", map, {}, axes_of(map), {happens, happens, happens}};
}

// The algebra A with a note of numbers that are none of the machine's.  A computes modulo 2^64,
// which is exact for the first: it comes from numbers of at most 32 bits.  Masks may be wider.
template <Algebra A>
struct Machine : A {
  using W = typename A::Word;
  Word numbers;
  Word negative;  // so many of them
  typename A::Bool& left;

  void note(const typename A::Bool& fits) const { left = A::bool_or(left, A::bool_not(fits)); }
  W seen(const W& x) const { return note(A::ult(A::add(x, negative), numbers)), x; }
  W add(const W& x, const W& y) const { return seen(A::add(seen(x), seen(y))); }
  W sub(const W& x, const W& y) const { return seen(A::sub(seen(x), seen(y))); }
  W mul(const W& x, const W& y) const { return seen(A::mul(seen(x), seen(y))); }
  W udiv(const W& x, const W& y) const { return A::udiv(seen(x), seen(y)); }
  W urem(const W& x, const W& y) const { return A::urem(seen(x), seen(y)); }
  W shl(const W& x, const W& y) const {
    note(A::eq(A::lshr(A::shl(seen(x), y), y), x));  // bits that are shifted out are lost
    return seen(A::shl(x, y));
  }
};

Question no_wrap(const IndexMap& map, Lines& lines) {
  const Word numbers = Word{1} << lines.one_number("bits", 8, 32);
  const Word negative = lines.one_number("signed", 0, 1) * numbers / 2;
  const auto happens = [=]<Algebra A>(const A& a, At<A> at) {
    typename A::Bool left(false);
    const Machine<A> machine{a, numbers, negative, left};
    for (const auto& input : at) machine.seen(input);
    for (const auto& output : evaluate(machine, map, at)) machine.seen(output);
    return left;
  };
  return {"no-wrap", map, {}, axes_of(map), {happens, happens, happens}};
}

// The variable of the axis along which vectors lie counts them.
Question aligned(const IndexMap& map, Lines& lines) {
  const Word element_bits = lines.one_number("element_bits", 1, 1024);
  const Word bytes = lines.one_number("bytes", 1, Word{1} << 20);
  const Word vector = lines.one_number("vector", 1, Word{1} << 62);
  Axes variables = axes_of(map);
  const auto along = std::ranges::find(variables, lines.after("along"), &Axis::name);
  demand(along != variables.end() && !along->is_parameter && along->first == 0, "no such axis");
  demand(along->size % vector == 0, "vectors do not divide the axis along which they lie");
  demand(is_power_of_two(bytes), "the bytes must be a power of two");
  along->size /= vector;
  const auto axis = static_cast<std::size_t>(along - variables.begin());
  const auto happens = [=]<Algebra A>(const A& a, At<A> at) {
    std::vector start(at.begin(), at.end());
    start[axis] = a.mul(start[axis], vector);
    const auto bits = a.mul(values<A>(a, map, start)[0], element_bits);
    return a.bool_not(a.eq(a.urem(bits, 8 * bytes), 0));
  };
  return {"aligned", map, {}, variables, {happens, happens, happens}};
}

// At the places that `before` gives.
Question equal_maps(const IndexMap& one,
                    const IndexMap& two,
                    const std::optional<IndexMap>& before) {
  demand(one.out_axes().size() == two.out_axes().size() && one.gives_offset() == two.gives_offset(),
         "the layouts do not give the same kind of place");
  const auto happens = [=]<Algebra A>(const A& a, At<A> at) {
    std::vector place(at.begin(), at.end());
    if (before) place = values(a, *before, at);
    return a.bool_not(same<A>(a, values<A>(a, one, place), values<A>(a, two, place)));
  };
  return {"equal", one, {}, axes_of(before.value_or(one)), {happens, happens, happens}};
}

// Two lanes of one group want two words of one bank, or one is not aligned.  The other lane is the
// lane XOR a member of the group's space.  Vectors start where certain bits of the inputs are 0.
Question conflict_free(const IndexMap& memory, const IndexMap& access, Lines& lines) {
  const Word element_bits = lines.one_number("element_bits", 1, 1024);
  const auto target = Target::parse(lines.after("target"));
  demand(target.has_value(), "there is no such target");
  const auto found = target->find_rule(lines.after("instruction"));
  // Lanes of one word conflict in an atomic, which is not asked below.
  demand(found && !(*found)->counts_each_lane, "the target has no such load or store");
  const AccessRule& rule = **found;
  const auto zero_bits = lines.numbers("zero_bits");
  Axes variables = axes_of(access);
  const std::size_t inputs = variables.size();
  const auto axis = std::ranges::find(variables, "lane", &Axis::name);
  const auto lane = static_cast<std::size_t>(axis - variables.begin());
  const Word lanes = rule.matrices != 0 ? 8 * rule.matrices : rule.lanes;
  demand(lane < inputs && axis->size >= lanes, "the access has too few lanes");
  demand(zero_bits.size() == inputs && zero_bits[lane] == 0, "the zero_bits are not the access'");
  axis->size = lanes;
  const Word words = std::max(rule.bytes_per_lane / 4, 1u);
  for (const Word size : {Word{1} << rule.group_basis.size(), words, words}) {
    variables.push_back({"", size});
  }
  const auto happens = [=, &rule]<Algebra A>(const A& a, At<A> at) {
    using W = typename A::Word;
    std::vector one(at.begin(), at.end());
    for (std::size_t i = 0; i < inputs; ++i) {
      if (zero_bits[i] != 0) one[i] = a.bit_and(one[i], ~static_cast<Word>(zero_bits[i]));
    }
    std::vector two = one;
    for (std::size_t i = 0; i < rule.group_basis.size(); ++i) {
      const W is_in = a.bit_and(a.lshr(at[inputs], i), 1);
      two[lane] = a.bit_xor(two[lane], a.mul(is_in, rule.group_basis[i]));
    }
    const auto byte = [&](At<A> place) {
      const W offset = values<A>(a, memory, values(a, access, place))[0];
      return a.udiv(a.mul(offset, element_bits), 8);
    };
    const W word = a.add(a.udiv(byte(one), 4), at[inputs + 1]);
    const W other = a.add(a.udiv(byte(two), 4), at[inputs + 2]);
    const auto one_bank = a.eq(a.urem(word, rule.banks), a.urem(other, rule.banks));
    const auto is_aligned = a.eq(a.urem(byte(one), rule.alignment()), 0);
    const auto clash = a.bool_and(one_bank, a.bool_not(a.eq(word, other)));
    return a.bool_or(clash, a.bool_not(is_aligned));
  };
  return {"conflict-free", memory, {}, variables, {happens, happens, happens}};
}

}  // namespace

std::vector<Question> read_claim(Lines& lines) {
  const std::string_view claim = lines.after("claim");
  if (claim == "equal") {
    const IndexMap a = read_layout(lines, "a");
    const auto matched = match_axes(a, read_layout(lines, "b"));
    demand(matched.has_value(), matched ? "" : matched.error().message);
    return {equal_maps(matched->first, matched->second, std::nullopt)};
  }
  if (claim == "conflict-free") {
    const IndexMap memory = read_layout(lines, "memory");
    const IndexMap access = read_layout(lines, "access");
    demand(memory.out_axes().size() == 1 && memory.gives_offset(), "these are not mere offsets");
    // The last keeps the addresses' bits below 2^64.
    return {conflict_free(memory, access, lines),
            within(access, sizes_of_inputs(memory)),
            within(memory, {Word{1} << 50})};
  }
  // A place reads its element, and it alone: somebody writes it (onto), where it is read (equal),
  // and nobody writes another there (injective).
  if (claim == "converts") {
    const IndexMap source = read_layout(lines, "source");
    const IndexMap written = read_layout(lines, "written");
    const IndexMap read = read_layout(lines, "read");
    const IndexMap destination = read_layout(lines, "destination");
    const Bounds sizes = sizes_of_inputs(written);
    demand(sizes == sizes_of_inputs(read) && written.gives_offset(), "these are not two memories");
    return {within(source, sizes),
            within(destination, sizes),
            onto(source, sizes),
            equal_maps(written, read, destination),
            injective(written)};
  }
  const IndexMap map = read_layout(lines, "map");
  if (claim == "injective") return {injective(map)};
  if (claim == "surjective") return {onto(map, sizes_of_outputs(map))};
  if (claim == "bijective") return {injective(map), onto(map, sizes_of_outputs(map))};
  if (claim == "no-wrap") return {no_wrap(map, lines)};
  demand(map.gives_offset(), "the claim is about offsets, and this layout gives coordinates");
  if (claim == "aligned") return {aligned(map, lines)};
  demand(claim == "in-bounds", "there is no such claim");
  Bounds bounds(map.out_axes().size());
  bounds[0] = lines.one_number("allocation", 0, ~Word{0} - 1);
  return {within(map, bounds)};
}

// N points of which no two have one value take all of N values.
std::vector<Question> parts_of_onto(const Question& onto) {
  demand(onto.name == "onto", "the question has no parts");
  Bounds bounds = onto.bounds;
  Word rest = onto.map.points();
  for (const auto& bound : bounds) {
    demand(!bound || (*bound != 0 && rest % *bound == 0), "there are not as many points as values");
    if (bound) rest /= *bound;
  }
  demand(rest == 1 || !bounds[0], "there are not as many points as values");
  if (!bounds[0]) bounds[0] = rest;
  return {injective(onto.map), within(onto.map, bounds)};
}

}  // namespace tileproof::certificates
