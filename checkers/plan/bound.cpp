#include "checkers/plan/bound.hpp"

#include <algorithm>

#include "checkers/moves/held_elements.hpp"

namespace tileproof::plan {
namespace {

using moves::ElementByte;
using moves::HeldElements;

// The most bytes that a wavefront serves.
Word bytes_of_wavefront(const Target& target) {
  unsigned banks = 0;
  for (const AccessRule& rule : target.access_rules()) banks = std::max(banks, rule.banks);
  return Word{4} * banks;
}

template <typename Visit>
void each_byte(const HeldElements& side, unsigned thread, const Visit& visit) {
  for (Word index = 0; index < side.registers(); ++index) {
    for (unsigned byte = 0; byte < 4; ++byte) {
      if (const auto held = side.at(thread, index, byte)) visit(*held);
    }
  }
}

// The most bytes that lanes get in a wavefront.  Where pairs of lanes read the same, so that two
// groups are served as one, twice as many; but if no lane of a pair lacks what the other does, half
// of these are of no use.
Word bytes_for_lanes(const Target& target, bool pairs_lack_the_same) {
  Word most = 0;
  for (const AccessRule& rule : target.access_rules()) {
    const bool merges = rule.merges_equal_pairs && pairs_lack_the_same;
    const std::size_t bits = merges ? rule.merged_group_basis().size() : rule.group_basis.size();
    most = std::max(most, Word{rule.bytes_per_lane} << bits);
  }
  return most;
}

// Bytes that lanes are to have and do not hold.
struct Missing {
  struct OfWarp {
    Word different = 0;
    Word of_other_warps = 0;  // different ones that no lane of this warp holds
    Word of_lanes = 0;        // of all lanes together
    Word most_of_a_lane = 0;
    bool pairs_lack_the_same = false;  // lanes (i, i ^ 1) or (i, i ^ 2)
  };
  std::vector<OfWarp> warps;
  Word in_all = 0;          // different ones
  Word of_other_warps = 0;  // different ones that a warp is to have and does not hold
};

Missing missing_bytes(const moves::Program& program,
                      const HeldElements& source,
                      const HeldElements& destination) {
  const std::size_t bytes =
      (std::size_t{1} << source.form().total_out_bits()) * (program.element_bits / 8);
  struct Byte {
    unsigned holder = 0;           // the last thread, from 1, that has it
    unsigned holding_warp = 0;     // and the last warp
    unsigned wanting = 0;          // the last warp, from 1, that lacks it in a lane,
    Word lanes = 0;                // and its lanes that do
    bool of_another_warp = false;  // a warp is to have it and does not hold it
  };
  std::vector<Byte> all(bytes);
  Missing missing;
  missing.warps.resize(program.warps);
  for (unsigned warp = 0; warp < program.warps; ++warp) {
    Missing::OfWarp& of_warp = missing.warps[warp];
    const unsigned first = warp * program.lanes;
    for (unsigned thread = first; thread < first + program.lanes; ++thread) {
      each_byte(source, thread, [&](ElementByte byte) { all[byte].holding_warp = warp + 1; });
    }
    for (unsigned lane = 0; lane < program.lanes; ++lane) {
      const unsigned thread = first + lane;
      Word of_lane = 0;
      each_byte(source, thread, [&](ElementByte byte) { all[byte].holder = thread + 1; });
      each_byte(destination, thread, [&](ElementByte number) {
        Byte& byte = all[number];
        if (byte.holder == thread + 1) return;
        if (byte.wanting == 0) ++missing.in_all;
        if (byte.wanting != warp + 1) {
          byte.wanting = warp + 1;
          byte.lanes = 0;
          ++of_warp.different;
          if (byte.holding_warp != warp + 1) {
            ++of_warp.of_other_warps;
            missing.of_other_warps += byte.of_another_warp ? 0 : 1;
            byte.of_another_warp = true;
          }
        }
        if ((byte.lanes >> lane & 1) != 0) return;
        byte.lanes |= Word{1} << lane;
        ++of_lane;
        for (const unsigned other : {lane ^ 1U, lane ^ 2U}) {
          of_warp.pairs_lack_the_same |= (byte.lanes >> other & 1) != 0;
        }
      });
      of_warp.of_lanes += of_lane;
      of_warp.most_of_a_lane = std::max(of_warp.most_of_a_lane, of_lane);
    }
  }
  return missing;
}

Word in_pieces(Word bytes, Word size) { return (bytes + size - 1) / size; }

// What stores, loads and shuffles no program has fewer of, whichever it uses.
Word wavefronts_and_shuffles(const moves::Program& program, const Missing& missing) {
  const Word wavefront = bytes_of_wavefront(program.target);
  const Word shuffled = Word{4} * program.lanes;
  Word sum = in_pieces(missing.of_other_warps, wavefront);
  for (const auto& warp : missing.warps) {
    const Word for_lanes = bytes_for_lanes(program.target, warp.pairs_lack_the_same);
    sum += std::max({in_pieces(warp.of_other_warps, wavefront),
                     in_pieces(warp.different, std::max(wavefront, shuffled)),
                     in_pieces(warp.of_lanes, std::max(for_lanes, shuffled))});
  }
  return sum;
}

}  // namespace

std::optional<Bound> bound_of(const ChosenPlan& plan,
                              const LinearLayout& source,
                              const LinearLayout& destination) {
  const moves::Program& program = plan.program;
  if (program.blocks > 1) return std::nullopt;
  if (plan.kind == PlanKind::kNone || plan.kind == PlanKind::kRegisters) {
    return Bound{0, 0, 0, 0, "all programs"};
  }
  const auto from = HeldElements::make(program, source);
  const auto to = HeldElements::make(program, destination);
  TP_CHECK(from && to, "a plan for other layouts");
  const Missing missing = missing_bytes(program, *from, *to);
  Bound bound;
  bound.wavefronts_and_shuffles = wavefronts_and_shuffles(program, missing);
  if (plan.kind == PlanKind::kShuffles) {
    for (const auto& warp : missing.warps) bound.shuffles += in_pieces(warp.most_of_a_lane, 4);
    bound.family = "programs without shared memory";
    return bound;
  }
  const Word wavefront = bytes_of_wavefront(program.target);
  for (const auto& warp : missing.warps) {
    bound.load_wavefronts += std::max(
        in_pieces(warp.different, wavefront),
        in_pieces(warp.of_lanes, bytes_for_lanes(program.target, warp.pairs_lack_the_same)));
  }
  bound.store_wavefronts = in_pieces(missing.in_all, wavefront);
  bound.family = "programs without shuffles";
  return bound;
}

}  // namespace tileproof::plan
