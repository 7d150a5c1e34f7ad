// Which bytes do AMD's instructions move, in as few words as possible?  The models that a device's
// answers are held against.
#pragma once

#include <functional>
#include <string_view>

#include "gpu_oracles/amd_moves/amd_moves_device.hpp"

namespace tileproof::oracles {

// A lane's bytes go to and come from its address on, the lowest of its first word first; reads of 1
// and 2 bytes clear the rest of the word.
LdsRoundTripAnswer written_and_read(const LdsRoundTrip& one);

// Eight lanes that follow each other transpose their rows among themselves: element j of lane l is
// element l % 8 of the row of lane 8 * (l / 8) + j.  As Triton's pull request 7616 describes
// global_load_tr_b128; that the elements of 1 byte of global_load_tr_b64 do likewise is assumed.
TransposingLoadAnswer transposed(const TransposingLoad& one);

// Lane l's word goes to byte M0 + offset + 4 l, and comes from its own address + offset: CDNA3
// Instruction Set Architecture, 9.1.9, and LLVM's description of the intrinsic.  That loads of 1
// and 2 bytes clear the rest of the word is assumed.
GlobalToLdsAnswer loaded_to_lds(const GlobalToLds& one);

struct AmdMoveModels {
  std::function<LdsRoundTripAnswer(const LdsRoundTrip&)> round_trip = written_and_read;
  std::function<TransposingLoadAnswer(const TransposingLoad&)> transposing_load = transposed;
  std::function<GlobalToLdsAnswer(const GlobalToLds&)> global_to_lds = loaded_to_lds;
};

// By the name of an architecture: "gfx1200".
bool has_transposing_loads(std::string_view architecture);
bool has_global_to_lds(std::string_view architecture);

}  // namespace tileproof::oracles
