#include "encodings/ttgir/values.hpp"

namespace tileproof::ttgir {

bool Values::define(std::string_view name, ValueId first, std::uint32_t count) {
  const auto [place, is_new] = ranges_.try_emplace(name, {});
  Range& range = ranges_[place];
  const bool is_again = !is_new && range.count != 0 && range.defined_at >= scope_;
  undo_.push_back({place, range});
  range = {first, count, undo_.size() - 1};
  return !is_again;
}

ValueId Values::find(std::string_view name) const {
  std::uint32_t result = 0;
  const auto hash = name.find('#');
  if (hash != std::string_view::npos) {
    for (const char digit : name.substr(hash + 1)) {
      if (digit < '0' || digit > '9' || result > 1'000'000) return kNoValue;
      result = result * 10 + static_cast<std::uint32_t>(digit - '0');
    }
    name = name.substr(0, hash);
  }
  const auto place = ranges_.find(name);
  if (place == ranges_.kNone || result >= ranges_[place].count) return kNoValue;
  return ranges_[place].first + result;
}

void Values::restore(Mark mark) {
  while (undo_.size() > mark.undo) {
    ranges_[undo_.back().place] = undo_.back().before;
    undo_.pop_back();
  }
  scope_ = mark.scope;
}

}  // namespace tileproof::ttgir
