#include "core/name.hpp"

#include <pthread.h>

#include <deque>
#include <mutex>
#include <new>
#include <shared_mutex>
#include <string>
#include <unordered_map>

#include "core/check.hpp"

namespace tileproof {
namespace {

constexpr std::uint32_t kFirstDim = 8;
constexpr std::uint32_t kDimCount = 64;

// A process may be forked while another thread, which the child does not have, is adding a name.
void lock_table();
void unlock_table();
void renew_lock();

class NameTable {
 public:
  NameTable() {
    for (const char* text :
         {"register", "lane", "warp", "block", "offset", "partition", "row", "col"}) {
      add(text);
    }
    for (std::uint32_t i = 0; i < kDimCount; ++i) add("dim" + std::to_string(i));
    pthread_atfork(lock_table, unlock_table, renew_lock);
  }

  std::uint32_t intern(std::string_view text) {
    {
      const std::shared_lock lock(mutex_);
      if (const auto it = ids_.find(text); it != ids_.end()) return it->second;
    }
    const std::unique_lock lock(mutex_);
    if (const auto it = ids_.find(text); it != ids_.end()) return it->second;
    return add(std::string(text));
  }

  std::string_view text(std::uint32_t id) {
    const std::shared_lock lock(mutex_);
    TP_CHECK(id < texts_.size(), "name id was never interned");
    return texts_[id];
  }

 private:
  std::uint32_t add(std::string text) {
    const auto id = static_cast<std::uint32_t>(texts_.size());
    ids_.emplace(texts_.emplace_back(std::move(text)), id);
    return id;
  }

  friend void lock_table();
  friend void unlock_table();
  friend void renew_lock();

  std::shared_mutex mutex_;
  std::deque<std::string> texts_;  // a deque keeps the texts where the views in ids_ point
  std::unordered_map<std::string_view, std::uint32_t> ids_;
};

NameTable& table() {
  static NameTable names;
  return names;
}

// It is made before there are threads: a child that is forked while another thread makes it would
// wait for that thread, which it does not have.
[[maybe_unused]] const NameTable& kMadeAtStart = table();

void lock_table() { table().mutex_.lock(); }
void unlock_table() { table().mutex_.unlock(); }
// The child's only thread is not the one that holds the lock.
void renew_lock() { new (&table().mutex_) std::shared_mutex; }

}  // namespace

Name Name::of(std::string_view text) { return Name(table().intern(text)); }

Name Name::dim(unsigned index) {
  if (index < kDimCount) return Name(kFirstDim + index);
  return of("dim" + std::to_string(index));
}

std::string_view Name::text() const { return table().text(id_); }

std::string Name::quoted() const { return "'" + std::string(text()) + "'"; }

}  // namespace tileproof
