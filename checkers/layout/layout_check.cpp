#include "checkers/layout/layout_check.hpp"

#include "checkers/layout/definition_proof.hpp"
#include "checkers/layout/places.hpp"
#include "core/check.hpp"

namespace tileproof {
namespace {

using Kind = Agreement::Kind;

std::string power_text(unsigned bits) { return "2^" + std::to_string(bits); }

// The layout in the shape that its bases span, for layouts given by bases.
std::optional<LinearLayout> layout_of_bases(const triton::Layout& layout) {
  std::optional<Result<LinearLayout>> own;
  if (const auto* linear = layout.as<triton::Linear>()) own = own_layout(*linear);
  if (const auto* shared = layout.as<triton::SharedLinear>()) own = shared->bases.layout();
  if (const auto* padded = layout.as<triton::PaddedShared>()) {
    if (!padded->order_of_any_shape) own = padded->bases.layout();
  }
  if (!own || !*own) return std::nullopt;
  return **own;
}

// The smallest value (as a stored word) that no index of the layout has; it is a power of two,
// since all values below 2^k are sums of 1, 2, 4 ... 2^(k-1).  nullopt if the layout is surjective.
std::optional<Word> smallest_missing(const LinearLayout& layout) {
  const f2::Subspace image(layout.field_bases());
  for (unsigned bit = 0; bit < layout.total_out_bits(); ++bit) {
    if (!image.contains(Word{1} << bit)) return Word{1} << bit;
  }
  return std::nullopt;
}

// An index other than 0 with the value of index 0, if there is one.
std::optional<Word> smallest_copy(const LinearLayout& layout) {
  const auto kernel = f2::kernel(layout.field_bases());
  if (kernel.empty()) return std::nullopt;
  return kernel.front();
}

// That no index has the value, seen at the bases alone: a set of value bits whose parity is even on
// every basis, hence on every value of the layout, and odd on the missing one.
bool parity_separates(const LinearLayout& layout, Word missing) {
  f2::Matrix rows{layout.total_out_bits(),
                  {layout.field_bases().begin(), layout.field_bases().end()}};
  const f2::Matrix transposed = f2::transpose(rows);
  for (const Word mask : f2::kernel(transposed.columns)) {
    if ((std::popcount(mask & missing) & 1) == 0) continue;
    bool even = true;
    for (const Word basis : layout.field_bases())
      even = even && std::popcount(mask & basis) % 2 == 0;
    if (even) return true;
  }
  return false;
}

Refuted not_surjective(const std::string& engine, const LinearLayout& layout, Word missing) {
  Counterexample example;
  example.text = "no place holds element " + element_text(layout, missing);
  add_element(example, layout, missing);
  if (const auto copy = smallest_copy(layout)) {
    example.text += "; element " + element_text(layout, 0) + " is at two places, " +
                    place_text(layout, 0) + " and " + place_text(layout, *copy);
    add_place(example, layout, *copy);
  } else if (const auto last = f2::Solver(layout.field_bases()).solve(missing - 1)) {
    example.text += "; the elements before it are held, the last, " +
                    element_text(layout, missing - 1) + ", at " + place_text(layout, *last);
    add_place(example, layout, *last);
  }
  return Refuted::replayed(
      engine, std::move(example), [&] { return parity_separates(layout, missing); });
}

// Shared memory given by bases must not have an element twice, but for offsets that are padding.
Refuted element_twice(const std::string& engine, const LinearLayout& layout, const Error& broken) {
  Word other = 0;
  for (const Word relation : f2::kernel(layout.field_bases())) {
    if (std::popcount(relation) > 1 && other == 0) other = relation;
  }
  Counterexample example;
  example.text = broken.message + ": element " + element_text(layout, 0) + " is at " +
                 place_text(layout, 0) + " and at " + place_text(layout, other);
  add_element(example, layout, 0);
  add_place(example, layout, other);
  return Refuted::replayed(engine, std::move(example), [&] {
    return other != 0 && layout.apply_flat(other) == layout.apply_flat(0);
  });
}

Refuted differs(const std::string& engine,
                const triton::Layout& layout,
                const triton::Shape& shape,
                const LinearLayout& linear,
                const Difference& difference) {
  Counterexample example;
  const bool shared = triton::storage(layout) == triton::Storage::kSharedMemory;
  if (shared) {
    example.text = "the definition puts element " + element_text(linear, difference.at) + " at " +
                   place_text(linear, difference.defined) + ", where the linear form has element " +
                   element_text(linear, difference.linear);
    add_element(example, linear, difference.at);
    add_place(example, linear, difference.defined);
    add_element(example, linear, difference.linear, "linear_");
  } else {
    example.text = "at " + place_text(linear, difference.at) + " the definition has element " +
                   element_text(linear, difference.defined) + ", the linear form " +
                   element_text(linear, difference.linear);
    add_place(example, linear, difference.at);
    add_element(example, linear, difference.defined);
    add_element(example, linear, difference.linear, "linear_");
  }
  return Refuted::replayed(engine, std::move(example), [&] {
    if (shared) {
      return linear.apply_flat(defined_place(layout, shape, linear, difference.at)) !=
             difference.at;
    }
    return defined_element(layout, shape, linear, difference.at) !=
           linear.apply_flat(difference.at);
  });
}

std::optional<Refuted> wrong_size(const std::string& engine,
                                  const LinearLayout& linear,
                                  const KernelSize& kernel) {
  struct Expected {
    Name name;
    const std::optional<Word>& size;
    const char* what;
  };
  for (const auto& [name, size, what] : {Expected{kLane, kernel.lanes, "lanes in a warp"},
                                         Expected{kWarp, kernel.warps, "warps in a CTA"},
                                         Expected{kBlock, kernel.blocks, "CTAs in a cluster"}}) {
    if (!size || !linear.has_in(name)) continue;
    const Word found = Word{1} << linear.in_bits(name);
    if (found == *size) continue;
    // The first index that one of them has and the other has not.
    const Word odd_one = std::min(found, *size);
    Counterexample example;
    example.text = "the layout has " + std::to_string(found) + " " + what + ", the kernel " +
                   std::to_string(*size) + ": " + std::string(name.text()) + " " +
                   std::to_string(odd_one) +
                   (found < *size ? " has no elements" : " does not exist");
    for (const InDim& dim : linear.in_dims()) {
      example.fields.emplace_back(std::string(dim.name.text()), dim.name == name ? odd_one : 0);
    }
    const Word wanted = *size;
    return Refuted::replayed(engine, std::move(example), [&linear, name = name, wanted] {
      return linear.in_dims()[*linear.find_in(name)].size() != wanted;
    });
  }
  return std::nullopt;
}

// What both engines share; `compare` decides whether definition and linear form agree, `reaches`
// whether a layout is surjective, giving the smallest missing element if not.
template <typename Compare, typename Missing>
Result<LayoutAnswer> check_with(const std::string& engine,
                                const triton::Layout& layout,
                                const triton::Shape& shape,
                                const KernelSize& kernel,
                                Compare compare,
                                Missing missing_of) {
  if (const auto own = layout_of_bases(layout)) {
    if (const auto missing = missing_of(*own)) {
      LayoutAnswer answer{not_surjective(engine, *own, *missing), false, own->is_injective(), {}};
      answer.copies = free_variable_masks(*own);
      return answer;
    }
    if (const auto broken = broken_bases(layout)) {
      return LayoutAnswer{
          element_twice(engine, *own, *broken), true, false, free_variable_masks(*own)};
    }
  }
  TP_TRY(linear, to_linear(layout, shape));
  const auto copies = free_variable_masks(linear);
  const auto answer_with = [&](Verdict verdict) {
    return LayoutAnswer{std::move(verdict), linear.is_surjective(), linear.is_injective(), copies};
  };
  if (const auto missing = missing_of(linear)) {
    return answer_with(not_surjective(engine, linear, *missing));
  }
  const Agreement agreement = compare(linear);
  if (agreement.kind == Kind::kDiffers) {
    return answer_with(differs(agreement.engine, layout, shape, linear, *agreement.difference));
  }
  if (agreement.kind == Kind::kNotDecided) {
    return answer_with(
        Unknown{"definition and linear form were not compared: " + agreement.reason});
  }
  if (auto wrong = wrong_size(engine, linear, kernel)) return answer_with(std::move(*wrong));
  return answer_with(Proved{agreement.engine,
                            "all " + power_text(linear.total_in_bits()) + " places, all " +
                                power_text(linear.total_out_bits()) + " elements"});
}

}  // namespace

Result<LayoutAnswer> check_layout(const triton::Layout& layout,
                                  const triton::Shape& shape,
                                  const KernelSize& kernel) {
  const auto compare = [&](const LinearLayout& linear) {
    Agreement agreement = compare_by_f2(layout, shape, linear);
    if (agreement.kind != Kind::kNotDecided) return agreement;
    // A step that is not linear may still give the linear form's values; only a visit can tell.
    Agreement visited = compare_by_enumeration(layout, shape, linear);
    if (visited.kind == Kind::kNotDecided)
      visited.reason = agreement.reason + "; " + visited.reason;
    return visited;
  };
  return check_with("f2", layout, shape, kernel, compare, smallest_missing);
}

Result<LayoutAnswer> check_layout_by_enumeration(const triton::Layout& layout,
                                                 const triton::Shape& shape,
                                                 const KernelSize& kernel) {
  bool too_large = false;
  const auto compare = [&](const LinearLayout& linear) {
    return compare_by_enumeration(layout, shape, linear);
  };
  const auto missing_of = [&](const LinearLayout& linear) -> std::optional<Word> {
    if (std::max(linear.total_in_bits(), linear.total_out_bits()) > kMaxVisitedBits) {
      too_large = true;
      return std::nullopt;
    }
    std::vector<bool> seen(linear.total_out_size(), false);
    for (Word index = 0; index < linear.total_in_size(); ++index) {
      seen[linear.apply_flat(index)] = true;
    }
    for (Word value = 0; value < seen.size(); ++value) {
      if (!seen[value]) return value;
    }
    return std::nullopt;
  };
  auto answer = check_with("enumerate", layout, shape, kernel, compare, missing_of);
  if (too_large) {
    return Error{ErrorCode::kUnsupported, "a layout of more than 2^24 points cannot be enumerated"};
  }
  return answer;
}

}  // namespace tileproof
