#include "encodings/modular/layout.hpp"

#include <algorithm>

namespace tileproof::modular {
namespace {

// A name that the notation can write, in quotes if need be.
bool can_be_written(Name name) {
  const auto text = name.text();
  return !text.empty() && std::none_of(text.begin(), text.end(), [](char c) {
    return c == '"' || c == '\\' || static_cast<unsigned char>(c) < 0x20 || c == 0x7f;
  });
}

std::optional<Error> check_name(Name name, const char* kind, bool is_twice) {
  if (!can_be_written(name)) {
    return Error{ErrorCode::kInvalid,
                 std::string("the name of an ") + kind +
                     " is empty or has a quote, a backslash or a control character"};
  }
  if (is_twice) return Error::dimension(std::string(kind) + " " + name.quoted() + " twice");
  return std::nullopt;
}

template <typename Dims>
std::optional<std::size_t> find_dim(const Dims& dims, Name name) {
  for (std::size_t i = 0; i < dims.size(); ++i) {
    if (dims[i].name == name) return i;
  }
  return std::nullopt;
}

}  // namespace

Result<Layout> Layout::make(std::span<const NamedBases> in_dims, std::span<const OutDim> out_dims) {
  Layout result;
  std::vector<Word> sizes;
  unsigned bits = 0;
  for (const OutDim& dim : out_dims) {
    const bool is_twice = result.find_out(dim.name).has_value();
    if (const auto error = check_name(dim.name, "out-dim", is_twice)) return *error;
    if (dim.size == 0) {
      return Error{ErrorCode::kInvalid, "out-dim " + dim.name.quoted() + " has the size 0"};
    }
    bits += log2_ceil(dim.size);
    if (bits > kMaxIndexBits) {
      return Error{ErrorCode::kOverflow,
                   "the coordinates take more than 62 bits, from out-dim " + dim.name.quoted() +
                       " of size " + std::to_string(dim.size) + " on"};
    }
    sizes.push_back(dim.size);
    result.out_dims_.push_back(dim);
  }
  result.group_ = Group(sizes);
  for (const NamedBases& in : in_dims) {
    const bool is_twice = result.find_in(in.name).has_value();
    if (const auto error = check_name(in.name, "in-dim", is_twice)) return *error;
    if (result.columns_.size() + in.bases.size() > kMaxIndexBits) {
      return Error{ErrorCode::kOverflow,
                   "the index has more than 62 bits, from in-dim " + in.name.quoted() + " on"};
    }
    result.in_dims_.push_back({in.name, static_cast<unsigned>(in.bases.size())});
    for (std::size_t bit = 0; bit < in.bases.size(); ++bit) {
      const auto& basis = in.bases[bit];
      const auto where = "basis " + std::to_string(bit) + " of in-dim " + in.name.quoted();
      if (basis.size() != out_dims.size()) {
        return Error{ErrorCode::kInvalid,
                     where + " has " + std::to_string(basis.size()) + " coordinates for " +
                         std::to_string(out_dims.size()) + " out-dims"};
      }
      Word column = 0;
      for (std::size_t d = 0; d < basis.size(); ++d) {
        if (!out_dims[d].adds() && basis[d] >= sizes[d]) {
          return Error{ErrorCode::kInvalid,
                       where + " is " + std::to_string(basis[d]) + " in out-dim " +
                           out_dims[d].name.quoted() + " of size " + std::to_string(sizes[d])};
        }
        column |= result.group_.unit(d, basis[d] % sizes[d]);
      }
      result.columns_.push_back(column);
    }
  }
  return result;
}

Layout Layout::of(const LinearLayout& linear) {
  Layout result;
  std::vector<Word> sizes;
  for (const InDim& in : linear.in_dims()) result.in_dims_.push_back(in);
  for (const auto& out : linear.out_dims()) {
    result.out_dims_.push_back({out.name, out.size});
    sizes.push_back(out.size);
  }
  result.group_ = Group(sizes);
  // Both store a value as fields of bits, the first out-dim lowest.
  for (const Word fields : linear.field_bases()) result.columns_.push_back(fields);
  return result;
}

std::optional<std::size_t> Layout::find_in(Name name) const { return find_dim(in_dims_, name); }
std::optional<std::size_t> Layout::find_out(Name name) const { return find_dim(out_dims_, name); }

bool Layout::is_modular() const {
  return std::any_of(
      out_dims_.begin(), out_dims_.end(), [](const OutDim& dim) { return dim.adds(); });
}

std::vector<NamedBases> Layout::bases() const {
  std::vector<NamedBases> result;
  std::size_t bit = 0;
  for (const InDim& in : in_dims_) {
    NamedBases bases{in.name, {}};
    for (unsigned k = 0; k < in.bits; ++k) bases.bases.push_back(group_.unpack(columns_[bit++]));
    result.push_back(std::move(bases));
  }
  return result;
}

std::vector<Word> Layout::split(Word index) const {
  std::vector<Word> at;
  for (const InDim& in : in_dims_) {
    at.push_back(index & low_mask(in.bits));
    index >>= in.bits;
  }
  return at;
}

std::vector<Word> Layout::value_at(Word index) const {
  TP_CHECK(index >> total_in_bits() == 0, "an index beyond the in-dims");
  const auto value = evaluate(U64{}, *this, std::span<const Word>(split(index)));
  return {value.begin(), value.end()};
}

std::vector<Axis> axes(const Layout& layout) {
  std::vector<Axis> result;
  for (const InDim& in : layout.in_dims()) {
    result.push_back({.name = std::string(in.name.text()), .size = in.size()});
  }
  return result;
}

std::vector<OutAxis> out_axes(const Layout& layout) {
  std::vector<OutAxis> result;
  for (const OutDim& out : layout.out_dims()) {
    result.push_back({std::string(out.name.text()), out.size});
  }
  return result;
}

Result<LinearLayout> to_linear(const Layout& layout) {
  std::vector<tileproof::OutDim> outs;
  for (const OutDim& out : layout.out_dims()) {
    if (out.adds()) {
      return Error{ErrorCode::kShape,
                   "out-dim " + out.name.quoted() + " adds modulo " + std::to_string(out.size) +
                       ", which is no power of two"};
    }
    outs.push_back({out.name, out.size});
  }
  return LinearLayout::from_fields(layout.in_dims(), outs, layout.columns());
}

}  // namespace tileproof::modular
