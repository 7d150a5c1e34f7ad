#include "encodings/ttgir/module_builder.hpp"

#include <cstring>
#include <limits>
#include <utility>

#include "encodings/ttgir/type_parser.hpp"

namespace tileproof::ttgir {
namespace {

std::uint64_t use_key(TypeId type, unsigned num_warps) {
  return (std::uint64_t{type} << 32) | num_warps;
}

// Of an operation whose name has not been read yet.
constexpr OpRow kUnread;

// Where the shape and the beginning of the encoding of `tensor<64x64xf16, #blocked1>` stand, and
// most of `!ttg.memdesc<64x64xf16, ...>`.
constexpr std::size_t kShapeBegins = 7;
constexpr std::size_t kShapeEnds = kShapeBegins + 2 * sizeof(std::uint64_t);

// One of so many places, a power of two, for a text that is long enough.
std::size_t recent_place(std::string_view text, std::size_t places) {
  std::uint64_t parts[2];
  std::memcpy(parts, text.data() + kShapeBegins, sizeof parts);
  constexpr std::uint64_t kOdd = 0x9e3779b97f4a7c15;  // 2^64 divided by the golden ratio
  return static_cast<std::size_t>(((parts[0] * kOdd) ^ parts[1]) * kOdd >> 32) & (places - 1);
}

}  // namespace

void ModuleStore::make_room(std::size_t bytes) {
  room.operations.reserve(bytes / 128);
  room.values.reserve(bytes / 128);
  room.operand_pool.reserve(bytes / 64);
  room.type_pool.reserve(bytes / 64);
}

// Of slices of one layout there are many, and that is not printed again for each.
std::string ModuleStore::text_of(const triton::Layout& layout) {
  const auto* slice = layout.as<triton::Slice>();
  if (slice == nullptr) return triton::to_string(layout);
  return std::to_string(slice->dim) + ' ' + std::to_string(number(slice->parent));
}

Word ModuleStore::number(const triton::LayoutPtr& layout) {
  auto& [kept, number] = printed[layout.get()];
  if (kept == nullptr) {
    kept = layout;
    std::string text = text_of(*layout);  // first, since it may number the layout's parent
    number = numbers.try_emplace(std::move(text), numbers.size()).first->second;
  }
  return number;
}

std::string ModuleBuilder::meaning_of(const Type& type) {
  std::string meaning;
  // Seven bits at a time: most are so short that they need no memory of their own.
  const auto append = [&](Word number) {
    for (; number >= 0x80; number >>= 7) meaning += static_cast<char>(number | 0x80);
    meaning += static_cast<char>(number);
  };
  const auto append_all = [&](const triton::Shape& shape) {
    append(shape.size());
    for (const Word size : shape) append(size);
  };
  append(static_cast<Word>(type.kind) | Word{type.is_mutable} << 3 |
         static_cast<Word>(type.space) << 4);
  append_all(type.shape);
  append_all(type.alloc_shape);
  append(encoding_number(type));
  meaning += type.element;
  // Those that are read by im2col have another name.
  if (type.kind == Type::Kind::kDescriptor) meaning += type.text.substr(0, type.text.find('<'));
  return meaning;
}

Word ModuleBuilder::encoding_number(const Type& type) {
  if (type.encoding.empty()) return 0;
  if (type.layout != nullptr) return 2 * store_.number(type.layout) + 1;
  return encodings_.try_emplace(type.encoding, 2 * encodings_.size() + 2).first->second;
}

TypeId ModuleBuilder::keep(Scanner& scanner, ParsedType&& parsed) {
  if (parsed.type) return keep(std::move(*parsed.type));
  if (parsed.error) {
    scanner.fail(parsed.error->code, parsed.error->offset, std::move(parsed.error->message));
  }
  return kBadType;
}

TypeId ModuleBuilder::intern(Scanner& scanner,
                             const LineIndex& lines,
                             Aliases& aliases,
                             Spellings& spellings,
                             TextRange range,
                             const UsePlace& place) {
  const auto text = scanner.between(range.begin, range.end);
  const auto [known, is_new] = ids_.try_emplace(text, kNoType);
  if (is_new) {
    ids_[known] = read(scanner, aliases, spellings, range);
  }
  const TypeId type = ids_[known];
  const auto all = scanner.between(range.begin, scanner.end());
  if (all.size() >= kShapeEnds) {
    auto& [last, before] = recent_[recent_place(all, recent_.size())];
    before = std::exchange(last, {text, type});
  }
  record_use(lines, type, place);
  return type;
}

const ModuleBuilder::RecentType* ModuleBuilder::recent(const LineIndex& lines,
                                                       std::string_view text,
                                                       const UsePlace& place) {
  if (text.size() < kShapeEnds) return nullptr;
  for (const RecentType& recent : recent_[recent_place(text, recent_.size())]) {
    if (recent.type == kNoType || !text.starts_with(recent.text)) continue;
    record_use(lines, recent.type, place);
    return &recent;
  }
  return nullptr;
}

TypeId ModuleBuilder::intern_alias(const LineIndex& lines,
                                   const TypeAlias& alias,
                                   const UsePlace& place) {
  if (alias.is_broken) return kBadType;
  const auto [known, is_new] = ids_.try_emplace(alias.text, kNoType);
  if (is_new) ids_[known] = keep(Type(alias.type));
  record_use(lines, ids_[known], place);
  return ids_[known];
}

TypeId ModuleBuilder::intern_other(Scanner& scanner,
                                   Aliases& aliases,
                                   Spellings& spellings,
                                   TextRange range) {
  const auto text = scanner.between(range.begin, range.end);
  const auto [known, is_new] = ids_.try_emplace(text, kNoType);
  if (is_new) {
    ids_[known] = keep(scanner, parse_other_type(scanner.text(), range, aliases, spellings));
  }
  return ids_[known];
}

TypeId ModuleBuilder::elided_descriptor(std::string_view text,
                                        TextRange range,
                                        Aliases& aliases,
                                        Spellings& spellings) {
  auto descriptor = descriptor_of(text, range, aliases, spellings).type;
  if (!descriptor) return kNoType;
  descriptor->text = spellings.prefixed(
      "!tt.tensordesc", text.substr(range.begin, range.end - range.begin), aliases);
  return keep(*std::move(descriptor));
}

TypeId ModuleBuilder::derived(TypeId type, std::string_view element, unsigned element_bits) {
  if (!is_type(type) || element.empty()) return kNoType;
  if (module_.types[type].element == element) return type;
  const auto [known, is_new] = derived_.try_emplace({type, element}, kNoType);
  if (!is_new) return known->second;
  Type copy = module_.types[type];
  copy.element = element;
  copy.element_bits = element_bits;
  copy.is_derived = true;
  if (copy.kind == Type::Kind::kScalar) copy.text = element;
  known->second = keep(std::move(copy));
  return known->second;
}

TypeId ModuleBuilder::number(std::string_view name, unsigned bits) {
  return named(name, Type::Kind::kScalar, bits);
}

TypeId ModuleBuilder::token(std::string_view op) {
  const bool is_old = op.starts_with("triton_");
  return named(
      is_old ? "!triton_gpu.async.token" : "!ttg.async.token", Type::Kind::kOther, /*bits=*/0);
}

TypeId ModuleBuilder::named(std::string_view name, Type::Kind kind, unsigned bits) {
  const auto [known, is_new] = ids_.try_emplace(name, kNoType);
  if (is_new) {
    Type type;
    type.kind = kind;
    type.text = type.element = name;
    type.element_bits = bits;
    ids_[known] = keep(std::move(type));
  }
  return ids_[known];
}

TypeId ModuleBuilder::read(Scanner& scanner,
                           Aliases& aliases,
                           Spellings& spellings,
                           TextRange range) {
  auto key = aliases.with_meanings(scanner.between(range.begin, range.end));
  const auto place = key ? store_.read.find(*key) : store_.read.kNone;
  if (place != store_.read.kNone) {
    const auto& known = store_.read[place];
    return keep(Type(known.type), std::string(known.meaning));
  }
  auto parsed = parse_type(scanner.text(), range, aliases, spellings);
  if (!parsed.type) return keep(scanner, std::move(parsed));
  auto meaning = meaning_of(*parsed.type);
  // What an encoding is that is no layout, only its module says.
  if (key && (parsed.type->layout != nullptr || parsed.type->encoding.empty())) {
    store_.read.try_emplace(*std::move(key), {*parsed.type, meaning});
  }
  return keep(*std::move(parsed.type), std::move(meaning));
}

TypeId ModuleBuilder::keep(Type&& type) {
  auto meaning = meaning_of(type);
  return keep(std::move(type), std::move(meaning));
}

TypeId ModuleBuilder::keep(Type&& type, std::string&& meaning) {
  const auto [known, is_new] =
      meanings_.try_emplace(std::move(meaning), static_cast<TypeId>(module_.types.size()));
  if (is_new) module_.types.push_back(std::move(type));
  return meanings_[known];
}

OpId ModuleBuilder::add_operation() {
  const auto op = static_cast<OpId>(module_.operations.size());
  auto& operation = module_.operations.emplace_back();
  operation.row = &kUnread;
  operation.block = open_.block;
  operation.parent = module_.blocks[open_.block].parent;
  operation.end = op + 1;
  return op;
}

ValueId ModuleBuilder::add_value(const Value& value) {
  module_.values.push_back(value);
  return static_cast<ValueId>(module_.values.size() - 1);
}

ModuleBuilder::OpenBlock ModuleBuilder::open_block(OpId parent, std::uint32_t region) {
  const OpenBlock before = open_;
  open_ = {static_cast<BlockId>(module_.blocks.size()), module_.operations.size()};
  module_.blocks.push_back({parent, region, {}, static_cast<ValueId>(module_.values.size()), 0});
  return before;
}

bool ModuleBuilder::label_block(std::string_view label) {
  const Block& block = module_.blocks[open_.block];
  const bool is_empty = open_.operations == module_.operations.size();
  if (!is_empty || !block.label.empty() || block.argument_count != 0) {
    open_block(block.parent, block.region);
  }
  module_.blocks[open_.block].label = label;
  const Block& labelled = module_.blocks[open_.block];
  return labels_.emplace(labelled.parent, labelled.region, label).second;
}

ValueId ModuleBuilder::add_argument(TypeId type, std::size_t offset) {
  Block& block = module_.blocks[open_.block];
  const auto value = add_value({type, kNoOp, open_.block, block.argument_count, offset});
  if (block.argument_count++ == 0) block.first_argument = value;
  return value;
}

// Lists of the size that they have: a text may have as many modules as it has dozens of bytes.
Module ModuleBuilder::take() {
  const auto trim = [&](auto list) {
    auto& room = store_.room.*list;
    room = std::move(module_.*list);
    module_.*list = {room.begin(), room.end()};
    room.clear();
  };
  trim(&Module::operations);
  trim(&Module::values);
  trim(&Module::operand_pool);
  trim(&Module::type_pool);
  return std::move(module_);
}

// A fresh table rather than clear(), whose cost is that of the largest table there ever was.
void ModuleBuilder::forget_texts() {
  if (!ids_.empty()) {
    ids_ = decltype(ids_)();
    recent_ = {};
  }
  if (!meanings_.empty()) meanings_ = decltype(meanings_)();
  if (!encodings_.empty()) encodings_ = decltype(encodings_)();
}

bool ModuleBuilder::is_recorded(TypeId type, unsigned num_warps) {
  if (type >= first_warps_.size()) first_warps_.resize(module_.types.size());
  unsigned& first = first_warps_[type];
  if (first == num_warps + 1) return true;
  const auto key = use_key(type, num_warps);
  if (first == 0 && !used_.contains(key)) {
    first = num_warps + 1;
    return false;
  }
  return !used_.insert(key).second;
}

void ModuleBuilder::record_use(const LineIndex& lines, TypeId type, const UsePlace& place) {
  if (type >= module_.types.size() || module_.types[type].encoding.empty()) return;
  if (is_recorded(type, place.num_warps)) return;
  module_.uses.push_back({type, place.num_warps, place.offset, lines.line(place.offset), place.op});
}

void ModuleBuilder::forget_uses_since(std::size_t offset) {
  std::erase_if(module_.uses, [&](const TypeUse& use) {
    if (use.offset < offset) return false;
    if (first_warps_[use.type] == use.num_warps + 1) first_warps_[use.type] = 0;
    used_.erase(use_key(use.type, use.num_warps));
    return true;
  });
}

void ModuleBuilder::read_attributes(Scanner& scanner,
                                    const Aliases& aliases,
                                    TextRange dictionary) {
  AttributeWalker walker(scanner.text(), dictionary, aliases.attribute_texts());
  while (walker.next()) {
    const auto key = walker.key();
    const auto value = walker.value();
    auto text = scanner.between(value.begin, value.end);
    if (is_gpu_key(key, "target")) {
      const auto quote = text.find('"', 1);
      if (text.size() > 2 && text.front() == '"' && quote != std::string_view::npos) {
        module_.target = std::string(text.substr(1, quote - 1));
      } else {
        scanner.fail(
            ErrorCode::kSyntax, value.begin, "the target must be a string that is not empty");
      }
    } else if (is_gpu_key(key, "compute-capability")) {
      // The spelling before ttg.target; 0 means that there is none.
      mlir::Cursor cursor(scanner.text().substr(0, value.end), value.begin);
      std::int64_t capability = 0;
      if (!module_.target && cursor.integer(capability) && capability > 0) {
        module_.target = "cuda:" + std::to_string(capability);
      }
    } else if (is_gpu_key(key, "num-warps")) {
      module_.num_warps = read_count(scanner, value, key);
    } else if (is_gpu_key(key, "total-num-warps")) {
      module_.total_num_warps = read_count(scanner, value, key);
    } else if (is_gpu_key(key, "maxnreg")) {
      module_.max_registers = read_count(scanner, value, key);
    } else if (is_gpu_key(key, "shared")) {
      module_.shared_bytes = read_count(scanner, value, key, 0);
    } else if (is_gpu_key(key, "threads-per-warp")) {
      module_.threads_per_warp = read_count(scanner, value, key);
    } else if (is_gpu_key(key, "num-ctas")) {
      module_.num_ctas = read_count(scanner, value, key);
    } else if (key == "ttng.two-ctas" || key == "tlx.enable_paired_cta_mma") {
      module_.pairs_ctas = module_.pairs_ctas || text != "false";
    } else if (key.find('.') == std::string_view::npos && !key.starts_with("sym_")) {
      scanner.fail(ErrorCode::kInvalid,
                   static_cast<std::size_t>(key.data() - scanner.text().data()),
                   "the module's attribute '" + std::string(key) + "' names no dialect");
    }
  }
}

void ModuleBuilder::spread_num_warps() {
  const auto num_warps = module_.num_warps.value_or(0);
  if (num_warps == 0) return;
  for (auto& operation : module_.operations) {
    if (operation.num_warps == 0) operation.num_warps = num_warps;
  }
  std::erase_if(module_.uses, [&](TypeUse& use) {
    if (use.num_warps != 0) return false;
    use.num_warps = num_warps;
    return is_recorded(use.type, num_warps);
  });
}

std::optional<unsigned> read_count(Scanner& scanner,
                                   TextRange value,
                                   std::string_view key,
                                   std::int64_t least) {
  mlir::Cursor cursor(scanner.text().substr(0, value.end), value.begin);
  std::int64_t count = 0;
  const bool is_number = cursor.number(count);
  // Without a type it is an i64.
  auto type = scanner.between(cursor.offset(), value.end);
  type.remove_prefix(std::min(type.find_first_not_of(" \t\r\n:"), type.size()));
  const unsigned bits = type.starts_with("i") ? element_bits(type) : 0;
  if (is_number && !type.empty() && (bits == 0 || (bits < 63 && count >> bits != 0))) {
    scanner.fail(ErrorCode::kInvalid,
                 value.begin,
                 std::string(key) + " = " + std::to_string(count) + " is no value of " +
                     std::string(type.substr(0, 40)));
    return std::nullopt;
  }
  if (is_number && count >= least && count <= std::numeric_limits<std::int32_t>::max()) {
    return static_cast<unsigned>(count);
  }
  if (cursor.failed()) {
    scanner.fail(cursor.error().code, cursor.error().offset, cursor.error().message);
  } else {
    scanner.fail(ErrorCode::kInvalid,
                 value.begin,
                 std::string(key) + " = " + std::to_string(count) + " is not in " +
                     std::to_string(least) + " .. 2^31-1");
  }
  return std::nullopt;
}

bool is_gpu_key(std::string_view key, std::string_view name) {
  return key.ends_with(name) && (key.substr(0, key.size() - name.size()) == "ttg." ||
                                 key.substr(0, key.size() - name.size()) == "triton_gpu.");
}

}  // namespace tileproof::ttgir
