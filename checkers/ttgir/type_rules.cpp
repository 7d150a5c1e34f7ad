// Do the types of values meet?  Operands are used with the types with which they were defined,
// layouts lie where their values do, and values that meet have one shape and one layout.
#include <algorithm>
#include <initializer_list>

#include "checkers/ttgir/element_types.hpp"
#include "checkers/ttgir/module_checker.hpp"
#include "checkers/ttgir/target_instructions.hpp"
#include "checkers/ttgir/visible_values.hpp"

namespace tileproof {

using ttgir::kNoType;
using ttgir::OpKind;

namespace {

// Elements of other dialects are theirs to say.
bool has_stored_elements(const ttgir::Type& memory) {
  const std::string_view element = memory.element;
  if (element.find(".tensordesc") != element.npos) return false;
  return (memory.element_bits > 1 && element != "index") || element.starts_with("!");
}

}  // namespace

bool ModuleChecker::require_known_results(const Operation& op) {
  for (std::size_t i = 0; i < op.result_count; ++i) {
    if (!guessed_[op.first_result + i]) continue;
    add_unknown(op, Topic::kTypes, "the text does not say what it gives, which is used as data");
    return false;
  }
  return true;
}

namespace {

bool is_of(const ttgir::Operation& op, std::initializer_list<std::string_view> dialects) {
  return std::ranges::find(dialects, op.name.substr(0, op.name.find('.'))) != dialects.end();
}

bool is_of_amds(const ttgir::Operation& op) {
  return is_of(op, {"amdg", "amdgpu", "triton_amdgpu"});
}
bool is_of_nvidias(const ttgir::Operation& op) { return is_of(op, {"ttng", "triton_nvidia_gpu"}); }

// Does it make or take a descriptor of blocks of global memory?
bool takes_blocks(ttgir::OpKind kind) {
  using enum ttgir::OpKind;
  return kind == kMakeDescriptor || kind == kDescriptorLoad || kind == kDescriptorStore ||
         kind == kDescriptorGather || kind == kDescriptorScatter;
}

// Is it right on some targets alone, as far as it has a rule?
bool rests_on_target(const ttgir::Operation& op) {
  using enum ttgir::OpKind;
  switch (op.kind()) {
    case kDot:
    case kDotScaled:
    case kFp4ToFp:
    case kAsyncCopyGlobalToLocal:
    case kAsyncCopyLocalToGlobal:
    case kWarpSpecialize:
      return true;
    default:
      return takes_blocks(op.kind()) || is_of_amds(op) || is_of_nvidias(op) ||
             rests_on_instructions(op.row->name) || op.name == "tt.fp_to_fp" ||
             op.name.starts_with("tt.atomic");
  }
}

}  // namespace

bool ModuleChecker::check_place(const Operation& op) {
  if (!target_ && module_.target && rests_on_target(op)) {
    add_unknown(op, Topic::kTypes, no_target_);
    return false;
  }
  const bool is_amds = target_ && target_->vendor() == Target::Vendor::kAmd;
  if (is_amds && takes_blocks(op.kind()) && !target_->architecture().starts_with("gfx125")) {
    add_unknown(op, Topic::kTypes, "AMD's compilers make pointers of descriptors before this");
    return false;
  }
  return require_types(op, !target_ || is_amds || !is_of_amds(op), "it is an operation of AMD's") &&
         require_types(op, !is_amds || !is_of_nvidias(op), "it is an operation of NVIDIA's") &&
         require_end(op);
}

// Tensors have layouts in registers, memory has them where it lies.
bool ModuleChecker::lies_as_its_layout(TypeId id) const {
  if (id == kNoType || type(id).layout == nullptr) return true;
  const Type& t = type(id);
  const auto storage = triton::storage(*t.layout);
  if (t.kind == Type::Kind::kTensor) return storage == triton::Storage::kRegisters;
  if (t.kind != Type::Kind::kMemDesc) return true;
  return t.space == ttgir::MemorySpace::kTensorMemory ? storage == triton::Storage::kTensorMemory
                                                      : storage == triton::Storage::kSharedMemory;
}

bool ModuleChecker::check_storage(const Operation& op) {
  const auto fits = [&](TypeId id) { return lies_as_its_layout(id); };
  // Elements of tensor memory take at most a column of 32 bits, and scales have 8.
  const auto fits_column = [&](TypeId id) {
    if (id == kNoType || type(id).layout == nullptr || type(id).kind != Type::Kind::kMemDesc) {
      return true;
    }
    const Type& t = type(id);
    if (const auto* tile = t.layout->as<triton::TensorMemory>()) {
      return tile->unpacked || (tile->col_stride * t.element_bits <= 32 && t.element_bits >= 8);
    }
    if (t.layout->as<triton::TensorMemoryScales>() != nullptr) {
      return t.element_bits == 8 && t.alloc_shape.size() == 2;
    }
    return true;
  };
  const auto require_fits = [&](TypeId id) {
    if (id != kNoType && type(id).kind == Type::Kind::kMemDesc && type(id).layout != nullptr &&
        type(id).layout->as<triton::TensorMemoryScales>() != nullptr &&
        type(id).alloc_shape.size() != 2) {
      add_unknown(op, Topic::kTypes, "several buffers of scales have no rule yet");
      return false;
    }
    if (!fits_column(id)) {
      return require_types(
          op, false, "elements of ", type(id), " do not fit the columns of tensor memory");
    }
    const bool is_memory = id != kNoType && type(id).kind == Type::Kind::kMemDesc;
    const bool is_there = !is_memory || type(id).space != ttgir::MemorySpace::kTensorMemory ||
                          !target_ || target_->has_tensor_memory();
    if (!is_there) {
      return require_types(op, false, "there is no tensor memory in ", target_->name());
    }
    const bool is_in_columns =
        is_memory && type(id).space == ttgir::MemorySpace::kTensorMemory && type(id).layout;
    if (is_in_columns && !require_columns(op, id)) return false;
    if (is_memory && !has_stored_elements(type(id))) {
      add_unknown(op,
                  Topic::kTypes,
                  "a memory with elements of " +
                      (type(id).element == "i1" ? "1 bit" : std::string(type(id).element)) +
                      ", which compilers refuse");
      return false;
    }
    return fits(id) ||
           require_types(op, false, "the layout of ", type(id), " is for another storage");
  };
  for (const ttgir::Operand& operand : module_.operands(op)) {
    if (!require_fits(operand.written) || !require_fits(defined_type(operand))) return false;
  }
  for (const ttgir::Value& result : module_.results(op)) {
    if (!require_fits(result.type)) return false;
  }
  return true;
}

bool ModuleChecker::compares_layouts(OpKind kind) {
  return kind == OpKind::kConvertLayout || kind == OpKind::kLocalLoad ||
         kind == OpKind::kLocalStore || kind == OpKind::kLocalAlloc;
}

bool ModuleChecker::require_one_spelling(const Operation& op) {
  for (const ttgir::Operand& operand : module_.operands(op)) {
    const TypeId defined = defined_type(operand);
    const TypeId used = operand.written;
    const bool are_layouts = defined != kNoType && used != kNoType &&
                             type(defined).layout != nullptr && type(used).layout != nullptr;
    if (!are_layouts || placed(defined).text == placed(used).text) continue;
    add_unknown(op,
                Topic::kTypes,
                std::string(operand.name) + " was defined as " + to_string(type(defined)) +
                    " and is used as " + to_string(type(used)) +
                    ": its elements lie alike in both, where the compiler asks for one layout");
    return false;
  }
  return true;
}

bool ModuleChecker::check_operands(const Operation& op) {
  const OpKind kind = op.kind();
  bool fits = true;
  const auto operands = module_.operands(op);
  for (std::size_t i = 0; i < operands.size(); ++i) {
    const ttgir::Operand& operand = operands[i];
    const bool is_said = std::ranges::any_of(operands.first(i), [&](const ttgir::Operand& other) {
      return other.name == operand.name && other.written == operand.written;
    });
    if (is_said) continue;
    if (operand.value == ttgir::kNoValue && !operand.name.empty() && kind != OpKind::kUnknown) {
      add_unknown(op,
                  Topic::kTypes,
                  "nothing that is seen here defines " + std::string(operand.name.substr(0, 40)));
      fits = false;
      continue;
    }
    if (operand.value != ttgir::kNoValue) {
      const std::string why = why_not_seen(module_, blocks_, id_of(op), operand.value);
      if (!require_types(op, why.empty(), operand.name, " ", why)) {
        fits = false;
        continue;
      }
    }
    const TypeId defined = defined_type(operand);
    if (!is_defined_otherwise(defined, operand.written) || operand.written == kNoType) continue;
    const Type& was = type(defined);
    const Type& is = type(operand.written);
    const auto words = [&](const std::string& what) {
      return std::string(operand.name) + " was defined as " + to_string(was) + " and is used as " +
             to_string(is) + ": " + std::string(what);
    };
    const bool one_kind = was.kind == is.kind || !(was.is_shaped() || is.is_shaped());
    if (!require_types(op, one_kind, words("one is no tensor or memory like the other"))) {
      fits = false;
      continue;
    }
    if (!was.is_shaped()) {
      // Attributes within a type that is not known may be written in ways that are not known.
      if (was.kind == Type::Kind::kOther && to_string(was).find('#') != std::string::npos) {
        add_unknown(op, Topic::kTypes, words("whether these are one type"));
      } else {
        require_types(op, false, words("another type"));
      }
      fits = false;
      continue;
    }
    fits = require_types(op, was.element == is.element, words("other elements")) && fits;
    const bool memory = was.kind == Type::Kind::kMemDesc;
    if (!compares_layouts(kind) || memory) {
      fits = require_types(op, was.shape == is.shape, words("other shapes")) && fits;
    }
    if (memory) {
      fits = require_types(op, was.space == is.space, words("other storage")) && fits;
      fits = require_types(op,
                           was.is_mutable == is.is_mutable,
                           words(was.is_mutable ? "it may be written" : "it may not be written")) &&
             fits;
      if (fits) {
        fits = require_types(op, was.alloc_shape == is.alloc_shape, words("other allocations"));
      }
      const bool compares_cells = kind == OpKind::kLocalLoad || kind == OpKind::kLocalStore;
      if (fits && compares_cells) {
        fits = require_same_beginnings(op, Topic::kTypes, defined, operand.written);
      }
      if (compares_cells) continue;
    } else if (compares_layouts(kind)) {
      continue;
    }
    if (!fits) continue;
    const bool one_attribute =
        was.encoding == is.encoding || (was.layout != nullptr && was.layout == is.layout);
    if (one_attribute) continue;
    if (memory && !require_same_beginnings(op, Topic::kTypes, defined, operand.written)) {
      fits = false;
      continue;
    }
    if (was.layout == nullptr || is.layout == nullptr) {
      fits = require_types(
          op, was.encoding.empty() == is.encoding.empty(), words("one has no layout"));
      if (fits) add_unknown(op, Topic::kTypes, words("their layouts are not known"));
      fits = false;
      continue;
    }
    const Comparison& comparison = layouts_.compare(placed(defined), placed(operand.written));
    if (comparison.likeness == Likeness::kDifferent && memory && is.shape != is.alloc_shape) {
      fits = require_one_part(
          op, Topic::kTypes, defined, operand.written, views_.of(operand.value, defined));
    } else if (comparison.likeness == Likeness::kDifferent) {
      add(op, Topic::kTypes, *comparison.verdict, {{"defined_with", placed(defined).text}});
      fits = false;
    } else if (comparison.likeness == Likeness::kUnknown) {
      add_unknown(op, Topic::kTypes, comparison.why);
      fits = false;
    } else if (comparison.likeness == Likeness::kSameMap) {
      add_unknown(
          op, Topic::kTypes, words("one layout in two spellings, where the compiler asks for one"));
      fits = false;
    }
  }
  return fits;
}

bool ModuleChecker::require_one_layout(
    const Operation& op, TypeId a, TypeId b, std::string_view what, Topic question) {
  const Type& one = type(a);
  const Type& two = type(b);
  if (one.layout == two.layout && one.encoding == two.encoding) return true;
  const auto words = [&](const std::string& how) {
    return std::string(what) + " " + how + ": " + to_string(one) + " and " + to_string(two);
  };
  if (one.encoding.empty() != two.encoding.empty()) {
    return require(op, question, false, words("have a layout and none"));
  }
  if (one.layout == nullptr || two.layout == nullptr) {
    if (one.encoding == two.encoding) return true;
    add_unknown(op, question, words("have layouts that tileproof does not know"));
    return false;
  }
  const Comparison& comparison = layouts_.compare(placed(a), placed(b));
  switch (comparison.likeness) {
    case Likeness::kSame:
      return true;
    case Likeness::kSameMap:
      add_unknown(
          op, question, words("have one layout in two spellings, where the compiler asks for one"));
      return false;
    case Likeness::kDifferent:
      add(op, question, *comparison.verdict);
      return false;
    case Likeness::kUnknown:
      add_unknown(op, question, comparison.why);
      return false;
  }
  return false;
}

bool ModuleChecker::require_alike(const Operation& op, TypeId a, TypeId b, std::string_view what) {
  if (a == b) return true;
  return require_types(op,
                       type(a).shape == type(b).shape,
                       what,
                       " have other shapes: ",
                       type(a),
                       " and ",
                       type(b)) &&
         require_one_layout(op, a, b, what);
}

bool ModuleChecker::require_one_element(const Operation& op, const Type& a, const Type& b) {
  return require_types(op, a.element == b.element, "elements change: ", a, " and ", b);
}

bool ModuleChecker::require_layout(const Operation& op,
                                   TypeId id,
                                   const triton::LayoutPtr& wanted,
                                   std::string_view what) {
  const Type& t = type(id);
  const Placed& right = layouts_.of(wanted, KnownLayouts::layout_shape(t));
  const Comparison& comparison = layouts_.compare(placed(id), right);
  switch (comparison.likeness) {
    case Likeness::kSame:
      return true;
    case Likeness::kSameMap:
      add_unknown(op,
                  Topic::kTypes,
                  std::string(what) + " has another spelling of " + right.text +
                      ", where the compiler asks for this one");
      return false;
    case Likeness::kDifferent:
      add(op, Topic::kTypes, *comparison.verdict, {{"expected", right.text}});
      return false;
    case Likeness::kUnknown:
      add_unknown(op, Topic::kTypes, comparison.why);
      return false;
  }
  return false;
}

std::optional<std::string> ModuleChecker::why_not_compared(TypeId defined, TypeId used) {
  if (!is_defined_otherwise(defined, used)) return std::nullopt;
  const Type& t = type(defined);
  if (t.layout == nullptr) {
    if (t.encoding.empty()) return "it was defined without a layout";
    return "it was defined with '" + std::string(t.encoding) +
           "', which is no layout that tileproof knows";
  }
  const Placed& entry = placed(defined);
  if (!entry.tensor) return "the layout that it was defined with: " + entry.why_not.message;
  return std::nullopt;
}

bool ModuleChecker::is_as_defined(const Operation& op, TypeId was, TypeId used, Detail detail) {
  if (const auto reason = why_not_compared(was, used)) {
    add_unknown(op, Topic::kConversion, *reason);
    return false;
  }
  if (!is_defined_otherwise(was, used)) return true;
  const Placed& defined = placed(was);
  auto same = check_same_layout(*defined.tensor, *placed(used).tensor, decide_);
  if (same && is_proved(*same)) return true;
  if (same) {
    detail.emplace_back("defined_with", defined.text);
    add(op, Topic::kConversion, std::move(*same), std::move(detail));
  } else {
    add_unknown(op, Topic::kConversion, same.error().message);
  }
  return false;
}

}  // namespace tileproof
