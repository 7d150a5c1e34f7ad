// Reports in SARIF 2.1.0, the OASIS standard that code hosts and editors show beside the code.
#pragma once

#include <string>
#include <vector>

#include "checkers/ttgir/finding.hpp"

namespace tileproof {

// One run with all reports, as JSON that ends with a newline.
//
// A rule for each question.  A result for each finding that is refuted (level error) or unknown
// (warning); none for what is proved, since hosts show results of kind `pass` as alerts.  Errors of
// the input are notifications of a run that was not successful.
//
// Why is a result's place the line of the TTGIR, and the source's lines only related to it?  The
// TTGIR is what was checked and what the caller named; the source's name is one of the machine on
// which the kernel was compiled, and its lines may have moved since.
//
// Lines and columns are those of findings; a column counts bytes, which are characters in the
// ASCII that compilers print.  Bytes that are no UTF-8 become U+FFFD.
std::string sarif_text(const std::vector<FileReport>& reports, const std::string& version);

}  // namespace tileproof
