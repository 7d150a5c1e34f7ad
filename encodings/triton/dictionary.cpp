#include "encodings/triton/dictionary.hpp"

#include <algorithm>

#include "encodings/triton/cga.hpp"

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

bool Dictionary::read(std::span<const Key> keys, CgaReader* cga) {
  if (!cursor_.expect(open_)) return false;
  Word found = 0;  // a set of keys, by their places
  while (!cursor_.accept(close_)) {
    if (!keys_.empty() && !cursor_.expect(',')) return false;
    cursor_.skip_space();
    const auto start = cursor_.offset();
    std::string_view name;
    if (!read_name(name)) return false;
    const auto key = std::ranges::find(keys, name, &Key::name);
    const Word place = Word{1} << (key - keys.begin());
    if (key != keys.end() ? (found & place) != 0 : has(name)) {
      return cursor_.fail_at(
          start,
          ErrorCode::kInvalid,
          "duplicate key '" + std::string(name) + "' in " + std::string(mnemonic_));
    }
    keys_.push_back(name);
    if (!cursor_.expect('=')) return false;
    if (key != keys.end()) {
      found |= place;
      key->read(cursor_, key->field);
    } else if (cga == nullptr || !cga->read(cursor_, name)) {
      return cursor_.fail_at(
          start,
          ErrorCode::kUnknownKey,
          "unexpected key '" + std::string(name) + "' in " + std::string(mnemonic_));
    }
    if (cursor_.failed()) return false;
  }
  for (const Key& key : keys) {
    if (key.is_required && (found & 1) == 0) return require(key.name);
    found >>= 1;
  }
  return true;
}

bool Dictionary::read_name(std::string_view& name) {
  if (cursor_.peek() != '"') {
    name = cursor_.identifier();
  } else if (!cursor_.quoted(name)) {
    return false;
  }
  return !name.empty() || cursor_.fail(ErrorCode::kSyntax,
                                       "expected a key of " + std::string(mnemonic_) +
                                           " but found " + cursor_.found());
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
