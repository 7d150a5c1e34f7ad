// Copies through descriptors: of boxes and of chosen rows.
#include <algorithm>
#include <array>
#include <utility>
#include <vector>

#include "checkers/ttgir/element_types.hpp"
#include "checkers/ttgir/index_values.hpp"
#include "checkers/ttgir/module_checker.hpp"
#include "checkers/ttgir/own_elements.hpp"

namespace tileproof {

using ttgir::kNoType;
using ttgir::MemorySpace;
using ttgir::OpKind;

// Does global memory know this reduction?
bool ModuleChecker::require_reduction(const Operation& op, std::string_view element) {
  static constexpr std::array<std::string_view, 9> kKinds = {
      "", "add", "min", "max", "inc", "dec", "and", "or", "xor"};
  const std::string_view kind = chosen_word(op, "kind", kKinds);
  const bool is_integer = element.ends_with("i32") || element.ends_with("i64");
  const bool is_half = element == "f16" || element == "bf16";
  const bool is_known = kind == "add"
                            ? (is_integer && element != "si64") || is_half || element == "f32"
                        : kind == "min" || kind == "max"                 ? is_integer || is_half
                        : kind == "and" || kind == "or" || kind == "xor" ? is_integer
                                                                         : false;
  return require(op,
                 Topic::kOperands,
                 is_known,
                 "a copy does not reduce ",
                 element,
                 " by '",
                 kind.substr(0, 40),
                 "'");
}

// Of padded elements of 4 bits a box has 128 in a row, which a swizzle of 128 bytes keeps.
bool ModuleChecker::require_padded_rows(const Operation& op, const triton::NvmmaShared& shared) {
  if (!shared.fp4_padded || shared.swizzle_bytes == 128) return true;
  add_unknown(op,
              Topic::kOperands,
              "padded elements of 4 bits are copied by 128 of a row, and a swizzle of " +
                  std::to_string(shared.swizzle_bytes) + " bytes has fewer");
  return false;
}

// What a copy through a descriptor asks of the memory, whose layout is known: rows that lie as the
// copy writes them, in a box, with the descriptor's swizzle, from where the swizzle begins.
bool ModuleChecker::require_box(const Operation& op, const ttgir::Operand& operand, TypeId block) {
  const TypeId id = operand.written != kNoType ? operand.written : defined_type(operand);
  const Type& memory = type(id);
  const Type& descriptor = type(block);
  const auto* shared = memory.layout->as<triton::NvmmaShared>();
  if (!require(op,
               Topic::kOperands,
               shared != nullptr && !shared->transposed,
               "a copy knows no ",
               triton::to_string(*memory.layout))) {
    return false;
  }
  if (shared->element_bits != memory.element_bits) {
    add_unknown(op,
                Topic::kOperands,
                "elements of " + std::to_string(memory.element_bits) + " bits in a layout for " +
                    std::to_string(shared->element_bits));
    return false;
  }
  if (memory.shape.size() != placed(id).shape.size()) {
    add_unknown(op, Topic::kOperands, "a copy to or from several buffers, which compilers refuse");
    return false;
  }
  if (!require_padded_rows(op, *shared)) return false;
  if (descriptor.layout != nullptr) {
    const auto* stated = descriptor.layout->as<triton::NvmmaShared>();
    if (!require(op,
                 Topic::kOperands,
                 stated != nullptr && stated->swizzle_bytes == shared->swizzle_bytes &&
                     stated->transposed == shared->transposed &&
                     stated->element_bits == shared->element_bits &&
                     stated->fp4_padded == shared->fp4_padded,
                 "the descriptor has ",
                 triton::to_string(*descriptor.layout),
                 ", the memory ",
                 triton::to_string(*memory.layout))) {
      return false;
    }
  }
  if (!require_packed(op, id, *shared) || !require(op,
                                                   Topic::kOperands,
                                                   !target_ || target_->has_tensor_copies(),
                                                   "copies through descriptors are none of ",
                                                   target_ ? target_->name() : "")) {
    return false;
  }
  // Boxes of up to 256 elements, each dense: only a swizzle keeps rows that are cut together.
  if (shared->swizzle_bytes == 0 && memory.shape.back() > 256) {
    add_unknown(
        op, Topic::kConversion, "where boxes of 256 elements of a row without a swizzle lie");
    return false;
  }
  const Word phase = 128 * std::max<Word>(1, shared->swizzle_bytes / 16);
  const MemoryView view = views_.of(operand.value, id);
  return require_aligned_slice(op, id, view, phase) &&
         require_beginning(op, view, phase, ", and its swizzle at one of " + std::to_string(phase));
}

// The box is cut to each CTA's part by the descriptor's layout, and the copies by the memory's:
// both give a CTA the same elements.  Rows that are chosen one by one are no part of the box.
bool ModuleChecker::require_one_split(const Operation& op,
                                      const ttgir::Operand& operand,
                                      TypeId block,
                                      bool has_rows) {
  const Type& descriptor = type(block);
  if (module_.num_ctas.value_or(1) == 1 || descriptor.layout == nullptr) return true;
  const TypeId id = operand.written != kNoType ? operand.written : defined_type(operand);
  const Placed& memory = placed(id);
  // One row is too small a box for a swizzle: its columns are those of as many rows as there are.
  const Placed& box = layouts_.of(descriptor.layout, has_rows ? memory.shape : descriptor.shape);
  for (const Placed* side : {&box, &memory}) {
    if (side->tensor) continue;
    add_unknown(op, Topic::kOperands, side->why_not.message);
    return false;
  }
  if (elements_of(memory.shape) != elements_of(type(id).shape)) {
    add_unknown(op, Topic::kOperands, "which elements of a part of a memory a CTA has");
    return false;
  }
  const auto left_out = has_rows ? std::optional<std::size_t>(0) : std::nullopt;
  const OwnElements of_box = own_elements(box, left_out);
  const OwnElements of_memory = own_elements(memory, left_out);
  return require(op,
                 Topic::kOperands,
                 hold_all(of_box, of_memory) && hold_all(of_memory, of_box),
                 "CTAs have other elements by the descriptor's ",
                 box.text,
                 " than by the memory's ",
                 memory.text);
}

// A CTA copies the rows of which it has the offsets, to or from its own memory.
bool ModuleChecker::require_own_rows(const Operation& op,
                                     const Placed& offsets,
                                     const ttgir::Operand& operand) {
  if (module_.num_ctas.value_or(1) == 1) return true;
  const TypeId id = operand.written != kNoType ? operand.written : defined_type(operand);
  const Placed& memory = placed(id);
  if (!memory.tensor || memory.shape != type(id).shape) {
    add_unknown(op, Topic::kConversion, "which rows of a memory a CTA has");
    return false;
  }
  const OwnElements rows = own_elements(memory, 1);
  const OwnElements chosen = own_elements(offsets);
  if (!require(op,
               Topic::kConversion,
               hold_all(rows, chosen),
               "a CTA copies rows that another CTA's memory has: offsets in ",
               offsets.text,
               " and rows in ",
               memory.text)) {
    return false;
  }
  const auto parts = coordinates_of(memory, kBlock);
  const bool cuts_columns =
      std::ranges::any_of(parts, [](const Coordinates& moved) { return moved.back() != 0; });
  if (op.kind() == OpKind::kTmaScatter && cuts_columns) {
    add_unknown(op,
                Topic::kConversion,
                "where each CTA's columns are scattered to: some compilers begin all at the first");
    return false;
  }
  if (op.kind() != OpKind::kTmaGather || hold_all(chosen, rows)) return true;
  add_unknown(op,
              Topic::kConversion,
              "whether all copies that the CTAs' memories have of a row are written");
  return false;
}

namespace {

// Sizes of 1 that stand in front say nothing.
bool is_one_box(const triton::Shape& a, const triton::Shape& b) {
  const auto without_ones = [](const triton::Shape& shape) {
    const auto first = std::ranges::find_if(shape, [](Word size) { return size != 1; });
    return triton::Shape(first, shape.end());
  };
  return without_ones(a) == without_ones(b);
}

// Where an operation has operands that are written as of this kind, or else defined so.
std::vector<std::size_t> places_of(const ttgir::Module& module,
                                   const ttgir::Operation& op,
                                   ttgir::Type::Kind kind) {
  std::vector<std::size_t> places;
  const auto operands = module.operands(op);
  for (std::size_t i = 0; i < operands.size(); ++i) {
    const auto written = operands[i].written;
    const auto id = written != kNoType ? written : module.type_of(operands[i]);
    if (id != kNoType && module.types[id].kind == kind) places.push_back(i);
  }
  return places;
}

}  // namespace

// Blocks are cut for no more CTAs than there are, as far as their layout is known.  Of rows that
// are chosen one by one, `shape` is that of all.
bool ModuleChecker::require_block(const Operation& op,
                                  const Type& block,
                                  const triton::Shape& shape) {
  if (block.layout == nullptr) return true;
  const Placed& box = layouts_.of(block.layout, shape);
  if (!box.tensor) return true;
  const LinearLayout& form = box.tensor->form;
  const Word ctas = form.has_in(kBlock) ? Word{1} << form.in_bits(kBlock) : 1;
  const Word there = module_.num_ctas.value_or(1);
  return require(op,
                 Topic::kOperands,
                 ctas <= there,
                 "blocks are cut for ",
                 ctas,
                 " CTAs, and there ",
                 there == 1 ? "is " : "are ",
                 there);
}

// A tensor that is moved through a descriptor lies in between in shared memory, as the descriptor's
// layout says.
bool ModuleChecker::require_copied_layout(const Operation& op, const Type& block) {
  if (block.layout == nullptr) return true;
  const auto* shared = block.layout->as<triton::NvmmaShared>();
  if (!require(op,
               Topic::kOperands,
               shared == nullptr || !shared->transposed,
               "a copy knows no ",
               triton::to_string(*block.layout))) {
    return false;
  }
  if (shared != nullptr && shared->element_bits == block.element_bits) {
    return require_padded_rows(op, *shared);
  }
  add_unknown(op,
              Topic::kOperands,
              "elements of " + std::to_string(block.element_bits) + " bits in " +
                  triton::to_string(*block.layout));
  return false;
}

// Also where blocks are moved without TMA, and lie nowhere by the layout that the type names.
bool ModuleChecker::require_bases_of_block(const Operation& op, const Type& block) {
  const auto broken = block.layout == nullptr ? std::nullopt : triton::broken_bases(*block.layout);
  if (!broken) return true;
  add_unknown(op, Topic::kOperands, "the blocks' layout: " + broken->message);
  return false;
}

// One number of elements and one type; as many coordinates as the block has dimensions.
void ModuleChecker::check_descriptor_access(const Operation& op) {
  const Type& block = type(operand_type(op, 0));
  if (block.kind != Type::Kind::kDescriptor) return add_untyped(op);  // also a pointer, once
  if (!require_bases_of_block(op, block)) return;
  const auto sources = places_of(module_, op, Type::Kind::kTensor);
  const TypeId tensor = sources.empty() ? result_type(op) : operand_type(op, sources[0]);
  if (tensor == kNoType) return add_untyped(op);
  const Type& t = type(tensor);
  const std::size_t coordinates = op.operand_count - 1 - sources.size();
  require_types(op,
                elements_of(block.shape) == elements_of(t.shape) &&
                    unsigned_element(block.element) == t.element,
                "blocks ",
                block,
                " are moved as ",
                t);
  require_types(op, coordinates == block.shape.size(), coordinates, " coordinates of ", block);
  if (worst_ == Worst::kProved && !is_one_box(block.shape, t.shape)) {
    return add_unknown(
        op, Topic::kTypes, "which element of " + to_string(block) + " is one of " + to_string(t));
  }
  if (op.name.ends_with("reduce") &&
      (!require_reduction(op, block.element) ||
       !require_no_copies_in_ctas(op, tensor, "of which each is reduced"))) {
    return;
  }
  if (!require_block(op, block, block.shape)) return;
  if (has_tma() && (!require_rows(op, block) || !require_copied_layout(op, block))) return;
  add_decided(op, Topic::kTypes);
}

// Rows that are chosen one by one: the block is a row.
void ModuleChecker::check_rows(const Operation& op) {
  const Type& block = type(operand_type(op, 0));
  if (block.kind != Type::Kind::kDescriptor) return add_untyped(op);
  if (!require_bases_of_block(op, block)) return;
  const bool is_tensor =
      op.kind() == OpKind::kDescriptorGather || op.kind() == OpKind::kDescriptorScatter;
  const Type* offsets = shaped_operand(op, 1);
  // The rows are a tensor, or lie in a memory, in front of the barrier; in generic form behind it.
  auto memories = places_of(module_, op, Type::Kind::kMemDesc);
  const bool has_barrier = op.kind() == OpKind::kTmaGather;
  if (has_barrier && op.generic) std::swap(memories[0], memories[1]);
  const Type* rows = op.kind() == OpKind::kDescriptorGather ? shaped_result(op)
                     : is_tensor                            ? shaped_operand(op, 3)
                                                            : shaped_operand(op, memories[0]);
  if (has_barrier && !require_completion(op, memories[1])) return;
  if (rows == nullptr) return add_untyped(op);
  const bool fits = block.shape.size() == 2 && block.shape[0] == 1 && offsets->shape.size() == 1 &&
                    rows->shape.size() == 2 && rows->shape[0] == offsets->shape[0] &&
                    rows->shape[1] == block.shape[1] && offsets->shape[0] >= 8 &&
                    (offsets->element == "i32" || (is_tensor && offsets->element == "i16")) &&
                    unsigned_element(block.element) == rows->element;
  if (!require_types(op, fits, "rows of ", block, " chosen by ", *offsets, " are no ", *rows)) {
    return;
  }
  if (!require_block(op, block, rows->shape)) return;
  const unsigned bits = rows->element_bits;
  if (!require(op,
               Topic::kOperands,
               bits <= 32 && (bits == 0 || rows->shape[1] >= 8 * (32 / bits)),
               "a row of ",
               rows->shape[1],
               " elements of ",
               bits,
               " bits")) {
    return;
  }
  if (!is_tensor) {
    if (!require(op,
                 Topic::kOperands,
                 !target_ || (op.kind() == OpKind::kTmaScatter ? target_->has_scattered_rows()
                                                               : target_->has_row_copies()),
                 "copies of chosen rows are none of ",
                 target_ ? target_->name() : "")) {
      return;
    }
    if (has_flag(op, "multicast")) {
      return add_unknown(op, Topic::kTypes, "im2col and multicast have no rule yet");
    }
    if (offsets->layout != nullptr) {
      const Placed& chosen = layouts_.of(offsets->layout, offsets->shape);
      if (!chosen.tensor) return add_unknown(op, Topic::kTypes, chosen.why_not.message);
      const LinearLayout& form = chosen.tensor->form;
      const bool has_four = form.has_in(kRegister) && form.in_bits(kRegister) >= 2 &&
                            form.basis(kRegister, 0, standard_out_dims(1)[0]) == 1 &&
                            form.basis(kRegister, 1, standard_out_dims(1)[0]) == 2;
      // One lane of a warp issues the copies.
      bool is_alike = true;
      for (unsigned bit = 0; form.has_in(kLane) && bit < form.in_bits(kLane); ++bit) {
        is_alike = is_alike && form.basis(kLane, bit, standard_out_dims(1)[0]) == 0;
      }
      if (!require(op,
                   Topic::kOperands,
                   has_four,
                   "a thread has not four offsets of neighbours in ",
                   chosen.text) ||
          !require(op,
                   Topic::kOperands,
                   is_alike,
                   "lanes of a warp have different offsets in ",
                   chosen.text)) {
        return;
      }
    }
    const bool is_written = op.kind() == OpKind::kTmaGather;
    if (!require_types(
            op, rows->is_mutable || !is_written, "the memory may not be written: ", *rows)) {
      return;
    }
    if (rows->layout == nullptr) {
      return add_unknown(op, Topic::kOperands, "a layout that tileproof does not know");
    }
    if (!std::equal(rows->shape.rbegin(), rows->shape.rend(), rows->alloc_shape.rbegin())) {
      return add_unknown(
          op,
          Topic::kOperands,
          "chosen rows of a part of a memory, which compilers refuse: " + to_string(*rows));
    }
    const auto& memory = module_.operands(op)[memories[0]];
    if (!require_box(op, memory, operand_type(op, 0))) return;
    const auto* shared = rows->layout->as<triton::NvmmaShared>();
    if (!require(op, Topic::kOperands, !shared->fp4_padded, "rows have no padded elements")) return;
    if (!require_one_split(op, memory, operand_type(op, 0), /*has_rows=*/true)) return;
    if (offsets->layout != nullptr &&
        !require_own_rows(op, layouts_.of(offsets->layout, offsets->shape), memory)) {
      return;
    }
  }
  add_decided(op, Topic::kTypes);
}

// Compilers that know caches, evictions and volatile copies of loads refuse them here.
bool ModuleChecker::require_plain_copy(const Operation& op) {
  constexpr std::int64_t kNormal = 1;
  const bool is_evicted_so =
      integer_attribute(op, "evict").value_or(kNormal) == kNormal &&
      word_behind(op, "evictionPolicy").value_or("evict_normal") == "evict_normal";
  std::string_view what;
  if (cache_modifier_of(op) != "none") what = "a cache modifier";
  if (!is_evicted_so) what = "an eviction policy";
  if (has_flag(op, "isVolatile")) what = "'isVolatile'";
  if (what.empty()) return true;
  add_unknown(
      op, Topic::kTypes, "whether compilers copy through descriptors with " + std::string(what));
  return false;
}

void ModuleChecker::check_tma(const Operation& op) {
  const auto descriptors = places_of(module_, op, Type::Kind::kDescriptor);
  if (descriptors.empty()) return add_untyped(op);
  const std::size_t at = descriptors[0];
  const Type& block = type(operand_type(op, at));
  const bool is_load = op.kind() == OpKind::kTmaLoad;
  auto memories = places_of(module_, op, Type::Kind::kMemDesc);
  if (is_load && op.generic) std::swap(memories[0], memories[1]);
  const std::size_t memory_at = memories[0];
  const Type* memory = shaped_operand(op, memory_at);
  const auto is_coordinate = [](const Type& t) {
    return t.kind == Type::Kind::kScalar && t.element == "i32";
  };
  std::size_t numbers = 0;
  while (is_coordinate(type(operand_type(op, at + 1 + numbers)))) ++numbers;
  // Besides, the CTAs that a copy is for, and what an image's blocks are moved by.
  const std::size_t others = op.operand_count - 1 - numbers - memories.size() - (is_load ? 1 : 0);
  if (!require_types(op,
                     elements_of(block.shape) == elements_of(memory->shape) &&
                         unsigned_element(block.element) == memory->element,
                     "blocks ",
                     block,
                     " are moved as ",
                     *memory) ||
      !require_types(
          op, !is_load || memory->is_mutable, "the memory may not be written: ", *memory)) {
    return;
  }
  const bool is_tiled = block.text.find("im2col") == std::string_view::npos;
  if (!is_tiled || has_flag(op, "multicast") || others != 0) {
    return add_unknown(op, Topic::kTypes, "im2col and multicast have no rule yet");
  }
  if (is_load && !require_plain_copy(op)) return;
  const std::size_t rank = block.shape.size();
  if (!require_types(
          op, numbers == rank && rank >= 1 && rank <= 5, numbers, " coordinates of ", block)) {
    return;
  }
  if (is_load && !require_completion(op, memories[1])) return;
  if (!require_block(op, block, block.shape)) return;
  if (op.name.ends_with("reduce") && !require_reduction(op, block.element)) return;
  add_decided(op, Topic::kTypes);
  if (memory->layout == nullptr) {
    return add_unknown(op, Topic::kOperands, "a layout that tileproof does not know");
  }
  if (!require_box(op, module_.operands(op)[memory_at], operand_type(op, at))) return;
  const auto* shared = memory->layout->as<triton::NvmmaShared>();
  if (!require(op,
               Topic::kOperands,
               is_load || !shared->fp4_padded,
               "padded elements of 4 bits are not written back")) {
    return;
  }
  const Word inner = block.shape.back() * block.element_bits;
  if (!require(op,
               Topic::kOperands,
               block.element_bits == 0 || inner % 128 == 0,
               "rows of ",
               inner / 8,
               " bytes are no multiple of 16")) {
    return;
  }
  if (!is_one_box(block.shape, memory->shape)) {
    return add_unknown(op,
                       Topic::kConversion,
                       "which element of " + to_string(block) + " is one of " + to_string(*memory));
  }
  const auto& operand = module_.operands(op)[memory_at];
  if (!require_one_split(op, operand, operand_type(op, at), /*has_rows=*/false)) return;
  if (op.name.ends_with("reduce") && module_.num_ctas.value_or(1) > 1 &&
      own_elements(placed(operand.written != kNoType ? operand.written : defined_type(operand)))
          .have_copies()) {
    return add_unknown(op, Topic::kOperands, "CTAs hold copies, of which each is reduced");
  }
  add_decided(op, Topic::kOperands);
}

}  // namespace tileproof
