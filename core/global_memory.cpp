#include "core/global_memory.hpp"

#include <algorithm>
#include <string>
#include <vector>

namespace tileproof {
namespace {

constexpr const char* kH100 =
    "NVIDIA H100, tests/data/h100/global_access.jsonl.gz (1,000 loads and stores)";

Word distinct_pieces(Word bytes_per_lane,
                     std::span<const std::optional<Word>> byte_address,
                     Word piece_bytes) {
  const unsigned shift = log2_exact(piece_bytes);
  std::vector<Word> pieces;
  pieces.reserve(byte_address.size());
  bool is_ascending = true;
  for (const auto& address : byte_address) {
    if (!address) continue;
    const Word last = (*address + bytes_per_lane - 1) >> shift;
    for (Word piece = *address >> shift; piece <= last; ++piece) {
      if (!pieces.empty() && pieces.back() == piece) continue;
      is_ascending = is_ascending && (pieces.empty() || pieces.back() < piece);
      pieces.push_back(piece);
    }
  }
  if (is_ascending) return pieces.size();
  std::sort(pieces.begin(), pieces.end());
  return static_cast<Word>(std::unique(pieces.begin(), pieces.end()) - pieces.begin());
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

Word count_sectors(const GlobalRule& rule,
                   Word bytes_per_lane,
                   std::span<const std::optional<Word>> byte_address) {
  return distinct_pieces(bytes_per_lane, byte_address, rule.sector_bytes);
}

GlobalCost count_global_access(const GlobalRule& rule,
                               Word bytes_per_lane,
                               std::span<const std::optional<Word>> byte_address) {
  const bool is_request = std::any_of(byte_address.begin(),
                                      byte_address.end(),
                                      [](const auto& address) { return address.has_value(); });
  return {is_request ? Word{1} : Word{0},
          count_sectors(rule, bytes_per_lane, byte_address),
          distinct_pieces(bytes_per_lane, byte_address, rule.line_bytes)};
}

}  // namespace tileproof
