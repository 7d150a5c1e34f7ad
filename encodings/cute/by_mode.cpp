#include "encodings/cute/by_mode.hpp"

namespace tileproof::cute {

Result<Answer> apply_by_mode(
    const Layout& a,
    const Tiler& tiler,
    bool keeps_rest,
    const std::function<Result<Answer>(const Layout&, const Layout&)>& operation) {
  if (tiler.layouts.size() > a.mode.modes.size()) {
    return Error{
        ErrorCode::kShape,
        "a tiler of " + std::to_string(tiler.layouts.size()) + " modes for " + print(a.mode)};
  }
  std::vector<Mode> modes;
  std::vector<Obligation> obligations;
  for (std::size_t i = 0; i < a.mode.modes.size(); ++i) {
    if (i >= tiler.layouts.size()) {
      if (keeps_rest) modes.push_back(a.mode.modes[i]);
      continue;
    }
    const std::string place = "mode " + std::to_string(i) + ": ";
    auto answer = operation({std::nullopt, 0, a.mode.modes[i]}, tiler.layouts[i]);
    if (!answer) return Error{answer.error().code, place + answer.error().message};
    if (auto error = require_plain(answer->layout, "a mode")) return *error;
    modes.push_back(std::move(answer->layout.mode));
    for (Obligation& each : answer->obligations) {
      obligations.push_back({place + each.text, each.holds});
    }
  }
  return checked_answer({a.swizzle, a.offset, tuple(std::move(modes))}, std::move(obligations));
}

}  // namespace tileproof::cute
