#include "checkers/limits/run_limited.hpp"

#include <fcntl.h>
#include <poll.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <chrono>
#include <csignal>
#include <cstdio>
#include <cstring>
#include <exception>
#include <new>
#include <optional>
#include <sstream>

#include "core/check.hpp"

namespace tileproof {
namespace {

using Clock = std::chrono::steady_clock;

// The child's exit status says what the bytes in the pipe are.  None is one that work which calls
// exit() would use.
enum ChildExit { kAnswered = 112, kOutOfMemory, kInternalError, kOtherException };

// A child that has exited is noticed this late if another process holds the pipe open.
constexpr std::chrono::milliseconds kPollAtMost{20};

class Descriptor {
 public:
  explicit Descriptor(int fd) : fd_(fd) {}
  ~Descriptor() { reset(); }
  Descriptor(const Descriptor&) = delete;
  Descriptor& operator=(const Descriptor&) = delete;
  [[nodiscard]] int get() const { return fd_; }
  void reset() {
    if (fd_ >= 0) close(fd_);
    fd_ = -1;
  }

 private:
  int fd_;
};

// Not left running and not left a zombie, whatever happens in the parent.
class Child {
 public:
  explicit Child(pid_t pid) : pid_(pid) {}
  ~Child() {
    if (pid_ > 0) kill_and_reap();
  }
  Child(const Child&) = delete;
  Child& operator=(const Child&) = delete;

  // How it ended, as of waitpid, if it has.
  std::optional<int> ended() {
    int status = 0;
    const pid_t found = waitpid(pid_, &status, WNOHANG);
    if (found == 0) return std::nullopt;
    TP_CHECK(found == pid_, std::string("waitpid: ") + std::strerror(errno));
    pid_ = -1;
    return status;
  }

 private:
  void kill_and_reap() const {
    kill(pid_, SIGKILL);
    while (waitpid(pid_, nullptr, 0) < 0 && errno == EINTR) {
    }
  }

  pid_t pid_;
};

// Why RLIMIT_DATA and not RLIMIT_AS?  It counts the private memory that can be written to, which is
// what an engine allocates, by brk or by mmap (Linux 4.7 and later).  RLIMIT_AS also counts address
// space that is only reserved, as glibc does for each thread's arena (64 MiB) and libraries do for
// their code, so that a limit in it would say little about memory.  Memory that malloc keeps for
// reuse is in use for the kernel: the work may take that as well.
void limit_memory(std::size_t bytes) {
#if defined(__SANITIZE_ADDRESS__)
  // The sanitizer's own maps are larger than any sensible limit.
  static_cast<void>(bytes);
#else
  unsigned long used_pages = 0;
  if (std::FILE* statm = std::fopen("/proc/self/statm", "r")) {
    // The sixth number: data and stack, in pages.
    if (std::fscanf(statm, "%*u %*u %*u %*u %*u %lu", &used_pages) != 1) used_pages = 0;
    std::fclose(statm);
  }
  const rlim_t used = rlim_t{used_pages} * static_cast<rlim_t>(sysconf(_SC_PAGESIZE));
  rlimit limit{};
  getrlimit(RLIMIT_DATA, &limit);
  const rlim_t wanted = bytes > RLIM_INFINITY - used ? RLIM_INFINITY : used + bytes;
  limit.rlim_cur = std::min(wanted, limit.rlim_max);
  setrlimit(RLIMIT_DATA, &limit);
#endif
}

void write_all(int fd, const std::string& text) {
  std::size_t written = 0;
  while (written < text.size()) {
    const ssize_t count = write(fd, text.data() + written, text.size() - written);
    if (count < 0 && errno == EINTR) continue;
    if (count < 0) return;
    written += static_cast<std::size_t>(count);
  }
}

// _exit: the parent's stdio buffers are copied in the child and must not be flushed from here.
[[noreturn]] void run_child(int fd,
                            const Limits& limits,
                            const std::function<std::string()>& work) {
  prctl(PR_SET_PDEATHSIG, SIGKILL);
  limit_memory(limits.memory_bytes);
  // Called when memory is wanted and there is none: sooner than bad_alloc, which code that must not
  // throw would turn into an abort.
  std::set_new_handler([] { _exit(kOutOfMemory); });
  try {
    write_all(fd, work());
    _exit(kAnswered);
  } catch (const std::bad_alloc&) {
    _exit(kOutOfMemory);
  } catch (const InternalError& error) {
    write_all(fd, error.what());
    _exit(kInternalError);
  } catch (const std::exception& error) {
    write_all(fd, error.what());
  } catch (...) {
    write_all(fd, "not a std::exception");
  }
  _exit(kOtherException);
}

// Adds what there is in the pipe; true at its end.
bool drain(int fd, std::string& text) {
  std::array<char, 1 << 16> buffer;
  for (;;) {
    const ssize_t count = read(fd, buffer.data(), buffer.size());
    if (count == 0) return true;
    if (count > 0) {
      text.append(buffer.data(), static_cast<std::size_t>(count));
    } else if (errno == EAGAIN) {
      return false;
    } else {
      TP_CHECK(errno == EINTR, std::string("read: ") + std::strerror(errno));
    }
  }
}

// Until there is something to read, or for a while.
void wait_for(int fd, bool at_end, Clock::duration left) {
  using std::chrono::milliseconds;
  // A child that has closed the pipe is about to exit.
  const milliseconds most = at_end ? milliseconds{1} : kPollAtMost;
  const auto time = std::clamp(std::chrono::ceil<milliseconds>(left), milliseconds{0}, most);
  pollfd ready{at_end ? -1 : fd, POLLIN, 0};
  poll(&ready, 1, static_cast<int>(time.count()));
}

std::string number(double value) {
  std::ostringstream text;
  text << value;
  return text.str();
}

std::variant<std::string, Stopped, Crashed> outcome_of(int status,
                                                       std::string text,
                                                       const Limits& limits) {
  if (WIFSIGNALED(status)) {
    const int signal = WTERMSIG(status);
    if (signal == SIGKILL) return Stopped{"the process was killed, as for lack of memory"};
    return Crashed{"signal " + std::to_string(signal) + " (" + strsignal(signal) + ")"};
  }
  switch (WEXITSTATUS(status)) {
    case kAnswered:
      return text;
    case kOutOfMemory:
      return Stopped{"memory limit of " + number(static_cast<double>(limits.memory_bytes) / 1e6) +
                     " MB"};
    case kInternalError:
      throw InternalError(text);
    case kOtherException:
      return Crashed{"exception: " + text};
    default:
      return Crashed{"exit status " + std::to_string(WEXITSTATUS(status)) + " without an answer"};
  }
}

Clock::time_point deadline_of(double seconds) {
  constexpr double kAlmostForEver = 1e9;
  if (!(seconds < kAlmostForEver)) return Clock::time_point::max();
  const std::chrono::duration<double> span(std::max(seconds, 0.0));
  return Clock::now() + std::chrono::duration_cast<Clock::duration>(span);
}

}  // namespace

std::variant<std::string, Stopped, Crashed> run_limited(const Limits& limits,
                                                        const std::function<std::string()>& work) {
  const Clock::time_point deadline = deadline_of(limits.seconds);
  std::array<int, 2> ends{};
  if (pipe2(ends.data(), O_CLOEXEC) != 0) {
    return Stopped{std::string("no pipe to a process: ") + std::strerror(errno)};
  }
  const Descriptor from_child(ends[0]);
  Descriptor to_parent(ends[1]);
  const pid_t pid = fork();
  if (pid < 0) return Stopped{std::string("no process: ") + std::strerror(errno)};
  if (pid == 0) run_child(to_parent.get(), limits, work);
  Child child(pid);
  to_parent.reset();
  fcntl(from_child.get(), F_SETFL, O_NONBLOCK);
  std::string text;
  bool at_end = false;
  for (Clock::time_point now = Clock::now(); now < deadline; now = Clock::now()) {
    at_end = at_end || drain(from_child.get(), text);
    if (const auto status = child.ended()) {
      // What it wrote between the last look and its end.
      if (!at_end) drain(from_child.get(), text);
      return outcome_of(*status, std::move(text), limits);
    }
    wait_for(from_child.get(), at_end, deadline - now);
  }
  return Stopped{"time limit of " + number(limits.seconds) + " s"};
}

}  // namespace tileproof
