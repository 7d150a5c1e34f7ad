// The truth value of a partial algebra: known for all inputs, or the reason why it is not.
#pragma once

#include <string>
#include <utility>

#include "core/algebra.hpp"

namespace tileproof {

class PartialBool {
 public:
  PartialBool(bool value = false) : value_(value) {}  // NOLINT: implicit
  static PartialBool poison(std::string reason) {
    PartialBool result;
    result.reason_ = std::move(reason);
    return result;
  }

  [[nodiscard]] bool is_known() const { return reason_.empty(); }
  [[nodiscard]] const std::string& reason() const { return reason_; }
  // Requires: is_known().
  [[nodiscard]] bool value() const { return value_; }
  [[nodiscard]] bool is(bool value) const { return is_known() && value_ == value; }
  [[nodiscard]] bool can_be(bool value) const { return !is(!value); }

  friend PartialBool operator&&(const PartialBool& p, const PartialBool& q) {
    if (p.is(false) || q.is(false)) return false;
    return p.is_known() ? q : p;
  }
  friend PartialBool operator||(const PartialBool& p, const PartialBool& q) { return !(!p && !q); }
  friend PartialBool operator!(const PartialBool& p) {
    return p.is_known() ? PartialBool(!p.value_) : p;
  }

 private:
  bool value_;
  std::string reason_;
};

// The first of two words that is poisoned, or null.
template <typename W>
const W* first_poisoned(const W& x, const W& y) {
  if (!x.reason().empty()) return &x;
  return y.reason().empty() ? nullptr : &y;
}

// The half of a partial algebra that its words do not matter to.
template <typename W>
struct PartialOps : TruthOps<PartialBool> {
  using Word = W;
  [[nodiscard]] Word ite(const Bool& p, const Word& x, const Word& y) const {
    if (!p.is_known()) return Word::poison("choice by a " + p.reason());
    return p.value() ? x : y;
  }
};

}  // namespace tileproof
