// When is an answer of CuTe's algebra right?  Each operation gives the layout R that CuTe computes
// and its obligations: what CuTe documents of the result, and what its users rely on.  They are
// complete: where all hold, R is what the operation is for.  Each is checked on R itself, whatever
// it was computed by; an operation whose obligations do not all hold has given a wrong layout.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "encodings/cute/layout.hpp"

namespace tileproof::cute {

enum class Holds { kYes, kNo, kUnknown };

struct Obligation {
  std::string text;  // with the numbers of the first failure
  Holds holds = Holds::kUnknown;
};

struct Answer {
  Layout layout;
  std::vector<Obligation> obligations;
};

bool all_hold(const Answer& answer);

// Obligations about all elements are decided by trying them, up to this many; beyond, by a theorem
// if one applies.
inline constexpr Int kMaxTried = Int{1} << 20;

Obligation holds_if(bool holds, std::string text);
Obligation undecided(std::string text, Int cases);

// Tries i = first .. end-1, or as many as are tried.  `broken_at(i)` returns what is wrong there,
// or an empty text.
template <typename BrokenAt>
Obligation for_each_index(std::string text, Int first, Int end, const BrokenAt& broken_at) {
  const bool tries_all = end - first <= kMaxTried;
  const Int last = tries_all ? end : first + kMaxTried;
  for (Int i = first; i < last; ++i) {
    const std::string broken = broken_at(i);
    if (broken.empty()) continue;
    return {std::move(text) + ": not at i = " + std::to_string(i) + ", " + broken, Holds::kNo};
  }
  if (!tries_all) return undecided(std::move(text), end - first);
  return {std::move(text), Holds::kYes};
}

// Adds `more`, each with the prefix: "mode 0: ".
void append(std::vector<Obligation>& obligations,
            const std::string& prefix,
            std::vector<Obligation> more);

// "A(R(5)) = 7" unless `value` is `wanted`.
std::string unless_equal(const char* what, Int value, Int wanted);

// The layout with its obligations, or why it is none (an overflow).
Result<Answer> checked_answer(Layout layout, std::vector<Obligation> obligations);

// CuTe defines the operation for layouts without swizzle and offset only.
std::optional<Error> require_plain(const Layout& layout, const char* operation);

}  // namespace tileproof::cute
