// Of which allocations may a memory be a part?
#pragma once

#include <optional>
#include <set>

#include "encodings/ttgir/module.hpp"

namespace tileproof {

// Values: what an allocation gives, a kernel's parameter, a storage in which several have their
// places.  Views are followed, and control flow that takes memory on; nullopt where something else
// gives it.
std::optional<std::set<ttgir::ValueId>> origins_of(const ttgir::Module& module,
                                                   ttgir::ValueId value);

}  // namespace tileproof
