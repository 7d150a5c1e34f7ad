// Claims about layouts, decided by the engines: make_injective() and the others (tileproof::Claim),
// prove() and prove_by(), and certificates that tileproof-certify replays.
#pragma once

#include "checkers/certificates/certifier/certify.hpp"
#include "checkers/certificates/write_certificate.hpp"
#include "checkers/claims/build_claim.hpp"
#include "checkers/claims/claim.hpp"
#include "checkers/claims/prove.hpp"
#include "core/target.hpp"
#include "core/verdict.hpp"
