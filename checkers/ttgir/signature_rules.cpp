// Has an operation the operands, results and attributes of its row in the table of operations?
// Asked before anything else is: no rule meets an operand of another kind, or in another place.
#include <algorithm>
#include <array>
#include <boost/container/small_vector.hpp>
#include <numeric>

#include "checkers/ttgir/attribute_kinds.hpp"
#include "checkers/ttgir/element_types.hpp"
#include "checkers/ttgir/module_checker.hpp"
#include "checkers/ttgir/written_words.hpp"

namespace tileproof {

using ttgir::kNoType;
using ttgir::OpKind;

namespace {

using Type = ttgir::Type;

// What a letter of a signature stands for (encodings/ttgir/op_table.hpp).
struct Letter {
  char letter;
  std::string_view words;
  bool (*fits)(const Type& type, std::string_view pointee);
};

bool is_tensor(const Type& type) { return type.kind == Type::Kind::kTensor; }
bool is_scalar(const Type& type) { return type.kind == Type::Kind::kScalar; }
bool is_one(const Type& type, std::string_view element) {
  return is_scalar(type) && type.element == element;
}
bool is_tensor_of(const Type& type, std::string_view element) {
  return is_tensor(type) && type.element == element;
}

constexpr std::array kLetters{
    Letter{'T',
           "a tensor of numbers of Triton's, or of pointers",
           [](const Type& t, auto) { return is_tensor(t) && is_number_of_triton(t.element); }},
    Letter{'M', "a memory", [](const Type& t, auto) { return t.kind == Type::Kind::kMemDesc; }},
    Letter{'Y', "a tensor or a memory", [](const Type& t, auto) { return t.is_shaped(); }},
    Letter{'D',
           "a descriptor",
           [](const Type& t, auto) {
             return t.kind == Type::Kind::kDescriptor ||
                    t.element.find(".tensordesc") != std::string_view::npos;
           }},
    Letter{'t',
           "a token",
           [](const Type& t, auto) {
             return t.kind == Type::Kind::kOther && t.element.ends_with("async.token");
           }},
    Letter{'.', "anything", [](const Type& /*t*/, auto) { return true; }},
    Letter{'p',
           "a pointer",
           [](const Type& t, auto) { return is_scalar(t) && is_pointer(t.element); }},
    Letter{'P',
           "a pointer or a tensor of pointers",
           [](const Type& t, auto) {
             return (is_scalar(t) || is_tensor(t)) && is_pointer(t.element);
           }},
    Letter{'O', "a tensor of i32", [](const Type& t, auto) { return is_tensor_of(t, "i32"); }},
    Letter{'V',
           "a tensor of what the pointer points to",
           [](const Type& t, std::string_view pointee) {
             return is_tensor(t) && (pointee.empty() || t.element == pointee);
           }},
    Letter{'b', "an i1", [](const Type& t, auto) { return is_one(t, "i1"); }},
    Letter{'m', "a tensor of i1", [](const Type& t, auto) { return is_tensor_of(t, "i1"); }},
    Letter{'c',
           "an i1 or a tensor of i1",
           [](const Type& t, auto) { return is_one(t, "i1") || is_tensor_of(t, "i1"); }},
    Letter{'s', "an i32", [](const Type& t, auto) { return is_one(t, "i32"); }},
    Letter{'i',
           "an i32 or a tensor of i32",
           [](const Type& t, auto) { return is_one(t, "i32") || is_tensor_of(t, "i32"); }},
    Letter{'h', "an i16", [](const Type& t, auto) { return is_one(t, "i16"); }},
    Letter{'l', "an i64", [](const Type& t, auto) { return is_one(t, "i64"); }},
    Letter{'k',
           "an integer or an index",
           [](const Type& t, auto) { return is_scalar(t) && is_integer(t.element); }},
    Letter{'j', "an index", [](const Type& t, auto) { return is_one(t, "index"); }},
    Letter{'n', "a number or a pointer", [](const Type& t, auto) { return is_scalar(t); }},
    Letter{'x',
           "a number or a tensor",
           [](const Type& t, auto) { return is_scalar(t) || is_tensor(t); }},
};

// By their letters: each operand of a file is asked for one.
constexpr auto kLetterNumbers = [] {
  std::array<std::uint8_t, 128> numbers{};
  for (std::size_t i = 0; i < kLetters.size(); ++i) {
    numbers[static_cast<std::size_t>(kLetters[i].letter)] = static_cast<std::uint8_t>(i + 1);
  }
  return numbers;
}();

const Letter& letter_of(char wanted) {
  const std::size_t number = kLetterNumbers[static_cast<std::size_t>(wanted) % 128];
  TP_CHECK(number != 0, "a letter of a signature has a meaning");
  return kLetters[number - 1];
}

// Behind a letter of which there may be none.
bool is_suffix(char c) { return c == '?' || c == '*' || c == '='; }

// Between the name of an attribute and its kind.
bool is_mark(char c) { return c == ':' || c == '?' || c == '!' || c == '~'; }

using Types = boost::container::small_vector<const Type*, 8>;  // null where one is not known
using Sizes = std::vector<unsigned>;                           // of segments; empty if not said

// One list of types against one list of letters.  Without segments, what may be absent is there
// where it fits, unless what follows then does not.
class Match {
 public:
  Match(const Types& given, std::string_view pointee, const Sizes& segments)
      : given_(given), pointee_(pointee), segments_(segments) {}

  bool fits(std::string_view letters, std::size_t next = 0, std::size_t segment = 0) {
    if (letters.empty()) return next == given_.size() || fails(next, '\0');
    const bool is_group = letters.front() == '(';
    const auto group = is_group ? letters.substr(1, letters.find(')') - 1) : letters.substr(0, 1);
    letters.remove_prefix(group.size() + (is_group ? 2 : 0));
    const char suffix = letters.empty() ? '\0' : letters.front();
    const bool may_lack = is_suffix(suffix);
    if (may_lack) letters.remove_prefix(1);
    std::size_t least = may_lack ? 0 : 1;
    std::size_t most = may_lack && suffix != '?' ? given_.size() : 1;
    if (!segments_.empty()) {
      const std::size_t count = segments_[segment];
      if (count < least || count > most) return fails(next, group.front());
      least = most = count;
    }
    std::size_t count = 0;
    while (count < most && fits_group(group, next + count * group.size())) ++count;
    if (count < least) return false;
    for (;; --count) {
      if (fits(letters, next + count * group.size(), segment + 1)) return true;
      if (count == least) return false;
    }
  }

  // Of what did not fit, the furthest.
  [[nodiscard]] std::string why(std::string_view noun) const {
    const std::string place = std::string(noun) + " " + std::to_string(furthest_);
    const Type* type = furthest_ < given_.size() ? given_[furthest_] : nullptr;
    const std::string is = furthest_ >= given_.size() ? "missing"
                           : type == nullptr          ? "not known"
                                                      : to_string(*type);
    return place + " is " + is + ", and should " +
           (wanted_ == '\0' ? "not be there" : "be " + std::string(letter_of(wanted_).words));
  }

 private:
  bool fits_group(std::string_view group, std::size_t next) {
    for (const char letter : group) {
      const bool is_there = next < given_.size();
      if (!is_there ||
          (given_[next] != nullptr && !letter_of(letter).fits(*given_[next], pointee_)))
        return fails(next, letter);
      ++next;
    }
    return true;
  }
  bool fails(std::size_t next, char wanted) {
    if (next < furthest_ || (next == furthest_ && wanted_ != '\0')) return false;
    furthest_ = next;
    wanted_ = wanted;
    return false;
  }

  const Types& given_;
  std::string_view pointee_;
  const Sizes& segments_;
  std::size_t furthest_ = 0;
  char wanted_ = '\0';  // nothing
};

std::size_t segments_of(std::string_view letters) {
  return static_cast<std::size_t>(
      std::ranges::count_if(letters, [](char c) { return !is_suffix(c); }));
}

// Does the number of all leave open how many there are of each?
bool needs_sizes(std::string_view letters) {
  return std::ranges::count_if(letters, [](char c) { return c == '?' || c == '*'; }) > 1;
}

// What the text says of the sizes of segments: nothing, or numbers that are none below 0.
struct WrittenSizes {
  std::optional<std::string_view> text;
  Sizes sizes;

  [[nodiscard]] bool add_up_to(std::size_t count) const {
    return !text || std::accumulate(sizes.begin(), sizes.end(), std::size_t{0}) == count;
  }
};

// The sizes of a version's segments among so many types; nullopt if the text has not what the
// version asks for.
std::optional<Sizes> sizes_of(std::string_view letters,
                              const WrittenSizes& written,
                              std::size_t count,
                              bool generic) {
  if (written.text) {
    const bool is_one = needs_sizes(letters) && written.sizes.size() == segments_of(letters);
    return is_one ? std::optional(written.sizes) : std::nullopt;
  }
  const auto of_one_size = static_cast<std::size_t>(std::ranges::count(letters, '='));
  if (of_one_size == 0) {
    return generic && needs_sizes(letters) ? std::nullopt : std::optional<Sizes>{Sizes{}};
  }
  const std::size_t single = segments_of(letters) - of_one_size;
  if (count < single || (count - single) % of_one_size != 0) return std::nullopt;
  Sizes sizes;
  for (std::size_t i = 0; i < letters.size(); ++i) {
    if (is_suffix(letters[i])) continue;
    const bool is_shared = i + 1 < letters.size() && letters[i + 1] == '=';
    sizes.push_back(is_shared ? static_cast<unsigned>((count - single) / of_one_size) : 1U);
  }
  return sizes;
}

constexpr std::string_view kOperandSizes = "operandSegmentSizes";
constexpr std::string_view kResultSizes = "resultSegmentSizes";

}  // namespace

bool ModuleChecker::require_kind(const Operation& op,
                                 std::string_view name,
                                 std::optional<std::string_view> value,
                                 std::string_view kind) {
  if (!value || has_kind(kind, *value)) return true;
  return require_types(
      op, false, "'", name, "' is ", value->substr(0, 40), ", and should be ", kind_in_words(kind));
}

// In pretty form, attributes that must be there may be words, too.
bool ModuleChecker::require_attributes(const Operation& op) {
  std::string_view list = op.row->signature.attributes;
  const auto head = module_.text.substr(op.head.begin, op.head.end - op.head.begin);
  std::size_t front_words = 0;
  const auto behind = [&](std::string_view word) { return behind_keyword(op, word); };
  while (!list.empty()) {
    const auto entry = list.substr(0, list.find(' '));
    list.remove_prefix(std::min(entry.size() + 1, list.size()));
    const auto mark =
        static_cast<std::size_t>(std::ranges::find_if(entry, is_mark) - entry.begin());
    const auto name = entry.substr(0, mark);
    const bool may_differ = entry[mark] == '~' && !op.generic;
    const bool may_lack =
        entry[mark] == '?' || entry[mark] == '~' || (entry[mark] == ':' && !op.generic);
    const auto value = module_.attribute(op, name);
    if (may_differ && value && !has_kind(entry.substr(mark + 1), *value)) {
      add_unknown(op,
                  Topic::kTypes,
                  "what compilers make of '" + std::string(name) + "' that is not " +
                      kind_in_words(entry.substr(mark + 1)));
      return false;
    }
    if (!require_types(op, value || may_lack, op.name, " has no '", name, "'") ||
        !require_kind(op, name, value, entry.substr(mark + 1))) {
      return false;
    }
    if (op.generic || value) continue;
    const auto kind = entry.substr(mark + 1);
    const bool is_there =
        entry[mark] != ':' || (kind == "s" ? head.find('"') != std::string_view::npos
                                           : !is_keyword(name, kind) || behind(name));
    if (!require_types(op, is_there, op.name, " has no '", name, "'")) return false;
    const auto wrong = wrong_word(name, kind, op.name, front_words, behind);
    if (is_front_word(name, kind)) ++front_words;
    if (wrong) return require_types(op, false, "'", *wrong, "' is no word for '", name, "'");
  }
  return true;
}

// In generic form a type is written for each operand and each result, in pretty form for each
// result where there may be any number of them.
bool ModuleChecker::require_written_types(const Operation& op) {
  const bool lists_results = !op.generic && op.row->types.right == "*" &&
                             results_of(op.row->signature).find('*') != std::string_view::npos;
  if (!require_types(op,
                     !lists_results || op.right_count == op.result_count,
                     "types of ",
                     op.right_count,
                     " results are written, and ",
                     op.right_count < op.result_count ? "more" : "fewer",
                     " are named")) {
    return false;
  }
  const bool is_exempt = !op.generic || op.kind() == OpKind::kConstant ||
                         op.kind() == OpKind::kFunction || op.kind() == OpKind::kUnknown;
  return require_types(
      op,
      is_exempt || (op.left_count == op.operand_count && op.right_count == op.result_count),
      op.left_count,
      " types of operands and ",
      op.right_count,
      " of results are written for ",
      op.operand_count,
      " and ",
      op.result_count);
}

// A mask that a word announces has no type in the text, and values may stand where it does.
bool ModuleChecker::require_mask(const Operation& op) {
  if (op.generic) return true;
  const auto behind = behind_keyword(op, "mask");
  const auto name = behind ? behind->find_first_not_of(" =\t\r\n") : std::string_view::npos;
  if (name == std::string_view::npos) return true;
  const auto at = static_cast<std::size_t>(behind->data() + name - module_.text.data());
  const auto operands = module_.operands(op);
  for (std::size_t i = 0; i < operands.size(); ++i) {
    const TypeId id = operand_type(op, i);
    if (operands[i].offset != at || id == kNoType) continue;
    if (!require_types(op, type(id).element == "i1", "the mask is ", type(id))) return false;
  }
  return true;
}

bool ModuleChecker::check_signature(const Operation& op) {
  Types operands;
  Types results;
  std::string_view pointee;
  for (std::size_t i = 0; i < op.operand_count; ++i) {
    const TypeId id = operand_type(op, i);
    operands.push_back(id == kNoType ? nullptr : &type(id));
    if (id != kNoType && pointee.empty()) pointee = pointee_of(type(id).element);
  }
  for (std::size_t i = 0; i < op.result_count; ++i) {
    const TypeId id = result_type(op, i);
    results.push_back(id == kNoType ? nullptr : &type(id));
  }
  const auto segments = [&](std::string_view name) {
    if (!op.generic) return WrittenSizes{};
    const auto text = module_.attribute(op, name);
    return WrittenSizes{text, list_attribute(op, name)};
  };
  const WrittenSizes operand_sizes = segments(kOperandSizes);
  const WrittenSizes result_sizes = segments(kResultSizes);
  const bool may_branch = op.kind() == OpKind::kBranch || op.kind() == OpKind::kUnknown;
  if (!require_types(op,
                     may_branch || op.successor_count == 0,
                     "it goes on to ",
                     op.successor_count,
                     " blocks, which a branch does") ||
      !require_regions(op) || !require_written_types(op) || !require_mask(op) ||
      !require_kind(op, kOperandSizes, operand_sizes.text, "n") ||
      !require_kind(op, kResultSizes, result_sizes.text, "n") ||
      !require_types(
          op,
          operand_sizes.add_up_to(op.operand_count) && result_sizes.add_up_to(op.result_count),
          "its segments are not as many as its operands or results")) {
    return false;
  }
  // Results need not be named, and are not seen then where no type is written for them.
  const bool is_unnamed = op.result_count == 0 && !op.generic;
  std::string why;  // of the first version whose segments are known
  std::string_view lacking;
  for (std::string_view versions = types_of(op.row->signature, op.generic); !versions.empty();) {
    const auto version = versions.substr(0, versions.find('|'));
    versions.remove_prefix(std::min(version.size() + 1, versions.size()));
    const auto arrow = version.find("->");
    const auto takes = version.substr(0, arrow);
    const auto gives = version.substr(arrow + 2);
    const auto taken_sizes = sizes_of(takes, operand_sizes, operands.size(), op.generic);
    const auto given_sizes = sizes_of(gives, result_sizes, results.size(), op.generic);
    if (!taken_sizes || !given_sizes) {
      if (!operand_sizes.text && needs_sizes(takes)) lacking = kOperandSizes;
      if (!result_sizes.text && needs_sizes(gives)) lacking = kResultSizes;
      continue;
    }
    Match taken(operands, pointee, *taken_sizes);
    Match given(results, pointee, *given_sizes);
    const bool takes_these = taken.fits(takes);
    if (takes_these && (is_unnamed || given.fits(gives))) return require_attributes(op);
    if (!why.empty()) continue;
    why = takes_these ? given.why("result") : taken.why("operand");
  }
  // In pretty form types are given to the operands that can have them, and so perhaps to others.
  const bool is_sure = op.generic || std::ranges::find(operands, nullptr) == operands.end();
  if (!is_sure) {
    add_untyped(op);
  } else if (!lacking.empty()) {
    const std::string start = why.empty() ? std::string(op.name) : why + "; it";
    require_types(op, false, start, " has no '", lacking, "'");
  } else if (!why.empty()) {
    refuted(op, Topic::kTypes, std::move(why));
  } else {
    add_unknown(op, Topic::kTypes, "it has segments that tileproof does not know");
  }
  return false;
}

// Each type that the text writes is that of an operand or result, as the operation's form has them.
bool ModuleChecker::require_form(const Operation& op) {
  using enum ttgir::Pairing;
  if (op.generic) return true;
  const auto require = [&](bool holds, std::string_view why) {
    if (!holds) add_unknown(op, Topic::kTypes, std::string(why));
    return holds;
  };
  return require(op.pairing != kTypeTooMany,
                 "of which operands or results its types are is not known") &&
         require(op.pairing != kTypeTooFew,
                 "it writes fewer types than its operands and results have") &&
         require(op.pairing != kNameTooMany && names_as_written(op),
                 "not as many results are named as it writes");
}

// `%r, %k = ttng.tmem_load %d[] : ... -> tensor<...>`: what gives a type for each result has one
// for each name, and a token more where brackets are there for one.
bool ModuleChecker::names_as_written(const Operation& op) const {
  const bool is_named = op.result_count != 0 && module_.values[op.first_result].offset != op.offset;
  const bool lists = op.row->types.right == "*" && op.row->result == ttgir::ResultRule::kWritten;
  if (!is_named) return true;
  const std::string_view form = types_of(op.row->signature, /*generic=*/false);
  const auto token = form.find("t?");
  const bool may_have_token =
      token < form.find("->") && results_of(op.row->signature).find("t?") != std::string_view::npos;
  if (!lists && !may_have_token) return true;
  std::size_t written = lists ? op.right_count : 0;
  if (may_have_token && token != 0 && token <= op.operand_count) {
    const ttgir::Operand& operand = module_.operands(op)[token - 1];
    const auto behind = operand.offset + operand.name.size();
    const auto bracket = module_.text.find_first_not_of(" \t\r\n", behind);
    if (bracket != std::string_view::npos && module_.text[bracket] == '[') ++written;
  }
  return written == op.result_count;
}

// Of what is taken or given, all but what may be anything has a type that the text says.
bool ModuleChecker::require_typed(const Operation& op, bool is_data) {
  if (!require_form(op)) return false;
  const bool may_be_anything = op.row->signature.types.find('.') != std::string_view::npos;
  if (may_be_anything || !is_data) return true;
  bool is_typed = true;
  for (std::size_t i = 0; i < op.operand_count; ++i) {
    is_typed = is_typed && operand_type(op, i) != kNoType;
  }
  for (std::size_t i = 0; i < op.result_count; ++i) {
    is_typed = is_typed && result_type(op, i) != kNoType;
  }
  if (!is_typed) add_untyped(op);
  return is_typed;
}

}  // namespace tileproof
