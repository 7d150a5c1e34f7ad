// Polynomials of parameters, for strides that are not numbers: (64 + pad) * rows.
#pragma once

#include <map>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "core/axis.hpp"
#include "core/int128.hpp"

namespace tileproof {

class Polynomial {
 public:
  Polynomial() = default;
  explicit Polynomial(Int128 number);
  // The parameter of this number.
  static Polynomial parameter(unsigned number);

  [[nodiscard]] bool is_zero() const { return terms_.empty(); }
  // The number that it is, if it has no parameters.
  [[nodiscard]] std::optional<Int128> number() const;

  // Modulo 2^64, with these values of the parameters.
  [[nodiscard]] Word at(std::span<const Word> parameters) const;

  // nullopt beyond 2^62 in a coefficient, degree 6 or 64 terms.
  static std::optional<Polynomial> sum(const Polynomial& x, const Polynomial& y, Int128 factor = 1);
  static std::optional<Polynomial> product(const Polynomial& x, const Polynomial& y);

  // Bounds of its values where each parameter lies in its axis' range; exact for each term alone.
  // nullopt beyond 2^120.
  [[nodiscard]] std::optional<std::pair<Int128, Int128>> bounds(
      std::span<const Axis> parameters) const;

  friend bool operator==(const Polynomial&, const Polynomial&) = default;
  friend bool operator<(const Polynomial& x, const Polynomial& y) { return x.terms_ < y.terms_; }

 private:
  // The parameters of a term, with their multiplicity, in order; and its coefficient, not 0.
  std::map<std::vector<unsigned>, Int128> terms_;

  [[nodiscard]] bool keeps_limits() const;
};

}  // namespace tileproof
