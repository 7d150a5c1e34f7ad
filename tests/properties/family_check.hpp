// What is tested of every family of laws alike: they hold, mostly apply, kill their mutants; and
// the generators draw few degenerate cases.
#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <functional>
#include <iostream>
#include <map>
#include <set>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/check.hpp"
#include "properties/family.hpp"

namespace tileproof::laws {

inline constexpr Word kSeed = 20261120;

struct Tally {
  int tried = 0;
  int applied = 0;
  std::string broken;  // what broke first, and on what
};

// Each case has a seed of its own.
inline gen::Source case_source(int number) {
  return gen::Source::random(kSeed + static_cast<Word>(number) * 1'000'003);
}

// Ends at the first that is broken.
inline Tally try_law(const std::function<LawResult(gen::Source&)>& draw_and_check, int tries) {
  Tally tally;
  for (int i = 0; i < tries && tally.broken.empty(); ++i) {
    gen::Source source = case_source(i);
    const LawResult result = draw_and_check(source);
    ++tally.tried;
    tally.applied += result.applied ? 1 : 0;
    if (result.holds) continue;
    gen::Source again = gen::Source::replaying(source.choices());
    again.tell();
    tally.broken = draw_and_check(again).what_broke + "\n";
    tally.broken += again.subject();
  }
  return tally;
}

// Laws must apply to a fifth of what is drawn for them.
template <typename Operations>
void expect_laws_hold(std::span<const FamilyLaw<Operations>> laws, int tries) {
  for (const auto& law : laws) {
    const auto tally = try_law(
        [&](gen::Source& source) { return law.draw_and_check(source, Operations{}); }, tries);
    EXPECT_EQ(tally.broken, "") << law.number << " " << law.name;
    EXPECT_GE(tally.applied * 5, tally.tried) << law.number << " mostly does not apply";
  }
}

// A mutant must die by a law's judgement; that it trips over a check of its own is no evidence.
template <typename Operations>
bool kills(const FamilyLaw<Operations>& law, const Operations& operations, int tries) {
  const auto tally = try_law(
      [&](gen::Source& source) {
        try {
          return law.draw_and_check(source, operations);
        } catch (const InternalError&) {
          return LawResult::not_applicable();
        }
      },
      tries);
  return !tally.broken.empty();
}

// Each mutant is killed by each law that it names, and each law kills at least one.
template <typename Operations>
void expect_mutants_die(const char* family,
                        std::span<const FamilyLaw<Operations>> laws,
                        const std::vector<FamilyMutant<Operations>>& mutants,
                        int tries) {
  std::set<std::string_view> killers;
  int killed = 0;
  for (const auto& mutant : mutants) {
    EXPECT_FALSE(mutant.killed_by.empty()) << mutant.name;
    bool dies = false;
    for (const std::string_view number : mutant.killed_by) {
      const auto law =
          std::ranges::find_if(laws, [&](const auto& l) { return l.number == number; });
      ASSERT_NE(law, laws.end()) << number;
      const bool by_this = kills(*law, mutant.operations, tries);
      EXPECT_TRUE(by_this) << number << " does not notice: " << mutant.name;
      if (by_this) killers.insert(number);
      dies = dies || by_this;
    }
    killed += dies ? 1 : 0;
  }
  for (const auto& law : laws) {
    EXPECT_TRUE(killers.contains(law.number)) << law.number << " kills no mutant";
  }
  std::cout << family << ": " << killed << " of " << mutants.size() << " mutants killed\n";
}

inline void expect_rarely_degenerate(const std::vector<Generator>& generators, int draws) {
  for (const Generator& generator : generators) {
    int degenerate = 0;
    std::map<std::string, int> reasons;
    std::set<std::string> texts;
    for (int i = 0; i < draws; ++i) {
      gen::Source source = case_source(i);
      const Drawn drawn = generator.draw(source);
      if (drawn.degeneracy != nullptr) ++degenerate, ++reasons[drawn.degeneracy];
      texts.insert(drawn.text);
    }
    EXPECT_LT(degenerate * 5, draws) << generator.name;
    for (const auto& [reason, count] : reasons) {
      EXPECT_LT(degenerate * 5, draws) << count << " " << reason;
    }
    EXPECT_GT(texts.size() * 2, static_cast<std::size_t>(draws)) << generator.name;
  }
}

}  // namespace tileproof::laws
