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

// From ((A0,B0), (A1,B1), ..., rest) of a tiler by mode, and from (A,B) of another.
Answer reorder(Answer logical, const Tiler& tiler, TileOrder order);

}  // namespace tileproof::cute
