// Asynchronous copies between global and shared memory through pointers.
#include <algorithm>
#include <bit>

#include "checkers/global_access/global_access.hpp"
#include "checkers/global_access/global_instructions.hpp"
#include "checkers/ttgir/dense_literal.hpp"
#include "checkers/ttgir/element_types.hpp"
#include "checkers/ttgir/index_values.hpp"
#include "checkers/ttgir/module_checker.hpp"

namespace tileproof {

using ttgir::kNoType;
using ttgir::OpKind;

namespace {

constexpr Word kCopyBits = 128;  // at most, that a thread copies at once

}  // namespace

// What one thread copies at once lies side by side in memory.
bool ModuleChecker::require_copy_width(const Access& access) {
  const auto* cost = cost_of(access);
  if (cost == nullptr || !*cost) return true;  // said where alignment was asked
  const Word bits = (*cost)->cost.vector_bits;
  return require(access.op,
                 Topic::kOperands,
                 bits >= 32,
                 "a thread has ",
                 bits,
                 " bits side by side, and asynchronous copies have 32 or more");
}

// Of what the text says lies side by side, compilers take as many elements as it says, where they
// know of fewer, and NVIDIA's copies have 4, 8 and 16 bytes.
bool ModuleChecker::require_copied_together(const Access& access) {
  const auto said = static_cast<Word>(
      std::max<std::int64_t>(1, integer_attribute(access.op, "contiguity").value_or(1)));
  const bool is_nvidias = target_ && target_->vendor() == Target::Vendor::kNvidia;
  const auto bytes = bytes_of_element(type(access.memory).element_bits);
  if (!is_nvidias || std::has_single_bit(said) || !bytes || 8 * said * *bytes >= kCopyBits) {
    return true;
  }
  const HeldTogether held = held_together(placed(access.tensor).tensor->form);
  if (!axes_) axes_.emplace(module_, AxisRules::kCompiler);
  const auto known = vector_facts(*axes_, *access.tensor_operand, nullptr, held.fastest);
  if (known && std::min({known->contiguity, known->divisibility / *bytes, held.elements}) >= said) {
    return true;
  }
  add_unknown(access.op,
              Topic::kTypes,
              "whether compilers copy " + std::to_string(said) + " elements at once");
  return false;
}

// What stands for elements that are not copied: NVIDIA's copies write zeros, AMD's buffer loads
// nothing, whatever the text says.
bool ModuleChecker::require_zeros_elsewhere(const Operation& op, std::size_t tensor_at) {
  const bool is_buffer = op.kind() == OpKind::kBufferLoadToLocal;
  const bool is_nvidia = target_ && target_->vendor() == Target::Vendor::kNvidia;
  const auto operands = module_.operands(op);
  bool has_other = op.generic || !behind_keyword(op, "other");
  for (std::size_t i = 0; i < operands.size(); ++i) {
    const Type& value = type(operand_type(op, i));
    const bool is_other = i != tensor_at && value.kind == Type::Kind::kTensor &&
                          value.element != "i1" && !is_pointer(value.element);
    has_other = has_other || is_other;
    const bool is_trusted = !is_buffer && (is_zero(operands[i]) || (target_ && !is_nvidia));
    if (!is_other || is_trusted) continue;
    add_unknown(op,
                Topic::kTypes,
                is_buffer ? "whether what is not loaded is written at all"
                          : "whether anything but zeros is written for what is not copied");
    return false;
  }
  return require_types(op, has_other, "what is written for others is no tensor");
}

// A constant of zeros, also one that is made of a number.
bool ModuleChecker::is_zero(const ttgir::Operand& operand) const {
  const Operation* made = definition_of(operand);
  if (made != nullptr && made->kind() == OpKind::kSplat && made->operand_count != 0) {
    made = definition_of(module_.operands(*made)[0]);
  }
  if (made == nullptr || made->kind() != OpKind::kConstant) return false;
  // `0`, `0.0`, `0.000000e+00`, `false`: digits other than 0 are of another number, and a zero with
  // a sign has other bits.
  const auto value = constant_text(module_, *made);
  const auto number = dense_elements(value).value_or(value);
  const auto end = number.find_first_not_of("0123456789.eE+-");
  const auto digits = number.substr(0, end);
  return number.starts_with("false") ||
         (!digits.empty() && digits[0] != '-' && digits.find_first_of("123456789") == digits.npos &&
          number.substr(digits.size(), 1) != "x");
}

std::string_view ModuleChecker::why_not_copied_to(const Type& memory) const {
  const bool is_amd = target_ && target_->vendor() == Target::Vendor::kAmd;
  if (memory.layout->as<triton::PartitionedShared>() != nullptr) {
    return "whether compilers copy to partitions";
  }
  if (target_ && !is_amd && memory.layout->as<triton::PaddedShared>() != nullptr) {
    return "whether compilers copy to padded memory";
  }
  // What is copied at once lies side by side, whatever the swizzle has there.
  const auto* swizzled = memory.layout->as<triton::SwizzledShared>();
  const bool has_words = !is_amd || target_->architecture().starts_with("gfx94");
  if (!has_words && swizzled != nullptr && swizzled->max_phase > 1 &&
      swizzled->vec * memory.element_bits < kCopyBits) {
    return "a swizzle of less than 16 bytes, of which some compilers copy 16 at once";
  }
  return {};
}

void ModuleChecker::check_async_copy(const Operation& op) {
  const bool is_buffer = op.kind() == OpKind::kBufferLoadToLocal;
  const bool is_load = op.kind() == OpKind::kAsyncCopyLocalToGlobal;
  const auto operands = module_.operands(op);
  // In the text's order; the memory is the one operand in shared memory that is no barrier.
  std::size_t memory_at = operands.size();
  std::size_t tensor_at = operands.size();
  std::string_view pointer;
  for (std::size_t i = 0; i < operands.size(); ++i) {
    const TypeId id = operand_type(op, i);
    if (id == kNoType) return add_untyped(op);
    if (!type(id).is_shaped() && type(id).element.find("ptr<") != std::string_view::npos) {
      pointer = type(id).element;
    }
    if (type(id).kind == Type::Kind::kMemDesc && memory_at == operands.size()) memory_at = i;
    if (type(id).kind == Type::Kind::kTensor && tensor_at == operands.size()) tensor_at = i;
  }
  if (memory_at == operands.size()) return add_untyped(op);
  const TypeId memory_id = operand_type(op, memory_at);
  const Type& memory = type(memory_id);
  if (!require_types(op, is_load || memory.is_mutable, "the memory may not be written: ", memory)) {
    return;
  }
  if (tensor_at == operands.size()) {
    return add_unknown(op, Topic::kTypes, "copies of whole blocks have no rule yet");
  }
  const TypeId tensor_id = operand_type(op, tensor_at);
  const Type& tensor = type(tensor_id);
  const std::string both = to_string(tensor) + " and " + to_string(memory);
  if (!is_buffer) pointer = tensor.element;
  if (!require_types(op,
                     pointee_of(pointer) == memory.element,
                     "pointers are ",
                     pointer,
                     ", elements ",
                     memory.element) ||
      !require_types(op, tensor.shape == memory.shape, "shapes differ: ", both)) {
    return;
  }
  for (std::size_t i = 0; i < operands.size(); ++i) {
    const TypeId id = operand_type(op, i);
    if (!require_types(op,
                       i == memory_at || type(id).kind != Type::Kind::kMemDesc,
                       "single elements are copied to one memory, and operand ",
                       i,
                       " is another")) {
      return;
    }
    if (i == tensor_at || type(id).kind != Type::Kind::kTensor) continue;
    if (!require_alike(op, tensor_id, id, "pointers, mask and values")) return;
  }
  if (target_ && !target_->has_async_copies()) {
    if (target_->vendor() == Target::Vendor::kAmd) {
      return add_unknown(op, Topic::kTypes, "whether " + target_->name() + " has such copies");
    }
    require_types(op, false, target_->name(), " has no asynchronous copies");
    return;
  }
  if (!require_target_instructions(op)) return;
  if (!require_zeros_elsewhere(op, tensor_at)) return;
  add_decided(op, Topic::kTypes);
  if (tensor.encoding.empty() && memory.encoding.empty()) return;
  if (tensor.layout == nullptr || memory.layout == nullptr) {
    return add_unknown(op, Topic::kConversion, "a layout that tileproof does not know");
  }
  for (const auto id : {tensor_id, memory_id}) {
    if (!placed(id).tensor) return add_unknown(op, Topic::kConversion, placed(id).why_not.message);
  }
  const Access access{
      op, tensor_id, memory_id, &operands[tensor_at], &operands[memory_at], is_load};
  if (!require_own_cta(access) || !require_all_ctas_written(access) ||
      !require_copied_together(access)) {
    return;
  }
  if (const auto why = why_not_copied_to(memory); why.empty()) {
    check_access_data(access);
  } else {
    add_unknown(op, Topic::kConversion, std::string(why));
  }
  check_bounds(access);
  check_alignment(access);
  if (worst_ == Worst::kProved && !is_load) require_copy_width(access);
  if (worst_ == Worst::kProved && is_buffer && target_ &&
      target_->architecture().starts_with("gfx125")) {
    add_unknown(op, Topic::kTypes, "whether compilers copy from a buffer on " + target_->name());
  }
}

}  // namespace tileproof
