// A file that is written at the end of long work, and opened before it begins.
#pragma once

#include <optional>
#include <string>

#include "core/result.hpp"

namespace tileproof::cli {

class OutputFile {
 public:
  // Fails where it could not be written.  What the file holds stays until write().
  static Result<OutputFile> open(const std::string& path);
  OutputFile(OutputFile&& from) noexcept;
  OutputFile& operator=(OutputFile&& from) = delete;
  OutputFile(const OutputFile&) = delete;
  OutputFile& operator=(const OutputFile&) = delete;
  // Without write(), a file that was not there before is gone again.
  ~OutputFile();

  std::optional<Error> write(const std::string& text);

 private:
  OutputFile(std::string path, int descriptor, bool is_new)
      : path_(std::move(path)), descriptor_(descriptor), is_new_(is_new) {}

  std::string path_;
  int descriptor_;  // -1 once written, or moved from
  bool is_new_;
};

}  // namespace tileproof::cli
