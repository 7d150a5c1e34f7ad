// How many processors may this process use?
#pragma once

namespace tileproof {

// Those that its affinity allows (taskset, cpusets of containers), of which a machine may have
// more; at least 1.  Limits of processor time, as cgroups' quotas, are not looked at.
unsigned usable_processors();

}  // namespace tileproof
