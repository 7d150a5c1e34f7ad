// What may a checker say?  Proved (with engine and scope), Refuted (with a counterexample that was
// replayed), or Unknown (with the reason).  There is no conversion to bool: a caller must look.
#pragma once

#include <boost/container/small_vector.hpp>
#include <functional>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

#include "core/bits.hpp"

namespace tileproof {

// The case that breaks a claim, in the user's words: {"register", 3}, {"lane", 7}, {"row", 12} ...
struct Counterexample {
  using Value = std::variant<Word, std::int64_t, std::string, std::vector<Word>>;
  std::string text;  // one sentence with these numbers
  std::vector<std::pair<std::string, Value>> fields;

  // Under this name, with a '_' at its end for each of the fields that have it already; "text" is
  // that of the sentence.
  void add(std::string name, Value value);
};

// A question of what was claimed, which is so.
// All three are names that live on.
struct Shown {
  std::string_view question;  // "distinct"
  std::string_view engine;    // "f2", "enumerate", ...
  std::string_view evidence;  // that was replayed: "sums", "inverse", ...; empty if none was

  friend bool operator==(const Shown&, const Shown&) = default;
};
using ShownList = boost::container::small_vector<Shown, 1>;  // most claims mean one question

// A search for the answer to a question: which engine, how long, and was it what decided?
struct Searched {
  std::string_view question;
  std::string_view engine;
  double seconds;
  bool decides;
};

class Proved {
 public:
  // Lists of findings move it where they grow.
  Proved(const Proved&) = default;
  Proved(Proved&&) noexcept = default;
  Proved& operator=(const Proved&) = default;
  Proved& operator=(Proved&&) noexcept = default;
  ~Proved() = default;

  [[nodiscard]] const ShownList& shown() const { return shown_; }
  [[nodiscard]] const std::string& scope() const { return scope_; }  // "all 2^14 places"
  // Those that were asked: "f2 and strides".
  [[nodiscard]] std::string engine() const;
  // Its kinds: "inverse and sums"; "none" if there is none for one of the questions.
  [[nodiscard]] std::string evidence() const;
  // Empty where structure decided all.
  [[nodiscard]] const std::vector<Searched>& searched() const { return searched_; }

 private:
  friend class Prover;  // checkers/prover/prover.hpp: nobody else can say so
  Proved() = default;
  ShownList shown_;
  std::string scope_;
  std::vector<Searched> searched_;
};

class Refuted {
 public:
  // The only way to a Refuted: `replay` evaluates the definitions at the counterexample and says
  // whether the claim fails there.  If it does not, this is a bug of the engine: InternalError.
  static Refuted replayed(std::string_view engine,
                          Counterexample counterexample,
                          const std::function<bool()>& replay);

  // The same for a claim about all values of some parameters: ", where pad is 3".
  [[nodiscard]] Refuted where(const std::vector<std::pair<std::string, Word>>& values) const;

  // The same, found by these searches.
  [[nodiscard]] Refuted after(std::vector<Searched> searched) &&;

  [[nodiscard]] const std::string& engine() const { return engine_; }
  [[nodiscard]] const Counterexample& counterexample() const { return counterexample_; }
  [[nodiscard]] const std::vector<Searched>& searched() const { return searched_; }

 private:
  Refuted(std::string engine, Counterexample counterexample)
      : engine_(std::move(engine)), counterexample_(std::move(counterexample)) {}
  std::string engine_;
  Counterexample counterexample_;
  std::vector<Searched> searched_ = {};
};

struct Unknown {
  std::string reason;
  std::vector<Searched> searched = {};
};

using Verdict = std::variant<Proved, Refuted, Unknown>;

inline bool is_proved(const Verdict& verdict) { return std::holds_alternative<Proved>(verdict); }
inline bool is_refuted(const Verdict& verdict) { return std::holds_alternative<Refuted>(verdict); }
inline bool is_unknown(const Verdict& verdict) { return std::holds_alternative<Unknown>(verdict); }

// The searches that led to it.
const std::vector<Searched>& searched_of(const Verdict& verdict);

// "proved", "refuted" or "unknown"
const char* to_string(const Verdict& verdict);

}  // namespace tileproof
