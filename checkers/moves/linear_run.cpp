#include "checkers/moves/linear_run.hpp"

#include <algorithm>
#include <bit>

#include "checkers/moves/affine_tokens.hpp"
#include "checkers/moves/thread_values.hpp"
#include "core/f2_algebra.hpp"
#include "core/wavefronts.hpp"

namespace tileproof::moves {
namespace {

// Of an access: variables are the slots, the number of a byte in it, and the threads.
struct Touch {
  bool is_store;
  bool is_matrix;
  unsigned slots;
  unsigned bytes;      // bits of the number of a byte
  Affine at;           // the byte, above it the block
  Affine token;        // of a store
  unsigned warp_time;  // how many barriers of each scope were before
  unsigned block_time;
};

// Registers of an array that one move, or the beginning, has written: variables are slots and
// threads.
struct Piece {
  unsigned slots;
  Affine index;  // of the slots alone
  Bytes bytes;
};

// Ends the run: something is not linear, or not right.
struct NotShown {};

class LinearRun {
 public:
  LinearRun(const Program& program, const HeldElements& source, const HeldElements& destination)
      : program_(program),
        lane_bits_(log2_ceil(program.lanes)),
        thread_bits_(lane_bits_ + log2_ceil(program.warps) + log2_ceil(program.blocks)),
        arrays_(program.arrays.size()) {
    if (!is_power_of_two(program.warps)) throw NotShown{};
    arrays_[kSourceArray].push_back(piece_of(source));
    destination_ = piece_of(destination);
    cost_.bytes = program.shared_bytes;
    for (std::size_t i = 0; i < program.arrays.size(); ++i) {
      Word size = program.arrays[i].size;
      if (size == 0 && i == kSourceArray) size = source.registers();
      if (size == 0 && i == kDestinationArray) size = destination.registers();
      cost_.registers += size;
    }
  }

  ProgramCost run() {
    run_all(program_.statements);
    check_destination();
    return cost_;
  }

 private:
  // A layout's registers.
  Piece piece_of(const HeldElements& held) const {
    Piece piece{log2_ceil(held.registers()), {}, {}};
    for (unsigned bit = 0; bit < piece.slots; ++bit) piece.index.columns.push_back(Word{1} << bit);
    piece.index.columns.resize(piece.slots + thread_bits_);
    if (Word{1} << piece.slots != held.registers()) throw NotShown{};
    for (unsigned byte = 0; byte < 4; ++byte) {
      const auto first = held.at(0, 0, byte);
      if (!first) continue;
      Affine token{*first, {}};
      for (unsigned bit = 0; bit < piece.slots; ++bit) {
        token.columns.push_back(*first ^ *held.at(0, Word{1} << bit, byte));
      }
      for (unsigned bit = 0; bit < thread_bits_; ++bit) {
        token.columns.push_back(*first ^ *held.at(1U << bit, 0, byte));
      }
      piece.bytes[byte] = std::move(token);
    }
    return piece;
  }

  // Loops of one move are run at once, others round by round.
  void run_all(const std::vector<Statement>& statements) {
    for (const Statement& statement : statements) {
      if (const auto* move = std::get_if<Move>(&statement.what)) {
        run_move(*move, {});
        continue;
      }
      const auto& loop = std::get<Loop>(statement.what);
      if (loop.body.size() == 1 && loop.first == 0 && is_power_of_two(loop.end)) {
        if (const auto* move = std::get_if<Move>(&loop.body[0].what);
            move != nullptr && move->op != MoveOp::kBarrier && !reads_what_it_writes(*move)) {
          run_move(*move, log2_exact(loop.end));
          continue;
        }
      }
      constexpr Word kMostRounds = 64;
      if (loop.end - loop.first > kMostRounds) throw NotShown{};
      loops_.push_back(0);
      for (loops_.back() = loop.first; loops_.back() < loop.end; ++loops_.back()) {
        run_all(loop.body);
      }
      loops_.pop_back();
    }
  }
  static bool reads_what_it_writes(const Move& move) {
    for (const Register& to : move.to) {
      for (const Register& from : move.from) {
        if (to.array == from.array) return true;
      }
    }
    return false;
  }

  // The slots of the innermost loop, if it is run at once.
  void run_move(const Move& move, std::optional<unsigned> slots) {
    slots_ = slots.value_or(0);
    has_slots_ = slots.has_value();
    if (move.block) throw NotShown{};
    if (move.op == MoveOp::kBarrier) return barrier(move);
    set_inputs();
    const auto inactive = inactive_threads(move);
    if (inactive && !touches_memory(move.op)) throw NotShown{};
    count_instructions(move, inactive);
    switch (move.op) {
      case MoveOp::kMove:
        return write(move.to[0], read(move.from[0]));
      case MoveOp::kPermute:
        return permute(move);
      case MoveOp::kSelect:
        return select(move);
      case MoveOp::kShuffle:
        return shuffle(move);
      default:
        return access(move, inactive);
    }
  }

  void barrier(const Move& move) {
    cost_.barriers += 1;
    cost_.instructions += program_.warps;
    ++warp_time_;
    if (move.scope != Scope::kWarp) ++block_time_;
  }

  // What expressions of a move are of: slots and threads are inputs, rounds are numbers.
  void set_inputs() {
    inputs_.clear();
    unsigned first = slots_;
    for (const Word count : {program_.lanes, program_.warps, program_.blocks}) {
      inputs_.push_back(F2Word::inputs(first, log2_ceil(count)));
      first += log2_ceil(count);
    }
    for (const Word loop : loops_) inputs_.emplace_back(loop);
    if (has_slots_) inputs_.push_back(F2Word::inputs(0, slots_));
  }
  // The value over slots and threads.
  Affine value_of(const IndexExpression& expression) const {
    const F2Word word = results_of(F2{}, expression, std::span<const F2Word>(inputs_))[0];
    if (!word.is_linear()) throw NotShown{};
    Affine value{word.constant(), Affine::Columns(slots_ + thread_bits_)};
    for (unsigned bit = 0; bit < word.input_width(); ++bit) {
      for (Word rest = word.inputs_of(bit); rest != 0; rest &= rest - 1) {
        value.columns[static_cast<unsigned>(std::countr_zero(rest))] |= Word{1} << bit;
      }
    }
    return value;
  }

  void write(const Register& to, Bytes bytes) {
    arrays_[to.array].push_back({slots_, value_of(to.index), std::move(bytes)});
  }

  Bytes read(const Register& from) const { return read(from.array, value_of(from.index), slots_); }
  // The registers with these numbers, by the last piece that has them all and none of which another
  // piece has written since.
  [[nodiscard]] Bytes read(std::uint32_t array, const Affine& index, unsigned slots) const {
    if (auto bytes = read_at_once(array, index, slots)) return *std::move(bytes);
    if (slots == 0) throw NotShown{};
    return read_one_by_one(array, index, slots);
  }
  // Nothing if no piece has them all.
  [[nodiscard]] std::optional<Bytes> read_at_once(std::uint32_t array,
                                                  const Affine& index,
                                                  unsigned slots) const {
    const auto& pieces = arrays_[array];
    for (auto piece = pieces.rbegin(); piece != pieces.rend(); ++piece) {
      const f2::Solver solver({piece->index.columns.data(), piece->slots});
      const auto first = solver.solve(index.constant ^ piece->index.constant);
      std::vector<Word> of_slots;
      for (unsigned v = 0; first && v < slots; ++v) {
        const auto found = solver.solve(index.columns[v]);
        if (!found) break;
        of_slots.push_back(*found);
      }
      if (first && of_slots.size() == slots) return composed(*piece, *first, of_slots, slots);
      Affine mine = piece->index;
      mine.columns.resize(piece->slots);
      Affine asked = index;
      asked.columns.resize(slots);
      if (meeting(mine, asked)) return std::nullopt;
    }
    return std::nullopt;
  }
  // What several pieces have, if that is linear in the slots all the same.
  [[nodiscard]] Bytes read_one_by_one(std::uint32_t array,
                                      const Affine& index,
                                      unsigned slots) const {
    std::vector<Bytes> all;
    for (Word slot = 0; slot < Word{1} << slots; ++slot) {
      const std::span<const Word> columns(index.columns.data(), slots);
      const Affine one{index.constant ^ f2::apply(columns, slot), Affine::Columns(thread_bits_)};
      auto bytes = read_at_once(array, one, 0);
      if (!bytes) throw NotShown{};
      all.push_back(*std::move(bytes));
    }
    Bytes result;
    for (unsigned k = 0; k < 4; ++k) {
      std::vector<const std::optional<Affine>*> tokens;
      for (const Bytes& bytes : all) tokens.push_back(&bytes[k]);
      result[k] = over_slots(tokens, slots);
    }
    return result;
  }
  // Nothing if none holds anything.
  static std::optional<Affine> over_slots(const std::vector<const std::optional<Affine>*>& tokens,
                                          unsigned slots) {
    const bool holds = tokens[0]->has_value();
    Affine result{holds ? (*tokens[0])->constant : 0, {}};
    for (unsigned bit = 0; holds && bit < slots; ++bit) {
      const auto& other = *tokens[std::size_t{1} << bit];
      if (!other) throw NotShown{};
      result.columns.push_back(result.constant ^ other->constant);
    }
    for (std::size_t slot = 0; slot < tokens.size(); ++slot) {
      const auto& one = *tokens[slot];
      if (one.has_value() != holds) throw NotShown{};
      if (holds && (one->columns != (*tokens[0])->columns || one->constant != result.at(slot))) {
        throw NotShown{};
      }
    }
    if (!holds) return std::nullopt;
    result.columns.insert(
        result.columns.end(), (*tokens[0])->columns.begin(), (*tokens[0])->columns.end());
    return result;
  }
  // A register that several slots have written holds what the last one wrote: that is not followed.
  [[nodiscard]] Bytes composed(const Piece& piece,
                               Word first,
                               const std::vector<Word>& of_slots,
                               unsigned slots) const {
    if (f2::rank({piece.index.columns.data(), piece.slots}) != piece.slots) throw NotShown{};
    Bytes bytes;
    for (unsigned k = 0; k < 4; ++k) {
      if (!piece.bytes[k]) continue;
      const Affine& token = *piece.bytes[k];
      const std::span<const Word> own(token.columns.data(), piece.slots);
      Affine result{token.constant ^ f2::apply(own, first), {}};
      for (unsigned v = 0; v < slots; ++v) result.columns.push_back(f2::apply(own, of_slots[v]));
      result.columns.insert(
          result.columns.end(), token.columns.begin() + piece.slots, token.columns.end());
      bytes[k] = std::move(result);
    }
    return bytes;
  }

  void permute(const Move& move) {
    const Affine selector = value_of(*move.value);
    const Bytes low = read(move.from[0]);
    const Bytes high = read(move.from[1]);
    Bytes result;
    for (unsigned k = 0; k < 4; ++k) {
      Affine digit{selector.constant >> (4 * k) & 7, {}};
      for (const Word column : selector.columns) digit.columns.push_back(column >> (4 * k) & 7);
      // By the three bits of a digit, the lowest first.
      std::array<const std::optional<Affine>*, 8> all;
      for (std::size_t n = 0; n < 8; ++n) all[n] = n < 4 ? &low[n] : &high[n - 4];
      std::array<std::optional<Affine>, 7> made;
      auto next = made.begin();
      for (unsigned bit = 0; bit < 3; ++bit) {
        for (std::size_t n = 0; n < 4U >> bit; ++n) {
          all[n] = &choose(digit, bit, *all[2 * n + 1], *all[2 * n], *next++);
        }
      }
      result[k] = *all[0];
    }
    write(move.to[0], std::move(result));
  }

  void select(const Move& move) {
    const Affine condition = value_of(*move.value);
    Word possible = condition.constant;
    for (const Word column : condition.columns) possible |= column;
    if (std::popcount(possible) > 1) throw NotShown{};
    const unsigned bit = possible == 0 ? 0 : log2_exact(possible);
    const Bytes first = read(move.from[0]);
    const Bytes second = read(move.from[1]);
    Bytes result;
    for (unsigned k = 0; k < 4; ++k) {
      std::optional<Affine> made;
      result[k] = choose(condition, bit, first[k], second[k], made);
    }
    write(move.to[0], std::move(result));
  }
  // One of the two, or what is made of both.  One that is never taken does not matter.
  static const std::optional<Affine>& choose(const Affine& condition,
                                             unsigned bit,
                                             const std::optional<Affine>& first,
                                             const std::optional<Affine>& second,
                                             std::optional<Affine>& made) {
    const auto asked = [&](Word word) { return (word >> bit & 1) != 0; };
    if (std::ranges::none_of(condition.columns, asked)) {
      return asked(condition.constant) ? first : second;
    }
    if (!first && !second) return first;
    if (!first || !second) throw NotShown{};
    made = chosen(condition, bit, *first, *second);
    if (!made) throw NotShown{};
    return made;
  }

  void shuffle(const Move& move) {
    Affine giver = value_of(*move.value);
    if (move.shuffle == ShuffleKind::kBytes) {
      const auto lane_of = [&](Word byte) { return byte >> 2 & (program_.lanes - 1); };
      giver.constant = lane_of(giver.constant);
      for (Word& column : giver.columns) column = lane_of(column);
    } else if (move.shuffle == ShuffleKind::kButterfly) {
      for (unsigned bit = 0; bit < lane_bits_; ++bit) giver.columns[slots_ + bit] ^= Word{1} << bit;
    } else if (move.shuffle != ShuffleKind::kIndex) {
      throw NotShown{};
    }
    if (largest(giver) >= program_.lanes) throw NotShown{};
    const Bytes given = read(move.from[0]);
    Bytes result;
    for (unsigned k = 0; k < 4; ++k) {
      if (!given[k]) throw NotShown{};
      const std::span<const Word> of_lanes(given[k]->columns.data() + slots_, lane_bits_);
      Affine token = *given[k];
      token.constant ^= f2::apply(of_lanes, giver.constant);
      for (std::size_t v = 0; v < token.columns.size(); ++v) {
        const bool is_lane = v >= slots_ && v < slots_ + lane_bits_;
        token.columns[v] =
            (is_lane ? 0 : given[k]->columns[v]) ^ f2::apply(of_lanes, giver.columns[v]);
      }
      result[k] = std::move(token);
    }
    write(move.to[0], std::move(result));
  }

  // The bits of threads that must be 0 to take part; NotShown for other predicates.
  std::optional<Word> inactive_threads(const Move& move) const {
    if (!move.predicate) return std::nullopt;
    if (has_slots_ && std::ranges::any_of(move.predicate->steps, [&](const GraphStep& step) {
          return step.op == StepOp::kInput && step.constant == kFirstLoopInput + loops_.size();
        })) {
      throw NotShown{};
    }
    std::vector<Word> loops = loops_;
    if (has_slots_) loops.push_back(0);
    const auto values = values_in_threads(program_, *move.predicate, loops);
    Word mask = 0;
    for (unsigned bit = 0; bit < thread_bits_; ++bit) {
      if (values[Word{1} << bit] == 0) mask |= Word{1} << bit;
    }
    for (Word t = 0; t < values.size(); ++t) {
      if ((values[t] != 0) != ((t & mask) == 0)) throw NotShown{};
    }
    return mask;
  }

  void count_instructions(const Move& move, std::optional<Word> inactive) {
    if (move.op == MoveOp::kMove) return;
    const Word count = active_warps(inactive) << slots_;
    cost_.instructions += count;
    if (move.op == MoveOp::kShuffle) cost_.shuffles += count;
    if (move.op == MoveOp::kPermute || move.op == MoveOp::kSelect) cost_.permutes += count;
  }
  // Of a block.
  [[nodiscard]] Word active_warps(std::optional<Word> inactive) const {
    const Word mask = inactive.value_or(0) >> lane_bits_ & (program_.warps - 1);
    return program_.warps >> std::popcount(mask);
  }

  // Variables of a byte come between slots and threads.
  Affine with_bytes(const Affine& value, const Affine::Columns& bytes) const {
    Affine result = value;
    result.columns.insert(
        result.columns.begin() + static_cast<std::ptrdiff_t>(slots_), bytes.begin(), bytes.end());
    return result;
  }

  void access(const Move& move, std::optional<Word> inactive) {
    const bool is_matrix = move.op == MoveOp::kStoreMatrices || move.op == MoveOp::kLoadMatrices;
    const auto& registers = is_store(move.op) ? move.from : move.to;
    const auto place = value_of(*move.value);
    check_place(move, place, inactive);
    count_wavefronts(move, place, inactive);
    const unsigned bytes = is_matrix ? 2 + log2_exact(registers.size()) : log2_ceil(move.bits / 8);
    if (!is_power_of_two(move.bits / 8)) throw NotShown{};
    Touch touch{is_store(move.op), is_matrix, slots_, bytes, {}, {}, warp_time_, block_time_};
    touch.at = is_matrix ? matrix_bytes(move, place, bytes) : plain_bytes(place, bytes);
    for (unsigned bit = 0; bit < log2_ceil(program_.blocks); ++bit) {
      const std::size_t v = touch.at.columns.size() - log2_ceil(program_.blocks) + bit;
      touch.at.columns[v] |= Word{1} << (40 + bit);
    }
    without(touch.at, touch, inactive);
    if (touch.is_store) {
      touch.token = stored(registers, bytes);
      without(touch.token, touch, inactive);
    }
    // Each is compared with all before it: programs of more are quicker run.
    constexpr std::size_t kMostTouches = 64;
    if (touches_.size() == kMostTouches) throw NotShown{};
    check_order(touch);
    if (touch.is_store) {
      if (!touch_is_one_token(touch)) throw NotShown{};
      touches_.push_back(std::move(touch));
      return;
    }
    if (inactive) throw NotShown{};
    load(registers, touch);
    touches_.push_back(std::move(touch));
  }

  // Threads that take no part are left out: their variables stay, and change nothing.
  void without(Affine& value, const Touch& touch, std::optional<Word> inactive) const {
    for (unsigned bit = 0; inactive && bit < thread_bits_; ++bit) {
      if ((*inactive >> bit & 1) != 0) value.columns[touch.slots + touch.bytes + bit] = 0;
    }
  }

  Affine plain_bytes(const Affine& place, unsigned bytes) const {
    Affine::Columns columns;
    for (unsigned bit = 0; bit < bytes; ++bit) columns.push_back(Word{1} << bit);
    return with_bytes(place, columns);
  }

  // Row r of matrix m is at the place of lane 8 * m + r.
  Affine matrix_bytes(const Move& move, const Affine& place, unsigned bytes) const {
    if (program_.lanes != 32) throw NotShown{};
    const auto lane = [&](unsigned bit) { return place.columns[slots_ + bit]; };
    Affine::Columns columns =
        move.is_transposed ? Affine::Columns{1, lane(0)} : Affine::Columns{1, 2};
    for (unsigned bit = 2; bit < bytes; ++bit) columns.push_back(lane(3 + bit - 2));
    Affine at = place;
    const std::array<Word, 5> of_lanes = move.is_transposed
                                             ? std::array<Word, 5>{lane(1), lane(2), 2, 4, 8}
                                             : std::array<Word, 5>{4, 8, lane(0), lane(1), lane(2)};
    for (unsigned bit = 0; bit < 5; ++bit) at.columns[slots_ + bit] = of_lanes[bit];
    return with_bytes(at, columns);
  }

  // Aligned, and within the memory.
  void check_place(const Move& move, const Affine& place, std::optional<Word> inactive) const {
    const bool is_matrix = move.op == MoveOp::kStoreMatrices || move.op == MoveOp::kLoadMatrices;
    if (is_matrix && inactive && (*inactive & (program_.lanes - 1)) != 0) throw NotShown{};
    const Word bytes = access_bytes(move);
    const std::size_t rows = 8 * (move.to.size() + move.from.size());
    Affine asked = place;
    Word low = place.constant;
    for (unsigned bit = 0; bit < thread_bits_; ++bit) {
      const bool is_idle = (inactive && (*inactive >> bit & 1) != 0) ||
                           (is_matrix && bit < lane_bits_ && Word{1} << bit >= rows);
      if (is_idle) asked.columns[slots_ + bit] = 0;
    }
    for (const Word column : asked.columns) low |= column;
    if ((low & (bytes - 1)) != 0 || largest(asked) + bytes > program_.shared_bytes)
      throw NotShown{};
  }

  // Of all slots and warps alike: their parts of the address are XORed in, which leaves banks apart
  // that were apart.
  void count_wavefronts(const Move& move, const Affine& place, std::optional<Word> inactive) {
    const AccessRule* rule = access_rule(move, program_.target);
    if (rule == nullptr || rule->lanes != program_.lanes) throw NotShown{};
    std::array<Word, WavefrontCounter::kMaxLanes> at{};
    Word active = 0;
    const std::span<const Word> columns(place.columns.data() + slots_, lane_bits_);
    const WavefrontCounter counter(*rule);
    for (unsigned lane = 0; lane < program_.lanes; ++lane) {
      if ((lane & inactive.value_or(0)) != 0) continue;
      active |= Word{1} << lane;
      at[lane] = place.constant ^ f2::apply(columns, lane);
    }
    const Word count =
        counter.count(at, active & counter.address_lanes()).wavefronts * active_warps(inactive)
        << slots_;
    (is_store(move.op) ? cost_.store_wavefronts : cost_.load_wavefronts) += count;
  }

  // What the bytes of an access hold, in its variables.
  Affine stored(const std::vector<Register>& registers, unsigned bytes) const {
    std::vector<Affine> all;
    all.reserve(std::size_t{1} << bytes);
    for (const Register& reg : registers) {
      for (const auto& byte : read(reg)) {
        if (all.size() == std::size_t{1} << bytes) break;
        if (!byte) throw NotShown{};
        all.push_back(*byte);
      }
    }
    Affine in_bytes{all[0].constant, {}};
    for (unsigned bit = 0; bit < bytes; ++bit) {
      in_bytes.columns.push_back(all[0].constant ^ all[std::size_t{1} << bit].constant);
    }
    for (std::size_t k = 0; k < all.size(); ++k) {
      if (all[k].columns != all[0].columns || in_bytes.at(k) != all[k].constant) throw NotShown{};
    }
    return with_bytes(all[0], in_bytes.columns);
  }

  // Do all that store a byte store the same?
  static bool touch_is_one_token(const Touch& touch) {
    for (const Word idle : f2::kernel(touch.at.span())) {
      if (f2::apply(touch.token.span(), idle) != 0) return false;
    }
    return true;
  }

  // Each access that conflicts is ordered after those before it.
  void check_order(const Touch& later) const {
    for (const Touch& before : touches_) check_pair(before, later);
  }
  void check_pair(const Touch& before, const Touch& later) const {
    if (!before.is_store && !later.is_store) return;
    if (before.block_time < later.block_time) return;
    if (before.at.columns.size() + later.at.columns.size() > 64) throw NotShown{};
    const auto met = meeting(before.at, later.at);
    if (!met) return;
    const std::size_t first = before.at.columns.size();
    const auto parts = [&](Word values) {
      return std::pair(values & low_mask(static_cast<unsigned>(first)), values >> first);
    };
    if (before.is_store && later.is_store) {
      const auto differs = [&](Word values) {
        const auto [one, two] = parts(values);
        return f2::apply(before.token.span(), one) ^ f2::apply(later.token.span(), two);
      };
      const bool is_same =
          (before.token.constant ^ later.token.constant ^ differs(met->at)) == 0 &&
          std::ranges::all_of(met->differences, [&](Word d) { return differs(d) == 0; });
      if (is_same) return;
    }
    // By one thread, or by one warp with a barrier of its own between.
    const bool is_amd = program_.target.vendor() == Target::Vendor::kAmd;
    const bool by_warp = before.warp_time < later.warp_time || is_amd;
    if (!by_warp && (before.is_matrix || later.is_matrix)) throw NotShown{};
    const auto thread = [&](const Touch& touch, Word values) {
      const Word number = values >> (touch.slots + touch.bytes);
      return by_warp ? number >> lane_bits_ : number;
    };
    const auto distance = [&](Word values) {
      const auto [one, two] = parts(values);
      return thread(before, one) ^ thread(later, two);
    };
    // Variables of threads that take no part change nothing: they would stand for others.
    for (const Word d : met->differences) {
      if (distance(d) != 0) throw NotShown{};
    }
    if (distance(met->at) != 0) throw NotShown{};
  }

  // By the last store that has all bytes, if no other has any of them since.
  void load(const std::vector<Register>& registers, const Touch& touch) {
    for (auto store = touches_.rbegin(); store != touches_.rend(); ++store) {
      if (!store->is_store) continue;
      const f2::Solver solver(store->at.span());
      const auto first = solver.solve(touch.at.constant ^ store->at.constant);
      Affine token;
      for (const Word column : touch.at.columns) {
        const auto one = first ? solver.solve(column) : std::nullopt;
        if (!one) break;
        token.columns.push_back(f2::apply(store->token.span(), *one));
      }
      if (first && token.columns.size() == touch.at.columns.size()) {
        token.constant = store->token.at(*first);
        return write_loaded(registers, touch, token);
      }
      if (meeting(store->at, touch.at)) throw NotShown{};
    }
    throw NotShown{};
  }

  void write_loaded(const std::vector<Register>& registers,
                    const Touch& touch,
                    const Affine& token) {
    // The registers of an access are slots of their own, if their numbers are linear in them.
    const unsigned inside = std::min(touch.bytes, 2U);
    const std::span<const Word> of_bytes(token.columns.data() + slots_, inside);
    Affine first = token;
    first.columns.erase(first.columns.begin() + static_cast<std::ptrdiff_t>(slots_),
                        first.columns.begin() + static_cast<std::ptrdiff_t>(slots_ + inside));
    Piece piece{slots_ + touch.bytes - inside, {}, {}};
    std::vector<Affine> indices;
    indices.reserve(registers.size());
    for (const Register& reg : registers) indices.push_back(value_of(reg.index));
    piece.index = indices[0];
    Affine in_registers{indices[0].constant, {}};
    for (std::size_t j = 1; j < registers.size(); j *= 2) {
      in_registers.columns.push_back(indices[j].constant ^ indices[0].constant);
    }
    for (std::size_t j = 0; j < registers.size(); ++j) {
      if (registers[j].array != registers[0].array || indices[j].columns != indices[0].columns ||
          indices[j].constant != in_registers.at(j)) {
        throw NotShown{};
      }
    }
    piece.index = with_bytes(piece.index, in_registers.columns);
    for (unsigned k = 0; k < 1U << inside; ++k) {
      piece.bytes[k] = first;
      piece.bytes[k]->constant ^= f2::apply(of_bytes, k);
    }
    arrays_[registers[0].array].push_back(std::move(piece));
  }

  // Each register of d, all at once or one by one.
  void check_destination() {
    slots_ = destination_.slots;
    try {
      return compare(read(kDestinationArray, destination_.index, destination_.slots),
                     destination_.bytes);
    } catch (const NotShown&) {
    }
    for (Word index = 0; index < Word{1} << destination_.slots; ++index) {
      const Affine one{index, Affine::Columns(thread_bits_)};
      compare(read(kDestinationArray, one, 0), composed(destination_, index, {}, 0));
    }
  }
  static void compare(const Bytes& found, const Bytes& wanted) {
    for (unsigned k = 0; k < 4; ++k) {
      if (wanted[k] && found[k] != wanted[k]) throw NotShown{};
    }
  }

  const Program& program_;
  unsigned lane_bits_;
  unsigned thread_bits_;
  std::vector<std::vector<Piece>> arrays_;
  std::vector<Touch> touches_;
  Piece destination_;
  std::vector<Word> loops_;  // of rounds that are run one by one
  unsigned slots_ = 0;
  bool has_slots_ = false;
  std::vector<F2Word> inputs_;  // of the move's expressions
  unsigned warp_time_ = 0;
  unsigned block_time_ = 0;
  ProgramCost cost_;
};

}  // namespace

std::optional<ProgramCost> linear_run(const Program& program,
                                      const HeldElements& source,
                                      const HeldElements& destination) {
  try {
    return LinearRun(program, source, destination).run();
  } catch (const NotShown&) {
    return std::nullopt;
  }
}

}  // namespace tileproof::moves
