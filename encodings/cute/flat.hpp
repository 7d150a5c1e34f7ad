// What is a layout as a function of one integer?  CuTe reads integer i as the coordinates whose
// first leaf changes fastest; the layouts' algebra works on that function, for which nesting does
// not matter.
#pragma once

#include <vector>

#include "encodings/cute/layout.hpp"

namespace tileproof::cute {

struct FlatMode {
  Int size = 1;
  Int stride = 0;

  friend bool operator==(const FlatMode&, const FlatMode&) = default;
};
using FlatLayout = std::vector<FlatMode>;

FlatLayout flatten(const Mode& mode);
// A leaf for one mode, a tuple for more; 1:0 for none.
Mode unflatten(const FlatLayout& flat);

// The fewest modes with the same function on 0 .. size-1: no mode of size 1, and none that goes on
// where the one before ends.  Two layouts of one size are the same function just if these are
// equal: the first size is the first i with f(i) != i f(1), and so on for f(first size * i).
FlatLayout coalesced(const FlatLayout& flat);
// Without the modes of stride 0.
FlatLayout without_copies(FlatLayout flat);
// As coalesced, but keeps what the layout does beyond its size, where the last mode goes on:
// (4,1):(1,0) stays 0 1 2 3 0 1 ... while 4:1 goes on with 4.  At least one mode.
FlatLayout coalesced_beyond_size(const FlatLayout& flat);

// i -> swizzle(offset + ...), also beyond the size (the last mode goes on) and below 0 (division
// truncates, as in C++), modulo 2^64.
class IndexFunction {
 public:
  explicit IndexFunction(const Layout& layout)
      : flat_(flatten(layout.mode)), offset_(layout.offset), swizzle_(layout.swizzle) {}
  explicit IndexFunction(const Mode& mode) : flat_(flatten(mode)) {}

  Int operator()(Int index) const;

 private:
  FlatLayout flat_;
  Int offset_ = 0;
  std::optional<Swizzle> swizzle_;
};

// The product, or an error that names `what`.
Result<Int> times(Int x, Int y, const char* what);

// ceil(x / y) for x >= 0, y > 0.
constexpr Int ceil_div(Int x, Int y) { return x / y + (x % y != 0 ? 1 : 0); }

}  // namespace tileproof::cute
