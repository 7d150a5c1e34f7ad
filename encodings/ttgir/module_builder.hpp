// How is a Module filled while its text is read?  Types are parsed once for each distinct text, and
// the first use of each (type, number of warps) is kept.
#pragma once

#include <cstddef>
#include <string_view>
#include <unordered_map>
#include <unordered_set>

#include "encodings/ttgir/aliases.hpp"
#include "encodings/ttgir/attributes.hpp"
#include "encodings/ttgir/module.hpp"
#include "encodings/ttgir/scanner.hpp"

namespace tileproof::ttgir {

// In place of a TypeId: a type that is wrong, which has been reported.  Never leaves this folder.
inline constexpr TypeId kBadType = kNoType - 1;
inline bool is_type(TypeId type) { return type < kBadType; }

// Where a type stands, for the record of its use.
struct UsePlace {
  std::size_t offset = 0;
  unsigned num_warps = 0;
  std::string_view op;
};

class ModuleBuilder {
 public:
  explicit ModuleBuilder(std::size_t offset) { module_.offset = offset; }

  // The type whose text is `range`; records its use, and an error where it is wrong.
  TypeId intern(Scanner& scanner,
                const LineIndex& lines,
                const Aliases& aliases,
                TextRange range,
                const UsePlace& place);
  // The type of `!alias`; kNoType if it is no tensor or memdesc.
  TypeId intern_alias(const LineIndex& lines, const TypeAlias& alias, const UsePlace& place);
  // An alias got another meaning: the same text may now be another type.
  void forget_texts();

  // Reads ttg.target, ttg.num-warps ... from the attributes of the module operation.
  void read_attributes(Scanner& scanner, TextRange dictionary);
  // Gives the module's number of warps to all that was read before it was known (generic form).
  void spread_num_warps();

  [[nodiscard]] Module& module() { return module_; }
  Module take() { return std::move(module_); }

 private:
  void record_use(const LineIndex& lines, TypeId type, const UsePlace& place);

  Module module_;
  std::unordered_map<std::string_view, TypeId> ids_;
  std::unordered_set<std::uint64_t> used_;
};

// A positive integer attribute value such as `4 : i32`.  Records an error if it is none.
std::optional<unsigned> read_count(Scanner& scanner, TextRange value, std::string_view key);

// Is `key` "ttg.`name`" in any spelling of the dialect?
bool is_gpu_key(std::string_view key, std::string_view name);

}  // namespace tileproof::ttgir
