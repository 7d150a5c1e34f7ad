// How are the modes that a division or a product gives put in order?
#pragma once

#include "encodings/cute/notation.hpp"
#include "encodings/cute/obligation.hpp"

namespace tileproof::cute {

enum class TileOrder {
  kZipped,  // ((A0,A1,...), (B0,B1,...,rest))
  kTiled,   // ((A0,A1,...), B0, B1, ..., rest)
  kFlat,    // (A0, A1, ..., B0, B1, ..., rest)
};

// From ((A0,B0), (A1,B1), ..., rest) of a tiler by mode, and from (A,B) of another.  Adds the
// obligation of R's order to the answer's.
Answer reorder(Answer logical, const Tiler& tiler, TileOrder order);
Obligation order_obligation(const Mode& logical,
                            const Tiler& tiler,
                            TileOrder order,
                            const Mode& r);

// R consists of the leaves of `parts`, one part after the other, and its modes have these sizes:
// so each of R's coordinates means the same of the parts.
Obligation consists_of(const std::vector<Mode>& parts,
                       const std::vector<Int>& sizes,
                       const Mode& r,
                       std::string text);

}  // namespace tileproof::cute
