#include "core/global_memory.hpp"

#include <algorithm>
#include <string>
#include <vector>

namespace tileproof {
namespace {

constexpr const char* kH100 =
    "NVIDIA H100, tests/data/h100/global_access.jsonl.gz (1,000 loads and stores)";

Word distinct_pieces_out_of_order(Word bytes_per_lane,
                                  std::span<const Word> addresses,
                                  unsigned shift) {
  std::vector<Word> pieces;
  pieces.reserve(addresses.size());
  for (const Word address : addresses) {
    const Word last = (address + bytes_per_lane - 1) >> shift;
    for (Word piece = address >> shift; piece <= last; ++piece) pieces.push_back(piece);
  }
  std::sort(pieces.begin(), pieces.end());
  return static_cast<Word>(std::unique(pieces.begin(), pieces.end()) - pieces.begin());
}

Word distinct_pieces(Word bytes_per_lane, std::span<const Word> addresses, Word piece_bytes) {
  const unsigned shift = log2_exact(piece_bytes);
  const Word places = bytes_per_lane <= piece_bytes ? piece_bytes - bytes_per_lane + 1 : 0;
  Word count = 0;
  Word behind = 0;  // what was counted lies below
  // What begins at one of these places lies in the last piece that was counted.
  Word first_known = 0;
  Word known = 0;
  for (const Word address : addresses) {
    if (address - first_known < known) continue;
    const Word first = address >> shift;
    const Word end = ((address + bytes_per_lane - 1) >> shift) + 1;
    if (first + 1 < behind) {
      return distinct_pieces_out_of_order(bytes_per_lane, addresses, shift);
    }
    count += end - std::min(end, std::max(first, behind));
    behind = std::max(behind, end);
    first_known = (behind - 1) << shift;
    known = places;
  }
  return count;
}

}  // namespace

Result<GlobalRule> global_rule(const Target& target) {
  if (target.vendor() != Target::Vendor::kNvidia) {
    return Error{ErrorCode::kUnsupported,
                 "what an access of global memory costs on " + target.name() + " is not known"};
  }
  GlobalRule rule;
  if (target.compute_capability() == 90) {
    rule.evidence = {Evidence::Level::kMeasured, kH100};
  } else {
    rule.evidence = {Evidence::Level::kAssumed,
                     "as measured on cuda:90 (" + std::string(kH100) + ")"};
  }
  return rule;
}

GlobalCost& GlobalCost::operator+=(const GlobalCost& other) {
  requests += other.requests;
  sectors += other.sectors;
  lines += other.lines;
  return *this;
}

Word count_sectors(const GlobalRule& rule, Word bytes_per_lane, std::span<const Word> addresses) {
  return distinct_pieces(bytes_per_lane, addresses, rule.sector_bytes);
}

GlobalCost count_global_access(const GlobalRule& rule,
                               Word bytes_per_lane,
                               std::span<const std::optional<Word>> byte_address) {
  std::vector<Word> active;
  for (const auto& address : byte_address) {
    if (address) active.push_back(*address);
  }
  return {active.empty() ? Word{0} : Word{1},
          count_sectors(rule, bytes_per_lane, active),
          distinct_pieces(bytes_per_lane, active, rule.line_bytes)};
}

}  // namespace tileproof
