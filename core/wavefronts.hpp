// How many wavefronts does one shared-memory instruction of one warp take, given the byte address
// of each lane?  The rules are rows of core/target.hpp; this file only counts.
//
//   ld.shared.b32, 32 lanes at 0, 4, 8, ...       1 wavefront: each bank is asked for one word
//   ld.shared.b32, 32 lanes at 0, 128, 256, ...   32: bank 0 is asked for 32 different words
//   ld.shared.b32, 32 lanes at 0                  1: one word, given to all
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "core/bits.hpp"
#include "core/result.hpp"
#include "core/target.hpp"

namespace tileproof {

// `ideal_wavefronts` is one for each group of lanes, after merging, with an active lane: what the
// same lanes would take without conflicts.
struct AccessCost {
  unsigned wavefronts = 0;
  unsigned ideal_wavefronts = 0;

  // What NVIDIA's counter `bank_conflicts` counts.
  [[nodiscard]] unsigned conflicts() const { return wavefronts - ideal_wavefronts; }
  friend bool operator==(const AccessCost&, const AccessCost&) = default;
};

// Fails (kInvalid) if there is not one entry for each lane of the rule's warp, if an address is not
// a multiple of rule.alignment(), or if a lane that gives ldmatrix a row address is inactive.
// Inactive lanes (nullopt) take no part.  ldmatrix.xN and stmatrix.xN take their 8N row addresses
// from lanes 0 .. 8N-1; the other lanes' entries are not looked at.
Result<AccessCost> count_wavefronts(const AccessRule& rule,
                                    std::span<const std::optional<Word>> byte_address);

// Who is to blame: in the group that takes longest, the bank that is asked for the most words, and
// the lanes that ask it.  Any two of these lanes with different words collide, of an atomic any
// two.
struct BankBlame {
  struct Lane {
    unsigned lane = 0;
    Word byte_address = 0;  // where the lane's access starts
    Word word = 0;          // the 4-byte word that it wants from this bank: byte / 4
  };
  unsigned group = 0;  // in order of the groups' lowest lanes
  unsigned bank = 0;
  unsigned wavefronts = 0;  // different words, or an atomic's lanes
  std::vector<Lane> lanes;  // in ascending order
};

// nullopt if no bank is asked for two words.  Fails as count_wavefronts.
Result<std::optional<BankBlame>> find_bank_blame(const AccessRule& rule,
                                                 std::span<const std::optional<Word>> byte_address);

// Counts many accesses under one rule: the groups are worked out once.  (The rule must outlive it.)
class WavefrontCounter {
 public:
  static constexpr unsigned kMaxLanes = 64;

  // Requires: at most 64 lanes, at most 64 banks, and a basis that is independent.
  explicit WavefrontCounter(const AccessRule& rule);

  // Requires: an address for each lane that gives one, a multiple of rule.alignment().
  [[nodiscard]] AccessCost count(std::span<const Word> byte_address, Word active_lanes) const;
  [[nodiscard]] std::optional<BankBlame> blame(std::span<const Word> byte_address,
                                               Word active_lanes) const;

  // The lanes that give an address, as a set.
  [[nodiscard]] Word address_lanes() const { return low_mask(address_lanes_); }

 private:
  // Lanes in order of their groups: group g is lanes[g * size .. g * size + size - 1].
  struct Groups {
    std::array<std::uint8_t, kMaxLanes> lanes;
    unsigned size;
    unsigned count;
  };
  static Groups make_groups(std::span<const unsigned> basis, unsigned lanes);
  [[nodiscard]] const Groups& groups_for(std::span<const Word> byte_address, Word active) const;
  [[nodiscard]] unsigned group_wavefronts(std::span<const std::uint8_t> lanes,
                                          std::span<const Word> byte_address,
                                          Word active) const;

  const AccessRule* rule_;
  unsigned address_lanes_;
  // What is counted: the different pieces in one slot (a piece is a word and a slot a bank, or
  // more).
  unsigned pieces_per_lane_ = 1;
  unsigned log2_piece_bytes_ = 2;
  unsigned slots_ = 32;
  Groups groups_;
  Groups merged_{};  // used where the rule merges
};

}  // namespace tileproof
