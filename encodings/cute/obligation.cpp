#include "encodings/cute/obligation.hpp"

#include <algorithm>

#include "encodings/cute/notation.hpp"

namespace tileproof::cute {

bool all_hold(const Answer& answer) {
  return std::all_of(answer.obligations.begin(), answer.obligations.end(), [](const auto& each) {
    return each.holds == Holds::kYes;
  });
}

Obligation holds_if(bool holds, std::string text) {
  return {std::move(text), holds ? Holds::kYes : Holds::kNo};
}

Obligation undecided(std::string text, Int cases) {
  return {std::move(text) + ": not decided, " + std::to_string(cases) +
              " cases are more than 2^20 and no theorem applies",
          Holds::kUnknown};
}

void append(std::vector<Obligation>& obligations,
            const std::string& prefix,
            std::vector<Obligation> more) {
  for (Obligation& each : more) obligations.push_back({prefix + each.text, each.holds});
}

std::string unless_equal(const char* what, Int value, Int wanted) {
  if (value == wanted) return {};
  return std::string(what) + " = " + std::to_string(value) + " and not " + std::to_string(wanted);
}

Result<Answer> checked_answer(Layout layout, std::vector<Obligation> obligations) {
  if (auto error = check(layout)) return *error;
  return Answer{std::move(layout), std::move(obligations)};
}

std::optional<Error> require_plain(const Layout& layout, const char* operation) {
  if (!layout.swizzle && layout.offset == 0) return std::nullopt;
  return Error{ErrorCode::kUnsupported,
               std::string(operation) + " of " + print(layout) +
                   ": CuTe defines it only for layouts without swizzle and offset"};
}

}  // namespace tileproof::cute
