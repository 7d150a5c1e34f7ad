// The operations of a module that move data between layouts or view memory, each with what tests
// look at: its types as written and as defined.
#pragma once

#include <algorithm>
#include <string_view>
#include <vector>

#include "encodings/ttgir/module.hpp"

namespace tileproof::ttgir::test {

struct DataOperation {
  struct Operand {
    std::string_view name;
    TypeId type = kNoType;  // as written
    struct {
      TypeId type = kNoType;
      std::size_t offset = 0;
    } definition;
  };

  OpKind kind = OpKind::kUnknown;
  std::string_view name;
  std::size_t offset = 0;
  std::size_t line = 1;
  unsigned num_warps = 0;
  std::vector<Operand> operands;
  std::vector<TypeId> results;
  std::vector<TypeId> written;  // its tensors and memory, in the order of the text
};

inline bool moves_data(const Module& module, const Operation& op) {
  using enum OpKind;
  switch (op.kind()) {
    case kConvertLayout:
    case kLocalLoad:
    case kLocalStore:
    case kLocalAlloc:
    case kLocalDealloc:
    case kMemdescIndex:
    case kMemdescSubview:
    case kMemdescSubslice:
    case kMemdescTrans:
    case kMemdescReshape:
    case kMemdescReinterpret:
    case kAsyncCopyGlobalToLocal:
    case kBufferLoadToLocal:
    case kTmemAlloc:
    case kTmemLoad:
    case kTmemStore:
    case kTmemCopy:
    case kTmemSubslice:
      return true;
    case kFunction:
      return false;
    default:
      break;
  }
  const auto is_memory = [&](TypeId type) {
    return type != kNoType && module.types[type].kind == Type::Kind::kMemDesc;
  };
  const auto left = module.left(op);
  const auto right = module.right(op);
  return std::any_of(left.begin(), left.end(), is_memory) ||
         std::any_of(right.begin(), right.end(), is_memory);
}

inline std::vector<DataOperation> data_operations(const File& file, const Module& module) {
  std::vector<DataOperation> list;
  for (const Operation& op : module.operations) {
    if (op.is_broken || !moves_data(module, op)) continue;
    DataOperation seen{
        op.kind(), op.name, op.offset, file.lines.line(op.offset), op.num_warps, {}, {}, {}};
    for (const auto& operand : module.operands(op)) {
      DataOperation::Operand known{operand.name, operand.written, {}};
      if (const Value* value = module.definition(operand)) {
        known.definition = {value->type, value->offset};
      }
      seen.operands.push_back(known);
    }
    for (const Value& result : module.results(op)) {
      if (result.type != kNoType && module.types[result.type].is_shaped()) {
        seen.results.push_back(result.type);
      }
    }
    for (const auto& types : {module.left(op), module.right(op)}) {
      for (const TypeId type : types) {
        if (type != kNoType && module.types[type].is_shaped()) seen.written.push_back(type);
      }
    }
    list.push_back(std::move(seen));
  }
  return list;
}

}  // namespace tileproof::ttgir::test
