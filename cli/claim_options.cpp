#include "cli/claim_options.hpp"

#include "cli/whole_number.hpp"

namespace tileproof::cli {
namespace {

// Layouts in the order of their roles; `read` may be left out.
std::optional<Error> assign_roles(requests::ClaimArguments& claim,
                                  const std::vector<std::string>& layouts) {
  const ClaimForm* form = claim_form(claim.claim);
  if (form == nullptr) return std::nullopt;  // which requests::state_claim() says
  std::vector<std::string> roles = form->roles;
  if (layouts.size() == 3 && roles.size() == 4) roles.erase(roles.begin() + 2);
  if (layouts.size() != roles.size()) {
    return Error{ErrorCode::kUsage,
                 "'" + claim.claim + "' takes " + std::to_string(roles.size()) + " layout" +
                     (roles.size() == 1 ? "" : "s") + ", not " + std::to_string(layouts.size())};
  }
  for (std::size_t i = 0; i < roles.size(); ++i) claim.layouts[roles[i]] = layouts[i];
  return std::nullopt;
}

}  // namespace

Result<std::vector<Word>> parse_shape(const std::string& text, const char* option) {
  std::vector<Word> shape;
  std::size_t start = 0;
  while (!text.empty() && start <= text.size()) {
    const std::size_t end = std::min(text.find('x', start), text.size());
    const auto size = parse_number(text.substr(start, end - start));
    if (!size || *size == 0) {
      return Error{ErrorCode::kUsage,
                   std::string(option) + ": '" + text + "' must be sizes as in 128x64"};
    }
    shape.push_back(*size);
    start = end + 1;
  }
  return shape;
}

Result<requests::ClaimArguments> ClaimOptions::arguments() const {
  requests::ClaimArguments given = claim;
  TP_TRY(sizes, parse_shape(shape));
  given.shape = sizes;
  TP_TRY(codomain_sizes, parse_shape(codomain, "--codomain"));
  given.codomain = codomain_sizes;
  if (const auto error = assign_roles(given, layouts)) return *error;
  return given;
}

Result<StatedClaim> ClaimOptions::state() const {
  TP_TRY(given, arguments());
  return requests::state_claim(given);
}

std::vector<CLI::Option*> add_claim_options(CLI::App& command, ClaimOptions& options) {
  requests::ClaimArguments& claim = options.claim;
  return {
      command.add_option("--shape", options.shape, "Shape of the tensor, for example 128x64")
          ->type_name("SHAPE"),
      command.add_option("--allocation", claim.allocation, "in-bounds: how many offsets there are")
          ->check(check_whole_number)
          ->type_name("N"),
      command.add_option("--bits", claim.bits, "no-wrap: width of the integers, by default 32")
          ->check(check_whole_number)
          ->type_name("N"),
      command.add_flag_callback(
          "--unsigned",
          [&claim] { claim.is_signed = false; },
          "no-wrap: the integers are unsigned"),
      command.add_option("--codomain", options.codomain, "onto: a size for each output")
          ->type_name("NxM"),
      command.add_option("--element-bits", claim.element_bits, "aligned, conflict-free")
          ->check(check_whole_number)
          ->type_name("N"),
      command.add_option("--bytes", claim.bytes, "aligned: to a multiple of so many bytes")
          ->check(check_whole_number)
          ->type_name("N"),
      command.add_option("--vector", claim.vector, "aligned: elements of one access")
          ->check(check_whole_number)
          ->type_name("N"),
      command.add_option("--along", claim.along, "aligned: the coordinate along which vectors lie")
          ->type_name("NAME"),
      command.add_option("--target", claim.target, "conflict-free: cuda:90, hip:gfx942, ...")
          ->type_name("T"),
      command.add_option("--instruction", claim.instruction, "conflict-free: ld.shared.b128, ...")
          ->type_name("NAME"),
      command.add_option("--direction", claim.direction, "conflict-free: load or store"),
  };
}

}  // namespace tileproof::cli
