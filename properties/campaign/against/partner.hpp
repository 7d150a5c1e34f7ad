// Somebody else's program that answers questions: a command that reads a JSON object a line, as
// `tileproof batch` does, and writes an answer a line.
#pragma once

#include <sys/types.h>

#include <memory>
#include <string>

#include "checkers/requests/json.hpp"
#include "core/result.hpp"

namespace tileproof::campaign {

class Partner {
 public:
  // `command` is run by the shell, when the first question is asked.
  explicit Partner(std::string command, int seconds_for_an_answer = 60);
  Partner(const Partner&) = delete;
  Partner& operator=(const Partner&) = delete;
  ~Partner();

  // The answer to one request.  Errors: the program cannot be started, ends, says nothing in time,
  // or says what is no JSON object; it is started anew for the next question.
  Result<requests::Json> ask(const requests::Json& request);

  [[nodiscard]] const std::string& command() const { return command_; }
  // Whether it ever answered.
  [[nodiscard]] bool has_answered() const { return has_answered_; }

 private:
  std::optional<Error> start();
  // How it ended, once it is waited for.
  std::string stop();
  Result<std::string> exchange(const std::string& line);

  std::string command_;
  int seconds_;
  pid_t process_ = -1;
  int socket_ = -1;
  std::string unread_;
  bool has_answered_ = false;
};

}  // namespace tileproof::campaign
