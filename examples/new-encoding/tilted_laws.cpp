// All laws of an encoding, as tests.
#include <tileproof/gtest.hpp>

#include "tilted.hpp"

TILEPROOF_LAWS(Tilted, mine::tilted());
