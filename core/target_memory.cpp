// How much shared memory may one block have?  A row for each architecture, with its evidence.
#include <array>

#include "core/target.hpp"

namespace tileproof {
namespace {

using Level = Evidence::Level;

struct Row {
  std::string_view architecture;  // or how those of a family begin
  Word kibibytes;
  Level level;
  const char* source;
};

// Of a multiprocessor, less the KiB of each block that is reserved from cuda:80 on.
constexpr const char* kCuda = "CUDA 13.0, cuda_occupancy.h";
constexpr const char* kLlvm = "LLVM, AMDGPU, addressable local memory";

// The longest that an architecture's name begins with.
constexpr std::array<Row, 21> kRows{{
    {"70", 96, Level::kDocumented, kCuda},          {"72", 96, Level::kDocumented, kCuda},
    {"75", 64, Level::kDocumented, kCuda},          {"80", 163, Level::kDocumented, kCuda},
    {"86", 99, Level::kDocumented, kCuda},          {"87", 163, Level::kDocumented, kCuda},
    {"88", 99, Level::kDocumented, kCuda},          {"89", 99, Level::kDocumented, kCuda},
    {"90", 227, Level::kDocumented, kCuda},         {"100", 227, Level::kDocumented, kCuda},
    {"101", 227, Level::kDocumented, kCuda},        {"103", 227, Level::kDocumented, kCuda},
    {"110", 227, Level::kDocumented, kCuda},        {"120", 99, Level::kDocumented, kCuda},
    {"121", 99, Level::kDocumented, kCuda},         {"gfx9", 64, Level::kCompilerSource, kLlvm},
    {"gfx950", 160, Level::kCompilerSource, kLlvm}, {"gfx10", 64, Level::kCompilerSource, kLlvm},
    {"gfx11", 64, Level::kCompilerSource, kLlvm},   {"gfx12", 64, Level::kCompilerSource, kLlvm},
    {"gfx125", 320, Level::kCompilerSource, kLlvm},
}};

const Row& row_of(const Target& target) {
  const Row* best = nullptr;
  for (const Row& row : kRows) {
    const bool is_longer = best == nullptr || row.architecture.size() > best->architecture.size();
    if (target.architecture().starts_with(row.architecture) && is_longer) best = &row;
  }
  TP_CHECK(best != nullptr, "a target without a row: " + target.name());
  return *best;
}

}  // namespace

Word Target::shared_bytes() const { return row_of(*this).kibibytes * 1024; }

Evidence Target::shared_bytes_evidence() const {
  const Row& row = row_of(*this);
  return {row.level, row.source};
}

}  // namespace tileproof
