// Runs the program itself, as scripts do: arguments and input in, exit code and both outputs out.
#pragma once

#include <sys/wait.h>

#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <nlohmann/json.hpp>
#include <sstream>
#include <stdexcept>
#include <string>

#include "tests/support/temporary_folder.hpp"

namespace tileproof {

struct ProgramRun {
  int exit_code = -1;  // 128 and the signal, where one ended it
  std::string out;
  std::string err;

  [[nodiscard]] nlohmann::json json() const { return nlohmann::json::parse(out); }
};

inline std::string text_of_file(const std::string& path) {
  std::ifstream stream(path, std::ios::binary);
  std::ostringstream text;
  text << stream.rdbuf();
  return text.str();
}

// `arguments` is what stands behind the program's name in a shell, `environment` before it.
inline ProgramRun run_program(const std::string& arguments,
                              const std::string& input = "",
                              const std::string& environment = "") {
  const TemporaryFolder folder;
  const std::string in = folder.file("in", input);
  const std::string command = environment + " '" TILEPROOF_PROGRAM "' " + arguments + " < " + in +
                              " 2> " + folder.path("err");
  std::FILE* pipe = popen(command.c_str(), "r");
  if (pipe == nullptr) throw std::runtime_error("cannot run " + command);
  ProgramRun run;
  std::string chunk(1 << 16, '\0');
  while (const auto got = std::fread(chunk.data(), 1, chunk.size(), pipe))
    run.out.append(chunk, 0, got);
  const int status = pclose(pipe);
  run.exit_code = WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
  run.err = text_of_file(folder.path("err"));
  return run;
}

// An argument in quotes.
inline std::string quoted(const std::string& argument) {
  std::string result = "'";
  for (const char c : argument) result += c == '\'' ? std::string("'\\''") : std::string(1, c);
  return result + "'";
}

}  // namespace tileproof
