#include "encodings/triton/cga.hpp"

#include "encodings/triton/attribute_text.hpp"
#include "encodings/triton/dictionary.hpp"

namespace tileproof::triton {

Result<CgaLayout> CgaLayout::from_split(const Dims& ctas, const Dims& split, const Dims& order) {
  if (const auto error = check_same_rank(ctas, "CTAsPerCGA", split, "CTASplitNum")) return *error;
  if (const auto error = check_same_rank(ctas, "CTAsPerCGA", order, "CTAOrder")) return *error;
  if (const auto error = check_powers_of_two(ctas, "CTAsPerCGA")) return *error;
  if (const auto error = check_powers_of_two(split, "CTASplitNum")) return *error;
  if (const auto error = check_order(order)) return *error;
  CgaLayout cga = single(order.size());
  for (const Word d : order) {
    if (split[d] > ctas[d]) {
      return Error{ErrorCode::kInvalid,
                   "CTASplitNum " + list_text(split) + " splits more than CTAsPerCGA " +
                       list_text(ctas) + " has"};
    }
    for (Word value = 1; value < ctas[d]; value *= 2) {
      Dims basis(order.size(), 0);
      basis[d] = value < split[d] ? value : 0;
      cga.bases.push_back(basis);
    }
  }
  return cga;
}

Word CgaLayout::split(std::size_t d) const {
  Word parts = 1;
  for (const Dims& basis : bases) {
    if (basis[d] != 0) parts *= 2;
  }
  return parts;
}

CgaLayout CgaLayout::without(std::size_t d) const {
  CgaLayout result = *this;
  for (Dims& basis : result.bases) basis[d] = 0;
  return result;
}

std::optional<Error> check(const CgaLayout& cga) {
  const auto broken = [&](const std::string& why) {
    return Error{ErrorCode::kInvalid,
                 "after removing zero bases CGALayout must be a permutation: " + why};
  };
  if (cga.bases.size() > 16) {
    return Error{ErrorCode::kOverflow, "CGALayout has more than 2^16 CTAs"};
  }
  Dims seen(cga.rank, 0);  // for each dimension, the sum of its bases
  for (const Dims& basis : cga.bases) {
    if (basis.size() != cga.rank) {
      return Error{ErrorCode::kInvalid,
                   "CGALayout entry " + list_text(basis) + " does not have the rank " +
                       std::to_string(cga.rank)};
    }
    unsigned nonzero = 0;
    for (std::size_t d = 0; d < cga.rank; ++d) {
      if (basis[d] == 0) continue;
      ++nonzero;
      if (!is_power_of_two(basis[d])) {
        return broken(std::to_string(basis[d]) + " is no power of two");
      }
      if ((seen[d] & basis[d]) != 0) return broken(list_text(basis) + " occurs twice");
      seen[d] |= basis[d];
    }
    if (nonzero > 1) return broken(list_text(basis) + " moves along two dimensions");
  }
  for (std::size_t d = 0; d < cga.rank; ++d) {
    if (!is_power_of_two(seen[d] + 1)) {
      return broken("the bases of dimension " + std::to_string(d) + " leave a gap");
    }
  }
  return std::nullopt;
}

Shape shape_per_cta(const CgaLayout& cga, const Shape& shape) {
  Shape result = shape;
  if (cga.bases.empty()) return result;
  for (std::size_t d = 0; d < shape.size(); ++d) {
    const Word parts = cga.split(d);
    result[d] = parts < shape[d] ? shape[d] / parts : 1;
  }
  return result;
}

bool CgaReader::read(mlir::Cursor& cursor, std::string_view key) {
  if (key == "CGALayout") {
    has_bases_ = true;
    read_lists(cursor, bases_);
  } else if (key == "CTAsPerCGA") {
    read_list(cursor, ctas_);
  } else if (key == "CTASplitNum") {
    read_list(cursor, split_);
  } else if (key == "CTAOrder") {
    read_list(cursor, order_);
  } else {
    return false;
  }
  return has_keys_ = true;
}

bool CgaReader::finish(mlir::Cursor& cursor, std::size_t rank, CgaLayout& result) {
  if (cursor.failed()) return false;
  const bool has_old = !ctas_.empty() || !split_.empty() || !order_.empty();
  if (!has_old) {
    result = CgaLayout{rank, bases_};
  } else {
    if (has_bases_) {
      return cursor.fail(ErrorCode::kInvalid, "CGALayout and CTAsPerCGA exclude each other");
    }
    auto old = CgaLayout::from_split(ctas_, split_, order_);
    if (!old) return cursor.fail(old.error().code, old.error().message);
    if (old->rank != rank) {
      return cursor.fail(ErrorCode::kInvalid,
                         "CTAsPerCGA " + list_text(ctas_) + " does not have the rank " +
                             std::to_string(rank) + " of the layout");
    }
    result = *old;
  }
  if (const auto error = check(result)) return cursor.fail(error->code, error->message);
  return true;
}

void append_part(std::string& text, const CgaLayout& cga) {
  if (!cga.is_single()) append(text, ", CGALayout = ", cga.bases);
}

}  // namespace tileproof::triton
