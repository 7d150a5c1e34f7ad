// A row of the museum: a layout bug that shipped, as a model of it, a model of what is right, and
// the claim that tells them apart (docs/museum.md).
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "checkers/requests/json.hpp"
#include "core/result.hpp"

namespace tileproof::museum {

using requests::Json;

// What the specification says, in the words of an answer: which of its verdicts or numbers it is.
struct Claim {
  enum class Bound { kNone, kAtMost, kAtLeast };

  std::string name;                  // "within", "alignment", "injective", "conflicts"
  std::vector<std::string> of = {};  // which findings, where an answer has several
  Bound bound = Bound::kNone;        // of a claim about a number
  Word limit = 0;
};

// Both are requests (checkers/requests/answer.hpp): the claim is refuted of the first, and proved
// of the second.
struct Models {
  Claim claim;
  Json buggy;
  Json fixed;
};

struct Row {
  std::string id;  // "T#1910"
  std::string title;
  std::string address;
  std::string story;  // what shipped, and why it was wrong
  // One of both.
  std::optional<Models> models;
  std::string not_told;  // why no model tells the bug from what is right

  // "realises", "check alignment"; "" without models.
  [[nodiscard]] std::string kind() const;
};

// Rows from JSON lines, each an object.  Bad input names the line and the rule.
Result<std::vector<Row>> read_rows(std::string_view text);

// The rows that the program has with it.
const std::vector<Row>& rows();

}  // namespace tileproof::museum
