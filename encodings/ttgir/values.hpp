// Which value is %name?  Scoped as MLIR scopes it: what a region defines is
// forgotten when the region ends.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>
#include <vector>

#include "encodings/ttgir/flat_table.hpp"
#include "encodings/ttgir/module.hpp"

namespace tileproof::ttgir {

class Values {
 public:
  struct Mark {
    std::size_t undo = 0;
    std::size_t scope = 0;
  };

  // `name` is "%a"; "%a#k" is value first + k.  False if the name has a value already, and gets
  // another one.
  bool define(std::string_view name, ValueId first, std::uint32_t count);
  // `name` is "%a" or "%a#1".  kNoValue if it has no definition.
  [[nodiscard]] ValueId find(std::string_view name) const;

  // A region begins.  Within what sees nothing around it, names may mean something else.
  Mark mark(bool is_isolated) {
    const Mark outer{undo_.size(), scope_};
    if (is_isolated) scope_ = undo_.size();
    return outer;
  }
  // Forgets all that was defined since the mark.
  void restore(Mark mark);

 private:
  struct Range {
    ValueId first = 0;
    std::uint32_t count = 0;
    std::size_t defined_at = 0;  // in the list of definitions that are in force
  };
  struct Undo {
    std::size_t place;  // in ranges_
    Range before;
  };

  FlatTable<std::string_view, Range> ranges_{128};  // of no values: not in force
  std::vector<Undo> undo_;
  std::size_t scope_ = 0;  // where those begin that the innermost isolated region sees
};

}  // namespace tileproof::ttgir
