// What is said of a text that is no program, and where.
#include <gtest/gtest.h>

#include <string>

#include "encodings/moves/parse_program.hpp"

namespace tileproof::moves {
namespace {

using enum ErrorCode;

struct Mistake {
  const char* text;
  ErrorCode code;
  const char* message;
};

// Of a whole program.
const Mistake kMistakes[] = {
    {"", kSyntax, "1:1: expected 'program', found the end of the text"},
    {"programme cuda:90, 8 bits;", kSyntax, "1:1: expected 'program', found 'programme'"},
    {"program cuda:999, 8 bits;",
     kUnsupported,
     "1:9: target 'cuda:999' is not known: expected cuda:70, 72, 75, 80, 86, 87, 88, 89, 90, 100, "
     "101, 103, 110, 120, 121, or hip:gfx9xx, hip:gfx10xx, hip:gfx11xx, hip:gfx12xx"},
    {"program , 8 bits;",
     kUnsupported,
     "1:9: target '' is not known: expected cuda:70, 72, 75, 80, 86, 87, 88, 89, 90, 100, 101, "
     "103, 110, 120, 121, or hip:gfx9xx, hip:gfx10xx, hip:gfx11xx, hip:gfx12xx"},
    {"program cuda:90, 8 bits", kSyntax, "1:24: expected ';', found the end of the text"},
    {"program cuda:90;", kInvalid, "1:16: the bits of an element are not said"},
    {"program cuda:90, 4 warps;", kInvalid, "1:16: the bits of an element are not said"},
    {"program cuda:90, 24 bits;",
     kInvalid,
     "1:16: elements have 8, 16, 32, 64 or 128 bits, not 24"},
    {"program cuda:90, 4 bits;", kInvalid, "1:16: elements have 8, 16, 32, 64 or 128 bits, not 4"},
    {"program cuda:90, 256 bits;",
     kInvalid,
     "1:16: elements have 8, 16, 32, 64 or 128 bits, not 256"},
    {"program cuda:90, 8 bits, 16 bits;", kInvalid, "1:26: 'bits' twice"},
    {"program cuda:90, 8 bits, shared 1 bytes, shared 1 bytes;", kInvalid, "1:42: 'shared' twice"},
    {"program cuda:90, 8 bits, 4 in a register, 4 in a register;",
     kInvalid,
     "1:43: 'in a register' twice"},
    {"program cuda:90, 8 bits, 2 warps, 2 warps;", kInvalid, "1:35: 'warps' twice"},
    {"program cuda:90, 8 bits, 2 threads;",
     kInvalid,
     "1:28: 'threads' is none of 'warps', 'lanes', 'blocks', 'bits' and 'in a register'"},
    {"program cuda:90, 8 bits, 0 warps;",
     kInvalid,
     "1:26: a number of the program's head is 0, not from 1 to 1024"},
    {"program cuda:90, 8 bits, 33 warps;", kInvalid, "1:16: 33 warps are more than 1024 threads"},
    {"program hip:gfx942, 8 bits, 17 warps;",
     kInvalid,
     "1:19: 17 warps are more than 1024 threads"},
    {"program cuda:90, 8 bits, 2000 warps;",
     kInvalid,
     "1:26: a number of the program's head is 2000, not from 1 to 1024"},
    {"program cuda:90, 8 bits, warps;",
     kSyntax,
     "1:26: expected a number of the program's head, found 'warps'"},
    {"program cuda:90, 8 bits, 3 blocks;", kInvalid, "1:16: blocks are a power of two up to 16"},
    {"program cuda:90, 8 bits, 32 blocks;", kInvalid, "1:16: blocks are a power of two up to 16"},
    {"program cuda:80, 8 bits, 2 blocks;", kInvalid, "1:16: cuda:80 has no clusters of blocks"},
    {"program hip:gfx942, 8 bits, 2 blocks;",
     kInvalid,
     "1:19: hip:gfx942 has no clusters of blocks"},
    {"program cuda:90, 8 bits, 64 lanes;", kInvalid, "1:16: a warp of cuda:90 has 32 lanes"},
    {"program hip:gfx942, 8 bits, 32 lanes;", kInvalid, "1:19: a warp of hip:gfx942 has 64 lanes"},
    {"program hip:gfx1100, 8 bits, 16 lanes;",
     kInvalid,
     "1:20: a warp of hip:gfx1100 has 32 lanes"},
    {"program hip:gfx1250, 8 bits, 64 lanes;",
     kInvalid,
     "1:20: a warp of hip:gfx1250 has 32 lanes"},
    {"program cuda:90, 8 bits, 3 in a register;",
     kInvalid,
     "1:16: a register holds 1 to 4 elements of 8 bits, not 3"},
    {"program cuda:90, 16 bits, 4 in a register;",
     kInvalid,
     "1:16: a register holds 1 to 2 elements of 16 bits, not 4"},
    {"program cuda:90, 32 bits, 2 in a register;",
     kInvalid,
     "1:16: a register holds 1 to 1 elements of 32 bits, not 2"},
    {"program cuda:90, 8 bits, 2 in register;",
     kSyntax,
     "1:31: expected 'in a register', found 'register'"},
    {"program cuda:90, 8 bits, shared bytes;",
     kSyntax,
     "1:33: expected the bytes of shared memory, found 'bytes'"},
    {"program cuda:90, 8 bits, shared 16;", kSyntax, "1:35: expected 'bytes', found ';'"},
    {"program cuda:90, 8 bits, shared 16 bits;", kSyntax, "1:36: expected 'bytes', found 'bits'"},
    {"program cuda:90, 8 bits, shared 18446744073709551616 bytes;",
     kOverflow,
     "1:33: '18446744073709551616' is beyond 2^64 - 1"},
};

// Of what follows "program cuda:90, 32 bits;\n".
const Mistake kMistakesOfMoves[] = {
    {"registers t[4], t[4];", kInvalid, "2:17: the name 't' is given twice"},
    {"registers s[4], s[4];", kInvalid, "2:17: the name 's' is given twice"},
    {"registers lane[4];", kInvalid, "2:11: 'lane' is no name of registers"},
    {"registers t[0];", kInvalid, "2:13: an array's size is 0, not from 1 to 1024"},
    {"registers t[1025];", kInvalid, "2:13: an array's size is 1025, not from 1 to 1024"},
    {"registers t;", kSyntax, "2:12: expected '[', found ';'"},
    {"registers t[i];", kSyntax, "2:13: expected an array's size, found 'i'"},
    {"mov d[0], s[0]; registers t[4];", kInvalid, "2:17: no move is called 'registers'"},
    {"for s in 0..2 { }", kInvalid, "2:5: the name 's' is given twice"},
    {"for lane in 0..2 { }", kInvalid, "2:5: the name 'lane' is given twice"},
    {"for warp in 0..2 { }", kInvalid, "2:5: the name 'warp' is given twice"},
    {"for block in 0..2 { }", kInvalid, "2:5: the name 'block' is given twice"},
    {"for i in 0..2 { for i in 0..2 { } }", kInvalid, "2:21: the name 'i' is given twice"},
    {"for i in 3..2 { }", kInvalid, "2:13: a loop that ends before it begins"},
    {"for i in 0..n { }", kSyntax, "2:13: expected the number at which the loop ends, found 'n'"},
    {"for i in 0 { }", kSyntax, "2:12: expected '..', found '{'"},
    {"for i 0..2 { }", kSyntax, "2:7: expected 'in', found '0'"},
    {"for i in 0..2 mov d[0], s[0];", kSyntax, "2:15: expected '{', found 'mov'"},
    {"for i in 0..2 { mov d[0], s[0];", kSyntax, "2:32: expected '}', found the end of the text"},
    {"}", kSyntax, "2:1: expected a move, found '}'"},
    {"for i in 0..2 { } mov d[i], s[0];", kInvalid, "2:25: unknown name 'i'"},
    {"move d[0], s[0];", kInvalid, "2:1: no move is called 'move'"},
    {"st.global.b32 [0], s[0];", kInvalid, "2:1: no move is called 'st.global.b32'"},
    {"st.shared.b24 [0], s[0];", kInvalid, "2:1: no move is called 'st.shared.b24'"},
    {"st.shared.b96 [0], s[0], s[1], s[2];", kInvalid, "2:1: cuda:90 has no 'st.shared.b96'"},
    {"ldmatrix.x3 d[0], d[1], d[2], [0];", kInvalid, "2:1: no move is called 'ldmatrix.x3'"},
    {"shfl d[0], s[0], 1;", kInvalid, "2:1: no move is called 'shfl'"},
    {"mov d[0];", kSyntax, "2:9: expected ',', found ';'"},
    {"mov d[0], s[0]", kSyntax, "2:15: expected ';', found the end of the text"},
    {"mov d[0], s[0], s[1];", kSyntax, "2:15: expected ';', found ','"},
    {"mov d, s[0];", kSyntax, "2:6: expected '[', found ','"},
    {"mov d[0], 1;", kSyntax, "2:11: expected a register, found '1'"},
    {"mov d[0], t[0];", kInvalid, "2:11: no registers are called 't'"},
    {"mov d[lane], s[0];", kInvalid, "2:7: unknown name 'lane'"},
    {"mov d[0], s[warp];", kInvalid, "2:13: unknown name 'warp'"},
    {"mov d[0], s[block];", kInvalid, "2:13: unknown name 'block'"},
    {"mov d[0], s[0] if i == 0;", kInvalid, "2:19: unknown name 'i'"},
    {"mov d[0], s[0] if;", kSyntax, "2:18: expected a value, found ';'"},
    {"barrier.cta if lane == 0;", kInvalid, "2:1: a barrier has no condition"},
    {"barrier.cta [0];", kSyntax, "2:13: expected ';', found '['"},
    {"barrier;", kInvalid, "2:1: no move is called 'barrier'"},
    {"st.shared.b64 [0], s[0];", kSyntax, "2:24: expected ',', found ';'"},
    {"st.shared.b32 [0], s[0], s[1];", kSyntax, "2:24: expected ';', found ','"},
    {"st.shared.b32 0, s[0];", kSyntax, "2:15: expected '[', found '0'"},
    {"st.shared.b32 [0, 0], s[0];", kSyntax, "2:17: expected ']', found ','"},
    {"st.shared::cluster.b32 [0], s[0];", kSyntax, "2:26: expected ',', found ']'"},
    {"ld.shared.b32 [0], d[0];", kSyntax, "2:15: expected a register, found '['"},
    {"shfl.idx d[0], s[0];", kSyntax, "2:20: expected ',', found ';'"},
    {"prmt d[0], s[0], s[1];", kSyntax, "2:22: expected ',', found ';'"},
    {"prmt d[0], s[0], 0x3210;", kSyntax, "2:18: expected a register, found '0x3210'"},
    {"selp d[0], s[0], s[1], thread;", kInvalid, "2:24: unknown name 'thread'"},
    {"mov d[0], s[0 1];", kSyntax, "2:15: expected ']', found '1'"},
    {"mov d[-1], s[0];", kSyntax, "2:7: expected a value, found '-'"},
    {"mov d[010], s[0];",
     kSyntax,
     "2:7: a decimal number must not begin with 0, which is octal in C: '010'"},
    {"mov d[18446744073709551616], s[0];",
     kOverflow,
     "2:7: '18446744073709551616' is beyond 2^64 - 1"},
    {"mov d[0], s[0]; $", kSyntax, "2:17: unexpected character '$'"},
};

void expect(const std::string& text, const Mistake& mistake) {
  const auto program = parse_program(text);
  ASSERT_FALSE(program) << text;
  EXPECT_EQ(program.error().code, mistake.code) << text;
  EXPECT_EQ(program.error().message, mistake.message) << text;
}

TEST(ProgramMistakes, OfTheHeadAreNamedWithTheirPlace) {
  for (const Mistake& mistake : kMistakes) expect(mistake.text, mistake);
}

TEST(ProgramMistakes, OfMovesAreNamedWithTheirPlace) {
  for (const Mistake& mistake : kMistakesOfMoves) {
    expect(std::string("program cuda:90, 32 bits;\n") + mistake.text, mistake);
  }
}

}  // namespace
}  // namespace tileproof::moves
