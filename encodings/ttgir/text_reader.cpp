#include "encodings/ttgir/text_reader.hpp"

#include <algorithm>

#include "encodings/ttgir/comments.hpp"
#include "encodings/ttgir/dotted_names.hpp"
#include "encodings/ttgir/plain_strings.hpp"
#include "encodings/ttgir/reader.hpp"
#include "encodings/ttgir/type_parser.hpp"

namespace tileproof::ttgir {

namespace {

// In the one form that is read; null if it has that.
std::unique_ptr<const std::string> plain_form(std::string_view text) {
  std::optional<std::string> plain;
  for (const auto& form : {without_comments, with_plain_strings, with_dotted_names}) {
    auto changed = form(plain ? std::string_view(*plain) : text);
    if (changed) plain = std::move(changed);
  }
  return plain ? std::make_unique<const std::string>(*std::move(plain)) : nullptr;
}

// Brackets that are open behind `text`, which has no comments.
std::ptrdiff_t open_brackets(std::string_view text) {
  std::ptrdiff_t open = 0;
  for (std::size_t at = 0; at < text.size(); ++at) {
    const char c = text[at];
    if (c == '(' || c == '[' || c == '{') ++open;
    if (c == ')' || c == ']' || c == '}') --open;
    if (c != '"') continue;
    for (++at; at < text.size() && text[at] != '"'; ++at) {
      if (text[at] == '\\') ++at;
    }
  }
  return open;
}

// Does what only a part has begin the text?
bool begins_part(std::string_view text) {
  if (text.starts_with("module") || text.starts_with("\"builtin.module\"")) return true;
  if (!text.starts_with("#") && !text.starts_with("!")) return false;
  const auto behind = std::find_if_not(text.begin() + 1, text.end(), is_word_part);
  const auto next = std::find_if_not(behind, text.end(), is_space);
  return next != text.end() && *next == '=';
}

// Where parts end, one after the other.
class Dividers {
 public:
  // The text, and the same without its comments.
  Dividers(std::string_view written, std::string_view read) : written_(written), read_(read) {}

  // The first from `begin` on: a line that is `// -----`, or the header of a pass's dump,
  // `// -----// IR Dump Before ...`.  Within brackets it is a comment, unless what stands behind it
  // shows that they are never closed.
  std::size_t next(std::size_t begin) {
    constexpr std::string_view kDivider = "// -----";  // there are fewer of '/' than of lines
    std::size_t counted = begin;
    std::ptrdiff_t open = 0;
    for (auto divider = begin + 1;; ++divider) {
      divider = written_.find(kDivider, divider);
      if (divider == std::string_view::npos) return written_.size();
      const auto at = divider - 1;
      if (written_[at] != '\n') continue;
      auto rest = written_.substr(divider + kDivider.size());
      rest.remove_prefix(std::min(rest.find_first_not_of(" \t\r"), rest.size()));
      const bool stands_alone = rest.empty() || rest.front() == '\n';
      if (!stands_alone && !written_.substr(divider + kDivider.size()).starts_with("//")) continue;
      // What stands behind many of them is looked for once.
      if (content_ < at) content_ = std::min(read_.find_first_not_of(" \t\r\n", at), read_.size());
      if (begins_part(read_.substr(content_))) return at;
      open += open_brackets(read_.substr(counted, at - counted));
      counted = at;
      if (open <= 0) return at;
    }
  }

 private:
  std::string_view written_;
  std::string_view read_;
  std::size_t content_ = 0;
};

}  // namespace

File read(std::string_view text) { return TextReader(text).read(); }

TextReader::TextReader(std::string_view text)
    : written_(text),
      plain_(plain_form(text)),
      lines_(text),
      scanner_((plain_ ? std::string_view(*plain_) : text).substr(0, lines_.first_control_byte()),
               lines_.first_control_byte() < text.size(),
               lines_,
               errors_) {
  location_aliases_.reserve(text.size() / 256);  // most operations have one
}

File TextReader::read() {
  constexpr std::string_view kByteOrderMark = "\xef\xbb\xbf";
  const auto text = written_.substr(0, scanner_.text().size());
  std::size_t begin = text.starts_with(kByteOrderMark) ? kByteOrderMark.size() : 0;
  Dividers dividers(text, scanner_.text());
  while (begin < text.size()) {
    const auto end = dividers.next(begin);
    read_part(begin, end);
    begin = end + 1;
  }
  if (scanner_.control_byte() && !scanner_.stopped()) scanner_.stop_at_end();
  if (errors_.empty() && !has_content_) {
    errors_.add({ErrorCode::kSyntax, 0, "no module and no function in this text"});
  }
  for (const auto& [first_module, end_module, first_location, end_location] : parts_) {
    const std::span locations(location_aliases_);
    for (auto i = first_module; i < end_module; ++i) {
      modules_[i].location_aliases =
          locations.subspan(first_location, end_location - first_location);
    }
  }
  std::stable_sort(modules_.begin(), modules_.end(), [](const Module& a, const Module& b) {
    return a.offset < b.offset;
  });
  return {std::move(plain_),
          std::move(spellings_),
          std::move(location_aliases_),
          std::move(modules_),
          errors_.take(),
          std::move(lines_)};
}

void TextReader::read_part(std::size_t begin, std::size_t end) {
  scanner_.restart(begin, end);
  store_.make_room(end - begin);
  PartLists part{modules_.size(), 0, location_aliases_.size(), 0};
  aliases_.begin_part(/*is_whole=*/parts_.empty() && end == scanner_.text().size());
  new_aliases_.clear();
  values_ = {};
  live_statements_ = 0;
  has_operation_ = false;
  has_layout_alias_ = false;
  for (;;) {
    scanner_.skip_space();
    if (scanner_.at_end() || !read_item(/*num_warps=*/0, /*parent=*/{})) break;
  }
  while (!open_modules_.empty()) close_module();
  part.end_module = modules_.size();
  part.end_location = location_aliases_.size();
  parts_.push_back(part);
  const bool last_part = end == scanner_.text().size();
  if (last_part && has_layout_alias_ && !has_operation_ && !scanner_.stopped()) {
    scanner_.stop(ErrorCode::kSyntax, end, "text ends behind the aliases, before any operation");
  }
}

bool TextReader::read_item(unsigned num_warps, std::string_view parent) {
  const char c = scanner_.peek();
  if (c == '%' || c == '"') return read_operation(num_warps);
  if (c == '^') return read_label(num_warps, parent);
  if (c == '#') return read_attribute_alias();
  if (c == '!') return read_type_alias();
  if (c == '{' && scanner_.peek(1) == '-' && scanner_.peek(2) == '#') return skip_resources();
  if (is_letter(c)) {
    const auto start = scanner_.position();
    const auto word = scanner_.word();
    scanner_.move_to(start);
    const bool named = word.find('.') != std::string_view::npos;
    if (named || scanner_.depth() != 0 || is_module_op(word) || is_function_op(word)) {
      return read_operation(num_warps);
    }
  }
  if (c == '}' || c == ')' || c == ']') return scanner_.close();
  return scanner_.stop(ErrorCode::kSyntax,
                       scanner_.position(),
                       "expected an operation but found " + scanner_.found());
}

bool TextReader::expect_definition(std::string_view name) {
  scanner_.skip_space();
  if (scanner_.at_end()) return scanner_.stop_at_end();
  if (scanner_.peek() != '=' || name.size() == 1) {
    const auto shown = "'" + std::string(name.substr(0, 40)) + "'";
    return scanner_.stop(ErrorCode::kSyntax,
                         scanner_.position(),
                         "expected '=' behind " + shown + " but found " + scanner_.found());
  }
  scanner_.advance();
  scanner_.skip_space();
  return true;
}

// Names with a dot are those of dialects.  A module defines an alias once; files that were put one
// behind the other define it anew, each before its module.
bool TextReader::may_define(std::string_view name, std::size_t offset) {
  if (name.find('.') != std::string_view::npos) {
    scanner_.fail(ErrorCode::kSyntax,
                  offset,
                  "'" + std::string(name.substr(0, 40)) +
                      "' is no alias: names with '.' are those of dialects");
    return false;
  }
  if (scanner_.depth() != 0) {
    scanner_.fail(ErrorCode::kSyntax,
                  offset,
                  "'" + std::string(name.substr(0, 40)) +
                      "' is defined within an operation, and aliases are before them");
    return false;
  }
  if (new_aliases_.insert(name).second) return true;
  fail_defined_again({name, offset});
  return false;
}

bool TextReader::read_attribute_alias() {
  const auto start = scanner_.position();
  const auto name = scanner_.sigil_name();
  if (!expect_definition(name)) return false;
  const auto begin = scanner_.position();
  if (scanner_.word() == "loc") {
    scanner_.skip_space();
    if (scanner_.peek() == '(') {
      LocationAlias alias{name.substr(1), {}};
      const bool is_read = read_location(alias.value);
      if (is_read) location_aliases_.push_back(alias);
      return is_read;
    }
  }
  scanner_.move_to(begin);
  if (!skip_attribute_value()) return false;
  has_layout_alias_ = true;
  if (!may_define(name, start)) return true;
  define_attribute_alias(name.substr(1), {begin, scanner_.position()});
  return true;
}

// The layout that stands there.  Null where it is none of ours, and where it is wrong, which is
// reported: then `kind` says so.
triton::LayoutPtr TextReader::read_layout(TextRange range, AttributeAlias::Kind& kind) {
  using Kind = AttributeAlias::Kind;
  const auto text = scanner_.between(range.begin, range.end);
  if (auto known = aliases_.known_layout(text)) return known;
  mlir::Cursor cursor(scanner_.text().substr(0, range.end), range.begin);
  auto layout = triton::parse_layout(cursor, aliases_.layouts());
  if (!cursor.failed() && !cursor.at_end()) {
    cursor.fail(ErrorCode::kSyntax, "unexpected " + cursor.found() + " after the layout");
  }
  if (!cursor.failed()) {
    aliases_.remember(text, layout);
    return layout;
  }
  const auto& error = cursor.error();
  const bool foreign = aliases_.mentions(text, Kind::kOther);
  if (!foreign) kind = Kind::kBroken;
  if (!foreign && !aliases_.mentions(text, Kind::kBroken)) {
    scanner_.fail(error.code, error.offset, error.message);
  }
  return nullptr;
}

void TextReader::define_attribute_alias(std::string_view name, TextRange value) {
  using Kind = AttributeAlias::Kind;
  const auto text = scanner_.between(value.begin, value.end);
  AttributeAlias alias;
  triton::LayoutPtr layout;
  if (text.front() == '#') {
    const auto attribute = text.substr(1, text.find_first_of(" \t\r\n<") - 1);
    const auto dot = attribute.rfind('.');
    const bool is_alias = dot == std::string_view::npos;
    alias.space = memory_space(attribute);
    if (is_alias || triton::is_layout_mnemonic(attribute.substr(dot + 1))) {
      const auto* other = is_alias ? aliases_.attribute(attribute) : nullptr;
      if (other != nullptr && other->kind != Kind::kLayout) {
        alias = *other;
      } else {
        layout = read_layout(value, alias.kind);
      }
    } else if (alias.space != MemorySpace::kOther) {
      alias.kind = Kind::kMemorySpace;
    }
  }
  // Of locations there are many, and no attribute that is read is one.
  if (!text.starts_with("loc")) {
    const auto& known = aliases_.attribute_texts();
    const auto other = known.find(text.substr(text.front() == '#' ? 1 : text.size()));
    aliases_.define_text(name, other != known.end() ? other->second : value);
  }
  const bool replaced = layout ? aliases_.define_layout(name, std::move(layout))
                               : aliases_.define_attribute(name, alias);
  if (replaced) alias_changed();
}

bool TextReader::read_type_alias() {
  const auto start = scanner_.position();
  const auto name = scanner_.sigil_name();
  if (!expect_definition(name)) return false;
  const auto begin = scanner_.position();
  if (!skip_attribute_value()) return false;
  has_layout_alias_ = true;
  if (!may_define(name, start)) return true;
  TypeAlias alias;
  alias.text = spellings_.of(scanner_.between(begin, scanner_.position()), aliases_);
  alias.written = {begin, scanner_.position()};
  const auto written = scanner_.between(begin, scanner_.position());
  const auto* other = written.starts_with("!") ? aliases_.type(written.substr(1)) : nullptr;
  const auto head = alias.text.substr(0, alias.text.find('<'));
  if (other != nullptr) {
    alias = TypeAlias(*other);
  } else {
    const bool is_ours = head == "tensor" || (head.starts_with("!") && head.ends_with(".memdesc"));
    const TextRange range{begin, scanner_.position()};
    auto parsed = is_ours ? parse_type(scanner_.text(), range, aliases_, spellings_)
                          : parse_other_type(scanner_.text(), range, aliases_, spellings_);
    if (parsed.type) alias.type = std::move(*parsed.type);
    alias.is_broken = !parsed.type;
    if (parsed.error) {
      scanner_.fail(parsed.error->code, parsed.error->offset, std::move(parsed.error->message));
    }
  }
  aliases_.define_text(name, alias.written);
  if (aliases_.define_type(name.substr(1), std::move(alias))) alias_changed();
  return true;
}

void TextReader::alias_changed() {
  for (auto& module : open_modules_) module.forget_texts();
}

bool TextReader::skip_resources() {
  const auto close = scanner_.text().substr(0, scanner_.end()).find("#-}", scanner_.position() + 3);
  if (close == std::string_view::npos) {
    scanner_.open();
    return scanner_.stop_at_end();
  }
  scanner_.move_to(close + 3);
  return true;
}

bool TextReader::read_label(unsigned num_warps, std::string_view parent) {
  const auto start = scanner_.position();
  const auto name = scanner_.sigil_name();
  scanner_.skip_space();
  Arguments arguments;
  if (scanner_.peek() == '(') {
    if (!read_arguments(num_warps, parent, arguments)) return false;
  }
  if (!builder(start).label_block(name)) fail_defined_again({name, start});
  define_arguments(arguments);
  scanner_.skip_space();
  if (scanner_.at_end()) return scanner_.stop_at_end();
  if (scanner_.peek() != ':') {
    return scanner_.stop(ErrorCode::kSyntax,
                         scanner_.position(),
                         "expected ':' behind the block label '" + std::string(name.substr(0, 40)) +
                             "' but found " + scanner_.found());
  }
  scanner_.advance();
  return true;
}

void TextReader::close_module() {
  auto module = open_modules_.back().take();
  module.attribute_aliases = aliases_.attribute_texts();
  open_modules_.pop_back();
  has_content_ = has_content_ || !module.types.empty() || !module.operations.empty();
  modules_.push_back(std::move(module));
}

}  // namespace tileproof::ttgir
