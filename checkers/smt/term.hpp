// How do definitions hold Z3's terms without seeing Z3?  A word or a truth value is a constant, or
// the number of a term that a session keeps.  Constants stay constants until they meet a term, and
// belong to no session.
#pragma once

#include <cstddef>
#include <cstdint>

namespace tileproof::smt {

class Session;

class Z3Word {
 public:
  Z3Word(std::uint64_t value = 0) : value_(value) {}  // NOLINT: implicit
  [[nodiscard]] bool is_constant() const { return session_ == nullptr; }

 private:
  friend class Session;
  Z3Word(const Session* session, std::size_t term) : value_(term), session_(session) {}

  std::uint64_t value_;  // or the number of the term
  const Session* session_ = nullptr;
};

class Z3Bool {
 public:
  Z3Bool(bool value = false) : value_(value ? 1 : 0) {}  // NOLINT: implicit
  [[nodiscard]] bool is_constant() const { return session_ == nullptr; }

  friend Z3Bool operator&&(const Z3Bool& p, const Z3Bool& q);
  friend Z3Bool operator||(const Z3Bool& p, const Z3Bool& q);
  friend Z3Bool operator!(const Z3Bool& p);

 private:
  friend class Session;
  Z3Bool(const Session* session, std::size_t term) : value_(term), session_(session) {}

  std::size_t value_;  // or the number of the term
  const Session* session_ = nullptr;
};

}  // namespace tileproof::smt
