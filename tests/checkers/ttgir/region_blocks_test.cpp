// Where do branches go, and which blocks are on every way to others?  Against plain walks.
#include "checkers/ttgir/region_blocks.hpp"

#include <gtest/gtest.h>

#include <set>
#include <string>
#include <vector>

#include "checkers/ttgir/functions.hpp"
#include "encodings/ttgir/reader.hpp"
#include "properties/source.hpp"

namespace tileproof {
namespace {

using Ways = std::vector<std::vector<std::size_t>>;  // of each block or function, where it leads

// Blocks ^b0, ^b1, ... of a function, each of which branches to one or two.
std::string blocks(const Ways& ways) {
  std::string text = "tt.func public @k(%c: i1) {\n  cf.br ^b0\n";
  const auto label = [](std::size_t i) { return "^b" + std::to_string(i); };
  for (std::size_t i = 0; i < ways.size(); ++i) {
    text += label(i) + ":\n  ";
    if (ways[i].empty()) text += "tt.return\n";
    if (ways[i].size() == 1) text += "cf.br " + label(ways[i][0]) + "\n";
    if (ways[i].size() == 2) {
      text += "cf.cond_br %c, " + label(ways[i][0]) + ", " + label(ways[i][1]) + "\n";
    }
  }
  return text + "}\n";
}

std::set<std::size_t> reached(const Ways& ways, std::size_t from, std::size_t without) {
  std::set<std::size_t> seen;
  std::vector<std::size_t> open{from};
  while (!open.empty()) {
    const std::size_t at = open.back();
    open.pop_back();
    if (at == without || !seen.insert(at).second) continue;
    open.insert(open.end(), ways[at].begin(), ways[at].end());
  }
  return seen;
}

Ways draw(gen::Source& random, std::size_t size) {
  Ways ways(size);
  for (auto& to : ways) {
    for (Word i = random.below(3); i > 0; --i) to.push_back(random.below(size));
  }
  return ways;
}

TEST(RegionBlocks, AreOnEveryWayWhereNoneLeadsPastThem) {
  gen::Source random = gen::Source::random(20261128);
  std::size_t on_every_way = 0;
  std::size_t asked = 0;
  for (int i = 0; i < 300; ++i) {
    const Ways ways = draw(random, 1 + random.below(9));
    const std::string text = blocks(ways);
    const auto file = ttgir::read(text);
    ASSERT_TRUE(file.errors.empty()) << text;
    const ttgir::Module& module = file.modules.at(0);
    RegionBlocks of(module);
    const auto function = module.blocks.back().parent;
    const auto own = of.of(function, 0);
    ASSERT_EQ(own.size(), ways.size() + 1) << text;
    for (std::size_t home = 0; home < ways.size(); ++home) {
      EXPECT_EQ(of.target(own[0], module.blocks[own[home + 1]].label), own[home + 1]);
      const auto past = reached(ways, 0, home);
      for (std::size_t block = 0; block < ways.size(); ++block) {
        const bool is_on_every_way = !past.contains(block);
        EXPECT_EQ(of.dominates(own[home + 1], own[block + 1]), is_on_every_way)
            << home << " and " << block << " of\n"
            << text;
        on_every_way += is_on_every_way ? 1 : 0;
        ++asked;
      }
    }
    EXPECT_EQ(of.target(own[0], "^none"), std::nullopt);
    EXPECT_TRUE(of.of(function, 1).empty());
  }
  EXPECT_GT(on_every_way, 1000U);
  EXPECT_GT(asked - on_every_way, 1000U);
}

// Functions @f0, @f1, ...; the first of them, or others, print.
std::string functions(const Ways& ways, const std::set<std::size_t>& printing) {
  std::string text;
  for (std::size_t i = 0; i < ways.size(); ++i) {
    text += "tt.func private @f" + std::to_string(i) + "() {\n";
    if (printing.contains(i)) text += "  tt.print \"x\" {hex = false, isSigned = array<i32>}\n";
    for (const std::size_t to : ways[i]) {
      text += "  tt.call @f" + std::to_string(to) + "() : () -> ()\n";
    }
    text += "  tt.return\n}\n";
  }
  return text;
}

TEST(CallGraph, HasWhatWaysOfCallsLeadTo) {
  gen::Source random = gen::Source::random(20261128);
  std::size_t having = 0;
  std::size_t in_circles = 0;
  std::size_t asked = 0;
  for (int i = 0; i < 300; ++i) {
    const Ways ways = draw(random, 1 + random.below(9));
    std::set<std::size_t> printing;
    if (random.one_in(2)) printing.insert(random.below(ways.size()));
    const std::string text = functions(ways, printing);
    const auto file = ttgir::read(text);
    ASSERT_TRUE(file.errors.empty()) << text;
    const ttgir::Module& module = file.modules.at(0);
    Functions named;
    std::vector<const ttgir::Operation*> list;
    for (const auto& op : module.operations) {
      if (op.kind() != ttgir::OpKind::kFunction) continue;
      named.emplace(*name_of_function(module, op), &op);
      list.push_back(&op);
    }
    ASSERT_EQ(list.size(), ways.size());
    const CallGraph calls(
        module,
        named,
        {[](const auto&) { return false; }, [](const auto& op) { return op.name == "tt.print"; }});
    for (std::size_t from = 0; from < ways.size(); ++from) {
      const auto led_to = reached(ways, from, ways.size());
      bool prints = false;
      for (const std::size_t to : led_to) prints = prints || printing.contains(to);
      EXPECT_FALSE(calls.has(*list[from], 0));
      EXPECT_EQ(calls.has(*list[from], 1), prints) << from << " of\n" << text;
      having += prints ? 1 : 0;
      for (std::size_t to = 0; to < ways.size(); ++to) {
        const bool is_circle = led_to.contains(to) && reached(ways, to, ways.size()).contains(from);
        EXPECT_EQ(calls.are_in_one_circle(*list[from], *list[to]), is_circle) << text;
        in_circles += is_circle && from != to ? 1 : 0;
        ++asked;
      }
    }
  }
  EXPECT_GT(having, 200U);
  EXPECT_GT(in_circles, 200U);
  EXPECT_GT(asked - in_circles, 1000U);
}

}  // namespace
}  // namespace tileproof
