// The lines of standard input, each as soon as it is there, and none longer than a limit.
#pragma once

#include <cstddef>
#include <optional>
#include <string>

namespace tileproof::cli {

class LineReader {
 public:
  explicit LineReader(int descriptor) : descriptor_(descriptor) {}

  struct Line {
    std::string text;  // without its newline; "" where it is too long
    bool is_too_long = false;
  };
  // No longer line is kept: an answer is a few kilobytes, and a JSON value takes many times the
  // memory of its text.
  static constexpr std::size_t kMostBytes = std::size_t{16} << 20;

  // The next line; none at the end, and where reading fails.
  std::optional<Line> next();
  // Is there a whole line that was read already?
  [[nodiscard]] bool has_line() const { return read_.find('\n', at_) != std::string::npos; }
  // Why reading ended early, "" if it did not.
  [[nodiscard]] const std::string& failure() const { return failure_; }

 private:
  // Adds what there is to read; false at the end.
  bool read_more();

  int descriptor_;
  std::string read_;
  std::size_t at_ = 0;  // of the next line in it
  bool has_ended_ = false;
  std::string failure_;
};

}  // namespace tileproof::cli
