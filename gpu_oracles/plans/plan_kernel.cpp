#include "gpu_oracles/plans/plan_kernel.hpp"

#include <algorithm>
#include <sstream>

#include "gpu_oracles/observation_fields.hpp"

namespace tileproof::oracles {
namespace {

using Json = nlohmann::json;

constexpr const char* kDigits = "0123456789abcdef";

std::string hex_of(const std::string& bytes) {
  std::string hex;
  for (const char c : bytes) {
    const auto byte = static_cast<unsigned char>(c);
    hex += kDigits[byte >> 4];
    hex += kDigits[byte & 15];
  }
  return hex;
}

Result<std::string> bytes_of(const std::string& hex) {
  const std::string_view digits = kDigits;
  std::string bytes;
  for (std::size_t i = 0; i < hex.size(); i += 2) {
    const auto high = digits.find(hex[i]);
    const auto low = i + 1 < hex.size() ? digits.find(hex[i + 1]) : std::string_view::npos;
    if (high == std::string_view::npos || low == std::string_view::npos) {
      return Error{ErrorCode::kSyntax, "a kernel's code is not in hexadecimal digits"};
    }
    bytes += static_cast<char>(high << 4 | low);
  }
  return bytes;
}

Result<PlanKernel> parse_kernel(const Json& json) {
  PlanKernel kernel;
  TP_TRY(hex, text_field(json, "code"));
  TP_TRY(code, bytes_of(hex));
  TP_TRY(threads, natural_field(json, "threads"));
  TP_TRY(shared_bytes, natural_field(json, "shared_bytes"));
  TP_TRY(source_registers, natural_field(json, "source_registers"));
  TP_TRY(destination_registers, natural_field(json, "destination_registers"));
  if (threads > moves::kMaxThreadsOfBlock) {
    return Error{ErrorCode::kSyntax, "a kernel of " + std::to_string(threads) + " threads"};
  }
  return PlanKernel{std::move(code),
                    static_cast<unsigned>(threads),
                    shared_bytes,
                    source_registers,
                    destination_registers};
}

}  // namespace

Result<PlanKernel> compile_kernel(const moves::Program& program,
                                  const TensorBytes& source,
                                  const TensorBytes& destination,
                                  moves::Accesses accesses,
                                  const RuntimeCompiler& compiler,
                                  const std::string& architecture) {
  PlanKernel kernel;
  kernel.threads = program.threads();
  kernel.shared_bytes = program.shared_bytes;
  const auto registers = [&](std::uint32_t array, const TensorBytes& side) {
    return std::max(program.arrays[array].size, side.registers);
  };
  kernel.source_registers = registers(moves::kSourceArray, source);
  kernel.destination_registers = registers(moves::kDestinationArray, destination);
  TP_TRY(
      text,
      moves::print_cuda(program, kernel.source_registers, kernel.destination_registers, accesses));
  TP_TRY(code, compiler.compile(text, architecture));
  kernel.code = std::move(code);
  return kernel;
}

std::string kernels_text(std::span<const PlanKernel> kernels) {
  std::string text;
  for (const PlanKernel& kernel : kernels) {
    const Json json = {{"code", hex_of(kernel.code)},
                       {"threads", kernel.threads},
                       {"shared_bytes", kernel.shared_bytes},
                       {"source_registers", kernel.source_registers},
                       {"destination_registers", kernel.destination_registers}};
    text += json.dump() + "\n";
  }
  return text;
}

Result<std::vector<PlanKernel>> parse_kernels(const std::string& text) {
  std::vector<PlanKernel> kernels;
  std::istringstream lines(text);
  for (std::string line; std::getline(lines, line);) {
    TP_TRY(kernel, parse_kernel(Json::parse(line, nullptr, /*allow_exceptions=*/false)));
    kernels.push_back(std::move(kernel));
  }
  return kernels;
}

}  // namespace tileproof::oracles
