// Is an access to shared memory free of bank conflicts, and does a conversion through shared memory
// bring every element to where it is wanted?
#include "checkers/claims/vector_access.hpp"
#include "tests/checkers/claims/claims.hpp"

namespace tileproof {
namespace {

using testing::claim_of;
using testing::decisions;
using testing::map_of;
using testing::summary;

const AccessRule& rule(const std::string& instruction) {
  static const Target target = *Target::parse("cuda:90");
  return **target.find_rule(instruction);
}

// 16-byte rows of 8x8 matrices of 16-bit elements.
const char* const kMatrixRows = "(row, col)(lane: 32) = (lane % 8, lane / 8 * 8)";

Claim conflict_free(const IndexMap& memory,
                    const std::string& access,
                    Word element_bits,
                    const std::string& instruction) {
  return claim_of(make_conflict_free(memory, map_of(access), element_bits, rule(instruction)));
}

IndexMap swizzled(Word vec, Word max_phase, const std::vector<Word>& shape) {
  return map_of(swizzle(vec, 1, max_phase), shape);
}

TEST(ConflictFreeClaim, HoldsForMatrixRowsThatASwizzleOrPaddingSpreads) {
  EXPECT_EQ(decisions(conflict_free(swizzled(8, 8, {8, 64}), kMatrixRows, 16, "ldmatrix.x4")),
            "sat smt enumerate prove: proved");
  EXPECT_EQ(decisions(conflict_free(
                map_of("#ttg.padded_shared<[64:+8] {order = [1, 0], shape = [8, 64]}>", {8, 64}),
                kMatrixRows,
                16,
                "ldmatrix.x4")),
            "sat smt enumerate prove: proved");
  EXPECT_EQ(decisions(conflict_free(
                map_of("Sw<3,3,3> o 0 o (8,64):(64,1)"), kMatrixRows, 16, "ldmatrix.x4")),
            "sat smt enumerate prove: proved");
}

TEST(ConflictFreeClaim, FailsForMatrixRowsInOneGroupOfBanks) {
  const Claim claim = conflict_free(map_of("(8,64):(64,1)"), kMatrixRows, 16, "ldmatrix.x4");
  EXPECT_EQ(decisions(claim),
            "sat smt enumerate prove: refuted: lanes 0 and 1 are served together and want two "
            "words from bank 0: bytes 0 and 128");
  EXPECT_EQ(
      fields_of(prove(claim, {})),
      (Fields{{"lane", 1}, {"other_lane", 0}, {"bank", 0}, {"byte", 128}, {"other_byte", 0}}));
  EXPECT_EQ(decisions(conflict_free(swizzled(8, 4, {8, 64}), kMatrixRows, 16, "ldmatrix.x4")),
            "sat smt enumerate prove: refuted: lanes 0 and 4 are served together and want two "
            "words from bank 0: bytes 0 and 512");
}

TEST(ConflictFreeClaim, IsDecidedForAColumnOfWords) {
  const char* const column = "(row, col)(lane: 32, step: 4) = (lane, step)";
  EXPECT_EQ(decisions(conflict_free(map_of("(32,32):(33,1)"), column, 32, "ld.shared.b32")),
            "sat smt enumerate prove: proved");
  EXPECT_EQ(decisions(conflict_free(map_of("(32,32):(34,1)"), column, 32, "ld.shared.b32")),
            "sat smt enumerate prove: refuted: lanes 0 and 16 are served together and want two "
            "words from bank 0: bytes 0 and 2176");
  // The same word may be read by all.
  EXPECT_EQ(decisions(conflict_free(map_of("(32,32):(0,1)"), column, 32, "ld.shared.b32")),
            "sat smt enumerate prove: proved");
}

TEST(ConflictFreeClaim, FailsForAddressesThatAreNotAligned) {
  EXPECT_EQ(
      decisions(conflict_free(map_of("(8,64):(68,1)"), kMatrixRows, 16, "ldmatrix.x4")),
      "strides sat smt enumerate prove: refuted: lane 1 accesses byte 136, which is no multiple of "
      "16");
}

// The first input changes fastest, whether it is the lane or not.
TEST(ConflictFreeClaim, FailsFirstAtTheSmallestPointInTheOrderOfTheAccess) {
  const auto where = [](const char* access, Word element_bits) {
    return fields_of(
        prove(conflict_free(
                  map_of("f(r: 32, c: 32) = r * 33 + c"), access, element_bits, "ld.shared.b32"),
              {}));
  };
  const Fields step_first = where("(r, c)(step: 32, lane: 32) = (lane, step)", 16);
  EXPECT_EQ(step_first.at("step"), 1U);
  EXPECT_EQ(step_first.at("lane"), 0U);
  const Fields lane_first = where("(r, c)(lane: 32, step: 32) = (lane, step)", 16);
  EXPECT_EQ(lane_first.at("step"), 0U);
  EXPECT_EQ(lane_first.at("lane"), 1U);
  const Fields beyond = where("(r, c)(step: 34, lane: 32) = (lane, step + lane / 31)", 32);
  EXPECT_EQ(beyond.at("step"), 32U);
  EXPECT_EQ(beyond.at("lane"), 0U);
}

// Three words need no alignment to more than one: the second of a lane may meet the first of the
// next.
TEST(ConflictFreeClaim, ComparesAllWordsOfTwoLanes) {
  const Target target = *Target::parse("hip:gfx942");
  const auto writes = [&](const char* memory) {
    return decisions(claim_of(make_conflict_free(
        map_of(memory), map_of("(r)(lane: 64) = (lane)"), 32, **target.find_rule("ds_write_b96"))));
  };
  EXPECT_EQ(writes("f(r: 64) = r * 3"), "sat smt enumerate prove: proved");
  // Words 0 to 2 and 33 to 35.
  EXPECT_EQ(writes("f(r: 64) = r * 33"),
            "sat smt enumerate prove: refuted: lanes 0 and 1 are served together and want two "
            "words from bank 1: bytes 0 and 132");
}

TEST(ConflictFreeClaim, AsksOnlyWhereVectorsStart) {
  const IndexMap memory = map_of("(16,16):(16,1)");
  const IndexMap access = map_of("(row, col)(step: 4, lane: 32) = (lane / 4, lane % 4 * 4 + step)");
  Claim claim = claim_of(make_conflict_free(memory, access, 32, rule("ld.shared.b128")));
  EXPECT_EQ(decisions(claim),
            "f2 strides sat smt enumerate prove: refuted: lane 0 accesses byte 4, which is no "
            "multiple of 16");
  std::get<ConflictFree>(claim).zero_bits = {3, 0};
  EXPECT_EQ(decisions(claim), "sat smt enumerate prove: proved");
}

TEST(ConflictFreeClaim, TakesTheInstructionOfTritonsLayouts) {
  const IndexMap memory = swizzled(8, 8, {64, 64});
  const IndexMap access = map_of(
      "#ttg.blocked<{sizePerThread = [1, 8], threadsPerWarp = [4, 8], warpsPerCTA = [1, 1], "
      "order = [1, 0]}>",
      {64, 64});
  const auto vector =
      vector_access(memory, access, 16, *Target::parse("cuda:90"), Direction::kStore);
  ASSERT_TRUE(vector.has_value());
  EXPECT_EQ(vector->instruction, "st.shared.b128");
  Claim claim = claim_of(make_conflict_free(memory, access, 16, rule(vector->instruction)));
  std::get<ConflictFree>(claim).zero_bits = vector->zero_bits;
  EXPECT_EQ(decisions(claim), "sat smt enumerate prove: proved");
}

TEST(ConflictFreeClaim, IsUnknownPastTheLimit) {
  const Claim hard = conflict_free(map_of("offset(x: 1048576, y: 1048576, lane: 32) = "
                                          "lane * (x * y == 999985999949 ? 32 : 1)"),
                                   "(x, y, lane)(p: 1048576, q: 1048576, lane: 32) = (p, q, lane)",
                                   32,
                                   "ld.shared.b32");
  EXPECT_EQ(verdict_and_engine(prove(hard, {.seconds = 0.0})), "unknown");
}

TEST(ConflictFreeClaim, IsRefusedForAccessesThatDoNotFit) {
  const auto message = [](const std::string& memory, const std::string& access) {
    const auto claim = make_conflict_free(map_of(memory), map_of(access), 16, rule("ldmatrix.x4"));
    return claim ? "" : claim.error().message;
  };
  EXPECT_EQ(message("(8,64):(64,1)", "(a, b, c)(lane: 32) = (0, 0, lane)"),
            "the access gives (a, b, c), and the memory has 2 modes");
  EXPECT_EQ(message("f(row: 8, col: 64) = row * 64 + col", "(row, b)(lane: 32) = (0, lane)"),
            "the memory has no input 'b', which the access has");
  EXPECT_EQ(
      message("(8,64):(64,1)", "{lane = [[1,0],[2,0],[4,0],[8,0],[0,1]]} -> {a = 16, b = 64}"),
      "'a' of the access has the size 16, 'mode0' of the memory the size 8");
  EXPECT_EQ(message("(8,64):(64,1)", "(a, b)(lane: 16) = (lane / 8, lane)"),
            "the access has 16 lanes, ldmatrix.x4 takes the addresses of 32");
  EXPECT_EQ(message("(8,64):(64,1)", "(a, b)(lane: 33) = (lane / 8, lane)"),
            "the access has 33 lanes, a warp has 32");
  EXPECT_EQ(message("(8,64):(64,1)", "(a, b)(thread: 32) = (thread / 8, thread)"),
            "the access has no input named 'lane'");
}

// A coordinate without a size may leave the memory.
TEST(ConflictFreeClaim, FailsForAccessesBeyondTheMemory) {
  const auto accesses = [](const char* access) {
    return decisions(conflict_free(map_of("(8,64):(72,1)"), access, 16, "ldmatrix.x4"));
  };
  EXPECT_EQ(accesses("(a, b)(lane: 32) = (lane % 8, lane / 8 * 8)"),
            "sat smt enumerate prove: proved");
  EXPECT_EQ(accesses("(a, b)(lane: 32) = (lane, lane / 8 * 8)"),
            "f2 strides residues ranges sat smt enumerate prove: refuted: (lane 8) has (a 8, b 8), "
            "not below 8 in 'a'");
}

// The pairs that want the same bring the halves of a warp together.
TEST(ConflictFreeClaim, CountsPairsThatWantTheSame) {
  const char* const pairs = "x(lane: 32) = lane / 2 % 8 * 2 + lane / 16 * 32";
  const IndexMap memory = map_of("offset(x: 4096) = x");
  // 16 lanes want banks 0 to 15, and the other 16 want them, too, of the next 32 words.
  EXPECT_EQ(decisions(conflict_free(memory, pairs, 32, "ld.shared.b64")),
            "sat smt enumerate prove: refuted: lanes 0 and 16 are served together and want two "
            "words from bank 0: bytes 0 and 128");
  EXPECT_EQ(decisions(conflict_free(memory, pairs, 32, "st.shared.b64")),
            "sat smt enumerate prove: proved");
  EXPECT_EQ(decisions(conflict_free(
                memory, "x(lane: 32) = lane / 2 % 8 * 2 + lane / 16 * 16", 32, "ld.shared.b64")),
            "sat smt enumerate prove: proved");
  // One lane that wants something else, and the halves are served one after the other.
  EXPECT_EQ(
      decisions(conflict_free(memory,
                              "x(lane: 32) = lane == 31 ? 62 : lane / 2 % 8 * 2 + lane / 16 * 32",
                              32,
                              "ld.shared.b64")),
      "sat smt enumerate prove: proved");
}

// Inactive lanes want nothing, and their groups may be empty.
TEST(ConflictFreeClaim, IsAboutActiveLanes) {
  const auto loads = [](const char* lanes, const char* instruction = "ld.shared.b32") {
    return conflict_free(map_of("offset(x: 1024) = x"),
                         std::string("x(lane: ") + lanes + ") = lane * 2",
                         32,
                         instruction);
  };
  EXPECT_EQ(decisions(loads("16")), "sat smt enumerate prove: proved");
  EXPECT_EQ(std::get<Proved>(prove(loads("16"), {})).scope(), "all 2^4 points of 16 active lanes");
  EXPECT_EQ(decisions(loads("17")),
            "sat smt enumerate prove: refuted: lanes 0 and 16 are served together and want two "
            "words from bank 0: bytes 0 and 128");
  EXPECT_EQ(decisions(loads("1")), "sat smt enumerate prove: proved");
  // Two groups of 16 lanes, of which the second is active in part or not.
  for (const char* lanes : {"32", "20", "16", "3"}) {
    EXPECT_EQ(decisions(loads(lanes, "st.shared.b64")), "sat smt enumerate prove: proved");
  }
}

// Where a lane that is not there would divide by 0.
TEST(ConflictFreeClaim, AsksOfNoLaneThatIsNotThere) {
  const auto loads = [](const char* memory, const char* access) {
    return decisions(conflict_free(map_of(memory), access, 32, "ld.shared.b32"));
  };
  EXPECT_EQ(loads("offset(x: 64) = x", "(x)(lane: 4) = 7 / (8 - lane)"),
            "sat smt enumerate prove: proved");
  EXPECT_EQ(loads("offset(x: 4) = 7 / (4 - x)", "(x)(lane: 4) = lane"),
            "sat smt enumerate prove: proved");
  EXPECT_EQ(
      loads("offset(x: 4) = 3 / (4 - x) * 32 + x * 64", "(x)(lane: 4) = lane"),
      "sat smt enumerate prove: refuted: lanes 0 and 1 are served together and want two words "
      "from bank 0: bytes 0 and 384");
}

// Nothing is said of lanes whose addresses a matrix instruction does not take.
TEST(ConflictFreeClaim, SaysWhichLanesGiveAddresses) {
  const auto scope = [](const char* access, const char* instruction) {
    const auto verdict =
        prove(conflict_free(map_of("offset(x: 1024) = x"), access, 16, instruction), {});
    return is_proved(verdict) ? std::get<Proved>(verdict).scope() : to_string(verdict);
  };
  EXPECT_EQ(scope("x(lane: 24) = lane * 8 + lane / 8", "ldmatrix.x1"),
            "all 24 points of 24 active lanes, where lanes 0 to 7 give the addresses");
  EXPECT_EQ(scope("x(lane: 32) = lane * 8", "ldmatrix.x2"),
            "all 2^5 points, where lanes 0 to 15 give the addresses");
  EXPECT_EQ(scope("x(lane: 32) = lane * 8", "ldmatrix.x4"), "all 2^5 points");
}

// Elements of 1 bit are stored as bytes, those of 4 bits are not.
TEST(ConflictFreeClaim, IsAboutStoredElements) {
  const auto loads = [](const char* access, Word bits, const char* instruction) {
    return decisions(conflict_free(map_of("offset(x: 4096) = x"), access, bits, instruction));
  };
  EXPECT_EQ(loads("x(lane: 32) = lane * 4", 1, "ld.shared.b32"), "sat smt enumerate prove: proved");
  EXPECT_EQ(loads("x(lane: 32) = lane * 8", 1, "ld.shared.b32"),
            "sat smt enumerate prove: refuted: lanes 0 and 16 are served together and want two "
            "words from bank 0: bytes 0 and 128");
  EXPECT_EQ(loads("x(lane: 32) = lane * 8", 4, "ld.shared.b32"), "sat smt enumerate prove: proved");
  EXPECT_EQ(loads("x(lane: 32) = lane * 16", 4, "ld.shared.b32"),
            "sat smt enumerate prove: refuted: lanes 0 and 16 are served together and want two "
            "words from bank 0: bytes 0 and 128");
  EXPECT_EQ(loads("x(lane: 32) = lane * 4", 4, "ld.shared.b32"),
            "f2 strides sat smt enumerate prove: refuted: lane 1 accesses byte 2, which is no "
            "multiple of 4");
  EXPECT_EQ(loads("x(lane: 32) = lane", 4, "ld.shared.b8"),
            "f2 strides sat smt enumerate prove: refuted: lane 1 accesses byte 0 from bit 4 on, "
            "which is no multiple of 1");
}

TEST(ConflictFreeClaim, IsNotOfferedForAtomics) {
  const auto claim = make_conflict_free(
      map_of("(32):(1)"), map_of("(a)(lane: 32) = (lane)"), 32, rule("atom.shared.add.u32"));
  ASSERT_FALSE(claim.has_value());
  EXPECT_EQ(claim.error().message,
            "'conflict-free' is about loads and stores, and atom.shared.add.u32 serves lanes of "
            "one word one after the other");
}

// Modulo 2^64, the lanes' addresses of r << 59 are all 0.
TEST(ConflictFreeClaim, IsNotOfferedForOffsetsThatAreNoAddresses) {
  const auto message = [](const char* memory) {
    const auto claim = make_conflict_free(
        map_of(memory), map_of("(a)(lane: 32) = (lane)"), 32, rule("ld.shared.b32"));
    return claim ? "" : claim.error().message;
  };
  const char* const refusal = "'conflict-free' needs offsets from 0 to 2^50 - 1";
  EXPECT_EQ(message("f(r: 32) = r << 59"), refusal);
  EXPECT_EQ(message("f(r: 32) = r + 1125899906842592"), "");
  EXPECT_EQ(message("f(r: 32) = r + 1125899906842593"), refusal);
  EXPECT_EQ(message("(32):(33)"), "");
  EXPECT_EQ(message("(32):(-33)"), refusal);
  // No range of steps shows that this is 0, 0, 2, 2, ...
  EXPECT_EQ(message("f(r: 32) = r - (r & 1)"), "");
  EXPECT_EQ(message("f(r: 32) = r - (r & 1) << 46"), refusal);
  EXPECT_EQ(message("param p in 1..32767; f(r: 32) = r - (r & p)"), "");
  EXPECT_EQ(message("param p in 1..32768; f(r: 33) = r - (r & p)"), refusal);
}

// ---- Conversions

const std::string kBlocked =
    "#ttg.blocked<{sizePerThread = [1, 4], threadsPerWarp = [8, 4], warpsPerCTA = [1, 1], "
    "order = [1, 0]}>";
const std::string kMma =
    "#ttg.nvidia_mma<{versionMajor = 2, versionMinor = 0, warpsPerCTA = [1, 1], "
    "instrShape = [16, 8]}>";

Claim converts(const std::string& source,
               const IndexMap& written,
               const IndexMap& read,
               const std::string& destination,
               const std::vector<Word>& shape) {
  return claim_of(make_converts(map_of(source, shape), written, read, map_of(destination, shape)));
}

TEST(ConvertsClaim, HoldsThroughOneInjectiveLayout) {
  const IndexMap memory = swizzled(2, 4, {16, 16});
  EXPECT_EQ(decisions(converts(kBlocked, memory, memory, kMma, {16, 16})),
            "f2 sat smt enumerate prove: proved");
  const IndexMap padded =
      map_of("#ttg.padded_shared<[16:+2] {order = [1, 0], shape = [16, 16]}>", {16, 16});
  EXPECT_EQ(decisions(converts(kBlocked, padded, padded, kMma, {16, 16})),
            "sat smt enumerate prove: proved");
}

TEST(ConvertsClaim, HoldsThroughOneLayoutInTwoNotations) {
  EXPECT_EQ(decisions(converts(kBlocked,
                               swizzled(8, 2, {16, 16}),
                               map_of("Sw<1,3,1> o 0 o (16,16):(16,1)"),
                               kMma,
                               {16, 16})),
            "f2 sat smt enumerate prove: proved");
}

TEST(ConvertsClaim, FailsWhereTheReaderSwizzlesOtherwise) {
  EXPECT_EQ(decisions(converts(
                kBlocked, swizzled(2, 4, {16, 16}), swizzled(2, 2, {16, 16}), kMma, {16, 16})),
            "f2 sat smt enumerate prove: refuted: (register 0, lane 8, warp 0, block 0) reads "
            "element (row 2, col 0) at offset 32, but it was written at offset 36");
}

TEST(ConvertsClaim, FailsWhereMemoryOverlaps) {
  const IndexMap overlapping = map_of("(16,16):(14,1)");
  EXPECT_EQ(decisions(converts(kBlocked, overlapping, overlapping, kMma, {16, 16})),
            "sat smt enumerate prove: refuted: (register 2, lane 0, warp 0, block 0) reads element "
            "(row 8, col 0) at offset 112, where (register 2, lane 31, warp 0, block 0) writes "
            "element (row 7, col 14)");
}

TEST(ConvertsClaim, FailsWhereAnElementIsNeverWritten) {
  const IndexMap memory = swizzled(2, 4, {32, 32});
  const Claim claim = converts(kGapText,
                               memory,
                               memory,
                               "#ttg.blocked<{sizePerThread = [1, 4], threadsPerWarp = [8, 4], "
                               "warpsPerCTA = [2, 2], order = [1, 0]}>",
                               {32, 32});
  EXPECT_EQ(decisions(claim),
            "f2 ranges sat smt enumerate prove: refuted: no place of the source holds the element "
            "that is read: register 2 lane 0 warp 0 block 0");
}

// The cell that is read was written, and by nothing but the wanted element; others do not matter.
TEST(ConvertsClaim, IsAboutWhatIsRead) {
  const auto moves = [](const char* source, const char* memory, const char* destination) {
    return decisions(claim_of(
        make_converts(map_of(source), map_of(memory), map_of(memory), map_of(destination))));
  };
  // The upper half is neither written nor read.
  EXPECT_EQ(moves("x(i: 8) = i", "offset(x: 16) = x", "x(j: 8) = 7 - j"),
            "f2 sat smt enumerate prove: proved");
  // It is read.
  EXPECT_EQ(moves("x(i: 8) = i", "offset(x: 16) = x", "x(j: 16) = 15 - j"),
            "f2 ranges sat smt enumerate prove: refuted: no place of the source holds the "
            "element that is read: j 0");
  // Offsets repeat from 8 on, which matters where both are written.
  EXPECT_EQ(moves("x(i: 8) = i", "offset(x: 16) = x % 8", "x(j: 8) = 7 - j"),
            "f2 sat smt enumerate prove: proved");
  EXPECT_EQ(
      moves("x(i: 16) = i", "offset(x: 16) = x % 8", "x(j: 8) = 7 - j"),
      "f2 sat smt enumerate prove: refuted: (j 0) reads element x 7 at offset 7, where (i 15) "
      "writes element x 15");
  // Lanes that write one element twice, in one place.
  EXPECT_EQ(moves("x(i: 16) = i / 2", "offset(x: 16) = x", "x(j: 8) = j"),
            "f2 sat smt enumerate prove: proved");
}

TEST(ConvertsClaim, IsUnknownPastTheLimit) {
  const Claim hard = claim_of(make_converts(
      map_of("(x, y)(a: 1048576, b: 1048576) = (a, b)"),
      map_of("offset(x: 1048576, y: 1048576) = x * 1048576 + y"),
      map_of("offset(x: 1048576, y: 1048576) = x * y == 999985999949 ? 0 : x * 1048576 + y"),
      map_of("(x, y)(a: 1048576, b: 1048576) = (b, a)")));
  EXPECT_EQ(verdict_and_engine(prove(hard, {.seconds = 0.0})), "unknown");
}

TEST(ConvertsClaim, IsRefusedForOtherShapes) {
  const auto claim = make_converts(map_of(kBlocked, {16, 16}),
                                   map_of("(16,16):(16,1)"),
                                   map_of("(16,32):(32,1)"),
                                   map_of(kMma, {16, 16}));
  EXPECT_EQ(claim.error().message,
            "'col' of the source has the size 16, 'mode1' of the memory the size 32");
  const IndexMap places = map_of("(r, c)(i: 4, j: 4) = (i, j)");
  const IndexMap memory = map_of("(4,4):(4,1)");
  EXPECT_EQ(make_converts(places, memory, map_of("(4,8):(8,1)"), places).error().message,
            "'c' has the size 4 where it is written, the size 8 where it is read");
  const IndexMap wider = map_of("(r, c: 8)(i: 4, j: 4) = (i, j)");
  EXPECT_EQ(make_converts(places, memory, memory, wider).error().message,
            "'c' has the size 4 where it is written, the size 8 in the destination");
}

}  // namespace
}  // namespace tileproof
