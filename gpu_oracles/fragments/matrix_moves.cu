// Asks ldmatrix and stmatrix: where do the elements of 8 x 8 matrices of 16 bits go?
//
// Lane 8 i + r gives the address of row r of matrix i.  The rows lie in shared memory in another
// order and apart, so that an answer by accident of the order is none.  Element j of the row of
// lane l has the number 8 l + j.  A load is asked which number each slot got; a store, whose slots
// hold their own numbers, which slot came to each element, and that nothing else was written.
#include <cstdint>

#include "gpu_oracles/fragments/fragments_device.hpp"
#include "gpu_oracles/runner/device_buffer.hpp"

namespace tileproof::oracles {
namespace {

constexpr int kWarp = 32;
constexpr int kRow = 8;            // elements in a row
constexpr int kStride = 3 * kRow;  // between the places of rows, in elements
constexpr int kElements = kWarp * kStride;
constexpr std::uint16_t kPoison = 0xA5A5;

__host__ __device__ constexpr int place_of_row(int lane) {
  return (lane * 13 + 5) % kWarp * kStride;
}

__device__ std::uint32_t address_in_shared(const void* pointer) {
  return static_cast<std::uint32_t>(__cvta_generic_to_shared(pointer));
}

#define TP_LOAD_X1(text) asm volatile(text " {%0}, [%1];" : "=r"(r[0]) : "r"(address) : "memory")
#define TP_LOAD_X2(text) \
  asm volatile(text " {%0,%1}, [%2];" : "=r"(r[0]), "=r"(r[1]) : "r"(address) : "memory")
#define TP_LOAD_X4(text)                                        \
  asm volatile(text " {%0,%1,%2,%3}, [%4];"                     \
               : "=r"(r[0]), "=r"(r[1]), "=r"(r[2]), "=r"(r[3]) \
               : "r"(address)                                   \
               : "memory")
#define TP_STORE_X1(text) asm volatile(text " [%1], {%0};" ::"r"(r[0]), "r"(address) : "memory")
#define TP_STORE_X2(text) \
  asm volatile(text " [%2], {%0,%1};" ::"r"(r[0]), "r"(r[1]), "r"(address) : "memory")
#define TP_STORE_X4(text)                                                                     \
  asm volatile(                                                                               \
      text " [%4], {%0,%1,%2,%3};" ::"r"(r[0]), "r"(r[1]), "r"(r[2]), "r"(r[3]), "r"(address) \
      : "memory")

template <int matrices, bool transposed>
__device__ void load(std::uint32_t* r, std::uint32_t address) {
  if constexpr (matrices == 1 && !transposed)
    TP_LOAD_X1("ldmatrix.sync.aligned.m8n8.x1.shared.b16");
  if constexpr (matrices == 2 && !transposed)
    TP_LOAD_X2("ldmatrix.sync.aligned.m8n8.x2.shared.b16");
  if constexpr (matrices == 4 && !transposed)
    TP_LOAD_X4("ldmatrix.sync.aligned.m8n8.x4.shared.b16");
  if constexpr (matrices == 1 && transposed)
    TP_LOAD_X1("ldmatrix.sync.aligned.m8n8.x1.trans.shared.b16");
  if constexpr (matrices == 2 && transposed)
    TP_LOAD_X2("ldmatrix.sync.aligned.m8n8.x2.trans.shared.b16");
  if constexpr (matrices == 4 && transposed)
    TP_LOAD_X4("ldmatrix.sync.aligned.m8n8.x4.trans.shared.b16");
}

template <int matrices, bool transposed>
__device__ void store(const std::uint32_t* r, std::uint32_t address) {
  if constexpr (matrices == 1 && !transposed)
    TP_STORE_X1("stmatrix.sync.aligned.m8n8.x1.shared.b16");
  if constexpr (matrices == 2 && !transposed)
    TP_STORE_X2("stmatrix.sync.aligned.m8n8.x2.shared.b16");
  if constexpr (matrices == 4 && !transposed)
    TP_STORE_X4("stmatrix.sync.aligned.m8n8.x4.shared.b16");
  if constexpr (matrices == 1 && transposed)
    TP_STORE_X1("stmatrix.sync.aligned.m8n8.x1.trans.shared.b16");
  if constexpr (matrices == 2 && transposed)
    TP_STORE_X2("stmatrix.sync.aligned.m8n8.x2.trans.shared.b16");
  if constexpr (matrices == 4 && transposed)
    TP_STORE_X4("stmatrix.sync.aligned.m8n8.x4.trans.shared.b16");
}

// element_of[slot]: the number that the slot got.
template <int matrices, bool transposed>
__global__ void ask_load(std::int32_t* element_of) {
  __shared__ alignas(16) std::uint16_t memory[kElements];
  const int lane = static_cast<int>(threadIdx.x);
  for (int i = lane; i < kElements; i += kWarp) memory[i] = kPoison;
  __syncwarp();
  for (int j = 0; j < kRow; ++j) {
    memory[place_of_row(lane) + j] = static_cast<std::uint16_t>(lane * kRow + j);
  }
  __syncwarp();
  std::uint32_t r[matrices];
  for (int i = 0; i < matrices; ++i) r[i] = kPoison * 0x10001u;
  load<matrices, transposed>(r, address_in_shared(memory + place_of_row(lane)));
  for (int e = 0; e < 2 * matrices; ++e) {
    element_of[e * kWarp + lane] = static_cast<std::int32_t>(r[e / 2] >> (e % 2 * 16) & 0xFFFF);
  }
}

// Whole shared memory after the store.
template <int matrices, bool transposed>
__global__ void ask_store(std::int32_t* after) {
  __shared__ alignas(16) std::uint16_t memory[kElements];
  const int lane = static_cast<int>(threadIdx.x);
  for (int i = lane; i < kElements; i += kWarp) memory[i] = kPoison;
  __syncwarp();
  std::uint32_t r[matrices] = {};
  for (int e = 0; e < 2 * matrices; ++e) {
    r[e / 2] |= static_cast<std::uint32_t>(e * kWarp + lane) << (e % 2 * 16);
  }
  store<matrices, transposed>(r, address_in_shared(memory + place_of_row(lane)));
  __syncwarp();
  for (int i = lane; i < kElements; i += kWarp) after[i] = memory[i];
}

template <int matrices, bool transposed>
nlohmann::json question_of(const char* instruction) {
  return {{"kind", "matrix_move"},
          {"instruction",
           std::string(instruction) + ".m8n8.x" + std::to_string(matrices) +
               (transposed ? ".trans" : "") + ".b16"},
          {"matrices", matrices},
          {"transposed", transposed}};
}

template <int matrices, bool transposed>
Result<Observation> ask_ldmatrix() {
  TP_TRY(loaded, DeviceBuffer<std::int32_t>::make(2 * matrices * kWarp));
  ask_load<matrices, transposed><<<1, kWarp>>>(loaded.data());
  TP_TRY(element_of, loaded.read());
  return Observation{question_of<matrices, transposed>("ldmatrix"),
                     {{"element_of_slot", element_of}}};
}

template <int matrices, bool transposed>
Result<Observation> ask_stmatrix() {
  TP_TRY(stored, DeviceBuffer<std::int32_t>::make(kElements));
  ask_store<matrices, transposed><<<1, kWarp>>>(stored.data());
  TP_TRY(after, stored.read());
  // The rows whose addresses were given; all else must be poison.
  std::vector<std::int32_t> slot_of(8 * matrices * kRow, -1);
  std::vector<std::int32_t> rest = after;
  for (int lane = 0; lane < 8 * matrices; ++lane) {
    for (int j = 0; j < kRow; ++j) {
      const auto place = static_cast<std::size_t>(place_of_row(lane) + j);
      slot_of[static_cast<std::size_t>(lane * kRow + j)] = after[place];
      rest[place] = kPoison;
    }
  }
  for (const std::int32_t value : rest) {
    if (value != kPoison) return Error{ErrorCode::kInvalid, "stmatrix wrote beyond its rows"};
  }
  return Observation{question_of<matrices, transposed>("stmatrix"), {{"slot_of_element", slot_of}}};
}

// stmatrix is there from sm_90 on.
#if TILEPROOF_CUDA_ARCHITECTURE >= 90
#define TP_QUESTIONS(matrices, transposed)                                       \
  {"ldmatrix.x" #matrices, 64 * matrices, ask_ldmatrix<matrices, transposed>}, { \
    "stmatrix.x" #matrices, 64 * matrices, ask_stmatrix<matrices, transposed>    \
  }
#else
#define TP_QUESTIONS(matrices, transposed) \
  { "ldmatrix.x" #matrices, 64 * matrices, ask_ldmatrix<matrices, transposed> }
#endif

constexpr FragmentQuestion kQuestions[] = {TP_QUESTIONS(1, false),
                                           TP_QUESTIONS(2, false),
                                           TP_QUESTIONS(4, false),
                                           TP_QUESTIONS(1, true),
                                           TP_QUESTIONS(2, true),
                                           TP_QUESTIONS(4, true)};

}  // namespace

std::span<const FragmentQuestion> matrix_move_questions() { return kQuestions; }

}  // namespace tileproof::oracles
