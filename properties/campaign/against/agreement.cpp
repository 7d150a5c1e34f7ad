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

Json indices_of(const std::string& layout) {
  const auto parsed = cute::parse_layout(layout);
  Json indices = Json::array();
  if (!parsed) return indices;
  for (Word i = 0; i < static_cast<Word>(cute::size(parsed->mode)); ++i) indices.push_back(i);
  return indices;
}

// The offsets of a CuTe layout at these indices, or null where it has none.
Json offsets(const Json& layout, const Json& at) {
  const auto values = requests::answer({{"op", "evaluate"}, {"layout", layout}, {"at", at}});
  return values ? values->at("values") : Json(nullptr);
}

// An inverse's offsets at what is no offset of the layout are nobody's business.
bool same_cute_layout(const Json& request, const Json& ours, const Json& theirs) {
  if (!ours.is_string() || !theirs.is_string()) return false;
  const Json all = indices_of(ours);
  const bool is_left_inverse = request.at("name") == "left_inverse";
  if (!is_left_inverse && all.size() != indices_of(theirs).size()) return false;
  const Json at = is_left_inverse ? offsets(request.at("a"), indices_of(request.at("a"))) : all;
  const Json wanted = offsets(ours, at);
  return !wanted.is_null() && wanted == offsets(theirs, at);
}

bool all_hold(const Json& obligations) {
  for (const Json& obligation : obligations) {
    if (obligation.at("holds") != true) return false;
  }
  return true;
}

bool is_without_answer(ErrorCode code) {
  return code == ErrorCode::kUnsupported || code == ErrorCode::kNotSolvable;
}

// What our answer says besides the fields that the other gave is not compared.
std::string difference(const Json& request, const Json& ours, const Json& theirs) {
  for (const auto& [field, value] : theirs.items()) {
    if (field == "id" || field == "ok") continue;
    if (!ours.contains(field)) return "only the partner has a field '" + field + "'";
    const bool is_cute = request.at("op") == "cute" && field == "result";
    if (equal(ours.at(field), value) ||
        (is_cute && same_cute_layout(request, ours.at(field), value))) {
      continue;
    }
    return field + " is " + ours.at(field).dump() + " here and " + value.dump() + " to the partner";
  }
  return "";
}

}  // namespace

LawResult agree(const Json& request, Partner& partner) {
  const auto ours = requests::answer(request);
  // What nobody promises an answer to has none that is wrong.
  if (!ours && is_without_answer(ours.error().code)) return LawResult::not_applicable();
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
