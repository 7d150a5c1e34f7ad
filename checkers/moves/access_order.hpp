// Is an access to shared memory ordered after those before it that it conflicts with?  By the
// barriers between them: docs/programs.md.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "core/moves/program.hpp"

namespace tileproof::moves {

// Which byte of an element it is, and where it came from; nothing at first.
using ByteToken = std::uint32_t;
inline constexpr ByteToken kNoToken = 0;

class AccessOrder {
 public:
  // With so many bytes in all blocks together.
  AccessOrder(const Program& program, std::size_t bytes);

  // A move follows; the accesses of one move by several threads are not ordered.
  void next_move() { ++now_; }
  void barrier(Scope scope);

  // The thread with whose access that of this thread conflicts without being ordered.  Stores of
  // one token do not conflict.
  // What matrices are moved by is no single lane: nobody's accesses are ordered with them by order
  // in a thread alone.
  struct Before {
    unsigned thread;
    bool is_store;
    bool is_of_this_move;
  };
  std::optional<Before> add(
      std::size_t byte, unsigned thread, bool is_store, bool is_matrix, ByteToken token);

  // What one run leaves, for the next: its tokens are no longer those of the run that follows.
  void begin_run() { ++run_; }

 private:
  using Time = std::uint32_t;
  struct Access {
    std::uint32_t before;  // the one of its kind before it at this byte
    Time time;
    unsigned thread;
    ByteToken token;
    std::uint16_t run;
    bool is_store;
    bool is_matrix;
  };
  static constexpr std::uint32_t kNone = ~std::uint32_t{0};

  [[nodiscard]] bool is_ordered(const Access& before, unsigned thread, bool is_matrix) const;

  const Program& program_;
  bool waves_are_ordered_;
  Time now_ = 1;
  Time warp_ = 0;  // when the last barrier of each scope was
  Time block_ = 0;
  Time cluster_ = 0;
  std::uint16_t run_ = 0;
  std::vector<std::uint32_t> last_store_;  // at each byte
  std::vector<std::uint32_t> last_load_;
  std::vector<Access> accesses_;
};

}  // namespace tileproof::moves
