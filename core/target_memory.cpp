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

constexpr const char* kNvidiaGuide = "CUDA C++ Programming Guide, compute capabilities";
constexpr const char* kAmdManuals = "AMD's instruction set manuals";

// The longest that an architecture's name begins with.
constexpr std::array<Row, 21> kRows{{
    {"70", 96, Level::kDocumented, kNvidiaGuide},
    {"72", 96, Level::kDocumented, kNvidiaGuide},
    {"75", 64, Level::kDocumented, kNvidiaGuide},
    {"80", 163, Level::kDocumented, kNvidiaGuide},
    {"86", 99, Level::kDocumented, kNvidiaGuide},
    {"87", 163, Level::kDocumented, kNvidiaGuide},
    {"88", 99, Level::kAssumed, "as on cuda:86"},
    {"89", 99, Level::kDocumented, kNvidiaGuide},
    {"90", 227, Level::kDocumented, kNvidiaGuide},
    {"100", 227, Level::kDocumented, kNvidiaGuide},
    {"101", 227, Level::kDocumented, kNvidiaGuide},
    {"103", 227, Level::kDocumented, kNvidiaGuide},
    {"110", 227, Level::kDocumented, kNvidiaGuide},
    {"120", 99, Level::kDocumented, kNvidiaGuide},
    {"121", 99, Level::kDocumented, kNvidiaGuide},
    {"gfx9", 64, Level::kDocumented, kAmdManuals},
    {"gfx950", 160, Level::kDocumented, "AMD CDNA 4 instruction set manual"},
    {"gfx10", 64, Level::kDocumented, kAmdManuals},
    {"gfx11", 64, Level::kDocumented, kAmdManuals},
    {"gfx12", 64, Level::kDocumented, kAmdManuals},
    {"gfx125", 320, Level::kCompilerSource, "LLVM, AMDGPU"},
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
