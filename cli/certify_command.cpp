#include <fmt/core.h>

#include <algorithm>
#include <memory>
#include <string>
#include <vector>

#include "checkers/certificates/certifier/certify.hpp"
#include "cli/command.hpp"
#include "cli/exit_code.hpp"
#include "cli/read_input.hpp"

namespace tileproof::cli {
namespace {

int certify_file(const std::string& path) {
  const auto text = read_input(path);
  if (!text) {
    fmt::print(stderr, "tileproof certify: {}\n", text.error().message);
    return ExitCode::kBadInput;
  }
  const CertifyResult result = certify(*text);
  if (const auto* refused = std::get_if<RefusedCertificate>(&result)) {
    fmt::print("REFUSED  {}:{}: {}\n", path, refused->line, refused->reason);
    return ExitCode::kRefuted;
  }
  const auto& certified = std::get<Certified>(result);
  fmt::print("VALID    {}\n{}", path, certified.claim);
  for (const std::string& step : certified.steps) fmt::print("    {}\n", step);
  return ExitCode::kHolds;
}

}  // namespace

Run add_certify_command(CLI::App& app) {
  auto* command = app.add_subcommand("certify",
                                     "Replay certificates with a checker that shares no code with "
                                     "the engines");
  auto paths = std::make_shared<std::vector<std::string>>();
  command->add_option("files", *paths, "Certificates, or - for input")
      ->required()
      ->type_name("FILE...");
  command->footer("The same checker is the small program tileproof-certify.");
  return [paths] {
    int worst = ExitCode::kHolds;
    for (const std::string& path : *paths) {
      worst = std::max(worst, certify_file(path));
    }
    return worst;
  };
}

}  // namespace tileproof::cli
