// Where in an MLIR text are we, and what comes next?  A cursor over text that lexes what Triton's
// attributes, types and operations are written in.  The first failure sticks: later calls do
// nothing and return false, so that a parser may test once at its end.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "core/result.hpp"

namespace tileproof::mlir {

// What is wrong and at which byte of the text.
struct ParseError {
  ErrorCode code = ErrorCode::kSyntax;
  std::size_t offset = 0;
  std::string message;
};

// Line and column, both counted from 1; columns count bytes.
struct LineColumn {
  std::size_t line = 1;
  std::size_t column = 1;
};

// Cost: one pass over text[0, offset).
LineColumn line_column(std::string_view text, std::size_t offset);

// Nested attributes and types deeper than this are refused: "nested deeper than 256 levels".
inline constexpr unsigned kMaxNesting = 256;

constexpr bool is_space(char c) { return c == ' ' || c == '\n' || c == '\t' || c == '\r'; }

// Where the name ends that begins at a byte behind '#', '!', '%' or '^': [A-Za-z0-9_$.-]*, up to a
// "->".
std::size_t alias_name_end(std::string_view text, std::size_t begin);

class Cursor {
 public:
  explicit Cursor(std::string_view text, std::size_t offset = 0) : text_(text), offset_(offset) {}

  [[nodiscard]] std::string_view text() const { return text_; }
  [[nodiscard]] std::size_t offset() const { return offset_; }
  void move_to(std::size_t offset) { offset_ = offset; }

  [[nodiscard]] bool failed() const { return error_.has_value(); }
  [[nodiscard]] const ParseError& error() const { return *error_; }
  // Records the error unless one is recorded already.  Always returns false.
  [[gnu::cold]] bool fail(ErrorCode code, std::string message) {
    return fail_at(offset_, code, std::move(message));
  }
  [[gnu::cold]] bool fail_at(std::size_t offset, ErrorCode code, std::string message);

  // Skips white space and `// comments`.
  void skip_space() {
    if (offset_ >= text_.size()) return;
    if (is_space(text_[offset_]) || text_[offset_] == '/') skip_spaces();
  }
  // Is all of the text read, but for white space?
  bool at_end();
  // The next character after white space; '\0' at the end and after a failure.
  char peek();
  // Takes the next character if it is `wanted`.
  bool accept(char wanted);
  // Takes `wanted` if the text goes on with just it ("->", ":+").
  bool accept(std::string_view wanted);
  // Takes `wanted` or fails with what was found instead.
  bool expect(char wanted);

  // A bare identifier [A-Za-z_][A-Za-z0-9_$.]*, or an empty view (no failure) if none follows.
  std::string_view identifier();
  // Behind a '#': the name of an alias, or of an attribute of a dialect.
  std::string_view alias_name();
  // A decimal or 0x integer with an optional sign.  Fails if none follows or if it does not fit 64
  // bits.
  bool number(std::int64_t& value);
  // The same, with an optional type after it (`8 : i32`).
  bool integer(std::int64_t& value);
  // An integer >= 0.
  bool unsigned_integer(std::uint64_t& value);
  // `true` or `false`.
  bool boolean(bool& value);
  // A quoted string; `value` is the text between the quotes, escapes untouched.
  bool quoted(std::string_view& value);

  // How the next token looks, for messages: "'}'", "'foo'", "end of text".
  std::string found();

  // Guards recursion.  Use: if (!cursor.enter()) return false; ... cursor.leave();
  bool enter();
  void leave() { --depth_; }

 private:
  void skip_spaces();

  std::string_view text_;
  std::size_t offset_;
  unsigned depth_ = 0;
  std::optional<ParseError> error_;
};

}  // namespace tileproof::mlir
