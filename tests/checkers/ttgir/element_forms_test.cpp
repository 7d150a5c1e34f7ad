// Forms of elements are sums of parts that vary along different dimensions: whatever is done with
// them, each element has the number that it has where all are written out.
#include "checkers/ttgir/element_forms.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <limits>
#include <random>
#include <vector>

namespace tileproof {
namespace {

// A form, and the number of each element of a tensor where unknown u is 1000 + 77 u.
struct Case {
  ElementForm form;
  std::vector<std::int64_t> numbers;
};

std::int64_t product_of(const UnknownProduct& unknowns) {
  std::int64_t product = 1;
  for (const std::uint32_t unknown : unknowns) product *= 1000 + 77 * std::int64_t{unknown};
  return product;
}

std::vector<std::int64_t> numbers_of(const ElementForm& form, const triton::Shape& shape) {
  std::vector<std::int64_t> numbers;
  for (const auto& [unknowns, table] : form.terms) {
    const auto filled = table.filled(shape);
    numbers.resize(filled.size());
    for (std::size_t i = 0; i < filled.size(); ++i) {
      numbers[i] += product_of(unknowns) * filled[i];
    }
  }
  return numbers;
}

class RandomCases {
 public:
  explicit RandomCases(triton::Shape shape) : shape_(std::move(shape)) {}

  // A range along a dimension, a number, or an unknown.
  Case leaf() {
    const auto rank = shape_.size();
    const std::size_t d = below(rank + 2);
    Case made;
    if (d == rank) {
      made.form = form_of_number(static_cast<std::int64_t>(below(9)) - 4, rank);
    } else if (d > rank) {
      made.form = form_of_unknown(static_cast<std::uint32_t>(below(3)), rank);
    } else {
      const auto start = static_cast<std::int64_t>(below(5)) - 2;
      made.form = form_of_range(start, start + static_cast<std::int64_t>(shape_[d]));
      for (std::size_t axis = 0; axis < rank; ++axis) {
        if (axis != d) made.form = with_dimension(std::move(made.form), axis);
      }
    }
    made.numbers = numbers_of(made.form, shape_);
    return made;
  }

  Case combined(unsigned depth) {
    if (depth == 0) return leaf();
    const Case a = combined(depth - 1);
    const Case b = combined(static_cast<unsigned>(below(depth)));
    Case made;
    const auto factor = static_cast<std::int64_t>(below(7)) - 3;
    const bool multiplies = below(3) == 0;
    made.form = (multiplies ? product(a.form, b.form) : sum(a.form, b.form, factor)).value();
    for (std::size_t i = 0; i < a.numbers.size(); ++i) {
      made.numbers.push_back(multiplies ? a.numbers[i] * b.numbers[i]
                                        : a.numbers[i] + factor * b.numbers[i]);
    }
    return made;
  }

  std::size_t below(std::size_t bound) { return random_() % bound; }

 private:
  triton::Shape shape_;
  std::minstd_rand random_{20261127};
};

TEST(ElementForms, AreWhatTheyAreWhereAllIsWrittenOut) {
  for (const triton::Shape& shape :
       {triton::Shape{5}, triton::Shape{4, 6}, triton::Shape{2, 3, 4}}) {
    RandomCases cases(shape);
    std::size_t separate = 0;
    for (int i = 0; i < 2'000; ++i) {
      const Case made = cases.combined(3);
      ASSERT_EQ(numbers_of(made.form, shape), made.numbers);
      for (const auto& [unknowns, table] : made.form.terms) {
        const auto filled = table.filled(shape);
        const auto [least, most] = std::ranges::minmax(filled);
        EXPECT_LE(table.least(), least);
        EXPECT_GE(table.most(), most);
        EXPECT_EQ(table.is_uniform(), least == most);
        EXPECT_EQ(table.first(), filled.front());
        EXPECT_TRUE(unknowns.empty() || least != 0 || most != 0) << "a term that is 0";
        if (table.parts().size() > 1) ++separate;
      }
    }
    EXPECT_EQ(separate > 500, shape.size() > 1);
  }
}

TEST(ElementForms, ArePermutedWithTheirDimensions) {
  const triton::Shape shape{2, 3, 4};
  const std::array<std::size_t, 3> order{2, 0, 1};
  RandomCases cases(shape);
  for (int i = 0; i < 500; ++i) {
    const Case made = cases.combined(3);
    const auto turned = numbers_of(permuted(made.form, order), {4, 2, 3});
    for (std::size_t a = 0; a < 2; ++a) {
      for (std::size_t b = 0; b < 3; ++b) {
        for (std::size_t c = 0; c < 4; ++c) {
          ASSERT_EQ(turned[(c * 2 + a) * 3 + b], made.numbers[(a * 3 + b) * 4 + c]);
        }
      }
    }
  }
}

TEST(ElementForms, AreNotAddedOrMultipliedBeyond63Bits) {
  constexpr std::int64_t kMost = std::numeric_limits<std::int64_t>::max();
  const auto rows = with_dimension(form_of_range(0, 4), 1);
  const auto columns = with_dimension(form_of_range(0, 8), 0);
  const auto far = sum(columns, form_of_number(kMost - 9, 2), 1);
  ASSERT_TRUE(far.has_value());
  EXPECT_TRUE(sum(*far, form_of_number(2, 2), 1).has_value());
  EXPECT_FALSE(sum(*far, form_of_number(3, 2), 1).has_value());
  // None of both parts leaves them, and their sum does: 3 + 7 + (2^63 - 10).
  EXPECT_TRUE(sum(form_of_number(kMost - 9, 2), rows, 1).has_value());
  EXPECT_FALSE(sum(*far, rows, 1).has_value());
  EXPECT_FALSE(product(*far, form_of_number(2, 2)).has_value());
  EXPECT_FALSE(sum(rows, form_of_number(2, 2), kMost).has_value());
}

TEST(ElementForms, OfDifferentShapesDoNotMeet) {
  EXPECT_FALSE(sum(form_of_range(0, 4), form_of_range(0, 8), 1).has_value());
  EXPECT_FALSE(product(form_of_range(0, 4), form_of_range(0, 8)).has_value());
  EXPECT_FALSE(sum(form_of_number(1, 1), form_of_number(1, 2), 1).has_value());
  // 2^12 rows and 2^11 columns have too many elements.
  const auto rows = with_dimension(form_of_range(0, 4096), 1);
  const auto columns = with_dimension(form_of_range(0, 2048), 0);
  EXPECT_FALSE(sum(rows, columns, 1).has_value());
}

}  // namespace
}  // namespace tileproof
