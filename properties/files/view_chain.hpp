// A chain of views of shared memory, as a TTGIR module, and whether each view's type is what its
// operation gives: by plain loops over the elements, on the layouts' definitions alone.
#pragma once

#include <string>
#include <vector>

#include "core/bits.hpp"
#include "properties/source.hpp"

namespace tileproof::laws {

// A memory of f16 in two dimensions, perhaps two buffers of it, perhaps a part of an allocation.
struct MemoryType {
  bool has_buffers = false;
  Word rows = 8;
  Word cols = 8;
  Word all_rows = 8;  // of the allocation
  Word all_cols = 8;
  bool is_cols_first = true;  // order = [1, 0]
  // swizzled_shared, or padded_shared where there is an interval
  Word vec = 1;
  Word per_phase = 1;
  Word max_phase = 1;
  Word interval = 0;
  Word amount = 0;

  [[nodiscard]] std::string layout() const;
  [[nodiscard]] std::string text() const;  // "!ttg.memdesc<...>"
  // The offset of an element of the allocation, with padding.
  [[nodiscard]] std::vector<Word> offsets() const;  // row-major, of all of the allocation
};

struct ViewStep {
  enum class Op { kIndex, kTrans, kSubslice, kReshape };
  Op op = Op::kTrans;
  Word row = 0;  // of a slice, where it begins
  Word col = 0;
  MemoryType type;  // as it is stated
};

struct ViewChain {
  MemoryType allocation;
  std::vector<ViewStep> steps;

  [[nodiscard]] std::string module() const;
  // The same in generic form: "ttg.memdesc_trans"(%v0) <{order = ...}> : (...) -> ...
  [[nodiscard]] std::string generic_module() const;
};

struct ChainTruth {
  bool here = true;             // for each element of each view
  bool everywhere = true;       // and for each of its allocation, wherever the view begins
  bool in_one_spelling = true;  // views that cut have the layout of what they cut, as it is written
};
ChainTruth truth_of(const ViewChain& chain);

// The elements of the allocation at which the last view's elements lie by the operations alone,
// row-major; what is stated of the types does not count.  Requires: no slice is out of bounds.
std::vector<Word> elements_of_last(const ViewChain& chain);

ViewChain draw_right_chain(gen::Source& source);
// With one mistake in one type, or in where a slice begins, which need not do harm.
ViewChain draw_chain(gen::Source& source);

}  // namespace tileproof::laws
