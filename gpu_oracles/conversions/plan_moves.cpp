#include "gpu_oracles/conversions/plan_moves.hpp"

#include <algorithm>
#include <array>
#include <optional>

namespace tileproof::oracles {
namespace {

constexpr std::uint32_t kAbsent = 0xFFFFFFFF;

// Writes steps and their records.
class MoveWriter {
 public:
  explicit MoveWriter(MovePlan& plan) : plan_(plan) {}

  // Records for all slots of a step, inactive at first; record(slot, thread) is its first word.
  void begin(const MoveStep& step, const std::string& instruction) {
    step_ = step;
    words_ = record_words(step, plan_.list.header.element_bytes);
    auto& list = plan_.list.words;
    list.push_back(pack(step));
    list.push_back(step.slots);
    first_ = list.size();
    list.resize(first_ + std::size_t{step.slots} * plan_.list.header.threads * words_, kInactive);
    ++plan_.list.header.step_count;
    if (!plan_.instructions.empty()) plan_.instructions += ", ";
    plan_.instructions += instruction;
    if (step.slots > 0) plan_.instructions += " x" + std::to_string(step.slots);
  }
  std::uint32_t* record(unsigned slot, unsigned thread) {
    return plan_.list.words.data() + first_ +
           (std::size_t{slot} * plan_.list.header.threads + thread) * words_;
  }
  static void list_register(std::uint32_t* record, unsigned k, unsigned index) {
    std::uint32_t& word = record[1 + k / 4];
    word = (word & ~(0xFFU << (k % 4 * 8))) | index << (k % 4 * 8);
  }

 private:
  MovePlan& plan_;
  MoveStep step_;
  std::uint32_t words_ = 0;
  std::size_t first_ = 0;
};

// The accesses of one side of a conversion through shared memory: which registers of each thread
// go to (or come from) which bytes.
class Side {
 public:
  Side(const ConversionModel& model,
       const HeldElements& held,
       unsigned element_bytes,
       unsigned first_register)
      : held_(held), bytes_(element_bytes), first_register_(first_register) {
    byte_.reserve(held.ids.size());
    for (const std::uint32_t id : held.ids) byte_.push_back(model.byte_of[id]);
    // Lanes that hold copies of others' elements need not store them again.
    std::vector<bool> seen(model.byte_of.size(), false);
    is_first_.reserve(held.ids.size());
    for (const std::uint32_t id : held.ids) {
      is_first_.push_back(!seen[id]);
      seen[id] = true;
    }
  }

  void write_matrices_or_accesses(MoveWriter& writer,
                                  bool is_store,
                                  unsigned widest,
                                  bool uses_matrices) {
    if (uses_matrices && (write_matrices(writer, is_store, false) ||
                          (bytes_ == 2 && write_matrices(writer, is_store, true)))) {
      return;
    }
    for (unsigned width = std::max(widest, bytes_); width > bytes_; width /= 2) {
      if (write_accesses(writer, is_store, width / bytes_)) return;
    }
    TP_CHECK(write_accesses(writer, is_store, 1), "single elements can always be accessed");
  }

 private:
  struct Access {
    std::uint32_t byte;
    std::array<std::uint8_t, 16> registers;
  };

  // All accesses of `elements` elements of a thread, each register in one; nullopt if it cannot be.
  [[nodiscard]] std::optional<std::vector<Access>> accesses_of(unsigned thread,
                                                               unsigned elements) const {
    std::vector<Access> accesses;
    std::vector<std::pair<std::uint32_t, unsigned>> sorted;
    for (unsigned r = 0; r < held_.registers; ++r) sorted.emplace_back(byte(thread, r), r);
    std::sort(sorted.begin(), sorted.end());
    // Registers with the same element: each round takes one of them.
    while (!sorted.empty()) {
      std::vector<std::pair<std::uint32_t, unsigned>> repeated;
      std::vector<std::pair<std::uint32_t, unsigned>> once;
      for (const auto& entry : sorted) {
        (once.empty() || once.back().first != entry.first ? once : repeated).push_back(entry);
      }
      for (std::size_t i = 0; i < once.size(); i += elements) {
        Access access{once[i].first, {}};
        if (access.byte % (elements * bytes_) != 0 || i + elements > once.size()) return {};
        for (unsigned k = 0; k < elements; ++k) {
          if (once[i + k].first != access.byte + k * bytes_) return {};
          access.registers[k] = static_cast<std::uint8_t>(once[i + k].second);
        }
        accesses.push_back(access);
      }
      sorted = std::move(repeated);
    }
    return accesses;
  }

  bool write_accesses(MoveWriter& writer, bool is_store, unsigned elements) {
    std::vector<std::vector<Access>> by_thread;
    std::size_t slots = 0;
    for (unsigned thread = 0; thread < held_.threads; ++thread) {
      auto accesses = accesses_of(thread, elements);
      if (!accesses) return false;
      if (is_store) {
        std::erase_if(*accesses, [&](const Access& access) {
          return std::none_of(access.registers.begin(),
                              access.registers.begin() + elements,
                              [&](unsigned r) { return is_first_[index(thread, r)]; });
        });
      }
      slots = std::max(slots, accesses->size());
      by_thread.push_back(std::move(*accesses));
    }
    const MoveStep step{is_store ? MoveKind::kStore : MoveKind::kLoad,
                        elements,
                        false,
                        static_cast<std::uint32_t>(slots)};
    writer.begin(
        step,
        std::string(is_store ? "st" : "ld") + ".shared.b" + std::to_string(8 * elements * bytes_));
    for (unsigned thread = 0; thread < held_.threads; ++thread) {
      for (unsigned slot = 0; slot < by_thread[thread].size(); ++slot) {
        const Access& access = by_thread[thread][slot];
        std::uint32_t* record = writer.record(slot, thread);
        record[0] = access.byte;
        for (unsigned k = 0; k < elements; ++k) {
          MoveWriter::list_register(record, k, first_register_ + access.registers[k]);
        }
      }
    }
    return true;
  }

  // The byte offsets of the 8 rows of the matrix that a warp has in `per_matrix` registers from r
  // on; nullopt if they are none.
  [[nodiscard]] std::optional<std::array<std::uint32_t, 8>> rows_of(unsigned warp,
                                                                    unsigned r,
                                                                    bool transposed) const {
    const unsigned per_matrix = 4 / bytes_;
    std::array<std::uint32_t, 8> rows{};
    for (unsigned lane = 0; lane < 32; ++lane) {
      for (unsigned k = 0; k < per_matrix; ++k) {
        const unsigned row = transposed ? lane % 4 * 2 + k : lane / 4;
        const unsigned in_row = transposed ? lane / 4 * 2 : lane % 4 * 4 + k * bytes_;
        const std::uint32_t at = byte(warp * 32 + lane, r + k);
        if (in_row == 0) rows[row] = at;
        if (at < in_row) return {};
        if (const bool is_known = transposed ? lane >= 4 : in_row > 0; !is_known) continue;
        if (at - in_row != rows[row]) return {};
      }
    }
    for (const std::uint32_t row : rows) {
      if (row % 16 != 0) return {};
    }
    return rows;
  }

  bool write_matrices(MoveWriter& writer, bool is_store, bool transposed) {
    if (bytes_ > 4) return false;
    // A matrix instruction cannot leave out the copies.
    if (is_store && std::find(is_first_.begin(), is_first_.end(), false) != is_first_.end()) {
      return false;
    }
    const unsigned per_matrix = 4 / bytes_;
    const unsigned count = held_.registers / per_matrix;
    const unsigned warps = held_.threads / 32;
    if (count == 0 || held_.registers % per_matrix != 0 || warps == 0) return false;
    std::vector<std::array<std::uint32_t, 8>> rows;
    for (unsigned warp = 0; warp < warps; ++warp) {
      for (unsigned m = 0; m < count; ++m) {
        const auto found = rows_of(warp, m * per_matrix, transposed);
        if (!found) return false;
        rows.push_back(*found);
      }
    }
    const unsigned together = count % 4 == 0 ? 4 : count % 2 == 0 ? 2 : 1;
    const MoveStep step{is_store ? MoveKind::kStoreMatrix : MoveKind::kLoadMatrix,
                        together,
                        transposed,
                        count / together};
    writer.begin(step,
                 std::string(is_store ? "st" : "ld") + "matrix.x" + std::to_string(together) +
                     (transposed ? ".trans" : ""));
    for (unsigned thread = 0; thread < warps * 32; ++thread) {
      const unsigned lane = thread % 32;
      for (unsigned slot = 0; slot < step.slots; ++slot) {
        std::uint32_t* record = writer.record(slot, thread);
        const unsigned first = slot * together;
        const unsigned mine = std::min(lane / 8, together - 1);
        record[0] = rows[thread / 32 * count + first + mine][lane % 8];
        for (unsigned k = 0; k < together * per_matrix; ++k) {
          MoveWriter::list_register(record, k, first_register_ + first * per_matrix + k);
        }
      }
    }
    return true;
  }

  [[nodiscard]] std::size_t index(unsigned thread, unsigned r) const {
    return std::size_t{thread} * held_.registers + r;
  }
  [[nodiscard]] std::uint32_t byte(unsigned thread, unsigned r) const {
    return byte_[index(thread, r)];
  }

  const HeldElements& held_;
  unsigned bytes_;
  unsigned first_register_;
  std::vector<std::uint32_t> byte_;
  std::vector<bool> is_first_;
};

Error not_there(const char* where, std::uint32_t id) {
  return {ErrorCode::kNotSolvable,
          "element " + std::to_string(id) + " is not in the " + where + " that needs it"};
}

// Where each element is among some threads: the first of its places.
class Holders {
 public:
  explicit Holders(const HeldElements& held) : held_(held), place_(largest(held) + 1, kAbsent) {}

  void look_at(unsigned first_thread, unsigned threads) {
    std::fill(place_.begin(), place_.end(), kAbsent);
    const std::size_t begin = std::size_t{first_thread} * held_.registers;
    for (std::size_t i = std::size_t{threads} * held_.registers; i-- > 0;) {
      place_[held_.ids[begin + i]] = static_cast<std::uint32_t>(i);
    }
  }
  // thread * registers + register among the threads looked at, or kAbsent.
  [[nodiscard]] std::uint32_t place(std::uint32_t id) const {
    return id < place_.size() ? place_[id] : kAbsent;
  }

 private:
  static std::uint32_t largest(const HeldElements& held) {
    return *std::max_element(held.ids.begin(), held.ids.end());
  }
  const HeldElements& held_;
  std::vector<std::uint32_t> place_;
};

std::optional<Error> plan_registers(const ConversionModel& model, MovePlan& plan) {
  const HeldElements& from = model.source;
  const HeldElements& to = model.destination;
  MoveWriter writer(plan);
  writer.begin({MoveKind::kMove, 1, false, to.registers}, "mov");
  Holders holders(from);
  for (unsigned thread = 0; thread < to.threads; ++thread) {
    if (thread >= from.threads) return not_there("thread", to.ids[thread * to.registers]);
    holders.look_at(thread, 1);
    for (unsigned r = 0; r < to.registers; ++r) {
      const std::uint32_t id = to.ids[thread * to.registers + r];
      const std::uint32_t place = holders.place(id);
      if (place == kAbsent) return not_there("thread", id);
      *writer.record(r, thread) = place | (plan.list.header.destination_first + r) << 8;
    }
  }
  return std::nullopt;
}

// One round of shuffles of a warp: what each lane gives, from which lane it takes and where to.
struct ShuffleRound {
  std::vector<std::uint32_t> given;
  std::vector<std::uint32_t> lane;
  std::vector<std::uint32_t> taken;
  explicit ShuffleRound(unsigned lanes)
      : given(lanes, kNoRegister), lane(lanes, 0), taken(lanes, kNoRegister) {}
};

std::optional<Error> plan_lanes(const ConversionModel& model, MovePlan& plan) {
  const HeldElements& from = model.source;
  const HeldElements& to = model.destination;
  const unsigned lanes = plan.list.header.warp_lanes;
  if (to.threads > from.threads || to.threads % lanes != 0) {
    return not_there("warp", to.ids.back());
  }
  std::vector<std::vector<ShuffleRound>> by_warp(to.threads / lanes);
  std::size_t most = 0;
  Holders holders(from);
  for (unsigned warp = 0; warp < by_warp.size(); ++warp) {
    auto& rounds = by_warp[warp];
    holders.look_at(warp * lanes, lanes);
    for (unsigned r = 0; r < to.registers; ++r) {
      // Each reader goes into the first round in which the lane gives its register or nothing.
      const std::size_t first_round = rounds.size();
      for (unsigned lane = 0; lane < lanes; ++lane) {
        const std::uint32_t id = to.ids[(warp * lanes + lane) * to.registers + r];
        const std::uint32_t place = holders.place(id);
        if (place == kAbsent) return not_there("warp", id);
        const std::uint32_t giver = place / from.registers;
        const std::uint32_t given = place % from.registers;
        std::size_t i = first_round;
        while (i < rounds.size() && rounds[i].given[giver] != kNoRegister &&
               rounds[i].given[giver] != given) {
          ++i;
        }
        if (i == rounds.size()) rounds.emplace_back(lanes);
        rounds[i].given[giver] = given;
        rounds[i].lane[lane] = giver;
        rounds[i].taken[lane] = plan.list.header.destination_first + r;
      }
    }
    most = std::max(most, rounds.size());
  }
  MoveWriter writer(plan);
  writer.begin({MoveKind::kShuffle, 1, false, static_cast<std::uint32_t>(most)},
               "shfl.sync.idx.b32");
  for (unsigned warp = 0; warp < by_warp.size(); ++warp) {
    for (unsigned slot = 0; slot < by_warp[warp].size(); ++slot) {
      const ShuffleRound& round = by_warp[warp][slot];
      for (unsigned lane = 0; lane < lanes; ++lane) {
        const std::uint32_t given = round.given[lane] == kNoRegister ? 0 : round.given[lane];
        *writer.record(slot, warp * lanes + lane) =
            given | round.lane[lane] << 8 | round.taken[lane] << 16;
      }
    }
  }
  return std::nullopt;
}

std::optional<Error> plan_shared(const Conversion& conversion,
                                 const ConversionModel& model,
                                 MovePlan& plan) {
  MoveWriter writer(plan);
  const unsigned bytes = conversion.element_bytes;
  Side(model, model.source, bytes, 0)
      .write_matrices_or_accesses(writer, true, conversion.store_bytes, conversion.uses_matrices);
  writer.begin({}, "bar.sync");
  Side(model, model.destination, bytes, plan.list.header.destination_first)
      .write_matrices_or_accesses(writer, false, conversion.load_bytes, conversion.uses_matrices);
  return std::nullopt;
}

}  // namespace

Result<MovePlan> plan_moves(const Conversion& conversion, const ConversionModel& model) {
  MovePlan plan;
  MoveListHeader& header = plan.list.header;
  const unsigned most = std::max(model.source.threads, model.destination.threads);
  header.threads = most;
  header.element_bytes = conversion.element_bytes;
  header.warp_lanes = conversion.warp_lanes;
  header.source_threads = model.source.threads;
  header.source_registers = model.source.registers;
  header.destination_threads = model.destination.threads;
  header.destination_first = model.source.registers;
  header.destination_registers = model.destination.registers;
  header.shared_bytes = model.shared_bytes;
  const unsigned registers = model.source.registers + model.destination.registers;
  // Register 255 is kNoRegister.
  if (most > kMaxThreads || registers >= kMaxRegisters || model.source.threads % 32 != 0 ||
      model.destination.threads % 32 != 0) {
    return Error{ErrorCode::kUnsupported,
                 std::to_string(most) + " threads with " + std::to_string(registers) +
                     " registers are no whole warps, or exceed a list of moves"};
  }
  plan.list.source_ids = model.source.ids;
  const auto error = conversion.route == Route::kRegisters ? plan_registers(model, plan)
                     : conversion.route == Route::kLanes   ? plan_lanes(model, plan)
                                                           : plan_shared(conversion, model, plan);
  if (error) return *error;
  return plan;
}

}  // namespace tileproof::oracles
