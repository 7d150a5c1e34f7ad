#include "gpu_oracles/wavefronts/rank_formula.hpp"

#include <set>

#include "core/check.hpp"
#include "core/f2.hpp"
#include "encodings/index_map/index_map.hpp"

namespace tileproof::oracles {
namespace {

constexpr Word kCaseLanes = 32;
constexpr Word kRowBytes = 128;

std::string pair_text(Word a, Word b) {
  return "[" + std::to_string(a) + ", " + std::to_string(b) + "]";
}

LayoutCase make_case(const std::vector<Word>& shape,
                     unsigned element_bits,
                     Word lane_rows,
                     Word max_phase,
                     Word vec) {
  LayoutCase result;
  result.shape = shape;
  result.element_bits = element_bits;
  result.registers = "#ttg.blocked<{sizePerThread = [1, 1], threadsPerWarp = " +
                     pair_text(lane_rows, kCaseLanes / lane_rows) +
                     ", warpsPerCTA = [1, 1], order = [1, 0]}>";
  result.shared = "#ttg.swizzled_shared<{vec = " + std::to_string(vec) +
                  ", perPhase = 1, maxPhase = " + std::to_string(max_phase) + ", order = [1, 0]}>";
  const auto registers = parse_index_map(result.registers, shape);
  const auto shared = parse_index_map(result.shared, shape);
  TP_CHECK(registers && shared, "no layouts: " + result.registers + " and " + result.shared);
  result.pattern.instruction = "st.shared.b" + std::to_string(element_bits);
  std::vector<Word> lane_offsets;
  for (Word lane = 0; lane < kCaseLanes; ++lane) {
    std::vector<Word> at;
    for (const Axis& axis : registers->axes()) at.push_back(axis.name == "lane" ? lane : 0);
    const Word offset = value_at(*shared, value_at(*registers, at))[0];
    result.pattern.byte_address.emplace_back(offset * element_bits / 8);
    if (is_power_of_two(lane)) lane_offsets.push_back(offset);
  }
  result.formula_conflicts = formula_conflicts(lane_offsets, element_bits);
  return result;
}

}  // namespace

std::uint64_t formula_conflicts(std::span<const Word> lane_offsets, unsigned element_bits) {
  std::vector<Word> whole_rows;
  for (Word offset = kRowBytes * 8 / element_bits; offset < Word{1} << 32; offset *= 2) {
    whole_rows.push_back(offset);
  }
  const auto hits = f2::intersection(f2::Subspace(lane_offsets), f2::Subspace(whole_rows));
  return (std::uint64_t{1} << hits.dimension()) - 1;
}

std::string LayoutCase::to_string() const {
  return registers + " stored to " + shared + ", " + std::to_string(shape[0]) + "x" +
         std::to_string(shape[1]) + " elements of " + std::to_string(element_bits) + " bits";
}

std::vector<LayoutCase> small_layout_cases(Word max_bytes) {
  std::vector<LayoutCase> cases;
  std::set<std::string> seen;
  for (Word bytes = 2; bytes <= max_bytes; bytes *= 2) {
    for (const unsigned element_bits : {32u, 16u, 8u}) {
      const Word elements = bytes * 8 / element_bits;
      for (Word rows = 1; rows <= elements; rows *= 2) {
        const std::vector<Word> shape{rows, elements / rows};
        for (Word max_phase = 1; max_phase <= 8; max_phase *= 2) {
          for (Word vec = 1; vec <= 8 && vec * max_phase <= shape[1]; vec *= 2) {
            for (Word lane_rows = 1; lane_rows <= kCaseLanes; lane_rows *= 2) {
              LayoutCase next = make_case(shape, element_bits, lane_rows, max_phase, vec);
              if (seen.insert(to_json(next.pattern).dump()).second)
                cases.push_back(std::move(next));
            }
          }
        }
      }
    }
  }
  return cases;
}

}  // namespace tileproof::oracles
