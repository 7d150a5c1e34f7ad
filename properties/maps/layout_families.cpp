#include "properties/maps/layout_families.hpp"

#include <algorithm>
#include <cctype>

#include "encodings/modular/notation.hpp"
#include "properties/joined.hpp"
#include "properties/maps/modular_layouts.hpp"

namespace tileproof::gen {
namespace {

std::string text(Word number) { return std::to_string(number); }

std::string pair(Word x, Word y) { return "[" + text(x) + ", " + text(y) + "]"; }

std::string powers(Source& random, unsigned first_bits, unsigned second_bits) {
  const Word first = random.power(first_bits);
  return pair(first, random.power(second_bits));
}

std::string order(Source& random) { return random.one_in(2) ? "[1, 0]" : "[0, 1]"; }

std::vector<Word> shape(Source& random, unsigned least_bits, unsigned most_bits) {
  const auto size = [&] { return Word{1} << random.between(least_bits, most_bits); };
  return {size(), size()};
}

// ---- Triton's shared memory

std::string phases(Source& random) {
  return joined({"vec = ",
                 text(random.power(2)),
                 ", perPhase = ",
                 text(random.power(2)),
                 ", maxPhase = ",
                 text(random.power(3)),
                 ", order = ",
                 order(random)});
}

LayoutText swizzled_shared(Source& random) {
  return {"#ttg.swizzled_shared<{" + phases(random) + "}>", shape(random, 0, 4)};
}

LayoutText rotating(Source& random) {
  return {"#ttg.amd_rotating_shared<{" + phases(random) + "}>", shape(random, 0, 4)};
}

LayoutText padded_shared(Source& random) {
  const auto size = shape(random, 0, 4);
  std::string paddings;
  for (Word i = random.between(1, 3); i > 0; --i) {
    paddings +=
        joined({paddings.empty() ? "" : ", ", text(random.power(6)), ":+", text(random.power(3))});
  }
  return {"#ttg.padded_shared<[" + paddings + "] {order = " + order(random) +
              ", shape = " + pair(size[0], size[1]) + "}>",
          size};
}

LayoutText nvmma_shared(Source& random) {
  return {"#ttg.nvmma_shared<{swizzlingByteWidth = " + text(random.of<Word>({0, 32, 64, 128})) +
              ", transposed = " + (random.one_in(2) ? "true" : "false") +
              ", elementBitWidth = " + text(random.of<Word>({8, 16, 32})) + "}>",
          shape(random, 3, 5)};
}

// Unit bases of a shape, dealt out and added to each other.
LayoutText shared_linear(Source& random) {
  const auto size = shape(random, 1, 4);
  std::vector<std::pair<Word, Word>> bases;
  for (Word row = 1; row < size[0]; row *= 2) bases.emplace_back(row, 0);
  for (Word col = 1; col < size[1]; col *= 2) {
    bases.emplace(
        bases.begin() + static_cast<std::ptrdiff_t>(random.below(bases.size() + 1)), 0, col);
  }
  for (Word i = random.below(4); i > 0; --i) {
    const auto from = bases[random.below(bases.size())];
    auto& to = bases[random.below(bases.size())];
    if (to != from) to = {to.first ^ from.first, to.second ^ from.second};
  }
  std::string list;
  for (const auto& [row, col] : bases) list += (list.empty() ? "" : ", ") + pair(row, col);
  return {"#ttg.shared_linear<{offset = [" + list + "]}, alignment = 16>", size};
}

// Memory of several CTAs, or in several pieces: a place has more than an offset.
LayoutText pieces(Source& random) {
  const auto size = shape(random, 2, 4);
  if (random.one_in(2)) {
    return {joined({"#ttg.swizzled_shared<{",
                    phases(random),
                    ", CGALayout = [",
                    random.of({"[1, 0]", "[0, 1]", "[0, 0]", "[0, 1], [1, 0]", "[1, 0], [0, 0]"}),
                    "]}>"}),
            size};
  }
  return {joined({"#ttg.partitioned_shared<{numPartitions = ",
                  text(2 * random.power(1)),
                  ", numGroups = ",
                  text(random.power(1)),
                  ", partitionDim = ",
                  text(random.below(2)),
                  ", partitionLayout = #ttg.swizzled_shared<{",
                  phases(random),
                  "}>}>"}),
          size};
}

// ---- Triton's registers

std::string bases(Source& random, const std::vector<Word>& size, Word count) {
  std::string list;
  for (; count > 0; --count) {
    const bool is_row = random.one_in(2);
    const Word unit = random.power(2);
    const Word row = random.one_in(6) ? random.below(size[0]) : is_row ? unit % size[0] : 0;
    list += (list.empty() ? "" : ", ") + pair(row, is_row ? 0 : unit % size[1]);
  }
  return "[" + list + "]";
}

LayoutText registers(Source& random) {
  switch (random.below(4)) {
    case 0:
    case 1:
      return {joined({"#ttg.blocked<{sizePerThread = ",
                      powers(random, 1, 2),
                      ", threadsPerWarp = ",
                      random.of({"[4, 8]", "[8, 4]", "[32, 1]", "[2, 16]"}),
                      ", warpsPerCTA = ",
                      powers(random, 1, 1),
                      ", order = ",
                      order(random),
                      "}>"}),
              shape(random, 2, 4)};
    case 2:
      return {"#ttg.nvidia_mma<{versionMajor = 2, versionMinor = 0, warpsPerCTA = " +
                  powers(random, 1, 1) + ", instrShape = [16, 8]}>",
              {16 * random.power(1), 8 * random.power(1)}};
    default: {
      const std::vector<Word> size = {4, 4};
      return {joined({"#ttg.linear<{register = ",
                      bases(random, size, random.below(3)),
                      ", lane = ",
                      bases(random, size, random.between(1, 3)),
                      ", warp = ",
                      bases(random, size, random.below(2)),
                      ", block = []}>"}),
              size};
    }
  }
}

// ---- CuTe

struct Modes {
  std::string shape;
  std::string stride;
};

class DrawModes {
 public:
  explicit DrawModes(Source& random) : random_(random), permuted_(random.one_in(2)) {}

  std::string draw() {
    const Modes modes = tuple(2);
    return modes.shape + ":" + modes.stride;
  }

 private:
  Modes tuple(unsigned depth) {
    Modes modes;
    for (Word i = random_.between(1, 3); i > 0; --i) {
      const bool is_leaf = depth == 0 || !random_.one_in(4);
      const Modes mode = is_leaf ? leaf() : tuple(depth - 1);
      const std::string comma = modes.shape.empty() ? "(" : ",";
      modes.shape += comma + mode.shape;
      modes.stride += comma + mode.stride;
    }
    modes.shape += ")";
    modes.stride += ")";
    return modes;
  }

  // Half of the layouts leave no gap but for one in eight strides; the others have any strides.
  Modes leaf() {
    Word size = random_.of<Word>({1, 2, 2, 3, 4, 4, 5, 6, 8});
    if (size * points_ > 256) size = 1;
    points_ *= size;
    Word stride = next_ + (random_.one_in(8) ? random_.below(3) : 0);
    if (!permuted_) stride = random_.one_in(2) ? random_.below(13) : random_.power(5);
    next_ = stride * (size - 1) + next_;
    const bool is_negative = random_.one_in(12) && stride != 0;
    return {text(size), (is_negative ? "-" : "") + text(stride)};
  }

  Source& random_;
  bool permuted_;
  Word points_ = 1;
  Word next_ = 1;
};

LayoutText cute(Source& random) { return {DrawModes(random).draw()}; }

LayoutText swizzled_cute(Source& random) {
  const Word bits = random.between(1, 2);
  const std::string shift = joined({random.one_in(4) ? "-" : "", text(random.between(bits, 4))});
  return {joined({"Sw<",
                  text(bits),
                  ",",
                  text(random.below(3)),
                  ",",
                  shift,
                  "> o ",
                  text(random.one_in(3) ? random.below(20) : 0),
                  " o ",
                  DrawModes(random).draw()})};
}

// Few points and numbers near the ends of 64 bits.
LayoutText large_numbers(Source& random) {
  const auto large = [&] {
    const Word power = Word{1} << random.between(20, 62);
    return text(random.of<Word>({power, power, power - 1, power + random.below(9)}));
  };
  if (random.one_in(2)) {
    std::string shape;
    std::string stride;
    for (Word i = random.between(1, 3); i > 0; --i) {
      shape += (shape.empty() ? "(" : ",") + text(random.between(1, 4));
      stride += (stride.empty() ? "(" : ",");
      if (random.one_in(8)) stride += "-";
      stride += random.one_in(3) ? text(1 + random.below(8)) : large();
    }
    return {shape + "):" + stride + ")"};
  }
  const std::string start = random.one_in(3) ? large() + " + " : "";
  return {joined({"offset(x: ",
                  text(random.between(1, 4)),
                  ", y: ",
                  text(random.between(1, 4)),
                  ") = ",
                  start,
                  "(x * ",
                  large(),
                  random.of({" + ", " ^ ", " | "}),
                  "y * ",
                  (random.one_in(2) ? large() : text(random.power(3))),
                  ")",
                  (random.one_in(10) ? random.of({" / 3", " % 1000003", " >> 7"}) : "")})};
}

// ---- Modular layouts and index expressions

LayoutText modular_layout(Source& random) {
  return {modular::to_string(ModularLayouts(random).next(7))};
}

std::string value(Source& random, unsigned depth, const std::vector<std::string>& names) {
  if (depth == 0 || random.one_in(6)) {
    if (random.one_in(3)) return text(random.one_in(2) ? random.below(20) : random.power(5));
    return names[random.below(names.size())];
  }
  const auto operand = [&] { return value(random, depth - 1, names); };
  const std::string x = operand();
  switch (random.below(9)) {
    case 0:
      return joined({"(", x, random.of({" / ", " % "}), text(random.between(1, 9)), ")"});
    case 1:
      return joined({"(", x, random.of({" << ", " >> "}), text(random.below(4)), ")"});
    case 2:
      return joined({"(",
                     x,
                     random.of({" < ", " == ", " >= "}),
                     operand(),
                     " ? ",
                     operand(),
                     " : ",
                     operand(),
                     ")"});
    case 3:
      return joined({random.of({"min(", "max("}), x, ", ", operand(), ")"});
    default:
      return joined(
          {"(", x, random.of({" + ", " + ", " * ", " & ", " ^ ", " ^ ", " | "}), operand(), ")"});
  }
}

// A third is what people write, with numbers that are right or nearly so; the others are anything,
// with one result or two.
LayoutText expression(Source& random) {
  const Word rows = random.between(1, 12);
  const Word cols = random.between(1, 16);
  const bool has_parameter = random.one_in(4);
  const std::string head =
      (has_parameter ? "param pad in 0.." + text(random.below(4)) + "; " : "") +
      "offset(row: " + text(rows) + ", col: " + text(cols) + ") = ";
  std::vector<std::string> names = {"row", "col"};
  if (has_parameter) names.emplace_back("pad");
  if (random.one_in(4)) {
    return {joined({head, "(", value(random, 2, names), ", ", value(random, 1, names), ")"})};
  }
  if (random.one_in(2)) return {head + value(random, 3, names)};
  const Word pitch = random.one_in(2) ? std::bit_ceil(cols) : cols - (random.one_in(4) ? 1 : 0);
  const std::string factor = has_parameter ? "(" + text(pitch) + " + pad)" : text(pitch);
  const std::string swizzle = random.of({"col",
                                         "(col ^ (row & 3))",
                                         "(col ^ (row % 3))",
                                         "(col | (row & 1))",
                                         "(col ^ (row >> 1 & 1) << 1)"});
  return {head + "row * " + factor + " + " + swizzle + random.of({"", "", " + row / 4 * 2"})};
}

}  // namespace

std::vector<LayoutFamily> layout_families() {
  return {{"SwizzledShared", swizzled_shared},
          {"AmdRotatingShared", rotating},
          {"PaddedShared", padded_shared},
          {"NvmmaShared", nvmma_shared},
          {"SharedLinear", shared_linear},
          {"SharedPieces", pieces},
          {"Registers", registers},
          {"Cute", cute},
          {"SwizzledCute", swizzled_cute},
          {"LargeNumbers", large_numbers},
          {"Modular", modular_layout},
          {"IndexExpression", expression}};
}

LayoutText neighbour(Source& random, const LayoutText& layout) {
  std::vector<std::size_t> numbers;
  const auto is_digit = [&](std::size_t i) {
    return std::isdigit(static_cast<unsigned char>(layout.text[i])) != 0;
  };
  for (std::size_t i = 1; i < layout.text.size(); ++i) {
    if (is_digit(i) && !is_digit(i - 1)) numbers.push_back(i);
  }
  if (numbers.empty()) return layout;
  const std::size_t first = numbers[random.below(numbers.size())];
  std::size_t last = first;
  while (last + 1 < layout.text.size() && is_digit(last + 1)) ++last;
  const Word number = std::stoull(layout.text.substr(first, last + 1 - first));
  const Word changed = random.of<Word>({number + 1, number - (number > 0 ? 1 : 0), 2 * number});
  LayoutText result = layout;
  result.text.replace(first, last + 1 - first, text(changed));
  return result;
}

}  // namespace tileproof::gen
