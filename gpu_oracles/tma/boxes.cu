// Asks the copy engine (cp.async.bulk.tensor) for boxes and looks at all of shared memory.
//
// Each byte of the tensor has a number.  One pass copies the lowest bytes of these numbers, the
// next the second bytes ...  Two more passes show what is written at all: bytes of 0xFF over a
// memory of 0, and bytes of 0 over a memory of 0xFF.
//
//   the two passes left    0xFF, 0      a byte of the tensor came there: the others spell which
//                          0, 0xFF      nothing was written
//                          v, v         the engine wrote v by itself
#include <algorithm>
#include <set>

#include "gpu_oracles/tma/tensor_map.cuh"
#include "gpu_oracles/tma/tma_replay.hpp"
#include "gpu_oracles/tma/tma_device.hpp"

namespace tileproof::oracles {
namespace {

constexpr int kThreads = 128;
constexpr int kNumberBytes = 3;
constexpr std::uint32_t kAlignment = 1024;
constexpr std::uint32_t kMargin = 1024;  // looked at beyond the box

// after: `bytes` of shared memory from a multiple of kAlignment.
template <int rank>
__global__ void copy_box(const __grid_constant__ CUtensorMap map,
                         BoxStart start,
                         std::uint32_t base,
                         std::uint32_t box_bytes,
                         std::uint32_t bytes,
                         std::uint8_t before,
                         std::uint8_t* after,
                         std::uint32_t* has_arrived) {
  extern __shared__ std::uint8_t raw[];
  __shared__ alignas(8) std::uint64_t barrier_memory;
  const auto raw_address = static_cast<std::uint32_t>(__cvta_generic_to_shared(raw));
  const std::uint32_t skipped = (kAlignment - raw_address % kAlignment) % kAlignment;
  std::uint8_t* const memory = raw + skipped;
  const auto barrier = static_cast<std::uint32_t>(__cvta_generic_to_shared(&barrier_memory));
  for (std::uint32_t i = threadIdx.x; i < bytes; i += kThreads) memory[i] = before;
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

// What a box may cover: rows narrower than the swizzle could be as far apart as it is wide.
std::uint32_t covered_bytes(const SharedBox& box) {
  const Word row_bytes = box.sides[0] * box.element_bytes;
  const Word rows = box.elements() / box.sides[0];
  return static_cast<std::uint32_t>(rows * std::max(row_bytes, box.swizzle_bytes));
}

TensorBox tensor_of(const BoxQuestion& question) {
  const SharedBox& box = question.box;
  return {{question.tensor.begin(), question.tensor.end()},
          {question.byte_strides.begin(), question.byte_strides.end()},
          {box.sides.begin(), box.sides.end()},
          question.type,
          static_cast<int>(box.swizzle_bytes),
          question.fills_nan};
}

BoxStart start_of(const BoxQuestion& question) {
  BoxStart start;
  for (std::size_t d = 0; d < question.start.size(); ++d) {
    start.at[d] = static_cast<std::int32_t>(question.start[d]);
  }
  return start;
}

using Copy = void (*)(CUtensorMap,
                      BoxStart,
                      std::uint32_t,
                      std::uint32_t,
                      std::uint32_t,
                      std::uint8_t,
                      std::uint8_t*,
                      std::uint32_t*);

// The bytes of shared memory, all of which were `before`, after a pass over a tensor with these
// bytes.
Result<std::vector<std::uint8_t>> copy(const BoxQuestion& question,
                                       const std::vector<std::uint8_t>& content,
                                       std::uint8_t before) {
  constexpr Copy kCopies[] = {copy_box<1>, copy_box<2>, copy_box<3>, copy_box<4>, copy_box<5>};
  const SharedBox& box = question.box;
  const Copy kernel = kCopies[box.sides.size() - 1];
  const std::uint32_t base = static_cast<std::uint32_t>(box.base);
  const std::uint32_t bytes = base + covered_bytes(box) + kMargin;
  const std::uint32_t dynamic_bytes = bytes + kAlignment;
  TP_TRY(source, DeviceBuffer<std::uint8_t>::copy_of(content));
  TP_TRY(after, DeviceBuffer<std::uint8_t>::make(bytes));
  TP_TRY(arrived, DeviceBuffer<std::uint32_t>::make(1));
  TP_TRY(map, encode_tensor_map(source.data(), tensor_of(question)));
  TP_GPU_TRY(cudaFuncSetAttribute(reinterpret_cast<const void*>(kernel),
                                  cudaFuncAttributeMaxDynamicSharedMemorySize,
                                  static_cast<int>(dynamic_bytes)));
  kernel<<<1, kThreads, dynamic_bytes>>>(
      map,
      start_of(question),
      base,
      static_cast<std::uint32_t>(box.elements() * box.element_bytes),
      bytes,
      before,
      after.data(),
      arrived.data());
  TP_TRY(has_arrived, arrived.read());
  if (has_arrived[0] != 1) {
    return Error{ErrorCode::kInvalid, "the copy engine did not bring the bytes of the box"};
  }
  return after.read();
}

// Where each byte of shared memory came from: the byte of the tensor, or kNothing, or kFill.
struct Origins {
  std::vector<std::int64_t> tensor_byte;
  std::vector<std::uint8_t> fill;  // the byte that the engine wrote, where kFill
};

Result<Origins> find_origins(const BoxQuestion& question) {
  const std::size_t tensor_bytes = question.tensor_bytes();
  if (tensor_bytes >> (8 * kNumberBytes) != 0) {
    return Error{ErrorCode::kOverflow, "the tensor has too many bytes to number"};
  }
  Origins origins;
  TP_TRY(ones, copy(question, std::vector<std::uint8_t>(tensor_bytes, 0xFF), 0));
  TP_TRY(zeros, copy(question, std::vector<std::uint8_t>(tensor_bytes, 0), 0xFF));
  origins.tensor_byte.assign(ones.size(), 0);
  origins.fill = ones;
  for (int pass = 0; pass < kNumberBytes; ++pass) {
    std::vector<std::uint8_t> content(tensor_bytes);
    for (std::size_t i = 0; i < tensor_bytes; ++i) {
      content[i] = static_cast<std::uint8_t>(i >> (8 * pass));
    }
    TP_TRY(after, copy(question, content, 0));
    for (std::size_t i = 0; i < after.size(); ++i) {
      origins.tensor_byte[i] |= static_cast<std::int64_t>(after[i]) << (8 * pass);
    }
  }
  for (std::size_t i = 0; i < ones.size(); ++i) {
    if (ones[i] == 0 && zeros[i] == 0xFF) origins.tensor_byte[i] = kNothing;
    if (ones[i] == zeros[i]) origins.tensor_byte[i] = kFill;
  }
  return origins;
}

// The element of the box whose first byte is each byte of the tensor; kSomethingElse at others.
std::vector<std::int64_t> elements_of_tensor(const BoxQuestion& question) {
  std::vector<std::int64_t> element_at(question.tensor_bytes(), kSomethingElse);
  std::int64_t element = 0;
  for_each_element(question.box, [&](const std::vector<Word>& at) {
    Word byte = 0;
    bool is_inside = true;
    for (std::size_t d = 0; d < at.size(); ++d) {
      const auto x = static_cast<std::int64_t>(at[d]) + question.start[d];
      is_inside = is_inside && x >= 0 && x < static_cast<std::int64_t>(question.tensor[d]);
      const Word stride = d == 0 ? question.box.element_bytes : question.byte_strides[d - 1];
      byte += static_cast<Word>(x) * stride;
    }
    if (is_inside) element_at[byte] = element;
    ++element;
  });
  return element_at;
}

// What lies in the place of an element's size whose first byte is `first`: all its bytes must come
// from one element, in order, or none.
std::int64_t element_in_place(const Origins& origins,
                              const std::vector<std::int64_t>& elements,
                              std::size_t first,
                              std::size_t size) {
  const std::int64_t byte = origins.tensor_byte[first];
  for (std::size_t i = 1; i < size; ++i) {
    const std::int64_t expected = byte < 0 ? byte : byte + static_cast<std::int64_t>(i);
    if (origins.tensor_byte[first + i] != expected) return kSomethingElse;
  }
  if (byte < 0) return byte;
  const auto index = static_cast<std::size_t>(byte);
  return index < elements.size() ? elements[index] : kSomethingElse;
}

}  // namespace

Result<Observation> ask_box(const BoxQuestion& question) {
  TP_TRY(origins, find_origins(question));
  const auto elements = elements_of_tensor(question);
  const auto size = static_cast<std::size_t>(question.box.element_bytes);
  std::vector<std::int64_t> element_at;
  std::set<std::uint64_t> fill_values;
  for (std::size_t first = 0; first < origins.fill.size(); first += size) {
    element_at.push_back(element_in_place(origins, elements, first, size));
    if (element_at.back() != kFill) continue;
    std::uint64_t value = 0;
    for (std::size_t i = 0; i < size; ++i) {
      value |= static_cast<std::uint64_t>(origins.fill[first + i]) << (8 * i);
    }
    fill_values.insert(value);
  }
  Observation observation{to_json(question), {}};
  observation.in["looked_at"] = element_at.size();
  // Nothing beyond what was written last.
  while (!element_at.empty() && element_at.back() == kNothing) element_at.pop_back();
  observation.out = {{"element_at", element_at}, {"fill_values", fill_values}};
  return observation;
}

}  // namespace tileproof::oracles
