#include "checkers/ttgir/register_product.hpp"

#include <algorithm>

namespace tileproof {
namespace {

constexpr std::size_t kRows = 0;
constexpr std::size_t kColumns = 1;
constexpr std::size_t kAlongK = 2;
constexpr std::size_t kProducts = 3;
constexpr std::array kAxisNames{"the row", "the column", "K", "the product"};
constexpr Word kRun = Word{1} << kBitsOfScaledRun;

std::size_t axis_of(const MatrixDigit& digit) { return static_cast<std::size_t>(digit.axis); }

std::string place(const char* dim, std::size_t bit) {
  return std::string(dim) + " " + std::to_string(Word{1} << bit);
}

Misfit sure(std::string words) { return {true, std::move(words)}; }
Misfit open(std::string words) { return {false, std::move(words)}; }

}  // namespace

RegisterProduct::RegisterProduct(const MatrixInstruction& instruction,
                                 const MatrixTile& tile,
                                 const Operand& a,
                                 const Operand& b,
                                 const Placed& d)
    : instruction_(instruction),
      tile_(tile),
      a_(operand("A", {kRows, kAlongK}, a, tile.a)),
      b_(operand("B", {kAlongK, kColumns}, b, tile.b)),
      d_(result(d)) {}

std::vector<RegisterProduct::Move> RegisterProduct::moves(const Placed& placed,
                                                          Name dim,
                                                          const Axes& axes) {
  const auto coordinates = coordinates_of(placed, dim);
  std::vector<Move> list;
  list.reserve(coordinates.size());
  for (const auto& at : coordinates) {
    Move& move = list.emplace_back();
    move[axes[0]] = at[at.size() - 2];
    move[axes[1]] = at[at.size() - 1];
    if (at.size() == 3) move[kProducts] = at[0];
  }
  return list;
}

RegisterProduct::Held RegisterProduct::lanes_of(std::string name,
                                                const Axes& axes,
                                                const Placed& placed,
                                                const MatrixTile::Lanes& lanes) const {
  Held held;
  held.name = std::move(name);
  for (std::size_t axis = 0; axis < tile_.bits.size(); ++axis) {
    held.digits[axis].resize(tile_.bits[axis]);
  }
  held.warps = moves(placed, kWarp, axes);
  held.ctas = moves(placed, kBlock, axes);
  const auto list = moves(placed, kLane, axes);
  if (list.size() != lanes.size()) {
    held.misfit = open(held.name + " has other lanes than an instruction");
    return held;
  }
  for (std::size_t bit = 0; bit < lanes.size(); ++bit) {
    Move rest = list[bit];
    if (lanes[bit]) {
      Word& by = rest[axis_of(*lanes[bit])];
      held.digits[axis_of(*lanes[bit])][lanes[bit]->bit] = {place("lane", bit), by};
      by = 0;
    }
    if (rest != Move{}) {
      held.misfit = sure(place("lane", bit) + " of " + held.name +
                         " moves along another coordinate than an instruction has there");
    }
  }
  return held;
}

// Registers have the digits that lanes do not, the lowest first, and then the next instructions'.
RegisterProduct::Held RegisterProduct::operand(std::string name,
                                               const Axes& axes,
                                               const Operand& operand,
                                               const MatrixTile::Lanes& lanes) const {
  Held held = lanes_of(std::move(name), axes, operand.placed, lanes);
  const unsigned packed = operand.is_packed ? 1 : 0;
  for (Step& step : held.digits[kAlongK]) step.by <<= packed;
  for (auto* list : {&held.warps, &held.ctas}) {
    for (Move& move : *list) move[kAlongK] <<= packed;
  }
  if (operand.is_packed) held.digits[kAlongK][0] = {"half of a byte", 1};
  const auto registers = moves(operand.placed, kRegister, axes);
  for (std::size_t bit = 0; bit < registers.size(); ++bit) {
    const auto is_moved = [](Word by) { return by != 0; };
    if (std::ranges::none_of(registers[bit], is_moved)) continue;  // a copy
    if (std::ranges::count_if(registers[bit], is_moved) > 1) {
      held.misfit = open(place("register", bit) + " of " + held.name + " moves two coordinates");
      return held;
    }
    const auto axis = static_cast<std::size_t>(std::ranges::find_if(registers[bit], is_moved) -
                                               registers[bit].begin());
    const Step step{place("register", bit), registers[bit][axis] << (axis == kAlongK ? packed : 0)};
    const auto free =
        std::ranges::find_if(held.digits[axis], [](const Step& s) { return s.place.empty(); });
    if (free != held.digits[axis].end()) {
      *free = step;
    } else {
      held.repeats[axis].push_back(step);
    }
  }
  return held;
}

RegisterProduct::Held RegisterProduct::result(const Placed& d) const {
  const Axes axes{kRows, kColumns};
  Held held = lanes_of("D", axes, d, tile_.d);
  const auto digits = tile_.registers_of_d();
  const auto registers = moves(d, kRegister, axes);
  for (std::size_t bit = 0; bit < registers.size(); ++bit) {
    for (std::size_t axis = 0; axis < kAxes; ++axis) {
      const Step step{place("register", bit), registers[bit][axis]};
      if (bit < digits.size() && axis_of(digits[bit]) == axis) {
        held.digits[axis][digits[bit].bit] = step;
      } else if (step.by != 0 && bit < digits.size()) {
        held.misfit = sure(step.place + " of D moves " + kAxisNames[axis] +
                           ", and an instruction has another coordinate there");
      } else if (step.by != 0) {
        held.repeats[axis].push_back(step);
      }
    }
  }
  return held;
}

std::optional<Misfit> RegisterProduct::difference(const Held& one,
                                                  const Held& other,
                                                  std::size_t axis) {
  const std::string moved = std::string(" move ") + kAxisNames[axis] + " by ";
  const auto words = [&](const std::string& of_one, Word by, const std::string& of_other, Word to) {
    return (of_one.empty() ? "no place" : of_one) + " of " + one.name + " and " +
           (of_other.empty() ? "no place" : of_other) + " of " + other.name +
           ", which an instruction takes together," + moved + std::to_string(by) + " and " +
           std::to_string(to);
  };
  for (std::size_t bit = 0; bit < one.digits[axis].size(); ++bit) {
    const Step& mine = one.digits[axis][bit];
    const Step& theirs = other.digits[axis][bit];
    if (mine.by != theirs.by) return sure(words(mine.place, mine.by, theirs.place, theirs.by));
  }
  if (one.warps.size() != other.warps.size() || one.ctas.size() != other.ctas.size()) {
    return open(one.name + " and " + other.name + " have other warps or CTAs");
  }
  for (std::size_t bit = 0; bit < one.warps.size(); ++bit) {
    const Word by = one.warps[bit][axis];
    const Word to = other.warps[bit][axis];
    if (by != to) return sure(words(place("warp", bit), by, "that", to));
  }
  for (std::size_t bit = 0; bit < one.ctas.size(); ++bit) {
    if (one.ctas[bit][axis] != other.ctas[bit][axis]) {
      return open("whether each CTA has what its part of D needs");
    }
  }
  const bool repeats_alike =
      std::ranges::equal(one.repeats[axis], other.repeats[axis], {}, &Step::by, &Step::by);
  if (repeats_alike) return std::nullopt;
  return open("registers of " + one.name + " and " + other.name + " repeat " + kAxisNames[axis] +
              " in other orders");
}

std::optional<Misfit> RegisterProduct::misfit() const {
  for (const Held* held : {&a_, &b_, &d_}) {
    if (held->misfit) return held->misfit;
  }
  for (const Held* side : {&a_, &b_}) {
    for (std::size_t bit = 0; bit < side->warps.size(); ++bit) {
      if (const Word by = side->warps[bit][kAlongK]; by != 0) {
        return sure(place("warp", bit) + " of " + side->name + " moves K by " + std::to_string(by) +
                    ", and a warp adds up what it has itself");
      }
    }
    for (const Move& cta : side->ctas) {
      if (cta[kAlongK] != 0) return open("whether each CTA has all of K");
    }
  }
  std::optional<Misfit> found;
  const auto note = [&found](std::optional<Misfit> one) {
    if (one && (!found || (one->is_sure && !found->is_sure))) found = std::move(one);
  };
  note(difference(a_, b_, kAlongK));
  note(difference(a_, d_, kRows));
  note(difference(b_, d_, kColumns));
  note(difference(a_, d_, kProducts));
  note(difference(b_, d_, kProducts));
  // Lanes that have copies of others' elements of K multiply them again, unless the compiler knows.
  if (std::ranges::any_of(a_.digits[kAlongK], [](const Step& step) { return step.by == 0; })) {
    note(open("an instruction multiplies " + std::to_string(instruction_.k) +
              " elements of K, of which lanes have copies"));
  }
  return found;
}

// One scale is for a run of 32 elements of K: those of one lane, or of the lanes that share it.
std::optional<Misfit> RegisterProduct::misfit_of_runs(const Held& side) const {
  const auto words = [&](const Step& step, const char* what) {
    return sure(step.place + " of " + side.name + " moves K by " + std::to_string(step.by) +
                ", where an instruction takes " + what);
  };
  const auto& digits = side.digits[kAlongK];
  for (std::size_t bit = 0; bit < digits.size(); ++bit) {
    const bool is_within = bit < kBitsOfScaledRun;
    if (is_within && digits[bit].by >= kRun) return words(digits[bit], "one scale");
    if (!is_within && digits[bit].by % kRun != 0) return words(digits[bit], "another scale");
  }
  for (const Step& step : side.repeats[kAlongK]) {
    if (step.by % kRun != 0) return words(step, "another scale");
  }
  return std::nullopt;
}

std::optional<Misfit> RegisterProduct::misfit_of_scales(bool is_a, const Placed& scales) const {
  const Held& side = is_a ? a_ : b_;
  if (auto runs = misfit_of_runs(side)) return runs;
  const std::string name = "the scales of " + side.name;
  const std::size_t across = is_a ? kRows : kColumns;
  const Axes axes{across, kAlongK};
  const auto lanes = lanes_of_scales(instruction_, is_a);
  const auto held = moves(scales, kLane, axes);
  const auto warps = moves(scales, kWarp, axes);
  const auto registers = moves(scales, kRegister, axes);
  if (!side.ctas.empty() || !moves(scales, kBlock, axes).empty()) {
    return open("which CTA has which scales");
  }
  if (held.size() != lanes.size() || warps.size() != side.warps.size()) {
    return open(name + " have other lanes or warps than " + side.name);
  }
  const auto move = [&](std::size_t axis, const Step& step) {
    Move at{};
    at[axis] = axis == kAlongK ? step.by / kRun : step.by;
    return at;
  };
  // Runs that lanes do not choose come from registers, and then what repeats the instruction.
  std::vector<Move> wanted;
  std::vector<bool> is_in_lanes(side.digits[kAlongK].size());
  for (const auto& digit : lanes) {
    if (digit && axis_of(*digit) == kAlongK) is_in_lanes[digit->bit] = true;
  }
  for (std::size_t bit = kBitsOfScaledRun; bit < is_in_lanes.size(); ++bit) {
    if (!is_in_lanes[bit]) wanted.push_back(move(kAlongK, side.digits[kAlongK][bit]));
  }
  for (const Step& step : side.repeats[kAlongK]) wanted.push_back(move(kAlongK, step));
  const std::size_t tiles = wanted.size();
  for (const Step& step : side.repeats[across]) wanted.push_back(move(across, step));
  for (std::size_t bit = 0; bit < lanes.size(); ++bit) {
    if (lanes[bit]) {
      const std::size_t axis = axis_of(*lanes[bit]);
      if (held[bit] == move(axis, side.digits[axis][lanes[bit]->bit])) continue;
      return sure(place("lane", bit) + " of " + name + " moves " + kAxisNames[across] + " by " +
                  std::to_string(held[bit][across]) + " and the run of K by " +
                  std::to_string(held[bit][kAlongK]) + ", where an instruction takes that of " +
                  side.digits[axis][lanes[bit]->bit].place + " of " + side.name);
    }
    // The other half of the lanes has the scales of the next tile.
    const bool has_next = tiles < wanted.size();
    if (held[bit] != (has_next ? wanted[tiles] : Move{})) {
      return open("which tile's " + name + " the upper half of the lanes has");
    }
    if (has_next) wanted.erase(wanted.begin() + static_cast<std::ptrdiff_t>(tiles));
  }
  for (std::size_t bit = 0; bit < warps.size(); ++bit) {
    if (warps[bit][kAlongK] != 0 || warps[bit][across] != side.warps[bit][across]) {
      return sure(place("warp", bit) + " of " + name + " has others than those of its elements");
    }
  }
  // Instructions take registers by their numbers, so that only the last may be copies.
  std::vector<Move> own(registers.begin(), registers.end());
  while (!own.empty() && own.back() == Move{}) own.pop_back();
  if (own == wanted) return std::nullopt;
  return open("registers have " + name + " in another order than the instructions");
}

}  // namespace tileproof
