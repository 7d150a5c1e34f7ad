// A campaign for people: what broke, a table of what was tried, and a line of progress.
#pragma once

#include <string>
#include <vector>

#include "cli/colour.hpp"
#include "properties/campaign/report.hpp"

namespace tileproof::cli {

// One failure, of the line that scripts get.
std::string failure_text(const requests::Json& failure, const Painter& paint);
// A row for each family, of a campaign's lines.
std::string campaign_text(const std::vector<requests::Json>& lines);
// "12,480 cases  103 k/s  0.2 % discarded  61 of 61 laws  16 kinds  0 failures"
std::string progress_text(const campaign::Outcome& so_far);
// "F1  gf2  ApplyingIsLinear: M unit(i) is ..." for each law
std::string law_list(const std::vector<const laws::Law*>& laws);

}  // namespace tileproof::cli
