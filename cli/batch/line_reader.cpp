#include "cli/batch/line_reader.hpp"

#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <utility>

namespace tileproof::cli {

bool LineReader::read_more() {
  constexpr std::size_t kChunk = 1 << 16;
  if (has_ended_) return false;
  const std::size_t before = read_.size();
  read_.resize(before + kChunk);
  ssize_t count = 0;
  do {
    count = read(descriptor_, read_.data() + before, kChunk);
  } while (count < 0 && errno == EINTR);
  if (count < 0) failure_ = std::strerror(errno);
  has_ended_ = count <= 0;
  read_.resize(before + static_cast<std::size_t>(count > 0 ? count : 0));
  return !has_ended_;
}

std::optional<LineReader::Line> LineReader::next() {
  Line line;
  std::size_t end = 0;
  for (std::size_t from = at_; (end = read_.find('\n', from)) == std::string::npos;) {
    read_.erase(0, std::exchange(at_, 0));
    if (read_.size() > kMostBytes) {
      line.is_too_long = true;
      read_.clear();
    }
    from = read_.size();
    if (!read_more()) break;
  }
  if (end == std::string::npos) {
    if (read_.empty() && !line.is_too_long) return std::nullopt;
    end = read_.size();
  }
  line.is_too_long = line.is_too_long || end - at_ > kMostBytes;
  if (!line.is_too_long) line.text = read_.substr(at_, end - at_);
  at_ = std::min(end + 1, read_.size());
  return line;
}

}  // namespace tileproof::cli
