// Positions in pieces, which threads take in turn: one whose processor has other work as well takes
// fewer, and holds nobody up.
#pragma once

#include <atomic>
#include <functional>
#include <optional>

#include "checkers/limits/limits.hpp"
#include "core/bits.hpp"

namespace tileproof {

struct Piece {
  Word begin;
  Word end;
};

// As many as there are processors that may be used, or fewer where positions or time are too few to
// be worth it.
std::size_t threads_for(Word positions, const Limits& limits);

class Pieces {
 public:
  Pieces(Word positions, std::size_t threads);
  // The next, each of later positions than the one before, or none after the last.
  std::optional<Piece> next();

 private:
  Word positions_;
  Word size_;
  std::atomic<Word> begin_ = 0;
};

// The least position that breaks something, of several that are looking for one.
class LeastBroken {
 public:
  void found(Word position);
  // Can nothing from here on be the least?
  [[nodiscard]] bool is_before(Word position) const;
  [[nodiscard]] std::optional<Word> position() const;

 private:
  static constexpr Word kNone = ~Word{0};
  std::atomic<Word> least_ = kNone;
};

// visit(number) in so many threads side by side; what one throws is thrown here.
void visit_side_by_side(std::size_t threads, const std::function<void(std::size_t number)>& visit);

}  // namespace tileproof
