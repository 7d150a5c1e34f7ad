// What has been read of one operation?  The pieces of its text that matter, whatever its syntax.
#pragma once

#include <boost/container/small_vector.hpp>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>

#include "encodings/ttgir/attributes.hpp"
#include "encodings/ttgir/module.hpp"
#include "encodings/ttgir/op_table.hpp"

namespace tileproof::ttgir {

// Everything of a Statement but its lists.
struct StatementFacts {
  // Which part of the types comes next.
  enum class Part { kOperands, kLeft, kRight };
  // What a piece is to the one behind it.
  enum class Piece {
    kNone,  // nothing yet
    kValue,
    kWord,
    kNumber,
    kText,    // a string, a symbol, an attribute
    kType,    // or kOpen, where it is the first of several in parentheses
    kBraces,  // a dictionary or region
    kOpen,
    kClose,
    kColon,
    kComma,
    kArrow,
    kEquals,
    kStar,
    kSign,
    kMark,  // another character
    kOther,
  };

  std::string_view name;
  std::size_t offset = 0;
  std::size_t head_end = 0;  // of the text before its first region; 0 while that is not known
  OpId op = kNoOp;           // its place in the module
  bool generic = false;
  bool is_module = false;
  bool is_function = false;
  bool is_warp_specialize = false;
  bool has_arguments = false;    // a function's have been read
  bool attributes_next = false;  // behind the keyword `attributes`
  bool region_next = false;      // behind `else` or `do`
  bool lacks_warps = false;      // of a partition, whose number of warps is still to come
  const OpRow* row = nullptr;
  unsigned num_warps = 0;         // in force where the operation stands
  unsigned region_num_warps = 0;  // in force in its next region
  std::size_t regions = 0;        // read so far
  Part part = Part::kOperands;
  std::size_t into = 0;         // index of the operand behind `into`, for buffer loads
  std::size_t other = 0;        // of that behind `other`
  TextRange attributes;         // within the braces
  TextRange properties;         // within <{ }>
  TextRange location;           // within loc( )
  Piece before = Piece::kNone;  // the last piece
  bool awaits_value = false;    // is that piece a word that announces operands?
  bool ends_entry = false;      // is that piece the value of `key = value`?
  std::string_view word;        // that piece, where it is a word
};

// `%0:2 = "ttg.foo"(%a, %b) <{properties}> ({ regions }) {attributes} : (left) -> right loc(...)`
// or
// `%0:2 = ttg.foo %a, %b {attributes} : left -> right loc(...)`
struct Statement : StatementFacts {
  struct Result {
    std::string_view name;  // "%0"
    std::size_t offset = 0;
    std::size_t count = 1;  // 2 for %0:2
  };
  struct Name {
    std::string_view name;  // "%a#1"
    std::size_t offset = 0;
  };
  struct Branch {
    std::string_view label;  // "^bb1"
    std::size_t operands_before = 0;
  };
  // An argument of a function, partition or block.
  struct Argument {
    std::string_view name;
    std::size_t offset = 0;
    TypeId type = kNoType;
  };
  using Arguments = boost::container::small_vector<Argument, 8>;

  boost::container::small_vector<Result, 2> results;
  boost::container::small_vector<Name, 8> operands;
  boost::container::small_vector<Branch, 2> branches;
  Name induction;  // %i of `scf.for %i = ...`
  // %a of `(%a = %b, ...)`: scf.for, scf.while
  boost::container::small_vector<Name, 4> initialised;
  Arguments arguments;                              // of the next region
  boost::container::small_vector<TypeId, 8> left;   // behind ':'; kNoType for what is not read
  boost::container::small_vector<TypeId, 8> right;  // behind '->' or `to`
  boost::container::small_vector<std::int64_t, 1> cases;  // of scf.index_switch
  // What a function in generic form says of its arguments.
  std::optional<boost::container::small_vector<TypeId, 8>> signature;

  // As if new, but keeps the memory of its lists.
  void reset() {
    static_cast<StatementFacts&>(*this) = {};
    results.clear();
    operands.clear();
    branches.clear();
    induction = {};
    initialised.clear();
    arguments.clear();
    left.clear();
    right.clear();
    cases.clear();
    signature.reset();
  }

  [[nodiscard]] std::size_t result_count() const {
    std::size_t count = 0;
    for (const auto& result : results) count += result.count;
    return count;
  }
};

}  // namespace tileproof::ttgir
