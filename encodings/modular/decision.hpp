// What may a decision say?  Yes, no, or that it was not decided; each with its reason.
#pragma once

#include <optional>
#include <string>
#include <utility>

#include "core/bits.hpp"

namespace tileproof::modular {

enum class Status { kYes, kNo, kUndecided };

// The witness of a "no" is a case where the claim fails; a question for an index has the index as
// the witness of its "yes".
template <typename W>
struct Decision {
  Status status = Status::kUndecided;
  std::string reason;  // by what it was decided, or why it was not
  std::optional<W> witness;

  static Decision yes(std::string reason, std::optional<W> witness = std::nullopt) {
    return {Status::kYes, std::move(reason), std::move(witness)};
  }
  static Decision no(std::string reason, std::optional<W> witness = std::nullopt) {
    return {Status::kNo, std::move(reason), std::move(witness)};
  }
  static Decision undecided(std::string reason) {
    return {Status::kUndecided, std::move(reason), std::nullopt};
  }

  [[nodiscard]] bool is_yes() const { return status == Status::kYes; }
  [[nodiscard]] bool is_no() const { return status == Status::kNo; }
};

// Two indices with the same value, the smaller first.
using Collision = std::pair<Word, Word>;

}  // namespace tileproof::modular
