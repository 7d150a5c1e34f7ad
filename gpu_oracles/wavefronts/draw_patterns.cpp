#include "gpu_oracles/wavefronts/draw_patterns.hpp"

#include <algorithm>
#include <random>
#include <set>
#include <string>

#include "core/check.hpp"
#include "encodings/index_map/index_map.hpp"
#include "gpu_oracles/wavefronts/wavefronts_device.hpp"

namespace tileproof::oracles {
namespace {

constexpr unsigned kLanes = 32;
constexpr Word kWindow = 16384;  // bytes; layouts may need more

// std::uniform_int_distribution is not the same everywhere.
class Draw {
 public:
  explicit Draw(std::uint64_t seed) : engine_(seed) {}
  Word below(Word end) { return engine_() % end; }
  bool one_in(Word n) { return below(n) == 0; }
  // 2^0 .. 2^max_bits
  Word power_of_two(unsigned max_bits) { return Word{1} << below(max_bits + 1); }

 private:
  std::mt19937_64 engine_;
};

using Units = std::vector<Word>;  // addresses over the bytes of a lane

// Anywhere in a window, which may be so small that lanes meet.
Units arbitrary(Draw& draw, Word units) {
  const Word window = std::max<Word>(units >> draw.below(10), 2);
  Units at(kLanes);
  for (Word& unit : at) unit = draw.below(window);
  return at;
}

// An XOR of one number for each bit of the lane; some bits move nothing.
Units linear(Draw& draw, Word units) {
  Units at(kLanes, 0);
  for (unsigned bit = 0; bit < 5; ++bit) {
    const Word column = draw.one_in(6)   ? 0
                        : draw.one_in(2) ? draw.below(units)
                                         : draw.power_of_two(9) % units;
    for (unsigned lane = 0; lane < kLanes; ++lane) at[lane] ^= (lane >> bit & 1) != 0 ? column : 0;
  }
  return at;
}

// Rows of lanes with a stride within and between, as padded tiles have.
Units strided(Draw& draw, Word units) {
  const Word columns = draw.power_of_two(5);
  const Word inner = draw.one_in(3) ? draw.below(40) : draw.power_of_two(5);
  const Word outer = draw.one_in(3) ? draw.below(200) : draw.power_of_two(7) + draw.below(2);
  const Word start = draw.below(32);
  Units at(kLanes);
  for (unsigned lane = 0; lane < kLanes; ++lane) {
    at[lane] = (start + lane % columns * inner + lane / columns * outer) % units;
  }
  return at;
}

// Rows whose groups change places by an XOR with the row's phase.
Units swizzled(Draw& draw, Word units) {
  const Word columns = draw.power_of_two(5);
  const Word row_length = columns * draw.power_of_two(5);
  const Word phases = draw.power_of_two(4);
  const Word per_phase = draw.power_of_two(2);
  Units at(kLanes);
  for (unsigned lane = 0; lane < kLanes; ++lane) {
    const Word row = lane / columns;
    const Word column = (lane % columns) ^ (row / per_phase % phases);
    at[lane] = (row * row_length + column) % units;
  }
  return at;
}

// Pairs of lanes (i, i^1) or (i, i^2) with one address; sometimes one lane differs.
Units pairs(Draw& draw, Word units) {
  Units at = draw.one_in(2) ? arbitrary(draw, units) : strided(draw, units);
  const unsigned bit = draw.one_in(2) ? 1 : 2;
  for (unsigned lane = 0; lane < kLanes; ++lane) at[lane] = at[lane & ~bit];
  if (draw.one_in(3)) at[draw.below(kLanes)] = draw.below(units);
  return at;
}

ByteAddresses to_bytes(const Units& at, Word bytes) {
  ByteAddresses addresses;
  for (const Word unit : at) addresses.emplace_back(unit * bytes);
  return addresses;
}

// Lanes that take no part: any, all but a few, or the half of each pair.
void deactivate(Draw& draw, ByteAddresses& addresses) {
  const Word kind = draw.below(4);
  const unsigned few = static_cast<unsigned>(draw.below(8));
  for (unsigned lane = 0; lane < kLanes; ++lane) {
    const bool inactive = kind == 0   ? draw.one_in(2)
                          : kind == 1 ? draw.one_in(8)
                          : kind == 2 ? lane >= few
                                      : (lane >> (few % 5) & 1) != 0;
    if (inactive) addresses[lane] = std::nullopt;
  }
}

std::string list(const std::vector<Word>& values) {
  std::string text;
  for (const Word value : values) text += (text.empty() ? "" : ", ") + std::to_string(value);
  return "[" + text + "]";
}

// One instruction of a warp that moves a blocked layout to or from shared memory, as wide as the
// registers of all lanes lie next to each other.
AccessPattern of_layouts(Draw& draw) {
  const Word bytes = draw.power_of_two(2);
  const std::vector<Word> shape{draw.power_of_two(2) * 16, draw.power_of_two(2) * 16};
  const Word lane_columns = draw.power_of_two(5);
  const std::vector<Word> order =
      draw.one_in(2) ? std::vector<Word>{1, 0} : std::vector<Word>{0, 1};
  const Word size = draw.power_of_two(3);
  const std::string blocked =
      "#ttg.blocked<{sizePerThread = " +
      list(order[0] == 1 ? std::vector<Word>{1, size} : std::vector<Word>{size, 1}) +
      ", threadsPerWarp = " + list({kLanes / lane_columns, lane_columns}) +
      ", warpsPerCTA = [2, 2], order = " + list(order) + "}>";
  const std::string memory_order =
      list(draw.one_in(3) ? std::vector<Word>{0, 1} : std::vector<Word>{1, 0});
  const std::string memory =
      draw.one_in(3)
          ? "#ttg.padded_shared<[" + std::to_string(16 * draw.power_of_two(4)) + ":+" +
                std::to_string(draw.power_of_two(3)) + "] {order = " + memory_order + "}>"
          : "#ttg.swizzled_shared<{vec = " + std::to_string(draw.power_of_two(3)) +
                ", perPhase = " + std::to_string(draw.power_of_two(2)) +
                ", maxPhase = " + std::to_string(draw.power_of_two(3)) +
                ", order = " + memory_order + "}>";
  const auto registers = parse_index_map(blocked, shape);
  const auto shared = parse_index_map(memory, shape);
  TP_CHECK(registers && shared, blocked + " and " + memory + " do not describe " + list(shape));
  const auto offset = [&](Word index, Word lane, Word warp) {
    std::vector<Word> at;
    for (const Axis& axis : registers->axes()) {
      at.push_back(axis.name == "register" ? index % axis.size
                   : axis.name == "lane"   ? lane
                   : axis.name == "warp"   ? warp
                                           : 0);
    }
    return value_at(*shared, value_at(*registers, at))[0];
  };
  const Word warp = draw.below(4);
  const auto is_vector = [&](Word length) {
    for (unsigned lane = 0; lane < kLanes; ++lane) {
      const Word first = offset(0, lane, warp);
      if (first % length != 0) return false;
      for (Word i = 1; i < length; ++i) {
        if (offset(i, lane, warp) != first + i) return false;
      }
    }
    return true;
  };
  Word length = 1;
  while (length < size && 2 * length * bytes <= 16 && is_vector(2 * length)) length *= 2;
  const Word start = length * draw.below(size / length);
  AccessPattern pattern;
  pattern.instruction =
      std::string(draw.one_in(2) ? "ld" : "st") + ".shared.b" + std::to_string(8 * bytes * length);
  for (unsigned lane = 0; lane < kLanes; ++lane) {
    pattern.byte_address.emplace_back(offset(start, lane, warp) * bytes);
  }
  return pattern;
}

AccessPattern draw_pattern(Draw& draw) {
  if (draw.one_in(6)) return of_layouts(draw);
  AccessPattern pattern;
  pattern.instruction = kInstructions[draw.below(std::size(kInstructions))];
  const Word bytes = bytes_per_lane(pattern.instruction);
  constexpr Units (*kKinds[])(Draw&, Word) = {arbitrary, linear, strided, swizzled, pairs};
  Units at = kKinds[draw.below(std::size(kKinds))](draw, kWindow / bytes);
  if (draw.one_in(6)) {  // some lanes do as another lane does
    const Word mask = draw.below(kLanes);
    for (unsigned lane = 0; lane < kLanes; ++lane) at[lane] = at[lane & mask];
  }
  if (draw.one_in(8)) std::swap(at[draw.below(kLanes)], at[draw.below(kLanes)]);
  pattern.byte_address = to_bytes(at, bytes);
  if (!is_matrix(pattern.instruction) && draw.one_in(3)) deactivate(draw, pattern.byte_address);
  return pattern;
}

}  // namespace

bool is_matrix(std::string_view instruction) {
  return instruction.find("matrix") != std::string_view::npos;
}

Word bytes_per_lane(std::string_view instruction) {
  if (is_matrix(instruction)) return 16;
  const std::string bits(instruction.substr(instruction.find_last_of("bu") + 1));
  return std::stoul(bits) / 8;
}

std::size_t address_lanes(std::string_view instruction) {
  if (!is_matrix(instruction)) return kLanes;
  return 8 * static_cast<std::size_t>(instruction[instruction.find('x', 8) + 1] - '0');
}

std::vector<AccessPattern> draw_patterns(std::uint64_t count, std::uint64_t seed) {
  Draw draw(seed);
  std::set<std::string> drawn;
  std::vector<AccessPattern> patterns;
  while (patterns.size() < count) {
    AccessPattern pattern = draw_pattern(draw);
    if (drawn.insert(to_json(pattern).dump()).second) patterns.push_back(std::move(pattern));
  }
  return patterns;
}

}  // namespace tileproof::oracles
