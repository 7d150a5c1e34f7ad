#include "encodings/modular/inverse.hpp"

#include <algorithm>

namespace tileproof::modular {
namespace {

constexpr unsigned kSearchedBits = 16;
constexpr Word kSearchSteps = Word{1} << 24;

// The values with a single bit, in the order of the bits of the inverse's index.
std::vector<Word> single_bits(const Group& group) {
  std::vector<Word> values;
  for (std::size_t i = 0; i < group.rank(); ++i) {
    for (unsigned bit = 0; bit < log2_ceil(group.modulus(i)); ++bit) {
      values.push_back(group.unit(i, Word{1} << bit));
    }
  }
  return values;
}

Result<Layout> with_images(const Layout& layout, const std::vector<Word>& images) {
  std::vector<NamedBases> ins;
  std::vector<OutDim> outs;
  std::size_t next = 0;
  for (const OutDim& out : layout.out_dims()) {
    ins.push_back({out.name, {}});
    for (unsigned bit = 0; bit < log2_ceil(out.size); ++bit) {
      ins.back().bases.push_back(layout.split(images[next++]));
    }
  }
  for (const InDim& in : layout.in_dims()) outs.push_back({in.name, in.size()});
  return Layout::make(ins, outs);
}

// For each value with a single bit, a column that is just it: then each bit of a value selects
// columns of its own, and their sum is the value.
std::optional<std::vector<Word>> own_columns(const Layout& layout, const std::vector<Word>& units) {
  std::vector<Word> images;
  const auto columns = layout.columns();
  for (const Word unit : units) {
    const auto at = std::find(columns.begin(), columns.end(), unit);
    if (at == columns.end()) return std::nullopt;
    images.push_back(Word{1} << (at - columns.begin()));
  }
  return images;
}

// The bases of an inverse are indices of the values with a single bit.  Tries all of them for each
// bit in turn, each against all values of the box that the bits so far make up.
class InverseSearch {
 public:
  InverseSearch(const Layout& layout, std::vector<Word> units)
      : group_(layout.group()), units_(std::move(units)) {
    for (const Word column : layout.columns()) {
      const std::size_t half = values_.size();
      for (std::size_t i = 0; i < half; ++i) values_.push_back(group_.add(values_[i], column));
    }
  }

  // The value with the smallest number that no index has.
  [[nodiscard]] std::optional<Word> missing() const {
    std::vector<bool> is_taken(values_.size() + 1, false);
    for (const Word value : values_) {
      const Word number = group_.number(value);
      if (number < is_taken.size()) is_taken[static_cast<std::size_t>(number)] = true;
    }
    const auto free = std::ranges::find(is_taken, false) - is_taken.begin();
    const auto number = static_cast<Word>(free);
    return number < group_.size() ? std::optional(group_.element(number)) : std::nullopt;
  }

  // The images of the units; no images if there are none.  Fails (kUnsupported) if it takes too
  // long.
  Result<std::vector<Word>> run() {
    std::vector<std::pair<Word, Word>> box = {{0, 0}};
    if (extend(box)) return images_;
    if (steps_ < kSearchSteps) return std::vector<Word>{};
    return Error{ErrorCode::kUnsupported,
                 "no inverse was found within 2^24 steps, nor shown not to exist"};
  }

 private:
  // `box` has the values of the bits so far, each with its index.
  bool extend(const std::vector<std::pair<Word, Word>>& box) {
    if (images_.size() == units_.size()) return true;
    const Word unit = units_[images_.size()];
    std::vector<std::pair<Word, Word>> next;
    for (Word image = 0; image < values_.size(); ++image) {
      if (values_[image] != unit) continue;
      if (steps_ >= kSearchSteps) return false;
      next = box;
      if (!holds_for(box, unit, image, next)) continue;
      images_.push_back(image);
      if (extend(next)) return true;
      images_.pop_back();
    }
    return false;
  }

  bool holds_for(const std::vector<std::pair<Word, Word>>& box,
                 Word unit,
                 Word image,
                 std::vector<std::pair<Word, Word>>& next) {
    for (const auto& [value, index] : box) {
      ++steps_;
      const Word more = value | unit;  // the bit is in no value of the box
      if (!is_in_range(more)) continue;
      if (values_[index ^ image] != more) return false;
      next.emplace_back(more, index ^ image);
    }
    return true;
  }

  [[nodiscard]] bool is_in_range(Word element) const {
    for (std::size_t i = 0; i < group_.rank(); ++i) {
      if (group_.coordinate(element, i) >= group_.modulus(i)) return false;
    }
    return true;
  }

  const Group& group_;
  std::vector<Word> units_;
  std::vector<Word> values_ = {0};  // by index
  std::vector<Word> images_;
  Word steps_ = 0;
};

}  // namespace

Result<Layout> invert(const Layout& layout) {
  if (layout.is_modular()) {
    return Error{ErrorCode::kNotSolvable,
                 "a layout with an out-dim that adds is no bijection: it has 2^" +
                     std::to_string(layout.total_in_bits()) + " indices and " +
                     std::to_string(layout.group().size()) + " values"};
  }
  TP_TRY(linear, to_linear(layout));
  TP_TRY(inverse, tileproof::invert(linear));
  return Layout::of(inverse);
}

Result<Layout> pseudoinvert(const Layout& layout) {
  if (!layout.is_modular()) {
    TP_TRY(linear, to_linear(layout));
    TP_TRY(inverse, tileproof::pseudoinvert(linear));
    return Layout::of(inverse);
  }
  const auto units = single_bits(layout.group());
  if (const auto images = own_columns(layout, units)) return with_images(layout, *images);
  if (layout.total_in_bits() > kSearchedBits) {
    return Error{ErrorCode::kUnsupported,
                 "an inverse is searched on up to 16 bits of the index, not on " +
                     std::to_string(layout.total_in_bits())};
  }
  InverseSearch search(layout, units);
  if (const auto missing = search.missing()) {
    std::string text;
    for (const Word value : layout.group().unpack(*missing)) {
      text += (text.empty() ? "" : ", ") + std::to_string(value);
    }
    return Error{ErrorCode::kNotSolvable, "no index has the value (" + text + ")"};
  }
  TP_TRY(found, search.run());
  if (found.empty()) {
    return Error{ErrorCode::kNotSolvable,
                 "every choice of an index for each value with a single bit is wrong for some sum "
                 "of them"};
  }
  return with_images(layout, found);
}

}  // namespace tileproof::modular
