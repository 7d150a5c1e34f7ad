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

// Bytes that lanes are to have and do not hold.
struct Missing {
  std::vector<Word> of_warp;  // different ones in each warp
  Word in_all = 0;            // different ones
};

Missing missing_bytes(const moves::Program& program,
                      const HeldElements& source,
                      const HeldElements& destination) {
  const std::size_t bytes =
      (std::size_t{1} << source.form().total_out_bits()) * (program.element_bits / 8);
  std::vector<unsigned> holder(bytes, 0);   // the last thread, from 1, that has a byte
  std::vector<unsigned> wanting(bytes, 0);  // the last warp, from 1, that lacks it
  Missing missing;
  for (unsigned thread = 0; thread < program.threads(); ++thread) {
    const unsigned warp = thread / program.lanes;
    if (warp == missing.of_warp.size()) missing.of_warp.push_back(0);
    each_byte(source, thread, [&](ElementByte byte) { holder[byte] = thread + 1; });
    each_byte(destination, thread, [&](ElementByte byte) {
      if (holder[byte] == thread + 1 || wanting[byte] == warp + 1) return;
      if (wanting[byte] == 0) ++missing.in_all;
      wanting[byte] = warp + 1;
      ++missing.of_warp.back();
    });
  }
  return missing;
}

}  // namespace

std::optional<Bound> bound_of(const ChosenPlan& plan,
                              const LinearLayout& source,
                              const LinearLayout& destination) {
  const moves::Program& program = plan.program;
  if (program.blocks > 1) return std::nullopt;
  if (plan.kind == PlanKind::kNone || plan.kind == PlanKind::kRegisters) {
    return Bound{0, 0, 0, "all programs"};
  }
  const auto from = HeldElements::make(program, source);
  const auto to = HeldElements::make(program, destination);
  TP_CHECK(from && to, "a plan for other layouts");
  const Missing missing = missing_bytes(program, *from, *to);
  const auto in_pieces = [&](Word bytes) {
    Word count = 0;
    for (const Word of_warp : missing.of_warp) count += (of_warp + bytes - 1) / bytes;
    return count;
  };
  if (plan.kind == PlanKind::kShuffles) {
    return Bound{0, 0, in_pieces(Word{4} * program.lanes), "programs without shared memory"};
  }
  const Word wavefront = bytes_of_wavefront(program.target);
  return Bound{(missing.in_all + wavefront - 1) / wavefront,
               in_pieces(wavefront),
               0,
               "programs without shuffles"};
}

}  // namespace tileproof::plan
