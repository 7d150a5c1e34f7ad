#include "properties/claims/random_claims.hpp"

#include <algorithm>
#include <array>
#include <tuple>

#include "properties/joined.hpp"

namespace tileproof::gen {
namespace {

std::string text_of(Word number) { return std::to_string(number); }

std::string pair_text(Word a, Word b) { return "[" + text_of(a) + ", " + text_of(b) + "]"; }

std::string random_order(Source& random) { return random.below(2) == 0 ? "[1, 0]" : "[0, 1]"; }

StatedLayout random_shared(Source& random, Word rows, Word cols) {
  return random.below(2) == 0 ? random_swizzled(random, rows, cols)
                              : random_padded(random, rows, cols);
}

std::string strides_text(Source& random, Word a, Word b) {
  const Word order = random.below(3);
  const Word first = order == 0 ? 1 : order == 1 ? b + random.below(3) : 1 + random.below(12);
  const Word second = order == 0 ? a + random.below(3) : order == 1 ? 1 : 1 + random.below(12);
  return text_of(first) + ", " + text_of(second);
}

// An expression, perhaps with a parameter, whose rows overlap or leave gaps.
StatedLayout random_rows(Source& random, bool has_parameter) {
  const Word rows = 2 + random.below(7);
  const Word cols = 4 + random.below(7);
  const Word pitch = cols - 4 + random.below(8);
  const bool has_size = random.below(4) == 0;
  const Word size = (rows - 1) * pitch + cols + random.below(3) - 1;
  return {"map",
          {},
          (has_parameter ? "param p in 0..3; " : "") +
              (has_size ? "(x: " + text_of(size) + ")" : std::string("offset")) +
              "(row: " + text_of(rows) + ", col: " + text_of(cols) + ") = row * (" +
              text_of(pitch) + (has_parameter ? " + p" : "") + ") + col"};
}

// Of sizes that need be no powers of two.
StatedLayout random_strided(Source& random) {
  if (random.below(2) == 0) return random_rows(random, random.below(2) == 0);
  const Word a = 2 + random.below(7);
  const Word b = 2 + random.below(9);
  const std::string shape = "(" + text_of(a) + "," + text_of(b) + ")";
  return {"map", {}, shape + ":(" + strides_text(random, a, b) + ")"};
}

StatedClaim of_map(std::string claim, StatedLayout map) {
  map.role = "map";
  return {std::move(claim), {std::move(map)}, {}};
}

// A memory and an access whose lanes want the same, in pairs or not, or are fewer than a warp's.
std::pair<StatedLayout, StatedLayout> random_lanes(Source& random) {
  const Word lanes = random.below(3) == 0 ? 1 + random.below(32) : 32;
  const char* const wanted[] = {
      "lane / 2 % 8 * 4 + lane / 16", "lane / 4 * 4", "lane * 2", "lane * 8", "(lane ^ step) * 4"};
  return {
      {"memory", {}, "offset(x: 512) = x" + std::string(random.below(2) == 0 ? "" : " ^ (x / 64)")},
      {"access",
       {},
       joined({"x(lane: ",
               text_of(lanes),
               ", step: 4) = ",
               wanted[random.below(5)],
               (random.below(3) == 0 ? " + step" : " + step * 4")})}};
}

StatedClaim random_conflict_free(Source& random) {
  StatedLayout memory = random_shared(random, 16, 16);
  StatedLayout access = random_blocked(random);
  memory.role = "memory";
  access.role = "access";
  const char* const bits[] = {"1", "8", "16", "32"};
  const char* const instructions[] = {"load",
                                      "store",
                                      "ld.shared.b32",
                                      "st.shared.b64",
                                      "ld.shared.b64",
                                      "ld.shared.b128",
                                      "ldmatrix.x4"};
  Word instruction = random.below(7);
  if (random.below(2) == 0) {
    std::tie(memory, access) = random_lanes(random);
    instruction = 2 + random.below(5);
  }
  return {"conflict-free",
          {memory, access},
          {{"element_bits", bits[random.below(4)]},
           {"target", "cuda:90"},
           {"instruction", instructions[instruction]}}};
}

// Registers of two warps by a formula, which need not hold every element.
StatedLayout random_registers(Source& random) {
  const Word registers = Word{2} << random.below(2);
  return {"source",
          {},
          joined({"(dim0, dim1)(register: ",
                  text_of(registers),
                  ", lane: 32, warp: 2) = (lane % 16, ",
                  random.below(2) == 0 ? "register + " : "register * 4 % 16 + ",
                  text_of(registers),
                  " * (lane / 16 + 2 * warp))"})};
}

StatedClaim random_converts(Source& random) {
  StatedLayout source = random.below(4) == 0 ? random_registers(random) : random_blocked(random);
  StatedLayout written = random_shared(random, 16, 16);
  StatedLayout read = random.below(4) == 0 ? random_shared(random, 16, 16) : written;
  StatedLayout destination = random_blocked(random);
  source.role = "source";
  written.role = "written";
  read.role = "read";
  destination.role = "destination";
  return {"converts", {source, written, read, destination}, {}};
}

// Of elements in registers, or of offsets with a codomain that may be too large or too small.
StatedClaim random_onto(Source& random, Word rows, Word cols) {
  StatedClaim claim = of_map("onto", random_blocked(random));
  claim.fields = {{"codomain", random.below(3) == 0 ? "16 16" : ""}};
  if (random.below(2) == 0) return claim;
  const bool has_gaps = random.below(3) == 0;
  claim.layouts[0] = has_gaps ? random_strided(random) : random_swizzled(random, rows, cols);
  const Word size = has_gaps ? 4 * (1 + random.below(20)) : rows * cols;
  claim.fields[0].second = text_of(random.below(4) == 0 ? size + 1 - random.below(3) : size);
  return claim;
}

}  // namespace

StatedLayout random_swizzled(Source& random, Word rows, Word cols) {
  const Word vec = Word{1} << random.below(4);
  return {"map",
          {rows, cols},
          joined({"#ttg.swizzled_shared<{vec = ",
                  text_of(vec),
                  ", perPhase = ",
                  text_of(Word{1} << random.below(3)),
                  ", maxPhase = ",
                  text_of(Word{1} << random.below(4)),
                  ", order = ",
                  random_order(random),
                  "}>"})};
}

StatedLayout random_padded(Source& random, Word rows, Word cols) {
  const Word interval = Word{2} << random.below(4);
  std::string pads = text_of(interval) + ":+" + text_of(Word{1} << random.below(4));
  if (random.below(2) == 0) {
    pads += ", " + text_of(interval * 4) + ":+" + text_of(Word{1} << random.below(4));
  }
  return {"map",
          {rows, cols},
          "#ttg.padded_shared<[" + pads + "] {order = " + random_order(random) +
              ", shape = " + pair_text(rows, cols) + "}>"};
}

StatedLayout random_blocked(Source& random) {
  const std::array<std::pair<Word, Word>, 4> lanes = {{{1, 32}, {4, 8}, {8, 4}, {2, 16}}};
  const auto [a, b] = lanes[random.below(4)];
  return {"map",
          {16, 16},
          joined({"#ttg.blocked<{sizePerThread = [1, ",
                  text_of(Word{1} << random.below(3)),
                  "], threadsPerWarp = ",
                  pair_text(a, b),
                  ", warpsPerCTA = ",
                  (random.below(2) == 0 ? "[2, 1]" : "[1, 2]"),
                  ", order = ",
                  random_order(random),
                  "}>"})};
}

StatedClaim random_claim(Source& random, std::string_view kind) {
  // Warps and lanes that hold the same elements.
  if (kind == "section") return of_map("surjective", random_blocked(random));
  if (kind == "cases") return of_map("surjective", random_rows(random, true));
  const bool by_search = kind == "drat" || kind == "enumerate";
  const Word rows = Word{2} << random.below(3);
  const Word cols = Word{4} << random.below(3);
  const StatedLayout linear = random_swizzled(random, rows, cols);
  const StatedLayout shared = kind == "gf2"          ? linear
                              : random.below(3) == 0 ? random_strided(random)
                                                     : random_shared(random, rows, cols);
  // Claims of several layouts take long to check by loops.
  const Word claims = kind == "gf2"                       ? 4
                      : kind == "any"                     ? 10
                      : by_search && random.below(6) == 0 ? 10
                                                          : 8;
  switch (random.below(claims)) {
    case 0:
      return of_map("injective", shared);
    case 1:
      return of_map(kind == "drat" ? "injective" : "surjective", shared);
    case 2:
      return of_map("bijective",
                    kind == "gf2"          ? random.below(2) == 0 ? random_blocked(random) : linear
                    : random.below(3) == 0 ? shared
                                           : linear);
    case 3: {
      StatedClaim claim = of_map("in-bounds", shared);
      claim.fields = {{"allocation", text_of(rows * cols / 2 + random.below(2 * rows * cols))}};
      return claim;
    }
    case 4: {
      // Where any claim will do, often one whose last offsets have more than 8 bits.
      const bool is_large = kind == "any" && random.one_in(2);
      StatedClaim claim = of_map("no-wrap", is_large ? random_padded(random, 16, 16) : shared);
      const Word more_bits = random.below(2) == 0 ? 2 : 25;
      claim.fields = {{"bits", text_of(8 + random.below(more_bits))},
                      {"signed", text_of(random.below(2))}};
      return claim;
    }
    case 5: {
      StatedClaim claim = of_map("aligned", shared);
      claim.fields = {{"element_bits", text_of(Word{8} << random.below(3))},
                      {"bytes", text_of(Word{1} << random.below(4))},
                      {"vector", text_of(Word{1} << random.below(3))},
                      {"along", random.below(4) == 0 ? "row" : "col"}};
      return claim;
    }
    case 6: {
      StatedLayout other = random.below(3) == 0 ? random_shared(random, rows, cols) : shared;
      StatedClaim claim{"equal", {shared, other}, {}};
      claim.layouts[0].role = "a";
      claim.layouts[1].role = "b";
      return claim;
    }
    case 7:
      return random_onto(random, rows, cols);
    case 8:
      return random_conflict_free(random);
    default:
      return random_converts(random);
  }
}

}  // namespace tileproof::gen
