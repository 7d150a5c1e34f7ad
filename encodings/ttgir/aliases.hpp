// What do `#name` and `!name` stand for?  The aliases in force at a place of the text.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "encodings/triton/layout.hpp"
#include "encodings/ttgir/flat_table.hpp"
#include "encodings/ttgir/module.hpp"

namespace tileproof::ttgir {

// What `#name` stands for.
struct AttributeAlias {
  enum class Kind {
    kLayout,       // in layouts()
    kMemorySpace,  // #ttg.shared_memory, #ttng.tensor_memory ...
    kOther,        // a dictionary, an encoding that is none of ours ...
    kBroken,       // its definition is an error that has been reported
  };

  Kind kind = Kind::kOther;
  MemorySpace space = MemorySpace::kNone;
};

// What `!name` stands for.
struct TypeAlias {
  bool is_broken = false;  // its definition is an error that has been reported
  Type type;
  std::string_view text;   // of the definition, in one spelling
  TextRange written = {};  // where it stands
};

class Aliases {
 public:
  // Names without '#'; null if there is none.
  [[nodiscard]] const AttributeAlias* attribute(std::string_view name) const;
  // Names without '!'; null if there is none.
  [[nodiscard]] const TypeAlias* type(std::string_view name) const;
  [[nodiscard]] const triton::AliasTable& layouts() const { return layouts_; }
  [[nodiscard]] const AttributeTexts& attribute_texts() const { return attribute_texts_; }

  // A later definition replaces an earlier one.  True if there was an earlier one.
  bool define_layout(std::string_view name, triton::LayoutPtr layout);
  bool define_attribute(std::string_view name, AttributeAlias alias);
  void define_text(std::string_view name, TextRange value) {
    attribute_texts_.insert_or_assign(name, value);
  }
  bool define_type(std::string_view name, TypeAlias alias);

  // A part of the text begins, in which nothing is defined yet.  Is it all of the text?
  void begin_part(bool is_whole);

  // The text of an attribute or type, and what each `#name` in it stands for: where two are equal,
  // in whatever parts of the text, they are read alike.  nullopt where a name may not be seen: of
  // a type alias, one that stands apart from its `#`; and where there is one part only, in which
  // next to nothing is written twice.
  [[nodiscard]] std::optional<std::string> with_meanings(std::string_view text) const;
  // The layout that the attribute `text` was read as; null if it was not, or meant another.
  [[nodiscard]] triton::LayoutPtr known_layout(std::string_view text) const;
  void remember(std::string_view text, const triton::LayoutPtr& layout);

  // Does the text use an attribute alias of this kind?
  [[nodiscard]] bool mentions(std::string_view text, AttributeAlias::Kind kind) const;

 private:
  std::unordered_map<std::string_view, AttributeAlias> attributes_;
  std::unordered_map<std::string_view, TypeAlias> types_;
  triton::AliasTable layouts_;
  FlatTable<std::string, triton::LayoutPtr> read_;  // of all parts, by `with_meanings`
  std::vector<triton::LayoutPtr> defined_;  // in all parts: an address is that of one layout
  AttributeTexts attribute_texts_;
  bool has_parts_ = false;
};

// The memory space that the attribute `#dialect.mnemonic` or its mnemonic names; kOther if none.
MemorySpace memory_space(std::string_view attribute);

}  // namespace tileproof::ttgir
