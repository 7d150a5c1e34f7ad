#include "properties/campaign/against/agreement.hpp"

#include "checkers/requests/answer.hpp"
#include "encodings/cute/notation.hpp"
#include "properties/campaign/against/questions.hpp"

namespace tileproof::campaign {
namespace {

using laws::LawResult;
using requests::Json;

bool equal(const Json& a, const Json& b) {
  // In which order an object's keys stand says nothing.
  return nlohmann::json(a) == nlohmann::json(b);
}

// The offsets of a CuTe layout at 0, 1, 2 ..., or null where the text is none.
Json offsets(const Json& text) {
  if (!text.is_string()) return nullptr;
  const auto layout = requests::answer({{"op", "layout"}, {"layout", text}});
  const auto parsed = cute::parse_layout(text.get<std::string>());
  if (!layout || !parsed) return nullptr;
  Json at = Json::array();
  for (cute::Int i = 0; i < cute::size(parsed->mode); ++i) at.push_back(i);
  const auto values =
      requests::answer({{"op", "evaluate"}, {"layout", text}, {"at", std::move(at)}});
  return values ? values->at("values") : Json(nullptr);
}

bool same_cute_layout(const Json& ours, const Json& theirs) {
  const Json wanted = offsets(ours);
  return !wanted.is_null() && wanted == offsets(theirs);
}

bool all_hold(const Json& obligations) {
  for (const Json& obligation : obligations) {
    if (obligation.at("holds") != true) return false;
  }
  return true;
}

// What our answer says besides the fields that the other gave is not compared.
std::string difference(const Json& request, const Json& ours, const Json& theirs) {
  for (const auto& [field, value] : theirs.items()) {
    if (field == "id" || field == "ok") continue;
    if (!ours.contains(field)) return "only the partner has a field '" + field + "'";
    const bool is_cute = request.at("op") == "cute" && field == "result";
    if (equal(ours.at(field), value) || (is_cute && same_cute_layout(ours.at(field), value))) {
      continue;
    }
    return field + " is " + ours.at(field).dump() + " here and " + value.dump() + " to the partner";
  }
  return "";
}

}  // namespace

LawResult agree(const Json& request, Partner& partner) {
  const auto ours = requests::answer(request);
  // Not ours to decide: whatever the partner says, there is nothing to hold against it.
  if (!ours && ours.error().code == ErrorCode::kUnsupported) return LawResult::not_applicable();
  if (ours && ours->contains("obligations") && !all_hold(ours->at("obligations"))) {
    return LawResult::not_applicable();
  }
  const auto theirs = partner.ask(request);
  if (!theirs) {
    // One that ends is no help to its users, but it has not said that the question has an answer.
    if (!ours) return LawResult::not_applicable();
    return LawResult::broken("the partner " + theirs.error().message);
  }
  if (!theirs->contains("ok") || !theirs->at("ok").is_boolean()) {
    return LawResult::broken("the partner's answer has no 'ok': " + theirs->dump());
  }
  if (!theirs->at("ok").get<bool>()) {
    const Json error = theirs->value("error", Json::object());
    const bool is_unsupported = error.is_object() && error.value("code", "") == "unsupported";
    if (is_unsupported || !ours) return LawResult::not_applicable();
    return LawResult::broken("the partner refuses it: " + error.dump());
  }
  if (!ours) {
    return LawResult::broken("the partner answers " + theirs->dump() +
                             "; here it is refused: " + ours.error().message);
  }
  const std::string what = difference(request, *ours, *theirs);
  return what.empty() ? LawResult::kept() : LawResult::broken(what);
}

std::vector<laws::Law> partner_laws(const std::shared_ptr<Partner>& partner) {
  std::vector<laws::Law> rows;
  for (const Question& question : questions()) {
    rows.push_back({question.number,
                    question.name,
                    question.family,
                    question.sentence,
                    [&question, partner](gen::Source& source) {
                      const Json request = question.draw(source);
                      source.say("request", [&] { return request.dump(); });
                      return agree(request, *partner);
                    }});
  }
  return rows;
}

}  // namespace tileproof::campaign
