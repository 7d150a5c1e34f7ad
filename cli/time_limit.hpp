// How long may an engine or a campaign take, as a user says it?
#pragma once

#include <CLI/CLI.hpp>
#include <string>

#include "checkers/limits/time_limit.hpp"

namespace tileproof::cli {

// What is wrong with it, or nothing.
inline std::string check_seconds(const std::string& text) {
  double value = 0;
  const bool is_given = CLI::detail::lexical_cast(text, value) && is_time_limit(value);
  return is_given ? std::string() : "'" + text + "' must be " + kSecondsRule;
}

inline CLI::Option* add_time_limit(CLI::App& command, double& seconds) {
  return command
      .add_option("--time-limit",
                  seconds,
                  "Seconds for a claim, or for a question of a file, by default 10")
      ->check(check_seconds)
      ->type_name("S");
}

}  // namespace tileproof::cli
