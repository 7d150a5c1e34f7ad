#include <algorithm>
#include <atomic>
#include <chrono>
#include <sstream>
#include <thread>

#include "gpu_oracles/conversions/choose_in_full.hpp"
#include "gpu_oracles/conversions/conversions_device.hpp"
#include "gpu_oracles/conversions/conversions_replay.hpp"
#include "gpu_oracles/conversions/draw_conversion.hpp"
#include "gpu_oracles/conversions/plan_moves.hpp"
#include "gpu_oracles/runner/reproducer.hpp"
#include "gpu_oracles/shrink_case.hpp"

namespace tileproof::oracles {
namespace {

constexpr std::uint64_t kConversions = 100'000;
constexpr std::uint64_t kInBatch = 4'000;
constexpr std::uint64_t kInLine = 1'000;

double seconds_since(std::chrono::steady_clock::time_point start) {
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
}

// A conversion with all that the host knows of it before and after the device's answer.
struct Case {
  Conversion conversion;
  ConversionModel model;  // by the definitions
  std::string instructions;
  std::optional<Error> error;
  std::uint64_t hash = 0;  // of the device's result
  bool agrees = false;
};

// Calls work(i) for each i below count, on all processors.
template <typename Work>
void for_each_in_parallel(std::size_t count, const Work& work) {
  std::atomic<std::size_t> next = 0;
  std::vector<std::thread> threads(std::max(1U, std::thread::hardware_concurrency()));
  for (std::thread& thread : threads) {
    thread = std::thread([&] {
      for (std::size_t i = next++; i < count; i = next++) work(i);
    });
  }
  for (std::thread& thread : threads) thread.join();
}

struct Times {
  double host_seconds = 0;    // drawing, planning, comparing
  double device_seconds = 0;  // copying to the device, running, copying back
  double kernel_seconds = 0;
};

void plan(Case& one, MoveList& list) {
  auto model = defined_model(one.conversion);
  if (!model) {
    one.error = model.error();
    return;
  }
  one.model = std::move(*model);
  Conversion asked = one.conversion;
  asked.uses_matrices = asked.uses_matrices && has_matrix_moves();
  auto planned = plan_moves(asked, one.model);
  if (!planned) {
    one.error = planned.error();
    return;
  }
  one.instructions = std::move(planned->instructions);
  list = std::move(planned->list);
}

// Plans and runs the conversions of a batch, and compares every byte that they left behind with
// what `model_of` says; the moves are planned by the definitions.
Result<std::vector<Case>> run_cases(std::vector<Conversion> conversions,
                                    const ModelOf& model_of,
                                    Times& times,
                                    std::vector<nlohmann::json>* in_full) {
  auto start = std::chrono::steady_clock::now();
  std::vector<Case> cases(conversions.size());
  std::vector<MoveList> lists(conversions.size());
  for_each_in_parallel(cases.size(), [&](std::size_t i) {
    cases[i].conversion = std::move(conversions[i]);
    plan(cases[i], lists[i]);
  });
  for (const Case& one : cases) {
    if (one.error) {
      return Error{one.error->code, to_string(one.conversion) + ": " + one.error->message};
    }
  }
  times.host_seconds += seconds_since(start);
  start = std::chrono::steady_clock::now();
  TP_TRY(results, run_on_device(lists));
  times.device_seconds += seconds_since(start);
  times.kernel_seconds += results.kernel_milliseconds / 1000;
  start = std::chrono::steady_clock::now();
  if (in_full != nullptr) in_full->resize(cases.size());
  for_each_in_parallel(cases.size(), [&](std::size_t i) {
    Case& one = cases[i];
    const auto bytes = results.of(i);
    const unsigned element_bytes = one.conversion.element_bytes;
    one.hash = hash_bytes(bytes);
    const auto expected = model_of(one.conversion);
    one.agrees = expected && std::ranges::equal(bytes, expected_bytes(*expected, element_bytes));
    if (in_full == nullptr) return;
    (*in_full)[i] = result_json(one.model, element_bytes, bytes);
    (*in_full)[i]["instructions"] = one.instructions;
  });
  times.host_seconds += seconds_since(start);
  return cases;
}

std::vector<Conversion> draw(const ConversionBatch& batch) {
  std::vector<Conversion> conversions(batch.count);
  for_each_in_parallel(batch.count, [&](std::size_t i) {
    conversions[i] = draw_conversion(batch.seed, batch.first + i, batch.warp_lanes);
  });
  return conversions;
}

// The simpler conversions nearest to one: without matrices, by single elements, of half a side.
std::vector<Conversion> simpler(const Conversion& conversion) {
  std::vector<Conversion> list;
  if (conversion.uses_matrices) {
    list.push_back(conversion);
    list.back().uses_matrices = false;
  }
  for (const auto field : {&Conversion::store_bytes, &Conversion::load_bytes}) {
    if (conversion.*field == 1) continue;
    list.push_back(conversion);
    list.back().*field = 1;
  }
  for (std::size_t d = 0; d < conversion.shape.size(); ++d) {
    if (conversion.shape[d] == 1) continue;
    Conversion half = conversion;
    half.shape[d] /= 2;
    const auto model = defined_model(half);
    if (model && plan_moves(half, *model)) list.push_back(std::move(half));
  }
  return list;
}

// The disagreement that is left when no simpler conversion disagrees, in full.
Result<Observation> shrink(const Conversion& conversion, const ModelOf& model_of) {
  Times times;
  const auto first_worse =
      [&](std::span<const Conversion> asked) -> Result<std::optional<std::size_t>> {
    TP_TRY(cases, run_cases({asked.begin(), asked.end()}, model_of, times, nullptr));
    const auto worse =
        std::find_if(cases.begin(), cases.end(), [](const Case& one) { return !one.agrees; });
    if (worse == cases.end()) return std::optional<std::size_t>();
    return std::optional(static_cast<std::size_t>(worse - cases.begin()));
  };
  TP_TRY(smallest, shrink_case(conversion, simpler, first_worse));
  std::vector<nlohmann::json> results;
  TP_TRY(cases, run_cases({smallest}, model_of, times, &results));
  return Observation{to_json(cases[0].conversion), results[0]};
}

void note_differences(const std::vector<Case>& cases, RunReport& report) {
  for (const Case& one : cases) {
    if (!one.agrees) {
      report.differences.push_back(to_string(one.conversion) + ": " + one.instructions);
    }
  }
}

std::string figure(std::uint64_t done, double all_seconds, const Times& times) {
  std::ostringstream text;
  text << done << " conversions in " << all_seconds << " s, "
       << static_cast<double>(done) / all_seconds << " a second: on the host " << times.host_seconds
       << " s, on the device " << times.device_seconds << " s with copies, " << times.kernel_seconds
       << " s in kernels";
  return text.str();
}

std::optional<Error> run_batches(const RunRequest& request,
                                 std::uint64_t count,
                                 ObservationWriter& writer,
                                 RunReport& report) {
  const auto lanes = lanes_of_a_wave();
  if (!lanes) return lanes.error();
  Times times;
  const auto start = std::chrono::steady_clock::now();
  std::uint64_t done = 0;
  while (done < count && seconds_since(start) < request.budget_seconds) {
    const std::uint64_t in_batch = std::min(kInBatch, count - done);
    auto cases =
        run_cases(draw({request.seed, done, in_batch, *lanes}), defined_model, times, nullptr);
    if (!cases) return cases.error();
    note_differences(*cases, report);
    for (std::uint64_t i = 0; i < in_batch; i += kInLine) {
      const ConversionBatch batch{request.seed, done + i, std::min(kInLine, in_batch - i), *lanes};
      BatchHashes hashes;
      std::uint64_t texts = 0;
      for (std::uint64_t k = 0; k < batch.count; ++k) {
        const Case& one = (*cases)[i + k];
        texts = hash_of_texts(texts, to_string(one.conversion));
        hashes.add(one.hash);
      }
      writer.write({to_json(batch, texts), hashes.to_json()});
    }
    done += in_batch;
  }
  report.figures.push_back(figure(done, seconds_since(start), times));
  report.observations += done;
  return std::nullopt;
}

// Of indices that the batches do not have.
std::optional<Error> write_in_full(const RunRequest& request,
                                   ObservationWriter& writer,
                                   RunReport& report) {
  const auto lanes = lanes_of_a_wave();
  if (!lanes) return lanes.error();
  auto chosen = choose_in_full(request.seed, kConversions, *lanes);
  if (!chosen) return chosen.error();
  Times times;
  std::vector<nlohmann::json> results;
  auto cases = run_cases(std::move(*chosen), defined_model, times, &results);
  if (!cases) return cases.error();
  for (std::size_t i = 0; i < cases->size(); ++i) {
    writer.write({to_json((*cases)[i].conversion), results[i]});
  }
  report.observations += cases->size();
  note_differences(*cases, report);
  return std::nullopt;
}

Result<RunReport> run_against_model(const RunRequest& request, const ObservationHeader& header) {
  TP_TRY(model_of, conversion_model_choice().find(request.against));
  TP_TRY(lanes, lanes_of_a_wave());
  RunReport report;
  Times times;
  const auto start = std::chrono::steady_clock::now();
  const std::uint64_t count = request.cases.value_or(kConversions);
  while (report.observations < count && seconds_since(start) < request.budget_seconds) {
    const std::uint64_t in_batch = std::min(kInBatch, count - report.observations);
    const ConversionBatch batch{request.seed, report.observations, in_batch, lanes};
    TP_TRY(cases, run_cases(draw(batch), *model_of, times, nullptr));
    report.observations += in_batch;
    const auto first =
        std::find_if(cases.begin(), cases.end(), [](const Case& one) { return !one.agrees; });
    if (first == cases.end()) continue;
    TP_TRY(observation, shrink(first->conversion, *model_of));
    TP_TRY(difference, replay_conversions(observation, *model_of));
    const std::string text = difference.value_or("agrees when it is asked again");
    if (const auto error = add_reproducer(observation, text, request, header, report)) {
      return *error;
    }
    break;
  }
  report.figures.push_back(figure(report.observations, seconds_since(start), times));
  return report;
}

// 100,000 conversions of the request's seed and 300 small ones in full; against the model, as many
// as are asked for.
Result<RunReport> run_conversions(const RunRequest& request, const ObservationHeader& header) {
  if (!request.against.empty()) return run_against_model(request, header);
  RunReport report;
  report.files.push_back(request.folder + "/conversions.jsonl");
  TP_TRY(writer, ObservationWriter::create(report.files[0], header));
  if (const auto error = write_in_full(request, writer, report)) return *error;
  if (const auto error =
          run_batches(request, request.cases.value_or(kConversions), writer, report)) {
    return *error;
  }
  if (const auto written = writer.finish(); !written) return written.error();
  return report;
}

}  // namespace

DeviceRun conversions_run() { return {run_conversions}; }

}  // namespace tileproof::oracles
