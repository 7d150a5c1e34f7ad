// Evaluates layouts at every point.  A thread takes 32 points that follow each other, evaluates the
// tape for a group of them at a time (so that decoding a step is paid once for the group), and
// gathers bits of one bitmap word before it sets them: where the layout is contiguous, one atomic
// operation sets 32 points.
//
// The slots of a tape are in shared memory, one 16-byte group for each thread.
#include "gpu_oracles/exhaustive/bitmap.hpp"
#include "gpu_oracles/exhaustive/exhaustive_device.hpp"

namespace tileproof::oracles {
namespace {

constexpr std::uint64_t kNone = ~std::uint64_t{0};

template <typename A>
struct alignas(16) Group {
  static constexpr unsigned kSize = 16 / sizeof(typename A::Word);
  typename A::Word values[kSize];
};

template <typename A>
__device__ Group<A> operand_value(const Tape& tape, const Group<A>* frame, std::uint16_t operand) {
  if (operand < kFirstConstant) return frame[operand * kThreads];
  Group<A> group;
  const auto constant = static_cast<typename A::Word>(tape.constants[operand - kFirstConstant]);
  for (auto& value : group.values) value = constant;
  return group;
}

// The values at flat, flat + 1, ...
template <typename A>
__device__ Group<A> evaluate(const Tape& tape, Group<A>* frame, std::uint64_t flat) {
  const A a;
  Group<A> group;
#pragma unroll
  for (unsigned i = 0; i < Group<A>::kSize; ++i) {
    group.values[i] = static_cast<typename A::Word>(flat + i);
  }
  frame[0] = group;
  for (unsigned i = 0; i < tape.step_count; ++i) {
    const TapeStep step = tape.steps[i];
    const Group<A> x = operand_value<A>(tape, frame, step.operands[0]);
    const Group<A> y = operand_value<A>(tape, frame, step.operands[1]);
    Group<A> z = x;
    if (step.op == TapeOp::kChoose) z = operand_value<A>(tape, frame, step.operands[2]);
    apply<Group<A>::kSize>(a, step.op, x.values, y.values, z.values, group.values);
    frame[step.result * kThreads] = group;
  }
  return operand_value<A>(tape, frame, tape.result);
}

template <typename A>
__device__ Group<A>* my_frame() {
  extern __shared__ uint4 shared[];
  return reinterpret_cast<Group<A>*>(shared) + threadIdx.x;
}

// Calls visit(flat, value) at all of the thread's points.
template <typename A, typename Visit>
__device__ void for_each_point(const Tape& tape, Group<A>* frame, Visit visit) {
  const std::uint64_t stride = std::uint64_t{gridDim.x} * kThreads * kPointsPerThread;
  std::uint64_t first = (std::uint64_t{blockIdx.x} * kThreads + threadIdx.x) * kPointsPerThread;
  for (; first < tape.points; first += stride) {
    for (unsigned i = 0; i < kPointsPerThread; i += Group<A>::kSize) {
      const Group<A> group = evaluate<A>(tape, frame, first + i);
#pragma unroll
      for (unsigned k = 0; k < Group<A>::kSize; ++k) {
        if (first + i + k < tape.points) visit(first + i + k, std::uint64_t{group.values[k]});
      }
    }
  }
}

__device__ void keep_largest(std::uint64_t* largest, std::uint64_t value) {
  for (unsigned delta = kWaveLanes / 2; delta > 0; delta /= 2) {
    const std::uint64_t other = shuffle_down(value, delta);
    if (other > value) value = other;
  }
  if (threadIdx.x % kWaveLanes == 0)
    atomicMax(reinterpret_cast<unsigned long long*>(largest), value);
}

__device__ void keep_smallest(std::uint64_t* smallest, std::uint64_t value) {
  atomicMin(reinterpret_cast<unsigned long long*>(smallest), value);
}

struct Totals {
  std::uint64_t distinct;
  std::uint64_t largest;
  std::uint64_t sum;
  std::uint64_t outside;
};

template <typename A>
__global__ void __launch_bounds__(kThreads) set_bits(const TP_GRID_CONSTANT Tape tape,
                                                     std::uint32_t* bits,
                                                     std::uint64_t value_limit,
                                                     Totals* totals) {
  std::uint64_t word = 0;
  std::uint32_t mask = 0;
  std::uint64_t sum = 0;
  std::uint64_t largest = 0;
  std::uint64_t outside = 0;
  for_each_point<A>(tape, my_frame<A>(), [&](std::uint64_t, std::uint64_t value) {
    sum += value;
    largest = value > largest ? value : largest;
    if (value >= value_limit) {
      ++outside;
      return;
    }
    if (value / 32 != word) {
      if (mask != 0) atomicOr(bits + word, mask);
      word = value / 32;
      mask = 0;
    }
    mask |= 1U << (value % 32);
  });
  if (mask != 0) atomicOr(bits + word, mask);
  synchronize_wave();
  add_to(&totals->sum, sum);
  add_to(&totals->outside, outside);
  keep_largest(&totals->largest, largest);
}

template <typename A>
__global__ void __launch_bounds__(kThreads) find_repeated(const TP_GRID_CONSTANT Tape tape,
                                                          std::uint32_t* bits,
                                                          std::uint64_t value_limit,
                                                          std::uint64_t* smallest) {
  for_each_point<A>(tape, my_frame<A>(), [&](std::uint64_t, std::uint64_t value) {
    if (value >= value_limit) return;
    const std::uint32_t bit = 1U << (value % 32);
    if ((atomicOr(bits + value / 32, bit) & bit) != 0) keep_smallest(smallest, value);
  });
}

// The smallest point after `after` with a value; `after` = kNone: of all points.
template <typename A>
__global__ void __launch_bounds__(kThreads) find_point(const TP_GRID_CONSTANT Tape tape,
                                                       std::uint64_t wanted,
                                                       std::uint64_t after,
                                                       std::uint64_t* smallest) {
  for_each_point<A>(tape, my_frame<A>(), [&](std::uint64_t flat, std::uint64_t value) {
    if (value == wanted && (after == kNone || flat > after)) keep_smallest(smallest, flat);
  });
}

template <typename A>
__global__ void __launch_bounds__(kThreads) find_difference(const TP_GRID_CONSTANT Tape a,
                                                            const TP_GRID_CONSTANT Tape b,
                                                            std::uint64_t* smallest,
                                                            std::uint64_t* sums) {
  Group<A>* frame = my_frame<A>();
  std::uint64_t mine = kNone;
  std::uint64_t sum_a = 0;
  std::uint64_t sum_b = 0;
  const std::uint64_t stride = std::uint64_t{gridDim.x} * kThreads * Group<A>::kSize;
  std::uint64_t first = (std::uint64_t{blockIdx.x} * kThreads + threadIdx.x) * Group<A>::kSize;
  for (; first < a.points; first += stride) {
    const Group<A> x = evaluate<A>(a, frame, first);
    const Group<A> y = evaluate<A>(b, frame, first);
#pragma unroll
    for (unsigned k = 0; k < Group<A>::kSize; ++k) {
      if (first + k >= a.points) continue;
      sum_a += x.values[k];
      sum_b += y.values[k];
      if (x.values[k] != y.values[k] && mine == kNone) mine = first + k;
    }
  }
  if (mine != kNone) keep_smallest(smallest, mine);
  synchronize_wave();
  add_to(sums, sum_a);
  add_to(sums + 1, sum_b);
}

template <typename A>
__global__ void __launch_bounds__(kThreads)
    evaluate_one(const TP_GRID_CONSTANT Tape tape, std::uint64_t flat, std::uint64_t* value) {
  const Group<A> group = evaluate<A>(tape, my_frame<A>(), flat);
  if (blockIdx.x == 0 && threadIdx.x == 0) *value = group.values[0];
}

std::size_t frame_bytes(std::uint32_t slots) { return std::size_t{slots} * kThreads * 16; }

// Launches the kernel of the tape's width.
template <typename Narrow, typename Wide, typename... Arguments>
std::optional<Error> launch(
    Narrow narrow, Wide wide, bool is_narrow, std::uint32_t slots, Arguments... arguments) {
  const std::size_t bytes = frame_bytes(slots);
  const auto blocks = is_narrow ? blocks_for(narrow, bytes) : blocks_for(wide, bytes);
  if (!blocks) return blocks.error();
  if (is_narrow) {
    narrow<<<*blocks, kThreads, bytes>>>(arguments...);
  } else {
    wide<<<*blocks, kThreads, bytes>>>(arguments...);
  }
  TP_GPU_TRY(gpuGetLastError());
  return std::nullopt;
}

}  // namespace

Result<ValueCounts> count_values(const Tape& tape, std::uint64_t value_limit) {
  TP_TRY(bits, DeviceBuffer<std::uint32_t>::make(bitmap_words(value_limit)));
  TP_TRY(totals, DeviceBuffer<Totals>::make(1));
  TP_GPU_TRY(gpuMemset(totals.data(), 0, sizeof(Totals)));
  TP_TRY(watch, Stopwatch::start());
  TP_GPU_TRY(gpuMemsetAsync(bits.data(), 0, bits.size() * sizeof(std::uint32_t)));
  if (const auto error = launch(set_bits<U32>,
                                set_bits<U64>,
                                tape.is_narrow,
                                tape.slot_count,
                                tape,
                                bits.data(),
                                value_limit,
                                totals.data())) {
    return *error;
  }
  count_bits<<<kCountBlocks, kThreads>>>(
      reinterpret_cast<const uint4*>(bits.data()), bits.size() / 4, &totals.data()->distinct);
  TP_TRY(milliseconds, watch.milliseconds());
  TP_TRY(found, totals.read());
  return ValueCounts{
      found[0].distinct, found[0].largest, found[0].sum, found[0].outside, milliseconds};
}

Result<std::optional<Collision>> find_collision(const Tape& tape, std::uint64_t value_limit) {
  TP_TRY(bits, DeviceBuffer<std::uint32_t>::make(bitmap_words(value_limit)));
  TP_GPU_TRY(gpuMemset(bits.data(), 0, bits.size() * sizeof(std::uint32_t)));
  // The value, then the two points.
  std::uint64_t found[3] = {kNone, kNone, kNone};
  for (unsigned i = 0; i < 3; ++i) {
    TP_TRY(smallest, DeviceBuffer<std::uint64_t>::copy_of({&found[i], 1}));
    const auto error = i == 0 ? launch(find_repeated<U32>,
                                       find_repeated<U64>,
                                       tape.is_narrow,
                                       tape.slot_count,
                                       tape,
                                       bits.data(),
                                       value_limit,
                                       smallest.data())
                              : launch(find_point<U32>,
                                       find_point<U64>,
                                       tape.is_narrow,
                                       tape.slot_count,
                                       tape,
                                       found[0],
                                       i == 1 ? kNone : found[1],
                                       smallest.data());
    if (error) return *error;
    TP_TRY(read, smallest.read());
    found[i] = read[0];
    if (found[0] == kNone) return std::optional<Collision>();
  }
  return std::optional(Collision{found[0], found[1], found[2]});
}

Result<Comparison> compare(const Tape& a, const Tape& b) {
  if (a.points != b.points) {
    return Error{ErrorCode::kShape,
                 "one function has " + std::to_string(a.points) + " points, the other " +
                     std::to_string(b.points)};
  }
  const std::uint64_t start[3] = {kNone, 0, 0};
  TP_TRY(found, DeviceBuffer<std::uint64_t>::copy_of(start));
  TP_TRY(watch, Stopwatch::start());
  if (const auto error = launch(find_difference<U32>,
                                find_difference<U64>,
                                a.is_narrow && b.is_narrow,
                                a.slot_count > b.slot_count ? a.slot_count : b.slot_count,
                                a,
                                b,
                                found.data(),
                                found.data() + 1)) {
    return *error;
  }
  TP_TRY(milliseconds, watch.milliseconds());
  TP_TRY(read, found.read());
  Comparison comparison;
  comparison.sums[0] = read[1];
  comparison.sums[1] = read[2];
  comparison.milliseconds = milliseconds;
  if (read[0] == kNone) return comparison;
  comparison.first_difference = read[0];
  const Tape* tapes[] = {&a, &b};
  for (unsigned i = 0; i < 2; ++i) {
    TP_TRY(value, DeviceBuffer<std::uint64_t>::make(1));
    if (const auto error = launch(evaluate_one<U32>,
                                  evaluate_one<U64>,
                                  tapes[i]->is_narrow,
                                  tapes[i]->slot_count,
                                  *tapes[i],
                                  read[0],
                                  value.data())) {
      return *error;
    }
    TP_TRY(answer, value.read());
    comparison.values[i] = answer[0];
  }
  return comparison;
}

}  // namespace tileproof::oracles
