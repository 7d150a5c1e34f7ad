#include "properties/accesses/laws.hpp"

#include <algorithm>
#include <map>
#include <set>

#include "checkers/global_access/global_instructions.hpp"
#include "core/check.hpp"

namespace tileproof::laws {
namespace {

using Ops = AccessOperations;

std::string words(const AccessCost& cost) {
  return std::to_string(cost.wavefronts) + " wavefronts (ideal " +
         std::to_string(cost.ideal_wavefronts) + ")";
}
std::string words(const GlobalCost& cost) {
  return std::to_string(cost.requests) + " requests, " + std::to_string(cost.sectors) +
         " sectors, " + std::to_string(cost.lines) + " lines";
}

// The lanes that give addresses, as sets that are served together: sums of basis lanes.
std::vector<std::set<unsigned>> groups_of(const AccessRule& rule, const AccessRule::Basis& basis) {
  std::vector<std::set<unsigned>> groups;
  std::set<unsigned> placed;
  for (unsigned lane = 0; lane < rule.addresses(); ++lane) {
    if (placed.contains(lane)) continue;
    std::set<unsigned> group = {lane};
    for (const unsigned vector : basis) {
      const std::set<unsigned> before = group;
      for (const unsigned other : before) group.insert(other ^ vector);
    }
    placed.insert(group.begin(), group.end());
    groups.push_back(std::move(group));
  }
  return groups;
}

bool are_equal_in_pairs(const WarpAccess& access, unsigned distance) {
  for (unsigned lane = 0; lane < access.rule->addresses(); ++lane) {
    const auto& one = access.at[lane];
    const auto& other = access.at[lane ^ distance];
    if (one && other && *one != *other) return false;
  }
  return true;
}

std::vector<std::set<unsigned>> served_together(const WarpAccess& access) {
  const AccessRule& rule = *access.rule;
  const bool is_merged =
      rule.merges_equal_pairs && (are_equal_in_pairs(access, 1) || are_equal_in_pairs(access, 2));
  return groups_of(rule, is_merged ? rule.merged_group_basis() : rule.group_basis);
}

// The words that each bank is asked for by some lanes; of an atomic, the lanes that ask.
std::map<Word, std::set<Word>> asked_of(const WarpAccess& access, const std::set<unsigned>& lanes) {
  std::map<Word, std::set<Word>> asked;
  for (const unsigned lane : lanes) {
    if (!access.at[lane]) continue;
    for (Word w = 0; w < access.rule->words(); ++w) {
      const Word word = *access.at[lane] / 4 + w;
      asked[word % access.rule->banks].insert(access.rule->counts_each_lane ? lane : word);
    }
  }
  return asked;
}

Word most_of(const std::map<Word, std::set<Word>>& asked) {
  Word most = 0;
  for (const auto& [bank, list] : asked) most = std::max<Word>(most, list.size());
  return most;
}

LawResult same_cost(const Result<AccessCost>& before, const Result<AccessCost>& after) {
  if (!before) return LawResult::not_applicable();
  if (!after) return LawResult::failed("counting", after.error());
  if (*before == *after) return LawResult::kept();
  return LawResult::broken(words(*before) + " before, " + words(*after) + " after");
}

}  // namespace

LawResult wavefronts_are_counted_plainly(const WarpAccess& access, const Ops& ops) {
  const auto found = ops.count(*access.rule, access.at);
  if (!found) return LawResult::failed("counting", found.error());
  AccessCost wanted;
  for (const auto& group : served_together(access)) {
    const Word most = most_of(asked_of(access, group));
    wanted.wavefronts += static_cast<unsigned>(most);
    wanted.ideal_wavefronts += most > 0 ? 1 : 0;
  }
  if (*found == wanted) return LawResult::kept();
  return LawResult::broken(words(*found) + ", by plain counting " + words(wanted));
}

LawResult moving_all_by_all_banks_changes_nothing(const WarpAccess& access,
                                                  Word rows,
                                                  const Ops& ops) {
  // 12 bytes may begin in one row of banks and end in the next.
  if (access.rule->alignment() != access.rule->bytes_per_lane) return LawResult::not_applicable();
  WarpAccess moved = access;
  const Word width = Word{4} * access.rule->banks;
  for (auto& address : moved.at) {
    if (address) *address ^= rows * width;
  }
  return same_cost(ops.count(*access.rule, access.at), ops.count(*moved.rule, moved.at));
}

LawResult lanes_of_a_group_may_change_places(const WarpAccess& access,
                                             const std::vector<std::size_t>& order,
                                             const Ops& ops) {
  // Which lanes have equal addresses decides whether loads merge.
  if (access.rule->merges_equal_pairs) return LawResult::not_applicable();
  WarpAccess moved = access;
  for (const auto& group : served_together(access)) {
    const std::vector<unsigned> lanes(group.begin(), group.end());
    for (std::size_t i = 0; i < lanes.size(); ++i) {
      moved.at[lanes[i]] = access.at[lanes[order[i] % lanes.size()]];
    }
    // Of an order of more lanes only the first that are of the group count.
    std::multiset<std::optional<Word>> before;
    std::multiset<std::optional<Word>> after;
    for (const unsigned lane : lanes) before.insert(access.at[lane]), after.insert(moved.at[lane]);
    if (before != after) return LawResult::not_applicable();
  }
  return same_cost(ops.count(*access.rule, access.at), ops.count(*moved.rule, moved.at));
}

LawResult more_lanes_never_take_less(const WarpAccess& access, std::size_t lane, const Ops& ops) {
  if (access.rule->matrices > 0) return LawResult::not_applicable();
  WarpAccess less = access;
  less.at[lane] = std::nullopt;
  const auto all = ops.count(*access.rule, access.at);
  const auto some = ops.count(*less.rule, less.at);
  if (!all || !some) return LawResult::not_applicable();
  if (some->wavefronts <= all->wavefronts) return LawResult::kept();
  return LawResult::broken(words(*some) + " without lane " + std::to_string(lane) + ", " +
                           words(*all) + " with it");
}

LawResult wavefronts_are_no_fewer_than_the_words_need(const WarpAccess& access, const Ops& ops) {
  const auto cost = ops.count(*access.rule, access.at);
  if (!cost) return LawResult::failed("counting", cost.error());
  std::set<unsigned> all;
  for (unsigned lane = 0; lane < access.rule->addresses(); ++lane) all.insert(lane);
  const Word least = most_of(asked_of(access, all));
  if (cost->wavefronts < least || cost->wavefronts < cost->ideal_wavefronts) {
    return LawResult::broken(words(*cost) + ", of a bank that is asked for " +
                             std::to_string(least) + " words");
  }
  // A group takes no more than it has lanes.
  const Word most = access.rule->addresses() * access.rule->words();
  return cost->wavefronts <= most ? LawResult::kept() : LawResult::broken(words(*cost));
}

LawResult who_is_to_blame_is_so(const WarpAccess& access, const Ops& ops) {
  const auto cost = count_wavefronts(*access.rule, access.at);
  const auto blame = ops.blame(*access.rule, access.at);
  if (!cost || !blame) return LawResult::not_applicable();
  Word worst = 0;
  for (const auto& group : served_together(access)) {
    worst = std::max(worst, most_of(asked_of(access, group)));
  }
  if (!blame->has_value()) {
    return worst <= 1 ? LawResult::kept() : LawResult::broken("nobody is blamed");
  }
  const BankBlame& found = **blame;
  if (found.wavefronts != worst) {
    return LawResult::broken("blamed for " + std::to_string(found.wavefronts) +
                             " wavefronts, of a group that takes " + std::to_string(worst));
  }
  std::set<Word> different;
  for (const auto& lane : found.lanes) {
    const bool is_its = access.at[lane.lane] == lane.byte_address &&
                        lane.word % access.rule->banks == found.bank &&
                        lane.word >= lane.byte_address / 4 &&
                        lane.word < lane.byte_address / 4 + access.rule->words();
    if (!is_its) return LawResult::broken("lane " + std::to_string(lane.lane) + " is innocent");
    different.insert(access.rule->counts_each_lane ? lane.lane : lane.word);
  }
  if (different.size() == worst) return LawResult::kept();
  return LawResult::broken(std::to_string(different.size()) + " words are named of " +
                           std::to_string(worst));
}

LawResult engines_count_the_same_conflicts(const SharedAccess& access, const Ops& ops) {
  const auto found = ops.conflicts(access);
  const auto wanted = bank_conflicts_by_enumeration(access);
  if (!wanted) return LawResult::not_applicable();
  if (!found) return LawResult::failed("counting", found.error());
  if (found->wavefronts == wanted->wavefronts &&
      found->ideal_wavefronts == wanted->ideal_wavefronts &&
      found->worst_instruction_wavefronts == wanted->worst_instruction_wavefronts) {
    return LawResult::kept();
  }
  return LawResult::broken(std::string(found->engine) + " counts " +
                           std::to_string(found->wavefronts) + " wavefronts, worst " +
                           std::to_string(found->worst_instruction_wavefronts) + ", enumerate " +
                           std::to_string(wanted->wavefronts) + ", worst " +
                           std::to_string(wanted->worst_instruction_wavefronts));
}

LawResult sectors_are_counted_plainly(Word bytes, const LaneAddresses& at, const Ops& ops) {
  const GlobalRule rule = *global_rule(*Target::parse("cuda:90"));
  const GlobalCost found = ops.count_global(rule, bytes, at);
  std::set<Word> sectors;
  std::set<Word> lines;
  for (const auto& address : at) {
    if (!address) continue;
    for (Word byte = *address; byte < *address + bytes; ++byte) {
      sectors.insert(byte / rule.sector_bytes);
      lines.insert(byte / rule.line_bytes);
    }
  }
  const bool has_lanes = !sectors.empty();
  const GlobalCost wanted{has_lanes ? Word{1} : 0, sectors.size(), lines.size()};
  if (found == wanted) return LawResult::kept();
  return LawResult::broken(words(found) + ", by plain counting " + words(wanted));
}

LawResult moving_all_by_lines_changes_no_sectors(Word bytes,
                                                 const LaneAddresses& at,
                                                 Word lines,
                                                 const Ops& ops) {
  const GlobalRule rule = *global_rule(*Target::parse("cuda:90"));
  LaneAddresses moved = at;
  for (auto& address : moved) {
    if (address) *address += lines * rule.line_bytes;
  }
  const GlobalCost before = ops.count_global(rule, bytes, at);
  const GlobalCost after = ops.count_global(rule, bytes, moved);
  if (before == after) return LawResult::kept();
  return LawResult::broken(words(before) + " before, " + words(after) + " after");
}

LawResult sectors_are_within_their_bounds(const GlobalAccess& access,
                                          const AddressRows& rows,
                                          const std::vector<Word>& begins,
                                          const Ops& ops) {
  const auto found = ops.global_cost(access, rows);
  if (!found) return LawResult::failed("the cost", found.error());
  const Word vector = vector_elements(access);
  const Word bytes = *bytes_of_element(access.element_bits);
  Word sectors = 0;
  Word requests = 0;
  const auto all = global_instructions(access.form, vector, access.direction, /*block=*/0);
  for (const Word first_element : all.first_elements) {
    std::set<Word> touched;
    for (const Word lane : all.lanes) {
      const Word element = first_element ^ lane;
      const Word row = rows.row[element];
      const Word first = begins[row] + static_cast<Word>(rows.byte[element]);
      for (Word byte = first; byte < first + vector * bytes; ++byte) {
        touched.insert(byte / access.rule.sector_bytes);
      }
    }
    sectors += touched.size();
    requests += touched.empty() ? Word{0} : Word{1};
  }
  if (requests != found->most.requests) {
    return LawResult::broken(std::to_string(found->most.requests) +
                             " requests, by plain counting " + std::to_string(requests));
  }
  if (sectors >= found->sectors_at_least && sectors <= found->most.sectors) {
    return LawResult::kept();
  }
  return LawResult::broken(std::to_string(found->sectors_at_least) + " to " +
                           std::to_string(found->most.sectors) + " sectors, by plain counting " +
                           std::to_string(sectors));
}

}  // namespace tileproof::laws
