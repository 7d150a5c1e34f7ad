#include "checkers/engines/enumerate/parts.hpp"

#include <algorithm>
#include <future>
#include <thread>

namespace tileproof {
namespace {

// A thread begins in some 50 us, in which so many positions are visited.
constexpr Word kWorthAThread = Word{1} << 18;
constexpr Word kMostThreads = 64;

}  // namespace

std::vector<Part> parts_of(Word positions) {
  const Word processors = std::max(1U, std::thread::hardware_concurrency());
  const Word count =
      std::clamp<Word>(positions / kWorthAThread, 1, std::min(processors, kMostThreads));
  std::vector<Part> parts;
  for (Word i = 0; i < count; ++i) {
    const Word size = positions / count + (i < positions % count ? 1 : 0);
    const Word begin = parts.empty() ? 0 : parts.back().end;
    parts.push_back({begin, begin + size});
  }
  return parts;
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

void visit_parts(const std::vector<Part>& parts,
                 const std::function<void(std::size_t number, const Part&)>& visit) {
  std::vector<std::future<void>> others;
  for (std::size_t i = 1; i < parts.size(); ++i) {
    others.push_back(std::async(std::launch::async, [&, i] { visit(i, parts[i]); }));
  }
  visit(0, parts[0]);
  for (auto& other : others) other.get();
}

}  // namespace tileproof
