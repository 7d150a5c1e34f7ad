// Do both engines say the same of the conversions that Triton 3.6 was asked about, and of random
// ones? Is the plan right at every place, and the least movement no more than Triton's?
#include <gtest/gtest.h>

#include <map>
#include <random>
#include <tuple>

#include "checkers/conversion/conversion_check.hpp"
#include "tests/encodings/triton/reference_rows.hpp"
#include "tests/support/deciders.hpp"
#include "tests/support/tensors.hpp"
#include "tests/support/verdicts.hpp"

namespace tileproof {
namespace {

// The movement that is left when trailing dimensions that are the identity are dropped.
Movement movement_of(std::size_t remaining_dims) {
  return static_cast<Movement>(static_cast<int>(remaining_dims));
}

constexpr Word kEveryPlace = 1 << 13;

std::vector<Word> indices(const LinearLayout& form, Word place) {
  std::vector<Word> values;
  for (const InDim& dim : form.in_dims()) {
    values.push_back(place & low_mask(dim.bits));
    place >>= dim.bits;
  }
  return values;
}

// At every place of the destination (at some thousands, spread over it, of a large one), the source
// place of the plan has the element, by both definitions.
void expect_plan(const Tensor& source, const Tensor& destination, const LinearLayout& plan) {
  const LinearLayout& from = source.form;
  const LinearLayout& to = destination.form;
  const Word step =
      to.total_in_size() <= kEveryPlace ? 1 : to.total_in_size() / kEveryPlace * 2 + 1;
  for (Word place = 0; place < to.total_in_size(); place += step) {
    const Word asked = plan.apply_flat(place);
    ASSERT_LT(asked, from.total_in_size());
    ASSERT_EQ(value_at(source.map, indices(from, asked)),
              value_at(destination.map, indices(to, place)))
        << "at destination place " << place;
  }
}

// Does a visit of every place, for each of its questions, take no more than some milliseconds?
bool is_visited(const Tensor& source, const Tensor& destination) {
  return std::max(source.form.total_in_size(), destination.form.total_in_size()) <= kEveryPlace;
}

// That both engines agree, where places are few enough, and the plan is right; the answer.
ConversionAnswer agreed(const Tensor& source, const Tensor& destination) {
  const auto answer = check_conversion(source, destination).value();
  EXPECT_TRUE(is_proved(answer.verdict)) << words_of(answer.verdict);
  if (is_visited(source, destination)) {
    const auto visited = check_conversion(source, destination, kVisit).value();
    EXPECT_STREQ(to_string(answer.verdict), to_string(visited.verdict));
    EXPECT_EQ(answer.movement, visited.movement);
  }
  if (answer.plan) expect_plan(source, destination, *answer.plan);
  return answer;
}

TEST(ConversionEngines, Prove459Of459ConversionsAgreeOnTheSmallOnesAndMoveNoFartherThanTriton) {
  const auto rows = read_json_lines("triton-3.6/conversions.jsonl.gz");
  std::size_t nearer = 0;
  std::size_t small = 0;
  for (const auto& row : rows) {
    const On source(row.at("src").get<std::string>(), triton::shape_of(row));
    const On destination(row.at("dst").get<std::string>(), source.shape);
    const auto answer = agreed(source, destination);
    ASSERT_FALSE(HasFailure()) << row.dump();
    small += is_visited(source, destination) ? 1U : 0U;
    const auto left = row.at("cvt_in_dims").size();
    ASSERT_LE(*answer.movement, movement_of(left)) << row.dump();
    nearer += *answer.movement < movement_of(left) ? 1U : 0U;
    if (row.at("trivial").get<bool>()) {  // in Triton's words: within threads
      ASSERT_LE(*answer.movement, Movement::kRegisters) << row.dump();
    }
  }
  EXPECT_EQ(rows.size(), 459U);
  EXPECT_EQ(small, 273U);
  // Copies in the source that are nearer than those that Triton's plan reads.
  EXPECT_EQ(nearer, 23U);
}

// The layouts of the reference that can be converted into each other, with at most 2^11 places.
std::vector<std::vector<On>> groups() {
  std::map<std::tuple<std::string, std::size_t, std::size_t, std::size_t>, std::vector<On>> all;
  for (const auto& row : read_json_lines("triton-3.6/distributed.jsonl.gz")) {
    const std::size_t lanes = row.at("lane").size();
    const std::size_t warps = row.at("warp").size();
    const std::size_t blocks = row.at("block").size();
    if (row.at("register").size() + lanes + warps + blocks > 11) continue;
    all[{row.at("shape").dump(), lanes, warps, blocks}].push_back(
        On(row.at("attr").get<std::string>(), triton::shape_of(row)));
  }
  std::vector<std::vector<On>> several;
  for (auto& [key, group] : all) {
    if (group.size() > 1) several.push_back(std::move(group));
  }
  return several;
}

TEST(ConversionEngines, AgreeOn1000RandomPairsAndMoveNoFartherThanTheMinimalConversion) {
  const auto all = groups();
  std::mt19937_64 random(20260101);  // NOLINT: a fixed seed
  std::map<std::string, std::size_t> movements;
  std::map<std::string, std::size_t> kinds;
  std::size_t nearer = 0;
  for (std::size_t pair = 0; pair < 1000; ++pair) {
    const auto& group = all[random() % all.size()];
    const auto& source = group[random() % group.size()];
    const auto& destination = group[random() % group.size()];
    const auto answer = agreed(source, destination);
    ASSERT_FALSE(HasFailure()) << triton::to_string(*source.layout) << " to "
                               << triton::to_string(*destination.layout);
    const auto minimal = minimal_conversion(source.tensor.form, destination.tensor.form).value();
    const Movement by_triton = movement_of(minimal.in_dims().size());
    ASSERT_LE(*answer.movement, by_triton)
        << triton::to_string(*source.layout) << " to " << triton::to_string(*destination.layout);
    nearer += *answer.movement < by_triton ? 1U : 0U;
    ++movements[to_string(*answer.movement)];
    ++kinds[std::string(triton::mnemonic(*source.layout))];
  }
  EXPECT_EQ(nearer, 77U);
  EXPECT_EQ(movements,
            (std::map<std::string, std::size_t>{
                {"none", 280}, {"registers", 15}, {"lanes", 324}, {"warps", 341}, {"blocks", 40}}));
  EXPECT_EQ(kinds,
            (std::map<std::string, std::size_t>{{"amd_mfma", 123},
                                                {"amd_wmma", 36},
                                                {"blocked", 522},
                                                {"dot_op", 90},
                                                {"nvidia_mma", 32},
                                                {"slice", 197}}));
}

TEST(ConversionEngines, AgreeOnRandomLinearLayoutsThatMissElements) {
  std::mt19937_64 random(20260102);  // NOLINT: a fixed seed
  const auto bases = [&](std::size_t count) {
    std::string text = "[";
    for (std::size_t i = 0; i < count; ++i) {
      const bool is_row = random() % 2 == 0;
      const auto value = std::to_string(random() % 3 == 0 ? random() % 8 : 1ULL << (random() % 3));
      text += (i > 0 ? ", [" : "[") + (is_row ? value : "0") + ", " + (is_row ? "0" : value) + "]";
    }
    return text + "]";
  };
  std::map<std::string, std::size_t> verdicts;
  for (std::size_t pair = 0; pair < 2000; ++pair) {
    triton::LayoutPtr layouts[2];
    for (auto& layout : layouts) {
      layout = layout_from("#ttg.linear<{register = " + bases(2) + ", lane = " + bases(5) +
                           ", warp = " + bases(1) + ", block = []}>");
    }
    const triton::Shape shape{8, 8};
    const auto source = tensor_of(*layouts[0], shape);
    const auto destination = tensor_of(*layouts[1], shape);
    if (!source || !destination) continue;  // a basis that cannot be cut to the shape
    const auto answer = check_conversion(*source, *destination);
    const auto visited = check_conversion(*source, *destination, kVisit);
    ASSERT_TRUE(answer.has_value() && visited.has_value());
    ASSERT_STREQ(to_string(answer->verdict), to_string(visited->verdict));
    ASSERT_EQ(answer->movement, visited->movement);
    ASSERT_EQ(fields_of(answer->verdict), fields_of(visited->verdict))
        << triton::to_string(*layouts[0]) << " to " << triton::to_string(*layouts[1]);
    ++verdicts[to_string(answer->verdict)];
  }
  EXPECT_EQ(verdicts, (std::map<std::string, std::size_t>{{"proved", 381}, {"refuted", 1619}}));
}

}  // namespace
}  // namespace tileproof
