#include "checkers/engines/tangents.hpp"

#include <algorithm>
#include <vector>

#include "core/f2.hpp"

namespace tileproof {
namespace {

using Model = std::vector<Word>;

// The points whose coordinates are any of an axis' whole bits: of 6 values the first 4.  A point is
// one number, the first axis lowest.
class BitPoints {
 public:
  explicit BitPoints(const IndexMap& map) : map_(map) {
    for (const Axis& axis : map.axes()) {
      widths_.push_back(static_cast<unsigned>(std::bit_width(axis.size)) - 1);
      bits_ += widths_.back();
    }
  }
  [[nodiscard]] unsigned bits() const { return bits_; }

  // In the order of the axes.
  [[nodiscard]] Model at(Word point) const {
    Model values;
    for (std::size_t i = 0; i < widths_.size(); ++i) {
      values.push_back(map_.axes()[i].first + (point & low_mask(widths_[i])));
      point >>= widths_[i];
    }
    return values;
  }
  // In the order of a question's variables.
  [[nodiscard]] Model model(Word point) const { return reversed(at(point)); }

  // Where tangents are taken: at all zeros, all ones, and a single one.
  [[nodiscard]] std::vector<Word> bases() const {
    std::vector<Word> points = {0, low_mask(bits_)};
    for (unsigned i = 0; i < bits_; ++i) points.push_back(Word{1} << i);
    return points;
  }

 private:
  const IndexMap& map_;
  std::vector<unsigned> widths_;
  unsigned bits_ = 0;
};

// Keeps the smallest of the models that break the question.
class Trial {
 public:
  explicit Trial(const Question& question) : question_(question) {}

  void add(Model model) {
    if (found_ && *found_ <= model) return;
    if (breaks(U64{}, question_, std::span<const Word>(model))) found_ = std::move(model);
  }
  [[nodiscard]] const std::optional<Model>& found() const { return found_; }

 private:
  const Question& question_;
  std::optional<Model> found_;
};

// All outputs in one word: an offset, or coordinates beside each other as far as there is room.
Word packed_value(const IndexMap& map, const Model& at) {
  Word packed = 0;
  unsigned shift = 0;
  const auto values = evaluate(U64{}, map, std::span<const Word>(at));
  for (std::size_t k = 0; k < values.size(); ++k) {
    if (shift < 64) packed ^= values[k] << shift;
    shift += map.out_axes()[k].size ? log2_ceil(*map.out_axes()[k].size) : 0;
  }
  return packed;
}

std::vector<Word> tangent(const IndexMap& map, const BitPoints& points, Word base) {
  const Word value = packed_value(map, points.at(base));
  std::vector<Word> columns;
  for (unsigned i = 0; i < points.bits(); ++i) {
    columns.push_back(packed_value(map, points.at(base ^ Word{1} << i)) ^ value);
  }
  return columns;
}

void try_tangents(const Determines& asked, Trial& trial) {
  if (!asked.is_injectivity()) return;
  const BitPoints points(asked.f);
  const auto add_pair = [&](Word x, Word y) {
    Model model = points.model(std::max(x, y));
    const Model earlier = points.model(std::min(x, y));
    model.insert(model.end(), earlier.begin(), earlier.end());
    trial.add(std::move(model));
  };
  for (const Word base : points.bases()) {
    for (const Word relation : f2::kernel(tangent(asked.f, points, base))) {
      add_pair(base, base ^ relation);
      // One bit of the relation gives what the others give.
      for (Word rest = relation; rest != 0; rest &= rest - 1) {
        const Word bit = rest & -rest;
        add_pair(base ^ bit, base ^ relation ^ bit);
      }
    }
  }
}

// From each point on, every bit that raises the offset is taken.
void try_tangents(const Below& asked, Trial& trial) {
  const BitPoints points(asked.map);
  for (const Word base : points.bases()) {
    Word point = base;
    Word largest = packed_value(asked.map, points.at(point));
    for (unsigned i = points.bits(); i-- > 0;) {
      const Word next = point ^ Word { 1 } << i;
      const Word value = packed_value(asked.map, points.at(next));
      if (value <= largest) continue;
      largest = value;
      point = next;
    }
    trial.add(points.model(point));
  }
}

// Tangents differ where the maps differ at their points.
void try_tangents(const Same& asked, Trial& trial) {
  const BitPoints points(asked.one);
  for (const Word base : points.bases()) {
    trial.add(points.model(base));
    for (unsigned i = 0; i < points.bits(); ++i) trial.add(points.model(base ^ Word{1} << i));
  }
}

}  // namespace

std::optional<Broken> broken_on_tangents(const Question& question) {
  if (std::holds_alternative<Covers>(question.form) || has_parameters(question)) {
    return std::nullopt;
  }
  Trial trial(question);
  std::visit(
      [&](const auto& asked) {
        if constexpr (requires { try_tangents(asked, trial); }) try_tangents(asked, trial);
      },
      question.form);
  if (!trial.found()) return std::nullopt;
  return Broken{*trial.found(), false};
}

}  // namespace tileproof
