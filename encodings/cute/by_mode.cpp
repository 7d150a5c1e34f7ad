#include "encodings/cute/by_mode.hpp"

namespace tileproof::cute {

Result<Answer> apply_by_mode(
    const Layout& a,
    const Tiler& tiler,
    bool keeps_rest,
    const std::function<Result<Answer>(const Layout&, const Layout&)>& operation) {
  // To CuTe an integer is a tuple of one mode here.
  const auto given = a.mode.is_leaf() ? std::vector<Mode>{a.mode} : a.mode.modes;
  if (tiler.layouts.size() > given.size()) {
    return Error{
        ErrorCode::kShape,
        "a tiler of " + std::to_string(tiler.layouts.size()) + " modes for " + print(a.mode)};
  }
  std::vector<Mode> modes;
  std::vector<Obligation> obligations;
  for (std::size_t i = 0; i < given.size(); ++i) {
    if (i >= tiler.layouts.size()) {
      if (keeps_rest) modes.push_back(given[i]);
      continue;
    }
    const std::string place = "mode " + std::to_string(i) + ": ";
    auto answer = operation({std::nullopt, 0, given[i]}, tiler.layouts[i]);
    if (!answer) return Error{answer.error().code, place + answer.error().message};
    if (auto error = require_plain(answer->layout, "a mode")) return *error;
    modes.push_back(std::move(answer->layout.mode));
    append(obligations, place, std::move(answer->obligations));
  }
  return checked_answer({a.swizzle, a.offset, tuple(std::move(modes))}, std::move(obligations));
}

}  // namespace tileproof::cute
