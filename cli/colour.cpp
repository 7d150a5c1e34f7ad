#include "cli/colour.hpp"

#include <unistd.h>

#include <cstdlib>

namespace tileproof::cli {

void add_colour_option(CLI::App& command, std::string& when) {
  command.add_option("--color,--colour", when, "When to use colour: auto, always or never")
      ->check(CLI::IsMember({"auto", "always", "never"}))
      ->type_name("WHEN");
}

bool use_colour(const std::string& when) {
  if (when != "auto") return when == "always";
  const char* no_colour = std::getenv("NO_COLOR");
  return isatty(STDOUT_FILENO) != 0 && (no_colour == nullptr || *no_colour == '\0');
}

}  // namespace tileproof::cli
