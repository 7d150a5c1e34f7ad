#include "properties/shrink_case.hpp"

#include <rapidcheck.h>

#include <utility>

namespace tileproof::gen {
namespace {

using Choices = std::vector<Word>;

// Shorter, or as long and smaller at the first difference: so shrinking ends.
bool is_simpler(const Choices& a, const Choices& b) {
  return a.size() != b.size() ? a.size() < b.size() : a < b;
}

// One choice less by one, or 0, and up to eight after it left out: what draws fewer parts needs
// fewer choices.
rc::Seq<Choices> lowered_and_shortened(const Choices& choices) {
  constexpr std::size_t kMostLeftOut = 8;
  const std::size_t size = choices.size();
  const auto nth = [=](std::size_t n) -> rc::Maybe<Choices> {
    const std::size_t first = n % size;
    const std::size_t count = n / size % kMostLeftOut + 1;
    const bool to_zero = n / (size * kMostLeftOut) % 2 == 0;
    const std::size_t lowered = n / (size * kMostLeftOut * 2);
    if (first <= lowered || first + count > size || choices[lowered] == 0) return rc::Nothing;
    if (to_zero && choices[lowered] == 1) return rc::Nothing;
    Choices next = choices;
    next[lowered] = to_zero ? 0 : next[lowered] - 1;
    const auto at = next.begin() + static_cast<std::ptrdiff_t>(first);
    next.erase(at, at + static_cast<std::ptrdiff_t>(count));
    return next;
  };
  return rc::seq::mapMaybe(rc::seq::range<std::size_t>(0, size * size * kMostLeftOut * 2), nth);
}

rc::Seq<Choices> candidates(const Choices& choices) {
  const auto lower = [](Word choice) {
    // By halves of the way to 0; then each smaller one, of numbers that stand for one of a few.
    constexpr Word kFew = 64;
    return rc::seq::concat(rc::shrink::towards<Word>(choice, 0),
                           rc::seq::range<Word>(0, choice < kFew ? choice : 0));
  };
  return rc::seq::concat(rc::shrink::removeChunks(choices),
                         rc::shrink::eachElement(choices, lower),
                         lowered_and_shortened(choices));
}

}  // namespace

Shrunk shrink_case(const Judge& judge, const Choices& choices, std::size_t most_tries) {
  Shrunk best;
  const auto replay = [&](const Choices& tried) {
    Source source = Source::replaying(tried);
    laws::LawResult result = judge(source);
    return std::pair(source.choices(), std::move(result));
  };
  std::tie(best.choices, best.result) = replay(choices);
  // A tree of choices as they were taken, each simpler than its parent.
  const auto simpler = [&](const Choices& from) {
    auto within = rc::seq::takeWhile(candidates(from),
                                     [&](const Choices&) { return best.tries++ < most_tries; });
    return rc::seq::mapMaybe(std::move(within),
                             [&, from](const Choices& tried) -> rc::Maybe<Choices> {
                               auto [taken, result] = replay(tried);
                               if (result.holds || !is_simpler(taken, from)) return rc::Nothing;
                               best.result = std::move(result);
                               return std::move(taken);
                             });
  };
  const auto tree = rc::shrinkable::shrinkRecur(best.choices, simpler);
  best.choices = rc::shrinkable::findLocalMin(tree, [](const Choices&) { return true; }).first;
  best.is_local_minimum = best.tries <= most_tries;
  return best;
}

}  // namespace tileproof::gen
