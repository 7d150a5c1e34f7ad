#include "checkers/plan/move_writer.hpp"

#include <algorithm>

#include "core/check.hpp"

namespace tileproof::plan {
namespace {

using moves::Move;
using moves::MoveOp;

Word high(Word byte) { return byte >> 2; }
Word low(Word byte) { return byte & 3; }

Vectors registers_of(const Vectors& bytes) {
  Vectors columns;
  columns.reserve(bytes.size());
  for (const Word byte : bytes) columns.push_back(high(byte));
  return columns;
}

Vectors without_first(const Vectors& list, std::size_t count) {
  return {list.begin() + static_cast<std::ptrdiff_t>(count), list.end()};
}

}  // namespace

Vectors WordArray::bytes_of(std::span<const Word> asked) const {
  Vectors basis = inside;
  basis.insert(basis.end(), vectors.begin(), vectors.end());
  const f2::Solver solver(basis);
  Vectors bytes;
  bytes.reserve(asked.size());
  for (const Word vector : asked) {
    const auto found = solver.solve(vector);
    TP_CHECK(found.has_value(), "a word that no register holds");
    const Word within = *found & low_mask(static_cast<unsigned>(inside.size()));
    bytes.push_back(4 * f2::apply(columns, *found >> inside.size()) + within);
  }
  return bytes;
}

Word WordArray::byte_of(Word vector) const { return bytes_of({&vector, 1}).front(); }

Word WordArray::word_of(Word vector) const {
  return vector ^ f2::apply(inside, low(byte_of(vector)));
}

bool Shifts::is_none() const {
  const auto is_zero = [](Word shift) { return shift == 0; };
  return std::ranges::all_of(lanes, is_zero) && std::ranges::all_of(warps, is_zero) &&
         std::ranges::all_of(blocks, is_zero);
}

Word WordArray::index_of(Word vector) const { return high(byte_of(vector)); }

MoveWriter::MoveWriter(moves::Program program) : program_(std::move(program)) {}

std::uint32_t MoveWriter::new_array(Word size) {
  const std::size_t number = program_.arrays.size();
  program_.arrays.push_back({"t" + std::to_string(number - 2), size});
  return static_cast<std::uint32_t>(number);
}

VariableBits MoveWriter::bits() const {
  return {
      log2_ceil(program_.lanes), log2_ceil(program_.warps), log2_ceil(program_.blocks), slot_bits_};
}

moves::IndexExpression MoveWriter::value(const AffineValue& value) const {
  return to_expression(value, bits());
}

moves::Register MoveWriter::reg(std::uint32_t array, const Vectors& columns, Word constant) const {
  AffineValue index{constant};
  index.slot = columns;
  return {array, value(index)};
}

void MoveWriter::loop(unsigned bits, Move move) {
  std::vector<Move> body;
  body.push_back(std::move(move));
  loop(bits, std::move(body));
}

void MoveWriter::loop(unsigned bits, std::vector<Move> body) {
  const auto add_all = [&](std::vector<moves::Statement>& statements) {
    for (Move& move : body) statements.emplace_back().what = std::move(move);
  };
  if (bits == 0) return add_all(program_.statements);
  moves::Loop loop{"i", 0, Word{1} << bits, {}};
  add_all(loop.body);
  program_.statements.emplace_back().what = std::move(loop);
}

void MoveWriter::gather(std::uint32_t to,
                        const Vectors& to_columns,
                        std::uint32_t from,
                        const Vectors& bytes,
                        const Vectors& slots,
                        const Shifts& by_thread) {
  slot_bits_ = static_cast<unsigned>(slots.size());
  const Word x0 = !bytes.empty() ? bytes[0] : 0;
  const Word x1 = bytes.size() > 1 ? bytes[1] : 0;
  const Word h0 = high(x0);
  const Word h1 = high(x1);
  const auto registers = registers_of(slots);
  Vectors shifts;  // of all bytes within registers, by slot
  bool is_shifted = !by_thread.is_none();
  for (const Word slot : slots) {
    shifts.push_back(low(slot));
    is_shifted = is_shifted || low(slot) != 0;
  }
  const auto selector = [&](Word constant, Word digits) {
    AffineValue value{constant};
    for (const Word shift : shifts) value.slot.push_back(shift * digits);
    for (const Word shift : by_thread.lanes) value.lane.push_back(shift * digits);
    for (const Word shift : by_thread.warps) value.warp.push_back(shift * digits);
    for (const Word shift : by_thread.blocks) value.block.push_back(shift * digits);
    return this->value(value);
  };
  std::vector<Move> body;
  const auto permute = [&](moves::Register target, Word one, Word two, Word constant, Word digits) {
    Move move;
    move.op = MoveOp::kPermute;
    move.to.push_back(std::move(target));
    move.from.push_back(reg(from, registers, one));
    move.from.push_back(reg(from, registers, two));
    move.value = selector(constant, digits);
    body.push_back(std::move(move));
  };
  const bool is_whole = (bytes.empty() || x0 == 1) && (bytes.size() < 2 || x1 == 2);
  if (is_whole && !is_shifted) {
    Move move;
    move.op = MoveOp::kMove;
    move.to.push_back(reg(to, to_columns));
    move.from.push_back(reg(from, registers));
    body.push_back(std::move(move));
  } else if (h0 != 0 && h1 != 0 && h0 != h1) {
    const std::uint32_t half = new_array(2);
    permute({half, value({0})}, 0, h0, (4 + low(x0)) << 4, 0x11);
    permute({half, value({1})}, h1, h0 ^ h1, low(x1) | (4 + low(x0 ^ x1)) << 4, 0x11);
    Move move;
    move.op = MoveOp::kPermute;
    move.to.push_back(reg(to, to_columns));
    move.from.push_back({half, value({0})});
    move.from.push_back({half, value({1})});
    move.value = value({0x5410});
    body.push_back(std::move(move));
  } else {
    Word constant = 0;
    for (unsigned k = 0; k < 4; ++k) {
      const Word byte = ((k & 1) != 0 ? x0 : 0) ^ ((k & 2) != 0 ? x1 : 0);
      constant |= (low(byte) + (high(byte) != 0 ? 4 : 0)) << (4 * k);
    }
    permute(reg(to, to_columns), 0, h0 != 0 ? h0 : h1, constant, 0x1111);
  }
  loop(slot_bits_, std::move(body));
}

WordArray MoveWriter::select(const WordArray& from,
                             const Vectors& vectors,
                             const Vectors& lanes,
                             const Vectors& warps,
                             const Vectors& blocks) {
  struct Choice {
    Vectors AffineValue::*input;
    unsigned bit;
    Word vector;
  };
  std::vector<Choice> choices;
  for (const auto& [input, list] : {std::pair(&AffineValue::lane, &lanes),
                                    {&AffineValue::warp, &warps},
                                    {&AffineValue::block, &blocks}}) {
    for (unsigned bit = 0; bit < list->size(); ++bit) {
      if ((*list)[bit] != 0) choices.push_back({input, bit, (*list)[bit]});
    }
  }
  WordArray now = from;
  for (std::size_t k = 0; k < choices.size(); ++k) {
    // What the choices that follow need.
    WordArray next{0, from.inside};
    Span span = span_of(from.inside);
    const auto add = [&](Word vector) {
      const Word word = from.word_of(vector);
      if (span.add(word)) next.vectors.push_back(word);
    };
    for (const Word vector : vectors) add(vector);
    for (std::size_t later = k + 1; later < choices.size(); ++later) add(choices[later].vector);
    Vectors registers;
    for (std::size_t i = 0; i < next.vectors.size(); ++i) {
      next.columns.push_back(Word{1} << i);
      registers.push_back(now.index_of(next.vectors[i]));
    }
    next.array = new_array(Word{1} << next.vectors.size());
    slot_bits_ = static_cast<unsigned>(next.vectors.size());
    Move move;
    move.op = MoveOp::kSelect;
    move.to.push_back(reg(next.array, next.columns));
    move.from.push_back(reg(now.array, registers, now.index_of(choices[k].vector)));
    move.from.push_back(reg(now.array, registers));
    AffineValue bit;
    auto& columns = bit.*choices[k].input;
    columns.resize(choices[k].bit + 1);
    columns.back() = 1;
    move.value = value(bit);
    loop(slot_bits_, std::move(move));
    now = std::move(next);
  }
  return now;
}

void MoveWriter::access(MoveOp op,
                        const WordArray& words,
                        unsigned bytes,
                        const AffineValue& at,
                        const Inactive& inactive,
                        const std::optional<AffineValue>& block) {
  const unsigned within = bytes > 4 ? log2_exact(bytes / 4) : 0;
  const auto slots = without_first(words.columns, within);
  slot_bits_ = static_cast<unsigned>(slots.size());
  Move move;
  move.op = op;
  move.bits = 8 * bytes;
  auto& list = is_store(op) ? move.from : move.to;
  for (Word k = 0; k < Word{1} << within; ++k) {
    const Word number = words.constant ^ f2::apply({words.columns.data(), within}, k);
    list.push_back(reg(words.array, slots, number));
  }
  move.value = value(at);
  if (block) move.block = value(*block);
  if (inactive.lanes != 0 || inactive.warps != 0 || !is_zero(inactive.turn)) {
    move.predicate = predicate(inactive);
  }
  loop(slot_bits_, std::move(move));
}

moves::IndexExpression MoveWriter::predicate(const Inactive& inactive) const {
  Steps steps;
  const Recorder a{steps};
  std::optional<RecordedTruth> all;
  const auto add = [&](const RecordedTruth& none) { all = all ? a.bool_and(*all, none) : none; };
  for (const auto& [input, mask] : {std::pair(moves::kLaneInput, inactive.lanes),
                                    std::pair(moves::kWarpInput, inactive.warps)}) {
    if (mask != 0) add(a.eq(a.bit_and(steps.input(input), mask), 0));
  }
  if (!is_zero(inactive.turn)) add(a.eq(record(steps, inactive.turn, bits()), 0));
  const Recorded result = a.ite(all.value(), 1, 0);
  return std::move(steps).graph({&result, 1});
}

void MoveWriter::matrices(MoveOp op,
                          const WordArray& words,
                          bool is_transposed,
                          const AffineValue& at) {
  const unsigned together = std::min<unsigned>(2, static_cast<unsigned>(words.columns.size()));
  const auto slots = without_first(words.columns, together);
  slot_bits_ = static_cast<unsigned>(slots.size());
  Move move;
  move.op = op;
  move.is_transposed = is_transposed;
  auto& list = is_store(op) ? move.from : move.to;
  for (Word k = 0; k < Word{1} << together; ++k) {
    list.push_back(reg(words.array, slots, f2::apply({words.columns.data(), together}, k)));
  }
  move.value = value(at);
  loop(slot_bits_, std::move(move));
}

void MoveWriter::shuffle(std::uint32_t to,
                         std::uint32_t from,
                         unsigned slot_bits,
                         const AffineValue& lane) {
  slot_bits_ = slot_bits;
  Vectors columns;
  for (unsigned bit = 0; bit < slot_bits; ++bit) columns.push_back(Word{1} << bit);
  Move move;
  move.op = MoveOp::kShuffle;
  move.to.push_back(reg(to, columns));
  move.from.push_back(reg(from, columns));
  AffineValue giver = lane;
  if (program_.target.vendor() == Target::Vendor::kAmd) {
    move.shuffle = moves::ShuffleKind::kBytes;
    giver.constant *= 4;
    for (auto* list : {&giver.lane, &giver.warp, &giver.slot}) {
      for (Word& column : *list) column *= 4;
    }
  }
  move.value = value(giver);
  loop(slot_bits_, std::move(move));
}

void MoveWriter::barrier(moves::Scope scope) {
  // Moves of one wave are in order.
  if (scope == moves::Scope::kWarp && program_.target.vendor() == Target::Vendor::kAmd) return;
  Move move;
  move.op = MoveOp::kBarrier;
  move.scope = scope;
  program_.statements.emplace_back().what = std::move(move);
}

}  // namespace tileproof::plan
