#include <algorithm>
#include <array>

#include "core/check.hpp"
#include "core/linear_layout.hpp"

namespace tileproof {
namespace {

// Rewrites the stored words of `layout` into fields of other out-dims (same names, sizes no
// smaller).
class FieldMap {
 public:
  static Result<FieldMap> make(std::span<const OutDim> from, std::span<const OutDim> to) {
    if (from.size() != to.size()) {
      return Error{ErrorCode::kDimension, "the layouts have different out-dims"};
    }
    FieldMap map;
    for (const OutDim& dim : from) {
      unsigned shift = 0;
      bool found = false;
      for (const OutDim& target : to) {
        if (target.name == dim.name) {
          if (target.size < dim.size) {
            return Error{ErrorCode::kShape,
                         "out-dim " + dim.name.quoted() + " has size " + std::to_string(dim.size) +
                             " here and only " + std::to_string(target.size) +
                             " in the other layout"};
          }
          found = true;
          break;
        }
        shift += target.bits();
      }
      if (!found) {
        return Error{ErrorCode::kDimension, "the other layout has no out-dim " + dim.name.quoted()};
      }
      map.is_identity_ = map.is_identity_ && shift == map.from_bits_;
      map.fields_.push_back({dim.bits(), shift});
      map.from_bits_ += dim.bits();
    }
    return map;
  }

  [[nodiscard]] Word operator()(Word fields) const {
    if (is_identity_) return fields;
    Word result = 0;
    for (const auto& [bits, shift] : fields_) {
      result |= (fields & low_mask(bits)) << shift;
      fields >>= bits;
    }
    return result;
  }

 private:
  struct Field {
    unsigned bits;
    unsigned shift;
  };
  boost::container::small_vector<Field, 5> fields_;
  unsigned from_bits_ = 0;
  bool is_identity_ = true;
};

std::string describe(const LinearLayout& layout, Word fields) {
  std::string text = "(";
  for (std::size_t d = 0; d < layout.out_dims().size(); ++d) {
    if (d > 0) text += ", ";
    text += std::string(layout.out_dims()[d].name.text()) + "=" +
            std::to_string(layout.field(fields, d));
  }
  return text + ")";
}

}  // namespace

Result<LinearLayout> compose(const LinearLayout& inner, const LinearLayout& outer) {
  boost::container::small_vector<OutDim, 8> middle;
  for (const InDim& dim : outer.in_dims()) middle.push_back({dim.name, dim.size()});
  TP_TRY(map, FieldMap::make(inner.out_dims(), {middle.data(), middle.size()}));
  boost::container::small_vector<Word, 24> bases;
  for (const Word basis : inner.field_bases()) bases.push_back(outer.apply_flat(map(basis)));
  return LinearLayout::from_fields(inner.in_dims(), outer.out_dims(), {bases.data(), bases.size()});
}

Result<LinearLayout> invert_and_compose(const LinearLayout& a, const LinearLayout& b) {
  // Everything is done in b's fields; the answer's stored word is then a set of bits of b's index.
  TP_TRY(to_b, FieldMap::make(a.out_dims(), b.out_dims()));
  boost::container::small_vector<Word, 24> wanted;
  for (const Word basis : a.field_bases()) wanted.push_back(to_b(basis));

  // In-dims with the same bases in both are mapped to themselves: nothing moves along them.
  Word kept_columns = 0;  // the bits of b's index that belong to no such dimension
  boost::container::small_vector<Word, 24> answer(wanted.size(), 0);
  Word to_solve = 0;  // the bits of a's index that are not answered yet
  {
    unsigned b_bit = 0;
    for (const InDim& dim : b.in_dims()) {
      if (!a.has_in(dim.name)) kept_columns |= low_mask(dim.bits) << b_bit;
      b_bit += dim.bits;
    }
    unsigned a_bit = 0;
    for (const InDim& dim : a.in_dims()) {
      bool same = false;
      unsigned b_first = 0;
      for (const InDim& other : b.in_dims()) {
        if (other.name == dim.name) {
          same = other.bits == dim.bits && std::equal(wanted.begin() + a_bit,
                                                      wanted.begin() + a_bit + dim.bits,
                                                      b.field_bases().begin() + b_first);
          if (!same) kept_columns |= low_mask(other.bits) << b_first;
          break;
        }
        b_first += other.bits;
      }
      for (unsigned i = 0; i < dim.bits; ++i) {
        if (same) {
          answer[a_bit + i] = Word{1} << (b_first + i);
        } else {
          to_solve |= Word{1} << (a_bit + i);
        }
      }
      a_bit += dim.bits;
    }
  }

  if (to_solve != 0) {
    std::array<Word, 64> columns;
    std::array<unsigned, 64> position;
    std::size_t count = 0;
    for (Word rest = kept_columns; rest != 0; rest &= rest - 1) {
      position[count] = static_cast<unsigned>(std::countr_zero(rest));
      columns[count] = b.field_bases()[position[count]];
      ++count;
    }
    const f2::Solver solver(std::span<const Word>(columns.data(), count));
    const bool contiguous = kept_columns == low_mask(static_cast<unsigned>(count));
    std::optional<f2::Solver> whole;  // used where the other dimensions alone have no answer
    for (; to_solve != 0; to_solve &= to_solve - 1) {
      const auto i = static_cast<std::size_t>(std::countr_zero(to_solve));
      const auto solution = solver.solve(wanted[i]);
      if (solution && contiguous) {
        answer[i] = *solution;
      } else if (solution) {
        for (Word rest = *solution; rest != 0; rest &= rest - 1) {
          answer[i] |= Word{1} << position[static_cast<std::size_t>(std::countr_zero(rest))];
        }
      } else {
        if (!whole) whole.emplace(b.field_bases());
        const auto any = whole->solve(wanted[i]);
        if (!any) {
          return Error{ErrorCode::kNotSolvable,
                       "the second layout has no index with the value " + describe(b, wanted[i])};
        }
        answer[i] = *any;
      }
    }
  }

  boost::container::small_vector<OutDim, 8> outs;
  for (const InDim& dim : b.in_dims()) outs.push_back({dim.name, dim.size()});
  return LinearLayout::from_fields(
      a.in_dims(), {outs.data(), outs.size()}, {answer.data(), answer.size()});
}

Result<LinearLayout> pseudoinvert(const LinearLayout& layout) {
  boost::container::small_vector<InDim, 8> ins;
  boost::container::small_vector<Word, 24> bases;
  for (const OutDim& dim : layout.out_dims()) ins.push_back({dim.name, dim.bits()});
  for (unsigned i = 0; i < layout.total_out_bits(); ++i) bases.push_back(Word{1} << i);
  return invert_and_compose(
      LinearLayout::from_fields(
          {ins.data(), ins.size()}, layout.out_dims(), {bases.data(), bases.size()}),
      layout);
}

Result<LinearLayout> invert(const LinearLayout& layout) {
  if (!layout.is_invertible()) {
    return Error{ErrorCode::kNotSolvable,
                 "layout of 2^" + std::to_string(layout.total_in_bits()) + " indices, 2^" +
                     std::to_string(layout.total_out_bits()) + " values and rank " +
                     std::to_string(layout.rank()) + " is not invertible"};
  }
  return pseudoinvert(layout);
}

Result<LinearLayout> minimal_conversion(const LinearLayout& src, const LinearLayout& dst) {
  TP_TRY(conversion, invert_and_compose(dst, src));
  LinearLayout rest = std::move(conversion);
  const auto src_dims = src.in_dims();
  const auto dst_dims = dst.in_dims();
  for (std::size_t i = 1; i <= std::min(src_dims.size(), dst_dims.size()); ++i) {
    const Name dim = src_dims[src_dims.size() - i].name;
    if (dst_dims[dst_dims.size() - i].name != dim) break;
    TP_TRY(smaller, quotient(rest, {&dim, 1}));
    if (!smaller) break;
    rest = std::move(*smaller);
  }
  return rest;
}

std::vector<NamedValue> free_variable_masks(const LinearLayout& layout) {
  Word free = f2::Solver(layout.field_bases()).free_columns();
  std::vector<NamedValue> masks;
  masks.reserve(layout.in_dims().size());
  for (const InDim& dim : layout.in_dims()) {
    masks.emplace_back(dim.name, free & low_mask(dim.bits));
    free >>= dim.bits;
  }
  return masks;
}

Word num_consecutive_in_out(const LinearLayout& layout) {
  if (layout.in_dims().empty() || layout.out_dims().empty()) return 1;
  const auto bases = layout.field_bases();
  unsigned consecutive = 0;
  while (consecutive < layout.in_dims().front().bits &&
         bases[consecutive] == Word{1} << consecutive &&
         consecutive < layout.out_dims().front().bits()) {
    ++consecutive;
  }
  Word other = 0;
  for (std::size_t i = consecutive; i < bases.size(); ++i) other |= bases[i];
  other &= low_mask(layout.out_dims().front().bits());
  const auto untouched = other == 0 ? 63u : static_cast<unsigned>(std::countr_zero(other));
  return Word{1} << std::min(consecutive, untouched);
}

Word largest_vectorization(const LinearLayout& layout, Name in, Name out, Word max_elements) {
  const auto in_at = layout.find_in(in);
  const auto out_at = layout.find_out(out);
  TP_CHECK(in_at && out_at, "largest_vectorization: no such dimension");
  const unsigned shift = layout.field_shift(*out_at);
  const unsigned out_bits = layout.out_dims()[*out_at].bits();
  const auto registers = layout.field_bases(*in_at);
  unsigned bits = 0;
  while (bits < out_bits && Word{2} << bits <= max_elements) {
    // Bit `bits` of the vector needs the one basis that is just that bit of `out`, and no other
    // basis.
    const Word wanted = Word{1} << (shift + bits);
    if (std::count(registers.begin(), registers.end(), wanted) != 1) break;
    const auto touching = std::count_if(layout.field_bases().begin(),
                                        layout.field_bases().end(),
                                        [&](Word basis) { return (basis & wanted) != 0; });
    if (touching != 1) break;
    ++bits;
  }
  return Word{1} << bits;
}

}  // namespace tileproof
