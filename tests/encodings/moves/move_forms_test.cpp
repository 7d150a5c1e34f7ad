// Which moves are read, on which targets, and are they printed as they were written?
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "encodings/moves/parse_program.hpp"
#include "encodings/moves/print_program.hpp"

namespace tileproof::moves {
namespace {

std::string head(const std::string& target) {
  return "program " + target + ", 1 warps, 32 bits, shared 4096 bytes;\n";
}

// What parse_program() says of one move: its text again, or what is wrong with it.
std::string again(const std::string& target, const std::string& move) {
  const std::string before = head(target);
  const auto program = parse_program(before + move);
  if (!program) return program.error().message;
  const std::string text = print_program(*program);
  EXPECT_EQ(text.substr(0, before.size()), before);
  return text.substr(before.size());
}

std::string registers(const std::string& name, unsigned count) {
  std::string text;
  for (unsigned i = 0; i < count; ++i) {
    text += (i > 0 ? ", " : "") + name + "[" + std::to_string(i) + "]";
  }
  return text;
}

std::vector<std::string> moves_of_memory(const std::string& stores,
                                         const std::string& loads,
                                         const std::string& place,
                                         const std::vector<unsigned>& sizes) {
  std::vector<std::string> list;
  for (const unsigned bits : sizes) {
    const unsigned count = bits < 32 ? 1 : bits / 32;
    const std::string size = std::to_string(bits) + " ";
    list.push_back(stores + size + place + ", " + registers("s", count) + ";\n");
    list.push_back(loads + size + registers("d", count) + ", " + place + ";\n");
  }
  return list;
}

std::vector<std::string> moves_of_matrices(const std::string& name) {
  std::vector<std::string> list;
  for (const unsigned count : {1U, 2U, 4U}) {
    for (const char* order : {" ", ".trans "}) {
      const std::string move = name + ".x" + std::to_string(count) + order;
      list.push_back(name == "stmatrix" ? move + "[lane * 16], " + registers("s", count) + ";\n"
                                        : move + registers("d", count) + ", [lane * 16];\n");
    }
  }
  return list;
}

const std::vector<std::string> kMovesOfThreads = {
    "mov d[0], s[1];\n",
    "prmt d[0], s[0], s[1], lane * 17 + 21520;\n",
    "selp d[0], s[0], s[1], lane & 1;\n",
};
const std::vector<std::string> kShuffles = {
    "shfl.idx d[0], s[0], 31 - lane;\n",
    "shfl.bfly d[0], s[0], 16;\n",
    "shfl.up d[0], s[0], 1;\n",
    "shfl.down d[0], s[0], warp + 1;\n",
};
const std::vector<std::string> kBarriers = {"barrier.warp;\n", "barrier.cta;\n"};

std::vector<std::string> joined(const std::vector<std::vector<std::string>>& lists) {
  std::vector<std::string> all;
  for (const auto& list : lists) all.insert(all.end(), list.begin(), list.end());
  return all;
}

const std::vector<std::string> kRemote = joined({
    moves_of_memory("st.shared::cluster.b",
                    "ld.shared::cluster.b",
                    "[lane * 16, block ^ 1]",
                    {8, 16, 32, 64, 128}),
    {"barrier.cluster;\n"},
});
const std::vector<std::string> kNvidia = joined({
    kShuffles,
    moves_of_memory("st.shared.b", "ld.shared.b", "[lane * 16]", {8, 16, 32, 64, 128}),
});
const std::vector<std::string> kAmd = joined({
    {"ds_bpermute_b32 d[0], lane * 4, s[0];\n"},
    moves_of_memory("ds_write_b", "ds_read_b", "[lane * 16]", {8, 16, 32, 64, 96, 128}),
});

struct Had {
  const char* target;
  std::vector<std::string> moves;
  std::vector<std::string> others;  // that it does not have
};
const std::vector<Had>& had() {
  static const std::vector<Had> list = {
      {"cuda:90",
       joined({kMovesOfThreads,
               kBarriers,
               kNvidia,
               kRemote,
               moves_of_matrices("ldmatrix"),
               moves_of_matrices("stmatrix")}),
       kAmd},
      {"cuda:80",
       joined({kMovesOfThreads, kBarriers, kNvidia, moves_of_matrices("ldmatrix")}),
       joined({kAmd, kRemote, moves_of_matrices("stmatrix")})},
      {"cuda:70",
       joined({kMovesOfThreads, kBarriers, kNvidia}),
       joined({kAmd, kRemote, moves_of_matrices("ldmatrix"), moves_of_matrices("stmatrix")})},
      {"hip:gfx942",
       joined({kMovesOfThreads, kBarriers, kAmd}),
       joined({kNvidia, kRemote, moves_of_matrices("ldmatrix"), moves_of_matrices("stmatrix")})},
      {"hip:gfx1100",
       joined({kMovesOfThreads, kBarriers, kAmd}),
       joined({kNvidia, kRemote, moves_of_matrices("ldmatrix"), moves_of_matrices("stmatrix")})},
  };
  return list;
}

std::string name_of(const std::string& move) { return move.substr(0, move.find_first_of(" ;")); }

TEST(MoveForms, EveryMoveOfATargetIsPrintedAsItWasWritten) {
  for (const Had& row : had()) {
    for (const std::string& move : row.moves)
      EXPECT_EQ(again(row.target, move), move) << row.target;
  }
}

TEST(MoveForms, MovesThatATargetDoesNotHaveAreNamed) {
  for (const Had& row : had()) {
    for (const std::string& move : row.others) {
      EXPECT_EQ(again(row.target, move),
                "2:1: " + Target::parse(row.target)->name() + " has no '" + name_of(move) + "'");
    }
  }
}

TEST(MoveForms, EveryMoveButABarrierMayHaveAPredicate) {
  for (const Had& row : had()) {
    for (const std::string& move : row.moves) {
      const std::string text = move.substr(0, move.size() - 2) + " if lane & 1;\n";
      EXPECT_EQ(again(row.target, text),
                move.starts_with("barrier") ? "2:1: a barrier has no condition" : text);
    }
  }
}

TEST(MoveForms, APrefixOfAMoveIsNoMove) {
  for (const Had& row : had()) {
    for (const std::string& move : row.moves) {
      const std::string name = name_of(move);
      for (std::size_t size = 1; size < name.size(); ++size) {
        const std::string part = name.substr(0, size);
        if (part == "stmatrix.x1" || part == "ldmatrix.x1" || part == "stmatrix.x2" ||
            part == "ldmatrix.x2" || part == "stmatrix.x4" || part == "ldmatrix.x4") {
          continue;
        }
        EXPECT_FALSE(parse_program(head(row.target) + part + move.substr(name.size()))) << part;
      }
    }
  }
}

TEST(MoveForms, LoopsArraysAndAllPartsOfTheHeadAreRead) {
  const auto program = parse_program(
      "program cuda:90, shared 2048 bytes, 16 bits, 2 blocks, 32 lanes, 4 warps, 1 in a register;\n"
      "registers t[4], u[2]; registers s[8];  # of the source\n"
      "for i in 1..3 { // two rounds\n"
      "  for j in 0..2 { mov t[2*j + i - 1], s[i ^ j] if lane % 3 == block || warp > 1; }\n"
      "}\n");
  ASSERT_TRUE(program) << program.error().message;
  EXPECT_EQ(program->target.name(), "cuda:90");
  EXPECT_EQ(program->shared_bytes, 2048U);
  EXPECT_EQ(program->element_bits, 16U);
  EXPECT_EQ(program->blocks, 2U);
  EXPECT_EQ(program->lanes, 32U);
  EXPECT_EQ(program->warps, 4U);
  EXPECT_EQ(program->in_a_register, 1U);
  ASSERT_EQ(program->arrays.size(), 4U);
  EXPECT_EQ(program->arrays[kSourceArray].size, 8U);
  EXPECT_EQ(program->arrays[kDestinationArray].size, 0U);
  EXPECT_EQ(program->arrays[2].name, "t");
  EXPECT_EQ(program->arrays[3].size, 2U);
  const auto& outer = std::get<Loop>(program->statements.at(0).what);
  EXPECT_EQ(std::pair(outer.first, outer.end), std::pair(Word{1}, Word{3}));
  const auto& inner = std::get<Loop>(outer.body.at(0).what);
  EXPECT_EQ(inner.name, "j");
  EXPECT_EQ(std::get<Move>(inner.body.at(0).what).origin, "4:19");
}

TEST(MoveForms, WhatIsNotWrittenIsAsUsual) {
  const auto program = parse_program("program hip:gfx942, 8 bits;");
  ASSERT_TRUE(program) << program.error().message;
  EXPECT_EQ(program->lanes, 64U);
  EXPECT_EQ(program->warps, 1U);
  EXPECT_EQ(program->blocks, 1U);
  EXPECT_EQ(program->in_a_register, 4U);
  EXPECT_EQ(program->shared_bytes, 0U);
  EXPECT_TRUE(program->statements.empty());
  EXPECT_EQ(parse_program("program cuda:90, 16 bits;")->in_a_register, 2U);
  EXPECT_EQ(parse_program("program cuda:90, 64 bits;")->in_a_register, 1U);
}

TEST(MoveForms, WavesOfRdnaHaveEitherSize) {
  const auto lanes = [](const std::string& target) {
    std::string sizes;
    for (const char* size : {"32", "64"}) {
      const auto program = parse_program("program " + target + ", 8 bits, " + size + " lanes;");
      if (program) sizes += std::string(size) + " ";
    }
    return sizes;
  };
  EXPECT_EQ(lanes("hip:gfx1030"), "32 64 ");
  EXPECT_EQ(lanes("hip:gfx1100"), "32 64 ");
  EXPECT_EQ(lanes("hip:gfx1201"), "32 64 ");
  EXPECT_EQ(lanes("hip:gfx1250"), "32 ");
  EXPECT_EQ(lanes("hip:gfx942"), "64 ");
  EXPECT_EQ(lanes("cuda:90"), "32 ");
}

}  // namespace
}  // namespace tileproof::moves
