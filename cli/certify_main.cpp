// tileproof-certify: replays certificates, and nothing else.
#include <exception>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <iterator>
#include <string>

#include "checkers/certificates/certifier/certify.hpp"
#include "cli/exit_code.hpp"

namespace {

using tileproof::cli::ExitCode;

ExitCode certify_file(const std::string& path) {
  namespace fs = std::filesystem;
  std::error_code error;
  const fs::file_status status = fs::status(path, error);
  std::ifstream file;
  // A device need not end, and a folder is no stream.
  if (fs::is_regular_file(status) || fs::is_fifo(status)) file.open(path, std::ios::binary);
  const std::string text{std::istreambuf_iterator<char>(file), {}};
  if (!file.is_open() || file.bad()) {
    std::cerr << path << ": cannot be read\n";
    return ExitCode::kBadInput;
  }
  const auto result = tileproof::certify(text);
  if (const auto* refused = std::get_if<tileproof::RefusedCertificate>(&result)) {
    std::cout << path << ":" << refused->line << ": refused: " << refused->reason << "\n";
    return ExitCode::kRefuted;
  }
  const auto& certified = std::get<tileproof::Certified>(result);
  std::cout << path << ": valid\n" << certified.claim;
  for (const std::string& step : certified.steps) std::cout << "  " << step << "\n";
  return ExitCode::kHolds;
}

}  // namespace

int main(int argc, char** argv) {
  if (argc < 2) {
    std::cerr << "usage: tileproof-certify FILE...\n"
                 "Exit codes: 0 all are valid, 1 one is refused, 2 one cannot be read.\n";
    return ExitCode::kBadInput;
  }
  try {
    ExitCode worst = ExitCode::kHolds;
    for (int i = 1; i < argc; ++i) worst = std::max(worst, certify_file(argv[i]));
    if (std::cout.flush()) return worst;
    std::cerr << "tileproof-certify: cannot write to standard output\n";
    return ExitCode::kBadInput;
  } catch (const std::exception& error) {
    std::cerr << "tileproof-certify: internal error: " << error.what() << "\n";
    return ExitCode::kInternal;
  }
}
