// Do both engines, and a visit of every point by the test itself, say the same of the layouts that
// Triton 3.6 was asked about?
#include <gtest/gtest.h>

#include <set>
#include <tuple>

#include "checkers/layout/layout_check.hpp"
#include "encodings/index_map/linear_form.hpp"
#include "tests/encodings/triton/reference_rows.hpp"
#include "tests/support/deciders.hpp"
#include "tests/support/verdicts.hpp"

namespace tileproof {
namespace {

constexpr unsigned kMaxBits = 12;

// The bits whose value is that of an index below them, found by looking at all of these.
std::vector<NamedValue> copies_by_visit(const LinearLayout& layout) {
  std::vector<NamedValue> copies;
  std::set<Word> below{0};  // the values of all indices before the bit
  unsigned bit = 0;
  for (const InDim& dim : layout.in_dims()) {
    Word mask = 0;
    for (unsigned i = 0; i < dim.bits; ++i, ++bit) {
      if (below.contains(layout.apply_flat(Word{1} << bit))) mask |= Word{1} << i;
      for (Word index = Word{1} << bit; index < Word{2} << bit; ++index) {
        below.insert(layout.apply_flat(index));
      }
    }
    copies.emplace_back(dim.name, mask);
  }
  return copies;
}

void expect_agreement(const Tensor& tensor) {
  const LinearLayout& form = tensor.form;
  const auto answer = check_layout(tensor);
  const auto visited = check_layout(tensor, {}, kVisit);
  ASSERT_TRUE(answer.has_value() && visited.has_value());
  ASSERT_STREQ(to_string(answer->verdict), to_string(visited->verdict))
      << words_of(answer->verdict);
  ASSERT_EQ(fields_of(answer->verdict), fields_of(visited->verdict));
  ASSERT_TRUE(is_proved(answer->verdict)) << words_of(answer->verdict);
  std::set<Word> values;
  for (Word index = 0; index < form.total_in_size(); ++index) values.insert(form.apply_flat(index));
  // The linear form is read off the bases; their steps have the same.
  const IndexMap bases = map_of(ByBases::of(form));
  const auto of_steps = IndexMap::make(bases.graph(),
                                       {bases.axes().begin(), bases.axes().end()},
                                       {bases.out_axes().begin(), bases.out_axes().end()});
  ASSERT_EQ(linear_form(bases).map->columns, linear_form(*of_steps).map->columns);
  for (const auto* said : {&*answer, &*visited}) {
    ASSERT_EQ(said->surjective, values.size() == form.total_out_size());
    ASSERT_EQ(said->injective, values.size() == form.total_in_size());
    ASSERT_EQ(said->copies, copies_by_visit(form));
  }
}

// Agreement on every `step`-th distinct (attribute, shape) of the file up to `most` of them; says
// how many there were.
std::size_t agreed_rows(const char* file, std::size_t step, std::size_t most) {
  std::set<std::pair<std::string, std::string>> seen;
  std::size_t agreed = 0;
  std::size_t met = 0;
  for (const auto& row : read_json_lines(std::string("triton-3.6/") + file + ".jsonl.gz")) {
    if (agreed == most) break;
    if (!seen.emplace(row.at("attr").get<std::string>(), row.at("shape").dump()).second) continue;
    const auto layout = layout_from(row.at("attr").get<std::string>());
    const auto shape = triton::shape_of(row);
    const auto form = to_linear(*layout, shape).value();
    if (std::max(form.total_in_bits(), form.total_out_bits()) > kMaxBits) continue;
    if (met++ % step != 0) continue;
    expect_agreement(tensor_of(*layout, shape).value());
    if (::testing::Test::HasFatalFailure()) {
      ADD_FAILURE() << triton::describe(row);
      break;
    }
    ++agreed;
  }
  return agreed;
}

TEST(LayoutEngines, AgreeOnEverySharedLayoutOfUpTo4096Points) {
  EXPECT_EQ(agreed_rows("shared", 1, ~std::size_t{0}), 1410U);
}

TEST(LayoutEngines, AgreeOnEveryLinearLayoutOfUpTo4096Points) {
  EXPECT_EQ(agreed_rows("linear", 1, ~std::size_t{0}), 610U);
}

TEST(LayoutEngines, AgreeOnEveryTensorMemoryLayoutOfUpTo4096Points) {
  EXPECT_EQ(agreed_rows("tmem", 1, ~std::size_t{0}), 190U);
}

TEST(LayoutEngines, AgreeOn500LayoutsInRegisters) {
  EXPECT_EQ(agreed_rows("distributed", 4, 500), 500U);
}

}  // namespace
}  // namespace tileproof
