#include "checkers/engines/enumerate/pieces.hpp"

#include <sys/resource.h>
#include <unistd.h>

#include <algorithm>
#include <future>
#include <vector>

#include "checkers/engines/enumerate/block_program.hpp"
#include "core/processors.hpp"

namespace tileproof {
namespace {

// A thread begins in some 50 us, in which so many positions are visited.
constexpr Word kWorthAThread = Word{1} << 18;
// A visit that is to end so soon that most of it may be left undone is not worth a machine's whole
// strength: each of its threads has at least so many seconds.
constexpr double kLeastSeconds = 2.5e-3;
constexpr Word kMostThreads = 64;
// Threads beside the first take what solvers that run at the same time leave of processors.
constexpr int kNice = 10;
// At the end a thread waits for no more than a piece of another's.
constexpr Word kPiecesOfAThread = 16;

Word size_of_piece(Word positions, std::size_t threads) {
  if (threads == 1) return positions;
  const Word blocks = positions / (threads * kPiecesOfAThread) / BlockProgram::kBlock;
  return blocks * BlockProgram::kBlock;
}

}  // namespace

std::size_t threads_for(Word positions, const Limits& limits) {
  const Word processors = usable_processors();
  const double in_time = std::clamp(limits.seconds / kLeastSeconds, 1.0, double{kMostThreads});
  return static_cast<std::size_t>(std::clamp<Word>(
      positions / kWorthAThread, 1, std::min(processors, static_cast<Word>(in_time))));
}

Pieces::Pieces(Word positions, std::size_t threads)
    : positions_(positions), size_(size_of_piece(positions, threads)) {}

std::optional<Piece> Pieces::next() {
  Word begin = begin_.load(std::memory_order_relaxed);
  while (begin < positions_) {
    const Word end = begin + std::min(size_, positions_ - begin);
    if (begin_.compare_exchange_weak(begin, end)) return Piece{begin, end};
  }
  return std::nullopt;
}

void LeastBroken::found(Word position) {
  Word known = least_.load();
  while (position < known && !least_.compare_exchange_weak(known, position)) {
  }
}

bool LeastBroken::is_before(Word position) const {
  return least_.load(std::memory_order_relaxed) < position;
}

std::optional<Word> LeastBroken::position() const {
  const Word least = least_.load();
  return least == kNone ? std::nullopt : std::optional(least);
}

void visit_side_by_side(std::size_t threads, const std::function<void(std::size_t number)>& visit) {
  std::vector<std::future<void>> others;
  for (std::size_t i = 1; i < threads; ++i) {
    others.push_back(std::async(std::launch::async, [&, i] {
      setpriority(PRIO_PROCESS, static_cast<id_t>(gettid()), kNice);
      visit(i);
    }));
  }
  visit(0);
  for (auto& other : others) other.get();
}

}  // namespace tileproof
