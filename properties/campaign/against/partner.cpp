#include "properties/campaign/against/partner.hpp"

#include <poll.h>
#include <signal.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <cstring>
#include <utility>

namespace tileproof::campaign {
namespace {

using requests::Json;

Error failure(const std::string& what) { return {ErrorCode::kIo, what}; }

}  // namespace

Partner::Partner(std::string command, int seconds_for_an_answer)
    : command_(std::move(command)), seconds_(seconds_for_an_answer) {}

Partner::~Partner() { stop(); }

// One socket is the program's input and output, so that writing to one that has ended is an error
// and no signal.
std::optional<Error> Partner::start() {
  std::array<int, 2> ends{};
  if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends.data()) != 0) {
    return failure(std::string("no socket: ") + std::strerror(errno));
  }
  process_ = fork();
  if (process_ == 0) {
    // A group of its own, so that what it starts ends with it.
    setpgid(0, 0);
    dup2(ends[1], STDIN_FILENO);
    dup2(ends[1], STDOUT_FILENO);
    execl("/bin/sh", "sh", "-c", command_.c_str(), static_cast<char*>(nullptr));
    _exit(127);
  }
  close(ends[1]);
  if (process_ < 0) {
    close(ends[0]);
    return failure(std::string("no process: ") + std::strerror(errno));
  }
  setpgid(process_, process_);
  socket_ = ends[0];
  unread_.clear();
  return std::nullopt;
}

std::string Partner::stop() {
  if (process_ < 0) return "";
  close(socket_);
  // It has had its last line; what does not end by itself within a moment is ended.
  int status = 0;
  pid_t ended = 0;
  for (int i = 0; i < 50 && ended == 0; ++i) {
    ended = waitpid(process_, &status, WNOHANG);
    if (ended == 0) usleep(10'000);
  }
  if (ended == 0) {
    kill(-process_, SIGKILL);
    waitpid(process_, &status, 0);
  }
  process_ = -1;
  if (ended == 0) return "it was ended";
  if (WIFSIGNALED(status)) return "signal " + std::to_string(WTERMSIG(status));
  const int code = WEXITSTATUS(status);
  // What the shell says of a program that a signal ended.
  return code > 128 ? "signal " + std::to_string(code - 128) : "exit code " + std::to_string(code);
}

Result<std::string> Partner::exchange(const std::string& line) {
  for (std::size_t sent = 0; sent < line.size();) {
    const auto count = send(socket_, line.data() + sent, line.size() - sent, MSG_NOSIGNAL);
    if (count <= 0 && errno != EINTR) return failure("ended before it read the question");
    sent += count > 0 ? static_cast<std::size_t>(count) : 0;
  }
  for (;;) {
    if (const auto end = unread_.find('\n'); end != std::string::npos) {
      std::string answer = unread_.substr(0, end);
      unread_.erase(0, end + 1);
      return answer;
    }
    pollfd waits{socket_, POLLIN, 0};
    const int ready = poll(&waits, 1, seconds_ * 1000);
    if (ready < 0 && errno == EINTR) continue;
    if (ready == 0) return failure("gave no answer in " + std::to_string(seconds_) + " s");
    std::array<char, 1 << 16> chunk{};
    const auto count = recv(socket_, chunk.data(), chunk.size(), 0);
    if (count < 0 && errno == EINTR) continue;
    if (count <= 0) return failure("ended without an answer");
    unread_.append(chunk.data(), static_cast<std::size_t>(count));
  }
}

Result<Json> Partner::ask(const Json& request) {
  if (process_ < 0) {
    if (const auto error = start()) return *error;
  }
  const auto line = exchange(request.dump() + "\n");
  if (!line) {
    const std::string how = stop();
    return failure(line.error().message + (how.empty() ? "" : " (" + how + ")"));
  }
  auto answer = requests::parse_object(*line);
  if (!answer) {
    stop();
    return failure("answers what is no JSON object: " + line->substr(0, 200));
  }
  has_answered_ = true;
  return answer;
}

}  // namespace tileproof::campaign
