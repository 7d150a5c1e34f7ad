#include "encodings/modular/notation.hpp"

#include "encodings/mlir/cursor.hpp"

namespace tileproof::modular {
namespace {

// What is read, before its rules are checked.
struct Parsed {
  std::vector<NamedBases> ins;
  std::vector<OutDim> outs;
};

bool read_name(mlir::Cursor& cursor, std::optional<Name>& name) {
  std::string_view text;
  if (cursor.peek() == '"') {
    if (!cursor.quoted(text)) return false;
  } else {
    text = cursor.identifier();
    if (text.empty()) {
      return cursor.fail(ErrorCode::kSyntax, "expected a name but found " + cursor.found());
    }
  }
  name = Name::of(text);
  return true;
}

bool read_numbers(mlir::Cursor& cursor, char open, char close, std::vector<Word>& numbers) {
  if (!cursor.expect(open)) return false;
  if (cursor.accept(close)) return true;
  do {
    Word number = 0;
    if (!cursor.unsigned_integer(number)) return false;
    numbers.push_back(number);
  } while (cursor.accept(','));
  return cursor.expect(close);
}

bool read_bases(mlir::Cursor& cursor, std::vector<std::vector<Word>>& bases) {
  if (!cursor.expect('[')) return false;
  if (cursor.accept(']')) return true;
  do {
    if (!read_numbers(cursor, '[', ']', bases.emplace_back())) return false;
  } while (cursor.accept(','));
  return cursor.expect(']');
}

// `{name = VALUE, name = VALUE}`
template <typename ReadValue>
bool read_dictionary(mlir::Cursor& cursor, ReadValue read_value) {
  if (!cursor.expect('{')) return false;
  if (cursor.accept('}')) return true;
  do {
    std::optional<Name> name;
    if (!read_name(cursor, name) || !cursor.expect('=') || !read_value(*name)) return false;
  } while (cursor.accept(','));
  return cursor.expect('}');
}

bool read_compact(mlir::Cursor& cursor, Parsed& parsed) {
  const bool has_ins = read_dictionary(cursor, [&](Name name) {
    parsed.ins.push_back({name, {}});
    return read_bases(cursor, parsed.ins.back().bases);
  });
  if (!has_ins) return false;
  if (!cursor.accept("->")) {
    return cursor.fail(ErrorCode::kSyntax, "expected '->' but found " + cursor.found());
  }
  return read_dictionary(cursor, [&](Name name) {
    parsed.outs.push_back({name, 0});
    return cursor.unsigned_integer(parsed.outs.back().size);
  });
}

bool expect_words(mlir::Cursor& cursor, std::initializer_list<std::string_view> words) {
  for (const std::string_view word : words) {
    if (!cursor.accept(word)) {
      return cursor.fail(ErrorCode::kSyntax,
                         "expected '" + std::string(word) + "' but found " + cursor.found());
    }
  }
  return true;
}

// The bases of one in-dim, after its dash: `lane=1 -> (0, 4)`, `lane=2 -> (0, 8)`, ...
bool read_list_item(mlir::Cursor& cursor, Parsed& parsed) {
  std::optional<Name> name;
  if (!read_name(cursor, name)) return false;
  parsed.ins.push_back({*name, {}});
  if (cursor.peek() == 'i') return expect_words(cursor, {"is", "a", "size", "1", "dimension"});
  auto& bases = parsed.ins.back().bases;
  while (true) {
    Word bit = 0;
    if (!cursor.expect('=')) return false;
    const auto start = cursor.offset();
    if (!cursor.unsigned_integer(bit)) return false;
    if (bases.size() > kMaxIndexBits || bit != Word{1} << bases.size()) {
      return cursor.fail_at(start, ErrorCode::kSyntax, "the indices of a list are 1, 2, 4, ...");
    }
    if (!expect_words(cursor, {"->"})) return false;
    if (!read_numbers(cursor, '(', ')', bases.emplace_back())) return false;
    const auto next = cursor.offset();
    if (cursor.peek() == '-') return true;
    std::optional<Name> again;
    if (!read_name(cursor, again)) return false;
    if (*again != *name) {
      cursor.move_to(next);
      return true;
    }
  }
}

bool read_list(mlir::Cursor& cursor, Parsed& parsed) {
  if (cursor.accept("(empty layout")) {
    if (cursor.accept(')')) return true;
    if (!expect_words(cursor, {"with", "out-dims"})) return false;
  } else {
    while (cursor.accept('-')) {
      if (!read_list_item(cursor, parsed)) return false;
    }
    if (!expect_words(cursor, {"where", "out", "dims", "are", ":"})) return false;
  }
  const bool is_empty = parsed.ins.empty();
  if (!cursor.expect('[')) return false;
  while (cursor.peek() != ']') {
    std::optional<Name> name;
    if (!parsed.outs.empty() && !cursor.expect(',')) return false;
    if (!read_name(cursor, name) || !expect_words(cursor, {"(", "size"})) return false;
    parsed.outs.push_back({*name, 0});
    if (!cursor.unsigned_integer(parsed.outs.back().size) || !cursor.expect(')')) return false;
  }
  return cursor.expect(']') && (!is_empty || cursor.expect(')'));
}

std::string name_text(Name name) {
  const std::string text(name.text());
  mlir::Cursor cursor(text);
  const bool is_identifier = cursor.identifier() == text;
  return is_identifier ? text : '"' + text + '"';
}

template <typename Range, typename Text>
std::string joined(const Range& range, Text text, const std::string& separator = ", ") {
  std::string result;
  for (const auto& item : range) result += (&item == &*range.begin() ? "" : separator) + text(item);
  return result;
}

std::string numbers_text(const std::vector<Word>& numbers) {
  return joined(numbers, [](Word number) { return std::to_string(number); });
}

}  // namespace

Result<Layout> parse(std::string_view text) {
  mlir::Cursor cursor(text);
  Parsed parsed;
  const bool is_read =
      cursor.peek() == '{' ? read_compact(cursor, parsed) : read_list(cursor, parsed);
  if (is_read && !cursor.at_end()) {
    cursor.fail(ErrorCode::kSyntax, "expected the end of the layout but found " + cursor.found());
  }
  if (cursor.failed()) {
    return Error{
        cursor.error().code,
        "at byte " + std::to_string(cursor.error().offset) + ": " + cursor.error().message};
  }
  return Layout::make(parsed.ins, parsed.outs);
}

std::string to_string(const Layout& layout) {
  const auto ins = joined(layout.bases(), [](const NamedBases& in) {
    const auto bases =
        joined(in.bases, [](const auto& basis) { return "[" + numbers_text(basis) + "]"; });
    return name_text(in.name) + " = [" + bases + "]";
  });
  const auto outs = joined(layout.out_dims(), [](const OutDim& out) {
    return name_text(out.name) + " = " + std::to_string(out.size);
  });
  return "{" + ins + "} -> {" + outs + "}";
}

std::string to_list(const Layout& layout) {
  const auto outs = joined(layout.out_dims(), [](const OutDim& out) {
    return std::string(out.name.text()) + " (size " + std::to_string(out.size) + ")";
  });
  if (layout.in_dims().empty()) {
    return layout.out_dims().empty() ? "\n(empty layout)"
                                     : "\n(empty layout with out-dims [" + outs + "])";
  }
  std::string text = "\n";
  for (const NamedBases& in : layout.bases()) {
    const std::string name(in.name.text());
    if (in.bases.empty()) text += " - " + name + " is a size 1 dimension\n";
    for (std::size_t bit = 0; bit < in.bases.size(); ++bit) {
      text += (bit == 0 ? " - " : "   ") + name + "=" + std::to_string(Word{1} << bit) + " -> (" +
              numbers_text(in.bases[bit]) + ")\n";
    }
  }
  return text + "where out dims are: [" + outs + "]";
}

std::string origin_of(const Layout& layout) { return to_string(layout); }

}  // namespace tileproof::modular
