// The ops about programs of moves.
#include "checkers/plan/plan.hpp"
#include "cli/batch/ops.hpp"
#include "cli/program_json.hpp"
#include "encodings/moves/json_program.hpp"

namespace tileproof::cli {
namespace {

Result<bool> flag(const Request& request, const char* field) {
  if (!request.has(field)) return false;
  const Json& value = request.raw(field);
  if (!value.is_boolean()) return wrong_field(field, "true or false");
  return value.get<bool>();
}

// Text, or the object that stands for it.
Result<moves::Program> program_of(const Request& request) {
  if (request.has("program") && request.raw("program").is_object()) {
    return moves::program_from_json(request.raw("program"));
  }
  TP_TRY(text, request.text("program"));
  return moves::read_program(text);
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
  TP_TRY(wants_moves, flag(request, "moves"));
  TP_TRY(plan, plan::make_plan(from, to, wanted));
  Json json = to_json(plan);
  if (wants_moves) json["moves"] = json_of(plan.chosen.program);
  return json;
}

Result<Json> realises_op(const Request& request) {
  TP_TRY(program, program_of(request));
  TP_TRY(source, request.layout("src"));
  TP_TRY(destination, request.layout("dst"));
  TP_TRY(shape, request.shape());
  TP_TRY(apart, flag(request, "apart_copies"));
  TP_TRY(repeated, flag(request, "repeated"));
  TP_TRY(from, tensor_of(*source, shape));
  TP_TRY(to, tensor_of(*destination, shape));
  moves::RunOptions options;
  options.copies_are_equal = !apart;
  options.is_repeated = repeated;
  TP_TRY(answer, moves::realises(program, from, to, options));
  return to_json(answer);
}

}  // namespace tileproof::cli
