#include "checkers/ttgir/element_forms.hpp"

#include <algorithm>
#include <numeric>
#include <span>

namespace tileproof {
namespace {

constexpr Word kMostElements = Word{1} << 22;
constexpr std::size_t kMostTerms = 64;
constexpr std::size_t kMostFactors = 6;

Error too_large() {
  return {ErrorCode::kUnsupported, "numbers of pointers leave 63 bits, or are too many"};
}

// The numbers of a table in a shape of as many elements or more, which are most often as they are.
class InShape {
 public:
  InShape(const ElementTable& table, const triton::Shape& shape)
      : made_(table.shape == shape ? std::vector<std::int64_t>{} : filled(table, shape)),
        values_(table.shape == shape ? table.values() : made_) {}
  std::int64_t operator[](std::size_t i) const { return values_[i]; }

 private:
  std::vector<std::int64_t> made_;
  std::span<const std::int64_t> values_;
};

Result<ElementTable> product(const ElementTable& a, const ElementTable& b) {
  TP_TRY(shape, common_shape(a.shape, b.shape));
  auto values = filled(a, shape);
  const InShape factors(b, shape);
  for (std::size_t i = 0; i < values.size(); ++i) {
    if (__builtin_mul_overflow(values[i], factors[i], &values[i])) return too_large();
  }
  return ElementTable(shape, std::move(values));
}

// a + factor * b.
Result<ElementTable> sum(const ElementTable& a, const ElementTable& b, std::int64_t factor) {
  TP_TRY(shape, common_shape(a.shape, b.shape));
  auto values = filled(a, shape);
  const InShape more(b, shape);
  for (std::size_t i = 0; i < values.size(); ++i) {
    std::int64_t scaled = 0;
    if (__builtin_mul_overflow(more[i], factor, &scaled) ||
        __builtin_add_overflow(values[i], scaled, &values[i])) {
      return too_large();
    }
  }
  return ElementTable(shape, std::move(values));
}

ElementTable single(std::int64_t value, std::size_t rank) {
  return {triton::Shape(rank, 1), std::vector<std::int64_t>{value}};
}

bool is_zero(const ElementTable& table) {
  return std::ranges::all_of(table.values(), [](auto v) { return v == 0; });
}

// Adds factor * table to a term; terms that are 0 vanish, but for the constant one.
Result<bool> add_term(ElementForm& form,
                      const UnknownProduct& unknowns,
                      const ElementTable& table,
                      std::int64_t factor) {
  auto [at, is_new] = form.terms.try_emplace(unknowns, table);
  if (!is_new || factor != 1) {
    TP_TRY(added, sum(is_new ? single(0, table.shape.size()) : at->second, table, factor));
    at->second = std::move(added);
  }
  if (!unknowns.empty() && is_zero(at->second)) form.terms.erase(at);
  if (form.terms.size() > kMostTerms) return too_large();
  return true;
}

}  // namespace

bool ElementTable::is_uniform() const {
  return std::ranges::all_of(values(), [&](auto v) { return v == values()[0]; });
}

const ElementTable* ElementForm::known() const {
  return terms.size() == 1 && terms.begin()->first.empty() ? &terms.begin()->second : nullptr;
}

bool ElementForm::is_uniform() const {
  return std::all_of(
      terms.begin(), terms.end(), [](const auto& term) { return term.second.is_uniform(); });
}

ElementForm form_of_number(std::int64_t value, std::size_t rank) {
  ElementForm form;
  form.terms.emplace(UnknownProduct{}, single(value, rank));
  return form;
}

ElementForm form_of_range(std::int64_t start, std::int64_t end) {
  std::vector<std::int64_t> values(static_cast<std::size_t>(end - start));
  std::iota(values.begin(), values.end(), start);
  ElementForm form;
  form.terms.emplace(UnknownProduct{},
                     ElementTable({static_cast<Word>(end - start)}, std::move(values)));
  return form;
}

ElementForm form_of_unknown(std::uint32_t unknown, std::size_t rank) {
  ElementForm form = form_of_number(0, rank);
  form.terms.emplace(UnknownProduct{unknown}, single(1, rank));
  return form;
}

Result<triton::Shape> common_shape(const triton::Shape& a, const triton::Shape& b) {
  const Error differ{ErrorCode::kUnsupported, "tensors of different shapes meet"};
  if (a.size() != b.size()) return differ;
  triton::Shape shape = a;
  for (std::size_t d = 0; d < shape.size(); ++d) {
    if (a[d] != b[d] && a[d] != 1 && b[d] != 1) return differ;
    shape[d] = std::max(a[d], b[d]);
  }
  Word elements = 1;
  for (const Word size : shape) {
    if (size != 0 && elements > kMostElements / size) return too_large();
    elements *= size;
  }
  return shape;
}

std::vector<std::int64_t> filled(const ElementTable& table, const triton::Shape& shape) {
  // From the last dimension outwards: along those of size 1, what is there is repeated.
  std::vector<std::int64_t> values = table.values();
  std::size_t inner = 1;  // elements of a part that has its whole size already
  for (std::size_t d = shape.size(); d-- > 0; inner *= shape[d]) {
    if (table.shape[d] == shape[d]) continue;
    std::vector<std::int64_t> next;
    next.reserve(values.size() * shape[d]);
    for (std::span<const std::int64_t> rest(values); !rest.empty(); rest = rest.subspan(inner)) {
      if (inner == 1) {
        next.insert(next.end(), shape[d], rest.front());
      } else {
        const auto part = rest.first(inner);
        for (Word x = 0; x < shape[d]; ++x) next.insert(next.end(), part.begin(), part.end());
      }
    }
    values = std::move(next);
  }
  return values;
}

Result<ElementForm> sum(const ElementForm& a, const ElementForm& b, std::int64_t factor) {
  ElementForm form = a;
  for (const auto& [unknowns, table] : b.terms) {
    TP_TRY(added, add_term(form, unknowns, table, factor));
    static_cast<void>(added);
  }
  return form;
}

Result<ElementForm> product(const ElementForm& a, const ElementForm& b) {
  ElementForm form = form_of_number(0, a.terms.begin()->second.shape.size());
  for (const auto& [unknowns, table] : a.terms) {
    for (const auto& [others, other] : b.terms) {
      UnknownProduct both = unknowns;
      both.insert(both.end(), others.begin(), others.end());
      if (both.size() > kMostFactors) return too_large();
      std::sort(both.begin(), both.end());
      TP_TRY(times, product(table, other));
      TP_TRY(added, add_term(form, both, times, 1));
      static_cast<void>(added);
    }
  }
  return form;
}

ElementForm with_dimension(ElementForm form, std::size_t axis) {
  for (auto& [unknowns, table] : form.terms) {
    table.shape.insert(table.shape.begin() + static_cast<std::ptrdiff_t>(axis), 1);
  }
  return form;
}

ElementForm spread(ElementForm scalar, std::size_t rank) {
  for (auto& [unknowns, table] : scalar.terms) table.shape.assign(rank, 1);
  return scalar;
}

Result<ElementForm> permuted(const ElementForm& form, const std::vector<std::size_t>& order) {
  ElementForm result;
  for (const auto& [unknowns, table] : form.terms) {
    triton::Shape shape;
    for (const std::size_t d : order) shape.push_back(table.shape[d]);
    std::vector<std::size_t> strides(table.shape.size(), 1);
    for (std::size_t d = table.shape.size(); d-- > 1;) {
      strides[d - 1] = strides[d] * table.shape[d];
    }
    std::vector<std::size_t> from{0};
    for (const std::size_t d : order) {
      std::vector<std::size_t> next;
      for (const std::size_t before : from) {
        for (Word x = 0; x < table.shape[d]; ++x) next.push_back(before + x * strides[d]);
      }
      from = std::move(next);
    }
    std::vector<std::int64_t> values;
    values.reserve(from.size());
    for (const std::size_t at : from) values.push_back(table.values()[at]);
    result.terms.emplace(unknowns, ElementTable(std::move(shape), std::move(values)));
  }
  return result;
}

}  // namespace tileproof
