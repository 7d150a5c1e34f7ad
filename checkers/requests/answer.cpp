#include "checkers/requests/answer.hpp"

#include <unordered_map>

#include "checkers/requests/ops.hpp"

namespace tileproof::requests {
namespace {

using Op = Result<Json> (*)(const Request&);

const std::unordered_map<std::string, Op>& ops() {
  static const std::unordered_map<std::string, Op> table = {
      {"linear_layout", linear_layout},
      {"algebra", algebra},
      {"bank_conflicts", bank_conflicts},
      {"shared_access", shared_access},
      {"global_access", global_access},
      {"conversion", conversion},
      {"layout", layout},
      {"equal", equal},
      {"evaluate", evaluate},
      {"view", view},
      {"prove", prove_op},
      {"translate", translate_op},
      {"cute", cute_operation},
      {"plan", plan_op},
      {"realises", realises_op},
      {"buffers", buffers_op},
      {"check", check_op},
  };
  return table;
}

}  // namespace

Result<Json> answer(const Json& object) {
  const Request request(object);
  TP_TRY(op, request.text("op"));
  const auto known = ops().find(op);
  if (known == ops().end()) return Error{ErrorCode::kUsage, "unknown op '" + op + "'"};
  TP_TRY(answered, known->second(request));
  // Who misspells a field reads here that something else was asked.
  auto ignored = request.unasked();
  std::erase(ignored, "id");
  if (!ignored.empty()) answered["ignored"] = std::move(ignored);
  return answered;
}

}  // namespace tileproof::requests
