#include "cli/standard_streams.hpp"

#include <fcntl.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <cstring>
#include <iostream>

namespace tileproof::cli {

void hold_standard_streams() {
  // open() takes the lowest number that is free.
  for (const int number : {STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO}) {
    if (fcntl(number, F_GETFD) >= 0 || errno != EBADF) continue;
    const int wrong_way = number == STDIN_FILENO ? O_WRONLY : O_RDONLY;
    if (open("/dev/null", wrong_way) != number) _exit(2);
  }
}

std::optional<std::string> lost_output() {
  errno = 0;
  std::cout.flush();
  const bool written = std::fflush(stdout) == 0 && std::ferror(stdout) == 0 && std::cout.good();
  if (written) return std::nullopt;
  return std::string("cannot write to standard output") +
         (errno == 0 ? "" : std::string(": ") + std::strerror(errno));
}

}  // namespace tileproof::cli
