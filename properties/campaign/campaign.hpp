// Does any law break on one of very many random cases?  A campaign draws cases for each of its
// laws, shrinks the first that breaks one, and counts.
//
// Case k of a law is drawn from the seed, the law's number and k alone, so it is the same on every
// machine, whichever other laws are tried.  Shard I of N has the cases with k mod N = I - 1: shards
// share no case, and all of them together are the campaign.  A law goes on after a failure, so what
// is counted does not depend on where its cases run; told is its first failure.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/result.hpp"
#include "properties/law.hpp"

namespace tileproof::campaign {

// Part `index` (1 .. count) of `count`.
struct Shard {
  Word index = 1;
  Word count = 1;

  friend bool operator==(const Shard&, const Shard&) = default;
};
// "2/4"
Result<Shard> parse_shard(std::string_view text);
std::string to_string(const Shard& shard);

// The laws with one of the numbers or names, and those of one of the families; all where nothing is
// named.  An unknown name is an error that lists what there is.
Result<std::vector<const laws::Law*>> choose_laws(const std::vector<laws::Law>& all,
                                                  const std::vector<std::string>& names,
                                                  const std::vector<std::string>& families);

struct Settings {
  std::uint64_t seed = 1;
  std::vector<const laws::Law*> laws;
  // How many cases all laws have together, as equally shared as can be; or for how long they run.
  // Requires: one of them.
  std::optional<Word> cases;
  std::optional<double> seconds;
  Shard shard;
  // The only case of each law.
  std::optional<Word> only_case;
  // How many simpler cases are tried to shrink a failure.
  std::size_t most_tries = 50'000;
};

// A case that broke a law, or (`is_undecided`) that nobody could decide.
struct Failure {
  const laws::Law* law = nullptr;
  Word case_number = 0;
  std::string corpus_file;    // where it was kept, if it comes from there; then no case number
  std::vector<Word> choices;  // shrunk
  std::string subject;        // lines "name = text"
  std::string what;           // what broke, or why it is undecided
  bool is_undecided = false;
  bool is_internal = false;  // a check of our own tripped
  bool is_smallest = false;  // a local minimum
};

// What became of one law's cases.
struct Tally {
  const laws::Law* law = nullptr;
  Word cases = 0;
  Word discards = 0;  // the law did not apply
  Word undecided = 0;
  Word broken = 0;
  double seconds = 0;
  // How many subjects there were of each kind (Source::classify).
  std::vector<std::pair<std::string, Word>> kinds;
};

struct Outcome {
  std::vector<Tally> tallies;  // as Settings::laws
  std::vector<Failure> failures;
  Word replayed = 0;  // files of the corpus
  double seconds = 0;
};

class Listener {
 public:
  Listener() = default;
  Listener(const Listener&) = delete;
  Listener& operator=(const Listener&) = delete;
  virtual ~Listener() = default;
  virtual void on_failure(const Failure& failure) = 0;
  // Some times a second.
  virtual void on_progress(const Outcome& so_far) = 0;
};

// The law's verdict.  A check of ours that trips is a broken law, and `is_internal` says so.
struct Judgement {
  laws::LawResult result;
  bool is_internal = false;
};
Judgement judge(const laws::Law& law, gen::Source& source);

// Case `case_number`, as it is drawn.
gen::Source case_source(std::uint64_t seed, const laws::Law& law, Word case_number);

// The failure of these choices: shrunk, with its text.  They have broken the law, or were
// undecided; where that is not so again, the failure says that the law is not the same twice.
Failure failure_of(const laws::Law& law, const std::vector<Word>& choices, std::size_t most_tries);

// All cases.  Failures have each law's first broken case, and its first undecided one if none
// broke.
Outcome run(const Settings& settings, Listener& listener);

}  // namespace tileproof::campaign
