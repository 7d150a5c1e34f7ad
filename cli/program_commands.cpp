// tileproof plan and tileproof realises: programs of moves.
#include <fmt/core.h>

#include <memory>
#include <string>

#include "checkers/certificates/write_certificate.hpp"
#include "checkers/plan/plan.hpp"
#include "checkers/requests/program_json.hpp"
#include "cli/claim_options.hpp"
#include "cli/colour.hpp"
#include "cli/command.hpp"
#include "cli/exit_code.hpp"
#include "cli/output_file.hpp"
#include "cli/read_input.hpp"
#include "cli/whole_number.hpp"
#include "encodings/moves/json_program.hpp"
#include "encodings/moves/print_cuda.hpp"
#include "encodings/moves/print_program.hpp"
#include "encodings/triton/layout.hpp"

namespace tileproof::cli {
namespace {

using requests::Json;
using requests::to_json;

struct Arguments {
  std::string program;
  std::string source;
  std::string destination;
  std::string shape;
  std::string target = "cuda:90";
  Word element_bits = 0;
  std::optional<Word> bytes;
  bool apart_copies = false;
  bool repeated = false;
  bool json = false;
  bool cuda = false;
  bool explain = false;
  std::string shared;
  std::string certificate;
  std::string colour = "auto";
};

// Layouts, and the tensors that refer to them.
struct Sides {
  triton::Shape shape;
  triton::LayoutPtr source;
  triton::LayoutPtr destination;
};
Result<Sides> sides_of(const Arguments& arguments) {
  TP_TRY(shape, parse_shape(arguments.shape));
  if (shape.empty()) return Error{ErrorCode::kUsage, "--shape is missing"};
  TP_TRY(source, triton::parse_layout(arguments.source));
  TP_TRY(destination, triton::parse_layout(arguments.destination));
  return Sides{triton::Shape(shape.begin(), shape.end()), source, destination};
}

// A file for the certificate, if one is asked for, before the work begins.
Result<std::optional<OutputFile>> certificate_file(const Arguments& arguments) {
  if (arguments.certificate.empty()) return std::optional<OutputFile>();
  TP_TRY(file, OutputFile::open(arguments.certificate));
  return std::optional<OutputFile>(std::move(file));
}

// Of a program that was proved.
std::optional<Error> write_certificate_of(const moves::Program& program,
                                          const Arguments& arguments,
                                          const triton::Shape& shape,
                                          OutputFile& file) {
  const std::vector<Word> sizes(shape.begin(), shape.end());
  const auto text = write_program_certificate({{"source", sizes, arguments.source},
                                               {"destination", sizes, arguments.destination},
                                               !arguments.apart_copies,
                                               arguments.repeated,
                                               print_program(program)});
  check_that_it_holds(text);
  return text ? file.write(*text) : text.error();
}

std::string bound_text(const plan::Bound& bound) {
  std::string text = "at least: ";
  if (bound.shuffles > 0) {
    text += std::to_string(bound.shuffles) + " shuffles";
  } else {
    text += std::to_string(bound.store_wavefronts) + " wavefronts of stores and " +
            std::to_string(bound.load_wavefronts) + " of loads";
  }
  return text + ", of all " + std::string(bound.family) + "; " +
         std::to_string(bound.wavefronts_and_shuffles) +
         " wavefronts and shuffles together, of all programs";
}

std::string cost_text(const moves::ProgramCost& cost) {
  std::string text;
  const auto add = [&](Word number, const char* one, const char* many) {
    if (number == 0) return;
    text += (text.empty() ? "" : ", ") + std::to_string(number) + " " + (number == 1 ? one : many);
  };
  add(cost.store_wavefronts, "wavefront of stores", "wavefronts of stores");
  add(cost.load_wavefronts, "wavefront of loads", "wavefronts of loads");
  add(cost.shuffles, "shuffle", "shuffles");
  add(cost.permutes, "permute or select", "permutes and selects");
  add(cost.barriers, "barrier", "barriers");
  add(cost.instructions, "instruction", "instructions");
  add(cost.bytes, "byte of shared memory", "bytes of shared memory");
  return text.empty() ? "nothing" : text;
}

int print_answer(const char* claim, const moves::Realised& answer, const Painter& paint) {
  if (const auto* proved = std::get_if<Proved>(&answer.verdict)) {
    fmt::print("{}   {}  by {}: {}\n    cost: {}\n",
               paint.good("PROVED"),
               claim,
               proved->engine(),
               proved->scope(),
               cost_text(*answer.cost));
    for (const std::string& remark : answer.remarks) fmt::print("    {}\n", remark);
    return ExitCode::kHolds;
  }
  if (const auto* refuted = std::get_if<Refuted>(&answer.verdict)) {
    fmt::print("{}  {}\n    {}\n", paint.bad("REFUTED"), claim, refuted->counterexample().text);
    return ExitCode::kRefuted;
  }
  fmt::print(
      "{}  {}\n    {}\n", paint.costly("UNKNOWN"), claim, std::get<Unknown>(answer.verdict).reason);
  return ExitCode::kUnknown;
}

void print_json(const Json& json) {
  fmt::print("{}\n", json.dump(-1, ' ', false, Json::error_handler_t::replace));
}

Result<int> plan_command(const Arguments& arguments) {
  TP_TRY(sides, sides_of(arguments));
  TP_TRY(target, Target::parse(arguments.target));
  TP_TRY(from, tensor_of(*sides.source, sides.shape));
  TP_TRY(to, tensor_of(*sides.destination, sides.shape));
  if (arguments.element_bits > 128) return Error{ErrorCode::kUsage, "--element-bits is above 128"};
  plan::PlanRequest request{static_cast<unsigned>(arguments.element_bits), target};
  request.bytes = arguments.bytes;
  if (!arguments.shared.empty()) {
    TP_TRY(layout, triton::parse_layout(arguments.shared));
    TP_TRY(form, plan::shared_form(*layout, sides.shape));
    request.shared = std::move(form);
  }
  if (arguments.explain && request.shared) {
    return Error{ErrorCode::kUsage,
                 "--explain says why another kind does not do, --shared leaves none"};
  }
  TP_TRY(certificate, certificate_file(arguments));
  TP_TRY(plan, plan::make_plan(from, to, request));
  if (certificate && std::holds_alternative<Proved>(plan.answer.verdict)) {
    if (auto error =
            write_certificate_of(plan.chosen.program, arguments, sides.shape, *certificate)) {
      return *error;
    }
  }
  std::vector<plan::LesserKind> lesser;
  if (arguments.explain) {
    TP_TRY(kinds, plan::explain(from, to, plan));
    lesser = std::move(kinds);
  }
  const auto bound = plan::bound_of(plan.chosen, from.form, to.form);
  if (arguments.json) {
    Json json = to_json(plan);
    json["bound"] = to_json(bound);
    json["moves"] = json_of(plan.chosen.program);
    if (arguments.explain) json["explanation"] = to_json(lesser);
    print_json(json);
    return exit_code_of(plan.answer.verdict);
  }
  if (arguments.cuda) {
    const moves::Packing packing(plan.chosen.program);
    const auto registers = [&](const Tensor& tensor) {
      return packing.registers(Word{1} << bits_of(tensor.form, kRegister));
    };
    TP_TRY(text, print_cuda(plan.chosen.program, registers(from), registers(to)));
    fmt::print("{}", text);
    return exit_code_of(plan.answer.verdict);
  }
  fmt::print("{}", print_program(plan.chosen.program));
  const int code =
      print_answer(to_string(plan.chosen.kind), plan.answer, Painter(use_colour(arguments.colour)));
  if (bound && plan.chosen.kind >= plan::PlanKind::kShuffles) {
    fmt::print("    {}\n", bound_text(*bound));
  }
  for (const auto& [kind, why] : lesser) fmt::print("    not {}: {}\n", to_string(kind), why);
  return code;
}

Result<int> realises_command(const Arguments& arguments) {
  TP_TRY(text, read_input(arguments.program));
  const auto program = moves::read_program(text);
  if (!program) {
    return Error{program.error().code, arguments.program + ":" + program.error().message};
  }
  TP_TRY(sides, sides_of(arguments));
  TP_TRY(from, tensor_of(*sides.source, sides.shape));
  TP_TRY(to, tensor_of(*sides.destination, sides.shape));
  moves::RunOptions options;
  options.copies_are_equal = !arguments.apart_copies;
  options.is_repeated = arguments.repeated;
  TP_TRY(certificate, certificate_file(arguments));
  TP_TRY(answer, moves::realises(*program, from, to, options));
  if (certificate && std::holds_alternative<Proved>(answer.verdict)) {
    if (auto error = write_certificate_of(*program, arguments, sides.shape, *certificate)) {
      return *error;
    }
  }
  if (arguments.json) {
    print_json(to_json(answer));
    return exit_code_of(answer.verdict);
  }
  return print_answer("realises", answer, Painter(use_colour(arguments.colour)));
}

void add_common_options(CLI::App& command, Arguments& arguments) {
  command.add_option("--shape", arguments.shape, "Shape of the tensor, for example 128x64")
      ->type_name("SHAPE")
      ->required();
  command.add_flag("--json", arguments.json, "Print one JSON object");
  command.add_option("--certificate", arguments.certificate, "Write what is proved into a file")
      ->type_name("FILE");
  add_colour_option(command, arguments.colour);
}

Run running(const char* name,
            const std::shared_ptr<Arguments>& arguments,
            Result<int> (*command)(const Arguments&)) {
  return [name, arguments, command] {
    const auto code = command(*arguments);
    if (code) return *code;
    fmt::print(stderr, "tileproof {}: {}\n", name, code.error().message);
    return int{ExitCode::kBadInput};
  };
}

}  // namespace

Run add_plan_command(CLI::App& app) {
  auto* command = app.add_subcommand(
      "plan", "Write the program that converts a layout with the fewest wavefronts");
  auto arguments = std::make_shared<Arguments>();
  command->add_option("source", arguments->source, "Layout in registers")
      ->type_name("SRC")
      ->required();
  command->add_option("destination", arguments->destination, "Layout in registers")
      ->type_name("DST")
      ->required();
  command->add_option("--element-bits", arguments->element_bits, "Bits of an element")
      ->check(check_whole_number)
      ->type_name("N")
      ->required();
  command->add_option("--target", arguments->target, "GPU, by default cuda:90")->type_name("T");
  command->add_option("--shared", arguments->shared, "Layout of shared memory to go through")
      ->type_name("LAYOUT");
  command
      ->add_option("--bytes",
                   arguments->bytes,
                   "Bytes of shared memory that there are, by default the target's")
      ->check(check_whole_number)
      ->type_name("N");
  add_common_options(*command, *arguments);
  command->add_flag("--explain", arguments->explain, "Say why each kind that is less does not do");
  command->add_flag("--cuda", arguments->cuda, "Print the program as a CUDA kernel");
  command->footer("The program is proved; what that means is said in docs/programs.md.");
  return running("plan", arguments, plan_command);
}

Run add_realises_command(CLI::App& app) {
  auto* command =
      app.add_subcommand("realises", "Does a program of moves carry one layout to another?");
  auto arguments = std::make_shared<Arguments>();
  command
      ->add_option("program",
                   arguments->program,
                   "File with the program, text or JSON, or - for standard input")
      ->type_name("FILE")
      ->required();
  command->add_option("--source", arguments->source, "Layout in registers")
      ->type_name("SRC")
      ->required();
  command->add_option("--destination", arguments->destination, "Layout in registers")
      ->type_name("DST")
      ->required();
  command->add_flag("--apart-copies",
                    arguments->apart_copies,
                    "Do not assume that places which hold one element hold the same bits");
  command->add_flag("--repeated", arguments->repeated, "The program is the body of a loop");
  add_common_options(*command, *arguments);
  command->footer("The language and the claim are said in docs/programs.md.");
  return running("realises", arguments, realises_command);
}

}  // namespace tileproof::cli
