// Are limits kept by work that does not want to keep them?
#include "checkers/limits/run_limited.hpp"

#include <gtest/gtest.h>
#include <signal.h>
#include <sys/time.h>
#include <sys/wait.h>
#include <unistd.h>

#include <atomic>
#include <chrono>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <stdexcept>
#include <thread>
#include <vector>

#include "core/check.hpp"

namespace tileproof {
namespace {

using Outcome = std::variant<std::string, Stopped, Crashed>;
using Clock = std::chrono::steady_clock;

#if defined(__SANITIZE_ADDRESS__)
constexpr bool kMemoryIsLimited = false;
#else
constexpr bool kMemoryIsLimited = true;
#endif

const Limits kHalfSecond{.seconds = 0.5};

double seconds_since(Clock::time_point start) {
  return std::chrono::duration<double>(Clock::now() - start).count();
}

std::size_t open_descriptors() {
  const std::filesystem::directory_iterator all("/proc/self/fd");
  return static_cast<std::size_t>(std::distance(begin(all), end(all)));
}

bool has_children() { return waitpid(-1, nullptr, WNOHANG) >= 0; }

// Never returns, and cannot be asked to.
std::string sleep_for_ever() {
  signal(SIGTERM, SIG_IGN);
  signal(SIGINT, SIG_IGN);
  for (;;) pause();
}

std::string spin_for_ever() {
  for (std::atomic<unsigned> i = 0;;) ++i;
}

std::string die_by(int number) {
  signal(number, SIG_DFL);
  raise(number);
  return "alive";
}

// Written to, so that the memory is really there.
std::string allocate_for_ever() {
  std::vector<std::vector<char>> all;
  for (;;) all.emplace_back(std::size_t{1} << 20, 'x');
}

TEST(RunLimited, GivesTheAnswer) {
  EXPECT_EQ(run_limited({}, [] { return std::string("proved"); }), Outcome("proved"));
  EXPECT_EQ(run_limited({}, [] { return std::string(); }), Outcome(""));
  const std::string zeros(3, '\0');
  EXPECT_EQ(run_limited({}, [&] { return zeros; }), Outcome(zeros));
}

TEST(RunLimited, AnAnswerMayBeLargerThanAPipe) {
  std::string large(10 << 20, ' ');
  for (std::size_t i = 0; i < large.size(); ++i) large[i] = static_cast<char>(i * 7 / 3);
  // No EXPECT_EQ, which would print them.
  EXPECT_TRUE(run_limited({}, [&] { return large; }) == Outcome(large));
}

TEST(RunLimited, WhatTheWorkChangesIsLost) {
  int count = 0;
  EXPECT_EQ(run_limited({}, [&] { return std::to_string(++count); }), Outcome("1"));
  EXPECT_EQ(count, 0);
}

TEST(RunLimited, WorkThatDoesNotEndIsKilledAtTheDeadline) {
  for (const auto& work : {sleep_for_ever, spin_for_ever}) {
    const auto start = Clock::now();
    EXPECT_EQ(run_limited(kHalfSecond, work), Outcome(Stopped{"time limit of 0.5 s"}));
    EXPECT_GE(seconds_since(start), 0.5);
    EXPECT_LE(seconds_since(start), 0.6);
  }
  EXPECT_FALSE(has_children());
}

TEST(RunLimited, WorkThatClosesEverythingIsKilledToo) {
  const auto start = Clock::now();
  const auto work = [] {
    for (int fd = 3; fd < 100; ++fd) close(fd);
    return sleep_for_ever();
  };
  EXPECT_EQ(run_limited(kHalfSecond, work), Outcome(Stopped{"time limit of 0.5 s"}));
  EXPECT_LE(seconds_since(start), 0.6);
}

TEST(RunLimited, AnyNumberOfSecondsIsALimit) {
  EXPECT_EQ(run_limited({.seconds = 0}, sleep_for_ever), Outcome(Stopped{"time limit of 0 s"}));
  EXPECT_EQ(run_limited({.seconds = -1}, sleep_for_ever), Outcome(Stopped{"time limit of -1 s"}));
  const auto answer = [] { return std::string("x"); };
  EXPECT_EQ(run_limited({.seconds = HUGE_VAL}, answer), Outcome("x"));
  EXPECT_EQ(run_limited({.seconds = 1e300}, answer), Outcome("x"));
}

TEST(RunLimited, SignalsToTheParentDoNotCutTheTimeShort) {
  signal(SIGALRM, [](int) {});
  const itimerval often{{0, 3000}, {0, 3000}};
  setitimer(ITIMER_REAL, &often, nullptr);
  const auto start = Clock::now();
  EXPECT_EQ(run_limited(kHalfSecond, sleep_for_ever), Outcome(Stopped{"time limit of 0.5 s"}));
  const double spent = seconds_since(start);
  const std::string large(1 << 20, 'x');
  EXPECT_TRUE(run_limited({}, [&] { return large; }) == Outcome(large));
  const itimerval never{};
  setitimer(ITIMER_REAL, &never, nullptr);
  signal(SIGALRM, SIG_DFL);
  EXPECT_GE(spent, 0.5);
  EXPECT_LE(spent, 0.6);
}

TEST(RunLimited, MemoryIsLimited) {
  if (!kMemoryIsLimited) GTEST_SKIP() << "not under AddressSanitizer";
  const Limits limits{.seconds = 10, .memory_bytes = 100'000'000};
  const Outcome stopped = Stopped{"memory limit of 100 MB"};
  EXPECT_EQ(run_limited(limits, allocate_for_ever), stopped);
  // Also where nothing may be thrown, and in one piece.
  EXPECT_EQ(run_limited(limits, []() noexcept { return allocate_for_ever(); }), stopped);
  const auto one_piece = [] { return std::to_string(std::string(120'000'000, 'x').size()); };
  EXPECT_EQ(run_limited(limits, one_piece), stopped);
  EXPECT_EQ(run_limited(limits, []() -> std::string { throw std::bad_alloc(); }), stopped);
}

// The limit counts from what is there already: 200 MB in the parent do not use up the child's 100.
TEST(RunLimited, MemoryWithinTheLimitIsThere) {
  if (!kMemoryIsLimited) GTEST_SKIP() << "not under AddressSanitizer";
  const std::vector<char> before(200'000'000, 'x');
  const Limits limits{.seconds = 10, .memory_bytes = 100'000'000};
  const auto work = [&] {
    const std::vector<char> more(90'000'000, 'y');
    return std::string{before.back(), more.back()};
  };
  EXPECT_EQ(run_limited(limits, work), Outcome("xy"));
  const auto too_much = [] { return std::to_string(std::string(120'000'000, 'x').size()); };
  EXPECT_EQ(run_limited(limits, too_much), Outcome(Stopped{"memory limit of 100 MB"}));
}

TEST(RunLimited, ACrashIsNoLimit) {
  const auto how = [](const std::function<std::string()>& work) {
    const Outcome outcome = run_limited({}, work);
    const auto* crashed = std::get_if<Crashed>(&outcome);
    return crashed != nullptr ? crashed->how : "not a crash";
  };
  EXPECT_EQ(how([] { return die_by(SIGSEGV); }), "signal 11 (Segmentation fault)");
  EXPECT_EQ(how([] { return die_by(SIGABRT); }), "signal 6 (Aborted)");
  EXPECT_EQ(how([]() -> std::string { _exit(3); }), "exit status 3 without an answer");
  EXPECT_EQ(how([]() -> std::string { _exit(0); }), "exit status 0 without an answer");
  EXPECT_EQ(how([]() -> std::string { throw std::runtime_error("no"); }), "exception: no");
  EXPECT_EQ(how([]() -> std::string { throw 5; }), "exception: not a std::exception");
}

TEST(RunLimited, AnInternalErrorIsThrownAgain) {
  const auto work = []() -> std::string { throw InternalError("two engines disagree"); };
  try {
    static_cast<void>(run_limited({}, work));
    FAIL() << "nothing was thrown";
  } catch (const InternalError& error) {
    EXPECT_STREQ(error.what(), "two engines disagree");
  }
  EXPECT_FALSE(has_children());
}

TEST(RunLimited, LeavesNoProcessAndNoDescriptor) {
  const std::size_t before = open_descriptors();
  for (int i = 0; i < 50; ++i) {
    static_cast<void>(run_limited({}, [] { return std::string("x"); }));
    static_cast<void>(run_limited({.seconds = 0.001}, sleep_for_ever));
    static_cast<void>(run_limited({}, []() -> std::string { _exit(1); }));
  }
  EXPECT_EQ(open_descriptors(), before);
  EXPECT_FALSE(has_children());
}

TEST(RunLimited, BufferedOutputIsPrintedOnce) {
  const auto path = std::filesystem::temp_directory_path() /
                    ("tileproof_run_limited_" + std::to_string(getpid()));
  std::FILE* file = std::fopen(path.c_str(), "w");
  ASSERT_NE(file, nullptr);
  std::fputs("once", file);
  EXPECT_EQ(run_limited({}, [] { return std::string("x"); }), Outcome("x"));
  std::fclose(file);
  std::ifstream in(path);
  std::string text;
  std::getline(in, text);
  EXPECT_EQ(text, "once");
  std::filesystem::remove(path);
}

TEST(RunLimited, SeveralThreadsMayAsk) {
#if defined(__SANITIZE_ADDRESS__)
  GTEST_SKIP()
      << "a child may wait forever for the sanitizer's allocator, which another thread had";
#endif
  std::vector<std::thread> threads;
  std::vector<Outcome> outcomes(4);
  for (std::size_t i = 0; i < outcomes.size(); ++i) {
    threads.emplace_back([&outcomes, i] {
      for (int round = 0; round < 10; ++round) {
        outcomes[i] = run_limited({}, [i] { return std::string(100'000, static_cast<char>(i)); });
      }
    });
  }
  for (std::thread& thread : threads) thread.join();
  for (std::size_t i = 0; i < outcomes.size(); ++i) {
    EXPECT_TRUE(outcomes[i] == Outcome(std::string(100'000, static_cast<char>(i))));
  }
}

std::function<std::string()> after(double seconds, const std::string& answer) {
  return [seconds, answer] {
    std::this_thread::sleep_for(std::chrono::duration<double>(seconds));
    return answer;
  };
}
bool is_yes(const std::string& answer) { return answer == "yes"; }

TEST(RunSideBySide, EndsWithTheFirstAnswerThatDecides) {
  const auto ends = run_side_by_side(
      {.seconds = 20},
      {{.work = after(0, "no")}, {.work = after(0.02, "yes")}, {.work = after(10, "yes")}},
      is_yes);
  EXPECT_EQ(ends[0], Ended("no"));
  EXPECT_EQ(ends[1], Ended("yes"));
  EXPECT_TRUE(std::holds_alternative<Stopped>(ends[2]));
}

TEST(RunSideBySide, StartsWhoWaitsOnceNobodyElseRuns) {
  const auto ends =
      run_side_by_side({.seconds = 20},
                       {{.work = after(0, "no")}, {.starts_after = 15, .work = after(0, "yes")}},
                       is_yes);
  EXPECT_EQ(ends[1], Ended("yes"));
}

TEST(RunSideBySide, LetsOneRestWhileAnotherWorks) {
  const auto ends =
      run_side_by_side({.seconds = 20},
                       {{.rests_after = 0, .rests_until = 15, .work = after(0.05, "yes")},
                        {.work = after(0.3, "yes")}},
                       is_yes);
  EXPECT_TRUE(std::holds_alternative<Stopped>(ends[0]));
  EXPECT_EQ(ends[1], Ended("yes"));
}

TEST(RunSideBySide, LetsNobodyRestOnceNobodyElseWorks) {
  const auto ends = run_side_by_side(
      {.seconds = 10},
      {{.rests_after = 0, .rests_until = 1e9, .work = after(0.1, "yes")}, {.work = after(0, "no")}},
      is_yes);
  EXPECT_EQ(ends[0], Ended("yes"));
}

}  // namespace
}  // namespace tileproof
