// How is a program of moves written as a CUDA kernel?
#pragma once

#include <string>

#include "core/moves/program.hpp"
#include "core/result.hpp"

namespace tileproof::moves {

// Do the registers' copies from and to global memory go on while other warps run the program?  If
// they are apart, all threads wait before and after it until nothing is under way: what is counted
// of the program is then not changed by the copies, which share the way to memory with it.
enum class GlobalCopies : std::uint8_t { kAlongside, kApart };

// extern "C" __global__ void convert(const unsigned* source, unsigned* destination), for one CTA of
// the program's warps and with its bytes of dynamic shared memory.  Thread t's registers s are
// source[t * source_registers] and after it, and so are those of d in the destination.  Each move
// is the instruction that it names.  Fails (kUnsupported) for programs of AMD's, and of several
// blocks.
Result<std::string> print_cuda(const Program& program,
                               Word source_registers,
                               Word destination_registers,
                               GlobalCopies copies = GlobalCopies::kAlongside);

}  // namespace tileproof::moves
