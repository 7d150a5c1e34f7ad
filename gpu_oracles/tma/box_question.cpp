#include "gpu_oracles/tma/box_question.hpp"

#include <algorithm>

#include "gpu_oracles/observation_fields.hpp"

namespace tileproof::oracles {
namespace {

using nlohmann::json;

constexpr Word kMaxBoxElements = Word{1} << 18;  // of 1 byte: more than shared memory holds
constexpr Word kMaxBoxSide = 256;
constexpr Word kMaxTensorBytes = Word{1} << 24;
constexpr std::size_t kMaxBoxRank = 5;

Error invalid(const SharedBox& box, const std::string& why) {
  return {ErrorCode::kInvalid, box.to_string() + ": " + why};
}

std::optional<Error> check_tensor(const BoxQuestion& question) {
  const SharedBox& box = question.box;
  const std::size_t rank = box.sides.size();
  if (question.tensor.size() != rank || question.byte_strides.size() + 1 != rank ||
      question.start.size() != rank) {
    return invalid(box, "the tensor, its strides and the start have other ranks");
  }
  Word stride = box.element_bytes;
  for (std::size_t d = 0; d < rank; ++d) {
    const Word size = question.tensor[d];
    if (size == 0 || size > kMaxTensorBytes || stride * size > kMaxTensorBytes) {
      return invalid(box, "the tensor has more than 2^24 bytes, or none");
    }
    if (question.start[d] < -static_cast<std::int64_t>(kMaxTensorBytes) ||
        question.start[d] > static_cast<std::int64_t>(kMaxTensorBytes)) {
      return invalid(box, "it starts far from the tensor");
    }
    if (d + 1 == rank) break;
    const Word next = question.byte_strides[d];
    if (next % 16 != 0 || next < stride * size || next > kMaxTensorBytes) {
      return invalid(box, "a stride is no multiple of 16 bytes, or rows overlap");
    }
    stride = next;
  }
  if (question.start[0] * static_cast<std::int64_t>(box.element_bytes) % 16 != 0) {
    return invalid(box, "it starts at no multiple of 16 bytes");
  }
  return std::nullopt;
}

}  // namespace

Word SharedBox::elements() const {
  Word product = 1;
  for (const Word side : sides) product *= side;
  return product;
}

std::string SharedBox::to_string() const {
  std::string text = "box";
  for (const Word side : sides) text += " " + std::to_string(side);
  return text + " of " + std::to_string(element_bytes) + " bytes, swizzle " +
         std::to_string(swizzle_bytes) + ", base " + std::to_string(base);
}

Word BoxQuestion::tensor_bytes() const {
  Word bytes = box.element_bytes * tensor[0];
  for (std::size_t d = 1; d < tensor.size(); ++d) bytes += byte_strides[d - 1] * (tensor[d] - 1);
  return bytes;
}

std::string BoxQuestion::to_string() const { return to_json(*this).dump(); }

const BoxType* find_box_type(const std::string& name) {
  const auto* const found = std::find_if(std::begin(kBoxTypes),
                                         std::end(kBoxTypes),
                                         [&](const BoxType& type) { return name == type.name; });
  return found == std::end(kBoxTypes) ? nullptr : found;
}

std::optional<Error> check(const BoxQuestion& question) {
  const SharedBox& box = question.box;
  const BoxType* const type = find_box_type(question.type);
  if (type == nullptr || type->bytes != box.element_bytes ||
      (question.fills_nan && type->mantissa_bits == 0)) {
    return invalid(box, "no elements of that size and fill are " + question.type);
  }
  const Word row_bytes = box.sides[0] * box.element_bytes;
  if (row_bytes % 16 != 0 || (box.swizzle_bytes != 0 && row_bytes > box.swizzle_bytes)) {
    return invalid(box, "a row is no multiple of 16 bytes, or wider than the swizzle");
  }
  for (const Word side : box.sides) {
    if (side == 0 || side > kMaxBoxSide) return invalid(box, "a side has not 1 to 256 elements");
  }
  if (box.base % 128 != 0) return invalid(box, "the base is no multiple of 128 bytes");
  return check_tensor(question);
}

Result<SharedBox> parse_box(const json& in) {
  SharedBox box;
  TP_TRY(element_bytes, natural_field(in, "element_bytes"));
  TP_TRY(swizzle_bytes, natural_field(in, "swizzle_bytes"));
  box.element_bytes = element_bytes;
  box.swizzle_bytes = swizzle_bytes;
  const bool is_known_size =
      element_bytes != 0 && element_bytes <= 8 && is_power_of_two(element_bytes);
  const auto swizzles = {0, 32, 64, 128};
  if (!is_known_size ||
      std::find(swizzles.begin(), swizzles.end(), swizzle_bytes) == swizzles.end()) {
    return Error{ErrorCode::kInvalid,
                 "no box has elements of " + std::to_string(element_bytes) +
                     " bytes and a swizzle of " + std::to_string(swizzle_bytes)};
  }
  if (in.contains("n")) {
    TP_TRY(columns, natural_field(in, "n"));
    const Word row_bytes = swizzle_bytes == 0 ? 32 : swizzle_bytes;
    box.sides = {row_bytes / element_bytes, columns};
  } else {
    TP_TRY(base, natural_field(in, "base"));
    TP_TRY(sides, naturals_field(in, "box"));
    box.base = base;
    box.sides = sides;
  }
  Word elements = 1;
  for (const Word side : box.sides) {
    if (side == 0 || side > kMaxBoxElements || (elements *= side) > kMaxBoxElements) {
      return Error{ErrorCode::kInvalid, "a box has sides of 1 to 256 elements"};
    }
  }
  if (box.sides.empty() || box.sides.size() > kMaxBoxRank || box.base % element_bytes != 0 ||
      box.base > kMaxBoxElements) {
    return Error{ErrorCode::kInvalid, "a box has 1 to 5 sides and a base of whole elements"};
  }
  return box;
}

json to_json(const BoxQuestion& question) {
  return {{"kind", "box"},
          {"element_bytes", question.box.element_bytes},
          {"swizzle_bytes", question.box.swizzle_bytes},
          {"box", question.box.sides},
          {"base", question.box.base},
          {"type", question.type},
          {"tensor", question.tensor},
          {"byte_strides", question.byte_strides},
          {"start", question.start},
          {"fill", question.fills_nan ? "nan" : "zero"}};
}

Result<BoxQuestion> parse_box_question(const json& in) {
  BoxQuestion question;
  TP_TRY(box, parse_box(in));
  question.box = box;
  if (!in.contains("tensor")) {
    question.tensor = box.sides;
    question.start.assign(box.sides.size(), 0);
    return question;
  }
  TP_TRY(type, text_field(in, "type"));
  TP_TRY(tensor, naturals_field(in, "tensor"));
  TP_TRY(byte_strides, naturals_field(in, "byte_strides"));
  TP_TRY(start, integers_field(in, "start"));
  TP_TRY(fill, text_field(in, "fill"));
  question.type = type;
  question.tensor = tensor;
  question.byte_strides = byte_strides;
  question.start = start;
  question.fills_nan = fill == "nan";
  if (fill != "nan" && fill != "zero") {
    return Error{ErrorCode::kSyntax, "filled with neither zero nor nan"};
  }
  if (const auto error = check(question)) return *error;
  return question;
}

}  // namespace tileproof::oracles
