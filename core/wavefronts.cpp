#include "core/wavefronts.hpp"

#include <algorithm>
#include <numeric>
#include <string>

#include "core/check.hpp"

namespace tileproof {
namespace {

constexpr unsigned kBytesPerBank = 4;
constexpr unsigned kMaxBanks = 64;
constexpr unsigned kMaxWordsPerLane = 4;

Error invalid(const AccessRule& rule, const std::string& message) {
  return {ErrorCode::kInvalid, rule.instruction + ": " + message};
}

// Have all active lanes (i, i ^ bit) equal addresses?
bool all_pairs_equal(std::span<const Word> byte_address, Word active, unsigned bit) {
  for (Word rest = active; rest != 0; rest &= rest - 1) {
    const auto lane = static_cast<unsigned>(std::countr_zero(rest));
    const unsigned other = lane ^ bit;
    if ((active >> other & 1) != 0 && byte_address[lane] != byte_address[other]) return false;
  }
  return true;
}

// The lanes' addresses without the optionals, checked.
struct CheckedAddresses {
  std::array<Word, WavefrontCounter::kMaxLanes> byte_address{};
  Word active = 0;
};

Result<CheckedAddresses> check_addresses(const AccessRule& rule,
                                         std::span<const std::optional<Word>> byte_address,
                                         Word address_lanes) {
  if (byte_address.size() != rule.lanes) {
    return invalid(rule,
                   std::to_string(byte_address.size()) + " lanes where a warp has " +
                       std::to_string(rule.lanes));
  }
  CheckedAddresses checked;
  for (Word rest = address_lanes; rest != 0; rest &= rest - 1) {
    const auto lane = static_cast<unsigned>(std::countr_zero(rest));
    const std::optional<Word>& address = byte_address[lane];
    if (!address) {
      if (rule.matrices == 0) continue;
      return invalid(rule,
                     "lane " + std::to_string(lane) + " gives a row address, so it must be active");
    }
    if (*address % rule.alignment() != 0) {
      return invalid(rule,
                     "lane " + std::to_string(lane) + " has byte address " +
                         std::to_string(*address) + ", which is not a multiple of " +
                         std::to_string(rule.alignment()));
    }
    checked.byte_address[lane] = *address;
    checked.active |= Word{1} << lane;
  }
  return checked;
}

}  // namespace

WavefrontCounter::Groups WavefrontCounter::make_groups(std::span<const unsigned> basis,
                                                       unsigned lanes) {
  Groups groups{};
  groups.size = 1u << basis.size();
  bool are_neighbours = true;
  for (unsigned i = 0; i < basis.size(); ++i) are_neighbours &= basis[i] == 1u << i;
  if (are_neighbours) {
    TP_CHECK(lanes % groups.size == 0, "the group basis does not fit the lanes");
    groups.count = lanes / groups.size;
    std::iota(groups.lanes.begin(), groups.lanes.begin() + lanes, std::uint8_t{0});
    return groups;
  }
  Word seen = 0;
  unsigned next = 0;
  for (unsigned first = 0; first < lanes; ++first) {
    if ((seen >> first & 1) != 0) continue;
    const unsigned begin = next;
    for (unsigned member = 0; member < groups.size; ++member) {
      unsigned lane = first;
      for (unsigned i = 0; i < basis.size(); ++i) {
        if ((member >> i & 1) != 0) lane ^= basis[i];
      }
      TP_CHECK(lane < lanes && (seen >> lane & 1) == 0, "the group basis does not fit the lanes");
      seen |= Word{1} << lane;
      groups.lanes[next++] = static_cast<std::uint8_t>(lane);
    }
    std::sort(groups.lanes.begin() + begin, groups.lanes.begin() + next);
    ++groups.count;
  }
  return groups;
}

WavefrontCounter::WavefrontCounter(const AccessRule& rule)
    : rule_(&rule), address_lanes_(rule.addresses()) {
  TP_CHECK(rule.lanes <= kMaxLanes && rule.banks <= kMaxBanks, "too many lanes or banks");
  TP_CHECK(rule.words() <= kMaxWordsPerLane, "more than 16 bytes per lane");
  // Aligned accesses of 2^k words are equal or disjoint, and the words of one lie in banks of their
  // own. So they can be counted whole, in slots of 2^k banks.
  const unsigned words = rule.words();
  const bool whole = is_power_of_two(words) && is_power_of_two(rule.banks) && words <= rule.banks;
  pieces_per_lane_ = whole ? 1 : words;
  log2_piece_bytes_ = log2_exact(kBytesPerBank * (whole ? words : 1));
  slots_ = whole ? rule.banks / words : rule.banks;
  groups_ = make_groups({rule.group_basis.data(), rule.group_basis.size()}, address_lanes_);
  if (rule.merges_equal_pairs) {
    const auto basis = rule.merged_group_basis();
    merged_ = make_groups({basis.data(), basis.size()}, address_lanes_);
  }
}

const WavefrontCounter::Groups& WavefrontCounter::groups_for(std::span<const Word> byte_address,
                                                             Word active) const {
  if (!rule_->merges_equal_pairs) return groups_;
  const bool merges =
      all_pairs_equal(byte_address, active, 1) || all_pairs_equal(byte_address, active, 2);
  return merges ? merged_ : groups_;
}

unsigned WavefrontCounter::group_wavefronts(std::span<const std::uint8_t> lanes,
                                            std::span<const Word> byte_address,
                                            Word active) const {
  // The different pieces of each slot, as chains: last[slot] is 1 + the index of the piece found
  // last, previous[index] that of the one before it in its slot.
  constexpr unsigned kMaxPieces = kMaxLanes * kMaxWordsPerLane;
  std::array<std::uint16_t, kMaxBanks> last;
  std::array<std::uint16_t, kMaxBanks> pieces_in_slot;
  std::array<std::uint16_t, kMaxPieces> previous;
  std::array<Word, kMaxPieces> pieces;
  std::fill_n(last.begin(), slots_, std::uint16_t{0});
  std::fill_n(pieces_in_slot.begin(), slots_, std::uint16_t{0});
  std::uint16_t count = 0;
  unsigned most = 0;
  const auto count_all = [&](auto slot_of) {
    for (const unsigned lane : lanes) {
      if ((active >> lane & 1) == 0) continue;
      const Word first = byte_address[lane] >> log2_piece_bytes_;
      for (Word piece = first; piece < first + pieces_per_lane_; ++piece) {
        const auto slot = static_cast<std::size_t>(slot_of(piece));
        std::uint16_t at = last[slot];
        while (at != 0 && pieces[at - 1u] != piece) at = previous[at - 1u];
        if (at != 0 && !rule_->counts_each_lane) continue;
        pieces[count] = piece;
        previous[count] = last[slot];
        last[slot] = ++count;
        most = std::max<unsigned>(most, ++pieces_in_slot[slot]);
      }
    }
  };
  // Most memories have a power of two of banks.
  if (is_power_of_two(slots_)) {
    count_all([mask = slots_ - 1](Word piece) { return piece & mask; });
  } else {
    count_all([slots = slots_](Word piece) { return piece % slots; });
  }
  return most;
}

AccessCost WavefrontCounter::count(std::span<const Word> byte_address, Word active_lanes) const {
  const Word active = active_lanes & address_lanes();
  const Groups& groups = groups_for(byte_address, active);
  AccessCost cost;
  for (unsigned g = 0; g < groups.count; ++g) {
    const unsigned wavefronts = group_wavefronts(
        {groups.lanes.data() + g * groups.size, groups.size}, byte_address, active);
    cost.wavefronts += wavefronts;
    cost.ideal_wavefronts += wavefronts > 0 ? 1 : 0;
  }
  return cost;
}

std::optional<BankBlame> WavefrontCounter::blame(std::span<const Word> byte_address,
                                                 Word active_lanes) const {
  const Word active = active_lanes & address_lanes();
  const Groups& groups = groups_for(byte_address, active);
  BankBlame worst;
  std::span<const std::uint8_t> worst_lanes;
  for (unsigned g = 0; g < groups.count; ++g) {
    const std::span<const std::uint8_t> lanes(groups.lanes.data() + g * groups.size, groups.size);
    const unsigned wavefronts = group_wavefronts(lanes, byte_address, active);
    if (wavefronts > worst.wavefronts) {
      worst.group = g;
      worst.wavefronts = wavefronts;
      worst_lanes = lanes;
    }
  }
  if (worst.wavefronts < 2) return std::nullopt;
  for (unsigned bank = 0; bank < rule_->banks; ++bank) {
    worst.bank = bank;
    worst.lanes.clear();
    std::vector<Word> different;  // or all, where each lane counts
    for (const unsigned lane : worst_lanes) {
      if ((active >> lane & 1) == 0) continue;
      const Word first = byte_address[lane] / kBytesPerBank;
      for (Word word = first; word < first + rule_->words(); ++word) {
        if (word % rule_->banks != bank) continue;
        worst.lanes.push_back({lane, byte_address[lane], word});
        if (rule_->counts_each_lane ||
            std::find(different.begin(), different.end(), word) == different.end()) {
          different.push_back(word);
        }
      }
    }
    if (different.size() == worst.wavefronts) return worst;
  }
  TP_CHECK(false, "no bank of the worst group has the words that were counted");
}

Result<AccessCost> count_wavefronts(const AccessRule& rule,
                                    std::span<const std::optional<Word>> byte_address) {
  const WavefrontCounter counter(rule);
  TP_TRY(checked, check_addresses(rule, byte_address, counter.address_lanes()));
  return counter.count(checked.byte_address, checked.active);
}

Result<std::optional<BankBlame>> find_bank_blame(
    const AccessRule& rule, std::span<const std::optional<Word>> byte_address) {
  const WavefrontCounter counter(rule);
  TP_TRY(checked, check_addresses(rule, byte_address, counter.address_lanes()));
  return counter.blame(checked.byte_address, checked.active);
}

}  // namespace tileproof
