// What is asked of a function at all points?  This text is compiled as the program runs, behind the
// function `f` in C and, where two are compared, `g` (kernel_source.hpp).  It includes nothing,
// says TP_KERNEL for how a kernel begins, and has the kernels that TP_COUNTS, TP_FINDS and
// TP_COMPARES name.
//
// The points are 0, step, 2 * step, ...: the step, which is 1, is an argument, so that no compiler
// knows how one point follows from another, and each value is computed by the function.
//
// A thread takes 32 points that follow each other.  Where their values lie within 64 of each other,
// as they do wherever a layout is contiguous, the bits are gathered in a register and set by two
// atomic operations; else those of one word after the other.

using Word32 = unsigned;
using Word64 = unsigned long long;

constexpr unsigned kThreads = 256;
constexpr unsigned kChunk = 32;
constexpr Word64 kNone = ~Word64{0};

struct Totals {
  Word64 points;
  Word64 largest;
  Word64 sum;
  Word64 outside;  // values of the limit or more, which have no bit
};

struct Differences {
  Word64 points;
  Word64 sums[2];
  Word64 first;  // kNone, or the smallest number of a point with two values
};

__device__ Point point(Word64 number, Word64 step) { return static_cast<Point>(number * step); }

// Calls visit(first) for the first of the 32 or fewer points of each of the thread's chunks.
template <typename Visit>
__device__ void for_each_chunk(Word64 points, Visit visit) {
  const Word64 stride = Word64{gridDim.x} * blockDim.x * kChunk;
  Word64 first = (Word64{blockIdx.x} * blockDim.x + threadIdx.x) * kChunk;
  for (; first < points; first += stride) visit(first);
}

// The threads' values joined by an operation; of the block's first thread alone.
template <typename Join>
__device__ Word64 of_block(Word64 mine, Join join) {
  __shared__ Word64 values[kThreads];
  __syncthreads();
  values[threadIdx.x] = mine;
  for (unsigned half = blockDim.x / 2; half > 0; half /= 2) {
    __syncthreads();
    if (threadIdx.x < half) {
      values[threadIdx.x] = join(values[threadIdx.x], values[threadIdx.x + half]);
    }
  }
  return values[0];
}

__device__ void add_to(Word64* total, Word64 mine) {
  const Word64 sum = of_block(mine, [](Word64 x, Word64 y) { return x + y; });
  if (threadIdx.x == 0) atomicAdd(total, sum);
}

__device__ void keep_largest(Word64* total, Word64 mine) {
  const Word64 largest = of_block(mine, [](Word64 x, Word64 y) { return x < y ? y : x; });
  if (threadIdx.x == 0) atomicMax(total, largest);
}

#ifdef TP_COUNTS

// A bit of 64.  Any, where the place is 64 or more; CUDA's shift takes it without a mask.
__device__ Word64 bit_at(Word32 place) {
#ifdef __CUDACC__
  Word64 bit;
  asm("shl.b64 %0, 1, %1;" : "=l"(bit) : "r"(place));
  return bit;
#else
  return Word64{1} << (place & 63);
#endif
}

__device__ void set_if_any(Word32* bits, Word32 mask) {
  if (mask != 0) atomicOr(bits, mask);
}

// 32 points whose values are all below `limit` and within 64 of the word that the first is in.
// False where there is one that is not; then nothing was done.
__device__ bool visit_together(Point at, Point step, Word32* bits, Word64 limit, Totals& totals) {
  const Value base = f(at) / 32 * 32;
  Value any = 0;
  Word64 mask = 0;
  Word32 sum = 0;
#pragma unroll kUnroll
  for (unsigned i = 0; i < kChunk; ++i, at += step) {
    const Value above = f(at) - base;
    any |= above;
    mask |= bit_at(static_cast<Word32>(above));
    sum += static_cast<Word32>(above);
  }
  const Word64 largest = Word64{base} + (63 - __clzll(static_cast<long long>(mask)));
  if (any >= 64 || largest >= limit) return false;
  Word32* const word = bits + base / 32;
  set_if_any(word, static_cast<Word32>(mask));
  set_if_any(word + 1, static_cast<Word32>(mask >> 32));
  totals.points += kChunk;
  totals.sum += Word64{base} * kChunk + sum;
  if (totals.largest < largest) totals.largest = largest;
  return true;
}

__device__ void visit_one_by_one(
    Point at, Point step, unsigned count, Word32* bits, Word64 limit, Totals& totals) {
  Word64 word = 0;
  Word32 mask = 0;
#pragma unroll 1
  for (unsigned i = 0; i < count; ++i, at += step) {
    const Word64 value = f(at);
    totals.sum += value;
    if (totals.largest < value) totals.largest = value;
    if (value >= limit) {
      ++totals.outside;
      continue;
    }
    if (value / 32 != word) {
      set_if_any(bits + word, mask);
      word = value / 32;
      mask = 0;
    }
    mask |= Word32{1} << (value % 32);
  }
  set_if_any(bits + word, mask);
  totals.points += count;
}

// Sets the bit of each value below the limit.
TP_KERNEL void __launch_bounds__(kThreads)
    set_bits(Word64 points, Word64 step, Word32* bits, Word64 limit, Totals* totals) {
  Totals mine = {};
  for_each_chunk(points, [&](Word64 first) {
    const Word64 left = points - first;
    const unsigned count = left < kChunk ? static_cast<unsigned>(left) : kChunk;
    const Point at = point(first, step);
    const Point next = static_cast<Point>(step);
    if (count == kChunk && visit_together(at, next, bits, limit, mine)) return;
    visit_one_by_one(at, next, count, bits, limit, mine);
  });
  add_to(&totals->points, mine.points);
  add_to(&totals->sum, mine.sum);
  add_to(&totals->outside, mine.outside);
  keep_largest(&totals->largest, mine.largest);
}

#endif
#ifdef TP_FINDS

// Calls visit(number, point) for all of the thread's points.
template <typename Visit>
__device__ void for_each_point(Word64 points, Word64 step, Visit visit) {
  for_each_chunk(points, [&](Word64 first) {
    const Word64 end = points - first < kChunk ? points : first + kChunk;
#pragma unroll 1
    for (Word64 i = first; i < end; ++i) visit(i, point(i, step));
  });
}

TP_KERNEL void __launch_bounds__(kThreads)
    find_largest(Word64 points, Word64 step, Word64* largest) {
  Word64 mine = 0;
  for_each_point(points, step, [&](Word64, Point at) {
    const Word64 value = f(at);
    if (mine < value) mine = value;
  });
  keep_largest(largest, mine);
}

// The smallest value below the limit that two points have.  Requires: no bit is set.
TP_KERNEL void __launch_bounds__(kThreads)
    find_repeated(Word64 points, Word64 step, Word32* bits, Word64 limit, Word64* smallest) {
  for_each_point(points, step, [&](Word64, Point at) {
    const Word64 value = f(at);
    if (value >= limit) return;
    const Word32 bit = Word32{1} << (value % 32);
    if ((atomicOr(bits + value / 32, bit) & bit) != 0) atomicMin(smallest, value);
  });
}

// The smallest number of a point with a value; of those after `after`, if that is not kNone.
TP_KERNEL void __launch_bounds__(kThreads)
    find_point(Word64 points, Word64 step, Word64 wanted, Word64 after, Word64* smallest) {
  for_each_point(points, step, [&](Word64 i, Point at) {
    if (f(at) == wanted && (after == kNone || i > after)) atomicMin(smallest, i);
  });
}

#endif
#ifdef TP_COMPARES

// Do f at `count` points and g at points that lie `apart` from them have the same values?
__device__ __forceinline__ bool are_equal(
    Point at, Point step, Point apart, unsigned count, Word64* sums) {
  Point other = at + apart;
  Word64 unequal = 0;
#pragma unroll kUnroll
  for (unsigned i = 0; i < count; ++i, at += step, other += step) {
    const Word64 x = f(at);
    const Word64 y = g(other);
    unequal |= x ^ y;
    sums[0] += x;
    sums[1] += y;
  }
  return unequal == 0;
}

// The points of both are the same, `apart` is 0: an argument as the step is, so that no compiler
// merges the two functions.
TP_KERNEL void __launch_bounds__(kThreads)
    compare_values(Word64 points, Word64 step, Word64 apart, Differences* found) {
  Word64 visited = 0;
  Word64 sums[2] = {0, 0};
  for_each_chunk(points, [&](Word64 first) {
    const Word64 left = points - first;
    const unsigned count = left < kChunk ? static_cast<unsigned>(left) : kChunk;
    Point at = point(first, step);
    const Point next = static_cast<Point>(step);
    const Point aside = static_cast<Point>(apart);
    visited += count;
    // Of a known count the loop is unrolled.
    const bool is_equal = count == kChunk ? are_equal(at, next, aside, kChunk, sums)
                                          : are_equal(at, next, aside, count, sums);
    if (is_equal) return;
    Word64 unequal = first;
    for (; Word64{f(at)} == Word64{g(at + aside)}; at += next) ++unequal;
    atomicMin(&found->first, unequal);
  });
  add_to(&found->points, visited);
  add_to(&found->sums[0], sums[0]);
  add_to(&found->sums[1], sums[1]);
}

TP_KERNEL void evaluate_at(Word64 number, Word64* values) {
  if (threadIdx.x != 0) return;
  values[0] = f(static_cast<Point>(number));
  values[1] = g(static_cast<Point>(number));
}

#endif
