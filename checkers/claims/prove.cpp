#include "checkers/claims/prove.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <cstring>

#include "checkers/claims/kinds.hpp"
#include "checkers/limits/deadline.hpp"

namespace tileproof {
namespace {

char* put(char* at, std::string_view text) {
  std::memcpy(at, text.data(), text.size());
  return at + text.size();
}

// At most 20 characters.
char* put_count(char* at, Word count) {
  const bool is_power = is_power_of_two(count) && count > 8;
  if (is_power) at = put(at, "2^");
  return std::to_chars(at, at + 20, is_power ? log2_exact(count) : count).ptr;
}

const IndexMap& main_map(const Claim& claim) {
  return std::visit(
      [](const auto& which) -> const IndexMap& {
        if constexpr (requires { which.map; }) {
          return which.map;
        } else if constexpr (requires { which.a; }) {
          return which.a;
        } else if constexpr (requires { which.access; }) {
          return which.access;
        } else {
          return which.destination;
        }
      },
      claim);
}

// ---- Refutation

// So many points leave an offset below theirs out.
Refuted refuted_beyond(const IndexMap& map, std::string_view engine, const Missing& missing) {
  const auto point = reversed(missing.beyond_at);
  const auto value = value_at(map, point);
  Counterexample example;
  example.text = kinds::point_text(map, point) + " has " + kinds::value_text(map, value) +
                 ", not below " + std::to_string(map.points()) + ": " +
                 std::to_string(map.points()) + " points leave an offset below it out";
  kinds::add_point(example, map, point);
  kinds::add_value(example, map, value);
  return Refuted::replayed(
      engine, std::move(example), [&] { return value_at(map, point)[0] >= map.points(); });
}

Counterexample describe_missing(const IndexMap& map, const Missing& missing) {
  Counterexample example;
  example.text = "no point has";
  for (std::size_t i = 0; i < missing.value.size(); ++i) {
    const std::string& name = map.out_axes()[i].name;
    example.add(name, missing.value[i]);
    example.text += " " + name + " " + std::to_string(missing.value[i]);
  }
  if (missing.largest) {
    example.text += "; the largest is " + std::to_string(*missing.largest);
    example.add("largest", *missing.largest);
  }
  return example;
}

}  // namespace

Refuted refuted(const Claim& claim,
                const Question& question,
                std::string_view engine,
                const Missing& missing) {
  const auto& asked = std::get<Covers>(question.form);
  if (!missing.beyond_at.empty()) return refuted_beyond(asked.map, engine, missing);
  auto example = asked.image ? std::visit(
                                   [&](const auto& which) {
                                     return kinds::describe(which, question, missing.image_at);
                                   },
                                   claim)
                             : describe_missing(asked.map, missing);
  return Refuted::replayed(engine, std::move(example), [&] { return is_missing(asked, missing); });
}

Refuted refuted(const Claim& claim,
                const Question& question,
                std::string_view engine,
                std::span<const Word> at) {
  const auto axes = variables(question);
  const auto is_value = [](Word value, const Axis& axis) { return value - axis.first < axis.size; };
  TP_CHECK(std::ranges::equal(at, axes, is_value),
           std::string(engine) + " gave values that no variable has");
  return std::visit(
      [&](const auto& which) {
        return Refuted::replayed(engine, kinds::describe(which, question, at), [&] {
          return kinds::is_broken(which, question, at);
        });
      },
      claim);
}

// ---- One claim

namespace {

// Where a claim is refuted at values of variables: at which question, and where.
struct Breach {
  std::size_t question = 0;
  std::vector<Word> at = {};
};

// Asks the questions one after the other; what ends that, or nothing if all hold.
std::optional<Verdict> ask_all(Prover& prover,
                               const Claim& claim,
                               const Questions& questions,
                               Breach* breach = nullptr) {
  const auto refute = [&](const Question& asked, const Decision& found) {
    if (const auto* missing = std::get_if<Missing>(&found.answer)) {
      return refuted(claim, asked, found.engine, *missing);
    }
    const auto& at = std::get<Broken>(found.answer).at;
    if (breach != nullptr) *breach = {static_cast<std::size_t>(&asked - questions.data()), at};
    return refuted(claim, asked, found.engine, at);
  };
  for (const Question& question : questions) {
    if (auto end = prover.ask(question, std::ref(refute))) return end;
  }
  return std::nullopt;
}

Verdict attempt(Prover&& prover, const Claim& claim, const Questions& questions) {
  if (auto end = ask_all(prover, claim, questions)) return *std::move(end);
  return prover.proved(scope(claim));
}

Verdict attempt(Prover&& prover, const Claim& claim) {
  return attempt(std::move(prover), claim, questions_of(claim));
}

// By all engines, in the time that is left of it for all questions together.
Verdict attempt_by_all(const Claim& claim, const Limits& limits, Replay replay) {
  Limits rest = limits;
  const auto decide_in_rest = [&rest](const Question& question) {
    Decision found = decide(question, rest);
    if (!is_yes(found.answer)) found = with_smallest(question, std::move(found), rest);
    rest.seconds = std::max(rest.seconds - found.seconds, 0.0);
    return found;
  };
  return attempt(Prover(decide_in_rest, replay), claim);
}

Decider by_structure(const Limits& limits) {
  return [limits](const Question& question) {
    return with_smallest(question, decide_by_structure(question, limits), limits);
  };
}

// ---- Parameters

// The counterexample of one case, for the claim about all, and replayed on that.  Parameters are
// the last axes of a map and so the first variables of a question.
Refuted refuted_for_all(const Claim& claim,
                        const Case& one,
                        const Refuted& refutation,
                        const Breach& breach) {
  if (has_cases_only(claim)) return refutation.where(one.values);
  const Question question = questions_of(claim)[breach.question];
  std::vector<Word> at;
  // Those that the question has: it may be about one of several layouts.
  for (const Axis& axis : variables(question)) {
    if (!axis.is_parameter) break;
    const auto same = std::ranges::find_if(
        one.values, [&](const auto& value) { return value.first == axis.name; });
    TP_CHECK(same != one.values.end(), "a parameter without a value");
    at.push_back(same->second);
  }
  at.insert(at.end(), breach.at.begin(), breach.at.end());
  return refuted(claim, question, refutation.engine(), at);
}

// How a claim is decided in so much time.
using Way = std::function<Decider(const Limits&)>;

// For each value of the parameters, until one is not proved; of many values the first, which may
// refute.
Verdict prove_cases(const Claim& claim, const Limits& limits, Replay replay, const Way& way) {
  const auto cases = first_cases_of(claim);
  const TimeLeft left(limits);
  Limits rest = limits;
  Prover prover([&](const Question& question) { return way(rest)(question); }, replay);
  for (const Case& one : cases) {
    rest = left.rest();
    if (rest.seconds <= 0) return Unknown{"the values of the parameters take too long"};
    Breach breach;
    const auto end = ask_all(prover, one.claim, questions_of(one.claim), &breach);
    if (!end) continue;
    const auto* refutation = std::get_if<Refuted>(&*end);
    return refutation == nullptr ? *end : refuted_for_all(claim, one, *refutation, breach);
  }
  if (cases.size() < parameter_points(claim)) {
    return Unknown{"the parameters have " + std::to_string(parameter_points(claim)) +
                   " values, of which the first " + std::to_string(cases.size()) + " hold"};
  }
  return prover.proved(scope(claim));
}

constexpr double kVisitedAtOnce = 0.1;  // seconds
constexpr Word kFewCases = 128;

// All values of the parameters at once where that takes no search, else one by one where each takes
// none, else by a search for all.  Few values also one by one for their evidence, if all at once
// have none.
Verdict prove_with_parameters(const Claim& claim, const Limits& limits, Replay replay) {
  if (has_cases_only(claim)) return prove_cases(claim, limits, replay, by_all_engines);
  const TimeLeft left(limits);
  Verdict at_once = attempt(Prover(by_structure(limits), replay), claim);
  const auto* proof = std::get_if<Proved>(&at_once);
  const bool lacks_evidence =
      proof != nullptr && replay == Replay::kCheap && proof->evidence() == "none";
  if (lacks_evidence && parameter_points(claim) <= kFewCases) {
    Verdict by_cases = prove_cases(claim, left.rest(), replay, by_structure);
    if (is_proved(by_cases)) return by_cases;
  }
  if (!is_unknown(at_once)) return at_once;
  // A visit of few cases takes less than asking of each what structure says.
  if (enumeration_seconds(questions_of(claim).back()) > kVisitedAtOnce) {
    Verdict verdict = prove_cases(claim, left.rest(), replay, by_structure);
    if (!is_unknown(verdict)) return verdict;
  }
  Verdict searched = attempt_by_all(claim, left.rest(), replay);
  if (!is_unknown(searched)) return searched;
  Verdict by_cases = prove_cases(claim, left.rest(), replay, by_all_engines);
  return is_unknown(by_cases) ? searched : by_cases;
}

// Does the engine have no form for the question, while it may decide others of the claim?
bool is_left_to_others(EngineName engine, const Question& question, std::size_t questions) {
  if (question.name == "within" && questions > 1) return true;
  const bool covers_nothing =
      engine == EngineName::kSat || engine == EngineName::kSmt || engine == EngineName::kRanges;
  return covers_nothing && question.name == "written";
}

}  // namespace

std::string scope(const Claim& claim) {
  std::array<char, 40> start;
  char* end = put_count(put(start.data(), "all "), main_map(claim).points());
  std::string text(start.data(), put(end, " points"));
  Word values = has_parameters(claim) ? parameter_points(claim) : 1;
  if (const auto* loads = std::get_if<ConflictFree>(&claim)) {
    const auto axes = loads->access.axes();
    const auto lane = std::ranges::find(axes, "lane", &Axis::name);
    if (lane->size < loads->rule->lanes) {
      text += " of " + std::to_string(lane->size) + " active lanes";
    }
    if (loads->rule->addresses() < lane->size) {
      text += ", where lanes 0 to " + std::to_string(loads->rule->addresses() - 1) +
              " give the addresses";
    }
    values *= loads->access.parameter_points();
  }
  if (values > 1) {
    end = put_count(start.data(), values);
    text.append(", for each of ").append(start.data(), end).append(" values of the parameters");
  }
  return text;
}

Verdict prove_with(const Claim& claim, const Decider& decide, Replay replay) {
  return attempt(Prover(decide, replay), claim);
}

Verdict prove(const Claim& claim, const Limits& limits, Replay replay) {
  if (has_parameters(claim)) return prove_with_parameters(claim, limits, replay);
  return attempt_by_all(claim, limits, replay);
}

Verdict prove_by(EngineName engine, const Claim& claim, const Limits& limits, Replay replay) {
  const bool has_cases = has_parameters(claim) && has_cases_only(claim);
  const Questions questions = questions_of(has_cases ? first_cases_of(claim).front().claim : claim);
  const auto by_it_alone = [&](const Question& question, const Limits& rest) {
    if (is_left_to_others(engine, question, questions.size())) {
      return by_all_engines(rest)(question);
    }
    Decision found = by_engine(engine, rest)(question);
    if (!is_open(found.answer) || question.stronger == nullptr) return found;
    Decision stronger = decide_by(engine, *question.stronger, rest);
    return is_yes(stronger.answer) ? stronger : found;
  };
  if (has_cases) {
    return prove_cases(claim, limits, replay, [&](const Limits& rest) -> Decider {
      return [&](const Question& question) { return by_it_alone(question, rest); };
    });
  }
  const auto decide = [&](const Question& question) { return by_it_alone(question, limits); };
  return attempt(Prover(std::ref(decide), replay), claim, questions);
}

}  // namespace tileproof
