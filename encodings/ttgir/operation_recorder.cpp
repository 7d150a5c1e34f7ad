// What is kept of an operation once it has been read: its types and the definitions of its results.
#include <algorithm>

#include "encodings/ttgir/text_reader.hpp"
#include "encodings/ttgir/type_parser.hpp"

namespace tileproof::ttgir {
namespace {

// Only of T and M it is asked whether the text writes one.
bool fits(char wanted, TypeId type, const Module& module) {
  if (wanted != 'T' && wanted != 'M') return true;
  if (!is_type(type)) return false;
  return module.types[type].kind == (wanted == 'T' ? Type::Kind::kTensor : Type::Kind::kMemDesc);
}

// Of an operation that names none of its results, as MLIR lets it: as many as it has types for.
std::size_t unnamed_results(const Statement& statement) {
  const bool is_known =
      statement.generic || statement.row->types.right.find_first_of("*r") != std::string_view::npos;
  return is_known && statement.row->kind != OpKind::kUnknown ? statement.right.size() : 0;
}

// The one of so many types, or the first.
std::string_view form_of(std::string_view pattern, std::size_t types) {
  if (pattern.size() < 2) return pattern;
  const auto first = pattern.substr(0, pattern.find('|'));
  for (auto forms = pattern; !forms.empty();) {
    const auto form = forms.substr(0, forms.find('|'));
    if (form.size() == types) return form;
    forms.remove_prefix(std::min(form.size() + 1, forms.size()));
  }
  return first;
}

const char* noun(char wanted) { return wanted == 'T' ? "a tensor" : "a memory descriptor"; }

}  // namespace

void TextReader::record(Statement& statement) {
  if (statement.is_module) {
    close_module();
    return;
  }
  auto& build = builder(statement.offset);
  auto& module = build.module();
  auto& operation = module.operations[statement.op];
  keep_parts(statement, operation, module);
  pair_types(statement, operation);
  operation.is_broken = operation.is_broken || !check_types(operation, module);
}

void TextReader::keep_parts(const Statement& statement,
                            Operation& operation,
                            Module& module) const {
  operation.row = statement.row;
  operation.name = statement.name;
  operation.offset = statement.generic ? statement.offset + 1 : statement.offset;
  operation.num_warps = statement.num_warps;
  operation.generic = statement.generic;
  operation.end = static_cast<OpId>(module.operations.size());
  operation.regions = static_cast<std::uint32_t>(statement.regions);
  operation.attributes = statement.attributes;
  operation.properties = statement.properties;
  operation.location = statement.location;
  operation.head = {operation.offset,
                    statement.head_end != 0 ? statement.head_end : scanner_.position()};

  operation.first_operand = static_cast<std::uint32_t>(module.operand_pool.size());
  operation.operand_count = static_cast<std::uint32_t>(statement.operands.size());
  for (const auto& name : statement.operands) {
    module.operand_pool.push_back({name.name, name.offset, kNoType, values_.find(name.name)});
  }
  operation.first_type = static_cast<std::uint32_t>(module.type_pool.size());
  operation.left_count = static_cast<std::uint32_t>(statement.left.size());
  operation.right_count = static_cast<std::uint32_t>(statement.right.size());
  for (const auto* list : {&statement.left, &statement.right}) {
    for (const TypeId type : *list) {
      module.type_pool.push_back(is_type(type) ? type : kNoType);
      operation.is_broken = operation.is_broken || type == kBadType;
    }
  }
  operation.first_successor = static_cast<std::uint32_t>(module.successor_pool.size());
  operation.successor_count = static_cast<std::uint32_t>(statement.branches.size());
  for (std::size_t i = 0; i < statement.branches.size(); ++i) {
    const auto& branch = statement.branches[i];
    const auto behind = i + 1 < statement.branches.size()
                            ? statement.branches[i + 1].operands_before
                            : statement.operands.size();
    // In generic form operands stand before the successors.
    const auto first = statement.generic ? 0 : branch.operands_before;
    module.successor_pool.push_back(
        {branch.label,
         static_cast<std::uint32_t>(first),
         static_cast<std::uint32_t>(statement.generic ? statement.operands.size()
                                                      : behind - first)});
  }
}

// Gives the operands the types that are written for them, and defines the results.
void TextReader::pair_types(const Statement& statement, Operation& operation) {
  auto& build = builder(statement.offset);
  auto& module = build.module();
  const OpRow& row = *statement.row;
  const std::span<Operand> operands{module.operand_pool.data() + operation.first_operand,
                                    operation.operand_count};
  const auto count = statement.result_count();
  // No more than the types that are written, however many results the text claims.
  const auto written = statement.left.size() + statement.right.size() + 1;
  const auto results = statement.is_function       ? 0
                       : statement.results.empty() ? unnamed_results(statement)
                                                   : std::min(count, written);
  boost::container::small_vector<TypeId, 8> types(results, kNoType);
  const auto can_be_shaped = [&](const Operand& operand) {
    const TypeId type = module.type_of(operand);
    return type == kNoType || module.types[type].is_shaped();
  };
  const auto shaped_operand = [&](std::size_t n) -> Operand* {
    for (Operand& operand : operands) {
      if (can_be_shaped(operand) && n-- == 0) return &operand;
    }
    return nullptr;
  };
  const auto operand_at = [&](std::size_t n) {
    return n < operands.size() ? &operands[n] : nullptr;
  };
  // Is the operand there, of which a letter of a pattern gives the type?
  const auto has_operand = [&](char whose) {
    if (is_digit(whose)) return shaped_operand(static_cast<std::size_t>(whose - '0')) != nullptr;
    if (whose >= 'A' && whose <= 'F')
      return static_cast<std::size_t>(whose - 'A') < operands.size();
    return !operands.empty();
  };
  bool is_paired = true;
  bool lacks_type = false;
  const auto give = [&](Operand* operand, TypeId type) {
    is_paired = is_paired && operand != nullptr;
    if (operand != nullptr && is_type(type)) operand->written = type;
  };
  const auto pair = [&](const auto& list, std::string_view pattern, bool behind_arrow) {
    if (list.empty() && pattern.empty()) return;
    if (pattern == "=") {
      is_paired = is_paired && list.size() <= 1;
      lacks_type = list.empty() && (!operands.empty() || row.kind != OpKind::kConstant);
      if (list.size() != 1) return;
      for (Operand& operand : operands) give(&operand, list[0]);
      std::fill(types.begin(), types.end(), list[0]);
      return;
    }
    pattern = form_of(pattern, list.size());
    std::size_t next_result = 0;
    std::size_t shaped = 0;
    const bool goes_on = pattern.ends_with('*') || pattern.ends_with('+');
    for (std::size_t i = 0; i < list.size(); ++i) {
      const char whose = i < pattern.size() ? pattern[i] : goes_on ? pattern.back() : '\0';
      if (whose == 'd') {
        Operand* given = operand_at(0);
        give(given, list[i]);
        // Where it was made the printer left out its type: it is what its first use says.
        if (given != nullptr && given->value != kNoValue && is_type(list[i])) {
          Value& value = module.values[given->value];
          if (value.type == kNoType) value.type = list[i];
        }
      } else if (is_digit(whose)) {
        ++shaped;
        give(shaped_operand(static_cast<std::size_t>(whose - '0')), list[i]);
      } else if (whose == '+') {
        give(shaped_operand(shaped++), list[i]);
      } else if (whose >= 'A' && whose <= 'F') {
        give(operand_at(static_cast<std::size_t>(whose - 'A')), list[i]);
      } else if (whose == 'Z') {
        give(operands.empty() ? nullptr : &operands.back(), list[i]);
      } else if (whose == 'r' || (whose == '*' && behind_arrow)) {
        is_paired = is_paired && next_result < types.size();
        if (next_result < types.size()) types[next_result++] = list[i];
      } else {
        give(whose == '*' ? operand_at(i) : nullptr, list[i]);
      }
    }
    const bool is_fixed = list.size() < pattern.size();
    if (!is_fixed && !goes_on) return;
    const char next = is_fixed ? pattern[list.size()] : pattern.back();
    // Of any number of results, as many are there as types are written, and tokens.
    const bool is_due = next == '*'   ? !behind_arrow && list.size() < operands.size()
                        : next == '+' ? shaped_operand(shaped) != nullptr
                        : next == 'r' ? is_fixed && behind_arrow && next_result < types.size()
                                      : is_fixed && has_operand(next);
    lacks_type = lacks_type || is_due;
  };
  const auto& left = statement.left;
  const auto& right = statement.right;
  auto rule = row.result;
  if (statement.generic) {
    pair(left, "*", false);
    pair(right, "*", true);
    rule = ResultRule::kWritten;
  } else if (row.kind == OpKind::kUnknown) {
    if (right.size() == count) pair(right, "*", true);
    is_paired = true;
  } else if (row.kind == OpKind::kBufferLoad || row.kind == OpKind::kBufferStore) {
    // `: tensor<...>`, or, since Triton 3.9, `: !tt.ptr<...> -> tensor<...>`.
    pair(right.empty() ? left : right, row.types.left, false);
    if (!right.empty()) {
      pair(left,
           std::string_view("ABC").substr(types_of(row.signature, /*generic=*/false).find('p'), 1),
           false);
    }
  } else if (row.kind == OpKind::kBranch || row.kind == OpKind::kCondition) {
    // Conditions have no type, and come first.
    const auto first = operands.size() - std::min(operands.size(), left.size());
    for (std::size_t i = 0; i < left.size(); ++i) give(operand_at(first + i), left[i]);
    const std::size_t conditions = row.signature.types.starts_with('.') ? 0 : 1;
    lacks_type = left.size() + conditions < operands.size();
  } else if (row.kind == OpKind::kBufferLoadToLocal) {
    // `: !tt.ptr<...>[offsets] other -> memory`
    for (std::size_t i = 0; i < left.size(); ++i) {
      give(i < 2                            ? operand_at(i)
           : i == 2 && statement.other != 0 ? operand_at(statement.other)
                                            : nullptr,
           left[i]);
    }
    for (const TypeId type : right) give(operand_at(statement.into), type);
    lacks_type = left.size() < (statement.other != 0 ? 3 : 2) || right.empty();
  } else {
    // Which of the scales a type is for, their number says: every operand but C has one.
    const bool is_whole = row.kind != OpKind::kDotScaled || left.size() + 1 == operands.size();
    // What is counted, and what a function gives, is asked of where they go on.
    const bool is_asked_later = row.kind == OpKind::kFor || row.kind == OpKind::kFunction;
    if (is_whole && !is_asked_later) pair(left, row.types.left, false);
    if (row.kind == OpKind::kDotScaled) lacks_type = left.size() + 1 < operands.size();
    if (row.kind != OpKind::kFunction) pair(right, row.types.right, true);
    if (row.kind == OpKind::kConstant && left.empty() && types.size() == 1) {
      types[0] = untyped_constant(statement);
    }
  }
  const auto element_of = [&](TypeId type) {
    return is_type(type) ? module.types[type].element : std::string_view{};
  };
  switch (rule) {
    case ResultRule::kWritten:
      break;
    case ResultRule::kOperandType:
      for (std::size_t i = 0; i < std::min(types.size(), operands.size()); ++i) {
        types[i] = operands[i].written;
      }
      break;
    case ResultRule::kElementOf: {
      const TypeId first = operands.empty() ? kNoType : module.type_of(operands[0]);
      if (types.size() == 1 && is_type(first) && module.types[first].is_shaped()) {
        types[0] = build.number(module.types[first].element, module.types[first].element_bits);
      }
      break;
    }
    case ResultRule::kTruth:
      if (types.size() == 1 && left.size() == 1) types[0] = build.derived(left[0], "i1", 1);
      break;
    case ResultRule::kPointee:
      if (types.size() == 1 && left.size() == 1) {
        const auto element = pointee_of(element_of(left[0]));
        if (!element.starts_with("tensor")) {
          types[0] = build.derived(left[0], element, element_bits(element));
        }
      }
      break;
    case ResultRule::kLastWritten:
      is_paired = left.size() <= 2;
      lacks_type = left.empty();
      if (left.empty() || operands.size() != 3) break;
      if (left.size() > 1) give(&operands[0], left[0]);
      give(&operands[1], left.back());
      give(&operands[2], left.back());
      if (types.size() == 1) types[0] = left.back();
      break;
    case ResultRule::kEachWritten:
      if (right.size() == 1) std::fill(types.begin(), types.end(), right[0]);
      break;
  }

  // The pretty form writes no type for a token.
  const bool has_untyped = std::ranges::find(types, kNoType) != types.end();
  if (has_untyped && !statement.generic && row.kind != OpKind::kUnknown) {
    std::size_t next = 0;
    for (const char letter : results_of(row.signature)) {
      if (letter == '?' || letter == '*') continue;
      if (next < types.size() && letter == 't' && types[next] == kNoType) {
        types[next] = build.token(statement.name);
      }
      ++next;
    }
  }
  const bool has_form = row.kind != OpKind::kUnknown && !statement.is_function;
  if (has_form) {
    operation.pairing = !is_paired        ? Pairing::kTypeTooMany
                        : lacks_type      ? Pairing::kTypeTooFew
                        : count > results ? Pairing::kNameTooMany
                                          : Pairing::kWhole;
  }
  operation.first_result = static_cast<ValueId>(module.values.size());
  operation.result_count = static_cast<std::uint32_t>(results);
  if (statement.results.empty()) {
    for (std::uint32_t i = 0; i < results; ++i) {
      build.add_value(
          {is_type(types[i]) ? types[i] : kNoType, statement.op, kNoBlock, i, operation.offset});
    }
  }
  std::uint32_t index = 0;
  for (const auto& result : statement.results) {
    const auto first_value = static_cast<ValueId>(module.values.size());
    const auto known =
        static_cast<std::uint32_t>(std::min<std::size_t>(result.count, results - index));
    for (std::uint32_t i = 0; i < known; ++i, ++index) {
      const TypeId type = is_type(types[index]) ? types[index] : kNoType;
      build.add_value({type, statement.op, kNoBlock, index, result.offset});
    }
    if (!values_.define(result.name, first_value, known))
      fail_defined_again({result.name, result.offset});
  }
}

// `true` is an i1, `1` an i64, `1.0` an f64.
TypeId TextReader::untyped_constant(const Statement& statement) {
  auto text = scanner_.between(statement.offset + statement.name.size(), scanner_.position());
  if (!statement.attributes.empty()) {
    text = scanner_.between(statement.attributes.end + 1, scanner_.position());
  }
  text.remove_prefix(std::min(text.find_first_not_of(" \t\r\n"), text.size()));
  text = text.substr(0, text.find_first_of(" \t\r\n"));
  auto& build = builder(statement.offset);
  if (text == "true" || text == "false") return build.number("i1", 1);
  if (text.empty() || !(is_digit(text.front()) || text.front() == '-')) return kNoType;
  return text.find('.') == std::string_view::npos ? build.number("i64", 64)
                                                  : build.number("f64", 64);
}

bool TextReader::check_types(const Operation& operation, const Module& module) {
  const Signature& signature = operation.row->signature;
  if (!signature.is_read) return true;
  const std::string_view letters = types_of(signature, operation.generic);
  const bool may_lack_source = letters.substr(1, 1) == "?";
  const auto check = [&](char kind, TypeId type, const char* what) {
    if (fits(kind, type, module)) return true;
    scanner_.fail(
        ErrorCode::kSyntax,
        operation.offset,
        std::string(operation.name) + ": the type of its " + what + " is not " + noun(kind));
    return false;
  };
  const auto operands = module.operands(operation);
  const auto operand = [&](std::size_t i) {
    return i < operands.size() ? operands[i].written : kNoType;
  };
  const auto results = module.results(operation);
  const std::string_view gives = results_of(signature);
  const bool has_source = !may_lack_source || !operands.empty();
  return (!has_source || check(letters[0], operand(0), "source")) &&
         check(letters[1], operand(1), "destination") &&
         (gives.empty() ||
          check(gives.front(), results.empty() ? kNoType : results.front().type, "result"));
}

TypeId TextReader::index_type() { return builder(0).number("index", 64); }

}  // namespace tileproof::ttgir
