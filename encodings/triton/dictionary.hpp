// How are attributes written?  As dictionaries `{key = value, key = value}` in any order, whose
// keys each encoding reads into its own fields.
#pragma once

#include <span>
#include <string_view>
#include <type_traits>
#include <vector>

#include "encodings/mlir/cursor.hpp"
#include "encodings/triton/shape.hpp"

namespace tileproof::triton {

// The largest number that Triton's 32-bit parameters hold.
inline constexpr Word kMaxParameter = 0xffffffff;

// A list of integers >= 0 up to kMaxParameter, `[1, 0]`, appended to `values`.
bool read_list(mlir::Cursor& cursor, Dims& values);
// A list of such lists.
bool read_lists(mlir::Cursor& cursor, boost::container::small_vector<Dims, 2>& values);
bool read_lists(mlir::Cursor& cursor, std::vector<Dims>& values);
// An integer >= 0 up to kMaxParameter.
bool read_parameter(mlir::Cursor& cursor, Word& value);

class CgaReader;

// Into a field, or by calling what reads it.
template <typename Field>
void read_value(mlir::Cursor& cursor, Field& field) {
  if constexpr (std::is_same_v<Field, Word>) {
    read_parameter(cursor, field);
  } else if constexpr (std::is_same_v<Field, bool>) {
    cursor.boolean(field);
  } else if constexpr (std::is_same_v<Field, Dims>) {
    read_list(cursor, field);
  } else if constexpr (std::is_same_v<Field, std::vector<Dims>>) {
    read_lists(cursor, field);
  } else {
    field(cursor);
  }
}

// A key of an attribute and its field, which must outlive it.  Attributes are read in less than a
// microsecond: no std::function here.
struct Key {
  template <typename Field>
  Key(std::string_view its_name, Field* its_field, bool must_be = false)
      : name(its_name), field(its_field), is_required(must_be) {
    read = [](mlir::Cursor& cursor, void* to) { read_value(cursor, *static_cast<Field*>(to)); };
  }

  std::string_view name;
  void* field;
  void (*read)(mlir::Cursor&, void* field);
  bool is_required;
};
inline constexpr bool kRequired = true;

class Dictionary {
 public:
  // `mnemonic` names the encoding in messages; `open` and `close` are the brackets.
  Dictionary(mlir::Cursor& cursor, std::string_view mnemonic, char open = '{', char close = '}')
      : cursor_(cursor), mnemonic_(mnemonic), open_(open), close_(close) {}

  // Reads all of it.  Fails on a key that is none of these nor of the CGA, on one that occurs
  // twice, and unless it has those that are required.
  bool read(std::span<const Key> keys, CgaReader* cga = nullptr);
  // Fails unless the dictionary had the key.
  bool require(std::string_view key);
  [[nodiscard]] bool has(std::string_view key) const;

 private:
  bool read_name(std::string_view& name);

  mlir::Cursor& cursor_;
  std::string_view mnemonic_;
  char open_;
  char close_;
  boost::container::small_vector<std::string_view, 8> keys_;
};

}  // namespace tileproof::triton
