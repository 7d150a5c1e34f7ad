#include "cli/batch/batch.hpp"

#include "checkers/requests/answer.hpp"
#include "cli/batch/line_reader.hpp"
#include "core/check.hpp"

namespace tileproof::cli {
namespace {

using requests::Json;

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
        auto result = requests::answer(object);
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
