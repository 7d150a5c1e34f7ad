#include <algorithm>

#include "encodings/index_map/index_map.hpp"
#include "encodings/triton/nvmma_shared.hpp"
#include "gpu_oracles/tma/tma_replay.hpp"

namespace tileproof::oracles {
namespace {

using Starts = std::optional<std::vector<Word>>;

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

// Boxes of rows along k, each as wide as the swizzle, that follow each other along the side: what
// nvmma_shared calls transposed.  Without a swizzle, which changes nothing there, they are 16 bytes
// wide: PTX ISA, "Shared Memory Matrix Layout", Table 38.
Result<Starts> by_transposed_nvmma_shared(const SharedBox& tile) {
  const Word side = tile.sides[0];
  const Word along_k = tile.sides[1];
  const triton::NvmmaShared layout{
      tile.swizzle_bytes, true, 8 * tile.element_bytes, false, triton::CgaLayout::single(2)};
  const triton::Shape shape{side, along_k};
  TP_TRY(form, triton::to_linear(layout, shape));
  (void)form;
  const Word in_core = 16 / tile.element_bytes;
  std::vector<Word> starts;
  for_each_element(tile, [&](const std::vector<Word>& at) {
    triton::Coords<Word> coords(2);
    for (std::size_t d = 0; d < 2; ++d) coords[d] = at[d];
    const Word core = at[0] / in_core;
    const Word offset = tile.swizzle_bytes == 0
                            ? (core * along_k + at[1]) * in_core + at[0] % in_core
                            : triton::place(U64{}, layout, shape, coords).offset;
    starts.push_back(offset * tile.element_bytes);
  });
  return Starts{std::move(starts)};
}

bool is_outside_tensor(const BoxQuestion& question, const std::vector<Word>& at) {
  for (std::size_t d = 0; d < at.size(); ++d) {
    const std::int64_t x = question.start[d] + static_cast<std::int64_t>(at[d]);
    if (x < 0 || x >= static_cast<std::int64_t>(question.tensor[d])) return true;
  }
  return false;
}

}  // namespace

const TmaModels& tma_models() {
  static const TmaModels kModels{
      by_nvmma_shared, by_swizzled_rows, by_transposed_nvmma_shared, is_outside_tensor};
  return kModels;
}

}  // namespace tileproof::oracles
