#include "checkers/engines/polynomial.hpp"

#include <algorithm>

namespace tileproof {
namespace {

constexpr Int128 kMostCoefficient = Int128{1} << 62;
constexpr Int128 kMostBound = Int128{1} << 120;
constexpr std::size_t kMostDegree = 6;
constexpr std::size_t kMostTerms = 64;

}  // namespace

Polynomial::Polynomial(Int128 number) {
  if (number != 0) terms_[{}] = number;
}

Polynomial Polynomial::parameter(unsigned number) {
  Polynomial result;
  result.terms_[{number}] = 1;
  return result;
}

std::optional<Int128> Polynomial::number() const {
  if (terms_.empty()) return 0;
  if (terms_.size() > 1 || !terms_.begin()->first.empty()) return std::nullopt;
  return terms_.begin()->second;
}

Word Polynomial::at(std::span<const Word> parameters) const {
  Word sum = 0;
  for (const auto& [factors, coefficient] : terms_) {
    auto product = static_cast<Word>(coefficient);
    for (const unsigned number : factors) product *= parameters[number];
    sum += product;
  }
  return sum;
}

bool Polynomial::keeps_limits() const {
  return terms_.size() <= kMostTerms && std::ranges::all_of(terms_, [](const auto& term) {
           return term.first.size() <= kMostDegree && term.second <= kMostCoefficient &&
                  term.second >= -kMostCoefficient;
         });
}

std::optional<Polynomial> Polynomial::sum(const Polynomial& x, const Polynomial& y, Int128 factor) {
  Polynomial result = x;
  if (factor > kMostCoefficient || factor < -kMostCoefficient) return std::nullopt;
  for (const auto& [parameters, coefficient] : y.terms_) {
    Int128& sum = result.terms_[parameters];
    sum += coefficient * factor;
    if (sum == 0) result.terms_.erase(parameters);
  }
  return result.keeps_limits() ? std::optional(std::move(result)) : std::nullopt;
}

std::optional<Polynomial> Polynomial::product(const Polynomial& x, const Polynomial& y) {
  Polynomial result;
  for (const auto& [parameters, coefficient] : x.terms_) {
    Polynomial part;
    for (const auto& [others, factor] : y.terms_) {
      std::vector<unsigned> all = parameters;
      all.insert(all.end(), others.begin(), others.end());
      std::ranges::sort(all);
      part.terms_[std::move(all)] = coefficient * factor;
    }
    if (!part.keeps_limits()) return std::nullopt;
    auto sum = Polynomial::sum(result, part);
    if (!sum) return std::nullopt;
    result = *std::move(sum);
  }
  return result;
}

std::optional<std::pair<Int128, Int128>> Polynomial::bounds(
    std::span<const Axis> parameters) const {
  Int128 lowest = 0;
  Int128 highest = 0;
  for (const auto& [factors, coefficient] : terms_) {
    // Parameters are not below 0, so that a term grows with each.
    Int128 least = coefficient;
    Int128 most = coefficient;
    for (const unsigned number : factors) {
      const Axis& axis = parameters[number];
      if (__builtin_mul_overflow(least, Int128{axis.first}, &least) ||
          __builtin_mul_overflow(most, Int128{axis.first} + axis.size - 1, &most) ||
          std::max(most, -most) > kMostBound) {
        return std::nullopt;
      }
    }
    lowest += std::min(least, most);
    highest += std::max(least, most);
  }
  if (highest > kMostBound || lowest < -kMostBound) return std::nullopt;
  return std::pair(lowest, highest);
}

}  // namespace tileproof
