// Which lines of the source does an operation come from?  What the compiler wrote as loc(...).
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "encodings/ttgir/module.hpp"

namespace tileproof::ttgir {

// `loc("kernels.py":57:24)`
struct SourceLine {
  enum class Role {
    kOrigin,  // the operation is of this line
    kCaller,  // the line before it in the list is of a function that is called here
    kFused,   // the operation stands for one of this line, too
  };

  std::string file;          // as it is written, escapes replaced by what they stand for
  std::uint64_t line = 0;    // from 1; 0 where the compiler knew none
  std::uint64_t column = 0;  // the same
  std::string name = {};     // that the source gives the value: "acc"; "" if it gives none
  Role role = Role::kOrigin;

  friend bool operator==(const SourceLine&, const SourceLine&) = default;
};

// "origin", "caller", "fused"
const char* to_string(SourceLine::Role role);

// The locations of a module's operations.  Views the module, which must outlive it.
class SourceLines {
 public:
  explicit SourceLines(const Module& module);

  // The line that the operation is of, then those that call it, then what it was fused with; at
  // most kMost, each once.  Empty where no loc(...) is written, or none that names a file.
  //   loc(callsite("f.py":3:4 at "k.py":9:8)): f.py:3:4 as kOrigin, k.py:9:8 as kCaller
  [[nodiscard]] std::vector<SourceLine> of(const Operation& op) const;

  static constexpr std::size_t kMost = 16;

 private:
  class Reader;

  std::string_view text_;
  std::unordered_map<std::string_view, TextRange> aliases_;
};

}  // namespace tileproof::ttgir
