#include "checkers/certificates/certifier/certify.hpp"

#include "checkers/certificates/certifier/evidence.hpp"
#include "checkers/certificates/program_certifier/replay_program.hpp"
#include "checkers/claims/build_claim.hpp"

namespace tileproof {
namespace certificates {
namespace {

// The evidence for each question, and for those that it leads to.
void replay_questions(Questions questions, Lines& lines, Certified& certified) {
  std::size_t formulas = certified.claim.size();
  for (std::size_t i = 0; i < questions.size(); ++i) {
    const Question question = questions[i];
    const std::string kind(lines.after("prove " + std::string(question.name) + " by"));
    const std::string step = std::string(question.name) + " by " + kind;
    if (std::ranges::count(certified.steps, step) == 0) certified.steps.push_back(step);
    if (kind == "sums") {
      replay_sums(question);
    } else if (kind == "enumerate") {
      visit_cases(question, formulas);
    } else if (kind == "drat") {
      replay_drat(lines, clauses_of(gates_of(question)));
    } else {
      const std::size_t rest = lines.rest.size();
      const auto parts = parts_of(question, kind, lines);
      formulas += rest - lines.rest.size();
      questions.insert(
          questions.begin() + static_cast<std::ptrdiff_t>(i) + 1, parts.begin(), parts.end());
    }
  }
}

Certified replay(Lines& lines) {
  demand(lines.next() == "tileproof certificate 3", "this is no certificate");
  if (is_of_program(lines)) return {replay_program(lines), {"moves by run"}};
  const std::string claim(lines.rest.substr(0, lines.rest.find("\nprove ") + 1));
  demand(claim.size() < std::size_t{1} << 18, "the claim is too long");
  while (!lines.rest.starts_with("prove ")) lines.next();
  std::vector<Case> cases = {{taken(build_claim(taken(parse_stated_claim(claim)))), {}}};
  if (lines.rest.starts_with("prove case by case\n")) {
    lines.next();
    cases = taken(cases_of(cases[0].claim));
  } else {
    demand(!has_cases_only(cases[0].claim) || !has_parameters(cases[0].claim),
           "its parameters are shown case by case");
  }
  Certified certified{claim, {}};
  for (const Case& one : cases) replay_questions(questions_of(one.claim), lines, certified);
  demand(lines.rest.empty(), "lines after the proof");
  certified.claim = taken(print(taken(restate(taken(parse_stated_claim(claim))))));
  return certified;
}

}  // namespace
}  // namespace certificates

std::string digest_line(std::string_view text) {
  std::uint64_t hash = 0xcbf29ce484222325;
  for (const char c : text) hash = (hash ^ static_cast<unsigned char>(c)) * 0x100000001b3;
  std::string line = "digest ";
  for (unsigned i = 16; i-- > 0;) line += "0123456789abcdef"[hash >> 4 * i & 15];
  return line;
}

CertifyResult certify(std::string_view text) {
  constexpr std::size_t kMaxBytes = std::size_t{256} << 20;
  if (text.size() > kMaxBytes) return RefusedCertificate{0, "more than 256 MiB"};
  const std::string_view body = text.substr(0, text.rfind("digest "));
  if (text.substr(body.size()) != digest_line(body) + "\n") {
    return RefusedCertificate{0, "the digest does not match: the file was changed"};
  }
  certificates::Lines lines{body};
  try {
    return certificates::replay(lines);
  } catch (const certificates::Refused& refused) {
    return RefusedCertificate{lines.number, refused.reason};
  }
}

}  // namespace tileproof
