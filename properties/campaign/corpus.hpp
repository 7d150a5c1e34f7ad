// Where are failures kept, so that each is tried first for ever?  In a folder of small text files,
// one for each, made to be committed beside the code:
//
//   law: L5 SurjectiveMeansEachValueIsReached
//   choices: 2 0 1
//   subject:
//     l = {"bases": [["offset", [[0]]]], "out_dims": [["dim0", 2]]}
//   what:
//     1 of 2 values
//
// The choices draw the subject again.  Where a generator has changed they draw another one; the
// file still has the subject's text, and replaying says so rather than pass.
#pragma once

#include <string>
#include <vector>

#include "core/result.hpp"
#include "properties/campaign/campaign.hpp"

namespace tileproof::campaign {

struct Kept {
  std::string file;  // its name in the folder
  const laws::Law* law = nullptr;
  std::vector<Word> choices;
  std::string subject;
};

// The file that keeps a failure: its name, which is the same for the same choices, and its text.
std::string file_name(const Failure& failure);
std::string file_text(const Failure& failure);
// Errors name the line.
Result<Kept> parse_kept(const std::string& file,
                        const std::string& text,
                        const std::vector<laws::Law>& all);

// All *.txt of the folder, by name; none where there is no folder.
Result<std::vector<Kept>> read_corpus(const std::string& folder, const std::vector<laws::Law>& all);
// Makes the folder where there is none.
std::optional<Error> keep(const std::string& folder, const Failure& failure);

// Nothing where the law holds on the kept subject.  A failure is not shrunk again.
std::optional<Failure> replay(const Kept& kept);

// Replays what is kept of the campaign's laws, then runs the campaign, and keeps what it finds.
// `all`: every law that there is.  Errors: a folder that cannot be read or written.
Result<Outcome> run_with_corpus(const Settings& settings,
                                const std::vector<laws::Law>& all,
                                const std::string& folder,
                                Listener& listener);

}  // namespace tileproof::campaign
