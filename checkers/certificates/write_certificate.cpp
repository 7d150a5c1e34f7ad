#include "checkers/certificates/write_certificate.hpp"

#include <algorithm>

#include "checkers/certificates/certifier/certify.hpp"
#include "checkers/certificates/find_evidence.hpp"

namespace tileproof {
namespace certificates {
namespace {

// Below this many cases a visit is the shortest certificate.
constexpr Word kFewCases = Word{1} << 10;

// Is a visit of all cases done in no time?
bool has_few_cases(const Question& question) {
  const std::span<const Axis> variables = question.variables;
  Word cases = 1;
  for (const Axis& axis : question.is_about_map() ? question.map.axes() : variables) {
    if (axis.size > kFewCases / cases) return false;
    cases *= axis.size;
  }
  return true;
}

std::string_view kind_of(std::string_view engine) {
  if (engine == "f2") return "gf2";
  if (engine == "strides" || engine == "ranges") return "strides";
  if (engine == "enumerate") return "enumerate";
  return engine == "sat" || engine == "smt" ? "drat" : "";
}

class Writer {
 public:
  Writer(std::size_t claim_bytes, std::string_view kind, const Limits& limits)
      : claim_bytes_(claim_bytes),
        preferred_(kind),
        end_(sat::Budget::of_seconds(limits.seconds)) {}

  // "prove QUESTION by KIND" and the evidence, for each question.
  Result<std::string> prove_all(const std::vector<Question>& questions) {
    std::string text;
    for (const Question& question : questions) {
      TP_TRY(lines, prove(question));
      text += lines;
    }
    return text;
  }

 private:
  Result<std::string> prove(const Question& question) {
    std::vector<std::string_view> kinds = {"gf2", "strides", "parts", "drat", "enumerate"};
    if (has_few_cases(question)) kinds.insert(kinds.begin() + 2, "enumerate");
    if (!preferred_.empty()) kinds.insert(kinds.begin(), preferred_);
    std::string reasons;
    for (const std::string_view kind : kinds) {
      auto found = prove_by(question, kind);
      if (found) return "prove " + question.name + " by " + std::string(kind) + "\n" + *found;
      if (found.error().code == ErrorCode::kNotSolvable) return found.error();
      reasons += (reasons.empty() ? "" : "; ") + std::string(kind) + ": " + found.error().message;
    }
    return Error{ErrorCode::kUnsupported,
                 "no evidence for '" + question.name + "': " + std::move(reasons)};
  }

  // What was found and replayed.
  Result<std::string> prove_by(const Question& question, std::string_view kind) {
    try {
      if (kind == "parts") return prove_all(parts_of_onto(question));
      if (kind == "enumerate") return visit_cases(question, claim_bytes_), std::string();
      if (kind == "drat") return find_drat(question, end_);
      std::string found = find_sums(question, kind == "gf2");
      Lines lines{found};
      replay_sums(lines, question, kind == "gf2");
      return found;
    } catch (const Refused& refused) {
      return Error{ErrorCode::kUnsupported, refused.reason};
    }
  }

  std::size_t claim_bytes_;
  std::string_view preferred_;
  sat::Budget end_;
};

// The questions that the certifier will ask.
Result<std::vector<Question>> questions_of(const std::string& claim) {
  try {
    Lines lines{claim};
    return read_claim(lines);
  } catch (const Refused& refused) {
    return Error{ErrorCode::kUsage, refused.reason};
  }
}

}  // namespace
}  // namespace certificates

Result<std::string> write_certificate(const StatedClaim& claim,
                                      std::string_view engine,
                                      const Limits& limits) {
  TP_TRY(stated, print(claim));
  TP_TRY(questions, certificates::questions_of(stated));
  certificates::Writer writer(stated.size(), certificates::kind_of(engine), limits);
  TP_TRY(proofs, writer.prove_all(questions));
  const std::string body = "tileproof certificate 1\n" + stated + proofs;
  std::string text = body + digest_line(body) + "\n";
  const CertifyResult replay = certify(text);
  if (const auto* refused = std::get_if<RefusedCertificate>(&replay)) {
    return Error{ErrorCode::kUnsupported,
                 "line " + std::to_string(refused->line) + ": " + refused->reason};
  }
  return text;
}

}  // namespace tileproof
