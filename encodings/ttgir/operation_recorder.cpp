// What is kept of an operation once it has been read: its types and the definitions of its results.
#include <algorithm>

#include "encodings/ttgir/text_reader.hpp"

namespace tileproof::ttgir {
namespace {

template <typename List>
bool has_bad_type(const List& types) {
  return std::any_of(types.begin(), types.end(), [](TypeId type) { return type == kBadType; });
}

// What a known operation must write.  'T': a tensor, 'M': a memdesc, '-': nothing to check.
struct Signature {
  char source = '-';       // first operand
  char destination = '-';  // second operand
  char result = '-';
  bool source_optional = false;
};

Signature signature(OpKind kind) {
  switch (kind) {
    case OpKind::kConvertLayout:
      return {'T', '-', 'T'};
    case OpKind::kLocalLoad:
    case OpKind::kTmemLoad:
      return {'M', '-', 'T'};
    case OpKind::kLocalStore:
    case OpKind::kTmemStore:
    case OpKind::kAsyncCopyGlobalToLocal:
      return {'T', 'M', '-'};
    case OpKind::kLocalAlloc:
    case OpKind::kTmemAlloc:
      return {'T', '-', 'M', true};
    case OpKind::kLocalDealloc:
      return {'M', '-', '-'};
    case OpKind::kTmemCopy:
      return {'M', 'M', '-'};
    case OpKind::kMemdescIndex:
    case OpKind::kMemdescSubview:
    case OpKind::kMemdescSubslice:
    case OpKind::kMemdescTrans:
    case OpKind::kMemdescReshape:
    case OpKind::kMemdescReinterpret:
    case OpKind::kTmemSubslice:
      return {'M', '-', 'M'};
    default:
      return {};
  }
}

bool fits(char wanted, TypeId type, const Module& module) {
  if (wanted == '-') return true;
  if (!is_type(type)) return false;
  return module.types[type].kind == (wanted == 'T' ? Type::Kind::kTensor : Type::Kind::kMemDesc);
}

const char* noun(char wanted) { return wanted == 'T' ? "a tensor" : "a memory descriptor"; }

}  // namespace

void TextReader::record(Statement& statement) {
  if (statement.is_module) {
    auto module = open_modules_.back().take();
    open_modules_.pop_back();
    modules_.push_back(std::move(module));
    return;
  }
  auto& module = builder(statement.offset).module();
  auto kind = statement.info.kind;
  const auto is_memdesc = [&](TypeId type) { return fits('M', type, module); };
  if (kind == OpKind::kNone && statement.info.gpu_dialect &&
      (std::any_of(statement.left.begin(), statement.left.end(), is_memdesc) ||
       std::any_of(statement.right.begin(), statement.right.end(), is_memdesc))) {
    kind = OpKind::kOther;
  }
  if (kind != OpKind::kNone && !has_bad_type(statement.left) && !has_bad_type(statement.right)) {
    Operation operation;
    operation.kind = kind;
    operation.name = statement.name;
    operation.offset = statement.generic ? statement.offset + 1 : statement.offset;
    operation.line = lines_.line(statement.offset);
    operation.num_warps = statement.num_warps;
    const auto range = statement.attributes.empty() ? statement.properties : statement.attributes;
    operation.attributes = scanner_.between(range.begin, range.end);
    pair_types(statement, operation);
    if (check_types(operation, module)) module.operations.push_back(std::move(operation));
  }
  define_results(statement);
}

void TextReader::pair_types(const Statement& statement, Operation& operation) const {
  for (const auto& name : statement.operands) {
    operation.operands.push_back({name.name, name.offset, kNoType, values_.find(name.name)});
  }
  const auto& left = statement.left;
  const auto& right = statement.right;
  auto& operands = operation.operands;
  const auto give = [&](std::size_t operand, TypeId type) {
    if (operand < operands.size() && is_type(type)) operands[operand].type = type;
  };
  const bool is_store =
      signature(operation.kind).destination == 'M' && operation.kind != OpKind::kTmemCopy;
  bool has_results = true;
  if (statement.generic) {
    for (std::size_t i = 0; i < left.size(); ++i) give(i, left[i]);
  } else if (operation.kind == OpKind::kOther) {
    std::copy_if(left.begin(), left.end(), std::back_inserter(operation.unpaired), is_type);
    std::copy_if(right.begin(), right.end(), std::back_inserter(operation.unpaired), is_type);
    has_results = false;
  } else if (operation.kind == OpKind::kTmemCopy) {
    for (std::size_t i = 0; i < left.size(); ++i) give(i, left[i]);
  } else if (operation.kind == OpKind::kBufferLoadToLocal) {
    const auto offsets = std::find_if(left.begin(), left.end(), is_type);
    if (offsets != left.end()) give(1, *offsets);
    if (!right.empty() && statement.into != 0) give(statement.into, right.front());
    has_results = false;
  } else {
    if (!left.empty()) give(0, left.front());
    if (is_store && !right.empty()) give(1, right.front());
    has_results = !is_store;
  }
  if (has_results) {
    std::copy_if(right.begin(), right.end(), std::back_inserter(operation.results), is_type);
  }

  if (operation.kind != OpKind::kMemdescTrans) return;
  for (const auto& range : {statement.properties, statement.attributes}) {
    const auto order =
        find_attribute(scanner_.text(), range, [](std::string_view key) { return key == "order"; });
    if (!order) continue;
    const auto values = integers(scanner_.between(order->begin, order->end));
    operation.order.assign(values.begin(), values.end());
  }
}

bool TextReader::check_types(const Operation& operation, const Module& module) {
  const auto wanted = signature(operation.kind);
  const auto check = [&](char kind, TypeId type, const char* what) {
    if (fits(kind, type, module)) return true;
    scanner_.fail(
        ErrorCode::kSyntax,
        operation.offset,
        std::string(operation.name) + ": the type of its " + what + " is not " + noun(kind));
    return false;
  };
  const auto operand = [&](std::size_t i) {
    return i < operation.operands.size() ? operation.operands[i].type : kNoType;
  };
  const bool has_source = !wanted.source_optional || !operation.operands.empty();
  return (!has_source || check(wanted.source, operand(0), "source")) &&
         check(wanted.destination, operand(1), "destination") &&
         check(wanted.result,
               operation.results.empty() ? kNoType : operation.results.front(),
               "result");
}

void TextReader::define_results(const Statement& statement) {
  if (statement.results.empty()) return;
  const auto& left = statement.left;
  const auto& right = statement.right;
  const auto count = statement.result_count();
  const auto rule = statement.generic ? ResultRule::kRight : statement.info.rule;
  const auto type_of = [&](std::size_t result) {
    switch (rule) {
      case ResultRule::kRight:
        return right.size() == count ? right[result] : kNoType;
      case ResultRule::kRightFirst:
        return result == 0 && !right.empty() ? right.front() : kNoType;
      case ResultRule::kRightEach:
        return right.size() == 1 ? right.front() : kNoType;
      case ResultRule::kSame:
        return count == 1 && left.size() == 1 && right.empty() ? left.front() : kNoType;
      case ResultRule::kFirst:
      case ResultRule::kShapeOnly:
        return count == 1 && !left.empty() ? left.front() : kNoType;
      case ResultRule::kLast:
        return count == 1 && !left.empty() ? left.back() : kNoType;
      case ResultRule::kUnknown:
        break;
    }
    return kNoType;
  };
  std::size_t first = 0;
  for (const auto& result : statement.results) {
    boost::container::small_vector<Definition, 4> definitions;
    bool known = false;
    // No more than the types that are written, however many results the text claims.
    for (std::size_t i = 0; i < std::min(result.count, right.size() + 1); ++i) {
      auto type = type_of(first + i);
      if (!is_type(type)) type = kNoType;
      known = known || type != kNoType;
      definitions.push_back({type, rule != ResultRule::kShapeOnly, result.offset});
    }
    values_.define(result.name, {definitions.data(), known ? definitions.size() : 0});
    first += result.count;
  }
}

}  // namespace tileproof::ttgir
