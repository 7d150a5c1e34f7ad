#include "checkers/ttgir/element_forms.hpp"

#include <algorithm>
#include <limits>
#include <numeric>
#include <utility>

#include "checkers/ttgir/element_types.hpp"
#include "core/int128.hpp"

namespace tileproof {
namespace {

constexpr Word kMostElements = Word{1} << 22;
constexpr std::size_t kMostTerms = 64;
constexpr std::size_t kMostFactors = 6;

using Part = ElementTable::Part;

Error too_large() {
  return {ErrorCode::kUnsupported, "numbers of pointers leave 63 bits, or are too many"};
}

Part part_of(triton::Shape shape, std::vector<std::int64_t> values) {
  const auto [least, most] = std::ranges::minmax(values);
  auto shared = std::make_shared<const std::vector<std::int64_t>>(std::move(values));
  return {std::move(shape), std::move(shared), least, most};
}

bool is_single_zero(const Part& part) {
  return part.values->size() == 1 && part.values->front() == 0;
}

// Calls f with the place of each number of a shape, and with the part's number there; from
// dimension d on, where the part's numbers are `own`.
template <typename F>
void for_each_place(const triton::Shape& shape,
                    const Part& part,
                    std::size_t d,
                    std::span<std::int64_t> places,
                    std::span<const std::int64_t> own,
                    const F& f) {
  if (own.size() == places.size()) {
    for (std::size_t i = 0; i < places.size(); ++i) f(places[i], own[i]);
  } else if (own.size() == 1) {
    const std::int64_t everywhere = own[0];
    for (std::int64_t& place : places) f(place, everywhere);
  } else {
    const std::size_t next = places.size() / shape[d];
    const std::size_t own_next = own.size() / part.shape[d];
    for (std::size_t x = 0; x < shape[d]; ++x) {
      const auto here = own.subspan(part.shape[d] == 1 ? 0 : x * own_next, own_next);
      for_each_place(shape, part, d + 1, places.subspan(x * next, next), here, f);
    }
  }
}

template <typename F>
void for_each_place(std::vector<std::int64_t>& places,
                    const triton::Shape& shape,
                    const Part& part,
                    const F& f) {
  for_each_place<F>(shape, part, 0, places, *part.values, f);
}

// Appends the part's numbers at the `size` places of a shape, from dimension d on as above.
void append(std::vector<std::int64_t>& places,
            Word size,
            const triton::Shape& shape,
            const Part& part,
            std::size_t d,
            std::span<const std::int64_t> own) {
  if (own.size() == size) {
    places.insert(places.end(), own.begin(), own.end());
  } else if (own.size() == 1) {
    places.insert(places.end(), size, own[0]);
  } else {
    const std::size_t own_next = own.size() / part.shape[d];
    for (std::size_t x = 0; x < shape[d]; ++x) {
      const auto here = own.subspan(part.shape[d] == 1 ? 0 : x * own_next, own_next);
      append(places, size / shape[d], shape, part, d + 1, here);
    }
  }
}

// The numbers of a part over a whole shape.
std::vector<std::int64_t> filled_with(const Part& part, const triton::Shape& shape) {
  const Word size = elements_of(shape);
  std::vector<std::int64_t> values;
  values.reserve(size);
  append(values, size, shape, part, 0, *part.values);
  return values;
}

std::optional<Part> scaled(const Part& part, std::int64_t factor) {
  if (factor == 1) return part;
  std::vector<std::int64_t> values = *part.values;
  for (std::int64_t& value : values) {
    if (__builtin_mul_overflow(value, factor, &value)) return std::nullopt;
  }
  return part_of(part.shape, std::move(values));
}

std::optional<Part> product_of(const Part& a, const Part& b) {
  const auto shape = common_shape(a.shape, b.shape);
  if (!shape) return std::nullopt;
  auto values = filled_with(a, *shape);
  bool is_over = false;
  for_each_place(values, *shape, b, [&](std::int64_t& value, std::int64_t factor) {
    is_over |= __builtin_mul_overflow(value, factor, &value);
  });
  if (is_over) return std::nullopt;
  return part_of(*shape, std::move(values));
}

// Requires: the first varies wherever the other does.
std::optional<Part> sum_of(const Part& wide, const Part& narrow) {
  if (is_single_zero(narrow)) return wide;
  if (is_single_zero(wide)) return narrow;
  std::vector<std::int64_t> values = *wide.values;
  bool is_over = false;
  for_each_place(values, wide.shape, narrow, [&](std::int64_t& value, std::int64_t more) {
    is_over |= __builtin_add_overflow(value, more, &value);
  });
  if (is_over) return std::nullopt;
  return part_of(wide.shape, std::move(values));
}

// Does a part vary wherever the other does?  Requires: shapes that have a common one.
bool covers(const Part& a, const Part& b) {
  return std::ranges::equal(a.shape, b.shape, [](Word x, Word y) { return x >= y; });
}

ElementTable single(std::int64_t value, std::size_t rank) {
  return {triton::Shape(rank, 1), std::vector<std::int64_t>{value}};
}

bool is_zero(const ElementTable& table) { return table.is_uniform() && table.first() == 0; }

// Adds factor * table to a term; terms that are 0 vanish, but for the constant one.
Result<bool> add_term(ElementForm& form,
                      const UnknownProduct& unknowns,
                      const ElementTable& table,
                      std::int64_t factor) {
  auto at = form.terms.find(unknowns);
  if (at == form.terms.end()) {
    at = form.terms.emplace(unknowns, single(0, table.rank())).first;
  }
  TP_TRY(shape, common_shape(at->second.shape(), table.shape()));
  static_cast<void>(shape);
  if (!at->second.add(table, factor)) return too_large();
  if (!unknowns.empty() && is_zero(at->second)) form.terms.erase(at);
  if (form.terms.size() > kMostTerms) return too_large();
  return true;
}

}  // namespace

// ---- Tables

ElementTable::ElementTable(triton::Shape shape, std::vector<std::int64_t> values) {
  parts_.push_back(part_of(std::move(shape), std::move(values)));
}

triton::Shape ElementTable::shape() const {
  triton::Shape shape = parts_.front().shape;
  for (const Part& part : parts_) {
    for (std::size_t d = 0; d < shape.size(); ++d) shape[d] = std::max(shape[d], part.shape[d]);
  }
  return shape;
}

std::int64_t ElementTable::first() const {
  std::int64_t sum = 0;
  for (const Part& part : parts_) sum += part.values->front();
  return sum;
}

std::int64_t ElementTable::least() const {
  std::int64_t sum = 0;
  for (const Part& part : parts_) sum += part.least;
  return sum;
}

std::int64_t ElementTable::most() const {
  std::int64_t sum = 0;
  for (const Part& part : parts_) sum += part.most;
  return sum;
}

bool ElementTable::is_uniform() const {
  const auto varying =
      std::ranges::count_if(parts_, [](const Part& part) { return part.least != part.most; });
  if (varying < 2) return varying == 0;
  // Of a matrix, parts of rows and of columns; of more dimensions, what varies may cancel out.
  if (rank() == 2) return false;
  const auto values = filled(shape());
  return std::ranges::all_of(values, [&](std::int64_t value) { return value == values.front(); });
}

std::vector<std::int64_t> ElementTable::filled(const triton::Shape& shape) const {
  std::vector<std::int64_t> values = filled_with(parts_.front(), shape);
  for (const Part& part : parts().subspan(1)) {
    for_each_place(values, shape, part, [](std::int64_t& to, std::int64_t own) { to += own; });
  }
  return values;
}

bool ElementTable::add(const ElementTable& other, std::int64_t factor) {
  for (const Part& part : other.parts_) {
    auto more = scaled(part, factor);
    if (!more || !add_part(std::move(*more))) return false;
  }
  return is_within_63_bits();
}

bool ElementTable::is_within_63_bits() const {
  Int128 farthest = 0;
  for (const Part& part : parts_) {
    farthest += std::max(-static_cast<Int128>(part.least), static_cast<Int128>(part.most));
  }
  return farthest <= std::numeric_limits<std::int64_t>::max();
}

bool ElementTable::add_part(Part part) {
  for (Part& own : parts_) {
    if (!covers(own, part)) continue;
    auto both = sum_of(own, part);
    if (both) own = std::move(*both);
    return both.has_value();
  }
  for (std::size_t i = 0; i < parts_.size();) {
    if (!covers(part, parts_[i])) {
      ++i;
      continue;
    }
    auto both = sum_of(part, parts_[i]);
    if (!both) return false;
    part = std::move(*both);
    parts_.erase(parts_.begin() + static_cast<std::ptrdiff_t>(i));
  }
  parts_.push_back(std::move(part));
  return true;
}

std::optional<ElementTable> ElementTable::product(const ElementTable& a, const ElementTable& b) {
  ElementTable result = single(0, a.rank());
  for (const Part& one : a.parts_) {
    for (const Part& other : b.parts_) {
      auto both = product_of(one, other);
      if (!both || !result.add_part(std::move(*both))) return std::nullopt;
    }
  }
  return result.is_within_63_bits() ? std::optional(std::move(result)) : std::nullopt;
}

void ElementTable::insert_dimension(std::size_t axis) {
  for (Part& part : parts_) {
    part.shape.insert(part.shape.begin() + static_cast<std::ptrdiff_t>(axis), 1);
  }
}

void ElementTable::spread(std::size_t rank) {
  for (Part& part : parts_) part.shape.assign(rank, 1);
}

ElementTable ElementTable::permuted(std::span<const std::size_t> order) const {
  ElementTable result;
  for (const Part& part : parts_) {
    triton::Shape shape;
    for (const std::size_t d : order) shape.push_back(part.shape[d]);
    std::vector<std::size_t> strides(part.shape.size(), 1);
    for (std::size_t d = part.shape.size(); d-- > 1;) {
      strides[d - 1] = strides[d] * part.shape[d];
    }
    std::vector<std::size_t> from{0};
    for (const std::size_t d : order) {
      std::vector<std::size_t> next;
      for (const std::size_t before : from) {
        for (Word x = 0; x < part.shape[d]; ++x) next.push_back(before + x * strides[d]);
      }
      from = std::move(next);
    }
    std::vector<std::int64_t> values;
    values.reserve(from.size());
    for (const std::size_t at : from) values.push_back((*part.values)[at]);
    result.parts_.push_back(part_of(std::move(shape), std::move(values)));
  }
  return result;
}

Result<triton::Shape> common_shape(const triton::Shape& a, const triton::Shape& b) {
  const auto differ = [] {
    return Error{ErrorCode::kUnsupported, "tensors of different shapes meet"};
  };
  if (a.size() != b.size()) return differ();
  triton::Shape shape = a;
  for (std::size_t d = 0; d < shape.size(); ++d) {
    if (a[d] != b[d] && a[d] != 1 && b[d] != 1) return differ();
    shape[d] = std::max(a[d], b[d]);
  }
  Word elements = 1;
  for (const Word size : shape) {
    if (size != 0 && elements > kMostElements / size) return too_large();
    elements *= size;
  }
  return shape;
}

// ---- Forms

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

Result<ElementForm> sum(const ElementForm& a, const ElementForm& b, std::int64_t factor) {
  ElementForm form = a;
  for (const auto& [unknowns, table] : b.terms) {
    TP_TRY(added, add_term(form, unknowns, table, factor));
    static_cast<void>(added);
  }
  return form;
}

Result<ElementForm> product(const ElementForm& a, const ElementForm& b) {
  ElementForm form = form_of_number(0, a.terms.begin()->second.rank());
  for (const auto& [unknowns, table] : a.terms) {
    for (const auto& [others, other] : b.terms) {
      UnknownProduct both = unknowns;
      both.insert(both.end(), others.begin(), others.end());
      if (both.size() > kMostFactors) return too_large();
      std::sort(both.begin(), both.end());
      TP_TRY(shape, common_shape(table.shape(), other.shape()));
      static_cast<void>(shape);
      const auto times = ElementTable::product(table, other);
      if (!times) return too_large();
      TP_TRY(added, add_term(form, both, *times, 1));
      static_cast<void>(added);
    }
  }
  return form;
}

ElementForm with_dimension(ElementForm form, std::size_t axis) {
  for (auto& [unknowns, table] : form.terms) table.insert_dimension(axis);
  return form;
}

ElementForm spread(ElementForm scalar, std::size_t rank) {
  for (auto& [unknowns, table] : scalar.terms) table.spread(rank);
  return scalar;
}

ElementForm permuted(const ElementForm& form, std::span<const std::size_t> order) {
  ElementForm result;
  for (const auto& [unknowns, table] : form.terms) {
    result.terms.emplace(unknowns, table.permuted(order));
  }
  return result;
}

}  // namespace tileproof
