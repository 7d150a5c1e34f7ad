// When is something proved?  Once all questions that it means were asked, and each is so.  Nothing
// else builds a Proved.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "checkers/engines/decide.hpp"
#include "core/verdict.hpp"

namespace tileproof {

// What does the certifier (checkers/certificates/certifier/) replay of each answer before it is
// believed?
enum class Replay {
  kNothing,
  kCheap,  // what takes no search and few visits: then the evidence is not "none"
};

// What a question says that does not hold, Broken or Missing: in the words of who asks, and
// replayed.
using Refute = std::function<Verdict(const Question& question, const Decision& decision)>;

// The fourth form of question: is a number what an engine says?  Shown from both sides, since what
// the engine says of all is counted anew, on the definitions, where it is to be reached.
struct Cost {
  std::string_view name;  // "wavefronts"
  std::string_view engine;
  Word number;
  std::function<Word()> counted;
};

// Something that is read off a text: two types are one, a size is twice another; or off a program
// that was run in all threads.
struct Read {
  std::string_view name;
  bool holds;
  std::string_view engine = "text";
  std::string_view evidence = "text";  // empty if there is none
};

class Prover {
 public:
  explicit Prover(Decider decide = by_all_engines(), Replay replay = Replay::kCheap)
      : decide_(std::move(decide)), replay_(replay) {}

  // Nothing if it is so; else what it is: refuted or unknown.  InternalError if an engine answers
  // yes where the certifier finds a case that breaks the question.
  std::optional<Verdict> ask(const Question& question, const Refute& refute);

  // InternalError if another number is counted.
  void ask(const Cost& cost);

  // Requires: it holds.  What does not is refuted by who reads it.
  void ask(const Read& read);

  // That all is so which was asked, which ends it; the prover's own, for whoever asks to move out.
  // Requires: something was asked, and nothing ended it.
  [[nodiscard]] Proved&& proved(std::string scope);

 private:
  void add(std::string_view name, std::string_view engine, std::string_view evidence);
  void add(const Question& question, const std::vector<Search>& searches);
  [[nodiscard]] std::string_view replayed(const Question& question, std::string_view engine) const;

  Decider decide_;
  Replay replay_;
  bool has_ended_ = false;
  Proved proof_;  // of what was asked so far
};

// Each question is asked if those before it hold: what ends that, or that all is so.  For the many
// findings of a file, of which evidence is replayed where certificates are written.
Verdict ask(const Questions& questions,
            const Decider& decide,
            const std::string& scope,
            const Refute& refute);

// The values of variables that break a question, in the order of the axes of its map.
std::vector<Word> point_of(const Decision& decision);

}  // namespace tileproof
