#include "cli/output_file.hpp"

#include <fcntl.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <utility>

namespace tileproof::cli {
namespace {

Error cannot_write(const std::string& path) {
  return {ErrorCode::kIo, "cannot write '" + path + "': " + std::strerror(errno)};
}

bool write_all(int descriptor, const std::string& text) {
  std::size_t written = 0;
  while (written < text.size()) {
    const ssize_t count = ::write(descriptor, text.data() + written, text.size() - written);
    if (count < 0 && errno == EINTR) continue;
    if (count < 0) return false;
    written += static_cast<std::size_t>(count);
  }
  return true;
}

}  // namespace

Result<OutputFile> OutputFile::open(const std::string& path) {
  constexpr int kFlags = O_WRONLY | O_CLOEXEC;
  constexpr mode_t kMode = 0666;  // less the user's mask
  const int made = ::open(path.c_str(), kFlags | O_CREAT | O_EXCL, kMode);
  if (made >= 0) return OutputFile(path, made, /*is_new=*/true);
  const int descriptor = ::open(path.c_str(), kFlags | O_CREAT, kMode);
  if (descriptor < 0) return cannot_write(path);
  return OutputFile(path, descriptor, /*is_new=*/false);
}

OutputFile::OutputFile(OutputFile&& from) noexcept
    : path_(std::move(from.path_)),
      descriptor_(std::exchange(from.descriptor_, -1)),
      is_new_(from.is_new_) {}

OutputFile::~OutputFile() {
  if (descriptor_ < 0) return;
  close(descriptor_);
  if (is_new_) unlink(path_.c_str());
}

std::optional<Error> OutputFile::write(const std::string& text) {
  const int descriptor = std::exchange(descriptor_, -1);
  // Pipes and devices, which have no length, cannot be cut.
  const bool is_cut = ftruncate(descriptor, 0) == 0 || errno == EINVAL;
  const bool is_written = is_cut && write_all(descriptor, text);
  const int why = errno;
  if (close(descriptor) == 0 && is_written) return std::nullopt;
  if (!is_written) errno = why;
  return cannot_write(path_);
}

}  // namespace tileproof::cli
