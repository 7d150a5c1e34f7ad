#include "checkers/certificates/certify.hpp"

#include <array>
#include <cstdint>

#include "checkers/certificates/evidence.hpp"

namespace tileproof {
namespace certificates {

std::optional<std::string_view> Lines::next() {
  if (rest_.empty()) return std::nullopt;
  ++number_;
  const std::string_view line = rest_.substr(0, rest_.find('\n'));
  rest_.remove_prefix(std::min(rest_.size(), line.size() + 1));
  return line;
}

std::optional<std::string_view> Lines::next(std::string_view key) {
  auto line = next();
  if (!line || !line->starts_with(key)) return std::nullopt;
  line->remove_prefix(key.size());
  if (line->empty()) return line;
  if (!line->starts_with(' ') || line->size() == 1) return std::nullopt;
  return line->substr(1);
}

std::optional<std::vector<Word>> Lines::numbers(std::string_view key) {
  const auto rest = next(key);
  return rest ? parse_numbers(*rest) : std::nullopt;
}

namespace {

constexpr std::size_t kMaxBytes = std::size_t{256} << 20;
// Of the claim with its layouts.
constexpr std::size_t kMaxClaimBytes = std::size_t{1} << 18;
constexpr std::string_view kFirstLine = "tileproof certificate 1";
constexpr std::string_view kDigest = "digest ";

class Certifier {
 public:
  explicit Certifier(std::string_view text) : lines_(text) {}

  CertifyResult run(std::size_t bytes) {
    certified_.bytes = bytes;
    if (const auto refusal = check()) return RefusedCertificate{lines_.number(), *refusal};
    return std::move(certified_);
  }

 private:
  Refusal check() {
    if (lines_.next() != kFirstLine)
      return "the first line is not '" + std::string(kFirstLine) + "'";
    std::vector<std::string_view> claim;
    std::size_t claim_bytes = 0;
    auto line = lines_.next();
    for (; line && !line->starts_with("prove "); line = lines_.next()) {
      claim.push_back(*line);
      claim_bytes += line->size() + 1;
    }
    if (!line) return "no proof";
    if (claim_bytes > kMaxClaimBytes) return "the claim exceeds 256 KiB";
    auto stated = parse_stated_claim(claim);
    if (!stated) return stated.error().message;
    certified_.claim = std::move(*stated);
    claim_bytes_ = claim_bytes;
    const auto all = questions(certified_.claim);
    if (!all) return all.error().message;
    for (const Question& question : *all) {
      if (const auto refusal = prove(question, *line)) return refusal;
      is_injective_ = is_injective_ || question.what == Question::What::kInjective;
      if (&question != &all->back()) line = lines_.next();
      if (!line) return "a question is left without proof";
    }
    if (!lines_.at_end()) {
      lines_.next();
      return "lines after the proof";
    }
    return std::nullopt;
  }

  // `line` is "prove QUESTION by KIND".
  Refusal prove(const Question& question, std::string_view line) {
    const std::string wanted = "prove " + std::string(name(question.what)) + " by ";
    if (!line.starts_with(wanted)) return "expected '" + wanted + "KIND'";
    const std::string_view kind = line.substr(wanted.size());
    certified_.steps.emplace_back(line.substr(sizeof("prove ") - 1));
    if (kind == "gf2") return check_gf2(lines_, question);
    if (kind == "strides") return check_strides(lines_, question);
    if (kind == "enumerate") return check_enumeration(question, claim_bytes_);
    if (kind == "drat") {
      ReplaySizes sizes;
      const auto refusal = check_drat(lines_, question, sizes);
      certified_.clauses += sizes.clauses;
      certified_.lemmas += sizes.lemmas;
      return refusal;
    }
    if (kind == "parts") return prove_parts(question);
    return "there is no kind of evidence '" + std::string(kind) + "'";
  }

  // Parts have parts no deeper than converts: round-trip: injective.
  Refusal prove_parts(const Question& question) {
    const auto all = parts(question);
    if (!all) return all.error().message;
    for (const Question& part : *all) {
      // What a bijective layout's first question has shown already.
      const bool is_shown = is_injective_ && part.what == Question::What::kInjective;
      if (is_shown) continue;
      const auto line = lines_.next();
      if (!line) return "a part is left without proof";
      if (const auto refusal = prove(part, *line)) return refusal;
    }
    return std::nullopt;
  }

  Lines lines_;
  Certified certified_;
  std::size_t claim_bytes_ = 0;
  bool is_injective_ = false;  // of the claim's one layout
};

}  // namespace
}  // namespace certificates

std::string digest_line(std::string_view text) {
  std::uint64_t hash = 0xcbf29ce484222325;
  for (const char c : text) hash = (hash ^ static_cast<unsigned char>(c)) * 0x100000001b3;
  std::string line(certificates::kDigest);
  for (unsigned shift = 64; shift > 0; shift -= 4) {
    line += "0123456789abcdef"[hash >> (shift - 4) & 15];
  }
  return line;
}

CertifyResult certify(std::string_view text) {
  if (text.size() > certificates::kMaxBytes) return RefusedCertificate{0, "more than 256 MiB"};
  const std::string_view digest_end = text.substr(0, text.size() - (text.ends_with('\n') ? 1 : 0));
  const std::size_t start = digest_end.rfind('\n');
  if (!text.ends_with('\n') || start == std::string_view::npos) {
    return RefusedCertificate{0, "no digest in the last line"};
  }
  const std::string_view body = text.substr(0, start + 1);
  if (digest_end.substr(start + 1) != digest_line(body)) {
    return RefusedCertificate{0, "the digest does not match: the file was changed"};
  }
  return certificates::Certifier(body).run(text.size());
}

}  // namespace tileproof
