#include "checkers/conversion/conversion_check.hpp"

#include <algorithm>
#include <array>
#include <unordered_map>
#include <unordered_set>

#include "checkers/layout/places.hpp"
#include "core/check.hpp"

namespace tileproof {
namespace {

constexpr Name kHardwareDims[] = {kRegister, kLane, kWarp, kBlock};

// Compares places of two layouts, given as flat indices, in-dim by in-dim.
class PlaceComparison {
 public:
  PlaceComparison(const LinearLayout& a, const LinearLayout& b) {
    unsigned shift_a = 0;
    unsigned shift_b = 0;
    for (std::size_t i = 0; i < 4; ++i) {
      const unsigned bits_a = a.in_bits(kHardwareDims[i]);
      const unsigned bits_b = b.in_bits(kHardwareDims[i]);
      dims_[i] = {shift_a, low_mask(bits_a), shift_b, low_mask(bits_b)};
      shift_a += bits_a;
      shift_b += bits_b;
    }
  }

  // Do the places agree in the in-dims from `first` on?
  [[nodiscard]] bool agree_from(std::size_t first, Word a, Word b) const {
    for (std::size_t i = first; i < 4; ++i) {
      const Dim& dim = dims_[i];
      if ((a >> dim.shift_a & dim.mask_a) != (b >> dim.shift_b & dim.mask_b)) return false;
    }
    return true;
  }

 private:
  struct Dim {
    unsigned shift_a;
    Word mask_a;
    unsigned shift_b;
    Word mask_b;
  };
  std::array<Dim, 4> dims_{};
};

std::optional<Error> check_in_registers(const TensorLayout& tensor) {
  if (triton::storage(tensor.layout) == triton::Storage::kRegisters) return std::nullopt;
  return Error{
      ErrorCode::kInvalid,
      std::string(triton::mnemonic(tensor.layout)) + " is no layout of a tensor in registers"};
}

// The first destination place (in flat order) whose element is outside the source's tensor.
std::optional<Word> place_outside(const TensorLayout& source,
                                  const TensorLayout& destination,
                                  const LinearLayout& linear) {
  // All sizes are powers of two, so that the first such place is a single bit.
  for (unsigned i = 0; i < linear.total_in_bits(); ++i) {
    for (std::size_t d = 0; d < destination.shape.size(); ++d) {
      const Word wanted = d < source.shape.size() ? source.shape[d] : 1;
      if (linear.field(linear.field_bases()[i], d) >= wanted) return Word{1} << i;
    }
  }
  return std::nullopt;
}

Refuted not_in_source(const std::string& engine,
                      const TensorLayout& destination,
                      const LinearLayout& linear,
                      Word place,
                      const std::string& why,
                      const std::function<bool(Word element)>& missing) {
  const Word element = linear.apply_flat(place);
  Counterexample example;
  example.text = "destination " + place_text(linear, place) + " must hold element " +
                 element_text(linear, element) + ", which " + why;
  add_place(example, linear, place);
  add_element(example, linear, element);
  return Refuted::replayed(engine, std::move(example), [&] {
    return defined_element(destination.layout, destination.shape, linear, place) == element &&
           missing(element);
  });
}

// A conversion between tensors of different shapes: elements without a source, or left behind.
Verdict shapes_differ(const std::string& engine,
                      const TensorLayout& source,
                      const TensorLayout& destination,
                      const LinearLayout& linear) {
  const std::string shapes = "the source has the shape " + triton::to_string(source.shape) +
                             ", the destination " + triton::to_string(destination.shape);
  if (source.shape.size() == destination.shape.size()) {
    if (const auto place = place_outside(source, destination, linear)) {
      return not_in_source(engine,
                           destination,
                           linear,
                           *place,
                           "the source does not have: " + shapes,
                           [&](Word element) {
                             for (std::size_t d = 0; d < source.shape.size(); ++d) {
                               if (linear.field(element, d) >= source.shape[d]) return true;
                             }
                             return false;
                           });
    }
  }
  // Every destination element exists, but the source has more.
  Counterexample example;
  example.text = shapes + ": elements of the source are lost";
  for (std::size_t d = 0; d < source.shape.size(); ++d) {
    example.fields.emplace_back(coordinate_name(d, source.shape.size()), source.shape[d] - 1);
  }
  return Refuted::replayed(
      engine, std::move(example), [&] { return source.shape != destination.shape; });
}

struct Linears {
  LinearLayout source;
  LinearLayout destination;
};

Result<Linears> linear_forms(const TensorLayout& source, const TensorLayout& destination) {
  for (const TensorLayout* tensor : {&source, &destination}) {
    if (const auto error = check_in_registers(*tensor)) return *error;
  }
  TP_TRY(from, to_linear(source.layout, source.shape));
  TP_TRY(to, to_linear(destination.layout, destination.shape));
  return Linears{std::move(from), std::move(to)};
}

// A source place whose element has no place in the destination.
Refuted lost(const std::string& engine,
             const TensorLayout& source,
             const LinearLayout& from,
             Word place,
             const std::function<bool(Word element)>& missing) {
  const Word element = from.apply_flat(place);
  Counterexample example;
  example.text = "source " + place_text(from, place) + " has element " +
                 element_text(from, element) + ", which no place of the destination holds";
  add_place(example, from, place);
  add_element(example, from, element);
  return Refuted::replayed(engine, std::move(example), [&] {
    return defined_element(source.layout, source.shape, from, place) == element && missing(element);
  });
}

std::string scope_text(const LinearLayout& destination) {
  return "all 2^" + std::to_string(destination.total_in_bits()) + " places of the destination";
}

}  // namespace

const char* to_string(Movement movement) {
  switch (movement) {
    case Movement::kNone:
      return "none";
    case Movement::kRegisters:
      return "registers";
    case Movement::kLanes:
      return "lanes";
    case Movement::kWarps:
      return "warps";
    case Movement::kBlocks:
      return "blocks";
  }
  TP_CHECK(false, "unknown movement");
}

Movement least_movement(const LinearLayout& source, const LinearLayout& destination) {
  // The in-dims from `first` on keep their index.  Then place p of the destination can be served
  // iff dst(p) ^ src(the kept part of p) is in the span of the source's other bases; both sides are
  // linear in p, so that the bits of p decide.
  for (std::size_t first = 0; first < 4; ++first) {
    f2::Subspace nearby;
    for (std::size_t i = 0; i < first; ++i) {
      for (const Word basis : source.field_bases(*source.find_in(kHardwareDims[i]))) {
        nearby.insert(basis);
      }
    }
    bool suffices = true;
    for (std::size_t i = 0; i < 4 && suffices; ++i) {
      const auto wanted = destination.field_bases(*destination.find_in(kHardwareDims[i]));
      const auto kept = source.field_bases(*source.find_in(kHardwareDims[i]));
      for (std::size_t bit = 0; bit < wanted.size() && suffices; ++bit) {
        Word difference = wanted[bit];
        if (i >= first) {
          // A kept index must exist in the source.
          suffices = bit < kept.size();
          if (suffices) difference ^= kept[bit];
        }
        suffices = suffices && nearby.contains(difference);
      }
    }
    if (suffices) return static_cast<Movement>(first);
  }
  return Movement::kBlocks;
}

Result<ConversionAnswer> check_conversion(const TensorLayout& source,
                                          const TensorLayout& destination) {
  const std::string engine = "f2";
  TP_TRY(linears, linear_forms(source, destination));
  const auto& [from, to] = linears;
  if (source.shape != destination.shape) {
    return ConversionAnswer{shapes_differ(engine, source, destination, to), {}, {}};
  }
  auto plan = invert_and_compose(to, from);
  if (!plan) {
    const f2::Subspace held(from.field_bases());
    for (unsigned i = 0; i < to.total_in_bits(); ++i) {
      if (held.contains(to.field_bases()[i])) continue;
      return ConversionAnswer{not_in_source(engine,
                                            destination,
                                            to,
                                            Word{1} << i,
                                            "no place of the source holds",
                                            [&](Word element) { return !held.contains(element); }),
                              {},
                              {}};
    }
    TP_CHECK(false,
             "a conversion has no solution, but no element is missing: " + plan.error().message);
  }
  const f2::Subspace kept(to.field_bases());
  for (unsigned i = 0; i < from.total_in_bits(); ++i) {
    if (kept.contains(from.field_bases()[i])) continue;
    return ConversionAnswer{lost(engine,
                                 source,
                                 from,
                                 Word{1} << i,
                                 [&](Word element) { return !kept.contains(element); }),
                            {},
                            {}};
  }
  // The answer is checked, not believed: both sides are linear, so that agreement on the bases is
  // agreement at every place.
  for (unsigned i = 0; i < to.total_in_bits(); ++i) {
    TP_CHECK(from.apply_flat(plan->field_bases()[i]) == to.field_bases()[i],
             "a conversion plan reads a wrong element");
  }
  return ConversionAnswer{Proved{engine, scope_text(to)}, least_movement(from, to), *plan};
}

Result<ConversionAnswer> check_conversion_by_enumeration(const TensorLayout& source,
                                                         const TensorLayout& destination) {
  const std::string engine = "enumerate";
  TP_TRY(linears, linear_forms(source, destination));
  const auto& [from, to] = linears;
  if (source.shape != destination.shape) {
    return ConversionAnswer{shapes_differ(engine, source, destination, to), {}, {}};
  }
  if (std::max(from.total_in_bits(), to.total_in_bits()) > kMaxTabledBits) {
    return Error{ErrorCode::kUnsupported, "more than 2^22 places cannot be enumerated"};
  }
  // Which places hold each element, by the definition.
  std::unordered_map<Word, std::vector<Word>> holders;
  for (Word place = 0; place < from.total_in_size(); ++place) {
    holders[defined_element(source.layout, source.shape, from, place)].push_back(place);
  }
  const PlaceComparison comparison(from, to);
  std::unordered_set<Word> kept;
  std::size_t first_kept = 0;  // in-dims from here on can keep their index, for all places so far
  for (Word place = 0; place < to.total_in_size(); ++place) {
    const Word element = defined_element(destination.layout, destination.shape, to, place);
    kept.insert(element);
    const auto held = holders.find(element);
    if (held == holders.end()) {
      return ConversionAnswer{
          not_in_source(engine,
                        destination,
                        to,
                        place,
                        "no place of the source holds",
                        [&](Word missing) { return !holders.contains(missing); }),
          {},
          {}};
    }
    const auto serves = [&](Word holder) {
      return comparison.agree_from(first_kept, holder, place);
    };
    while (first_kept < 4 && std::none_of(held->second.begin(), held->second.end(), serves)) {
      ++first_kept;
    }
  }
  std::optional<Word> first_lost;  // the first place whose element the destination does not have
  for (const auto& [element, places] : holders) {
    if (kept.contains(element)) continue;
    first_lost = std::min(first_lost.value_or(places.front()), places.front());
  }
  if (first_lost) {
    return ConversionAnswer{lost(engine,
                                 source,
                                 from,
                                 *first_lost,
                                 [&](Word element) { return !kept.contains(element); }),
                            {},
                            {}};
  }
  return ConversionAnswer{Proved{engine, scope_text(to)}, static_cast<Movement>(first_kept), {}};
}

Result<Verdict> check_same_layout(const TensorLayout& defined, const TensorLayout& used) {
  const std::string engine = "f2";
  TP_TRY(defined_linear, to_linear(defined.layout, defined.shape));
  TP_TRY(used_linear, to_linear(used.layout, used.shape));
  if (defined_linear == used_linear) {
    return Verdict(
        Proved{engine, "all 2^" + std::to_string(used_linear.total_in_bits()) + " places"});
  }
  // The first place at which they differ: a bit of the hardware index, or an index that one lacks.
  for (const InDim& dim : used_linear.in_dims()) {
    const auto other = defined_linear.find_in(dim.name);
    const unsigned shared_bits =
        other ? std::min(dim.bits, defined_linear.in_dims()[*other].bits) : 0;
    unsigned below = 0;
    for (const InDim& lower : used_linear.in_dims()) {
      if (lower.name == dim.name) break;
      below += lower.bits;
    }
    const unsigned most = std::max(dim.bits, other ? defined_linear.in_dims()[*other].bits : 0);
    for (unsigned bit = 0; bit < most; ++bit) {
      Counterexample example;
      const std::string place = std::string(dim.name.text()) + " " + std::to_string(Word{1} << bit);
      if (bit >= shared_bits) {
        example.text = place + " exists in one of the two layouts only";
        example.fields.emplace_back(std::string(dim.name.text()), Word{1} << bit);
        return Verdict(Refuted::replayed(
            engine, std::move(example), [&] { return !(defined_linear == used_linear); }));
      }
      bool same = defined.shape.size() == used.shape.size();
      const Word was = defined_linear.field_bases(*other)[bit];
      const Word is = used_linear.field_bases(*used_linear.find_in(dim.name))[bit];
      for (std::size_t d = 0; d < used.shape.size() && same; ++d) {
        same = defined_linear.field(was, d) == used_linear.field(is, d);
      }
      if (same) continue;
      const Word index = Word{1} << (below + bit);
      example.text = "at " + place_text(used_linear, index) + " the value has element " +
                     element_text(defined_linear, was) + ", but is used as if it had " +
                     element_text(used_linear, is);
      add_place(example, used_linear, index);
      add_element(example, defined_linear, was);
      add_element(example, used_linear, is, "used_");
      return Verdict(Refuted::replayed(engine, std::move(example), [&] {
        return defined_linear.apply_flat(index) != used_linear.apply_flat(index) ||
               defined.shape != used.shape;
      }));
    }
  }
  Counterexample example;
  example.text = "the value has the shape " + triton::to_string(defined.shape) +
                 ", but is used with the shape " + triton::to_string(used.shape);
  for (std::size_t d = 0; d < used.shape.size(); ++d) {
    example.fields.emplace_back(coordinate_name(d, used.shape.size()), used.shape[d] - 1);
  }
  return Verdict(Refuted::replayed(
      engine, std::move(example), [&] { return !(defined_linear == used_linear); }));
}

}  // namespace tileproof
