// What does a module's text say of its operations, and of the operands, attributes, regions and
// functions that they have?  Nothing here has a verdict: rules ask it.
#pragma once

#include <algorithm>
#include <cstdint>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include "checkers/ttgir/region_blocks.hpp"
#include "core/check.hpp"
#include "encodings/ttgir/module.hpp"

namespace tileproof {

// Views the module, which must outlive it.
class ModuleText {
 protected:
  using Operation = ttgir::Operation;
  using Type = ttgir::Type;
  using TypeId = ttgir::TypeId;

  explicit ModuleText(const ttgir::Module& module) : module_(module), blocks_(module) {}

  // ---- Types and values
  // Requires: the text says which.
  [[nodiscard]] const Type& type(TypeId id) const {
    TP_CHECK(id < module_.types.size(), "a type that is not known is read");
    return module_.types[id];
  }
  [[nodiscard]] ttgir::OpId id_of(const Operation& op) const {
    return static_cast<ttgir::OpId>(&op - module_.operations.data());
  }
  [[nodiscard]] bool is_memory(TypeId id) const {
    return id != ttgir::kNoType && type(id).kind == Type::Kind::kMemDesc;
  }
  // As written, or as it was defined; kNoType if neither says it.
  [[nodiscard]] TypeId operand_type(const Operation& op, std::size_t index) const;
  [[nodiscard]] TypeId result_type(const Operation& op, std::size_t index = 0) const;
  // The type with which an operand was defined, if it is known.
  [[nodiscard]] TypeId defined_type(const ttgir::Operand& operand) const;
  static bool is_defined_otherwise(TypeId defined, TypeId used) {
    return defined != ttgir::kNoType && defined != used;
  }
  // The operation that gives the value; null where none does.
  [[nodiscard]] const Operation* definition_of(const ttgir::Operand& operand) const;
  // Those that are known tensors or memory.
  [[nodiscard]] const Type* shaped_operand(const Operation& op, std::size_t index) const;
  [[nodiscard]] const Type* shaped_result(const Operation& op, std::size_t index = 0) const;
  // Does it take, give or write a type for which this holds?  What a function gives is asked of
  // where it returns.
  template <typename Predicate>
  [[nodiscard]] bool has_type(const Operation& op, Predicate is_it) const;
  // A tensor or memory.
  [[nodiscard]] bool concerns_data(const Operation& op) const;
  // The part of a memory that its type shows, without the dimension that counts buffers.
  static triton::Shape view_of(const Type& memory, std::size_t rank);

  // ---- Attributes and words
  [[nodiscard]] std::optional<std::int64_t> integer_attribute(const Operation& op,
                                                              std::string_view name) const;
  [[nodiscard]] std::vector<unsigned> list_attribute(const Operation& op,
                                                     std::string_view name) const;
  // The word behind the operation's name, or, in generic form, the one that its attribute numbers.
  [[nodiscard]] std::string_view chosen_word(const Operation& op,
                                             std::string_view attribute,
                                             std::span<const std::string_view> words) const;
  [[nodiscard]] bool has_flag(const Operation& op, std::string_view name) const;
  // What stands behind the first such bare word of the operation, before its regions.
  [[nodiscard]] std::optional<std::string_view> behind_keyword(const Operation& op,
                                                               std::string_view keyword) const;
  // `rtne` of `rounding = rtne`.
  [[nodiscard]] std::optional<std::string_view> word_behind(const Operation& op,
                                                            std::string_view keyword) const;
  // The number of an attribute; in pretty form, of what stands behind a keyword; 0 for what is
  // none.
  [[nodiscard]] std::optional<Word> number_of(const Operation& op,
                                              std::string_view attribute,
                                              std::string_view keyword) const;
  // Of a slice: `%m[0, 48]`.
  [[nodiscard]] std::vector<std::int64_t> offsets_of(const Operation& op) const;

  // ---- Regions and blocks
  struct BlockEnd {
    ttgir::BlockId block;
    const Operation* last;  // null where it has no operation
  };
  // Those of its regions, in the order of the text.
  [[nodiscard]] std::vector<BlockEnd> blocks_of(const Operation& op) const;
  // The first block of a region; null where there is none.
  [[nodiscard]] const ttgir::Block* entry(const Operation& op, std::uint32_t region) const;
  [[nodiscard]] TypeId argument_type(const ttgir::Block& block, std::size_t index) const;
  // The values in which a region ends.
  [[nodiscard]] std::vector<const Operation*> terminators(const Operation& op,
                                                          std::uint32_t region) const;
  // What a branch passes to one of its successors, if the text says it.
  [[nodiscard]] std::optional<std::span<const ttgir::Operand>> passed_to(
      const Operation& op, std::size_t successor) const;

  // ---- Functions and partitions
  // Null where there is none.
  [[nodiscard]] const Operation* function_around(const Operation& op) const;
  // What the host starts.
  [[nodiscard]] bool is_kernel(const Operation& function) const;
  [[nodiscard]] bool is_private(const Operation& function) const;
  // Is it in a region of a warp_specialize?
  [[nodiscard]] bool is_specialized(const Operation& op) const;
  // The operation whose regions are the partitions; null where there is none.
  [[nodiscard]] const Operation* partitions_of(const Operation& op) const;
  // Of each partition; in pretty form every operation in it is said to have them.
  [[nodiscard]] std::vector<std::int64_t> partition_warps(const Operation& op) const;
  // Does every partition begin at a multiple of four warps?
  [[nodiscard]] bool warps_begin_groups() const;

  const ttgir::Module& module_;
  RegionBlocks blocks_;
};

template <typename Predicate>
bool ModuleText::has_type(const Operation& op, Predicate is_it) const {
  if (op.kind() == ttgir::OpKind::kFunction) return false;
  const auto is_one = [&](TypeId id) { return id != ttgir::kNoType && is_it(type(id)); };
  const auto operands = module_.operands(op);
  const auto results = module_.results(op);
  const auto left = module_.left(op);
  const auto right = module_.right(op);
  return std::any_of(operands.begin(),
                     operands.end(),
                     [&](const auto& operand) { return is_one(module_.type_of(operand)); }) ||
         std::any_of(results.begin(),
                     results.end(),
                     [&](const ttgir::Value& value) { return is_one(value.type); }) ||
         std::any_of(left.begin(), left.end(), is_one) ||
         std::any_of(right.begin(), right.end(), is_one);
}

}  // namespace tileproof
