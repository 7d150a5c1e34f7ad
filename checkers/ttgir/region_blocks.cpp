#include "checkers/ttgir/region_blocks.hpp"

#include <boost/graph/adjacency_list.hpp>
#include <boost/graph/dominator_tree.hpp>

#include "core/check.hpp"

namespace tileproof {

using ttgir::Block;
using ttgir::BlockId;
using ttgir::kNoOp;
using ttgir::OpId;

RegionBlocks::RegionBlocks(const ttgir::Module& module) : module_(module) {
  places_.reserve(module.blocks.size());
  for (BlockId id = 0; id < module.blocks.size(); ++id) {
    const Block& block = module.blocks[id];
    Region& region = regions_[{block.parent, block.region}];
    places_.push_back(region.blocks.size());
    region.blocks.push_back(id);
    region.labelled.try_emplace(block.label, id);
  }
}

std::span<const BlockId> RegionBlocks::of(OpId parent, std::uint32_t region) const {
  const auto found = regions_.find({parent, region});
  return found == regions_.end() ? std::span<const BlockId>() : found->second.blocks;
}

const RegionBlocks::Region& RegionBlocks::region_of(BlockId block) const {
  const Block& one = module_.blocks[block];
  return regions_.at({one.parent, one.region});
}

std::optional<BlockId> RegionBlocks::target(BlockId from, std::string_view label) const {
  const auto& labelled = region_of(from).labelled;
  const auto found = labelled.find(label);
  return found == labelled.end() ? std::nullopt : std::optional(found->second);
}

bool RegionBlocks::are_in_one_region(BlockId a, BlockId b) const {
  const Block& one = module_.blocks[a];
  const Block& other = module_.blocks[b];
  return one.parent == other.parent && one.region == other.region;
}

// Where the branches of each block of a region lead, by the places of blocks in it.
std::vector<std::vector<std::size_t>> RegionBlocks::ways_of(const Region& region) const {
  std::vector<std::vector<std::size_t>> ways(region.blocks.size());
  const OpId parent = module_.blocks[region.blocks[0]].parent;
  const auto end = parent == kNoOp ? static_cast<OpId>(module_.operations.size())
                                   : module_.operations[parent].end;
  for (OpId op = parent == kNoOp ? 0 : parent + 1; op < end; op = module_.operations[op].end) {
    const BlockId from = module_.operations[op].block;
    if (!are_in_one_region(from, region.blocks[0])) continue;
    for (const auto& successor : module_.successors(module_.operations[op])) {
      const auto to = target(from, successor.label);
      if (to) ways[places_[from]].push_back(places_[*to]);
    }
  }
  return ways;
}

void RegionBlocks::find_dominators(Region& region) {
  using Ways = boost::adjacency_list<boost::vecS, boost::vecS, boost::bidirectionalS>;
  using Vertex = boost::graph_traits<Ways>::vertex_descriptor;
  const auto list = ways_of(region);
  // Boost's tree is wrong where what no way leads to leads on.
  Ways ways(list.size());
  std::vector<bool> is_reached(list.size());
  std::vector<std::size_t> open{0};
  while (!open.empty()) {
    const std::size_t from = open.back();
    open.pop_back();
    if (is_reached[from]) continue;
    is_reached[from] = true;
    for (const std::size_t to : list[from]) {
      boost::add_edge(from, to, ways);
      open.push_back(to);
    }
  }
  const Vertex none = boost::graph_traits<Ways>::null_vertex();
  std::vector<Vertex> above(list.size(), none);
  boost::lengauer_tarjan_dominator_tree(
      ways,
      Vertex{0},
      boost::make_iterator_property_map(above.begin(), get(boost::vertex_index, ways)));
  std::vector<std::vector<std::size_t>> below(list.size());
  for (std::size_t at = 0; at < list.size(); ++at) {
    if (above[at] != none) below[above[at]].push_back(at);
  }
  region.visits.assign(list.size(), {0, 0});
  std::size_t clock = 0;
  open = {0};
  while (!open.empty()) {
    const std::size_t at = open.back();
    auto& [entered, left] = region.visits[at];
    if (entered == 0) {
      entered = ++clock;
      open.insert(open.end(), below[at].begin(), below[at].end());
    } else {
      left = ++clock;
      open.pop_back();
    }
  }
}

bool RegionBlocks::dominates(BlockId home, BlockId block) {
  const Block& one = module_.blocks[home];
  TP_CHECK(are_in_one_region(home, block), "ways lead from block to block of a region");
  Region& region = regions_.at({one.parent, one.region});
  if (region.visits.empty()) find_dominators(region);
  const auto [entered, left] = region.visits[places_[home]];
  const auto [block_entered, block_left] = region.visits[places_[block]];
  return block_entered == 0 || (entered <= block_entered && block_left <= left);
}

}  // namespace tileproof
