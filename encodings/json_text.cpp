#include "encodings/json_text.hpp"

#include <set>
#include <string>
#include <vector>

namespace tileproof {
namespace {

using Json = nlohmann::ordered_json;

// Hostile nesting is refused before a recursive parser sees it.
constexpr int kMaxJsonNesting = 64;
constexpr std::size_t kMaxJsonNames = 10'000;

bool nests_too_deeply(std::string_view text) {
  int depth = 0;
  bool in_string = false;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const char c = text[i];
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

}  // namespace

Result<Json> parse_json(std::string_view text) {
  if (nests_too_deeply(text)) return Error{ErrorCode::kSyntax, "nests deeper than 64 levels"};
  std::vector<std::set<std::string>> open;  // the names in the objects that are open
  std::string twice;
  bool has_many = false;
  const auto note = [&](int /*depth*/, Json::parse_event_t event, Json& parsed) {
    if (event == Json::parse_event_t::object_start) open.emplace_back();
    if (event == Json::parse_event_t::object_end) open.pop_back();
    if (event == Json::parse_event_t::key) {
      const auto& name = parsed.get_ref<const std::string&>();
      if (!open.back().insert(name).second) twice = name;
      has_many = has_many || open.back().size() > kMaxJsonNames;
    }
    return !has_many;  // which are not kept, and found by looking at one after the other
  };
  Json json = Json::parse(text, note, /*allow_exceptions=*/false);
  if (has_many) {
    return Error{ErrorCode::kInvalid,
                 "has more than " + std::to_string(kMaxJsonNames) + " names in an object"};
  }
  if (json.is_discarded()) return Error{ErrorCode::kSyntax, "is no JSON object"};
  if (!twice.empty()) {
    return Error{ErrorCode::kInvalid, "has '" + twice.substr(0, 40) + "' twice in an object"};
  }
  return json;
}

}  // namespace tileproof
