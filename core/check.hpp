// How does tileproof stop on its own bugs?  TP_CHECK holds in every build type: a broken invariant
// throws InternalError, which the program reports as exit code 4.  It is never used for bad input.
#pragma once

#include <stdexcept>
#include <string>

namespace tileproof {

// A bug of tileproof itself.  Catch it only to report it.
class InternalError : public std::logic_error {
 public:
  using std::logic_error::logic_error;
};

[[noreturn]] void fail_check(const char* condition,
                             const char* file,
                             int line,
                             const std::string& message);

}  // namespace tileproof

// By the file's name alone: where it lay when it was compiled is nothing to those who install it.
#define TP_CHECK(condition, message)                                           \
  do {                                                                         \
    if (!(condition)) [[unlikely]]                                             \
      ::tileproof::fail_check(#condition, __FILE_NAME__, __LINE__, (message)); \
  } while (false)
