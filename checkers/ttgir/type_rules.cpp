// Do the types of values meet?  Operands are used with the types with which they were defined,
// layouts lie where their values do, and values that meet have one shape and one layout.
#include <algorithm>
#include <numeric>

#include "checkers/ttgir/element_types.hpp"
#include "checkers/ttgir/module_checker.hpp"
#include "checkers/ttgir/visible_values.hpp"

namespace tileproof {

using ttgir::kNoType;
using ttgir::OpKind;

namespace {

// All but what takes numbers, too, and what is not known.
bool needs_data(OpKind kind) {
  using enum OpKind;
  return kind != kUnknown && kind != kNoClaim && kind != kElementwise && kind != kConstant &&
         kind != kWait && kind < kFunction;
}

bool ends_block(OpKind kind) {
  using enum OpKind;
  return kind == kReturn || kind == kBranch || kind == kCondition || kind == kYield ||
         kind == kReduceReturn || kind == kWarpReturn;
}

// The letters of a signature, in words.
std::string_view in_words(char letter) {
  switch (letter) {
    case 'M':
      return "a memory";
    case 'T':
      return "a tensor";
    case 't':
      return "a token";
    case 'p':
      return "a pointer";
    case 'P':
      return "a pointer or a tensor of pointers";
    case 'O':
      return "a tensor of i32";
    case 'V':
      return "a tensor of what the pointer points to";
    case 'm':
      return "a tensor of i1";
    case 'b':
      return "an i1";
    case 's':
      return "an i32";
    case 'x':
      return "a number or a tensor";
    case 'i':
      return "an i32 or a tensor of i32";
    default:
      TP_CHECK(false, "a letter of a signature has a meaning");
  }
}

bool fits_letter(char letter, const ttgir::Type& type, std::string_view pointee) {
  using Kind = ttgir::Type::Kind;
  const bool is_tensor = type.kind == Kind::kTensor;
  const bool is_scalar = type.kind == Kind::kScalar;
  switch (letter) {
    case 'M':
      return type.kind == Kind::kMemDesc;
    case 'T':
      return is_tensor;
    case 't':
      return type.kind == Kind::kOther;
    case 'p':
      return !is_tensor && is_pointer(type.element);
    case 'P':
      return is_pointer(type.element);
    case 'O':
      return is_tensor && type.element == "i32";
    case 'V':
      return is_tensor && type.element == pointee;
    case 'm':
      return is_tensor && type.element == "i1";
    case 'b':
      return is_scalar && type.element == "i1";
    case 's':
      return is_scalar && type.element == "i32";
    case 'x':
      return is_tensor || is_scalar;
    case 'i':
      return (is_tensor || is_scalar) && type.element == "i32";
    default:
      TP_CHECK(false, "a letter of a signature has a meaning");
  }
}

}  // namespace

// Are the operands what the operation's signature says?  In generic form its segments say which of
// those that may be absent are there.
bool ModuleChecker::check_signature(const Operation& op) {
  const std::string_view letters =
      op.generic ? op.row->signature.generic : op.row->signature.pretty;
  std::string_view pointee;
  for (std::size_t i = 0; i < op.operand_count && pointee.empty(); ++i) {
    if (const TypeId id = operand_type(op, i); id != kNoType) pointee = pointee_of(type(id).element);
  }
  const auto segments =
      op.generic ? list_attribute(op, "operandSegmentSizes") : std::vector<unsigned>{};
  std::size_t next = 0;
  std::size_t group = 0;
  for (std::size_t i = 0; i < letters.size(); ++i, ++group) {
    const char letter = letters[i];
    if (letter == '*') return true;
    const bool may_lack = i + 1 < letters.size() && letters[i + 1] == '?';
    if (may_lack) ++i;
    const bool is_there = next < op.operand_count;
    const TypeId id = is_there ? operand_type(op, next) : kNoType;
    const bool fits = is_there && (id == kNoType || fits_letter(letter, type(id), pointee));
    const bool is_cut = !segments.empty();
    const unsigned wanted = !is_cut || group >= segments.size() ? 0 : segments[group];
    if (may_lack && (is_cut ? wanted == 0 : !fits)) continue;
    if (!require_types(op,
                       fits && (!is_cut || wanted == 1),
                       "operand ",
                       next,
                       " is ",
                       !is_there        ? std::string("missing")
                       : id == kNoType ? std::string("not known")
                                        : to_string(type(id)),
                       ", and should be ",
                       in_words(letter))) {
      return false;
    }
    ++next;
  }
  if (segments.size() > group) {
    add_unknown(op, Topic::kTypes, "it has segments that tileproof does not know");
    return false;
  }
  return require_types(op, next == op.operand_count, "it takes no operand ", next);
}

// Is the type of one of its operands or results not known?
bool ModuleChecker::is_untyped(const Operation& op) const {
  for (std::size_t i = 0; i < op.operand_count; ++i) {
    if (operand_type(op, i) == kNoType) return true;
  }
  for (std::size_t i = 0; i < op.result_count; ++i) {
    if (result_type(op, i) == kNoType) return true;
  }
  return false;
}

bool ModuleChecker::check_place(const Operation& op) {
  const OpKind kind = op.kind();
  const bool is_last =
      op.end >= module_.operations.size() || module_.operations[op.end].block != op.block;
  const bool in_function =
      op.parent != ttgir::kNoOp && module_.operations[op.parent].kind() == OpKind::kFunction;
  const bool is_amds = op.name.starts_with("amdg.") || op.name.starts_with("amdgpu.");
  const bool is_elsewhere = is_amds && target_ && target_->vendor() != Target::Vendor::kAmd;
  return require_types(op, !is_elsewhere, "it is an operation of AMD's") &&
         require_types(op, !ends_block(kind) || is_last, "another operation stands behind it") &&
         require_types(op,
                       !in_function || !is_last || ends_block(kind) || kind == OpKind::kUnknown,
                       "the function goes on behind it");
}

bool ModuleChecker::check_counts(const Operation& op) {
  const ttgir::OpRow& row = *op.row;
  // Results need not be named, and are not seen then where no type is written for them.
  const bool is_unnamed = op.result_count == 0 && !op.generic;
  const bool fits = (!row.operands || *row.operands == op.operand_count) &&
                    (!row.results || *row.results == op.result_count || is_unnamed);
  if (!require_types(op,
                     fits,
                     op.operand_count,
                     " operands and ",
                     op.result_count,
                     " results are not as many as ",
                     op.name,
                     " has")) {
    return false;
  }
  if (op.generic) {
    const auto is_cut = [&](std::string_view name, std::size_t count) {
      const auto sizes = list_attribute(op, name);
      return sizes.empty() || std::accumulate(sizes.begin(), sizes.end(), std::size_t{0}) == count;
    };
    if (!require_types(op,
                       is_cut("operandSegmentSizes", op.operand_count) &&
                           is_cut("resultSegmentSizes", op.result_count),
                       "its segments are not as many as its operands or results")) {
      return false;
    }
  }
  if (needs_data(op.kind()) && !concerns_data(op)) {
    if (require_types(op, is_untyped(op), op.name, " has neither a tensor nor a memory")) {
      add_untyped(op);
    }
    return false;
  }
  const auto is_other = [&](TypeId id) {
    if (id == kNoType || !type(id).is_shaped()) return false;
    return row.takes == ttgir::Takes::kNumbers ||
           (row.takes == ttgir::Takes::kTensors && type(id).kind != Type::Kind::kTensor) ||
           (row.takes == ttgir::Takes::kMemory && type(id).kind != Type::Kind::kMemDesc);
  };
  for (std::size_t i = 0; i < op.operand_count; ++i) {
    const TypeId id = operand_type(op, i);
    if (is_other(id)) return require_types(op, false, op.name, " takes no ", type(id));
  }
  for (std::size_t i = 0; i < op.result_count; ++i) {
    const TypeId id = result_type(op, i);
    if (is_other(id)) return require_types(op, false, op.name, " gives no ", type(id));
  }
  return true;
}

// Tensors have layouts in registers, memory has them where it lies.
bool ModuleChecker::check_storage(const Operation& op) {
  const auto fits = [&](TypeId id) {
    if (id == kNoType || type(id).layout == nullptr) return true;
    const Type& t = type(id);
    const auto storage = triton::storage(*t.layout);
    if (t.kind == Type::Kind::kTensor) return storage == triton::Storage::kRegisters;
    if (t.kind != Type::Kind::kMemDesc) return true;
    return t.space == ttgir::MemorySpace::kTensorMemory ? storage == triton::Storage::kTensorMemory
                                                        : storage == triton::Storage::kSharedMemory;
  };
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
          op,
          false,
          "elements of " + to_string(type(id)) + " do not fit the columns of tensor memory");
    }
    if (id != kNoType && type(id).kind == Type::Kind::kMemDesc && type(id).element_bits == 1) {
      add_unknown(op, Topic::kTypes, "a memory with elements of 1 bit, which compilers refuse");
      return false;
    }
    return fits(id) ||
           require_types(
               op, false, "the layout of " + to_string(type(id)) + " is for another storage");
  };
  for (const ttgir::Operand& operand : module_.operands(op)) {
    if (!require_fits(operand.written) || !require_fits(defined_type(operand))) return false;
  }
  for (const ttgir::Value& result : module_.results(op)) {
    if (!require_fits(result.type)) return false;
  }
  return true;
}

bool ModuleChecker::check_operands(const Operation& op) {
  const OpKind kind = op.kind();
  // These compare the layouts by what they move.
  const bool compares_layouts = kind == OpKind::kConvertLayout || kind == OpKind::kLocalLoad ||
                                kind == OpKind::kLocalStore || kind == OpKind::kLocalAlloc;
  bool fits = true;
  for (const ttgir::Operand& operand : module_.operands(op)) {
    if (operand.value == ttgir::kNoValue && !operand.name.empty() && kind != OpKind::kUnknown) {
      add_unknown(op,
                  Topic::kTypes,
                  "nothing that is seen here defines " + std::string(operand.name.substr(0, 40)));
      fits = false;
      continue;
    }
    if (operand.value != ttgir::kNoValue) {
      const std::string why = why_not_seen(module_, id_of(op), operand.value);
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
    if (!compares_layouts || memory) {
      fits = require_types(op, was.shape == is.shape, words("other shapes")) && fits;
    }
    if (memory) {
      fits = require_types(op, was.space == is.space, words("other storage")) && fits;
      fits = require_types(op, was.is_mutable || !is.is_mutable, words("it may not be written")) &&
             fits;
      if (fits) {
        fits = require_types(op, was.alloc_shape == is.alloc_shape, words("other allocations"));
      }
      const bool compares_cells = kind == OpKind::kLocalLoad || kind == OpKind::kLocalStore;
      if (fits && compares_cells) {
        fits = require_same_beginnings(op, Topic::kTypes, defined, operand.written);
      }
      if (compares_cells) continue;
    } else if (compares_layouts) {
      continue;
    }
    if (!fits) continue;
    const bool one_attribute = was.encoding == is.encoding || was.layout == is.layout;
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
