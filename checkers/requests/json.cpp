#include "checkers/requests/json.hpp"

#include "checkers/ttgir/finding_key.hpp"
#include "encodings/json_text.hpp"

namespace tileproof::requests {
namespace {

constexpr Word kExactInDoubles = Word{1} << 53;

Json value_json(const DetailValue& value) {
  if (const auto* flag = std::get_if<bool>(&value)) return *flag;
  if (const auto* number = std::get_if<Word>(&value)) return to_json(*number);
  if (const auto* text = std::get_if<std::string>(&value)) return *text;
  if (const auto* numbers = std::get_if<std::vector<Word>>(&value)) {
    Json list = Json::array();
    for (const Word number : *numbers) list.push_back(to_json(number));
    return list;
  }
  Json object = Json::object();
  for (const auto& [name, number] : std::get<3>(value)) object[name] = to_json(number);
  return object;
}

Json detail_json(const Detail& detail) {
  Json object = Json::object();
  for (const auto& [name, value] : detail) object[name] = value_json(value);
  return object;
}

Json source_json(const std::vector<ttgir::SourceLine>& lines) {
  Json list = Json::array();
  for (const auto& [file, line, column, name, role] : lines) {
    Json object{{"file", file}, {"line", to_json(line)}, {"column", to_json(column)}};
    if (!name.empty()) object["name"] = name;
    object["role"] = to_string(role);
    list.push_back(std::move(object));
  }
  return list;
}

}  // namespace

Result<Json> parse_object(const std::string& line) {
  auto object = parse_json(line);
  if (!object) return Error{object.error().code, "the line " + object.error().message};
  if (!object->is_object()) return Error{ErrorCode::kSyntax, "the line is no JSON object"};
  return object;
}

Json to_json(Word value) {
  if (value > kExactInDoubles) return std::to_string(value);
  return value;
}

Json signed_json(std::int64_t value) {
  if (value >= 0) return to_json(static_cast<Word>(value));
  if (value < -static_cast<std::int64_t>(kExactInDoubles)) return std::to_string(value);
  return value;
}

Json in_dims_json(const LinearLayout& layout) {
  Json ins = Json::array();
  for (std::size_t i = 0; i < layout.in_dims().size(); ++i) {
    Json bases = Json::array();
    for (const Word basis : layout.field_bases(i)) {
      Json coordinates = Json::array();
      for (std::size_t d = 0; d < layout.out_dims().size(); ++d) {
        coordinates.push_back(to_json(layout.field(basis, d)));
      }
      bases.push_back(std::move(coordinates));
    }
    ins.push_back(Json::array({std::string(layout.in_dims()[i].name.text()), std::move(bases)}));
  }
  return ins;
}

Json out_dims_json(const LinearLayout& layout) {
  Json outs = Json::array();
  for (const OutDim& dim : layout.out_dims()) {
    outs.push_back(Json::array({std::string(dim.name.text()), to_json(dim.size)}));
  }
  return outs;
}

Json to_json(const LinearLayout& layout) {
  return Json{{"bases", in_dims_json(layout)}, {"out_dims", out_dims_json(layout)}};
}

Json to_json(const std::vector<NamedValue>& values) {
  Json list = Json::array();
  for (const auto& [name, value] : values) {
    list.push_back(Json::array({std::string(name.text()), to_json(value)}));
  }
  return list;
}

Json to_json(const Counterexample& counterexample) {
  Json object = Json::object();
  object["text"] = counterexample.text;
  for (const auto& [name, value] : counterexample.fields) {
    if (const auto* number = std::get_if<Word>(&value)) {
      object[name] = to_json(*number);
    } else if (const auto* offset = std::get_if<std::int64_t>(&value)) {
      object[name] = signed_json(*offset);
    } else if (const auto* text = std::get_if<std::string>(&value)) {
      object[name] = *text;
    } else {
      object[name] = Json::array();
      for (const Word element : std::get<std::vector<Word>>(value))
        object[name].push_back(to_json(element));
    }
  }
  return object;
}

Json to_json(const std::vector<Searched>& searched) {
  Json list = Json::array();
  for (const auto& [question, engine, seconds, decides] : searched) {
    list.push_back(
        {{"question", question}, {"engine", engine}, {"seconds", seconds}, {"decides", decides}});
  }
  return list;
}

Json to_json(const Verdict& verdict) {
  Json answer{{"verdict", to_string(verdict)}};
  const auto& searched = searched_of(verdict);
  if (!searched.empty()) answer["searched"] = to_json(searched);
  if (const auto* proved = std::get_if<Proved>(&verdict)) {
    answer["engine"] = proved->engine();
    answer["scope"] = proved->scope();
    answer["evidence"] = proved->evidence();
  }
  if (const auto* refuted = std::get_if<Refuted>(&verdict)) answer["engine"] = refuted->engine();
  if (const auto* unknown = std::get_if<Unknown>(&verdict)) answer["reason"] = unknown->reason;
  answer["counterexample"] = counterexample_json(verdict);
  return answer;
}

Json names_json(const Claim& claim) {
  Json names = Json::object();
  for (const auto& [role, taken] : names_taken(claim)) names[role] = taken;
  return names;
}

Json counterexample_json(const Verdict& verdict) {
  const auto* refuted = std::get_if<Refuted>(&verdict);
  return refuted != nullptr ? to_json(refuted->counterexample()) : Json(nullptr);
}

Json to_json(const Finding& finding) {
  Json object;
  object["line"] = finding.line;
  object["column"] = finding.column;
  object["op"] = finding.op;
  object["question"] = to_string(finding.question);
  object["verdict"] = to_string(finding.verdict);
  if (!finding.subject.function.empty()) object["function"] = finding.subject.function;
  if (!finding.key.empty()) object["key"] = finding.key;
  if (finding.is_new) object["baseline"] = *finding.is_new ? "new" : "unchanged";
  if (!finding.subject.source.empty()) object["source"] = source_json(finding.subject.source);
  Json detail = detail_json(finding.detail);
  if (const auto* proved = std::get_if<Proved>(&finding.verdict)) {
    object["engine"] = proved->engine();
    object["evidence"] = proved->evidence();
    detail["scope"] = proved->scope();
  } else if (const auto* refuted = std::get_if<Refuted>(&finding.verdict)) {
    object["engine"] = refuted->engine();
  } else {
    object["engine"] = nullptr;
    detail["reason"] = std::get<Unknown>(finding.verdict).reason;
  }
  object["detail"] = std::move(detail);
  object["counterexample"] = counterexample_json(finding.verdict);
  if (finding.certified) {
    const auto& [names, left_out, no_evidence] = *finding.certified;
    object["certificates"] = names;
    if (!left_out.empty()) object["not_claimed"] = left_out;
    if (!no_evidence.empty()) object["no_evidence"] = no_evidence;
  }
  return object;
}

Json identity_json(const FindingIdentity& identity) {
  return Json{{"key", key_of(identity)},
              {"verdict", identity.verdict},
              {"question", identity.question},
              {"op", identity.op},
              {"function", identity.function},
              {"types", identity.types},
              {"says", identity.says},
              {"place", identity.place}};
}

Json to_json(const FileReport& report) {
  Json object;
  object["file"] = report.file;
  object["target"] = report.target ? Json(*report.target) : Json(nullptr);
  object["findings"] = Json::array();
  for (const Finding& finding : report.findings) object["findings"].push_back(to_json(finding));
  object["counts"] = Json{{"proved", report.counts.proved},
                          {"refuted", report.counts.refuted},
                          {"unknown", report.counts.unknown},
                          {"skipped", 0}};
  object["operations"] = Json::array();
  for (const OperationCounts& counts : report.operations) {
    object["operations"].push_back(Json{{"op", counts.op},
                                        {"count", counts.count()},
                                        {"proved", counts.proved},
                                        {"refuted", counts.refuted},
                                        {"unknown", counts.unknown}});
  }
  object["not_asked"] = Json::array();
  for (const NotAsked& entry : report.not_asked) {
    Json listed{{"op", entry.op}, {"count", entry.count}};
    if (!entry.why.empty()) listed["why"] = entry.why;
    object["not_asked"].push_back(std::move(listed));
  }
  if (report.gone) {
    object["gone"] = Json::array();
    for (const FindingIdentity& identity : *report.gone) {
      object["gone"].push_back(identity_json(identity));
    }
  }
  object["errors"] = Json::array();
  for (const InputError& error : report.errors) {
    object["errors"].push_back(
        Json{{"line", error.line}, {"column", error.column}, {"message", error.message}});
  }
  return object;
}

}  // namespace tileproof::requests
