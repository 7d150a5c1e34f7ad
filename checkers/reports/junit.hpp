// Reports in JUnit's XML, as Jenkins, GitLab and others read it.
#pragma once

#include <string>
#include <vector>

#include "checkers/ttgir/finding.hpp"

namespace tileproof {

// A suite for each file, a case for each finding, named by its function, operation and question
// (and, where several are alike, by a number), not by its line: the same case has the same name in
// the next run.
//
// A refuted finding is a failure; an unknown one, and an error of the input, is an error; one that
// a baseline has is skipped, with what it says.  No suite is without a case.
//
// Characters that XML does not have, and bytes that are no UTF-8, become U+FFFD.
std::string junit_text(const std::vector<FileReport>& reports);

}  // namespace tileproof
