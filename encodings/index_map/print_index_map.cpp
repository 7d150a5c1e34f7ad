// How is a layout written anew?  By the printer of the notation that it was read in.
#include "encodings/cute/notation.hpp"
#include "encodings/expression/print.hpp"
#include "encodings/expression/print_graph.hpp"
#include "encodings/index_map/index_map.hpp"
#include "encodings/index_map/triton_instance.hpp"
#include "encodings/modular/notation.hpp"

namespace tileproof {

Result<LayoutText> print_index_map(const IndexMap& map) {
  if (const auto* triton = map.as<triton::Instance>()) {
    return LayoutText{triton::to_string(triton->layout()),
                      {triton->shape().begin(), triton->shape().end()}};
  }
  if (const auto* cute = map.as<cute::Layout>()) return LayoutText{cute::print(*cute)};
  if (const auto* modular = map.as<modular::Layout>()) {
    return LayoutText{modular::to_string(*modular)};
  }
  if (const auto* function = map.as<expression::Function>()) {
    return LayoutText{expression::print_plainly(*function)};
  }
  if (!map.is_whole()) {
    return Error{ErrorCode::kUnsupported, "a part of a layout is not written down"};
  }
  TP_TRY(text, expression::print_graph(map.graph(), map.axes(), map.out_axes()));
  return LayoutText{std::move(text)};
}

}  // namespace tileproof
