// Laws of an encoding as tests of GoogleTest: TILEPROOF_LAWS(Suite, family).
#pragma once

#include "properties/law_tests.hpp"
