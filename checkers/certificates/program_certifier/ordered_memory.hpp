// What does each byte of shared memory hold, and are the accesses to it ordered?  By barriers, as
// docs/programs.md says.
#pragma once

#include <vector>

#include "checkers/certificates/certifier/lines.hpp"
#include "core/moves/program.hpp"

namespace tileproof::certificates {

// What `realises` claims, and a program breaks.
inline void require(bool holds, std::string_view what) { demand<ShownFalse>(holds, what); }

// A byte that a register or memory holds: of an element, and where it came from if copies differ.
struct Held {
  Word element = 0;
  Word byte = 0;
  Word origin = 0;
  bool is_something = false;

  friend bool operator==(const Held&, const Held&) = default;
};

// Of all blocks, one after the other.
class OrderedMemory {
 public:
  explicit OrderedMemory(const moves::Program& program)
      : program_(program), cells_(program.shared_bytes * program.blocks) {}

  // Holds nothing again; what was accessed before is still to be ordered.
  void begin_run();
  // The accesses of one move are not ordered.
  void begin_move() { ++move_; }
  void barrier(moves::Scope scope);

  // Throw ShownFalse where nothing is stored or read, and where an access is not ordered.
  void store(std::size_t byte, unsigned thread, bool is_matrix, const Held& held);
  Held load(std::size_t byte, unsigned thread, bool is_matrix);

 private:
  // Barriers that were before it, of each scope.
  struct Epoch {
    Word warp = 0;
    Word block = 0;
    Word cluster = 0;
  };
  struct Access {
    unsigned thread;
    bool is_matrix;
    Held stored;
    unsigned run;
    Word move;
    Epoch epoch;
  };
  struct Cell {
    Held held = {};
    Word cluster = 0;  // the barriers of all threads that were before these
    std::vector<Access> stores = {};
    std::vector<Access> loads = {};
  };

  Cell& cell_at(std::size_t byte);
  void require_ordered(const Access& before, const Access& after) const;

  const moves::Program& program_;
  std::vector<Cell> cells_;
  Epoch epoch_;
  unsigned run_ = 0;
  Word move_ = 0;
};

}  // namespace tileproof::certificates
