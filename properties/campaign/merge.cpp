#include <algorithm>
#include <cmath>
#include <map>
#include <sstream>

#include "properties/campaign/report.hpp"

namespace tileproof::campaign {
namespace {

Error refusal(const std::string& file, const std::string& what) {
  return {ErrorCode::kInvalid, file + ": " + what};
}

// A number as requests::to_json writes it; throws for anything else.
Word number(const Json& value) {
  const Json digits = value.is_string() ? Json::parse(value.get<std::string>()) : value;
  return digits.get_ref<const Json::number_unsigned_t&>();
}

// What one shard wrote.
struct Part {
  std::string file;
  Json campaign;
  Shard shard;
  std::vector<Json> failures;
  std::map<std::string, Json> tallies;  // by the law's number
};

// Throws what nlohmann does for a line that has not the form.
Result<Part> read_part(const std::string& file, const std::string& text) {
  Part part;
  part.file = file;
  std::istringstream lines(text);
  std::string line;
  for (int at = 1; std::getline(lines, line); ++at) {
    const std::string where = "line " + std::to_string(at) + ": ";
    const auto parsed = requests::parse_object(line);
    if (!parsed) return refusal(file, where + parsed.error().message);
    const Json& json = *parsed;
    if (json.contains("campaign")) {
      if (!part.campaign.is_null()) return refusal(file, where + "a second campaign");
      part.campaign = json["campaign"];
      TP_TRY(shard, parse_shard(part.campaign.at("shard").get<std::string>()));
      part.shard = shard;
    } else if (json.contains("failure")) {
      part.failures.push_back(json);
    } else if (json.contains("law")) {
      part.tallies[json["law"].get<std::string>()] = json;
    } else {
      return refusal(file, where + "is none of a campaign's lines");
    }
  }
  if (part.campaign.is_null()) return refusal(file, "has no campaign's line");
  for (const Json& law : part.campaign.at("laws")) {
    if (!part.tallies.contains(law.get<std::string>())) {
      return refusal(file, "ended early: it has no line of law " + law.get<std::string>());
    }
  }
  return part;
}

std::optional<Error> mismatch(const Part& first, const Part& part) {
  for (const char* key : {"version", "against", "seed", "cases", "seconds", "case", "laws"}) {
    const Json here = part.campaign.value(key, Json());
    const Json there = first.campaign.value(key, Json());
    if (here != there) {
      return refusal(
          part.file,
          std::string(key) + " is " + here.dump() + ", but " + there.dump() + " in " + first.file);
    }
  }
  if (part.shard.count != first.shard.count) {
    return refusal(part.file,
                   "is shard " + to_string(part.shard) + ", but " + first.file + " is shard " +
                       to_string(first.shard));
  }
  return std::nullopt;
}

void add(Json& sum, const Json& tally) {
  for (const char* key : {"cases", "discards", "undecided", "broken"}) {
    sum[key] = requests::to_json(number(sum.at(key)) + number(tally.at(key)));
  }
  sum["seconds"] = sum.at("seconds").get<double>() + tally.at("seconds").get<double>();
  const double seconds = sum["seconds"];
  sum["rate"] = seconds > 0 ? std::round(static_cast<double>(number(sum["cases"])) / seconds) : 0.0;
  for (const auto& [kind, count] : tally.at("kinds").items()) {
    Json& all = sum["kinds"][kind];
    all = requests::to_json((all.is_null() ? 0 : number(all)) + number(count));
  }
}

bool is_refuted(const Json& failure) { return failure.at("failure").at("verdict") != "unknown"; }

// A law's own first failure: what broke before what is undecided, then the smaller case.
bool is_told_before(const Json& a, const Json& b) {
  if (is_refuted(a) != is_refuted(b)) return is_refuted(a);
  return number(a.at("failure").at("case")) < number(b.at("failure").at("case"));
}

Merged joined(const std::vector<Part>& parts) {
  Merged merged;
  const Part& first = parts.front();
  Json campaign = first.campaign;
  Word replayed = 0;
  for (const Part& part : parts) replayed += number(part.campaign.at("replayed"));
  campaign["replayed"] = requests::to_json(replayed);
  for (Word index = 1; index <= first.shard.count; ++index) {
    const auto has_index = [&](const Part& part) { return part.shard.index == index; };
    if (std::ranges::none_of(parts, has_index)) {
      merged.missing.push_back(to_string({index, first.shard.count}));
    }
  }
  campaign["shard"] = to_string(Shard{});
  Json head{{"campaign", std::move(campaign)}};
  if (!merged.missing.empty()) head["missing"] = merged.missing;
  merged.lines.push_back(std::move(head));
  std::vector<Json> tallies;
  for (const Json& law : first.campaign.at("laws")) {
    const auto name = law.get<std::string>();
    Json tally = first.tallies.at(name);
    std::vector<Json> failures;
    for (const Part& part : parts) {
      if (&part != &first) add(tally, part.tallies.at(name));
      for (const Json& failure : part.failures) {
        if (failure.at("failure").at("law") != name) continue;
        const bool is_kept = failure.at("failure").contains("corpus");
        (is_kept ? merged.lines : failures).push_back(failure);
      }
    }
    const auto told = std::ranges::min_element(failures, is_told_before);
    if (told != failures.end()) merged.lines.push_back(*told);
    tallies.push_back(std::move(tally));
  }
  merged.lines.insert(merged.lines.end(), tallies.begin(), tallies.end());
  return merged;
}

}  // namespace

Result<Merged> merge(const std::vector<std::pair<std::string, std::string>>& files) {
  std::vector<Part> parts;
  for (const auto& [file, text] : files) {
    try {
      TP_TRY(part, read_part(file, text));
      if (!parts.empty()) {
        if (const auto error = mismatch(parts.front(), part)) return *error;
      }
      for (const Part& other : parts) {
        if (other.shard == part.shard) {
          return refusal(file,
                         "has the cases of " + other.file + ": shard " + to_string(part.shard));
        }
      }
      parts.push_back(std::move(part));
    } catch (const Json::exception& error) {
      return refusal(file, error.what());
    }
  }
  if (parts.empty()) return Error{ErrorCode::kUsage, "there is nothing to merge"};
  try {
    return joined(parts);
  } catch (const Json::exception& error) {
    return refusal(parts.front().file, error.what());
  }
}

}  // namespace tileproof::campaign
