// Which number is each element of a tensor of integers or pointers?  A sum of terms: a table of
// numbers that the element's coordinates give, times a product of unknowns, which are numbers that
// the file does not say (arguments, program ids, how often a loop has gone round).
//
//   pid * 64 + make_range      64 * [pid], and 0, 1, 2, ... * []
//   (that) * N                 64 * [N, pid], and 0, 1, 2, ... * [N]
//
// Numbers are exact: that integers do not wrap is taken for granted (docs/global-memory.md).
#pragma once

#include <boost/container/flat_map.hpp>
#include <boost/container/small_vector.hpp>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "core/bits.hpp"
#include "core/result.hpp"
#include "encodings/triton/shape.hpp"

namespace tileproof {

// A number for each coordinate, as a sum of parts that vary along different dimensions: the
// addresses of a matrix are most often a number of the row and one of the column, M + N numbers
// instead of M * N.
class ElementTable {
 public:
  // Copies share the numbers.
  struct Part {
    triton::Shape shape;  // dimensions along which the numbers are equal have size 1
    std::shared_ptr<const std::vector<std::int64_t>> values;  // row-major
    std::int64_t least = 0;
    std::int64_t most = 0;
  };

  ElementTable() = default;
  ElementTable(triton::Shape shape, std::vector<std::int64_t> values);

  // Where one varies, no other varies along all the same dimensions.
  [[nodiscard]] std::span<const Part> parts() const { return {parts_.data(), parts_.size()}; }
  [[nodiscard]] std::size_t rank() const { return parts_.front().shape.size(); }
  [[nodiscard]] triton::Shape shape() const;  // 1 along dimensions in which no part varies
  [[nodiscard]] std::int64_t first() const;   // of the coordinates 0, 0, ...
  [[nodiscard]] bool is_uniform() const;
  // Between these all numbers lie, both included.
  [[nodiscard]] std::int64_t least() const;
  [[nodiscard]] std::int64_t most() const;
  // The numbers over a whole shape, of whose dimensions the table leaves some at 1; row-major.
  [[nodiscard]] std::vector<std::int64_t> filled(const triton::Shape& shape) const;

  // Adds factor * other.  False, and nothing more is known of the table, where a number may leave
  // 63 bits.  Requires: shapes that have a common one.
  [[nodiscard]] bool add(const ElementTable& other, std::int64_t factor);
  // a * b; nullopt where the above is false.
  static std::optional<ElementTable> product(const ElementTable& a, const ElementTable& b);

  void insert_dimension(std::size_t axis);  // of size 1
  void spread(std::size_t rank);            // Requires: a single number
  // Dimension d of the result is order[d].  Requires: order is a permutation.
  [[nodiscard]] ElementTable permuted(std::span<const std::size_t> order) const;

 private:
  [[nodiscard]] bool add_part(Part part);
  [[nodiscard]] bool is_within_63_bits() const;

  boost::container::small_vector<Part, 2> parts_;
};

// Unknowns by their numbers, in ascending order; the empty product is 1.
using UnknownProduct = boost::container::small_vector<std::uint32_t, 4>;

struct ElementForm {
  boost::container::flat_map<UnknownProduct, ElementTable> terms;  // of the same rank

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
ElementForm permuted(const ElementForm& form, std::span<const std::size_t> order);

// f of the numbers of both, where both are known and f has an answer; nullopt else.
template <typename F>
std::optional<ElementForm> zipped(const ElementForm& a, const ElementForm& b, F f);

// The dimensions in which one of both varies.  Fails where they do not fit, and beyond 2^22
// elements.
Result<triton::Shape> common_shape(const triton::Shape& a, const triton::Shape& b);

template <typename F>
std::optional<ElementForm> zipped(const ElementForm& a, const ElementForm& b, F f) {
  const ElementTable* one = a.known();
  const ElementTable* other = b.known();
  if (one == nullptr || other == nullptr) return std::nullopt;
  const auto shape = common_shape(one->shape(), other->shape());
  if (!shape) return std::nullopt;
  auto values = one->filled(*shape);
  const auto second = other->filled(*shape);
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
