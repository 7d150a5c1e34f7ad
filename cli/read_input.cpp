#include "cli/read_input.hpp"

#include <fcntl.h>
#include <sys/stat.h>
#include <sys/sysmacros.h>
#include <unistd.h>
#include <zlib.h>

#include <cerrno>
#include <cstring>
#include <memory>
#include <optional>

namespace tileproof::cli {
namespace {

// Reading a device need not end; Linux's null device does at once, and stands for an empty file.
bool is_null_device(const struct stat& status) {
  return S_ISCHR(status.st_mode) && status.st_rdev == makedev(1, 3);
}

// Before a path is opened, since opening alone may wait.
std::optional<std::string> why_unreadable(const std::string& path) {
  struct stat status {};
  if (stat(path.c_str(), &status) != 0) return std::strerror(errno);
  if (S_ISDIR(status.st_mode)) return "it is a directory";
  if (!S_ISREG(status.st_mode) && !S_ISFIFO(status.st_mode) && !is_null_device(status)) {
    return "it is neither a file nor a pipe";
  }
  return std::nullopt;
}

std::string why_damaged(gzFile file) {
  int code = Z_OK;
  const std::string text = gzerror(file, &code);
  if (code == Z_ERRNO) return std::strerror(errno);
  return "damaged gzip data: " +
         text.substr(text.find(": ") == std::string::npos ? 0 : text.find(": ") + 2);
}

}  // namespace

Error cannot_read(const std::string& path, const std::string& why) {
  return {ErrorCode::kIo, "cannot read '" + path + "': " + why};
}

Result<std::string> read_input(const std::string& path) {
  const bool is_standard = path == "-";
  if (!is_standard) {
    if (const auto why = why_unreadable(path)) return cannot_read(path, *why);
  }
  const int descriptor = is_standard ? fcntl(STDIN_FILENO, F_DUPFD_CLOEXEC, 0)
                                     : open(path.c_str(), O_RDONLY | O_CLOEXEC);
  if (descriptor < 0) return cannot_read(path, std::strerror(errno));
  // It passes on what gzip did not pack.
  const std::unique_ptr<gzFile_s, int (*)(gzFile)> file(gzdopen(descriptor, "rb"), &gzclose);
  if (!file) {
    close(descriptor);
    return cannot_read(path, "out of memory");
  }
  std::string text;
  std::string chunk(1 << 16, '\0');
  for (;;) {
    const int got = gzread(file.get(), chunk.data(), static_cast<unsigned>(chunk.size()));
    if (got < 0) return cannot_read(path, why_damaged(file.get()));
    if (got == 0) break;
    text.append(chunk, 0, static_cast<std::size_t>(got));
    if (text.size() > kMostInput) {
      return cannot_read(path,
                         "its text is longer than " + std::to_string(kMostInput >> 20) + " MiB");
    }
  }
  // Data that ends early is noticed only at its end.
  int code = Z_OK;
  gzerror(file.get(), &code);
  if (code != Z_OK && code != Z_STREAM_END) return cannot_read(path, why_damaged(file.get()));
  return text;
}

}  // namespace tileproof::cli
