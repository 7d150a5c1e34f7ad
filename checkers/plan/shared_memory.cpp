#include "checkers/plan/shared_memory.hpp"

#include "core/check.hpp"

namespace tileproof::plan {

Word SharedMemory::address_of(Word vector) const {
  const auto found = solver_.solve(vector & low_mask(bits_));
  TP_CHECK(found.has_value(), "a byte outside of memory");
  return *found;
}

Vectors SharedMemory::addresses_of(const Vectors& vectors) const {
  Vectors list;
  list.reserve(vectors.size());
  for (const Word vector : vectors) list.push_back(address_of(vector));
  return list;
}

Word SharedMemory::with_gaps(Word address) const {
  return triton::padded_offset(U64{}, gaps_, address);
}

}  // namespace tileproof::plan
