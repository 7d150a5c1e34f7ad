// How long may an engine take, as an option: seconds, 0 or more.
#pragma once

#include <CLI/CLI.hpp>
#include <cmath>
#include <string>

namespace tileproof::cli {

inline CLI::Option* add_time_limit(CLI::App& command, double& seconds) {
  return command
      .add_option("--time-limit", seconds, "Seconds for each engine and question, by default 10")
      ->check([](const std::string& text) {
        double value = 0;
        const bool is_time =
            CLI::detail::lexical_cast(text, value) && std::isfinite(value) && value >= 0;
        return is_time ? std::string() : "'" + text + "' must be seconds, 0 or more";
      })
      ->type_name("S");
}

}  // namespace tileproof::cli
