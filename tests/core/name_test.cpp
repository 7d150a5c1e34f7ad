#include "core/name.hpp"

#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

#include <atomic>
#include <set>
#include <string>
#include <thread>
#include <vector>

namespace tileproof {
namespace {

TEST(Name, EqualTextsGiveEqualNames) {
  EXPECT_EQ(Name::of("row_in_core_matrix"), Name::of(std::string("row_in_core_matrix")));
  EXPECT_NE(Name::of("row_in_core_matrix"), Name::of("row_in_core_matriX"));
  EXPECT_EQ(Name::of("row_in_core_matrix").text(), "row_in_core_matrix");
}

TEST(Name, TheConstantsAreTheNamesWithTheirTexts) {
  EXPECT_EQ(kRegister, Name::of("register"));
  EXPECT_EQ(kLane, Name::of("lane"));
  EXPECT_EQ(kWarp, Name::of("warp"));
  EXPECT_EQ(kBlock, Name::of("block"));
  EXPECT_EQ(kOffset, Name::of("offset"));
  EXPECT_EQ(kPartition, Name::of("partition"));
  EXPECT_EQ(kRow, Name::of("row"));
  EXPECT_EQ(kCol, Name::of("col"));
}

TEST(Name, DimensionsAreNumberedAtAnyRank) {
  for (const unsigned index : {0u, 1u, 9u, 63u, 64u, 1000u}) {
    const std::string text = "dim" + std::to_string(index);
    EXPECT_EQ(Name::dim(index).text(), text);
    EXPECT_EQ(Name::dim(index), Name::of(text));
  }
}

TEST(Name, TextsStayWhereManyNamesAreAdded) {
  const std::string_view before = Name::of("stays").text();
  for (int i = 0; i < 10'000; ++i) static_cast<void>(Name::of("added" + std::to_string(i)));
  EXPECT_EQ(before.data(), Name::of("stays").text().data());
}

TEST(Name, AnyBytesAreAName) {
  const std::string odd("\0 \xff", 3);
  EXPECT_EQ(Name::of(odd).text(), odd);
  EXPECT_EQ(Name::of("").text(), "");
}

TEST(Name, ThreadsThatInternTheSameTextsAgree) {
  std::vector<std::vector<std::string_view>> seen(4);
  std::vector<std::thread> threads;
  for (auto& texts : seen) {
    threads.emplace_back([&texts] {
      for (int i = 0; i < 500; ++i) {
        texts.push_back(Name::of("shared" + std::to_string(i)).text());
      }
    });
  }
  for (std::thread& thread : threads) thread.join();
  for (const auto& texts : seen) {
    for (std::size_t i = 0; i < texts.size(); ++i) EXPECT_EQ(texts[i].data(), seen[0][i].data());
  }
}

// The other thread, which may hold the table's lock, is not in the child.
TEST(Name, AreAddedInAProcessThatIsForkedWhileAThreadAddsSome) {
  std::atomic<bool> ends = false;
  std::thread adds([&ends] {
    for (int i = 0; !ends; ++i)
      static_cast<void>(Name::of("while forked " + std::to_string(i % 5000)));
  });
  for (int i = 0; i < 50; ++i) {
    const pid_t child = fork();
    if (child == 0) {
      alarm(20);
      _exit(Name::of("in the child").text() == "in the child" ? 0 : 1);
    }
    int status = 0;
    ASSERT_EQ(waitpid(child, &status, 0), child);
    EXPECT_EQ(status, 0);
  }
  ends = true;
  adds.join();
}

}  // namespace
}  // namespace tileproof
