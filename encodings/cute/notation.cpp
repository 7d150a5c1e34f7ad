#include "encodings/cute/notation.hpp"

#include "encodings/cute/reader.hpp"

namespace tileproof::cute {
namespace {

// A shape or a stride: an integer or a tuple.
struct IntTuple {
  Int value = 0;
  std::vector<IntTuple> items;
  std::size_t column = 1;
};

bool read_int_tuple(Reader& reader, IntTuple& tuple, unsigned depth) {
  reader.skip_space();
  tuple.column = reader.column();
  if (!reader.accept('(')) return reader.integer(tuple.value);
  if (depth == kMaxDepth) {
    return reader.fail_at(tuple.column,
                          ErrorCode::kUnsupported,
                          "nested deeper than " + std::to_string(kMaxDepth) + " levels");
  }
  do {
    if (!read_int_tuple(reader, tuple.items.emplace_back(), depth + 1)) return false;
  } while (reader.accept(','));
  return reader.accept(')') || reader.expected("',' or ')'");
}

// The compact stride: the next leaf starts where the ones before end.  CuTe gives size 1 stride 0.
bool compact(Reader& reader, const IntTuple& shape, Int& next, Mode& mode) {
  if (shape.items.empty()) {
    mode = leaf(shape.value, shape.value == 1 ? 0 : next);
    return !__builtin_mul_overflow(next, shape.value, &next) ||
           reader.fail_at(
               shape.column,
               ErrorCode::kOverflow,
               "the product of the sizes exceeds 63 bits at " + std::to_string(shape.value));
  }
  for (const IntTuple& item : shape.items) {
    if (!compact(reader, item, next, mode.modes.emplace_back())) return false;
  }
  return true;
}

bool pair_up(Reader& reader, const IntTuple& shape, const IntTuple& stride, Mode& mode) {
  if (shape.items.size() != stride.items.size()) {
    const auto describe = [](const IntTuple& tuple) {
      return tuple.items.empty() ? std::string("an integer")
                                 : "a tuple of " + std::to_string(tuple.items.size());
    };
    return reader.fail_at(stride.column,
                          ErrorCode::kInvalid,
                          "the stride is " + describe(stride) + " where the shape (column " +
                              std::to_string(shape.column) + ") is " + describe(shape));
  }
  if (shape.items.empty()) {
    mode = leaf(shape.value, stride.value);
    return true;
  }
  for (std::size_t i = 0; i < shape.items.size(); ++i) {
    if (!pair_up(reader, shape.items[i], stride.items[i], mode.modes.emplace_back())) return false;
  }
  return true;
}

bool require_sizes(Reader& reader, const IntTuple& shape) {
  if (shape.items.empty() && shape.value < 1) {
    return reader.fail_at(shape.column,
                          ErrorCode::kInvalid,
                          "size " + std::to_string(shape.value) + " must be at least 1");
  }
  for (const IntTuple& item : shape.items) {
    if (!require_sizes(reader, item)) return false;
  }
  return true;
}

bool read_strides(Reader& reader, const IntTuple& shape, Mode& mode) {
  if (!require_sizes(reader, shape)) return false;
  Int next = 1;
  if (!reader.accept(':')) return compact(reader, shape, next, mode);
  IntTuple stride;
  return read_int_tuple(reader, stride, 0) && pair_up(reader, shape, stride, mode);
}

bool read_swizzle(Reader& reader, std::optional<Swizzle>& swizzle) {
  const auto column = reader.column();
  const auto name = reader.word();
  if (name != "Sw" && name != "S" && name != "Swizzle") {
    return reader.fail_at(
        column,
        ErrorCode::kSyntax,
        "expected a layout or a swizzle Sw<B,M,S> but found '" + std::string(name) + "'");
  }
  Int bits = 0;
  Int base = 0;
  Int shift = 0;
  if (!reader.expect('<') || !reader.integer(bits, 0, 63) || !reader.expect(',') ||
      !reader.integer(base, 0, 63) || !reader.expect(',') || !reader.integer(shift, -63, 63) ||
      !reader.expect('>')) {
    return false;
  }
  swizzle = {static_cast<unsigned>(bits), static_cast<unsigned>(base), static_cast<int>(shift)};
  if (const auto error = check(*swizzle))
    return reader.fail_at(column, error->code, error->message);
  return reader.accept_word("o") || reader.expected("'o'");
}

bool read_layout(Reader& reader, Layout& layout) {
  reader.skip_space();
  const auto column = reader.column();
  if (reader.at_letter() && !read_swizzle(reader, layout.swizzle)) return false;
  IntTuple first;
  if (!read_int_tuple(reader, first, 0)) return false;
  if (first.items.empty() && reader.accept_word("o")) {
    layout.offset = first.value;
    first = {};
    if (!read_int_tuple(reader, first, 0)) return false;
  }
  if (!read_strides(reader, first, layout.mode)) return false;
  const auto error = check(layout);
  return !error || reader.fail_at(column, error->code, error->message);
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

}  // namespace

Result<Layout> parse_layout(std::string_view text) {
  Reader reader(text);
  Layout layout;
  if (!read_layout(reader, layout) || !reader.finish()) return reader.error();
  return layout;
}

Result<Tiler> parse_tiler(std::string_view text) {
  Reader reader(text);
  Tiler tiler;
  tiler.by_mode = reader.accept('<');
  do {
    if (!read_layout(reader, tiler.layouts.emplace_back())) return reader.error();
  } while (tiler.by_mode && reader.accept(','));
  if (tiler.by_mode && !reader.accept('>')) {
    reader.expected("',' or '>'");
    return reader.error();
  }
  if (!reader.finish()) return reader.error();
  return tiler;
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

}  // namespace tileproof::cute
