// Does a list of clauses lead to a contradiction, each by unit propagation alone?  A clause follows
// (reverse unit propagation) if assuming all its literals false makes some clause empty.
#pragma once

#include <boost/container/small_vector.hpp>
#include <cstdint>
#include <span>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "checkers/certificates/circuit.hpp"

namespace tileproof::certificates {

class Replay {
 public:
  // Propagation visits at most this many clauses; a longer proof is refused.
  static constexpr std::uint64_t kMaxVisits = 2'000'000'000;

  explicit Replay(const Clauses& clauses);

  // Adds a clause; false if it does not follow.  Literals must be of the clauses' variables.
  bool add(std::span<const int> clause);
  // Clauses need not be removed, but propagation is faster without them.
  void remove(std::span<const int> clause);
  // All that was added and given cannot hold together.
  [[nodiscard]] bool is_contradiction() const { return is_contradiction_; }
  [[nodiscard]] bool is_out_of_time() const { return visits_ > kMaxVisits; }

 private:
  struct Watch {
    std::size_t clause;
    int other;  // some literal of the clause: where it is true, the clause is not looked at
  };
  using Literals = boost::container::small_vector<int, 16>;

  // Sorted, each once.
  static Literals sorted(std::span<const int> clause);
  static std::uint64_t hash(std::span<const int> literals);
  [[nodiscard]] static std::size_t slot(int literal) {
    return 2 * static_cast<std::size_t>(literal < 0 ? -literal : literal) + (literal < 0 ? 1u : 0u);
  }
  [[nodiscard]] int value(int literal) const { return values_[slot(literal)]; }
  void assign(int literal);
  // False if a clause became empty.
  bool propagate();
  // Adds a clause that follows, while nothing is assumed.
  void insert(const Literals& literals);

  std::vector<int> arena_;  // per clause: its size, negative if removed; its literals
  std::vector<std::vector<Watch>> watches_;  // by the literal that must become false
  std::vector<signed char> values_;          // 1 true, -1 false, 0 open
  std::vector<int> trail_;
  std::size_t propagated_ = 0;
  std::unordered_multimap<std::uint64_t, std::size_t> by_hash_;
  std::uint64_t visits_ = 0;
  bool is_contradiction_ = false;
};

}  // namespace tileproof::certificates
