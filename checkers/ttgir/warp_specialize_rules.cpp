// Warps that part: which region has how many of them, from which one on, and what it captures.
#include <algorithm>
#include <bit>

#include "checkers/ttgir/module_checker.hpp"
#include "encodings/ttgir/attributes.hpp"

namespace tileproof {

using ttgir::kNoType;
using ttgir::OpKind;

namespace {

struct WarpRange {
  std::int64_t first;
  std::int64_t count;
  std::string whose;
};

}  // namespace

bool ModuleChecker::require_partitions(const Operation& op) {
  const Operation* holder = partitions_of(op);
  if (!require_types(op, holder != nullptr, "nothing in its region 1 holds partitions")) {
    return false;
  }
  if (!op.generic) return true;
  std::size_t others = 0;
  for (auto inner = id_of(op) + 1; inner < op.end; inner = module_.operations[inner].end) {
    if (module_.blocks[module_.operations[inner].block].region == 1) ++others;
  }
  return require_types(
      op, others == 1, others, " operations in its region 1, where one holds partitions");
}

bool ModuleChecker::require_partition_warps(const Operation& op) {
  if (!op.generic && module_.attribute(op, "partitionNumWarps")) {
    add_unknown(
        op,
        Topic::kTypes,
        "'partitionNumWarps' is an attribute, and some compilers read it off num_warps() alone");
    return false;
  }
  const auto warps = partition_warps(op);
  const std::size_t partitions = op.generic ? partitions_of(op)->regions : op.regions - 1;
  if (!require_types(op,
                     warps.size() == partitions,
                     warps.size(),
                     " numbers of warps for ",
                     partitions,
                     partitions == 1 ? " partition" : " partitions")) {
    return false;
  }
  auto total = static_cast<std::int64_t>(op.num_warps);
  for (const auto count : warps) {
    const bool is_power = count > 0 && std::has_single_bit(static_cast<std::uint64_t>(count));
    if (!require_types(op, is_power, count, " warps are no power of two") ||
        !require_threads(op, static_cast<Word>(count))) {
      return false;
    }
    total += count;
  }
  // Some compilers fill the last warp group with partitions of 1 and 2 warps.
  const auto fill = std::popcount(static_cast<std::uint64_t>(-total) % 4);
  constexpr std::size_t kMostPartitions = 14;
  if (partitions + static_cast<std::size_t>(fill) > kMostPartitions ||
      (target_ && target_->vendor() != Target::Vendor::kNvidia)) {
    add_unknown(op,
                Topic::kTypes,
                "whether compilers part warps in " + std::to_string(partitions) + " on " +
                    std::string(target_ ? target_->name() : "any target"));
    return false;
  }
  if (!require_types(
          op, op.num_warps % 4 == 0, op.num_warps, " warps around it are no multiple of 4")) {
    return false;
  }
  const auto starts = module_.attribute(op, "warpGroupStartIds");
  if (!starts) return require_warps(op, total);
  const auto firsts = ttgir::integers(*starts);
  if (!require_types(op,
                     firsts.size() == partitions,
                     firsts.size(),
                     " first warps for ",
                     partitions,
                     partitions == 1 ? " partition" : " partitions")) {
    return false;
  }
  std::vector<WarpRange> ranges{{0, op.num_warps, "the default region"}};
  std::int64_t end = op.num_warps;
  for (std::size_t i = 0; i < partitions; ++i) {
    const std::string whose = "partition " + std::to_string(i);
    if (!require_types(op, firsts[i] >= 0, whose, " begins at warp ", firsts[i]) ||
        !require_threads(op, static_cast<Word>(firsts[i]))) {
      return false;
    }
    ranges.push_back({firsts[i], warps[i], whose});
    end = std::max(end, firsts[i] + warps[i]);
  }
  for (std::size_t i = 0; i < ranges.size(); ++i) {
    for (std::size_t j = i + 1; j < ranges.size(); ++j) {
      const auto both = std::max(ranges[i].first, ranges[j].first);
      const bool are_apart =
          both >= ranges[i].first + ranges[i].count || both >= ranges[j].first + ranges[j].count;
      if (!require_types(op,
                         are_apart,
                         "warp ",
                         both,
                         " is of ",
                         ranges[i].whose,
                         " and of ",
                         ranges[j].whose)) {
        return false;
      }
    }
  }
  return require_warps(op, end);
}

// So many warps with those around it.
bool ModuleChecker::require_warps(const Operation& op, std::int64_t count) {
  const auto stated = module_.total_num_warps;
  return require_threads(op, static_cast<Word>(count)) && require_threads(op, stated.value_or(0)) &&
         require_types(op,
                       !stated || count <= *stated,
                       count,
                       " warps with those around it, and the kernel has ",
                       stated.value_or(0));
}

// Warps give registers back and take others: numbers that the instruction takes, and no more than
// the kernel starts with, or has; who waits for more, waits for ever.
//
// Source: PTX ISA, setmaxnreg.
bool ModuleChecker::require_registers(const Operation& op) {
  constexpr Word kOfCta = 64 * 1024 / 32;  // for each thread of a warp, in all warps
  const auto registers = ttgir::integers(module_.attribute(op, "actualRegisters").value_or(""));
  if (registers.empty()) return true;
  const auto warps = partition_warps(op);
  Word taken = 0;
  std::string why;
  for (std::size_t i = 0; i < registers.size(); ++i) {
    const Word count = i == 0              ? op.num_warps
                       : i <= warps.size() ? static_cast<Word>(warps[i - 1])
                                           : 0;
    if (registers[i] < 24 || registers[i] > 256 || registers[i] % 8 != 0) {
      why = "whether warps can have " + std::to_string(registers[i]) + " registers";
      break;
    }
    taken += count * static_cast<Word>(registers[i]);
  }
  const Word launched = module_.total_num_warps.value_or(0);
  const Word there = module_.max_registers && launched != 0
                         ? std::min<Word>(kOfCta, *module_.max_registers * launched)
                         : kOfCta;
  if (why.empty() && taken > there) {
    why = "whether warps get " + std::to_string(taken * 32) + " registers of " +
          std::to_string(there * 32);
  }
  if (why.empty()) return true;
  add_unknown(op, Topic::kTypes, why);
  return false;
}

void ModuleChecker::check_warp_specialize(const Operation& op) {
  if (!require_types(op, !is_specialized(op), "it stands in a region of another") ||
      !require_partitions(op) || !require_partition_warps(op) ||
      !require_yields(op, 0, op.result_count) || !require_registers(op)) {
    return;
  }
  // In generic form an operation of its own holds the partitions, which may capture by itself.
  const Operation& holder = *partitions_of(op);
  const auto given = holder.operand_count != 0 ? module_.operands(holder) : module_.operands(op);
  for (std::uint32_t region = op.generic ? 0 : 1; region < holder.regions; ++region) {
    if (!meets_arguments(op, entry(holder, region), 0, given, "what is captured and the argument"))
      return;
  }
  const auto captures_tensors = [&](const Operation& captures) {
    const bool has_tensor =
        std::ranges::any_of(module_.operands(captures), [&](const ttgir::Operand& operand) {
          const TypeId id = module_.type_of(operand);
          return id != kNoType && type(id).kind == Type::Kind::kTensor;
        });
    if (has_tensor) {
      add_unknown(op, Topic::kTypes, "how warps get a tensor that lies in others' registers");
    }
    return has_tensor;
  };
  if (captures_tensors(op) || captures_tensors(holder)) return;
  if (concerns_data(op)) add_decided(op, Topic::kTypes);
}

}  // namespace tileproof
