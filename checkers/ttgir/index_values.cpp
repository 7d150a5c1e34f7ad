#include "checkers/ttgir/index_values.hpp"

#include <array>
#include <utility>

#include "checkers/ttgir/dense_literal.hpp"
#include "encodings/mlir/cursor.hpp"

namespace tileproof {
namespace {

__extension__ using Wide = __int128;

constexpr std::string_view kIndex = "index";

std::uint64_t unsigned_of(std::int64_t value, unsigned bits) {
  const auto word = static_cast<std::uint64_t>(value);
  return bits >= 64 ? word : word & ((std::uint64_t{1} << bits) - 1);
}

std::optional<std::int64_t> number(std::string_view text) {
  mlir::Cursor cursor(text);
  std::int64_t value = 0;
  if (!cursor.number(value)) return std::nullopt;
  const char next = text.substr(cursor.offset()).empty() ? ' ' : text[cursor.offset()];
  return next == '.' || next == 'e' || next == 'x' ? std::nullopt : std::optional(value);
}

}  // namespace

IndexOp index_op(std::string_view name) {
  using enum IndexOp;
  static constexpr std::array<std::pair<std::string_view, IndexOp>, 26> kNames{{
      {"arith.addi", kAdd},
      {"arith.subi", kSub},
      {"arith.muli", kMul},
      {"arith.divsi", kDivS},
      {"arith.divui", kDivU},
      {"arith.remsi", kRemS},
      {"arith.remui", kRemU},
      {"arith.ceildivsi", kCeilDivS},
      {"arith.floordivsi", kFloorDivS},
      {"arith.minsi", kMinS},
      {"arith.maxsi", kMaxS},
      {"arith.minui", kMinU},
      {"arith.maxui", kMaxU},
      {"arith.andi", kAnd},
      {"arith.ori", kOr},
      {"arith.xori", kXor},
      {"arith.shli", kShl},
      {"arith.shrsi", kShrS},
      {"arith.shrui", kShrU},
      {"arith.select", kSelect},
      {"arith.cmpi", kCompare},
      {"arith.extsi", kExtendS},
      {"arith.extui", kExtendU},
      {"arith.trunci", kTruncate},
      {"arith.index_cast", kIndexCast},
      {"arith.index_castui", kExtendU},
  }};
  if (!name.starts_with("arith.")) return kNone;
  for (const auto& [known, op] : kNames) {
    if (name == known) return op;
  }
  return kNone;
}

std::optional<Predicate> predicate_of(const ttgir::Module& module, const ttgir::Operation& op) {
  using enum Predicate;
  static constexpr std::array<std::pair<std::string_view, Predicate>, 10> kNames{{
      {"eq", kEq},
      {"ne", kNe},
      {"slt", kSlt},
      {"sle", kSle},
      {"sgt", kSgt},
      {"sge", kSge},
      {"ult", kUlt},
      {"ule", kUle},
      {"ugt", kUgt},
      {"uge", kUge},
  }};
  if (const auto text = module.attribute(op, "predicate")) {
    const auto value = number(*text);
    if (!value || *value < 0 || *value > 9) return std::nullopt;
    return kNames[static_cast<std::size_t>(*value)].second;
  }
  auto text = module.text.substr(op.head.begin, op.head.end - op.head.begin);
  text.remove_prefix(std::min(text.size(), op.name.size()));
  const auto begin = text.find_first_not_of(" \t\r\n");
  if (begin == std::string_view::npos) return std::nullopt;
  text = text.substr(begin, text.find_first_of(" ,\t\r\n", begin) - begin);
  for (const auto& [name, predicate] : kNames) {
    if (text == name) return predicate;
  }
  return std::nullopt;
}

Predicate negated(Predicate predicate) {
  using enum Predicate;
  static constexpr std::array kTo{kNe, kEq, kSge, kSgt, kSle, kSlt, kUge, kUgt, kUle, kUlt};
  return kTo[static_cast<std::size_t>(predicate)];
}

Predicate swapped(Predicate predicate) {
  using enum Predicate;
  static constexpr std::array kTo{kEq, kNe, kSgt, kSge, kSlt, kSle, kUgt, kUge, kUlt, kUle};
  return kTo[static_cast<std::size_t>(predicate)];
}

std::string_view constant_text(const ttgir::Module& module, const ttgir::Operation& op) {
  std::string_view text;
  if (const auto value = module.attribute(op, "value")) {
    text = *value;
  } else {
    text = module.text.substr(op.head.begin, op.head.end - op.head.begin);
    text.remove_prefix(std::min(text.size(), op.name.size()));
    if (!op.attributes.empty()) {
      const auto behind = op.attributes.end + 1 - op.offset - op.name.size();
      text.remove_prefix(std::min(text.size(), behind));
    }
  }
  text.remove_prefix(std::min(text.find_first_not_of(" \t\r\n"), text.size()));
  if (!text.starts_with("#")) return text;
  const auto alias =
      module.attribute_aliases.find(text.substr(1, text.find_first_of(" \t\r\n") - 1));
  if (alias == module.attribute_aliases.end()) return text;
  return module.text.substr(alias->second.begin, alias->second.end - alias->second.begin);
}

std::optional<std::int64_t> constant_of(const ttgir::Module& module, const ttgir::Operation& op) {
  if (op.kind() != ttgir::OpKind::kConstant) return std::nullopt;
  std::string_view text = constant_text(module, op);
  text = dense_elements(text).value_or(text);
  if (text.starts_with("true")) return 1;
  if (text.starts_with("false")) return 0;
  const auto value = number(text);
  const auto results = module.results(op);
  if (!value || results.empty() || results[0].type == ttgir::kNoType) return value;
  // A number that its type does not have, with or without a sign, means nothing.
  const ttgir::Type& type = module.types[results[0].type];
  if (type.element == kIndex && !is_certain_index(*value)) return std::nullopt;
  const unsigned bits = type.element_bits;
  if (bits == 0 || bits >= 63) return value;
  const auto half = std::int64_t{1} << (bits - 1);
  return *value >= -half && *value < 2 * half ? value : std::nullopt;
}

bool compares_unsigned(const ttgir::Module& module, const ttgir::Operation& loop) {
  if (module.attribute(loop, "unsignedCmp")) return true;
  auto head = module.text.substr(loop.head.begin, loop.head.end - loop.head.begin);
  head = head.substr(0, head.find('%'));
  return !loop.generic && head.find("unsigned") != std::string_view::npos;
}

bool takes_indices(ttgir::OpKind kind) {
  using enum ttgir::OpKind;
  return kind == kMemdescIndex || kind == kMemdescSubview || kind == kMemdescDynamicSubslice ||
         kind == kRemoteView || kind == kLocalGather || kind == kLocalScatter ||
         kind == kLocalAtomicScatter || kind == kMakeDescriptor;
}

std::optional<std::int64_t> integer_of(std::optional<std::string_view> text) {
  const auto value = text ? number(*text) : std::nullopt;
  if (!value || *value < 2) return value;  // no highest bit of two or more is set
  mlir::Cursor cursor(*text);
  std::int64_t skipped = 0;
  Word bits = 0;
  const bool has_width = cursor.number(skipped) && cursor.accept(':') && cursor.accept('i') &&
                         cursor.unsigned_integer(bits);
  const bool is_negative = has_width && bits > 1 && bits < 63 && *value >> (bits - 1) == 1;
  return is_negative ? *value - (std::int64_t{1} << bits) : value;
}

unsigned integer_bits(const ttgir::Module& module, ttgir::TypeId id) {
  if (id == ttgir::kNoType) return 0;
  const ttgir::Type& type = module.types[id];
  const bool has_elements =
      type.kind == ttgir::Type::Kind::kScalar || type.kind == ttgir::Type::Kind::kTensor;
  if (!has_elements || type.element.empty()) return 0;
  if (type.element == kIndex) return kIndexBits;
  return type.element.front() == 'i' && type.element_bits <= 64 ? type.element_bits : 0;
}

bool is_certain_index(std::int64_t value) { return wrapped(value, 32) == value; }

std::int64_t wrapped(std::int64_t value, unsigned bits) {
  if (bits == 0) return value;
  const auto word = unsigned_of(value, bits);
  if (bits == 1 || bits >= 64) return static_cast<std::int64_t>(word);
  const auto sign = std::uint64_t{1} << (bits - 1);
  return static_cast<std::int64_t>((word ^ sign) - sign);
}

std::optional<std::int64_t> value_of(IndexOp op, std::int64_t a, std::int64_t b, unsigned bits) {
  using enum IndexOp;
  if (bits == kIndexBits) {
    const auto value = value_of(op, a, b, 32);
    return value == value_of(op, a, b, 64) ? value : std::nullopt;
  }
  const auto ua = unsigned_of(a, bits);
  const auto ub = unsigned_of(b, bits);
  const auto give = [&](Wide value) -> std::optional<std::int64_t> {
    return wrapped(static_cast<std::int64_t>(static_cast<std::uint64_t>(value)), bits);
  };
  const bool divides = op == kDivS || op == kDivU || op == kRemS || op == kRemU ||
                       op == kCeilDivS || op == kFloorDivS;
  if (divides && (b == 0 || ub == 0)) return std::nullopt;
  const bool is_signed = op == kDivS || op == kRemS || op == kCeilDivS || op == kFloorDivS ||
                         op == kMinS || op == kMaxS || op == kShrS;
  if (bits == 1 && is_signed) return std::nullopt;
  const bool shifts = op == kShl || op == kShrS || op == kShrU;
  if (shifts && ub >= bits) return std::nullopt;
  const Wide wide_a = a;
  const Wide wide_b = b;
  switch (op) {
    case kAdd:
      return give(wide_a + wide_b);
    case kSub:
      return give(wide_a - wide_b);
    case kMul:
      return give(wide_a * wide_b);
    case kDivS:
      return give(wide_a / wide_b);
    case kRemS:
      return give(wide_a % wide_b);
    case kDivU:
      return give(ua / ub);
    case kRemU:
      return give(ua % ub);
    case kCeilDivS:
      return give(wide_a / wide_b + (wide_a % wide_b != 0 && (wide_a > 0) == (wide_b > 0) ? 1 : 0));
    case kFloorDivS:
      return give(wide_a / wide_b - (wide_a % wide_b != 0 && (wide_a > 0) != (wide_b > 0) ? 1 : 0));
    case kMinS:
      return std::min(a, b);
    case kMaxS:
      return std::max(a, b);
    case kMinU:
      return ua < ub ? a : b;
    case kMaxU:
      return ua < ub ? b : a;
    case kAnd:
      return give(ua & ub);
    case kOr:
      return give(ua | ub);
    case kXor:
      return give(ua ^ ub);
    case kShl:
      return give(static_cast<Wide>(ua << ub));
    case kShrS:
      return give(wide_a >> ub);
    case kShrU:
      return give(ua >> ub);
    default:
      return std::nullopt;
  }
}

std::optional<std::int64_t> cast_value(IndexOp op, std::int64_t a, unsigned from, unsigned to) {
  if (from == kIndexBits) {
    const auto value = cast_value(op, a, 32, to);
    return value == cast_value(op, a, 64, to) ? value : std::nullopt;
  }
  if (to == kIndexBits) {
    const auto value = cast_value(op, a, from, 64);
    return value && is_certain_index(*value) ? value : std::nullopt;
  }
  if (from == 0 || to == 0 || to > 64) return std::nullopt;
  // One bit is -1 or 0 as a signed number.
  const auto value = op == IndexOp::kExtendU ? static_cast<std::int64_t>(unsigned_of(a, from))
                     : from == 1 && op != IndexOp::kTruncate ? -wrapped(a, 1)
                                                             : wrapped(a, from);
  if (op == IndexOp::kExtendU && value < 0) return std::nullopt;
  return wrapped(value, to);
}

bool compares(Predicate predicate, std::int64_t a, std::int64_t b, unsigned bits) {
  using enum Predicate;
  const auto ua = unsigned_of(a, bits);
  const auto ub = unsigned_of(b, bits);
  // One bit is -1 or 0 as a signed number.
  const auto sa = bits == 1 ? -a : a;
  const auto sb = bits == 1 ? -b : b;
  switch (predicate) {
    case kEq:
      return a == b;
    case kNe:
      return a != b;
    case kSlt:
      return sa < sb;
    case kSle:
      return sa <= sb;
    case kSgt:
      return sa > sb;
    case kSge:
      return sa >= sb;
    case kUlt:
      return ua < ub;
    case kUle:
      return ua <= ub;
    case kUgt:
      return ua > ub;
    case kUge:
      return ua >= ub;
  }
  return false;
}

}  // namespace tileproof
