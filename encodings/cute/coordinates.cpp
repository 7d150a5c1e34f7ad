#include "encodings/cute/coordinates.hpp"

#include "encodings/cute/notation.hpp"

namespace tileproof::cute {
namespace {

void split(const Mode& mode, Digits<U64>& digits, std::vector<Word>& leaves) {
  if (mode.is_leaf()) {
    leaves.push_back(digits.take(static_cast<Word>(mode.size)));
    return;
  }
  for (const Mode& inner : mode.modes) split(inner, digits, leaves);
}

std::optional<Error> append(const Mode& mode,
                            const Coordinate& coordinate,
                            std::vector<Word>& leaves) {
  if (coordinate.items.empty()) {
    const Int limit = size(mode);
    if (coordinate.index >= static_cast<Word>(limit)) {
      return Error{ErrorCode::kShape,
                   "coordinate " + std::to_string(coordinate.index) + " must be below the size " +
                       std::to_string(limit) + " of the mode " + print(mode)};
    }
    const U64 u64;
    Digits<U64> digits(u64, coordinate.index);
    split(mode, digits, leaves);
    return std::nullopt;
  }
  if (coordinate.items.size() != mode.modes.size()) {
    return Error{ErrorCode::kShape,
                 "a coordinate of " + std::to_string(coordinate.items.size()) +
                     " items for the mode " + print(mode)};
  }
  for (std::size_t i = 0; i < mode.modes.size(); ++i) {
    if (auto error = append(mode.modes[i], coordinate.items[i], leaves)) return error;
  }
  return std::nullopt;
}

}  // namespace

Result<std::vector<Word>> leaf_coordinates(const Mode& mode, const Coordinate& coordinate) {
  std::vector<Word> leaves;
  if (auto error = append(mode, coordinate, leaves)) return *error;
  return leaves;
}

}  // namespace tileproof::cute
