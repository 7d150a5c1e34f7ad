// With which type was the value %name defined?  Scoped as MLIR scopes it: what a region defines is
// forgotten when the region ends.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "encodings/ttgir/module.hpp"

namespace tileproof::ttgir {

class Values {
 public:
  struct Mark {
    std::size_t undo = 0;
    std::size_t definitions = 0;
  };

  // `name` is "%a"; its k-th result "%a#k" has definitions[k].  No definitions: nothing is known.
  void define(std::string_view name, std::span<const Definition> definitions);
  // `name` is "%a" or "%a#1".  A Definition with kNoType if nothing is known.
  [[nodiscard]] Definition find(std::string_view name) const;

  [[nodiscard]] Mark mark() const { return {undo_.size(), definitions_.size()}; }
  // Forgets all that was defined since the mark.
  void restore(Mark mark);

 private:
  struct Range {
    std::size_t first = 0;
    std::size_t count = 0;
  };
  struct Undo {
    std::string_view name;
    Range before;
  };

  std::unordered_map<std::string_view, Range> ranges_;
  std::vector<Definition> definitions_;
  std::vector<Undo> undo_;
};

}  // namespace tileproof::ttgir
