// Which layouts does a file define by name?  The lines `#name = #ttg.blocked<...>` of a TTGIR file
// or of a list of layouts, in their order, as triton-tensor-layout reads them.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "encodings/triton/layout.hpp"

namespace tileproof::ttgir {

struct NamedLayout {
  std::string name;  // without '#'
  triton::LayoutPtr layout;
};

// Aliases of other things are left out.  Fails with line and column of the first layout that is
// wrong.
Result<std::vector<NamedLayout>> layout_aliases(std::string_view text);

// The shape in `tensor<128x64xf16>`.
Result<triton::Shape> tensor_shape(std::string_view type);

}  // namespace tileproof::ttgir
