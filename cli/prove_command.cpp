#include <fmt/core.h>

#include <chrono>
#include <cstdio>
#include <memory>
#include <string>
#include <vector>

#include "checkers/certificates/write_certificate.hpp"
#include "checkers/claims/build_claim.hpp"
#include "checkers/claims/prove.hpp"
#include "checkers/requests/json.hpp"
#include "checkers/theorems/theorems.hpp"
#include "checkers/translation/translate.hpp"
#include "cli/claim_options.hpp"
#include "cli/colour.hpp"
#include "cli/command.hpp"
#include "cli/exit_code.hpp"
#include "cli/output_file.hpp"
#include "cli/time_limit.hpp"
#include "cli/whole_number.hpp"

namespace tileproof::cli {
namespace {

using requests::Json;
using requests::names_json;
using requests::to_json;

struct ProveArguments {
  ClaimOptions claim;
  std::string engine;
  std::string to;
  std::string certificate;
  double seconds = Limits{}.seconds;
  Word megabytes = Limits{}.memory_bytes >> 20;
  bool json = false;
  bool theorems = false;
  std::string colour = "auto";

  [[nodiscard]] Limits limits() const {
    return {seconds, static_cast<std::size_t>(megabytes) << 20};
  }
};

void print_text(const std::string& claim,
                const Verdict& verdict,
                const Painter& paint,
                const NamesTaken& names = {}) {
  if (const auto* proved = std::get_if<Proved>(&verdict)) {
    fmt::print("{}   {}  by {}: {}\n    evidence: {}\n",
               paint.good("PROVED"),
               claim,
               proved->engine(),
               proved->scope(),
               proved->evidence());
  } else if (const auto* refuted = std::get_if<Refuted>(&verdict)) {
    fmt::print("{}  {}\n    {}\n    found by {}, replayed on the definition\n",
               paint.bad("REFUTED"),
               claim,
               refuted->counterexample().text,
               refuted->engine());
  } else {
    fmt::print(
        "{}  {}\n    {}\n", paint.costly("UNKNOWN"), claim, std::get<Unknown>(verdict).reason);
  }
  for (const auto& [role, taken] : names) fmt::print("    {} with {}\n", role, taken);
}

Result<int> prove_claim(const ProveArguments& arguments) {
  if (!arguments.to.empty()) {
    return Error{ErrorCode::kUsage, "--to goes with the claim 'translates'"};
  }
  TP_TRY(stated, arguments.claim.state());
  const std::vector<Family>& families = arguments.claim.claim.families;
  TP_TRY(claim, build_claim(stated, families));
  std::optional<OutputFile> certificate;
  if (!arguments.certificate.empty()) {
    TP_TRY(file, OutputFile::open(arguments.certificate));
    certificate.emplace(std::move(file));
  }
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
    answer["names"] = names_json(claim);
    fmt::print("{}\n", answer.dump(-1, ' ', false, Json::error_handler_t::replace));
  } else {
    print_text(stated.claim, verdict, Painter(use_colour(arguments.colour)), names_taken(claim));
  }
  if (std::holds_alternative<Proved>(verdict) && certificate) {
    TP_TRY(restated, restate(stated, families));
    const auto text = write_certificate(restated, arguments.engine, arguments.limits());
    check_that_it_holds(text);
    if (!text) return text.error();
    if (const auto error = certificate->write(*text)) return *error;
  }
  return exit_code_of(verdict);
}

Result<int> prove_translation(const ProveArguments& arguments) {
  TP_TRY(given, arguments.claim.arguments());
  if (auto error = requests::check_fields(given, {})) return *std::move(error);
  const auto& layouts = arguments.claim.layouts;
  if (layouts.size() != 1) {
    return Error{ErrorCode::kUsage, "'translates' takes 1 layout"};
  }
  if (arguments.to != "cute" && arguments.to != "triton") {
    return Error{ErrorCode::kUsage, "'translates' needs --to cute or --to triton"};
  }
  if (!arguments.certificate.empty()) {
    return Error{ErrorCode::kUsage,
                 "'translates' writes no certificate; 'equal' of both layouts does"};
  }
  if (!arguments.engine.empty()) {
    return Error{ErrorCode::kUsage, "--engine is for other claims than 'translates'"};
  }
  TP_TRY(map, read_index_map(layouts.front(), given.shape, given.families));
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
    print_text("translates", answer.verdict, Painter(use_colour(arguments.colour)));
    if (!answer.text.empty()) fmt::print("{}\n", answer.text);
  }
  return exit_code_of(answer.verdict);
}

// Exit code 0 if every theorem is proved, or refuted where it is listed as false.
int prove_theorems(const ProveArguments& arguments) {
  bool any_unknown = false;
  bool any_surprise = false;
  Json list = Json::array();
  const Painter paint(use_colour(arguments.colour));
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
    fmt::print("{} {}  ({:.0f} ms)\n    {}\n    {}\n",
               is_proved(verdict)    ? paint.good("PROVED  ")
               : is_refuted(verdict) ? paint.bad("FALSE   ")
                                     : paint.costly("UNKNOWN "),
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
  const auto result = arguments.claim.claim.claim == "translates" ? prove_translation(arguments)
                                                                  : prove_claim(arguments);
  if (result) return *result;
  fmt::print(stderr, "tileproof prove: {}\n", result.error().message);
  return ExitCode::kBadInput;
}

}  // namespace

Run add_prove_command(CLI::App& app) {
  return add_prove_options(
      *app.add_subcommand("prove", "Prove or refute a claim about a layout in any notation"), {});
}

Run add_prove_options(CLI::App& command, std::vector<Family> families) {
  auto options = std::make_shared<ProveArguments>();
  options->claim.claim.families = std::move(families);
  auto* claim =
      command
          .add_option("claim", options->claim.claim.claim, requests::claim_names() + ", translates")
          ->type_name("CLAIM");
  command
      .add_option("layouts",
                  options->claim.layouts,
                  "Layouts: Triton attributes, CuTe, modular layouts, index expressions")
      ->type_name("LAYOUT...");
  add_claim_options(command, options->claim);
  command.add_option("--to", options->to, "translates: cute or triton");
  auto* engine = command.add_option(
      "--engine",
      options->engine,
      "Only this one: f2, strides, residues, ranges, sat, smt, integers or enumerate");
  add_time_limit(command, options->seconds);
  command
      .add_option("--memory-limit",
                  options->megabytes,
                  "Megabytes for each engine and question, by default 1024")
      ->check(check_whole_number)
      ->check(CLI::Range(Word{1}, kMostMegabytes))
      ->type_name("MB");
  auto* certificate =
      command.add_option("--certificate", options->certificate, "Write what is proved into a file")
          ->type_name("FILE");
  add_colour_option(command, options->colour);
  command.add_flag("--json", options->json, "Print one JSON object for scripts");
  command.add_flag("--theorems", options->theorems, "Prove the statements about all parameters")
      ->excludes(claim)
      ->excludes(engine)
      ->excludes(certificate);
  command.footer(
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
