// How are attributes written?  As dictionaries `{key = value, key = value}` in any order, whose
// keys each encoding reads into its own fields.
#pragma once

#include <string_view>
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

// Walks over a dictionary and keeps which keys it had.
class Dictionary {
 public:
  // `mnemonic` names the encoding in messages; `open` and `close` are the brackets.
  Dictionary(mlir::Cursor& cursor, std::string_view mnemonic, char open = '{', char close = '}')
      : cursor_(cursor), mnemonic_(mnemonic), close_(close) {
    done_ = !cursor.expect(open);
  }

  // The next key, its '=' taken; empty at the end of the dictionary or after a failure.  Fails on a
  // key that occurs twice.
  std::string_view next_key();
  // Fails: the key that next_key gave is none of this encoding's.
  void unknown_key();
  // Fails unless the dictionary had the key.
  bool require(std::string_view key);
  [[nodiscard]] bool has(std::string_view key) const;

 private:
  mlir::Cursor& cursor_;
  std::string_view mnemonic_;
  char close_;
  bool done_;
  std::size_t key_offset_ = 0;
  boost::container::small_vector<std::string_view, 8> keys_;
};

}  // namespace tileproof::triton
