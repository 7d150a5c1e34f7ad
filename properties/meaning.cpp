#include "properties/meaning.hpp"

#include <algorithm>

namespace tileproof::laws {
namespace {

bool covers(const Coordinates& a, const Coordinates& b) {
  return std::ranges::all_of(a.values(),
                             [&](const NamedValue& v) { return v.second == b[v.first]; });
}

// Steele, Lea, Flood 2014: a counter, mixed.
Word splitmix64(Word& state) {
  Word z = state += 0x9e3779b97f4a7c15;
  z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9;
  z = (z ^ (z >> 27)) * 0x94d049bb133111eb;
  return z ^ (z >> 31);
}

}  // namespace

Word Coordinates::operator[](Name name) const {
  for (const auto& [key, value] : values_) {
    if (key == name) return value;
  }
  return 0;
}

Word& Coordinates::at(Name name) {
  for (auto& [key, value] : values_) {
    if (key == name) return value;
  }
  return values_.emplace_back(name, 0).second;
}

bool operator==(const Coordinates& a, const Coordinates& b) { return covers(a, b) && covers(b, a); }

std::string to_string(const Coordinates& coordinates) {
  std::string text;
  for (const auto& [name, value] : coordinates.values()) {
    text += text.empty() ? "(" : ", ";
    text += std::string(name.text()) + "=" + std::to_string(value);
  }
  return text.empty() ? "()" : text + ")";
}

Meaning::Meaning(const LinearLayout& layout)
    : ins_(layout.in_dims().begin(), layout.in_dims().end()),
      outs_(layout.out_dims().begin(), layout.out_dims().end()) {
  for (const OutDim& dim : outs_) out_bits_ += dim.bits();
  for (const InDim& dim : ins_) {
    in_bits_ += dim.bits;
    for (unsigned bit = 0; bit < dim.bits; ++bit) {
      Basis basis{dim.name, bit, {}};
      for (const OutDim& out : outs_) basis.image.push_back(layout.basis(dim.name, bit, out.name));
      bases_.push_back(std::move(basis));
    }
  }
}

Coordinates Meaning::place(Word flat) const {
  std::vector<NamedValue> values;
  for (const InDim& dim : ins_) {
    values.emplace_back(dim.name, flat % dim.size());
    flat /= dim.size();
  }
  return values;
}

Word Meaning::flat_index(const Coordinates& place) const {
  Word flat = 0;
  Word stride = 1;
  for (const InDim& dim : ins_) {
    flat += place[dim.name] * stride;
    stride *= dim.size();
  }
  return flat;
}

Coordinates Meaning::operator()(const Coordinates& place) const {
  std::vector<NamedValue> value;
  for (const OutDim& out : outs_) value.emplace_back(out.name, 0);
  for (const Basis& basis : bases_) {
    if ((place[basis.in] >> basis.bit & 1) == 0) continue;
    for (std::size_t d = 0; d < outs_.size(); ++d) value[d].second ^= basis.image[d];
  }
  return value;
}

Word Meaning::flat_value(const Coordinates& value) const {
  Word flat = 0;
  Word stride = 1;
  for (const OutDim& dim : outs_) {
    flat += value[dim.name] * stride;
    stride *= dim.size;
  }
  return flat;
}

std::vector<Word> sample_points(unsigned bits) {
  std::vector<Word> points;
  if (bits <= kExhaustiveBits) {
    for (Word x = 0; x < Word{1} << bits; ++x) points.push_back(x);
    return points;
  }
  points = {0, low_mask(bits)};
  for (unsigned i = 0; i < bits; ++i) points.push_back(Word{1} << i);
  Word state = bits;
  for (int i = 0; i < 256; ++i) points.push_back(splitmix64(state) & low_mask(bits));
  return points;
}

std::string difference(const LinearLayout& expected, const LinearLayout& actual) {
  const auto report = [&](const std::string& where) {
    return where + "\nexpected:" + expected.to_string() + "\nfound:" + actual.to_string();
  };
  if (expected.in_dims().size() != actual.in_dims().size() ||
      expected.out_dims().size() != actual.out_dims().size()) {
    return report("the number of dimensions differs");
  }
  for (const InDim& dim : expected.in_dims()) {
    if (!actual.has_in(dim.name) || actual.in_bits(dim.name) != dim.bits) {
      return report("in-dim " + std::string(dim.name.text()) + " differs");
    }
  }
  for (const OutDim& dim : expected.out_dims()) {
    if (!actual.has_out(dim.name) || actual.out_size(dim.name) != dim.size) {
      return report("out-dim " + std::string(dim.name.text()) + " differs");
    }
  }
  const Meaning left(expected);
  const Meaning right(actual);
  for (const Word x : sample_points(left.in_bits())) {
    const Coordinates place = left.place(x);
    const Coordinates wanted = left(place);
    const Coordinates found = right(place);
    if (!(wanted == found)) {
      return report("at " + to_string(place) + ": " + to_string(wanted) + " against " +
                    to_string(found));
    }
  }
  return "";
}

}  // namespace tileproof::laws
