#include "encodings/triton/padded_shared.hpp"

#include <algorithm>

#include "encodings/triton/attribute_text.hpp"
#include "encodings/triton/cga.hpp"
#include "encodings/triton/dictionary.hpp"

namespace tileproof::triton {
namespace {

// The bases of memory that runs through a shape, the dimension order[0] fastest.
MemoryBases row_major(const Shape& shape, const Dims& order) {
  MemoryBases bases;
  bases.rank = shape.size();
  for (const Word d : order) {
    for (Word value = 1; value < shape[d]; value *= 2) {
      Dims basis(shape.size(), 0);
      basis[d] = value;
      bases.offsets.push_back(basis);
    }
  }
  return bases;
}

// The order in which the offset moves along the dimensions; those along which it does not come
// last.
Dims offset_order(const MemoryBases& bases) {
  Dims order;
  const auto add = [&](Word d) {
    if (std::find(order.begin(), order.end(), d) == order.end()) order.push_back(d);
  };
  for (const Dims& basis : bases.offsets) {
    const auto moved = std::find_if(basis.begin(), basis.end(), [](Word v) { return v != 0; });
    if (moved != basis.end()) add(static_cast<Word>(moved - basis.begin()));
  }
  for (std::size_t d = bases.rank; d > 0; --d) add(d - 1);
  return order;
}

}  // namespace

MemoryBases PaddedShared::bases_for(const Shape& shape) const {
  return order_of_any_shape ? row_major(shape, *order_of_any_shape) : bases;
}

Word PaddedShared::padded_size(Word elements) const {
  if (elements == 0) return 0;
  return padded_offset(U64{}, paddings, elements - 1) + 1;
}

std::optional<Error> check(const PaddedShared& e) {
  if (e.paddings.empty()) {
    return Error{ErrorCode::kInvalid, "must have at least one interval-padding pair"};
  }
  for (std::size_t i = 0; i < e.paddings.size(); ++i) {
    if (!is_power_of_two(e.paddings[i].interval)) {
      return Error{ErrorCode::kInvalid,
                   "interval values must all be power of two, but one is " +
                       std::to_string(e.paddings[i].interval)};
    }
    if (!is_power_of_two(e.paddings[i].amount)) {
      return Error{ErrorCode::kInvalid,
                   "padding values must all be power of two, but one is " +
                       std::to_string(e.paddings[i].amount)};
    }
    for (std::size_t j = 0; j < i; ++j) {
      if (e.paddings[i].interval == e.paddings[j].interval) {
        return Error{ErrorCode::kInvalid,
                     "interval values cannot have duplicates, but " +
                         std::to_string(e.paddings[i].interval) + " occurs twice"};
      }
    }
  }
  if (e.order_of_any_shape) return check_order(*e.order_of_any_shape);
  if (const auto error = check(e.bases, "padded_shared")) return error;
  std::vector<const Dims*> seen;
  for (const auto* list : {&e.bases.offsets, &e.bases.blocks}) {
    for (const Dims& basis : *list) {
      const auto moves = std::count_if(basis.begin(), basis.end(), [](Word v) { return v != 0; });
      if (moves > 1) {
        return Error{ErrorCode::kInvalid,
                     "Each offset basis must move in at most one dimension, "
                     "but " +
                         list_text(basis) + " does not"};
      }
      if (moves == 0 && list == &e.bases.offsets) {
        return Error{ErrorCode::kInvalid, "Broadcasting in offset dimension is not supported."};
      }
      for (const Word value : basis) {
        if (value != 0 && !is_power_of_two(value)) {
          return Error{
              ErrorCode::kInvalid,
              "Each offset basis must be 0 or a power of two, but " + list_text(basis) + " is not"};
        }
      }
      for (const Dims* other : seen) {
        if (moves > 0 && *other == basis) {
          return Error{ErrorCode::kInvalid,
                       "padded_shared has the basis " + list_text(basis) + " twice"};
        }
      }
      seen.push_back(&basis);
    }
  }
  return std::nullopt;
}

Result<LinearLayout> to_linear(const PaddedShared& e, const Shape& shape) {
  const MemoryBases bases = e.bases_for(shape);
  if (const auto error = check_own_shape(bases, shape, "padded_shared")) return *error;
  return bases.layout();
}

namespace {

bool parse_pairs(mlir::Cursor& cursor, std::vector<Padding>& paddings) {
  if (!cursor.expect('[')) return false;
  if (cursor.accept(']')) return true;
  do {
    Padding pair;
    if (!read_parameter(cursor, pair.interval) || !cursor.expect(':') || !cursor.expect('+') ||
        !read_parameter(cursor, pair.amount)) {
      return false;
    }
    if (paddings.size() >= 32) {
      return cursor.fail(ErrorCode::kInvalid, "more than 32 interval-padding pairs");
    }
    paddings.push_back(pair);
  } while (cursor.accept(','));
  return cursor.expect(']');
}

}  // namespace

bool parse(mlir::Cursor& cursor, PaddedShared& e) {
  if (!cursor.expect('<') || !parse_pairs(cursor, e.paddings)) return false;
  Dictionary dictionary(cursor, "padded_shared");
  CgaReader cga;
  Dims order;
  Shape shape;
  const Key keys[] = {{"offset", &e.bases.offsets},
                      {"block", &e.bases.blocks},
                      {"order", &order},
                      {"shape", &shape}};
  if (!dictionary.read(keys, &cga)) return false;
  if (dictionary.has("offset") || dictionary.has("block")) {
    if (dictionary.has("order") || dictionary.has("shape")) {
      return cursor.fail(ErrorCode::kInvalid, "padded_shared has bases as well as order or shape");
    }
    if (!dictionary.require("offset") || !dictionary.require("block")) return false;
    for (const auto* list : {&e.bases.offsets, &e.bases.blocks}) {
      if (e.bases.rank == 0 && !list->empty()) e.bases.rank = list->front().size();
    }
    if (e.bases.rank == 0) {
      return cursor.fail(ErrorCode::kInvalid, "padded_shared without any basis has no rank");
    }
  } else {
    if (!dictionary.require("order")) return false;
    CgaLayout single;
    if (!cga.finish(cursor, order.size(), single)) return false;
    if (!single.is_single()) {
      return cursor.fail(ErrorCode::kUnsupported,
                         "padded_shared by order with several CTAs is not supported");
    }
    if (order.empty()) return cursor.fail(ErrorCode::kInvalid, "order must not be empty");
    if (const auto error = check_order(order)) return cursor.fail(error->code, error->message);
    if (dictionary.has("shape")) {
      if (shape.size() != order.size()) {
        return cursor.fail(ErrorCode::kInvalid,
                           "Mismatch of shape and order ranks in padded layout");
      }
      if (const auto error = check_shape(shape, order.size(), "padded_shared")) {
        return cursor.fail(error->code, error->message);
      }
      e.bases = row_major(shape, order);
    } else {
      e.order_of_any_shape = order;
    }
  }
  return cursor.expect('>');
}

void print(std::string& text, const PaddedShared& e) {
  text += "<[";
  for (std::size_t i = 0; i < e.paddings.size(); ++i) {
    if (i > 0) text += ", ";
    append(text, e.paddings[i].interval, ":+", e.paddings[i].amount);
  }
  text += "] {";
  if (e.order_of_any_shape) {
    append(text, "order = ", *e.order_of_any_shape, "}>");
    return;
  }
  const Shape own = e.bases.own_shape();
  const Dims order = offset_order(e.bases);
  if (e.bases == row_major(own, order)) {
    append(text, "order = ", order, ", shape = ", own);
  } else {
    print(text, e.bases, true);
  }
  text += "}>";
}

}  // namespace tileproof::triton
