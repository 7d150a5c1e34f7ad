// By what is a finding known again in the next version of its file?
//
// Not by its line, nor by names that a compiler counts (`%12`, `#blocked1`, `^bb2`), all of which
// change where something is added far above it.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "checkers/ttgir/finding.hpp"

namespace tileproof {

// Of the counterexample, or why it is unknown.  Requires: it is not proved.
std::string says_of(const Verdict& verdict);

// Of those findings that are not proved, in their order.
std::vector<FindingIdentity> identities_of(const FileReport& report);

// "0123456789abcdef": FNV-1a with 64 bits of all of it.
std::string key_of(const FindingIdentity& identity);

// Gives each finding that is not proved its key.
void add_keys(FileReport& report);

// The text without what changes with the lines and names around it: "%12 of line 7, column 3" is
// "% of line".
std::string without_counted_names(std::string_view text);

}  // namespace tileproof
