// The truth value of a partial algebra: known for all inputs, or the reason why it is not.
#pragma once

#include <string>
#include <utility>

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

  friend PartialBool operator&&(const PartialBool& p, const PartialBool& q) {
    if (p.is(false) || q.is(false)) return false;
    return p.is_known() ? q : p;
  }
  friend PartialBool operator!(const PartialBool& p) {
    return p.is_known() ? PartialBool(!p.value_) : p;
  }

 private:
  bool value_;
  std::string reason_;
};

}  // namespace tileproof
