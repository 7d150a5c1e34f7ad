// Certificates of what was proved in files: one for each claim (finding_claims.hpp), in a folder,
// named after the claim and a digest of its text.
#pragma once

#include <map>
#include <string>

#include "checkers/limits/limits.hpp"
#include "checkers/ttgir/finding.hpp"
#include "core/result.hpp"

namespace tileproof {

// Of the proved findings of some reports, how many ...
struct CertifiedCounts {
  std::size_t certified = 0;
  std::size_t without_form = 0;      // of something, or of all, no claim states it
  std::size_t without_evidence = 0;  // for a claim none was found within the limits

  void add(const FileReport& report);
};

class CertificateFolder {
 public:
  // Makes the folder if it is not there.
  static Result<CertificateFolder> make(std::string path, Limits limits);

  // Writes the certificates that a report's proved findings need, and says in each finding which
  // they are.  Fails (kIo) if one cannot be written.  InternalError if a claim that follows from
  // what was proved does not hold.
  std::optional<Error> add(FileReport& report);

  [[nodiscard]] std::size_t written() const { return written_; }

 private:
  // Of a claim.
  struct Certificate {
    std::string name;  // of the file
    // Why there is none: the layouts cannot be claimed about, or nothing was found.
    std::string no_form = {};
    std::string no_evidence = {};
  };

  CertificateFolder(std::string path, Limits limits) : path_(std::move(path)), limits_(limits) {}
  Result<Certificate> of(const StatedClaim& claim);

  std::string path_;
  Limits limits_;
  std::map<std::string, Certificate> by_claim_;       // by the lines of the claim
  std::map<std::string, std::string> claim_by_name_;  // two claims may have one digest
  std::size_t written_ = 0;
};

}  // namespace tileproof
