// Which GPU is meant, and how does its shared memory serve one instruction of one warp?  The table
// of targets: each row is a rule with its evidence, so a report can say how well a number is known.
#pragma once

#include <boost/container/small_vector.hpp>
#include <span>
#include <string>
#include <string_view>
#include <utility>

#include "core/bits.hpp"
#include "core/result.hpp"

namespace tileproof {

// How a hardware rule is known: `level` says by whom, `source` where to look.
//
//   "measured: NVIDIA H200, tests/data/h200/wavefronts.jsonl.gz (7,000 patterns)"
//
// Only what our own observation files show is measured; another party's measurement is documented.
struct Evidence {
  enum class Level { kMeasured, kDocumented, kCompilerSource, kAssumed };
  Level level = Level::kAssumed;
  std::string source;

  [[nodiscard]] std::string to_string() const;
};

// "measured", "documented", "compiler source" or "assumed"
const char* to_string(Evidence::Level level);

enum class Direction { kLoad, kStore };
const char* to_string(Direction direction);  // "load" or "store"

// The function from the addresses of a warp's lanes to the time that one shared-memory instruction
// takes.  Lanes are served in groups, one group after the other; a group takes as many wavefronts
// as the most distinct 4-byte words that it wants from one bank, where bank = (byte / 4) % banks.
//
// The groups are given by a basis: the first group is the span of these lane numbers under XOR, the
// others are its cosets.
//
//   {1, 2, 4}       ->  lanes 0-7, 8-15, ...
//   {1, 2, 20}      ->  lanes {0-3, 20-23}, {4-7, 16-19}, {8-11, 28-31}, ...   (20 = 0b10100)
//
// Why a basis and not a list of lanes?  Every grouping seen so far is a subspace, and for linear
// layouts the cost of a group is then a difference of two ranks.
struct AccessRule {
  std::string instruction;  // in the target's own spelling: "ld.shared.b64", "ds_read_b128"
  Direction direction = Direction::kLoad;
  unsigned lanes = 32;          // in a warp
  unsigned bytes_per_lane = 4;  // for each address
  unsigned banks = 32;          // a power of two
  using Basis = boost::container::small_vector<unsigned, 6>;
  Basis group_basis;
  // If the address is the same in all pairs of active lanes (i, i^1), or in all pairs (i, i^2),
  // then two groups are served as one.
  bool merges_equal_pairs = false;
  // An atomic serves lanes that share a word one after the other: each costs a wavefront, not each
  // word.
  bool counts_each_lane = false;
  // For ldmatrix.xN and stmatrix.xN: N; the row addresses come from lanes 0 .. 8N-1.  Else 0.
  unsigned matrices = 0;
  Evidence evidence;

  // The lanes whose addresses are taken: from 0 on, so many.
  [[nodiscard]] unsigned addresses() const { return matrices == 0 ? lanes : 8 * matrices; }
  // The banks' words that one address reaches: its own and those after it.
  [[nodiscard]] unsigned words() const { return bytes_per_lane < 4 ? 1 : bytes_per_lane / 4; }
  // What each address must be a multiple of: the access size, but for 12 bytes one word.
  [[nodiscard]] unsigned alignment() const { return bytes_per_lane == 12 ? 4 : bytes_per_lane; }
  // The groups when two are served as one: the group of lane 0 with that of the lowest other lane.
  [[nodiscard]] Basis merged_group_basis() const;
};

// Tensor memory, where there is one, of 32 bits to a lane and column.  Source: PTX ISA 9.0.
inline constexpr Word kTensorMemoryLanes = 128;
inline constexpr Word kTensorMemoryColumns = 512;

// Threads of one block, on every target.  Source: CUDA C++ Programming Guide, technical
// specifications; LLVM, AMDGPU, the largest flat work group.
inline constexpr Word kBlockThreads = 1024;
// CTAs of a cluster, where there are clusters: 8 on every such target, 16 where a kernel asks for
// more.  Source: CUDA C++ Programming Guide, thread block clusters.
inline constexpr Word kClusterCtas = 16;

// A GPU architecture.  Cheap to copy; the rules it points to live as long as the program.
class Target {
 public:
  enum class Vendor { kNvidia, kAmd };

  // Reads "cuda:90", "sm_90", "sm_90a", "hip:gfx942", "gfx942".  NVIDIA's architectures from 70 on
  // and the names of gfx9, gfx10, gfx11 and gfx12 are accepted; one without a row of its own takes
  // its family's, with evidence "assumed".
  static Result<Target> parse(std::string_view text);

  // The canonical spelling: "cuda:90", "hip:gfx942".
  [[nodiscard]] const std::string& name() const { return name_; }
  // The part after the colon: "90", "gfx942".
  [[nodiscard]] std::string_view architecture() const;
  [[nodiscard]] Vendor vendor() const { return vendor_; }
  // Lanes in a warp (AMD: a wave) unless a file says otherwise.
  [[nodiscard]] unsigned warp_size() const { return rules_.front().lanes; }
  [[nodiscard]] std::span<const AccessRule> access_rules() const { return rules_; }
  // NVIDIA's number, as 90; 0 of others.
  [[nodiscard]] unsigned compute_capability() const;
  // From global to shared memory without a register: cp.async; AMD's loads into LDS, as Triton has
  // them.
  [[nodiscard]] bool has_async_copies() const;
  // NVIDIA's barriers in shared memory; that count bytes and several arrivals at once, and suspend
  // a thread that waits (try_wait); products of warp groups (wgmma).  Source: PTX ISA 9.0.
  [[nodiscard]] bool has_mbarriers() const { return compute_capability() >= 80; }
  [[nodiscard]] bool has_counting_mbarriers() const { return compute_capability() >= 90; }
  [[nodiscard]] bool has_warp_group_products() const { return compute_capability() == 90; }
  // Copies through descriptors (TMA), of boxes and of chosen rows; the memory of tcgen05.  Source:
  // PTX ISA 9.0.
  [[nodiscard]] bool has_tensor_copies() const { return compute_capability() >= 90; }
  [[nodiscard]] bool has_row_copies() const { return compute_capability() >= 100; }
  // Also to rows of global memory, which sm_120 and sm_121 do not (their assembler says so).
  [[nodiscard]] bool has_scattered_rows() const {
    return has_row_copies() && compute_capability() < 120;
  }
  [[nodiscard]] bool has_tensor_memory() const {
    return compute_capability() >= 100 && compute_capability() < 120;
  }

  // Is there a mode in which a warp has 64 lanes, where warp_size() is 32?
  [[nodiscard]] bool has_wide_warps() const { return vendor_ == Vendor::kAmd && warp_size() == 32; }
  // Blocks that may be one cluster; 1 where there are no clusters.
  [[nodiscard]] Word cluster_ctas() const;
  [[nodiscard]] Evidence cluster_ctas_evidence() const;

  // Bytes of shared memory that one block may have, if it asks for all (target_memory.cpp).
  [[nodiscard]] Word shared_bytes() const;
  [[nodiscard]] Evidence shared_bytes_evidence() const;

  // The rule of an instruction; fails (kUnsupported) for one that the target does not have.  For
  // AMD, ds_read/ds_load, ds_write/ds_store and b8/u8, b16/u16 are synonyms; ds_load and ds_store
  // exist from gfx11 on.
  [[nodiscard]] Result<const AccessRule*> find_rule(std::string_view instruction) const;
  // The rule of the plain load or store of that many bits per lane: 8, 16, 32, 64, 96 (AMD) or 128.
  [[nodiscard]] Result<const AccessRule*> find_rule(Direction direction,
                                                    unsigned vector_bits) const;

  friend bool operator==(const Target& a, const Target& b) { return a.name_ == b.name_; }

 private:
  Target(std::string name, Vendor vendor, std::span<const AccessRule> rules)
      : name_(std::move(name)), vendor_(vendor), rules_(rules) {}

  std::string name_;
  Vendor vendor_;
  std::span<const AccessRule> rules_;
};

}  // namespace tileproof
