#include "checkers/certificates/program_certifier/ordered_memory.hpp"

namespace tileproof::certificates {

using moves::Scope;

void OrderedMemory::begin_run() {
  ++run_;
  for (Cell& cell : cells_) cell.held = Held{};
}

void OrderedMemory::barrier(Scope scope) {
  ++epoch_.warp;
  if (scope != Scope::kWarp) ++epoch_.block;
  const bool is_of_all = scope == Scope::kCluster || program_.warps * program_.blocks == 1 ||
                         (scope == Scope::kBlock && program_.blocks == 1);
  if (is_of_all) ++epoch_.cluster;
}

// What was before a barrier of all threads is ordered.
OrderedMemory::Cell& OrderedMemory::cell_at(std::size_t byte) {
  Cell& cell = cells_[byte];
  if (cell.cluster != epoch_.cluster) cell = Cell{cell.held, epoch_.cluster};
  return cell;
}

void OrderedMemory::require_ordered(const Access& before, const Access& after) const {
  const unsigned one = before.thread / program_.lanes;
  const unsigned other = after.thread / program_.lanes;
  const bool is_one_block = one / program_.warps == other / program_.warps;
  const bool is_one_thread = before.thread == after.thread;
  const bool is_wave = program_.target.vendor() == Target::Vendor::kAmd;
  const bool is_ordered = one != other
                              ? (is_one_block ? before.epoch.block != after.epoch.block
                                              : before.epoch.cluster != after.epoch.cluster)
                              : (is_one_thread && !before.is_matrix && !after.is_matrix) ||
                                    before.epoch.warp != after.epoch.warp ||
                                    (is_wave && before.move != after.move);
  require(is_ordered, "two accesses conflict and are not ordered");
}

void OrderedMemory::store(std::size_t byte, unsigned thread, bool is_matrix, const Held& held) {
  require(held.is_something, "nothing is stored");
  Cell& cell = cell_at(byte);
  const Access access{thread, is_matrix, held, run_, move_, epoch_};
  for (const Access& before : cell.stores) {
    const bool is_same = before.stored == held && before.run == run_;
    if (!is_same) require_ordered(before, access);
  }
  for (const Access& before : cell.loads) require_ordered(before, access);
  cell.stores.push_back(access);
  cell.held = held;
}

Held OrderedMemory::load(std::size_t byte, unsigned thread, bool is_matrix) {
  Cell& cell = cell_at(byte);
  require(cell.held.is_something, "what is read was not stored");
  const Access access{thread, is_matrix, Held{}, run_, move_, epoch_};
  for (const Access& before : cell.stores) require_ordered(before, access);
  cell.loads.push_back(access);
  return cell.held;
}

}  // namespace tileproof::certificates
