#include "checkers/ttgir/module_text.hpp"

#include <charconv>

#include "checkers/ttgir/index_values.hpp"
#include "encodings/ttgir/attributes.hpp"
#include "encodings/ttgir/scanner.hpp"

namespace tileproof {

using ttgir::kNoType;
using ttgir::kNoValue;
using ttgir::OpId;
using ttgir::OpKind;

// ---- Types and values

ttgir::TypeId ModuleText::operand_type(const Operation& op, std::size_t index) const {
  const auto operands = module_.operands(op);
  if (index >= operands.size()) return kNoType;
  if (operands[index].written != kNoType) return operands[index].written;
  // Of a value in doubt, too: what is wrong of it was said where it arose.
  const ttgir::Value* value = module_.definition(operands[index]);
  return value == nullptr ? kNoType : value->type;
}

ttgir::TypeId ModuleText::result_type(const Operation& op, std::size_t index) const {
  const auto results = module_.results(op);
  return index < results.size() ? results[index].type : kNoType;
}

ttgir::TypeId ModuleText::defined_type(const ttgir::Operand& operand) const {
  const ttgir::Value* value = module_.definition(operand);
  return value == nullptr ? kNoType : value->type;
}

const ttgir::Operation* ModuleText::definition_of(const ttgir::Operand& operand) const {
  const ttgir::Value* value = module_.definition(operand);
  return value == nullptr || value->op == ttgir::kNoOp ? nullptr : &module_.operations[value->op];
}

const ttgir::Type* ModuleText::shaped_operand(const Operation& op, std::size_t index) const {
  const TypeId id = operand_type(op, index);
  return id != kNoType && type(id).is_shaped() ? &type(id) : nullptr;
}

const ttgir::Type* ModuleText::shaped_result(const Operation& op, std::size_t index) const {
  const TypeId id = result_type(op, index);
  return id != kNoType && type(id).is_shaped() ? &type(id) : nullptr;
}

bool ModuleText::concerns_data(const Operation& op) const {
  return has_type(op, [](const Type& t) { return t.is_shaped(); });
}

triton::Shape ModuleText::view_of(const Type& memory, std::size_t rank) {
  const triton::Shape& all = memory.shape;
  const std::size_t kept = std::min(all.size(), rank);
  return {all.end() - static_cast<std::ptrdiff_t>(kept), all.end()};
}

// ---- Attributes and words

std::optional<std::int64_t> ModuleText::integer_attribute(const Operation& op,
                                                          std::string_view name) const {
  return integer_of(module_.attribute(op, name));
}

std::vector<unsigned> ModuleText::list_attribute(const Operation& op, std::string_view name) const {
  std::vector<unsigned> list;
  for (const auto value : ttgir::integers(module_.attribute(op, name).value_or(""))) {
    if (value < 0) return {};
    list.push_back(static_cast<unsigned>(value));
  }
  return list;
}

std::string_view ModuleText::chosen_word(const Operation& op,
                                         std::string_view attribute,
                                         std::span<const std::string_view> words) const {
  if (const auto number = integer_attribute(op, attribute)) {
    const bool is_one = *number >= 0 && static_cast<std::uint64_t>(*number) < words.size();
    return is_one ? words[static_cast<std::size_t>(*number)] : std::string_view{};
  }
  const auto head = module_.text.substr(op.head.begin, op.head.end - op.head.begin);
  const auto behind = head.substr(std::min(head.size(), op.name.size()));
  const auto first = behind.find_first_not_of(" \t\r\n");
  if (first == std::string_view::npos) return {};
  return behind.substr(first, behind.find_first_of(" ,\t\r\n", first) - first);
}

bool ModuleText::has_flag(const Operation& op, std::string_view name) const {
  if (const auto value = module_.attribute(op, name)) return *value != "false";
  if (op.generic) return false;
  return behind_keyword(op, name).has_value();
}

std::optional<std::string_view> ModuleText::behind_keyword(const Operation& op,
                                                           std::string_view keyword) const {
  const auto head = module_.text.substr(op.head.begin, op.head.end - op.head.begin);
  for (auto at = head.find(keyword); at != head.npos; at = head.find(keyword, at + 1)) {
    const char before = at == 0 ? ' ' : head[at - 1];
    const bool in_string = std::ranges::count(head.substr(0, at), '"') % 2 != 0;
    const bool begins = !in_string && !ttgir::is_word_part(before) && before != '%' &&
                        before != '@' && before != '#' && before != '!';
    const auto behind = head.substr(at + keyword.size());
    if (begins && (behind.empty() || !ttgir::is_word_part(behind.front()))) return behind;
  }
  return std::nullopt;
}

std::optional<std::string_view> ModuleText::word_behind(const Operation& op,
                                                        std::string_view keyword) const {
  auto text = behind_keyword(op, keyword);
  if (!text) return text;
  text->remove_prefix(std::min(text->find_first_not_of(" =\t\r\n"), text->size()));
  return text->substr(0, text->find_first_of(" ,:{}\t\r\n"));
}

// `group_size = 2` of the pretty form, or the attribute.
std::optional<Word> ModuleText::number_of(const Operation& op,
                                          std::string_view attribute,
                                          std::string_view keyword) const {
  if (const auto value = integer_attribute(op, attribute)) {
    return *value < 0 ? Word{0} : static_cast<Word>(*value);
  }
  auto text = behind_keyword(op, keyword);
  if (!text) return std::nullopt;
  text->remove_prefix(std::min(text->find_first_not_of(" ="), text->size()));
  Word number = 0;
  const auto [end, error] = std::from_chars(text->data(), text->data() + text->size(), number);
  return error == std::errc() ? std::optional(number) : std::optional(Word{0});
}

std::vector<std::int64_t> ModuleText::offsets_of(const Operation& op) const {
  if (op.generic) {
    if (const auto offsets = module_.attribute(op, "offsets")) {
      const bool is_list = offsets->starts_with("array<i32") || offsets->starts_with("[");
      return is_list ? ttgir::integers(*offsets) : std::vector<std::int64_t>{};
    }
    return ttgir::integers(module_.attribute(op, "static_offsets").value_or(""));
  }
  const auto head = module_.text.substr(op.head.begin, op.head.end - op.head.begin);
  const auto open = head.find('[');
  if (open == std::string_view::npos) return {};
  return ttgir::integers(head.substr(open, head.find(']', open) - open + 1));
}

// ---- Regions and blocks

std::vector<ModuleText::BlockEnd> ModuleText::blocks_of(const Operation& op) const {
  std::vector<BlockEnd> blocks;
  for (std::uint32_t region = 0; region < op.regions; ++region) {
    for (const ttgir::BlockId block : blocks_.of(id_of(op), region)) {
      blocks.push_back({block, nullptr});
    }
  }
  for (auto inner = id_of(op) + 1; inner < op.end; inner = module_.operations[inner].end) {
    const Operation& last = module_.operations[inner];
    const auto own = std::ranges::lower_bound(blocks, last.block, {}, &BlockEnd::block);
    if (own != blocks.end() && own->block == last.block) own->last = &last;
  }
  return blocks;
}

const ttgir::Block* ModuleText::entry(const Operation& op, std::uint32_t region) const {
  const auto blocks = blocks_.of(id_of(op), region);
  return blocks.empty() ? nullptr : &module_.blocks[blocks[0]];
}

ttgir::TypeId ModuleText::argument_type(const ttgir::Block& block, std::size_t index) const {
  return index < block.argument_count ? module_.values[block.first_argument + index].type : kNoType;
}

std::vector<const ttgir::Operation*> ModuleText::terminators(const Operation& op,
                                                             std::uint32_t region) const {
  std::vector<const Operation*> list;
  for (auto inner = id_of(op) + 1; inner < op.end; inner = module_.operations[inner].end) {
    const Operation& last = module_.operations[inner];
    const OpKind kind = last.kind();
    const bool ends =
        kind == OpKind::kYield || kind == OpKind::kCondition || kind == OpKind::kReduceReturn;
    if (ends && module_.blocks[last.block].region == region) list.push_back(&last);
  }
  return list;
}

std::optional<std::span<const ttgir::Operand>> ModuleText::passed_to(const Operation& op,
                                                                     std::size_t successor) const {
  const auto operands = module_.operands(op);
  if (!op.generic || op.row->name == "br") {
    const ttgir::Successor& to = module_.successors(op)[successor];
    return operands.subspan(to.first_operand, to.operand_count);
  }
  // In generic form those of all successors stand behind the condition, in one list.
  const auto sizes = list_attribute(op, "operandSegmentSizes");
  const bool is_said = sizes.size() == 3 && 1U + sizes[1] + sizes[2] == operands.size();
  if (!is_said) return std::nullopt;
  if (successor == 0) return operands.subspan(1, sizes[1]);
  if (op.row->name != "cond_br" && sizes[2] != 0) return std::nullopt;
  return operands.subspan(1 + sizes[1], sizes[2]);
}

// ---- Functions and partitions

const ttgir::Operation* ModuleText::function_around(const Operation& op) const {
  for (ttgir::OpId at = op.parent; at != ttgir::kNoOp; at = module_.operations[at].parent) {
    if (module_.operations[at].kind() == OpKind::kFunction) return &module_.operations[at];
  }
  return nullptr;
}

// What the host starts gives nothing back.
bool ModuleText::is_kernel(const Operation& function) const {
  return function.name == "tt.func" &&
         (module_.attribute(function, "sym_visibility") == "\"public\"" ||
          (!function.generic && behind_keyword(function, "public")));
}

bool ModuleText::is_private(const Operation& function) const {
  return module_.attribute(function, "sym_visibility") == "\"private\"" ||
         (!function.generic && behind_keyword(function, "private"));
}

// Is it in a region of a warp_specialize?
bool ModuleText::is_specialized(const Operation& op) const {
  for (ttgir::OpId at = op.parent; at != ttgir::kNoOp; at = module_.operations[at].parent) {
    if (module_.operations[at].kind() == OpKind::kWarpSpecialize) return true;
  }
  return false;
}

const ttgir::Operation* ModuleText::partitions_of(const Operation& op) const {
  if (!op.generic) return &op;
  for (const BlockEnd& block : blocks_of(op)) {
    const bool is_holder =
        block.last != nullptr && block.last->kind() == OpKind::kWarpSpecializePartitions;
    if (is_holder && module_.blocks[block.block].region == 1) return block.last;
  }
  return nullptr;
}

// Of each partition; in pretty form every operation in it is said to have them.
std::vector<std::int64_t> ModuleText::partition_warps(const Operation& op) const {
  if (op.generic) {
    return ttgir::integers(module_.attribute(op, "partitionNumWarps").value_or(""));
  }
  std::vector<std::int64_t> warps(op.regions - 1);
  for (auto inner = id_of(op) + 1; inner < op.end; inner = module_.operations[inner].end) {
    const Operation& first = module_.operations[inner];
    const auto region = module_.blocks[first.block].region;
    if (region != 0) warps[region - 1] = first.num_warps;
  }
  return warps;
}

bool ModuleText::warps_begin_groups() const {
  return std::ranges::all_of(module_.operations, [&](const Operation& op) {
    if (op.kind() != OpKind::kWarpSpecialize) return true;
    const auto first = ttgir::integers(module_.attribute(op, "warpGroupStartIds").value_or(""));
    return std::ranges::all_of(first, [](std::int64_t warp) { return warp % 4 == 0; });
  });
}

}  // namespace tileproof
