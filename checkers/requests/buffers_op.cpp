// The op about plans of buffers.
#include "checkers/requests/buffers_json.hpp"
#include "checkers/requests/ops.hpp"
#include "encodings/buffers/parse_buffers.hpp"

namespace tileproof::requests {

Result<Json> buffers_op(const Request& request) {
  TP_TRY(text, request.text("text"));
  std::optional<Target> target;
  if (request.has("target")) {
    TP_TRY(given, request.target());
    target = given;
  }
  TP_TRY(plan, buffers::parse_buffers(text, target));
  return to_json(buffers::check_buffers(plan));
}

}  // namespace tileproof::requests
