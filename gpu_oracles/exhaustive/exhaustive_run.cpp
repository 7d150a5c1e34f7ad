// How is a layout asked about on a device?  Its kernels are compiled, then they visit all points.
#include <chrono>
#include <sstream>

#include "gpu_oracles/exhaustive/draw_questions.hpp"
#include "gpu_oracles/exhaustive/exhaustive_replay.hpp"
#include "gpu_oracles/exhaustive/kernel_source.hpp"
#include "gpu_oracles/exhaustive/smaller_questions.hpp"
#include "gpu_oracles/runner/reproducer.hpp"
#include "gpu_oracles/runner/runtime_compiler.hpp"
#include "gpu_oracles/shrink_case.hpp"

namespace tileproof::oracles {
namespace {

using Json = nlohmann::json;

constexpr Word kMaxValues = Word{1} << 37;
constexpr Word kSmall = 400;  // questions

struct KernelCompiler {
  RuntimeCompiler compiler;
  std::string architecture;

  [[nodiscard]] Result<CompiledLayout> compile(const std::string& source, Word points) const {
    TP_TRY(code, compiler.compile(source, architecture));
    return CompiledLayout{code, points};
  }
  [[nodiscard]] Result<CompiledLayout> compile(const FlatMap& map, Kernels kernels) const {
    return compile(kernel_source(map, kernels), map.points);
  }
};

Result<KernelCompiler> find_compiler() {
  TP_TRY(architecture, device_architecture());
  TP_TRY(compiler, RuntimeCompiler::find(device_platform()));
  return KernelCompiler{compiler, architecture};
}

// One bit for each value that can be.
Result<Word> value_limit(const KernelCompiler& compiler, const FlatMap& map) {
  if (map.largest < kMaxValues) return map.largest + 1;
  TP_TRY(compiled, compiler.compile(map, Kernels::kFind));
  TP_TRY(largest, find_largest(compiled));
  if (largest < kMaxValues) return largest + 1;
  return Error{ErrorCode::kUnsupported,
               "an offset of " + std::to_string(largest) + " needs more than 16 GiB of bits"};
}

struct Answer {
  Json out;
  double milliseconds = 0;
};

Result<Answer> ask(const KernelCompiler& compiler, const ExhaustiveQuestion& question) {
  const IndexMap& map = question.layout;
  TP_TRY(flat, flatten(map));
  if (question.other) {
    TP_TRY(other, flatten(*question.other, flat.axis_order));
    TP_TRY(compiled, compiler.compile(comparing_source(flat, other), flat.points));
    TP_TRY(comparison, compare(compiled));
    return Answer{to_json(map, flat, comparison), comparison.milliseconds};
  }
  TP_TRY(limit, value_limit(compiler, flat));
  TP_TRY(compiled, compiler.compile(flat, Kernels::kCount));
  TP_TRY(counts, count_values(compiled, limit));
  std::optional<Collision> collision;
  if (counts.distinct != map.points()) {
    TP_TRY(finding, compiler.compile(flat, Kernels::kFind));
    TP_TRY(found, find_collision(finding, limit));
    collision = found;
  }
  return Answer{to_json(map, flat, counts, collision), counts.milliseconds()};
}

Result<Answer> ask(const KernelCompiler& compiler, const Json& in) {
  TP_TRY(question, parse_question(in));
  return ask(compiler, question);
}

std::string figure(const Json& in, const Answer& answer) {
  std::ostringstream text;
  text << in.at("question").get<std::string>() << " " << in.at("layout").get<std::string>() << ": "
       << answer.out.at("points").get<Word>() << " points in " << answer.milliseconds << " ms, "
       << answer.out.at("points").get<double>() / answer.milliseconds / 1e6 << " G points/s";
  return text.str();
}

Result<std::string> limits_figure(Word points) {
  TP_TRY(limits, time_bitmap(points));
  std::ostringstream text;
  text << "the device's limits for " << points << " bits: clear " << limits.clear_milliseconds
       << " ms, count " << limits.count_milliseconds << " ms, set by whole words "
       << limits.set_words_milliseconds << " ms, set bit by bit in scattered sectors "
       << limits.set_scattered_milliseconds << " ms";
  return text.str();
}

Result<RunReport> run_against_model(const KernelCompiler& compiler,
                                    const RunRequest& request,
                                    const ObservationHeader& header) {
  TP_TRY(model, offset_model_choice().find(request.against));
  RunReport report;
  Draws draws(request.seed);
  const auto difference_of = [&](const Json& in) -> Result<Difference> {
    TP_TRY(answer, ask(compiler, in));
    ++report.observations;
    return replay_exhaustive({in, answer.out}, *model);
  };
  for (Word i = request.cases.value_or(kSmall); i > 0; --i) {
    const Json in = draw_small(draws);
    TP_TRY(difference, difference_of(in));
    if (!difference) continue;
    TP_TRY(smallest,
           shrink_case(in, smaller_questions, one_by_one([&](const Json& one) -> Result<bool> {
                         TP_TRY(shown, difference_of(one));
                         return shown.has_value();
                       })));
    TP_TRY(answer, ask(compiler, smallest));
    const Observation observation{smallest, answer.out};
    TP_TRY(shown, replay_exhaustive(observation, *model));
    const std::string text = smallest.dump() + ": " + shown.value_or("gone when asked again");
    if (const auto error = add_reproducer(observation, text, request, header, report)) {
      return *error;
    }
    break;
  }
  return report;
}

Result<RunReport> run_and_write(const KernelCompiler& compiler,
                                const RunRequest& request,
                                const ObservationHeader& header) {
  RunReport report;
  std::vector<Json> questions;
  Draws draws(request.seed);
  const Word small = request.cases.value_or(kSmall);
  for (Word i = 0; i < small; ++i) questions.push_back(draw_small(draws));
  for (Json& in : large_questions()) questions.push_back(std::move(in));
  report.files.push_back(request.folder + "/exhaustive.jsonl");
  TP_TRY(writer, ObservationWriter::create(report.files[0], header));
  for (const Json& in : questions) {
    TP_TRY(answer, ask(compiler, in));
    const Observation observation{in, answer.out};
    TP_TRY(difference, replay_exhaustive(observation));
    if (difference) report.differences.push_back(in.dump() + ": " + *difference);
    writer.write(observation);
    if (answer.out.at("points").get<Word>() > kMaxEnumerated) {
      report.figures.push_back(figure(in, answer));
    }
  }
  TP_TRY(written, writer.finish());
  report.observations = written;
  TP_TRY(limits, limits_figure(Word{1} << 32));
  report.figures.push_back(limits);
  return report;
}

Result<RunReport> run_exhaustive(const RunRequest& request, const ObservationHeader& header) {
  const auto compiler = find_compiler();
  if (!compiler) {
    RunReport report;
    report.skipped = compiler.error().message;
    return report;
  }
  return request.against.empty() ? run_and_write(*compiler, request, header)
                                 : run_against_model(*compiler, request, header);
}

double milliseconds_since(std::chrono::steady_clock::time_point start) {
  return std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - start)
      .count();
}

// The least of a few rounds: the device's clock rises with work.
Result<ValueCounts> quickest_count(const CompiledLayout& compiled, Word limit) {
  constexpr unsigned kRounds = 10;
  TP_TRY(quickest, count_values(compiled, limit));
  for (unsigned round = 1; round < kRounds; ++round) {
    TP_TRY(counts, count_values(compiled, limit));
    if (counts.milliseconds() < quickest.milliseconds()) quickest = counts;
  }
  return quickest;
}

std::vector<std::string> lines_of(const Json& report) {
  const Json& times = report.at("milliseconds");
  std::ostringstream lines[4];
  lines[0] << report.at("layout").get<std::string>() << ": " << report.at("points")
           << " points evaluated, " << report.at("distinct") << " values, of which the largest is "
           << report.at("largest");
  lines[1] << "context " << times.at("context").get<double>() << " ms; compiled by "
           << report.at("compiler").get<std::string>() << " for "
           << report.at("architecture").get<std::string>() << " in "
           << times.at("compile").get<double>() << " ms";
  lines[2] << "kernels " << times.at("kernels").get<double>() << " ms: bits cleared in "
           << times.at("clear").get<double>() << ", set in " << times.at("set").get<double>()
           << ", counted in " << times.at("count").get<double>();
  lines[3] << report.at("points").get<double>() / times.at("kernels").get<double>() / 1e6
           << " G points/s";
  std::vector<std::string> texts;
  for (const auto& line : lines) texts.push_back(line.str());
  return texts;
}

Result<TimeReport> time_exhaustive(const TimedLayout& timed, double context_milliseconds) {
  TP_TRY(map, parse_index_map(timed.layout, timed.shape));
  TP_TRY(flat, flatten(map));
  const auto compiler = find_compiler();
  if (!compiler) return TimeReport{{}, {}, compiler.error().message};
  const auto start = std::chrono::steady_clock::now();
  TP_TRY(compiled, compiler->compile(flat, Kernels::kCount));
  const double compile_milliseconds = milliseconds_since(start);
  TP_TRY(limit, value_limit(*compiler, flat));
  TP_TRY(counts, quickest_count(compiled, limit));
  TimeReport report;
  report.json = {{"layout", timed.layout},
                 {"shape", timed.shape},
                 {"points", flat.points},
                 {"distinct", counts.distinct},
                 {"largest", counts.largest},
                 {"sum", counts.sum},
                 {"architecture", compiler->architecture},
                 {"compiler", compiler->compiler.name()},
                 {"milliseconds",
                  {{"context", context_milliseconds},
                   {"compile", compile_milliseconds},
                   {"kernels", counts.milliseconds()},
                   {"clear", counts.clear_milliseconds},
                   {"set", counts.set_milliseconds},
                   {"count", counts.count_milliseconds}}}};
  report.lines = lines_of(report.json);
  return report;
}

}  // namespace

DeviceRun exhaustive_run() { return {.run = run_exhaustive, .time = time_exhaustive}; }

}  // namespace tileproof::oracles
