// Conflict-free: no instruction of a warp takes more wavefronts than groups of lanes.
#include <algorithm>
#include <numeric>
#include <optional>

#include "checkers/claims/kinds.hpp"
#include "checkers/claims/lane_groups.hpp"
#include "core/check.hpp"
#include "core/wavefronts.hpp"

namespace tileproof::kinds {
namespace {

// The access at the registers where vectors start: bits that are 0 there are no inputs.
IndexMap at_starts(const ConflictFree& claim) {
  IndexMap map = claim.access;
  for (std::size_t i = claim.zero_bits.size(); i-- > 0;) {
    const Axis axis = claim.access.axes()[i];
    const Word zeros = claim.zero_bits[i] & (axis.size - 1);
    if (zeros == 0) continue;
    const std::vector<Word> bits(log2_exact(axis.size), 2);
    map = map.cut(i, bits);
    std::size_t kept = 0;
    for (std::size_t bit = bits.size(); bit-- > 0;) {
      if ((zeros >> bit & 1) != 0) {
        map = map.fixed(i + bit, 0);
      } else {
        ++kept;
      }
    }
    if (kept > 0) map = map.joined(i, kept, axis.name);
  }
  return map;
}

// A point of the access, of values for the axes of at_starts() by their names.
std::vector<Word> whole_point(const ConflictFree& claim, const std::vector<Axis>& axes, At values) {
  std::vector<Word> point;
  for (std::size_t i = 0; i < claim.access.axes().size(); ++i) {
    const auto found = std::ranges::find(axes, claim.access.axes()[i].name, &Axis::name);
    Word rest = found == axes.end() ? 0 : values[static_cast<std::size_t>(found - axes.begin())];
    if (claim.zero_bits[i] == 0) {
      point.push_back(rest);
      continue;
    }
    Word value = 0;
    for (unsigned bit = 0; rest != 0; ++bit) {
      if ((claim.zero_bits[i] >> bit & 1) != 0) continue;
      value |= (rest & 1) << bit;
      rest >>= 1;
    }
    point.push_back(value);
  }
  return point;
}

std::size_t lane_of(std::span<const Axis> axes) {
  return static_cast<std::size_t>(std::ranges::find(axes, "lane", &Axis::name) - axes.begin());
}

// From the inputs of an access to the offset at which the vector starts, and what the formulas
// about two lanes say of it.
class TwoLanes {
 public:
  TwoLanes(const ConflictFree& claim, const IndexMap& offsets)
      : offsets_(offsets),
        rule_(claim.rule),
        element_bits_(claim.element_bits),
        groups_(*claim.rule),
        lane_(lane_of(offsets.axes())),
        lanes_(offsets.axes()[lane_].size) {}

  // The other inputs; the group; two lanes of it, the second earlier; which words of their vectors.
  [[nodiscard]] std::vector<Axis> variables() const {
    std::vector<Axis> list;
    for (std::size_t i = offsets_.axes().size(); i-- > 0;) {
      if (i != lane_) list.push_back(offsets_.axes()[i]);
    }
    const Word words = rule_->words();
    list.insert(list.end(),
                {{"group", groups_.groups()},
                 {"member", groups_.members()},
                 {"other_member", groups_.members()},
                 {"word", words},
                 {"other_word", words}});
    return list;
  }

  // Two active lanes that are served together and want one bank want one word of it.
  template <Algebra A>
  typename A::Bool no_clash(const A& a, detail::At<A> at) const {
    const std::size_t others = offsets_.axes().size() - 1;
    const auto one = groups_.lane(a, at[others], at[others + 1]);
    const auto two = groups_.lane(a, at[others], at[others + 2]);
    const auto word = [&](const typename A::Word& at_lane, const typename A::Word& step) {
      return a.add(a.udiv(byte_of(a, at, at_lane), 4), step);
    };
    const auto word_1 = word(if_there(a, one), at[others + 3]);
    const auto word_2 = word(if_there(a, two), at[others + 4]);
    const auto clash = a.bool_and(a.eq(a.urem(word_1, rule_->banks), a.urem(word_2, rule_->banks)),
                                  a.bool_not(a.eq(word_1, word_2)));
    const auto are_active = a.bool_and(a.ult(one, lanes_), a.ult(two, lanes_));
    const auto are_ordered = a.ult(at[others + 2], at[others + 1]);
    const auto are_pair = a.bool_and(are_active, are_ordered);
    return a.bool_not(a.bool_and(a.bool_and(are_pair, clash), are_served_together(a, at)));
  }

 private:
  // Two groups are served as one only where pairs of lanes want the same.
  template <Algebra A>
  typename A::Bool are_served_together(const A& a, detail::At<A> at) const {
    if (!rule_->merges_equal_pairs) return typename A::Bool(true);
    const std::size_t others = offsets_.axes().size() - 1;
    return a.bool_or(groups_.are_one_unmerged(a, at[others + 1], at[others + 2]),
                     a.bool_or(pairs_are_equal(a, at, 1), pairs_are_equal(a, at, 2)));
  }

  // Of a lane that the access does not have, the first: the access need not be defined there.
  template <Algebra A>
  typename A::Word if_there(const A& a, const typename A::Word& lane) const {
    if (lanes_ == groups_.groups() * groups_.members()) return lane;
    return a.ite(a.ult(lane, lanes_), lane, typename A::Word(0));
  }

  // Do all active lanes i and i ^ distance want the same?
  template <Algebra A>
  typename A::Bool pairs_are_equal(const A& a, detail::At<A> at, Word distance) const {
    typename A::Bool all(true);
    for (Word lane = 0; lane < std::min<Word>(rule_->lanes, lanes_); ++lane) {
      const Word other = lane ^ distance;
      if (other < lane || other >= lanes_) continue;
      all = a.bool_and(all, a.eq(byte_of(a, at, lane), byte_of(a, at, other)));
    }
    return all;
  }

  template <Algebra A>
  typename A::Word byte_of(const A& a, detail::At<A> at, const typename A::Word& lane) const {
    Words<A> point(offsets_.axes().size(), lane);
    for (std::size_t i = point.size(), next = 0; i-- > 0;) {
      if (i != lane_) point[i] = at[next++];
    }
    const auto offset = evaluate(a, offsets_, detail::At<A>(point.data(), point.size()))[0];
    return a.udiv(a.mul(offset, element_bits_), 8);
  }

  IndexMap offsets_;
  const AccessRule* rule_;
  Word element_bits_;
  LaneGroups groups_;
  std::size_t lane_;
  Word lanes_;
};

// The point of the access that the question's values have, with any lane; and its lanes.
struct Instruction {
  std::vector<Word> point;
  Word lane = 0;
  Word other = 0;
};

Instruction instruction_at(const ConflictFree& claim, const Question& question, At at) {
  const IndexMap starts = at_starts(claim);
  std::vector<Axis> axes(starts.axes().begin(), starts.axes().end());
  if (question.name != "banks") {
    const auto point = whole_point(claim, axes, reversed(at));
    const Word lane = point[lane_of(claim.access.axes())];
    return {point, lane, lane};
  }
  axes.erase(axes.begin() + static_cast<std::ptrdiff_t>(lane_of(axes)));
  const std::size_t others = axes.size();
  const LaneGroups groups(*claim.rule);
  return {whole_point(claim, axes, reversed(at.first(others))),
          groups.lane(U64{}, at[others], at[others + 1]),
          groups.lane(U64{}, at[others], at[others + 2])};
}

Word offset_of(const ConflictFree& claim, std::vector<Word> point, Word lane) {
  point[lane_of(claim.access.axes())] = lane;
  auto inputs = value_at(claim.access, point);
  return value_at(claim.memory, inputs)[0];
}

// What the whole instruction costs, as the hardware's rule counts it.  Of a lane whose access does
// not start at a whole byte nothing is counted, but it is not aligned.
bool has_conflicts(const ConflictFree& claim, const std::vector<Word>& point) {
  const Word lanes = claim.access.axes()[lane_of(claim.access.axes())].size;
  std::vector<std::optional<Word>> addresses(claim.rule->lanes);
  for (Word lane = 0; lane < std::min<Word>(lanes, claim.rule->addresses()); ++lane) {
    addresses[lane] = offset_of(claim, point, lane) * claim.element_bits / 8;
  }
  const auto cost = count_wavefronts(*claim.rule, addresses);
  TP_CHECK(cost.has_value(), cost ? "" : cost.error().message);
  return cost->conflicts() > 0;
}

}  // namespace

// Elements are there, and vectors start where they may: then addresses are bytes.
Questions questions_of(const ConflictFree& claim) {
  const AccessRule& rule = *claim.rule;
  const IndexMap starts = at_starts(claim);
  Questions questions;
  for (const IndexMap& map : claim.sized) questions.push_back(*stated_sizes(map));
  if (auto within = within_inputs(starts, claim.memory)) questions.push_back(*std::move(within));
  IndexMap offsets = composed(starts, claim.memory);
  // Of a matrix instruction, other lanes than those that give addresses do not matter.
  const std::size_t lane = lane_of(offsets.axes());
  if (offsets.axes()[lane].size > rule.addresses()) {
    offsets = offsets.first_of(lane, rule.addresses());
  }
  const Word unit = 8 * Word{rule.alignment()};
  questions.push_back({"aligned", Multiple{offsets, unit / std::gcd(unit, claim.element_bits)}});
  const TwoLanes lanes(claim, offsets);
  questions.push_back(
      {"banks", Everywhere{Formula::of(lanes.variables(), [lanes](const auto& a, auto at) {
         return lanes.no_clash(a, at);
       })}});
  return questions;
}

bool is_broken(const ConflictFree& claim, const Question& question, At at) {
  if (question.name == "within") return is_beyond(question, at);
  const auto [point, lane, other] = instruction_at(claim, question, at);
  const Word offset = offset_of(claim, point, lane);
  if (question.name == "aligned") {
    return offset * claim.element_bits % (8 * Word{claim.rule->alignment()}) != 0;
  }
  return has_conflicts(claim, point);
}

Counterexample describe(const ConflictFree& claim, const Question& question, At at) {
  if (question.name == "within") return describe_beyond(question, at);
  auto [point, lane, other] = instruction_at(claim, question, at);
  const Word byte = offset_of(claim, point, lane) * claim.element_bits / 8;
  point[lane_of(claim.access.axes())] = lane;
  Counterexample example;
  add_point(example, claim.access, point);
  if (question.name == "aligned") {
    const Word bits = offset_of(claim, point, lane) * claim.element_bits % 8;
    example.text = "lane " + std::to_string(lane) + " accesses byte " + std::to_string(byte) +
                   (bits != 0 ? " from bit " + std::to_string(bits) + " on" : "") +
                   ", which is no multiple of " + std::to_string(claim.rule->alignment());
    example.add("byte", byte);
    return example;
  }
  const Word other_byte = offset_of(claim, point, other) * claim.element_bits / 8;
  const std::size_t words = at.size() - 2;
  const Word bank = (byte / 4 + at[words]) % claim.rule->banks;
  example.text = "lanes " + std::to_string(other) + " and " + std::to_string(lane) +
                 " are served together and want two words from bank " + std::to_string(bank) +
                 ": bytes " + std::to_string(other_byte) + " and " + std::to_string(byte);
  example.add("other_lane", other);
  example.add("bank", bank);
  example.add("other_byte", other_byte);
  example.add("byte", byte);
  return example;
}

}  // namespace tileproof::kinds
