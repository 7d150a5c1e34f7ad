#include "checkers/moves/access_order.hpp"

namespace tileproof::moves {

AccessOrder::AccessOrder(const Program& program, std::size_t bytes)
    : program_(program),
      waves_are_ordered_(program.target.vendor() == Target::Vendor::kAmd),
      last_store_(bytes, kNone),
      last_load_(bytes, kNone) {}

void AccessOrder::barrier(Scope scope) {
  next_move();
  warp_ = now_;
  if (scope != Scope::kWarp) block_ = now_;
  const bool is_of_all = scope == Scope::kCluster ||
                         (scope == Scope::kBlock && program_.blocks == 1) ||
                         program_.warps * program_.blocks == 1;
  if (is_of_all) cluster_ = now_;
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

std::optional<AccessOrder::Before> AccessOrder::add(
    std::size_t byte, unsigned thread, bool is_store, bool is_matrix, ByteToken token) {
  std::optional<Before> found;
  const auto meet = [&](std::vector<std::uint32_t>& lasts) {
    // What a barrier of all threads came after is over.
    std::uint32_t& last = lasts[byte];
    if (last != kNone && accesses_[last].time < cluster_) last = kNone;
    for (std::uint32_t i = last; i != kNone && accesses_[i].time >= cluster_;
         i = accesses_[i].before) {
      const Access& before = accesses_[i];
      const bool is_same =
          is_store && before.is_store && before.token == token && before.run == run_;
      if (is_same || is_ordered(before, thread, is_matrix)) continue;
      // Of one move the lowest thread, of others the last.
      if (!found || before.time == now_) {
        found = Before{before.thread, before.is_store, before.time == now_};
      }
    }
  };
  meet(last_store_);
  if (is_store) meet(last_load_);
  std::uint32_t& last = (is_store ? last_store_ : last_load_)[byte];
  if (last != kNone) {
    // What it did to the byte before is ordered wherever this is, so that this is enough.
    Access& before = accesses_[last];
    if (before.thread == thread && before.token == token && before.run == run_ &&
        before.is_matrix == is_matrix) {
      before.time = now_;
      return found;
    }
  }
  const Access access{last, now_, thread, token, run_, is_store, is_matrix};
  last = static_cast<std::uint32_t>(accesses_.size());
  accesses_.push_back(access);
  return found;
}

}  // namespace tileproof::moves
