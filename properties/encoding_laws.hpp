// Which laws does an encoding keep that somebody has just written?  Those that hold of any (its
// engines agree, what it prints is read back), and what it promises
// (encodings/index_map/family.hpp).  Each law is a predicate of one layout, with a number and a
// sentence; encoding_trial.hpp tries it on random ones.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <vector>

#include "checkers/certificates/write_certificate.hpp"
#include "checkers/claims/prove.hpp"
#include "encodings/index_map/family.hpp"
#include "encodings/index_map/linear_form.hpp"
#include "properties/law.hpp"

namespace tileproof::laws {

// A layout of a family, by the values of its parameters.
class EncodingSubject {
 public:
  // Requires: the values keep the rules of the parameters (Family::broken_rule).
  EncodingSubject(const Family& family, std::vector<Word> values)
      : family_(&family), values_(std::move(values)), map_(family.map(values_)) {}

  [[nodiscard]] const Family& family() const { return *family_; }
  [[nodiscard]] const std::vector<Word>& values() const { return values_; }
  [[nodiscard]] std::string text() const { return family_->print(values_); }
  // Fails where the definition cannot be run.
  [[nodiscard]] const Result<IndexMap>& map() const { return map_; }
  [[nodiscard]] std::optional<Word> allocation() const { return family_->allocation(values_); }

 private:
  const Family* family_;
  std::vector<Word> values_;
  Result<IndexMap> map_;
};

// What laws use of the project itself, so that a test can put a wrong one in its place.
struct EncodingOperations {
  Result<std::vector<Word>> (*parse)(const Family&, std::string_view) =
      [](const Family& family, std::string_view text) { return family.parse(text); };
  std::vector<Word> (*run_steps)(const IndexMap&, std::span<const Word>) =
      [](const IndexMap& map, std::span<const Word> at) {
        const auto results = results_of(U64{}, map.graph(), at);
        return std::vector<Word>(results.begin(), results.end());
      };
  LinearForm (*linear_form)(const IndexMap&, const OutputSlots&) = tileproof::linear_form;
  Result<IndexMap> (*read_expression)(std::string_view) = [](std::string_view text) {
    return parse_index_map(text, {});
  };
  Verdict (*prove)(const Claim&, const Limits&) = [](const Claim& claim, const Limits& limits) {
    return tileproof::prove(claim, limits);
  };
  Verdict (*prove_by)(EngineName, const Claim&, const Limits&) =
      [](EngineName engine, const Claim& claim, const Limits& limits) {
        return tileproof::prove_by(engine, claim, limits);
      };
  Result<std::string> (*write_certificate)(const StatedClaim&, const Limits&) =
      [](const StatedClaim& claim, const Limits& limits) {
        return tileproof::write_certificate(claim, "", limits);
      };
};

struct EncodingLaw {
  const char* number;    // "N4"
  const char* name;      // "DifferentPointsHaveDifferentValues"
  const char* sentence;  // what it says
  LawResult (*check)(const EncodingSubject& subject, const EncodingOperations& operations);
  // The claim of `tileproof prove` that says the same of one layout; "" if none does.
  const char* claim;
  // Of how many cases one is tried: laws that start solvers are tried less often.
  int one_in;
};

// N1, N2, ...: of layouts with at most 4096 points; of larger ones they say nothing.
std::span<const EncodingLaw> encoding_laws();

}  // namespace tileproof::laws
