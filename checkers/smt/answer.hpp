// What may Z3 say to a question?
#pragma once

namespace tileproof::smt {

// kStopped: no answer, and Engine::reason() says why.
enum class Answer { kSat, kUnsat, kStopped };

}  // namespace tileproof::smt
