// Which evidence shows a question?  Looked for kind by kind, cheap ones first; each is replayed by
// the certifier before it is kept.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "checkers/certificates/certifier/evidence.hpp"
#include "checkers/sat/solver.hpp"
#include "core/result.hpp"

namespace tileproof::certificates {

struct EvidenceSearch {
  std::vector<std::string_view> preferred = {};  // looked for first; their names live on
  // Else only what takes no search and few visits.
  bool may_take_long = true;
  sat::Budget end = {};
  std::size_t claim_bytes = 0;
};

struct Evidence {
  std::string_view kind;  // "inverse": a name that lives on
  // "prove QUESTION by KIND", the evidence, and likewise what it leads to, as
  // ../certificates/write_certificate.hpp describes.
  std::string lines;
};

// Fails (kNotSolvable) if a case breaks the question, and (kUnsupported) if nothing was found.
Result<Evidence> find_evidence(const Question& question, const EvidenceSearch& search);

}  // namespace tileproof::certificates
