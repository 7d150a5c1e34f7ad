// A claim on the command line: what `prove` decides and `certify` demands.
#pragma once

#include <CLI/CLI.hpp>
#include <string>
#include <vector>

#include "checkers/requests/claim_arguments.hpp"

namespace tileproof::cli {

struct ClaimOptions {
  requests::ClaimArguments claim;
  std::vector<std::string> layouts;  // in the order of their roles; `read` may be left out
  std::string shape;
  std::string codomain;

  // With sizes read, and layouts in their roles.
  [[nodiscard]] Result<requests::ClaimArguments> arguments() const;
  [[nodiscard]] Result<StatedClaim> state() const;
};

// All but the claim and its layouts, which each command has at a place of its own.
std::vector<CLI::Option*> add_claim_options(CLI::App& command, ClaimOptions& options);

// "128x64"; "" is no sizes.
Result<std::vector<Word>> parse_shape(const std::string& text, const char* option = "--shape");

}  // namespace tileproof::cli
