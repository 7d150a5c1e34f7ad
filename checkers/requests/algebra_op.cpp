// The op `algebra`: one operation on linear layouts that are given by their bases.
#include <functional>
#include <unordered_map>

#include "checkers/requests/ops.hpp"

namespace tileproof::requests {
namespace {

using Operation = std::function<Result<Json>(const Request&, const LinearLayout& a)>;

Json result(const LinearLayout& layout) { return Json{{"result", to_json(layout)}}; }
Json value(Json answer) { return Json{{"value", std::move(answer)}}; }

Result<Json> result(const Result<LinearLayout>& layout) {
  if (!layout) return layout.error();
  return result(*layout);
}

// null where the operation is defined to have no answer
Json result(const std::optional<LinearLayout>& layout) {
  return Json{{"result", layout ? to_json(*layout) : Json(nullptr)}};
}

Result<Json> value(const Result<bool>& flag) {
  if (!flag) return flag.error();
  return value(Json(*flag));
}

// An operation on two layouts.
template <typename F>
Operation binary(F operation) {
  return [operation](const Request& request, const LinearLayout& a) -> Result<Json> {
    TP_TRY(b, request.linear("b"));
    return result(operation(a, b));
  };
}

// An operation on a layout and names.
template <typename F>
Operation with_dims(F operation) {
  return [operation](const Request& request, const LinearLayout& a) -> Result<Json> {
    TP_TRY(dims, request.names("dims"));
    return operation(a, std::span<const Name>(dims));
  };
}

template <typename F>
Operation with_sublayout(F operation) {
  return [operation](const Request& request, const LinearLayout& a) -> Result<Json> {
    TP_TRY(ins, request.names("in_dims"));
    TP_TRY(outs, request.names("out_dims"));
    return operation(a, std::span<const Name>(ins), std::span<const Name>(outs));
  };
}

Result<Json> quotient_of(const LinearLayout& a, std::span<const Name> dims) {
  TP_TRY(rest, quotient(a, dims));
  return result(rest);
}

Result<Json> apply_to(const Request& request, const LinearLayout& a) {
  TP_TRY(ins, request.named_values("ins"));
  TP_TRY(outs, a.apply(ins));
  return value(to_json(outs));
}

Json flags_of(const LinearLayout& a) {
  return Json{{"surjective", a.is_surjective()},
              {"injective", a.is_injective()},
              {"invertible", a.is_invertible()},
              {"text", a.to_string()}};
}

const std::unordered_map<std::string, Operation>& operations() {
  using Dims = std::span<const Name>;
  static const std::unordered_map<std::string, Operation> table = {
      {"mul", binary([](const auto& a, const auto& b) { return product(a, b); })},
      {"compose", binary([](const auto& a, const auto& b) { return compose(a, b); })},
      {"invert_and_compose",
       binary([](const auto& a, const auto& b) { return invert_and_compose(a, b); })},
      {"divide_left", binary([](const auto& a, const auto& b) { return divide_left(a, b); })},
      {"divide_right", binary([](const auto& a, const auto& b) { return divide_right(a, b); })},
      {"invert", [](const Request&, const auto& a) { return result(invert(a)); }},
      {"pseudoinvert", [](const Request&, const auto& a) { return result(pseudoinvert(a)); }},
      {"flatten_ins",
       [](const Request&, const auto& a) { return Result<Json>(result(flatten_ins(a))); }},
      {"flatten_outs",
       [](const Request&, const auto& a) { return Result<Json>(result(flatten_outs(a))); }},
      {"free_variable_masks",
       [](const Request&, const auto& a) {
         return Result<Json>(value(to_json(free_variable_masks(a))));
       }},
      {"num_consecutive_in_out",
       [](const Request&, const auto& a) {
         return Result<Json>(value(to_json(num_consecutive_in_out(a))));
       }},
      {"flags", [](const Request&, const auto& a) { return Result<Json>(flags_of(a)); }},
      {"apply", apply_to},
      {"quotient", with_dims(quotient_of)},
      {"transpose_ins",
       with_dims([](const auto& a, Dims dims) { return result(transpose_ins(a, dims)); })},
      {"transpose_outs",
       with_dims([](const auto& a, Dims dims) { return result(transpose_outs(a, dims)); })},
      {"square_sublayout_is_identity", with_dims([](const auto& a, Dims dims) {
         return value(square_sublayout_is_identity(a, dims));
       })},
      {"sublayout", with_sublayout([](const auto& a, Dims ins, Dims outs) {
         return result(sublayout(a, ins, outs));
       })},
      {"sublayout_is_zero", with_sublayout([](const auto& a, Dims ins, Dims outs) {
         return value(sublayout_is_zero(a, ins, outs));
       })},
      {"reshape_ins",
       [](const Request& request, const auto& a) -> Result<Json> {
         TP_TRY(dims, request.named_values("new_in_dims"));
         return result(reshape_ins(a, dims));
       }},
      {"reshape_outs",
       [](const Request& request, const auto& a) -> Result<Json> {
         TP_TRY(dims, request.named_values("new_out_dims"));
         return result(reshape_outs(a, dims));
       }},
  };
  return table;
}

}  // namespace

Result<Json> algebra(const Request& request) {
  TP_TRY(name, request.text("name"));
  const auto operation = operations().find(name);
  if (operation == operations().end()) {
    return Error{ErrorCode::kUsage, "unknown operation '" + name + "' of algebra"};
  }
  if (request.has_other_sizes("a") || request.has_other_sizes("b")) {
    return modular_algebra(request, name);
  }
  TP_TRY(a, request.linear("a"));
  return operation->second(request, a);
}

}  // namespace tileproof::requests
