#include "properties/museum/row.hpp"

#include <algorithm>
#include <iterator>
#include <set>
#include <sstream>

#include "core/check.hpp"
#include "museum_rows_text.hpp"

namespace tileproof::museum {
namespace {

Error broken(const std::string& rule) { return {ErrorCode::kSyntax, rule}; }

Result<std::string> text_of(const Json& object, const char* field) {
  const auto at = object.find(field);
  if (at == object.end() || !at->is_string() || at->get_ref<const std::string&>().empty()) {
    return broken("'" + std::string(field) + "' must be a text that is not empty");
  }
  return at->get<std::string>();
}

// A field that is not known is a word that is misspelt.
std::optional<Error> require_known(const Json& object, const std::set<std::string>& known) {
  for (const auto& [name, value] : object.items()) {
    if (known.count(name) == 0) return broken("there is no field '" + name + "'");
  }
  return std::nullopt;
}

Result<Claim> claim_from(const Json& object) {
  if (!object.is_object()) return broken("'claim' must be an object");
  if (const auto error = require_known(object, {"claim", "of", "at_most", "at_least"})) {
    return *error;
  }
  Claim claim;
  TP_TRY(name, text_of(object, "claim"));
  claim.name = name;
  if (object.contains("of")) {
    const Json& of = object["of"];
    const bool has_names =
        of.is_array() && !of.empty() &&
        std::all_of(of.begin(), of.end(), [](const Json& entry) { return entry.is_string(); });
    if (!has_names) return broken("'of' must be a list of names");
    claim.of = of.get<std::vector<std::string>>();
  }
  if (object.contains("at_most") && object.contains("at_least")) {
    return broken("a claim has one of 'at_most' and 'at_least'");
  }
  for (const auto& [field, bound] : {std::pair("at_most", Claim::Bound::kAtMost),
                                     std::pair("at_least", Claim::Bound::kAtLeast)}) {
    if (!object.contains(field)) continue;
    if (!object[field].is_number_unsigned()) {
      return broken("'" + std::string(field) + "' must be an integer from 0 on");
    }
    claim.bound = bound;
    claim.limit = object[field].get<Word>();
  }
  return claim;
}

std::vector<std::string> words(const std::string& text) {
  std::istringstream stream(text);
  return {std::istream_iterator<std::string>(stream), {}};
}

// The fields of an operation that say what is right.  A fixed model that had others would be proved
// of another claim than the buggy one is refuted of.  (The machine of `no-wrap` is no such field:
// it is what the models differ in.)
std::vector<std::string> specified(const std::string& op) {
  if (op == "prove" || op == "equal") {
    return words(
        "a access allocation along bytes claim codomain direction element_bits instruction target "
        "vector");
  }
  if (op == "realises") return words("apart_copies dst element_bits repeated shape src target");
  if (op == "bank_conflicts") return words("direction element_bits register shape target");
  if (op == "shared_access") return words("instruction target");
  if (op == "check" || op == "buffers") return words("max_conflicts target");
  return {};
}

Result<Models> models_from(const Json& object) {
  if (!object.contains("claim")) return broken("'claim' is missing");
  TP_TRY(claim, claim_from(object["claim"]));
  for (const char* model : {"buggy", "fixed"}) {
    if (!object.contains(model) || !object[model].is_object()) {
      return broken("'" + std::string(model) + "' must be a request, or there must be 'not_told'");
    }
  }
  const Json& buggy = object["buggy"];
  const Json& fixed = object["fixed"];
  TP_TRY(op, text_of(buggy, "op"));
  TP_TRY(other_op, text_of(fixed, "op"));
  if (op != other_op) return broken("both models must be of one 'op'");
  if (buggy == fixed) return broken("the models are the same");
  for (const std::string& field : specified(op)) {
    const bool is_same = buggy.contains(field) == fixed.contains(field) &&
                         (!buggy.contains(field) || buggy[field] == fixed[field]);
    if (!is_same) return broken("the claim's '" + field + "' must be the same of both models");
  }
  if (op == "prove" && (!buggy.contains("claim") || buggy["claim"] != Json(claim.name))) {
    return broken("the models must ask for the claim '" + claim.name + "'");
  }
  return Models{claim, buggy, fixed};
}

Result<Row> row_from(const std::string& line) {
  TP_TRY(object, requests::parse_object(line));
  if (const auto error = require_known(
          object, {"id", "title", "address", "story", "claim", "buggy", "fixed", "not_told"})) {
    return *error;
  }
  Row row;
  for (const auto& [field, to] : {std::pair("id", &Row::id),
                                  std::pair("title", &Row::title),
                                  std::pair("address", &Row::address),
                                  std::pair("story", &Row::story)}) {
    TP_TRY(text, text_of(object, field));
    row.*to = text;
  }
  if (!object.contains("not_told")) {
    TP_TRY(models, models_from(object));
    row.models = models;
    return row;
  }
  for (const char* field : {"claim", "buggy", "fixed"}) {
    if (object.contains(field)) {
      return broken("a row that is not told apart has no '" + std::string(field) + "'");
    }
  }
  TP_TRY(why, text_of(object, "not_told"));
  row.not_told = why;
  return row;
}

}  // namespace

std::string Row::kind() const {
  if (!models) return "";
  const auto op = models->buggy["op"].get<std::string>();
  return op == models->claim.name ? op : op + " " + models->claim.name;
}

Result<std::vector<Row>> read_rows(std::string_view text) {
  std::vector<Row> rows;
  std::set<std::string> ids;
  std::size_t number = 0;
  while (!text.empty()) {
    const std::size_t end = std::min(text.find('\n'), text.size());
    const std::string line(text.substr(0, end));
    text.remove_prefix(std::min(end + 1, text.size()));
    ++number;
    if (line.empty()) continue;
    const auto place = "line " + std::to_string(number) + ": ";
    const auto row = row_from(line);
    if (!row) return Error{row.error().code, place + row.error().message};
    if (!ids.insert(row->id).second)
      return broken(place + "there is a row '" + row->id + "' before");
    rows.push_back(*row);
  }
  return rows;
}

const std::vector<Row>& rows() {
  static const std::vector<Row> list = [] {
    auto read = read_rows(kRowsText);
    TP_CHECK(bool(read), "a row that the program has with it is bad: " + read.error().message);
    return std::move(*read);
  }();
  return list;
}

}  // namespace tileproof::museum
