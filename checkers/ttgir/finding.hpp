// What is said about one place of a TTGIR file: a question, its verdict, and the numbers behind it.
#pragma once

#include <optional>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "checkers/claims/stated_claim.hpp"
#include "core/bits.hpp"
#include "core/verdict.hpp"
#include "encodings/ttgir/source_lines.hpp"

namespace tileproof {

// What each asks is said in docs/checking.md.
enum class Topic {
  kLayout,
  kTypes,
  kConversion,
  kView,
  kBounds,
  kAlignment,
  kOperands,
  kOverlap,
  kVectorization,
  kBankConflicts,
  kGlobalAccess,
};
const char* to_string(Topic question);

// The numbers of an answer in the order in which they are shown: {"wavefronts", 8} ...
using DetailValue = std::
    variant<bool, Word, std::string, std::vector<std::pair<std::string, Word>>, std::vector<Word>>;
using Detail = std::vector<std::pair<std::string, DetailValue>>;

// What of a proved finding can be certified.
struct FindingClaims {
  std::vector<StatedClaim> list = {};
  std::string left_out = {};  // not empty: what no claim states of it, or why
};

// The certificates of a finding.
struct CertifiedBy {
  std::vector<std::string> names = {};  // of files
  std::string left_out = {};            // as above
  std::string no_evidence = {};         // not empty: why one of its claims has no certificate
};

// Of what a finding is said, whatever line that is on.
struct FindingSubject {
  std::string function = {};  // that it is in, without '@'; "" outside of any
  // If it is not proved: where it comes from, and the types of the operation's operands and results
  // (of a layout its own) with their layouts written out, so that no alias's name is in them.
  std::vector<ttgir::SourceLine> source = {};
  std::vector<std::string> types = {};
};

struct Finding {
  std::size_t line = 1;
  std::size_t column = 1;
  std::string op;  // "ttg.convert_layout"; for layouts, the operation where the type occurs first
  Topic question = Topic::kLayout;
  Verdict verdict;
  Detail detail;
  // What costs more than it must, or another remark for people; empty if there is none.
  std::string remark;
  FindingSubject subject = {};
  std::string key = {};                       // if it is not proved: finding_key.hpp
  std::optional<bool> is_new = {};            // if it is not proved and a baseline was given
  FindingClaims claims = {};                  // if it is proved and that was asked for
  std::optional<CertifiedBy> certified = {};  // if that was asked for
};

// Input that is wrong: the file is answered as far as it could be read.
struct InputError {
  std::size_t line = 1;
  std::size_t column = 1;
  std::string message;
};

struct Counts {
  std::size_t proved = 0;
  std::size_t refuted = 0;
  std::size_t unknown = 0;
};

// The operations of one name with a tensor or memory among their operands or results, each by its
// worst finding.
struct OperationCounts {
  std::string op;  // "ttg.local_load"
  std::size_t proved = 0;
  std::size_t refuted = 0;
  std::size_t unknown = 0;

  [[nodiscard]] std::size_t count() const { return proved + refuted + unknown; }
};

// Operations of which something is not asked, and, where it is not the order of operations, why.
struct NotAsked {
  std::string op;
  std::size_t count = 0;
  std::string why = {};
};

// What a finding that is not proved says, and of what, in words that do not change where lines are
// shifted, names of values and aliases are others, or the text is formatted anew.
struct FindingIdentity {
  std::string verdict;   // "refuted", "unknown"
  std::string question;  // "conversion"
  std::string op;  // "ttg.convert_layout"; of layouts "", since the first that uses one may change
  std::string function;  // of layouts ""
  std::vector<std::string> types;
  std::string says;  // of the counterexample, or why it is unknown
  std::size_t place =
      0;  // among those of a file that are alike otherwise, in the order of the text

  friend bool operator==(const FindingIdentity&, const FindingIdentity&) = default;
};

struct FileReport {
  std::string file;
  std::optional<std::string> target;  // of the first module that names one
  std::vector<Finding> findings;      // in the order of the text
  std::vector<InputError> errors;
  Counts counts;
  std::vector<OperationCounts> operations;  // by name, in the order of their first
  std::vector<NotAsked> not_asked;          // by name and reason
  // What a baseline has of this file and was not found; if one was given.
  std::optional<std::vector<FindingIdentity>> gone = {};
};

}  // namespace tileproof
