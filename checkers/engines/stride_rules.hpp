// Which questions are answered by a layout's parameters, without running its formula?  In well
// under a microsecond, whatever the size:
//
//  - A sum of strides is injective if each stride exceeds what the smaller ones sum up to, and a
//    swizzle after it changes nothing: Swizzle<B,M,S> is injective (theorem
//    cute-swizzle-injective).
//  - Padding keeps the order of offsets (theorem padding-injective), and the place before padding
//    says which element it holds, since the bases are a function of the place.
//  - The largest sum is the sum of the largest terms; the largest padded offset is that of the
//    largest offset before.
//
// These rules prove and never refute; tests hold them against the engines that run the definition.
#pragma once

#include "checkers/questions/question.hpp"

namespace tileproof {

bool follows_by_stride_rule(const Question& question);

}  // namespace tileproof
