#include "checkers/ttgir/target_instructions.hpp"

#include <algorithm>
#include <array>

namespace tileproof {
namespace {

using Vendor = Target::Vendor;

// Of operations that no row names, all targets of their vendor have what they need, or a rule of
// their own says which do.
//
// Source: what Triton 3.6 and 3.9 compile, for targets of both vendors; of NVIDIA's instructions
// PTX ISA 9.0.
struct Row {
  std::string_view name;
  Vendor vendor;
  bool (*has)(const Target& target);
};

bool copies_asynchronously(const Target& target) { return target.has_async_copies(); }
bool copies_tensors(const Target& target) { return target.has_tensor_copies(); }
bool has_clusters(const Target& target) { return target.cluster_ctas() > 1; }
// Counts what is loaded and not yet there.
bool counts_loads(const Target& target) {
  const std::string_view name = target.architecture();
  return name == "gfx908" || name == "gfx90a" || name.starts_with("gfx94") ||
         name.starts_with("gfx95") || name.starts_with("gfx125");
}
bool is_gfx125(const Target& target) { return target.architecture().starts_with("gfx125"); }

constexpr std::array kRows{
    Row{"async_wait", Vendor::kNvidia, copies_asynchronously},
    Row{"async_commit_group", Vendor::kNvidia, copies_asynchronously},
    Row{"async_tma_store_wait", Vendor::kNvidia, copies_tensors},
    Row{"async_tma_store_token_wait", Vendor::kNvidia, copies_tensors},
    Row{"fence_async_shared", Vendor::kNvidia, copies_tensors},
    Row{"cluster_arrive", Vendor::kNvidia, has_clusters},
    Row{"cluster_wait", Vendor::kNvidia, has_clusters},
    Row{"cluster_barrier", Vendor::kNvidia, has_clusters},
    Row{"fence_mbarrier_init_release_cluster", Vendor::kNvidia, has_clusters},
    Row{"async_wait", Vendor::kAmd, counts_loads},
    Row{"async_copy_local_to_global", Vendor::kAmd, is_gfx125},
    Row{"arrive_barrier", Vendor::kAmd, is_gfx125},
    Row{"async_copy_mbarrier_arrive", Vendor::kAmd, is_gfx125},
};

}  // namespace

bool lacks_instructions(const Target& target, std::string_view name) {
  return std::ranges::any_of(kRows, [&](const Row& row) {
    return row.name == name && row.vendor == target.vendor() && !row.has(target);
  });
}

bool rests_on_instructions(std::string_view name) {
  return std::ranges::find(kRows, name, &Row::name) != kRows.end();
}

}  // namespace tileproof
