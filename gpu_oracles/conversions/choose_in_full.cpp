#include "gpu_oracles/conversions/choose_in_full.hpp"

#include <algorithm>
#include <map>
#include <sstream>
#include <string>

#include "gpu_oracles/conversions/draw_conversion.hpp"
#include "gpu_oracles/conversions/plan_moves.hpp"

namespace tileproof::oracles {
namespace {

constexpr std::size_t kSmallOnes = 300;
constexpr Word kSmallElements = 512;
constexpr Word kLargeElements = 2048;
constexpr unsigned kOfEachInstruction = 4;
constexpr std::uint64_t kLookedThrough = 30'000;

// "st.shared.b64 x4, bar.sync, ldmatrix.x4 x2" -> "ldmatrix.x4"
std::vector<std::string> matrix_instructions(const std::string& instructions) {
  std::vector<std::string> names;
  std::istringstream words(instructions);
  for (std::string word; words >> word;) {
    if (word.find("matrix") != std::string::npos) names.push_back(word);
  }
  return names;
}

}  // namespace

Result<std::vector<Conversion>> choose_in_full(std::uint64_t seed,
                                               std::uint64_t first,
                                               unsigned warp_lanes) {
  std::vector<Conversion> chosen;
  std::size_t small_ones = 0;
  std::map<std::string, unsigned> uses;
  for (std::uint64_t i = first; i < first + kLookedThrough; ++i) {
    Conversion conversion = draw_conversion(seed, i, warp_lanes);
    Word elements = 1;
    for (const Word size : conversion.shape) elements *= size;
    if (elements > kLargeElements) continue;
    TP_TRY(model, defined_model(conversion));
    TP_TRY(planned, plan_moves(conversion, model));
    const auto names = matrix_instructions(planned.instructions);
    const bool is_small = elements <= kSmallElements && small_ones < kSmallOnes;
    const bool is_wanted = std::any_of(names.begin(), names.end(), [&](const std::string& name) {
      return uses[name] < kOfEachInstruction;
    });
    if (!is_small && !is_wanted) continue;
    if (is_small) ++small_ones;
    for (const std::string& name : names) ++uses[name];
    chosen.push_back(std::move(conversion));
  }
  return chosen;
}

}  // namespace tileproof::oracles
