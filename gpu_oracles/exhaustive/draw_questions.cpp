#include "gpu_oracles/exhaustive/draw_questions.hpp"

#include <sstream>

#include "core/bits.hpp"

namespace tileproof::oracles {
namespace {

using Json = nlohmann::json;

template <typename... Parts>
std::string text(const Parts&... parts) {
  std::ostringstream stream;
  (stream << ... << parts);
  return stream.str();
}

Json injective(std::string layout, std::vector<Word> shape = {}) {
  return {{"question", "injective"}, {"layout", std::move(layout)}, {"shape", std::move(shape)}};
}

Json equal(std::string layout, std::string other, std::vector<Word> shape = {}) {
  return {{"question", "equal"},
          {"layout", std::move(layout)},
          {"other", std::move(other)},
          {"shape", std::move(shape)}};
}

}  // namespace

nlohmann::json draw_small(Draws& draws) {
  const Word rows = Word{1} << draws.between(1, 6);
  const Word columns = Word{1} << draws.between(1, 6);
  const Word k = draws.between(0, 9);
  switch (draws.below(5)) {
    case 0: {
      const Word sizes[] = {draws.between(1, 40), draws.between(1, 40)};
      return injective(
          text("(", sizes[0], ",", sizes[1], "):(", draws.between(1, 45), ",", k, ")"));
    }
    case 1: {
      const Word bits = draws.between(0, 3);
      const Word base = draws.between(0, 3);
      const std::string swizzle = text("Sw<", bits, ",", base, ",", bits + k % 3, "> o ");
      return injective(text(
          swizzle, "(", rows, ",", columns, "):(", columns + k % 2, ",", draws.between(1, 2), ")"));
    }
    case 2: {
      const std::string fine = text(Word{2} << k % 4, ":+", Word{1} << draws.between(0, 3));
      const std::string coarse = text(Word{32} << k % 3, ":+", Word{1} << draws.between(0, 4));
      const std::string shape = text("[", rows, ", ", columns, "]");
      return injective(text("#ttg.padded_shared<[",
                            fine,
                            ", ",
                            coarse,
                            "] {order = [1, 0], shape = ",
                            shape,
                            "}>"),
                       {rows, columns});
    }
    case 3: {
      const Word mask = low_mask(static_cast<unsigned>(draws.between(0, 3)));
      const Word stride = columns + draws.between(0, 5);
      const Word unit = draws.between(1, 8);
      return injective(text("offset(row: ",
                            rows,
                            ", col: ",
                            columns,
                            ") = row * ",
                            stride,
                            " + (col ^ (row >> ",
                            k % 3,
                            " & ",
                            mask,
                            ") * ",
                            unit,
                            ")"));
    }
    default: {
      const std::string inputs = text("offset(i: ", rows * columns, ") = ");
      const Word modulus = draws.below(3) == 0 ? columns + 1 : columns;
      return equal(text(inputs, "i + i / ", columns, " * ", k),
                   text(inputs, "i % ", modulus, " + i / ", columns, " * ", columns + k));
    }
  }
}

std::vector<nlohmann::json> large_questions() {
  const std::vector<Word> square = {1 << 16, 1 << 16};
  const std::string padded =
      "#ttg.padded_shared<[64:+4, 4096:+16] {order = [1, 0], shape = [65536, 65536]}>";
  return {
      injective("#ttg.padded_shared<[64:+8] {order = [1, 0], shape = [65536, 65536]}>", square),
      injective(padded, square),
      // The same gaps, in a formula that a person would write.
      injective("offset(row: 65536, col: 65536) = row * 69888 + col + col / 64 * 4 + col / 4096 * "
                "16"),
      // A row too short by one element.
      injective("offset(row: 65536, col: 65536) = row * 69867 + col + col / 64 * 4 + col / 4096 * "
                "16"),
      injective("(65536,65536):(1,65536)"),
      injective("(65536,65536):(65537,1)"),
      injective("(65535,65537):(65537,1)"),
      injective("Sw<3,4,3> o (65536,65536):(65536,1)"),
      // Each point of a thread in another word: the atomic operations are not gathered.
      injective("offset(i: 4294967296) = (i % 65536) * 65536 + i / 65536"),
      // The largest: 8 GiB of bits.
      injective("offset(i: 68719476736) = i ^ (i >> 7 & 56)"),
      injective("(262144,262144):(262144,1)"),
      equal(padded,
            "offset(row: 65536, col: 65536) = row * 69888 + col + col / 64 * 4 + col / 4096 * 16",
            square),
      // They part at the last point alone.
      equal("offset(i: 4294967296) = i ^ (i >> 7 & 56)",
            "offset(i: 4294967296) = min(i, 4294967294) ^ (i >> 7 & 56)"),
      equal("offset(i: 68719476736) = i ^ (i >> 7 & 56)",
            "offset(i: 68719476736) = i / 64 * 64 + (i % 64 / 8 ^ i / 1024 % 8) * 8 + i % 8"),
  };
}

}  // namespace tileproof::oracles
