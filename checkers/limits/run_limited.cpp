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
#include <memory>
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

  void rest() const { kill(pid_, SIGSTOP); }
  void work_on() const { kill(pid_, SIGCONT); }

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
[[noreturn]] void run_child(pid_t parent,
                            int fd,
                            const Limits& limits,
                            const std::function<std::string()>& work) {
  prctl(PR_SET_PDEATHSIG, SIGKILL);
  if (getppid() != parent) _exit(kOtherException);  // which ended before
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

std::string number(double value) {
  std::ostringstream text;
  text << value;
  return text.str();
}

Ended outcome_of(int status, std::string text, const Limits& limits) {
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

// Work in a child, and the pipe through which it answers.
class Worker {
 public:
  Worker(const Limits& limits, const std::function<std::string()>& work)
      : limits_(limits), deadline_(deadline_of(limits.seconds)) {
    std::array<int, 2> ends{};
    if (pipe2(ends.data(), O_CLOEXEC) != 0) {
      ended_ = Stopped{std::string("no pipe to a process: ") + std::strerror(errno)};
      return;
    }
    from_child_.emplace(ends[0]);
    Descriptor to_parent(ends[1]);
    const pid_t parent = getpid();
    const pid_t pid = fork();
    if (pid < 0) {
      ended_ = Stopped{std::string("no process: ") + std::strerror(errno)};
      return;
    }
    if (pid == 0) run_child(parent, to_parent.get(), limits, work);
    child_.emplace(pid);
    fcntl(from_child_->get(), F_SETFL, O_NONBLOCK);
  }

  // Reads what there is; how the work ended, if it has.
  const std::optional<Ended>& look() {
    if (ended_) return ended_;
    at_end_ = at_end_ || drain(from_child_->get(), text_);
    if (const auto status = child_->ended()) {
      // What it wrote between the last look and its end.
      if (!at_end_) drain(from_child_->get(), text_);
      ended_ = outcome_of(*status, std::move(text_), limits_);
    } else if (Clock::now() >= deadline_) {
      child_.reset();
      ended_ = Stopped{"time limit of " + number(limits_.seconds) + " s"};
    }
    return ended_;
  }

  void rest(bool rests) {
    if (rests == rests_ || ended_) return;
    rests_ = rests;
    if (rests) {
      child_->rest();
    } else {
      child_->work_on();
    }
  }
  [[nodiscard]] bool works() const { return !ended_ && !rests_; }

  // What there is to wait for; a child that has closed the pipe is about to exit.
  [[nodiscard]] pollfd readable() const {
    return {at_end_ || ended_ ? -1 : from_child_->get(), POLLIN, 0};
  }
  [[nodiscard]] bool is_about_to_exit() const { return at_end_ && !ended_; }

 private:
  Limits limits_;
  Clock::time_point deadline_;
  std::optional<Descriptor> from_child_;
  std::optional<Child> child_;
  std::string text_;
  bool at_end_ = false;
  bool rests_ = false;
  std::optional<Ended> ended_;
};

class Race {
 public:
  Race(const Limits& limits, const std::vector<Contender>& contenders, const Decides& decides)
      : limits_(limits), contenders_(contenders), decides_(decides), workers_(contenders.size()) {}

  std::vector<Ended> run() {
    const Clock::time_point start = Clock::now();
    const Clock::time_point deadline = deadline_of(limits_.seconds);
    for (Clock::time_point now = start; now < deadline; now = Clock::now()) {
      const double seconds = std::chrono::duration<double>(now - start).count();
      start_those_due(seconds);
      if (has_end()) break;
      let_rest(seconds);
      wait(deadline - now);
    }
    return ends();
  }

 private:
  // Whoever is to wait starts at once when nobody runs.
  void start_those_due(double seconds) {
    const auto runs = [](auto& worker) { return worker && !worker->look(); };
    for (std::size_t i = 0; i < contenders_.size(); ++i) {
      if (workers_[i]) continue;
      if (seconds < contenders_[i].starts_after && std::ranges::any_of(workers_, runs)) continue;
      Limits own = limits_;
      own.seconds = std::min(limits_.seconds, contenders_[i].seconds);
      workers_[i] = std::make_unique<Worker>(own, contenders_[i].work);
    }
  }

  // Those whose time it is, if that leaves somebody at work.
  void let_rest(double seconds) {
    for (std::size_t i = 0; i < contenders_.size(); ++i) {
      if (!workers_[i]) continue;
      const auto works = [&](const auto& other) {
        return other && other != workers_[i] && other->works();
      };
      workers_[i]->rest(seconds >= contenders_[i].rests_after &&
                        seconds < contenders_[i].rests_until &&
                        std::ranges::any_of(workers_, works));
    }
  }

  // Is it decided, or has everyone ended?
  bool has_end() {
    bool all = true;
    for (auto& worker : workers_) {
      const bool has_ended = worker && worker->look();
      all = all && has_ended;
      if (!has_ended) continue;
      const auto* text = std::get_if<std::string>(&*worker->look());
      if (text != nullptr && decides_(*text)) return true;
    }
    return all;
  }

  void wait(Clock::duration left) const {
    using std::chrono::milliseconds;
    milliseconds most = kPollAtMost;
    std::vector<pollfd> ready;
    for (const auto& worker : workers_) {
      if (!worker) continue;
      ready.push_back(worker->readable());
      if (worker->is_about_to_exit()) most = milliseconds{1};
    }
    const auto time = std::clamp(std::chrono::ceil<milliseconds>(left), milliseconds{0}, most);
    poll(ready.data(), ready.size(), static_cast<int>(time.count()));
  }

  std::vector<Ended> ends() {
    std::vector<Ended> list;
    for (auto& worker : workers_) {
      const auto* end = worker ? &worker->look() : nullptr;
      list.push_back(end != nullptr && *end
                         ? **end
                         : Ended{Stopped{"time limit of " + number(limits_.seconds) + " s"}});
    }
    return list;
  }

  const Limits& limits_;
  const std::vector<Contender>& contenders_;
  const Decides& decides_;
  std::vector<std::unique_ptr<Worker>> workers_;
};

}  // namespace

std::vector<Ended> run_side_by_side(const Limits& limits,
                                    const std::vector<Contender>& contenders,
                                    const Decides& decides) {
  return Race(limits, contenders, decides).run();
}

Ended run_limited(const Limits& limits, const std::function<std::string()>& work) {
  return run_side_by_side(limits, {{.work = work}}, [](const std::string&) { return true; })
      .front();
}

}  // namespace tileproof
