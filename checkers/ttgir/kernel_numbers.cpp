// Has the target the lanes, warps, CTAs and bytes that a kernel asks for?
#include <algorithm>

#include "checkers/ttgir/module_checker.hpp"

namespace tileproof {

using ttgir::OpKind;

namespace {

// The warp of which a module speaks where it names no target.
constexpr Word kUsualLanes = 32;

}  // namespace

// Threads are counted in the target's warps, so that a wrong number of lanes is said only once.
Word ModuleChecker::lanes_of_warps() const {
  const Word stated = module_.threads_per_warp.value_or(0);
  if (!target_) return stated != 0 ? stated : kUsualLanes;
  const Word lanes = target_->warp_size();
  return stated == 2 * lanes && target_->has_wide_warps() ? stated : lanes;
}

std::string ModuleChecker::why_too_many_threads(Word warps) const {
  const Word lanes = lanes_of_warps();
  if (warps <= kBlockThreads / lanes) return "";
  return std::to_string(warps) + " warps of " + std::to_string(lanes) +
         " lanes are more than the " + std::to_string(kBlockThreads) + " threads of a CTA";
}

void ModuleChecker::check_lanes() {
  if (!target_ || !module_.threads_per_warp) return;
  const Word stated = *module_.threads_per_warp;
  const Word lanes = target_->warp_size();
  if (stated == lanes) return;
  const std::string words = "warps of " + std::to_string(stated) + " lanes, and " +
                            target_->name() + " has " + std::to_string(lanes);
  if (stated == lanes_of_warps()) {
    return add_of_module(Unknown{words + " unless a mode with more is asked for"});
  }
  refuted_of_module(words);
}

void ModuleChecker::check_ctas() {
  const Word ctas = module_.num_ctas.value_or(1);
  const Word most = target_ ? target_->cluster_ctas() : kClusterCtas;
  if (ctas <= most) return;
  if (!target_) {
    return refuted_of_module(std::to_string(ctas) + " CTAs, and a cluster has " +
                             std::to_string(most) + " at most");
  }
  refuted_of_module(
      std::to_string(ctas) + " CTAs, and " + target_->name() +
      (most == 1 ? " has no clusters" : " has " + std::to_string(most) + " in a cluster at most") +
      " (" + target_->cluster_ctas_evidence().to_string() + ")");
}

// Functions may have warps of their own.
void ModuleChecker::check_numbers() {
  check_lanes();
  check_ctas();
  const Word warps = module_.num_warps.value_or(0);
  if (const auto why = why_too_many_threads(warps); !why.empty()) refuted_of_module(why);
  // Compilers write that number anew.
  const Word all = module_.total_num_warps.value_or(0);
  const auto why_not_as_many = [&](Word number) {
    return "whether the kernel has " + std::to_string(number) + " warps or " + std::to_string(all);
  };
  if (all != 0 && warps > all) add_of_module(Unknown{why_not_as_many(warps)});
  // Where warps part, that is asked there.
  const bool parts =
      std::ranges::count(module_.operations, OpKind::kWarpSpecialize, &Operation::kind) != 0;
  if (const auto why = why_too_many_threads(all); !parts && !why.empty()) {
    add_of_module(Unknown{"whether the kernel has so many warps: " + why});
  }
  const Word bytes = module_.shared_bytes.value_or(0);
  if (target_ && bytes > target_->shared_bytes()) {
    add_of_module(Unknown{"whether the kernel has " + std::to_string(bytes) +
                          " bytes of shared memory, and a CTA of " + target_->name() + " has " +
                          std::to_string(target_->shared_bytes()) + " at most"});
  }
  for (const Operation& op : module_.operations) {
    const auto first = op.kind() == OpKind::kFunction ? id_of(op) + 1 : op.end;
    if (first >= op.end) continue;
    const Word own = module_.operations[first].num_warps;
    if (own == warps) continue;
    const auto why = why_too_many_threads(own);
    if (!why.empty()) refuted(op, Topic::kLayout, why);
    if (why.empty() && all != 0 && own > all) {
      add_unknown(op, Topic::kLayout, why_not_as_many(own));
    }
  }
}

bool ModuleChecker::require_threads(const Operation& op, Word warps) {
  const auto why = why_too_many_threads(warps);
  return require_types(op, why.empty(), why);
}

bool ModuleChecker::require_shared_bytes(const Operation& op, TypeId memory) {
  const auto placed = placed_bytes(op);
  if (placed && module_.shared_bytes && placed->second > *module_.shared_bytes) {
    add_unknown(op,
                Topic::kTypes,
                "whether the kernel has byte " + std::to_string(placed->second - 1) +
                    " of shared memory, and not the " + std::to_string(*module_.shared_bytes) +
                    " that the module says");
    return false;
  }
  const auto size = views_.size_of(memory);
  if (!target_ || !size) return true;
  const Word end = placed ? placed->second : size->bytes;
  return require_types(op,
                       end <= target_->shared_bytes(),
                       end,
                       " bytes of shared memory, and a CTA of ",
                       target_->name(),
                       " has ",
                       target_->shared_bytes(),
                       " at most (",
                       target_->shared_bytes_evidence().to_string(),
                       ")");
}

bool ModuleChecker::require_no_gaps(const Operation& op, const Type& memory) {
  const auto* linear =
      memory.layout == nullptr ? nullptr : memory.layout->as<triton::SharedLinear>();
  if (linear == nullptr) return true;
  bool has_gap = false;
  for (const triton::Dims& basis : linear->bases.offsets) {
    const bool moves = std::ranges::any_of(basis, [](Word along) { return along != 0; });
    if (moves && has_gap) {
      add_unknown(op,
                  Topic::kTypes,
                  "whether it gets the bytes that " + triton::to_string(*memory.layout) +
                      " leaves out between its elements");
      return false;
    }
    has_gap = has_gap || !moves;
  }
  return true;
}

void ModuleChecker::refuted_of_module(std::string words) {
  Counterexample example;
  example.text = std::move(words);
  add_of_module(Refuted::replayed("text", std::move(example), [] { return true; }));
}

// At the line in which the module begins, where its attributes are.
void ModuleChecker::add_of_module(Verdict verdict) {
  const auto at = lines_.line_column(module_.offset);
  report_.findings.push_back({at.line,
                              at.column,
                              "module",
                              Topic::kLayout,
                              std::move(verdict),
                              /*detail=*/{},
                              /*remark=*/{},
                              /*subject=*/{}});
}

}  // namespace tileproof
