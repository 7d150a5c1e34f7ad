#include "encodings/triton/dictionary.hpp"

#include <algorithm>

namespace tileproof::triton {
namespace {

template <typename Element>
bool read_bracketed(mlir::Cursor& cursor, Element element) {
  if (!cursor.expect('[')) return false;
  if (cursor.accept(']')) return true;
  do {
    if (!element()) return false;
  } while (cursor.accept(','));
  return cursor.expect(']');
}

template <typename Lists>
bool read_lists_into(mlir::Cursor& cursor, Lists& values) {
  return read_bracketed(cursor, [&] {
    values.emplace_back();
    return read_list(cursor, values.back());
  });
}

}  // namespace

bool read_parameter(mlir::Cursor& cursor, Word& value) {
  cursor.skip_space();
  const auto start = cursor.offset();
  if (!cursor.unsigned_integer(value)) return false;
  if (value <= kMaxParameter) return true;
  return cursor.fail_at(
      start, ErrorCode::kOverflow, std::to_string(value) + " does not fit a 32-bit parameter");
}

bool read_list(mlir::Cursor& cursor, Dims& values) {
  return read_bracketed(cursor, [&] {
    Word value = 0;
    if (!read_parameter(cursor, value)) return false;
    if (values.size() >= 64) {
      return cursor.fail(ErrorCode::kInvalid, "a list of more than 64 numbers");
    }
    values.push_back(value);
    return true;
  });
}

bool read_lists(mlir::Cursor& cursor, boost::container::small_vector<Dims, 2>& values) {
  return read_lists_into(cursor, values);
}

bool read_lists(mlir::Cursor& cursor, std::vector<Dims>& values) {
  return read_lists_into(cursor, values);
}

std::string_view Dictionary::next_key() {
  if (done_) return {};
  if (cursor_.accept(close_)) {
    done_ = true;
    return {};
  }
  if (!keys_.empty() && !cursor_.expect(',')) {
    done_ = true;
    return {};
  }
  cursor_.skip_space();
  key_offset_ = cursor_.offset();
  std::string_view key;
  if (cursor_.peek() == '"') {
    cursor_.quoted(key);
  } else {
    key = cursor_.identifier();
  }
  if (key.empty() && !cursor_.failed()) {
    cursor_.fail(ErrorCode::kSyntax,
                 "expected a key of " + std::string(mnemonic_) + " but found " + cursor_.found());
  }
  if (!cursor_.failed() && has(key)) {
    cursor_.fail_at(key_offset_,
                    ErrorCode::kInvalid,
                    "duplicate key '" + std::string(key) + "' in " + std::string(mnemonic_));
  }
  if (cursor_.failed() || !cursor_.expect('=')) {
    done_ = true;
    return {};
  }
  keys_.push_back(key);
  return key;
}

void Dictionary::unknown_key() {
  cursor_.fail_at(
      key_offset_,
      ErrorCode::kUnknownKey,
      "unexpected key '" + std::string(keys_.back()) + "' in " + std::string(mnemonic_));
}

bool Dictionary::has(std::string_view key) const {
  return std::find(keys_.begin(), keys_.end(), key) != keys_.end();
}

bool Dictionary::require(std::string_view key) {
  if (cursor_.failed() || has(key)) return !cursor_.failed();
  return cursor_.fail(ErrorCode::kInvalid,
                      std::string(mnemonic_) + " needs the key '" + std::string(key) + "'");
}

}  // namespace tileproof::triton
