// The op about the cost of global memory.
#include <algorithm>
#include <numeric>

#include "checkers/global_access/global_access.hpp"
#include "checkers/global_access/global_instructions.hpp"
#include "checkers/requests/ops.hpp"
#include "core/global_memory.hpp"

namespace tileproof::requests {
namespace {

constexpr Word kMostStride = Word{1} << 31;
constexpr Word kMostElements = Word{1} << 22;

// As stated, or of dense memory in an order.
Result<std::vector<Word>> strides_of(const Request& request, const triton::Shape& shape) {
  if (request.has("strides")) {
    if (request.has("order")) return wrong_field("strides", "absent where there is an order");
    TP_TRY(strides, request.numbers("strides"));
    const bool fits = strides.size() == shape.size() &&
                      std::all_of(strides.begin(), strides.end(), [](Word stride) {
                        return stride <= kMostStride;
                      });
    if (!fits) return wrong_field("strides", "a number from 0 to 2^31 for each dimension");
    return strides;
  }
  TP_TRY(order, request.numbers("order"));
  std::vector<Word> sorted = order;
  std::sort(sorted.begin(), sorted.end());
  std::vector<Word> dims(shape.size());
  std::iota(dims.begin(), dims.end(), Word{0});
  if (sorted != dims) return wrong_field("order", "a permutation of the dimensions");
  std::vector<Word> strides(shape.size());
  Word before = 1;
  for (const Word d : order) {
    strides[d] = before;
    before *= shape[d];
  }
  return strides;
}

}  // namespace

Result<Json> global_access(const Request& request) {
  TP_TRY(layout, request.layout("layout"));
  TP_TRY(shape, request.shape());
  TP_TRY(element_bits, request.number("element_bits"));
  TP_TRY(alignment, request.number("alignment"));
  TP_TRY(direction, request.direction());
  TP_TRY(target, request.target());
  if (triton::storage(*layout) != triton::Storage::kRegisters) {
    return wrong_field("layout", "a layout in registers");
  }
  if (const auto broken = broken_bases(*layout)) return *broken;
  TP_TRY(form, to_linear(*layout, shape));
  if (form.total_out_size() > kMostElements)
    return wrong_field("shape", "of 2^22 elements or less");
  TP_TRY(strides, strides_of(request, shape));
  TP_TRY(bytes, bytes_of_element(static_cast<unsigned>(std::min<Word>(element_bits, 1024))));
  if (alignment < bytes || (alignment & (alignment - 1)) != 0) {
    return wrong_field("alignment", "a power of two, of bytes, that is no less than an element's");
  }
  TP_TRY(rule, global_rule(target));
  const auto fastest = held_together(form).fastest;
  const std::vector<Word> sizes(shape.begin(), shape.end());
  const GlobalAccess access{form,
                            static_cast<unsigned>(element_bits),
                            direction,
                            strided_facts(sizes, strides, bytes, alignment, fastest),
                            rule};
  TP_TRY(cost, global_access_cost(access, strided_rows(sizes, strides, bytes, alignment)));
  return Json{{"vector_bits", to_json(cost.vector_bits)},
              {"requests", to_json(cost.most.requests)},
              {"sectors", to_json(cost.most.sectors)},
              {"least_sectors", to_json(cost.least_sectors)},
              {"lines", to_json(cost.most.lines)},
              {"least_requests", to_json(cost.least_requests)},
              {"evidence", rule.evidence.to_string()}};
}

}  // namespace tileproof::requests
