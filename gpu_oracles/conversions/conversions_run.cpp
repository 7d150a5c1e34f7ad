#include "gpu_oracles/conversions/conversions_run.hpp"

#include <algorithm>
#include <atomic>
#include <chrono>
#include <sstream>
#include <thread>

#include "gpu_oracles/conversions/conversions_device.hpp"
#include "gpu_oracles/conversions/conversions_replay.hpp"
#include "gpu_oracles/conversions/draw_conversion.hpp"
#include "gpu_oracles/conversions/plan_moves.hpp"

namespace tileproof::oracles {
namespace {

constexpr std::uint64_t kConversions = 100'000;
constexpr std::uint64_t kInFull = 300;
constexpr std::size_t kMaxElementsInFull = 512;
constexpr std::uint64_t kInBatch = 4'000;
constexpr std::uint64_t kInLine = 1'000;

double seconds_since(std::chrono::steady_clock::time_point start) {
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
}

// A conversion with all that the host knows of it before and after the device's answer.
struct Case {
  Conversion conversion;
  ConversionModel model;
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

// Draws, plans and runs the conversions of a batch, and compares every byte that they left behind.
Result<std::vector<Case>> run_cases(std::vector<Conversion> conversions,
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
    one.agrees = std::ranges::equal(bytes, expected_bytes(one.model, element_bytes));
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
Result<std::string> shrink(Conversion conversion) {
  Times times;
  while (true) {
    TP_TRY(cases, run_cases(simpler(conversion), times, nullptr));
    const auto worse =
        std::find_if(cases.begin(), cases.end(), [](const Case& one) { return !one.agrees; });
    if (worse == cases.end()) break;
    conversion = worse->conversion;
  }
  std::vector<nlohmann::json> results;
  TP_TRY(cases, run_cases({conversion}, times, &results));
  const Observation observation{to_json(conversion), results[0]};
  TP_TRY(difference, replay_conversions(observation));
  return observation.in.dump() + " by " + cases[0].instructions + ": " +
         difference.value_or("agrees when it is asked again");
}

std::optional<Error> note_differences(const std::vector<Case>& cases, RunReport& report) {
  for (const Case& one : cases) {
    if (one.agrees) continue;
    if (report.differences.empty()) {
      const auto shrunk = shrink(one.conversion);
      if (!shrunk) return shrunk.error();
      report.differences.push_back(*shrunk);
    }
    report.differences.push_back(to_string(one.conversion) + ": " + one.instructions);
  }
  return std::nullopt;
}

std::optional<Error> run_batches(const RunRequest& request,
                                 std::uint64_t count,
                                 ObservationWriter* writer,
                                 RunReport& report) {
  const auto lanes = lanes_of_a_wave();
  if (!lanes) return lanes.error();
  Times times;
  const auto start = std::chrono::steady_clock::now();
  std::uint64_t done = 0;
  while (done < count && seconds_since(start) < request.budget_seconds) {
    const std::uint64_t in_batch = std::min(kInBatch, count - done);
    auto cases = run_cases(draw({request.seed, done, in_batch, *lanes}), times, nullptr);
    if (!cases) return cases.error();
    if (const auto error = note_differences(*cases, report)) return error;
    for (std::uint64_t i = 0; writer != nullptr && i < in_batch; i += kInLine) {
      const ConversionBatch batch{request.seed, done + i, std::min(kInLine, in_batch - i), *lanes};
      BatchHashes hashes;
      std::uint64_t texts = 0;
      for (std::uint64_t k = 0; k < batch.count; ++k) {
        const Case& one = (*cases)[i + k];
        texts = hash_of_texts(texts, to_string(one.conversion));
        hashes.add(one.hash);
      }
      writer->write({to_json(batch, texts), hashes.to_json()});
    }
    done += in_batch;
  }
  const double all = seconds_since(start);
  std::ostringstream text;
  text << done << " conversions in " << all << " s, " << static_cast<double>(done) / all
       << " a second: on the host " << times.host_seconds << " s, on the device "
       << times.device_seconds << " s with copies, " << times.kernel_seconds << " s in kernels";
  report.figures.push_back(text.str());
  report.observations += done;
  return std::nullopt;
}

// Small conversions, of indices that the batches do not have.
std::optional<Error> write_in_full(const RunRequest& request,
                                   ObservationWriter& writer,
                                   RunReport& report) {
  const auto lanes = lanes_of_a_wave();
  if (!lanes) return lanes.error();
  std::vector<Conversion> chosen;
  for (std::uint64_t i = kConversions; chosen.size() < kInFull; ++i) {
    Conversion conversion = draw_conversion(request.seed, i, *lanes);
    Word elements = 1;
    for (const Word size : conversion.shape) elements *= size;
    if (elements <= kMaxElementsInFull) chosen.push_back(std::move(conversion));
  }
  Times times;
  std::vector<nlohmann::json> results;
  auto cases = run_cases(std::move(chosen), times, &results);
  if (!cases) return cases.error();
  for (std::size_t i = 0; i < cases->size(); ++i) {
    writer.write({to_json((*cases)[i].conversion), results[i]});
  }
  report.observations += cases->size();
  return note_differences(*cases, report);
}

}  // namespace

Result<RunReport> run_conversions(const RunRequest& request, const ObservationHeader& header) {
  RunReport report;
  if (!request.against.empty()) {
    if (const auto error =
            run_batches(request, request.cases.value_or(kConversions), nullptr, report))
      return *error;
    return report;
  }
  const std::string path = request.folder + "/conversions.jsonl";
  TP_TRY(writer, ObservationWriter::create(path, header));
  if (const auto error = write_in_full(request, writer, report)) return *error;
  if (const auto error =
          run_batches(request, request.cases.value_or(kConversions), &writer, report))
    return *error;
  const auto written = writer.finish();
  if (!written) return written.error();
  report.files.push_back(path);
  return report;
}

}  // namespace tileproof::oracles
