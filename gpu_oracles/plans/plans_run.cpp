// How is a device asked about programs?  Each is compiled and run on every plane of the tensor's
// bytes as it is; then a second process runs it with each access alone, and its wavefronts are
// counted.
#include <algorithm>
#include <array>
#include <chrono>
#include <fstream>
#include <map>
#include <sstream>

#include "encodings/moves/parse_program.hpp"
#include "gpu_oracles/plans/draw_conversion.hpp"
#include "gpu_oracles/plans/plans_device.hpp"
#include "gpu_oracles/plans/plans_replay.hpp"
#include "gpu_oracles/plans/smaller_conversions.hpp"
#include "gpu_oracles/runner/event_counters.hpp"
#include "gpu_oracles/runner/parallel.hpp"
#include "gpu_oracles/runner/reproducer.hpp"
#include "gpu_oracles/shrink_case.hpp"

namespace tileproof::oracles {
namespace {

constexpr std::uint64_t kCases = 1000;
constexpr std::uint64_t kInBatch = 200;  // that are counted under one profiler
// How many cycles a kernel waits after each access, in launches of which the least count is taken:
// an H100 takes a wavefront in some ten thousands for one of another kind, as the cycles fall out.
constexpr std::array<std::uint32_t, 3> kWaits = {4000, 5300, 7900};

double seconds_since(std::chrono::steady_clock::time_point start) {
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
}

// A program, what was made of it, and what the device answered.
struct Asked {
  ConversionProgram program;
  PlanAnswer answer;
  std::vector<std::uint32_t> wanted;

  [[nodiscard]] Observation observation() const {
    return {to_json(program), to_json(answer, wanted)};
  }
};

std::uint64_t least_count(std::span<const LaunchSums> launches, CounterKind kind) {
  const auto count = [&](const LaunchSums& sums) { return sums[kind].wavefronts; };
  return count(*std::ranges::min_element(launches, {}, count));
}

struct Times {
  double compile_seconds = 0;
  double device_seconds = 0;
  double counter_seconds = 0;
};

class Asker {
 public:
  static Result<Asker> make(const RunRequest& request) {
    TP_TRY(architecture, device_architecture());
    TP_TRY(target, target_of(architecture));
    TP_TRY(compiler, RuntimeCompiler::find(device_platform()));
    return Asker(request, architecture, target, compiler);
  }

  [[nodiscard]] const Target& target() const { return target_; }
  [[nodiscard]] const std::string& compiler() const { return compiler_.name(); }
  [[nodiscard]] const Times& times() const { return times_; }

  // Where the tensor's bytes come.
  Result<std::vector<Asked>> ask(const std::vector<ConversionProgram>& programs) {
    TP_TRY(prepared, prepare(programs, moves::Accesses::kTogether));
    const auto start = std::chrono::steady_clock::now();
    std::vector<Asked> all;
    for (std::size_t i = 0; i < programs.size(); ++i) {
      TP_TRY(asked, run(programs[i], prepared[i]));
      all.push_back(std::move(asked));
    }
    times_.device_seconds += seconds_since(start);
    return all;
  }

  // And what that costs.
  std::optional<Error> count(std::vector<Asked>& all) {
    std::vector<ConversionProgram> programs;
    for (const Asked& one : all) programs.push_back(one.program);
    auto prepared = prepare(programs, moves::Accesses::kEachAlone);
    if (!prepared) return prepared.error();
    std::vector<PlanKernel> kernels;
    for (Prepared& ready : *prepared) kernels.push_back(std::move(ready.kernel));
    const auto start = std::chrono::steady_clock::now();
    const auto sums =
        count_events({"plans", kPlanKernel, Events::kWavefrontsOfLoadsAndStores, folder_, self_},
                     kernels_text(kernels),
                     kernels.size() * kWaits.size());
    if (!sums) return sums.error();
    for (std::size_t i = 0; i < all.size(); ++i) {
      const auto launches = std::span(*sums).subspan(i * kWaits.size(), kWaits.size());
      all[i].answer.wavefronts =
          Wavefronts{least_count(launches, kStores), least_count(launches, kLoads)};
    }
    times_.counter_seconds += seconds_since(start);
    return std::nullopt;
  }

 private:
  struct Prepared {
    TensorBytes source;
    TensorBytes destination;
    PlanKernel kernel;
  };

  Asker(const RunRequest& request,
        std::string architecture,
        Target target,
        const RuntimeCompiler& compiler)
      : folder_(request.folder),
        self_(request.self),
        architecture_(std::move(architecture)),
        target_(std::move(target)),
        compiler_(compiler) {}

  // "sm_90" is cuda:90.
  static Result<Target> target_of(const std::string& architecture) {
    return Target::parse("cuda:" + architecture.substr(architecture.find('_') + 1));
  }

  Result<std::vector<Prepared>> prepare(const std::vector<ConversionProgram>& programs,
                                        moves::Accesses accesses) {
    const auto start = std::chrono::steady_clock::now();
    std::vector<std::optional<Result<Prepared>>> prepared(programs.size());
    for_each_in_parallel(programs.size(),
                         [&](std::size_t i) { prepared[i] = prepare(programs[i], accesses); });
    times_.compile_seconds += seconds_since(start);
    std::vector<Prepared> all;
    for (auto& one : prepared) {
      TP_TRY(ready, *std::move(one));
      all.push_back(std::move(ready));
    }
    return all;
  }

  [[nodiscard]] Result<Prepared> prepare(const ConversionProgram& asked,
                                         moves::Accesses accesses) const {
    const auto& [conversion, program] = asked;
    TP_TRY(source, defined_bytes(conversion.source, conversion.shape, program));
    TP_TRY(destination, defined_bytes(conversion.destination, conversion.shape, program));
    TP_TRY(kernel,
           compile_kernel(program, source, destination, accesses, compiler_, architecture_));
    return Prepared{std::move(source), std::move(destination), std::move(kernel)};
  }

  static Result<Asked> run(const ConversionProgram& program, const Prepared& ready) {
    const PlanKernel& kernel = ready.kernel;
    std::vector<std::vector<std::uint32_t>> sources;
    for (unsigned plane = 0; plane < planes_of(program.conversion); ++plane) {
      sources.push_back(plane_words(ready.source, kernel.source_registers, plane));
    }
    TP_TRY(left, run_kernel(kernel, sources));
    PlanAnswer answer{found_bytes(ready.destination, kernel.destination_registers, left), {}};
    return Asked{program, std::move(answer), wanted_bytes(ready.destination)};
  }

  std::string folder_;
  std::string self_;
  std::string architecture_;
  Target target_;
  RuntimeCompiler compiler_;
  Times times_;
};

std::vector<PlannedConversion> draw(std::uint64_t seed,
                                    std::uint64_t first,
                                    std::uint64_t count,
                                    const Target& target) {
  std::vector<std::optional<PlannedConversion>> drawn(count);
  for_each_in_parallel(count,
                       [&](std::size_t i) { drawn[i] = draw_conversion(seed, first + i, target); });
  std::vector<PlannedConversion> list;
  for (auto& one : drawn) list.push_back(*std::move(one));
  return list;
}

Result<std::string> text_of_file(const std::string& path) {
  std::ifstream stream(path, std::ios::binary);
  std::ostringstream text;
  text << stream.rdbuf();
  if (!stream || !text) return Error{ErrorCode::kIo, "cannot read " + path};
  return text.str();
}

// The conversions of a file, planned.
Result<std::vector<PlannedConversion>> read_conversions(const std::string& file,
                                                        const Target& target) {
  TP_TRY(text, text_of_file(file));
  std::istringstream lines(text);
  std::vector<PlannedConversion> list;
  for (auto [number, line] = std::pair(1, std::string()); std::getline(lines, line); ++number) {
    const auto in = nlohmann::json::parse(line, nullptr, false);
    const auto conversion =
        in.is_object() ? parse_conversion(in) : Error{ErrorCode::kSyntax, "no JSON object"};
    auto one = conversion ? planned(*conversion, target) : conversion.error();
    if (!one) {
      return Error{one.error().code,
                   file + ":" + std::to_string(number) + ": " + one.error().message};
    }
    list.push_back(*std::move(one));
  }
  return list;
}

std::vector<ConversionProgram> programs_of(const std::vector<PlannedConversion>& list) {
  std::vector<ConversionProgram> programs;
  for (const PlannedConversion& one : list) programs.push_back(one.asked);
  return programs;
}

// The position of the first that differs from the model, if one does.
Result<std::optional<std::size_t>> first_difference(const std::vector<Asked>& all,
                                                    const PlanModel& model) {
  for (std::size_t i = 0; i < all.size(); ++i) {
    TP_TRY(difference, replay_plans(all[i].observation(), model));
    if (difference) return std::optional(i);
  }
  return std::optional<std::size_t>();
}

// The smallest conversion that still differs; `counts` if it may differ in its wavefronts alone.
Result<Asked> smallest(Asker& asker, const Asked& one, bool counts, const PlanModel& model) {
  const auto ask =
      [&](const std::vector<ConversionProgram>& programs) -> Result<std::vector<Asked>> {
    TP_TRY(all, asker.ask(programs));
    if (counts && !all.empty()) {
      if (auto error = asker.count(all)) return *std::move(error);
    }
    return std::move(all);
  };
  const auto smaller = [&](const ConversionProgram& larger) {
    return programs_of(smaller_conversions(larger.conversion, asker.target()));
  };
  const auto first_shown =
      [&](std::span<const ConversionProgram> cases) -> Result<std::optional<std::size_t>> {
    TP_TRY(all, ask({cases.begin(), cases.end()}));
    return first_difference(all, model);
  };
  TP_TRY(least, shrink_case(one.program, smaller, first_shown));
  TP_TRY(again, ask({least}));
  return std::move(again.front());
}

std::string figure(std::uint64_t done, double seconds, const Asker& asker) {
  std::ostringstream text;
  const Times& times = asker.times();
  text << done << " programs in " << seconds << " s: compiled by " << asker.compiler() << " in "
       << times.compile_seconds << " s, run in " << times.device_seconds << " s, counted in "
       << times.counter_seconds << " s";
  return text.str();
}

Result<RunReport> run_against_model(Asker& asker,
                                    const RunRequest& request,
                                    const ObservationHeader& header) {
  TP_TRY(model, plan_model_choice().find(request.against));
  RunReport report;
  const auto start = std::chrono::steady_clock::now();
  const std::uint64_t count = request.cases.value_or(kCases);
  while (report.observations < count && seconds_since(start) < request.budget_seconds) {
    const std::uint64_t in_batch = std::min(kInBatch, count - report.observations);
    TP_TRY(
        all,
        asker.ask(programs_of(draw(request.seed, report.observations, in_batch, asker.target()))));
    report.observations += in_batch;
    TP_TRY(found, first_difference(all, *model));
    const bool counts = !found;
    if (counts) {
      if (auto error = asker.count(all)) return *std::move(error);
      TP_TRY(costlier, first_difference(all, *model));
      found = costlier;
    }
    if (!found) continue;
    TP_TRY(least, smallest(asker, all[*found], counts, *model));
    const Observation observation = least.observation();
    TP_TRY(difference, replay_plans(observation, *model));
    const std::string text = difference.value_or("agrees when it is asked again");
    if (auto error = add_reproducer(observation, text, request, header, report)) {
      return *std::move(error);
    }
    break;
  }
  report.figures.push_back(figure(report.observations, seconds_since(start), asker));
  return report;
}

Result<RunReport> run_and_write(Asker& asker,
                                const RunRequest& request,
                                const ObservationHeader& header) {
  RunReport report;
  std::vector<PlannedConversion> given;
  if (!request.conversions.empty()) {
    TP_TRY(list, read_conversions(request.conversions, asker.target()));
    given = std::move(list);
  }
  report.files.push_back(request.folder + "/plans.jsonl");
  TP_TRY(writer, ObservationWriter::create(report.files[0], header));
  const auto start = std::chrono::steady_clock::now();
  const std::uint64_t count = given.empty() ? request.cases.value_or(kCases) : given.size();
  std::map<std::string, std::uint64_t> kinds;
  std::uint64_t done = 0;
  while (done < count && seconds_since(start) < request.budget_seconds) {
    const std::uint64_t in_batch = std::min(kInBatch, count - done);
    const auto first = given.begin() + static_cast<std::ptrdiff_t>(given.empty() ? 0 : done);
    const auto batch = given.empty()
                           ? draw(request.seed, done, in_batch, asker.target())
                           : std::vector(first, first + static_cast<std::ptrdiff_t>(in_batch));
    for (const PlannedConversion& one : batch) ++kinds[to_string(one.kind)];
    TP_TRY(all, asker.ask(programs_of(batch)));
    if (auto error = asker.count(all)) return *std::move(error);
    for (std::uint64_t number = done; const Asked& one : all) {
      const Observation observation = one.observation();
      TP_TRY(difference, replay_plans(observation));
      if (difference) {
        report.differences.push_back("case " + std::to_string(number) + ": " + *difference);
      }
      ++number;
      writer.write(observation);
    }
    done += in_batch;
  }
  TP_TRY(written, writer.finish());
  report.observations = written;
  std::string by_kind = "by their kind:";
  for (const auto& [kind, number] : kinds) by_kind += " " + kind + " " + std::to_string(number);
  report.figures = {figure(done, seconds_since(start), asker), by_kind};
  return report;
}

// Plans of the request's seed, or of its conversions, to plans.jsonl, as far as the budget goes; or
// one that differs from a model, shrunk.
Result<RunReport> run_plans(const RunRequest& request, const ObservationHeader& header) {
  auto asker = Asker::make(request);
  if (!asker) {
    RunReport report;
    report.skipped = asker.error().message;
    return report;
  }
  return request.against.empty() ? run_and_write(*asker, request, header)
                                 : run_against_model(*asker, request, header);
}

Result<ConversionProgram> read_program(const AskedProgram& given) {
  TP_TRY(text, text_of_file(given.file));
  auto program = moves::parse_program(text);
  if (!program) return Error{program.error().code, given.file + ":" + program.error().message};
  TP_TRY(source, triton::parse_layout(given.source));
  TP_TRY(destination, triton::parse_layout(given.destination));
  Conversion conversion;
  conversion.shape = triton::Shape(given.shape.begin(), given.shape.end());
  conversion.element_bits = program->element_bits;
  conversion.source = source;
  conversion.destination = destination;
  return ConversionProgram{std::move(conversion), *std::move(program)};
}

std::string right_bytes_text(const Asked& one) {
  std::size_t right = 0;
  for (std::size_t i = 0; i < one.wanted.size(); ++i) {
    right += one.answer.bytes[i] == one.wanted[i] ? 1 : 0;
  }
  return std::to_string(right) + " of " + std::to_string(one.wanted.size()) +
         " bytes are on the device where the layouts define them";
}

// On the device it may fail, or be right by luck; it is not counted.
RunReport report_refuted(const std::string& why, const Result<std::vector<Asked>>& asked) {
  RunReport report;
  report.observations = 1;
  report.figures.push_back(asked ? right_bytes_text(asked->front())
                                 : "on the device: " + asked.error().message);
  report.differences.push_back("the program is refuted: " + why);
  return report;
}

Result<RunReport> run_one_program(const AskedProgram& given,
                                  const RunRequest& request,
                                  const ObservationHeader& /*header*/) {
  TP_TRY(program, read_program(given));
  TP_TRY(prediction, predict(program));
  RunReport report;
  auto asker = Asker::make(request);
  if (!asker) {
    report.skipped = asker.error().message;
    return report;
  }
  auto asked = asker->ask({program});
  if (prediction.refuted) return report_refuted(*prediction.refuted, asked);
  TP_TRY(all, std::move(asked));
  report.observations = 1;
  report.figures.push_back(right_bytes_text(all[0]));
  if (all[0].answer.bytes == all[0].wanted) {
    if (auto error = asker->count(all)) return *std::move(error);
    const Wavefronts& counted = *all[0].answer.wavefronts;
    report.figures.push_back(std::to_string(counted.stores) + " wavefronts of stores and " +
                             std::to_string(counted.loads) + " of loads were counted");
  }
  TP_TRY(difference, replay_plans(all[0].observation()));
  if (difference) report.differences.push_back(*difference);
  return report;
}

// Launches the kernels of a file with each of kWaits, which a profiler counts.
std::optional<Error> launch_kernels_of(const std::string& file) {
  const auto text = text_of_file(file);
  if (!text) return text.error();
  const auto kernels = parse_kernels(*text);
  if (!kernels) return kernels.error();
  for (const PlanKernel& kernel : *kernels) {
    const std::size_t words = kernel.threads * kernel.source_registers;
    std::vector<std::vector<std::uint32_t>> launches;
    for (const std::uint32_t wait : kWaits) launches.emplace_back(words, wait);
    if (const auto left = run_kernel(kernel, launches); !left) return left.error();
  }
  return std::nullopt;
}

}  // namespace

DeviceRun plans_run() {
  return {.run = run_plans, .probe = launch_kernels_of, .program = run_one_program};
}

}  // namespace tileproof::oracles
