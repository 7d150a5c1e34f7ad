// Does a failure shrink to something that a person understands?  Mutants are caught on the first
// random case that shows them; what is left of it after shrinking is small, and a local minimum.
#include <gtest/gtest.h>

#include "core/check.hpp"
#include "properties/cute/laws.hpp"
#include "properties/expressions/laws.hpp"
#include "properties/shrink_case.hpp"
#include "properties/triton_generators.hpp"
#include "tests/properties/family_check.hpp"

namespace tileproof::laws {
namespace {

// The choices of a case that breaks the law, shrunk; nothing if there is none among so many.
std::optional<gen::Shrunk> shrunk(const gen::Judge& draw_and_check, int tries) {
  const gen::Judge judge = [&](gen::Source& source) {
    try {
      return draw_and_check(source);
    } catch (const InternalError&) {
      return LawResult::not_applicable();
    }
  };
  for (int i = 0; i < tries; ++i) {
    gen::Source source = case_source(i);
    if (!judge(source).holds) return gen::shrink_case(judge, source.choices());
  }
  return std::nullopt;
}

// The subject of the shrunk case, "name = text" in lines.
std::string subject_of(const gen::Judge& judge, const gen::Shrunk& shrunk) {
  gen::Source source = gen::Source::replaying(shrunk.choices);
  source.tell();
  EXPECT_FALSE(judge(source).holds);
  return source.subject();
}

template <typename Operations>
void expect_small_subjects(std::span<const FamilyLaw<Operations>> laws,
                           const std::vector<FamilyMutant<Operations>>& mutants,
                           std::size_t most_characters) {
  // One for each law.
  std::set<std::string_view> seen;
  for (const auto& mutant : mutants) {
    if (!seen.insert(mutant.killed_by[0]).second) continue;
    const auto law = std::ranges::find_if(
        laws, [&](const auto& each) { return each.number == mutant.killed_by[0]; });
    const gen::Judge judge = [&](gen::Source& source) {
      return law->draw_and_check(source, mutant.operations);
    };
    const auto found = shrunk(judge, 2000);
    ASSERT_TRUE(found) << mutant.name;
    EXPECT_TRUE(found->is_local_minimum) << mutant.name;
    const std::string subject = subject_of(judge, *found);
    EXPECT_LE(subject.size(), most_characters) << mutant.name << "\n" << subject;
  }
}

TEST(Shrinking, LeavesALayoutOfCutesOnALine) {
  expect_small_subjects(cute_laws(), cute_mutants(), 80);
}

TEST(Shrinking, LeavesAnExpressionOnALine) {
  expect_small_subjects(expression_laws(), expression_mutants(), 150);
}

// A mistake in Triton's layouts: warps and elements of what is left.
template <typename Edit>
void expect_few_warps_and_elements(gen::TritonSubject (*draw)(gen::Source&), Edit edit) {
  TritonSubject smallest;
  const gen::Judge judge = [&](gen::Source& source) {
    smallest = draw(source);
    const auto wrong = edit(*smallest.layout);
    const auto form = triton::to_linear(*smallest.layout, smallest.shape);
    const auto other = triton::to_linear(wrong, smallest.shape);
    if (!form || !other || *form == *other) return LawResult::kept();
    return LawResult::broken("differs");
  };
  const auto found = shrunk(judge, 2000);
  ASSERT_TRUE(found);
  EXPECT_TRUE(found->is_local_minimum);
  gen::Source source = gen::Source::replaying(found->choices);
  judge(source);
  const auto form = triton::to_linear(*smallest.layout, smallest.shape);
  EXPECT_LE(form->total_out_bits(), 6U) << triton::to_string(*smallest.layout);
  EXPECT_TRUE(!form->has_in(kWarp) || form->in_bits(kWarp) <= 2U);
}

TEST(Shrinking, LeavesFewWarpsAndElementsOfTritonsLayouts) {
  expect_few_warps_and_elements(gen::blocked, [](const triton::Layout& layout) {
    auto e = *layout.as<triton::Blocked>();
    std::ranges::reverse(e.order);
    return triton::Layout(e);
  });
  expect_few_warps_and_elements(gen::swizzled_shared, [](const triton::Layout& layout) {
    auto e = *layout.as<triton::SwizzledShared>();
    e.per_phase *= 2;
    return triton::Layout(e);
  });
  expect_few_warps_and_elements(gen::linear, [](const triton::Layout& layout) {
    auto e = *layout.as<triton::Linear>();
    std::ranges::reverse(e.lanes);
    return triton::Layout(e);
  });
}

}  // namespace
}  // namespace tileproof::laws
