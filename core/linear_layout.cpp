#include "core/linear_layout.hpp"

#include <algorithm>

#include "core/check.hpp"

namespace tileproof {
namespace {

Error invalid(std::string message) { return {ErrorCode::kInvalid, std::move(message)}; }
Error too_large(const std::string& what) {
  return {ErrorCode::kOverflow, what + " exceeds 2^" + std::to_string(kMaxIndexBits)};
}

std::optional<Error> check_size(Word size, const std::string& what) {
  if (!is_power_of_two(size)) {
    return invalid(what + " = " + std::to_string(size) + " is no power of two");
  }
  if (log2_exact(size) > kMaxIndexBits) return too_large(what);
  return std::nullopt;
}

// A layout x -> stride * x of one in-dim and one out-dim; all powers of two, checked by the
// callers.
LinearLayout strided(unsigned bits, unsigned stride_bits, Name in, OutDim out, bool zeros) {
  LinearLayout::SmallVector<Word, 64> bases;
  for (unsigned i = 0; i < bits; ++i) bases.push_back(zeros ? 0 : Word{1} << (stride_bits + i));
  const InDim in_dim{in, bits};
  return LinearLayout::from_fields({&in_dim, 1}, {&out, 1}, {bases.data(), bases.size()});
}

}  // namespace

Result<LinearLayout> LinearLayout::make(std::span<const NamedBases> in_dims,
                                        std::span<const OutDim> out_dims) {
  LinearLayout result;
  for (const OutDim& dim : out_dims) {
    if (const auto error = check_size(dim.size, "size of out-dim " + dim.name.quoted()))
      return *error;
    if (result.has_out(dim.name))
      return Error::dimension("out-dim " + dim.name.quoted() + " twice");
    result.out_dims_.push_back(dim);
    result.out_bits_ += dim.bits();
    if (result.out_bits_ > kMaxIndexBits) return too_large("product of the out-dims' sizes");
  }
  for (const NamedBases& in : in_dims) {
    if (result.has_in(in.name)) return Error::dimension("in-dim " + in.name.quoted() + " twice");
    if (result.bases_.size() + in.bases.size() > kMaxIndexBits) {
      return too_large("product of the in-dims' sizes");
    }
    result.in_dims_.push_back({in.name, static_cast<unsigned>(in.bases.size())});
    for (std::size_t bit = 0; bit < in.bases.size(); ++bit) {
      const auto& basis = in.bases[bit];
      const auto where = [&] {
        return "basis " + std::to_string(bit) + " of in-dim " + in.name.quoted();
      };
      if (basis.size() != out_dims.size()) {
        return invalid(where() + " has " + std::to_string(basis.size()) + " coordinates for " +
                       std::to_string(out_dims.size()) + " out-dims");
      }
      Word fields = 0;
      unsigned shift = 0;
      for (std::size_t d = 0; d < basis.size(); ++d) {
        if (basis[d] >= out_dims[d].size) {
          return invalid(where() + " has coordinate " + std::to_string(basis[d]) + " in out-dim " +
                         out_dims[d].name.quoted() + " of size " +
                         std::to_string(out_dims[d].size));
        }
        fields |= basis[d] << shift;
        shift += out_dims[d].bits();
      }
      result.bases_.push_back(fields);
    }
  }
  return result;
}

Result<LinearLayout> LinearLayout::make(std::span<const NamedBases> in_dims,
                                        std::span<const Name> out_dims) {
  std::vector<OutDim> sized;
  for (std::size_t d = 0; d < out_dims.size(); ++d) {
    Word largest = 0;
    for (const NamedBases& in : in_dims) {
      for (const auto& basis : in.bases) {
        if (d < basis.size()) largest = std::max(largest, basis[d]);
      }
    }
    if (largest >> kMaxIndexBits != 0) return too_large("a basis");
    sized.push_back({out_dims[d], Word{1} << std::bit_width(largest)});
  }
  TP_TRY(layout, make(in_dims, sized));
  if (!layout.is_surjective()) {
    return invalid("layout is not surjective: its bases reach 2^" + std::to_string(layout.rank()) +
                   " of 2^" + std::to_string(layout.total_out_bits()) + " values");
  }
  return std::move(layout);
}

LinearLayout LinearLayout::from_fields(std::span<const InDim> in_dims,
                                       std::span<const OutDim> out_dims,
                                       std::span<const Word> field_bases) {
  LinearLayout result;
  result.in_dims_.assign(in_dims.begin(), in_dims.end());
  result.out_dims_.assign(out_dims.begin(), out_dims.end());
  result.bases_.assign(field_bases.begin(), field_bases.end());
  std::size_t in_bits = 0;
  for (const InDim& dim : in_dims) in_bits += dim.bits;
  for (const OutDim& dim : out_dims) result.out_bits_ += dim.bits();
  TP_CHECK(in_bits == field_bases.size(), "bases do not match the in-dims");
  TP_CHECK(in_bits <= kMaxIndexBits && result.out_bits_ <= kMaxIndexBits, "layout exceeds 2^62");
  for (const Word basis : field_bases) {
    TP_CHECK(basis >> result.out_bits_ == 0, "basis outside the out-dims");
  }
  return result;
}

Result<LinearLayout> LinearLayout::identity_1d(Word size, Name in, Name out) {
  return strided_1d(size, 1, in, out);
}

Result<LinearLayout> LinearLayout::strided_1d(Word size, Word stride, Name in, Name out) {
  if (const auto error = check_size(size, "size")) return *error;
  if (const auto error = check_size(stride, "stride")) return *error;
  const unsigned bits = log2_exact(size);
  const unsigned stride_bits = log2_exact(stride);
  if (bits + stride_bits > kMaxIndexBits) return too_large("stride * size");
  return strided(bits, stride_bits, in, {out, size * stride}, false);
}

Result<LinearLayout> LinearLayout::zeros_1d(Word size, Name in, Name out, Word out_size) {
  if (const auto error = check_size(size, "size")) return *error;
  if (const auto error = check_size(out_size, "out-dim size")) return *error;
  return strided(log2_exact(size), 0, in, {out, out_size}, true);
}

std::span<const Word> LinearLayout::field_bases(std::size_t in_dim) const {
  TP_CHECK(in_dim < in_dims_.size(), "no such in-dim");
  std::size_t first = 0;
  for (std::size_t i = 0; i < in_dim; ++i) first += in_dims_[i].bits;
  return std::span<const Word>(bases_.data() + first, in_dims_[in_dim].bits);
}

std::optional<std::size_t> LinearLayout::find_in(Name name) const {
  for (std::size_t i = 0; i < in_dims_.size(); ++i) {
    if (in_dims_[i].name == name) return i;
  }
  return std::nullopt;
}

std::optional<std::size_t> LinearLayout::find_out(Name name) const {
  for (std::size_t i = 0; i < out_dims_.size(); ++i) {
    if (out_dims_[i].name == name) return i;
  }
  return std::nullopt;
}

unsigned LinearLayout::in_bits(Name name) const {
  const auto at = find_in(name);
  TP_CHECK(at.has_value(), "layout has no in-dim " + name.quoted());
  return in_dims_[*at].bits;
}

Word LinearLayout::out_size(Name name) const {
  const auto at = find_out(name);
  TP_CHECK(at.has_value(), "layout has no out-dim " + name.quoted());
  return out_dims_[*at].size;
}

unsigned LinearLayout::field_shift(std::size_t out_dim) const {
  TP_CHECK(out_dim < out_dims_.size(), "no such out-dim");
  unsigned shift = 0;
  for (std::size_t i = 0; i < out_dim; ++i) shift += out_dims_[i].bits();
  return shift;
}

Word LinearLayout::field(Word fields, std::size_t out_dim) const {
  return fields >> field_shift(out_dim) & low_mask(out_dims_[out_dim].bits());
}

Word LinearLayout::basis(Name in, unsigned bit, Name out) const {
  const auto in_at = find_in(in);
  const auto out_at = find_out(out);
  TP_CHECK(in_at && out_at && bit < in_dims_[*in_at].bits, "no such basis");
  return field(field_bases(*in_at)[bit], *out_at);
}

Result<std::vector<NamedValue>> LinearLayout::apply(std::span<const NamedValue> ins) const {
  if (ins.size() != in_dims_.size()) {
    return Error::dimension("layout has " + std::to_string(in_dims_.size()) + " in-dims, " +
                            std::to_string(ins.size()) + " values are given");
  }
  Word index = 0;
  unsigned shift = 0;
  for (const InDim& dim : in_dims_) {
    const auto given = std::find_if(
        ins.begin(), ins.end(), [&](const NamedValue& in) { return in.first == dim.name; });
    if (given == ins.end()) return Error::dimension("no value for in-dim " + dim.name.quoted());
    if (given->second >= dim.size()) {
      return Error::dimension(std::string(dim.name.text()) + " = " + std::to_string(given->second) +
                              " is not below its size " + std::to_string(dim.size()));
    }
    index |= given->second << shift;
    shift += dim.bits;
  }
  const Word fields = apply_flat(index);
  std::vector<NamedValue> outs;
  for (std::size_t d = 0; d < out_dims_.size(); ++d) {
    outs.emplace_back(out_dims_[d].name, field(fields, d));
  }
  return outs;
}

bool operator==(const LinearLayout& a, const LinearLayout& b) {
  return a.in_dims_ == b.in_dims_ && a.out_dims_ == b.out_dims_ && a.bases_ == b.bases_;
}

std::string LinearLayout::to_string() const {
  std::string outs = "[";
  for (const OutDim& dim : out_dims_) {
    if (outs.size() > 1) outs += ", ";
    outs += std::string(dim.name.text()) + " (size " + std::to_string(dim.size) + ")";
  }
  outs += "]";
  if (in_dims_.empty()) {
    return out_dims_.empty() ? "\n(empty layout)" : "\n(empty layout with out-dims " + outs + ")";
  }
  std::string text = "\n";
  for (std::size_t i = 0; i < in_dims_.size(); ++i) {
    const std::string name(in_dims_[i].name.text());
    if (in_dims_[i].bits == 0) {
      text += " - " + name + " is a size 1 dimension\n";
      continue;
    }
    const auto bases = field_bases(i);
    for (std::size_t bit = 0; bit < bases.size(); ++bit) {
      text += (bit == 0 ? " - " : "   ") + name + "=" + std::to_string(Word{1} << bit) + " -> (";
      for (std::size_t d = 0; d < out_dims_.size(); ++d) {
        if (d > 0) text += ", ";
        text += std::to_string(field(bases[bit], d));
      }
      text += ")\n";
    }
  }
  return text + "where out dims are: " + outs;
}

bool equal_up_to_order(const LinearLayout& a, const LinearLayout& b) {
  if (a.in_dims().size() != b.in_dims().size() || a.out_dims().size() != b.out_dims().size()) {
    return false;
  }
  std::vector<Name> ins;
  std::vector<Name> outs;
  for (const InDim& dim : a.in_dims()) ins.push_back(dim.name);
  for (const OutDim& dim : a.out_dims()) outs.push_back(dim.name);
  const auto ordered = transpose_ins(b, ins);
  if (!ordered) return false;
  const auto transposed = transpose_outs(*ordered, outs);
  return transposed && *transposed == a;
}

}  // namespace tileproof
