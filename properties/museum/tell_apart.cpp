#include "properties/museum/tell_apart.hpp"

#include <algorithm>
#include <chrono>
#include <optional>
#include <string_view>

#include "checkers/requests/answer.hpp"

namespace tileproof::museum {
namespace {

Judgement no_answer(const std::string& why) { return {Said::kNoAnswer, "", why, nullptr}; }

std::string field_text(const Json& object, const char* field) {
  const auto at = object.find(field);
  return at != object.end() && at->is_string() ? at->get<std::string>() : "";
}

// Of an answer or a finding that has a verdict.
Judgement judgement_from(const Json& answer) {
  const std::string verdict = field_text(answer, "verdict");
  Judgement judgement;
  judgement.engine = field_text(answer, "engine");
  if (verdict == "proved") {
    judgement.said = Said::kProved;
    judgement.text = field_text(answer, "scope");
  } else if (verdict == "refuted") {
    judgement.said = Said::kRefuted;
    judgement.counterexample = answer.value("counterexample", Json(nullptr));
    if (judgement.counterexample.is_object()) {
      judgement.text = field_text(judgement.counterexample, "text");
    }
  } else if (verdict == "unknown") {
    judgement.said = Said::kUnknown;
    judgement.text = field_text(answer, "reason");
  } else {
    return no_answer("the answer has no verdict");
  }
  return judgement;
}

// A finding of a file has its scope and its reason among the details.
Judgement judgement_of_finding(const Json& finding) {
  Judgement judgement = judgement_from(finding);
  if (!judgement.text.empty() || !finding.contains("detail")) return judgement;
  const char* field = judgement.said == Said::kProved ? "scope" : "reason";
  judgement.text = field_text(finding["detail"], field);
  return judgement;
}

bool is_of(const Claim& claim, const Json& finding) {
  if (finding.contains("claim")) {  // of buffers
    return finding["claim"] == claim.name && finding["of"] == Json(claim.of);
  }
  if (claim.name != "check" && finding["question"] != claim.name) return false;
  return claim.of.empty() ||
         std::find(claim.of.begin(), claim.of.end(), finding["op"].get<std::string>()) !=
             claim.of.end();
}

// The claim holds if all of its findings do.
Judgement worst_finding(const Claim& claim, const Json& findings) {
  std::optional<Judgement> worst;
  for (const Json& finding : findings) {
    if (!is_of(claim, finding)) continue;
    Judgement judgement = judgement_of_finding(finding);
    const auto badness = [](Said said) {
      return said == Said::kProved ? 0 : said == Said::kUnknown ? 1 : 2;
    };
    if (!worst || badness(judgement.said) > badness(worst->said)) worst = std::move(judgement);
  }
  return worst ? *worst : no_answer("the answer has no finding of this claim");
}

// "cost/instructions" is a field of the answer's field `cost`.
const Json* field_at(const Json& answer, std::string_view path) {
  const Json* at = &answer;
  while (true) {
    const std::size_t end = std::min(path.find('/'), path.size());
    const auto field = at->find(std::string(path.substr(0, end)));
    if (!at->is_object() || field == at->end()) return nullptr;
    at = &*field;
    if (end == path.size()) return at;
    path.remove_prefix(end + 1);
  }
}

// Numbers are exact.  A program that is not proved has no cost.
Judgement judgement_of_number(const Claim& claim, const Json& answer) {
  const Json* at = field_at(answer, claim.name);
  if (at == nullptr || !at->is_number_unsigned()) {
    return no_answer("the answer has no number '" + claim.name + "'");
  }
  const Word value = at->get<Word>();
  const bool is_most = claim.bound == Claim::Bound::kAtMost;
  const bool holds = is_most ? value <= claim.limit : value >= claim.limit;
  Judgement judgement;
  judgement.said = holds ? Said::kProved : Said::kRefuted;
  judgement.engine = field_text(answer, "engine");
  judgement.text = claim.name + " is " + std::to_string(value) + (holds ? ", " : ", not ") +
                   (is_most ? "at most " : "at least ") + std::to_string(claim.limit);
  return judgement;
}

// Of an operation of CuTe: its answer is right if all its obligations hold.
Judgement judgement_of_obligations(const Json& obligations) {
  Judgement judgement{Said::kProved, "", "all obligations hold", nullptr};
  for (const Json& obligation : obligations) {
    const std::string text = field_text(obligation, "text");
    if (obligation["holds"] == Json(false)) return {Said::kRefuted, "", "broken: " + text, nullptr};
    if (obligation["holds"].is_null()) judgement = {Said::kUnknown, "", "open: " + text, nullptr};
  }
  return judgement;
}

}  // namespace

const char* to_string(Said said) {
  switch (said) {
    case Said::kProved:
      return "proved";
    case Said::kRefuted:
      return "refuted";
    case Said::kUnknown:
      return "unknown";
    case Said::kNoAnswer:
      break;
  }
  return "no answer";
}

Judgement judge(const Claim& claim, const Json& request) {
  const auto answer = requests::answer(request);
  if (!answer) return no_answer(answer.error().message);
  if (claim.bound != Claim::Bound::kNone) return judgement_of_number(claim, *answer);
  if (answer->contains("findings")) return worst_finding(claim, (*answer)["findings"]);
  if (claim.name == "obligations" && answer->contains("obligations")) {
    return judgement_of_obligations((*answer)["obligations"]);
  }
  if (answer->contains(claim.name) && (*answer)[claim.name].is_boolean()) {
    const bool holds = (*answer)[claim.name].get<bool>();
    return {holds ? Said::kProved : Said::kRefuted,
            "",
            claim.name + (holds ? " is true" : " is false"),
            nullptr};
  }
  const bool is_asked = request["op"] == Json("prove") ? request["claim"] == Json(claim.name)
                                                       : request["op"] == Json(claim.name);
  return is_asked ? judgement_from(*answer) : no_answer("the request asks for another claim");
}

Comparison tell_apart(const Models& models) {
  const auto start = std::chrono::steady_clock::now();
  Comparison comparison;
  comparison.buggy = judge(models.claim, models.buggy);
  comparison.fixed = judge(models.claim, models.fixed);
  comparison.seconds =
      std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
  return comparison;
}

}  // namespace tileproof::museum
