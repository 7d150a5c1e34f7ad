// Counters of wavefronts and sectors that are wrong in ways in which people and compilers are.
#include <algorithm>

#include "properties/accesses/laws.hpp"

namespace tileproof::laws {
namespace {

using Ops = AccessOperations;
using Addresses = Ops::Addresses;

// Counts by what `Change` makes of the rule.
template <auto Change>
Result<AccessCost> count_by(const AccessRule& rule, Addresses at) {
  AccessRule other = rule;
  Change(other);
  return count_wavefronts(other, at);
}
void never_merge(AccessRule& rule) { rule.merges_equal_pairs = false; }
void always_merge(AccessRule& rule) {
  if (rule.matrices == 0 && rule.bytes_per_lane >= 8) rule.merges_equal_pairs = true;
}
void half_the_banks(AccessRule& rule) { rule.banks /= 2; }
void one_group(AccessRule& rule) {
  if (rule.matrices == 0) rule.group_basis = rule.merged_group_basis();
}
void lanes_for_words(AccessRule& rule) { rule.counts_each_lane = !rule.counts_each_lane; }

Result<AccessCost> count_first_words(const AccessRule& rule, Addresses at) {
  AccessRule narrow = rule;
  narrow.bytes_per_lane = std::min(4U, rule.bytes_per_lane);
  return count_wavefronts(narrow, at);
}
Result<AccessCost> count_from_the_start(const AccessRule& rule, Addresses at) {
  auto cost = count_wavefronts(rule, at);
  // What begins beyond the first row is taken to be elsewhere.
  if (cost && at[0] && *at[0] >= Word{4} * rule.banks) ++cost->wavefronts;
  return cost;
}
Result<AccessCost> count_neighbours(const AccessRule& rule, Addresses at) {
  auto cost = count_wavefronts(rule, at);
  if (cost && at.size() > 1 && at[0] && at[1] && *at[0] > *at[1]) ++cost->wavefronts;
  return cost;
}
Result<AccessCost> count_idle_lanes(const AccessRule& rule, Addresses at) {
  auto cost = count_wavefronts(rule, at);
  if (cost) {
    cost->wavefronts += static_cast<unsigned>(
        std::ranges::count_if(at, [](const auto& address) { return !address; }));
  }
  return cost;
}
Result<AccessCost> count_ideal(const AccessRule& rule, Addresses at) {
  auto cost = count_wavefronts(rule, at);
  if (cost) cost->wavefronts = cost->ideal_wavefronts;
  return cost;
}
Result<std::optional<BankBlame>> blame_the_next_bank(const AccessRule& rule, Addresses at) {
  auto blame = find_bank_blame(rule, at);
  if (blame && *blame) (*blame)->bank = ((*blame)->bank + 1) % rule.banks;
  return blame;
}
Result<std::optional<BankBlame>> blame_nobody(const AccessRule&, Addresses) {
  return std::optional<BankBlame>();
}
Result<std::optional<BankBlame>> blame_the_first_alone(const AccessRule& rule, Addresses at) {
  auto blame = find_bank_blame(rule, at);
  if (blame && *blame) (*blame)->lanes.resize(1);
  return blame;
}
Result<BankConflicts> conflicts_without_padding(const SharedAccess& access) {
  SharedAccess other = access;
  other.paddings = {};
  return bank_conflicts(other);
}
Result<BankConflicts> conflicts_of_the_other_direction(const SharedAccess& access) {
  SharedAccess other = access;
  other.direction = access.direction == Direction::kLoad ? Direction::kStore : Direction::kLoad;
  return bank_conflicts(other);
}
Result<BankConflicts> conflicts_by_registers(const SharedAccess& access) {
  auto found = bank_conflicts(access);
  if (found) found->wavefronts = found->worst_instruction_wavefronts * found->instructions_per_warp;
  return found;
}
GlobalCost global_by_lanes(const GlobalRule& rule, Word bytes, Addresses at) {
  GlobalCost cost = count_global_access(rule, bytes, at);
  cost.sectors = static_cast<Word>(
      std::ranges::count_if(at, [](const auto& address) { return address.has_value(); }));
  return cost;
}
GlobalCost global_where_they_begin(const GlobalRule& rule, Word, Addresses at) {
  return count_global_access(rule, 1, at);
}
GlobalCost global_of_the_first_lines(const GlobalRule& rule, Word bytes, Addresses at) {
  LaneAddresses wrapped(at.begin(), at.end());
  for (auto& address : wrapped) {
    if (address) *address = std::min<Word>(*address, 1024);
  }
  return count_global_access(rule, bytes, wrapped);
}

Result<GlobalAccessCost> global_cost_where_rows_are_aligned(const GlobalAccess& access,
                                                            const AddressRows& rows) {
  AddressRows aligned = rows;
  for (auto& row : aligned.rows) row.multiple = access.rule.sector_bytes;
  return global_access_cost(access, aligned);
}
Result<GlobalAccessCost> global_cost_of_rows_apart(const GlobalAccess& access,
                                                   const AddressRows& rows) {
  auto cost = global_access_cost(access, rows);
  if (cost) cost->sectors_at_least = cost->most.sectors;
  return cost;
}

}  // namespace

std::vector<FamilyMutant<Ops>> access_mutants() {
  return {
      {"loads are never merged", {.count = count_by<never_merge>}, {"B1"}},
      {"stores are merged, too", {.count = count_by<always_merge>}, {"B1", "B3"}},
      {"half of the banks", {.count = count_by<half_the_banks>}, {"B1"}},
      {"one group for two", {.count = count_by<one_group>}, {"B1"}},
      {"lanes for words", {.count = count_by<lanes_for_words>}, {"B1"}},
      {"the first word of each lane alone", {.count = count_first_words}, {"B1", "B5"}},
      {"a row further on costs more", {.count = count_from_the_start}, {"B2"}},
      {"the order of neighbours costs", {.count = count_neighbours}, {"B1", "B3"}},
      {"idle lanes cost", {.count = count_idle_lanes}, {"B1", "B4"}},
      {"nothing conflicts", {.count = count_ideal}, {"B1", "B5"}},
      {"the next bank is blamed", {.blame = blame_the_next_bank}, {"B6"}},
      {"nobody is blamed", {.blame = blame_nobody}, {"B6"}},
      {"one lane is blamed", {.blame = blame_the_first_alone}, {"B6"}},
      {"padding does not count", {.conflicts = conflicts_without_padding}, {"B7"}},
      {"loads count as stores", {.conflicts = conflicts_of_the_other_direction}, {"B7"}},
      {"all instructions are the worst", {.conflicts = conflicts_by_registers}, {"B7"}},
      {"a sector for each lane", {.count_global = global_by_lanes}, {"B8"}},
      {"where lanes begin alone", {.count_global = global_where_they_begin}, {"B8"}},
      {"lines beyond the eighth are one",
       {.count_global = global_of_the_first_lines},
       {"B8", "B9"}},
      {"rows begin at sectors", {.global_cost = global_cost_where_rows_are_aligned}, {"B10"}},
      {"rows lie apart", {.global_cost = global_cost_of_rows_apart}, {"B10"}},
  };
}

}  // namespace tileproof::laws
