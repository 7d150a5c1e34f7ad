// Has an operation the operands, results and attributes of its row in the table of operations?
// Asked before anything else is: no rule meets an operand of another kind, or in another place.
#include <algorithm>
#include <array>
#include <boost/container/small_vector.hpp>
#include <numeric>

#include "checkers/ttgir/element_types.hpp"
#include "checkers/ttgir/index_values.hpp"
#include "checkers/ttgir/module_checker.hpp"

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
    Letter{'T', "a tensor", [](const Type& t, auto) { return is_tensor(t); }},
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

using Types = boost::container::small_vector<const Type*, 8>;  // null where one is not known

// One list of types against one list of letters.  Without segments, what may be absent is there
// where it fits, unless what follows then does not.
class Match {
 public:
  Match(const Types& given, std::string_view pointee, const std::vector<unsigned>& segments)
      : given_(given), pointee_(pointee), segments_(segments) {}

  bool fits(std::string_view letters, std::size_t next = 0, std::size_t segment = 0) {
    if (letters.empty()) return next == given_.size() || fails(next, '\0');
    const bool is_group = letters.front() == '(';
    const auto group = is_group ? letters.substr(1, letters.find(')') - 1) : letters.substr(0, 1);
    letters.remove_prefix(group.size() + (is_group ? 2 : 0));
    const char suffix = letters.empty() ? '\0' : letters.front();
    const bool may_lack = suffix == '?' || suffix == '*';
    if (may_lack) letters.remove_prefix(1);
    std::size_t least = may_lack ? 0 : 1;
    std::size_t most = suffix == '*' ? given_.size() : 1;
    if (!segments_.empty()) {
      const std::size_t count = segment < segments_.size() ? segments_[segment] : 0;
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
  const std::vector<unsigned>& segments_;
  std::size_t furthest_ = 0;
  char wanted_ = '\0';  // nothing
};

std::size_t segments_of(std::string_view letters) {
  return static_cast<std::size_t>(
      std::ranges::count_if(letters, [](char c) { return c != '?' && c != '*'; }));
}

bool adds_up(const std::vector<unsigned>& segments, std::size_t count) {
  return segments.empty() ||
         std::accumulate(segments.begin(), segments.end(), std::size_t{0}) == count;
}

// The kinds of attributes' values.
std::string_view kind_in_words(char kind) {
  switch (kind) {
    case 'i':
      return "an i32";
    case '+':
      return "an i32 of 1 or more";
    case 'I':
      return "an i64 from 0 to 9";
    case 'F':
      return "an i64 from 0 to 15";
    case 'b':
      return "true or false";
    case 'f':
      return "a flag";
    case 's':
      return "a text";
    case 'y':
      return "a symbol";
    case 'a':
      return "a list of i32";
    case 'A':
      return "a list of i64";
    case '.':
      return "anything";
    default:
      TP_CHECK(false, "a kind of attributes has a meaning");
  }
}

// `array<i32: 1, 0>` or, in old files, `[1 : i32, 0 : i32]`.
bool is_list_of(std::string_view value, std::string_view element) {
  const auto accept = [&](std::string_view word) {
    value.remove_prefix(std::min(value.find_first_not_of(" \t\r\n"), value.size()));
    if (!value.starts_with(word)) return false;
    value.remove_prefix(word.size());
    return true;
  };
  return accept("[") || (accept("array") && accept("<") && accept(element));
}

bool fits_kind(char kind, std::string_view value) {
  const auto is_integer_of = [&](std::string_view type) {
    const auto colon = value.find(':');
    if (colon == std::string_view::npos || !integer_of(value.substr(0, colon))) return false;
    const auto behind = value.substr(colon + 1);
    return behind.substr(std::min(behind.find_first_not_of(" \t\r\n"), behind.size())) == type;
  };
  switch (kind) {
    case '.':
      return true;
    case 'i':
      return is_integer_of("i32");
    case '+':
      return is_integer_of("i32") && *integer_of(value) >= 1;
    case 'I':
      return is_integer_of("i64") && *integer_of(value) >= 0 && *integer_of(value) <= 9;
    case 'F':
      return is_integer_of("i64") && *integer_of(value) >= 0 && *integer_of(value) <= 15;
    case 'b':
      return value == "true" || value == "false";
    case 'f':
      return value.empty() || value == "unit" || value == "true" || value == "false";
    case 's':
      return value.starts_with('"');
    case 'y':
      return value.starts_with('@');
    case 'a':
      return is_list_of(value, "i32");
    case 'A':
      return is_list_of(value, "i64");
    default:
      TP_CHECK(false, "a kind of attributes has a meaning");
  }
}

}  // namespace

// In pretty form, attributes that must be there may be words, too.
bool ModuleChecker::require_attributes(const Operation& op) {
  std::string_view list = op.row->signature.attributes;
  if (!op.generic && op.attributes.empty()) return true;
  while (!list.empty()) {
    const auto entry = list.substr(0, list.find(' '));
    list.remove_prefix(std::min(entry.size() + 1, list.size()));
    const auto name = entry.substr(0, entry.size() - 2);
    const bool may_lack = entry[entry.size() - 2] == '?';
    const char kind = entry.back();
    const auto value = module_.attribute(op, name);
    if (!value && (may_lack || !op.generic)) continue;
    if (!require_types(op, value.has_value(), op.name, " has no '", name, "'") ||
        !require_types(op,
                       fits_kind(kind, *value),
                       "'",
                       name,
                       "' is ",
                       value->substr(0, 40),
                       ", and should be ",
                       kind_in_words(kind))) {
      return false;
    }
  }
  return true;
}

// In generic form a type is written for each operand and each result.
bool ModuleChecker::require_written_types(const Operation& op) {
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
    return op.generic ? list_attribute(op, name) : std::vector<unsigned>{};
  };
  const auto operand_segments = segments("operandSegmentSizes");
  const auto result_segments = segments("resultSegmentSizes");
  if (!require_regions(op) || !require_written_types(op) ||
      !require_types(
          op,
          adds_up(operand_segments, op.operand_count) && adds_up(result_segments, op.result_count),
          "its segments are not as many as its operands or results")) {
    return false;
  }
  // Results need not be named, and are not seen then where no type is written for them.
  const bool is_unnamed = op.result_count == 0 && !op.generic;
  std::string why;  // of the first version that has as many segments
  for (std::string_view versions = types_of(op.row->signature, op.generic); !versions.empty();) {
    const auto version = versions.substr(0, versions.find('|'));
    versions.remove_prefix(std::min(version.size() + 1, versions.size()));
    const auto arrow = version.find("->");
    const auto takes = version.substr(0, arrow);
    const auto gives = version.substr(arrow + 2);
    const bool knows = segments_of(takes) >= operand_segments.size() &&
                       segments_of(gives) >= result_segments.size();
    if (!knows) continue;
    Match taken(operands, pointee, operand_segments);
    Match given(results, pointee, result_segments);
    const bool takes_these = taken.fits(takes);
    if (takes_these && (is_unnamed || given.fits(gives))) return require_attributes(op);
    if (!why.empty()) continue;
    why = takes_these ? given.why("result") : taken.why("operand");
  }
  // In pretty form types are given to the operands that can have them, and so perhaps to others.
  const bool is_sure = op.generic || std::ranges::find(operands, nullptr) == operands.end();
  if (!is_sure) {
    add_untyped(op);
  } else if (!why.empty()) {
    refuted(op, Topic::kTypes, std::move(why));
  } else {
    add_unknown(op, Topic::kTypes, "it has segments that tileproof does not know");
  }
  return false;
}

// In generic form any operation may be followed by regions.
bool ModuleChecker::require_regions(const Operation& op) {
  using enum OpKind;
  const OpKind kind = op.kind();
  const bool has_many = kind == kUnknown || kind == kRegion || kind == kWarpSpecialize ||
                        kind == kWarpSpecializePartitions;
  const bool has_one = kind == kFunction || kind == kFor || kind == kReduce || kind == kScan ||
                       op.row->name == "map_elementwise";
  const unsigned most = kind == kIf || kind == kWhile ? 2 : has_one ? 1 : 0;
  return require_types(op,
                       has_many || !op.generic || op.regions <= most,
                       op.regions,
                       " regions, where it has ",
                       most);
}

// Of what is taken or given, all but what may be anything has a type that the text says.
bool ModuleChecker::require_typed(const Operation& op) {
  const bool may_be_anything = op.row->signature.types.find('.') != std::string_view::npos;
  if (may_be_anything || !concerns_data(op)) return true;
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
