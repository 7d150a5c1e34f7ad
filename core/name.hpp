// How are dimensions named?  By an interned string: four bytes, compared as an integer.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace tileproof {

class Name {
 public:
  // The name with this text; equal texts give equal names.  Thread-safe.
  static Name of(std::string_view text);
  // "dim0", "dim1", ...: the dimensions of a tensor.
  static Name dim(unsigned index);

  [[nodiscard]] std::string_view text() const;
  // For messages: "'lane'".
  [[nodiscard]] std::string quoted() const;

  friend constexpr bool operator==(Name, Name) = default;

 private:
  friend struct WellKnownNames;
  constexpr explicit Name(std::uint32_t id) : id_(id) {}
  std::uint32_t id_;
};

// The names that encodings use; their ids are fixed so that these are constants.
struct WellKnownNames {
  static constexpr Name make(std::uint32_t id) { return Name(id); }
};
inline constexpr Name kRegister = WellKnownNames::make(0);
inline constexpr Name kLane = WellKnownNames::make(1);
inline constexpr Name kWarp = WellKnownNames::make(2);
inline constexpr Name kBlock = WellKnownNames::make(3);
inline constexpr Name kOffset = WellKnownNames::make(4);
inline constexpr Name kPartition = WellKnownNames::make(5);
inline constexpr Name kRow = WellKnownNames::make(6);
inline constexpr Name kCol = WellKnownNames::make(7);

}  // namespace tileproof
