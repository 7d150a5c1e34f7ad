#include "checkers/plan/shared_plan.hpp"

#include <algorithm>
#include <bit>
#include <span>

#include "checkers/plan/memory_basis.hpp"
#include "checkers/plan/write_shared.hpp"
#include "core/check.hpp"
#include "core/wavefronts.hpp"

namespace tileproof::plan {
namespace {

using moves::MoveOp;

// Of one move of a warp, in all rounds in which its lanes have a turn.
Word wavefronts_of_lanes(const AccessRule& rule,
                         const Access& access,
                         const SharedMemory& memory,
                         const BlockNumbers& blocks) {
  const auto columns = memory.addresses_of(access.lanes);
  std::array<Word, WavefrontCounter::kMaxLanes> at{};
  std::array<Word, WavefrontCounter::kMaxLanes> round{};
  const unsigned lanes = 1U << columns.size();
  for (unsigned lane = 1; lane < lanes; ++lane) {
    const unsigned others = lane & (lane - 1);
    const auto bit = static_cast<std::size_t>(std::countr_zero(lane));
    at[lane] = at[others] ^ columns[bit];
    round[lane] = round[others] ^ blocks.round_of(access.lanes[bit]);
  }
  if (!memory.gaps().empty()) {
    for (Word& address : at) address = memory.with_gaps(address);
  }
  Word count = 0;
  const WavefrontCounter counter(rule);
  // A wave of 64 lanes where rules are of 32 is served as two of them.
  for (unsigned first = 0; first < lanes; first += rule.lanes) {
    Word waiting = 0;
    for (unsigned lane = first; lane < lanes && lane < first + rule.lanes; ++lane) {
      if ((lane & access.inactive.lanes) == 0) waiting |= Word{1} << (lane - first);
    }
    while (waiting != 0) {
      const Word turn = round[first + static_cast<unsigned>(std::countr_zero(waiting))];
      Word active = 0;
      for (Word rest = waiting; rest != 0; rest &= rest - 1) {
        const auto lane = static_cast<unsigned>(std::countr_zero(rest));
        if (round[first + lane] == turn) active |= Word{1} << lane;
      }
      count += counter.count(std::span(at).subspan(first), active).wavefronts;
      waiting &= ~active;
    }
  }
  return count;
}

// The wavefronts of all warps.
Word wavefronts_of(const AccessRule& rule,
                   const Access& access,
                   const SharedMemory& memory,
                   const BlockNumbers& blocks,
                   unsigned within) {
  const Word warps = Word{1} << (access.warps.size() -
                                 static_cast<unsigned>(std::popcount(access.inactive.warps)));
  const Word slots = Word{1} << (access.slots.size() - (within - access.inside.size()));
  return wavefronts_of_lanes(rule, access, memory, blocks) * slots * warps;
}

class Planner {
 public:
  Planner(const moves::Program& empty, const SharedSides& sides, const GivenMemory* given)
      : empty_(empty),
        sides_(sides),
        source_(sides.source),
        destination_(sides.destination),
        bits_(sides.blocks.bits),
        given_(given) {
    if (given_ == nullptr) return;
    for (const triton::Padding& gap : given_->gaps) {
      widest_ =
          std::min(widest_, static_cast<unsigned>(std::countr_zero(gap.interval | gap.amount)));
    }
  }

  std::optional<SharedPlan> best() {
    const Word least = least_wavefronts();
    for (Option& option : options()) {
      consider(option, least);
      if (is_least(least)) break;
      if (best_ || option.stores_transposed) continue;
      option.names_alike = true;
      consider(option, least);
    }
    // Parts of registers may be of rounds that the registers are not of.
    if (!best_) {
      for (Option& option : options()) {
        option.splits_registers = false;
        consider(option, least);
      }
    }
    if (!best_) return std::nullopt;
    return SharedPlan{write_shared(empty_, sides_, *best_), best_->wavefronts, sides_.is_remote};
  }

 private:
  // What the bytes alone take: all of them are stored, and each warp loads those that it has.
  [[nodiscard]] Word least_wavefronts() const {
    const AccessRule* rule = rule_of(MoveOp::kStore, 2, false, 0);
    const Word row = rule != nullptr ? 4 * Word{rule->banks} : 128;
    const Word of_a_warp = Word{1} << span_of(all_of(destination_)).rank();
    const unsigned all = bits_ + sides_.blocks.rounds;
    return std::max<Word>((Word{1} << all) / row, 1) +
           (std::max<Word>(of_a_warp / row, 1) << destination_.warps.size());
  }
  [[nodiscard]] bool is_least(Word least) const { return best_ && best_->wavefronts <= least; }

  // Chains of what is within an access: what both sides have in registers, and then what one has.
  [[nodiscard]] std::vector<Option> options() const {
    if (given_ != nullptr) {
      Option option;
      for (const Word vector : given_->basis) {
        if (vector == 0 || option.chain.size() == widest_) break;
        option.chain.push_back(vector);
      }
      // Where lanes have elements in another order within a word, words are too wide.
      std::vector<Option> list;
      const unsigned least = log2_exact(empty_.element_bits / 8);
      for (unsigned inside = 2; list.empty() || inside >= least; --inside) {
        list.push_back(option);
        list.back().most_inside = inside;
        if (inside == 0) break;
      }
      return list;
    }
    const auto common = intersection(source_.bytes, destination_.bytes);
    std::vector<Option> list;
    for (const Side* wide : {&destination_, &source_}) {
      Option option;
      Span span;
      const auto extend = [&](const Vectors& vectors) {
        for (const Word vector : vectors) {
          if (option.chain.size() < 4 && vector >> bits_ == 0 && span.add(vector)) {
            option.chain.push_back(vector);
          }
        }
      };
      extend(common);
      extend(wide->bytes);
      list.push_back(std::move(option));
    }
    // Matrices of elements of two bytes, where no word is common.
    if (common.size() == 1 && empty_.lanes == 32 && !sides_.is_remote &&
        sides_.blocks.rounds == 0) {
      for (const bool loads : {true, false}) {
        const Side& side = loads ? destination_ : source_;
        Option option{common};
        option.loads_transposed = loads;
        option.stores_transposed = !loads;
        for (unsigned bit = 2; bit < 5; ++bit) option.chain.push_back(side.lanes[bit]);
        const bool is_whole = span_of(option.chain).rank() == 4 && side.bytes.size() >= 2;
        const bool has_copies =
            span_of(all_of(side)).rank() < side.bytes.size() + side.lanes.size();
        if (is_whole && (loads || !has_copies)) list.push_back(std::move(option));
      }
    }
    return list;
  }
  static Vectors threads_of(const Access& access) {
    Vectors all = access.lanes;
    all.insert(all.end(), access.warps.begin(), access.warps.end());
    return all;
  }
  static Vectors all_of(const Side& side) {
    Vectors all = side.bytes;
    all.insert(all.end(), side.lanes.begin(), side.lanes.end());
    return all;
  }

  // What is accessed at least: the first vectors of the chain, up to a word, that the side has.
  [[nodiscard]] Vectors inside_of(const Option& option, const Side& side) const {
    const Span span = span_of(side.bytes);
    Vectors inside;
    for (const Word vector : option.chain) {
      if (inside.size() == option.most_inside || !span.contains(vector)) break;
      inside.push_back(vector);
    }
    return inside;
  }

  [[nodiscard]] Access stored(const Option& option) const {
    if (option.stores_transposed) return matrices_of(source_, option.chain);
    Access access = access_of(source_, inside_of(option, source_));
    put_chain_first(access, option.chain);
    if (option.names_alike) name_alike(access, low_mask(bits_));
    share_copies(access, option.chain, option.splits_registers);
    return access;
  }
  [[nodiscard]] Access loaded(const Option& option) const {
    if (option.loads_transposed) return matrices_of(destination_, option.chain);
    Access access = access_of(destination_, inside_of(option, destination_));
    put_chain_first(access, option.chain);
    return access;
  }

  const AccessRule* rule_of(MoveOp op,
                            unsigned bits,
                            bool is_transposed,
                            std::size_t matrices) const {
    moves::Move move;
    move.op = op;
    move.bits = 8U << bits;
    move.is_transposed = is_transposed;
    if (is_transposed) (is_store(op) ? move.from : move.to).resize(matrices);
    return access_rule(move, empty_.target);
  }

  // What a group of lanes asks for.
  static Demand demand_of(const Access& access, const AccessRule& rule, unsigned within) {
    Demand demand(access.slots.begin(),
                  access.slots.begin() + (within - static_cast<unsigned>(access.inside.size())));
    bool merges = false;
    for (std::size_t bit = 0; rule.merges_equal_pairs && bit < 2 && bit < access.lanes.size();
         ++bit) {
      merges = merges || access.lanes[bit] == 0;
    }
    for (const unsigned lane : merges ? rule.merged_group_basis() : rule.group_basis) {
      if ((lane & access.inactive.lanes) == 0) demand.push_back(f2::apply(access.lanes, lane));
    }
    return demand;
  }
  // Of matrices: rows of 16 bytes, of which eight are served together.
  static Demand rows_of(const Access& access, const Option& option) {
    return {option.chain[2], option.chain[3], access.inside[1], access.lanes[0], access.lanes[1]};
  }

  // The widest accesses first: once there are no more wavefronts than the bytes take, narrower ones
  // are no better.
  void consider(const Option& option, Word least_count) {
    const Access store = stored(option);
    const Access load = loaded(option);
    const auto widest = [&](const Access& access, bool is_matrix) {
      return is_matrix ? 2 : chain_bits(option.chain, access);
    };
    const unsigned widest_store = widest(store, option.stores_transposed);
    const unsigned widest_load = widest(load, option.loads_transposed);
    const auto least = [](const Access& access) {
      return static_cast<unsigned>(access.inside.size());
    };
    for (unsigned s = widest_store + 1; s-- > least(store);) {
      const AccessRule* store_rule = option.stores_transposed
                                         ? rule_of(MoveOp::kStoreMatrices, 0, true, 1)
                                         : rule_of(MoveOp::kStore, s, false, 0);
      if (store_rule == nullptr) continue;
      for (unsigned l = widest_load + 1; l-- > least(load);) {
        const AccessRule* load_rule = option.loads_transposed
                                          ? rule_of(MoveOp::kLoadMatrices, 0, true, 1)
                                          : rule_of(MoveOp::kLoad, l, false, 0);
        if (load_rule == nullptr) continue;
        consider(option, store, *store_rule, s, load, *load_rule, l);
        if (is_least(least_count)) return;
      }
    }
  }

  // What an access is aligned to: lanes and warps must not differ in these lowest bits.  Those of
  // what is accessed at least may differ where loads permute the bytes afterwards.
  static bool is_aligned(const Vectors& vectors, const Chain& chain, unsigned from, unsigned to) {
    return std::ranges::all_of(vectors, [&](Word vector) {
      return (chain.low_bits(vector) & low_mask(to) & ~low_mask(from)) == 0;
    });
  }
  // Of matrices rows are aligned, which go by the row within a word, two bits of lanes, warps and
  // slots.
  static Vectors rows_and_slots(const Access& access) {
    Vectors list = access.warps;
    list.insert(list.end(), access.slots.begin(), access.slots.end());
    list.insert(list.end(), {access.inside[1], access.lanes[0], access.lanes[1]});
    return list;
  }
  static void rebase(Vectors& slots, const Chain& chain, unsigned size, std::size_t first) {
    for (std::size_t i = first; i < slots.size(); ++i) slots[i] = chain.without(slots[i], size);
  }

  void consider(const Option& option,
                Access store,
                const AccessRule& store_rule,
                unsigned s,
                Access load,
                const AccessRule& load_rule,
                unsigned l) {
    // Accesses that are no wider than this need no more of the chain.
    const bool is_fixed = option.stores_transposed || option.loads_transposed;
    Vectors vectors = option.chain;
    if (!is_fixed) vectors.resize(std::min<std::size_t>(vectors.size(), std::max({s, l, 2U})));
    const Access& leads = option.loads_transposed ? load : store;
    const Chain chain(
        std::move(vectors), given_ != nullptr ? given_->basis : threads_of(leads), bits_);
    if (option.stores_transposed ? !is_aligned(rows_and_slots(store), chain, 0, 4)
                                 : !is_aligned(threads_of(store), chain, 0, s)) {
      return;
    }
    if (!is_aligned(store.blocks, chain, 0, option.stores_transposed ? 4 : s)) return;
    const auto inside = static_cast<unsigned>(load.inside.size());
    if (option.loads_transposed ? !is_aligned(rows_and_slots(load), chain, 0, 4)
                                : !is_aligned(threads_of(load), chain, inside, l)) {
      return;
    }
    if (option.loads_transposed ? !is_aligned(load.blocks, chain, 0, 4)
                                : !is_aligned(load.blocks, chain, inside, l)) {
      return;
    }
    if (!option.stores_transposed) rebase(store.slots, chain, s, s - store.inside.size());
    if (!option.loads_transposed) rebase(load.slots, chain, l, l - load.inside.size());
    if (!split_rounds(store, sides_.blocks, s - store.inside.size()) ||
        !split_rounds(load, sides_.blocks, l - load.inside.size())) {
      return;
    }
    Shifts load_shifts;
    const auto shift = [&](Vectors& list, Vectors& shifts) {
      for (Word& vector : list) {
        const Word within = option.loads_transposed ? 0 : chain.low_bits(vector) & low_mask(inside);
        shifts.push_back(within);
        vector ^= f2::apply(chain.vectors(), within);
      }
    };
    shift(load.lanes, load_shifts.lanes);
    shift(load.warps, load_shifts.warps);
    shift(load.blocks, load_shifts.blocks);
    const auto memory = [&] {
      if (given_ != nullptr) return SharedMemory(given_->basis, given_->gaps);
      const Demand one =
          option.stores_transposed ? rows_of(store, option) : demand_of(store, store_rule, s);
      const Demand two =
          option.loads_transposed ? rows_of(load, option) : demand_of(load, load_rule, l);
      Vectors preferred = load.slots;
      preferred.insert(preferred.end(), load.lanes.begin(), load.lanes.end());
      preferred.insert(preferred.end(), load.warps.begin(), load.warps.end());
      return SharedMemory(memory_basis(chain, one, two, log2_exact(store_rule.banks), preferred));
    };
    SharedMemory shared = memory();
    Word wavefronts = 0;
    Word instructions = 0;
    const auto add =
        [&](const Access& access, const AccessRule& rule, unsigned within, bool is_matrix) {
          const Word slots = Word{1} << (access.slots.size() - (within - access.inside.size()));
          const Word warps = Word{1}
                             << (access.warps.size() -
                                 static_cast<unsigned>(std::popcount(access.inactive.warps)));
          wavefronts += is_matrix ? matrix_wavefronts(rule, access, shared) * slots * warps
                                  : wavefronts_of(rule, access, shared, sides_.blocks, within);
          instructions += is_matrix ? std::max<Word>(slots / 4, 1) * warps : slots * warps;
        };
    add(store, store_rule, s, option.stores_transposed);
    add(load, load_rule, l, option.loads_transposed);
    if (best_ &&
        std::pair(best_->wavefronts, best_->instructions) <= std::pair(wavefronts, instructions)) {
      return;
    }
    best_.emplace(SharedChoice{option,
                               s,
                               l,
                               std::move(shared),
                               wavefronts,
                               instructions,
                               std::move(store),
                               std::move(load),
                               std::move(load_shifts)});
  }

  // Of one matrix.
  static Word matrix_wavefronts(const AccessRule& rule,
                                const Access& access,
                                const SharedMemory& memory) {
    std::array<Word, WavefrontCounter::kMaxLanes> at{};
    const auto columns = row_columns(access, memory);
    for (unsigned row = 0; row < 8; ++row) at[row] = f2::apply(columns, row);
    return WavefrontCounter(rule).count(at, low_mask(8)).wavefronts;
  }

  const moves::Program& empty_;
  const SharedSides& sides_;
  const Side& source_;
  const Side& destination_;
  unsigned bits_;
  const GivenMemory* given_;
  unsigned widest_ = 4;  // of the bytes of an access
  std::optional<SharedChoice> best_;
};

Error too_large(Word bytes, Word most_bytes) {
  return {ErrorCode::kUnsupported,
          "the tensor takes " + std::to_string(bytes) +
              " bytes of shared memory, of which there are " + std::to_string(most_bytes)};
}

// Through memory that has a part of a block's bytes at a time, in as few rounds as a plan is known
// of.
Result<SharedPlan> plan_in_rounds(const moves::Program& empty,
                                  const Side& source,
                                  const Side& destination,
                                  const BlockNumbers& blocks,
                                  Word most_bytes) {
  constexpr unsigned kMaxRoundBits = 12;
  unsigned fewest = 1;
  while (Word{1} << blocks.bits >> fewest > most_bytes) ++fewest;
  bool has_numbers = false;
  for (unsigned rounds = fewest; rounds <= std::min(kMaxRoundBits, blocks.bits); ++rounds) {
    for (const RoundNumbers& one : number_by_rounds(source, destination, blocks, rounds)) {
      has_numbers = true;
      const SharedSides sides(one.source, one.destination, one.blocks);
      if (auto best = Planner(empty, sides, nullptr).best()) return *std::move(best);
    }
  }
  if (!has_numbers) return too_large(Word{1} << blocks.bits, most_bytes);
  return Error{ErrorCode::kUnsupported,
               "no plan of " + std::to_string(Word{1} << fewest) + " rounds or more is known"};
}

}  // namespace

Result<SharedPlan> shared_plan(const moves::Program& empty,
                               const Side& source,
                               const Side& destination,
                               const BlockNumbers& blocks,
                               Word most_bytes,
                               const GivenMemory* given) {
  const Word bytes =
      given != nullptr ? SharedMemory(given->basis, given->gaps).bytes() : Word{1} << blocks.bits;
  if (bytes > most_bytes && given == nullptr && most_bytes > 0) {
    return plan_in_rounds(empty, source, destination, blocks, most_bytes);
  }
  if (bytes > most_bytes) return too_large(bytes, most_bytes);
  const SharedSides sides(source, destination, blocks);
  if (auto best = Planner(empty, sides, given).best()) return *std::move(best);
  return Error{ErrorCode::kUnsupported, "blocks have their copies at bytes of other words"};
}

}  // namespace tileproof::plan
