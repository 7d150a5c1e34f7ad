#include "properties/encoding_trial.hpp"

#include <rapidcheck.h>

#include <algorithm>
#include <exception>
#include <unordered_map>

namespace tileproof::laws {
namespace {

using Values = std::vector<Word>;

// ---- Numbers

Word draw_number(rc::Random& random, const ParameterRange& range, int size) {
  const auto below = [&](Word end) { return end == 0 ? 0 : random.next() % end; };
  if (range.is_power_of_two) {
    const Word steps = log2_exact(std::bit_floor(range.most_tried)) - log2_exact(range.least) + 1;
    return range.least << below(steps);
  }
  const Word room = range.most_tried - range.least;
  // Small numbers while RapidCheck's size is, and of these the edges and powers of two more often.
  const Word end = std::min<Word>(room, static_cast<Word>(size)) + 1;
  switch (below(8)) {
    case 0:
      return range.least;
    case 1:
      return range.most_tried;
    case 2:
    case 3:
      return std::clamp(
          Word{1} << below(log2_ceil(range.most_tried + 1) + 1), range.least, range.most_tried);
    case 4:
      return range.least + below(room + 1);
    default:
      return range.least + below(end);
  }
}

// Smaller numbers that keep to the range, the smallest first: the first few, then halfway and so
// on.
Values smaller(const ParameterRange& range, Word value) {
  constexpr Word kFirst = 16;
  Values list;
  if (range.is_power_of_two) {
    for (Word next = range.least; next < value; next <<= 1) list.push_back(next);
    return list;
  }
  for (Word next = range.least; next < value && next - range.least < kFirst; ++next) {
    list.push_back(next);
  }
  for (Word step = value - range.least; step > 0; step /= 2) {
    if (value - step >= range.least + kFirst) list.push_back(value - step);
  }
  return list;
}

// ---- Values of all parameters

rc::Seq<Values> smaller_values(const std::vector<FamilyParameter>& parameters,
                               const Values& values) {
  std::vector<Values> list;
  for (std::size_t i = 0; i < values.size(); ++i) {
    for (const Word number : smaller(parameters[i].range, values[i])) {
      list.push_back(values);
      list.back()[i] = number;
    }
  }
  return rc::seq::fromContainer(list);
}

rc::Gen<Values> values_of(const Family& family) {
  const auto parameters = family.parameters();
  return rc::Gen<Values>([parameters](const rc::Random& random, int size) {
    rc::Random source = random;
    Values values;
    for (const FamilyParameter& parameter : parameters) {
      values.push_back(draw_number(source, parameter.range, size));
    }
    return rc::shrinkable::shrinkRecur(std::move(values), [parameters](const Values& larger) {
      return smaller_values(parameters, larger);
    });
  });
}

class Silent : public rc::detail::TestListener {
  void onTestCaseFinished(const rc::detail::CaseDescription&) override {}
  void onShrinkTried(const rc::detail::CaseDescription&, bool) override {}
  void onTestFinished(const rc::detail::TestMetadata&, const rc::detail::TestResult&) override {}
};

// ---- A trial

std::string quoted(const std::string& text) {
  std::string line = "'";
  for (const char c : text) line += c == '\'' ? std::string("'\\''") : std::string(1, c);
  return line + "'";
}

std::string command_of(const EncodingSubject& subject, const EncodingLaw& law) {
  const std::string claim = law.claim;
  if (claim.empty() || !subject.map()) return "";
  const auto allocation = subject.allocation();
  const auto printed = print_index_map(*subject.map());
  if (!printed || (claim == "in-bounds" && !allocation)) return "";
  return "tileproof prove " + claim + " " + quoted(printed->text) +
         (claim == "in-bounds" ? " --allocation " + std::to_string(*allocation) : "");
}

// Tries a law on one layout after another, and keeps what broke it last: what is made smaller is
// tried later, and what breaks nothing is not kept.
class Trier {
 public:
  Trier(const Family& family, const EncodingLaw& law, const EncodingOperations& operations)
      : family_(family), law_(law), operations_(operations) {}

  enum class Outcome { kKept, kBroken, kDiscarded };
  Outcome try_one(const Values& values) {
    if (family_.broken_rule(values)) {
      ++trial_.discarded;
      return Outcome::kDiscarded;
    }
    const EncodingSubject subject(family_, values);
    const LawResult result = law_.check(subject, operations_);
    ++trial_.tried;
    if (result.applied) ++trial_.applied;
    if (result.holds) return Outcome::kKept;
    const std::string first = trial_.failure ? trial_.failure->found_on : subject.text();
    trial_.failure = EncodingFailure{
        values, subject.text(), result.what_broke, first, command_of(subject, law_)};
    return Outcome::kBroken;
  }

  Trial ended(bool gave_up) && {
    if (trial_.failure) return std::move(trial_);
    if (gave_up || trial_.tried == 0) {
      trial_.nothing_shown = "of " + std::to_string(trial_.tried + trial_.discarded) +
                             " draws only " + std::to_string(trial_.tried) +
                             " keep the rules of the parameters";
    } else if (trial_.applied == 0) {
      trial_.nothing_shown = "the law says nothing of any layout that was tried";
    }
    return std::move(trial_);
  }

 private:
  const Family& family_;
  const EncodingLaw& law_;
  const EncodingOperations& operations_;
  Trial trial_;
};

}  // namespace

Trial try_law(const Family& family, const EncodingLaw& law, const TrialOptions& options) {
  Trier trier(family, law, options.operations);
  std::exception_ptr bug;
  const auto property = [&] {
    using rc::detail::CaseResult;
    const Values values = *values_of(family);
    auto outcome = Trier::Outcome::kKept;
    try {
      if (!bug) outcome = trier.try_one(values);
    } catch (...) {
      bug = std::current_exception();  // RapidCheck would take it for a failure
    }
    if (outcome == Trier::Outcome::kDiscarded) throw CaseResult(CaseResult::Type::Discard, "");
    if (outcome == Trier::Outcome::kBroken) throw CaseResult(CaseResult::Type::Failure, "");
  };
  rc::detail::TestParams params;
  params.seed = options.seed;
  params.maxSuccess = std::max(1, options.cases / law.one_in);
  Silent silent;
  const std::unordered_map<std::string, rc::detail::Reproduce> nothing_to_repeat;
  const auto result = rc::detail::checkTestable(
      property, rc::detail::TestMetadata{}, params, silent, nothing_to_repeat);
  if (bug) std::rethrow_exception(bug);
  return std::move(trier).ended(result.is<rc::detail::GaveUpResult>());
}

Trial try_small(const Family& family,
                const EncodingLaw& law,
                int values,
                const EncodingOperations& operations) {
  Trier trier(family, law, operations);
  const auto& parameters = family.parameters();
  const auto next = [&](std::size_t i, Word number) {
    return parameters[i].range.is_power_of_two ? number << 1 : number + 1;
  };
  Values at;
  std::vector<int> steps(parameters.size(), 0);
  for (const FamilyParameter& parameter : parameters) at.push_back(parameter.range.least);
  while (trier.try_one(at) != Trier::Outcome::kBroken) {
    std::size_t k = at.size();
    for (; k > 0; --k) {
      at[k - 1] = next(k - 1, at[k - 1]);
      if (++steps[k - 1] < values && at[k - 1] <= parameters[k - 1].range.most_tried) break;
      at[k - 1] = parameters[k - 1].range.least;
      steps[k - 1] = 0;
    }
    if (k == 0) break;
  }
  return std::move(trier).ended(false);
}

std::string explain(const Family& family, const EncodingLaw& law, const EncodingFailure& failure) {
  std::string text = failure.layout + " breaks " + law.number + " " + law.name + "\n    " +
                     law.sentence + "\n    " + failure.what_broke + "\n";
  if (failure.found_on != failure.layout) {
    const auto first = family.parse(failure.found_on).value();
    std::string names;
    for (std::size_t i = 0; i < first.size(); ++i) {
      if (first[i] != failure.values[i])
        names += (names.empty() ? "" : ", ") + family.parameters()[i].name;
    }
    text += "    found on " + failure.found_on + ", made smaller in " + names + "\n";
  }
  if (!failure.command.empty()) {
    text += "again, with the program tileproof alone:\n    " + failure.command + "\n";
  }
  return text;
}

}  // namespace tileproof::laws
