#include "checkers/certificates/find_evidence.hpp"

#include <algorithm>

#include "checkers/certificates/find_drat.hpp"
#include "checkers/certificates/find_inverse.hpp"
#include "checkers/certificates/find_section.hpp"
#include "checkers/certificates/sum_form.hpp"

namespace tileproof::certificates {
namespace {

// Below this many cases a visit is the shortest certificate.
constexpr Word kFewCases = Word{1} << 10;
// So many points are visited to see the largest value, where that may take long.
constexpr Word kManyPoints = Word{1} << 20;

// So many offsets a layout may take, from 0 on.
std::vector<Word> likely_counts(const IndexMap& map, Word most_points) {
  Word sizes = 1;
  for (const OutAxis& out : map.out_axes()) sizes *= out.size.value_or(1);
  std::vector<Word> counts;
  try {
    counts.push_back(find_section(map).count / sizes);
  } catch (const Refused&) {
    // It is no sum of digits.
  }
  if (map.points() <= most_points) {
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

class Finder {
 public:
  explicit Finder(const EvidenceSearch& search) : search_(search) {}

  Result<Evidence> prove(const Question& question) {
    std::vector<std::string_view> kinds = {
        "sums", "stronger", "inverse", "shift", "drat", "values", "points", "section", "enumerate"};
    const bool has_few_cases = visits(question) <= kFewCases;
    if (has_few_cases) kinds.insert(kinds.begin() + 4, "enumerate");
    if (!search_.may_take_long) {
      std::erase(kinds, "drat");
      if (!has_few_cases) std::erase(kinds, "enumerate");
    }
    kinds.insert(kinds.begin(), search_.preferred.begin(), search_.preferred.end());
    std::string reasons;
    for (const std::string_view name : kinds) {
      const std::string kind(name);
      auto found = prove_by(question, kind);
      if (found)
        return Evidence{name,
                        "prove " + std::string(question.name) + " by " + kind + "\n" + *found};
      if (found.error().code == ErrorCode::kNotSolvable) {
        return Error{ErrorCode::kNotSolvable,
                     "the claim does not hold: a case breaks '" + std::string(question.name) + "'"};
      }
      reasons += (reasons.empty() ? "" : "; ") + kind + ": " + found.error().message;
    }
    return Error{ErrorCode::kUnsupported,
                 "no evidence for '" + std::string(question.name) + "': " + std::move(reasons)};
  }

 private:
  Result<std::string> prove_all(const Questions& questions) {
    std::string text;
    for (const Question& question : questions) {
      TP_TRY(evidence, prove(question));
      text += evidence.lines;
    }
    return text;
  }

  // What was found and replayed.
  Result<std::string> prove_by(const Question& question, const std::string& kind) {
    try {
      if (kind == "sums") return replay_sums(question), std::string();
      if (kind == "enumerate") return visit_cases(question, search_.claim_bytes), std::string();
      if (kind == "drat") return find_drat(gates_of(question), search_.end);
      if (kind == "stronger" || kind == "points") return prove_by_parts(question, kind);
      if (const auto* covers = std::get_if<Covers>(&question.form)) {
        return prove_cover(question, *covers, kind);
      }
      const auto* points = std::get_if<Determines>(&question.form);
      demand(points != nullptr && points->is_injectivity(), "it is not about different values");
      if (kind == "inverse") return prove_by_layout(question, kind, find_inverse(points->f));
      demand(kind == "shift", "it is not about what is covered");
      return prove_by_layout(question, kind, std::to_string(find_shift(points->f)));
    } catch (const ShownFalse& broken) {
      return Error{ErrorCode::kNotSolvable, broken.reason};
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
    for (const Word count :
         likely_counts(covers.map, search_.may_take_long ? kManyPoints : kFewCases)) {
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

  const EvidenceSearch& search_;
};

}  // namespace

Result<Evidence> find_evidence(const Question& question, const EvidenceSearch& search) {
  return Finder(search).prove(question);
}

}  // namespace tileproof::certificates
