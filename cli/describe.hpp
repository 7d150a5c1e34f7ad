// What do people read of the command line outside of --help?  A manual page, and what a shell
// completes: both written from the parser itself, so that they name what there is.
#pragma once

#include <CLI/CLI.hpp>
#include <string>

namespace tileproof::cli {

// A page for man(1), in its macros, section 1; of each command the text and its options.
std::string manual_page(const CLI::App& app, const std::string& version);

// A script for bash-completion: commands, then their options; elsewhere files.
std::string bash_completion(const CLI::App& app);

// A file for zsh's compinit, likewise, with what each means.
std::string zsh_completion(const CLI::App& app);

}  // namespace tileproof::cli
