#include "core/processors.hpp"

#include <gtest/gtest.h>

#include "tests/core/one_processor.hpp"

namespace tileproof {
namespace {

TEST(Processors, AreThoseThatTheAffinityAllows) {
  const unsigned all = usable_processors();
  const OneProcessor one;
  EXPECT_EQ(usable_processors(), 1U);
  EXPECT_EQ(all, one.usable_before());
}

}  // namespace
}  // namespace tileproof
