#include "checkers/certificates/write_certificate.hpp"

#include <algorithm>

#include "checkers/certificates/certifier/certify.hpp"
#include "checkers/certificates/certifier/evidence.hpp"
#include "checkers/certificates/find_drat.hpp"
#include "checkers/certificates/find_inverse.hpp"
#include "checkers/certificates/find_section.hpp"
#include "checkers/claims/build_claim.hpp"

namespace tileproof {
namespace certificates {
namespace {

// Below this many cases a visit is the shortest certificate.
constexpr Word kFewCases = Word{1} << 10;
// So many points are visited to see the largest value.
constexpr Word kFewPoints = Word{1} << 20;

// Is a visit of all cases done in no time?
bool has_few_cases(const Question& question) {
  return visits(question) <= kFewCases;
}

// The kinds of evidence that are looked for first.
std::vector<std::string> kinds_of(std::string_view engine) {
  if (engine == "f2" || engine == "strides" || engine == "ranges") {
    return {"inverse", "section", "sums"};
  }
  if (engine == "enumerate") return {"enumerate"};
  if (engine == "sat" || engine == "smt") return {"drat"};
  return {};
}

// So many offsets a layout may take, from 0 on.
std::vector<Word> likely_counts(const IndexMap& map) {
  Word sizes = 1;
  for (const OutAxis& out : map.out_axes()) sizes *= out.size.value_or(1);
  std::vector<Word> counts;
  try {
    counts.push_back(find_section(map).count / sizes);
  } catch (const Refused&) {
    // It is no sum of digits.
  }
  if (map.points() <= kFewPoints) {
    Word largest = 0;
    for (Word point = 0; point < map.points(); ++point) {
      std::vector<Word> at;
      Word rest = point;
      for (const Axis& axis : map.axes()) {
        at.push_back(axis.first + rest % axis.size);
        rest /= axis.size;
      }
      largest = std::max(largest, value_at(map, at)[0]);
    }
    counts.push_back(largest + 1);
  }
  counts.push_back(map.points() / sizes);
  return counts;
}

class Writer {
 public:
  Writer(std::size_t claim_bytes, std::vector<std::string> preferred, const Limits& limits)
      : claim_bytes_(claim_bytes),
        preferred_(std::move(preferred)),
        end_(sat::Budget::of_seconds(limits.seconds)) {}

  // Drat only if it is preferred.
  [[nodiscard]] Writer without_search() const {
    Writer writer = *this;
    writer.may_search_ = false;
    return writer;
  }

  // "prove QUESTION by KIND" and the evidence, for each question.
  Result<std::string> prove_all(const Questions& questions) {
    std::string text;
    for (const Question& question : questions) {
      TP_TRY(lines, prove(question));
      text += lines;
    }
    return text;
  }

 private:
  Result<std::string> prove(const Question& question) {
    std::vector<std::string> kinds = {"sums",
                                      "stronger",
                                      "inverse",
                                      "shift",
                                      "drat",
                                      "values",
                                      "points",
                                      "section",
                                      "enumerate"};
    if (has_few_cases(question)) kinds.insert(kinds.begin() + 4, "enumerate");
    if (!may_search_) std::erase(kinds, "drat");
    kinds.insert(kinds.begin(), preferred_.begin(), preferred_.end());
    std::string reasons;
    for (const std::string& kind : kinds) {
      auto found = prove_by(question, kind);
      if (found) return "prove " + question.name + " by " + kind + "\n" + *found;
      if (found.error().code == ErrorCode::kNotSolvable) {
        return Error{ErrorCode::kNotSolvable,
                     "the claim does not hold: a case breaks '" + question.name + "'"};
      }
      reasons += (reasons.empty() ? "" : "; ") + kind + ": " + found.error().message;
    }
    return Error{ErrorCode::kUnsupported,
                 "no evidence for '" + question.name + "': " + std::move(reasons)};
  }

  // What was found and replayed.
  Result<std::string> prove_by(const Question& question, const std::string& kind) {
    try {
      if (kind == "sums") return replay_sums(question), std::string();
      if (kind == "enumerate") return visit_cases(question, claim_bytes_), std::string();
      if (kind == "drat") return find_drat(gates_of(question), end_);
      if (kind == "stronger" || kind == "points") return prove_by_parts(question, kind);
      if (const auto* covers = std::get_if<Covers>(&question.form)) {
        return prove_cover(question, *covers, kind);
      }
      const auto* points = std::get_if<Determines>(&question.form);
      demand(points != nullptr && points->is_injectivity(), "it is not about different values");
      if (kind == "inverse") return prove_by_layout(question, kind, find_inverse(points->f));
      demand(kind == "shift", "it is not about what is covered");
      return prove_by_layout(question, kind, std::to_string(find_shift(points->f)));
    } catch (const Refused& refused) {
      return Error{ErrorCode::kUnsupported, refused.reason};
    }
  }

  // What follows from other questions alone.  That these do not hold does not refute it.
  Result<std::string> prove_by_parts(const Question& question, const std::string& kind) {
    Lines none{""};
    auto proofs = prove_all(parts_of(question, kind, none));
    if (!proofs) return Error{ErrorCode::kUnsupported, proofs.error().message};
    return proofs;
  }

  Result<std::string> prove_cover(const Question& question,
                                  const Covers& covers,
                                  const std::string& kind) {
    demand(!covers.image && (kind == "values" || kind == "section"), "it covers values");
    if (kind == "section") {
      const Section section = find_section(covers.map);
      return prove_by_layout(question, kind, section.layout, section.inverse);
    }
    demand(!covers.sizes[0], "the number of values is said");
    std::string reason = "no number of offsets is likely";
    for (const Word count : likely_counts(covers.map)) {
      auto proofs = prove_by_layout(question, kind, std::to_string(count));
      if (proofs) return proofs;
      reason = proofs.error().message;
    }
    return Error{ErrorCode::kUnsupported, reason};
  }

  // With this layout as evidence, and that inverse of it where it is not to be looked for.
  Result<std::string> prove_by_layout(const Question& question,
                                      const std::string& kind,
                                      const std::string& layout,
                                      const std::string& inverse = "") {
    const std::string line = kind + " " + layout;
    Lines lines{line};
    const Questions parts = parts_of(question, kind, lines);
    auto proofs = inverse.empty() ? prove_all(parts) : prove_all({parts.begin(), parts.end() - 1});
    if (proofs && !inverse.empty()) {
      const auto inverted = prove_by_layout(parts.back(), "inverse", inverse);
      if (!inverted) return inverted.error();
      *proofs += "prove distinct by inverse\n" + *inverted;
    }
    // That a layout is no evidence does not refute the claim.
    if (!proofs) return Error{ErrorCode::kUnsupported, "the layout that was found is no " + kind};
    return line + "\n" + *proofs;
  }

  std::size_t claim_bytes_;
  std::vector<std::string> preferred_;
  sat::Budget end_;
  bool may_search_ = true;
};

Result<std::string> prove_whole(const Claim& claim, Writer& writer) {
  return writer.prove_all(questions_of(claim));
}

Result<std::string> prove_case_by_case(const Claim& claim, Writer& writer) {
  TP_TRY(cases, cases_of(claim));
  std::string text = "prove case by case\n";
  for (const Case& one : cases) {
    TP_TRY(proofs, prove_whole(one.claim, writer));
    text += proofs;
  }
  return text;
}

// All values of the parameters at once where that takes no search, else case by case.  How many
// values a layout takes may differ from case to case, and a memory has no parameters.
Result<std::string> prove_claim(const Claim& claim, Writer& writer) {
  if (!has_parameters(claim)) return prove_whole(claim, writer);
  if (has_cases_only(claim)) return prove_case_by_case(claim, writer);
  Writer quick = writer.without_search();
  auto proofs = prove_whole(claim, quick);
  if (!proofs && proofs.error().code != ErrorCode::kNotSolvable) {
    proofs = prove_case_by_case(claim, writer);
  }
  if (!proofs && proofs.error().code != ErrorCode::kNotSolvable) {
    proofs = prove_whole(claim, writer);
  }
  return proofs;
}

}  // namespace
}  // namespace certificates

Result<std::string> write_certificate(const StatedClaim& claim,
                                      std::string_view engine,
                                      const Limits& limits) {
  TP_TRY(stated, print(claim));
  TP_TRY(built, build_claim(claim));
  certificates::Writer writer(stated.size(), certificates::kinds_of(engine), limits);
  TP_TRY(proofs, certificates::prove_claim(built, writer));
  const std::string body = "tileproof certificate 3\n" + stated + proofs;
  std::string text = body + digest_line(body) + "\n";
  const CertifyResult replay = certify(text);
  if (const auto* refused = std::get_if<RefusedCertificate>(&replay)) {
    return Error{ErrorCode::kUnsupported,
                 "line " + std::to_string(refused->line) + ": " + refused->reason};
  }
  return text;
}

}  // namespace tileproof
