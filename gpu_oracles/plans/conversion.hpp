// What is asked of a device?  To bring a tensor from one layout in registers to another by a
// program of moves (docs/programs.md), on one CTA.
//
//   {"source": "#ttg.blocked<...>", "destination": "#ttg.linear<...>", "shape": [32, 16],
//    "element_bits": 16, "shared": "#ttg.padded_shared<...>", "bytes": 512, "program": "program
//    ..."}
//
// "shared" is there where the program goes through memory of that layout, "bytes" where it was
// planned for fewer bytes of shared memory than the device has.
#pragma once

#include <nlohmann/json.hpp>
#include <optional>
#include <string>

#include "checkers/plan/choose_plan.hpp"
#include "core/moves/program.hpp"
#include "encodings/triton/layout.hpp"

namespace tileproof::oracles {

struct Conversion {
  triton::Shape shape;
  unsigned element_bits = 32;  // 8, 16, 32, 64 or 128
  triton::LayoutPtr source;
  triton::LayoutPtr destination;
  triton::LayoutPtr shared;  // null: the planner chooses
  std::optional<Word> bytes;
};

struct ConversionProgram {
  Conversion conversion;
  moves::Program program;
};

// The planner's.  Fails as choose_plan() does.
struct PlannedConversion {
  ConversionProgram asked;
  plan::PlanKind kind;
};
Result<PlannedConversion> planned(const Conversion& conversion, const Target& target);

nlohmann::json to_json(const ConversionProgram& asked);
// Fail (kSyntax, kInvalid) with the field.  A conversion alone needs no program.
Result<Conversion> parse_conversion(const nlohmann::json& in);
Result<ConversionProgram> parse_conversion_program(const nlohmann::json& in);

}  // namespace tileproof::oracles
