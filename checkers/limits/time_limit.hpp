// Which limits of time may a user ask for?
#pragma once

namespace tileproof {

inline constexpr double kMostSeconds = 1e9;  // 31 years; clocks count on in 64 bits
inline constexpr const char* kSecondsRule = "seconds, from 0 to 1e9";

// False for what is no number, too.
constexpr bool is_time_limit(double seconds) { return seconds >= 0 && seconds <= kMostSeconds; }

}  // namespace tileproof
