#include "checkers/engines/parametric_strides.hpp"

#include <algorithm>
#include <map>
#include <tuple>

#include "checkers/engines/polynomial.hpp"
#include "core/partial_bool.hpp"

namespace tileproof {
namespace {

// A part of an input's digit: axis / divisor % modulus, from 0 to modulus - 1.  The modulus is no
// more than what the quotient can be.
struct Atom {
  std::size_t axis;
  Word divisor;
  Word modulus;
  auto operator<=>(const Atom&) const = default;
};

// constant + sum of stride * atom.
struct StrideSum {
  StrideSum(Word number = 0) : constant(Int128{number}) {}  // NOLINT: implicit
  static StrideSum poison(std::string why) {
    StrideSum word;
    word.why = std::move(why);
    return word;
  }
  [[nodiscard]] const std::string& reason() const { return why; }
  // The atom, if that is all.
  [[nodiscard]] const Atom* atom() const {
    const bool is_bare = why.empty() && constant.is_zero() && strides.size() == 1 &&
                         strides.begin()->second == Polynomial(Int128{1});
    return is_bare ? &strides.begin()->first : nullptr;
  }
  // The number, if it is one for all points and parameters.
  [[nodiscard]] std::optional<Int128> number() const {
    return why.empty() && strides.empty() ? constant.number() : std::nullopt;
  }

  Polynomial constant;
  std::map<Atom, Polynomial> strides;  // none is 0
  std::string why;                     // there is none
};

struct StrideSums : PartialOps<StrideSum> {
  const IndexMap& map;
  explicit StrideSums(const IndexMap& asked) : map(asked) {}

  [[nodiscard]] Word add(const Word& x, const Word& y) const { return plus(x, y, 1); }
  [[nodiscard]] Word sub(const Word& x, const Word& y) const { return plus(x, y, -1); }
  [[nodiscard]] Word mul(const Word& x, const Word& y) const {
    if (const Word* bad = first_poisoned(x, y)) return *bad;
    if (!x.strides.empty() && !y.strides.empty()) return Word::poison("product of two inputs");
    const Word& sum = x.strides.empty() ? y : x;
    const Polynomial& factor = (x.strides.empty() ? x : y).constant;
    Word result;
    if (!put(result.constant, Polynomial::product(sum.constant, factor))) return too_large();
    for (const auto& [atom, stride] : sum.strides) {
      Polynomial product;
      if (!put(product, Polynomial::product(stride, factor))) return too_large();
      if (!product.is_zero()) result.strides[atom] = std::move(product);
    }
    return result;
  }
  [[nodiscard]] Word udiv(const Word& x, const Word& y) const {
    const auto divisor = divisor_of(x, y);
    if (!divisor) return Word::poison("quotient of a sum");
    Atom atom = *x.atom();
    if (atom.modulus % *divisor != 0 && !is_highest(atom)) {
      return Word::poison("quotient that cuts a digit");
    }
    if (__builtin_mul_overflow(atom.divisor, *divisor, &atom.divisor)) return too_large();
    atom.modulus = (atom.modulus - 1) / *divisor + 1;
    return word_of(atom);
  }
  [[nodiscard]] Word urem(const Word& x, const Word& y) const {
    const auto divisor = divisor_of(x, y);
    if (!divisor) return Word::poison("remainder of a sum");
    Atom atom = *x.atom();
    if (*divisor >= atom.modulus) return x;
    if (atom.modulus % *divisor != 0 && !is_highest(atom)) {
      return Word::poison("remainder that cuts a digit");
    }
    atom.modulus = *divisor;
    return word_of(atom);
  }
  [[nodiscard]] Word shl(const Word& x, const Word& y) const { return mul(x, power_of_two(y)); }
  [[nodiscard]] Word lshr(const Word& x, const Word& y) const { return udiv(x, power_of_two(y)); }
  // x & 2^k - 1 is a remainder.
  [[nodiscard]] Word bit_and(const Word& x, const Word& y) const {
    const auto mask = y.number();
    if (!mask || !is_power_of_two(static_cast<tileproof::Word>(*mask + 1))) {
      return Word::poison("bit-and of inputs");
    }
    return urem(x, static_cast<tileproof::Word>(*mask + 1));
  }
  [[nodiscard]] Word bit_or(const Word& /*x*/, const Word& /*y*/) const {
    return Word::poison("bit-or of inputs");
  }
  [[nodiscard]] Word bit_xor(const Word& /*x*/, const Word& /*y*/) const {
    return Word::poison("bit-xor of inputs");
  }
  [[nodiscard]] Bool eq(const Word& /*x*/, const Word& /*y*/) const {
    return Bool::poison("comparison");
  }
  [[nodiscard]] Bool ult(const Word& /*x*/, const Word& /*y*/) const {
    return Bool::poison("comparison");
  }

  static Word word_of(const Atom& atom) {
    Word word;
    if (atom.modulus > 1) word.strides[atom] = Polynomial(Int128{1});
    return word;
  }

 private:
  static Word too_large() { return Word::poison("a stride is too large"); }

  static bool put(Polynomial& to, std::optional<Polynomial> value) {
    if (value) to = *std::move(value);
    return value.has_value();
  }

  static Word plus(const Word& x, const Word& y, Int128 factor) {
    if (const Word* bad = first_poisoned(x, y)) return *bad;
    Word result = x;
    if (!put(result.constant, Polynomial::sum(x.constant, y.constant, factor))) return too_large();
    for (const auto& [atom, stride] : y.strides) {
      Polynomial& sum = result.strides[atom];
      if (!put(sum, Polynomial::sum(sum, stride, factor))) return too_large();
      if (sum.is_zero()) result.strides.erase(atom);
    }
    return result;
  }

  // Of an atom alone, by a number.
  static std::optional<tileproof::Word> divisor_of(const Word& x, const Word& y) {
    const auto number = y.number();
    if (x.atom() == nullptr || !number || *number <= 0) return std::nullopt;
    return static_cast<tileproof::Word>(*number);
  }

  // Is it all of the axis from its divisor on?
  [[nodiscard]] bool is_highest(const Atom& atom) const {
    return atom.modulus > (map.axes()[atom.axis].size - 1) / atom.divisor;
  }

  static Word power_of_two(const Word& y) {
    const auto number = y.number();
    if (!number || *number < 0 || *number >= 62) return Word::poison("shift by an input");
    return tileproof::Word{1} << static_cast<unsigned>(*number);
  }
};

// Do the atoms say what each axis has?  Those of an axis begin with its lowest digit, and each goes
// on where one before it ends.
bool say_the_point(const StrideSum& sum, const IndexMap& map) {
  for (std::size_t axis = 0; axis < map.axes().size(); ++axis) {
    if (map.axes()[axis].is_parameter) continue;
    Word known = 1;  // the point's value modulo this
    for (const auto& [atom, stride] : sum.strides) {
      // Ordered by axis, then by divisor.
      if (atom.axis != axis || atom.divisor > known || known % atom.divisor != 0) continue;
      Word reach = 0;
      if (__builtin_mul_overflow(atom.divisor, atom.modulus, &reach)) reach = ~Word{0};
      known = std::max(known, reach);
    }
    if (known < map.axes()[axis].size) return false;
  }
  return true;
}

// Each stride exceeds what the smaller ones sum up to.
bool is_sorted(const StrideSum& sum, std::span<const Axis> parameters) {
  struct Mode {
    Int128 least;
    Polynomial stride;
    Word largest;
  };
  std::vector<Mode> modes;
  for (const auto& [atom, stride] : sum.strides) {
    const auto bounds = stride.bounds(parameters);
    if (!bounds) return false;
    modes.push_back({bounds->first, stride, atom.modulus - 1});
  }
  std::ranges::sort(modes, {}, &Mode::least);
  std::optional<Polynomial> below = Polynomial();
  for (const Mode& mode : modes) {
    const auto excess = Polynomial::sum(mode.stride, *below, -1);
    const auto bounds = excess ? excess->bounds(parameters) : std::nullopt;
    if (!bounds || bounds->first < 1) return false;
    below = Polynomial::sum(*below, mode.stride, Int128{mode.largest});
    if (!below) return false;
  }
  // Else the machine's value is not the sum.
  const auto largest = Polynomial::sum(*below, sum.constant);
  const auto bounds = largest ? largest->bounds(parameters) : std::nullopt;
  const auto smallest = sum.constant.bounds(parameters);
  return bounds && smallest && smallest->first >= 0 && bounds->second < Int128{1} << 63;
}

// Nothing is proved of a sum that is not what the map gives: at its first and last point, and at
// some between.
void check_at_some_points(const StrideSum& sum, const IndexMap& map) {
  constexpr Word kPoints = 6;
  for (Word k = 0; k < kPoints; ++k) {
    std::vector<Word> at;
    std::vector<Word> parameters;  // from their least value on
    for (const Axis& axis : map.axes()) {
      const Word mixed = (k * 0x9e3779b97f4a7c15u) >> (at.size() % 8 * 7 + 3);
      const Word place = k == 1 ? axis.size - 1 : mixed % axis.size;
      at.push_back(axis.first + place);
      if (axis.is_parameter) parameters.push_back(place);
    }
    Word value = sum.constant.at(parameters);
    for (const auto& [atom, stride] : sum.strides) {
      value += stride.at(parameters) * (at[atom.axis] / atom.divisor % atom.modulus);
    }
    TP_CHECK(evaluate(U64{}, map, std::span<const Word>(at)).front() == value,
             "a sum of strides is not what the layout gives");
  }
}

}  // namespace

Answer decide_by_parametric_strides(const IndexMap& map) {
  if (map.out_axes().size() != 1) return Open{"strides with parameters: of one output alone"};
  const StrideSums sums(map);
  std::vector<Axis> parameters;
  Words<StrideSums> at;
  for (std::size_t i = 0; i < map.axes().size(); ++i) {
    const Axis& axis = map.axes()[i];
    if (axis.is_parameter) {
      // From 0 on, so that products of what the parameters are at least cancel, too.
      StrideSum word;
      word.constant = Polynomial::parameter(static_cast<unsigned>(parameters.size()));
      at.push_back(sums.add(word, axis.first));
      parameters.push_back({axis.name, axis.size, 0, true});
    } else {
      at.push_back(sums.add(StrideSums::word_of({i, 1, axis.size}), axis.first));
    }
  }
  const StrideSum sum =
      evaluate(sums, map, std::span<const StrideSum>(at.data(), at.size())).front();
  if (!sum.why.empty()) return Open{"the layout is no sum of strides: " + sum.why};
  if (!say_the_point(sum, map) || !is_sorted(sum, parameters)) {
    return Open{"the strides are not shown to exceed what smaller ones sum up to"};
  }
  check_at_some_points(sum, map);
  return Yes{};
}

}  // namespace tileproof
