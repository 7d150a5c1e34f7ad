// Both engines, and a third count from the definition, on random pairs of layouts on every family
// of targets.
#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <ostream>
#include <set>
#include <string>
#include <vector>

#include "checkers/shared_access/bank_conflicts.hpp"
#include "core/wavefronts.hpp"
#include "properties/accesses/random_access.hpp"
#include "tests/checkers/shared_access/both_engines.hpp"

namespace tileproof {
namespace {

// One instruction by design.md's sentences alone, with words in sets.
AccessCost cost_by_definition(const AccessRule& rule, const std::vector<Word>& addresses) {
  bool merged = false;
  for (const Word bit : {1u, 2u}) {
    bool equal = rule.merges_equal_pairs;
    for (Word l = 0; l < addresses.size(); ++l) equal &= addresses[l] == addresses[l ^ bit];
    merged = merged || equal;
  }
  const auto basis = merged ? rule.merged_group_basis() : rule.group_basis;
  const f2::Subspace group(std::vector<Word>(basis.begin(), basis.end()));
  std::map<Word, std::map<Word, std::set<Word>>> words;  // group -> bank -> words
  for (Word l = 0; l < addresses.size(); ++l) {
    for (Word byte = addresses[l]; byte < addresses[l] + rule.bytes_per_lane; ++byte) {
      words[group.reduce(l)][byte / 4 % rule.banks].insert(byte / 4);
    }
  }
  AccessCost cost;
  for (const auto& [representative, banks] : words) {
    std::size_t most = 0;
    for (const auto& [bank, different] : banks) most = std::max(most, different.size());
    cost.wavefronts += static_cast<unsigned>(most);
    ++cost.ideal_wavefronts;
  }
  return cost;
}

// The worst warp's cost: where each element lies is found by looking through the shared layout, no
// inverse is taken.  The vector's width is taken as given.  For shared layouts without copies.
AccessCost cost_by_definition(const SharedAccess& access, unsigned vector_bits) {
  const unsigned bits = stored_bits(access.element_bits).value();
  const AccessRule& rule = **access.target.find_rule(access.direction, vector_bits);
  std::map<Word, Word> offset_of;  // element -> offset, in the block that has the element
  for (Word index = 0; index < access.shared.total_in_size(); ++index) {
    const Word offset = index & low_mask(access.shared.in_bits(kOffset));
    offset_of[access.shared.apply_flat(index)] = offset;
  }
  const unsigned register_bits = access.registers.in_bits(kRegister);
  const unsigned lane_bits = access.registers.in_bits(kLane);
  Word copies = 0;
  for (unsigned bit = 0; bit < register_bits; ++bit) {
    if (access.registers.apply_flat(Word{1} << bit) == 0) copies |= Word{1} << bit;
  }
  AccessCost worst;
  const Word warps = access.registers.total_in_size() >> (register_bits + lane_bits);
  for (Word warp = 0; warp < warps; ++warp) {  // of all blocks
    // Each register that is no copy, with the vector that it is part of: so each vector is counted
    // once for each of its elements.
    AccessCost total;
    for (Word reg = 0; reg < Word{1} << register_bits; ++reg) {
      if ((reg & copies) != 0) continue;
      std::vector<Word> addresses;
      for (Word lane = 0; lane < Word{1} << lane_bits; ++lane) {
        const Word place = (warp << lane_bits | lane) << register_bits | reg;
        const Word offset = offset_of.at(access.registers.apply_flat(place));
        const Word byte = triton::padded_offset(U64{}, access.paddings, offset) * bits / 8;
        addresses.push_back(byte / rule.bytes_per_lane * rule.bytes_per_lane);
      }
      const AccessCost cost = cost_by_definition(rule, addresses);
      total.wavefronts += cost.wavefronts;
      total.ideal_wavefronts += cost.ideal_wavefronts;
    }
    if (total.wavefronts > worst.wavefronts) worst = total;
  }
  const unsigned elements = vector_bits / bits;
  return {worst.wavefronts / elements, worst.ideal_wavefronts / elements};
}

struct RandomCase {
  const char* target;
  bool padded;

  friend void PrintTo(const RandomCase& random_case, std::ostream* out) {
    *out << random_case.target << (random_case.padded ? " with padding" : "");
  }
};

class BankConflictsOn : public testing::TestWithParam<RandomCase> {};

TEST_P(BankConflictsOn, EnginesAgreeOnRandomLayouts) {
  const Target target = Target::parse(GetParam().target).value();
  const unsigned lane_bits = log2_exact(target.warp_size());
  gen::Source choices = gen::Source::random(11);
  gen::RandomAccess random(choices);
  unsigned refused = 0;
  unsigned with_conflicts = 0;
  unsigned by_shift = 0;
  std::map<unsigned, unsigned> widths;
  constexpr unsigned kCases = 800;
  for (unsigned i = 0; i < kCases; ++i) {
    const auto [registers, shared] = random.pair(lane_bits);
    const auto paddings =
        GetParam().padded ? random.paddings(lane_bits + 6) : std::vector<Padding>();
    const Direction direction = random.one_in(2) ? Direction::kLoad : Direction::kStore;
    const SharedAccess access{
        registers, shared, 1u << random.pick(0, 7), target, direction, paddings};
    SCOPED_TRACE(registers.to_string() + shared.to_string());
    const auto cost = bank_conflicts(access);
    if (!cost) {
      ++refused;
      ASSERT_EQ(cost.error(), bank_conflicts_by_enumeration(access).error());
      continue;
    }
    const BankConflicts agreed = conflicts(access);
    ++widths[agreed.vector_bits];
    by_shift += agreed.engine == "shift" ? 1u : 0u;
    with_conflicts += agreed.conflicts() > 0 ? 1u : 0u;
    ASSERT_EQ(agreed.rule->bytes_per_lane * 8, agreed.vector_bits);
    ASSERT_GE(agreed.wavefronts, agreed.ideal_wavefronts);
    if ((GetParam().padded || i % 4 == 0) && shared.is_injective()) {
      const AccessCost defined = cost_by_definition(access, agreed.vector_bits);
      ASSERT_EQ(agreed.wavefronts, defined.wavefronts);
      ASSERT_EQ(agreed.ideal_wavefronts, defined.ideal_wavefronts);
    }
    const auto blame = explained_bank_conflicts(access)->blame;
    ASSERT_EQ(blame.has_value(), agreed.conflicts() > 0);
  }
  EXPECT_LT(refused, kCases / 3);
  EXPECT_GT(with_conflicts, kCases / 10);
  EXPECT_EQ(by_shift > 10, GetParam().padded) << by_shift;
  EXPECT_LT(with_conflicts, kCases * 9 / 10);
  for (const unsigned width : {8u, 16u, 32u, 64u, 128u}) EXPECT_GT(widths[width], 10u) << width;
}

INSTANTIATE_TEST_SUITE_P(Targets,
                         BankConflictsOn,
                         testing::Values(RandomCase{"cuda:90", false},
                                         RandomCase{"cuda:90", true},
                                         RandomCase{"gfx942", false},
                                         RandomCase{"gfx942", true},
                                         RandomCase{"gfx950", false},
                                         RandomCase{"gfx950", true},
                                         RandomCase{"gfx1100", false},
                                         RandomCase{"gfx1100", true},
                                         RandomCase{"gfx1201", false},
                                         RandomCase{"gfx1250", false},
                                         RandomCase{"gfx1250", true}),
                         [](const testing::TestParamInfo<RandomCase>& subject) {
                           std::string name = subject.param.target;
                           std::erase(name, ':');
                           return name + (subject.param.padded ? "Padded" : "");
                         });

}  // namespace
}  // namespace tileproof
