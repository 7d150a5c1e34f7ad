// Certificates as a wrong writer might write them, with a digest that is right.
#pragma once

#include <gtest/gtest.h>

#include <string>

#include "checkers/certificates/certifier/certify.hpp"
#include "core/bits.hpp"

namespace tileproof::testing {

// The text with a part replaced and the digest made anew.
inline std::string forged(std::string text, const std::string& part, const std::string& by) {
  const std::size_t at = text.find(part);
  EXPECT_NE(at, std::string::npos) << text;
  text.replace(at, part.size(), by);
  text.erase(text.rfind("digest "));
  return text + digest_line(text) + "\n";
}

// The reason of the refusal; "" if the text is valid.
inline std::string refusal(const std::string& text) {
  const auto result = certify(text);
  const auto* refused = std::get_if<RefusedCertificate>(&result);
  return refused == nullptr ? "" : refused->reason;
}

// A certificate of these lines.
inline std::string signed_text(const std::string& lines) {
  const std::string body = "tileproof certificate 3\n" + lines;
  return body + digest_line(body) + "\n";
}

// Of a claim about one layout in a notation that has its own shape.
inline std::string about(const std::string& layout,
                         const std::string& claim,
                         const std::string& rest) {
  return refusal(signed_text("claim " + claim + "\nlayout map [] " + layout + "\n" + rest));
}

// With so many offsets, which this evidence shows.
inline std::string surjective(const std::string& layout, Word values, const std::string& evidence) {
  return about(layout,
               "surjective",
               "prove covers by values\nvalues " + std::to_string(values) + "\n" + evidence);
}

}  // namespace tileproof::testing
