#include "properties/campaign/campaign.hpp"

#include <algorithm>
#include <charconv>
#include <chrono>

#include "core/check.hpp"
#include "properties/campaign/digest.hpp"
#include "properties/shrink_case.hpp"

namespace tileproof::campaign {
namespace {

using laws::Law;
using laws::LawResult;
using Clock = std::chrono::steady_clock;

// So many cases of a law stand between two looks at the clock; after each, the next law's turn.
constexpr Word kTurn = 64;
constexpr double kSecondsBetweenProgress = 0.2;

double seconds_since(Clock::time_point start) {
  return std::chrono::duration<double>(Clock::now() - start).count();
}

std::optional<Word> number(std::string_view text) {
  Word value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc() || end != text.data() + text.size()) return std::nullopt;
  return value;
}

void count_kind(Tally& tally, const char* kind) {
  if (kind == nullptr) return;
  for (auto& [name, count] : tally.kinds) {
    if (name == kind) return void(++count);
  }
  tally.kinds.emplace_back(kind, 1);
}

// One law's cases of this shard, in their order.
class Walk {
 public:
  Walk(const Settings& settings, std::size_t law) : settings_(settings), law_(*settings.laws[law]) {
    tally_.law = &law_;
    next_ = settings.only_case.value_or(settings.shard.index - 1);
    step_ = settings.shard.count;
    if (settings.only_case) {
      end_ = next_ + 1;
    } else if (settings.cases) {
      const Word laws = settings.laws.size();
      end_ = *settings.cases / laws + (law < *settings.cases % laws ? 1 : 0);
    }
  }

  [[nodiscard]] bool is_over() const { return next_ >= end_; }

  void take_a_turn() {
    const auto start = Clock::now();
    for (Word i = 0; i < kTurn && !is_over(); ++i, next_ += step_) try_next();
    tally_.seconds += seconds_since(start);
  }

  [[nodiscard]] const Tally& tally() const { return tally_; }

  // The first case that broke, else the first undecided one, once.
  std::optional<Failure> new_failure() {
    if (!broken_ || is_told_) return std::nullopt;
    is_told_ = true;
    return failure(*broken_);
  }
  std::optional<Failure> open_case() const {
    if (broken_ || !undecided_) return std::nullopt;
    return failure(*undecided_);
  }

 private:
  void try_next() {
    gen::Source source = case_source(settings_.seed, law_, next_);
    const LawResult result = judge(law_, source).result;
    ++tally_.cases;
    count_kind(tally_, source.kind());
    if (!result.holds) {
      ++tally_.broken;
      if (!broken_) broken_ = next_;
    } else if (!result.decided) {
      ++tally_.undecided;
      if (!undecided_) undecided_ = next_;
    } else if (!result.applied) {
      ++tally_.discards;
    }
  }

  [[nodiscard]] Failure failure(Word case_number) const {
    gen::Source source = case_source(settings_.seed, law_, case_number);
    judge(law_, source);
    Failure failure = failure_of(law_, source.choices(), settings_.most_tries);
    failure.case_number = case_number;
    return failure;
  }

  const Settings& settings_;
  const Law& law_;
  Tally tally_;
  Word next_ = 0;
  Word step_ = 1;
  Word end_ = ~Word{0};
  std::optional<Word> broken_;
  std::optional<Word> undecided_;
  bool is_told_ = false;
};

std::string known(const std::vector<Law>& all, const char* Law::*part) {
  std::vector<std::string> parts;
  for (const Law& law : all) {
    if (std::ranges::find(parts, law.*part) == parts.end()) parts.emplace_back(law.*part);
  }
  std::string text;
  for (const auto& name : parts) text += (text.empty() ? "" : ", ") + name;
  return text;
}

}  // namespace

Result<Shard> parse_shard(std::string_view text) {
  const auto slash = text.find('/');
  const auto index = number(text.substr(0, slash));
  const auto count = slash == text.npos ? std::nullopt : number(text.substr(slash + 1));
  if (index && count && *index >= 1 && *index <= *count) return Shard{*index, *count};
  return Error{ErrorCode::kUsage,
               "'" + std::string(text) + "' must be I/N, shard I of N, with 1 <= I <= N"};
}

std::string to_string(const Shard& shard) {
  return std::to_string(shard.index) + "/" + std::to_string(shard.count);
}

Result<std::vector<const Law*>> choose_laws(const std::vector<Law>& all,
                                            const std::vector<std::string>& names,
                                            const std::vector<std::string>& families) {
  for (const std::string& name : names) {
    const bool is_known = std::ranges::any_of(
        all, [&](const Law& law) { return name == law.number || name == law.name; });
    if (!is_known) {
      return Error{ErrorCode::kUsage,
                   "there is no law '" + name + "'; laws are " + known(all, &Law::number)};
    }
  }
  for (const std::string& family : families) {
    if (std::ranges::none_of(all, [&](const Law& law) { return family == law.family; })) {
      return Error{ErrorCode::kUsage,
                   "there is no family '" + family + "'; families are " + known(all, &Law::family)};
    }
  }
  std::vector<const Law*> chosen;
  for (const Law& law : all) {
    const auto is = [](const char* part) {
      return [part](const auto& name) { return name == part; };
    };
    if ((names.empty() && families.empty()) || std::ranges::any_of(names, is(law.number)) ||
        std::ranges::any_of(names, is(law.name)) || std::ranges::any_of(families, is(law.family))) {
      chosen.push_back(&law);
    }
  }
  return chosen;
}

Judgement judge(const Law& law, gen::Source& source) {
  try {
    return {law.draw_and_check(source), false};
  } catch (const InternalError& bug) {
    return {LawResult::broken(std::string("internal error: ") + bug.what()), true};
  }
}

gen::Source case_source(std::uint64_t seed, const Law& law, Word case_number) {
  return gen::Source::random(gen::mixed(gen::mixed(seed, digest(law.number)), case_number));
}

namespace {

// A law that says one thing and then another of the same case breaks what laws promise.
Failure unstable(const Law& law, const std::vector<Word>& choices, const std::string& then) {
  Failure failure;
  failure.law = &law;
  failure.choices = choices;
  failure.what = "it is not the same when it is tried again: " + then;
  gen::Source source = gen::Source::replaying(choices);
  source.tell();
  judge(law, source);
  failure.subject = source.subject();
  return failure;
}

}  // namespace

Failure failure_of(const Law& law, const std::vector<Word>& choices, std::size_t most_tries) {
  Failure failure;
  failure.law = &law;
  const gen::Judge breaks = [&](gen::Source& source) {
    LawResult result = judge(law, source).result;
    // An undecided case is as bad as a broken one here: it shrinks to another undecided one.
    if (failure.is_undecided) result.holds = result.decided;
    return result;
  };
  gen::Source first = gen::Source::replaying(choices);
  const LawResult again = judge(law, first).result;
  failure.is_undecided = again.holds && !again.decided;
  if (again.holds && again.decided) return unstable(law, choices, "it holds");
  const gen::Shrunk shrunk = gen::shrink_case(breaks, choices, most_tries);
  failure.choices = shrunk.choices;
  failure.is_smallest = shrunk.is_local_minimum;
  gen::Source source = gen::Source::replaying(failure.choices);
  source.tell();
  const Judgement judgement = judge(law, source);
  const bool is_the_same =
      failure.is_undecided ? !judgement.result.decided : !judgement.result.holds;
  if (!is_the_same) return unstable(law, choices, judgement.result.what_broke);
  failure.is_internal = judgement.is_internal;
  failure.what = judgement.result.what_broke;
  failure.subject = source.subject();
  return failure;
}

Outcome run(const Settings& settings, Listener& listener) {
  TP_CHECK(settings.cases || settings.seconds || settings.only_case, "a campaign must end");
  const auto start = Clock::now();
  std::vector<Walk> walks;
  for (std::size_t i = 0; i < settings.laws.size(); ++i) walks.emplace_back(settings, i);
  Outcome outcome;
  const auto tell = [&](std::optional<Failure> failure) {
    if (!failure) return;
    listener.on_failure(*failure);
    outcome.failures.push_back(*std::move(failure));
  };
  const auto count = [&] {
    outcome.seconds = seconds_since(start);
    outcome.tallies.clear();
    for (const Walk& walk : walks) outcome.tallies.push_back(walk.tally());
  };
  double told_at = 0;
  for (bool goes_on = true; goes_on;) {
    goes_on = false;
    for (Walk& walk : walks) {
      if (walk.is_over()) continue;
      const double now = seconds_since(start);
      if (settings.seconds && now >= *settings.seconds) break;
      goes_on = true;
      walk.take_a_turn();
      tell(walk.new_failure());
      if (now - told_at < kSecondsBetweenProgress) continue;
      told_at = now;
      count();
      listener.on_progress(outcome);
    }
  }
  for (const Walk& walk : walks) tell(walk.open_case());
  count();
  return outcome;
}

}  // namespace tileproof::campaign
