// What is an oracle asked to do on a device, and what does it report?
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/result.hpp"
#include "gpu_oracles/observation.hpp"
#include "gpu_oracles/runner/runtime_compiler.hpp"

namespace tileproof::oracles {

struct RunRequest {
  double budget_seconds = 60;
  std::string folder = ".";  // where files go
  std::uint64_t seed = 1;
  // Empty: write the oracle's file of observations.  Else the name of the model that drawn cases
  // are held against (registry.hpp); the first disagreement is shrunk.
  std::string against;
  std::optional<std::uint64_t> cases;  // by default as many as the oracle thinks right
  // A file of cases, one a line as "in" of an observation has it, in the place of drawn ones.
  std::string conversions;
  std::string self;  // a command that starts this program again, for a probe under a profiler
};

struct RunReport {
  std::uint64_t observations = 0;
  // Where device and model disagree: each a text with both answers, the first of them shrunk.
  std::vector<std::string> differences;
  std::vector<std::string> files;    // written
  std::vector<std::string> figures;  // "5,000 patterns in 0.8 s"
  // Why the device was not asked, if it was not: what the oracle needs besides is not there.
  std::optional<std::string> skipped;
};

// A layout whose points are all to be visited, and how long that takes.
struct TimedLayout {
  std::string layout;
  std::vector<std::uint64_t> shape;
};

struct TimeReport {
  nlohmann::json json;
  std::vector<std::string> lines;  // the same for people
  std::optional<std::string> skipped;
};

// A program that somebody wrote, and what it is to do.
struct AskedProgram {
  std::string file;
  std::string source;
  std::string destination;
  std::vector<std::uint64_t> shape;
};

struct DeviceRun {
  Result<RunReport> (*run)(const RunRequest&, const ObservationHeader&);
  // What a second process of this program does under a profiler, for the questions in a file.
  std::optional<Error> (*probe)(const std::string& file) = nullptr;
  // Of an oracle that visits points; with the time that the device took to be there at all.
  Result<TimeReport> (*time)(const TimedLayout&, double context_milliseconds) = nullptr;
  // Of an oracle that runs programs.
  Result<RunReport> (*program)(const AskedProgram&,
                               const RunRequest&,
                               const ObservationHeader&) = nullptr;
};
// lanes_run() ...: each is defined in its folder's file of that name, for the devices that it asks.
#define TP_ORACLE(name, devices, observed, question) DeviceRun name##_run();
#include "gpu_oracles/oracles.def"
#undef TP_ORACLE

// One for each oracle that this program can run; none without CUDA or HIP.
struct DeviceOracle {
  std::string_view name;
  std::string_view source_hash;
  DeviceRun on_device;
};
std::span<const DeviceOracle> device_oracles();

// Why no device can be asked, if none can: "no CUDA-capable device is detected (error 100)".
std::optional<std::string> why_no_device();
// The device's context is made, which the first call that needs it does otherwise.
std::optional<Error> start_device();
// "sm_90", "gfx942:sramecc+:xnack-"
Result<std::string> device_architecture();
// Whose compiler makes code for the device.
DevicePlatform device_platform();
// Lanes that the device executes together: 32, or 64 on AMD's gfx9.
Result<unsigned> lanes_of_a_wave();
// The device and the programs, with the oracle's name and the hash of its sources, and today's
// date.
Result<ObservationHeader> describe_device(const DeviceOracle& oracle);

}  // namespace tileproof::oracles
