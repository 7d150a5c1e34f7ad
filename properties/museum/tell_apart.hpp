// Does a row's claim tell the bug from what is right?  Each model is asked as everybody may ask.
#pragma once

#include "properties/museum/row.hpp"

namespace tileproof::museum {

enum class Said { kProved, kRefuted, kUnknown, kNoAnswer };
const char* to_string(Said said);

// What is said of the row's claim about one model.
struct Judgement {
  Said said = Said::kNoAnswer;
  std::string engine;  // "" where a number decides
  // The counterexample, the scope of a proof, or the reason why there is no verdict.
  std::string text;
  Json counterexample = nullptr;
};

Judgement judge(const Claim& claim, const Json& request);

struct Comparison {
  Judgement buggy;
  Judgement fixed;
  double seconds = 0;  // of both

  [[nodiscard]] bool is_told_apart() const {
    return buggy.said == Said::kRefuted && fixed.said == Said::kProved;
  }
};

Comparison tell_apart(const Models& models);

}  // namespace tileproof::museum
