#include "cli/batch/batch.hpp"

#include <new>

#include "checkers/requests/answer.hpp"
#include "cli/batch/line_reader.hpp"
#include "core/check.hpp"

namespace tileproof::cli {
namespace {

using requests::Json;

Json error_json(const char* code, const std::string& message) {
  return Json{{"code", code}, {"message", message}};
}

}  // namespace

BatchAnswer refuse_long_line() {
  const Json reply{{"ok", false},
                   {"error",
                    error_json("syntax",
                               "the line is longer than " +
                                   std::to_string(LineReader::kMostBytes >> 20) + " MiB")}};
  return {reply.dump()};
}

BatchAnswer answer_batch_line(const std::string& line) {
  Json reply = Json::object();
  Json error = nullptr;
  bool internal_error = false;
  const auto refuse = [&](const char* code, const std::string& message) {
    error = error_json(code, message);
  };
  Json fields = Json::object();
  const auto object = requests::parse_object(line);
  if (!object) {
    refuse(to_string(object.error().code), object.error().message);
  } else {
    if (object->contains("id")) reply["id"] = (*object)["id"];
    try {
      auto result = requests::answer(*object);
      if (result) {
        fields = std::move(*result);
      } else {
        refuse(to_string(result.error().code), result.error().message);
      }
    } catch (const InternalError& bug) {
      internal_error = true;
      refuse("internal", bug.what());
    } catch (const std::bad_alloc&) {
      refuse(to_string(ErrorCode::kUnsupported), "the process gets no more memory for it");
    }
  }
  reply["ok"] = error.is_null();
  if (!error.is_null()) reply["error"] = std::move(error);
  for (auto& [name, value] : fields.items()) reply[name] = std::move(value);
  return {reply.dump(-1, ' ', false, Json::error_handler_t::replace), internal_error};
}

}  // namespace tileproof::cli
