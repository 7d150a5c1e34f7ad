// Laws of an encoding as tests of GoogleTest:
//
//   TILEPROOF_LAWS(Skewed, skewed_family());
//
// registers Skewed.N1_RulesSuffice, Skewed.N2_IsReadBackAsItIsPrinted, ...  Each tries its law on
// all small layouts and on random ones, from a seed that is pinned.  A law that says nothing of the
// encoding is skipped, with the reason; it never passes.
#pragma once

#include <gtest/gtest.h>

#include <string>
#include <utility>

#include "properties/encoding_trial.hpp"

namespace tileproof {

class LawTest : public ::testing::Test {
 public:
  LawTest(Family family, const laws::EncodingLaw& law, laws::TrialOptions options)
      : family_(std::move(family)), law_(law), options_(options) {}

  void TestBody() override {
    const int small_values = law_.one_in > 1 ? 2 : 3;  // of each parameter
    const laws::Trial small = laws::try_small(family_, law_, small_values, options_.operations);
    if (small.failure) FAIL() << laws::explain(family_, law_, *small.failure);
    const laws::Trial random = laws::try_law(family_, law_, options_);
    if (random.failure) FAIL() << laws::explain(family_, law_, *random.failure);
    if (random.tried == 0) FAIL() << random.nothing_shown;
    if (random.applied + small.applied == 0) GTEST_SKIP() << random.nothing_shown;
  }

 private:
  Family family_;
  const laws::EncodingLaw& law_;
  laws::TrialOptions options_;
};

// What stands for the laws of a family that there is not.
class NoFamilyTest : public ::testing::Test {
 public:
  explicit NoFamilyTest(std::string why) : why_(std::move(why)) {}
  void TestBody() override { FAIL() << why_; }

 private:
  std::string why_;
};

// The number of tests.  They are registered as TEST() does: before main().
inline int register_law_tests(const char* suite,
                              const Result<Family>& family,
                              const char* file,
                              int line,
                              laws::TrialOptions options = {}) {
  const auto add = [&](const std::string& name, auto make) {
    ::testing::RegisterTest(suite, name.c_str(), nullptr, nullptr, file, line, make);
  };
  if (!family) {
    const std::string why = family.error().message;
    add("IsAFamily", [why]() -> ::testing::Test* { return new NoFamilyTest(why); });
    return 1;
  }
  int count = 0;
  for (const laws::EncodingLaw& law : laws::encoding_laws()) {
    add(std::string(law.number) + "_" + law.name,
        [=, &law]() -> ::testing::Test* { return new LawTest(*family, law, options); });
    ++count;
  }
  return count;
}

}  // namespace tileproof

#define TILEPROOF_LAWS(Suite, family)                           \
  static const int tileproof_laws_of_##Suite [[maybe_unused]] = \
      ::tileproof::register_law_tests(#Suite, (family), __FILE__, __LINE__)
