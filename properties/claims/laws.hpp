// Which laws do claims, the engines that decide them, and certificates keep?  Each is one predicate
// whose sentence stands in its row (law_rows.cpp).  Who decides and who certifies is a parameter,
// so that a test can put somebody wrong in their place.
//
// Where nobody decides a claim, the law is undecided; claims that cannot be built are not what a
// law is about.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "checkers/certificates/certifier/certify.hpp"
#include "checkers/certificates/write_certificate.hpp"
#include "checkers/claims/build_claim.hpp"
#include "checkers/claims/prove.hpp"
#include "encodings/index_map/join.hpp"
#include "properties/family.hpp"

namespace tileproof::laws {

// What is said of a claim, and the counterexample or the reason.
struct Said {
  enum class Is { kProved, kRefuted, kUnknown };
  Is is = Is::kUnknown;
  std::string words;

  friend bool operator==(const Said&, const Said&) = default;
};
Said said_of(const Verdict& verdict);

struct ClaimOperations {
  Said (*prove)(const Claim&) = [](const Claim& claim) {
    return said_of(tileproof::prove(claim, {}));
  };
  Said (*prove_by)(EngineName, const Claim&) = [](EngineName engine, const Claim& claim) {
    return said_of(tileproof::prove_by(engine, claim, {}, Replay::kNothing));
  };
  Result<std::string> (*print)(const StatedClaim&) = tileproof::print;
  Result<StatedClaim> (*restate)(const StatedClaim&) = [](const StatedClaim& claim) {
    return tileproof::restate(claim);
  };
  Result<Claim> (*equal)(IndexMap, IndexMap) = make_equal;
  IndexMap (*composed)(const IndexMap&, const IndexMap&) = tileproof::composed;
  CertifyResult (*certify)(std::string_view) = tileproof::certify;
};

LawResult verdict_is_the_truth(const StatedClaim& stated, const ClaimOperations& ops = {});
LawResult engines_say_the_same(const StatedClaim& stated, const ClaimOperations& ops = {});
LawResult claim_text_gives_back(const StatedClaim& stated, const ClaimOperations& ops = {});
LawResult parameters_are_their_cases(const StatedClaim& stated, const ClaimOperations& ops = {});
LawResult certificates_replay(const StatedClaim& stated, const ClaimOperations& ops = {});
// `damaged` is the certificate with something changed and its digest made anew.
LawResult certified_claims_are_true(const std::string& damaged, const ClaimOperations& ops = {});

LawResult names_join_in_any_order(const IndexMap& map,
                                  const std::vector<std::size_t>& order,
                                  const ClaimOperations& ops = {});
LawResult equal_is_an_equivalence(const IndexMap& a,
                                  const IndexMap& b,
                                  const IndexMap& c,
                                  const ClaimOperations& ops = {});
// x -> x + x / interval * amount behind the map's offset.
LawResult padding_keeps_injectivity(const IndexMap& map,
                                    Word interval,
                                    Word amount,
                                    const ClaimOperations& ops = {});
LawResult a_larger_allocation_holds_as_well(const IndexMap& map,
                                            Word allocation,
                                            const ClaimOperations& ops = {});
LawResult bijective_is_injective_and_surjective(const IndexMap& map,
                                                const ClaimOperations& ops = {});
LawResult a_part_of_an_injective_map_is_injective(const IndexMap& map,
                                                  std::size_t axis,
                                                  Word size,
                                                  const ClaimOperations& ops = {});
// Requires: the layouts in registers hold the whole tensor.
LawResult conversions_compose(const IndexMap& source,
                              const IndexMap& first_memory,
                              const IndexMap& between,
                              const IndexMap& second_memory,
                              const IndexMap& destination,
                              const ClaimOperations& ops = {});

// In the order of their numbers: P1, P2 ...
std::span<const FamilyLaw<ClaimOperations>> claim_laws();
std::vector<FamilyMutant<ClaimOperations>> claim_mutants();
std::vector<Generator> claim_generators();

// "tileproof prove injective '(8,8):(9,1)'": the claim as a command to paste.
std::string command_of(const StatedClaim& stated);

}  // namespace tileproof::laws
