#include "checkers/certificates/rup.hpp"

#include <algorithm>

namespace tileproof::certificates {

Replay::Replay(const Clauses& clauses) {
  const auto slots = 2 * static_cast<std::size_t>(clauses.variables) + 2;
  values_.resize(slots, 0);
  watches_.resize(slots);
  by_hash_.reserve(clauses.count);
  std::size_t start = 0;
  for (std::size_t i = 0; i < clauses.literals.size(); ++i) {
    if (clauses.literals[i] != 0) continue;
    insert(sorted(std::span(clauses.literals).subspan(start, i - start)));
    start = i + 1;
  }
}

Replay::Literals Replay::sorted(std::span<const int> clause) {
  Literals literals(clause.begin(), clause.end());
  std::sort(literals.begin(), literals.end());
  literals.erase(std::unique(literals.begin(), literals.end()), literals.end());
  return literals;
}

std::uint64_t Replay::hash(std::span<const int> literals) {
  std::uint64_t hash = 0xcbf29ce484222325;
  for (const int literal : literals) {
    hash = (hash ^ static_cast<std::uint32_t>(literal)) * 0x9e3779b97f4a7c15;
    hash ^= hash >> 32;
  }
  return hash;
}

void Replay::assign(int literal) {
  values_[slot(literal)] = 1;
  values_[slot(-literal)] = -1;
  trail_.push_back(literal);
}

bool Replay::propagate() {
  while (propagated_ < trail_.size()) {
    const int falsified = -trail_[propagated_++];
    auto& watches = watches_[slot(falsified)];
    std::size_t kept = 0;
    for (std::size_t i = 0; i < watches.size(); ++i) {
      const Watch watch = watches[i];
      ++visits_;
      if (value(watch.other) > 0) {
        watches[kept++] = watch;
        continue;
      }
      const int size = arena_[watch.clause];
      if (size < 0) continue;  // removed
      int* literals = &arena_[watch.clause + 1];
      if (literals[0] == falsified) std::swap(literals[0], literals[1]);
      int next = 2;
      if (value(literals[0]) <= 0) {
        while (next < size && value(literals[next]) < 0) ++next;
        if (next < size) {
          std::swap(literals[1], literals[next]);
          watches_[slot(literals[1])].push_back({watch.clause, literals[0]});
          continue;
        }
      }
      watches[kept++] = {watch.clause, literals[0]};
      if (value(literals[0]) == 0) {
        assign(literals[0]);
      } else if (value(literals[0]) < 0) {
        for (++i; i < watches.size(); ++i) watches[kept++] = watches[i];
        watches.resize(kept);
        return false;
      }
    }
    watches.resize(kept);
  }
  return true;
}

void Replay::insert(const Literals& literals) {
  // Where nothing is assumed, false literals stay false for good: two others are watched.
  Literals ordered = literals;
  const auto open = std::stable_partition(
      ordered.begin(), ordered.end(), [&](int literal) { return value(literal) >= 0; });
  if (open == ordered.begin()) {
    is_contradiction_ = true;
    return;
  }
  if (open == ordered.begin() + 1) {
    if (value(ordered[0]) == 0) assign(ordered[0]);
    if (!propagate()) is_contradiction_ = true;
    return;
  }
  const std::size_t clause = arena_.size();
  arena_.push_back(static_cast<int>(ordered.size()));
  arena_.insert(arena_.end(), ordered.begin(), ordered.end());
  watches_[slot(ordered[0])].push_back({clause, ordered[1]});
  watches_[slot(ordered[1])].push_back({clause, ordered[0]});
  by_hash_.emplace(hash({literals.data(), literals.size()}), clause);
}

bool Replay::add(std::span<const int> clause) {
  if (is_contradiction_) return true;
  const Literals literals = sorted(clause);
  const std::size_t known = trail_.size();
  bool follows = false;
  for (const int literal : literals) {
    follows = follows || value(literal) > 0;
    if (value(literal) == 0) assign(-literal);
  }
  follows = follows || !propagate();
  for (std::size_t i = known; i < trail_.size(); ++i) {
    values_[slot(trail_[i])] = values_[slot(-trail_[i])] = 0;
  }
  trail_.resize(known);
  propagated_ = known;
  if (follows) insert(literals);
  return follows;
}

void Replay::remove(std::span<const int> clause) {
  const Literals literals = sorted(clause);
  const auto [first, last] = by_hash_.equal_range(hash({literals.data(), literals.size()}));
  const auto is_same = [&](const auto& entry) {
    const auto* at = &arena_[entry.second];
    return std::is_permutation(at + 1, at + 1 + *at, literals.begin(), literals.end());
  };
  const auto found = std::find_if(first, last, is_same);
  if (found == last) return;
  arena_[found->second] *= -1;
  by_hash_.erase(found);
}

}  // namespace tileproof::certificates
