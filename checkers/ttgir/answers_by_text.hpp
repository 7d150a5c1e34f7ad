// What was answered before, by the text of what was asked.
#pragma once

#include <mutex>
#include <shared_mutex>
#include <string>
#include <unordered_map>
#include <utility>

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
      if (const auto at = answers_.find(key); at != answers_.end()) return at->second;
    }
    // Nobody waits for who is looking: two threads may find the same.
    T found = find();
    const std::unique_lock lock(mutex_);
    return answers_.try_emplace(key, std::move(found)).first->second;
  }

 private:
  std::shared_mutex mutex_;
  std::unordered_map<std::string, T> answers_;
};

}  // namespace tileproof
