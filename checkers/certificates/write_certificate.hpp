// How is a proved claim written down so that `certify` accepts it?  Evidence is looked for kind by
// kind, cheap ones first, and each is replayed by the certifier before it is kept: what is returned
// is a proof.
#pragma once

#include <string>
#include <string_view>

#include "checkers/certificates/stated_claim.hpp"
#include "checkers/limits/limits.hpp"

namespace tileproof {

// The certificate's text.  `engine` names the engine that proved the claim (prove.hpp): its kind of
// evidence is tried first; "" for none.  Fails (kNotSolvable) if the claim turns out not to hold,
// and (kUnsupported) if no kind of evidence was found within the limits.
Result<std::string> write_certificate(const StatedClaim& claim,
                                      std::string_view engine,
                                      const Limits& limits);

}  // namespace tileproof
