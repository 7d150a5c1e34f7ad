#include "gpu_oracles/tma/tma_replay.hpp"

#include <algorithm>

#include "encodings/index_map/index_map.hpp"
#include "encodings/triton/nvmma_shared.hpp"
#include "gpu_oracles/observation_fields.hpp"

namespace tileproof::oracles {
namespace {

using nlohmann::json;
using Starts = std::optional<std::vector<Word>>;

constexpr Word kMaxBoxElements = Word{1} << 18;  // of 1 byte: more than shared memory holds

Word elements_of(const SharedBox& box) {
  Word elements = 1;
  for (const Word side : box.sides) elements *= side;
  return elements;
}

// Calls visit with the coordinates of each element, the first side fastest.
template <typename Visit>
void for_each_element(const SharedBox& box, Visit visit) {
  std::vector<Word> at(box.sides.size());
  for (Word element = 0; element < elements_of(box); ++element) {
    Digits<U64> digits(U64{}, element);
    for (std::size_t d = 0; d < at.size(); ++d) at[d] = digits.take(box.sides[d]);
    visit(at);
  }
}

Result<Starts> by_nvmma_shared(const SharedBox& box) {
  const std::size_t rank = box.sides.size();
  const auto is_odd = [](Word side) { return !is_power_of_two(side); };
  const bool is_as_wide =
      box.swizzle_bytes == 0 || box.sides[0] * box.element_bytes == box.swizzle_bytes;
  if (box.base != 0 || !is_as_wide || std::any_of(box.sides.begin(), box.sides.end(), is_odd)) {
    return Starts{};
  }
  const triton::NvmmaShared layout{
      box.swizzle_bytes, false, 8 * box.element_bytes, false, triton::CgaLayout::single(rank)};
  const triton::Shape shape(box.sides.rbegin(), box.sides.rend());
  if (!triton::to_linear(layout, shape)) return Starts{};
  const bool is_one_box = layout.box(shape) == shape;
  if (!is_one_box) return Starts{};
  std::vector<Word> starts;
  for_each_element(box, [&](const std::vector<Word>& at) {
    triton::Coords<Word> coords(rank);
    for (std::size_t d = 0; d < rank; ++d) coords[d] = at[rank - 1 - d];
    starts.push_back(triton::place(U64{}, layout, shape, coords).offset * box.element_bytes);
  });
  return Starts{std::move(starts)};
}

// "Sw<3,4,3> o 128 o (64,8):(2,128)", in bytes.
std::string rows_notation(const SharedBox& box) {
  const unsigned bits = box.swizzle_bytes == 0 ? 0 : log2_exact(box.swizzle_bytes / 16);
  std::string shape;
  std::string strides;
  Word stride = box.element_bytes;
  for (std::size_t d = 0; d < box.sides.size(); ++d) {
    shape += (d == 0 ? "" : ",") + std::to_string(box.sides[d]);
    strides += (d == 0 ? "" : ",") + std::to_string(stride);
    stride *= box.sides[d];
    if (d == 0) stride = std::max(stride, box.swizzle_bytes);
  }
  return "Sw<" + std::to_string(bits) + ",4,3> o " + std::to_string(box.base) + " o (" + shape +
         "):(" + strides + ")";
}

Result<Starts> by_swizzled_rows(const SharedBox& box) {
  TP_TRY(map, parse_index_map(rows_notation(box), {}));
  std::vector<Word> starts;
  for_each_element(
      box, [&](const std::vector<Word>& at) { starts.push_back(value_at(map, at).front()); });
  return Starts{std::move(starts)};
}

std::string describe(const SharedBox& box) {
  std::string text = "box";
  for (const Word side : box.sides) text += " " + std::to_string(side);
  return text + " of " + std::to_string(box.element_bytes) + " bytes, swizzle " +
         std::to_string(box.swizzle_bytes) + ", base " + std::to_string(box.base);
}

// What lies in each place, given where the model says each element starts.
Difference compare_box(const SharedBox& box,
                       const char* model,
                       const std::vector<Word>& starts,
                       const std::vector<std::int64_t>& element_at) {
  std::vector<std::int64_t> expected;
  for (std::size_t element = 0; element < starts.size(); ++element) {
    const Word place = starts[element] / box.element_bytes;
    if (starts[element] % box.element_bytes != 0) return "the model cuts elements";
    if (place >= expected.size()) expected.resize(place + 1, -1);
    expected[place] = static_cast<std::int64_t>(element);
  }
  for (std::size_t place = 0; place < std::max(expected.size(), element_at.size()); ++place) {
    const std::int64_t of_model = place < expected.size() ? expected[place] : -1;
    const std::int64_t of_device = place < element_at.size() ? element_at[place] : -1;
    if (of_model == of_device) continue;
    return describe(box) + ": at byte " + std::to_string(place * box.element_bytes) + " " + model +
           " has element " + std::to_string(of_model) + ", the device " +
           std::to_string(of_device) + " (-1: none)";
  }
  return std::nullopt;
}

Result<Difference> replay_box(const Observation& observation, const TmaModels& models) {
  TP_TRY(box, parse_box(observation.in));
  TP_TRY(element_at, integers_field(observation.out, "element_at"));
  TP_TRY(looked_at, natural_field(observation.in, "looked_at"));
  if (looked_at < elements_of(box) || element_at.size() > looked_at) {
    return Error{ErrorCode::kInvalid, describe(box) + ": a list has a wrong length"};
  }
  TP_TRY(rows, models.swizzled_rows(box));
  if (auto difference = compare_box(box, "the box of swizzled rows", *rows, element_at))
    return difference;
  TP_TRY(nvmma, models.nvmma_shared(box));
  if (!nvmma) return Difference{};
  return compare_box(box, "nvmma_shared", *nvmma, element_at);
}

// The tile of B that a descriptor without swizzle names: columns of cores, which nvmma_shared does
// not describe.
Word place_in_cores(Word column, Word k, Word columns, Word in_core) {
  return (k / in_core * columns + column) * in_core + k % in_core;
}

Result<Difference> replay_descriptor(const Observation& observation, const TmaModels& models) {
  TP_TRY(box, parse_box(observation.in));
  TP_TRY(number_of, integers_field(observation.out, "number_of"));
  const auto filled_by = observation.in.find("filled_by");
  if (filled_by == observation.in.end() || (*filled_by != "stores" && *filled_by != "tma")) {
    return Error{ErrorCode::kSyntax, "filled by neither stores nor tma"};
  }
  if (number_of.size() != elements_of(box)) {
    return Error{ErrorCode::kInvalid, describe(box) + ": a list has a wrong length"};
  }
  TP_TRY(nvmma, models.nvmma_shared(box));
  if (!nvmma) {
    return Error{ErrorCode::kInvalid, describe(box) + ": nvmma_shared describes no such tile"};
  }
  for (Word i = 0; i < number_of.size(); ++i) {
    Word expected = i;
    if (*filled_by == "stores") {
      expected = box.swizzle_bytes == 0
                     ? place_in_cores(
                           i / box.sides[0], i % box.sides[0], box.sides[1], 16 / box.element_bytes)
                     : (*nvmma)[i] / box.element_bytes;
    }
    if (static_cast<std::int64_t>(expected) == number_of[i]) continue;
    return Difference{"descriptor of a " + describe(box) + ", filled by " +
                      filled_by->get<std::string>() + ": column " +
                      std::to_string(i / box.sides[0]) + ", k " + std::to_string(i % box.sides[0]) +
                      " is element " + std::to_string(expected) +
                      " in the model, but the device read " + std::to_string(number_of[i])};
  }
  return Difference{};
}

}  // namespace

const TmaModels& tma_models() {
  static const TmaModels kModels{by_nvmma_shared, by_swizzled_rows};
  return kModels;
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
    TP_TRY(sides, integers_field(in, "box"));
    box.base = base;
    for (const std::int64_t side : sides) box.sides.push_back(static_cast<Word>(side));
  }
  Word elements = 1;
  for (const Word side : box.sides) {
    if (side == 0 || side > kMaxBoxElements || (elements *= side) > kMaxBoxElements) {
      return Error{ErrorCode::kInvalid, "a box has sides of 1 to 256 elements"};
    }
  }
  if (box.sides.empty() || box.sides.size() > 5 || box.base % element_bytes != 0 ||
      box.base > kMaxBoxElements) {
    return Error{ErrorCode::kInvalid, "a box has 1 to 5 sides and a base of whole elements"};
  }
  return box;
}

Result<Difference> replay_tma(const Observation& observation, const TmaModels& models) {
  const auto kind = observation.in.find("kind");
  if (kind != observation.in.end() && *kind == "box") return replay_box(observation, models);
  if (kind != observation.in.end() && *kind == "descriptor") {
    return replay_descriptor(observation, models);
  }
  return Error{ErrorCode::kSyntax, "neither a box nor a descriptor"};
}

Result<Difference> replay_tma(const Observation& observation) {
  return replay_tma(observation, tma_models());
}

}  // namespace tileproof::oracles
