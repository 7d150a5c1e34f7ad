// Ctrl-C: the program ends at once by the signal, whatever it is doing, and leaves no child behind.
#include <fcntl.h>
#include <gtest/gtest.h>
#include <poll.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <chrono>
#include <csignal>
#include <string>
#include <thread>
#include <vector>

namespace tileproof {
namespace {

using Clock = std::chrono::steady_clock;
using std::chrono::milliseconds;

// The program in a process group of its own, as a shell on a terminal starts it.  Its input is a
// pipe that holds `input` and does not end.
class Started {
 public:
  Started(const std::vector<std::string>& arguments, const std::string& input) {
    EXPECT_EQ(pipe2(ends_, O_CLOEXEC), 0);
    EXPECT_EQ(write(ends_[1], input.data(), input.size()), static_cast<ssize_t>(input.size()));
    std::vector<char*> words = {const_cast<char*>(TILEPROOF_PROGRAM)};
    for (const auto& word : arguments) words.push_back(const_cast<char*>(word.c_str()));
    words.push_back(nullptr);
    pid_ = fork();
    if (pid_ != 0) return;
    setpgid(0, 0);
    signal(SIGINT, SIG_DFL);
    const int nowhere = open("/dev/null", O_WRONLY);
    dup2(ends_[0], STDIN_FILENO);
    dup2(nowhere, STDOUT_FILENO);
    dup2(nowhere, STDERR_FILENO);
    execv(words[0], words.data());
    _exit(127);
  }
  ~Started() {
    kill(-pid_, SIGKILL);
    while (waitpid(-pid_, nullptr, 0) > 0) {
    }
    close(ends_[0]);
    close(ends_[1]);
  }
  Started(const Started&) = delete;
  Started& operator=(const Started&) = delete;

  [[nodiscard]] pid_t pid() const { return pid_; }

  // The signal that ended it within some seconds, or 0.
  [[nodiscard]] int signal_that_ends_it() const {
    int status = 0;
    const auto deadline = Clock::now() + milliseconds(5000);
    while (Clock::now() < deadline) {
      if (waitpid(pid_, &status, WNOHANG) == pid_)
        return WIFSIGNALED(status) ? WTERMSIG(status) : 0;
      std::this_thread::sleep_for(milliseconds(5));
    }
    return 0;
  }

  // Children whose parent is gone become this test's: it is their subreaper.
  [[nodiscard]] bool leaves_none_behind() const {
    const auto deadline = Clock::now() + milliseconds(5000);
    while (Clock::now() < deadline) {
      const pid_t ended = waitpid(-pid_, nullptr, WNOHANG);
      if (ended < 0) return true;
      if (ended == 0) std::this_thread::sleep_for(milliseconds(5));
    }
    return false;
  }

 private:
  int ends_[2] = {-1, -1};
  pid_t pid_ = -1;
};

struct Work {
  const char* name;
  std::vector<std::string> arguments;
  std::string input = "";
};

void PrintTo(const Work& work, std::ostream* out) { *out << work.name; }

const std::string kLongWork = "offset(a: 1000, b: 1000) = a*a*7 + b*131*a + b";

std::vector<Work> works() {
  const std::string request = R"({"op": "prove", "claim": "injective", "engine": "smt", )"
                              R"("time_limit": 60, "layout": ")" +
                              kLongWork + "\"}\n";
  return {{"Theorems", {"prove", "--theorems", "--time-limit", "60"}},
          {"Z3", {"prove", "injective", kLongWork, "--engine", "smt", "--time-limit", "60"}},
          {"Batch", {"batch"}, request},
          {"BatchThatWaits", {"batch"}},
          {"CheckThatWaits", {"check", "-"}}};
}

class ProgramInterrupt : public ::testing::TestWithParam<Work> {};

TEST_P(ProgramInterrupt, EndsItAtOnceAndItsChildren) {
  ASSERT_EQ(prctl(PR_SET_CHILD_SUBREAPER, 1), 0);
  for (const int wait : {30, 700}) {
    for (const bool group : {true, false}) {  // a terminal tells all; `kill -INT` the program alone
      const Started program(GetParam().arguments, GetParam().input);
      std::this_thread::sleep_for(milliseconds(wait));
      const auto start = Clock::now();
      ASSERT_EQ(kill(group ? -program.pid() : program.pid(), SIGINT), 0);
      EXPECT_EQ(program.signal_that_ends_it(), SIGINT);
      EXPECT_TRUE(program.leaves_none_behind());
      EXPECT_LT(Clock::now() - start, milliseconds(3000));
    }
  }
}

INSTANTIATE_TEST_SUITE_P(During,
                         ProgramInterrupt,
                         ::testing::ValuesIn(works()),
                         [](const auto& work) { return std::string(work.param.name); });

}  // namespace
}  // namespace tileproof
