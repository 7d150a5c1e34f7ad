// Maps that are sums of digit times stride, where strides depend on parameters: b * s + i with s
// from 4096 to 10^6 and i below 4096.  They are injective for each value of the parameters if each
// stride exceeds what the smaller ones sum up to, whatever these are: s - 4095 > 0.  What is shown
// is a difference of polynomials, in which equal terms cancel before bounds are taken:
//
//   strides 64 * (64 + pad), 64 + pad, 1 of 8, 64 and 64 values:
//   64 * (64 + pad) - 63 * (64 + pad) - 63 = 1 + pad > 0
#pragma once

#include "checkers/engines/engines.hpp"

namespace tileproof {

// Yes or Open.
Answer decide_by_parametric_strides(const IndexMap& map);

}  // namespace tileproof
