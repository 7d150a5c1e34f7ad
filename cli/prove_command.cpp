#include <fmt/core.h>

#include <chrono>
#include <cstdio>
#include <memory>
#include <string>
#include <vector>

#include "checkers/certificates/write_certificate.hpp"
#include "checkers/claims/build_claim.hpp"
#include "checkers/claims/prove.hpp"
#include "checkers/theorems/theorems.hpp"
#include "checkers/translation/translate.hpp"
#include "cli/claim_arguments.hpp"
#include "cli/command.hpp"
#include "cli/exit_code.hpp"
#include "cli/json.hpp"
#include "cli/read_input.hpp"

namespace tileproof::cli {
namespace {

struct ProveArguments {
  ClaimArguments claim;
  std::vector<std::string> layouts;
  std::string shape;
  std::string codomain;
  std::string engine;
  std::string to;
  std::string certificate;
  double seconds = Limits{}.seconds;
  Word megabytes = Limits{}.memory_bytes >> 20;
  bool json = false;
  bool theorems = false;

  [[nodiscard]] Limits limits() const {
    return {seconds, static_cast<std::size_t>(megabytes) << 20};
  }
};

int exit_code_of(const Verdict& verdict) {
  if (is_refuted(verdict)) return ExitCode::kRefuted;
  return is_unknown(verdict) ? ExitCode::kUnknown : ExitCode::kHolds;
}

void print_text(const std::string& claim, const Verdict& verdict) {
  if (const auto* proved = std::get_if<Proved>(&verdict)) {
    fmt::print("PROVED   {}  by {}: {}\n", claim, proved->engine, proved->scope);
  } else if (const auto* refuted = std::get_if<Refuted>(&verdict)) {
    fmt::print("REFUTED  {}\n    {}\n    found by {}, replayed on the definition\n",
               claim,
               refuted->counterexample().text,
               refuted->engine());
  } else {
    fmt::print("UNKNOWN  {}\n    {}\n", claim, std::get<Unknown>(verdict).reason);
  }
}

// "128x64"
Result<std::vector<Word>> parse_shape(const std::string& text, const char* option = "--shape") {
  std::vector<Word> shape;
  std::size_t start = 0;
  while (!text.empty() && start <= text.size()) {
    const std::size_t end = std::min(text.find('x', start), text.size());
    const auto size = parse_number(text.substr(start, end - start));
    if (!size || *size == 0) {
      return Error{ErrorCode::kUsage, std::string(option) + ": '" + text + "' must be sizes as in 128x64"};
    }
    shape.push_back(*size);
    start = end + 1;
  }
  return shape;
}

// Layouts in the order of their roles; `read` may be left out.
std::optional<Error> assign_roles(ClaimArguments& claim, const std::vector<std::string>& layouts) {
  std::vector<std::string> roles = roles_of(claim.claim);
  if (layouts.size() == 3 && roles.size() == 4) roles.erase(roles.begin() + 2);
  if (!roles.empty() && layouts.size() != roles.size()) {
    return Error{ErrorCode::kUsage,
                 "'" + claim.claim + "' takes " + std::to_string(roles.size()) + " layout" +
                     (roles.size() == 1 ? "" : "s") + ", not " + std::to_string(layouts.size())};
  }
  for (std::size_t i = 0; i < roles.size(); ++i) claim.layouts[roles[i]] = layouts[i];
  return std::nullopt;
}

std::optional<Error> write_file(const std::string& path, const std::string& text) {
  std::FILE* file = std::fopen(path.c_str(), "wb");
  if (file == nullptr) return Error{ErrorCode::kIo, "cannot write '" + path + "'"};
  const bool written = std::fwrite(text.data(), 1, text.size(), file) == text.size();
  if (std::fclose(file) == 0 && written) return std::nullopt;
  return Error{ErrorCode::kIo, "cannot write '" + path + "'"};
}

Result<int> prove_claim(const ProveArguments& arguments) {
  ClaimArguments given = arguments.claim;
  TP_TRY(shape, parse_shape(arguments.shape));
  given.shape = shape;
  TP_TRY(codomain, parse_shape(arguments.codomain, "--codomain"));
  given.codomain = codomain;
  if (const auto error = assign_roles(given, arguments.layouts)) return *error;
  TP_TRY(stated, state_claim(given));
  TP_TRY(claim, build_claim(stated));
  Verdict verdict = Unknown{};
  if (arguments.engine.empty()) {
    verdict = prove(claim, arguments.limits());
  } else {
    const auto engine = engine_named(arguments.engine);
    if (!engine) return Error{ErrorCode::kUsage, "unknown engine '" + arguments.engine + "'"};
    verdict = prove_by(*engine, claim, arguments.limits());
  }
  if (arguments.json) {
    Json answer{{"claim", stated.claim}};
    answer.update(to_json(verdict));
    fmt::print("{}\n", answer.dump(-1, ' ', false, Json::error_handler_t::replace));
  } else {
    print_text(stated.claim, verdict);
  }
  if (std::holds_alternative<Proved>(verdict) && !arguments.certificate.empty()) {
    TP_TRY(text, write_certificate(stated, arguments.engine, arguments.limits()));
    if (const auto error = write_file(arguments.certificate, text)) return *error;
  }
  return exit_code_of(verdict);
}

Result<int> prove_translation(const ProveArguments& arguments) {
  TP_TRY(shape, parse_shape(arguments.shape));
  if (arguments.layouts.size() != 1) {
    return Error{ErrorCode::kUsage, "'translates' takes 1 layout"};
  }
  if (arguments.to != "cute" && arguments.to != "triton") {
    return Error{ErrorCode::kUsage, "'translates' needs --to cute or --to triton"};
  }
  TP_TRY(map, parse_index_map(arguments.layouts.front(), shape));
  TP_TRY(
      answer,
      translate(
          map, arguments.to == "cute" ? Notation::kCute : Notation::kTriton, arguments.limits()));
  if (arguments.json) {
    Json json{{"claim", "translates"}};
    json.update(to_json(answer.verdict));
    json["result"] = answer.text.empty() ? Json(nullptr) : Json(answer.text);
    fmt::print("{}\n", json.dump(-1, ' ', false, Json::error_handler_t::replace));
  } else {
    print_text("translates", answer.verdict);
    if (!answer.text.empty()) fmt::print("{}\n", answer.text);
  }
  return exit_code_of(answer.verdict);
}

// Exit code 0 if every theorem is proved, or refuted where it is listed as false.
int prove_theorems(const ProveArguments& arguments) {
  bool any_unknown = false;
  bool any_surprise = false;
  Json list = Json::array();
  for (const auto& theorem : theorems::theorems()) {
    const auto start = std::chrono::steady_clock::now();
    const Verdict verdict = theorems::prove(theorem, arguments.limits());
    const std::chrono::duration<double, std::milli> spent =
        std::chrono::steady_clock::now() - start;
    any_unknown = any_unknown || is_unknown(verdict);
    any_surprise =
        any_surprise || (!is_unknown(verdict) && !theorems::is_as_expected(theorem, verdict));
    if (arguments.json) {
      Json answer{{"id", theorem.id}, {"statement", theorem.statement}, {"scope", theorem.scope}};
      answer.update(to_json(verdict));
      answer["as_expected"] = theorems::is_as_expected(theorem, verdict);
      list.push_back(std::move(answer));
      continue;
    }
    fmt::print("{:<8} {}  ({:.0f} ms)\n    {}\n    {}\n",
               is_proved(verdict)    ? "PROVED"
               : is_refuted(verdict) ? "FALSE"
                                     : "UNKNOWN",
               theorem.id,
               spent.count(),
               theorem.statement,
               theorem.scope);
    if (const auto* refuted = std::get_if<Refuted>(&verdict)) {
      fmt::print("    but: {}\n", refuted->counterexample().text);
    }
    if (const auto* unknown = std::get_if<Unknown>(&verdict)) {
      fmt::print("    {}\n", unknown->reason);
    }
  }
  if (arguments.json) fmt::print("{}\n", list.dump(-1, ' ', false, Json::error_handler_t::replace));
  if (any_surprise) return ExitCode::kRefuted;
  return any_unknown ? ExitCode::kUnknown : ExitCode::kHolds;
}

int run_prove(const ProveArguments& arguments) {
  if (arguments.theorems) return prove_theorems(arguments);
  const auto result =
      arguments.claim.claim == "translates" ? prove_translation(arguments) : prove_claim(arguments);
  if (result) return *result;
  fmt::print(stderr, "tileproof prove: {}\n", result.error().message);
  return ExitCode::kBadInput;
}

}  // namespace

Run add_prove_command(CLI::App& app) {
  auto* command =
      app.add_subcommand("prove", "Prove or refute a claim about a layout in any notation");
  auto options = std::make_shared<ProveArguments>();
  ClaimArguments& claim = options->claim;
  command
      ->add_option("claim",
                   claim.claim,
                   "injective, surjective, onto, bijective, in-bounds, no-wrap, aligned, equal, "
                   "conflict-free, converts or translates")
      ->type_name("CLAIM");
  command
      ->add_option("layouts",
                   options->layouts,
                   "Layouts: Triton attributes, CuTe, modular layouts, index expressions")
      ->type_name("LAYOUT...");
  command->add_option("--shape", options->shape, "Shape of the tensor, for example 128x64")
      ->type_name("SHAPE");
  command->add_option("--allocation", claim.allocation, "in-bounds: how many offsets there are")
      ->type_name("N");
  command->add_option("--bits", claim.bits, "no-wrap: width of the integers, by default 32")
      ->type_name("N");
  command->add_flag("--unsigned", claim.is_unsigned, "no-wrap: the integers are unsigned");
  command->add_option("--codomain", options->codomain, "onto: a size for each output")
      ->type_name("NxM");
  command->add_option("--element-bits", claim.element_bits, "aligned, conflict-free")
      ->type_name("N");
  command->add_option("--bytes", claim.bytes, "aligned: to a multiple of so many bytes")
      ->type_name("N");
  command->add_option("--vector", claim.vector, "aligned: elements of one access")->type_name("N");
  command->add_option("--along", claim.along, "aligned: the coordinate along which vectors lie")
      ->type_name("NAME");
  command->add_option("--target", claim.target, "conflict-free: cuda:90, hip:gfx942, ...")
      ->type_name("T");
  command->add_option("--instruction", claim.instruction, "conflict-free: ld.shared.b128, ...")
      ->type_name("NAME");
  command->add_option("--direction", claim.direction, "conflict-free: load or store");
  command->add_option("--to", options->to, "translates: cute or triton");
  command->add_option("--engine",
                      options->engine,
                      "Only this one: f2, strides, residues, ranges, sat, smt or enumerate");
  command->add_option("--time-limit", options->seconds, "Seconds, by default 10")->type_name("S");
  command->add_option("--memory-limit", options->megabytes, "Megabytes, by default 1024")
      ->type_name("MB");
  command->add_option("--certificate", options->certificate, "Write what is proved into a file")
      ->type_name("FILE");
  command->add_flag("--json", options->json, "Print one JSON object for scripts");
  command->add_flag("--theorems", options->theorems, "Prove the statements about all parameters");
  command->footer(
      "Examples:\n"
      "  tileproof prove injective 'Sw<3,4,3> o 0 o (8,64):(64,1)'\n"
      "  tileproof prove in-bounds '(8,8):(9,1)' --allocation 64\n"
      "  tileproof prove equal '#ttg.swizzled_shared<{vec = 8, perPhase = 1, maxPhase = 8,\n"
      "    order = [1, 0]}>' 'offset(row, col) = row*64 + (col ^ ((row & 7) << 3))' --shape 64x64\n"
      "  tileproof prove bijective '(4,4):(1,4)' --certificate proof.txt\n"
      "  tileproof prove --theorems");
  return [options] { return run_prove(*options); };
}

}  // namespace tileproof::cli
