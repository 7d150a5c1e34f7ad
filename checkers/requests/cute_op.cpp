// The op `cute`: one operation of CuTe's layout algebra, with the conditions under which its answer
// is right.
#include <functional>
#include <unordered_map>

#include "checkers/requests/ops.hpp"
#include "encodings/cute/coalesce.hpp"
#include "encodings/cute/complement.hpp"
#include "encodings/cute/composition.hpp"
#include "encodings/cute/divide.hpp"
#include "encodings/cute/inverse.hpp"
#include "encodings/cute/product.hpp"
#include "encodings/cute/recast.hpp"

namespace tileproof::requests {
namespace {

using cute::Answer;
using cute::Layout;
using cute::Tiler;
using CuteOperation = std::function<Result<Answer>(const Request&, const Layout& a)>;

Result<cute::Int> integer(const Request& request, const char* field) {
  TP_TRY(number, request.number(field));
  if (number >> 63 != 0) return wrong_field(field, "an integer below 2^63");
  return static_cast<cute::Int>(number);
}

template <typename F>
CuteOperation with_layout(F operation) {
  return [operation](const Request& request, const Layout& a) -> Result<Answer> {
    TP_TRY(text, request.text("b"));
    TP_TRY(b, cute::parse_layout(text));
    return operation(a, b);
  };
}

template <typename F>
CuteOperation with_tiler(F operation) {
  return [operation](const Request& request, const Layout& a) -> Result<Answer> {
    TP_TRY(text, request.text("b"));
    TP_TRY(b, cute::parse_tiler(text));
    return operation(a, b);
  };
}

template <typename F>
CuteOperation alone(F operation) {
  return [operation](const Request&, const Layout& a) { return operation(a); };
}

Result<Answer> complement_of(const Request& request, const Layout& a) {
  if (request.raw("b").is_array()) {
    TP_TRY(sizes, request.numbers("b"));
    std::vector<cute::Int> cotarget;
    for (const Word size : sizes) {
      if (size >> 63 != 0) return wrong_field("b", "integers below 2^63");
      cotarget.push_back(static_cast<cute::Int>(size));
    }
    return cute::complement(a, cotarget);
  }
  TP_TRY(cotarget, integer(request, "b"));
  return cute::complement(a, cotarget);
}

Result<Answer> recast_of(const Request& request, const Layout& a) {
  TP_TRY(old_bits, integer(request, "old_bits"));
  TP_TRY(new_bits, integer(request, "new_bits"));
  return cute::recast(a, old_bits, new_bits);
}

const std::unordered_map<std::string, CuteOperation>& cute_operations() {
  static const std::unordered_map<std::string, CuteOperation> table = {
      {"coalesce", alone(cute::coalesce)},
      {"coalesce_by_mode", alone(cute::coalesce_by_mode)},
      {"filter", alone(cute::filter)},
      {"right_inverse", alone(cute::right_inverse)},
      {"left_inverse", alone(cute::left_inverse)},
      {"complement", complement_of},
      {"recast", recast_of},
      {"composition",
       with_tiler([](const Layout& a, const Tiler& b) { return cute::composition(a, b); })},
      {"logical_divide", with_tiler(cute::logical_divide)},
      {"zipped_divide", with_tiler(cute::zipped_divide)},
      {"tiled_divide", with_tiler(cute::tiled_divide)},
      {"flat_divide", with_tiler(cute::flat_divide)},
      {"logical_product", with_tiler(cute::logical_product)},
      {"zipped_product", with_tiler(cute::zipped_product)},
      {"tiled_product", with_tiler(cute::tiled_product)},
      {"flat_product", with_tiler(cute::flat_product)},
      {"blocked_product", with_layout(cute::blocked_product)},
      {"raked_product", with_layout(cute::raked_product)},
  };
  return table;
}

Json holds_json(cute::Holds holds) {
  if (holds == cute::Holds::kUnknown) return nullptr;
  return holds == cute::Holds::kYes;
}

}  // namespace

Result<Json> cute_operation(const Request& request) {
  TP_TRY(name, request.text("name"));
  const auto operation = cute_operations().find(name);
  if (operation == cute_operations().end()) {
    return Error{ErrorCode::kUsage, "unknown operation '" + name + "' of cute"};
  }
  TP_TRY(text, request.text("a"));
  TP_TRY(a, cute::parse_layout(text));
  TP_TRY(answer, operation->second(request, a));
  Json obligations = Json::array();
  for (const auto& obligation : answer.obligations) {
    obligations.push_back(Json{{"text", obligation.text}, {"holds", holds_json(obligation.holds)}});
  }
  return Json{{"result", cute::print(answer.layout)}, {"obligations", std::move(obligations)}};
}

}  // namespace tileproof::requests
