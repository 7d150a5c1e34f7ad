// How is a program of moves written as a CUDA kernel?
#pragma once

#include <string>

#include "core/moves/program.hpp"
#include "core/result.hpp"

namespace tileproof::moves {

// May an access be under way while others are, of the same warp, of another, or to global memory?
// They share the way to memory, and hardware counters then read more than each alone costs.  If
// each is alone, warps take turns between barriers and wait after each access, which is volatile,
// since an assembler fuses others.  The source's first word says for how many cycles; the registers
// s begin as numbers of the thread and d goes nowhere, so that nothing is copied meanwhile, nor
// spilled.
enum class Accesses : std::uint8_t { kTogether, kEachAlone };

// extern "C" __global__ void convert(const unsigned* source, unsigned* destination), for one CTA of
// the program's warps and with its bytes of dynamic shared memory.  Thread t's registers s are
// source[t * source_registers] and after it, and so are those of d in the destination, if accesses
// may be together.  Each move is the instruction that it names.  Fails (kUnsupported) for programs
// of AMD's, and of several blocks.
Result<std::string> print_cuda(const Program& program,
                               Word source_registers,
                               Word destination_registers,
                               Accesses accesses = Accesses::kTogether);

}  // namespace tileproof::moves
