// Which number is each element of a tensor of integers or pointers?  A sum of terms: a table of
// numbers that the element's coordinates give, times a product of unknowns, which are numbers that
// the file does not say (arguments, program ids, how often a loop has gone round).
//
//   pid * 64 + make_range      64 * [pid], and 0, 1, 2, ... * []
//   (that) * N                 64 * [N, pid], and 0, 1, 2, ... * [N]
//
// Numbers are exact: that integers do not wrap is taken for granted (docs/global-memory.md).
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <vector>

#include "core/bits.hpp"
#include "core/result.hpp"
#include "encodings/triton/shape.hpp"

namespace tileproof {

// A number for each coordinate; dimensions along which they are equal have size 1.  Copies share
// the numbers.
class ElementTable {
 public:
  ElementTable() = default;
  ElementTable(triton::Shape sizes, std::vector<std::int64_t> values)
      : shape(std::move(sizes)),
        values_(std::make_shared<const std::vector<std::int64_t>>(std::move(values))) {}

  triton::Shape shape;
  // Row-major.  Requires: a table that was made of them.
  [[nodiscard]] const std::vector<std::int64_t>& values() const { return *values_; }
  [[nodiscard]] bool is_uniform() const;

 private:
  std::shared_ptr<const std::vector<std::int64_t>> values_;
};

// Unknowns by their numbers, in ascending order; the empty product is 1.
using UnknownProduct = std::vector<std::uint32_t>;

struct ElementForm {
  std::map<UnknownProduct, ElementTable> terms;  // of the same rank

  // The number, if no unknown is in it.
  [[nodiscard]] const ElementTable* known() const;
  [[nodiscard]] bool is_uniform() const;
};

// All fail (kUnsupported) where shapes do not fit, a number leaves 63 bits, or terms or tables
// become too many.

ElementForm form_of_number(std::int64_t value, std::size_t rank);
ElementForm form_of_range(std::int64_t start, std::int64_t end);
// 1 * [unknown].
ElementForm form_of_unknown(std::uint32_t unknown, std::size_t rank);

// a + factor * b.
Result<ElementForm> sum(const ElementForm& a, const ElementForm& b, std::int64_t factor);
Result<ElementForm> product(const ElementForm& a, const ElementForm& b);
// With a dimension of size 1 more.
ElementForm with_dimension(ElementForm form, std::size_t axis);
// All dimensions of a single number become `rank`.
ElementForm spread(ElementForm scalar, std::size_t rank);
// Dimension d of the result is order[d].  Requires: order is a permutation.
Result<ElementForm> permuted(const ElementForm& form, const std::vector<std::size_t>& order);

// f of the numbers of both, where both are known and f has an answer; nullopt else.
template <typename F>
std::optional<ElementForm> zipped(const ElementForm& a, const ElementForm& b, F f);

// The table over a whole shape, of whose dimensions it leaves some at 1.
std::vector<std::int64_t> filled(const ElementTable& table, const triton::Shape& shape);

// The dimensions in which one of both varies.  Fails where they do not fit, and beyond 2^22
// elements.
Result<triton::Shape> common_shape(const triton::Shape& a, const triton::Shape& b);

template <typename F>
std::optional<ElementForm> zipped(const ElementForm& a, const ElementForm& b, F f) {
  const ElementTable* one = a.known();
  const ElementTable* other = b.known();
  if (one == nullptr || other == nullptr) return std::nullopt;
  const auto shape = common_shape(one->shape, other->shape);
  if (!shape) return std::nullopt;
  auto values = filled(*one, *shape);
  const auto second = filled(*other, *shape);
  for (std::size_t i = 0; i < values.size(); ++i) {
    const std::optional<std::int64_t> value = f(values[i], second[i]);
    if (!value) return std::nullopt;
    values[i] = *value;
  }
  ElementForm form;
  form.terms.emplace(UnknownProduct{}, ElementTable(*shape, std::move(values)));
  return form;
}

}  // namespace tileproof
