// The blocks of a module's regions: which are they, where does a branch go, and through which of
// them does every way lead?
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <span>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

#include "encodings/ttgir/module.hpp"

namespace tileproof {

// Views the module, which must outlive it.
class RegionBlocks {
 public:
  // Cost: a look at each block.
  explicit RegionBlocks(const ttgir::Module& module);

  // In the order of the text; empty if the operation has no such region.
  [[nodiscard]] std::span<const ttgir::BlockId> of(ttgir::OpId parent, std::uint32_t region) const;
  // The block to which a branch in `from` goes; nullopt where its region has none with this label.
  [[nodiscard]] std::optional<ttgir::BlockId> target(ttgir::BlockId from,
                                                     std::string_view label) const;
  [[nodiscard]] bool are_in_one_region(ttgir::BlockId a, ttgir::BlockId b) const;
  // Does every way from their region's first block to `block` go through `home`?  Also if none
  // does.  Requires: blocks of one region.  Cost: the first time, n log n for its n operations.
  bool dominates(ttgir::BlockId home, ttgir::BlockId block);

 private:
  struct Region {
    std::vector<ttgir::BlockId> blocks;
    std::unordered_map<std::string_view, ttgir::BlockId> labelled;
    // By the block's place in `blocks`: when a walk through the tree of dominators enters it and
    // when it leaves; 0 where no way leads.  Empty before it is asked for.
    std::vector<std::pair<std::size_t, std::size_t>> visits;
  };

  [[nodiscard]] const Region& region_of(ttgir::BlockId block) const;
  [[nodiscard]] std::vector<std::vector<std::size_t>> ways_of(const Region& region) const;
  void find_dominators(Region& region);

  const ttgir::Module& module_;
  std::map<std::pair<ttgir::OpId, std::uint32_t>, Region> regions_;
  std::vector<std::size_t> places_;  // of blocks in their regions
};

}  // namespace tileproof
