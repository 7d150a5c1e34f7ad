// Laws of an encoding (tileproof::laws::encoding_laws()), tried on random layouts, with what breaks
// them made small (tileproof::laws::try_law()).
#pragma once

#include "properties/encoding_laws.hpp"
#include "properties/encoding_trial.hpp"
