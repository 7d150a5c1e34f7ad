#include "gpu_oracles/wavefronts/counters.hpp"

#include <fstream>

#include "core/check.hpp"

namespace tileproof::oracles {
namespace {

using nlohmann::json;

std::string questions_text(std::span<const AccessPattern> patterns, std::size_t digits) {
  std::string text = json{{"digits", digits}}.dump() + "\n";
  for (const AccessPattern& pattern : patterns) text += to_json(pattern).dump() + "\n";
  return text;
}

}  // namespace

CounterKind counter_kind(std::string_view instruction) {
  const std::string_view verb = instruction.substr(0, 2);
  return verb == "ld" ? kLoads : verb == "st" ? kStores : kAtomics;
}

std::vector<CounterLaunch> plan_launches(std::span<const AccessPattern> patterns,
                                         std::size_t digits) {
  TP_CHECK(digits >= 1 && digits <= kMaxDigits, "no launch has that many digits");
  std::vector<CounterLaunch> launches;
  std::array<std::size_t, kCounterKinds> planned{};
  for (std::size_t i = 0; i < patterns.size(); ++i) {
    const CounterKind kind = counter_kind(patterns[i].instruction);
    const std::size_t launch = planned[kind] / digits;
    if (launch == launches.size()) launches.emplace_back();
    launches[launch][kind][planned[kind]++ % digits] = i;
  }
  return launches;
}

Result<std::vector<Counters>> split_sums(std::span<const CounterLaunch> launches,
                                         std::span<const LaunchSums> sums,
                                         std::size_t patterns) {
  std::vector<Counters> counters(patterns);
  for (std::size_t i = 0; i < launches.size(); ++i) {
    for (std::size_t kind = 0; kind < kCounterKinds; ++kind) {
      Counters rest = sums[i][kind];
      for (const auto& position : launches[i][kind]) {
        if (position) {
          counters[*position] = {rest.wavefronts % kCounterBase,
                                 rest.bank_conflicts % kCounterBase};
        } else if (rest.wavefronts % kCounterBase != 0 || rest.bank_conflicts % kCounterBase != 0) {
          break;  // a digit that nothing asked for
        }
        rest.wavefronts /= kCounterBase;
        rest.bank_conflicts /= kCounterBase;
      }
      if (rest != Counters{}) {
        return Error{ErrorCode::kInvalid,
                     "launch " + std::to_string(i) + " counted " +
                         std::to_string(sums[i][kind].wavefronts) + " wavefronts and " +
                         std::to_string(sums[i][kind].bank_conflicts) +
                         " conflicts, which its patterns cannot have caused"};
      }
    }
  }
  return counters;
}

Result<std::vector<Counters>> read_counters(std::span<const AccessPattern> patterns,
                                            std::size_t digits,
                                            const std::string& folder,
                                            const std::string& self) {
  const auto launches = plan_launches(patterns, digits);
  TP_TRY(sums,
         count_events({"wavefronts", "count_accesses", Events::kAll, folder, self},
                      questions_text(patterns, digits),
                      launches.size()));
  return split_sums(launches, sums, patterns.size());
}

Result<Questions> read_questions(const std::string& path) {
  std::ifstream stream(path);
  std::string line;
  std::getline(stream, line);
  const json first = json::parse(line, nullptr, /*allow_exceptions=*/false);
  const std::size_t digits = first.is_object() ? first.value("digits", std::size_t{0}) : 0;
  if (digits < 1 || digits > kMaxDigits) {
    return Error{ErrorCode::kSyntax, path + " is no file of patterns"};
  }
  Questions questions{{}, digits};
  while (std::getline(stream, line)) {
    TP_TRY(pattern, parse_pattern(json::parse(line, nullptr, /*allow_exceptions=*/false)));
    questions.patterns.push_back(std::move(pattern));
  }
  return questions;
}

}  // namespace tileproof::oracles
