// Is the text for people in colour, and in which?
#pragma once

#include <fmt/color.h>
#include <fmt/core.h>

#include <CLI/CLI.hpp>
#include <string>

namespace tileproof::cli {

// --colour, or --color: auto, always or never.
void add_colour_option(CLI::App& command, std::string& when);

// By `auto`, on a terminal, unless the environment's NO_COLOR says otherwise (no-color.org).
bool use_colour(const std::string& when);

class Painter {
 public:
  explicit Painter(bool colour) : colour_(colour) {}

  [[nodiscard]] std::string bold(const std::string& text) const {
    return paint(fmt::emphasis::bold, text);
  }
  [[nodiscard]] std::string good(const std::string& text) const {
    return paint(fmt::fg(fmt::terminal_color::green), text);
  }
  [[nodiscard]] std::string bad(const std::string& text) const {
    return paint(fmt::fg(fmt::terminal_color::red) | fmt::emphasis::bold, text);
  }
  [[nodiscard]] std::string costly(const std::string& text) const {
    return paint(fmt::fg(fmt::terminal_color::yellow), text);
  }

 private:
  [[nodiscard]] std::string paint(const fmt::text_style& style, const std::string& text) const {
    return colour_ ? fmt::format(style, "{}", text) : text;
  }
  bool colour_;
};

}  // namespace tileproof::cli
