#include "tests/properties/random_check.hpp"

#include <cstdlib>

#include "properties/shrink_case.hpp"

namespace tileproof::testing {
namespace {

std::uint64_t test_seed() {
  const char* text = std::getenv("TILEPROOF_TEST_SEED");
  return text == nullptr ? 20261120 : std::strtoull(text, nullptr, 10);
}

std::string message_of(const std::function<laws::LawResult(gen::Source&)>& draw_and_check,
                       const std::vector<Word>& choices) {
  gen::Source source = gen::Source::replaying(choices);
  source.tell();
  const laws::LawResult result = draw_and_check(source);
  std::string text = result.what_broke + "\n" + source.subject() + "choices";
  for (const Word choice : source.choices()) text += " " + std::to_string(choice);
  return text + "\nseed " + std::to_string(test_seed()) + " (TILEPROOF_TEST_SEED)";
}

}  // namespace

RandomCheck check_randomly(const std::function<laws::LawResult(gen::Source&)>& draw_and_check,
                           int cases,
                           bool shrinks) {
  RandomCheck outcome;
  for (; outcome.tried < cases && !outcome.failed; ++outcome.tried) {
    const auto seed = gen::mixed(test_seed(), static_cast<std::uint64_t>(outcome.tried));
    gen::Source source = gen::Source::random(seed);
    const laws::LawResult result = draw_and_check(source);
    outcome.applied += result.applied ? 1 : 0;
    if (result.holds) continue;
    outcome.failed = true;
    const auto choices =
        shrinks ? gen::shrink_case(draw_and_check, source.choices()).choices : source.choices();
    outcome.message = message_of(draw_and_check, choices);
  }
  return outcome;
}

}  // namespace tileproof::testing
