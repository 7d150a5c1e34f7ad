#include "checkers/certificates/write_certificate.hpp"

#include <algorithm>
#include <chrono>
#include <initializer_list>

#include "checkers/certificates/certify.hpp"
#include "checkers/certificates/find_evidence.hpp"

namespace tileproof {
namespace certificates {
namespace {

using What = Question::What;
using Kinds = std::vector<std::string_view>;

// Below this many cases a visit is the shortest certificate.
constexpr Word kFewCases = Word{1} << 10;

// Is a visit of all cases done in no time?
bool has_few_cases(const Question& question) {
  std::vector<Axis> axes;
  if (is_pointwise(question)) {
    axes = variables(question);
  } else {
    axes.assign(question.map.axes().begin(), question.map.axes().end());
  }
  Word cases = 1;
  for (const Axis& axis : axes) {
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
  Writer(const StatedClaim& claim, std::string_view kind, const Limits& limits)
      : text_("tileproof certificate 1\n" + print(claim)),
        claim_bytes_(print(claim).size()),
        preferred_(kind),
        end_(sat::Budget::of_seconds(limits.seconds)) {}

  Result<std::string> run(const std::vector<Question>& all) && {
    for (const Question& question : all) {
      TP_TRY(lines, prove(question, false));
      text_ += lines;
      is_injective_ = is_injective_ || question.what == What::kInjective;
    }
    return text_ + digest_line(text_) + "\n";
  }

 private:
  // "prove QUESTION by KIND" and the evidence.
  Result<std::string> prove(const Question& question, bool by_structure) {
    Kinds kinds = {"gf2", "strides"};
    if (!by_structure) {
      if (has_few_cases(question)) kinds.push_back("enumerate");
      kinds.insert(kinds.end(), {"parts", "drat", "enumerate"});
    }
    if (!by_structure && !preferred_.empty()) kinds.insert(kinds.begin(), preferred_);
    std::string reasons;
    for (const std::string_view kind : kinds) {
      auto found = kind == "parts" ? prove_parts(question) : prove_by(question, kind);
      if (found) {
        return "prove " + std::string(name(question.what)) + " by " + std::string(kind) + "\n" +
               *found;
      }
      if (found.error().code == ErrorCode::kNotSolvable) return found.error();
      reasons += (reasons.empty() ? "" : "; ") + std::string(kind) + ": " + found.error().message;
    }
    return Error{ErrorCode::kUnsupported,
                 "no evidence for '" + std::string(name(question.what)) + "': " + reasons};
  }

  Result<std::string> prove_by(const Question& question, std::string_view kind) const {
    if (kind == "drat") return find_drat(question, end_);
    if (kind == "enumerate") {
      if (const auto refusal = check_enumeration(question, claim_bytes_)) {
        return Error{ErrorCode::kUnsupported, *refusal};
      }
      return std::string();
    }
    return kind == "gf2" ? find_gf2(question) : find_strides(question);
  }

  Result<std::string> prove_parts(const Question& question) {
    TP_TRY(all, parts(question));
    std::string text;
    for (const Question& part : all) {
      if (is_injective_ && part.what == What::kInjective) continue;
      // A round trip that needs a search is found sooner as a whole.
      TP_TRY(lines, prove(part, question.what == What::kRoundTrip));
      text += lines;
    }
    return text;
  }

  std::string text_;
  std::size_t claim_bytes_;
  std::string_view preferred_;
  sat::Budget end_;
  bool is_injective_ = false;  // of the claim's one layout
};

}  // namespace
}  // namespace certificates

Result<std::string> write_certificate(const StatedClaim& claim,
                                      std::string_view engine,
                                      const Limits& limits) {
  TP_TRY(all, certificates::questions(claim));
  TP_TRY(text, certificates::Writer(claim, certificates::kind_of(engine), limits).run(all));
  const CertifyResult replay = certify(text);
  if (const auto* refused = std::get_if<RefusedCertificate>(&replay)) {
    return Error{ErrorCode::kUnsupported,
                 "line " + std::to_string(refused->line) + ": " + refused->reason};
  }
  return text;
}

}  // namespace tileproof
