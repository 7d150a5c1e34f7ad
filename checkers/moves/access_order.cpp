#include "checkers/moves/access_order.hpp"

namespace tileproof::moves {

AccessOrder::AccessOrder(const Program& program, std::size_t bytes)
    : program_(program),
      waves_are_ordered_(program.target.vendor() == Target::Vendor::kAmd),
      last_(bytes, kNone) {}

void AccessOrder::barrier(Scope scope) {
  next_move();
  warp_ = now_;
  if (scope != Scope::kWarp) block_ = now_;
  if (scope == Scope::kCluster || (scope == Scope::kBlock && program_.blocks == 1)) cluster_ = now_;
  next_move();
}

bool AccessOrder::is_ordered(const Access& before, unsigned thread, bool is_matrix) const {
  if (before.thread == thread && !is_matrix && !before.is_matrix) return true;
  const unsigned warp = thread / program_.lanes;
  const unsigned other = before.thread / program_.lanes;
  if (warp == other) {
    return before.time < warp_ || (waves_are_ordered_ && before.time < now_);
  }
  return before.time < (warp / program_.warps == other / program_.warps ? block_ : cluster_);
}

std::optional<AccessOrder::Before> AccessOrder::add(std::size_t byte,
                                                    unsigned thread,
                                                    bool is_store,
                                                    bool is_matrix,
                                                    ByteToken token) {
  std::optional<Before> found;
  std::uint32_t first = last_[byte];
  // What a barrier of all threads came after is over.
  if (first != kNone && accesses_[first].time < cluster_) first = kNone;
  for (std::uint32_t i = first; i != kNone && accesses_[i].time >= cluster_;
       i = accesses_[i].before) {
    const Access& before = accesses_[i];
    if (!is_store && !before.is_store) continue;
    const bool is_same =
        is_store && before.is_store && before.token == token && before.run == run_;
    if (is_same || is_ordered(before, thread, is_matrix)) continue;
    // Of one move the lowest thread, of others the last.
    if (!found || before.time == now_) {
      found = Before{before.thread, before.is_store, before.time == now_};
    }
  }
  last_[byte] = static_cast<std::uint32_t>(accesses_.size());
  accesses_.push_back({first, now_, thread, token, run_, is_store, is_matrix});
  return found;
}

}  // namespace tileproof::moves
