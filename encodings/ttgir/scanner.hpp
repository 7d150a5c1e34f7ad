// How is MLIR text cut into pieces without understanding it?  A position in the text that skips
// white space, strings, locations and balanced brackets, and that keeps the brackets
// which are open, so that broken structure is reported with both of its ends.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "encodings/mlir/cursor.hpp"
#include "encodings/ttgir/line_index.hpp"

namespace tileproof::ttgir {

// Keeps the first `kMaxErrors` errors and counts the others.
class ErrorList {
 public:
  void add(mlir::ParseError error);
  [[nodiscard]] bool empty() const { return errors_.empty(); }
  // The errors, with a last one "and N more errors" where some were not kept.
  std::vector<mlir::ParseError> take();

 private:
  std::vector<mlir::ParseError> errors_;
  std::size_t more_ = 0;
  std::size_t first_more_offset_ = 0;
};

using mlir::is_space;

constexpr bool is_letter(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_';
}
constexpr bool is_digit(char c) { return c >= '0' && c <= '9'; }
// Of a bare word: [A-Za-z0-9_$.]
constexpr bool is_word_part(char c) { return is_letter(c) || is_digit(c) || c == '.' || c == '$'; }

class Scanner {
 public:
  // `text` ends before the first control byte, if there is one; then `control_byte` is true.
  Scanner(std::string_view text, bool control_byte, const LineIndex& lines, ErrorList& errors)
      : text_(text), control_byte_(control_byte), lines_(lines), errors_(errors) {}

  // Reads [begin, end) from now on, with no bracket open.
  void restart(std::size_t begin, std::size_t end);

  [[nodiscard]] std::string_view text() const { return text_; }
  [[nodiscard]] std::size_t position() const { return position_; }
  [[nodiscard]] std::size_t end() const { return end_; }
  [[nodiscard]] bool control_byte() const { return control_byte_; }
  void move_to(std::size_t position) { position_ = position; }
  void advance(std::size_t bytes = 1) { position_ += bytes; }
  [[nodiscard]] bool at_end() const { return position_ >= end_; }
  // The character at the position (or `ahead` bytes on); '\0' at the end.
  [[nodiscard]] char peek(std::size_t ahead = 0) const {
    return position_ + ahead < end_ ? text_[position_ + ahead] : '\0';
  }
  [[nodiscard]] std::string_view between(std::size_t begin, std::size_t end) const {
    return text_.substr(begin, end - begin);
  }

  // Records an error; reading goes on.
  [[gnu::cold]] void fail(ErrorCode code, std::size_t offset, std::string message);
  // Records an error of structure and moves to the end.  Always returns false.
  [[gnu::cold]] bool stop(ErrorCode code, std::size_t offset, std::string message);
  // The text ends too early: names the innermost open bracket, or the control byte there.
  [[gnu::cold]] bool stop_at_end();
  [[nodiscard]] bool stopped() const { return stopped_; }

  // Skips white space.  True if a newline was among them.
  bool skip_space() { return is_space(peek()) && skip_spaces(); }
  // [A-Za-z_][A-Za-z0-9_$.]*; empty if none is here.
  std::string_view word();
  // The same, and stays in front of it.
  [[nodiscard]] std::string_view word_here() const;
  // After one of % # ! @ ^, which is at the position: that character and the name after it
  // ([0-9]+, or else [A-Za-z0-9_$.-]*, where "->" ends the name).
  std::string_view sigil_name();
  // Skips the white space before a '<' that belongs to the name behind us, as in `tensor <4xf16>`.
  // False, without a move, if no '<' follows.
  bool find_angle();
  // Requires: at '"'.
  bool skip_string();
  // Requires: at the '(' of loc(...).
  bool skip_location();
  // Requires: at an opening bracket.  Skips to behind its match.
  bool skip_balanced();

  // Opens the bracket at the position and steps behind it.
  bool open();
  // Closes the innermost bracket with the closing bracket at the position and steps behind it.
  bool close();
  [[nodiscard]] std::size_t depth() const { return open_.size(); }
  [[nodiscard]] char innermost_closer() const { return open_.empty() ? '\0' : open_.back().closer; }

  // How the next token looks, for messages.
  [[nodiscard]] std::string found() const;
  // "line 3, column 9"
  [[nodiscard]] std::string place(std::size_t offset) const;

 private:
  bool skip_spaces();

  struct Opener {
    std::size_t offset;
    char closer;
  };

  [[gnu::cold]] bool stop_inside(const std::string& what, std::size_t opener);
  // To the next bracket, quote or '-', or to the end.
  void skip_to_mark();

  std::string_view text_;
  bool control_byte_;
  const LineIndex& lines_;
  ErrorList& errors_;
  std::size_t position_ = 0;
  std::size_t end_ = 0;
  bool stopped_ = false;
  std::vector<Opener> open_;
};

}  // namespace tileproof::ttgir
