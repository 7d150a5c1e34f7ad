#include "checkers/engines/stride_sets.hpp"

#include <algorithm>
#include <numeric>

namespace tileproof {
namespace {

constexpr int kMaxSteps = 200'000;

__extension__ typedef unsigned __int128 DoubleWord;

// The modes by ascending stride, as positions.
boost::container::small_vector<unsigned, 16> ascending(const StrideModes& modes) {
  boost::container::small_vector<unsigned, 16> order;
  for (unsigned i = 0; i < modes.size(); ++i) order.push_back(i);
  std::sort(order.begin(), order.end(), [&](unsigned a, unsigned b) {
    return modes[a].stride < modes[b].stride;
  });
  return order;
}

// x with a * x = 1 modulo m, for coprime a and m > 1.
std::int64_t inverse_modulo(std::int64_t a, std::int64_t m) {
  std::int64_t r0 = m;
  std::int64_t r1 = a % m;
  std::int64_t t0 = 0;
  std::int64_t t1 = 1;
  while (r1 != 0) {
    const std::int64_t quotient = r0 / r1;
    r0 -= quotient * r1;
    std::swap(r0, r1);
    t0 -= quotient * t1;
    std::swap(t0, t1);
  }
  return t0 < 0 ? t0 + m : t0;
}

// Floor and ceiling of n / d for d > 0.
std::int64_t floor_div(std::int64_t n, std::int64_t d) { return n / d - (n % d < 0 ? 1 : 0); }
std::int64_t ceil_div(std::int64_t n, std::int64_t d) { return n / d + (n % d > 0 ? 1 : 0); }

// Looks for a difference that is 0 in sum and not 0 in all digits.  Modes are merged, ascending.
class DifferenceSearch {
 public:
  explicit DifferenceSearch(const StrideModes& modes) : modes_(modes), digits_(modes.size(), 0) {
    std::int64_t reach = 0;
    std::int64_t divisor = 0;
    for (const StrideMode& mode : modes) {
      reach_.push_back(reach);
      divisor_.push_back(divisor);
      reach += static_cast<std::int64_t>(mode.stride * (mode.size - 1));
      divisor = std::gcd(divisor, static_cast<std::int64_t>(mode.stride));
    }
  }

  // True if found; the digits are then a difference.
  bool find() { return extend(modes_.size(), 0, false); }
  [[nodiscard]] bool gave_up() const { return steps_ > kMaxSteps; }
  [[nodiscard]] const std::vector<std::int64_t>& digits() const { return digits_; }

 private:
  // The modes from `level` on are chosen and sum up to `sum`.
  bool extend(std::size_t level, std::int64_t sum, bool has_nonzero) {
    if (++steps_ > kMaxSteps) return false;
    if (level == 0) return sum == 0 && has_nonzero;
    const std::size_t k = level - 1;
    const auto stride = static_cast<std::int64_t>(modes_[k].stride);
    const auto largest = static_cast<std::int64_t>(modes_[k].size - 1);
    // The rest must bring the sum back to 0: |sum + stride * d| <= reach, divisible by their gcd.
    std::int64_t low = std::max(ceil_div(-reach_[k] - sum, stride), -largest);
    const std::int64_t high = std::min(floor_div(reach_[k] - sum, stride), largest);
    if (!has_nonzero) low = std::max<std::int64_t>(low, 0);  // d and -d alike
    std::int64_t step = 1;
    const std::int64_t divisor = divisor_[k];
    if (divisor == 0) {
      if (sum % stride != 0) return false;
      const std::int64_t d = -sum / stride;
      return d >= low && d <= high && choose(k, d, sum, has_nonzero);
    }
    const std::int64_t common = std::gcd(stride, divisor);
    if (sum % common != 0) return false;
    step = divisor / common;
    if (step > 1) {
      const std::int64_t inverse = inverse_modulo(stride / common, step);
      const std::int64_t wanted = ((-sum / common) % step + step) % step;
      const auto residue = static_cast<std::int64_t>(static_cast<DoubleWord>(wanted) *
                                                     static_cast<DoubleWord>(inverse) %
                                                     static_cast<DoubleWord>(step));
      low += ((residue - low) % step + step) % step;
    }
    for (std::int64_t d = low; d <= high; d += step) {
      if (choose(k, d, sum, has_nonzero)) return true;
      if (gave_up()) return false;
    }
    return false;
  }

  bool choose(std::size_t k, std::int64_t d, std::int64_t sum, bool has_nonzero) {
    digits_[k] = d;
    return extend(k, sum + static_cast<std::int64_t>(modes_[k].stride) * d, has_nonzero || d != 0);
  }

  const StrideModes& modes_;
  std::vector<std::int64_t> digits_;
  boost::container::small_vector<std::int64_t, 16> reach_;    // of the modes below
  boost::container::small_vector<std::int64_t, 16> divisor_;  // gcd of the strides below
  int steps_ = 0;
};

}  // namespace

bool is_sorted_injective(const StrideModes& modes) {
  Word sum = 0;
  for (const unsigned i : ascending(modes)) {
    if (modes[i].size == 1) continue;
    if (modes[i].stride <= sum) return false;
    sum += modes[i].stride * (modes[i].size - 1);
  }
  return true;
}

StrideAnswer decide_injective(const StrideModes& modes) {
  using Kind = StrideAnswer::Kind;
  if (is_sorted_injective(modes)) return {Kind::kInjective, "sorted"};
  const auto order = ascending(modes);
  for (const unsigned i : order) {
    if (modes[i].size == 1 || modes[i].stride != 0) continue;
    StrideAnswer answer{Kind::kCollides, "difference", std::vector<std::int64_t>(modes.size(), 0)};
    answer.difference[i] = 1;
    return answer;
  }
  // Digits whose strides continue each other are one digit: 1, 2, 4 of bits is one below 8.
  StrideModes merged;
  std::vector<std::vector<unsigned>> members;
  for (const unsigned i : order) {
    if (modes[i].size == 1) continue;
    bool joined = false;
    for (std::size_t m = 0; m < merged.size() && !joined; ++m) {
      if (merged[m].stride * merged[m].size != modes[i].stride) continue;
      merged[m].size *= modes[i].size;
      members[m].push_back(i);
      joined = true;
    }
    if (joined) continue;
    merged.push_back(modes[i]);
    members.push_back({i});
  }
  DifferenceSearch search(merged);
  if (!search.find()) {
    return {search.gave_up() ? Kind::kUndecided : Kind::kInjective, "difference"};
  }
  StrideAnswer answer{Kind::kCollides, "difference", std::vector<std::int64_t>(modes.size(), 0)};
  for (std::size_t m = 0; m < merged.size(); ++m) {
    std::int64_t rest = search.digits()[m];
    for (const unsigned i : members[m]) {
      answer.difference[i] = rest % static_cast<std::int64_t>(modes[i].size);
      rest /= static_cast<std::int64_t>(modes[i].size);
    }
  }
  return answer;
}

std::optional<Word> first_gap(const StrideModes& modes) {
  Word sum = 0;
  for (const unsigned i : ascending(modes)) {
    if (modes[i].size == 1 || modes[i].stride == 0) continue;
    if (modes[i].stride > sum + 1) return sum + 1;
    sum += modes[i].stride * (modes[i].size - 1);
  }
  return std::nullopt;
}

}  // namespace tileproof
