// The ops about programs of moves.
#include "checkers/certificates/write_certificate.hpp"
#include "checkers/plan/plan.hpp"
#include "checkers/requests/ops.hpp"
#include "checkers/requests/program_json.hpp"
#include "encodings/moves/json_program.hpp"
#include "encodings/moves/print_program.hpp"

namespace tileproof::requests {
namespace {

// Text, or the object that stands for it.
Result<moves::Program> program_of(const Request& request) {
  if (request.has("program") && request.raw("program").is_object()) {
    return moves::program_from_json(request.raw("program"));
  }
  TP_TRY(text, request.text("program"));
  return moves::read_program(text);
}

// Adds "certificate", if it is asked for: null where nothing is proved, or where none is made,
// which "no_certificate" then says.
Result<Json> with_certificate(Json answer,
                              const Request& request,
                              const triton::Shape& shape,
                              const moves::Program& program,
                              const moves::RunOptions& options) {
  TP_TRY(is_wanted, request.flag("certificate"));
  if (!is_wanted) return answer;
  answer["certificate"] = nullptr;
  if (answer["verdict"] != "proved") return answer;
  TP_TRY(source, request.text("src"));
  TP_TRY(destination, request.text("dst"));
  const std::vector<Word> sizes(shape.begin(), shape.end());
  const auto text = write_program_certificate({{"source", sizes, source},
                                               {"destination", sizes, destination},
                                               options.copies_are_equal,
                                               options.is_repeated,
                                               print_program(program)});
  check_that_it_holds(text);
  if (text) {
    answer["certificate"] = *text;
  } else {
    answer["no_certificate"] = text.error().message;
  }
  return answer;
}

}  // namespace

Result<Json> plan_op(const Request& request) {
  TP_TRY(source, request.layout("src"));
  TP_TRY(destination, request.layout("dst"));
  TP_TRY(shape, request.shape());
  TP_TRY(element_bits, request.number("element_bits"));
  TP_TRY(target, request.target());
  TP_TRY(from, tensor_of(*source, shape));
  TP_TRY(to, tensor_of(*destination, shape));
  plan::PlanRequest wanted{static_cast<unsigned>(std::min<Word>(element_bits, 1024)), target};
  if (request.has("bytes")) {
    TP_TRY(bytes, request.number("bytes"));
    wanted.bytes = bytes;
  }
  if (request.has("shared")) {
    TP_TRY(shared, request.layout("shared"));
    TP_TRY(form, plan::shared_form(*shared, shape));
    wanted.shared = std::move(form);
  }
  TP_TRY(wants_moves, request.flag("moves"));
  TP_TRY(plan, plan::make_plan(from, to, wanted));
  Json json = to_json(plan);
  json["bound"] = to_json(plan::bound_of(plan.chosen, from.form, to.form));
  if (wants_moves) json["moves"] = json_of(plan.chosen.program);
  return with_certificate(std::move(json), request, shape, plan.chosen.program, {});
}

Result<Json> realises_op(const Request& request) {
  TP_TRY(program, program_of(request));
  if (request.has("element_bits")) {
    TP_TRY(bits, request.number("element_bits"));
    // Elements of fewer bits are held in 8.
    if (bits == 0 || std::max<Word>(bits, 8) != program.element_bits) {
      return wrong_field("element_bits", "the program's " + std::to_string(program.element_bits));
    }
  }
  if (request.has("target")) {
    TP_TRY(target, request.target());
    if (target != program.target) {
      return wrong_field("target", "the program's " + program.target.name());
    }
  }
  TP_TRY(source, request.layout("src"));
  TP_TRY(destination, request.layout("dst"));
  TP_TRY(shape, request.shape());
  TP_TRY(apart, request.flag("apart_copies"));
  TP_TRY(repeated, request.flag("repeated"));
  TP_TRY(from, tensor_of(*source, shape));
  TP_TRY(to, tensor_of(*destination, shape));
  moves::RunOptions options;
  options.copies_are_equal = !apart;
  options.is_repeated = repeated;
  TP_TRY(answer, moves::realises(program, from, to, options));
  return with_certificate(to_json(answer), request, shape, program, options);
}

}  // namespace tileproof::requests
