#include "cli/read_input.hpp"

#include <cerrno>
#include <cstdio>
#include <cstring>
#include <filesystem>
#include <memory>

namespace tileproof::cli {

Result<std::string> read_input(const std::string& path) {
  const auto failed = [&](const std::string& why) {
    return Error{ErrorCode::kIo, "cannot read '" + path + "': " + why};
  };
  std::error_code ignored;
  if (path != "-" && std::filesystem::is_directory(path, ignored))
    return failed("it is a directory");
  const auto close = [](std::FILE* file) {
    if (file != stdin) std::fclose(file);
  };
  std::unique_ptr<std::FILE, decltype(close)> file(
      path == "-" ? stdin : std::fopen(path.c_str(), "rb"), close);
  if (!file) return failed(std::strerror(errno));
  std::string text;
  std::string chunk(1 << 16, '\0');
  while (const std::size_t got = std::fread(chunk.data(), 1, chunk.size(), file.get())) {
    text.append(chunk, 0, got);
  }
  if (std::ferror(file.get()) != 0) return failed(std::strerror(errno));
  return text;
}

}  // namespace tileproof::cli
