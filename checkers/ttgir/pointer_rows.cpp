#include "checkers/ttgir/pointer_rows.hpp"

#include <algorithm>
#include <array>
#include <cstring>
#include <functional>
#include <limits>
#include <numeric>
#include <set>

#include "checkers/ttgir/element_types.hpp"
#include "checkers/ttgir/index_values.hpp"
#include "encodings/mlir/cursor.hpp"

namespace tileproof {

using ttgir::kNoOp;
using ttgir::kNoType;
using ttgir::kNoValue;
using ttgir::OpKind;

namespace {

constexpr unsigned kDeepest = 400;
constexpr std::int64_t kMostRuns = 16;

Word times(Word a, Word b) { return a > kUnboundedMultiple / b ? kUnboundedMultiple : a * b; }

// Each element of the tensor has a number: dimensions of the form are 1 or the tensor's.
bool fits(const ElementForm& form, const triton::Shape& shape) {
  return std::all_of(form.terms.begin(), form.terms.end(), [&](const auto& term) {
    const triton::Shape own = term.second.shape();
    if (own.size() != shape.size()) return false;
    for (std::size_t d = 0; d < shape.size(); ++d) {
      if (own[d] != 1 && own[d] != shape[d]) return false;
    }
    return true;
  });
}

bool is_within_31_bits(const ElementTable& table) {
  return table.least() >= std::numeric_limits<std::int32_t>::min() &&
         table.most() <= std::numeric_limits<std::int32_t>::max();
}

// Requires: kAdd, kSub or kMul.
Result<ElementForm> exactly(IndexOp kind, const ElementForm& a, const ElementForm& b) {
  if (kind == IndexOp::kMul) return product(a, b);
  return sum(a, b, kind == IndexOp::kAdd ? 1 : -1);
}

}  // namespace

Error PointerRows::lost(ValueId value, const std::string& why) const {
  return {ErrorCode::kUnsupported, name_of(value) + " " + why};
}

std::string PointerRows::name_of(ValueId value) const {
  const std::size_t begin = module_.values[value].offset;
  const std::size_t end = mlir::alias_name_end(module_.text, begin + 1);
  std::string name(module_.text.substr(begin, end - begin));
  const ttgir::Value& v = module_.values[value];
  if (v.op != kNoOp && module_.operations[v.op].result_count > 1) {
    name += "#" + std::to_string(v.index);
  }
  return name;
}

const ttgir::Type* PointerRows::type_of(ValueId value) const {
  const ttgir::TypeId type = module_.values[value].type;
  return type == kNoType ? nullptr : &module_.types[type];
}

const ttgir::Block* PointerRows::body_of(const Operation& loop) const {
  const auto id = static_cast<ttgir::OpId>(&loop - module_.operations.data());
  if (id + 1 >= loop.end) return nullptr;
  return &module_.blocks[module_.operations[id + 1].block];
}

const ttgir::Operand* PointerRows::yielded(const Operation& loop, std::size_t index) const {
  const auto id = static_cast<ttgir::OpId>(&loop - module_.operations.data());
  for (ttgir::OpId inner = id + 1; inner < loop.end; inner = module_.operations[inner].end) {
    const Operation& last = module_.operations[inner];
    if (last.kind() != OpKind::kYield) continue;
    const auto operands = module_.operands(last);
    return index < operands.size() ? &operands[index] : nullptr;
  }
  return nullptr;
}

std::uint32_t PointerRows::new_unknown(Unknown unknown) {
  unknowns_.push_back(std::move(unknown));
  return static_cast<std::uint32_t>(unknowns_.size() - 1);
}

PointerRows::Form PointerRows::unknown(ValueId value) {
  const ttgir::Type* type = type_of(value);
  return form_of_unknown(new_unknown({value}), type == nullptr ? 0 : type->shape.size());
}

PointerRows::Form PointerRows::form_of(const ttgir::Operand& operand) {
  if (operand.value == kNoValue) {
    return Error{ErrorCode::kUnsupported, std::string(operand.name) + " is not defined"};
  }
  return form_of(operand.value);
}

PointerRows::Form PointerRows::form_of(ValueId value) {
  if (const auto known = forms_.find(value); known != forms_.end()) return known->second;
  if (depth_ >= kDeepest) return lost(value, "stands behind too many operations");
  ++depth_;
  Form form = computed(value);
  --depth_;
  // What a loop carries has its form already.
  if (form && type_of(value) != nullptr && !fits(*form, type_of(value)->shape)) {
    form = lost(value, "has another shape than what gives it");
  }
  if (forms_.insert_or_assign(value, form).second) made_.push_back(value);
  return form;
}

PointerRows::Form PointerRows::computed(ValueId id) {
  const ttgir::Value& value = module_.values[id];
  const ttgir::Type* type = type_of(id);
  if (type == nullptr || (!is_integer(type->element) && !is_pointer(type->element))) {
    return lost(id, "is no integer or pointer of a type that is known");
  }
  const bool is_single = !type->is_shaped();
  if (value.op == kNoOp) {
    const ttgir::Block& block = module_.blocks[value.block];
    const bool is_carried = block.parent != kNoOp && value.index > 0 &&
                            module_.operations[block.parent].kind() == OpKind::kFor;
    if (is_single) return unknown(id);
    if (!is_carried) return lost(id, "is given from outside");
    return carried(id, module_.operations[block.parent], value.index - 1);
  }
  const Operation& op = module_.operations[value.op];
  const auto constant = constant_of(module_, op);
  if (constant) return form_of_number(*constant, type->shape.size());
  Form form = given(id, op);
  if (!form && is_single) return unknown(id);
  return form;
}

PointerRows::Form PointerRows::given(ValueId id, const Operation& op) {
  const auto operands = module_.operands(op);
  const ttgir::Type& type = *type_of(id);
  const std::size_t rank = type.shape.size();
  const auto not_followed = [&] {
    return lost(id, "comes out of " + std::string(op.name) + ", which is not followed");
  };
  if (op.kind() == OpKind::kMakeRange) {
    const auto start = integer_of(module_.attribute(op, "start"));
    const auto end = integer_of(module_.attribute(op, "end"));
    const bool is_range = start && end && *start < *end;
    if (!is_range || static_cast<Word>(*end) - static_cast<Word>(*start) > Word{1} << 22) {
      return lost(id, "is a range without numbers");
    }
    return form_of_range(*start, *end);
  }
  if (op.kind() == OpKind::kFor) {
    return left_by_loop(id, op, module_.values[id].index);
  }
  if (op.regions != 0 || operands.empty()) return not_followed();
  // What an operation takes by its text has any rank.
  const auto has_rank = [](const ElementForm& form, std::size_t wanted) {
    return form.terms.begin()->second.rank() == wanted;
  };
  if (op.kind() == OpKind::kSplat) {
    TP_TRY(scalar, form_of(operands[0]));
    if (!has_rank(scalar, 0)) return not_followed();
    return spread(std::move(scalar), rank);
  }
  if (op.kind() == OpKind::kExpandDims) {
    const auto axis = integer_of(module_.attribute(op, "axis"));
    TP_TRY(form, form_of(operands[0]));
    const bool is_there = axis && *axis >= 0 && static_cast<std::size_t>(*axis) < rank;
    if (!is_there || !has_rank(form, rank - 1)) return not_followed();
    return with_dimension(std::move(form), static_cast<std::size_t>(*axis));
  }
  if (op.kind() == OpKind::kTrans) {
    std::vector<std::size_t> order;
    for (const auto d : ttgir::integers(module_.attribute(op, "order").value_or(""))) {
      order.push_back(static_cast<std::size_t>(d));
    }
    std::vector<std::size_t> sorted = order;
    std::sort(sorted.begin(), sorted.end());
    for (std::size_t d = 0; d < sorted.size(); ++d) {
      if (sorted[d] != d) return not_followed();
    }
    TP_TRY(form, form_of(operands[0]));
    if (!has_rank(form, order.size())) return not_followed();
    return permuted(form, order);
  }
  const IndexOp kind = index_op(op.name);
  const bool keeps = op.kind() == OpKind::kBroadcast || op.kind() == OpKind::kConvertLayout ||
                     op.name == "tt.bitcast";
  if (keeps) return form_of(operands[0]);
  if (kind == IndexOp::kExtendS || kind == IndexOp::kExtendU || kind == IndexOp::kTruncate ||
      kind == IndexOp::kIndexCast) {
    return cast(id, op);
  }
  if (operands.size() != 2) return not_followed();
  if (op.name == "tt.addptr") {
    const unsigned bits = ttgir::element_bits(pointee_of(type.element));
    if (bits == 0) return lost(id, "points to elements of a width that is not known");
    TP_TRY(pointer, form_of(operands[0]));
    TP_TRY(offset, form_of(operands[1]));
    return sum(pointer, offset, std::max(1u, bits / 8));
  }
  if (kind == IndexOp::kNone) return not_followed();
  return arithmetic(id, op);
}

// Numbers that are known are cast as they are; of others it is taken for granted that they fit.
PointerRows::Form PointerRows::cast(ValueId id, const Operation& op) {
  const IndexOp kind = index_op(op.name);
  const unsigned from = integer_bits(module_, module_.type_of(module_.operands(op)[0]));
  const unsigned to = integer_bits(module_, module_.values[id].type);
  TP_TRY(form, form_of(module_.operands(op)[0]));
  if (from == 0 || to == 0) return lost(id, "is cast from or to a type that is no integer's");
  const std::size_t rank = type_of(id)->shape.size();
  if (form.known() == nullptr) {
    const bool is_negated = from == 1 && (kind == IndexOp::kExtendS || kind == IndexOp::kIndexCast);
    return is_negated ? sum(form_of_number(0, rank), form, -1) : Form(std::move(form));
  }
  if (from >= 32 && to >= 32 && form.known()->least() >= 0 && is_within_31_bits(*form.known())) {
    return form;
  }
  const auto one = zipped(form, form_of_number(0, rank), [&](std::int64_t x, std::int64_t) {
    return cast_value(kind, x, from, to);
  });
  return one ? Form(*one) : lost(id, "has numbers beyond 63 bits");
}

PointerRows::Form PointerRows::arithmetic(ValueId id, const Operation& op) {
  const auto operands = module_.operands(op);
  const IndexOp kind = index_op(op.name);
  TP_TRY(a, form_of(operands[0]));
  TP_TRY(b, form_of(operands[1]));
  const unsigned bits = integer_bits(module_, module_.values[id].type);
  const bool is_exact = kind == IndexOp::kAdd || kind == IndexOp::kSub || kind == IndexOp::kMul;
  // What is known wraps, but where all numbers are small; of the rest it is taken for granted that
  // it does not.
  const bool is_known = a.known() != nullptr && b.known() != nullptr;
  if (is_exact && (!is_known || bits >= 32)) {
    Form exact = exactly(kind, a, b);
    if (!is_known || (exact && is_within_31_bits(*exact->known()))) return exact;
  }
  const auto zip = zipped(a, b, [&](std::int64_t x, std::int64_t y) {
    return kind == IndexOp::kCompare ? std::nullopt : value_of(kind, x, y, bits);
  });
  if (zip) return *zip;
  if (is_exact) return exactly(kind, a, b);
  // One number for all elements.
  if (a.is_uniform() && b.is_uniform()) return unknown(id);
  return in_runs(id, op);
}

// What the compiler knows to grow by one, or to be equal, in runs: each begins at an unknown.
PointerRows::Form PointerRows::in_runs(ValueId id, const Operation& op) {
  const AxisFacts* facts = axes_.of(id);
  const ttgir::Type& type = *type_of(id);
  const Error why = lost(id, "comes out of " + std::string(op.name) + " of what is not known");
  if (facts == nullptr || facts->dims.size() != 1 || type.shape.size() != 1) return why;
  const auto size = static_cast<std::int64_t>(type.shape[0]);
  const auto grows =
      static_cast<std::int64_t>(std::min<Word>(facts->dims[0].contiguity, type.shape[0]));
  const auto rests =
      static_cast<std::int64_t>(std::min<Word>(facts->dims[0].constancy, type.shape[0]));
  const std::int64_t run = std::max(grows, rests);
  const bool is_odd = run < 1 || size % run != 0 || std::min(grows, rests) != 1;
  if (is_odd || size / run > kMostRuns) return why;
  ElementForm form = form_of_number(0, 1);
  std::vector<std::int64_t> within(type.shape[0], 0);
  for (std::int64_t i = 0; i < size && grows > rests; ++i) {
    within[static_cast<std::size_t>(i)] = i % run;
  }
  form.terms[{}] = ElementTable(type.shape, std::move(within));
  for (std::int64_t begin = 0; begin < size; begin += run) {
    std::vector<std::int64_t> here(type.shape[0], 0);
    std::fill_n(here.begin() + begin, run, 1);
    form.terms.emplace(UnknownProduct{new_unknown({id})},
                       ElementTable(type.shape, std::move(here)));
  }
  return form;
}

// The initial value and a number that is the same for all elements, if what a round adds is.
PointerRows::Form PointerRows::carried(ValueId id, const Operation& loop, std::size_t index) {
  const auto operands = module_.operands(loop);
  const ttgir::Operand* next = yielded(loop, index);
  if (3 + index >= operands.size() || next == nullptr) return lost(id, "is carried by a loop");
  TP_TRY(initial, form_of(operands[3 + index]));
  const std::uint32_t added = new_unknown({id, true});
  TP_TRY(form, sum(initial, form_of_unknown(added, type_of(id)->shape.size()), 1));
  const std::size_t before = made_.size();
  if (forms_.insert_or_assign(id, form).second) made_.push_back(id);
  const Form after = form_of(*next);
  const Form step = after ? sum(*after, form, -1) : after;
  if (step && step->is_uniform()) {
    for (const auto& [unknowns, table] : step->terms) {
      unknowns_[added].steps.emplace_back(unknowns, table.first());
    }
    return form;
  }
  // What was found on the way rests on what is not so.
  for (; made_.size() > before; made_.pop_back()) forms_.erase(made_.back());
  return step ? lost(id, "changes in a loop by other numbers for other elements")
              : Form(step.error());
}

PointerRows::Form PointerRows::left_by_loop(ValueId id, const Operation& loop, std::size_t index) {
  const ttgir::Block* body = body_of(loop);
  if (body == nullptr || index + 1 >= body->argument_count || 3 + index >= loop.operand_count) {
    return lost(id, "is what a loop leaves");
  }
  TP_TRY(argument, form_of(body->first_argument + static_cast<ValueId>(index) + 1));
  Unknown more{id, true};
  TP_TRY(initial, form_of(module_.operands(loop)[3 + index]));
  TP_TRY(added, sum(argument, initial, -1));
  for (const auto& [unknowns, table] : added.terms)
    more.steps.emplace_back(unknowns, table.first());
  return sum(initial, form_of_unknown(new_unknown(std::move(more)), type_of(id)->shape.size()), 1);
}

// ---- What is known of unknowns

Word PointerRows::multiple_of(std::uint32_t unknown, std::vector<bool>& seen) const {
  if (seen[unknown]) return kUnboundedMultiple;  // its other steps decide
  seen[unknown] = true;
  const Unknown& one = unknowns_[unknown];
  if (one.is_carried) {
    Word multiple = kUnboundedMultiple;
    for (const auto& [unknowns, factor] : one.steps) {
      if (factor == 0) continue;
      multiple = std::min(multiple, times(power_of_two_in(factor), multiple_of(unknowns, seen)));
    }
    return multiple;
  }
  const AxisFacts* facts = axes_.of(one.value);
  if (facts == nullptr) return 1;
  Word multiple = kUnboundedMultiple;
  for (const AxisFact& fact : facts->dims) multiple = std::min(multiple, fact.divisibility);
  return power_of_two_in(static_cast<std::int64_t>(multiple));
}

Word PointerRows::multiple_of(const UnknownProduct& product, std::vector<bool> seen) const {
  Word multiple = 1;
  for (const std::uint32_t unknown : product) {
    auto on_this_way = seen;
    multiple = times(multiple, multiple_of(unknown, on_this_way));
  }
  return multiple;
}

Result<FollowedPointers> PointerRows::of(const ttgir::Operand& pointers) {
  TP_TRY(form, form_of(pointers));
  FollowedPointers followed;
  followed.shape = type_of(pointers.value)->shape;
  followed.byte = form.terms.at({});
  // A row is a value of all factors of unknowns, which most often vary along one dimension alone.
  triton::Shape row_shape(followed.shape.size(), 1);
  std::set<std::string> names;
  for (const auto& [unknowns, table] : form.terms) {
    if (unknowns.empty()) continue;
    TP_TRY(varies, common_shape(row_shape, table.shape()));
    row_shape = varies;
    for (const std::uint32_t unknown : unknowns) names.insert(name_of(unknowns_[unknown].value));
  }
  followed.unknowns.assign(names.begin(), names.end());
  std::vector<std::vector<std::int64_t>> factors;
  std::vector<Word> multiples;
  const std::vector<bool> seen(unknowns_.size(), false);
  for (const auto& [unknowns, table] : form.terms) {
    if (unknowns.empty()) continue;
    factors.push_back(table.filled(row_shape));
    multiples.push_back(multiple_of(unknowns, seen));
  }
  const Word points =
      std::accumulate(row_shape.begin(), row_shape.end(), Word{1}, std::multiplies<Word>());
  // Points by their factors, the first of each row before its others.
  std::vector<std::size_t> by_factors(points);
  std::iota(by_factors.begin(), by_factors.end(), 0);
  std::ranges::sort(by_factors, [&](std::size_t a, std::size_t b) {
    for (const auto& factor : factors) {
      if (factor[a] != factor[b]) return factor[a] < factor[b];
    }
    return a < b;
  });
  std::vector<std::size_t> first_of_row(points);
  std::size_t first = by_factors.front();
  for (const std::size_t point : by_factors) {
    const bool is_same = std::ranges::all_of(
        factors, [&](const auto& factor) { return factor[point] == factor[first]; });
    first_of_row[point] = first = is_same ? first : point;
  }
  std::vector<std::int64_t> row_of_point(points);
  for (std::size_t point = 0; point < points; ++point) {
    if (first_of_row[point] != point) {
      row_of_point[point] = row_of_point[first_of_row[point]];
      continue;
    }
    Word multiple = kUnboundedMultiple;
    for (std::size_t i = 0; i < factors.size(); ++i) {
      multiple = std::min(multiple, times(multiples[i], power_of_two_in(factors[i][point])));
    }
    row_of_point[point] = std::ssize(followed.rows);
    followed.rows.push_back({multiple});
  }
  followed.row = ElementTable(row_shape, std::move(row_of_point));
  return followed;
}

namespace {

void add_number(std::string& text, std::uint64_t number) {
  std::array<char, sizeof number> bytes{};
  std::memcpy(bytes.data(), &number, sizeof number);
  text.append(bytes.data(), bytes.size());
}

// As runs of numbers that grow alike: most parts are a few.
void add_part(std::string& text, const ElementTable::Part& part) {
  for (const Word size : part.shape) add_number(text, size);
  const auto& values = *part.values;
  const auto step_to = [&](std::size_t i) {
    const std::int64_t before = i == 0 ? 0 : values[i - 1];
    return static_cast<std::uint64_t>(values[i]) - static_cast<std::uint64_t>(before);
  };
  for (std::size_t i = 0; i < values.size();) {
    const std::uint64_t step = step_to(i);
    const std::size_t begin = i;
    while (i < values.size() && step_to(i) == step) ++i;
    add_number(text, step);
    add_number(text, i - begin);
  }
}

void add_table(std::string& text, const ElementTable& table) {
  add_number(text, table.parts().size());
  for (const ElementTable::Part& part : table.parts()) add_part(text, part);
}

}  // namespace

std::string FollowedPointers::text() const {
  std::string text;
  add_number(text, shape.size());
  for (const Word size : shape) add_number(text, size);
  add_number(text, rows.size());
  for (const AddressRows::Row& one : rows) add_number(text, one.multiple);
  add_table(text, row);
  add_table(text, byte);
  return text;
}

AddressRows FollowedPointers::addresses() const {
  AddressRows all;
  all.rows = rows;
  const auto row_numbers = row.filled(shape);
  all.row.resize(row_numbers.size());
  for (std::size_t i = 0; i < row_numbers.size(); ++i) {
    all.row[i] = static_cast<std::uint32_t>(row_numbers[i]);
  }
  all.byte = byte.filled(shape);
  return all;
}

}  // namespace tileproof
