// Asks the instructions whose A is sparse: of each group of four along k (of two for tf32), A holds
// the half that metadata names.
//
// First, with the same metadata in all groups, which slots meet: for each value that metadata may
// have, the slots of A are asked as if they were further slots, so that B's k has one name under
// all values.  Then, which bits of metadata rule a slot of A: all groups but one have the value
// kLow, and B holds 1 where only the value kHigh reaches.  The slots of A that then meet a 1 are
// ruled by the one group's bits.
#include "gpu_oracles/fragments/fragments_device.hpp"
#include "gpu_oracles/fragments/mma_probe.cuh"

namespace tileproof::oracles {
namespace {

constexpr std::uint32_t kLow = 0x4;   // elements 0 and 1 of four, or 0 of two
constexpr std::uint32_t kHigh = 0xE;  // elements 2 and 3 of four, or 1 of two
constexpr int kNibbles = 8;           // of a thread's metadata

constexpr std::uint32_t kInAllNibbles = 0x11111111;

// The first two values are kLow and kHigh.
template <typename I>
std::vector<std::uint32_t> metadata_values() {
  if (I::Operand::kBits == 32) return {kLow, kHigh};
  return {kLow, kHigh, 0x8, 0x9, 0xC, 0xD};
}

template <typename I>
__global__ void ask_metadata(const std::uint8_t* b_holds_1, std::int32_t* is_moved) {
  const int lane = static_cast<int>(threadIdx.x);
  const int slot_a = static_cast<int>(blockIdx.x);
  const int place = static_cast<int>(blockIdx.y);  // lane * kNibbles + nibble
  std::uint32_t metadata = kLow * kInAllNibbles;
  if (place / kNibbles == lane) metadata ^= (kLow ^ kHigh) << (4 * (place % kNibbles));
  typename I::R a[I::kRegistersA];
  typename I::R b[I::kRegistersB];
  typename I::R d[I::kRegistersD];
  const typename I::R zeros[8] = {};
  fill<I, I::kRegistersA>(a, lane, [&](int slot) { return slot == slot_a; });
  fill<I, I::kRegistersB>(b, lane, [&](int slot) { return b_holds_1[slot] != 0; });
  I::run(d, a, b, zeros, metadata);
  bool meets = false;
  for (int e = 0; e < kSums<I>; ++e) meets = meets || sum_of<I>(d, e) != 0;
  const bool any_meets = __any_sync(0xFFFFFFFFu, meets);
  if (lane == 0) is_moved[slot_a * kWarp * kNibbles + place] = any_meets ? 1 : 0;
}

// For each slot of A the place of its metadata, lane * kNibbles + nibble.
template <typename I>
Result<std::vector<std::int32_t>> metadata_of_slots(const std::vector<std::uint8_t>& b_holds_1) {
  constexpr int kPlaces = kWarp * kNibbles;
  TP_TRY(mask, DeviceBuffer<std::uint8_t>::copy_of(b_holds_1));
  TP_TRY(answers, DeviceBuffer<std::int32_t>::make(kSlotsA<I> * kPlaces));
  ask_metadata<I><<<dim3(kSlotsA<I>, kPlaces), kWarp>>>(mask.data(), answers.data());
  TP_TRY(is_moved, answers.read());
  std::vector<std::int32_t> place_of;
  for (int slot = 0; slot < kSlotsA<I>; ++slot) {
    int place = -1;
    int places = 0;
    for (int p = 0; p < kPlaces; ++p) {
      if (is_moved[static_cast<std::size_t>(slot * kPlaces + p)] == 0) continue;
      place = p;
      ++places;
    }
    if (places != 1) {
      return Error{ErrorCode::kInvalid,
                   "slot " + std::to_string(slot) + " of A is ruled by " + std::to_string(places) +
                       " places of metadata"};
    }
    place_of.push_back(place);
  }
  return place_of;
}

template <typename I>
Result<Observation> ask() {
  PairTable all = empty_table<I>();
  all.a_slots = 0;
  const auto values = metadata_values<I>();
  std::vector<std::uint8_t> only_high(all.b_slots, 0);
  for (const std::uint32_t value : values) {
    TP_TRY(pairs, read_pairs<I>(value * kInAllNibbles));
    all.a_slots += pairs.a_slots;
    all.b_of.insert(all.b_of.end(), pairs.b_of.begin(), pairs.b_of.end());
    if (value != kHigh) continue;
    for (const std::int32_t b : pairs.b_of) {
      if (b >= 0) only_high[static_cast<std::size_t>(b)] = 1;
    }
  }
  TP_TRY(labels, label_slots(all));
  TP_TRY(metadata, metadata_of_slots<I>(only_high));
  TP_TRY(addends, read_addends<I>(kLow * kInAllNibbles));
  return Observation{{{"kind", "mma.sp"},
                      {"instruction", I::kName},
                      {"m", I::kM},
                      {"n", I::kN},
                      {"k", I::kK},
                      {"bits", I::Operand::kBits},
                      {"selector", I::kSelectorOf},
                      {"metadata_values", values}},
                     {{"a_row", labels.a_row},
                      {"a_k", labels.a_k},
                      {"a_metadata", metadata},
                      {"b_k", labels.b_k},
                      {"b_col", labels.b_col},
                      {"d_row", labels.d_row},
                      {"d_col", labels.d_col},
                      {"c_of_d", addends}}};
}

template <typename I>
constexpr FragmentQuestion kQuestion{I::kName, I::kM* I::kN* I::kK, ask<I>};

constexpr FragmentQuestion kQuestions[] = {
#if TILEPROOF_CUDA_ARCHITECTURE >= 89
    kQuestion<SparseE4m3K64<0>>,
#endif
    kQuestion<SparseF16K16<0>>,  kQuestion<SparseF16K16<1>>,  kQuestion<SparseF16K16<2>>,
    kQuestion<SparseF16K16<3>>,  kQuestion<SparseF16K32<0>>,  kQuestion<SparseF16K32<1>>,
    kQuestion<SparseBf16K16<0>>, kQuestion<SparseBf16K16<1>>, kQuestion<SparseBf16K16<2>>,
    kQuestion<SparseBf16K16<3>>, kQuestion<SparseBf16K32<0>>, kQuestion<SparseBf16K32<1>>,
    kQuestion<SparseTf32K8<0>>,  kQuestion<SparseTf32K8<1>>,  kQuestion<SparseTf32K8<2>>,
    kQuestion<SparseTf32K8<3>>,  kQuestion<SparseTf32K16<0>>, kQuestion<SparseTf32K16<1>>,
    kQuestion<SparseS8K32<0>>,   kQuestion<SparseS8K32<1>>,   kQuestion<SparseS8K64<0>>,
};

}  // namespace

std::span<const FragmentQuestion> sparse_mma_questions() { return kQuestions; }

}  // namespace tileproof::oracles
