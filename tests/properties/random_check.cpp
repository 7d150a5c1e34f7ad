#include "tests/properties/random_check.hpp"

#include <gtest/gtest.h>
#include <rapidcheck.h>

#include <cstdlib>
#include <sstream>

namespace tileproof::testing {
namespace {

// RapidCheck reads RC_PARAMS when the first property runs, so before that is soon enough.
const int kPinned = setenv("RC_PARAMS", "seed=20261120", /*overwrite=*/0);

class Silent : public rc::detail::TestListener {
  void onTestCaseFinished(const rc::detail::CaseDescription&) override {}
  void onShrinkTried(const rc::detail::CaseDescription&, bool) override {}
  void onTestFinished(const rc::detail::TestMetadata&, const rc::detail::TestResult&) override {}
};

}  // namespace

RandomCheck check_randomly(const std::function<laws::LawResult()>& draw_and_check,
                           int max_success,
                           bool shrinks) {
  RandomCheck outcome;
  if (kPinned != 0) {
    outcome.failed = true;
    outcome.message = "the seed could not be pinned";
    return outcome;
  }
  const auto property = [&] {
    const laws::LawResult result = draw_and_check();
    ++outcome.tried;
    if (result.applied) ++outcome.applied;
    if (!result.holds) RC_FAIL(result.what_broke);
  };
  const auto& configuration = rc::detail::configuration();
  auto params = configuration.testParams;
  if (max_success > 0) params.maxSuccess = max_success;
  params.disableShrinking = params.disableShrinking || !shrinks;
  rc::detail::TestMetadata metadata;
  const auto* test = ::testing::UnitTest::GetInstance()->current_test_info();
  metadata.id = std::string(test->test_suite_name()) + "/" + test->name();
  metadata.description = metadata.id;
  Silent silent;
  const auto result =
      rc::detail::checkTestable(property, metadata, params, silent, configuration.reproduce);
  outcome.failed = !result.is<rc::detail::SuccessResult>();
  std::ostringstream text;
  rc::detail::printResultMessage(result, text);
  if (result.is<rc::detail::FailureResult>()) {
    text << "\nReproduce with RC_PARAMS=\""
         << "seed=" << params.seed << "\" and --gtest_filter='" << test->test_suite_name() << "."
         << test->name() << "'";
  }
  outcome.message = text.str();
  return outcome;
}

}  // namespace tileproof::testing
