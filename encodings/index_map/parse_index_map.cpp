// In which notation is a layout written?  The first characters tell.
#include "encodings/cute/notation.hpp"
#include "encodings/expression/function.hpp"
#include "encodings/index_map/index_map.hpp"
#include "encodings/index_map/triton_instance.hpp"
#include "encodings/modular/notation.hpp"
#include "encodings/visible_text.hpp"

namespace tileproof {
namespace {

Result<IndexMap> parse_triton(std::string_view text, const std::vector<Word>& shape) {
  if (shape.empty()) {
    return Error{ErrorCode::kUsage, "a Triton layout needs the shape of the tensor"};
  }
  if (shape.size() > triton::kMaxRank) {
    return Error{ErrorCode::kShape, "the shape has more than 32 dimensions"};
  }
  TP_TRY(layout, triton::parse_layout(text));
  TP_TRY(instance,
         triton::Instance::make(std::move(layout), triton::Shape(shape.begin(), shape.end())));
  return IndexMap::make(std::move(instance));
}

Result<IndexMap> parse_cute(std::string_view text) {
  TP_TRY(layout, cute::parse_layout(text));
  return IndexMap::make(std::move(layout));
}

Result<IndexMap> parse_modular(std::string_view text) {
  TP_TRY(layout, modular::parse(text));
  return IndexMap::make(std::move(layout));
}

Result<IndexMap> parse_expression(std::string_view text, const std::vector<Word>& shape) {
  TP_TRY(function, expression::parse(text));
  TP_TRY(bound, expression::bind(std::move(function), shape));
  return IndexMap::make(std::move(bound));
}

// CuTe's layouts have no '=', nor begin with a name other than the swizzle's.
bool is_expression(std::string_view text) { return text.find('=') != std::string_view::npos; }

}  // namespace

Result<IndexMap> parse_index_map(std::string_view text, const std::vector<Word>& shape) {
  if (auto error = require_visible(text)) return *error;
  const std::size_t start = text.find_first_not_of(" \t\r\n");
  if (start == std::string_view::npos) return Error{ErrorCode::kSyntax, "1:1: no layout"};
  if (text[start] == '#') return parse_triton(text, shape);
  if (text[start] == '{' || text[start] == '-') return parse_modular(text);
  return is_expression(text) ? parse_expression(text, shape) : parse_cute(text);
}

}  // namespace tileproof
