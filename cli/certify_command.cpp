#include <fmt/core.h>

#include <algorithm>
#include <memory>
#include <string>
#include <vector>

#include "checkers/certificates/certifier/certify.hpp"
#include "checkers/certificates/program_certifier/stated_program.hpp"
#include "checkers/claims/build_claim.hpp"
#include "cli/claim_options.hpp"
#include "cli/command.hpp"
#include "cli/exit_code.hpp"
#include "cli/read_input.hpp"
#include "encodings/moves/json_program.hpp"
#include "encodings/moves/print_program.hpp"

namespace tileproof::cli {
namespace {

// The claim's lines, each indented.
std::string indented(std::string claim) {
  claim.insert(0, "    ");
  for (std::size_t at = 0; (at = claim.find('\n', at)) + 1 < claim.size(); at += 5) {
    claim.insert(at + 1, "    ");
  }
  return claim;
}

// `asked`: the lines of the only claim that passes; "" where any does.
int certify_file(const std::string& path, const std::string& asked) {
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
  if (!asked.empty() && certified.claim != asked) {
    fmt::print("REFUSED  {}: it is about another claim\n  it shows\n{}  asked is\n{}",
               path,
               indented(certified.claim),
               indented(asked));
    return ExitCode::kRefuted;
  }
  fmt::print("VALID    {}\n{}", path, certified.claim);
  for (const std::string& step : certified.steps) fmt::print("    {}\n", step);
  return ExitCode::kHolds;
}

struct CertifyArguments {
  std::vector<std::string> paths;
  std::vector<std::string> claim;  // and its layouts; empty where any passes
  ClaimOptions options;
  bool apart_copies = false;  // of realises
  bool repeated = false;
};

// realises PROGRAM SRC DST
Result<std::string> asked_program(const CertifyArguments& arguments) {
  if (arguments.claim.size() != 4) {
    return Error{ErrorCode::kUsage, "'realises' takes a program, its source and its destination"};
  }
  TP_TRY(text, read_input(arguments.claim[1]));
  TP_TRY(program, moves::read_program(text));
  TP_TRY(shape, parse_shape(arguments.options.shape));
  return certificates::restated({{"source", shape, arguments.claim[2]},
                                 {"destination", shape, arguments.claim[3]},
                                 !arguments.apart_copies,
                                 arguments.repeated,
                                 print_program(program)});
}

Result<std::string> asked_claim(const CertifyArguments& arguments) {
  if (arguments.claim.empty()) return std::string();
  if (arguments.claim.front() == "realises") return asked_program(arguments);
  ClaimOptions options = arguments.options;
  options.claim.claim = arguments.claim.front();
  options.layouts.assign(arguments.claim.begin() + 1, arguments.claim.end());
  TP_TRY(stated, options.state());
  TP_TRY(restated, restate(stated));
  return print(restated);
}

int run_certify(const CertifyArguments& arguments) {
  const auto asked = asked_claim(arguments);
  if (!asked) {
    fmt::print(stderr, "tileproof certify: {}\n", asked.error().message);
    return ExitCode::kBadInput;
  }
  int worst = ExitCode::kHolds;
  for (const std::string& path : arguments.paths) {
    worst = std::max(worst, certify_file(path, *asked));
  }
  return worst;
}

}  // namespace

Run add_certify_command(CLI::App& app) {
  auto* command = app.add_subcommand("certify",
                                     "Replay certificates with a checker that shares no code with "
                                     "the engines");
  auto arguments = std::make_shared<CertifyArguments>();
  command->add_option("files", arguments->paths, "Certificates, or - for input")
      ->required()
      ->type_name("FILE...");
  auto* claim = command->add_option(
      "--claim", arguments->claim, "Only those of this claim, stated as for prove, are valid");
  claim->expected(-1)->type_name("CLAIM LAYOUT...");
  for (CLI::Option* option : add_claim_options(*command, arguments->options)) {
    option->needs(claim);
  }
  command->add_flag("--apart-copies", arguments->apart_copies, "Of realises: as it was asked")
      ->needs(claim);
  command->add_flag("--repeated", arguments->repeated, "Of realises: as it was asked")
      ->needs(claim);
  command->footer(
      "Examples:\n"
      "  tileproof certify proof.txt\n"
      "  tileproof certify proof.txt --claim injective '(8,8):(9,1)'\n"
      "  tileproof certify proof.txt --claim in-bounds '(8,8):(9,1)' --allocation 71\n"
      "  tileproof certify proof.txt --claim realises program.txt '#ttg.blocked<..>'\n"
      "    '#ttg.blocked<..>' --shape 32x32\n"
      "The same checker is the small program tileproof-certify.");
  return [arguments] { return run_certify(*arguments); };
}

}  // namespace tileproof::cli
