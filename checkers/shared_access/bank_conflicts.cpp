#include "checkers/shared_access/bank_conflicts.hpp"

#include <algorithm>
#include <array>

#include "checkers/layout/places.hpp"
#include "core/check.hpp"
#include "core/f2.hpp"
#include "core/wavefronts.hpp"

namespace tileproof {
namespace {

constexpr unsigned kLog2WordBits = 5;
constexpr unsigned kMaxEnumerationLog2 = 26;

BankConflicts answer(const WarpInstructions& instructions, std::string_view engine) {
  BankConflicts result;
  result.rule = instructions.rule;
  result.engine = engine;
  result.vector_bits = instructions.vector.bits;
  result.instructions_per_warp = instructions.registers.combinations();
  return result;
}

// ---- Engine f2

bool reaches(std::span<const Padding> paddings, Word offsets) {
  return std::any_of(paddings.begin(), paddings.end(), [offsets](const Padding& padding) {
    return padding.interval < offsets;
  });
}

// log2 of the wavefronts of one group of lanes.
unsigned log2_group_wavefronts(const WarpInstructions& instructions,
                               std::span<const unsigned> group_basis) {
  const AccessRule& rule = *instructions.rule;
  std::array<Word, 2 * WarpInstructions::kMaxLaneBits> words;
  std::size_t count = 0;
  const unsigned log2_element = log2_exact(instructions.element_bits);
  for (const unsigned lane : group_basis) {
    const Word offset = f2::apply(instructions.lanes, lane);
    words[count++] = log2_element >= kLog2WordBits ? offset << (log2_element - kLog2WordBits)
                                                   : offset >> (kLog2WordBits - log2_element);
  }
  for (Word word = 1; word < rule.words(); word *= 2) words[count++] = word;
  const unsigned rank_of_words = f2::rank({words.data(), count});
  for (std::size_t i = 0; i < count; ++i) words[i] &= rule.banks - 1;
  return rank_of_words - f2::rank({words.data(), count});
}

BankConflicts count_by_f2(const WarpInstructions& instructions) {
  const AccessRule& rule = *instructions.rule;
  const bool merges =
      rule.merges_equal_pairs && (instructions.lanes[0] == 0 || instructions.lanes[1] == 0);
  const auto merged = merges ? rule.merged_group_basis() : AccessRule::Basis();
  const auto& basis = merges ? merged : rule.group_basis;
  const unsigned groups = rule.lanes >> basis.size();
  const unsigned each = 1u << log2_group_wavefronts(instructions, {basis.data(), basis.size()});
  BankConflicts result = answer(instructions, "f2");
  result.worst_instruction_wavefronts = groups * each;
  result.wavefronts = result.instructions_per_warp * groups * each;
  result.ideal_wavefronts = result.instructions_per_warp * groups;
  return result;
}

// ---- Engine enumerate

// Which instruction, by combinations of the bits that move the address.
struct Which {
  Word block = 0;
  Word warp = 0;
  Word reg = 0;
};

class Enumeration {
 public:
  Enumeration(const WarpInstructions& instructions, std::span<const Padding> paddings)
      : instructions_(instructions), paddings_(paddings), counter_(*instructions.rule) {
    for (Word lane = 0; lane < instructions.rule->lanes; ++lane) {
      lane_offset_[lane] = f2::apply(instructions.lanes, lane);
    }
  }

  [[nodiscard]] std::span<const Word> addresses(const Which& which) {
    const Word start = instructions_.blocks.offset_of(which.block) ^
                       instructions_.warps.offset_of(which.warp) ^
                       instructions_.registers.offset_of(which.reg);
    const unsigned lanes = instructions_.rule->lanes;
    for (unsigned lane = 0; lane < lanes; ++lane) {
      const Word offset = triton::padded_offset(U64{}, paddings_, start ^ lane_offset_[lane]);
      byte_address_[lane] = offset * instructions_.element_bits / 8;
    }
    return {byte_address_.data(), lanes};
  }

  // All instructions of all warps; `worst` is the first of those that take longest.  Fails
  // (kUnsupported) if there are too many.
  Result<BankConflicts> count_all(Which& worst) {
    const std::size_t bits = instructions_.lane_bits + instructions_.registers.size() +
                             instructions_.warps.size() + instructions_.blocks.size();
    if (bits > kMaxEnumerationLog2) {
      return Error{ErrorCode::kUnsupported,
                   "2^" + std::to_string(bits) + " lane accesses are too many to enumerate"};
    }
    BankConflicts result = answer(instructions_, "enumerate");
    Which which;
    for (which.block = 0; which.block < instructions_.blocks.combinations(); ++which.block) {
      for (which.warp = 0; which.warp < instructions_.warps.combinations(); ++which.warp) {
        Word wavefronts = 0;
        Word ideal = 0;
        for (which.reg = 0; which.reg < result.instructions_per_warp; ++which.reg) {
          const AccessCost cost = counter_.count(addresses(which), counter_.address_lanes());
          wavefronts += cost.wavefronts;
          ideal += cost.ideal_wavefronts;
          if (cost.wavefronts > result.worst_instruction_wavefronts) {
            result.worst_instruction_wavefronts = cost.wavefronts;
            worst = which;
          }
        }
        if (wavefronts > result.wavefronts) {
          result.wavefronts = wavefronts;
          result.ideal_wavefronts = ideal;
        }
      }
    }
    return result;
  }

  // The same if all instructions cost what the first does.
  BankConflicts count_first() {
    BankConflicts result = answer(instructions_, "shift");
    const AccessCost cost = counter_.count(addresses({}), counter_.address_lanes());
    result.worst_instruction_wavefronts = cost.wavefronts;
    result.wavefronts = result.instructions_per_warp * cost.wavefronts;
    result.ideal_wavefronts = result.instructions_per_warp * cost.ideal_wavefronts;
    return result;
  }

  [[nodiscard]] const WavefrontCounter& counter() const { return counter_; }

 private:
  const WarpInstructions& instructions_;
  std::span<const Padding> paddings_;
  WavefrontCounter counter_;
  std::array<Word, WavefrontCounter::kMaxLanes> lane_offset_;
  std::array<Word, WavefrontCounter::kMaxLanes> byte_address_;
};

// ---- Engine shift

// With padding, do the addresses of any two instructions differ by a multiple of the word, the same
// for all lanes?  Then their words differ by a constant, which turns the banks round, and all cost
// the same. For intervals that are powers of two, offset / interval is the sum of those of the
// offset's bits, so that padding is additive over offsets without a common bit: it suffices that
// the lanes move other bits than the instructions do, and that each bit of the latter is padded to
// whole words.
bool differ_by_whole_words(const WarpInstructions& instructions,
                           std::span<const Padding> paddings) {
  for (const Padding& padding : paddings) {
    if (!is_power_of_two(padding.interval)) return false;
  }
  Word by_lanes = 0;
  Word by_instructions = 0;
  for (const Word offset : instructions.lanes) by_lanes |= offset;
  for (const auto* movers : {&instructions.registers, &instructions.warps, &instructions.blocks}) {
    for (const Word offset : movers->offsets) by_instructions |= offset;
  }
  if ((by_lanes & by_instructions) != 0) return false;
  for (Word rest = by_instructions; rest != 0; rest &= rest - 1) {
    const Word padded = triton::padded_offset(U64{}, paddings, rest & (~rest + 1));
    if (padded * instructions.element_bits % 32 != 0) return false;
  }
  return true;
}

// By the first engine that decides; where all instructions cost the same, the first is the worst.
Result<BankConflicts> count(const WarpInstructions& instructions,
                            std::span<const Padding> paddings,
                            Which& worst) {
  if (!reaches(paddings, instructions.offsets)) return count_by_f2(instructions);
  Enumeration enumeration(instructions, paddings);
  if (differ_by_whole_words(instructions, paddings)) return enumeration.count_first();
  return enumeration.count_all(worst);
}

// ---- Blame

std::vector<NamedValue> element_at(const LinearLayout& registers,
                                   const ConflictBlame& blame,
                                   unsigned lane,
                                   Word register_index) {
  std::vector<NamedValue> place;
  for (const InDim& dim : registers.in_dims()) {
    Word value = 0;
    if (dim.name == kRegister) value = register_index;
    if (dim.name == kLane) value = lane;
    if (dim.name == kWarp) value = blame.warp;
    if (dim.name == kBlock) value = blame.block;
    place.emplace_back(dim.name, value);
  }
  auto element = registers.apply(place);
  TP_CHECK(element.has_value(), "a place of the register layout is not in it");
  return std::move(*element);
}

ConflictBlame describe(const SharedAccess& access,
                       const WarpInstructions& instructions,
                       const Which& which,
                       const BankBlame& bank) {
  ConflictBlame blame;
  blame.block = instructions.blocks.index_of(which.block);
  blame.warp = instructions.warps.index_of(which.warp);
  blame.register_index = instructions.registers.index_of(which.reg);
  blame.bank = bank.bank;
  blame.wavefronts = bank.wavefronts;
  for (const BankBlame::Lane& guilty : bank.lanes) {
    ConflictBlame::Lane lane{
        guilty.lane, guilty.byte_address, guilty.word, blame.register_index, {}};
    const Word bytes_in = std::max(4 * guilty.word, guilty.byte_address) - guilty.byte_address;
    const Word element = bytes_in * 8 / instructions.element_bits;
    const auto& vector_bits = instructions.vector.register_bits;
    for (std::size_t i = 0; i < vector_bits.size(); ++i) {
      lane.register_index |= (element >> i & 1) << vector_bits[i];
    }
    lane.element = element_at(access.registers, blame, guilty.lane, lane.register_index);
    blame.lanes.push_back(std::move(lane));
  }
  return blame;
}

}  // namespace

Result<BankConflicts> bank_conflicts(const SharedAccess& access) {
  TP_TRY(instructions, warp_instructions(access));
  Which worst;
  return count(instructions, access.paddings, worst);
}

Result<BankConflicts> bank_conflicts_by_enumeration(const SharedAccess& access) {
  TP_TRY(instructions, warp_instructions(access));
  Which worst;
  return Enumeration(instructions, access.paddings).count_all(worst);
}

Result<ExplainedConflicts> explained_bank_conflicts(const SharedAccess& access) {
  TP_TRY(instructions, warp_instructions(access));
  Which worst;
  TP_TRY(cost, count(instructions, access.paddings, worst));
  Enumeration enumeration(instructions, access.paddings);
  const auto& counter = enumeration.counter();
  const auto addresses = enumeration.addresses(worst);
  const unsigned counted = counter.count(addresses, counter.address_lanes()).wavefronts;
  ExplainedConflicts explained{cost, counted, std::nullopt};
  if (const auto bank = counter.blame(addresses, counter.address_lanes())) {
    explained.blame = describe(access, instructions, worst, *bank);
  }
  return explained;
}

std::string ConflictBlame::to_string() const {
  std::string text = "register " + std::to_string(register_index) + " of warp " +
                     std::to_string(warp) + ": bank " + std::to_string(bank) + " is asked for " +
                     std::to_string(wavefronts) + " words:";
  // One lane for each word says it all; the first few words suffice to see the pattern.
  constexpr std::size_t kShown = 4;
  std::vector<Word> words;
  for (const Lane& lane : lanes) {
    if (std::find(words.begin(), words.end(), lane.word) != words.end()) continue;
    words.push_back(lane.word);
    if (words.size() > kShown) return text + " ...";
    text += (words.size() == 1 ? " lane " : ", lane ") + std::to_string(lane.lane) + " (";
    for (std::size_t d = 0; d < lane.element.size(); ++d) {
      const auto& [name, value] = lane.element[d];
      text += (d == 0 ? "" : ", ") + coordinate_name(name, lane.element.size()) + " " +
              std::to_string(value);
    }
    text += ") at byte " + std::to_string(lane.byte_address);
  }
  return text;
}

}  // namespace tileproof
