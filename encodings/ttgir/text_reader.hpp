// How is the structure of a TTGIR text walked?  Parts divided by lines `// -----` hold aliases and
// operations; operations hold regions; regions hold blocks of operations.  Private to this folder.
#pragma once

#include <deque>
#include <memory>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "encodings/ttgir/aliases.hpp"
#include "encodings/ttgir/module.hpp"
#include "encodings/ttgir/module_builder.hpp"
#include "encodings/ttgir/scanner.hpp"
#include "encodings/ttgir/statement.hpp"
#include "encodings/ttgir/values.hpp"

namespace tileproof::ttgir {

// Nesting of regions and brackets together is bounded by mlir::kMaxNesting, so recursion over
// regions is safe.  Every function that returns bool returns false only once the scanner has
// stopped.
class TextReader {
 public:
  explicit TextReader(std::string_view text);
  File read();

 private:
  using Arguments = Statement::Arguments;

  // What a part has of the lists of the text: the first of them and the first that it lacks.
  struct PartLists {
    std::size_t first_module = 0;
    std::size_t end_module = 0;
    std::size_t first_location = 0;
    std::size_t end_location = 0;
  };

  // text_reader.cpp: parts, aliases, blocks.
  void read_part(std::size_t begin, std::size_t end);
  bool read_item(unsigned num_warps, std::string_view parent);
  bool expect_definition(std::string_view name);
  bool read_attribute_alias();
  bool read_type_alias();
  bool may_define(std::string_view name, std::size_t offset);
  triton::LayoutPtr read_layout(TextRange range, AttributeAlias::Kind& kind);
  void define_attribute_alias(std::string_view name, TextRange value);
  bool skip_resources();
  bool read_label(unsigned num_warps, std::string_view parent);
  void alias_changed();
  ModuleBuilder& builder(std::size_t offset) {
    if (open_modules_.empty()) open_modules_.emplace_back(scanner_.text(), offset, store_);
    return open_modules_.back();
  }
  void close_module();

  // attribute_reader.cpp: how attributes are written.
  // `name = value` or `name`, and a comma between two of them.
  bool check_entries(TextRange dictionary);
  bool skip_attribute_value();
  bool skip_untyped_attribute();
  void skip_attribute_name();
  bool skip_attribute_word();
  // Requires: at the '[' of a list of attributes.
  bool skip_attribute_list();
  // Requires: at the '<' behind `array`.
  bool skip_attribute_array();
  bool skip_attributes_to(char closer);

  // operation_reader.cpp: one operation.
  bool read_operation(unsigned num_warps);
  bool read_results(Statement& statement);
  bool read_name(Statement& statement);
  bool read_body(Statement& statement);
  // Requires: the piece is the `next_piece`.
  void read_named_properties(Statement& statement, std::size_t name);
  bool read_piece(Statement& statement, Statement::Piece piece, std::size_t base);
  bool read_case(Statement& statement);
  bool read_word(Statement& statement, Statement::Piece piece, std::size_t base);
  bool read_value(Statement& statement, std::size_t base);
  // `!f`, where a whole list of types can stand.
  bool read_type_name(Statement& statement, std::size_t base);
  TypeId read_builtin_type(std::size_t start);
  // Of any kind, where nothing else can stand.
  TypeId read_any_type(const Statement& statement);
  TypeId elided_type(const Statement& statement, TextRange range);

  // piece_order.cpp: which piece may stand behind which.
  // Requires: a word that stands here is the statement's.
  [[nodiscard]] Statement::Piece next_piece(const Statement& statement, std::size_t base) const;
  // Is it a list of types here?
  [[nodiscard]] bool in_types(const Statement& statement, std::size_t base) const;
  bool may_follow(const Statement& statement, Statement::Piece piece, std::size_t base);
  bool may_follow_in_function(const Statement& statement, Statement::Piece piece);
  bool may_follow_in_operands(const Statement& statement, Statement::Piece piece);
  bool may_follow_in_types(const Statement& statement, Statement::Piece piece, std::size_t base);
  [[nodiscard]] bool arrow_to_nothing(const Statement& statement) const;
  bool may_end(const Statement& statement);
  [[gnu::cold]] bool stop_unexpected(std::string_view expected);

  // pieces.cpp: types, arguments, and where one operation ends.
  TypeId read_type(unsigned num_warps, std::string_view op);
  bool skip_function_type();
  bool skip_nested(unsigned num_warps, std::string_view op);
  bool skip_piece(unsigned num_warps, std::string_view op);
  // Requires: at a digit.
  bool skip_number();
  bool read_arguments(unsigned num_warps, std::string_view op, Arguments& arguments);
  bool read_argument(unsigned num_warps, std::string_view op, Arguments& arguments);
  bool skip_unnamed(unsigned num_warps, std::string_view op);
  [[nodiscard]] bool at_location() const { return scanner_.peek() == 'l' && at_location_word(); }
  [[nodiscard]] bool at_location_word() const;
  // Requires: behind the `loc` of loc(...).
  bool read_location(TextRange& within);
  [[nodiscard]] bool at_elided_memdesc(std::string_view op) const;
  // `word` is the one that stands here, if any.
  [[nodiscard]] bool starts_operation(std::string_view word, bool newline);
  // Is it `^bb1:` or `^bb1(%x: i32):` here?
  [[nodiscard]] bool labels_block();
  // Is it `%x = dialect.operation` or `%x = "dialect.operation"` here?
  [[nodiscard]] bool gives_value();
  [[nodiscard]] bool starts_region();
  char behind_string();

  // region_reader.cpp: what stands in braces.
  bool read_brace(Statement& statement);
  void read_attributes(Statement& statement, TextRange dictionary);
  void read_num_warps(Statement& statement, TextRange dictionary);
  // The types behind the names of arguments and results in `function_type`.
  void read_signature(Statement& statement, TextRange dictionary);
  // The type of a constant's value.
  void read_value_type(Statement& statement, TextRange dictionary);
  // The attributes of a function in generic form stand behind its body.
  bool look_ahead(Statement& statement);
  void check_signature(const Statement& statement, BlockId body);
  // An operation has an attribute once.
  void check_keys(TextRange dictionary);
  bool read_region(Statement& statement);
  void define_arguments(const Arguments& arguments);
  void define_argument(const Statement::Name& name, TypeId type);
  void define_initialised(const Statement& statement);
  TypeId index_type();
  [[gnu::cold]] void fail_defined_again(const Statement::Name& name) {
    scanner_.fail(ErrorCode::kInvalid,
                  name.offset,
                  "'" + std::string(name.name.substr(0, 40)) + "' is defined a second time");
  }

  // operation_recorder.cpp: what is kept of an operation.
  void record(Statement& statement);
  void keep_parts(const Statement& statement, Operation& operation, Module& module) const;
  void pair_types(const Statement& statement, Operation& operation);
  TypeId untyped_constant(const Statement& statement);
  bool check_types(const Operation& operation, const Module& module);

  Statement& acquire();
  void release() { --live_statements_; }

  std::string_view written_;  // the text, with its comments
  std::unique_ptr<const std::string>
      plain_;  // the same in the form that is read, if it has another
  LineIndex lines_;
  ErrorList errors_;
  Scanner scanner_;
  Aliases aliases_;
  ModuleStore store_;
  Spellings spellings_;
  Values values_;
  std::vector<ModuleBuilder> open_modules_;  // innermost last
  std::vector<Module> modules_;
  std::vector<LocationAlias> location_aliases_;
  std::vector<PartLists> parts_;
  std::deque<Statement> statements_;  // one for each level of nesting; their memory is used again
  std::size_t live_statements_ = 0;
  std::vector<unsigned> partition_warps_;   // of the ttg.warp_specialize in generic form around us
  std::set<std::string_view> new_aliases_;  // since the last operation
  bool has_operation_ = false;              // in this part
  bool has_layout_alias_ = false;           // in this part
  bool has_content_ = false;                // anything of interest in the whole text
};

}  // namespace tileproof::ttgir
