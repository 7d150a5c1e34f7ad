// Is this certificate (../write_certificate.hpp) a proof of its claim?  The claim is read and cut
// into questions as everywhere (checkers/claims/build_claim.hpp, kinds.hpp); all else that is
// trusted is in this folder, and of programs of moves in ../program_certifier.  It replays the
// evidence (evidence.hpp), and shares no code with the engines.
#pragma once

#include <string>
#include <string_view>
#include <variant>
#include <vector>

namespace tileproof {

struct Certified {
  std::string claim;               // its lines, restated: never those of the file
  std::vector<std::string> steps;  // "within by sums", each once, in the file's order
};

struct RefusedCertificate {
  std::size_t line = 0;  // from 1
  std::string reason;
};

using CertifyResult = std::variant<Certified, RefusedCertificate>;

// Any text; refuses files above 256 MiB and evidence that takes too long to replay.
CertifyResult certify(std::string_view text);

// "digest 0123456789abcdef" of the lines before it: FNV-1a with 64 bits.  It tells damage; no proof
// rests on it.
std::string digest_line(std::string_view text);

}  // namespace tileproof
