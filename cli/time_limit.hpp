// How long may an engine take, as a user says it?
#pragma once

#include <CLI/CLI.hpp>
#include <string>

namespace tileproof::cli {

inline constexpr double kMostSeconds = 1e9;  // 31 years; clocks count on in 64 bits
inline constexpr const char* kSecondsRule = "seconds, from 0 to 1e9";

// False for what is no number, too.
constexpr bool is_time_limit(double seconds) { return seconds >= 0 && seconds <= kMostSeconds; }

inline CLI::Option* add_time_limit(CLI::App& command, double& seconds) {
  return command
      .add_option("--time-limit", seconds, "Seconds for a claim, or for a question of a file, by default 10")
      ->check([](const std::string& text) {
        double value = 0;
        const bool is_given = CLI::detail::lexical_cast(text, value) && is_time_limit(value);
        return is_given ? std::string() : "'" + text + "' must be " + kSecondsRule;
      })
      ->type_name("S");
}

}  // namespace tileproof::cli
