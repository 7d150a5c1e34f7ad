// How is a Module filled while its text is read?  Types are parsed once for each distinct text and
// kept once, however they are written; the first use of each (type, number of warps) is kept, and
// operations, blocks and values get their places in the order of the text.
#pragma once

#include <array>
#include <cstddef>
#include <map>
#include <set>
#include <string_view>
#include <tuple>
#include <unordered_map>
#include <unordered_set>

#include "encodings/ttgir/aliases.hpp"
#include "encodings/ttgir/attributes.hpp"
#include "encodings/ttgir/flat_table.hpp"
#include "encodings/ttgir/module.hpp"
#include "encodings/ttgir/scanner.hpp"
#include "encodings/ttgir/type_parser.hpp"

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

// What the modules of a text have in common.  Types are read once, since a dump of many passes says
// the same in each part.
struct ModuleStore {
  struct Known {
    Type type;
    std::string meaning;
  };

  // For what a text of so many bytes holds most often.
  void make_room(std::size_t bytes);
  // Layouts are told apart by what they are, not by their aliases: those that print alike are one.
  Word number(const triton::LayoutPtr& layout);
  // Equal only for those that print alike.
  std::string text_of(const triton::Layout& layout);

  FlatTable<std::string, Known> read;  // by Aliases::with_meanings
  std::unordered_map<std::string, Word> numbers;
  // Those that have been printed, which are kept as long as their addresses are.
  std::unordered_map<const triton::Layout*, std::pair<triton::LayoutPtr, Word>> printed;
  Module room;  // lists without elements, whose memory the next module uses
};

class ModuleBuilder {
 public:
  // `store`, of the whole text, must outlive it.
  ModuleBuilder(std::string_view text, std::size_t offset, ModuleStore& store)
      : store_(store), module_(std::move(store.room)) {
    module_.text = text;
    module_.offset = offset;
    module_.blocks.push_back({});
  }

  // The type that this text begins with, if it was read here not long ago, as most were; records
  // its use.  Nothing of it need be looked at twice.
  struct RecentType {
    std::string_view text;
    TypeId type = kNoType;
  };
  const RecentType* recent(const LineIndex& lines, std::string_view text, const UsePlace& place);
  // The type whose text is `range`; records its use, and an error where it is wrong.
  TypeId intern(Scanner& scanner,
                const LineIndex& lines,
                Aliases& aliases,
                Spellings& spellings,
                TextRange range,
                const UsePlace& place);
  // The type whose text is `range`, and which is no tensor or memdesc.
  TypeId intern_other(Scanner& scanner, Aliases& aliases, Spellings& spellings, TextRange range);
  // The descriptor of `<tensor<64x64xf16>>`, whose head is not written; kNoType where its block is
  // not read.
  TypeId elided_descriptor(std::string_view text,
                           TextRange range,
                           Aliases& aliases,
                           Spellings& spellings);
  // The type of `!alias`.
  TypeId intern_alias(const LineIndex& lines, const TypeAlias& alias, const UsePlace& place);
  // An alias got another meaning: the same text may now be another type.
  void forget_texts();
  // The type with another element: kNoType where it is not known.
  TypeId derived(TypeId type, std::string_view element, unsigned element_bits);

  // The type of a number or pointer whose type is not written where it is defined.
  TypeId number(std::string_view name, unsigned bits);
  // The type of a token, in the spelling of the dialect of the operation that gives it.
  TypeId token(std::string_view op);

  // A place for an operation whose text begins here, in the block that is open.
  OpId add_operation();
  ValueId add_value(const Value& value);

  // What stood open before, for close_block.
  struct OpenBlock {
    BlockId block = 0;
    std::size_t operations = 0;  // that the module had where it was opened
  };
  OpenBlock open_block(OpId parent, std::uint32_t region);
  void close_block(const OpenBlock& before) { open_ = before; }
  // A label: it names the block that is open if nothing stands in that yet, and else opens another.
  // False if its region has it already.
  bool label_block(std::string_view label);
  // The next argument of the open block.
  ValueId add_argument(TypeId type, std::size_t offset);
  [[nodiscard]] BlockId block() const { return open_.block; }

  // Reads ttg.target, ttg.num-warps ... from the attributes of the module operation.
  void read_attributes(Scanner& scanner, const Aliases& aliases, TextRange dictionary);
  // Gives the module's number of warps to all that was read before it was known (generic form).
  void spread_num_warps();

  [[nodiscard]] Module& module() { return module_; }
  Module take();

  // The first place of a type with an encoding under a number of warps.
  void record_use(const LineIndex& lines, TypeId type, const UsePlace& place);
  void forget_uses_since(std::size_t offset);

 private:
  static constexpr std::size_t kRecentTypes = 64;

  // Is a use of this type under this number of warps recorded?  It is from now on.
  bool is_recorded(TypeId type, unsigned num_warps);
  TypeId named(std::string_view name, Type::Kind kind, unsigned bits);
  // The place of this type, which may be there already.
  TypeId keep(Type&& type);
  TypeId keep(Type&& type, std::string&& meaning);
  // The same of one that is shaped, as its text says under these aliases.
  TypeId read(Scanner& scanner, Aliases& aliases, Spellings& spellings, TextRange range);
  // kBadType, and the error is reported, if it could not be read.
  TypeId keep(Scanner& scanner, ParsedType&& parsed);
  // Types are one if this is one.
  std::string meaning_of(const Type& type);
  // Odd for a layout, 0 without an encoding.
  Word encoding_number(const Type& type);

  ModuleStore& store_;
  Module module_;
  OpenBlock open_;
  // By their shapes; of the same shape the last two.
  std::array<std::array<RecentType, 2>, kRecentTypes> recent_;
  FlatTable<std::string_view, TypeId> ids_;               // of the texts that were read
  FlatTable<std::string, TypeId> meanings_;               // of what they say
  std::unordered_map<std::string_view, Word> encodings_;  // a number for each that is no layout
  std::map<std::pair<TypeId, std::string_view>, TypeId> derived_;
  std::vector<unsigned> first_warps_;       // for each type, one more than those of its first use
  std::unordered_set<std::uint64_t> used_;  // the other uses
  std::set<std::tuple<OpId, std::uint32_t, std::string_view>> labels_;
};

// An integer attribute value from `least` on, such as `4 : i32`.  Records an error if it is none.
std::optional<unsigned> read_count(Scanner& scanner,
                                   TextRange value,
                                   std::string_view key,
                                   std::int64_t least = 1);

// Is `key` "ttg.`name`" in any spelling of the dialect?
bool is_gpu_key(std::string_view key, std::string_view name);

}  // namespace tileproof::ttgir
