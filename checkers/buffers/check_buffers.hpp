// Does a plan of buffers keep its promise?  What is asked of it, and in which order, is said in
// docs/buffers.md.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "checkers/buffers/finding.hpp"
#include "checkers/limits/limits.hpp"
#include "encodings/buffers/plan.hpp"

namespace tileproof::buffers {

// Where everything lies; nothing is known of a storage for which the compiler assigns no offsets.
struct StorageExtent {
  std::string name;
  Memory memory = Memory::kShared;
  std::optional<Word> size = {};
};
struct AllocationExtent {
  std::string name;
  std::string storage;
  Word size = 0;
  std::vector<Word> begins = {};  // of the first buffers, kMostListed at most
};
inline constexpr Word kMostListed = 64;

struct BufferReport {
  std::vector<BufferFinding> findings = {};
  std::vector<StorageExtent> storages = {};
  std::vector<AllocationExtent> allocations = {};
  std::vector<std::string> remarks = {};

  // The worst: refuted, else unknown, else proved.
  [[nodiscard]] const char* verdict() const;
};

BufferReport check_buffers(const Plan& plan, const Limits& limits = {});

}  // namespace tileproof::buffers
