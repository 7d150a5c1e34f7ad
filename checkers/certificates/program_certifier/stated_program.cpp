#include "checkers/certificates/program_certifier/stated_program.hpp"

#include "encodings/index_map/index_map.hpp"
#include "encodings/moves/parse_program.hpp"
#include "encodings/moves/print_program.hpp"

namespace tileproof::certificates {
namespace {

std::string lines_of(const std::string& program) {
  return std::to_string(std::ranges::count(program, '\n'));
}

bool is_first(const std::string& word, const std::string& first, const std::string& second) {
  demand(word == first || word == second, "neither '" + first + "' nor '" + second + "'");
  return word == first;
}

}  // namespace

Result<std::string> restated(const StatedProgram& claim) {
  StatedClaim head{"realises", {}, {}};
  for (const auto& [role, layout] :
       {std::pair("source", &claim.source), {"destination", &claim.destination}}) {
    TP_TRY(map, parse_index_map(layout->text, layout->shape));
    TP_TRY(printed, print_index_map(map));
    head.layouts.push_back({role, printed.shape, printed.text});
  }
  TP_TRY(program, moves::parse_program(claim.program));
  const std::string text = print_program(program);
  head.fields = {{"copies", claim.copies_are_equal ? "equal" : "apart"},
                 {"repeated", claim.is_repeated ? "yes" : "no"},
                 {"program", lines_of(text)}};
  TP_TRY(lines, print(head));
  return lines + text;
}

StatedProgram read_stated_program(Lines& lines) {
  StatedProgram claim;
  std::string head = "claim realises\n";
  for (int layout = 0; layout < 2; ++layout) head += std::string(lines.next()) + "\n";
  const StatedClaim layouts = taken(parse_stated_claim(head));
  demand(layouts.layouts.size() == 2 && layouts.layouts[0].role == "source" &&
             layouts.layouts[1].role == "destination",
         "the layouts are the source and the destination");
  claim.source = layouts.layouts[0];
  claim.destination = layouts.layouts[1];
  claim.copies_are_equal = is_first(std::string(lines.after("copies")), "equal", "apart");
  claim.is_repeated = is_first(std::string(lines.after("repeated")), "yes", "no");
  const auto count = parse_number(lines.after("program"));
  demand(count.has_value(), "no number of lines");
  for (Word line = 0; line < *count; ++line) claim.program += std::string(lines.next()) + "\n";
  return claim;
}

}  // namespace tileproof::certificates
