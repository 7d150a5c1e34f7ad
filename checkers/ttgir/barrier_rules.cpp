// The barriers in shared memory that asynchronous operations arrive at.
#include <algorithm>
#include <utility>

#include "checkers/ttgir/element_types.hpp"
#include "checkers/ttgir/index_values.hpp"
#include "checkers/ttgir/module_checker.hpp"

namespace tileproof {

using ttgir::MemorySpace;

namespace {

// Does the k-th bit of the CTA's number move by 2^k, as long as any moves?
bool are_counted_up(const std::vector<Coordinates>& moved) {
  Word next = 1;
  return std::ranges::all_of(moved, [&](const Coordinates& by) {
    return by[0] == 0 || by[0] == std::exchange(next, 2 * next);
  });
}

}  // namespace

bool ModuleChecker::require_mbarrier(const Operation& op, std::size_t at) {
  const Type& barrier = *shaped_operand(op, at);
  const Word ctas = module_.num_ctas.value_or(1);
  constexpr Word kBytes = 8;
  if (!require_types(op,
                     barrier.space != MemorySpace::kTensorMemory &&
                         unsigned_element(barrier.element) == "i64" && barrier.shape.size() == 1 &&
                         barrier.shape[0] <= std::max<Word>(1, ctas),
                     barrier,
                     " is no mbarrier, one i64 for each CTA at most")) {
    return false;
  }
  if (barrier.element != "i64") {
    add_unknown(op, Topic::kTypes, "whether " + std::string(barrier.element) + " is an mbarrier");
    return false;
  }
  const Placed* entry = barrier.layout != nullptr ? &placed(operand_type(op, at)) : nullptr;
  if (barrier.shape[0] > 1 && entry != nullptr && entry->tensor &&
      entry->tensor->form.in_bits(kOffset) != 0) {
    add_unknown(op, Topic::kTypes, "a CTA has several of " + to_string(barrier));
    return false;
  }
  const auto* plain =
      barrier.layout != nullptr ? barrier.layout->as<triton::SwizzledShared>() : nullptr;
  const bool is_plain =
      barrier.layout == nullptr ||
      (plain != nullptr && plain->vec == 1 && plain->per_phase == 1 && plain->max_phase == 1);
  if (!is_plain || barrier.shape != barrier.alloc_shape) {
    add_unknown(op,
                Topic::kTypes,
                "some compilers take no barrier that is a part of a memory, or does not lie as an "
                "array does: " +
                    to_string(barrier));
    return false;
  }
  if (entry != nullptr && entry->tensor && !are_counted_up(coordinates_of(*entry, kBlock))) {
    add_unknown(op, Topic::kTypes, "some compilers take CTAs' barriers in the CTAs' order alone");
    return false;
  }
  return require_beginning(op,
                           views_.of(module_.operands(op)[at].value, operand_type(op, at)),
                           kBytes,
                           ", and an mbarrier at one of 8");
}

namespace {

// Arrivals and bytes that an mbarrier counts.  Source: PTX ISA 9.0, contents of the mbarrier
// object.
constexpr std::int64_t kMostOfBarrier = (std::int64_t{1} << 20) - 1;

// `ttng.arrive_barrier %b, 2`
std::optional<std::int64_t> number_behind_barrier(const ttgir::Module& module,
                                                  const ttgir::Operation& op) {
  const auto& barrier = module.operands(op)[0];
  auto text = module.text.substr(barrier.offset + barrier.name.size());
  text.remove_prefix(std::min(text.find_first_not_of(", \t\r\n"), text.size()));
  return integer_of(text.substr(0, text.find_first_not_of("-0123456789")));
}

}  // namespace

// What orders asynchronous operations: nothing is asked of the order.
void ModuleChecker::check_wait(const Operation& op) {
  if (!require_target_instructions(op)) return;
  const std::string_view name = op.row->name;
  const bool is_of_several = name == "cluster_barrier" || name.ends_with("release_cluster");
  if (is_of_several && module_.num_ctas.value_or(1) == 1) {
    return add_unknown(op, Topic::kTypes, "compilers refuse it where there is 1 CTA");
  }
  if (concerns_data(op)) add_decided(op, Topic::kTypes);
}

void ModuleChecker::check_barrier(const Operation& op) {
  const bool completes = op.name.ends_with("commit");
  if (completes ? !require_completion(op, 0) : !require_mbarrier(op, 0)) return;
  const bool is_nvidias = target_ && target_->vendor() == Target::Vendor::kNvidia;
  if (!require_types(op,
                     !is_nvidias || target_->has_mbarriers(),
                     "mbarriers are none of ",
                     is_nvidias ? target_->name() : "") ||
      !require_types(op,
                     !completes || !is_nvidias || target_->has_tensor_memory(),
                     "products in tensor memory are none of ",
                     is_nvidias ? target_->name() : "")) {
    return;
  }
  const auto require_counting = [&](std::string_view what) {
    return require_types(op,
                         !is_nvidias || target_->has_counting_mbarriers(),
                         "mbarriers do not count ",
                         what,
                         " on ",
                         is_nvidias ? target_->name() : "");
  };
  if (is_nvidias && op.name.ends_with("wait_barrier") && !target_->has_counting_mbarriers()) {
    return add_unknown(
        op,
        Topic::kTypes,
        "whether compilers wait without try_wait, which " + target_->name() + " has not");
  }
  // In generic form the signature speaks of arrivals.
  const bool counts = op.name.ends_with("arrive_barrier") || op.name.ends_with("init_barrier");
  const auto counted = [&](std::string_view name) {
    return op.generic ? integer_attribute(op, name) : number_behind_barrier(module_, op);
  };
  if (counts) {
    const auto arrivals = counted("count");
    if (!require_types(op, arrivals.has_value(), op.name, " has no 'count'") ||
        !require_types(op, *arrivals >= 1, "no arrival") ||
        !require_types(op,
                       *arrivals <= kMostOfBarrier,
                       *arrivals,
                       " arrivals, of which a barrier counts 2^20 - 1")) {
      return;
    }
    const bool is_one = op.name.ends_with("init_barrier") || *arrivals == 1;
    if (!is_one && !require_counting("several arrivals at once")) return;
  }
  if (op.name.ends_with("barrier_expect")) {
    const auto bytes = counted("size");
    if (!require_counting("bytes") ||
        !require_types(op, bytes.has_value(), op.name, " has no 'size'") ||
        !require_types(op, *bytes >= 0, *bytes, " bytes are expected") ||
        !require_types(op,
                       *bytes <= kMostOfBarrier,
                       *bytes,
                       " bytes are expected, of which a barrier counts 2^20 - 1")) {
      return;
    }
  }
  const bool is_remote = shaped_operand(op, 0)->space == MemorySpace::kSharedCluster;
  if (is_remote && (op.name.ends_with("init_barrier") || op.name.ends_with("wait_barrier"))) {
    return add_unknown(op, Topic::kTypes, "whether it reaches a barrier of another CTA");
  }
  if (module_.attribute(op, "ctaMask")) {
    return add_unknown(op, Topic::kTypes, "arrivals in several CTAs have no rule yet");
  }
  if (!require_target_instructions(op)) return;
  add_decided(op, Topic::kTypes);
}

// What a copy or a product completes arrives in each CTA, at a barrier of its own.
bool ModuleChecker::require_completion(const Operation& op, std::size_t at) {
  if (!require_mbarrier(op, at)) return false;
  const Type& barrier = *shaped_operand(op, at);
  if (barrier.shape[0] == std::max<Word>(1, module_.num_ctas.value_or(1))) return true;
  add_unknown(op, Topic::kTypes, "whether CTAs share " + to_string(barrier));
  return false;
}

}  // namespace tileproof
