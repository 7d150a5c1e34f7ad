#include "gpu_oracles/plans/conversion.hpp"

#include <algorithm>

#include "encodings/moves/parse_program.hpp"
#include "encodings/moves/print_program.hpp"
#include "gpu_oracles/observation_fields.hpp"

namespace tileproof::oracles {
namespace {

using Json = nlohmann::json;

Result<LinearLayout> form_in_registers(const triton::Layout& layout, const triton::Shape& shape) {
  if (storage(layout) != triton::Storage::kRegisters) {
    return Error{ErrorCode::kInvalid,
                 std::string(triton::mnemonic(layout)) + " is no layout in registers"};
  }
  return to_linear(layout, shape);
}

Result<triton::LayoutPtr> layout_field(const Json& in, const char* name) {
  TP_TRY(text, text_field(in, name));
  return triton::parse_layout(text);
}

}  // namespace

Result<PlannedConversion> planned(const Conversion& conversion, const Target& target) {
  TP_TRY(source, form_in_registers(*conversion.source, conversion.shape));
  TP_TRY(destination, form_in_registers(*conversion.destination, conversion.shape));
  plan::PlanRequest request{conversion.element_bits, target};
  request.bytes = conversion.bytes;
  if (conversion.shared) {
    TP_TRY(form, plan::shared_form(*conversion.shared, conversion.shape));
    request.shared = std::move(form);
  }
  TP_TRY(chosen, plan::choose_plan(source, destination, request));
  return PlannedConversion{{conversion, std::move(chosen.program)}, chosen.kind};
}

Json to_json(const ConversionProgram& asked) {
  const Conversion& conversion = asked.conversion;
  Json in = {{"source", triton::to_string(*conversion.source)},
             {"destination", triton::to_string(*conversion.destination)},
             {"shape", std::vector<Word>(conversion.shape.begin(), conversion.shape.end())},
             {"element_bits", conversion.element_bits},
             {"program", moves::print_program(asked.program)}};
  if (conversion.shared) in["shared"] = triton::to_string(*conversion.shared);
  if (conversion.bytes) in["bytes"] = *conversion.bytes;
  return in;
}

Result<Conversion> parse_conversion(const Json& in) {
  Conversion conversion;
  TP_TRY(source, layout_field(in, "source"));
  TP_TRY(destination, layout_field(in, "destination"));
  TP_TRY(shape, naturals_field(in, "shape"));
  TP_TRY(element_bits, natural_field(in, "element_bits"));
  conversion.source = source;
  conversion.destination = destination;
  conversion.shape = triton::Shape(shape.begin(), shape.end());
  conversion.element_bits = static_cast<unsigned>(std::min<Word>(element_bits, 1024));
  if (in.contains("shared")) {
    TP_TRY(shared, layout_field(in, "shared"));
    conversion.shared = shared;
  }
  if (in.contains("bytes")) {
    TP_TRY(bytes, natural_field(in, "bytes"));
    conversion.bytes = bytes;
  }
  return conversion;
}

Result<ConversionProgram> parse_conversion_program(const Json& in) {
  TP_TRY(conversion, parse_conversion(in));
  TP_TRY(text, text_field(in, "program"));
  TP_TRY(program, moves::parse_program(text));
  if (conversion.element_bits != program.element_bits) {
    return Error{ErrorCode::kInvalid,
                 "elements of " + std::to_string(conversion.element_bits) +
                     " bits, and a program of " + std::to_string(program.element_bits)};
  }
  return ConversionProgram{std::move(conversion), std::move(program)};
}

}  // namespace tileproof::oracles
