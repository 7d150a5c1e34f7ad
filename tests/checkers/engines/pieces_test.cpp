// Among how many threads is a visit shared?
#include "checkers/engines/enumerate/pieces.hpp"

#include <gtest/gtest.h>

#include <algorithm>

#include "core/processors.hpp"
#include "tests/core/one_processor.hpp"

namespace tileproof {
namespace {

constexpr Word kMany = Word{1} << 40;

TEST(Pieces, HaveAThreadForEachProcessorThatMayBeUsed) {
  EXPECT_EQ(threads_for(kMany, Limits{}), std::min(usable_processors(), 64U));
  const OneProcessor one;
  EXPECT_EQ(threads_for(kMany, Limits{}), 1U);
}

TEST(Pieces, HaveOneThreadWherePositionsOrTimeAreFew) {
  EXPECT_EQ(threads_for(Word{1} << 18, Limits{}), 1U);
  Limits brief;
  brief.seconds = 1e-3;
  EXPECT_EQ(threads_for(kMany, brief), 1U);
}

// 3 threads, and a number that no size of a piece divides.
TEST(Pieces, HaveEachPositionOnce) {
  const Word positions = (Word{1} << 22) + 7;
  Pieces pieces(positions, 3);
  Word next = 0;
  while (const auto piece = pieces.next()) {
    EXPECT_EQ(piece->begin, next);
    next = piece->end;
  }
  EXPECT_EQ(next, positions);
}

}  // namespace
}  // namespace tileproof
