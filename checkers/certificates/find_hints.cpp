#include "checkers/certificates/find_hints.hpp"

namespace tileproof::certificates {
namespace {

using Number = std::uint32_t;  // of a clause, from 1; 0 is none

constexpr std::uint64_t kMaxVisits = std::uint64_t{1} << 31;

struct Lemma {
  Clause clause;
  std::vector<Number> hints;
};

// Propagation with two watched literals that notes for each literal the clause that made it true.
class Derivation {
 public:
  explicit Derivation(const Clauses& given)
      : is_true_(2 * given.variables), reason_(given.variables), watches_(2 * given.variables) {
    assign(1, 0);
    for (const Clause& clause : given.list) insert(clause);
  }

  [[nodiscard]] bool is_contradiction() const { return is_contradiction_; }
  [[nodiscard]] bool is_out_of_time() const { return visits_ > kMaxVisits; }
  [[nodiscard]] const std::vector<Lemma>& lemmas() const { return lemmas_; }

  // False if the clause does not follow.
  bool add(const Clause& clause) {
    const std::size_t known = trail_.size();
    const auto satisfied =
        std::ranges::find_if(clause, [&](Literal literal) { return is_true_[literal]; });
    std::vector<Number> hints;
    if (satisfied != clause.end()) {
      hints = reasons_of({*satisfied}, known);
    } else {
      for (const Literal literal : clause) {
        if (!is_true_[literal ^ 1]) assign(literal ^ 1, 0);
      }
      const Number conflict = propagate();
      if (conflict != 0) {
        hints = reasons_of(clauses_[conflict - 1], trail_.size());
        hints.push_back(conflict);
      }
      for (; trail_.size() > known; trail_.pop_back()) is_true_[trail_.back()] = false;
      propagated_ = known;
    }
    if (hints.empty()) return false;
    lemmas_.push_back({clause, std::move(hints)});
    insert(clause);
    return true;
  }

  // Clauses need not be removed, but propagation is faster without them.
  void remove(const Clause& clause) {
    const auto [first, last] = by_hash_.equal_range(hash(clause));
    const auto found = std::find_if(first, last, [&](const auto& entry) {
      return std::ranges::is_permutation(clauses_[entry.second - 1], clause);
    });
    if (found == last) return;
    is_removed_[found->second - 1] = true;
    by_hash_.erase(found);
  }

 private:
  struct Watch {
    Number clause;
    Literal other;  // of the clause: where it is true, the clause is not looked at
  };

  // The same for any order of the literals.
  static std::uint64_t hash(const Clause& clause) {
    std::uint64_t sum = 0;
    for (const Literal literal : clause) {
      const std::uint64_t product = (literal + 1) * 0x9e3779b97f4a7c15;
      sum += product ^ product >> 29;
    }
    return sum;
  }

  void assign(Literal literal, Number reason) {
    is_true_[literal] = true;
    reason_[literal / 2] = reason;
    trail_.push_back(literal);
  }

  // The clauses that gave these literals their values, in the order in which they were used.
  std::vector<Number> reasons_of(const Clause& literals, std::size_t end) {
    std::vector<Number> hints;
    std::vector<bool>& is_asked = is_asked_;
    is_asked.resize(reason_.size());
    for (const Literal literal : literals) is_asked[literal / 2] = true;
    while (end-- > 0) {
      const Literal variable = trail_[end] / 2;
      if (!is_asked[variable]) continue;
      is_asked[variable] = false;
      if (reason_[variable] == 0) continue;
      hints.push_back(reason_[variable]);
      for (const Literal literal : clauses_[reason_[variable] - 1]) {
        if (literal / 2 != variable) is_asked[literal / 2] = true;
      }
    }
    std::ranges::reverse(hints);
    return hints;
  }

  void insert(Clause clause) {
    const std::uint64_t name = hash(clause);
    // Where nothing is assumed, false literals stay false for good: two others are watched.
    const auto is_open = [&](Literal literal) { return !is_true_[literal ^ 1]; };
    const auto open = std::partition(clause.begin(), clause.end(), is_open) - clause.begin();
    clauses_.push_back(clause);
    is_removed_.push_back(false);
    const auto number = static_cast<Number>(clauses_.size());
    if (open >= 2) {
      watches_[clause[0]].push_back({number, clause[1]});
      watches_[clause[1]].push_back({number, clause[0]});
      by_hash_.emplace(name, number);
      return;
    }
    if (is_contradiction_) return;
    if (open == 1 && !is_true_[clause[0]]) assign(clause[0], number);
    const Number conflict = open == 0 ? number : propagate();
    if (conflict == 0) return;
    is_contradiction_ = true;
    if (!lemmas_.empty() && lemmas_.back().clause.empty()) return;
    std::vector<Number> hints = reasons_of(clauses_[conflict - 1], trail_.size());
    hints.push_back(conflict);
    lemmas_.push_back({{}, std::move(hints)});
  }

  // The clause that became empty, or 0.
  Number propagate() {
    for (; propagated_ < trail_.size(); ++propagated_) {
      const Literal falsified = trail_[propagated_] ^ 1;
      auto& watches = watches_[falsified];
      std::size_t kept = 0;
      for (std::size_t i = 0; i < watches.size(); ++i) {
        const Watch watch = watches[i];
        ++visits_;
        if (is_true_[watch.other]) {
          watches[kept++] = watch;
          continue;
        }
        if (is_removed_[watch.clause - 1]) continue;
        Clause& clause = clauses_[watch.clause - 1];
        if (clause[0] == falsified) std::swap(clause[0], clause[1]);
        std::size_t next = 2;
        if (!is_true_[clause[0]]) {
          while (next < clause.size() && is_true_[clause[next] ^ 1]) ++next;
          if (next < clause.size()) {
            std::swap(clause[1], clause[next]);
            watches_[clause[1]].push_back({watch.clause, clause[0]});
            continue;
          }
        }
        watches[kept++] = {watch.clause, clause[0]};
        if (is_true_[clause[0] ^ 1]) {
          for (++i; i < watches.size(); ++i) watches[kept++] = watches[i];
          watches.resize(kept);
          return watch.clause;
        }
        if (!is_true_[clause[0]]) assign(clause[0], watch.clause);
      }
      watches.resize(kept);
    }
    return 0;
  }

  std::vector<Clause> clauses_;  // the watched literals first
  std::vector<bool> is_removed_;
  std::vector<char> is_true_;   // by literal
  std::vector<Number> reason_;  // by variable
  std::vector<bool> is_asked_;  // by variable; false but in reasons_of
  std::vector<std::vector<Watch>> watches_;
  std::vector<Literal> trail_;  // what is true, in the order in which it was found
  std::size_t propagated_ = 0;  // so many of them
  std::unordered_multimap<std::uint64_t, Number> by_hash_;
  std::vector<Lemma> lemmas_;
  std::uint64_t visits_ = 0;
  bool is_contradiction_ = false;
};

// Only the lemmas that the last one needs, numbered anew.
std::string lines_of(const std::vector<Lemma>& lemmas, std::size_t given) {
  std::vector<bool> is_needed(lemmas.size(), false);
  is_needed.back() = true;
  for (std::size_t i = lemmas.size(); i-- > 0;) {
    if (!is_needed[i]) continue;
    for (const Number hint : lemmas[i].hints) {
      if (hint > given) is_needed[hint - given - 1] = true;
    }
  }
  std::vector<std::size_t> number(lemmas.size(), 0);
  std::size_t next = given;
  std::string text;
  for (std::size_t i = 0; i < lemmas.size(); ++i) {
    if (!is_needed[i]) continue;
    number[i] = ++next;
    for (const Literal literal : lemmas[i].clause) {
      text += (literal % 2 != 0 ? "-" : "") + std::to_string(literal / 2) + " ";
    }
    text += "0";
    for (const Number hint : lemmas[i].hints) {
      text += " " + std::to_string(hint > given ? number[hint - given - 1] : hint);
    }
    text += "\n";
  }
  return text;
}

}  // namespace

std::optional<std::string> with_hints(const Clauses& given, std::string_view drat) {
  Derivation derivation(given);
  Lines lines{drat};
  while (!derivation.is_contradiction()) {
    if (lines.rest.empty() || derivation.is_out_of_time()) return std::nullopt;
    std::string_view line = lines.next();
    const bool is_removal = line.starts_with("d ");
    if (is_removal) line.remove_prefix(2);
    Clause clause;
    for (const std::int64_t number : numbers_in(line)) {
      if (number != 0) {
        clause.push_back(static_cast<Literal>(number < 0 ? -2 * number + 1 : 2 * number));
      }
    }
    if (is_removal) {
      derivation.remove(clause);
    } else if (!derivation.add(clause)) {
      return std::nullopt;
    }
  }
  return lines_of(derivation.lemmas(), given.list.size());
}

}  // namespace tileproof::certificates
