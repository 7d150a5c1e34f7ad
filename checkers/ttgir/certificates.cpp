#include "checkers/ttgir/certificates.hpp"

#include <algorithm>
#include <filesystem>
#include <fstream>

#include "checkers/certificates/certifier/certify.hpp"
#include "checkers/certificates/write_certificate.hpp"
#include "checkers/claims/build_claim.hpp"

namespace tileproof {

void CertifiedCounts::add(const FileReport& report) {
  for (const Finding& finding : report.findings) {
    if (!is_proved(finding.verdict) || !finding.certified) continue;
    const auto& [names, left_out, no_evidence] = *finding.certified;
    ++(!no_evidence.empty() ? without_evidence : !left_out.empty() ? without_form : certified);
  }
}

Result<CertificateFolder> CertificateFolder::make(std::string path, Limits limits) {
  std::error_code error;
  std::filesystem::create_directories(path, error);
  if (error) return Error{ErrorCode::kIo, "cannot make '" + path + "': " + error.message()};
  return CertificateFolder(std::move(path), limits);
}

Result<CertificateFolder::Certificate> CertificateFolder::of(const StatedClaim& claim) {
  const auto restated = restate(claim);
  if (!restated) return Certificate{"", restated.error().message, ""};
  TP_TRY(lines, print(*restated));
  const auto known = by_claim_.find(lines);
  if (known != by_claim_.end()) return known->second;
  Certificate& certificate = by_claim_[lines];
  const auto text = write_certificate(*restated, "", limits_);
  if (!text) {
    check_that_it_holds(text, lines);
    certificate.no_evidence = text.error().message;
    return certificate;
  }
  std::string name = claim.claim + "-" + digest_line(lines).substr(7);
  while (!claim_by_name_.emplace(name + ".txt", lines).second) name += "x";
  certificate.name = name + ".txt";
  const auto file = std::filesystem::path(path_) / certificate.name;
  if (!(std::ofstream(file, std::ios::binary) << *text).flush()) {
    return Error{ErrorCode::kIo, "cannot write '" + file.string() + "'"};
  }
  ++written_;
  return certificate;
}

std::optional<Error> CertificateFolder::add(FileReport& report) {
  for (Finding& finding : report.findings) {
    finding.certified.emplace();
    if (!is_proved(finding.verdict)) continue;
    auto& [names, left_out, no_evidence] = *finding.certified;
    left_out = finding.claims.left_out;
    if (left_out.empty() && finding.claims.list.empty()) left_out = "no claim states this";
    for (const StatedClaim& claim : finding.claims.list) {
      const auto certificate = of(claim);
      if (!certificate) return certificate.error();
      if (!certificate->no_form.empty()) left_out = certificate->no_form;
      if (!certificate->no_evidence.empty()) no_evidence = certificate->no_evidence;
      const bool is_new = std::ranges::count(names, certificate->name) == 0;
      if (!certificate->name.empty() && is_new) names.push_back(certificate->name);
    }
  }
  return std::nullopt;
}

}  // namespace tileproof
