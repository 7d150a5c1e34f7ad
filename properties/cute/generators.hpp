// Which CuTe layouts are worth trying?  Nested ones, of strides that are no powers of two, with
// copies and sizes 1, and often with strides that fit together, which most operations ask for.
#pragma once

#include "encodings/cute/notation.hpp"
#include "properties/source.hpp"

namespace tileproof::cute {

using gen::Source;

// A number in [0, limit).
Int draw_below(Source& source, Int limit);
// A tree over the leaves, in their order.
Mode draw_nesting(Source& source, std::vector<Mode> modes);
// Leaves of which each begins where the ones before end, in any order; with copies, gaps and
// overlaps strewn in.
Mode draw_mode(Source& source, Int max_size, bool negative = false);
Layout draw_layout(Source& source, Int max_size, bool negative = false);
// Now and then with a swizzle, an offset or both.
Layout draw_swizzled(Source& source, Int max_size, bool has_offset = true);
// A tiler is a layout, or one for each of the first modes of A.
Tiler draw_tiler(Source& source, const Layout& a, Int max_size);

// Why a layout shows little: "one element", "all in one place", "0, 1, 2 ..."; else null.
const char* degeneracy(const Layout& layout);

}  // namespace tileproof::cute
