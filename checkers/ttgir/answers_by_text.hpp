// What was answered before, by the text of what was asked.
#pragma once

#include <deque>
#include <mutex>
#include <shared_mutex>
#include <string>
#include <utility>

#include "encodings/ttgir/flat_table.hpp"

namespace tileproof {

// Thread-safe.
template <typename T>
class AnswersByText {
 public:
  // What is known, or else what `find` finds.  It stays where it is.
  template <typename Find>
  const T& of(const std::string& key, const Find& find) {
    {
      const std::shared_lock lock(mutex_);
      if (const auto at = by_text_.find(key); at != by_text_.kNone) return *by_text_[at];
    }
    // Nobody waits for who is looking: two threads may find the same.
    T found = find();
    const std::unique_lock lock(mutex_);
    const auto [at, is_new] = by_text_.try_emplace(key, nullptr);
    if (is_new) by_text_[at] = &answers_.emplace_back(std::move(found));
    return *by_text_[at];
  }

 private:
  std::shared_mutex mutex_;
  std::deque<T> answers_;
  ttgir::FlatTable<std::string, const T*> by_text_;
};

}  // namespace tileproof
