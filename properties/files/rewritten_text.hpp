// A TTGIR file written otherwise without a change of meaning: comments anywhere, lines that are
// broken or joined, other spaces and line ends.
#pragma once

#include <string>

#include "properties/source.hpp"

namespace tileproof::laws {

std::string rewritten(const std::string& text, gen::Source& random);

}  // namespace tileproof::laws
