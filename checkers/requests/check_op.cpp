// The op about TTGIR: what `tileproof check` says of a file, of a text.
#include "checkers/requests/ops.hpp"
#include "checkers/ttgir/check_file.hpp"

namespace tileproof::requests {

Result<Json> check_op(const Request& request) {
  TP_TRY(text, request.text("text"));
  CheckOptions options;
  options.plans_conversions = false;
  if (request.has("target")) {
    TP_TRY(target, request.target());
    options.target = target;
  }
  if (request.has("max_conflicts")) {
    TP_TRY(most, request.number("max_conflicts"));
    options.max_conflicts = most;
  }
  const FileReport report = check_ttgir("text", text, options);
  if (!report.errors.empty()) {
    const InputError& first = report.errors.front();
    return Error{ErrorCode::kSyntax,
                 "line " + std::to_string(first.line) + ", column " + std::to_string(first.column) +
                     ": " + first.message};
  }
  Json answer{{"verdict",
               report.counts.refuted > 0   ? "refuted"
               : report.counts.unknown > 0 ? "unknown"
                                           : "proved"}};
  answer.update(to_json(report));
  answer.erase("file");
  return answer;
}

}  // namespace tileproof::requests
