#include "core/target.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <initializer_list>
#include <optional>
#include <vector>

#include "core/f2.hpp"

namespace tileproof {
namespace {

using Rules = std::vector<AccessRule>;
using Level = Evidence::Level;
using BasisList = std::initializer_list<unsigned>;

// ---- NVIDIA

constexpr std::string_view kH200 =
    "NVIDIA H200, tests/data/h200/wavefronts.jsonl.gz (7,000 patterns)";

enum class MatrixInstructions { kNone, kLoad, kLoadAndStore };

// The rule that is exact on every pattern that was measured on an H200.
Rules nvidia_rules(const Evidence& evidence, MatrixInstructions matrix_instructions) {
  Rules rules;
  for (const Direction direction : {Direction::kLoad, Direction::kStore}) {
    const bool is_load = direction == Direction::kLoad;
    for (const unsigned bytes : {1u, 2u, 4u, 8u, 16u}) {
      AccessRule rule;
      rule.instruction = (is_load ? "ld.shared.b" : "st.shared.b") + std::to_string(8 * bytes);
      rule.direction = direction;
      rule.bytes_per_lane = bytes;
      rule.group_basis = {1, 2, 4};
      if (bytes <= 8) rule.group_basis.push_back(8);
      if (bytes <= 4) rule.group_basis.push_back(16);
      rule.merges_equal_pairs = is_load && bytes >= 8;
      rule.evidence = evidence;
      rules.push_back(std::move(rule));
    }
    if (!is_load) {
      AccessRule rule = rules.back();
      rule.instruction = "atom.shared.add.u32";
      rule.bytes_per_lane = 4;
      rule.group_basis = {1, 2, 4, 8, 16};
      rule.counts_each_lane = true;
      rules.push_back(std::move(rule));
    }
    if (matrix_instructions == MatrixInstructions::kNone) continue;
    if (!is_load && matrix_instructions == MatrixInstructions::kLoad) continue;
    for (const unsigned matrices : {1u, 2u, 4u}) {
      for (const char* suffix : {"", ".trans"}) {
        AccessRule rule;
        rule.instruction =
            (is_load ? "ldmatrix.x" : "stmatrix.x") + std::to_string(matrices) + suffix;
        rule.direction = direction;
        rule.bytes_per_lane = 16;
        rule.group_basis = {1, 2, 4};
        rule.matrices = matrices;
        rule.evidence = evidence;
        rules.push_back(std::move(rule));
      }
    }
  }
  return rules;
}

const Rules& nvidia_rules_for(unsigned capability) {
  static const Evidence kAlike{Level::kAssumed,
                               "as measured on cuda:90 (" + std::string(kH200) +
                                   "); 32 banks of 4 bytes: CUDA C++ Programming Guide"};
  static const Rules kHopper =
      nvidia_rules({Level::kMeasured, std::string(kH200)}, MatrixInstructions::kLoadAndStore);
  static const Rules kLater = nvidia_rules(kAlike, MatrixInstructions::kLoadAndStore);
  static const Rules kFromTuring = nvidia_rules(kAlike, MatrixInstructions::kLoad);
  static const Rules kVolta = nvidia_rules(kAlike, MatrixInstructions::kNone);
  if (capability == 90) return kHopper;
  return capability > 90 ? kLater : capability >= 75 ? kFromTuring : kVolta;
}

// ---- AMD

// The lane groups that AMD's LDS is known to have.
constexpr BasisList kHalf32 = {1, 2, 4, 8, 16};  // 32 consecutive lanes
constexpr BasisList kQuarter16 = {1, 2, 4, 8};   // 16 consecutive lanes
constexpr BasisList kOctet = {1, 2, 4};          // 8 consecutive lanes
constexpr BasisList kSplit8 = {1, 2, 20};        // 8 lanes: 0-3 with 20-23, ...
constexpr BasisList kSplit16 = {1, 2, 12, 20};   // 16 lanes: 0-3, 12-15, 20-23, 24-27, ...

struct AmdRow {
  Direction direction;
  const char* width;  // as in the instruction's name
  unsigned banks;
  BasisList basis;
  Level level;
  const char* source;
};

constexpr auto kRead = Direction::kLoad;
constexpr auto kWrite = Direction::kStore;
constexpr auto kDocumented = Level::kDocumented;
constexpr auto kFromSource = Level::kCompilerSource;
constexpr auto kAssumed = Level::kAssumed;

constexpr const char* kDhComms = "AMD's dh_comms";
constexpr const char* kNodMi300x = "measured by nod-ai on MI300X";
constexpr const char* kNodW7900 = "measured by nod-ai on W7900";
constexpr const char* kNod9070 =
    "measured by nod-ai on RX 9070 XT; AMD's statement in Triton PR 11365";
constexpr const char* kHipKittens = "measured by the authors of HipKittens";
constexpr const char* kHipKittensAndTriton =
    "measured by the authors of HipKittens; Triton PR 11365";
constexpr const char* kRocRoller = "rocRoller, LDSBankModel";
constexpr const char* kDisputed = "rocRoller, LDSBankModel (disputed)";

constexpr AmdRow kGfx942[] = {
    {kRead, "u8", 32, kHalf32, kFromSource, kDhComms},
    {kRead, "u16", 32, kHalf32, kFromSource, kDhComms},
    {kRead, "b32", 32, kHalf32, kDocumented, kNodMi300x},
    {kRead, "b64", 32, kQuarter16, kDocumented, kNodMi300x},
    {kRead, "b96", 32, kSplit8, kAssumed, "the groups of ds_read_b128"},
    {kRead, "b128", 32, kSplit8, kDocumented, "measured by nod-ai on MI300X; Triton PR 11365"},
    {kWrite, "b8", 32, kHalf32, kFromSource, kDhComms},
    {kWrite, "b16", 32, kHalf32, kFromSource, kDhComms},
    {kWrite, "b32", 32, kHalf32, kFromSource, kDhComms},
    {kWrite, "b64", 32, kQuarter16, kFromSource, kDhComms},
    {kWrite, "b96", 32, kOctet, kAssumed, "the groups of ds_write_b128"},
    {kWrite, "b128", 32, kOctet, kDocumented, "Composable Kernel's documentation"},
};

constexpr AmdRow kGfx950[] = {
    {kRead, "u8", 32, kHalf32, kFromSource, kDisputed},
    {kRead, "u16", 32, kHalf32, kFromSource, kDisputed},
    {kRead, "b32", 32, kHalf32, kFromSource, kDisputed},
    {kRead, "b64", 64, kHalf32, kDocumented, kHipKittens},
    {kRead, "b96", 32, kSplit8, kDocumented, kHipKittens},
    {kRead, "b128", 64, kSplit16, kDocumented, kHipKittensAndTriton},
    {kWrite, "b8", 32, kHalf32, kFromSource, kRocRoller},
    {kWrite, "b16", 32, kHalf32, kFromSource, kRocRoller},
    {kWrite, "b32", 32, kHalf32, kFromSource, kRocRoller},
    {kWrite, "b64", 32, kQuarter16, kDocumented, kHipKittens},
    {kWrite, "b96", 32, kOctet, kFromSource, kRocRoller},
    {kWrite, "b128", 32, kOctet, kFromSource, kRocRoller},
};

constexpr const char* kContiguous = "groups of consecutive lanes with 128 bytes in all";

constexpr AmdRow kGfx11[] = {
    {kRead, "u8", 32, kHalf32, kAssumed, "the groups of ds_load_b32"},
    {kRead, "u16", 32, kHalf32, kAssumed, "the groups of ds_load_b32"},
    {kRead, "b32", 32, kHalf32, kDocumented, kNodW7900},
    {kRead, "b64", 32, kQuarter16, kDocumented, kNodW7900},
    {kRead, "b96", 32, kSplit8, kAssumed, "the groups of ds_load_b128"},
    {kRead, "b128", 32, kSplit8, kDocumented, kNodW7900},
    {kWrite, "b8", 32, kHalf32, kAssumed, kContiguous},
    {kWrite, "b16", 32, kHalf32, kAssumed, kContiguous},
    {kWrite, "b32", 32, kHalf32, kAssumed, kContiguous},
    {kWrite, "b64", 32, kQuarter16, kAssumed, kContiguous},
    {kWrite, "b96", 32, kOctet, kAssumed, kContiguous},
    {kWrite, "b128", 32, kOctet, kAssumed, kContiguous},
};

constexpr AmdRow kGfx12[] = {
    {kRead, "u8", 32, kHalf32, kAssumed, "as gfx1100: the groups of ds_load_b32"},
    {kRead, "u16", 32, kHalf32, kAssumed, "as gfx1100: the groups of ds_load_b32"},
    {kRead, "b32", 32, kHalf32, kAssumed, "as gfx1100, measured by nod-ai on W7900"},
    {kRead, "b64", 32, kQuarter16, kAssumed, "as gfx1100, measured by nod-ai on W7900"},
    {kRead, "b96", 32, kOctet, kDocumented, kNod9070},
    {kRead, "b128", 32, kOctet, kDocumented, kNod9070},
    {kWrite, "b8", 32, kHalf32, kAssumed, kContiguous},
    {kWrite, "b16", 32, kHalf32, kAssumed, kContiguous},
    {kWrite, "b32", 32, kHalf32, kAssumed, kContiguous},
    {kWrite, "b64", 32, kQuarter16, kAssumed, kContiguous},
    {kWrite, "b96", 32, kOctet, kAssumed, kContiguous},
    {kWrite, "b128", 32, kOctet, kAssumed, kContiguous},
};

constexpr const char* k64Banks = "64 banks, groups of consecutive lanes with 256 bytes in all";

constexpr AmdRow kGfx1250[] = {
    {kRead, "u8", 64, kHalf32, kAssumed, k64Banks},
    {kRead, "u16", 64, kHalf32, kAssumed, k64Banks},
    {kRead, "b32", 64, kHalf32, kAssumed, k64Banks},
    {kRead, "b64", 64, kHalf32, kAssumed, k64Banks},
    {kRead, "b96", 64, kQuarter16, kAssumed, k64Banks},
    {kRead, "b128", 64, kQuarter16, kAssumed, k64Banks},
    {kWrite, "b8", 64, kHalf32, kAssumed, k64Banks},
    {kWrite, "b16", 64, kHalf32, kAssumed, k64Banks},
    {kWrite, "b32", 64, kHalf32, kAssumed, k64Banks},
    {kWrite, "b64", 64, kHalf32, kAssumed, k64Banks},
    {kWrite, "b96", 64, kQuarter16, kAssumed, k64Banks},
    {kWrite, "b128", 64, kQuarter16, kAssumed, k64Banks},
};

unsigned bits_in(std::string_view width) {  // "b96" -> 96
  unsigned bits = 0;
  std::from_chars(width.data() + 1, width.data() + width.size(), bits);
  return bits;
}

// The rows of one architecture.  `alike` names the architecture that the evidence is about, where
// that is another one.
Rules amd_rules(std::span<const AmdRow> rows, unsigned lanes, bool load_store, const char* alike) {
  Rules rules;
  for (const AmdRow& row : rows) {
    AccessRule rule;
    const char* read = load_store ? "ds_load_" : "ds_read_";
    const char* write = load_store ? "ds_store_" : "ds_write_";
    rule.instruction = (row.direction == kRead ? read : write) + std::string(row.width);
    rule.direction = row.direction;
    rule.lanes = lanes;
    rule.bytes_per_lane = bits_in(row.width) / 8;
    rule.banks = row.banks;
    rule.group_basis = row.basis;
    rule.evidence = {row.level, row.source};
    if (alike != nullptr) {
      rule.evidence = {kAssumed,
                       "as on " + std::string(alike) + " (" + rule.evidence.to_string() + ")"};
    }
    rules.push_back(std::move(rule));
  }
  return rules;
}

// The longest prefix of the architecture's name that has rules, with these.
const Rules* amd_rules_for(std::string_view architecture) {
  struct Entry {
    std::string_view prefix;
    Rules rules;
  };
  static const std::array<Entry, 9> kEntries = {{
      {"gfx9", amd_rules(kGfx942, 64, false, "gfx942")},
      {"gfx942", amd_rules(kGfx942, 64, false, nullptr)},
      {"gfx950", amd_rules(kGfx950, 64, false, nullptr)},
      {"gfx10", amd_rules(kGfx11, 32, false, "gfx1100")},
      {"gfx11", amd_rules(kGfx11, 32, true, "gfx1100")},
      {"gfx1100", amd_rules(kGfx11, 32, true, nullptr)},
      {"gfx12", amd_rules(kGfx12, 32, true, "gfx1201")},
      {"gfx1201", amd_rules(kGfx12, 32, true, nullptr)},
      {"gfx125", amd_rules(kGfx1250, 32, true, nullptr)},
  }};
  const Entry* best = nullptr;
  for (const Entry& entry : kEntries) {
    const bool longer = best == nullptr || entry.prefix.size() > best->prefix.size();
    if (architecture.starts_with(entry.prefix) && longer) best = &entry;
  }
  return best == nullptr ? nullptr : &best->rules;
}

// gfx9 with two hexadecimal digits (gfx90a), gfx10 to gfx12 with two (gfx1100).
bool is_gfx_name(std::string_view text) {
  if (!text.starts_with("gfx") || text.size() < 6) return false;
  const std::size_t family = text[3] == '9' ? 4 : 5;
  return text.size() == family + 2 && std::all_of(text.begin() + 3, text.end(), [](char c) {
           return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'f');
         });
}

// NVIDIA's architectures from Volta on.  Source: what nvcc compiles for, CUDA 12.9 and 13.0.
constexpr unsigned kCapabilities[] = {
    70, 72, 75, 80, 86, 87, 88, 89, 90, 100, 101, 103, 110, 120, 121};

// "cuda:70, 72, 75, ..."
std::string known_capabilities() {
  std::string text = "cuda:";
  for (const unsigned number : kCapabilities) {
    text += (number == kCapabilities[0] ? "" : ", ") + std::to_string(number);
  }
  return text;
}

// The number in "90", "90a" or "100f", of an architecture that exists.
std::optional<unsigned> parse_capability(std::string_view text) {
  if (!text.empty() && (text.back() == 'a' || text.back() == 'f')) text.remove_suffix(1);
  unsigned number = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (error != std::errc() || end != text.data() + text.size()) return std::nullopt;
  if (text.front() == '0' || std::ranges::count(kCapabilities, number) == 0) return std::nullopt;
  return number;
}

// The gfx9 spelling of an LDS instruction, to compare names by: ds_store_b8 -> ds_write_b8.
std::string gfx9_spelling(std::string_view name) {
  std::string text(name);
  if (text.starts_with("ds_load_")) text.replace(0, 8, "ds_read_");
  if (text.starts_with("ds_store_")) text.replace(0, 9, "ds_write_");
  if (text.ends_with("_u8") || text.ends_with("_u16")) text[text.find_last_of('_') + 1] = 'b';
  return text;
}

}  // namespace

const char* to_string(Evidence::Level level) {
  switch (level) {
    case Level::kMeasured:
      return "measured";
    case Level::kDocumented:
      return "documented";
    case Level::kCompilerSource:
      return "compiler source";
    case Level::kAssumed:
      break;
  }
  return "assumed";
}

std::string Evidence::to_string() const {
  return std::string(tileproof::to_string(level)) + ": " + source;
}

const char* to_string(Direction direction) {
  return direction == Direction::kLoad ? "load" : "store";
}

AccessRule::Basis AccessRule::merged_group_basis() const {
  // The lowest lane outside is a power of two, for if all powers of two up to a lane are in the
  // group, so is the lane.
  boost::container::small_vector<Word, 8> lanes_of_group(group_basis.begin(), group_basis.end());
  const auto rank = [&lanes_of_group] {
    return f2::rank({lanes_of_group.data(), lanes_of_group.size()});
  };
  const unsigned rank_of_group = rank();
  lanes_of_group.push_back(1);
  while (rank() == rank_of_group) lanes_of_group.back() *= 2;
  const auto next = static_cast<unsigned>(lanes_of_group.back());
  Basis merged = group_basis;
  if (next < lanes) merged.push_back(next);
  return merged;
}

Result<Target> Target::parse(std::string_view text) {
  std::string_view rest = text;
  const auto skip = [&rest](std::string_view prefix) {
    if (!rest.starts_with(prefix)) return false;
    rest.remove_prefix(prefix.size());
    return true;
  };
  if (skip("cuda:") || skip("sm_")) {
    if (const auto capability = parse_capability(rest)) {
      return Target(
          "cuda:" + std::to_string(*capability), Vendor::kNvidia, nvidia_rules_for(*capability));
    }
  } else {
    skip("hip:");
    rest = rest.substr(0, rest.find(':'));  // features follow, as in gfx942:sramecc+:xnack-
    if (is_gfx_name(rest)) {
      if (const Rules* rules = amd_rules_for(rest)) {
        return Target("hip:" + std::string(rest), Vendor::kAmd, *rules);
      }
    }
  }
  return Error{ErrorCode::kUnsupported,
               "target '" + std::string(text) + "' is not known: expected " + known_capabilities() +
                   ", or hip:gfx9xx, hip:gfx10xx, hip:gfx11xx, hip:gfx12xx"};
}

std::string_view Target::architecture() const {
  return std::string_view(name_).substr(name_.find(':') + 1);
}

unsigned Target::compute_capability() const {
  unsigned number = 0;
  const std::string_view text = architecture();
  if (vendor_ == Vendor::kNvidia) std::from_chars(text.data(), text.data() + text.size(), number);
  return number;
}

bool Target::has_async_copies() const {
  if (vendor_ == Vendor::kNvidia) return compute_capability() >= 80;
  const std::string_view name = architecture();
  return name == "gfx942" || name == "gfx950" || name == "gfx1250";
}

Word Target::cluster_ctas() const {
  const bool has_clusters =
      vendor_ == Vendor::kNvidia ? compute_capability() >= 90 : architecture() == "gfx1250";
  return has_clusters ? kClusterCtas : 1;
}

Evidence Target::cluster_ctas_evidence() const {
  if (vendor_ == Vendor::kNvidia) {
    return {Level::kDocumented, "CUDA C++ Programming Guide, thread block clusters"};
  }
  return {Level::kCompilerSource, "Triton, AMD's TargetFeatures, supportsMultiCTALaunch"};
}

Result<const AccessRule*> Target::find_rule(std::string_view instruction) const {
  const bool new_spelling =
      instruction.starts_with("ds_load_") || instruction.starts_with("ds_store_");
  const bool has_new_spelling = rules_.front().instruction.starts_with("ds_load_");
  const bool spelled_right = !new_spelling || has_new_spelling;
  // Most are spelled as the rules are.
  if (spelled_right) {
    const auto rule = std::ranges::find(rules_, instruction, &AccessRule::instruction);
    if (rule != rules_.end()) return &*rule;
  }
  const std::string wanted = gfx9_spelling(instruction);
  for (const AccessRule& rule : rules_) {
    if (spelled_right && gfx9_spelling(rule.instruction) == wanted) return &rule;
  }
  std::string names;
  for (const AccessRule& rule : rules_) names += (names.empty() ? "" : ", ") + rule.instruction;
  return Error{ErrorCode::kUnsupported,
               name_ + " has no shared-memory instruction '" + std::string(instruction) +
                   "'; it has " + names};
}

Result<const AccessRule*> Target::find_rule(Direction direction, unsigned vector_bits) const {
  for (const AccessRule& rule : rules_) {
    if (rule.direction == direction && rule.matrices == 0 && !rule.counts_each_lane &&
        8 * rule.bytes_per_lane == vector_bits) {
      return &rule;
    }
  }
  return Error{ErrorCode::kUnsupported,
               name_ + " has no shared-memory " + to_string(direction) + " of " +
                   std::to_string(vector_bits) + " bits per lane"};
}

}  // namespace tileproof
