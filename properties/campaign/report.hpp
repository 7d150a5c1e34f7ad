// What does a campaign say to scripts?  JSON lines: one for the campaign, one for each failure, one
// for each law.  Shards' lines join to those of the whole campaign.
#pragma once

#include <string>
#include <vector>

#include "checkers/requests/json.hpp"
#include "core/result.hpp"
#include "properties/campaign/campaign.hpp"

namespace tileproof::campaign {

using requests::Json;

// What a report says of the program besides the campaign's settings.
struct Context {
  std::string version;
  std::string corpus;   // its folder, or empty
  std::string against;  // the partner's command, or empty
};

// Tries a failure again: the shell's words.
std::string replay_command(const Failure& failure,
                           const Settings& settings,
                           const Context& context);

// {"campaign": {"version", "against" where there is a partner, "seed",
//               "cases", "seconds" or "case", "shard", "laws", "replayed"}}
Json campaign_json(const Settings& settings, const Context& context, Word replayed);
// {"failure": {"law", "seed", "case" or "corpus", "verdict": "refuted", "unknown" or "internal",
//              "what", "subject", "choices", "smallest", "replay"}}
Json failure_json(const Failure& failure, const Settings& settings, const Context& context);
// {"law", "name", "family", "cases", "discards", "undecided", "broken", "seconds", "rate", "kinds"}
Json tally_json(const Tally& tally);

// All cases, or the part that shards have tried, in the form of one campaign's lines.
struct Merged {
  std::vector<Json> lines;
  std::vector<std::string> missing;  // shards
};

// Joins what shards wrote: files by name, with their text.  Refuses what is of another version,
// seed, budget or list of laws, a shard that comes twice, and files that ended early.
Result<Merged> merge(const std::vector<std::pair<std::string, std::string>>& files);

// 1 where a law broke, 4 where a check of ours tripped, 3 where something is undecided or missing
// or no law ever applied, else 0: of a campaign's lines.
int exit_code_of(const std::vector<Json>& lines);

}  // namespace tileproof::campaign
