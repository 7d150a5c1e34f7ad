// Asks the copy engine (cp.async.bulk.tensor) for boxes and looks at all of shared memory.
//
// Each byte of the tensor has a number.  One pass copies the lowest bytes of these numbers, the
// next the second bytes ..., and a last one bytes of 0xFF over a memory of 0, which shows what is
// written at all.  Together: for each byte of shared memory the byte of the tensor that came there,
// or none.
#include <algorithm>
#include <numeric>

#include "gpu_oracles/tma/tensor_map.cuh"
#include "gpu_oracles/tma/tma_run.hpp"

namespace tileproof::oracles {
namespace {

constexpr int kThreads = 128;
constexpr int kNumberBytes = 3;
constexpr int kPasses = kNumberBytes + 1;
constexpr std::uint32_t kAlignment = 1024;
constexpr std::uint32_t kMargin = 1024;  // looked at beyond the box

// after: `bytes` of shared memory from a multiple of kAlignment.
template <int rank>
__global__ void copy_box(const __grid_constant__ CUtensorMap map,
                         BoxStart start,
                         std::uint32_t base,
                         std::uint32_t box_bytes,
                         std::uint32_t bytes,
                         std::uint8_t* after,
                         std::uint32_t* has_arrived) {
  extern __shared__ std::uint8_t raw[];
  __shared__ alignas(8) std::uint64_t barrier_memory;
  const auto raw_address = static_cast<std::uint32_t>(__cvta_generic_to_shared(raw));
  const std::uint32_t skipped = (kAlignment - raw_address % kAlignment) % kAlignment;
  std::uint8_t* const memory = raw + skipped;
  const auto barrier = static_cast<std::uint32_t>(__cvta_generic_to_shared(&barrier_memory));
  for (std::uint32_t i = threadIdx.x; i < bytes; i += kThreads) memory[i] = 0;
  if (threadIdx.x == 0) init_barrier(barrier);
  asm volatile("fence.proxy.async.shared::cta;" ::: "memory");
  __syncthreads();
  if (threadIdx.x == 0) {
    load_box<rank>(raw_address + skipped + base, map, start, box_bytes, barrier);
  }
  const bool arrived = wait_for_bytes(barrier, 0);
  if (threadIdx.x == 0) *has_arrived = arrived ? 1 : 0;
  __syncthreads();
  for (std::uint32_t i = threadIdx.x; i < bytes; i += kThreads) after[i] = memory[i];
}

struct BoxQuestion {
  int element_bytes;
  int swizzle_bytes;
  std::vector<std::uint32_t> box;
  std::uint32_t base;

  [[nodiscard]] std::uint32_t box_bytes() const {
    return std::accumulate(
        box.begin(), box.end(), static_cast<std::uint32_t>(element_bytes), std::multiplies<>());
  }
};

// What a box may cover: rows narrower than the swizzle could be as far apart as it is wide.
std::uint32_t covered_bytes(const BoxQuestion& question) {
  const std::uint32_t row_bytes =
      question.box[0] * static_cast<std::uint32_t>(question.element_bytes);
  const std::uint32_t rows = question.box_bytes() / row_bytes;
  return rows * std::max(row_bytes, static_cast<std::uint32_t>(question.swizzle_bytes));
}

// A tensor that is larger than the box on all sides, and densely stored.
TensorBox tensor_around(const BoxQuestion& question) {
  TensorBox tensor;
  tensor.box = question.box;
  tensor.element_bytes = question.element_bytes;
  tensor.swizzle_bytes = question.swizzle_bytes;
  std::uint64_t stride = static_cast<std::uint64_t>(question.element_bytes);
  for (std::size_t d = 0; d < question.box.size(); ++d) {
    const auto around = d == 0 ? 32u / static_cast<std::uint32_t>(question.element_bytes) : 2u;
    tensor.sizes.push_back(question.box[d] + around);
    stride *= tensor.sizes.back();
    if (d + 1 < question.box.size()) tensor.byte_strides.push_back(stride);
  }
  return tensor;
}

// Along the contiguous dimension a box must start at a multiple of 16 bytes: an H200 stops with an
// illegal instruction at others.
BoxStart start_of(const BoxQuestion& question) {
  BoxStart start;
  for (std::size_t d = 0; d < question.box.size(); ++d)
    start.at[d] = d == 0 ? 16 / question.element_bytes : 1;
  return start;
}

using Copy = void (*)(CUtensorMap,
                      BoxStart,
                      std::uint32_t,
                      std::uint32_t,
                      std::uint32_t,
                      std::uint8_t*,
                      std::uint32_t*);

// The bytes of shared memory after a pass over a tensor with these bytes.
Result<std::vector<std::uint8_t>> copy(const BoxQuestion& question,
                                       const TensorBox& tensor,
                                       const std::vector<std::uint8_t>& content) {
  constexpr Copy kCopies[] = {copy_box<1>, copy_box<2>, copy_box<3>, copy_box<4>, copy_box<5>};
  const Copy kernel = kCopies[question.box.size() - 1];
  const std::uint32_t bytes = question.base + covered_bytes(question) + kMargin;
  const std::uint32_t dynamic_bytes = bytes + kAlignment;
  TP_TRY(source, DeviceBuffer<std::uint8_t>::copy_of(content));
  TP_TRY(after, DeviceBuffer<std::uint8_t>::make(bytes));
  TP_TRY(arrived, DeviceBuffer<std::uint32_t>::make(1));
  TP_TRY(map, encode_tensor_map(source.data(), tensor));
  TP_GPU_TRY(cudaFuncSetAttribute(reinterpret_cast<const void*>(kernel),
                                  cudaFuncAttributeMaxDynamicSharedMemorySize,
                                  static_cast<int>(dynamic_bytes)));
  kernel<<<1, kThreads, dynamic_bytes>>>(map,
                                         start_of(question),
                                         question.base,
                                         question.box_bytes(),
                                         bytes,
                                         after.data(),
                                         arrived.data());
  TP_TRY(has_arrived, arrived.read());
  if (has_arrived[0] != 1) {
    return Error{ErrorCode::kInvalid, "the copy engine did not bring the bytes of the box"};
  }
  return after.read();
}

// The number of an element within the box, given a byte of the tensor; -1 outside.
std::int64_t element_in_box(const BoxQuestion& question,
                            const TensorBox& tensor,
                            std::uint64_t tensor_byte) {
  const BoxStart start = start_of(question);
  std::uint64_t rest = tensor_byte / static_cast<std::uint64_t>(question.element_bytes);
  std::int64_t element = 0;
  std::int64_t stride = 1;
  for (std::size_t d = 0; d < question.box.size(); ++d) {
    const auto at = static_cast<std::int64_t>(rest % tensor.sizes[d]) - start.at[d];
    rest /= tensor.sizes[d];
    if (at < 0 || at >= static_cast<std::int64_t>(question.box[d])) return -1;
    element += at * stride;
    stride *= question.box[d];
  }
  return element;
}

// The element of the box in each place of an element's size, -1 where nothing was written.  Fails
// unless all bytes of a place come from one element, in order.
Result<std::vector<std::int64_t>> elements_at(const BoxQuestion& question,
                                              const TensorBox& tensor,
                                              const std::vector<std::int64_t>& tensor_bytes) {
  const auto size = static_cast<std::size_t>(question.element_bytes);
  std::vector<std::int64_t> elements;
  for (std::size_t place = 0; place < tensor_bytes.size(); place += size) {
    const std::int64_t first = tensor_bytes[place];
    for (std::size_t i = 0; i < size; ++i) {
      const std::int64_t expected = first < 0 ? -1 : first + static_cast<std::int64_t>(i);
      if (tensor_bytes[place + i] != expected || (first >= 0 && first % question.element_bytes)) {
        return Error{ErrorCode::kInvalid, "an element came in pieces"};
      }
    }
    const std::int64_t element =
        first < 0 ? -1 : element_in_box(question, tensor, static_cast<std::uint64_t>(first));
    if (first >= 0 && element < 0) {
      return Error{ErrorCode::kInvalid, "a byte came from outside the box"};
    }
    elements.push_back(element);
  }
  return elements;
}

Result<Observation> ask(const BoxQuestion& question) {
  const TensorBox tensor = tensor_around(question);
  std::size_t tensor_bytes = static_cast<std::size_t>(question.element_bytes);
  for (const std::uint64_t size : tensor.sizes) tensor_bytes *= size;
  if (tensor_bytes >> (8 * kNumberBytes) != 0) {
    return Error{ErrorCode::kOverflow, "the tensor has too many bytes to number"};
  }
  std::vector<std::int64_t> came_from;
  for (int pass = 0; pass < kPasses; ++pass) {
    std::vector<std::uint8_t> content(tensor_bytes, 0xFF);
    if (pass < kNumberBytes) {
      for (std::size_t i = 0; i < tensor_bytes; ++i) {
        content[i] = static_cast<std::uint8_t>(i >> (8 * pass));
      }
    }
    TP_TRY(after, copy(question, tensor, content));
    came_from.resize(after.size(), 0);
    for (std::size_t i = 0; i < after.size(); ++i) {
      if (pass < kNumberBytes) {
        came_from[i] |= static_cast<std::int64_t>(after[i]) << (8 * pass);
      } else if (after[i] == 0) {
        came_from[i] = -1;
      }
    }
  }
  TP_TRY(elements, elements_at(question, tensor, came_from));
  // Nothing beyond what was written last.
  const std::size_t looked_at = elements.size();
  while (!elements.empty() && elements.back() < 0) elements.pop_back();
  return Observation{{{"kind", "box"},
                      {"element_bytes", question.element_bytes},
                      {"swizzle_bytes", question.swizzle_bytes},
                      {"box", question.box},
                      {"base", question.base},
                      {"looked_at", looked_at}},
                     {{"element_at", elements}}};
}

// The contiguous side of a box is as wide as the swizzle, or half of it; the others vary in number.
std::vector<BoxQuestion> box_questions() {
  std::vector<BoxQuestion> questions;
  for (const int element_bytes : {1, 2, 4, 8}) {
    for (const int swizzle_bytes : {0, 32, 64, 128}) {
      const auto add = [&](int row_bytes, std::vector<std::uint32_t> rest, std::uint32_t base) {
        rest.insert(rest.begin(), static_cast<std::uint32_t>(row_bytes / element_bytes));
        questions.push_back({element_bytes, swizzle_bytes, std::move(rest), base});
      };
      const int row = swizzle_bytes == 0 ? 64 : swizzle_bytes;
      add(row, {}, 0);
      add(row, {8}, 0);
      add(row, {16}, 0);
      add(row, {64}, 0);
      add(row, {5}, 0);
      add(row, {16}, 128);
      add(row, {16}, 384);
      add(row, {8, 4}, 0);
      add(row, {3, 5}, 0);
      add(row, {4, 4, 2}, 0);
      add(row, {2, 4, 2, 2}, 0);
      add(row, {3, 1, 2, 3}, 0);
      add(row / 2, {16}, 0);
      add(16, {8, 4}, 0);
      if (swizzle_bytes == 0) add(128, {32}, 0);
      if (swizzle_bytes == 0 && element_bytes == 2) add(512, {16}, 0);
    }
  }
  return questions;
}

}  // namespace

std::optional<Error> ask_boxes(const std::function<void(Observation)>& sink) {
  for (const BoxQuestion& question : box_questions()) {
    const auto observation = ask(question);
    if (!observation) {
      std::string text = std::to_string(question.element_bytes) + " bytes, swizzle " +
                         std::to_string(question.swizzle_bytes) + ", box";
      for (const std::uint32_t side : question.box) text += " " + std::to_string(side);
      return Error{observation.error().code, text + ": " + observation.error().message};
    }
    sink(*observation);
  }
  return std::nullopt;
}

}  // namespace tileproof::oracles
