// Which laws do the costs of memory accesses keep?  Each is one predicate whose sentence stands in
// its row (law_rows.cpp).  Who counts is a parameter, so that a test can put somebody wrong in
// their place.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <vector>

#include "checkers/global_access/global_access.hpp"
#include "checkers/shared_access/bank_conflicts.hpp"
#include "core/global_memory.hpp"
#include "core/wavefronts.hpp"
#include "properties/family.hpp"

namespace tileproof::laws {

using LaneAddresses = std::vector<std::optional<Word>>;

struct AccessOperations {
  using Addresses = std::span<const std::optional<Word>>;

  Result<AccessCost> (*count)(const AccessRule&, Addresses) = count_wavefronts;
  Result<std::optional<BankBlame>> (*blame)(const AccessRule&, Addresses) = find_bank_blame;
  Result<BankConflicts> (*conflicts)(const SharedAccess&) = bank_conflicts;
  GlobalCost (*count_global)(const GlobalRule&, Word, Addresses) = count_global_access;
  Result<GlobalAccessCost> (*global_cost)(const GlobalAccess&,
                                          const AddressRows&) = global_access_cost;
};

// One instruction of shared memory: an address for each lane of the rule's warp, or nothing for
// those that take no part.
struct WarpAccess {
  const AccessRule* rule = nullptr;
  LaneAddresses at;
};

LawResult wavefronts_are_counted_plainly(const WarpAccess& access,
                                         const AccessOperations& ops = {});
LawResult moving_all_by_all_banks_changes_nothing(const WarpAccess& access,
                                                  Word rows,
                                                  const AccessOperations& ops = {});
LawResult lanes_of_a_group_may_change_places(const WarpAccess& access,
                                             const std::vector<std::size_t>& order,
                                             const AccessOperations& ops = {});
LawResult more_lanes_never_take_less(const WarpAccess& access,
                                     std::size_t lane,
                                     const AccessOperations& ops = {});
LawResult wavefronts_are_no_fewer_than_the_words_need(const WarpAccess& access,
                                                      const AccessOperations& ops = {});
LawResult who_is_to_blame_is_so(const WarpAccess& access, const AccessOperations& ops = {});
LawResult engines_count_the_same_conflicts(const SharedAccess& access,
                                           const AccessOperations& ops = {});
// Requires: as many lanes as a warp has.
LawResult sectors_are_counted_plainly(Word bytes,
                                      const LaneAddresses& at,
                                      const AccessOperations& ops = {});
LawResult moving_all_by_lines_changes_no_sectors(Word bytes,
                                                 const LaneAddresses& at,
                                                 Word lines,
                                                 const AccessOperations& ops = {});

// `begins` are the bytes at which the rows begin, each a multiple of its row's.
LawResult sectors_are_within_their_bounds(const GlobalAccess& access,
                                          const AddressRows& rows,
                                          const std::vector<Word>& begins,
                                          const AccessOperations& ops = {});

// In the order of their numbers: B1, B2 ...
std::span<const FamilyLaw<AccessOperations>> access_laws();
std::vector<FamilyMutant<AccessOperations>> access_mutants();
std::vector<Generator> access_generators();

}  // namespace tileproof::laws
