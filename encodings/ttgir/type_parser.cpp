#include "encodings/ttgir/type_parser.hpp"

#include <algorithm>
#include <array>

#include "encodings/ttgir/scanner.hpp"
#include "encodings/ttgir/type_rules.hpp"

namespace tileproof::ttgir {
namespace {

constexpr std::string_view kNoPointer =
    "expected a pointer to one type, and perhaps the number of its memory";

// `!tt.ptr<f16>`, `!tt.ptr<f16, 1>`; of other types nothing is asked.
bool is_whole_pointer(std::string_view text) {
  if (!text.starts_with('!')) return true;
  const auto head = text.substr(0, text.find('<'));
  if (head.size() == text.size() || (head != "!tt.ptr" && head != "!triton.ptr")) return true;
  const auto pointee = pointee_of(text);
  if (pointee.find_first_not_of(" \t\r\n") == std::string_view::npos) return false;
  auto behind =
      text.substr(static_cast<std::size_t>(pointee.data() + pointee.size() - text.data()));
  if (!behind.starts_with(',')) return true;
  behind.remove_prefix(1);
  behind.remove_suffix(1);  // the bracket
  return behind.find_first_not_of("0123456789 \t\r\n") == std::string_view::npos &&
         std::ranges::any_of(behind, is_digit);
}

class TypeParser {
 public:
  TypeParser(std::string_view text,
             TextRange range,
             Aliases& aliases,
             Spellings& spellings,
             ParsedType& parsed,
             bool is_block = false)
      : text_(text.substr(0, range.end)),
        begin_(range.begin),
        aliases_(aliases),
        spellings_(spellings),
        is_block_(is_block),
        cursor_(text_, range.begin),
        parsed_(parsed),
        type_(parsed.type.emplace()),
        places_{text_} {}

  void parse();

 private:
  bool parse_head();
  bool parse_shape(triton::Shape& shape, std::size_t& place);
  bool parse_element();
  bool parse_encoding();
  bool parse_alias_encoding(std::string_view name, std::size_t start);
  bool parse_memdesc_tail();
  // Behind the balanced brackets that start at `position`, or the end of the type.
  [[nodiscard]] std::size_t after_brackets(std::size_t position) const;

  std::string_view text_;
  std::size_t begin_;
  Aliases& aliases_;
  Spellings& spellings_;
  bool is_block_;  // of a descriptor, of which only shape, element and encoding are said
  mlir::Cursor cursor_;
  ParsedType& parsed_;
  Type& type_;            // within that
  bool is_cut_ = false;   // no 'x' stands behind the last size
  bool broken_ = false;   // an alias in it has a broken definition
  bool foreign_ = false;  // of sizes that are not known, and without an encoding
  TypePlaces places_;
};

std::size_t TypeParser::after_brackets(std::size_t position) const {
  std::size_t depth = 0;
  for (; position < text_.size(); ++position) {
    const char c = text_[position];
    if (c == '"') {
      for (++position; position < text_.size() && text_[position] != '"'; ++position) {
        if (text_[position] == '\\') ++position;
      }
    } else if (c == '<' || c == '(' || c == '[' || c == '{') {
      ++depth;
    } else if (c == ')' || c == ']' || c == '}' || (c == '>' && text_[position - 1] != '-')) {
      if (--depth == 0) return position + 1;
    }
  }
  return text_.size();
}

bool TypeParser::parse_head() {
  const char first = cursor_.peek();
  if (first == '!') {
    type_.kind = Type::Kind::kMemDesc;
    cursor_.accept('!');
    cursor_.identifier();
  } else if (first == '<') {
    type_.kind = Type::Kind::kMemDesc;
  } else {
    cursor_.identifier();
  }
  return cursor_.expect('<');
}

bool TypeParser::parse_shape(triton::Shape& shape, std::size_t& place) {
  cursor_.skip_space();
  place = cursor_.offset();
  for (;;) {
    cursor_.skip_space();
    const auto start = cursor_.offset();
    auto end = start;
    if (end < text_.size() && (text_[end] == '?' || text_[end] == '*')) {
      foreign_ = text_.find('#', begin_) == std::string_view::npos;
      return cursor_.fail(ErrorCode::kUnsupported, "a size that is not known");
    }
    const bool negative = end < text_.size() && text_[end] == '-';
    if (negative) ++end;
    Word size = 0;
    bool overflow = false;
    const auto digits = end;
    for (; end < text_.size() && is_digit(text_[end]); ++end) {
      const auto digit = static_cast<Word>(text_[end] - '0');
      overflow = overflow || size > (kMaxElements - digit) / 10;
      if (!overflow) size = size * 10 + digit;
    }
    if (end == digits) return true;  // the element type comes next
    // The last size of an allocation shape has no 'x' behind it; an element type has one before it.
    cursor_.move_to(end);
    cursor_.skip_space();
    end = cursor_.offset();
    const bool more = end < text_.size() && text_[end] == 'x';
    if (overflow) {
      return cursor_.fail_at(
          start,
          ErrorCode::kOverflow,
          "size " + std::string(text_.substr(start, end - start)) + " exceeds 2^62");
    }
    if (negative || size == 0) {
      return cursor_.fail_at(
          start,
          ErrorCode::kShape,
          "size " + std::string(text_.substr(start, end - start)) + " is not positive");
    }
    shape.push_back(size);
    is_cut_ = !more;
    if (!more) return true;
    cursor_.move_to(end + 1);
  }
}

bool TypeParser::parse_element() {
  cursor_.peek();
  const auto start = cursor_.offset();
  if (!type_.shape.empty() && is_cut_) {
    return cursor_.fail(ErrorCode::kSyntax, "expected 'x' but found " + cursor_.found());
  }
  auto end = start;
  if (end < text_.size() && text_[end] == '!') ++end;
  while (end < text_.size() && is_word_part(text_[end])) ++end;
  if (end == start)
    return cursor_.fail(ErrorCode::kSyntax,
                        "expected an element type but found " + cursor_.found());
  cursor_.move_to(end);
  if (cursor_.peek() == '<') end = after_brackets(cursor_.offset());
  if (!is_whole_pointer(text_.substr(start, end - start))) {
    return cursor_.fail_at(start, ErrorCode::kSyntax, std::string(kNoPointer));
  }
  type_.element = spellings_.of(text_.substr(start, end - start), aliases_);
  type_.element_bits = element_bits(type_.element);
  constexpr std::array<std::string_view, 4> kNoElements{"none", "tuple<", "tensor<", "memref<"};
  const auto is_one = [&](std::string_view head) { return type_.element.starts_with(head); };
  const bool is_strange_word = type_.element_bits == 0 && !type_.element.ends_with("i0") &&
                               type_.element.find_first_of("!<") == std::string_view::npos;
  if (is_strange_word || std::ranges::any_of(kNoElements, is_one)) {
    return cursor_.fail_at(start,
                           ErrorCode::kInvalid,
                           "'" + std::string(type_.element.substr(0, 40)) + "' is no element");
  }
  cursor_.move_to(end);
  return true;
}

bool TypeParser::parse_alias_encoding(std::string_view name, std::size_t start) {
  const auto* alias = aliases_.attribute(name);
  if (alias == nullptr) {
    return cursor_.fail_at(
        start, ErrorCode::kInvalid, "attribute alias '#" + std::string(name) + "' is not defined");
  }
  if (alias->kind == AttributeAlias::Kind::kBroken) broken_ = true;
  if (alias->kind == AttributeAlias::Kind::kLayout) {
    type_.layout = aliases_.layouts().find(name)->second;
  }
  return true;
}

bool TypeParser::parse_encoding() {
  cursor_.peek();
  const auto start = cursor_.offset();
  places_.encoding = start;
  if (cursor_.accept('#')) {
    const auto name_end = mlir::alias_name_end(text_, start + 1);
    const auto name = text_.substr(start + 1, name_end - start - 1);
    const auto dot = name.rfind('.');
    if (dot == std::string_view::npos) {
      if (!parse_alias_encoding(name, start)) return false;
      cursor_.move_to(name_end);
    } else if (triton::is_layout_mnemonic(name.substr(dot + 1))) {
      cursor_.move_to(start);
      const auto end = after_brackets(name_end);
      const auto attribute = text_.substr(start, end - start);
      type_.layout = aliases_.known_layout(attribute);
      if (type_.layout != nullptr || aliases_.mentions(attribute, AttributeAlias::Kind::kOther)) {
        cursor_.move_to(end);  // known, or a layout around somebody else's encoding
      } else {
        type_.layout = triton::parse_layout(cursor_, aliases_.layouts());
        if (cursor_.failed()) return false;
        if (cursor_.offset() == end) aliases_.remember(attribute, type_.layout);
      }
    } else {
      cursor_.move_to(name_end);
      cursor_.move_to(cursor_.peek() == '<' ? after_brackets(cursor_.offset()) : name_end);
    }
  } else {
    // A string, a dictionary, a number: an encoding of somebody else.
    auto end = start;
    if (text_.substr(start).starts_with("mutable")) {
      return cursor_.fail(ErrorCode::kSyntax, "expected an encoding but found " + cursor_.found());
    }
    while (end < text_.size() && text_[end] != ',' && text_[end] != '>') {
      const char c = text_[end];
      end = c == '<' || c == '(' || c == '[' || c == '{' ? after_brackets(end) : end + 1;
    }
    if (end == start)
      return cursor_.fail(ErrorCode::kSyntax, "expected an encoding but found " + cursor_.found());
    cursor_.move_to(end);
  }
  type_.encoding = text_.substr(start, cursor_.offset() - start);
  if (type_.layout == nullptr) type_.encoding = spellings_.of(type_.encoding, aliases_);
  return true;
}

bool TypeParser::parse_memdesc_tail() {
  // Each once at most, in this order.
  enum class Last { kEncoding, kSpace, kMutable, kShape };
  for (auto last = Last::kEncoding; cursor_.accept(',');) {
    const char next = cursor_.peek();
    const auto start = cursor_.offset();
    if (next == '#' && last == Last::kEncoding) {
      last = Last::kSpace;
      cursor_.accept('#');
      const auto name = cursor_.alias_name();
      const auto* alias = aliases_.attribute(name);
      if (name.find('.') == std::string_view::npos && alias == nullptr) {
        return cursor_.fail_at(start,
                               ErrorCode::kInvalid,
                               "attribute alias '#" + std::string(name) + "' is not defined");
      }
      type_.space = alias == nullptr                                    ? memory_space(name)
                    : alias->kind == AttributeAlias::Kind::kMemorySpace ? alias->space
                                                                        : MemorySpace::kOther;
    } else if ((is_digit(next) || next == '-') && last != Last::kShape) {
      last = Last::kShape;
      if (!parse_shape(type_.alloc_shape, places_.alloc_shape)) return false;
    } else if (last < Last::kMutable && cursor_.identifier() == "mutable") {
      last = Last::kMutable;
      type_.is_mutable = true;
    } else {
      cursor_.move_to(start);
      return cursor_.fail(
          ErrorCode::kSyntax,
          "expected a memory space, 'mutable' or an allocation shape but found " + cursor_.found());
    }
  }
  return true;
}

void TypeParser::parse() {
  const bool parsed = parse_head() && parse_shape(type_.shape, places_.shape) && parse_element() &&
                      (!cursor_.accept(',') || parse_encoding()) &&
                      (type_.kind != Type::Kind::kMemDesc || is_block_ || parse_memdesc_tail()) &&
                      cursor_.expect('>');
  if (parsed && !cursor_.at_end()) {
    cursor_.fail(ErrorCode::kSyntax, "unexpected " + cursor_.found() + " after the type");
  }
  auto error = cursor_.failed() ? std::optional(cursor_.error()) : broken_rule(type_, places_);
  type_.text = text_.substr(begin_);
  if (error && foreign_) {
    Type foreign;
    foreign.kind = Type::Kind::kOther;
    foreign.text = type_.text;
    foreign.element = spellings_.of(foreign.text, aliases_);
    type_ = std::move(foreign);
    return;
  }
  if (error && !aliases_.mentions(type_.text, AttributeAlias::Kind::kBroken)) {
    parsed_.error = std::move(error);
  }
  if (error || broken_) {
    parsed_.type.reset();
    return;
  }
  if (type_.kind == Type::Kind::kMemDesc && type_.alloc_shape.empty())
    type_.alloc_shape = type_.shape;
}

// The range within the first '<' and the last '>' of a text that has both.
TextRange within_angles(std::string_view text, TextRange range) {
  const auto open = text.find('<', range.begin);
  return {text.find_first_not_of(" \t\r\n", open + 1), range.end - 1};
}

}  // namespace

// `!tt.tensordesc<tensor<64x64xf16>>`, or without `tensor<` in later spellings, which reads as a
// memory descriptor without its head.
ParsedType descriptor_of(std::string_view text,
                         TextRange range,
                         Aliases& aliases,
                         Spellings& spellings) {
  const auto inner = within_angles(text, range);
  const bool is_nested = text.substr(inner.begin, inner.end - inner.begin).starts_with("tensor");
  const TextRange written = is_nested ? inner : TextRange{text.find('<', range.begin), range.end};
  ParsedType block;
  TypeParser(text, written, aliases, spellings, block, /*is_block=*/true).parse();
  if (block.type) {
    block.type->kind = Type::Kind::kDescriptor;
    block.type->alloc_shape.clear();
  }
  return block;
}

ParsedType parse_other_type(std::string_view text,
                            TextRange range,
                            Aliases& aliases,
                            Spellings& spellings) {
  if (!is_whole_pointer(text.substr(range.begin, range.end - range.begin))) {
    return {std::nullopt,
            mlir::ParseError{ErrorCode::kSyntax, range.begin, std::string(kNoPointer)}};
  }
  Type type;
  type.text = text.substr(range.begin, range.end - range.begin);
  type.element = spellings.of(type.text, aliases);
  type.kind = Type::Kind::kOther;
  const auto head = type.text.substr(0, type.text.find('<'));
  if (head.size() < type.text.size() && head.find(".tensordesc") != std::string_view::npos) {
    auto descriptor = descriptor_of(text, range, aliases, spellings);
    // Nobody asks that the block has the rank of its layout.
    if (descriptor.error && descriptor.error->code == ErrorCode::kShape) {
      return {std::move(type), std::nullopt};
    }
    if (descriptor.type) descriptor.type->text = type.text;
    return descriptor;
  }
  type.element_bits = element_bits(type.element);
  if (type.element_bits != 0) type.kind = Type::Kind::kScalar;
  return {std::move(type), std::nullopt};
}

ParsedType parse_type(std::string_view text,
                      TextRange range,
                      Aliases& aliases,
                      Spellings& spellings) {
  ParsedType parsed;
  TypeParser(text, range, aliases, spellings, parsed).parse();
  return parsed;
}

}  // namespace tileproof::ttgir
