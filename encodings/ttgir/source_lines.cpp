#include "encodings/ttgir/source_lines.hpp"

#include <algorithm>

#include "core/check.hpp"
#include "encodings/ttgir/scanner.hpp"

namespace tileproof::ttgir {
namespace {

// What the text between the quotes of a string stands for: `\\`, `\"`, `\n`, `\t`, and `\0A` of two
// hexadecimal digits.
std::string source_name(std::string_view text) {
  const auto digit = [](char c) {
    if (c >= '0' && c <= '9') return c - '0';
    if (c >= 'a' && c <= 'f') return c - 'a' + 10;
    return c >= 'A' && c <= 'F' ? c - 'A' + 10 : -1;
  };
  std::string result;
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (text[i] != '\\' || i + 1 == text.size()) {
      result += text[i];
      continue;
    }
    const char next = text[++i];
    const int high = digit(next);
    const int low = i + 1 < text.size() ? digit(text[i + 1]) : -1;
    if (high >= 0 && low >= 0) {
      result += static_cast<char>(high * 16 + low);
      ++i;
    } else {
      result += next == 'n' ? '\n' : next == 't' ? '\t' : next;
    }
  }
  return result;
}

}  // namespace

const char* to_string(SourceLine::Role role) {
  switch (role) {
    case SourceLine::Role::kOrigin:
      return "origin";
    case SourceLine::Role::kCaller:
      return "caller";
    case SourceLine::Role::kFused:
      return "fused";
  }
  TP_CHECK(false, "unknown role");
}

// Aliases may lead round in a circle, or share what they stand for so often that to follow them all
// takes for ever: so many steps are taken and no more.
class SourceLines::Reader {
 public:
  Reader(const SourceLines& lines, std::vector<SourceLine>& found) : lines_(lines), found_(found) {}

  void read(TextRange within, SourceLine::Role role, std::string_view name) {
    mlir::Cursor cursor(lines_.text_.substr(0, within.end), within.begin);
    read_one(cursor, role, name);
  }

 private:
  using Role = SourceLine::Role;
  static constexpr unsigned kMostSteps = 256;

  // False where the text is no location, and nothing behind it can be read.
  bool read_one(mlir::Cursor& cursor, Role role, std::string_view name) {
    return ++steps_ <= kMostSteps && read_form(cursor, role, name);
  }

  bool read_form(mlir::Cursor& cursor, Role role, std::string_view name) {
    const char next = cursor.peek();
    if (next == '#') return read_alias(cursor, role, name);
    if (next == '"') return read_file_or_name(cursor, role, name);
    const auto word = cursor.identifier();
    if (word == "unknown") return true;
    if (word == "loc") {
      return cursor.accept('(') && read_one(cursor, role, name) && cursor.accept(')');
    }
    if (word == "callsite") {
      return cursor.accept('(') && read_one(cursor, role, name) && cursor.identifier() == "at" &&
             read_one(cursor, Role::kCaller, "") && cursor.accept(')');
    }
    return word == "fused" && read_fused(cursor, role, name);
  }

  bool read_alias(mlir::Cursor& cursor, Role role, std::string_view name) {
    cursor.accept('#');
    const auto alias = cursor.alias_name();
    const auto value = lines_.aliases_.find(alias);
    if (value == lines_.aliases_.end()) return true;
    mlir::Cursor aside(lines_.text_.substr(0, value->second.end), value->second.begin);
    read_one(aside, role, name);
    return true;
  }

  // `"f.py":3:4`, with or without `to 3:9` behind it; `"acc"`; `"acc"(LOCATION)`.
  bool read_file_or_name(mlir::Cursor& cursor, Role role, std::string_view name) {
    std::string_view text;
    if (!cursor.quoted(text)) return false;
    if (cursor.accept('(')) {
      return read_one(cursor, role, name.empty() ? text : name) && cursor.accept(')');
    }
    if (!cursor.accept(':')) return true;
    std::uint64_t line = 0;
    std::uint64_t column = 0;
    if (!read_number(cursor, line)) return false;
    if (cursor.accept(':') && !read_number(cursor, column)) return false;
    add({source_name(text), line, column, source_name(name), role});
    return skip_range(cursor);
  }

  static bool read_number(mlir::Cursor& cursor, std::uint64_t& value) {
    std::int64_t number = 0;
    if (!cursor.number(number) || number < 0) return false;
    value = static_cast<std::uint64_t>(number);
    return true;
  }

  static bool skip_range(mlir::Cursor& cursor) {
    const auto start = cursor.offset();
    if (cursor.identifier() != "to") {
      cursor.move_to(start);
      return true;
    }
    std::uint64_t number = 0;
    if (cursor.peek() != ':' && !read_number(cursor, number)) return false;
    return !cursor.accept(':') || read_number(cursor, number);
  }

  // `fused[A, B]`, `fused<metadata>[A, B]`
  bool read_fused(mlir::Cursor& cursor, Role role, std::string_view name) {
    if (cursor.peek() == '<' && !skip_metadata(cursor)) return false;
    if (!cursor.accept('[')) return false;
    const auto before = found_.size();
    do {
      if (!read_one(cursor, found_.size() == before ? role : Role::kFused, name)) return false;
    } while (cursor.accept(','));
    return cursor.accept(']');
  }

  // Any attribute, to the bracket that closes its own.
  static bool skip_metadata(mlir::Cursor& cursor) {
    std::size_t depth = 0;
    for (;;) {
      const char next = cursor.peek();
      std::string_view ignored;
      if (next == '\0') return false;
      if (next == '"') {
        if (!cursor.quoted(ignored)) return false;
        continue;
      }
      if (next == '<') ++depth;
      if (next == '>') --depth;
      cursor.move_to(cursor.offset() + 1);
      if (depth == 0) return true;
    }
  }

  void add(SourceLine line) {
    const auto is_same = [&](const SourceLine& other) {
      return other.file == line.file && other.line == line.line && other.column == line.column;
    };
    if (found_.size() < kMost && std::ranges::none_of(found_, is_same)) {
      found_.push_back(std::move(line));
    }
  }

  const SourceLines& lines_;
  std::vector<SourceLine>& found_;
  unsigned steps_ = 0;
};

SourceLines::SourceLines(const Module& module) : text_(module.text) {
  aliases_.reserve(module.location_aliases.size());
  for (const LocationAlias& alias : module.location_aliases) {
    aliases_.insert_or_assign(alias.name, alias.value);
  }
}

std::vector<SourceLine> SourceLines::of(const Operation& op) const {
  std::vector<SourceLine> found;
  if (!op.location.empty()) Reader(*this, found).read(op.location, SourceLine::Role::kOrigin, "");
  return found;
}

}  // namespace tileproof::ttgir
