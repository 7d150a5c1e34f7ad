// Writes what belongs to an installed program, of its own command line: FOLDER/tileproof.1, .bash
// and .zsh.  It runs when the project is built, and is not installed.
#include <filesystem>
#include <fstream>
#include <iostream>
#include <string>

#include "cli/command_line.hpp"
#include "cli/describe.hpp"

int main(int argc, char** argv) {
  if (argc != 2) {
    std::cerr << "usage: describe FOLDER\n";
    return 2;
  }
  const std::filesystem::path folder = argv[1];
  const tileproof::cli::CommandLine line;
  bool is_written = true;
  const auto write = [&](const char* name, const std::string& text) {
    std::ofstream file(folder / name);
    is_written = file << text && file.flush() && is_written;
  };
  write("tileproof.1", tileproof::cli::manual_page(line.app, TILEPROOF_VERSION));
  write("tileproof.bash", tileproof::cli::bash_completion(line.app));
  write("tileproof.zsh", tileproof::cli::zsh_completion(line.app));
  if (!is_written) std::cerr << "describe: cannot write into " << folder << "\n";
  return is_written ? 0 : 2;
}
