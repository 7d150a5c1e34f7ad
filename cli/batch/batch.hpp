// JSON lines in, JSON lines out: the program's interface for scripts (interface.md).
#pragma once

#include <string>

namespace tileproof::cli {

struct BatchAnswer {
  std::string line;  // without a newline
  bool internal_error = false;
};

// The answer to one line.  Never throws for what the line says: a bad line gives an answer with an
// error.
BatchAnswer answer_batch_line(const std::string& line);
// The answer to a line that is longer than the program reads.
BatchAnswer refuse_long_line();

}  // namespace tileproof::cli
