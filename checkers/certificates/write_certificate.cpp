#include "checkers/certificates/write_certificate.hpp"

#include "checkers/certificates/certifier/certify.hpp"
#include "checkers/certificates/find_evidence.hpp"
#include "checkers/certificates/program_certifier/moves.hpp"
#include "checkers/claims/build_claim.hpp"
#include "core/check.hpp"

namespace tileproof {
namespace certificates {
namespace {

// The kinds of evidence that are looked for first.
std::vector<std::string_view> kinds_of(std::string_view engine) {
  if (engine == "f2" || engine == "strides" || engine == "ranges") {
    return {"inverse", "section", "sums"};
  }
  if (engine == "enumerate") return {"enumerate"};
  if (engine == "sat" || engine == "smt") return {"drat"};
  return {};
}

// For each question of a claim.
Result<std::string> prove_whole(const Claim& claim, const EvidenceSearch& search) {
  std::string text;
  for (const Question& question : questions_of(claim)) {
    TP_TRY(evidence, find_evidence(question, search));
    text += evidence.lines;
  }
  return text;
}

Result<std::string> prove_case_by_case(const Claim& claim, const EvidenceSearch& search) {
  TP_TRY(cases, cases_of(claim));
  std::string text = "prove case by case\n";
  for (const Case& one : cases) {
    TP_TRY(proofs, prove_whole(one.claim, search));
    text += proofs;
  }
  return text;
}

// All values of the parameters at once where that takes no search, else case by case.  How many
// values a layout takes may differ from case to case, and a memory has no parameters.
Result<std::string> prove_claim(const Claim& claim, const EvidenceSearch& search) {
  if (!has_parameters(claim)) return prove_whole(claim, search);
  if (has_cases_only(claim)) return prove_case_by_case(claim, search);
  EvidenceSearch quick = search;
  quick.may_take_long = false;
  auto proofs = prove_whole(claim, quick);
  if (!proofs && proofs.error().code != ErrorCode::kNotSolvable) {
    proofs = prove_case_by_case(claim, search);
  }
  if (!proofs && proofs.error().code != ErrorCode::kNotSolvable) {
    proofs = prove_whole(claim, search);
  }
  return proofs;
}

// A certificate of these lines, if the certifier accepts it.
Result<std::string> replayed(const std::string& lines) {
  const std::string body = "tileproof certificate 3\n" + lines;
  std::string text = body + digest_line(body) + "\n";
  const CertifyResult replay = certify(text);
  if (const auto* refused = std::get_if<RefusedCertificate>(&replay)) {
    return Error{ErrorCode::kUnsupported,
                 "line " + std::to_string(refused->line) + ": " + refused->reason};
  }
  return text;
}

}  // namespace
}  // namespace certificates

Result<std::string> write_certificate(const StatedClaim& claim,
                                      std::string_view engine,
                                      const Limits& limits) {
  TP_TRY(stated, print(claim));
  const auto built = build_claim(claim);
  // Printed anew, a text may be longer than one may be.
  if (!built) {
    return Error{built.error().code, "as a certificate states it: " + built.error().message};
  }
  const certificates::EvidenceSearch search{
      certificates::kinds_of(engine), true, sat::Budget::of_seconds(limits.seconds), stated.size()};
  TP_TRY(proofs, certificates::prove_claim(*built, search));
  return certificates::replayed(stated + proofs);
}

Result<std::string> write_program_certificate(const certificates::StatedProgram& claim) {
  try {
    TP_TRY(stated, restated(claim));
    certificates::replay_moves(claim);
    return certificates::replayed(stated + "prove moves by run\n");
  } catch (const certificates::ShownFalse& broken) {
    return Error{ErrorCode::kNotSolvable, broken.reason};
  } catch (const certificates::Refused& refused) {
    return Error{ErrorCode::kUnsupported, refused.reason};
  }
}

void check_that_it_holds(const Result<std::string>& certificate, std::string_view claim) {
  TP_CHECK(certificate || certificate.error().code != ErrorCode::kNotSolvable,
           "the certifier shows false what is proved: " + certificate.error().message + "\n" +
               std::string(claim));
}

}  // namespace tileproof
