// What can be said of a function that can only be called: in C, from a library, in another
// language? What its points say.  If each was called, that is a proof, of these points; if there
// are too many, some are called, and what they do not refute is unknown.  A refutation was called
// twice.
//
//   extern "C" int offset(int row, int col);
//
//   const auto function = opaque(offset, {{"row", 64}, {"col", 64}}).value();
//   check_injective(function)               proved: all 4096 points, each called once
#pragma once

#include <cstdint>
#include <functional>
#include <limits>
#include <span>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

#include "core/verdict.hpp"
#include "encodings/index_map/index_map.hpp"

namespace tileproof {

struct OpaqueFunction {
  // Gives one value, that may be below 0.  It is to depend on its inputs alone: where it is seen
  // not to, the verdict is unknown.
  std::function<std::int64_t(std::span<const Word> at)> call;
  std::vector<Axis> axes;
  std::string output = "offset";
};

// How many points are called?
struct Visits {
  Word most_enumerated = Word{1} << 22;  // all, if there are no more
  Word samples = Word{1} << 16;          // else so many, of which the edges are some
  std::uint64_t seed = 1;
};

// A C function of integers, whose inputs are these in their order.  Fails (kUsage) if there is
// another number of them, and (kOverflow) if a value does not fit the function's parameter, or if
// there are more than 2^62 points.
template <typename R, typename... Inputs>
Result<OpaqueFunction> opaque(R (*function)(Inputs...), std::vector<Axis> axes);

// Do any two points have one value?
Verdict check_injective(const OpaqueFunction& function, const Visits& visits = {});
// Is each value from 0 to below the allocation?
Verdict check_in_bounds(const OpaqueFunction& function, Word allocation, const Visits& visits = {});
// Is it this layout, whose inputs have the same names and sizes in any order?  Then what is proved
// of the layout holds of the function, as far as this does.  Fails (kDimension) if the inputs are
// others, and (kUnsupported) if the layout does not give one value.
Result<Verdict> check_equal(const OpaqueFunction& function,
                            const IndexMap& layout,
                            const Visits& visits = {});

// The axes' checks of opaque().
std::optional<Error> check_inputs(const std::vector<Axis>& axes, const std::vector<Word>& most);

template <typename R, typename... Inputs>
Result<OpaqueFunction> opaque(R (*function)(Inputs...), std::vector<Axis> axes) {
  static_assert((std::is_integral_v<R> && ... && std::is_integral_v<Inputs>),
                "a function from integers to an integer");
  static_assert(sizeof(R) < sizeof(std::int64_t) || std::is_signed_v<R>,
                "its values are taken for numbers of 64 bits with a sign");
  const std::vector<Word> most = {static_cast<Word>(std::numeric_limits<Inputs>::max())...};
  if (auto error = check_inputs(axes, most)) return *std::move(error);
  const auto call = [function](std::span<const Word> at) {
    return [&]<std::size_t... I>(std::index_sequence<I...>) {
      return static_cast<std::int64_t>(function(static_cast<Inputs>(at[I])...));
    }
    (std::index_sequence_for<Inputs...>());
  };
  return OpaqueFunction{call, std::move(axes)};
}

}  // namespace tileproof
