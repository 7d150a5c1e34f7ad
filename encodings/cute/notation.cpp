#include "encodings/cute/notation.hpp"

#include <limits>

#include "encodings/mlir/cursor.hpp"

namespace tileproof::cute {
namespace {

using mlir::Cursor;

bool expected(Cursor& cursor, const std::string& what) {
  return cursor.fail(ErrorCode::kSyntax, "expected " + what + " but found " + cursor.found());
}

bool accept_word(Cursor& cursor, std::string_view wanted) {
  const auto start = cursor.offset();
  if (cursor.identifier() == wanted) return true;
  cursor.move_to(start);
  return false;
}

bool is_letter(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); }
bool begins_integer(char c) { return (c >= '0' && c <= '9') || c == '-'; }

// An integer, possibly with CuTe's underscore; refuses scaled bases.
bool read_integer(Cursor& cursor,
                  Int& value,
                  Int least = std::numeric_limits<Int>::min(),
                  Int most = std::numeric_limits<Int>::max()) {
  const char first = cursor.peek();
  const auto start = cursor.offset();
  if (first == 'E') {
    return cursor.fail(ErrorCode::kUnsupported,
                       "scaled-basis strides such as E<0> give coordinates, not offsets");
  }
  cursor.accept('_');
  if (!begins_integer(cursor.peek())) {
    const bool is_bounded = least > std::numeric_limits<Int>::min();
    return expected(cursor, is_bounded ? "an integer" : "an integer or '('");
  }
  if (!cursor.number(value)) return false;
  if (cursor.peek() == '@') {
    return cursor.fail_at(start,
                          ErrorCode::kUnsupported,
                          "scaled-basis strides such as 1@0 give coordinates, not offsets");
  }
  if (value >= least && value <= most) return true;
  return cursor.fail_at(start,
                        ErrorCode::kInvalid,
                        std::to_string(value) + " must be from " + std::to_string(least) + " to " +
                            std::to_string(most));
}

// A shape or a stride: an integer or a tuple.
struct IntTuple {
  Int value = 0;
  std::vector<IntTuple> items;
  std::size_t offset = 0;  // in the text
};

bool read_int_tuple(Cursor& cursor, IntTuple& tuple, unsigned depth) {
  cursor.skip_space();
  tuple.offset = cursor.offset();
  if (!cursor.accept('(')) return read_integer(cursor, tuple.value);
  if (depth == kMaxDepth) {
    return cursor.fail_at(tuple.offset,
                          ErrorCode::kUnsupported,
                          "nested deeper than " + std::to_string(kMaxDepth) + " levels");
  }
  do {
    if (!read_int_tuple(cursor, tuple.items.emplace_back(), depth + 1)) return false;
  } while (cursor.accept(','));
  return cursor.accept(')') || expected(cursor, "',' or ')'");
}

// The compact stride: the next leaf starts where the ones before end.  CuTe gives size 1 stride 0.
bool compact(Cursor& cursor, const IntTuple& shape, Int& next, Mode& mode) {
  if (shape.items.empty()) {
    mode = leaf(shape.value, shape.value == 1 ? 0 : next);
    return !__builtin_mul_overflow(next, shape.value, &next) ||
           cursor.fail_at(
               shape.offset,
               ErrorCode::kOverflow,
               "the product of the sizes exceeds 63 bits at " + std::to_string(shape.value));
  }
  for (const IntTuple& item : shape.items) {
    if (!compact(cursor, item, next, mode.modes.emplace_back())) return false;
  }
  return true;
}

bool pair_up(Cursor& cursor, const IntTuple& shape, const IntTuple& stride, Mode& mode) {
  if (shape.items.size() != stride.items.size()) {
    const auto describe = [](const IntTuple& tuple) {
      return tuple.items.empty() ? std::string("an integer")
                                 : "a tuple of " + std::to_string(tuple.items.size());
    };
    return cursor.fail_at(stride.offset,
                          ErrorCode::kInvalid,
                          "the stride is " + describe(stride) + " where the shape (column " +
                              std::to_string(shape.offset + 1) + ") is " + describe(shape));
  }
  if (shape.items.empty()) {
    mode = leaf(shape.value, stride.value);
    return true;
  }
  for (std::size_t i = 0; i < shape.items.size(); ++i) {
    if (!pair_up(cursor, shape.items[i], stride.items[i], mode.modes.emplace_back())) return false;
  }
  return true;
}

bool require_sizes(Cursor& cursor, const IntTuple& shape) {
  if (shape.items.empty() && shape.value < 1) {
    return cursor.fail_at(shape.offset,
                          ErrorCode::kInvalid,
                          "size " + std::to_string(shape.value) + " must be at least 1");
  }
  for (const IntTuple& item : shape.items) {
    if (!require_sizes(cursor, item)) return false;
  }
  return true;
}

bool read_strides(Cursor& cursor, const IntTuple& shape, Mode& mode) {
  if (!require_sizes(cursor, shape)) return false;
  Int next = 1;
  if (!cursor.accept(':')) return compact(cursor, shape, next, mode);
  IntTuple stride;
  return read_int_tuple(cursor, stride, 0) && pair_up(cursor, shape, stride, mode);
}

bool read_swizzle(Cursor& cursor, std::optional<Swizzle>& swizzle) {
  const auto start = cursor.offset();
  const auto name = cursor.identifier();
  if (name != "Sw" && name != "S" && name != "Swizzle") {
    return cursor.fail_at(
        start,
        ErrorCode::kSyntax,
        "expected a layout or a swizzle Sw<B,M,S> but found '" + std::string(name) + "'");
  }
  Int bits = 0;
  Int base = 0;
  Int shift = 0;
  if (!cursor.expect('<') || !read_integer(cursor, bits, 0, 63) || !cursor.expect(',') ||
      !read_integer(cursor, base, 0, 63) || !cursor.expect(',') ||
      !read_integer(cursor, shift, -63, 63) || !cursor.expect('>')) {
    return false;
  }
  swizzle = {static_cast<unsigned>(bits), static_cast<unsigned>(base), static_cast<int>(shift)};
  if (const auto error = check(*swizzle)) return cursor.fail_at(start, error->code, error->message);
  return accept_word(cursor, "o") || expected(cursor, "'o'");
}

bool read_layout(Cursor& cursor, Layout& layout) {
  cursor.skip_space();
  const auto start = cursor.offset();
  if (is_letter(cursor.peek()) && !read_swizzle(cursor, layout.swizzle)) return false;
  IntTuple first;
  if (!read_int_tuple(cursor, first, 0)) return false;
  if (first.items.empty() && accept_word(cursor, "o")) {
    layout.offset = first.value;
    first = {};
    if (!read_int_tuple(cursor, first, 0)) return false;
  }
  if (!read_strides(cursor, first, layout.mode)) return false;
  const auto error = check(layout);
  return !error || cursor.fail_at(start, error->code, error->message);
}

std::string print_side(const Mode& mode, Int Mode::*side) {
  if (mode.is_leaf()) return std::to_string(mode.*side);
  std::string text = "(";
  for (const Mode& inner : mode.modes) {
    if (text.size() > 1) text += ',';
    text += print_side(inner, side);
  }
  return text + ")";
}

// All of the text is read, or why not.
template <typename Value>
Result<Value> finished(Cursor& cursor, bool is_read, Value value) {
  if (is_read && (cursor.at_end() || expected(cursor, "end of text"))) return value;
  const auto& [code, offset, message] = cursor.error();
  return Error{code, "column " + std::to_string(offset + 1) + ": " + message};
}

}  // namespace

Result<Layout> parse_layout(std::string_view text) {
  Cursor cursor(text);
  Layout layout;
  const bool is_read = read_layout(cursor, layout);
  return finished(cursor, is_read, std::move(layout));
}

Result<Tiler> parse_tiler(std::string_view text) {
  Cursor cursor(text);
  Tiler tiler;
  tiler.by_mode = cursor.accept('<');
  bool is_read = false;
  do {
    is_read = read_layout(cursor, tiler.layouts.emplace_back());
  } while (is_read && tiler.by_mode && cursor.accept(','));
  if (is_read && tiler.by_mode) is_read = cursor.accept('>') || expected(cursor, "',' or '>'");
  return finished(cursor, is_read, std::move(tiler));
}

std::string print(const Mode& mode) {
  return print_side(mode, &Mode::size) + ":" + print_side(mode, &Mode::stride);
}

std::string print(const Swizzle& swizzle) {
  return "Sw<" + std::to_string(swizzle.bits) + "," + std::to_string(swizzle.base) + "," +
         std::to_string(swizzle.shift) + ">";
}

std::string print(const Layout& layout) {
  std::string text;
  if (layout.swizzle) text += print(*layout.swizzle) + " o ";
  if (layout.swizzle || layout.offset != 0) text += std::to_string(layout.offset) + " o ";
  return text + print(layout.mode);
}

std::string print(const Tiler& tiler) {
  std::string text;
  for (const Layout& layout : tiler.layouts) {
    if (!text.empty()) text += ", ";
    text += print(layout);
  }
  return tiler.by_mode ? "<" + text + ">" : text;
}

std::string origin_of(const Layout& layout) { return print(layout); }

}  // namespace tileproof::cute
