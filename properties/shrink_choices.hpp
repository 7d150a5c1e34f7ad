// Which is the smallest case that still fails?  Cases are lists of choices (choices.hpp); a shorter
// list is smaller, and of two of one length the lexicographically smaller one.
//
// The end is a local minimum: the case no longer fails if any one choice is made 0, is halved, is
// made 1 less, or is left out; nor if a choice is made 1 less and up to four that follow it are
// left out, as where it counts the items of a list.
#pragma once

#include <functional>
#include <optional>
#include <vector>

#include "core/bits.hpp"

namespace tileproof::gen {

using ChoiceList = std::vector<Word>;

// Replays a list.  What was really chosen if it fails still, else nothing.
using StillFails = std::function<std::optional<ChoiceList>(const ChoiceList&)>;

// Requires: `failing` fails.  Runs `still_fails` at most `max_tries` times, which makes the end a
// local minimum unless they run out.
ChoiceList shrink(ChoiceList failing, const StillFails& still_fails, std::size_t max_tries = 20000);

}  // namespace tileproof::gen
