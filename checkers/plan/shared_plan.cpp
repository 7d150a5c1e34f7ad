#include "checkers/plan/shared_plan.hpp"

#include <algorithm>
#include <bit>

#include "checkers/plan/memory_basis.hpp"
#include "core/check.hpp"
#include "core/wavefronts.hpp"

namespace tileproof::plan {
namespace {

using moves::MoveOp;

// One side of memory: the vectors of its slots, and what lanes, warps and blocks add.
struct Access {
  std::vector<Word> inside;  // of what is accessed at least, up to a word
  std::vector<Word> slots;   // the others of registers
  std::vector<Word> lanes;
  std::vector<Word> warps;
  std::vector<Word> blocks;
  Inactive inactive = {};
  // What a lane's, warp's or block's own registers are off by, where it takes those of another.
  std::vector<Word> lane_choice = {};
  std::vector<Word> warp_choice = {};
  std::vector<Word> block_choice = {};
  // By how many bytes within a word.
  Shifts shifts = {};
};

Access access_of(const Side& side, const std::vector<Word>& inside) {
  Access access{inside, {}, side.lanes, side.warps, side.blocks};
  Span span = span_of(inside);
  for (const Word vector : side.bytes) {
    if (span.add(vector)) access.slots.push_back(vector);
  }
  return access;
}

// Lanes of a warp, and warps of a block, that hold what another holds take a part of the registers
// each, or no part.
void share_copies(Access& access, const std::vector<Word>& chain) {
  // Vectors of registers that may be given away, those that are within wide accesses last.
  std::vector<Word> shared = access.slots;
  std::ranges::stable_partition(
      shared, [&](Word vector) { return std::ranges::find(chain, vector) != chain.end(); });
  std::vector<Word> placed = access.inside;  // what is held by registers
  placed.insert(placed.end(), access.slots.begin(), access.slots.end());
  const std::size_t held = placed.size();
  const auto share = [&](std::vector<Word>& columns,
                         std::vector<Word>& choice,
                         std::vector<Word>& shifts,
                         Word& inactive) {
    choice.resize(columns.size());
    shifts.resize(columns.size());
    for (std::size_t bit = 0; bit < columns.size(); ++bit) {
      const auto found = f2::Solver(placed).solve(columns[bit]);
      if (!found) {
        placed.push_back(columns[bit]);
        continue;
      }
      if (shared.empty()) {
        inactive |= Word{1} << bit;
        columns[bit] = 0;
        continue;
      }
      // Its registers are those of lane 0, but for this sum of vectors; it takes the half with
      // one vector more.
      const Word own = f2::apply(placed, *found & low_mask(static_cast<unsigned>(held)));
      const Word more = shared.back();
      shared.pop_back();
      choice[bit] = own ^ more;
      shifts[bit] = *found & low_mask(static_cast<unsigned>(access.inside.size()));
      columns[bit] ^= choice[bit];
    }
  };
  share(access.lanes, access.lane_choice, access.shifts.lanes, access.inactive.lanes);
  share(access.warps, access.warp_choice, access.shifts.warps, access.inactive.warps);
  std::erase_if(access.slots,
                [&](Word vector) { return std::ranges::find(shared, vector) == shared.end(); });
}

// Blocks that have, of the bytes of a block, those of another in other registers, name them as that
// other does.
void name_alike(Access& access, Word of_a_block) {
  std::vector<Word> placed = access.inside;
  placed.insert(placed.end(), access.slots.begin(), access.slots.end());
  const auto held = static_cast<unsigned>(placed.size());
  for (const auto* list : {&access.lanes, &access.warps}) {
    placed.insert(placed.end(), list->begin(), list->end());
  }
  for (Word& column : access.blocks) {
    const auto found = f2::Solver(placed).solve(column & of_a_block);
    TP_CHECK(found.has_value(), "a byte that its block does not have");
    const Word own = f2::apply(placed, *found & low_mask(held));
    access.block_choice.push_back(own);
    access.shifts.blocks.push_back(*found & low_mask(static_cast<unsigned>(access.inside.size())));
    column ^= own;
  }
}

// How many of a chain's first vectors are within one access of a side.
unsigned chain_bits(const std::vector<Word>& chain, const Access& access) {
  unsigned bits = static_cast<unsigned>(access.inside.size());
  while (bits < chain.size() &&
         std::ranges::find(access.slots, chain[bits]) != access.slots.end()) {
    ++bits;
  }
  return std::min(bits, 4U);
}

// Of a block's memory.
struct Memory {
  explicit Memory(const std::vector<Word>& basis)
      : Memory(basis, low_mask(static_cast<unsigned>(basis.size()))) {}
  Memory(const std::vector<Word>& basis, Word bits) : solver(basis), mask(bits) {}
  f2::Solver solver;
  Word mask;
};

Word coordinates(const Memory& memory, Word vector) {
  const auto found = memory.solver.solve(vector & memory.mask);
  TP_CHECK(found.has_value(), "a byte outside of memory");
  return *found;
}

std::vector<Word> all_coordinates(const Memory& basis, const std::vector<Word>& vectors) {
  std::vector<Word> list;
  for (const Word vector : vectors) list.push_back(coordinates(basis, vector));
  return list;
}

// The wavefronts of all warps.
Word wavefronts_of(const AccessRule& rule,
                   const Access& access,
                   const Memory& basis,
                   unsigned within) {
  const auto columns = all_coordinates(basis, access.lanes);
  std::array<Word, WavefrontCounter::kMaxLanes> at{};
  Word active = 0;
  for (unsigned lane = 0; lane < rule.lanes && lane < (1U << columns.size()); ++lane) {
    if ((lane & access.inactive.lanes) != 0) continue;
    active |= Word{1} << lane;
    at[lane] = f2::apply(columns, lane);
  }
  const Word warps = Word{1} << (access.warps.size() -
                                 static_cast<unsigned>(std::popcount(access.inactive.warps)));
  const Word slots = Word{1} << (access.slots.size() - (within - access.inside.size()));
  return WavefrontCounter(rule).count(at, active).wavefronts * slots * warps;
}

struct Option {
  std::vector<Word> chain;
  bool stores_transposed = false;  // by stmatrix.trans
  bool loads_transposed = false;
  bool names_alike = false;  // blocks that hold copies store them from the same registers
};

class Planner {
 public:
  Planner(const moves::Program& empty,
          const Side& source,
          const Side& destination,
          const BlockNumbers& blocks)
      : empty_(empty),
        source_(source),
        destination_(destination),
        bits_(blocks.bits),
        owners_(blocks.owners) {
    for (const auto* list : {&destination.bytes, &destination.lanes, &destination.warps}) {
      for (const Word vector : *list) is_remote_ = is_remote_ || block_of(vector) != 0;
    }
    for (std::size_t bit = 0; bit < source.blocks.size(); ++bit) {
      asked_.push_back(Word{1} << bit ^ block_of(source.blocks[bit]) ^
                       block_of(destination.blocks[bit]));
      is_remote_ = is_remote_ || asked_.back() != Word{1} << bit;
    }
  }

  // What a byte adds to the number of the block whose memory has it.
  [[nodiscard]] Word block_of(Word vector) const { return f2::apply(owners_, vector >> bits_); }
  [[nodiscard]] Word bytes() const { return Word{1} << bits_; }

  std::optional<SharedPlan> best() {
    const Word least = least_wavefronts();
    for (Option& option : options()) {
      consider(option, least);
      if (is_least(least)) break;
      if (best_ || option.stores_transposed) continue;
      option.names_alike = true;
      consider(option, least);
    }
    if (!best_) return std::nullopt;
    return write(*best_);
  }

 private:
  struct Choice {
    Option option;
    unsigned store_bits;  // of the bytes of an access
    unsigned load_bits;
    std::vector<Word> basis;
    Word wavefronts;
    Word instructions;
    Access store;
    Access load;
    Shifts load_shifts;  // within a word that is loaded
  };

  // What the bytes alone take: all of them are stored, and each warp loads those that it has.
  [[nodiscard]] Word least_wavefronts() const {
    const AccessRule* rule = rule_of(MoveOp::kStore, 2, false, 0);
    const Word row = rule != nullptr ? 4 * Word{rule->banks} : 128;
    const Word of_a_warp = Word{1} << span_of(all_of(destination_)).rank();
    return std::max<Word>(bytes() / row, 1) +
           (std::max<Word>(of_a_warp / row, 1) << destination_.warps.size());
  }
  [[nodiscard]] bool is_least(Word least) const { return best_ && best_->wavefronts <= least; }

  // Chains of what is within an access: what both sides have in registers, and then what one has.
  [[nodiscard]] std::vector<Option> options() const {
    const auto common = intersection(source_.bytes, destination_.bytes);
    std::vector<Option> list;
    for (const Side* wide : {&destination_, &source_}) {
      Option option;
      Span span;
      const auto extend = [&](const std::vector<Word>& vectors) {
        for (const Word vector : vectors) {
          if (option.chain.size() < 4 && block_of(vector) == 0 && span.add(vector)) {
            option.chain.push_back(vector);
          }
        }
      };
      extend(common);
      extend(wide->bytes);
      list.push_back(std::move(option));
    }
    // Matrices of elements of two bytes, where no word is common.
    if (common.size() == 1 && empty_.lanes == 32 && !is_remote_) {
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
  static std::vector<Word> threads_of(const Access& access) {
    std::vector<Word> all = access.lanes;
    all.insert(all.end(), access.warps.begin(), access.warps.end());
    return all;
  }
  static std::vector<Word> all_of(const Side& side) {
    std::vector<Word> all = side.bytes;
    all.insert(all.end(), side.lanes.begin(), side.lanes.end());
    return all;
  }

  // What is accessed at least: the first vectors of the chain, up to a word, that the side has.
  static std::vector<Word> inside_of(const Option& option, const Side& side) {
    const Span span = span_of(side.bytes);
    std::vector<Word> inside;
    for (const Word vector : option.chain) {
      if (inside.size() == 2 || !span.contains(vector)) break;
      inside.push_back(vector);
    }
    return inside;
  }

  [[nodiscard]] Access stored(const Option& option) const {
    if (option.stores_transposed) return matrices_of(option, source_);
    Access access = access_of(source_, inside_of(option, source_));
    put_chain_first(access, option.chain);
    if (option.names_alike) name_alike(access, low_mask(bits_));
    share_copies(access, option.chain);
    return access;
  }
  [[nodiscard]] Access loaded(const Option& option) const {
    if (option.loads_transposed) return matrices_of(option, destination_);
    Access access = access_of(destination_, inside_of(option, destination_));
    put_chain_first(access, option.chain);
    return access;
  }
  // A word holds an element and that of the next row; the slots are matrices.
  [[nodiscard]] static Access matrices_of(const Option& option, const Side& side) {
    Span span = span_of({option.chain[0]});
    Word row = 0;
    for (const Word vector : side.bytes) {
      if (row == 0 && span.add(vector)) row = vector;
    }
    Access access{{option.chain[0], row}, {}, side.lanes, side.warps, side.blocks};
    for (const Word vector : side.bytes) {
      if (span.add(vector)) access.slots.push_back(vector);
    }
    return access;
  }
  // Vectors of registers that the chain has, in its order, before the others.
  static void put_chain_first(Access& access, const std::vector<Word>& chain) {
    Span span = span_of(access.inside);
    const Span held = [&] {
      Span all = span;
      for (const Word vector : access.slots) all.add(vector);
      return all;
    }();
    std::vector<Word> slots;
    for (const Word vector : chain) {
      if (held.contains(vector) && span.add(vector)) slots.push_back(vector);
    }
    for (const Word vector : access.slots) {
      if (span.add(vector)) slots.push_back(vector);
    }
    access.slots = std::move(slots);
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
    const unsigned widest_store = option.stores_transposed ? 2 : chain_bits(option.chain, store);
    const unsigned widest_load = option.loads_transposed ? 2 : chain_bits(option.chain, load);
    const auto least = [](const Access& access) {
      return static_cast<unsigned>(access.inside.size());
    };
    for (unsigned s = widest_store + 1; s-- > least(store);) {
      const AccessRule* store_rule = rule_of(MoveOp::kStoreMatrices, 0, true, 1);
      if (!option.stores_transposed) store_rule = rule_of(MoveOp::kStore, s, false, 0);
      if (store_rule == nullptr) continue;
      for (unsigned l = widest_load + 1; l-- > least(load);) {
        const AccessRule* load_rule = rule_of(MoveOp::kLoadMatrices, 0, true, 1);
        if (!option.loads_transposed) load_rule = rule_of(MoveOp::kLoad, l, false, 0);
        if (load_rule == nullptr) continue;
        consider(option, store, *store_rule, s, load, *load_rule, l);
        if (is_least(least_count)) return;
      }
    }
  }

  // What an access is aligned to: lanes and warps must not differ in these lowest bits.  Those
  // within a word may differ where loads permute the bytes afterwards.
  static bool is_aligned(const std::vector<Word>& vectors,
                         const Chain& chain,
                         unsigned from,
                         unsigned to) {
    return std::ranges::all_of(vectors, [&](Word vector) {
      return (chain.low_bits(vector) & low_mask(to) & ~low_mask(from)) == 0;
    });
  }
  // Of matrices rows are aligned, which go by the row within a word, two bits of lanes, warps and
  // slots.
  static std::vector<Word> rows_and_slots(const Access& access) {
    std::vector<Word> list = access.warps;
    list.insert(list.end(), access.slots.begin(), access.slots.end());
    list.insert(list.end(), {access.inside[1], access.lanes[0], access.lanes[1]});
    return list;
  }
  static void rebase(std::vector<Word>& slots,
                     const Chain& chain,
                     unsigned size,
                     std::size_t first) {
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
    std::vector<Word> vectors = option.chain;
    if (!is_fixed) vectors.resize(std::min<std::size_t>(vectors.size(), std::max({s, l, 2U})));
    const Access& leads = option.loads_transposed ? load : store;
    const Chain chain(std::move(vectors), threads_of(leads), bits_);
    if (option.stores_transposed ? !is_aligned(rows_and_slots(store), chain, 0, 4)
                                 : !is_aligned(threads_of(store), chain, 0, s)) {
      return;
    }
    if (!is_aligned(store.blocks, chain, 0, option.stores_transposed ? 4 : s)) return;
    if (option.loads_transposed ? !is_aligned(rows_and_slots(load), chain, 0, 4)
                                : !is_aligned(threads_of(load), chain, std::min(l, 2U), l)) {
      return;
    }
    if (!is_aligned(load.blocks, chain, std::min(l, 2U), option.loads_transposed ? 4 : l)) return;
    if (!option.stores_transposed) rebase(store.slots, chain, s, s - store.inside.size());
    if (!option.loads_transposed) rebase(load.slots, chain, l, l - load.inside.size());
    Choice choice{option, s, l, {}, 0, 0, {}, {}, {}};
    const auto shift = [&](std::vector<Word>& list, std::vector<Word>& shifts) {
      for (Word& vector : list) {
        const Word within =
            option.loads_transposed ? 0 : chain.low_bits(vector) & low_mask(std::min(l, 2U));
        shifts.push_back(within);
        vector ^= f2::apply(chain.vectors(), within);
      }
    };
    shift(load.lanes, choice.load_shifts.lanes);
    shift(load.warps, choice.load_shifts.warps);
    shift(load.blocks, choice.load_shifts.blocks);
    const Demand one =
        option.stores_transposed ? rows_of(store, option) : demand_of(store, store_rule, s);
    const Demand two =
        option.loads_transposed ? rows_of(load, option) : demand_of(load, load_rule, l);
    std::vector<Word> preferred = load.slots;
    preferred.insert(preferred.end(), load.lanes.begin(), load.lanes.end());
    preferred.insert(preferred.end(), load.warps.begin(), load.warps.end());
    choice.basis = memory_basis(chain, one, two, log2_exact(store_rule.banks), preferred);
    const Memory solver(choice.basis);
    const auto add =
        [&](const Access& access, const AccessRule& rule, unsigned within, bool is_matrix) {
          const Word slots = Word{1} << (access.slots.size() - (within - access.inside.size()));
          const Word warps = Word{1}
                             << (access.warps.size() -
                                 static_cast<unsigned>(std::popcount(access.inactive.warps)));
          choice.wavefronts += is_matrix ? matrix_wavefronts(rule, access, solver) * slots * warps
                                         : wavefronts_of(rule, access, solver, within);
          choice.instructions += is_matrix ? std::max<Word>(slots / 4, 1) * warps : slots * warps;
        };
    add(store, store_rule, s, option.stores_transposed);
    add(load, load_rule, l, option.loads_transposed);
    choice.store = std::move(store);
    choice.load = std::move(load);
    if (!best_ || std::pair(choice.wavefronts, choice.instructions) <
                      std::pair(best_->wavefronts, best_->instructions)) {
      best_ = std::move(choice);
    }
  }

  // Of one matrix.
  static Word matrix_wavefronts(const AccessRule& rule, const Access& access, const Memory& basis) {
    std::array<Word, WavefrontCounter::kMaxLanes> at{};
    for (unsigned row = 0; row < 8; ++row) at[row] = f2::apply(row_columns(access, basis), row);
    return WavefrontCounter(rule).count(at, low_mask(8)).wavefronts;
  }
  static std::vector<Word> row_columns(const Access& access, const Memory& basis) {
    return all_coordinates(basis, {access.inside[1], access.lanes[0], access.lanes[1]});
  }

  SharedPlan write(const Choice& choice) {
    MoveWriter writer(empty_);
    writer.set_shared_bytes(bytes());
    const Memory basis(choice.basis);
    write_store(writer, choice, basis);
    writer.barrier(is_remote_);
    write_load(writer, choice, basis);
    return {std::move(writer).take(), choice.wavefronts, is_remote_};
  }

  // Words of a side's registers, packed anew if a word is not one of them.
  static WordArray packed(MoveWriter& writer,
                          std::uint32_t array,
                          const Side& side,
                          const Access& access) {
    const Memory held(side.bytes, ~Word{0});
    WordArray words{array, access.inside, access.slots};
    const auto inside = all_coordinates(held, access.inside);
    const auto slots = all_coordinates(held, access.slots);
    bool is_as_it_is = true;
    for (std::size_t i = 0; i < inside.size(); ++i)
      is_as_it_is = is_as_it_is && inside[i] == Word{1} << i;
    for (const Word slot : slots) is_as_it_is = is_as_it_is && slot % 4 == 0;
    if (is_as_it_is) {
      for (const Word slot : slots) words.columns.push_back(slot / 4);
      return words;
    }
    for (std::size_t i = 0; i < slots.size(); ++i) words.columns.push_back(Word{1} << i);
    words.array = writer.new_array(Word{1} << slots.size());
    writer.gather(words.array, words.columns, array, inside, slots);
    return words;
  }

  void write_store(MoveWriter& writer, const Choice& choice, const Memory& basis) const {
    const Access& access = choice.store;
    Access all = access_of(source_, access.inside);
    if (!choice.option.stores_transposed) put_chain_first(all, choice.option.chain);
    WordArray words = packed(writer, moves::kSourceArray, source_, all);
    words = writer.select(
        words, access.slots, access.lane_choice, access.warp_choice, access.block_choice);
    words = arranged(writer, words, access.slots, access.shifts);
    if (choice.option.stores_transposed) {
      writer.matrices(MoveOp::kStoreMatrices, words, true, rows(access, basis, words));
    } else {
      writer.access(MoveOp::kStore,
                    words,
                    1U << choice.store_bits,
                    places(access, basis, choice.store_bits),
                    access.inactive);
    }
  }

  // Words of these vectors, in this order: their bytes are permuted where a vector is another of a
  // word's, or threads have them off by some.
  static WordArray arranged(MoveWriter& writer,
                            const WordArray& words,
                            const std::vector<Word>& vectors,
                            const Shifts& shifts) {
    WordArray result{words.array, words.inside, vectors};
    std::vector<Word> slots;
    bool is_as_it_is = true;
    for (const Word vector : vectors) {
      slots.push_back(words.byte_of(vector));
      result.columns.push_back(slots.back() / 4);
      is_as_it_is = is_as_it_is && slots.back() % 4 == 0;
    }
    if (is_as_it_is && shifts.is_none()) return result;
    std::vector<Word> inside;
    for (std::size_t bit = 0; bit < words.inside.size(); ++bit) inside.push_back(Word{1} << bit);
    for (std::size_t i = 0; i < slots.size(); ++i) result.columns[i] = Word{1} << i;
    result.array = writer.new_array(Word{1} << slots.size());
    writer.gather(result.array, result.columns, words.array, inside, slots, shifts);
    return result;
  }

  void write_load(MoveWriter& writer, const Choice& choice, const Memory& basis) const {
    const Access& access = choice.load;
    // d's registers, in words of memory.
    WordArray words{moves::kDestinationArray, access.inside, access.slots};
    for (std::size_t i = 0; i < access.slots.size(); ++i) words.columns.push_back(Word{1} << i);
    std::vector<Word> inside;
    std::vector<Word> slots;
    for (std::size_t bit = 0; bit < destination_.bytes.size(); ++bit) {
      (bit < 2 ? inside : slots).push_back(words.byte_of(destination_.bytes[bit]));
    }
    bool is_as_it_is = inside == std::vector<Word>({1, 2}) ||
                       (inside == std::vector<Word>({1}) && access.inside.size() == 1) ||
                       (inside.empty() && access.inside.empty());
    for (const Word slot : slots) is_as_it_is = is_as_it_is && slot % 4 == 0;
    std::vector<Word> registers;
    for (const Word slot : slots) registers.push_back(slot / 4);
    is_as_it_is = is_as_it_is && choice.load_shifts.is_none();
    const auto inverse = f2::inverse({static_cast<unsigned>(access.slots.size()), registers});
    if (is_as_it_is && inverse) {
      words.columns = inverse->columns;
    } else {
      words.array = writer.new_array(Word{1} << access.slots.size());
    }
    if (choice.option.loads_transposed) {
      writer.matrices(MoveOp::kLoadMatrices, words, true, rows(access, basis, words));
    } else {
      const AffineValue at = places(access, basis, choice.load_bits);
      std::optional<AffineValue> block;
      if (is_remote_) block = blocks(access, choice.load_bits);
      writer.access(MoveOp::kLoad, words, 1U << choice.load_bits, at, {}, block);
    }
    if (words.array == moves::kDestinationArray) return;
    std::vector<Word> columns;
    for (std::size_t i = 0; i < slots.size(); ++i) columns.push_back(Word{1} << i);
    writer.gather(
        moves::kDestinationArray, columns, words.array, inside, slots, choice.load_shifts);
  }

  static AffineValue places(const Access& access, const Memory& basis, unsigned within) {
    const std::vector<Word> slots(
        access.slots.begin() + (within - static_cast<unsigned>(access.inside.size())),
        access.slots.end());
    AffineValue at;
    at.lane = all_coordinates(basis, access.lanes);
    at.warp = all_coordinates(basis, access.warps);
    at.block = all_coordinates(basis, access.blocks);
    at.slot = all_coordinates(basis, slots);
    return at;
  }

  // Whose memory it is.
  [[nodiscard]] AffineValue blocks(const Access& access, unsigned within) const {
    const auto all = [&](const std::vector<Word>& vectors) {
      std::vector<Word> list;
      for (const Word vector : vectors) list.push_back(block_of(vector));
      return list;
    };
    AffineValue block;
    block.lane = all(access.lanes);
    block.warp = all(access.warps);
    block.block = asked_;
    block.slot = all({access.slots.begin() + (within - static_cast<unsigned>(access.inside.size())),
                      access.slots.end()});
    return block;
  }

  // Lanes 8 * m + r give row r of matrix m.
  static AffineValue rows(const Access& access, const Memory& basis, const WordArray& words) {
    const std::size_t together = std::min<std::size_t>(2, words.columns.size());
    AffineValue at;
    at.lane = row_columns(access, basis);
    for (std::size_t m = 0; m < together; ++m)
      at.lane.push_back(coordinates(basis, access.slots[m]));
    at.warp = all_coordinates(basis, access.warps);
    at.block = all_coordinates(basis, access.blocks);
    for (std::size_t i = together; i < access.slots.size(); ++i) {
      at.slot.push_back(coordinates(basis, access.slots[i]));
    }
    return at;
  }

  const moves::Program& empty_;
  const Side& source_;
  const Side& destination_;
  unsigned bits_;
  const std::vector<Word>& owners_;
  std::vector<Word>
      asked_;  // by each bit of a block's number: what it adds to whose memory it loads
  bool is_remote_ = false;  // does a block load from another's memory?
  std::optional<Choice> best_;
};

}  // namespace

Result<SharedPlan> shared_plan(const moves::Program& empty,
                               const Side& source,
                               const Side& destination,
                               const BlockNumbers& blocks,
                               Word most_bytes) {
  Planner planner(empty, source, destination, blocks);
  if (planner.bytes() > most_bytes) {
    return Error{ErrorCode::kUnsupported,
                 "the tensor takes " + std::to_string(planner.bytes()) +
                     " bytes of shared memory, of which there are " + std::to_string(most_bytes)};
  }
  if (auto best = planner.best()) return *std::move(best);
  return Error{ErrorCode::kUnsupported, "blocks have their copies at bytes of other words"};
}

}  // namespace tileproof::plan
