// Certificates that must be there.
#pragma once

#include <gtest/gtest.h>

#include <string>

#include "checkers/certificates/write_certificate.hpp"

namespace tileproof::testing {

inline const Limits kLimits{.seconds = 10};

// The certificate; "" and a failure of the test if none is found.
inline std::string written(const StatedClaim& claim, std::string_view engine) {
  const auto text = write_certificate(claim, engine, kLimits);
  EXPECT_TRUE(text) << text.error().message;
  return text ? *text : "";
}

}  // namespace tileproof::testing
