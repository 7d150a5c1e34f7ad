#include "encodings/ttgir/values.hpp"

namespace tileproof::ttgir {

bool Values::define(std::string_view name, ValueId first, std::uint32_t count) {
  const auto [known, is_new] = ranges_.try_emplace(name);
  const bool is_again = !is_new && known->second.count != 0 && known->second.defined_at >= scope_;
  const std::size_t at = undo_.size();
  undo_.push_back({&known->second, known->second});
  known->second = {first, count, at};
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
  const auto known = ranges_.find(name);
  if (known == ranges_.end() || result >= known->second.count) return kNoValue;
  return known->second.first + result;
}

void Values::restore(Mark mark) {
  while (undo_.size() > mark.undo) {
    *undo_.back().range = undo_.back().before;
    undo_.pop_back();
  }
  scope_ = mark.scope;
}

}  // namespace tileproof::ttgir
