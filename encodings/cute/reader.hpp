// Where in a CuTe text are we, and what comes next?  The first failure sticks; it names the column,
// counted from 1 in bytes.
#pragma once

#include <limits>
#include <optional>
#include <string>
#include <string_view>

#include "core/result.hpp"
#include "encodings/cute/layout.hpp"

namespace tileproof::cute {

class Reader {
 public:
  explicit Reader(std::string_view text) : text_(text) {}

  [[nodiscard]] std::size_t column() const { return offset_ + 1; }
  // Requires: something failed.
  [[nodiscard]] const Error& error() const { return *error_; }

  // Records the error unless one is recorded already.  Always returns false, as `expected` does.
  bool fail(ErrorCode code, const std::string& message) { return fail_at(column(), code, message); }
  bool fail_at(std::size_t column, ErrorCode code, const std::string& message);
  // Fails with "expected <what> but found ...".
  bool expected(const std::string& what);

  void skip_space();
  // Takes the next character after white space if it is `wanted`.
  bool accept(char wanted);
  bool expect(char wanted);
  // Takes the next word if it is `wanted`.
  bool accept_word(std::string_view wanted);
  // Is the next character the first letter of a word?
  bool at_letter();
  // The letters that follow.
  std::string_view word();
  // An integer, possibly with a sign and with CuTe's underscore; refuses scaled bases.
  bool integer(Int& value,
               Int least = std::numeric_limits<Int>::min(),
               Int most = std::numeric_limits<Int>::max());
  // Fails unless all is read.
  bool finish();

 private:
  [[nodiscard]] std::string found() const;

  std::string_view text_;
  std::size_t offset_ = 0;
  std::optional<Error> error_;
};

}  // namespace tileproof::cute
