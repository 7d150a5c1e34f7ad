#include "cli/batch/batch.hpp"

#include <unordered_map>

#include "cli/batch/line_reader.hpp"
#include "cli/batch/ops.hpp"

namespace tileproof::cli {
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
  };
  return table;
}

// Hostile nesting is refused before a recursive parser sees it.
constexpr int kMaxJsonNesting = 64;

bool nests_too_deeply(const std::string& line) {
  int depth = 0;
  bool in_string = false;
  for (std::size_t i = 0; i < line.size(); ++i) {
    const char c = line[i];
    if (in_string) {
      if (c == '\\') ++i;
      if (c == '"') in_string = false;
    } else if (c == '"') {
      in_string = true;
    } else if (c == '[' || c == '{') {
      if (++depth > kMaxJsonNesting) return true;
    } else if (c == ']' || c == '}') {
      --depth;
    }
  }
  return false;
}

Result<Json> answer(const Json& object) {
  const Request request(object);
  TP_TRY(op, request.text("op"));
  const auto known = ops().find(op);
  if (known == ops().end()) return Error{ErrorCode::kUsage, "unknown op '" + op + "'"};
  return known->second(request);
}

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
  if (nests_too_deeply(line)) {
    refuse("syntax", "the line nests deeper than 64 levels");
  } else {
    const Json object = Json::parse(line, nullptr, /*allow_exceptions=*/false);
    if (!object.is_object()) {
      refuse("syntax", "the line is no JSON object");
    } else {
      if (object.contains("id")) reply["id"] = object["id"];
      try {
        auto result = answer(object);
        if (result) {
          fields = std::move(*result);
        } else {
          refuse(to_string(result.error().code), result.error().message);
        }
      } catch (const InternalError& bug) {
        internal_error = true;
        refuse("internal", bug.what());
      }
    }
  }
  reply["ok"] = error.is_null();
  if (!error.is_null()) reply["error"] = std::move(error);
  for (auto& [name, value] : fields.items()) reply[name] = std::move(value);
  return {reply.dump(-1, ' ', false, Json::error_handler_t::replace), internal_error};
}

}  // namespace tileproof::cli
